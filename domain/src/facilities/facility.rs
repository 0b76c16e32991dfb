//! A facility: the agreement with one company, and every version of its terms.

use super::{
    status::{FacilityAction, FacilityStatus},
    terms::{FacilityKind, Terms},
};
use crate::{
    identity::operator::OperatorRight,
    kernel::{
        canonical::{Canonical, Digest},
        coded::{Coded, coded_enum},
        ids::{CompanyId, FacilityId, UserId},
        minor::Minor,
        money::Currency,
        text::Line,
    },
    parties::membership::MemberRight,
};
use chrono::{DateTime, Utc};
use std::net::IpAddr;
use uuid::Uuid;

/// Why nothing is done with a facility.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FacilityRefusal {
    #[error("it takes another role in the company")]
    NotMembers(MemberRight),
    #[error("it takes another role in the house")]
    NotOperators(OperatorRight),
    #[error("it is the company they belong to")]
    OwnCompany,
    #[error("the company is not approved")]
    CompanyNotApproved,
    /// The company did not apply for this kind.
    #[error("the company does not want this")]
    NotWanted,
    #[error("the facility is not active")]
    NotActive,
    #[error("it cannot be done at this status")]
    NotPossible,
    /// The company has one of this kind and currency.
    #[error("there is one already")]
    AlreadyOpen,
    /// Other terms wait for the company: those are to be taken back first.
    #[error("other terms wait for the company")]
    TermsWait,
    /// A facility keeps its kind.
    #[error("these terms are of another kind")]
    OtherKind,
    /// A facility keeps its currency.
    #[error("these terms are in another currency")]
    OtherCurrency,
}

coded_enum!(
    /// What became of a version of the terms.
    TermsState {
        /// It waits for the company.
        Open = "open",
        Accepted = "accepted",
        Declined = "declined",
        Withdrawn = "withdrawn",
    }
);

/// What somebody signs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub by: UserId,
    /// As they typed it.
    pub name: Line,
    /// Where they called from.
    pub address: IpAddr,
}

/// How a version of the terms was accepted: the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    pub signature: Signature,
    pub at: DateTime<Utc>,
    /// Of the terms they had before them.
    pub hash: Digest,
}

/// Who ended a version of the terms, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedBy {
    pub by: UserId,
    pub at: DateTime<Utc>,
}

/// What became of a version of the terms, with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TermsOutcome {
    Open,
    Accepted(Acceptance),
    Declined(EndedBy),
    Withdrawn(EndedBy),
}

impl TermsOutcome {
    pub fn state(&self) -> TermsState {
        match self {
            Self::Open => TermsState::Open,
            Self::Accepted(_) => TermsState::Accepted,
            Self::Declined(_) => TermsState::Declined,
            Self::Withdrawn(_) => TermsState::Withdrawn,
        }
    }
}

/// One version of the terms. Once it was accepted it never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsVersion {
    /// 1 for the first.
    pub number: i32,
    pub terms: Terms,
    pub proposed_by: UserId,
    pub proposed_at: DateTime<Utc>,
    pub outcome: TermsOutcome,
}

/// Everything there is of a facility.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub id: FacilityId,
    pub company: CompanyId,
    pub kind: FacilityKind,
    pub currency: Currency,
    pub status: FacilityStatus,
    /// Counts changes; a writer names the one it saw. 1 for a new one.
    pub version: i64,
    pub created_at: DateTime<Utc>,
    /// The first one first; there is always one.
    pub versions: Vec<TermsVersion>,
}

/// An agreement with a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facility(Parts);

impl Facility {
    /// A facility whose first terms wait for the company.
    pub fn propose(id: FacilityId, company: CompanyId, terms: Terms, by: UserId, now: DateTime<Utc>) -> Self {
        let (kind, currency) = (terms.parts().kind, terms.parts().currency);
        let first = TermsVersion { number: 1, terms, proposed_by: by, proposed_at: now, outcome: TermsOutcome::Open };
        let status = FacilityStatus::Proposed;
        Self(Parts { id, company, kind, currency, status, version: 1, created_at: now, versions: vec![first] })
    }

    pub fn restore(parts: Parts) -> Self {
        Self(parts)
    }

    pub fn parts(&self) -> &Parts {
        &self.0
    }

    pub fn status(&self) -> FacilityStatus {
        self.0.status
    }

    /// Its place: see [`slot`].
    pub fn place(&self) -> Uuid {
        slot(self.0.company, self.0.kind, self.0.currency)
    }

    /// The terms that rule: those accepted last.
    pub fn ruling(&self) -> Option<&TermsVersion> {
        self.0.versions.iter().rev().find(|version| version.outcome.state() == TermsState::Accepted)
    }

    /// The terms that wait for the company.
    pub fn waiting(&self) -> Option<&TermsVersion> {
        self.0.versions.last().filter(|version| version.outcome == TermsOutcome::Open)
    }

    /// The terms it is known by: those that rule, or where none ever did those proposed last.
    pub fn shown(&self) -> Option<&TermsVersion> {
        self.ruling().or(self.0.versions.last())
    }

    /// What is still free under it where this much is in use, in minor units: nothing where more is in use than the limit, or where
    /// it isn't active. None where no terms rule.
    pub fn headroom(&self, in_use: Minor) -> Option<Minor> {
        let left = (self.ruling()?.terms.parts().limit - in_use).or_zero();
        Some(if self.0.status == FacilityStatus::Active { left } else { Minor::ZERO })
    }

    /// Offers other terms, of the same kind and in the same currency.
    ///
    /// # Errors
    /// `OtherKind`, `OtherCurrency`, `TermsWait`, `NotPossible`.
    pub fn propose_terms(&mut self, terms: Terms, by: UserId, now: DateTime<Utc>) -> Result<(), FacilityRefusal> {
        self.may_become(&terms)?;
        self.take(FacilityAction::ProposeTerms)?;
        let number = self.0.versions.last().map_or(1, |last| last.number + 1);
        self.0.versions.push(TermsVersion { number, terms, proposed_by: by, proposed_at: now, outcome: TermsOutcome::Open });
        Ok(())
    }

    /// Whether these may be its terms.
    ///
    /// # Errors
    /// `OtherKind`, `OtherCurrency`.
    pub fn may_become(&self, terms: &Terms) -> Result<(), FacilityRefusal> {
        if terms.parts().kind != self.0.kind {
            return Err(FacilityRefusal::OtherKind);
        }
        if terms.parts().currency == self.0.currency { Ok(()) } else { Err(FacilityRefusal::OtherCurrency) }
    }

    /// The company agrees to the terms that wait: from now on they rule.
    ///
    /// # Errors
    /// `NotPossible`.
    pub fn accept(&mut self, signature: Signature, now: DateTime<Utc>) -> Result<(), FacilityRefusal> {
        self.take(FacilityAction::AcceptTerms)?;
        self.end_waiting(|waiting| TermsOutcome::Accepted(Acceptance { signature, at: now, hash: waiting.terms.hash() }));
        Ok(())
    }

    /// The company does not agree to the terms that wait.
    ///
    /// # Errors
    /// `NotPossible`.
    pub fn decline(&mut self, by: UserId, now: DateTime<Utc>) -> Result<(), FacilityRefusal> {
        self.take(FacilityAction::DeclineTerms)?;
        self.end_waiting(|_| TermsOutcome::Declined(EndedBy { by, at: now }));
        Ok(())
    }

    /// Something the house does without new terms. Terms that wait when it closes are taken back with that.
    ///
    /// # Errors
    /// `NotPossible`.
    pub fn act(&mut self, what: HouseAction, by: UserId, now: DateTime<Utc>) -> Result<(), FacilityRefusal> {
        self.take(what.action())?;
        if matches!(what, HouseAction::Withdraw | HouseAction::Close) {
            self.end_waiting(|_| TermsOutcome::Withdrawn(EndedBy { by, at: now }));
        }
        Ok(())
    }

    /// Where the action leads.
    ///
    /// # Errors
    /// `TermsWait`, `NotPossible`.
    pub(super) fn possible(&self, action: FacilityAction) -> Result<FacilityStatus, FacilityRefusal> {
        use FacilityAction as A;
        match action {
            A::ProposeTerms if self.waiting().is_some() => return Err(FacilityRefusal::TermsWait),
            A::AcceptTerms | A::DeclineTerms | A::Withdraw if self.waiting().is_none() => return Err(FacilityRefusal::NotPossible),
            _ => {}
        }
        self.status().after(action).ok_or(FacilityRefusal::NotPossible)
    }

    fn take(&mut self, action: FacilityAction) -> Result<(), FacilityRefusal> {
        self.0.status = self.possible(action)?;
        Ok(())
    }

    fn end_waiting(&mut self, outcome: impl FnOnce(&TermsVersion) -> TermsOutcome) {
        if let Some(waiting) = self.0.versions.last_mut().filter(|version| version.outcome == TermsOutcome::Open) {
            waiting.outcome = outcome(waiting);
        }
    }
}

/// What an operator does with a facility at once, alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseAction {
    /// Takes back terms that wait for the company.
    Withdraw,
    Suspend,
    Resume,
    Close,
}

impl HouseAction {
    pub const ALL: [Self; 4] = [Self::Withdraw, Self::Suspend, Self::Resume, Self::Close];

    pub fn action(self) -> FacilityAction {
        match self {
            Self::Withdraw => FacilityAction::Withdraw,
            Self::Suspend => FacilityAction::Suspend,
            Self::Resume => FacilityAction::Resume,
            Self::Close => FacilityAction::Close,
        }
    }
}

/// Where a company has one open facility at most, be there one or not: the same for the same company, kind and currency.
pub fn slot(company: CompanyId, kind: FacilityKind, currency: Currency) -> Uuid {
    let place = [("company", company.to_string()), ("kind", kind.code().to_owned()), ("currency", currency.code().to_owned())];
    let Digest(bytes) = Canonical::object(place.map(|(name, value)| (name, Canonical::text(value)))).digest();
    bytes.first_chunk().map_or(Uuid::nil(), |first| Uuid::from_bytes(*first))
}

#[cfg(test)]
mod tests;
