//! What the bank answers to an order.

use super::{
    bank_files::{released, with_account},
    own::{OWN, insider},
    paying::Sold,
    *,
};
use crate::cash::{AnswerTaken, AnsweredTransfer, CashError};
use sooner_domain::{
    kernel::text::Line,
    payments::{
        answer::{OrderAnswer, PayeeCheck, Standing, TransferAnswer},
        payout::{BatchId, PayoutStatus},
        statement::NotRead,
    },
};

pub(super) fn to(batch: BatchId, whole: Option<Standing>, transfers: Vec<TransferAnswer>) -> OrderAnswer {
    OrderAnswer { of: format!("{}EUR", batch.0.simple()), whole, reason: None, transfers }
}

fn counts(taken: &AnswerTaken) -> [usize; 5] {
    [taken.accepted, taken.pending, taken.rejected, taken.doubtful, taken.unknown]
}

impl Sold {
    async fn take(&self, answer: OrderAnswer) -> Result<AnswerTaken, CashError> {
        let cases = self.world.use_cases();
        cases.cash.take_answer(answer, &cases.cash.by_hand(&self.olga)?).await
    }
}

/// Payee, amount, reason, and whether it was carried out.
fn named(taken: &AnswerTaken) -> Vec<(String, i64, Option<String>, bool)> {
    let line = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
    let told = |one: &AnsweredTransfer| (line(&one.payee).unwrap_or_default(), one.amount.get(), line(&one.reason), one.was_executed);
    taken.to_see_to.iter().map(told).collect()
}

#[tokio::test]
async fn what_the_bank_rejects_is_due_again_with_its_reason() -> Checked {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    let cases = sold.world.use_cases();
    let payout = cases.cash.of_batch(batch).await?.pop().ok_or("no payout")?;
    let about = |id: String, standing, check| TransferAnswer { id, standing, check, reason: Some("AC04 closed account".to_owned()) };
    let id = payout.id.0.simple().to_string();
    let take = async |answer| sold.take(answer).await;

    let checked = to(batch, None, vec![about(id.to_uppercase(), None, Some(PayeeCheck::CloseMatch))]);
    let doubted = take(checked).await?;
    assert_eq!(counts(&doubted), [0, 0, 0, 1, 0]);
    assert_eq!(named(&doubted), [("Mühle Brandt GmbH".to_owned(), 800_000, Some("AC04 closed account".to_owned()), false)]);
    assert_eq!(counts(&take(to(batch, Some(Standing::Pending), vec![])).await?), [0, 1, 0, 0, 0]);
    let answers = cases.cash.answers_to([payout.clone()].iter()).await?;
    let answered = answers.get(&payout.id).ok_or("nothing is kept")?;
    assert_eq!((answered.standing, answered.check), (Some(Standing::Pending), Some(PayeeCheck::CloseMatch)), "what was said before stays");
    assert_eq!(cases.cash.of_batch(batch).await?.pop().map(|payout| payout.status), Some(PayoutStatus::Released));

    let rejected = to(batch, None, vec![about(id, Some(Standing::Rejected), None), about("X".to_owned(), Some(Standing::Accepted), None)]);
    let told = take(rejected.clone()).await?;
    assert_eq!((counts(&told), named(&told)), ([0, 0, 1, 0, 1], named(&doubted)), "whom and how much is told");
    let back = cases.cash.of_batch(batch).await?.pop().and_then(|payout| payout.returned).ok_or("it did not come back")?;
    assert_eq!(back.reason.as_ref().map(Note::as_str), Some("AC04 closed account"));
    assert_eq!(sold.due().await?.len(), 1, "it is due again");
    take(rejected).await?;
    assert_eq!(sold.due().await?.len(), 1, "once");
    assert_eq!(sold.world.last_entry().await?.action, AuditAction::BankAnswered);
    Ok(())
}

#[tokio::test]
async fn a_batch_that_is_rejected_whole_is_due_again() -> Checked {
    let (sold, batch) = released().await?;
    let answer = to(batch, Some(Standing::Rejected), vec![]);
    assert_eq!(counts(&sold.take(answer).await?), [0, 0, 1, 0, 0]);
    let due = sold.world.cash().as_told(sold.due().await?).await?;
    let why: Vec<_> = due.iter().map(|told| told.came_back.as_ref().map(|back| back.reason.clone())).collect();
    assert_eq!(why, [Some(None)], "the bank gave no reason, so none is made up");
    Ok(())
}

#[tokio::test]
async fn what_was_carried_out_meanwhile_does_not_come_back() -> Checked {
    let (sold, batch) = released().await?;
    sold.execute(batch).await?;
    let taken = sold.take(to(batch, Some(Standing::Rejected), vec![])).await?;
    assert_eq!((taken.rejected, taken.contradicted, sold.due().await?.len()), (0, 1, 0));
    assert_eq!(
        named(&taken).iter().map(|(_, _, reason, was_executed)| (reason.clone(), *was_executed)).collect::<Vec<_>>(),
        [(None, true)]
    );
    Ok(())
}

#[tokio::test]
async fn an_answer_to_somebody_elses_order_is_refused() -> Checked {
    let (sold, batch) = released().await?;
    let dollars = OrderAnswer { of: format!("{}USD", batch.0.simple()), ..to(batch, Some(Standing::Accepted), vec![]) };
    for of in [dollars.of.clone(), "MSG-1".to_owned(), String::new(), "\u{e9}".repeat(40)] {
        let answer = OrderAnswer { of, ..dollars.clone() };
        assert_eq!(sold.take(answer).await, Err(NotRead::OtherOrder.into()));
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_about_what_their_own_company_is_paid_is_for_colleagues() -> Checked {
    let (sold, batch) = released().await?;
    let (insider, cases) = (insider(&sold).await?, sold.world.use_cases());
    let rejected = || to(batch, Some(Standing::Rejected), vec![]);
    assert_eq!(cases.cash.take_answer(rejected(), &cases.cash.by_hand(&insider)?).await, Err(OWN.into()));
    assert_eq!(sold.due().await?, []);
    assert_eq!(sold.take(rejected()).await?.rejected, 1);
    Ok(())
}
