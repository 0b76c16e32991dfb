//! What a debtor took off as its invoice grants it: what a downgrade and an upgrade make of it.

use super::{Checked, Database, Store, database::on_each_database, sent_back::downgraded};
use sooner_application::{
    approvals::FourEyes,
    kernel::commit::WriteContext,
    receivables::{AcceptCommand, changes::Change},
    testing::{World, facilities::terms, receivables::invoice},
};
use sooner_domain::{
    kernel::{
        audit::{AuditAction, Entry},
        coded::Coded,
        ids::FactId,
        minor::Minor,
    },
    receivables::{
        book::{DeductionCause, Fact},
        position::Recorded,
    },
};
use uuid::Uuid;

async fn it_is_a_deduction_to_the_release_before_and_stays_one(database: &Database) -> Checked {
    let world = World { instead: Some(database.store()?.ports()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(&olga, seller.debtor, 90_000_000).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 100_000)?).await?;
    let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
    let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    let receivable = world.financing().accept(look.receivable().id(), command).await?.receivable().id();
    let told = [DeductionCause::Dispute, DeductionCause::CashDiscount].map(|cause| Recorded {
        id: FactId(Uuid::from_u128(if cause == DeductionCause::Dispute { 1 } else { 2 })),
        receivable,
        fact: Fact::Deducted { on: look.today(), amount: Minor::new(3_000), cause },
        cause: None,
        by: None,
        at: look.now,
    });
    let context = WriteContext::of(Entry::own(olga.user.id(), AuditAction::ReceivableChanged, look.now));
    world.store().receivable_changes.commit(told.map(Change::FactRecorded).to_vec(), context).await?;
    let facts = async || world.store().receivables.facts(receivable).await;
    assert_eq!(facts().await?, told);
    downgraded(database, "0052")?;
    Store::migrate(&database.url)?;
    let [dispute, discount] = told;
    let fact = Fact::Deducted { on: look.today(), amount: Minor::new(3_000), cause: DeductionCause::Dispute };
    assert_eq!(facts().await?, [dispute, Recorded { fact, ..discount }]);
    Ok(())
}

on_each_database!(it_is_a_deduction_to_the_release_before_and_stays_one);
