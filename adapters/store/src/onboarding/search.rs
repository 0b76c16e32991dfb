//! The words applications are found by.

use super::schema::search_words as words;
use crate::{
    identity::{schema::users, users::UserRow},
    kernel::{
        conn::{Conn, on},
        failure::Failure,
        first::First,
        sql_types::Id,
    },
};
use diesel::prelude::*;
use sooner_application::{kernel::unavailable::Unavailable, onboarding::ports::QueueFilter};
use sooner_domain::onboarding::application::Application;
use std::collections::BTreeSet;

/// The words that begin like this one, as a range of the index: no letter or digit sorts as high as the last code point.
fn range(begin: &str) -> (String, String) {
    (begin.to_owned(), format!("{begin}\u{10FFFF}"))
}

/// The most words that are looked at for the beginning of one: an application may have several that begin alike.
pub(crate) const MAX_LOOKED_AT: i64 = 3 * QueueFilter::MAX_FOUND;

/// The applications in which each of these words begins one, and whether more have the first than are looked through.
/// The first narrows the most.
pub(super) fn find(conn: &mut Conn, begins: &[String]) -> Result<(Vec<Id>, bool), Failure<Unavailable>> {
    let Some((first, rest)) = begins.split_first() else { return Ok((Vec::new(), false)) };
    let (from, to) = range(first);
    // Told apart here: PostgreSQL would read all there are first.
    let all = words::table.filter(words::word.ge(from).and(words::word.lt(to))).select(words::application_id);
    let mut found: Vec<Id> = on!(conn, |c| First(MAX_LOOKED_AT, all).load(c))?;
    let looked_at_all = i64::try_from(found.len()).is_ok_and(|looked_at| looked_at < MAX_LOOKED_AT);
    found.sort_unstable_by_key(|id| id.0);
    found.dedup();
    let most = usize::try_from(QueueFilter::MAX_FOUND).unwrap_or(usize::MAX);
    let too_many = found.len() > most || !looked_at_all;
    found.truncate(most);
    for word in rest {
        let (from, to) = range(word);
        let query = words::table
            .filter(words::application_id.eq_any(found).and(words::word.ge(from)).and(words::word.lt(to)))
            .select(words::application_id)
            .distinct();
        found = on!(conn, |c| query.load(c))?;
    }
    Ok((found, too_many))
}

/// Keeps the words the application is found by. Most saves change none.
pub(super) fn index_words<E: From<Unavailable>>(conn: &mut Conn, application: &Application) -> Result<(), Failure<E>> {
    let (id, owner) = (Id(application.parts().id.0), Id(application.parts().applicant.0));
    let query = users::table.find(owner);
    let user: UserRow = on!(conn, |c| query.select(UserRow::as_select()).get_result(c))?;
    let mut wanted = application.search_words();
    wanted.extend(user.into_user::<E>()?.search_words());
    let query = words::table.filter(words::application_id.eq(id)).select(words::word);
    let known: BTreeSet<String> = on!(conn, |c| query.load(c))?.into_iter().collect();
    let gone: Vec<_> = known.difference(&wanted).cloned().collect();
    if !gone.is_empty() {
        let delete = diesel::delete(words::table.filter(words::application_id.eq(id).and(words::word.eq_any(gone))));
        on!(conn, |c| delete.execute(c))?;
    }
    let new: Vec<_> = wanted.difference(&known).map(|word| (words::word.eq(word.clone()), words::application_id.eq(id))).collect();
    if !new.is_empty() {
        let insert = diesel::insert_into(words::table).values(new);
        on!(conn, |c| insert.execute(c))?;
    }
    Ok(())
}
