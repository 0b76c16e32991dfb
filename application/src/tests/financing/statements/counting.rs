//! Each line counts once, and none is lost.

use super::*;
use crate::{
    cash::{CashError, DecideHeldCommand, HeldIs},
    kernel::idempotency::{IdempotencyError, IdempotencyKey, RequestKey},
    payments::{ports::HeldLines, statements::HeldLine},
};
use sooner_domain::{
    kernel::text::Note,
    payments::statement::{HeldDecision, HeldReason, Legible, LineId, Odd},
};

pub(super) fn without_reference(entry: Entry) -> Entry {
    Entry { reference: None, ..entry }
}

/// As another file.
pub(super) fn sent_again(file: &StatementFile, number: u8) -> StatementFile {
    StatementFile { sha256: Digest([number; 32]), ..file.clone() }
}

impl Sold {
    /// The line that one that waits may be: the first that is offered.
    pub(super) async fn candidate(&self, held: &HeldLine) -> Made<LineId> {
        let found = self.world.cash().held_candidates(held.id, &self.olga.operator()).await?;
        Ok(found.first().ok_or("no candidate")?.id)
    }

    pub(super) async fn held(&self) -> Made<Vec<HeldLine>> {
        let seen = self.world.cash().held_lines(&self.olga.operator(), HeldLines::Waiting, None).await?.lines;
        Ok(seen.into_iter().map(|seen| seen.held).collect())
    }

    pub(super) async fn say(&self, held: &HeldLine, decision: HeldIs) -> Result<HeldLine, CashError> {
        let seen = self.world.cash().held_lines(&self.olga.operator(), HeldLines::Waiting, None).await?.lines;
        let version = seen.iter().find(|seen| seen.held.id == held.id).map_or(0, |seen| seen.version);
        self.say_as_seen(held.id, version, decision, None).await
    }

    async fn say_as_seen(&self, id: LineId, version: i64, decision: HeldIs, request: Option<RequestKey>) -> Result<HeldLine, CashError> {
        let command = DecideHeldCommand { by: self.olga.clone(), version, decision, request };
        Ok(self.world.cash().decide_held(id, command).await?.held)
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
    let gaps = sold.world.cash().gaps(&sold.olga.operator()).await?;
    assert_eq!(
        gaps.iter().map(|gap| (gap.after.amount.get(), gap.before.amount.get(), gap.amount().get())).collect::<Vec<_>>(),
        [(1_000, 5_000, 4_000)]
    );
    let between = file(2, 1_000, vec![entry(today, 4_000, "Y")])?;
    let done = sold.import(between).await?;
    assert_eq!((done.imported, sold.holds(AccountKind::Bank).await?), (2, 6_030), "the gap is filled: it is new");
    assert_eq!((sold.held().await?, sold.world.cash().gaps(&sold.olga.operator()).await?), (vec![], vec![]));
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
    let decided = sold.say(came, HeldIs::New).await?;
    assert_eq!(decided.decided.map(|decided| (decided.is, decided.by)), Some((HeldDecision::New, sold.olga.operator().user())));
    assert_eq!(sold.say(came, HeldIs::New).await, Err(CashError::LineSettled));
    assert_eq!(sold.holds(AccountKind::Bank).await?, 2_000);
    let known = sold.candidate(out).await?;
    sold.say(out, HeldIs::Known(known)).await?;
    let open = sold.world.cash().open_lines(&sold.olga.operator(), None).await?.lines;
    assert_eq!((sold.held().await?, open.len()), (vec![], 1), "what is known is told once");
    Ok(())
}

#[tokio::test]
async fn what_is_told_alike_is_not_dropped_where_no_balance_proves_it() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = || told(entry(today, 2_500, "N"), "part", "Same");
    sold.import(file(1, 0, vec![alike()])?).await?;
    sold.import(file(2, 2_500, vec![entry(today + TimeDelta::days(1), 1_100, "T")])?).await?;
    let done = sold.import(file(3, 3_600, vec![alike()])?).await?;
    assert_eq!((done.imported, done.repeated, done.perhaps), (0, 0, 1), "an entry of tomorrow stands between");
    let mut with_odd = file(4, 6_100, vec![alike()])?;
    with_odd
        .statements
        .iter_mut()
        .for_each(|statement| statement.odd.push(Odd { line: 9, what: "CdtDbtInd", legible: Legible::default() }));
    let done = sold.import(with_odd).await?;
    assert_eq!((done.imported, done.repeated, done.perhaps, done.set_aside), (0, 0, 1, 1), "its balances prove nothing");
    let perhaps = |held: &HeldLine| held.why == HeldReason::PerhapsKnown;
    for held in sold.held().await?.iter().filter(|held| perhaps(held)) {
        sold.say(held, HeldIs::New).await?;
    }
    assert_eq!(sold.holds(AccountKind::Bank).await?, 7_500);
    Ok(())
}

#[tokio::test]
async fn each_of_several_alike_that_wait_can_be_new() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = || without_reference(told(entry(today, 8_888, ""), "part", "Same"));
    for (number, opening) in [(1, 0), (2, 50_000), (3, 90_000), (4, 130_000)] {
        sold.import(file(number, opening, vec![alike()])?).await?;
    }
    let waiting = sold.held().await?;
    assert_eq!(waiting.len(), 3);
    for (held, all) in waiting.iter().zip([2, 3, 4]) {
        sold.say(held, HeldIs::New).await?;
        assert_eq!(sold.holds(AccountKind::Bank).await?, all * 8_888);
    }
    Ok(())
}

#[tokio::test]
async fn a_person_decides_what_they_saw_and_once_under_a_key() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = |amount| without_reference(told(entry(today, amount, ""), "part", "Same"));
    sold.import(file(1, 0, vec![alike(1_000), alike(300)])?).await?;
    sold.import(file(2, 5_000, vec![alike(1_000), alike(300)])?).await?;
    let seen = sold.world.cash().held_lines(&sold.olga.operator(), HeldLines::Waiting, None).await?.lines;
    let [one, other] = seen.as_slice() else { return Err("two lines wait".into()) };
    assert_eq!(one.version, other.version);
    let key = |fingerprint| -> Made<Option<RequestKey>> {
        Ok(Some(RequestKey { user: sold.olga.user.id(), key: IdempotencyKey::parse("decided")?, fingerprint: [fingerprint; 32] }))
    };
    let decided = sold.say_as_seen(one.held.id, one.version, HeldIs::New, key(1)?).await?;
    let held = (sold.holds(AccountKind::Bank).await?, sold.world.records().await?.len());
    // Sent twice under one key, it is decided once, and anything else under the key is refused.
    assert_eq!(sold.say_as_seen(one.held.id, one.version, HeldIs::New, key(1)?).await?, decided);
    let other_content = sold.say_as_seen(other.held.id, other.version, HeldIs::SetAside(Note::parse("twice")?), key(2)?).await;
    assert_eq!(other_content, Err(ReceivableError::Idempotency(IdempotencyError::OtherContent).into()));
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.world.records().await?.len()), held);
    // What was seen of the account is not so any more.
    assert_eq!(sold.say_as_seen(other.held.id, other.version, HeldIs::New, None).await, Err(ReceivableError::Stale.into()));
    assert_eq!(sold.holds(AccountKind::Bank).await?, held.0);
    sold.say(&other.held, HeldIs::New).await?;
    assert_eq!(
        sold.holds(AccountKind::Bank).await?,
        held.0 + if one.held.line.as_ref().is_some_and(|line| line.amount.get() == 300) { 1_000 } else { 300 }
    );
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
        statement.odd = vec![Odd { line: 77, what: "Amt", legible: Legible::default() }];
        statement.closing = statement.closing.map(|closing| Balance { amount: closing.amount + Minor::new(9), ..closing });
    }
    let done = sold.import(odd.clone()).await?;
    assert_eq!((done.imported, done.set_aside, sold.holds(AccountKind::Bank).await?), (1, 3, 50));
    let page = sold.world.cash().statements(&sold.olga.operator(), None).await?;
    let of_list: Vec<_> = page.statements.iter().map(|one| (one.statement.differs.get(), one.held, one.statement.taken)).collect();
    assert_eq!(of_list, [(9, 3, 4)], "the statement says by how much it differs");
    assert_eq!(sold.import(sent_again(&odd, 2)).await?.imported, 0);
    let waiting = sold.held().await?;
    let of = |why| waiting.iter().find(|held| held.why == why).cloned().ok_or("it does not wait");
    let (ahead, differs, unreadable) = (of(HeldReason::Ahead)?, of(HeldReason::DetailsDiffer)?, of(HeldReason::Unreadable)?);
    assert_eq!((unreadable.at_line, unreadable.what.as_deref()), (77, Some("Amt")));
    for cannot in [&ahead, &unreadable] {
        assert_eq!(sold.say(cannot, HeldIs::New).await, Err(CashError::NotCountable));
    }
    sold.say(&differs, HeldIs::New).await?;
    assert_eq!(sold.holds(AccountKind::Bank).await?, 150, "one line of the entry's amount");
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
    assert_eq!((done.imported, done.perhaps, sold.holds(AccountKind::Bank).await?), (0, 2, 100));
    let mut waiting: Vec<_> = sold.held().await?.into_iter().map(|held| (held.why.code(), held.was.map(Minor::get))).collect();
    waiting.sort_unstable();
    assert_eq!(waiting, [("altered", Some(100)), ("perhaps_known", None)], "the balances left the other one out");
    Ok(())
}
