//! What every store keeps of who pays for whom, and of who looks after receipts.

use super::{
    super::{
        contracts::{Checked, context, id, member, noon},
        parties::contracts::{buyer, debtor},
    },
    contracts::{commit, receipt},
};
use crate::{StorePorts, kernel::commit::CommitError, parties::changes::Change as PartyChange, payments::changes::Change};
use sooner_domain::{
    kernel::{
        ids::DebtorId,
        text::{Line, Note},
    },
    payments::{
        care::{Care, ReceiptNote, ReceiptNoteId},
        remembered::{PayerMark, Remembered, RememberedId},
    },
};
use std::error::Error;

pub async fn a_payer_is_remembered_once_for_a_debtor_until_it_is_taken_back(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "remembers@example.com").await?;
    let (user, nordwind) = (user.id(), debtor(&buyer(place.company, "Remembered AG")));
    ports.parties.commit(vec![PartyChange::DebtorAdded(nordwind.clone())], context()).await?;
    let remembered = |value: &str, mark| {
        let (id, debtor, value) = (RememberedId(id()), nordwind.id(), Line::parse(value)?);
        Ok::<_, Box<dyn Error>>(Remembered { id, debtor, mark, value, by: user, at: noon(), forgotten: None })
    };
    let account = remembered("DE02120300000000202051", PayerMark::Account)?;
    let name = remembered("Fabrik & Söhne", PayerMark::Name)?;
    for payer in [&account, &name, &remembered("DE02120300000000202051", PayerMark::Account)?] {
        commit(ports, Change::PayerRemembered(Box::new(payer.clone()))).await?;
    }
    assert_eq!(ports.remembered_payers.of_debtor(nordwind.id()).await?, [account.clone(), name.clone()], "the same is kept once");
    let forget = |id| Change::PayerForgotten { id, by: user, at: noon() };
    commit(ports, forget(account.id)).await?;
    assert_eq!(commit(ports, forget(account.id)).await, Err(CommitError::Stale));
    assert_eq!(commit(ports, forget(RememberedId(id()))).await, Err(CommitError::Stale));
    let again = remembered("DE02120300000000202051", PayerMark::Account)?;
    commit(ports, Change::PayerRemembered(Box::new(again.clone()))).await?;
    let forgotten = Remembered { forgotten: Some((user, noon())), ..account };
    assert_eq!(ports.remembered_payers.of_debtor(nordwind.id()).await?, [forgotten, name, again], "what was taken back is kept");
    let all = ports.remembered_payers.all().await?;
    assert_eq!(all.iter().filter(|payer| payer.debtor == nordwind.id()).count(), 3);
    assert_eq!(ports.remembered_payers.of_debtor(DebtorId(id())).await?, []);
    Ok(())
}

pub async fn who_looks_after_a_receipt_and_what_was_noted_is_kept(ports: &StorePorts) -> Checked {
    let (one, other) = (member(ports, "cares.one@example.com").await?.0.id(), member(ports, "cares.two@example.com").await?.0.id());
    let (first, second) = (receipt(one, 1_000)?, receipt(one, 2_000)?);
    for receipt in [&first, &second] {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    assert_eq!(ports.receipt_care.care_of(vec![first.id]).await?, [].into());
    let give = |owner, seen| Change::ReceiptOwned { receipt: first.id, owner, seen };
    assert_eq!(commit(ports, give(Some(one), Some(other))).await, Err(CommitError::Stale));
    commit(ports, give(Some(one), None)).await?;
    assert_eq!(commit(ports, give(Some(other), None)).await, Err(CommitError::Stale));
    commit(ports, give(Some(other), Some(one))).await?;
    let note = |text: &str| {
        let (id, text) = (ReceiptNoteId(id()), Note::parse(text)?);
        Ok::<_, Box<dyn Error>>(ReceiptNote { id, receipt: first.id, text, by: one, at: noon() })
    };
    let notes = vec![note("Asked the bank.")?, note("They call back on Monday.")?];
    for note in &notes {
        commit(ports, Change::ReceiptNoted(Box::new(note.clone()))).await?;
    }
    let care = |owner| Care { owner, notes: notes.clone() };
    assert_eq!(ports.receipt_care.care_of(vec![first.id, second.id]).await?, [(first.id, care(Some(other)))].into());
    commit(ports, give(None, Some(other))).await?;
    assert_eq!(ports.receipt_care.care_of(vec![first.id]).await?, [(first.id, care(None))].into());
    Ok(())
}
