//! What can be done with invoices, payables and their money, and what cannot.

mod acceptable;
mod accepting;
mod advice;
mod bank_answers;
mod bank_files;
mod by_hand;
mod cash_discounts;
mod coming;
mod confirmations;
mod deciding;
mod disclosure;
mod einvoices;
mod entering;
mod finding;
mod mails;
mod own;
mod paying;
mod programmes;
mod sending_back;
mod shares;
mod statements;
mod tables;

use crate::receivables::{AcceptCommand, AcceptError, EnterCommand, Look, ReceivableError, SeenCommand};
use crate::servicing::{HouseCommand, HouseDecision, Resolution, Servicing};
use crate::{
    approvals::FourEyes,
    kernel::idempotency::{IdempotencyKey, RequestKey},
    parties::Member,
    testing::{
        World,
        facilities::terms,
        receivables::{Seller, invoice},
    },
};
use sooner_domain::{
    facilities::{
        exposure::{Ceiling, InUse, Scope},
        terms::{Parts as TermsParts, Terms},
    },
    kernel::{
        audit::{Actor, AuditAction},
        coded::Coded,
        ids::UserId,
        minor::Minor,
        money::Currency,
        text::Note,
    },
    receivables::{receivable::Blocked, status::ReceivableStatus},
};
use std::error::Error;

type Checked = Result<(), Box<dyn Error>>;
type Made<T> = Result<T, Box<dyn Error>>;

/// One operator is enough.
fn world() -> World {
    World { four_eyes: FourEyes::Off, ..World::default() }
}

/// A seller under these terms whose debtor may owe 10 million euro.
async fn seller_under(world: &World, terms: Terms) -> Made<(Member, Seller)> {
    let olga = world.operator().await?;
    let seller = world.seller(&olga, "Muehle", terms).await?;
    world.limit(&olga, seller.debtor, 1_000_000_000).await?;
    Ok((olga, seller))
}

async fn seller(world: &World) -> Made<(Member, Seller)> {
    seller_under(world, terms("EUR", 1_200)?).await
}

/// Terms in euro with something else in them.
fn terms_with(change: impl FnOnce(&mut TermsParts)) -> Made<Terms> {
    let mut parts = *terms("EUR", 1_200)?.parts();
    change(&mut parts);
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

fn seen(by: &Member, look: &Look) -> SeenCommand {
    SeenCommand { by: by.membership, version: look.receivable().parts().version, request: None }
}

/// The offer as it stands in what was seen.
fn accept(by: &Member, look: &Look) -> Made<AcceptCommand> {
    let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
    Ok(AcceptCommand { by: by.clone(), offer: offer.id(), hash: offer.hash(), request: None })
}

fn key(of: UserId, text: &str) -> Made<RequestKey> {
    Ok(RequestKey { user: of, key: IdempotencyKey::parse(text)?, fingerprint: [0; 32] })
}

fn decision(by: &Member, look: &Look, what: HouseDecision) -> HouseCommand {
    HouseCommand { by: by.clone(), version: look.receivable().parts().version, what, request: None }
}

async fn sent(world: &World) -> Made<usize> {
    world.delivery().round().await?;
    Ok(world.mailer.sent().len())
}

async fn told(world: &World, since: usize) -> Made<Vec<(String, &'static str)>> {
    world.delivery().round().await?;
    let mut told: Vec<_> = world.mailer.sent()[since..].iter().map(|mail| (mail.to.as_str().to_owned(), mail.content.code())).collect();
    told.sort();
    Ok(told)
}

fn note() -> Made<Note> {
    Ok(Note::parse("The buyer knows nothing of it.")?)
}
