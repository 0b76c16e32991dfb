//! Applications and buyers.

use super::{super::fakes::lock, InMemoryStore};
use crate::{
    buyers::{AddBuyerStoreError, Buyers},
    identity::ports::Sessions,
    kernel::{commit::WriteContext, unavailable::Unavailable},
    onboarding::ports::{Applications, Overview, QueueEntry, QueueFilter, QueuePlace, QueueSlice, SaveError, Submission},
};
use async_trait::async_trait;
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{ApplicationId, BuyerId, DocumentId, SessionId, UserId},
    onboarding::{
        application::{Application, Change, Parts},
        decision::Transition,
        document::Document,
        status::OnboardingStatus,
    },
    parties::buyer::{Buyer, BuyerStatus},
};

#[async_trait]
impl Buyers for InMemoryStore {
    async fn add(&self, buyer: &Buyer, most: usize, effects: WriteContext) -> Result<(), AddBuyerStoreError> {
        let mut state = lock(&self.state);
        if state.repeated(&effects) {
            return Err(AddBuyerStoreError::Repeated);
        }
        if state.buyers.iter().filter(|other| other.seller == buyer.seller).count() >= most {
            return Err(AddBuyerStoreError::ListFull);
        }
        state.buyers.push(buyer.clone());
        state.apply(effects);
        Ok(())
    }

    async fn by_id(&self, seller: UserId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        Ok(lock(&self.state).buyers.iter().find(|buyer| buyer.id == id && buyer.seller == seller).cloned())
    }

    async fn decide(&self, buyer: &Buyer, seen: BuyerStatus, effects: WriteContext) -> Result<(), SaveError> {
        let mut state = lock(&self.state);
        if state.repeated(&effects) {
            return Err(SaveError::Repeated);
        }
        let stored = state.buyers.iter_mut().find(|stored| stored.id == buyer.id && stored.status == seen);
        stored.ok_or(SaveError::Stale)?.status = buyer.status;
        state.apply(effects);
        Ok(())
    }

    async fn of(&self, seller: UserId) -> Result<Vec<Buyer>, Unavailable> {
        Ok(lock(&self.state).buyers.iter().filter(|buyer| buyer.seller == seller).cloned().collect())
    }
}

#[async_trait]
impl Applications for InMemoryStore {
    async fn of(&self, applicant: UserId) -> Result<Option<Application>, Unavailable> {
        let state = lock(&self.state);
        let buyer_count = state.buyers.iter().filter(|buyer| buyer.seller == applicant).count();
        let found = state.applications.iter().find(|application| application.parts().applicant == applicant);
        Ok(found.map(|application| Application::restore(Parts { buyer_count, ..application.parts().clone() })))
    }

    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable> {
        let owner = lock(&self.state).applications.iter().find(|found| found.parts().id == id).map(|found| found.parts().applicant);
        match owner {
            Some(owner) => Applications::of(self, owner).await,
            None => Ok(None),
        }
    }

    async fn queue(&self, filter: QueueFilter, after: Option<QueuePlace>, most: i64) -> Result<QueueSlice, Unavailable> {
        let state = lock(&self.state);
        let applicant = |application: &Application| state.users.iter().find(|user| user.id() == application.parts().applicant);
        let has = |application: &Application, begin: &String| {
            let known = application.search_words().into_iter().chain(applicant(application).into_iter().flat_map(User::search_words));
            known.into_iter().any(|word| word.starts_with(begin))
        };
        let wanted = |application: &&Application| match &filter {
            QueueFilter::Status(status) => application.status() == *status,
            QueueFilter::MineOf(status, me) => application.status() == *status && application.parts().reviewer == Some(*me),
            QueueFilter::Found(words, status) => {
                status.is_none_or(|status| application.status() == status) && words.iter().all(|word| has(application, word))
            }
        };
        let entry = |application: &Application| {
            let parts = application.parts();
            let reviewer = parts.reviewer.and_then(|id| state.users.iter().find(|user| user.id() == id).cloned());
            let pending = |buyer: &&Buyer| buyer.seller == parts.applicant && buyer.status == BuyerStatus::Pending;
            Some(QueueEntry {
                place: QueuePlace { waiting_since: parts.updated_at, id: parts.id },
                status: parts.status,
                version: parts.version,
                company: parts.form.company.clone(),
                applicant: applicant(application)?.clone(),
                reviewer,
                pending_buyers: i64::try_from(state.buyers.iter().filter(pending).count()).unwrap_or(i64::MAX),
            })
        };
        let key = |place: &QueuePlace| (place.waiting_since, place.id);
        let mut entries: Vec<_> = state.applications.iter().filter(wanted).filter_map(entry).collect();
        entries.sort_by_key(|entry| key(&entry.place));
        entries.retain(|entry| after.is_none_or(|after| key(&entry.place) > key(&after)));
        entries.truncate(usize::try_from(most).unwrap_or(0));
        Ok(QueueSlice { entries, too_many: false })
    }

    async fn save(&self, application: &Application, change: &Change, effects: WriteContext) -> Result<(), SaveError> {
        let mut state = lock(&self.state);
        if state.repeated(&effects) {
            return Err(SaveError::Repeated);
        }
        let mine = |stored: &Application| stored.parts().applicant == application.parts().applicant;
        let version = state.applications.iter().find(|stored| mine(stored)).map_or(0, |stored| stored.parts().version);
        if version != application.parts().version {
            return Err(SaveError::Stale);
        }
        state.applications.retain(|stored| !mine(stored));
        state.applications.push(Application::restore(Parts { version: version + 1, ..application.parts().clone() }));
        if let Change::Moved(step) = change {
            let Parts { id, applicant, submissions, form, documents, .. } = application.parts();
            state.steps.push((*id, step.clone()));
            if step.action.is_applicants() {
                let buyers = state.buyers.iter().filter(|buyer| buyer.seller == *applicant).map(|buyer| buyer.id).collect();
                let documents = documents.iter().map(|document| document.id).collect();
                let version = Submission { number: *submissions, submitted_at: step.at, form: form.clone(), documents, buyers };
                state.submissions.push((*id, version));
            }
        }
        state.apply(effects);
        Ok(())
    }

    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable> {
        let state = lock(&self.state);
        let count = |status| state.applications.iter().filter(|application| application.status() == status).count();
        Ok(OnboardingStatus::ALL.map(|status| i64::try_from(count(status)).unwrap_or(most).min(most)).to_vec())
    }

    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable> {
        Ok(lock(&self.state).submissions.iter().filter(|(of, _)| *of == id).map(|(_, version)| version.clone()).collect())
    }

    async fn history(&self, id: ApplicationId) -> Result<Vec<Transition>, Unavailable> {
        Ok(lock(&self.state).steps.iter().filter(|(of, _)| *of == id).map(|(_, step)| step.clone()).collect())
    }

    async fn document(&self, id: DocumentId) -> Result<Option<(UserId, Document)>, Unavailable> {
        let state = lock(&self.state);
        let all = state.applications.iter().flat_map(|of| of.documents().iter().map(|document| (of.parts().applicant, document.clone())));
        Ok(all.into_iter().find(|(_, document)| document.id == id))
    }

    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Overview)>, Unavailable> {
        let Some((session, user)) = self.find(session).await? else { return Ok(None) };
        let applicant = user.id();
        let state = lock(&self.state);
        let application = state.applications.iter().find(|application| application.parts().applicant == applicant);
        let pending = |buyer: &&Buyer| buyer.seller == applicant && buyer.status == BuyerStatus::Pending;
        let overview = Overview {
            status: application.map(Application::status).unwrap_or_default(),
            company: application.map(|application| application.form().company.clone()).unwrap_or_default(),
            pending_buyers: state.buyers.iter().filter(pending).cloned().collect(),
        };
        Ok(Some((session, user, overview)))
    }
}
