//! Applications in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    onboarding::{
        changes::Change,
        ports::{Applications, BuyerInCase, CaseFile, Filed, QueueCursor, QueueEntry, QueueFilter, QueueOrder, QueueSlice, Submission},
    },
};
use async_trait::async_trait;
use sooner_domain::{
    identity::user::User,
    kernel::ids::CompanyId,
    onboarding::{
        application::{self, Application, ApplicationId, Parts},
        decision::Transition,
        document::{Document, DocumentId},
        noticed::{Likeness, Similar},
        status::OnboardingStatus,
    },
    parties::{
        buyer::{Buyer, BuyerId, BuyerStatus},
        membership::Membership,
    },
};
use std::{collections::BTreeSet, sync::Arc};

#[derive(Default, Clone)]
pub(crate) struct Rows {
    pub(crate) applications: Vec<Application>,
    steps: Vec<(ApplicationId, Transition)>,
    submissions: Vec<(ApplicationId, Submission)>,
}

impl Rows {
    /// Compares the version that was read with the one that is there.
    fn change(&mut self, application: Application, change: application::Change) -> Result<(), CommitError> {
        let mine = |stored: &Application| stored.parts().company == application.parts().company;
        let version = self.applications.iter().find(|stored| mine(stored)).map_or(0, |stored| stored.parts().version);
        if version != application.parts().version {
            return Err(CommitError::Stale);
        }
        self.applications.retain(|stored| !mine(stored));
        if let application::Change::Moved(step) = change {
            self.steps.push((application.parts().id, step));
        }
        self.applications.push(Application::restore(Parts { version: version + 1, ..application.parts().clone() }));
        Ok(())
    }

    fn steps_of(&self, id: ApplicationId) -> Vec<Transition> {
        self.steps.iter().filter(|(of, _)| *of == id).map(|(_, step)| step.clone()).collect()
    }

    fn submissions_of(&self, id: ApplicationId) -> Vec<Submission> {
        self.submissions.iter().filter(|(of, _)| *of == id).map(|(_, version)| version.clone()).collect()
    }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::Parties(change) => change.apply(state)?,
            Self::Application(changed) => {
                let (application, change) = *changed;
                state.onboarding.change(application, change)?;
            }
            Self::StatusStands { company, status } => {
                let stands = |found: &&Application| found.parts().company == company && found.status() == status;
                state.onboarding.applications.iter().find(stands).ok_or(CommitError::Stale)?;
            }
            Self::ApplicationStands { company, version } => {
                let stands = |found: &&Application| found.parts().company == company && found.parts().version == version;
                state.onboarding.applications.iter().find(stands).ok_or(CommitError::Stale)?;
            }
            Self::VersionKept(application, at) => {
                let buyers = state.parties.buyers_of(application.parts().company).map(|buyer| buyer.id).collect();
                state.onboarding.submissions.push((application.parts().id, Submission::of(&application, buyers, at)));
            }
        }
        Ok(())
    }
}

/// The application with the number of buyers there are now.
fn counted(state: &State, application: &Application) -> Application {
    let buyer_count = state.parties.buyers_of(application.parts().company).count();
    Application::restore(Parts { buyer_count, ..application.parts().clone() })
}

fn by_id(state: &State, id: ApplicationId) -> Option<Application> {
    state.onboarding.applications.iter().find(|found| found.parts().id == id).map(|found| counted(state, found))
}

/// What may be the same company.
fn similar(state: &State, application: &Application) -> Vec<Similar> {
    let company = &application.form().company;
    let (entity, name) = (company.legal_entity(), company.folded_name());
    let handed_in = |other: &&Application| other.status() != OnboardingStatus::NotCompleted && other.parts().id != application.parts().id;
    let others = || state.onboarding.applications.iter().filter(handed_in);
    let called = |other: &Application| other.form().company.legal_name.clone();
    let is_same = |other: &Application| entity.is_some() && other.form().company.legal_entity() == entity;
    let of = |other: &Application, by: fn(ApplicationId) -> Likeness| Some(Similar { by: by(other.parts().id), company: called(other)? });
    let same = others().filter(|other| is_same(other)).filter_map(|other| of(other, Likeness::Entity));
    let alike = others().filter(|other| !name.is_empty() && other.form().company.folded_name() == name && !is_same(other));
    let alike = alike.filter_map(|other| of(other, Likeness::Name));
    let debtor = state.parties.debtors.iter().find(|debtor| Some(&debtor.parts().legal_entity) == entity.as_ref());
    let debtor = debtor.map(|debtor| Similar { by: Likeness::Debtor, company: debtor.parts().legal_name.clone() });
    let most = usize::try_from(CaseFile::MAX_SIMILAR).unwrap_or(usize::MAX);
    let mut similar: Vec<_> = same.take(most).chain(alike.take(most)).chain(debtor).collect();
    similar.sort_by_key(|similar| similar.by);
    similar
}

/// Keeps the contracts of onboarding.
pub(crate) struct InMemoryOnboarding(pub(crate) Arc<Memory>);

#[async_trait]
impl Applications for InMemoryOnboarding {
    async fn filed(&self, company: CompanyId) -> Result<Filed, Unavailable> {
        let state = self.0.call().await;
        let application = state.onboarding.applications.iter().find(|application| application.parts().company == company);
        let introduction = state.parties.company(company).and_then(|company| company.introduction.clone());
        Ok(Filed {
            introduction,
            application: application.map(|application| counted(&state, application)),
            history: application.map(|application| state.onboarding.steps_of(application.parts().id)).unwrap_or_default(),
            buyer_count: state.parties.buyers_of(company).count(),
        })
    }

    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable> {
        Ok(by_id(&*self.0.call().await, id))
    }

    async fn payees(&self, accounts: Vec<String>) -> Result<Vec<(String, CompanyId)>, Unavailable> {
        let state = self.0.call().await;
        let approved = || state.onboarding.applications.iter().filter(|found| found.status() == OnboardingStatus::Approved);
        let now = approved().map(|found| (found.parts().company, found.form().bank_account.clone()));
        let handed_in = approved().flat_map(|found| {
            let company = found.parts().company;
            state.onboarding.submissions_of(found.parts().id).into_iter().map(move |version| (company, version.form.bank_account))
        });
        let all = now.chain(handed_in).chain(state.approvals.accounts_changed());
        let told = all.filter_map(|(company, account)| Some((account.told_as()?.to_owned(), company)));
        let found: BTreeSet<_> = told.filter(|(account, _)| accounts.contains(account)).collect();
        Ok(found.into_iter().collect())
    }

    async fn queue(
        &self,
        filter: QueueFilter,
        order: QueueOrder,
        after: Option<QueueCursor>,
        most: i64,
    ) -> Result<QueueSlice, Unavailable> {
        let state = self.0.call().await;
        let applicant = |application: &Application| state.identity.users.iter().find(|user| user.id() == application.parts().applicant);
        let has = |application: &Application, begin: &String| {
            let known = application.search_words().into_iter().chain(applicant(application).into_iter().flat_map(User::search_words));
            known.into_iter().any(|word| word.starts_with(begin))
        };
        let wanted = |application: &&Application| match &filter {
            QueueFilter::Status(status) => application.status() == *status,
            QueueFilter::MineOf(status, me) => application.status() == *status && application.parts().reviewer == Some(*me),
            QueueFilter::UnassignedOf(status) => application.status() == *status && application.parts().reviewer.is_none(),
            QueueFilter::Found(words, status) => {
                status.is_none_or(|status| application.status() == status) && words.iter().all(|word| has(application, word))
            }
        };
        let entry = |application: &Application| {
            let parts = application.parts();
            let reviewer = parts.reviewer.and_then(|id| state.identity.users.iter().find(|user| user.id() == id).cloned());
            let pending = |buyer: &&Buyer| buyer.seller == parts.company && buyer.status == BuyerStatus::Pending;
            Some(QueueEntry {
                place: QueueCursor::of(application),
                of: parts.company,
                status: parts.status,
                version: parts.version,
                submissions: parts.submissions,
                company: parts.form.company.clone(),
                applicant: applicant(application)?.clone(),
                reviewer,
                pending_buyers: i64::try_from(state.parties.buyers.iter().filter(pending).count()).unwrap_or(i64::MAX),
            })
        };
        let mut entries: Vec<_> = state.onboarding.applications.iter().filter(wanted).filter_map(entry).collect();
        entries.sort_by(|one, other| order.compare(&one.place, &other.place));
        entries.retain(|entry| after.as_ref().is_none_or(|after| order.compare(&entry.place, after).is_gt()));
        entries.truncate(usize::try_from(most).unwrap_or(0));
        Ok(QueueSlice { entries, too_many: false })
    }

    async fn next(&self, operator: &Membership, after: Option<ApplicationId>) -> Result<Option<ApplicationId>, Unavailable> {
        let state = self.0.call().await;
        let mut waiting: Vec<_> =
            state.onboarding.applications.iter().filter(|application| application.status() == OnboardingStatus::Pending).collect();
        waiting.sort_by_key(|application| (application.parts().waiting_since, application.parts().id));
        let behind = waiting.iter().position(|application| Some(application.parts().id) == after).map_or(0, |place| place + 1);
        waiting.rotate_left(behind);
        let is_open = |parts: &Parts| parts.reviewer.is_none_or(|reviewer| reviewer == operator.user);
        let wanted = |parts: &&Parts| is_open(parts) && parts.company != operator.company && Some(parts.id) != after;
        Ok(waiting.into_iter().map(Application::parts).find(wanted).map(|parts| parts.id))
    }

    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable> {
        let state = self.0.call().await;
        let count = |status| state.onboarding.applications.iter().filter(|application| application.status() == status).count();
        Ok(OnboardingStatus::ALL.map(|status| i64::try_from(count(status)).unwrap_or(most).min(most)).to_vec())
    }

    async fn case(&self, id: ApplicationId) -> Result<Option<CaseFile>, Unavailable> {
        let state = self.0.call().await;
        let Some(application) = by_id(&state, id) else { return Ok(None) };
        let Parts { applicant, reviewer, company, .. } = application.parts();
        let gone = || Unavailable::Failed("the applicant is gone".to_owned());
        Ok(Some(CaseFile {
            history: state.onboarding.steps_of(id),
            applicant: state.identity.user(*applicant).cloned().ok_or_else(gone)?,
            owners: state.parties.owners(*company).filter_map(|id| state.identity.user(id).cloned()).collect(),
            reviewer: reviewer.and_then(|id| state.identity.user(id).cloned()),
            buyers: state.parties.buyers_of(*company).cloned().collect(),
            submissions: state.onboarding.submissions_of(id),
            similar: similar(&state, &application),
            application,
        }))
    }

    async fn buyer_in_case(&self, id: ApplicationId, buyer: BuyerId) -> Result<Option<BuyerInCase>, Unavailable> {
        let state = self.0.call().await;
        let found = by_id(&state, id).and_then(|application| {
            let buyer = state.parties.buyers_of(application.parts().company).find(|found| found.id == buyer)?.clone();
            Some((application, buyer))
        });
        Ok(found.map(|(application, buyer)| {
            let entity = buyer.details.legal_entity();
            let debtor = state.parties.debtors.iter().find(|debtor| debtor.parts().legal_entity == entity).map(|debtor| debtor.id());
            let alike = state.parties.alike(&buyer.details.marks());
            BuyerInCase { application, buyer, debtor, alike }
        }))
    }

    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable> {
        Ok(self.0.call().await.onboarding.submissions_of(id))
    }

    async fn known_documents(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Unavailable> {
        let state = self.0.call().await;
        let all = state.onboarding.applications.iter().flat_map(|application| application.documents());
        Ok(all.map(|document| document.id).filter(|id| ids.contains(id)).collect())
    }

    async fn document(&self, id: DocumentId) -> Result<Option<(CompanyId, Document)>, Unavailable> {
        let state = self.0.call().await;
        let mut all =
            state.onboarding.applications.iter().flat_map(|of| of.documents().iter().map(|document| (of.parts().company, document)));
        Ok(all.find(|(_, document)| document.id == id).map(|(owner, document)| (owner, document.clone())))
    }
}
