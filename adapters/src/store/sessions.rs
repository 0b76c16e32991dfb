//! Sessions.

use super::{
    DieselStore,
    db::{Conn, on},
    schema::{sessions, users},
    types::{Id, Time},
    users::UserRow,
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{identity::ports::Sessions, ports::Unavailable};
use sooner_domain::{
    identity::{session::Session, user::User},
    ids::{SessionId, UserId},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    id: Id,
    user_id: Id,
    created_at: Time,
    expires_at: Time,
}

pub(super) fn insert(conn: &mut Conn, session: &Session) -> QueryResult<()> {
    let row = SessionRow {
        id: Id(session.id.0),
        user_id: Id(session.user.0),
        created_at: Time(session.created_at),
        expires_at: Time(session.expires_at),
    };
    let insert = diesel::insert_into(sessions::table).values(row);
    on!(conn, |c| insert.execute(c)).map(drop)
}

pub(super) fn delete(conn: &mut Conn, id: SessionId) -> QueryResult<()> {
    let delete = diesel::delete(sessions::table.find(Id(id.0)));
    on!(conn, |c| delete.execute(c)).map(drop)
}

pub(super) fn delete_all_of(conn: &mut Conn, user: UserId) -> QueryResult<()> {
    let delete = diesel::delete(sessions::table.filter(sessions::user_id.eq(Id(user.0))));
    on!(conn, |c| delete.execute(c)).map(drop)
}

#[async_trait]
impl Sessions for DieselStore {
    async fn open(&self, session: &Session) -> Result<(), Unavailable> {
        let session = *session;
        self.db.write(move |conn| Ok(insert(conn, &session)?)).await
    }

    async fn find(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = sessions::table.inner_join(users::table).filter(sessions::id.eq(Id(id.0)));
                let rows: Option<(SessionRow, UserRow)> =
                    on!(conn, |c| query.select((SessionRow::as_select(), UserRow::as_select())).get_result(c)).optional()?;
                let Some((session, user)) = rows else { return Ok(None) };
                let SessionRow { id, user_id, created_at, expires_at } = session;
                let session = Session { id: SessionId(id.0), user: UserId(user_id.0), created_at: created_at.0, expires_at: expires_at.0 };
                Ok(Some((session, user.into_user()?)))
            })
            .await
    }

    async fn end(&self, id: SessionId) -> Result<(), Unavailable> {
        self.db.write(move |conn| Ok(delete(conn, id)?)).await
    }
}
