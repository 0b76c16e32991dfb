//! The fact that a payout comes from: what an upgrade finds out of payouts that named none.

use super::{Checked, Database, Store, database::on_each_database, sent_back::downgraded};
use sooner_application::{
    approvals::FourEyes,
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{AcceptCommand, HouseCommand, HouseDecision, ReceiptCommand, ReturnedCommand},
    testing::{
        World,
        facilities::terms,
        receivables::{invoice, releasing},
    },
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    payments::{
        payout::{Payout, PayoutStatus, Purpose, Returned},
        receipt::{EnteredPayer, Target},
    },
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// An invoice of 1,000.00 that was sold and rejected afterwards: all that comes for it is passed on.
async fn rejected(world: &World, olga: &Member) -> Made<ReceivableId> {
    let seller = world.seller(olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(olga, seller.debtor, 90_000_000).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 100_000)?).await?;
    let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
    let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    let look = world.financing().accept(look.receivable().id(), command).await?;
    let (version, what) = (look.receivable().parts().version, HouseDecision::Reject { reason: Note::parse("A mistake")? });
    world.financing().decide(look.receivable().id(), HouseCommand { by: olga.clone(), version, what, request: None }).await?;
    Ok(look.receivable().id())
}

async fn received(world: &World, olga: &Member, id: ReceivableId, amount: i64) -> Checked {
    let on = world.financing().examined(id, &olga.operator()).await?.today();
    let parts = vec![(Target::Receivable(id), Minor::new(amount))];
    let amount = Money::parse(amount, Currency::parse("EUR")?)?;
    let command = ReceiptCommand { by: olga.clone(), on, amount, payer: EnteredPayer::default(), text: None, parts, request: None };
    world.financing().enter_receipt(command).await?;
    Ok(())
}

async fn paid(world: &World) -> Made<Vec<Payout>> {
    let payouts = world.store().payouts.page(PayoutFilter::default(), None, 100).await?;
    Ok(payouts.into_iter().filter(|payout| payout.purpose == Purpose::PassedOn).collect())
}

async fn a_payout_is_known_by_its_amount_where_only_one_fact_gave_that(database: &Database) -> Checked {
    let world = World { instead: Some(database.store()?.ports()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let id = Box::pin(rejected(&world, &olga)).await?;
    for amount in [300, 400, 500, 400] {
        received(&world, &olga, id, amount).await?;
    }
    // The payout of 300 came back: another one is due in its place.
    let of = |payouts: &[Payout]| payouts.iter().map(|payout| (payout.gross.get(), payout.fact.is_some())).collect::<Vec<_>>();
    let first = paid(&world).await?;
    let command = releasing(&world.approvals(), &olga, vec![first[0].id]).await;
    world.approvals().release_payouts(command).await?;
    let on = world.financing().examined(id, &olga.operator()).await?.today();
    let back = ReturnedCommand { by: olga.clone(), back: Returned { on, reason: None }, request: None };
    let again = world.financing().returned(first[0].id, back).await?;
    assert_eq!((again.status, again.fact), (PayoutStatus::Due, first[0].fact));
    let before = paid(&world).await?;
    assert_eq!(of(&before), [(300, true), (400, true), (500, true), (400, true), (300, true)]);

    downgraded(database, "0062")?;
    Store::migrate(&database.url)?;
    let after = paid(&world).await?;
    assert_eq!(of(&after), [(300, true), (400, false), (500, true), (400, false), (300, true)]);
    let named = |payouts: Vec<Payout>| payouts.into_iter().filter(|payout| payout.gross != Minor::new(400)).collect::<Vec<_>>();
    assert_eq!(named(after), named(before));
    Ok(())
}

on_each_database!(a_payout_is_known_by_its_amount_where_only_one_fact_gave_that);
