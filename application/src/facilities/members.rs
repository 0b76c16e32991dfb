//! What a company says to terms.

use super::{Facilities, FacilityError, changes::Change, ports::FacilityFound, stored};
use crate::{
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{RequestKey, once},
        outbox::Content,
    },
    onboarding::changes::Change as ApplicationChange,
    parties::{Member, changes::Change as PartyChange},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    facilities::{
        facility::{FacilityRefusal, Signature},
        status::FacilityAction,
    },
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        canonical::Digest,
        coded::Coded,
        ids::FacilityId,
        text::Line,
    },
};
use std::net::IpAddr;

/// What a member agrees to, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptCommand {
    pub by: Member,
    /// The version of the facility they saw.
    pub version: i64,
    /// Of the terms they saw.
    pub hash: Digest,
    /// As they typed it: the name of their account.
    pub signed_name: Line,
    /// Where they call from.
    pub address: IpAddr,
    pub request: Option<RequestKey>,
}

/// What a member does not agree to.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclineCommand {
    pub by: Member,
    /// The version of the facility they saw.
    pub version: i64,
    pub request: Option<RequestKey>,
}

impl Facilities {
    /// Agrees to exactly the terms that were seen. The evidence is kept with them, and the owners are told.
    ///
    /// # Errors
    /// `NotFound` for another company's; `Stale` when other terms wait, or none any more; `OtherName`; `StepUpRequired`; `Refused`.
    pub async fn accept_terms(&self, id: FacilityId, command: AcceptCommand) -> Result<FacilityFound, FacilityError> {
        let AcceptCommand { by, version, hash, signed_name, address, request } = command;
        let repeat = async |_| self.own(id, &by).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut found = self.seen(id, &by, version, FacilityAction::AcceptTerms).await?;
            if !by.user.is_called(&signed_name) {
                return Err(FacilityError::OtherName);
            }
            self.identity.stepped_up(&by)?;
            if found.facility.waiting().map(|waiting| waiting.terms.hash()) != Some(hash) {
                return Err(FacilityError::Stale);
            }
            let now = self.identity.clock.now();
            let signature = Signature { by: by.user.id(), name: signed_name, address };
            let told =
                [("termsHash", hash.to_string()), ("signedName", signature.name.as_str().to_owned()), ("address", address.to_string())];
            let entry = self.entry(&found, &by, AuditAction::TermsAccepted, now).new_values(told);
            let was = found.facility.status();
            found.facility.accept(signature, now)?;
            let entry = entry.change("status", Some(was.code().to_owned()), Some(found.facility.status().code().to_owned()));
            let mails = self.mails_to_owners(by.membership.company, &Content::TermsAccepted, now).await?;
            let context = WriteContext { mails, ..WriteContext::of(entry) };
            self.write(found, &by, context.under(request.as_ref().map(|request| request.made(id.0, now)))).await
        })
        .await
    }

    /// Does not agree to the terms that wait.
    ///
    /// # Errors
    /// `NotFound` for another company's; `Stale` when something changed since; `Refused`.
    pub async fn decline_terms(&self, id: FacilityId, command: DeclineCommand) -> Result<FacilityFound, FacilityError> {
        let DeclineCommand { by, version, request } = command;
        let repeat = async |_| self.own(id, &by).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut found = self.seen(id, &by, version, FacilityAction::DeclineTerms).await?;
            let (now, was) = (self.identity.clock.now(), found.facility.status());
            let entry = self.entry(&found, &by, AuditAction::TermsDeclined, now);
            found.facility.decline(by.user.id(), now)?;
            let entry = entry.change("status", Some(was.code().to_owned()), Some(found.facility.status().code().to_owned()));
            let made = request.as_ref().map(|request| request.made(id.0, now));
            self.write(found, &by, WriteContext::of(entry).under(made)).await
        })
        .await
    }

    async fn own(&self, id: FacilityId, by: &Member) -> Result<FacilityFound, FacilityError> {
        let found = self.found(id).await?;
        if found.company.id == by.membership.company { Ok(found) } else { Err(FacilityError::NotFound) }
    }

    /// The facility of somebody's company at the version they saw, with which they may do this.
    async fn seen(&self, id: FacilityId, by: &Member, version: i64, action: FacilityAction) -> Result<FacilityFound, FacilityError> {
        let found = self.own(id, by).await?;
        match found.facility.member_may(action, &by.membership, found.status) {
            Err(refused @ FacilityRefusal::NotMembers(_)) => Err(refused.into()),
            _ if found.facility.parts().version != version => Err(FacilityError::Stale),
            other => other.map(|()| found).map_err(Into::into),
        }
    }

    fn entry(&self, found: &FacilityFound, by: &Member, action: AuditAction, now: DateTime<Utc>) -> Entry {
        let about = Subjects::of_company(found.company.id, found.facility.parts().id.0);
        let waiting = found.facility.waiting().map(|waiting| ("termsVersion", waiting.number.to_string()));
        Entry::new(now, Actor::User(by.user.id()), action, about).new_values(waiting)
    }

    /// Writes it, if its company stands where it stood and whoever writes still belongs to it.
    async fn write(&self, found: FacilityFound, by: &Member, context: WriteContext) -> Result<FacilityFound, FacilityError> {
        let changes = vec![
            PartyChange::MembershipStands(by.membership).into(),
            ApplicationChange::StatusStands { company: found.company.id, status: found.status }.into(),
            Change::FacilityChanged(Box::new(found.facility.clone())),
        ];
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(stored(found)),
            Err(CommitError::Stale) => Err(FacilityError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}
