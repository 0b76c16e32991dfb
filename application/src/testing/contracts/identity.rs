//! Accounts, sessions, links, budgets.

use super::{Checked, Store, effects, id, link, mail, mailing, noon, session, stored_user, user};
use crate::{
    identity::{
        KnownAddress,
        ports::{AddUserError, Beginning, Links, PhoneVerified, Sessions, TokenHash, Users, VerifyPhoneStoreError},
    },
    kernel::{
        commit::WriteContext,
        rate_limits::{RateLimit, RateLimits, Spent},
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    identity::{link::LinkPurpose, password::PasswordHash, phone_proof::PhoneProof, user::User},
    kernel::{
        audit::{AuditAction, Entry},
        country::CountryCode,
        ids::{SessionId, UserId},
        phone::PhoneNumber,
        text::PersonName,
    },
};

pub(super) async fn run(store: &dyn Store) -> Checked {
    an_account_is_found_as_it_was_added(store).await?;
    an_address_has_one_account_and_a_refused_one_leaves_nothing(store).await?;
    a_session_is_found_until_it_ends(store).await?;
    a_phone_is_proven_once_for_one_account(store).await?;
    a_link_is_used_once(store).await?;
    a_newer_link_kills_the_older(store).await?;
    a_password_link_ends_every_session(store).await?;
    a_budget_runs_out_and_is_refilled(store).await?;
    an_address_is_known_from_when_it_was_last_used(store).await
}

async fn an_address_is_known_from_when_it_was_last_used(store: &dyn Store) -> Checked {
    let user = stored_user(store, "known@example.com").await?;
    let address = KnownAddress::of(user.id(), [192, 0, 2, 1].into());
    let at = |seconds: i64| noon() + TimeDelta::seconds(seconds);
    assert!(!store.knows(address, at(-9)).await?);
    for seconds in [0, 5] {
        let effects = WriteContext::of(Entry::own(user.id(), AuditAction::SignedIn, at(seconds))).at(address);
        store.open(&session(&user), effects).await?;
        assert!(store.knows(address, at(seconds)).await?);
        assert!(!store.knows(address, at(seconds + 1)).await?);
    }
    assert!(!store.knows(KnownAddress::of(user.id(), [192, 0, 2, 2].into()), at(0)).await?);
    Ok(())
}

async fn an_account_is_found_as_it_was_added(store: &dyn Store) -> Checked {
    let ada = stored_user(store, "ada@example.com").await?;
    assert_eq!(Users::by_id(store, ada.id()).await?, Some(ada.clone()));
    assert_eq!(store.by_email(ada.email()).await?, Some(ada));
    assert_eq!(Users::by_id(store, UserId(id())).await?, None);
    let olga = user("olga@example.com")?;
    let operator = User::operator(UserId(id()), olga.email().clone(), PersonName::parse("Olga")?, PersonName::parse("Reyes")?, noon());
    Users::add(store, &operator, Beginning::default(), effects()).await?;
    assert_eq!(Users::by_id(store, operator.id()).await?, Some(operator));
    Ok(())
}

async fn an_address_has_one_account_and_a_refused_one_leaves_nothing(store: &dyn Store) -> Checked {
    stored_user(store, "bob@example.com").await?;
    let depth = store.depth().await?;
    let second = user("bob@example.com")?;
    let begun = session(&second);
    let begin = Beginning { session: Some(begun), link: Some(link(&second, LinkPurpose::VerifyEmail, 1)) };
    let refused = Users::add(store, &second, begin, mailing(mail("bob@example.com")?)).await;
    assert_eq!(refused, Err(AddUserError::EmailTaken));
    assert_eq!(Users::by_id(store, second.id()).await?, None);
    assert_eq!(Sessions::find(store, begun.id).await?, None);
    assert_eq!(Links::find(store, TokenHash([1; 32]), &[LinkPurpose::VerifyEmail]).await?, None);
    assert_eq!(store.depth().await?, depth);
    Ok(())
}

async fn a_session_is_found_until_it_ends(store: &dyn Store) -> Checked {
    let user = stored_user(store, "carl@example.com").await?;
    let session = session(&user);
    store.open(&session, effects()).await?;
    assert_eq!(Sessions::find(store, session.id).await?, Some((session, user)));
    store.end(session.id, effects()).await?;
    assert_eq!(Sessions::find(store, session.id).await?, None);
    store.end(session.id, effects()).await?;
    Ok(())
}

async fn a_phone_is_proven_once_for_one_account(store: &dyn Store) -> Checked {
    let germany = CountryCode::parse("DE")?;
    let phone = PhoneNumber::parse("+4915112345678", germany)?;
    let proof = |subject: &str| PhoneProof {
        phone: phone.clone(),
        subject: subject.into(),
        authenticated_at: noon(),
        issued_at: noon() + TimeDelta::seconds(1),
    };
    let verified =
        |user: &User, proof: PhoneProof, ended: SessionId| PhoneVerified { user: user.clone(), proof, ended, opened: session(user) };

    let dora = stored_user(store, "dora@example.com").await?;
    let old = session(&dora);
    store.open(&old, effects()).await?;
    let first = verified(&dora, proof("one"), old.id);
    store.verify_phone(first.clone(), effects()).await?;
    assert!(Users::by_id(store, dora.id()).await?.is_some_and(|user| user.parts().phone_verified));
    assert_eq!(Sessions::find(store, old.id).await?, None);
    assert!(Sessions::find(store, first.opened.id).await?.is_some());

    let emil = stored_user(store, "emil@example.com").await?;
    let used = verified(&emil, proof("one"), old.id);
    assert_eq!(store.verify_phone(used.clone(), effects()).await, Err(VerifyPhoneStoreError::ProofUsed));
    assert_eq!(Sessions::find(store, used.opened.id).await?, None);
    assert_eq!(store.verify_phone(verified(&emil, proof("two"), old.id), effects()).await, Err(VerifyPhoneStoreError::PhoneTaken));
    assert!(Users::by_id(store, emil.id()).await?.is_some_and(|user| !user.parts().phone_verified));

    let mut moved = emil.clone();
    moved.change_phone(PhoneNumber::parse("+4915112345679", germany)?, germany)?;
    store.change_phone(&moved, effects()).await?;
    assert_eq!(Users::by_id(store, emil.id()).await?, Some(moved));
    Ok(())
}

async fn a_link_is_used_once(store: &dyn Store) -> Checked {
    let user = stored_user(store, "fred@example.com").await?;
    let issued = link(&user, LinkPurpose::VerifyEmail, 10);
    store.issue(&issued, effects()).await?;
    let purposes = [LinkPurpose::VerifyEmail];
    assert_eq!(Links::find(store, issued.hash, &[LinkPurpose::ResetPassword]).await?, None);
    assert_eq!(Links::find(store, issued.hash, &purposes).await?, Some(issued.link.clone()));
    assert!(store.redeem_for_email(&issued.link, effects()).await?);
    assert!(!store.redeem_for_email(&issued.link, effects()).await?);
    assert_eq!(Links::find(store, issued.hash, &purposes).await?, None);
    assert!(Users::by_id(store, user.id()).await?.is_some_and(|user| user.parts().email_verified));
    Ok(())
}

async fn a_newer_link_kills_the_older(store: &dyn Store) -> Checked {
    let user = stored_user(store, "gina@example.com").await?;
    let (older, newer, other) =
        (link(&user, LinkPurpose::VerifyEmail, 20), link(&user, LinkPurpose::VerifyEmail, 21), link(&user, LinkPurpose::ResetPassword, 22));
    for issued in [&older, &other, &newer] {
        store.issue(issued, effects()).await?;
    }
    assert_eq!(Links::find(store, older.hash, &[LinkPurpose::VerifyEmail]).await?, None);
    assert!(!store.redeem_for_email(&older.link, effects()).await?);
    assert!(Links::find(store, newer.hash, &[LinkPurpose::VerifyEmail]).await?.is_some());
    assert!(Links::find(store, other.hash, &[LinkPurpose::ResetPassword]).await?.is_some());
    Ok(())
}

async fn a_password_link_ends_every_session(store: &dyn Store) -> Checked {
    let user = stored_user(store, "hans@example.com").await?;
    let (one, two) = (session(&user), session(&user));
    store.open(&one, effects()).await?;
    store.open(&two, effects()).await?;
    let issued = link(&user, LinkPurpose::ResetPassword, 30);
    store.issue(&issued, effects()).await?;
    let hash = PasswordHash::restore("new".into());
    assert!(store.redeem_for_password(&issued.link, &hash, effects()).await?);
    assert!(!store.redeem_for_password(&issued.link, &PasswordHash::restore("newer".into()), effects()).await?);
    assert_eq!(Users::by_id(store, user.id()).await?.and_then(|user| user.parts().password.clone()), Some(hash));
    assert_eq!(Sessions::find(store, one.id).await?, None);
    assert_eq!(Sessions::find(store, two.id).await?, None);
    Ok(())
}

async fn a_budget_runs_out_and_is_refilled(store: &dyn Store) -> Checked {
    let budget = RateLimit { name: "contract", limit: 2, window: TimeDelta::seconds(60) };
    let spend = |seconds: i64, key: &'static str| RateLimits::spend(store, budget, key, noon() + TimeDelta::seconds(seconds));
    assert_eq!(spend(0, "a").await?, Spent::Within);
    assert_eq!(spend(10, "a").await?, Spent::Within);
    assert_eq!(spend(20, "a").await?, Spent::Over { retry_after_seconds: 40 });
    assert_eq!(spend(20, "b").await?, Spent::Within);
    assert_eq!(spend(59, "a").await?, Spent::Over { retry_after_seconds: 1 });
    assert_eq!(spend(60, "a").await?, Spent::Within);
    Ok(())
}
