//! What a seller can get now, how that comes about, and the cheapest way to a certain amount.

use super::{
    Financing,
    look::{Look, StandingOffer},
    ports::ReceivableFilter,
};
use crate::{
    facilities::ports::{FacilityFilter, FacilityFound, FacilityUse},
    kernel::unavailable::Unavailable,
};
use futures_util::future::try_join_all;
use sooner_domain::{
    facilities::{
        status::FacilityStatus,
        terms::{FacilityKind, Terms},
    },
    kernel::{
        ids::{DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::membership::Membership,
    receivables::{
        availability::{self, Availability, Exposure},
        choose::{self, Answer, Candidate},
        status::ReceivableStatus,
    },
};
use std::collections::BTreeMap;

/// What can be had under one facility.
#[derive(Debug, Clone, PartialEq)]
pub struct FacilityAvailability {
    pub facility: FacilityId,
    pub terms: Terms,
    pub availability: Availability,
}

/// How much somebody needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    pub amount: Minor,
    pub currency: Currency,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AvailabilityError {
    /// There is no facility in this currency.
    #[error("no facility is open in this currency")]
    NoFacility,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// One facility with everything that counts under it.
struct Position {
    terms: Terms,
    exposure: Exposure,
    debtors: BTreeMap<DebtorId, Minor>,
    candidates: Vec<Candidate>,
}

impl Financing {
    /// Facilities that a company has open at most: one a currency.
    const FACILITIES: i64 = 200;
    /// Invoices of a company that wait to be sold, or to be paid out: of more, the newest count.
    const WAITING: i64 = 1_000;

    /// What this member's company can get, by facility.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn availability(&self, by: &Membership) -> Result<Vec<FacilityAvailability>, Unavailable> {
        let positions = self.positions(by, None).await?;
        let of = |Position { terms, exposure, debtors, candidates }: Position| {
            let availability = availability::availability(&terms, &exposure, &debtors, &candidates);
            FacilityAvailability { facility: exposure.facility, terms, availability }
        };
        Ok(positions.into_iter().map(of).collect())
    }

    /// The offers to accept to get this much at the least cost.
    ///
    /// # Errors
    /// `NoFacility`.
    pub async fn cheapest(&self, by: &Membership, need: Need) -> Result<Answer, AvailabilityError> {
        let position = self.positions(by, Some(need.currency)).await?.pop().ok_or(AvailabilityError::NoFacility)?;
        let rooms = availability::rooms(&position.terms, &position.exposure, &position.debtors);
        Ok(choose::cheapest(&position.candidates, &rooms, need.amount))
    }

    /// The offers that stand of these receivables, as far as this member's company sees them.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn standing(&self, by: &Membership, of: Vec<ReceivableId>) -> Result<Vec<(ReceivableId, StandingOffer)>, Unavailable> {
        let kept = self.records.by_ids(of).await?.into_iter().filter(|kept| kept.receivable.is_seen_by(by.company)).collect();
        let standing = |look: Look| Some((look.receivable().id(), look.offer?.ok()?));
        Ok(self.looks(kept).await?.into_iter().filter_map(standing).collect())
    }

    async fn positions(&self, by: &Membership, currency: Option<Currency>) -> Result<Vec<Position>, Unavailable> {
        let filter = FacilityFilter { company: Some(by.company), status: Some(FacilityStatus::Active) };
        let found = self.facilities.page(filter, None, Self::FACILITIES).await?;
        let is_wanted = |found: &FacilityFound| {
            let parts = found.facility.parts();
            parts.kind == FacilityKind::Factoring && currency.is_none_or(|currency| parts.currency == currency)
        };
        let found: Vec<_> = found.into_iter().filter(is_wanted).collect();
        let exposures = try_join_all(found.iter().map(|found| self.exposures.of_facility(found.facility.parts().id))).await?;
        let statuses = vec![ReceivableStatus::Submitted, ReceivableStatus::Offered, ReceivableStatus::Accepted];
        let filter = ReceivableFilter { company: Some(by.company), statuses, ..ReceivableFilter::default() };
        let waiting = self.records.page(filter, None, Self::WAITING).await?;
        let looks = self.looks(waiting).await?;
        let position = |(found, in_use): (FacilityFound, FacilityUse)| {
            let terms = found.facility.ruling()?.terms;
            let of = |look: &&Look| look.scene.facility.as_ref().is_some_and(|own| own.facility.parts().id == found.facility.parts().id);
            Some(position(&found, terms, in_use, &looks.iter().filter(of).collect::<Vec<_>>()))
        };
        Ok(found.into_iter().zip(exposures).filter_map(position).collect())
    }
}

fn position(found: &FacilityFound, terms: Terms, FacilityUse { in_all, by_debtor }: FacilityUse, looks: &[&Look]) -> Position {
    let advance = |look: &&Look| look.terms().map(|terms| look.receivable().face().share(terms.parts().advance_rate));
    let is_accepted = |look: &&&Look| look.receivable().status() == ReceivableStatus::Accepted;
    let accepted = looks.iter().filter(is_accepted).filter_map(|look| advance(look)).sum::<Minor>();
    let without_owed: Minor = by_debtor.iter().map(|(_, amount)| *amount).sum();
    let facility = found.facility.parts().id;
    // What a seller owes counts under the facility alone.
    let (out, owed) = (without_owed - accepted, in_all - without_owed);
    let exposure = Exposure { facility, out, accepted, owed, on_debtors: by_debtor.into_iter().collect() };
    let candidates: Vec<_> = looks.iter().filter_map(|look| candidate(look, facility)).collect();
    let room = |look: &&Look| {
        let debtor = look.scene.debtor.as_ref()?;
        Some((debtor.id(), look.fits(sooner_domain::facilities::exposure::Ceiling::Debtor)))
    };
    Position { terms, exposure, debtors: looks.iter().filter_map(room).collect(), candidates }
}

fn candidate(look: &Look, facility: FacilityId) -> Option<Candidate> {
    let offer = &look.offer.as_ref()?.as_ref().ok()?.offer;
    let (price, receivable) = (offer.price(), look.receivable());
    let figures = price.components();
    Some(Candidate {
        receivable: receivable.id(),
        facility,
        debtor: receivable.parts().debtor?,
        face: figures.case.face,
        advance: figures.advance,
        payout: figures.payout,
        cost: price.cost(),
    })
}
