//! What several receivables have around them together.

use super::{Checked, Database, database::on_each_database};
use crate::{
    kernel::conn::{Conn, on},
    receivables::{scene, shared::Shared},
};
use chrono::DateTime;
use diesel::{
    Connection,
    connection::{InstrumentationEvent, SimpleConnection},
};
use sooner_application::{
    approvals::FourEyes,
    kernel::commit::WriteContext,
    receivables::{
        AcceptCommand, Look,
        changes::Change,
        ports::{History, HistoryOf},
        scene::Scene,
    },
    testing::{World, facilities::terms, receivables::invoice},
};
use sooner_domain::{
    kernel::{
        audit::{AuditAction, Entry},
        coded::Coded,
        ids::{CompanyId, DebtorId, FactId, UserId},
        money::Currency,
    },
    receivables::{book::Fact, position::Recorded, receivable::Receivable, status::ReceivableStatus},
};
use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use uuid::Uuid;

/// It takes the longer the more was sold: a page of one seller's invoices to one debtor adds it up once.
async fn what_was_sold_between_two_is_added_up_once(database: &Database) -> Checked {
    let (mut conn, mut shared) = (Conn::open(&database.url)?, Shared::default());
    let between = |debtor: u128| HistoryOf {
        seller: CompanyId(Uuid::from_u128(1)),
        debtor: DebtorId(Uuid::from_u128(debtor)),
        currency: Currency::parse("EUR").unwrap(),
    };
    let mut read = |conn: &mut Conn, of: HistoryOf| shared.histories(conn, [of]).ok().and_then(|known| known.get(&of).copied());
    assert_eq!(read(&mut conn, between(2)), Some(History::none()));
    on!(&mut conn, |c| c.batch_execute("ALTER TABLE receivables RENAME TO away"))?;
    assert_eq!(read(&mut conn, between(2)), Some(History::none()), "it was read again");
    assert_eq!(read(&mut conn, between(5)), None, "it is of another debtor");
    Ok(())
}

/// On each of these debtors one that was sold, and handed in as many as are near to it.
async fn receivables(world: &World, debtors: usize, near: usize) -> Result<Vec<Receivable>, Box<dyn Error>> {
    let (ports, at) = (world.store(), DateTime::UNIX_EPOCH);
    let olga = world.operator().await?;
    let first = world.seller(&olga, "Many", terms("EUR", 1_200)?).await?;
    let mut all: Vec<Look> = Vec::new();
    for debtor in 0..debtors {
        let seller = if debtor == 0 {
            first.clone()
        } else {
            world.selling_to(&olga, (&first.me, first.facility), &format!("Buyer {debtor}")).await?
        };
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        let sold = world.handed_in(&seller, invoice(&format!("RE-{}11", debtor + 2), 100_000)?).await?;
        let offer = &sold.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
        let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        let sold = world.receivables().accept(sold.receivable().id(), command).await?;
        let (id, receivable) = (FactId(Uuid::from_u128(all.len() as u128)), sold.receivable().id());
        let context = WriteContext::of(Entry::own(UserId(Uuid::nil()), AuditAction::LedgerEntryBooked, at));
        let fact = Recorded { id, receivable, fact: Fact::Funded { on: at.date_naive() }, cause: None, by: None, at };
        ports.receivable_changes.commit(vec![Change::FactRecorded(fact)], context).await?;
        all.push(sold);
        for number in 1..=near {
            all.push(world.handed_in(&seller, invoice(&format!("RE-{}1{}", debtor + 2, number + 1), 100_000)?).await?);
        }
    }
    Ok(all.iter().map(|look| look.receivable().clone()).collect())
}

/// With how many statements it took.
fn read(conn: &mut Conn, receivables: &[Receivable]) -> Result<(Vec<Scene>, usize), Box<dyn Error>> {
    let count = Arc::new(AtomicUsize::new(0));
    let counting = count.clone();
    let count_one = move |event: InstrumentationEvent<'_>| {
        if matches!(event, InstrumentationEvent::StartQuery { .. }) {
            counting.fetch_add(1, Ordering::Relaxed);
        }
    };
    on!(&mut *conn, |c| c.set_instrumentation(count_one));
    let scenes = scene::scenes(conn, receivables).map_err(|failure| failure.into_port_error())?;
    Ok((scenes, count.load(Ordering::Relaxed)))
}

async fn it_takes_no_more_statements_the_more_they_are(database: &Database) -> Checked {
    let world = World { instead: Some(database.store()?.ports()), four_eyes: FourEyes::Off, ..World::default() };
    let (debtors, near) = (5, 5);
    let all = Box::pin(receivables(&world, debtors, near)).await?;
    let mut conn = Conn::open(&database.url)?;
    // Of one debtor, one of each kind.
    let (_, few) = read(&mut conn, &all[..2])?;
    let (scenes, many) = read(&mut conn, &all)?;
    assert_eq!((scenes.len(), many), (debtors * (near + 1), few));
    assert!(few < 30, "{few}");
    for (receivable, together) in all.iter().zip(&scenes) {
        let alone = read(&mut conn, std::slice::from_ref(receivable))?.0;
        assert_eq!(alone, std::slice::from_ref(together));
        // What was sold is compared with nothing any more.
        let is_sold = receivable.parts().accepted.is_some();
        let expected = if is_sold { (0, 0, 1) } else { (near, 1, 0) };
        assert_eq!((together.lookalikes.len(), together.history.bought, together.facts.len()), expected);
        assert!(together.in_use.debtor.is_positive() && together.debtor.is_some() && together.buyer.is_some());
    }
    Ok(())
}

on_each_database!(what_was_sold_between_two_is_added_up_once, it_takes_no_more_statements_the_more_they_are);

/// So that no receivable counts itself in what it is compared with.
#[test]
fn none_that_is_checked_counts_as_sold() {
    assert!(ReceivableStatus::ALL.iter().all(|status| !(status.is_checked() && History::COUNTED.contains(status))));
}
