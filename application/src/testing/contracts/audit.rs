//! The audit trail. It runs last: by now every other contract has written to it.

use super::{Checked, Store, effects, id, link, noon, once, session, stored_user};
use crate::{
    buyers::Buyers,
    identity::ports::{Ended, NewSession, PhoneVerified, Users},
    kernel::{
        audit::{Hash, Record, Stored},
        commit::WriteContext,
        unavailable::Unavailable,
    },
    testing::{buyer_details, complete_form},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    identity::{link::LinkPurpose, password::PasswordHash, phone_proof::PhoneProof, second_factor::SecondFactor},
    kernel::{
        audit::{Actor, AuditAction, Entry},
        country::CountryCode,
        ids::{ApplicationId, BuyerId, FactorId, SessionId, UserId},
        phone::PhoneNumber,
    },
    onboarding::application::Application,
    parties::buyer::{Buyer, BuyerStatus},
};
use std::{error::Error, sync::Arc};

pub(super) async fn run(store: Arc<dyn Store>) -> Checked {
    an_entry_is_read_as_it_was_written(store.as_ref()).await?;
    every_write_leaves_one_record(store.as_ref()).await?;
    what_was_refused_is_not_in_the_trail(store.as_ref()).await?;
    many_at_once_make_one_chain(store.clone()).await?;
    the_chain_holds(store.as_ref()).await
}

async fn an_entry_is_read_as_it_was_written(store: &dyn Store) -> Checked {
    let user = stored_user(store, "audit.ada@example.com").await?.id();
    let text = |text: &str| Some(text.to_owned());
    let first = Entry::own(user, AuditAction::SignedIn, noon());
    let second = Entry {
        at: noon() + TimeDelta::seconds(1),
        by: Actor::CommandLine,
        action: AuditAction::PhoneChanged,
        about: user,
        subject: id(),
        changes: vec![],
    }
    .change("phone", text("+49 \"ü\" \\ \n"), None)
    .change("company.legalName", None, text("株式会社"));
    for entry in [&first, &second, &Entry { by: Actor::Stranger, ..first.clone() }] {
        store.end(session_of(store, user).await?, WriteContext::of(entry.clone())).await?;
    }
    let trail = store.about(user, None, 9).await?;
    assert_eq!(trail.iter().map(|record| record.entry.by).collect::<Vec<_>>(), [Actor::Stranger, Actor::CommandLine, Actor::User(user)]);
    assert_eq!(trail[1].entry, second);
    let older = store.about(user, Some(trail[1].number), 9).await?;
    assert_eq!(older.iter().map(|record| &record.entry).collect::<Vec<_>>(), [&first]);
    assert_eq!(store.about(user, None, 1).await?, [trail[0].clone()]);
    Ok(())
}

async fn every_write_leaves_one_record(store: &dyn Store) -> Checked {
    let mut before = head(store).await?;
    let mut one_more = async |what: &str| -> Checked {
        let after = head(store).await?;
        assert_eq!(after, before + 1, "{what}");
        before = after;
        Ok(())
    };
    let mut user = stored_user(store, "audit.each@example.com").await?;
    one_more("an account").await?;
    let (first, second, third) = (session(&user), session(&user), session(&user));
    store.open(&first, effects()).await?;
    one_more("a session").await?;
    store.end(first.id, effects()).await?;
    one_more("its end").await?;
    let germany = CountryCode::parse("DE")?;
    let phone = PhoneNumber::parse("+4915112340000", germany)?;
    user.change_phone(phone.clone(), germany)?;
    store.change_phone(&user, effects()).await?;
    one_more("another number").await?;
    let proof = PhoneProof { phone, subject: "audit".into(), authenticated_at: noon(), issued_at: noon() };
    store.verify_phone(PhoneVerified { user: user.clone(), proof, ended: first.id, opened: second }, effects()).await?;
    one_more("a proven phone").await?;
    for (purpose, secret) in [(LinkPurpose::VerifyEmail, 40), (LinkPurpose::ResetPassword, 41)] {
        let issued = link(&user, purpose, secret);
        store.issue(&issued, effects()).await?;
        one_more("a link").await?;
        match purpose {
            LinkPurpose::VerifyEmail => store.redeem_for_email(&issued.link, effects()).await?,
            _ => store.redeem_for_password(&issued.link, &PasswordHash::restore("new".into()), effects()).await?,
        };
        one_more("its use").await?;
    }
    let begun = SecondFactor::begin(FactorId(id()), user.id(), noon());
    store.begin(&begun, effects()).await?;
    one_more("a second factor").await?;
    let after = begun.after_code(1).ok_or("refused")?;
    store.used(&begun, &after, NewSession { ended: Ended::AllOfTheAccount, opened: third }, effects()).await?;
    one_more("its first code").await?;
    store.remove(user.id(), None, effects()).await?;
    one_more("its end").await?;
    let buyer = Buyer::named(BuyerId(id()), user.id(), buyer_details("Nordwind AG"), noon());
    Buyers::add(store, &buyer, 1, effects()).await?;
    one_more("a buyer").await?;
    Buyers::decide(store, &Buyer { status: BuyerStatus::Approved, ..buyer.clone() }, BuyerStatus::Pending, effects()).await?;
    one_more("a decision on it").await?;
    let mut application = Application::blank(ApplicationId(id()), user.id(), 1, noon());
    let change = application.save_form(complete_form(), noon())?;
    store.save(&application, &change, effects()).await?;
    one_more("a saved form").await
}

/// A live session to end, opened on another account's behalf.
async fn session_of(store: &dyn Store, user: UserId) -> Result<SessionId, Box<dyn Error>> {
    let owner = Users::by_id(store, user).await?.ok_or("no user")?;
    let session = session(&owner);
    store.open(&session, effects()).await?;
    Ok(session.id)
}

async fn head(store: &dyn Store) -> Result<i64, Unavailable> {
    Ok(whole(store).await?.last().map_or(0, |record| record.number))
}

async fn whole(store: &dyn Store) -> Result<Vec<Record>, Unavailable> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let page = store.chain(records.last().map_or(0, |record| record.number), 100).await?;
        if page.is_empty() {
            return Ok(records);
        }
        records.extend(page.into_iter().filter_map(|stored| match stored {
            Stored::Record(record) => Some(record),
            Stored::Unreadable { .. } => None,
        }));
    }
}

async fn what_was_refused_is_not_in_the_trail(store: &dyn Store) -> Checked {
    let seller = stored_user(store, "audit.bob@example.com").await?.id();
    let buyer = Buyer::named(BuyerId(id()), seller, buyer_details("Nordwind AG"), noon());
    let under = || -> Result<WriteContext, Box<dyn Error>> { Ok(effects().under(Some(once(seller, "audit")?.made(buyer.id.0, noon())))) };
    Buyers::add(store, &buyer, 1, under()?).await?;
    let before = head(store).await?;
    assert!(Buyers::add(store, &Buyer { id: BuyerId(id()), ..buyer.clone() }, 1, effects()).await.is_err(), "full");
    assert!(Buyers::add(store, &Buyer { id: BuyerId(id()), ..buyer.clone() }, 9, under()?).await.is_err(), "repeated");
    store.end(session(&Users::by_id(store, seller).await?.ok_or("gone")?).id, effects()).await?;
    assert_eq!(head(store).await?, before);
    Ok(())
}

async fn many_at_once_make_one_chain(store: Arc<dyn Store>) -> Checked {
    let user = stored_user(store.as_ref(), "audit.race@example.com").await?;
    let before = head(store.as_ref()).await?;
    let all: Vec<_> = (0..64).map(|_| session(&user)).collect();
    let written = join_all(all.iter().map(|session| store.open(session, effects()))).await;
    assert!(written.iter().all(Result::is_ok));
    assert_eq!(head(store.as_ref()).await?, before + 64);
    Ok(())
}

async fn the_chain_holds(store: &dyn Store) -> Checked {
    let records = whole(store).await?;
    assert!(records.len() > 200);
    let mut previous = Hash::BEGINNING;
    for (number, record) in (1..).zip(&records) {
        assert_eq!((record.number, record.previous, record.computed()), (number, previous, record.hash));
        previous = record.hash;
    }
    Ok(())
}
