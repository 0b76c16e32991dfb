//! Mailed links.

use super::{IdentityStore, schema::links};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    identity::ports::{IssuedLink, Links, TokenHash},
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    identity::link::{LinkPurpose, MailedLink},
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{LinkId, UserId},
    },
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = links, treat_none_as_default_value = false)]
struct LinkRow {
    id: Id,
    user_id: Id,
    purpose: String,
    email: String,
    token_hash: Vec<u8>,
    created_at: Time,
    expires_at: Time,
}

impl LinkRow {
    fn into_link(self) -> Option<MailedLink> {
        Some(MailedLink {
            id: LinkId(self.id.0),
            user: UserId(self.user_id.0),
            purpose: LinkPurpose::from_code(&self.purpose)?,
            email: EmailAddress::parse(&self.email).ok()?,
            created_at: self.created_at.0,
            expires_at: self.expires_at.0,
        })
    }
}

/// Stores a link; an earlier one of the same user and purpose dies.
pub(super) fn replace(conn: &mut Conn, IssuedLink { link, hash }: &IssuedLink) -> QueryResult<()> {
    let same = links::user_id.eq(Id(link.user.0)).and(links::purpose.eq(link.purpose.code()));
    let delete = diesel::delete(links::table.filter(same));
    on!(conn, |c| delete.execute(c))?;
    let row = LinkRow {
        id: Id(link.id.0),
        user_id: Id(link.user.0),
        purpose: link.purpose.code().to_owned(),
        email: link.email.as_str().to_owned(),
        token_hash: hash.0.to_vec(),
        created_at: Time(link.created_at),
        expires_at: Time(link.expires_at),
    };
    let insert = diesel::insert_into(links::table).values(row);
    on!(conn, |c| insert.execute(c)).map(drop)
}

/// An account's links for these purposes.
pub(super) fn delete_all_of(conn: &mut Conn, user: UserId, purposes: &[LinkPurpose]) -> QueryResult<()> {
    let codes: Vec<_> = purposes.iter().map(|purpose| purpose.code()).collect();
    let delete = diesel::delete(links::table.filter(links::user_id.eq(Id(user.0)).and(links::purpose.eq_any(codes))));
    on!(conn, |c| delete.execute(c)).map(drop)
}

/// Uses a link up. The delete locks the row, so of many at once one gets it.
pub(super) fn delete(conn: &mut Conn, id: LinkId) -> Result<(), Failure<CommitError>> {
    let delete = diesel::delete(links::table.find(Id(id.0)));
    unless_stale(on!(conn, |c| delete.execute(c))?)
}

#[async_trait]
impl Links for IdentityStore {
    async fn find(&self, hash: TokenHash, purposes: &[LinkPurpose]) -> Result<Option<MailedLink>, Unavailable> {
        let purposes: Vec<_> = purposes.iter().map(|purpose| purpose.code()).collect();
        self.db
            .read(move |conn| {
                let wanted = links::token_hash.eq(hash.0.to_vec()).and(links::purpose.eq_any(purposes));
                let query = links::table.filter(wanted);
                let row: Option<LinkRow> = on!(conn, |c| query.select(LinkRow::as_select()).get_result(c)).optional()?;
                row.map(|row| row.into_link().ok_or_else(|| corrupt("link"))).transpose()
            })
            .await
    }
}
