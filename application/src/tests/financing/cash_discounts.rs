//! Invoices that grant a cash discount, and those that correct what was sold.

use super::{
    einvoices::{enter, told},
    paying::{Sold, day},
    *,
};
use crate::{
    approvals::{EndingCommand, Performed},
    cash::{ConfirmedSuggestion, ExplainCommand, ReceiptCommand, UnmatchCommand},
    house::SettingsCommand,
    payments::ports::Receipts,
    receivables::einvoices::NotEnteredError,
    testing::{self, receivables::Trader},
};
use sooner_domain::{
    approvals::proposal::Ending,
    house::details::{HouseDetails, PricedOn},
    kernel::{
        ids::ReceivableId,
        text::{Line, Note},
    },
    ledger::account::AccountKind,
    payments::receipt::{EnteredPayer, Target},
    receivables::{
        book::{DeductionCause, Fact},
        checks::{CheckCode, Cure, Outcome, Told, Value, Verdict},
        einvoice::{InvoiceData, ProblemCode},
        evidence::Liftable,
        fingerprint::InvoiceNumber,
        matching::{MatchSign, Suggestion},
    },
};
use std::collections::BTreeSet;

/// Three per cent for those who pay within 30 days of the invoice, which is 20 days after the sale.
const TERMS: &str = "#SKONTO#TAGE=30#PROZENT=3.00#";

/// An invoice of this seller as data.
async fn data(world: &World, seller: &Seller) -> Made<InvoiceData> {
    let company = world.store().teams.companies(&[seller.me.membership.company]).await?.pop();
    told(company.and_then(|company| company.legal_name).ok_or("no name")?.as_str())
}

async fn priced_on(world: &World, olga: &Member, priced_on: PricedOn) -> Checked {
    let settings = world.store().house_settings.settings().await?;
    let details = HouseDetails { priced_on, ..settings.details().clone() };
    world.house().change_settings(SettingsCommand { by: testing::confirmed(olga), version: settings.version(), details }).await?;
    Ok(())
}

/// An invoice of 10,000.00 that grants a discount, sold under the terms of the first vector.
async fn sold(of: PricedOn) -> Made<Sold> {
    Ok(Box::pin(sold_by(of)).await?.0)
}

/// The same, with who sold it.
async fn sold_by(of: PricedOn) -> Made<(Sold, Seller)> {
    let world = world();
    let olga = world.stepped_up(&world.operator().await?).await?;
    priced_on(&world, &olga, of).await?;
    let one = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(&olga, one.debtor, 1_000_000_000).await?;
    let data = InvoiceData { payment_terms: Some(TERMS.to_owned()), ..data(&world, &one).await? };
    let entered = enter(&world, &one, data).await?;
    let id = entered.receivable().id();
    let look = world.receivables().submit(id, seen(&one.me, &entered)).await?;
    world.receivables().accept(id, accept(&one.me, &look)?).await?;
    Ok((Sold { world, olga, seller: Trader::invoicing(one.clone()), id }, one))
}

async fn last_fact(sold: &Sold) -> Made<Option<Fact>> {
    Ok(sold.look().await?.scene.facts.last().map(|recorded| recorded.fact))
}

#[tokio::test]
async fn what_is_advanced_on_is_what_comes_for_certain_unless_the_house_prices_the_whole() -> Checked {
    for (of, certain) in [(PricedOn::Certain, 970_000), (PricedOn::Face, 1_000_000)] {
        let sold = Box::pin(sold(of)).await?;
        let look = sold.look().await?;
        let offer = look.sold_for().ok_or("not sold")?;
        let figures = offer.price().components();
        assert_eq!((figures.case.face.get(), figures.case.certain.get()), (1_000_000, certain));
        assert_eq!(figures.advance.get(), certain * 8 / 10);
        assert_eq!((figures.advance + figures.reserve).get(), 1_000_000, "they add up to the face");
        // What the house sets later is for later.
        priced_on(&sold.world, &sold.olga, PricedOn::Face).await?;
        assert_eq!(sold.look().await?.sold_for().map(|offer| offer.hash()), Some(offer.hash()));
    }
    Ok(())
}

#[tokio::test]
async fn a_payment_within_its_terms_closes_the_invoice_and_disputes_nothing() -> Checked {
    let sold = Box::pin(sold(PricedOn::Certain)).await?;
    sold.pay_out().await?;
    sold.go_to(20);
    sold.receive(970_000, &[970_000]).await?;
    let look = sold.look().await?;
    assert_eq!((look.receivable().status(), look.kept.position.open), (ReceivableStatus::Settled, Minor::ZERO));
    assert_eq!(look.receivable().parts().dispute, None);
    let deducted = Fact::Deducted { on: day(20)?, amount: Minor::new(30_000), cause: DeductionCause::CashDiscount };
    assert_eq!(last_fact(&sold).await?, Some(deducted));
    let settled = look.settled().ok_or("not settled")?;
    assert_eq!(settled.settlement.dilution, Minor::new(30_000), "the seller bears what its invoice grants");
    Ok(())
}

#[tokio::test]
async fn what_is_short_by_more_or_comes_too_late_stays_open() -> Checked {
    for (days, amount) in [(21, 970_000), (20, 969_999)] {
        let sold = Box::pin(sold(PricedOn::Certain)).await?;
        sold.pay_out().await?;
        sold.go_to(days);
        sold.receive(amount, &[amount]).await?;
        let look = sold.look().await?;
        assert_eq!((look.receivable().status(), look.kept.position.open.get()), (ReceivableStatus::Funded, 1_000_000 - amount), "{days}");
    }
    Ok(())
}

/// What is suggested first of what lies in suspense: its signs, and what it pays and would leave open.
async fn suggested(sold: &Sold) -> Made<(BTreeSet<MatchSign>, Vec<(i64, i64)>)> {
    let found = best(sold).await?;
    Ok((found.signs, found.parts.iter().map(|part| (part.amount.get(), part.leaves_open.get())).collect()))
}

async fn best(sold: &Sold) -> Made<Suggestion> {
    let receipts = sold.world.cash().receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
    let cases = sold.world.use_cases();
    let found = cases
        .cash
        .suggestions(&receipts, &cases.cash.origins(&receipts).await?)
        .await?
        .pop()
        .and_then(|found| found.suggestions.into_iter().next());
    Ok(found.ok_or("nothing is suggested")?)
}

/// It lies in suspense.
async fn unexplained(sold: &Sold, amount: i64) -> Checked {
    let on = sold.look().await?.today();
    let text = Note::parse(sold.look().await?.receivable().number().as_str()).ok();
    let payer = EnteredPayer { name: Line::parse("Nordwind AG").ok(), iban: None };
    let receipt = ReceiptCommand { text, payer, ..sold.receipt(on, amount, Vec::new(), None) };
    sold.world.cash().enter_receipt(receipt).await?;
    Ok(())
}

#[tokio::test]
async fn a_payment_less_the_discount_is_suggested_while_it_is_granted() -> Checked {
    let sold = Box::pin(sold(PricedOn::Certain)).await?;
    sold.pay_out().await?;
    sold.go_to(20);
    unexplained(&sold, 970_000).await?;
    let signs = [MatchSign::InvoiceNumbers, MatchSign::PayerName, MatchSign::CashDiscount].into();
    assert_eq!(suggested(&sold).await?, (signs, vec![(970_000, 0)]));
    let receipts = sold.world.cash().receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
    let receipt = receipts.first().ok_or("no receipt")?.receipt.id;
    let confirmed = ConfirmedSuggestion { receipt, seen: best(&sold).await? };
    let rows = sold.world.cash().match_suggested(vec![confirmed], &sold.olga, None).await?;
    assert!(rows.iter().all(|row| row.answer.is_ok()), "{rows:?}");
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    let deducted = Fact::Deducted { on: day(20)?, amount: Minor::new(30_000), cause: DeductionCause::CashDiscount };
    assert_eq!(last_fact(&sold).await?, Some(deducted));
    let wrong = UnmatchCommand { by: sold.olga.clone(), receivable: sold.id, request: None };
    assert_eq!(sold.world.cash().unmatch(receipt, wrong).await?.left(), Minor::new(970_000), "the discount falls with its payment");
    assert_eq!(sold.status().await?, ReceivableStatus::Funded);
    Ok(())
}

/// What was said stays open is what is open from then on, whether the house has accepted, released or paid out by then.
#[tokio::test]
async fn a_payment_less_the_discount_leaves_nothing_open_before_the_payout_is_carried_out() -> Checked {
    for is_released in [false, true] {
        let sold = Box::pin(sold(PricedOn::Certain)).await?;
        let due = sold.due().await?.iter().map(|payout| payout.id).collect();
        let batch = if is_released { Some(sold.release(due).await?) } else { None };
        unexplained(&sold, 970_000).await?;
        assert_eq!(suggested(&sold).await?.1, [(970_000, 0)]);
        let receipts = sold.world.cash().receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
        let receipt = receipts.first().ok_or("no receipt")?.receipt.id;
        let confirmed = ConfirmedSuggestion { receipt, seen: best(&sold).await? };
        sold.world.cash().match_suggested(vec![confirmed], &sold.olga, None).await?;
        assert_eq!(sold.look().await?.kept.position.open, Minor::ZERO, "released: {is_released}");
        // Other money is not offered the discount.
        unexplained(&sold, 30_000).await?;
        assert!(best(&sold).await.is_err());
        let wrong = UnmatchCommand { by: sold.olga.clone(), receivable: sold.id, request: None };
        sold.world.cash().unmatch(receipt, wrong).await?;
        assert_eq!(sold.look().await?.kept.position.open, Minor::new(1_000_000), "the discount falls with its payment");
        // Matched again, it is settled as soon as the payout is carried out.
        let parts = vec![(Target::Receivable(sold.id), Minor::new(970_000))];
        sold.world.cash().explain(receipt, ExplainCommand { by: sold.olga.clone(), parts, request: None }).await?;
        assert_eq!(sold.world.store().money_audit().verify().await?, None);
        match batch {
            Some(batch) => sold.execute(batch).await?,
            None => sold.pay_out().await?,
        };
        let look = sold.look().await?;
        let dilution = look.settled().ok_or("not settled")?.settlement.dilution;
        assert_eq!((look.receivable().status(), dilution), (ReceivableStatus::Settled, Minor::new(30_000)));
        assert_eq!(sold.world.store().money_audit().verify().await?, None);
    }
    Ok(())
}

#[tokio::test]
async fn a_payment_that_comes_too_late_is_suggested_as_a_part() -> Checked {
    let sold = Box::pin(sold(PricedOn::Certain)).await?;
    sold.pay_out().await?;
    sold.go_to(21);
    unexplained(&sold, 970_000).await?;
    let (signs, parts) = suggested(&sold).await?;
    assert!(!signs.contains(&MatchSign::CashDiscount), "{signs:?}");
    assert_eq!(parts, [(970_000, 30_000)]);
    Ok(())
}

#[tokio::test]
async fn a_payment_that_is_taken_back_takes_its_discount_with_it() -> Checked {
    let sold = Box::pin(sold(PricedOn::Certain)).await?;
    sold.pay_out().await?;
    let (before, facts) = (sold.balances().await?, sold.look().await?.scene.facts);
    sold.go_to(20);
    sold.receive(970_000, &[970_000]).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    sold.end(Ending::Undo).await?;
    let look = sold.look().await?;
    assert_eq!((look.receivable().status(), look.kept.position.open.get()), (ReceivableStatus::Funded, 1_000_000));
    assert_eq!((look.scene.facts, sold.due().await?), (facts, vec![]), "neither the payment nor the discount");
    assert_eq!(sold.holds(AccountKind::Suspense).await?, -970_000);
    let but_the_money = |mut of: Vec<(AccountKind, i64)>| {
        of.retain(|(kind, _)| !matches!(kind, AccountKind::Suspense | AccountKind::Bank));
        of
    };
    assert_eq!(but_the_money(sold.balances().await?), but_the_money(before));

    // Explained again the discount is granted again: the money came in time, whenever that is done.
    sold.go_to(30);
    let receipts = sold.world.cash().receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
    let parts = vec![(Target::Receivable(sold.id), Minor::new(970_000))];
    let command = ExplainCommand { by: sold.olga.clone(), parts, request: None };
    sold.world.cash().explain(receipts.first().ok_or("no receipt")?.receipt.id, command).await?;
    assert_eq!(sold.status().await?, ReceivableStatus::Settled);
    sold.pay_out().await?;
    // What was paid out of it is owed once it is taken back.
    let given = sold.look().await?.settled().ok_or("not settled")?.settlement.to_seller;
    sold.end(Ending::Undo).await?;
    assert_eq!((sold.status().await?, sold.holds(AccountKind::SellersOwe).await?), (ReceivableStatus::Funded, given.get()));
    Ok(())
}

/// An invoice of this type that names an earlier one, entered.
async fn corrects(world: &World, seller: &Seller, number: &str, (of_type, before): (i64, &str)) -> Made<ReceivableId> {
    let (number, preceding) = (Some(number.to_owned()), vec![before.to_owned()]);
    let data = InvoiceData { number, type_code: Some(of_type), preceding, ..data(world, seller).await? };
    Ok(enter(world, seller, data).await?.receivable().id())
}

/// What a check finds of an invoice.
async fn verdict(world: &World, seller: &Seller, (id, code): (ReceivableId, CheckCode)) -> Made<Verdict> {
    let look = world.receivables().shown(id, &seller.me.membership).await?;
    Ok(look.findings.into_iter().find(|finding| finding.code == code).ok_or("not checked")?.verdict)
}

/// Hands it in, and lifts a check.
async fn lift(world: &World, (olga, seller): (&Member, &Seller), id: ReceivableId, check: Liftable) -> Checked {
    let draft = world.receivables().shown(id, &seller.me.membership).await?;
    let handed_in = world.receivables().submit(id, seen(&seller.me, &draft)).await?;
    assert_eq!(handed_in.receivable().status(), ReceivableStatus::Submitted, "it is not offered");
    let version = handed_in.receivable().parts().version;
    let by = world.stepped_up(olga).await?;
    let command = EndingCommand { by, version, what: Ending::Lift(check), note: note().ok(), request: None };
    let Performed::Done(_) = world.approvals().end_receivable(id, command).await? else { return Err("it waits".into()) };
    Ok(())
}

#[tokio::test]
async fn a_correction_of_what_was_sold_is_not_sold_beside_it() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let first = enter(&world, &seller, data(&world, &seller).await?).await?;
    let sold = first.receivable().id();
    let corrected = corrects(&world, &seller, "RE-2", (384, "re 01")).await?;
    let replaced = corrects(&world, &seller, "RE-3", (380, "RE-1")).await?;
    let found = async |id| verdict(&world, &seller, (id, CheckCode::AlreadySold)).await;
    for id in [corrected, replaced] {
        assert_eq!(found(id).await?.outcome, Outcome::Pass, "nothing was sold");
    }
    let look = world.receivables().submit(sold, seen(&seller.me, &first)).await?;
    world.receivables().accept(sold, accept(&seller.me, &look)?).await?;
    for (id, number) in [(corrected, "re 01"), (replaced, "RE-1")] {
        let found = found(id).await?;
        assert_eq!((found.outcome, found.cure), (Outcome::Block, Some(Cure::TellOfCorrection)), "however the number is written");
        let figures: Vec<_> = found.figures.into_iter().map(|figure| figure.value).collect();
        assert_eq!(figures, [Value::Numbers(vec![InvoiceNumber::parse(number)?]), Value::Receivables(vec![sold])], "it is named");
    }
    let told = world.receivables().shown(corrected, &seller.me.membership).await?.told();
    let is_told = |told: &Told| matches!(told, Told::Finding(of) if of.verdict.cure == Some(Cure::TellOfCorrection));
    assert!(told.iter().any(is_told), "its seller reads what to do: {told:?}");
    let other = corrects(&world, &seller, "RE-4", (384, "RE-99")).await?;
    assert_eq!(found(other).await?.outcome, Outcome::Pass, "another invoice");
    // A credit note is no invoice.
    let credit = InvoiceData { type_code: Some(381), number: Some("GS-1".to_owned()), ..data(&world, &seller).await? };
    let credit = InvoiceData { preceding: vec!["RE-1".to_owned()], ..credit };
    let refused = enter(&world, &seller, credit).await.err();
    assert!(matches!(&refused, Some(NotEnteredError::Problems(all)) if all[0].code == ProblemCode::NotInvoice), "{refused:?}");

    // Lifted, it is sold: a final invoice names those before it too.
    lift(&world, (&olga, &seller), corrected, Liftable::AlreadySold).await?;
    assert_eq!(found(corrected).await?.outcome, Outcome::Pass);
    assert_eq!(found(replaced).await?.outcome, Outcome::Block, "that one alone");
    Ok(())
}

/// Taken back, what was sold is sold no more: its replacement is.
#[tokio::test]
async fn what_replaces_an_invoice_is_sold_once_that_one_was_taken_back() -> Checked {
    let (sold, seller) = Box::pin(sold_by(PricedOn::Certain)).await?;
    let replacing = corrects(&sold.world, &seller, "RE-2", (384, "RE-1")).await?;
    let found = async || verdict(&sold.world, &seller, (replacing, CheckCode::AlreadySold)).await;
    assert_eq!(found().await?.outcome, Outcome::Block);
    sold.decide(HouseDecision::Reject { reason: note()? }).await?;
    assert_eq!(found().await?.outcome, Outcome::Pass);
    Ok(())
}

#[tokio::test]
async fn what_is_not_transferred_is_sold_only_where_credit_says_so() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let found = async |id| verdict(&world, &seller, (id, CheckCode::PaymentMeans)).await;
    for (number, means, outcome) in [
        ("RE-10", vec![58], Outcome::Pass),
        ("RE-11", vec![49], Outcome::Block),
        ("RE-12", vec![30, 59], Outcome::Block),
        ("RE-13", vec![48], Outcome::Block),
        ("RE-14", vec![54], Outcome::Block),
        ("RE-15", vec![55], Outcome::Block),
        ("RE-16", vec![10], Outcome::Block),
    ] {
        let data = InvoiceData { number: Some(number.to_owned()), means, ..data(&world, &seller).await? };
        let id = enter(&world, &seller, data).await?.receivable().id();
        let found = found(id).await?;
        assert_eq!(found.outcome, outcome, "{number}");
        if outcome == Outcome::Block {
            let look = world.receivables().shown(id, &seller.me.membership).await?;
            let is_told = |told: &Told| matches!(told, Told::Finding(of) if of.code == CheckCode::PaymentMeans && of.verdict == found);
            assert!(look.told().iter().any(is_told), "{number}");
        }
        if number == "RE-12" {
            lift(&world, (&olga, &seller), id, Liftable::PaymentMeans).await?;
            assert_eq!(verdict(&world, &seller, (id, CheckCode::PaymentMeans)).await?.outcome, Outcome::Pass);
            let look = world.receivables().shown(id, &seller.me.membership).await?;
            assert!(look.findings.iter().all(|finding| finding.verdict.outcome != Outcome::Block), "{:?}", look.findings);
        }
    }
    Ok(())
}
