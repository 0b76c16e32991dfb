//! Each line counts once, and none is lost.

use super::*;
use crate::payments::statements::HeldLine;
use sooner_domain::payments::statement::{HeldDecision, HeldReason, Odd};

fn without_reference(entry: Entry) -> Entry {
    Entry { reference: None, ..entry }
}

/// As another file.
fn sent_again(file: &StatementFile, number: u8) -> StatementFile {
    StatementFile { sha256: Digest([number; 32]), ..file.clone() }
}

impl Sold {
    async fn held(&self) -> Made<Vec<HeldLine>> {
        Ok(self.world.financing().held_lines(&self.olga.operator(), None).await?.lines)
    }

    async fn say(&self, held: &HeldLine, decision: HeldDecision) -> Result<HeldLine, ReceivableError> {
        self.world.financing().decide_held(held.id, decision, &self.olga).await
    }
}

#[tokio::test]
async fn the_balances_decide_what_is_new() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = || without_reference(told(entry(today, 1_000, ""), "part", "Same"));
    let first = file(1, 0, vec![alike(), alike()])?;
    assert_eq!(sold.import(first.clone()).await?.imported, 2);
    assert_eq!((sold.import(sent_again(&first, 2)).await?.imported, sold.holds(AccountKind::Bank).await?), (0, 2_000));
    let third = file(3, 2_000, vec![alike()])?;
    assert_eq!(sold.import(third).await?.imported, 1, "it opens where the first one closed");
    let again = file(4, 3_000, vec![told(entry(today, 700, "1"), "a", "A"), told(entry(today, 700, "1"), "b", "B")])?;
    assert_eq!(sold.import(again).await?.imported, 2, "the bank's number is used again");
    let reworded = file(5, 3_000, vec![told(entry(today, 700, "2"), "b, in other words", "B"), told(entry(today, 700, "3"), "a", "A")])?;
    let done = sold.import(reworded).await?;
    assert_eq!((done.imported, done.repeated, done.perhaps), (0, 2, 0), "the same balances");
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.held().await?), (4_400, vec![]));
    Ok(())
}

#[tokio::test]
async fn a_batch_that_is_told_in_detail_later_is_the_same() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let sum = file(1, 0, vec![entry(today, 6_000, "B")])?;
    assert_eq!(sold.import(sum.clone()).await?.imported, 1);
    let mut detailed = sent_again(&sum, 2);
    let details = || [2_000, 4_000].map(|amount| Detail { amount: Some(Minor::new(amount)), ..Detail::default() }).to_vec();
    detailed.statements.iter_mut().flat_map(|statement| &mut statement.entries).for_each(|entry| entry.details = details());
    let done = sold.import(detailed).await?;
    assert_eq!((done.imported, done.repeated, sold.holds(AccountKind::Bank).await?), (0, 2, 6_000));
    Ok(())
}

#[tokio::test]
async fn what_is_perhaps_known_waits_until_a_file_or_a_person_says_what_it_is() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = || without_reference(told(entry(today, 1_000, ""), "part", "Same"));
    sold.import(file(1, 0, vec![alike()])?).await?;
    let behind_a_gap = file(3, 5_000, vec![alike(), entry(today, 30, "X")])?;
    let done = sold.import(behind_a_gap.clone()).await?;
    assert_eq!((done.imported, done.perhaps, sold.holds(AccountKind::Bank).await?), (1, 1, 1_030), "the others are taken");
    let waiting = sold.held().await?;
    let told: Vec<_> =
        waiting.iter().map(|held| (held.why, held.perhaps.is_some(), held.line.as_ref().map(|line| line.amount.get()))).collect();
    assert_eq!(told, [(HeldReason::PerhapsKnown, true, Some(1_000))]);
    assert_eq!(sold.import(behind_a_gap.clone()).await?.perhaps, 0, "it waits once");
    let gaps = sold.world.financing().gaps(&sold.olga.operator()).await?;
    assert_eq!(
        gaps.iter().map(|gap| (gap.after.amount.get(), gap.before.amount.get(), gap.amount().get())).collect::<Vec<_>>(),
        [(1_000, 5_000, 4_000)]
    );
    let between = file(2, 1_000, vec![entry(today, 4_000, "Y")])?;
    let done = sold.import(between).await?;
    assert_eq!((done.imported, sold.holds(AccountKind::Bank).await?), (2, 6_030), "the gap is filled: it is new");
    assert_eq!((sold.held().await?, sold.world.financing().gaps(&sold.olga.operator()).await?), (vec![], vec![]));
    assert_eq!(sold.import(sent_again(&behind_a_gap, 9)).await?.imported, 0);
    Ok(())
}

#[tokio::test]
async fn a_person_decides_once_whether_a_line_is_new_or_known() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = |amount| without_reference(told(entry(today, amount, ""), "part", "Same"));
    sold.import(file(1, 0, vec![alike(1_000), alike(-200)])?).await?;
    sold.import(file(2, 5_000, vec![alike(1_000), alike(-200)])?).await?;
    let waiting = sold.held().await?;
    assert_eq!((waiting.len(), sold.holds(AccountKind::Bank).await?), (2, 1_000), "what went out and nobody explained is not in the books");
    let [out, came] = waiting.as_slice() else { return Err("two lines wait".into()) };
    let decided = sold.say(came, HeldDecision::New).await?;
    assert_eq!(decided.decided.map(|decided| (decided.is, decided.by)), Some((HeldDecision::New, sold.olga.operator().user())));
    assert_eq!(sold.say(came, HeldDecision::New).await, Err(ReceivableError::LineSettled));
    assert_eq!(sold.holds(AccountKind::Bank).await?, 2_000);
    sold.say(out, HeldDecision::Known).await?;
    let open = sold.world.financing().open_lines(&sold.olga.operator(), None).await?.lines;
    assert_eq!((sold.held().await?, open.len()), (vec![], 1), "what is known is told once");
    Ok(())
}

#[tokio::test]
async fn an_odd_entry_holds_up_only_itself() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let tomorrow = today.succ_opt().unwrap_or(today);
    let parts = [60, 41].map(|amount| Detail { amount: Some(Minor::new(amount)), ..Detail::default() }).to_vec();
    let entries = vec![entry(today, 50, "A1"), entry(tomorrow, 1, "A2"), Entry { details: parts, ..entry(today, 100, "A3") }];
    let mut odd = file(1, 0, entries)?;
    for statement in &mut odd.statements {
        statement.odd = vec![Odd { line: 77, what: "Amt" }];
        statement.closing = statement.closing.map(|closing| Balance { amount: closing.amount + Minor::new(9), ..closing });
    }
    let done = sold.import(odd.clone()).await?;
    assert_eq!((done.imported, done.set_aside, sold.holds(AccountKind::Bank).await?), (1, 3, 50));
    let page = sold.world.financing().statements(&sold.olga.operator(), None).await?;
    let of_list: Vec<_> = page.statements.iter().map(|one| (one.statement.differs.get(), one.held, one.statement.taken)).collect();
    assert_eq!(of_list, [(9, 3, 4)], "the statement says by how much it differs");
    assert_eq!(sold.import(sent_again(&odd, 2)).await?.imported, 0);
    let waiting = sold.held().await?;
    let of = |why| waiting.iter().find(|held| held.why == why).cloned().ok_or("it does not wait");
    let (ahead, differs, unreadable) = (of(HeldReason::Ahead)?, of(HeldReason::DetailsDiffer)?, of(HeldReason::Unreadable)?);
    assert_eq!((unreadable.at_line, unreadable.what.as_deref()), (77, Some("Amt")));
    for cannot in [&ahead, &unreadable] {
        assert_eq!(sold.say(cannot, HeldDecision::New).await, Err(ReceivableError::NotCountable));
    }
    sold.say(&differs, HeldDecision::New).await?;
    assert_eq!(sold.holds(AccountKind::Bank).await?, 150, "one line of the entry's amount");
    sold.say(&unreadable, HeldDecision::Known).await?;
    Ok(())
}

#[tokio::test]
async fn an_altered_copy_of_an_entry_is_named() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(file(1, 0, vec![entry(today, 100, "A1")])?).await?;
    let altered = file(3, 0, vec![entry(today, 101, "A1"), entry(today, 5, "A9")])?;
    let mut unproven = sent_again(&altered, 4);
    unproven.statements.iter_mut().for_each(|statement| statement.closing = None);
    let done = sold.import(unproven).await?;
    assert_eq!((done.imported, done.perhaps, sold.holds(AccountKind::Bank).await?), (1, 1, 105));
    let waiting = sold.held().await?;
    assert_eq!(waiting.iter().map(|held| (held.why, held.was.map(Minor::get))).collect::<Vec<_>>(), [(HeldReason::Altered, Some(100))]);
    Ok(())
}
