//! The identity provider's word, each of which counts once.

use super::schema::phone_proofs;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_another_has},
    sql_types::{Id, Time},
};
use diesel::prelude::*;
use sooner_application::{
    identity::{changes::PROOF, ports::Proof},
    kernel::commit::CommitError,
};

pub(super) fn insert(conn: &mut Conn, Proof { user, proof }: Proof) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(phone_proofs::table).values((
        phone_proofs::subject.eq(proof.subject),
        phone_proofs::authenticated_at.eq(Time(proof.authenticated_at)),
        phone_proofs::issued_at.eq(Time(proof.issued_at)),
        phone_proofs::user_id.eq(Id(user.0)),
    ));
    unless_another_has(PROOF, on!(conn, |c| insert.execute(c))).map(drop)
}
