//! What one operator does with a facility alone.

use super::{Facilities, FacilityError, changes::Change, ports::FacilityFound, stored, works};
use crate::{
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{RequestKey, once},
        outbox::Content,
    },
    parties::Member,
};
use sooner_domain::{
    facilities::facility::{FacilityRefusal, HouseAction},
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        ids::FacilityId,
        text::Note,
    },
};

/// What an operator does, and what it is based on.
#[derive(Debug, Clone, PartialEq)]
pub struct HouseCommand {
    pub by: Member,
    pub what: HouseAction,
    /// The version of the facility they saw.
    pub version: i64,
    /// Why, for colleagues.
    pub note: Option<Note>,
    pub request: Option<RequestKey>,
}

impl Facilities {
    /// Withdraws terms that wait, suspends, resumes or closes. The company's owners are told when nothing new is bought from then
    /// on.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Refused`.
    pub async fn act(&self, id: FacilityId, command: HouseCommand) -> Result<FacilityFound, FacilityError> {
        let HouseCommand { by, what, version, note, request } = command;
        let operator = by.operator();
        let repeat = async |_| self.found(id).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut found = self.found(id).await?;
            match found.facility.operator_may(what.action(), &operator, found.status) {
                Err(refused @ (FacilityRefusal::NotOperators(_) | FacilityRefusal::OwnCompany)) => return Err(refused.into()),
                _ if found.facility.parts().version != version => return Err(FacilityError::Stale),
                other => other?,
            }
            let (now, was) = (self.identity.clock.now(), found.facility.status());
            let about = Subjects::of_company(found.company.id, id.0);
            let waiting = found.facility.waiting().map(|waiting| ("termsVersion", waiting.number.to_string()));
            found.facility.act(what, operator.user(), now)?;
            let entry = Entry::new(now, Actor::User(operator.user()), audited(what), about);
            let entry = entry.change("status", Some(was.code().to_owned()), Some(found.facility.status().code().to_owned()));
            let told = note.as_ref().map(|note| ("note", note.as_str().to_owned()));
            let entry = entry.new_values(waiting.filter(|_| what == HouseAction::Withdraw)).new_values(told);
            let mails = match said(what) {
                Some(said) => self.mails_to_owners(found.company.id, &said, now).await?,
                None => Vec::new(),
            };
            let made = request.as_ref().map(|request| request.made(id.0, now));
            let changes = vec![works(&operator), Change::FacilityChanged(Box::new(found.facility.clone()))];
            match self.commit.commit(changes, WriteContext { mails, ..WriteContext::of(entry) }.under(made)).await {
                Ok(()) => Ok(stored(found)),
                Err(CommitError::Stale) => Err(FacilityError::Stale),
                Err(error) => Err(error.unexpected().into()),
            }
        })
        .await
    }
}

fn audited(what: HouseAction) -> AuditAction {
    match what {
        HouseAction::Withdraw => AuditAction::TermsWithdrawn,
        HouseAction::Suspend => AuditAction::FacilitySuspended,
        HouseAction::Resume => AuditAction::FacilityResumed,
        HouseAction::Close => AuditAction::FacilityClosed,
    }
}

fn said(what: HouseAction) -> Option<Content> {
    match what {
        HouseAction::Suspend => Some(Content::FacilitySuspended),
        HouseAction::Resume => Some(Content::FacilityResumed),
        HouseAction::Close => Some(Content::FacilityClosed),
        HouseAction::Withdraw => None,
    }
}
