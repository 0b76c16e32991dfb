//! The money that comes to a seller.

use super::{
    paying::{Sold, day},
    *,
};
use crate::{
    cash::{Coming, ReturnedCommand},
    servicing::MonthOf,
    testing::receivables::programme_terms,
};
use chrono::NaiveDate;
use sooner_domain::{
    ledger::account::AccountKind,
    payments::payout::{AdvanceState, Returned},
    receivables::{evidence::DisputeReason, month::MonthEvent},
};

/// What is not nothing: the first day of each week, payouts and releases; then what comes later, and what is unsure.
type Told = (Vec<(String, i64, i64)>, i64, i64);

fn told(coming: &Coming) -> Told {
    let weeks = coming.weeks.iter().map(|week| (week.from.to_string(), week.payouts.get(), week.releases.get()));
    (weeks.filter(|(_, payouts, releases)| (*payouts, *releases) != (0, 0)).collect(), coming.later.get(), coming.unsure.get())
}

async fn coming(sold: &Sold) -> Made<Told> {
    let all = sold.world.cash().coming(&sold.seller.me.membership, false).await?;
    assert!(all.len() <= 1, "one currency");
    Ok(all.first().map(told).unwrap_or_default())
}

fn week(from: &str, payouts: i64, releases: i64) -> (String, i64, i64) {
    (from.to_owned(), payouts, releases)
}

#[tokio::test]
async fn a_payout_comes_first_and_the_release_in_the_week_of_the_due_date() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    let today = sold.look().await?.today();
    let due = sold.look().await?.receivable().due_on();
    let (first, last) = (today.to_string(), monday(due).to_string());
    assert_eq!(coming(&sold).await?, (vec![week(&first, 800_000, 0), week(&last, 0, 173_000)], 0, 0));
    sold.pay_out().await?;
    assert_eq!(coming(&sold).await?, (vec![week(&last, 0, 173_000)], 0, 0), "what was carried out does not come any more");

    sold.go_to(45);
    let today = sold.look().await?.today().to_string();
    assert_eq!(coming(&sold).await?, (vec![week(&today, 0, 173_000)], 0, 0));
    sold.go_to(15);
    assert_eq!(coming(&sold).await?, (vec![], 0, 167_667), "overdue: nobody knows when");
    sold.receive(1_000_000, &[1_000_000]).await?;
    let today = sold.look().await?.today().to_string();
    assert_eq!(coming(&sold).await?, (vec![week(&today, 167_667, 0)], 0, 0), "the release is a payout now");
    sold.pay_out().await?;
    assert_eq!(coming(&sold).await?, (vec![], 0, 0));
    Ok(())
}

#[tokio::test]
async fn a_payout_of_what_is_disputed_waits_and_is_as_unsure_as_its_release() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    let dispute = HouseDecision::Dispute { amount: Minor::new(1_000), reason: DisputeReason::Defective, note: None };
    sold.decide(dispute).await?;
    assert_eq!(coming(&sold).await?, (vec![], 0, 973_000));
    Ok(())
}

#[tokio::test]
async fn while_the_seller_is_to_be_paid_to_another_account_all_that_is_due_is_unsure() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    let waiting = sold.world.cash().coming(&sold.seller.me.membership, true).await?;
    assert_eq!(waiting.iter().map(told).collect::<Vec<_>>(), [(vec![], 0, 973_000)], "as of what is disputed");
    sold.pay_out().await?;
    let paid = sold.world.cash().coming(&sold.seller.me.membership, true).await?;
    let last = monday(sold.look().await?.receivable().due_on()).to_string();
    assert_eq!(
        paid.iter().map(told).collect::<Vec<_>>(),
        [(vec![week(&last, 0, 173_000)], 0, 0)],
        "what is not due yet waits for no account"
    );
    Ok(())
}

#[tokio::test]
async fn an_advance_that_is_held_is_as_unsure_as_its_release_and_one_that_is_only_late_is_paid() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    sold.decide(HouseDecision::Hold { note: None }).await?;
    assert_eq!(coming(&sold).await?, (vec![], 0, 973_000), "nothing follows of an advance that waits");
    sold.go_to(60);
    let (weeks, later, unsure) = coming(&sold).await?;
    assert_eq!((weeks, later), (vec![], 0), "overdue as well");
    assert!(unsure > 973_000, "{unsure}: it was out for no day yet");
    sold.decide(HouseDecision::Release).await?;
    let today = sold.look().await?.today().to_string();
    assert_eq!(coming(&sold).await?, (vec![week(&today, 800_000, 0)], 0, unsure - 800_000), "its debtor is late, and the house is not");
    Ok(())
}

#[tokio::test]
async fn until_the_bank_confirms_a_payout_its_seller_reads_one_amount_everywhere() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    let on_invoice = async || -> Made<(Option<AdvanceState>, i64)> {
        let look = sold.look().await?;
        let coming = look.coming().ok_or("nothing comes")?;
        Ok((look.advance_state(), coming.at_end.amount.get()))
    };
    let due = sold.due().await?;
    let [payout] = &due[..] else { return Err("one payout".into()) };
    assert_eq!(on_invoice().await?, (None, 173_000), "as it was sold");
    sold.release(vec![payout.id]).await?;
    sold.go_to(30);
    let week_due = monday(sold.look().await?.receivable().due_on()).to_string();
    assert_eq!(on_invoice().await?, (Some(AdvanceState::OnItsWay), 173_000), "30 days later");
    let (weeks, ..) = coming(&sold).await?;
    assert!(weeks.iter().any(|(from, _, releases)| (from.as_str(), *releases) == (week_due.as_str(), 173_000)), "{weeks:?}");

    let back = Returned { on: sold.look().await?.today(), reason: Some(note()?) };
    let command = ReturnedCommand { by: sold.olga.clone(), back, request: None };
    sold.world.cash().returned(payout.id, command).await?;
    // 15 days of 45 are left: 800,000 at 12 % a year cost 4,000 of 12,000.
    assert_eq!(on_invoice().await?, (Some(AdvanceState::DueAgain), 173_000 + 8_000), "it never left");
    let dispute = HouseDecision::Dispute { amount: Minor::new(1_000), reason: DisputeReason::Defective, note: None };
    sold.decide(dispute).await?;
    assert_eq!(coming(&sold).await?, (vec![], 0, 973_000 + 8_000), "the same, and not certain");
    sold.decide(HouseDecision::Resolve { resolution: Resolution::Won }).await?;
    sold.pay_out().await?;
    assert_eq!(on_invoice().await?, (Some(AdvanceState::Sent), 173_000 + 8_000), "as was expected");
    Ok(())
}

#[tokio::test]
async fn what_a_late_advance_costs_less_comes_with_it() -> Checked {
    let sold = Sold::under(programme_terms(2_400)?).await?;
    let paid = sold.pay_out().await?.remove(0);
    assert_eq!(coming(&sold).await?, (vec![], 0, 0), "the supplier has all of it");
    sold.go_to(3);
    let back = Returned { on: sold.look().await?.today(), reason: Some(note()?) };
    let command = ReturnedCommand { by: sold.olga.clone(), back, request: None };
    sold.world.cash().returned(paid.id, command).await?;
    let today = sold.look().await?.today().to_string();
    // 24 % on 10,000.00 for 3 days of 45.
    assert_eq!(coming(&sold).await?, (vec![week(&today, 970_000, 2_000)], 0, 0));
    sold.pay_out().await?;
    assert_eq!(coming(&sold).await?, (vec![week(&today, 2_000, 0)], 0, 0), "what it was to be is due");
    Ok(())
}

#[tokio::test]
async fn what_the_seller_owes_is_kept_back_of_what_comes_first() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    sold.pay_out().await?;
    sold.go_to(45 + 60);
    sold.decide(HouseDecision::ChargeBack { note: None }).await?;
    let owed = sold.holds(AccountKind::SellersOwe).await?;
    let mut facts = invoice("AB-77", 900_000)?;
    (facts.issued_on, facts.due_on) = (day(45 + 60)?, day(45 + 60 + 30)?);
    let look = sold.seller.offered(&sold.world, facts).await?;
    sold.world.receivables().accept(look.receivable().id(), accept(&sold.seller.me, &look)?).await?;
    let set_off = async || {
        let all = sold.world.cash().coming(&sold.seller.me.membership, false).await?;
        let coming = all.first().ok_or("nothing comes")?;
        let weeks = coming.weeks.iter().map(|week| (week.payouts.get() + week.releases.get(), week.set_off.get()));
        Ok::<_, Box<dyn std::error::Error>>(weeks.filter(|(comes, _)| *comes != 0).collect::<Vec<_>>())
    };
    let kept = set_off().await?;
    let [(payout, first), (release, second)] = kept[..] else { return Err(format!("{kept:?}").into()) };
    assert_eq!((payout, first, second), (720_000, 720_000, (owed - 720_000).min(release)));
    Ok(())
}

#[tokio::test]
async fn what_is_disputed_is_unsure_and_what_is_far_away_comes_later() -> Checked {
    let sold = Sold::under(terms("EUR", 1_200)?).await?;
    sold.pay_out().await?;
    let dispute = HouseDecision::Dispute { amount: Minor::new(1_000), reason: DisputeReason::Defective, note: None };
    sold.decide(dispute).await?;
    assert_eq!(coming(&sold).await?, (vec![], 0, 173_000));

    let mut facts = invoice("AB-77", 900_000)?;
    facts.due_on = day(80)?;
    let look = sold.seller.offered(&sold.world, facts).await?;
    sold.world.receivables().accept(look.receivable().id(), accept(&sold.seller.me, &look)?).await?;
    sold.pay_out().await?;
    let (weeks, later, unsure) = coming(&sold).await?;
    assert_eq!((weeks, unsure), (vec![], 173_000));
    let release = look.offer.ok_or("no offer")?.map_err(|_| "no price")?.offer.price().components().release;
    assert_eq!(later, release.get(), "behind the eight weeks");
    let other = sold.world.seller(&sold.olga, "Hafen", terms("EUR", 900)?).await?;
    assert_eq!(sold.world.cash().coming(&other.me.membership, false).await?, []);
    Ok(())
}

/// What the movements of one kind in this month come to.
async fn in_month(sold: &Sold, kind: MonthEvent) -> Made<i64> {
    let of = MonthOf::with(sold.look().await?.today(), Currency::parse("EUR")?).ok_or("no month")?;
    let month = sold.world.servicing().month(of, &sold.seller.me.membership).await?;
    let all = month.rows.iter().flat_map(|row| row.movements()).filter(|(event, _)| *event == kind);
    Ok(all.map(|(_, amount)| amount.get()).sum())
}

/// As Payments says, which has no release then.
#[tokio::test]
async fn what_is_owed_after_a_charge_back_is_no_reserve_that_was_released() -> Checked {
    let (charged_back, settled) = (Sold::under(terms("EUR", 1_200)?).await?, Sold::under(terms("EUR", 1_200)?).await?);
    charged_back.pay_out().await?;
    charged_back.go_to(45 + 60);
    charged_back.decide(HouseDecision::ChargeBack { note: None }).await?;
    let owed = charged_back.holds(AccountKind::SellersOwe).await?;
    assert_eq!(in_month(&charged_back, MonthEvent::Released).await?, 0);
    let charged = in_month(&charged_back, MonthEvent::OwedAtEnd).await?;
    assert!(charged < 0 && -charged <= owed, "{charged} of {owed}");

    settled.pay_out().await?;
    settled.go_to(45);
    settled.receive(1_000_000, &[1_000_000]).await?;
    let released: i64 = settled.due().await?.iter().map(|payout| payout.gross.get()).sum();
    assert_eq!((in_month(&settled, MonthEvent::Released).await?, in_month(&settled, MonthEvent::OwedAtEnd).await?), (released, 0));
    Ok(())
}

fn monday(of: NaiveDate) -> NaiveDate {
    of.week(chrono::Weekday::Mon).first_day()
}
