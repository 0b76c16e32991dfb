//! What takes two people: giving up on what nobody pays, and taking back what happened.

use super::{
    Financing, Prepared, ReceivableError,
    changes::Change,
    look::Look,
    recording::{Pen, Recording, given, written},
    trail,
};
use crate::payments::{changes::Change as PaymentChange, ports::PayoutFilter};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
        minor::Minor,
        money::Money,
        text::Note,
    },
    ledger::entry::{Draft, Entry, Event, Place},
    parties::operator::Operator,
    payments::{
        payout::{Payout, PayoutStatus, Purpose},
        receipt::{Allocation, AllocationId, Explained, ReceiptId, Target},
    },
    receivables::{
        actions::{Ground, OperatorAction},
        book::{BookStatus, Fact, LossCause, MoneyFrom, PaidOut, Receipt},
        evidence::{Exception, Liftable},
        position::Recorded,
        receivable::Blocked,
    },
};

/// A receivable as it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub receivable: ReceivableId,
    pub version: i64,
}

/// How the money of a fact that is taken back lies in suspense again.
struct Unexplained {
    entries: Vec<Entry>,
    payments: Vec<PaymentChange>,
}

impl Financing {
    /// What is written when the house gives up on it: it takes two people, so it is written by whoever sees to that.
    ///
    /// # Errors
    /// `NotFound`; `Stale` at another version; `Blocked`; `Refused`.
    pub async fn written_off(&self, seen: Seen, cause: LossCause, by: &Operator) -> Result<Prepared, ReceivableError> {
        let (mut recording, pen) = (Recording::open(self.as_seen(seen, by).await?)?, self.pen(Some(by.user())));
        let terms = *recording.book().basis().terms();
        let (today, open) = (recording.look.today(), recording.book().state().open);
        let ground = Ground { terms, today, open };
        recording.look.change(|receivable| receivable.write_off(cause, &ground, by).map(|change| vec![change]))?;
        recording.tell(Fact::WrittenOff { on: today, cause }, None, &pen)?;
        let entry = trail::entry(&recording.look, AuditAction::ReceivableWrittenOff, Actor::User(by.user()), pen.at);
        Ok(Prepared { changes: written(&[recording], Vec::new(), Vec::new()), entry, mails: Vec::new() })
    }

    /// What is written when the newest fact is taken back: it takes two people.
    ///
    /// # Errors
    /// As before; `Refused` for what is no fact of the receivable alone, such as what the bank did with a payout.
    pub async fn undone(&self, seen: Seen, by: &Operator) -> Result<Prepared, ReceivableError> {
        let (mut recording, pen) = (Recording::open(self.as_seen(seen, by).await?)?, self.pen(Some(by.user())));
        let (entries, payments) = self.undo(&mut recording, by, &pen).await?;
        let entry = trail::entry(&recording.look, AuditAction::ReceivableUndone, Actor::User(by.user()), pen.at);
        Ok(Prepared { changes: written(&[recording], entries, payments), entry, mails: Vec::new() })
    }

    /// What is written when something is sold in spite of what a check finds: it takes two people.
    ///
    /// # Errors
    /// `NotFound`; `Stale`; `Blocked`.
    pub async fn lifted(&self, seen: Seen, (check, note): (Liftable, Note), by: &Operator) -> Result<Prepared, ReceivableError> {
        let mut look = self.as_seen(seen, by).await?;
        // Its own number tells it apart from every other one.
        let series = look.receivable().parts().reference.number().and_then(|number| i64::try_from(number).ok());
        let series = series.ok_or(Blocked::NotNow(look.receivable().status()))?;
        let series = if check == Liftable::DuplicateExact { series } else { 0 };
        let exception = Exception { check, series, by: by.user(), at: look.now, note };
        look.change(|receivable| receivable.lift(exception, by).map(|change| vec![change]))?;
        let (by, at) = (Actor::User(by.user()), self.identity.clock.now());
        let entry = trail::entry(&look, AuditAction::ReceivableDuplicateLifted, by, at);
        Ok(Prepared { changes: vec![Change::ReceivableChanged(Box::new(look.kept))], entry, mails: Vec::new() })
    }

    /// What is written when a seller is let off what it owes for a receivable: it takes two people.
    ///
    /// # Errors
    /// `NotFound`; `Stale`; `Blocked`; `NoMoreThan` what it owes.
    pub async fn given_up(&self, seen: Seen, amount: Money, by: &Operator) -> Result<Prepared, ReceivableError> {
        let (mut recording, pen) = (Recording::open(self.as_seen(seen, by).await?)?, self.pen(Some(by.user())));
        let receivable = recording.look.receivable();
        receivable.operator_may(OperatorAction::GiveUp, by, None)?;
        let (id, seller, currency) = (receivable.id(), receivable.parts().seller, receivable.currency());
        let owed = self.owed_for(seller, currency).await?.into_iter().find(|(about, _)| *about == id).map_or(Minor::ZERO, |(_, owed)| owed);
        let given_up = Minor::new(amount.amount_minor());
        if given_up > owed || amount.currency() != currency {
            return Err(ReceivableError::NoMoreThan(owed));
        }
        let draft = Draft::new(currency).transfer(Place::credit_losses(), Place::sellers_owe(seller, id), given_up);
        let today = recording.look.today();
        recording.post((Event::GivenUp, today), None, &draft, &pen);
        let entry = trail::entry(&recording.look, AuditAction::DebtGivenUp, Actor::User(by.user()), pen.at);
        let entry = entry.new_values([("amount", amount.to_string())]);
        Ok(Prepared { changes: written(&[recording], Vec::new(), Vec::new()), entry, mails: Vec::new() })
    }

    async fn as_seen(&self, Seen { receivable, version }: Seen, by: &Operator) -> Result<Look, ReceivableError> {
        let look = self.examined(receivable, by).await?;
        if look.receivable().parts().version == version { Ok(look) } else { Err(ReceivableError::Stale) }
    }

    async fn undo(&self, recording: &mut Recording, by: &Operator, pen: &Pen) -> Result<(Vec<Entry>, Vec<PaymentChange>), ReceivableError> {
        let newest = recording.look.undoable()?;
        let made = self.made_by(&newest).await?;
        let (paid_out, mut payments) = self.paid_out(recording.id(), &made).await?;
        let was_over = recording.book().state().status.is_end();
        recording.look.receivable().operator_may(OperatorAction::Undo, by, None)?;
        recording.take_back(&made, paid_out, pen)?;
        if was_over && recording.book().state().status == BookStatus::Funded {
            recording.look.change(|receivable| receivable.undo(by).map(|change| vec![change]))?;
        }
        if let Fact::Extended { .. } = newest.fact {
            let due_on = recording.book().state().due_on;
            recording.look.change(|receivable| receivable.take_extension_back(due_on, by).map(|change| vec![change]))?;
        }
        let Unexplained { entries, payments: unexplained } = self.unexplained(recording, &newest, pen).await?;
        payments.extend(unexplained);
        Ok((entries, payments))
    }

    /// The entries of a fact, the newest first.
    async fn made_by(&self, fact: &Recorded) -> Result<Vec<Entry>, ReceivableError> {
        let about = self.journal.about(fact.id.0, None, Self::ENTRIES_OF_A_FACT).await?;
        Ok(about.into_iter().map(|record| record.entry).filter(|entry| entry.booking().cause == Some(fact.id.0)).collect())
    }

    /// More than any fact makes.
    const ENTRIES_OF_A_FACT: i64 = 50;

    /// How much of what these entries gave was paid out, or set off; what was not is not paid any more.
    async fn paid_out(&self, about: ReceivableId, made: &[Entry]) -> Result<(PaidOut, Vec<PaymentChange>), ReceivableError> {
        let all = self.payouts.page(PayoutFilter { about: Some(about), ..PayoutFilter::default() }, None, i64::MAX).await?;
        let (mut paid_out, mut payments) = (PaidOut::default(), Vec::new());
        for purpose in [Purpose::Release, Purpose::PassedOn, Purpose::BuyerShare] {
            let given = given(purpose, made.iter().map(|entry| (entry.booking().event, entry.postings())));
            let sum = if purpose == Purpose::BuyerShare { &mut paid_out.to_holder } else { &mut paid_out.to_seller };
            let mut of = all.iter().rev().filter(|payout| payout.purpose == purpose && payout.replaces.is_none() && payout.gross == given);
            let last = of.find_map(|payout| Some(last_in_place(&all, payout)).filter(|last| last.status != PayoutStatus::Cancelled));
            let Some(last) = last.filter(|_| given.is_positive()) else { continue };
            if last.status == PayoutStatus::Due {
                *sum += given - last.gross;
                let payout = Box::new(last.clone().cancelled()?);
                payments.push(PaymentChange::PayoutChanged { payout, seen: PayoutStatus::Due });
            } else {
                *sum += given;
            }
        }
        Ok((paid_out, payments))
    }

    /// Money stays on the house's account, or in suspense, when what it was for is taken back; what was kept back from a payout is
    /// due again.
    async fn unexplained(&self, recording: &Recording, fact: &Recorded, pen: &Pen) -> Result<Unexplained, ReceivableError> {
        let (mut entries, mut payments) = (Vec::new(), Vec::new());
        let (Fact::Received(Receipt { amount, from, .. }), Some(receipt)) = (fact.fact, fact.cause) else {
            return Ok(Unexplained { entries, payments });
        };
        if from == MoneyFrom::SetOff {
            let again = recording.due(Purpose::PassedOn, amount, pen);
            return Ok(Unexplained { entries, payments: vec![PaymentChange::PayoutAdded(Box::new(again))] });
        }
        if matches!(from, MoneyFrom::Debtor | MoneyFrom::Seller) {
            let draft = Draft::new(recording.look.receivable().currency()).transfer(Place::bank(), Place::suspense(), amount);
            entries.extend(pen.entry((Event::ReceiptUnexplained, recording.look.today()), receipt, None, &draft));
        }
        if let Some(explained) = self.receipts.by_id(ReceiptId(receipt)).await? {
            payments.extend(taken_back(&explained, (recording.id(), amount), pen));
        }
        Ok(Unexplained { entries, payments })
    }
}

/// The part of a receipt that paid this receivable, taken back but for what its seller paid of its debts with it.
fn taken_back(explained: &Explained, (paid, amount): (ReceivableId, Minor), pen: &Pen) -> Vec<PaymentChange> {
    let is_it = |part: &&Allocation| part.target == Target::Receivable(paid) && part.undone_at.is_none() && part.amount >= amount;
    let Some(part) = explained.allocations.iter().rev().find(is_it) else { return Vec::new() };
    let (left, stays) = (explained.left() + part.amount, part.amount - amount);
    let undone = PaymentChange::AllocationUndone(Allocation { undone_at: Some(pen.at), ..part.clone() });
    let rest = stays.is_positive().then(|| {
        let allocation = Allocation { id: AllocationId(pen.next()), amount: stays, at: pen.at, ..part.clone() };
        PaymentChange::Allocated { allocation, left }
    });
    [undone].into_iter().chain(rest).collect()
}

/// The payout that is paid in place of this one, if it came back.
fn last_in_place<'a>(all: &'a [Payout], payout: &'a Payout) -> &'a Payout {
    all.iter().find(|other| other.replaces == Some(payout.id)).map_or(payout, |next| last_in_place(all, next))
}
