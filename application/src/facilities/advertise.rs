//! Terms the house shows to everybody.

use super::{Facilities, FacilityError, changes::Change, works};
use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        unavailable::Unavailable,
    },
    parties::Member,
};
use sooner_domain::{
    facilities::{
        comparison::changed,
        facility::{FacilityRefusal, slot},
        terms::Terms,
    },
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::CompanyId,
    },
};
use uuid::Uuid;

impl Facilities {
    /// The terms shown to everybody: one for each kind and currency at most.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn advertised(&self) -> Result<Vec<Terms>, Unavailable> {
        self.records.advertised().await
    }

    /// Shows these, in place of those of the same kind and currency. They bind nobody.
    ///
    /// # Errors
    /// `Refused` with `NotOperators`.
    pub async fn advertise(&self, by: &Member, terms: Terms) -> Result<(), FacilityError> {
        let operator = by.operator();
        if !operator.may(OperatorRight::ManageFacilities) {
            return Err(FacilityRefusal::NotOperators(OperatorRight::ManageFacilities).into());
        }
        let place = |terms: &Terms| (terms.parts().kind, terms.parts().currency);
        for _ in 0..MAX_ATTEMPTS {
            let before = self.records.advertised().await?.into_iter().find(|other| place(other) == place(&terms));
            if before == Some(terms) {
                return Ok(());
            }
            // It is no company's: the place is that of an id that no company has.
            let (kind, currency) = place(&terms);
            let thing = slot(CompanyId(Uuid::nil()), kind, currency);
            let about = Subjects { user: None, company: None, debtor: None, thing };
            let mut entry = Entry::new(self.identity.clock.now(), Actor::User(operator.user()), AuditAction::TermsAdvertised, about);
            entry.changes = changed(before.as_ref(), &terms);
            let changes = vec![works(&operator), Change::TermsAdvertised { terms: Box::new(terms), before: before.map(Box::new) }];
            match self.commit.commit(changes, WriteContext::of(entry)).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("advertised terms").into())
    }
}
