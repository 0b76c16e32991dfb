//! What a bank did by one person's word is confirmed.

use super::{
    bank_answers::to,
    bank_files::{released, with_account},
    paying::Sold,
    *,
};
use crate::{
    cash::{CashError, DecideHeldCommand, EnteredLine, ExecutedCommand, HeldIs, ReceiptCommand, ReturnedCommand, SeenHeldLine},
    payments::{ports::HeldLines, statements::StatementFile},
    testing::{UNCONFIRMED, payments::statements::file},
};
use chrono::NaiveDate;
use sooner_domain::{
    identity::operator::{OperatorRight, OperatorRole},
    payments::{
        answer::Standing,
        payout::Returned,
        receipt::EnteredPayer,
        statement::{Balance, Legible, Odd},
    },
};

/// Refused from a session that confirmed nothing, and nothing is written; done once it is confirmed.
async fn takes_a_step_up(sold: &Sold, what: &str, act: impl AsyncFn(Member) -> Result<(), CashError>) -> Checked {
    let unconfirmed = sold.world.signed_in_again(&sold.olga).await?;
    let before = sold.world.records().await?;
    assert_eq!(act(unconfirmed).await, Err(ReceivableError::StepUpRequired(UNCONFIRMED).into()), "{what}");
    assert_eq!(sold.world.records().await?, before, "{what}");
    assert_eq!(act(sold.olga.clone()).await, Ok(()), "{what}");
    assert_ne!(sold.world.records().await?, before, "{what}");
    Ok(())
}

/// A statement with two entries that cannot be read.
fn unreadable(on: NaiveDate) -> Made<StatementFile> {
    let mut file = file(9, Vec::new())?;
    for statement in &mut file.statements {
        let balance = |amount: i64| Some(Balance { on, amount: Minor::new(amount) });
        (statement.opening, statement.closing) = (balance(0), balance(75));
        statement.odd = [77, 88].map(|line| Odd { line, what: "Amt", legible: Legible::default() }).to_vec();
    }
    Ok(file)
}

async fn import(sold: &Sold, file: &StatementFile, by: &Member) -> Result<(), CashError> {
    let cases = sold.world.use_cases();
    cases.cash.import_statements(file.clone(), &cases.cash.by_hand(by)?).await.map(drop)
}

#[tokio::test]
async fn what_a_person_says_of_a_payout_takes_a_step_up() -> Checked {
    let (sold, batch) = released().await?;
    let (on, payouts) = (sold.look().await?.today(), sold.world.cash().of_batch(batch).await?);
    let payout = payouts.first().ok_or("no payout")?.id;
    let execute = async |by| {
        let told = ExecutedCommand { by, on, request: None };
        sold.world.cash().executed(batch, told).await.map(drop)
    };
    takes_a_step_up(&sold, "executed", execute).await?;
    let come_back = async |by| {
        let told = ReturnedCommand { by, back: Returned { on, reason: None }, request: None };
        sold.world.cash().returned(payout, told).await.map(drop)
    };
    takes_a_step_up(&sold, "returned", come_back).await
}

#[tokio::test]
async fn a_receipt_and_a_file_that_a_person_brings_take_a_step_up() -> Checked {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    let on = sold.look().await?.today();
    let receipt = sold.receipt(on, 700, Vec::new(), None);
    let enter = async |by| sold.world.cash().enter_receipt(ReceiptCommand { by, ..receipt.clone() }).await.map(drop);
    takes_a_step_up(&sold, "a receipt", enter).await?;
    let statement = file(1, Vec::new())?;
    takes_a_step_up(&sold, "a statement", async |by| import(&sold, &statement, &by).await).await?;
    let answer = to(batch, Some(Standing::Rejected), Vec::new());
    let take = async |by| {
        let cases = sold.world.use_cases();
        cases.cash.take_answer(answer.clone(), &cases.cash.by_hand(&by)?).await.map(drop)
    };
    takes_a_step_up(&sold, "an answer", take).await
}

#[tokio::test]
async fn a_line_that_is_typed_takes_a_step_up_and_what_else_is_decided_of_one_takes_none() -> Checked {
    let (sold, _) = released().await?;
    with_account(&sold).await?;
    let on = sold.look().await?.today();
    import(&sold, &unreadable(on)?, &sold.olga).await?;
    let decide = async |by, decision| {
        let waiting = sold.world.cash().held_lines(&sold.olga.operator(), HeldLines::Waiting, None).await?.lines;
        let SeenHeldLine { held, version, .. } = waiting.first().ok_or(ReceivableError::NotFound)?;
        let command = DecideHeldCommand { by, version: *version, decision, request: None };
        sold.world.cash().decide_held(held.id, command).await.map(drop)
    };
    let reason = Note::parse("It is in the file twice.")?;
    decide(sold.world.signed_in_again(&sold.olga).await?, HeldIs::SetAside(reason)).await?;
    let line = EnteredLine { booked_on: on, value_on: on, amount: Minor::new(75), other: EnteredPayer::default(), text: None };
    takes_a_step_up(&sold, "a line", async |by| decide(by, HeldIs::Entered(Box::new(line.clone()))).await).await
}

#[tokio::test]
async fn who_may_not_say_it_is_not_asked_to_confirm() -> Checked {
    let (sold, _) = released().await?;
    let reader = sold.world.operator_of("rita@example.com", [OperatorRole::Reviewer].into_iter().collect()).await?;
    let refused = Err(Blocked::NotOperators(OperatorRight::ManagePayments).into());
    assert_eq!(sold.world.cash().by_hand(&reader).map(drop), refused);
    Ok(())
}

#[tokio::test]
async fn what_was_done_under_a_key_is_answered_again_without_another_confirmation() -> Checked {
    let (sold, _) = released().await?;
    let on = sold.look().await?.today();
    let request = Some(key(sold.olga.user.id(), "receipt")?);
    let receipt = ReceiptCommand { request, ..sold.receipt(on, 700, Vec::new(), None) };
    let entered = sold.world.cash().enter_receipt(receipt.clone()).await?;
    let by = sold.world.signed_in_again(&sold.olga).await?;
    assert_eq!(sold.world.cash().enter_receipt(ReceiptCommand { by, ..receipt }).await, Ok(entered));
    Ok(())
}
