//! Sessions.

use super::{
    IdentityStore,
    schema::{sessions, sign_ins},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::{
    identity::ports::Sessions,
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    identity::{
        client::{Browser, Client, System},
        session::{Confirmed, Session},
    },
    kernel::{
        canonical::Digest,
        coded::Coded,
        ids::{SessionId, UserId},
    },
};
use std::time::Duration;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions, treat_none_as_default_value = false)]
pub(crate) struct SessionRow {
    id: Id,
    user_id: Id,
    created_at: Time,
    expires_at: Time,
    awaits_code: bool,
    /// Nothing in a row that an earlier release wrote.
    last_used_at: Option<Time>,
    browser: Option<String>,
    system: Option<String>,
    stepped_up_at: Option<Time>,
    confirmed_act: Option<Vec<u8>>,
}

/// More sessions than a person looks through.
const SHOWN: i64 = 100;
/// Every request may note the use of its session: reads go on where the database cannot be written.
const IN_PASSING: Duration = Duration::from_millis(100);

impl From<Session> for SessionRow {
    fn from(session: Session) -> Self {
        let Session { id, user, created_at, expires_at, last_used_at, client, awaits_code, confirmed } = session;
        Self {
            id: Id(id.0),
            user_id: Id(user.0),
            created_at: Time(created_at),
            expires_at: Time(expires_at),
            awaits_code,
            last_used_at: Some(Time(last_used_at)),
            browser: client.browser.map(|browser| browser.code().to_owned()),
            system: client.system.map(|system| system.code().to_owned()),
            stepped_up_at: confirmed.map(|confirmed| Time(confirmed.at)),
            confirmed_act: confirmed.map(|confirmed| confirmed.act.0.to_vec()),
        }
    }
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        let SessionRow { id, user_id, created_at, expires_at, awaits_code, last_used_at, browser, system, stepped_up_at, confirmed_act } =
            row;
        Self {
            id: SessionId(id.0),
            user: UserId(user_id.0),
            created_at: created_at.0,
            expires_at: expires_at.0,
            last_used_at: last_used_at.unwrap_or(created_at).0,
            // A name that a newer release knows is none here.
            client: Client {
                browser: browser.as_deref().and_then(Browser::from_code),
                system: system.as_deref().and_then(System::from_code),
            },
            awaits_code,
            // What an earlier release took for a proof was given for no act.
            confirmed: stepped_up_at
                .zip(confirmed_act.and_then(|act| act.try_into().ok()))
                .map(|(at, act)| Confirmed { act: Digest(act), at: at.0 }),
        }
    }
}

pub(super) fn insert(conn: &mut Conn, session: Session) -> QueryResult<()> {
    let insert = diesel::insert_into(sessions::table).values(SessionRow::from(session));
    on!(conn, |c| insert.execute(c))?;
    if session.awaits_code {
        return Ok(());
    }
    let last_at = sign_ins::last_at.eq(Time(session.created_at));
    let note = diesel::insert_into(sign_ins::table).values((sign_ins::user_id.eq(Id(session.user.0)), last_at));
    let note = note.on_conflict(sign_ins::user_id).do_update().set(last_at);
    on!(conn, |c| note.execute(c)).map(drop)
}

pub(super) fn step_up(conn: &mut Conn, id: SessionId, of: UserId, Confirmed { act, at }: Confirmed) -> Result<(), Failure<CommitError>> {
    let own = sessions::table.find(Id(id.0)).filter(sessions::user_id.eq(Id(of.0)));
    let update = diesel::update(own).set((sessions::stepped_up_at.eq(Some(Time(at))), sessions::confirmed_act.eq(Some(act.0.to_vec()))));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

pub(super) fn delete(conn: &mut Conn, id: SessionId, of: UserId) -> Result<(), Failure<CommitError>> {
    let delete = diesel::delete(sessions::table.find(Id(id.0)).filter(sessions::user_id.eq(Id(of.0))));
    unless_stale(on!(conn, |c| delete.execute(c))?)
}

/// Ends the account's sessions but one, which must go on.
pub(super) fn delete_all_of(conn: &mut Conn, user: UserId, but: Option<SessionId>) -> Result<(), Failure<CommitError>> {
    let own = sessions::user_id.eq(Id(user.0));
    if let Some(kept) = but {
        // Nobody ends it from here to the commit: writing it holds it.
        let hold = diesel::update(sessions::table.find(Id(kept.0)).filter(own)).set(sessions::awaits_code.eq(sessions::awaits_code));
        unless_stale(on!(conn, |c| hold.execute(c))?)?;
    }
    // No session has the id of zeros.
    let kept = Id(but.map(|id| id.0).unwrap_or_default());
    let delete = diesel::delete(sessions::table.filter(own.and(sessions::id.ne(kept))));
    on!(conn, |c| delete.execute(c))?;
    Ok(())
}

#[async_trait]
impl Sessions for IdentityStore {
    async fn of(&self, user: UserId, now: DateTime<Utc>) -> Result<Vec<Session>, Unavailable> {
        self.db
            .read(move |conn| {
                let live = sessions::awaits_code.eq(false).and(sessions::expires_at.gt(Time(now)));
                let own = sessions::table.filter(sessions::user_id.eq(Id(user.0)).and(live));
                let query = own.order((sessions::last_used_at.desc(), sessions::id.desc())).limit(SHOWN);
                let rows: Vec<SessionRow> = on!(conn, |c| query.select(SessionRow::as_select()).load(c))?;
                Ok(rows.into_iter().map(Session::from).collect())
            })
            .await
    }

    async fn goes_on(&self, id: SessionId, of: UserId) -> Result<bool, Unavailable> {
        self.db
            .read(move |conn| {
                let it = sessions::table.find(Id(id.0)).filter(sessions::user_id.eq(Id(of.0)));
                Ok(on!(conn, |c| diesel::select(diesel::dsl::exists(it)).get_result(c))?)
            })
            .await
    }

    async fn used(&self, id: SessionId, at: DateTime<Utc>) -> Result<(), Unavailable> {
        self.db
            .patient_for(IN_PASSING)
            .write(move |conn| {
                let earlier = sessions::last_used_at.is_null().or(sessions::last_used_at.lt(Time(at)));
                let update = diesel::update(sessions::table.find(Id(id.0)).filter(earlier)).set(sessions::last_used_at.eq(Some(Time(at))));
                on!(conn, |c| update.execute(c))?;
                Ok(())
            })
            .await
    }
}
