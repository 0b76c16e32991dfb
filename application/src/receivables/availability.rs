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
    /// Whether nothing waits that was not looked at.
    is_whole: bool,
}

impl Financing {
    /// Facilities that a company has open at most: one a currency.
    const FACILITIES: i64 = 200;
    /// Invoices of a company that wait to be sold, or to be paid out, and are looked at. Of more, the newest are: then what is
    /// offered and available is too little, never too much, and its proof says so. What is in use is right all the same, for it
    /// is not added up of these; of that, what is accepted and was not looked at is told with what is out.
    const WAITING: i64 = 1_000;

    /// What this member's company can get, by facility.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn availability(&self, by: &Membership) -> Result<Vec<FacilityAvailability>, Unavailable> {
        self.availability_among(by, Self::WAITING).await
    }

    /// What it can get of the newest so many that wait.
    pub(super) async fn availability_among(&self, by: &Membership, most: i64) -> Result<Vec<FacilityAvailability>, Unavailable> {
        let positions = self.positions(by, None, most).await?;
        let of = |Position { terms, exposure, debtors, candidates, is_whole }: Position| {
            let found = availability::availability(&terms, &exposure, &debtors, &candidates);
            let availability = if is_whole { found } else { found.of_some() };
            FacilityAvailability { facility: exposure.facility, terms, availability }
        };
        Ok(positions.into_iter().map(of).collect())
    }

    /// The offers to accept to get this much at the least cost. Its proof says what others could do better, also those that
    /// were not looked at.
    ///
    /// # Errors
    /// `NoFacility`.
    pub async fn cheapest(&self, by: &Membership, need: Need) -> Result<Answer, AvailabilityError> {
        self.cheapest_among(by, need, Self::WAITING).await
    }

    /// The same of the newest so many that wait.
    pub(super) async fn cheapest_among(&self, by: &Membership, need: Need, most: i64) -> Result<Answer, AvailabilityError> {
        let position = self.positions(by, Some(need.currency), most).await?.pop().ok_or(AvailabilityError::NoFacility)?;
        let Position { terms, exposure, debtors, candidates, is_whole } = position;
        let answer = choose::cheapest(&candidates, &availability::rooms(&terms, &exposure, &debtors), need.amount);
        Ok(if is_whole { answer } else { answer.of_some(exposure.room(&terms)) })
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

    async fn positions(&self, by: &Membership, currency: Option<Currency>, most: i64) -> Result<Vec<Position>, Unavailable> {
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
        // One more says whether there are others.
        let mut waiting = self.records.page(filter, None, most + 1).await?;
        let all = waiting.len();
        waiting.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let is_whole = waiting.len() == all;
        let looks = self.looks(waiting).await?;
        let position = |(found, in_use): (FacilityFound, FacilityUse)| {
            let terms = found.facility.ruling()?.terms;
            let of = |look: &&Look| look.scene.facility.as_ref().is_some_and(|own| own.facility.parts().id == found.facility.parts().id);
            let own: Vec<_> = looks.iter().filter(of).collect();
            Some(Position { is_whole, ..position(&found, terms, in_use, &own) })
        };
        Ok(found.into_iter().zip(exposures).filter_map(position).collect())
    }
}

/// Of what waits this is all.
fn position(found: &FacilityFound, terms: Terms, FacilityUse { in_all, by_debtor }: FacilityUse, looks: &[&Look]) -> Position {
    let advance = |look: &&Look| look.terms().map(|terms| look.receivable().face().share(terms.parts().advance_rate));
    let is_accepted = |look: &&&Look| look.receivable().status() == ReceivableStatus::Accepted;
    let accepted = looks.iter().filter(is_accepted).filter_map(advance).sum::<Minor>();
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
    Position { terms, exposure, debtors: looks.iter().filter_map(room).collect(), candidates, is_whole: true }
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
