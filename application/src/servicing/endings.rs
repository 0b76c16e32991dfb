//! What takes two people: giving up on what nobody pays, and letting a number be sold once more.

use crate::{
    receivables::{
        Prepared, ReceivableError,
        changes::Change,
        look::Look,
        recording::{Recording, written},
        trail,
    },
    servicing::Servicing,
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
        minor::Minor,
        money::Money,
        text::Note,
    },
    ledger::entry::{Draft, Event, Place},
    parties::operator::Operator,
    receivables::{
        actions::{Ground, OperatorAction},
        book::{Fact, LateCharge, LossCause, Refused},
        evidence::{Exception, Liftable},
        receivable::Blocked,
    },
};

/// A receivable as it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub receivable: ReceivableId,
    pub version: i64,
}

impl Servicing {
    /// What is written when the house gives up on it: it takes two people, so it is written by whoever sees to that.
    ///
    /// # Errors
    /// `NotFound`; `Stale` at another version; `Blocked`; `Refused`.
    pub async fn written_off(&self, seen: Seen, cause: LossCause, by: &Operator) -> Result<Prepared, ReceivableError> {
        let look = self.as_seen(seen, by).await?;
        look.may_write_off(cause, by)?;
        let (mut recording, pen) = (Recording::open(look)?, self.receivables.pen(Some(by.user())));
        let terms = *recording.book().basis().terms();
        let (today, open) = (recording.look.today(), recording.book().state().open);
        let ground = Ground { terms, today, open, short_below: Some(recording.look.short_below()) };
        recording.look.change(|receivable| receivable.write_off(cause, &ground, by).map(|change| vec![change]))?;
        recording.tell(Fact::WrittenOff { on: today, cause, late: LateCharge::Claimed }, None, &pen)?;
        let entry = trail::entry(&recording.look, AuditAction::ReceivableWrittenOff, Actor::User(by.user()), pen.at);
        Ok(Prepared { changes: written(&[recording], Vec::new(), Vec::new()), entry, mails: Vec::new() })
    }

    /// What is written when something is sold in spite of what a check finds: it takes two people.
    ///
    /// # Errors
    /// `NotFound`; `Stale`; `Blocked` with `NothingToLift` where this check does not stand in its way.
    pub async fn lifted(&self, seen: Seen, (check, note): (Liftable, Note), by: &Operator) -> Result<Prepared, ReceivableError> {
        let mut look = self.as_seen(seen, by).await?;
        look.operator_may(OperatorAction::LiftDuplicate, by)?;
        if !look.liftable().contains(&check) {
            return Err(Blocked::NothingToLift.into());
        }
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
        let (mut recording, pen) = (Recording::open(self.as_seen(seen, by).await?)?, self.receivables.pen(Some(by.user())));
        recording.look.operator_may(OperatorAction::GiveUp, by)?;
        let (receivable, owed) = (recording.look.receivable(), recording.look.held.owed);
        let (id, seller, currency) = (receivable.id(), receivable.parts().seller, receivable.currency());
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

    /// What is written when a seller owes again what it was let off last for a receivable, as far as that did not go back with the debt
    /// since: it takes two people.
    ///
    /// # Errors
    /// `NotFound`; `Stale`; `Blocked`; `Refused` with `NothingToUndo` where nothing of what was given up stands.
    pub async fn give_up_undone(&self, seen: Seen, by: &Operator) -> Result<Prepared, ReceivableError> {
        let (mut recording, pen) = (Recording::open(self.as_seen(seen, by).await?)?, self.receivables.pen(Some(by.user())));
        recording.look.operator_may(OperatorAction::UndoGiveUp, by)?;
        let receivable = recording.look.receivable();
        let (id, seller, currency) = (receivable.id(), receivable.parts().seller, receivable.currency());
        let (given_up, stands) = self.receivables.debt_of(receivable).await?.newest_given_up().ok_or(Refused::NothingToUndo)?;
        let entry = self.journal.entry(given_up).await?.ok_or(ReceivableError::NotFound)?.entry;
        let draft = Draft::new(currency).transfer(Place::sellers_owe(seller, id), Place::credit_losses(), stands);
        let is_whole = entry.postings().iter().all(|posting| posting.amount == stands || posting.amount == -stands);
        match is_whole && self.journal.reversal_of(given_up).await?.is_none() {
            true => recording.reverse(&entry, &pen),
            false => recording.post((Event::GivenUp, recording.look.today()), Some(given_up.0), &draft, &pen),
        }
        let entry = trail::entry(&recording.look, AuditAction::GiveUpUndone, Actor::User(by.user()), pen.at);
        let amount = Money::parse(stands.get(), currency).map_err(|_| ReceivableError::NoMoreThan(stands))?;
        let entry = entry.new_values([("amount", amount.to_string())]);
        Ok(Prepared { changes: written(&[recording], Vec::new(), Vec::new()), entry, mails: Vec::new() })
    }

    pub(crate) async fn as_seen(&self, Seen { receivable, version }: Seen, by: &Operator) -> Result<Look, ReceivableError> {
        let mut look = self.receivables.examined(receivable, by).await?;
        // What is decided on here may be what waits. A proposal asks before it is made.
        look.held.ending = None;
        if look.receivable().parts().version == version { Ok(look) } else { Err(ReceivableError::Stale) }
    }
}
