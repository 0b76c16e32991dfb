//! What people note of receipts, and which of them looks after one.

use crate::{
    cash::{Cash, CashError, payouts::release::may_manage},
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    parties::Member,
    payments::changes::Change as PaymentChange,
    receivables::{ReceivableError, works},
};
use sooner_domain::{
    identity::user::User,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        ids::UserId,
        text::Note,
    },
    parties::operator::Operator,
    payments::{
        care::{Care, ReceiptNote, ReceiptNoteId},
        receipt::{Explained, ReceiptId},
    },
};
use std::collections::{BTreeSet, HashMap};

/// What a person notes of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteCommand {
    pub by: Member,
    pub text: Note,
    pub request: Option<RequestKey>,
}

/// Who looks after receipts and what was noted of them, with the people by their ids: also those who entered them.
#[derive(Debug, Default)]
pub struct Cared {
    pub care: HashMap<ReceiptId, Care>,
    pub people: HashMap<UserId, User>,
}

impl Cash {
    /// Who looks after these, and what was noted of them, with who entered them. Of those that concern this operator's own company only
    /// the last.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn care_of(&self, receipts: &[Explained], by: &Operator) -> Result<Cared, Unavailable> {
        let own = if receipts.is_empty() { BTreeSet::new() } else { self.of_their_own(receipts, by).await? };
        let ids: Vec<_> = receipts.iter().map(|explained| explained.receipt.id).filter(|id| !own.contains(id)).collect();
        let care = if ids.is_empty() { HashMap::new() } else { self.receipt_care.care_of(ids).await? };
        let cared = care.values().flat_map(|care| care.owner.into_iter().chain(care.notes.iter().map(|note| note.by)));
        let people: BTreeSet<UserId> = cared.chain(receipts.iter().map(|explained| explained.receipt.entered_by)).collect();
        let users = if people.is_empty() { Vec::new() } else { self.identity.users.by_ids(&Vec::from_iter(people)).await? };
        Ok(Cared { care, people: users.into_iter().map(|user| (user.id(), user)).collect() })
    }

    /// How it is looked after, for an operator whose company it does not concern.
    async fn care(&self, id: ReceiptId, by: &Operator) -> Result<Care, CashError> {
        let explained = self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)?;
        self.is_not_of_their_own(&explained, by).await?;
        Ok(self.receipt_care.care_of(vec![id]).await?.remove(&id).unwrap_or_default())
    }

    /// Adds a note to a receipt.
    ///
    /// # Errors
    /// `NotFound`; `NoRoom` for more notes; `Blocked`.
    pub async fn note_receipt(&self, id: ReceiptId, command: NoteCommand) -> Result<(), CashError> {
        let NoteCommand { by, text, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        once(
            self.idempotency.as_ref(),
            request.as_ref(),
            async |_| Ok(()),
            async || {
                if !self.care(id, &operator).await?.has_room() {
                    return Err(CashError::NoRoom);
                }
                let (note, at) = (ReceiptNoteId(self.identity.ids.next()), self.identity.clock.now());
                let note = ReceiptNote { id: note, receipt: id, text: text.clone(), by: operator.user(), at };
                let entry = AuditEntry::new(at, Actor::User(operator.user()), AuditAction::ReceiptNoted, Subjects::house(id.0));
                let entry = entry.new_values([("note", text.as_str().to_owned())]);
                let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(note.id.0, at)));
                Ok(self.receivables.put(vec![works(&operator), PaymentChange::ReceiptNoted(Box::new(note)).into()], context).await?)
            },
        )
        .await
    }

    /// Looks after a receipt from now on, in place of whoever did, or no more. What is so already is not written.
    ///
    /// # Errors
    /// `NotFound`; `Stale` where another person did the same at this moment; `Blocked`.
    pub async fn own_receipt(&self, id: ReceiptId, is_mine: bool, by: &Member) -> Result<(), CashError> {
        let operator = by.operator();
        may_manage(&operator)?;
        let seen = self.care(id, &operator).await?.owner;
        let owner = is_mine.then(|| operator.user());
        if owner == seen || !is_mine && seen != Some(operator.user()) {
            return Ok(());
        }
        let at = self.identity.clock.now();
        let entry = AuditEntry::new(at, Actor::User(operator.user()), AuditAction::ReceiptOwned, Subjects::house(id.0));
        let told = |user: Option<UserId>| user.map(|user| user.to_string());
        let entry = entry.change("owner", told(seen), told(owner));
        let given = PaymentChange::ReceiptOwned { receipt: id, owner, seen };
        Ok(self.receivables.put(vec![works(&operator), given.into()], WriteContext::of(entry)).await?)
    }
}
