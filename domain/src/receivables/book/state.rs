//! What the facts come to.

use super::{Basis, LateCharge, Overpayment, Posted};
use crate::{
    kernel::{coded::coded_enum, minor::Minor, money::Percentage},
    pricing::{
        course::{self, Course, Money},
        price::Components,
    },
};
use chrono::NaiveDate;

coded_enum!(
    /// Where a receivable stands after its acceptance.
    BookStatus {
        Accepted = "accepted",
        Rejected = "rejected",
        Funded = "funded",
        Settled = "settled",
        ChargedBack = "charged_back",
        WrittenOff = "written_off",
    }
);

impl BookStatus {
    /// Whether money for it is still awaited.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Accepted | Self::Funded)
    }

    /// Whether it was settled, one way or another.
    pub fn is_end(self) -> bool {
        matches!(self, Self::Settled | Self::ChargedBack | Self::WrittenOff)
    }
}

/// How time ended it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Until when discount and late charge ran: the last day that mattered, by value.
    pub on: NaiveDate,
    /// The day it was settled: that of the entries which settle it.
    pub settled_on: NaiveDate,
    /// The value day of the last money that came for it until then; none where none did.
    pub paid_on: Option<NaiveDate>,
    pub discount: Minor,
    pub late: Minor,
    executed_on: NaiveDate,
}

impl Ended {
    pub(super) fn of(course: &Course<'_>, (on, settled_on): (NaiveDate, NaiveDate), (discount, late): (Minor, Minor)) -> Self {
        Self { on, settled_on, paid_on: course.money.last_on(), discount, late, executed_on: course.executed_on }
    }

    pub(super) fn course<'a>(&self, basis: &'a Basis, state: &'a State) -> Course<'a> {
        course(basis, state, self.executed_on)
    }
}

/// Where a receivable stands; amounts in minor units of its terms' currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub status: BookStatus,
    pub funded_on: Option<NaiveDate>,
    /// When the payout was carried out; none again when it came back.
    pub executed_on: Option<NaiveDate>,
    /// With every extension.
    pub due_on: NaiveDate,
    /// The part of the face that is neither paid, credited, deducted, charged back nor written off.
    pub open: Minor,
    /// Money that came for it, at any time and from anybody.
    pub received: Minor,
    pub credited: Minor,
    /// Deductions that were neither paid nor credited since.
    pub deducted: Minor,
    /// Charged back, and neither paid nor credited since.
    pub charged_back: Minor,
    /// Written off, and not recovered since.
    pub written_off: Minor,
    /// The house's part of it.
    pub loss: Minor,
    /// What a programme's buyer owes for being late, and what it paid of it.
    pub late_due: Minor,
    pub late_paid: Minor,
    /// What a programme's payout cost when it was carried out.
    pub discount: Minor,
    /// What is left of the reserve.
    pub reserve: Minor,
    pub ended: Option<Ended>,
    /// What the debtor paid the seller, less what the seller passed on or was set off since.
    pub(super) paid_to_seller: Minor,
    /// What the seller sent of its own, beyond what the debtor is known to have paid it, and did not get back.
    pub(super) sellers_own: Minor,
    /// What of it the seller got back, as more than the face had come.
    pub(super) given_back: Minor,
    /// Money by value day, as far as it came before the end.
    pub(super) money: Money,
    /// Money that came before it was funded, and waits in suspense.
    pub(super) early: Minor,
    /// What its debtor may keep of it by an early payment, which its seller bears once it is funded.
    pub(super) early_deducted: Minor,
    /// Whose it is what comes beyond the face, once it was rejected, and what of the face its seller got by then.
    pub(super) overpayment: Overpayment,
    pub(super) passed_on: Minor,
    /// What was written off, and the share of it that the house bears: none where the seller bears all.
    pub(super) written_off_at_first: Minor,
    pub(super) cover: Option<Percentage>,
    pub(super) late_charge: LateCharge,
    /// The last day that matters for what time costs.
    pub(super) last_on: NaiveDate,
    /// The latest day of an entry.
    pub(super) booked_to: NaiveDate,
}

impl State {
    pub(super) fn of(basis: &Basis) -> Self {
        let Components { case, reserve, discount, .. } = *basis.price.components();
        let none = Minor::ZERO;
        Self {
            status: BookStatus::Accepted,
            funded_on: None,
            executed_on: None,
            due_on: case.due_on,
            open: case.face,
            received: none,
            credited: none,
            deducted: none,
            charged_back: none,
            written_off: none,
            loss: none,
            late_due: none,
            late_paid: none,
            discount,
            reserve,
            ended: None,
            paid_to_seller: none,
            sellers_own: none,
            given_back: none,
            money: Money::default(),
            early: none,
            early_deducted: none,
            overpayment: Overpayment::Credited,
            passed_on: none,
            written_off_at_first: none,
            cover: None,
            late_charge: LateCharge::Claimed,
            last_on: NaiveDate::MIN,
            booked_to: NaiveDate::MIN,
        }
    }

    /// The part of the advance that has not come back, whether or not the bank has carried out the payout yet. Nothing
    /// before it is funded, and nothing at its end.
    pub fn out(&self, basis: &Basis) -> Minor {
        match self.status {
            BookStatus::Funded => course::out(basis.price.components().advance, self.received),
            _ => Minor::ZERO,
        }
    }

    /// What is open, less what came or was deducted before the funding and closes it then.
    pub fn unpaid(&self) -> Minor {
        (self.open - self.early - self.early_deducted).or_zero()
    }

    /// Of what is open: the debtor paid it to the seller, who has not passed it on.
    pub fn with_seller(&self) -> Minor {
        match self.status {
            BookStatus::Funded => self.paid_to_seller.min(self.open),
            _ => Minor::ZERO,
        }
    }

    /// None while the payout has not been carried out.
    pub(super) fn course<'a>(&'a self, basis: &'a Basis) -> Option<Course<'a>> {
        Some(course(basis, self, self.executed_on?))
    }

    /// What debtor and seller paid, beyond the face that the credit notes left.
    pub(super) fn overpaid(&self, basis: &Basis) -> Minor {
        (self.received - self.late_paid + self.credited - basis.price.components().case.face).or_zero()
    }

    /// The latest day of an entry; none while there is none.
    pub fn booked_to(&self) -> Option<NaiveDate> {
        Some(self.booked_to).filter(|on| *on > NaiveDate::MIN)
    }

    /// Takes out of an excess what goes back to the seller: as much as it sent of its own. The rest is the debtor's.
    pub(super) fn back_to_seller(&mut self, excess: Minor) -> Minor {
        let back = excess.min(self.sellers_own);
        self.sellers_own -= back;
        self.given_back += back;
        back
    }

    pub(super) fn booked(&mut self, posted: &Posted) {
        self.booked_to = self.booked_to.max(posted.on);
    }
}

fn course<'a>(basis: &'a Basis, state: &'a State, executed_on: NaiveDate) -> Course<'a> {
    let Components { case, advance, .. } = *basis.price.components();
    Course { terms: &basis.terms, face: case.face, advance, executed_on, due_on: state.due_on, money: &state.money }
}
