//! What is left for the seller at the end, from totals alone. The book gets there entry by entry; both must agree to
//! the cent.

use super::price::{Components, Price};
use crate::{
    facilities::terms::{DiscountTiming, Terms},
    kernel::minor::Minor,
};

/// Everything that came together on a receivable that is at its end. What came afterwards counts too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// As it was earned.
    pub discount: Minor,
    pub late: Minor,
    /// From debtor and seller, without what was paid for being late in a programme.
    pub money: Minor,
    /// Credit notes.
    pub credited: Minor,
    /// Charged back, and neither paid nor credited since.
    pub charged_back: Minor,
    /// Written off, and not recovered since.
    pub written_off: Minor,
    /// The house's part of what was written off, less its part of what was recovered.
    pub loss: Minor,
}

/// How a receivable ended, in minor units. In factoring, what the seller gets, or owes below zero, is the reserve less discount,
/// service fee, tax, late charge, dilution and what was charged back or not covered; in a programme, what the discount became less
/// than was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    pub discount: Minor,
    pub service_fee: Minor,
    /// On the service fee.
    pub tax: Minor,
    /// In factoring the seller bears it, in a programme the buyer does.
    pub late: Minor,
    /// Credit notes and deductions.
    pub dilution: Minor,
    pub charged_back: Minor,
    /// What the seller bears of what was written off, less its part of what was recovered.
    pub not_covered: Minor,
    /// What the house bears.
    pub loss: Minor,
    /// What the seller gets after the payout.
    pub to_seller: Minor,
    pub seller_owes: Minor,
    /// What the debtor paid too much.
    pub debtor_credit: Minor,
}

impl Settlement {
    /// By the formula. Where nothing is open any more, what was not paid was credited, deducted, charged back or
    /// written off; the seller bears all of it but the house's loss.
    pub fn of(terms: &Terms, price: &Price, totals: &Totals) -> Self {
        let Components { case, reserve, service_fee, service_fee_tax: tax, discount: fixed, .. } = *price.components();
        let Totals { discount, late, money, credited, charged_back, written_off, loss } = *totals;
        let unpaid = credited.max(case.face - money);
        let charges = match terms.timing() {
            DiscountTiming::InArrears => discount + service_fee + tax + late,
            // All was taken off at once; what a late payout costs less is given back.
            DiscountTiming::InAdvance => discount - fixed,
        };
        let rest = reserve - (unpaid - loss) - charges;
        Self {
            discount,
            service_fee,
            tax,
            late,
            dilution: unpaid - charged_back - written_off,
            charged_back,
            not_covered: written_off - loss,
            loss,
            to_seller: rest.or_zero(),
            seller_owes: (-rest).or_zero(),
            debtor_credit: (money + credited - case.face).or_zero(),
        }
    }
}
