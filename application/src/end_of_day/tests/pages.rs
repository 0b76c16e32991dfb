//! How much is asked of the store for a page.

use super::*;
use crate::{
    receivables::AcceptCommand,
    testing::{facilities::terms, receivables::Seller},
};
use sooner_domain::{kernel::coded::Coded, receivables::status::ReceivableStatus};

/// Hands in an invoice that is due so many days from today, and sells it if that is wanted.
async fn handed_in(world: &World, seller: &Seller, number: &str, days: i64, is_sold: bool) -> Checked {
    let due_on = BusyDay::today(world).await? + TimeDelta::days(days);
    let look = BusyDay::handed_in(world, seller, number, due_on).await?;
    assert_eq!(look.receivable().status(), ReceivableStatus::Offered, "{:?}", look.findings);
    if is_sold {
        let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
        let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        world.receivables().accept(look.kept.receivable.id(), command).await?;
    }
    Ok(())
}

fn unlike(number: u8) -> String {
    format!("{}-{}", char::from(b'A' + number), (u64::from(number) + 1) * 1_001)
}

/// How many calls the ports have at the end of a quiet date, with so many receivables of each sort: overdue for a month, not due,
/// accepted and not paid out, on offer.
async fn calls(many: usize) -> Result<usize, Box<dyn std::error::Error>> {
    let world = World { four_eyes: crate::approvals::FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(&olga, seller.debtor, 1_000_000_000).await?;
    // None looks like another one: neither in its number nor, by the letter, in its face.
    let number = |sort: u8, place: usize| Ok::<_, std::num::TryFromIntError>(unlike(sort * 4 + u8::try_from(place)?));
    for place in 0..many {
        handed_in(&world, &seller, &number(0, place)?, 45, true).await?;
        handed_in(&world, &seller, &number(1, place)?, 120, true).await?;
    }
    BusyDay::pay_out(&world, &olga).await?;
    world.business().advance(TimeDelta::days(80));
    for place in 0..many {
        handed_in(&world, &seller, &number(2, place)?, 50, true).await?;
        handed_in(&world, &seller, &number(3, place)?, 70, false).await?;
    }
    world.business().advance(TimeDelta::hours(3));
    let days = EndOfDays { page: 100, ..world.end_of_day() };
    let on = BusyDay::today(&world).await?;
    // What is overdue is new once.
    days.end(on, Actor::System).await?;
    world.business().advance(TimeDelta::days(1));
    world.memory.calls();
    let ended = days.end(on + TimeDelta::days(1), Actor::System).await?;
    let calls = world.memory.calls();
    let seen: Vec<_> = ended.parts().steps.iter().map(|run| (run.step.code(), run.seen, run.changed)).collect();
    let many = i64::try_from(many)?;
    let expected = [
        ("checks", many, 0),
        ("lapse", many, 0),
        ("letters", 1, 0),
        ("invoices", 0, 0),
        ("overdue", 3 * many, 0),
        ("positions", 2 * many, 2),
        ("balances", 1, 0),
    ];
    assert_eq!((ended.state(), seen), (EndOfDayState::Done, expected.to_vec()));
    Ok(calls)
}

#[tokio::test]
async fn a_page_asks_as_much_however_many_are_on_it() -> Checked {
    let (few, more) = (calls(1).await?, calls(4).await?);
    assert_eq!(few, more);
    assert!(few < 40, "{few}");
    Ok(())
}
