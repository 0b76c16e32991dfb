//! Second factors.

use super::{Checked, Store, effects, id, noon, session, stored_user};
use crate::identity::ports::{Ended, NewSession, SecondFactors, Sessions, Users};
use futures_util::future::join_all;
use sooner_domain::{identity::second_factor::SecondFactor, kernel::ids::FactorId};
use std::sync::Arc;

pub(super) async fn run(store: Arc<dyn Store>) -> Checked {
    a_factor_is_begun_switched_on_and_removed(store.as_ref()).await?;
    of_many_uses_of_one_code_one_counts(store).await
}

async fn a_factor_is_begun_switched_on_and_removed(store: &dyn Store) -> Checked {
    let user = stored_user(store, "factor.ada@example.com").await?;
    let on = || async {
        Ok::<_, crate::kernel::unavailable::Unavailable>(Users::by_id(store, user.id()).await?.map(|user| user.parts().second_factor))
    };
    assert_eq!(SecondFactors::of(store, user.id()).await?, None);
    let first = SecondFactor::begin(FactorId(id()), user.id(), noon());
    let second = SecondFactor::begin(FactorId(id()), user.id(), noon());
    assert!(store.begin(&first, effects()).await?);
    assert!(store.begin(&second, effects()).await?, "one that waits is replaced");
    assert_eq!(SecondFactors::of(store, user.id()).await?, Some(second));
    assert_eq!(on().await?, Some(false));
    let (old, opened) = (session(&user), session(&user));
    store.open(&old, effects()).await?;
    let after = second.after_code(59_000_000).ok_or("refused")?;
    let sessions = NewSession { ended: Ended::AllOfTheAccount, opened };
    assert!(!store.used(&first, &after, sessions, effects()).await?, "another one");
    assert!(store.used(&second, &after, sessions, effects()).await?);
    assert_eq!(SecondFactors::of(store, user.id()).await?, Some(after));
    assert_eq!(on().await?, Some(true));
    assert_eq!(Sessions::find(store, old.id).await?, None);
    assert!(Sessions::find(store, opened.id).await?.is_some());
    assert!(!store.begin(&first, effects()).await?, "one is on");
    let (keep, other) = (session(&user), session(&user));
    store.open(&keep, effects()).await?;
    store.open(&other, effects()).await?;
    store.remove(user.id(), Some(keep.id), effects()).await?;
    assert_eq!(SecondFactors::of(store, user.id()).await?, None);
    assert_eq!(on().await?, Some(false));
    assert!(Sessions::find(store, keep.id).await?.is_some());
    assert_eq!(Sessions::find(store, other.id).await?, None);
    Ok(())
}

async fn of_many_uses_of_one_code_one_counts(store: Arc<dyn Store>) -> Checked {
    let user = stored_user(store.as_ref(), "factor.race@example.com").await?;
    let begun = SecondFactor::begin(FactorId(id()), user.id(), noon());
    store.begin(&begun, effects()).await?;
    let after = begun.after_code(7).ok_or("refused")?;
    let all: Vec<_> = (0..16).map(|_| NewSession { ended: Ended::One(session(&user).id), opened: session(&user) }).collect();
    let uses = all.iter().map(|sessions| store.used(&begun, &after, *sessions, effects()));
    let answers: Vec<bool> = join_all(uses).await.into_iter().collect::<Result<_, _>>()?;
    assert_eq!(answers.iter().filter(|won| **won).count(), 1);
    for (sessions, won) in all.iter().zip(answers) {
        assert_eq!(Sessions::find(store.as_ref(), sessions.opened.id).await?.is_some(), won);
    }
    Ok(())
}
