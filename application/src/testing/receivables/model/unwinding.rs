//! All that stands of money, undone by what the answers say, to the empty book.

use super::{course::Course, town::Made};
use crate::{
    approvals::{EndingCommand, Performed, ProposeError, UndoPartCommand},
    cash::{CashError, UnmatchCommand},
    receivables::ReceivableError,
    testing::receivables::course::note,
};
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::{ids::ReceivableId, minor::Minor},
    payments::receipt::{Explained, ReceiptId, Target},
    receivables::book::Refused,
};
use std::collections::BTreeSet;

/// What is in the way of undoing something.
#[derive(Debug, PartialEq, Eq)]
enum InTheWay {
    Nothing,
    /// This invoice is to be undone first.
    Invoice(ReceivableId),
    /// There is nothing to undo.
    Empty,
}

impl Course<'_> {
    /// # Errors
    /// Where something can't be undone, or the answers lead in a circle.
    pub(super) async fn unwind(&self) -> Made<()> {
        for (place, receipt) in self.names.receipts.iter().enumerate() {
            // Every other one by the person who matched it, as far as one may alone.
            if place % 2 == 0 {
                self.unmatch_alone(*receipt).await?;
            }
            self.unmatch_all(*receipt).await?;
        }
        for receivable in &self.names.receivables {
            while self.undo_with_what_is_in_the_way(*receivable).await? != InTheWay::Empty {}
        }
        for receipt in &self.names.receipts {
            if let Some(stands) = self.came(*receipt).await?.standing().find(|part| can_be_undone(part.target)) {
                return Err(format!("it stands: {stands:?}").into());
            }
        }
        for receivable in &self.names.receivables {
            let facts = self.world.store().receivables.facts(*receivable).await?;
            if let Some(stands) = facts.iter().find(|recorded| !recorded.fact.stays()) {
                return Err(format!("it stands: {stands:?}").into());
            }
        }
        Ok(())
    }

    async fn came(&self, receipt: ReceiptId) -> Made<Explained> {
        Ok(self.world.store().receipts.by_id(receipt).await?.ok_or("no receipt")?)
    }

    /// Undoes what one person matched and may undo alone, and first what the answers name.
    async fn unmatch_alone(&self, receipt: ReceiptId) -> Made<()> {
        let explained = self.came(receipt).await?;
        let paid = explained.standing().filter_map(|part| if let Target::Receivable(id) = part.target { Some(id) } else { None });
        for receivable in paid.collect::<BTreeSet<_>>() {
            loop {
                let command = UnmatchCommand { by: self.olga.clone(), receivable, request: None };
                let answer = self.world.cash().unmatch(receipt, command).await;
                let Err(refused @ CashError::UndoFirst(_)) = answer else {
                    match answer {
                        // What is beyond the book is undone once that is.
                        Ok(left) if left.standing().any(|part| part.target == Target::Receivable(receivable)) => continue,
                        Ok(_) | Err(CashError::TakesTwo | CashError::Receivable(ReceivableError::Refused(Refused::NotUndoable))) => break,
                        Err(other) => return Err(format!("not undone alone: {other:?}").into()),
                    }
                };
                let InTheWay::Invoice(first) = self.in_the_way::<()>(Err(ProposeError::Cash(refused))).await? else {
                    return Err("it names no invoice".into());
                };
                if self.undo_with_what_is_in_the_way(first).await? == InTheWay::Empty {
                    return Err("it is to be undone first, and there is nothing to undo".into());
                }
            }
        }
        Ok(())
    }

    /// Undoes every part of a receipt but what went back.
    async fn unmatch_all(&self, receipt: ReceiptId) -> Made<()> {
        loop {
            let explained = self.came(receipt).await?;
            let Some(part) = explained.standing().find(|part| can_be_undone(part.target)).map(|part| part.id) else { return Ok(()) };
            let (_, amount) = explained.all_for(part).ok_or("no such part")?;
            let seen = Minor::new(amount.amount_minor());
            let command = UndoPartCommand { by: self.olga.clone(), part, seen, note: note()?, request: None };
            match self.in_the_way(self.world.approvals().undo_part(receipt, command).await).await? {
                InTheWay::Nothing => {}
                InTheWay::Invoice(first) => match self.undo_with_what_is_in_the_way(first).await? {
                    InTheWay::Empty => return Err("it is to be undone first, and there is nothing to undo".into()),
                    _ => continue,
                },
                InTheWay::Empty => return Err("there is nothing to undo of what stands".into()),
            }
        }
    }

    /// Undoes the newest of one, and first whatever the answers name.
    async fn undo_with_what_is_in_the_way(&self, one: ReceivableId) -> Made<InTheWay> {
        let mut path = vec![one];
        while let Some(last) = path.last().copied() {
            let version = self.world.receivables().examined(last, &self.olga.operator()).await?.receivable().parts().version;
            let command = EndingCommand { by: self.olga.clone(), version, what: Ending::Undo, note: Some(note()?), request: None };
            match self.in_the_way(self.world.approvals().end_receivable(last, command).await).await? {
                InTheWay::Invoice(first) if path.contains(&first) => return Err(format!("a circle: {path:?}, {first:?}").into()),
                InTheWay::Invoice(first) => path.push(first),
                InTheWay::Empty if last == one => return Ok(InTheWay::Empty),
                InTheWay::Empty => return Err("it is to be undone first, and there is nothing to undo".into()),
                InTheWay::Nothing => {
                    path.pop();
                }
            }
        }
        Ok(InTheWay::Nothing)
    }

    async fn in_the_way<T>(&self, answer: Result<Performed<T>, ProposeError>) -> Made<InTheWay> {
        match answer {
            Ok(Performed::Done(_)) => Ok(InTheWay::Nothing),
            Err(ProposeError::Cash(CashError::UndoFirst(number))) => {
                let kept = self.world.store().receivables.by_ids(self.names.receivables.clone()).await?;
                let named = kept.iter().find(|kept| kept.receivable.parts().facts.number.as_str() == number);
                Ok(InTheWay::Invoice(named.ok_or("it names no invoice")?.receivable.id()))
            }
            Err(ProposeError::Cash(CashError::Receivable(ReceivableError::Refused(Refused::NothingToUndo | Refused::NotUndoable)))) => {
                Ok(InTheWay::Empty)
            }
            Ok(Performed::Awaits(_)) => Err("it awaits approval".into()),
            Err(other) => Err(format!("not undone: {other:?}").into()),
        }
    }
}

/// All but what went back to its payer, and what an entry by hand explains.
fn can_be_undone(target: Target) -> bool {
    matches!(target, Target::Receivable(_) | Target::PassOn(..) | Target::Credit(_))
}
