//! What people confirm of what is suggested, and what is learnt of it.

use super::*;
use crate::{
    approvals::AccountCommand,
    cash::{CashError, ConfirmedSuggestion, MatchedRow, Offered, ReceiptCommand, UnmatchCommand},
    parties::Member,
    payments::ports::Receipts,
    testing::receivables::Trader,
};
use sooner_domain::{
    identity::operator::OperatorRole,
    kernel::text::Note,
    onboarding::bank_account::{BankAccount, Iban},
    payments::{
        receipt::{EnteredPayer, Explained, ReceiptId, Target},
        remembered::{PayerMark, Remembered, RememberedId},
    },
    receivables::{book::Refused, matching::MatchSign},
};
use uuid::Uuid;

/// The account of somebody who pays for others.
const HOLDING: &str = "NL91ABNA0417164300";

fn from_account(entry: Entry, iban: &str) -> Entry {
    let with = |detail: Detail| Detail { other: Payer { iban: Line::parse(iban).ok(), ..detail.other.clone() }, ..detail };
    Entry { details: entry.details.into_iter().map(with).collect(), ..entry }
}

impl Sold {
    /// What is suggested first of each receipt in suspense, the one entered first before.
    async fn suggested(&self) -> Made<Vec<ConfirmedSuggestion>> {
        let page = self.world.cash().receipts(&self.olga.operator(), Receipts::Unexplained, None).await?;
        let cases = self.world.use_cases();
        let found = cases.cash.suggestions(&page.receipts, &cases.cash.origins(&page.receipts).await?).await?;
        let first = |(explained, found): (&Explained, &Offered)| {
            Some(ConfirmedSuggestion { receipt: explained.receipt.id, seen: found.suggestions.first()?.clone() })
        };
        Ok(page.receipts.iter().zip(&found).rev().filter_map(first).collect())
    }

    async fn confirm(&self, all: Vec<ConfirmedSuggestion>) -> Made<Vec<MatchedRow>> {
        let request = Some(key(self.olga.user.id(), "page")?);
        Ok(self.world.cash().match_suggested(all, &self.olga, request).await?)
    }

    async fn debtor(&self) -> Made<sooner_domain::kernel::ids::DebtorId> {
        self.look().await?.receivable().parts().debtor.ok_or("no debtor".into())
    }

    async fn remembered(&self) -> Made<Vec<Remembered>> {
        Ok(self.world.cash().payers_of(self.debtor().await?, &self.olga.operator()).await?)
    }
}

fn answers(rows: &[MatchedRow]) -> Vec<Result<i64, CashError>> {
    rows.iter().map(|row| row.answer.as_ref().map(|explained| explained.left().get()).map_err(Clone::clone)).collect()
}

#[tokio::test]
async fn a_page_of_suggestions_is_confirmed_at_once_each_a_decision_of_its_own() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (debtor, today) = (sold.debtors_name().await?, sold.today().await?);
    let part = |amount, reference| told(entry(today, amount, reference), "part of RE-1", &debtor);
    sold.import(file(1, 0, vec![part(400_000, "A1"), part(300_000, "A2"), part(100_000, "A3")])?).await?;
    let all = sold.suggested().await?;
    assert_eq!(all.len(), 3);
    let unknown = ConfirmedSuggestion { receipt: ReceiptId(Uuid::from_u128(77)), ..all[0].clone() };
    let rows = sold.confirm([vec![unknown], all.clone()].concat()).await?;
    let (missing, same) = (Err(ReceivableError::NotFound.into()), Err(CashError::SameInvoice));
    let done = [missing, Ok(0), same.clone(), same.clone()];
    assert_eq!(answers(&rows), done, "what the others were seen to leave open is not true any more");
    assert_eq!(sold.holds(AccountKind::Suspense).await?, -400_000);
    let again = sold.confirm(all.clone()).await?;
    assert_eq!(answers(&again), [Ok(0), same.clone(), same], "asked again, what was done is not done twice");
    let late = sold.world.cash().match_suggested(all[..1].to_vec(), &sold.olga, None).await?;
    assert_eq!(answers(&late), [Err(ReceivableError::Stale.into())], "matched meanwhile");
    let entry = sold.world.last_entry().await?;
    let told: Vec<_> = entry.changes.iter().map(|change| (change.field.as_str(), change.after.as_deref())).collect();
    assert_eq!(entry.action, AuditAction::ReceiptExplained);
    assert!(told.contains(&("signs", Some("invoice_numbers, payer_name, part_payment"))), "{told:?}");
    assert_eq!(sold.look().await?.kept.position.open, Minor::new(600_000));
    Ok(())
}

#[tokio::test]
async fn what_is_confirmed_is_all_that_was_seen() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (debtor, today) = (sold.debtors_name().await?, sold.today().await?);
    sold.import(file(1, 0, vec![told(entry(today, 400_000, "A1"), "part of RE-1", &debtor)])?).await?;
    let seen = sold.suggested().await?.pop().ok_or("nothing")?;
    let mut others = vec![seen.clone(), seen.clone(), seen.clone(), seen.clone()];
    others[0].seen.parts[0].amount = Minor::new(399_999);
    others[1].seen.parts[0].leaves_open = Minor::new(599_999);
    others[2].seen.parts[0].surplus = Minor::new(1);
    others[3].seen.signs.remove(&MatchSign::PayerName);
    for (place, other) in others.into_iter().enumerate() {
        assert_eq!(answers(&sold.confirm(vec![other]).await?), [Err(ReceivableError::Stale.into())], "{place}");
    }
    // What is open of it changed since.
    let paid = vec![(Target::Receivable(sold.id), Minor::new(1))];
    sold.world.cash().enter_receipt(sold.receipt(today - TimeDelta::days(8), 1, paid, None)).await?;
    assert_eq!(answers(&sold.confirm(vec![seen]).await?), [Err(ReceivableError::Stale.into())], "less stays open");
    let now = sold.suggested().await?;
    assert_eq!(answers(&sold.confirm(now).await?), [Ok(0)]);
    Ok(())
}

#[tokio::test]
async fn what_may_be_the_same_money_is_not_matched_twice_in_one_request() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (debtor, today) = (sold.debtors_name().await?, sold.today().await?);
    let other = sold.sell("RE-2", 900_000).await?;
    // What the bank tells in one sum was entered by hand as two.
    let by_hand = |amount| ReceiptCommand {
        payer: EnteredPayer { name: Line::parse(&debtor).ok(), iban: None },
        text: Note::parse("RE-2").ok(),
        ..sold.receipt(today, amount, vec![], None)
    };
    for amount in [100_000, 300_000] {
        sold.world.cash().enter_receipt(by_hand(amount)).await?;
    }
    sold.import(file(1, 0, vec![told(entry(today, 400_000, "A1"), "part of RE-1", &debtor)])?).await?;
    let all = sold.suggested().await?;
    let pays: Vec<_> = all.iter().map(|one| one.seen.parts.iter().map(|part| part.id).collect::<Vec<_>>()).collect();
    assert_eq!(pays, [vec![other], vec![other], vec![sold.id]]);
    let rows = sold.confirm(all).await?;
    assert_eq!(answers(&rows), [Ok(0), Err(CashError::SameInvoice), Err(CashError::SameMoney)]);
    Ok(())
}

#[tokio::test]
async fn what_a_person_matches_is_remembered_and_makes_the_next_one_sure() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, reference) = (sold.today().await?, sold.reference().await?);
    let holding = |amount, text: &str, of| from_account(told(entry(today, amount, of), text, "Wind Holding SE"), HOLDING);
    assert_eq!(counts(&sold.import(file(1, 0, vec![holding(200_000, &reference, "A1")])?).await?), [1, 0, 0, 1, 0, 0]);
    sold.confirm(sold.suggested().await?).await?;
    let marks: Vec<_> = sold.remembered().await?.into_iter().map(|kept| (kept.mark, kept.value.as_str().to_owned())).collect();
    assert_eq!(marks, [(PayerMark::Account, HOLDING.to_owned()), (PayerMark::Name, "Wind Holding SE".to_owned())]);
    let by_name = told(entry(today, 100_000, "A3"), &reference, "WIND HOLDING");
    let next = vec![holding(100_000, &reference, "A2"), by_name];
    assert_eq!(counts(&sold.import(file(2, 200_000, next)?).await?), [2, 0, 2, 0, 0, 0], "by account, and by name");
    let entries = vec![holding(1, "thanks", "A4")];
    sold.import(file(3, 400_000, entries)?).await?;
    let offered = sold.offered().await?.pop().flatten().ok_or("nothing")?;
    assert_eq!(offered.0, ["payer_remembered", "part_payment"]);
    Ok(())
}

#[tokio::test]
async fn what_was_remembered_is_taken_back_on_the_debtor() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, reference, debtor) = (sold.today().await?, sold.reference().await?, sold.debtor().await?);
    let holding = |amount, of| from_account(told(entry(today, amount, of), &reference, "Wind Holding SE"), HOLDING);
    sold.import(file(1, 0, vec![holding(200_000, "A1")])?).await?;
    sold.confirm(sold.suggested().await?).await?;
    let cases = sold.world.use_cases();
    let kept = sold.remembered().await?;
    let nobody = RememberedId(Uuid::from_u128(77));
    assert_eq!(cases.cash.forget_payer(debtor, nobody, &sold.olga).await, Err(ReceivableError::NotFound.into()));
    let anna = sold.world.operator_of("anna@example.com", [OperatorRole::Auditor].into_iter().collect()).await?;
    for one in &kept {
        assert!(cases.cash.forget_payer(debtor, one.id, &anna).await.is_err(), "who only looks");
        cases.cash.forget_payer(debtor, one.id, &sold.olga).await?;
        assert_eq!(cases.cash.forget_payer(debtor, one.id, &sold.olga).await, Err(ReceivableError::NotFound.into()), "it is forgotten");
    }
    let entry = sold.world.last_entry().await?;
    assert_eq!(entry.action, AuditAction::PayerForgotten);
    let told: Vec<_> = entry.changes.into_iter().map(|change| (change.field, change.before, change.after)).collect();
    assert_eq!(told, [("payer.name".to_owned(), Some("Wind Holding SE".to_owned()), None)]);
    assert_eq!(sold.remembered().await?, []);
    let next = vec![holding(100_000, "A2")];
    assert_eq!(counts(&sold.import(file(2, 200_000, next)?).await?), [1, 0, 0, 1, 0, 0], "it is not known that the account paid before");
    sold.confirm(sold.suggested().await?).await?;
    assert_eq!(sold.remembered().await?.len(), 2, "a person matched it again");
    let last = vec![holding(100_000, "A3")];
    assert_eq!(counts(&sold.import(file(3, 300_000, last)?).await?), [1, 0, 1, 0, 0, 0]);
    Ok(())
}

#[tokio::test]
async fn money_that_the_seller_sends_on_with_our_reference_is_booked_and_remembered_of_no_debtor() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, reference) = (sold.today().await?, sold.reference().await?);
    let iban = sold.look().await?.scene.seller.bank_account.iban.clone().ok_or("no account")?;
    let sent = from_account(told(entry(today, 300_000, "A1"), &reference, "X"), iban.as_str());
    assert_eq!(counts(&sold.import(file(1, 0, vec![sent])?).await?), [1, 0, 1, 0, 0, 0]);
    let part = vec![(Target::Receivable(sold.id), Minor::new(1_000))];
    let by_hand = sold.receipt(today, 1_000, part, Some(iban));
    sold.world.cash().enter_receipt(by_hand).await?;
    assert_eq!(sold.remembered().await?, []);
    Ok(())
}

impl Sold {
    /// Its seller wants to be paid to this account from now on.
    async fn pay_seller_to(&self, iban: &str) -> Checked {
        let seen = self.account().await?;
        let account = BankAccount { iban: Some(Iban::parse(iban)?), ..seen.clone() };
        let ada = self.world.stepped_up(&self.seller.me).await?;
        self.world.approvals().change_bank_account(&ada, AccountCommand { seen, account }).await?;
        Ok(())
    }
}

#[tokio::test]
async fn an_account_that_a_company_is_paid_to_never_pays_for_a_debtor() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, reference, debtor) = (sold.today().await?, sold.reference().await?, sold.debtor().await?);
    let before = sold.account().await?.iban.ok_or("no account")?;
    let hof = Trader::under(&sold.world, &sold.olga, "Hof", terms("EUR", 1_200)?).await?;
    assert_eq!(hof.debtor, debtor);
    let look = hof.offered(&sold.world, invoice("HL-211", 410_000)?).await?;
    sold.world.receivables().accept(look.receivable().id(), accept(&hof.me, &look)?).await?;
    sold.pay_seller_to(HOLDING).await?;
    let sent = |amount, text: &str, of| from_account(told(entry(today, amount, of), text, "X"), HOLDING);
    assert_eq!(counts(&sold.import(file(1, 0, vec![sent(300_000, &reference, "A1")])?).await?), [1, 0, 1, 0, 0, 0], "its own invoice");
    let others = sent(410_000, "HL-211", "A2");
    assert_eq!(counts(&sold.import(file(2, 300_000, vec![others])?).await?), [1, 0, 0, 1, 0, 0], "the payer is another seller");
    let (signs, _) = sold.offered().await?.pop().flatten().ok_or("nothing")?;
    assert_eq!(signs, ["invoice_numbers", "exact_amount", "other_payer"]);
    // What people say of it teaches nothing, from its account before and now, or in its name.
    let name = sold.look().await?.scene.seller.company.name().cloned();
    let payers = [(None, Some(Iban::parse(HOLDING)?)), (None, Some(before)), (name, None)];
    for (name, iban) in payers {
        let credit = sold.receipt(today, 5_000, vec![(Target::Credit(debtor), Minor::new(5_000))], None);
        let payer = EnteredPayer { name, iban };
        sold.world.cash().enter_receipt(ReceiptCommand { payer, ..credit }).await?;
        assert_eq!(sold.remembered().await?, []);
    }
    Ok(())
}

#[tokio::test]
async fn what_was_learnt_of_an_account_before_it_became_a_sellers_counts_no_more() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, reference) = (sold.today().await?, sold.reference().await?);
    let holding = |of| from_account(told(entry(today, 100_000, of), &reference, "X"), HOLDING);
    sold.import(file(1, 0, vec![holding("A1")])?).await?;
    sold.confirm(sold.suggested().await?).await?;
    let marks = async || Made::Ok(sold.remembered().await?.into_iter().map(|kept| kept.mark).collect::<Vec<_>>());
    assert_eq!(marks().await?, [PayerMark::Account, PayerMark::Name]);
    let other = World::seller(&sold.world, &sold.olga, "Hof", terms("EUR", 1_200)?).await?;
    let (seen, ada) = (sold.account().await?, sold.world.stepped_up(&other.me).await?);
    let account = BankAccount { iban: Some(Iban::parse(HOLDING)?), ..seen.clone() };
    sold.world.approvals().change_bank_account(&ada, AccountCommand { seen, account }).await?;
    assert_eq!(marks().await?, [PayerMark::Name]);
    let unnamed = from_account(told(entry(today, 100_000, "A2"), &reference, "Y"), HOLDING);
    assert_eq!(counts(&sold.import(file(2, 100_000, vec![unnamed])?).await?), [1, 0, 0, 1, 0, 0]);
    Ok(())
}

#[tokio::test]
async fn an_account_that_paid_before_is_listed_and_taken_back_like_what_was_matched_by_hand() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, reference, debtor) = (sold.today().await?, sold.reference().await?, sold.debtor().await?);
    let from = |name: &str, of| from_account(told(entry(today, 100_000, of), &reference, name), HOLDING);
    let own = sold.debtors_name().await?;
    assert_eq!(counts(&sold.import(file(1, 0, vec![from(&own, "A1")])?).await?), [1, 0, 1, 0, 0, 0]);
    assert_eq!(counts(&sold.import(file(2, 100_000, vec![from("X", "A2")])?).await?), [1, 0, 1, 0, 0, 0], "it is known");
    let kept = sold.remembered().await?;
    let known: Vec<_> = kept.iter().map(|kept| (kept.mark, kept.value.as_str())).collect();
    assert_eq!(known, [(PayerMark::Account, HOLDING)]);
    sold.world.cash().forget_payer(debtor, kept[0].id, &sold.olga).await?;
    assert_eq!(sold.remembered().await?, []);
    assert_eq!(sold.world.cash().forget_payer(debtor, kept[0].id, &sold.olga).await, Err(ReceivableError::NotFound.into()));
    assert_eq!(counts(&sold.import(file(3, 200_000, vec![from("X", "A3")])?).await?), [1, 0, 0, 1, 0, 0]);
    Ok(())
}

impl Sold {
    /// Confirms what is suggested of the receipt that waits longest.
    async fn matched_next(&self) -> Made<ReceiptId> {
        let next = self.suggested().await?.into_iter().next().ok_or("nothing")?;
        let (receipt, by) = (next.receipt, &self.olga);
        let rows = self.world.cash().match_suggested(vec![next], by, None).await?;
        assert_eq!(answers(&rows), [Ok(0)]);
        Ok(receipt)
    }

    async fn unmatch(&self, receipt: ReceiptId, by: &Member) -> Result<i64, CashError> {
        let command = UnmatchCommand { by: by.clone(), receivable: self.id, request: None };
        self.world.cash().unmatch(receipt, command).await.map(|explained| explained.left().get())
    }
}

#[tokio::test]
async fn a_wrong_match_is_undone_by_the_person_who_made_it_and_what_was_learnt_is_forgotten() -> Checked {
    let (sold, batch) = ordered().await?;
    // Business time is not the machine's.
    sold.world.business().advance(TimeDelta::minutes(1));
    sold.execute(batch).await?;
    let (today, reference) = (sold.today().await?, sold.reference().await?);
    let other = sold.world.operator_of("omar@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let holding = |amount, of| from_account(told(entry(today, amount, of), &reference, "Wind Holding SE"), HOLDING);
    sold.import(file(1, 0, vec![holding(200_000, "A1")])?).await?;
    let confirmed = sold.suggested().await?;
    let first = confirmed.first().ok_or("nothing")?.receipt;
    sold.confirm(confirmed).await?;
    assert_eq!(sold.unmatch(first, &other).await, Err(CashError::TakesTwo), "another one matched it");
    assert_eq!(sold.unmatch(first, &sold.olga).await, Ok(200_000));
    assert_eq!(sold.world.last_entry().await?.action, AuditAction::ReceivableUndone);
    assert_eq!((sold.look().await?.kept.position.open, sold.remembered().await?), (Minor::new(1_000_000), vec![]));
    assert_eq!((sold.holds(AccountKind::Suspense).await?, sold.holds(AccountKind::Bank).await?), (-200_000, 200_000 - 800_000));
    let undone = Err(ReceivableError::Refused(Refused::NotUndoable).into());
    assert_eq!(sold.unmatch(first, &sold.olga).await, undone, "it is undone");
    Ok(())
}

#[tokio::test]
async fn what_followed_and_what_was_booked_by_itself_takes_two_people() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, debtor) = (sold.today().await?, sold.debtors_name().await?);
    let (reference, two) = (sold.reference().await?, Err(CashError::TakesTwo));
    let before = Err(CashError::UndoFirst("RE-1".to_owned()));
    let part = |amount, of| told(entry(today, amount, of), "part of RE-1", &debtor);
    sold.import(file(1, 0, vec![part(400_000, "A1")])?).await?;
    sold.import(file(2, 400_000, vec![part(100_000, "A2")])?).await?;
    let [first, second] = [sold.matched_next().await?, sold.matched_next().await?];
    assert_eq!(sold.unmatch(first, &sold.olga).await, before, "another one followed");
    sold.import(file(3, 500_000, vec![told(entry(today, 100_000, "A3"), &reference, &debtor)])?).await?;
    assert_eq!(sold.unmatch(second, &sold.olga).await, before, "what was booked by itself followed");
    let page = sold.world.cash().receipts(&sold.olga.operator(), Receipts::All, None).await?;
    let by_itself = page.receipts.first().ok_or("none")?.receipt.id;
    assert_eq!(sold.unmatch(by_itself, &sold.olga).await, two, "nobody matched it by hand");
    Ok(())
}

/// Matched by hand, it settled RE-1: the receipt.
async fn settled() -> Made<(Sold, ReceiptId)> {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, debtor) = (sold.today().await?, sold.debtors_name().await?);
    sold.import(file(1, 0, vec![told(entry(today, 1_000_000, "A1"), "thanks", &debtor)])?).await?;
    let settles = sold.matched_next().await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    Ok((sold, settles))
}

#[tokio::test]
async fn a_match_that_settled_is_undone_by_the_person_who_made_it_while_nothing_was_paid_out() -> Checked {
    let (sold, settles) = Box::pin(settled()).await?;
    let before = sold.holds(AccountKind::Reserves).await?;
    assert_eq!(sold.due().await?.len(), 1, "what was kept back is due");
    let tess = sold.world.operator_of("tess@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    assert_eq!(sold.unmatch(settles, &tess).await, Err(CashError::TakesTwo), "another one matched it");
    assert_eq!(sold.unmatch(settles, &sold.olga).await, Ok(1_000_000));
    assert_eq!((sold.status().await?, sold.look().await?.kept.position.open), (ReceivableStatus::Funded, Minor::new(1_000_000)));
    assert_eq!((sold.due().await?, sold.holds(AccountKind::Suspense).await?), (vec![], -1_000_000));
    assert_ne!(sold.holds(AccountKind::Reserves).await?, before, "it is kept back again");
    Ok(())
}

#[tokio::test]
async fn treasury_alone_undoes_its_match_that_settled() -> Checked {
    let (mut sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let tess = sold.world.operator_of("tess@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    sold.olga = sold.world.stepped_up(&tess).await?;
    let (today, debtor) = (sold.today().await?, sold.debtors_name().await?);
    sold.import(file(1, 0, vec![told(entry(today, 1_000_000, "A1"), "thanks", &debtor)])?).await?;
    let settles = sold.matched_next().await?;
    assert_eq!(sold.unmatch(settles, &sold.olga).await, Ok(1_000_000));
    Ok(())
}

#[tokio::test]
async fn a_match_that_settled_takes_two_people_once_its_release_went_out() -> Checked {
    let (sold, settles) = Box::pin(settled()).await?;
    sold.release(sold.due().await?.iter().map(|payout| payout.id).collect()).await?;
    assert_eq!(sold.unmatch(settles, &sold.olga).await, Err(CashError::TakesTwo));
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    Ok(())
}
