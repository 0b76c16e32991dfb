//! What a seller could get now under one facility, its own or a buyer's programme, and how that comes about.

use super::choose::{Candidate, Choice, Limit, Proof, Rooms, most};
use crate::{
    facilities::terms::Terms,
    kernel::{
        coded::coded_enum,
        ids::{DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Percentage,
    },
};
use std::collections::BTreeMap;

/// What of a facility is in use, in advances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exposure {
    pub facility: FacilityId,
    /// Advances that have not come back.
    pub out: Minor,
    /// Accepted, and not paid out yet.
    pub accepted: Minor,
    /// What the seller owes the house.
    pub owed: Minor,
    /// Out and accepted by debtor.
    pub on_debtors: BTreeMap<DebtorId, Minor>,
}

impl Exposure {
    pub fn in_use(&self) -> Minor {
        self.out + self.accepted + self.owed
    }

    /// What still fits; below zero where what the seller owes, or a lower limit, made it so.
    pub fn room(&self, terms: &Terms) -> Minor {
        terms.parts().limit - self.in_use()
    }

    /// What still fits on one debtor.
    pub fn room_on(&self, debtor: DebtorId, terms: &Terms) -> Minor {
        let used = self.on_debtors.get(&debtor).copied().unwrap_or_default();
        terms.parts().limit.share(terms.parts().concentration) - used
    }
}

coded_enum!(
    /// A step on the way from the limit to what is available.
    StepCode {
        Limit = "limit",
        Out = "out",
        Accepted = "accepted",
        Owed = "owed",
        /// Of the limit, what is left.
        Room = "room",
        /// The advances of everything that is offered.
        Offered = "offered",
        /// Offered, and too much on one debtor.
        OverConcentration = "over_concentration",
        /// Offered, and more than the house takes on its debtor.
        OverDebtorLimit = "over_debtor_limit",
        /// Offered, and more than the room.
        OverRoom = "over_room",
        /// What is taken off the payouts at once.
        Deducted = "deducted",
        Available = "available",
    }
);

/// One step. What takes away is below zero: limit, out, accepted and owed add up to the room, and what follows to what is
/// available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub code: StepCode,
    pub amount: Minor,
}

/// The one figure a seller wants to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Availability {
    pub limit: Minor,
    pub in_use: Minor,
    /// The advances of everything that is offered.
    pub offered: Minor,
    /// What would be paid out, were all accepted now that fits together.
    pub available: Minor,
    /// Whether more could be had by another choice of offers.
    pub proof: Proof,
    pub steps: Vec<Step>,
    /// What fits together, in the order of the ids.
    pub fitting: Vec<ReceivableId>,
}

impl Availability {
    /// The same where there are offers that were not counted: all together pay no more than `most`.
    pub fn of_some(self, most: Minor) -> Self {
        Self { proof: Proof::of((most - self.available).or_zero()), ..self }
    }

    /// The steps from what is offered on. They are all that a supplier is told, for the limits of a programme are its buyer's:
    /// what does not fit is more than the house takes on from that buyer, whichever limit it is.
    pub fn steps_of_supplier(&self) -> Vec<Step> {
        let is_over = |step: &Step| matches!(step.code, StepCode::OverConcentration | StepCode::OverDebtorLimit | StepCode::OverRoom);
        let over = self.steps.iter().filter(|step| is_over(step)).map(|step| step.amount).sum::<Minor>();
        let told = |step: &Step| match step.code {
            StepCode::OverDebtorLimit => Some(Step { amount: over, ..*step }),
            StepCode::Offered | StepCode::Deducted | StepCode::Available => Some(*step),
            _ => None,
        };
        self.steps.iter().filter_map(told).collect()
    }
}

/// What there is to get of these offers. `debtors`: what each debtor may still owe; one that is not there, nothing.
pub fn availability(terms: &Terms, exposure: &Exposure, debtors: &BTreeMap<DebtorId, Minor>, offers: &[Candidate]) -> Availability {
    let mut rooms = rooms(terms, exposure, debtors);
    let choice = most(offers, &rooms);
    let is_chosen = |offer: &&Candidate| choice.receivables.binary_search(&offer.receivable).is_ok();
    for (limit, amount) in offers.iter().filter(is_chosen).flat_map(Candidate::uses) {
        rooms.entry(limit).and_modify(|room| *room -= amount);
    }
    let left_out: Vec<&Candidate> = offers.iter().filter(|offer| !is_chosen(offer)).collect();
    let over =
        |code: StepCode| left_out.iter().filter(|offer| reason(offer, terms, &rooms) == code).map(|offer| offer.advance).sum::<Minor>();
    let offered = offers.iter().map(|offer| offer.advance).sum::<Minor>();
    let advances = offers.iter().filter(is_chosen).map(|offer| offer.advance).sum::<Minor>();
    let steps = [
        (StepCode::Limit, terms.parts().limit),
        (StepCode::Out, -exposure.out),
        (StepCode::Accepted, -exposure.accepted),
        (StepCode::Owed, -exposure.owed),
        (StepCode::Room, exposure.room(terms)),
        (StepCode::Offered, offered),
        (StepCode::OverConcentration, -over(StepCode::OverConcentration)),
        (StepCode::OverDebtorLimit, -over(StepCode::OverDebtorLimit)),
        (StepCode::OverRoom, -over(StepCode::OverRoom)),
        (StepCode::Deducted, choice.payout - advances),
        (StepCode::Available, choice.payout),
    ];
    let Choice { receivables: fitting, payout: available, proof, .. } = choice;
    let steps = steps.into_iter().map(|(code, amount)| Step { code, amount }).collect();
    Availability { limit: terms.parts().limit, in_use: exposure.in_use(), offered, available, proof, steps, fitting }
}

/// The room under each limit that offers of this facility can meet.
pub fn rooms(terms: &Terms, exposure: &Exposure, debtors: &BTreeMap<DebtorId, Minor>) -> Rooms {
    let of_debtor = |(debtor, limit): (&DebtorId, &Minor)| {
        let on_debtor = exposure.room_on(*debtor, terms);
        [(Limit::Debtor(*debtor), *limit), (Limit::Concentration(exposure.facility, *debtor), on_debtor)]
    };
    let facility = (Limit::Facility(exposure.facility), exposure.room(terms));
    debtors.iter().flat_map(of_debtor).chain([facility]).collect()
}

/// Which limit keeps it out beside what was chosen: its debtor's own first, for more room would not help there. Where one debtor
/// may have the whole limit, that is no limit of its own: the room is smaller.
fn reason(offer: &Candidate, terms: &Terms, rooms: &Rooms) -> StepCode {
    let is_capped = terms.parts().concentration.basis_points() < Percentage::FULL;
    let is_over = |limit: &Limit, amount: Minor| rooms.get(limit).is_none_or(|room| amount > *room);
    let over = offer.uses().into_iter().filter(|(limit, amount)| is_over(limit, *amount)).filter_map(|(limit, _)| match limit {
        Limit::Concentration(..) => is_capped.then_some(StepCode::OverConcentration),
        Limit::Debtor(_) => Some(StepCode::OverDebtorLimit),
        Limit::Facility(_) => Some(StepCode::OverRoom),
    });
    over.min().unwrap_or(StepCode::OverRoom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facilities::{
        examples::{factoring, share},
        terms::Parts,
    };
    use proptest::prelude::*;
    use uuid::Uuid;

    const HERE: FacilityId = FacilityId(Uuid::from_u128(1));

    fn debtor(number: u128) -> DebtorId {
        DebtorId(Uuid::from_u128(number))
    }

    /// An offer of 80 % on a face, with 100 taken off at once.
    fn offer(number: u128, owed_by: u128, face: i64) -> Candidate {
        let [face, advance, payout, cost] = [face, face * 8 / 10, face * 8 / 10 - 100, 100].map(Minor::new);
        Candidate {
            receivable: ReceivableId(Uuid::from_u128(number)),
            facility: HERE,
            debtor: debtor(owed_by),
            face,
            advance,
            payout,
            cost,
        }
    }

    fn terms(limit: i64, concentration: i64) -> Terms {
        Terms::parse(Parts { limit: Minor::new(limit), concentration: share(concentration), ..factoring() }).unwrap()
    }

    fn exposure(out: i64, on_first: i64) -> Exposure {
        let on_debtors = [(debtor(1), Minor::new(on_first))].into();
        Exposure { facility: HERE, out: Minor::new(out), accepted: Minor::new(20_000), owed: Minor::new(5_000), on_debtors }
    }

    fn amounts(found: &Availability) -> Vec<i64> {
        found.steps.iter().map(|step| step.amount.get()).collect()
    }

    #[test]
    fn the_figure_comes_about_step_by_step() {
        let debtors = [(debtor(1), Minor::new(1_000_000)), (debtor(2), Minor::new(40_000)), (debtor(3), Minor::new(1_000_000))].into();
        let offers = [offer(1, 1, 50_000), offer(2, 1, 100_000), offer(3, 2, 60_000), offer(4, 3, 200_000), offer(5, 3, 10_000)];
        let found = availability(&terms(250_000, 4_000), &exposure(100_000, 50_000), &debtors, &offers);
        // 40 % of 250,000 on debtor 1, of which 50,000 are used: 40,000 fit, 80,000 do not. Debtor 2 owes 40,000 at the most.
        let expected = [250_000, -100_000, -20_000, -5_000, 125_000, 336_000, -240_000, -48_000, 0, -200, 47_800];
        assert_eq!(amounts(&found), expected);
        assert_eq!((found.in_use, found.available, found.proof), (Minor::new(125_000), Minor::new(47_800), Proof::Best));
        assert_eq!(found.fitting, [1, 5].map(|number| ReceivableId(Uuid::from_u128(number))));
    }

    #[test]
    fn of_what_does_not_fit_together_the_most_is_taken() {
        let debtors = [(debtor(1), Minor::new(1_000_000))].into();
        let offers = [offer(1, 1, 100_000), offer(2, 1, 75_000), offer(3, 1, 60_000)];
        let found = availability(&terms(150_000 + 75_000, 10_000), &exposure(80_000, 0), &debtors, &offers);
        assert_eq!(found.fitting, [2, 3].map(|number| ReceivableId(Uuid::from_u128(number))));
        assert_eq!(amounts(&found)[5..], [188_000, 0, 0, -80_000, -200, 107_800]);
    }

    #[test]
    fn where_one_debtor_may_have_the_whole_limit_only_the_room_keeps_offers_out() {
        let debtors = [(debtor(1), Minor::new(1_000_000))].into();
        let offers = [offer(1, 1, 100_000), offer(2, 1, 75_000)];
        let found = availability(&terms(210_000, 10_000), &exposure(80_000, 100_000), &debtors, &offers);
        assert_eq!(amounts(&found)[4..], [105_000, 140_000, 0, 0, -60_000, -100, 79_900]);
    }

    #[test]
    fn what_was_not_counted_may_fill_the_room() {
        let debtors = [(debtor(1), Minor::new(1_000_000))].into();
        let found = |limit| {
            let (terms, exposure) = (terms(limit, 10_000), exposure(80_000, 0));
            availability(&terms, &exposure, &debtors, &[offer(1, 1, 100_000)]).of_some(exposure.room(&terms))
        };
        assert_eq!((found(305_000).available, found(305_000).proof), (Minor::new(79_900), Proof::Within(Minor::new(120_100))));
        assert_eq!((found(105_000).available, found(105_000).proof), (Minor::ZERO, Proof::Best), "there is none");
        assert_eq!(found(100_000).proof, Proof::Best, "there is less than none");
    }

    #[test]
    fn nothing_is_available_where_nothing_is_left() {
        let debtors = [(debtor(1), Minor::new(1_000_000))].into();
        let found = availability(&terms(100_000, 10_000), &exposure(100_000, 0), &debtors, &[offer(1, 1, 1_000)]);
        assert_eq!(amounts(&found), [100_000, -100_000, -20_000, -5_000, -25_000, 800, 0, 0, -800, 0, 0]);
    }

    proptest! {
        #[test]
        fn the_steps_add_up(
            limit in 100_000_i64..1_000_000, out in 0_i64..500_000, on_first in 0_i64..300_000, concentration in 1_i64..=10_000,
            faces in prop::collection::vec((1_u128..4, 1_000_i64..200_000), 0..9), limits in prop::collection::vec(0_i64..400_000, 3),
        ) {
            let offers: Vec<_> = (0..).zip(faces).map(|(number, (owed_by, face))| offer(number, owed_by, face)).collect();
            let debtors = (1..).zip(limits).map(|(number, limit)| (debtor(number), Minor::new(limit))).collect();
            let found = availability(&terms(limit, concentration), &exposure(out, on_first), &debtors, &offers);
            let amounts = amounts(&found);
            prop_assert_eq!(amounts[..4].iter().sum::<i64>(), amounts[4]);
            prop_assert_eq!(amounts[5..10].iter().sum::<i64>(), amounts[10]);
            prop_assert!(amounts[6..10].iter().all(|amount| *amount <= 0));
            prop_assert!(found.available <= exposure(out, on_first).room(&terms(limit, concentration)).or_zero());
        }
    }
}
