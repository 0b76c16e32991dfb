//! What holds of money, whatever happens to receivables and in whatever order.

use super::{
    books::{self, Rows},
    course::{Course, Made},
    programmes::programme_terms,
    trader::Trader,
};
use crate::{
    StorePorts,
    approvals::FourEyes,
    house::SettingsCommand,
    kernel::{clock::BusinessClock as _, commit::WriteContext},
    papers::{Invoicing, changes::Change as PaperChange, ports::FeeInvoice},
    parties::Member,
    testing::{World, confirmed, contracts::Checked, facilities::terms, house_details},
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    facilities::terms::{Parts, Terms},
    kernel::{audit::Actor, minor::Minor, money::Percentage},
    ledger::account::AccountKind,
    receivables::fee_invoice::FeeSum,
};
use std::collections::BTreeMap;

/// How many courses there are, unless it is asked for more.
const COURSES: u64 = 30;
/// What is tried in each.
const STEPS: usize = 15;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn courses() -> u64 {
    std::env::var("COURSES").ok().and_then(|courses| courses.parse().ok()).unwrap_or(COURSES)
}

/// Each of three sellers bears another part of a loss.
fn terms_of(number: u64) -> Made<Terms> {
    let share = Percentage::parse_basis_points;
    let cover = share([0, 5_000, 10_000][usize::try_from(number % 3)?])?;
    let (payout_fee, fee_tax) = (Minor::new(250), share(1_900)?);
    let parts = Parts { cover, payout_fee, fee_tax, recourse_after_days: 20, ..*terms("EUR", 1_200)?.parts() };
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

/// The buyers of two programmes of three get a part of the price.
fn programme_of(number: u64) -> Made<Terms> {
    let share = Percentage::parse_basis_points;
    let (payout_fee, fee_tax, buyer_share) = (Minor::new(250), share(1_900)?, share(if number.is_multiple_of(3) { 0 } else { 2_500 })?);
    let parts = Parts { payout_fee, fee_tax, buyer_share, ..*programme_terms(1_200)?.parts() };
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

/// Two sellers on the first debtor, one of them on a second one as well, which is itself a buyer and promises a supplier what it
/// owes: nobody else sells on these.
async fn sellers(world: &World, olga: &Member, number: u64) -> Made<Vec<Trader>> {
    let (first, second) = (format!("Debtor{number}a"), format!("Debtor{number}b"));
    let one = world.seller_to(olga, &format!("Seller{number}a"), &first, terms_of(number)?).await?;
    let two = world.seller_to(olga, &format!("Seller{number}b"), &first, terms_of(number + 1)?).await?;
    let too = world.selling_to(olga, (&two.me, two.facility), &second).await?;
    let buying = world.buying(olga, &second, programme_of(number)?).await?;
    let (supplier, me) = world.supplier(olga, &buying, &format!("Supplier{number}")).await?;
    for debtor in [one.debtor, too.debtor] {
        world.limit(olga, debtor, 90_000_000).await?;
    }
    let mut sellers = vec![Trader::supplying(buying, supplier, me)];
    sellers.extend([one, two, too].map(Trader::invoicing));
    Ok(sellers)
}

/// # Errors
/// What does not hold.
async fn run(course: &mut Course<'_>) -> Made<usize> {
    let before = Rows::of(course).await?.before();
    course.begin().await?;
    let (mut rows, mut done) = (Rows::of(course).await?, 0);
    books::check(course, &rows, before).await?;
    for _ in 0..STEPS {
        let tried = course.step().await?;
        let now = Rows::of(course).await?;
        match tried {
            Ok(()) => {
                books::check(course, &now, before).await?;
                done += 1;
            }
            Err(_) if now == rows => {}
            Err(_) => return Err(format!("what was refused changed something: {rows:#?} was before {now:#?}").into()),
        }
        rows = now;
    }
    Ok(done)
}

/// Every invoice for what was charged before this day.
async fn invoiced(world: &World, ports: &StorePorts, before: NaiveDate) -> Made<Vec<FeeInvoice>> {
    let (papers, mut made) = (world.use_cases().papers, Vec::new());
    for company in papers.to_invoice(before, None, 1_000).await? {
        while let Some(Invoicing { change, entry }) = papers.invoicing(company, before, Actor::System).await? {
            if let PaperChange::FeesInvoiced(file) = &change {
                assert_eq!(ports.fee_invoices.invoice(file.invoice.id).await?, None);
                made.push(file.invoice.clone());
            }
            ports.papers.commit(vec![change], WriteContext::of(entry)).await?;
        }
    }
    Ok(made)
}

/// Everything the ledger says was charged as tax stands on one invoice, and their numbers have no gap.
async fn all_tax_is_invoiced(world: &World, ports: &StorePorts, mut invoices: Vec<FeeInvoice>) -> Made<()> {
    let far = NaiveDate::from_ymd_opt(9_999, 1, 1).ok_or("no day")?;
    invoices.extend(invoiced(world, ports, far).await?);
    assert_eq!(ports.fee_invoices.to_invoice(far, None, 1_000).await?, []);
    let totals = world.use_cases().ledger.trial_balance(None, None).await?.totals;
    let owed: Minor = totals.iter().filter(|total| total.kind == AccountKind::TaxPayable).map(|total| -total.amount).sum();
    let mut told = Minor::ZERO;
    for invoice in &invoices {
        let (kept, lines) = ports.fee_invoices.invoice(invoice.id).await?.ok_or("not kept")?;
        assert_eq!((&kept, FeeSum::of(&lines)), (invoice, invoice.sum));
        told += invoice.sum.tax;
    }
    assert_eq!(told, owed);
    let mut numbers: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    invoices.iter().for_each(|invoice| numbers.entry(invoice.number.year).or_default().push(invoice.number.place));
    for given in numbers.values() {
        assert!((1..).zip(given).all(|(place, given)| place == *given), "{given:?}");
    }
    assert!(invoices.len() > 10 && invoices.iter().any(|invoice| !invoice.sum.tax.is_negative()), "{invoices:?}");
    Ok(())
}

pub async fn whatever_happens_the_money_is_where_the_books_say_it_is(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    world.house().change_settings(SettingsCommand { by: confirmed(&olga), version: 0, details: house_details() }).await?;
    let (mut done, mut invoices) = (0, Vec::new());
    for number in 0..courses() {
        // Not all of them sign up within a minute.
        world.clock.advance(TimeDelta::minutes(1));
        let olga = world.stepped_up(&olga).await?;
        let sellers = sellers(&world, &olga, number).await?;
        let mut course = Course::of(&world, &olga, sellers, number);
        done += run(&mut course).await.map_err(|error| format!("course {number}: {error}\n{}", course.told.join("\n")))?;
        // What is taken back is taken back before it is invoiced, and afterwards.
        let today = world.house().business_days().await?.date_of(world.business().now().await?);
        if number.is_multiple_of(3) {
            invoices.extend(invoiced(&world, ports, today).await?);
        }
    }
    all_tax_is_invoiced(&world, ports, invoices).await?;
    assert!(done > 5 * usize::try_from(courses())?, "most is possible: {done}");
    assert_eq!((ports.ledger_audit().verify(None).await?.flaw, ports.money_audit().verify().await?), (None, None));
    Ok(())
}
