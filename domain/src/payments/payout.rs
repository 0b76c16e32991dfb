//! Money that is paid: due, ordered from the bank, carried out, perhaps returned.

use super::receipt::ReceiptId;
use crate::{
    house::open_days::{NotOpen, OpenDays},
    kernel::{
        coded::coded_enum,
        ids::{CompanyId, DebtorId, FactId, ReceivableId, UserId, id},
        minor::Minor,
        money::{Currency, Money},
        return_reason::ReturnReason,
        text::Note,
    },
    ledger::entry::{Event, Place},
    onboarding::bank_account::BankAccount,
};
use chrono::{DateTime, NaiveDate, Utc};

id!(
    /// A payout.
    PayoutId
);
id!(
    /// Payouts released together.
    BatchId
);

coded_enum!(
    /// Where a payout stands.
    PayoutStatus {
        /// To be released.
        Due = "due",
        /// Ordered from the bank, which has not said yet whether it carried it out.
        Released = "released",
        Executed = "executed",
        /// It came back, or never left. What a company is owed is due again, as another payout.
        Returned = "returned",
        /// What it was for fell away before it was released.
        Cancelled = "cancelled",
    }
);

coded_enum!(
    /// What is done with a payout.
    PayoutMove {
        Release = "release",
        Execute = "execute",
        Return = "return",
        Cancel = "cancel",
    }
);

coded_enum!(
    /// What it is paid for.
    Purpose {
        /// The advance on a receivable that was sold.
        Advance = "advance",
        /// What an advance costs less because it was carried out late.
        DiscountReturned = "discount_returned",
        /// What a settlement leaves to the seller.
        Release = "release",
        /// A debtor's money that is the seller's.
        PassedOn = "passed_on",
        /// What a company had paid, or was set off, of a debt that was taken back.
        DebtReturned = "debt_returned",
        /// Money goes back to whoever paid it.
        SentBack = "sent_back",
        /// A buyer's part of the discount that its programme earned on a payable.
        BuyerShare = "buyer_share",
    }
);

coded_enum!(
    /// Where the money of an advance is once it was ordered.
    AdvanceState {
        /// Ordered from the bank, which has not confirmed it.
        OnItsWay = "on_its_way",
        /// The bank carried it out.
        Sent = "sent",
        /// It came back, and is to be paid again.
        DueAgain = "due_again",
    }
);

impl PayoutStatus {
    /// Whether nothing is left to do about it.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Executed | Self::Returned | Self::Cancelled)
    }

    /// Where this leads from here; none when it is not possible.
    pub fn after(self, what: PayoutMove) -> Option<Self> {
        match (self, what) {
            (Self::Due, PayoutMove::Release) => Some(Self::Released),
            (Self::Due, PayoutMove::Cancel) => Some(Self::Cancelled),
            (Self::Released, PayoutMove::Execute) => Some(Self::Executed),
            (Self::Released | Self::Executed, PayoutMove::Return) => Some(Self::Returned),
            _ => None,
        }
    }
}

/// Who is paid, and for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payee {
    /// A company, for a receivable: its seller, or the buyer in whose programme it was sold.
    Company { company: CompanyId, about: ReceivableId },
    /// Whoever paid a receipt: out of a debtor's credit, or of what of the receipt lies in suspense.
    Payer { receipt: ReceiptId, credit_of: Option<DebtorId> },
}

/// A payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    pub id: PayoutId,
    pub payee: Payee,
    /// What happened to the receivable that gave the company this. None of an advance, which is due from the sale on, of what is
    /// passed on of a receipt, and of what goes back to a payer.
    pub fact: Option<FactId>,
    /// The receipt of which it is passed on, where no fact gave it: for an invoice that was not bought, and what a seller paid beyond
    /// what is open and what it owes.
    pub passed_on_of: Option<ReceiptId>,
    /// `SentBack` to a payer, and to nobody else.
    pub purpose: Purpose,
    pub currency: Currency,
    /// What the payee is owed, before anything is set off.
    pub gross: Minor,
    pub due_on: NaiveDate,
    pub status: PayoutStatus,
    pub release: Option<Release>,
    pub executed_on: Option<NaiveDate>,
    pub returned: Option<Returned>,
    /// The one that came back, in place of which this one is paid.
    pub replaces: Option<PayoutId>,
}

/// How it was ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// None where everything was set off, and nothing is left to order.
    pub batch: Option<BatchId>,
    pub by: UserId,
    pub at: DateTime<Utc>,
    pub on: NaiveDate,
    /// What the company owed and was kept back.
    pub set_off: Minor,
    /// The account that was verified at this moment.
    pub account: Box<BankAccount>,
}

/// That it came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    pub on: NaiveDate,
    /// None where the bank gives none.
    pub reason: Option<Note>,
}

impl Returned {
    /// The reason, where it is one that has words.
    pub fn coded(&self) -> Option<ReturnReason> {
        self.reason.as_ref().and_then(|said| ReturnReason::of(said.as_str())).map(|(reason, _)| reason)
    }
}

/// Why nothing was done with a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PayoutRefused {
    /// It stands where this is not possible.
    #[error("not from here")]
    Status,
    /// The day lies before the one on which it was released, or after today.
    #[error(transparent)]
    Day(#[from] NotOpen),
}

/// What a company is owed, and is to be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    pub company: CompanyId,
    pub about: ReceivableId,
    /// What happened to it that gave the company this; see [`Payout`].
    pub fact: Option<FactId>,
    pub purpose: Purpose,
    pub currency: Currency,
    pub gross: Minor,
    pub on: NaiveDate,
}

impl Payout {
    pub fn due(id: PayoutId, Owed { company, about, fact, purpose, currency, gross, on }: Owed) -> Self {
        let (status, release, executed_on, returned, replaces) = (PayoutStatus::Due, None, None, None, None);
        let payee = Payee::Company { company, about };
        let passed_on_of = None;
        Self { id, payee, fact, passed_on_of, purpose, currency, gross, due_on: on, status, release, executed_on, returned, replaces }
    }

    /// Money that goes back to whoever paid a receipt: released as soon as it is due, and whole.
    pub fn sent_back(id: PayoutId, (receipt, credit_of): (ReceiptId, Option<DebtorId>), amount: Money, release: Release) -> Self {
        Self {
            id,
            payee: Payee::Payer { receipt, credit_of },
            fact: None,
            passed_on_of: None,
            purpose: Purpose::SentBack,
            currency: amount.currency(),
            gross: Minor::new(amount.amount_minor()),
            due_on: release.on,
            status: PayoutStatus::Released,
            release: Some(Release { set_off: Minor::ZERO, ..release }),
            executed_on: None,
            returned: None,
            replaces: None,
        }
    }

    /// The company that is paid, and the receivable it is paid for; none where money goes back to a payer.
    pub fn to_company(&self) -> Option<(CompanyId, ReceivableId)> {
        match self.payee {
            Payee::Company { company, about } => Some((company, about)),
            Payee::Payer { .. } => None,
        }
    }

    /// Where the ledger keeps what the company is owed until it is paid; none where money goes back to a payer.
    pub fn kept_at(&self) -> Option<Place> {
        let (company, about) = self.to_company()?;
        match self.purpose {
            Purpose::Advance | Purpose::DiscountReturned | Purpose::Release | Purpose::PassedOn | Purpose::DebtReturned => {
                Some(Place::sellers_payable(company, about))
            }
            Purpose::BuyerShare => Some(Place::buyer_rebates(company, about)),
            Purpose::SentBack => None,
        }
    }

    /// The company that is paid.
    pub fn company(&self) -> Option<CompanyId> {
        self.to_company().map(|(company, _)| company)
    }

    /// The receivable it is for.
    pub fn about(&self) -> Option<ReceivableId> {
        self.to_company().map(|(_, about)| about)
    }

    /// What its release is in the ledger.
    pub fn release_event(&self) -> Event {
        if self.purpose == Purpose::BuyerShare { Event::RebatePaid } else { Event::PayoutReleased }
    }

    /// What is ordered from the bank.
    pub fn net(&self) -> Minor {
        self.gross - self.release.as_ref().map_or(Minor::ZERO, |release| release.set_off)
    }

    /// The same, released. What is set off whole is executed with that.
    ///
    /// # Errors
    /// `Status`.
    pub fn released(self, release: Release) -> Result<Self, PayoutRefused> {
        let status = self.status.after(PayoutMove::Release).ok_or(PayoutRefused::Status)?;
        let on = release.on;
        let released = Self { status, release: Some(release), ..self };
        if released.net().is_zero() { released.executed(on, OpenDays::new(on, None)) } else { Ok(released) }
    }

    /// The same, carried out by the bank on one of the days that are open.
    ///
    /// # Errors
    /// `Status`; `Day`.
    pub fn executed(self, on: NaiveDate, days: OpenDays) -> Result<Self, PayoutRefused> {
        let status = self.status.after(PayoutMove::Execute).ok_or(PayoutRefused::Status)?;
        self.check_day(on, days)?;
        Ok(Self { status, executed_on: Some(on), ..self })
    }

    /// The same, returned, and the one that is due to a company in its place. Nothing is due to a payer.
    ///
    /// # Errors
    /// `Status`, also when nothing was ordered that could come back; `Day`.
    pub fn returned(self, returned: Returned, again: PayoutId, days: OpenDays) -> Result<(Self, Option<Self>), PayoutRefused> {
        let status = self.status.after(PayoutMove::Return).filter(|_| self.net().is_positive()).ok_or(PayoutRefused::Status)?;
        self.check_day(returned.on, days)?;
        let due = self.to_company().map(|_| Self {
            id: again,
            // What was set off stays so: what the company is still owed is what came back.
            gross: self.net(),
            due_on: returned.on,
            status: PayoutStatus::Due,
            release: None,
            executed_on: None,
            returned: None,
            replaces: Some(self.id),
            ..self.clone()
        });
        Ok((Self { status, returned: Some(returned), ..self }, due))
    }

    /// The same, never to be paid.
    ///
    /// # Errors
    /// `Status`.
    pub fn cancelled(self) -> Result<Self, PayoutRefused> {
        let status = self.status.after(PayoutMove::Cancel).ok_or(PayoutRefused::Status)?;
        Ok(Self { status, ..self })
    }

    fn check_day(&self, on: NaiveDate, days: OpenDays) -> Result<(), PayoutRefused> {
        let earliest = self.executed_on.or(self.release.as_ref().map(|release| release.on));
        Ok(earliest.map_or(days, |earliest| days.since(earliest)).check(on)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;
    use std::fmt::Write;
    use uuid::Uuid;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 1, number).unwrap()
    }

    fn until(number: u32) -> OpenDays {
        OpenDays::new(day(number), None)
    }

    fn due(gross: i64) -> Payout {
        Payout {
            id: PayoutId(Uuid::from_u128(1)),
            payee: Payee::Company { company: CompanyId(Uuid::nil()), about: ReceivableId(Uuid::nil()) },
            fact: None,
            passed_on_of: None,
            purpose: Purpose::Advance,
            currency: Currency::parse("EUR").unwrap(),
            gross: Minor::new(gross),
            due_on: day(4),
            status: PayoutStatus::Due,
            release: None,
            executed_on: None,
            returned: None,
            replaces: None,
        }
    }

    fn release(set_off: i64) -> Release {
        Release {
            batch: Some(BatchId(Uuid::nil())),
            by: UserId(Uuid::nil()),
            at: DateTime::UNIX_EPOCH,
            on: day(4),
            set_off: Minor::new(set_off),
            account: Box::default(),
        }
    }

    fn back(on: NaiveDate) -> Returned {
        Returned { on, reason: Note::parse("Account closed").ok() }
    }

    #[test]
    fn every_move_from_every_status() {
        let mut table = String::new();
        for from in PayoutStatus::ALL {
            for what in PayoutMove::ALL {
                let to = from.after(*what).map_or("-", PayoutStatus::code);
                writeln!(table, "{:9} | {:7} | {to}", from.code(), what.code()).ok();
            }
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn what_is_kept_back_is_not_ordered() -> Result<(), PayoutRefused> {
        let released = due(800).released(release(300))?;
        assert_eq!((released.status, released.net()), (PayoutStatus::Released, Minor::new(500)));
        let whole = due(800).released(release(800))?;
        assert_eq!((whole.status, whole.executed_on), (PayoutStatus::Executed, Some(day(4))));
        assert_eq!(whole.returned(back(day(5)), PayoutId(Uuid::nil()), until(9)), Err(PayoutRefused::Status));
        Ok(())
    }

    #[test]
    fn what_comes_back_is_due_again_without_what_was_set_off() -> Result<(), PayoutRefused> {
        let owed = Payout { fact: Some(FactId(Uuid::from_u128(7))), ..due(800) };
        let executed = owed.clone().released(release(300))?.executed(day(5), until(9))?;
        let (returned, again) = executed.clone().returned(back(day(6)), PayoutId(Uuid::from_u128(2)), until(9))?;
        assert_eq!(returned, Payout { status: PayoutStatus::Returned, returned: Some(back(day(6))), ..executed.clone() });
        let expected =
            Payout { id: PayoutId(Uuid::from_u128(2)), due_on: day(6), replaces: Some(executed.id), gross: Minor::new(500), ..owed };
        assert_eq!(again, Some(expected));
        Ok(())
    }

    #[test]
    fn what_goes_back_to_a_payer_is_sent_whole_and_nothing_is_due_when_it_returns() -> Result<(), PayoutRefused> {
        let amount = Money::parse(700, Currency::parse("EUR").unwrap()).unwrap();
        let sent = Payout::sent_back(PayoutId(Uuid::from_u128(3)), (ReceiptId(Uuid::nil()), None), amount, release(300));
        assert_eq!((sent.status, sent.net(), sent.to_company()), (PayoutStatus::Released, Minor::new(700), None));
        assert_eq!(sent.clone().cancelled(), Err(PayoutRefused::Status));
        for gone in [sent.clone(), sent.executed(day(5), until(9))?] {
            let (returned, again) = gone.returned(back(day(6)), PayoutId(Uuid::nil()), until(9))?;
            assert_eq!((returned.status, again), (PayoutStatus::Returned, None));
        }
        Ok(())
    }

    #[test]
    fn the_bank_does_nothing_before_it_was_asked_nor_tomorrow() -> Result<(), PayoutRefused> {
        let released = due(800).released(release(0))?;
        assert_eq!(released.clone().executed(day(3), until(9)), Err(NotOpen::Before(day(4)).into()));
        assert_eq!(released.clone().executed(day(10), until(9)), Err(NotOpen::Future.into()));
        let executed = released.executed(day(6), until(9))?;
        assert_eq!(executed.clone().returned(back(day(5)), executed.id, until(9)), Err(NotOpen::Before(day(6)).into()));
        assert_eq!(due(800).cancelled()?.released(release(0)), Err(PayoutRefused::Status));
        Ok(())
    }
}
