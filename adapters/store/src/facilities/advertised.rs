//! The terms the house shows to everybody.

use super::{
    schema::advertised_terms,
    versions::{from_json, to_json},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_stale},
};
use diesel::prelude::*;
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{facilities::terms::Terms, kernel::coded::Coded};

/// Puts terms where `before` stands, or where nothing does.
pub(super) fn put(conn: &mut Conn, terms: &Terms, before: Option<&Terms>) -> Result<(), Failure<CommitError>> {
    let (kind, currency) = (terms.parts().kind.code(), terms.parts().currency.code());
    let said = (advertised_terms::terms.eq(to_json(terms)?), advertised_terms::hash.eq(terms.hash().0.to_vec()));
    let written = match before {
        Some(before) => {
            let as_seen = advertised_terms::table.find((kind, currency)).filter(advertised_terms::hash.eq(before.hash().0.to_vec()));
            let update = diesel::update(as_seen).set(said);
            on!(conn, |c| update.execute(c))?
        }
        None => {
            let row = (advertised_terms::kind.eq(kind), advertised_terms::currency.eq(currency), said.0, said.1);
            let insert = diesel::insert_into(advertised_terms::table).values(row).on_conflict_do_nothing();
            on!(conn, |c| insert.execute(c))?
        }
    };
    unless_stale(written)
}

pub(super) fn all(conn: &mut Conn) -> Result<Vec<Terms>, Failure<Unavailable>> {
    let query = advertised_terms::table.order((advertised_terms::kind, advertised_terms::currency)).select(advertised_terms::terms);
    let rows: Vec<String> = on!(conn, |c| query.load(c))?;
    rows.iter().map(|terms| from_json(terms)).collect()
}
