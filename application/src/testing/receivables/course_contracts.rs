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
    parties::Member,
    testing::{World, contracts::Checked, facilities::terms, house_details},
};
use chrono::TimeDelta;
use sooner_domain::{
    facilities::terms::{Parts, Terms},
    kernel::{minor::Minor, money::Percentage},
};

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

pub async fn whatever_happens_the_money_is_where_the_books_say_it_is(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    world.house().change_settings(SettingsCommand { by: olga.clone(), version: 0, details: house_details() }).await?;
    let mut done = 0;
    for number in 0..courses() {
        // Not all of them sign up within a minute.
        world.clock.advance(TimeDelta::minutes(1));
        let olga = world.stepped_up(&olga).await?;
        let sellers = sellers(&world, &olga, number).await?;
        let mut course = Course::of(&world, &olga, sellers, number);
        done += run(&mut course).await.map_err(|error| format!("course {number}: {error}\n{}", course.told.join("\n")))?;
    }
    assert!(done > 5 * usize::try_from(courses())?, "most is possible: {done}");
    assert_eq!(ports.ledger_audit().verify(None).await?.flaw, None);
    Ok(())
}
