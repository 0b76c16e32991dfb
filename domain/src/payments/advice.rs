//! What a payout consists of, for whoever keeps the payee's books: parts that add up to it, whatever the ledger knows of it.

use super::payout::{Payout, Purpose};
use crate::{
    kernel::{coded::coded_enum, minor::Minor},
    ledger::{
        account::AccountKind,
        entry::{Entry, Event, Posting},
    },
};
use std::collections::BTreeMap;

coded_enum!(
    /// What a part of a payout is. Above zero the payee gets it, below zero it is taken off.
    AdvicePart {
        /// The invoice that was sold.
        Face = "face",
        /// Held back of it, and what is left of that once it is settled.
        Reserve = "reserve",
        /// Above zero: taken off too much before.
        Discount = "discount",
        ServiceFee = "service_fee",
        PayoutFee = "payout_fee",
        /// On the fees.
        Tax = "tax",
        LateCharge = "late_charge",
        /// A debtor's money that is the seller's.
        PassedOn = "passed_on",
        /// What the seller had paid of a debt that was taken back.
        DebtReturned = "debt_returned",
        /// A buyer's part of the discount that its programme earned.
        BuyerShare = "buyer_share",
        /// What an earlier payout did not bring, for it came back.
        CameBack = "came_back",
        /// What is left where the ledger does not tell all of it.
        Other = "other",
    }
);

impl AdvicePart {
    /// What a posting to an account of this kind is; none where it is what the payee is owed itself.
    fn posted_to(kind: AccountKind) -> Option<Self> {
        match kind {
            AccountKind::SellersPayable => None,
            AccountKind::ReceivablesPurchased => Some(Self::Face),
            AccountKind::Reserves => Some(Self::Reserve),
            AccountKind::UnearnedDiscount | AccountKind::DiscountIncome => Some(Self::Discount),
            AccountKind::ServiceFees => Some(Self::ServiceFee),
            AccountKind::PayoutFees => Some(Self::PayoutFee),
            AccountKind::TaxPayable => Some(Self::Tax),
            AccountKind::LateCharges => Some(Self::LateCharge),
            _ => Some(Self::Other),
        }
    }
}

/// The parts of a payout. They add up to what is owed by it: what the parts leave over is one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice(BTreeMap<AdvicePart, Minor>);

impl Advice {
    /// What gives a company money that consists of several parts.
    pub const TOLD_BY: [Event; 3] = [Event::Funded, Event::PayoutRepriced, Event::Settled];

    /// What a payout consists of. `booked`: the entries of these events about what it is for, or more than these.
    pub fn of(payout: &Payout, booked: &[&Entry]) -> Self {
        let whole = |part| vec![(part, payout.gross)];
        let parts = match payout.purpose {
            _ if payout.replaces.is_some() => whole(AdvicePart::CameBack),
            // It is due from the sale on.
            Purpose::Advance => posted(newest(payout, Event::Funded, booked)),
            Purpose::DiscountReturned => posted(before(payout, Event::PayoutRepriced, booked)),
            Purpose::Release => posted(before(payout, Event::Settled, booked)),
            Purpose::PassedOn => whole(AdvicePart::PassedOn),
            Purpose::DebtReturned => whole(AdvicePart::DebtReturned),
            Purpose::BuyerShare => whole(AdvicePart::BuyerShare),
            Purpose::SentBack => whole(AdvicePart::Other),
        };
        Self::adding_up_to(payout.gross, parts)
    }

    fn adding_up_to(gross: Minor, told: Vec<(AdvicePart, Minor)>) -> Self {
        let mut parts = BTreeMap::<AdvicePart, Minor>::new();
        let left = gross - told.iter().map(|(_, amount)| *amount).sum::<Minor>();
        for (part, amount) in told.into_iter().chain([(AdvicePart::Other, left)]) {
            *parts.entry(part).or_default() += amount;
        }
        parts.retain(|_, amount| !amount.is_zero());
        Self(parts)
    }

    /// In their order, none of which is nothing.
    pub fn parts(&self) -> impl Iterator<Item = (AdvicePart, Minor)> {
        self.0.iter().map(|(part, amount)| (*part, *amount))
    }
}

/// The newest entry of an event about what a payout is for that takes nothing back.
fn newest<'a>(payout: &Payout, event: Event, booked: &[&'a Entry]) -> Option<&'a Entry> {
    let about = payout.about()?.0;
    let is_its = |entry: &&&Entry| entry.booking().event == event && entry.booking().subject == about && entry.reverses().is_none();
    booked.iter().filter(is_its).max_by_key(|entry| entry.booking().id).copied()
}

/// The same of those booked before the payout was due: what a payout comes of is booked with it, right before. Ids sort by time.
fn before<'a>(payout: &Payout, event: Event, booked: &[&'a Entry]) -> Option<&'a Entry> {
    let earlier: Vec<_> = booked.iter().copied().filter(|entry| entry.booking().id.0 < payout.id.0).collect();
    newest(payout, event, &earlier)
}

/// What an entry gives a payee, and what it takes off: debits add up to what the payee is owed, credits are less of it.
fn posted(entry: Option<&Entry>) -> Vec<(AdvicePart, Minor)> {
    let part = |posting: &Posting| Some((AdvicePart::posted_to(posting.account.kind())?, posting.amount));
    entry.map(Entry::postings).unwrap_or_default().iter().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{
            coded::Coded,
            ids::{CompanyId, ReceivableId},
            money::Currency,
        },
        ledger::entry::{Booking, Draft, EntryId, Place},
        payments::payout::{Owed, PayoutId},
    };
    use chrono::{DateTime, NaiveDate};
    use proptest::prelude::*;
    use uuid::Uuid;

    const RECEIVABLE: ReceivableId = ReceivableId(Uuid::from_u128(7));
    const COMPANY: CompanyId = CompanyId(Uuid::from_u128(8));

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    fn payout(id: u128, purpose: Purpose, gross: i64) -> Payout {
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        let owed = Owed { company: COMPANY, about: RECEIVABLE, fact: None, purpose, currency: euro(), gross: Minor::new(gross), on };
        Payout::due(PayoutId(Uuid::from_u128(id)), owed)
    }

    fn booking(id: u128, event: Event) -> Booking {
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        Booking { id: EntryId(Uuid::from_u128(id)), on, booked_at: DateTime::UNIX_EPOCH, event, subject: RECEIVABLE.0, cause: None }
    }

    /// An entry of these transfers.
    fn entry(id: u128, event: Event, transfers: &[(Place, Place, i64)]) -> Entry {
        let transfer = |draft: Draft, (debit, credit, amount): &(Place, Place, i64)| draft.transfer(*debit, *credit, Minor::new(*amount));
        Entry::new(booking(id, event), &transfers.iter().fold(Draft::new(euro()), transfer)).unwrap()
    }

    fn payable() -> Place {
        Place::sellers_payable(COMPANY, RECEIVABLE)
    }

    /// An invoice of 1,000, of which 200 are held back and 12 is what the payout costs.
    fn funded(id: u128) -> Entry {
        let from = Place::receivables_purchased(RECEIVABLE);
        let to = [(Place::reserves(RECEIVABLE), 200), (Place::payout_fees(), 10), (Place::tax_payable(), 2), (payable(), 788)];
        entry(id, Event::Funded, &to.map(|(place, amount)| (from, place, amount)))
    }

    /// What this leaves of a reserve.
    fn settled(id: u128, discount: i64, release: i64) -> Entry {
        let from = Place::reserves(RECEIVABLE);
        let to = [(Place::discount_income(), discount), (Place::late_charges(), 3), (payable(), release)];
        entry(id, Event::Settled, &to.map(|(place, amount)| (from, place, amount)))
    }

    fn told(payout: &Payout, booked: &[&Entry]) -> Vec<(&'static str, i64)> {
        let advice = Advice::of(payout, booked);
        assert_eq!(advice.parts().map(|(_, amount)| amount).sum::<Minor>(), payout.gross);
        advice.parts().map(|(part, amount)| (part.code(), amount.get())).collect()
    }

    #[test]
    fn an_advance_is_the_invoice_less_what_is_held_back_and_what_it_costs() {
        let (funded, settled) = (funded(20), settled(30, 40, 157));
        let parts = [("face", 1_000), ("reserve", -200), ("payout_fee", -10), ("tax", -2)];
        assert_eq!(told(&payout(10, Purpose::Advance, 788), &[&funded, &settled]), parts, "it was due before it was booked");
    }

    #[test]
    fn a_release_is_told_by_the_settlement_it_came_of() {
        let (first, second) = (settled(20, 40, 157), settled(30, 50, 147));
        let taken_back = first.reversal(booking(25, Event::Settled));
        let booked = [&first, &taken_back, &second];
        let parts = |discount: i64| [("reserve", 200), ("discount", -discount), ("late_charge", -3)];
        assert_eq!(told(&payout(21, Purpose::Release, 157), &booked), parts(40), "also once that was taken back");
        assert_eq!(told(&payout(31, Purpose::Release, 147), &booked), parts(50));
    }

    #[test]
    fn what_a_later_day_costs_less_is_discount_given_back() {
        let repriced = entry(30, Event::PayoutRepriced, &[(Place::unearned_discount(RECEIVABLE), payable(), 5)]);
        let funded = funded(20);
        assert_eq!(told(&payout(31, Purpose::DiscountReturned, 5), &[&funded, &repriced]), [("discount", 5)]);
        assert_eq!(told(&payout(10, Purpose::Advance, 788), &[&funded, &repriced])[0], ("face", 1_000));
    }

    #[test]
    fn what_came_back_is_passed_on_or_shared_is_one_part() {
        let again = Payout { replaces: Some(PayoutId(Uuid::from_u128(10))), ..payout(40, Purpose::Advance, 788) };
        assert_eq!(told(&again, &[&funded(20)]), [("came_back", 788)]);
        assert_eq!(told(&payout(40, Purpose::PassedOn, 9), &[]), [("passed_on", 9)]);
        assert_eq!(told(&payout(40, Purpose::BuyerShare, 9), &[]), [("buyer_share", 9)]);
    }

    #[test]
    fn what_the_ledger_does_not_tell_is_a_part_of_its_own() {
        assert_eq!(told(&payout(40, Purpose::Release, 9), &[]), [("other", 9)]);
        assert_eq!(told(&payout(40, Purpose::Release, 160), &[&settled(20, 40, 157)])[3], ("other", 3));
    }

    proptest! {
        #[test]
        fn parts_add_up_to_the_payout_whatever_was_booked(
            gross in 1_i64..1_000_000,
            place in 0..Purpose::ALL.len(),
            is_again: bool,
            booked in prop::collection::vec((0..4_u8, 1_u128..40, -1_000_i64..1_000), 0..6),
        ) {
            let replaces = is_again.then(|| PayoutId(Uuid::nil()));
            let payout = Payout { replaces, ..payout(20, Purpose::ALL[place], gross) };
            let entries: Vec<_> = booked.iter().map(|&(which, id, amount)| match which {
                0 => funded(id),
                1 => settled(id, amount, 100),
                2 => settled(id, 1, 1).reversal(booking(id, Event::Settled)),
                _ => entry(id, Event::PayoutRepriced, &[(Place::suspense(), payable(), amount.abs() + 1)]),
            }).collect();
            let advice = Advice::of(&payout, &entries.iter().collect::<Vec<_>>());
            prop_assert_eq!(advice.parts().map(|(_, amount)| amount).sum::<Minor>(), payout.gross);
            prop_assert!(advice.parts().all(|(_, amount)| !amount.is_zero()));
        }
    }
}
