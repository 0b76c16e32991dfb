use super::*;
use crate::{
    approvals::Performed,
    cash::{ExecutedCommand, ReceiptCommand},
    payments::ports::PayoutFilter,
    programmes::{CreditPayableCommand, Disclosure, DisclosureError},
    testing::receivables::{Buying, payable, programme_terms, releasing},
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    kernel::money::Money,
    payments::receipt::{EnteredPayer, Target},
    receivables::disclosure::{Figures, Period, PeriodRefused, Ranges, Standing},
};

fn day(text: &str) -> Made<NaiveDate> {
    Ok(text.parse()?)
}

async fn disclosed(world: &World, buying: &Buying, from: &str, to: &str) -> Made<Disclosure> {
    let mut all = world.programmes().disclosure(&buying.me.membership, Some((day(from)?, day(to)?))).await?.by_currency;
    assert_eq!(all.len(), 1, "one a currency");
    let disclosure = all.pop().ok_or("nothing")?;
    let sum: Figures = disclosure.payables.iter().map(|payable| payable.row.figures).sum();
    assert_eq!(disclosure.summary.figures, sum, "a figure is the sum of its rows");
    Ok(disclosure)
}

fn owed(owed: i64, paid_early: i64, outside: i64) -> Standing {
    Standing { owed: Minor::new(owed), paid_early: Minor::new(paid_early), outside: Minor::new(outside) }
}

/// Everything that is due is released and carried out today.
async fn paid_out(world: &World, olga: &Member) -> Checked {
    let due = world.store().payouts.page(PayoutFilter::default(), None, 10).await?;
    let payouts = due.iter().map(|payout| payout.id).collect();
    let Performed::Done(batch) = world.approvals().release_payouts(releasing(&world.approvals(), olga, payouts).await).await? else {
        return Err("it awaits somebody".into());
    };
    world.cash().executed(batch, ExecutedCommand { by: olga.clone(), on: day("2026-06-15")?, request: None }).await?;
    Ok(())
}

#[tokio::test]
async fn a_report_of_any_two_days_tells_what_came_and_went_and_stays_so() -> Checked {
    let world = world();
    let olga = world.stepped_up(&world.operator().await?).await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let (id, supplier) = world.supplier(&olga, &buying, "Lind").await?;
    let other = world.buying(&olga, "Nordwind", programme_terms(1_200)?).await?;
    let others = world.invited_supplier(&other, "Berg").await?.supplier.id();
    world.promised(&other, others, payable("X-1", 777, "2026-08-03")?).await?;

    let sold = world.promised(&buying, id, payable("L-1", 1_000_000, "2026-07-06")?).await?.receivable().id();
    let cases = world.use_cases();
    let look = cases.receivables.shown(sold, &supplier.membership).await?;
    cases.receivables.accept(sold, accept(&supplier, &look)?).await?;
    paid_out(&world, &olga).await?;
    let kept = world.promised(&buying, id, payable("M-22", 300_000, "2026-06-29")?).await?;
    let (by, version) = (buying.me.membership, kept.receivable().parts().version);
    let credit = CreditPayableCommand { by, version, amount: Minor::new(100_000), note: None, request: None };
    cases.programmes.credit_payable(kept.receivable().id(), credit).await?;
    world.entered(&buying, id, payable("N-333", 50_000, "2026-07-20")?).await?;

    let today = disclosed(&world, &buying, "2026-06-15", "2026-06-15").await?;
    assert_eq!(today.summary.figures.opening, owed(0, 0, 1_350_000), "issued, and not promised before");
    assert_eq!(today.summary.figures.closing, owed(1_200_000, 1_000_000, 50_000));
    assert_eq!(today.summary.closing_days, Ranges { inside: Some(28..=35), outside: Some(49..=49) });

    world.business().advance(TimeDelta::days(21));
    let on = day("2026-07-06")?;
    let (amount, payer) = (Money::parse(400_000, Currency::parse("EUR")?)?, EnteredPayer::default());
    let parts = vec![(Target::Receivable(sold), Minor::new(400_000))];
    cases
        .cash
        .enter_receipt(ReceiptCommand { by: olga.clone(), on, amount, payer, text: None, parts, is_another: true, request: None })
        .await?;
    let june = disclosed(&world, &buying, "2026-06-01", "2026-06-30").await?;
    let expected = Figures {
        confirmed: Minor::new(1_300_000),
        credited: Minor::new(100_000),
        left_to_buyer: Minor::new(200_000),
        closing: owed(1_000_000, 1_000_000, 50_000),
        ..Figures::default()
    };
    assert_eq!(june.summary.figures, expected);
    let told: Vec<_> = june.payables.iter().map(|payable| (payable.number.as_str(), payable.supplier.as_deref())).collect();
    assert_eq!(told, [("N-333", Some("Lind")), ("M-22", Some("Lind")), ("L-1", Some("Lind"))]);
    assert_eq!(june.terms, Some(programme_terms(2_400)?));

    let july = disclosed(&world, &buying, "2026-07-01", "2026-07-06").await?;
    let expected = Figures {
        opening: june.summary.figures.closing,
        paid: Minor::new(400_000),
        closing: owed(600_000, 600_000, 50_000),
        ..Figures::default()
    };
    assert_eq!(july.summary.figures, expected);
    assert_eq!(july.payables.len(), 2, "the one that is over is not in it");
    assert_eq!(disclosed(&world, &buying, "2026-06-15", "2026-06-15").await?, today, "what happened since changes nothing");
    Ok(())
}

#[tokio::test]
async fn more_payables_than_are_read_at_once_are_all_in_it() -> Checked {
    let world = world();
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let id = world.invited_supplier(&buying, "Lind").await?.supplier.id();
    for number in 0..501 {
        world.entered(&buying, id, payable(&format!("L-{number}"), 100, "2026-08-03")?).await?;
    }
    let disclosure = disclosed(&world, &buying, "2026-06-01", "2026-06-15").await?;
    assert_eq!((disclosure.payables.len(), disclosure.summary.figures.closing), (501, owed(0, 0, 50_100)));
    Ok(())
}

#[tokio::test]
async fn nothing_is_disclosed_of_days_to_come_or_by_who_has_no_programme() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let ask = async |from: &str, to: &str| -> Made<_> {
        Ok(world.programmes().disclosure(&seller.me.membership, Some((day(from)?, day(to)?))).await.map(|all| all.by_currency))
    };
    assert_eq!(ask("2026-06-15", "2026-06-16").await?, Err(DisclosureError::Period(PeriodRefused::InFuture)));
    assert_eq!(ask("2026-06-15", "2026-06-14").await?, Err(DisclosureError::Period(PeriodRefused::Backwards)));
    world.handed_in(&seller, invoice("RE-1", 100)?).await?;
    assert_eq!(ask("2026-06-01", "2026-06-15").await?, Ok(Vec::new()), "what a company sells is no payable of it");
    let unasked = world.programmes().disclosure(&seller.me.membership, None).await?;
    assert_eq!((unasked.period, unasked.today), (Period::last_year(day("2026-06-15")?), day("2026-06-15")?));
    Ok(())
}
