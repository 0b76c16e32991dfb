//! Idempotency keys.

use super::{
    db::{Conn, on},
    types::{Id, Time},
};
use crate::kernel::failure::{Failure, unless_taken};
use crate::{DieselStore, schema::idempotency_keys as keys};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::kernel::{
    idempotency::{Done, Earlier, Idempotency, RequestKey},
    unavailable::Unavailable,
};

/// Writes what a request made under its key; `repeated` when another one used the key first.
pub(crate) fn put<E>(conn: &mut Conn, done: Option<Done>, repeated: E) -> Result<(), Failure<E>> {
    let Some(Done { once, result, at }) = done else { return Ok(()) };
    let insert = diesel::insert_into(keys::table).values((
        keys::user_id.eq(Id(once.user.0)),
        keys::operation.eq(once.operation),
        keys::key.eq(once.key.as_str().to_owned()),
        keys::content.eq(once.content.to_vec()),
        keys::result.eq(Id(result)),
        keys::made_at.eq(Time(at)),
    ));
    unless_taken(on!(conn, |c| insert.execute(c)), "idempotency_keys", repeated).map(drop)
}

#[async_trait]
impl Idempotency for DieselStore {
    async fn earlier(&self, once: &RequestKey) -> Result<Earlier, Unavailable> {
        let RequestKey { user, operation, key, content } = once.clone();
        self.db
            .read(move |conn| {
                let query = keys::table.find((Id(user.0), operation, key.as_str().to_owned())).select((keys::content, keys::result));
                let found: Option<(Vec<u8>, Id)> = on!(conn, |c| query.get_result(c)).optional()?;
                Ok(match found {
                    None => Earlier::Nothing,
                    Some((same, result)) if same == content => Earlier::Made(result.0),
                    Some(_) => Earlier::OtherContent,
                })
            })
            .await
    }
}
