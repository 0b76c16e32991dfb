//! What a seller can get now, how that comes about, and the cheapest way to a certain amount.

use crate::{
    facilities::ports::{FacilityFilter, FacilityFound, FacilityUse},
    kernel::unavailable::Unavailable,
    receivables::{
        Receivables,
        look::{Look, StandingOffer},
        ports::{ReceivableFilter, Side},
    },
};
use futures_util::future::try_join_all;
use sooner_domain::{
    facilities::{
        exposure::Ceiling,
        status::FacilityStatus,
        terms::{FacilityKind, Terms},
    },
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::{company::Company, membership::Membership},
    receivables::{
        availability::{self, Availability, Exposure},
        choose::{self, Answer, Candidate},
        status::ReceivableStatus,
    },
};
use std::collections::BTreeMap;

/// What can be had under one facility, or in one programme of a buyer.
#[derive(Debug, Clone, PartialEq)]
pub struct FacilityAvailability {
    pub facility: FacilityId,
    /// Whose facility it is: the company itself, or the buyer whose programme it is.
    pub holder: Company,
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
    /// There is no facility in this currency, nor a programme in which something waits.
    #[error("no facility is open in this currency")]
    NoFacility,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// One facility with everything that counts under it.
struct Position {
    holder: Company,
    terms: Terms,
    exposure: Exposure,
    debtors: BTreeMap<DebtorId, Minor>,
    candidates: Vec<Candidate>,
    /// What all that waits pays together at most, where not all of it was looked at.
    most: Option<Minor>,
}

impl Receivables {
    /// Facilities that a company has open at most: one a currency.
    const FACILITIES: i64 = 200;
    /// Invoices of a company that wait to be sold, or to be paid out, and are looked at. Of more, the newest are: then what is
    /// offered and available is too little, never too much, and its proof says so. What is in use is right all the same, for it
    /// is not added up of these; of that, what is accepted and was not looked at is told with what is out.
    const WAITING: i64 = 1_000;

    /// What this member's company can get, under each of its facilities and in each programme in which something waits.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn availability(&self, by: &Membership) -> Result<Vec<FacilityAvailability>, Unavailable> {
        self.availability_among(by, Self::WAITING).await
    }

    /// What it can get of the newest so many that wait.
    pub(crate) async fn availability_among(&self, by: &Membership, most: i64) -> Result<Vec<FacilityAvailability>, Unavailable> {
        let of = |Position { holder, terms, exposure, debtors, candidates, most }: Position| {
            let found = availability::availability(&terms, &exposure, &debtors, &candidates);
            let availability = match most {
                None => found,
                Some(most) => found.of_some(most),
            };
            FacilityAvailability { facility: exposure.facility, holder, terms, availability }
        };
        Ok(self.positions(by, None, most).await?.into_iter().map(of).collect())
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
    pub(crate) async fn cheapest_among(&self, by: &Membership, need: Need, most: i64) -> Result<Answer, AvailabilityError> {
        let positions = self.positions(by, Some(need.currency), most).await?;
        if positions.is_empty() {
            return Err(AvailabilityError::NoFacility);
        }
        let candidates: Vec<_> = positions.iter().flat_map(|position| position.candidates.clone()).collect();
        let rooms =
            positions.iter().flat_map(|Position { terms, exposure, debtors, .. }| availability::rooms(terms, exposure, debtors)).collect();
        let answer = choose::cheapest(&candidates, &rooms, need.amount);
        let is_whole = positions.iter().all(|position| position.most.is_none());
        Ok(if is_whole { answer } else { answer.of_some(positions.iter().filter_map(|position| position.most).sum()) })
    }

    /// The offers that stand of these receivables, as far as this member's company sells them: to others they are not shown.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn standing(&self, by: &Membership, of: Vec<ReceivableId>) -> Result<Vec<(ReceivableId, StandingOffer)>, Unavailable> {
        let kept = self.records.by_ids(of).await?.into_iter().filter(|kept| Side::Selling.has(&kept.receivable, by.company)).collect();
        let standing = |look: Look| Some((look.receivable().id(), look.offer?.ok()?));
        Ok(self.looks(kept).await?.into_iter().filter_map(standing).collect())
    }

    async fn positions(&self, by: &Membership, currency: Option<Currency>, most: i64) -> Result<Vec<Position>, Unavailable> {
        let mut found = self.active(by.company, FacilityKind::Factoring).await?;
        let statuses = vec![ReceivableStatus::Submitted, ReceivableStatus::Offered, ReceivableStatus::Accepted];
        let filter = ReceivableFilter { company: Some((by.company, Side::Selling)), statuses, ..ReceivableFilter::default() };
        // One more says whether there are others.
        let mut waiting = self.records.page(filter, None, most + 1).await?;
        let all = waiting.len();
        waiting.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let is_whole = waiting.len() == all;
        let looks = self.looks(waiting).await?;
        let programmes = looks.iter().filter(|look| look.receivable().kind() == FacilityKind::ReverseFactoring);
        let mut programmes: BTreeMap<_, _> =
            programmes.filter_map(|look| look.scene.facility.clone()).map(|found| (found.facility.parts().id, found)).collect();
        if !is_whole {
            // There may be others behind those that were looked at.
            for place in self.suppliers.of_company(by.company).await? {
                let others = self.active(place.buyer.id, FacilityKind::ReverseFactoring).await?;
                programmes.extend(others.into_iter().map(|found| (found.facility.parts().id, found)));
            }
        }
        found.extend(programmes.into_values());
        found.retain(|found| currency.is_none_or(|currency| found.facility.parts().currency == currency));
        try_join_all(found.iter().filter_map(|found| Some(self.position(by, found, found.facility.ruling()?.terms, &looks, is_whole))))
            .await
    }

    async fn active(&self, company: CompanyId, kind: FacilityKind) -> Result<Vec<FacilityFound>, Unavailable> {
        let filter = FacilityFilter { company: Some(company), status: Some(FacilityStatus::Active), but: None };
        let found = self.facilities.page(filter, None, Self::FACILITIES).await?;
        Ok(found.into_iter().filter(|found| found.facility.parts().kind == kind).collect())
    }

    async fn position(
        &self,
        by: &Membership,
        FacilityFound { facility, company, .. }: &FacilityFound,
        terms: Terms,
        looks: &[Look],
        is_whole: bool,
    ) -> Result<Position, Unavailable> {
        let (id, currency) = (facility.parts().id, facility.parts().currency);
        let own: Vec<_> = looks.iter().filter(|look| look.agreement().is_some_and(|agreement| agreement.facility == id)).collect();
        let out = match is_whole {
            true => None,
            // What waits for its payout behind those that were looked at is no less committed.
            false => Some(self.records.out_under(id).await?.into_iter().map(|(_, out)| out).sum()),
        };
        let exposure = exposure(id, self.exposures.of_facility(id).await?, out, &own);
        let most = match facility.parts().kind {
            _ if is_whole => None,
            FacilityKind::Factoring => Some(exposure.room(&terms).or_zero()),
            // What is left of the limit is not told to suppliers.
            FacilityKind::ReverseFactoring => {
                let promised = self.records.promised(company.id, vec![by.company]).await?;
                Some(promised.into_iter().filter(|(_, promised)| promised.currency == currency).map(|(_, promised)| promised.waiting).sum())
            }
        };
        let room = |look: &&Look| Some((look.scene.debtor.as_ref()?.id(), look.fits(Ceiling::Debtor)));
        let debtors = own.iter().filter_map(room).collect();
        let candidates = own.iter().filter_map(|look| candidate(look, id)).collect();
        Ok(Position { holder: company.clone(), terms, exposure, debtors, candidates, most })
    }
}

/// What is in use: what is out, and what waits to be paid out. `out` is none where all that waits was looked at.
fn exposure(facility: FacilityId, FacilityUse { in_all, by_debtor }: FacilityUse, out: Option<Minor>, looks: &[&Look]) -> Exposure {
    let advance = |look: &&Look| look.terms().map(|terms| look.receivable().face().share(terms.parts().advance_rate));
    let is_accepted = |look: &&&Look| look.receivable().status() == ReceivableStatus::Accepted;
    let without_owed: Minor = by_debtor.iter().map(|(_, amount)| *amount).sum();
    let looked_at = || looks.iter().filter(is_accepted).filter_map(advance).sum::<Minor>();
    let accepted = out.map_or_else(looked_at, |out| without_owed - out);
    // What a seller owes counts under the facility alone.
    let (out, owed) = (without_owed - accepted, in_all - without_owed);
    Exposure { facility, out, accepted, owed, on_debtors: by_debtor.into_iter().collect() }
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
