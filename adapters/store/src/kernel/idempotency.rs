//! Idempotency keys.

use super::{
    KernelStore,
    conn::{Conn, on},
    failure::{Failure, unless_taken},
    schema::idempotency_keys as keys,
};
use crate::kernel::sql_types::{Id, Time};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::kernel::{
    commit::CommitError,
    idempotency::{Earlier, Idempotency, Made, RequestKey},
    unavailable::Unavailable,
};

/// Writes what a request made under its key; `Repeated` when another one used the key first.
pub(super) fn put(conn: &mut Conn, made: Option<Made>) -> Result<(), Failure<CommitError>> {
    let Some(Made { request, result, at }) = made else { return Ok(()) };
    let insert = diesel::insert_into(keys::table).values((
        keys::user_id.eq(Id(request.user.0)),
        keys::key.eq(request.key.as_str().to_owned()),
        keys::content.eq(request.fingerprint.to_vec()),
        keys::result.eq(Id(result)),
        keys::made_at.eq(Time(at)),
    ));
    unless_taken(on!(conn, |c| insert.execute(c)), "idempotency_keys", CommitError::Repeated).map(drop)
}

#[async_trait]
impl Idempotency for KernelStore {
    async fn earlier(&self, request: &RequestKey) -> Result<Earlier, Unavailable> {
        let RequestKey { user, key, fingerprint } = request.clone();
        self.db
            .read(move |conn| {
                let query = keys::table.find((Id(user.0), key.as_str().to_owned())).select((keys::content, keys::result));
                let found: Option<(Vec<u8>, Id)> = on!(conn, |c| query.get_result(c)).optional()?;
                Ok(match found {
                    None => Earlier::Nothing,
                    Some((same, result)) if same == fingerprint => Earlier::Made(result.0),
                    Some(_) => Earlier::OtherRequest,
                })
            })
            .await
    }
}
