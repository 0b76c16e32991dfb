//! Money that came before the payout: what an upgrade makes of it.

use super::{Checked, Database, Store, database::on_each_database, sent_back::downgraded};
use chrono::NaiveDate;
use sooner_application::{
    approvals::FourEyes,
    receivables::{AcceptCommand, ReceiptCommand},
    testing::{World, facilities::terms, receivables::invoice},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
    },
    payments::receipt::{EnteredPayer, Target},
};
use std::error::Error;

async fn open(world: &World, id: ReceivableId) -> Result<Minor, Box<dyn Error>> {
    Ok(world.store().receivables.by_id(id).await?.ok_or("gone")?.position.open)
}

async fn it_is_open_no_more_neither_of_the_receivable_nor_of_its_debtors_limit(database: &Database) -> Checked {
    let world = World { instead: Some(database.store()?.ports()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let first = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    let (mut sold, mut on) = (Vec::new(), NaiveDate::MIN);
    for number in ["RE-1", "RE-2", "RE-3"] {
        let seller = world.selling_to(&olga, (&first.me, first.facility), &format!("Buyer of {number}")).await?;
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        let look = world.handed_in(&seller, invoice(number, 100_000)?).await?;
        on = look.today();
        let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
        let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        sold.push(world.financing().accept(look.receivable().id(), command).await?.receivable().id());
    }
    for (id, amount) in [(sold[0], 30_000), (sold[1], 120_000)] {
        let parts = vec![(Target::Receivable(id), Minor::new(amount))];
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let command = ReceiptCommand { by: olga.clone(), on, amount, payer: EnteredPayer::default(), text: None, parts, request: None };
        world.financing().enter_receipt(command).await?;
    }
    let all_open = async || -> Result<Vec<i64>, Box<dyn Error>> {
        let mut all = Vec::new();
        for id in &sold {
            all.push(open(&world, *id).await?.get());
        }
        Ok(all)
    };
    assert_eq!(all_open().await?, [70_000, 0, 100_000]);
    assert!(world.financing().exposure_fits(first.facility).await?);
    downgraded(database, "0050")?;
    // This release does not read a database of that one. Nothing less than nothing is open: it fails where another amount is.
    database.run("UPDATE receivables SET open = -1 WHERE open <> 100000")?;
    assert!(!Store::migrate(&database.url)?.is_empty());
    assert_eq!(all_open().await?, [70_000, 0, 100_000]);
    assert!(world.financing().exposure_fits(first.facility).await?);
    Ok(())
}

on_each_database!(it_is_open_no_more_neither_of_the_receivable_nor_of_its_debtors_limit);
