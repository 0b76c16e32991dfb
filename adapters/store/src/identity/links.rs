//! Mailed links.

use super::sessions;
use crate::kernel::failure::corrupt;
use crate::{
    DieselStore,
    kernel::{
        commit::Carried,
        db::{Conn, on},
        types::{Id, Time},
    },
    schema::{links, users},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    identity::ports::{IssuedLink, Links, TokenHash},
    kernel::{commit::WriteContext, unavailable::Unavailable},
};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::PasswordHash,
    },
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{LinkId, UserId},
    },
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = links)]
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
pub(crate) fn replace(conn: &mut Conn, IssuedLink { link, hash }: &IssuedLink) -> QueryResult<()> {
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

/// Uses a link up; `false` when it is gone. The delete locks the row, so of many at once one gets it.
fn take(conn: &mut Conn, id: LinkId) -> QueryResult<bool> {
    let delete = diesel::delete(links::table.find(Id(id.0)));
    Ok(on!(conn, |c| delete.execute(c))? == 1)
}

#[async_trait]
impl Links for DieselStore {
    async fn issue(&self, issued: &IssuedLink, effects: WriteContext) -> Result<(), Unavailable> {
        let (issued, effects) = (issued.clone(), Carried::from(effects));
        self.db
            .write(move |conn| {
                replace(conn, &issued)?;
                effects.without_key().write(conn)
            })
            .await
    }

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

    async fn redeem_for_email(&self, link: &MailedLink, effects: WriteContext) -> Result<bool, Unavailable> {
        let (link, effects) = (link.clone(), Carried::from(effects));
        self.db
            .write(move |conn| {
                if !take(conn, link.id)? {
                    return Ok(false);
                }
                let account = users::table.find(Id(link.user.0)).filter(users::email.eq(link.email.as_str().to_owned()));
                let update = diesel::update(account).set(users::email_verified.eq(true));
                if on!(conn, |c| update.execute(c))? == 0 {
                    return Ok(false);
                }
                effects.without_key().write(conn)?;
                Ok(true)
            })
            .await
    }

    async fn redeem_for_password(&self, link: &MailedLink, password: &PasswordHash, effects: WriteContext) -> Result<bool, Unavailable> {
        let (link, effects) = (link.clone(), Carried::from(effects));
        let hash = password.as_str().to_owned();
        self.db
            .write(move |conn| {
                if !take(conn, link.id)? {
                    return Ok(false);
                }
                let update = diesel::update(users::table.find(Id(link.user.0))).set(users::password_hash.eq(hash));
                on!(conn, |c| update.execute(c))?;
                sessions::delete_all_of(conn, link.user, None)?;
                effects.without_key().write(conn)?;
                Ok(true)
            })
            .await
    }
}
