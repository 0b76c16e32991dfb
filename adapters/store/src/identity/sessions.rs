//! Sessions.

use super::schema::sessions;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_stale},
    sql_types::{Id, Time},
};
use diesel::prelude::*;
use sooner_application::kernel::commit::CommitError;
use sooner_domain::{
    identity::session::Session,
    kernel::ids::{SessionId, UserId},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions, treat_none_as_default_value = false)]
pub(crate) struct SessionRow {
    id: Id,
    user_id: Id,
    created_at: Time,
    expires_at: Time,
    awaits_code: bool,
}

impl From<Session> for SessionRow {
    fn from(session: Session) -> Self {
        let Session { id, user, created_at, expires_at, awaits_code } = session;
        Self { id: Id(id.0), user_id: Id(user.0), created_at: Time(created_at), expires_at: Time(expires_at), awaits_code }
    }
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        let SessionRow { id, user_id, created_at, expires_at, awaits_code } = row;
        Self { id: SessionId(id.0), user: UserId(user_id.0), created_at: created_at.0, expires_at: expires_at.0, awaits_code }
    }
}

pub(super) fn insert(conn: &mut Conn, session: Session) -> QueryResult<()> {
    let insert = diesel::insert_into(sessions::table).values(SessionRow::from(session));
    on!(conn, |c| insert.execute(c)).map(drop)
}

pub(super) fn delete(conn: &mut Conn, id: SessionId) -> Result<(), Failure<CommitError>> {
    let delete = diesel::delete(sessions::table.find(Id(id.0)));
    unless_stale(on!(conn, |c| delete.execute(c))?)
}

pub(super) fn delete_all_of(conn: &mut Conn, user: UserId, but: Option<SessionId>) -> QueryResult<()> {
    // No session has the id of zeros.
    let kept = Id(but.map(|id| id.0).unwrap_or_default());
    let delete = diesel::delete(sessions::table.filter(sessions::user_id.eq(Id(user.0)).and(sessions::id.ne(kept))));
    on!(conn, |c| delete.execute(c)).map(drop)
}
