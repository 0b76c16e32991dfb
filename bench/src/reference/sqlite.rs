//! rusqlite on the thread that serves; writes one after the other, a commit and a flush for each.

use super::{
    append::append,
    rows::{self, BUYERS, MEMBER, Row, SCREEN, failed},
};
use crate::Failed;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, types::FromSql};
use sooner_application::{
    StorePorts,
    kernel::{
        commit::{Commit, CommitError, WriteContext},
        unavailable::Unavailable,
    },
    onboarding::changes::Change,
    parties::{changes::Change as PartyChange, ports::Memberships},
    screens::ports::{FirstScreens, Overview},
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{CompanyId, SessionId},
    parties::membership::Membership,
};
use sooner_shared::{form_body::StoredCompany, request_id};
use std::{
    cell::OnceCell,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

pub struct Bare {
    path: String,
    writer: Arc<Mutex<Connection>>,
    /// For what is not measured.
    rest: (Arc<dyn Memberships>, Arc<dyn Commit<Change>>),
}

thread_local! {
    static READER: OnceCell<Connection> = const { OnceCell::new() };
}

pub fn open(path: &str) -> Result<Connection, rusqlite::Error> {
    let conn = Connection::open(path)?;
    conn.execute_batch("PRAGMA busy_timeout=5000; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-16000;")?;
    // None of them is planned twice.
    conn.set_prepared_statement_cache_capacity(100);
    Ok(conn)
}

impl Bare {
    pub fn new(url: &str, kept: &StorePorts) -> Result<Self, Failed> {
        let path = url.trim_start_matches("sqlite://").to_owned();
        let writer = Arc::new(Mutex::new(open(&path)?));
        Ok(Self { path, writer, rest: (kept.memberships.clone(), kept.onboarding.clone()) })
    }

    fn reading<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Unavailable>) -> Result<T, Unavailable> {
        READER.with(|kept| {
            if kept.get().is_none() {
                kept.set(open(&self.path).map_err(failed)?).ok();
            }
            work(kept.get().ok_or(Unavailable::Busy("reader"))?)
        })
    }
}

impl Row for rusqlite::Row<'_> {
    fn text(&self, column: usize) -> Result<String, Unavailable> {
        at(self, column)
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, Unavailable> {
        at(self, column)
    }

    fn flag(&self, column: usize) -> Result<bool, Unavailable> {
        at(self, column)
    }

    fn small(&self, column: usize) -> Result<i16, Unavailable> {
        at(self, column)
    }

    fn int(&self, column: usize) -> Result<i32, Unavailable> {
        at(self, column)
    }

    fn long(&self, column: usize) -> Result<i64, Unavailable> {
        at(self, column)
    }

    fn id(&self, column: usize) -> Result<Uuid, Unavailable> {
        let bytes: [u8; 16] = at(self, column)?;
        Ok(Uuid::from_bytes(bytes))
    }

    fn maybe_id(&self, column: usize) -> Result<Option<Uuid>, Unavailable> {
        let bytes: Option<[u8; 16]> = at(self, column)?;
        Ok(bytes.map(Uuid::from_bytes))
    }

    fn time(&self, column: usize) -> Result<DateTime<Utc>, Unavailable> {
        DateTime::from_timestamp_micros(at(self, column)?).ok_or(Unavailable::Busy("time"))
    }

    fn company(&self, column: usize) -> Result<StoredCompany, Unavailable> {
        let text = self.get_ref(column).map_err(failed)?.as_str().map_err(failed)?;
        serde_json::from_str(text).map_err(failed)
    }
}

fn at<T: FromSql>(row: &rusqlite::Row<'_>, column: usize) -> Result<T, Unavailable> {
    row.get(column).map_err(failed)
}

#[async_trait]
impl Memberships for Bare {
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable> {
        self.reading(|conn| {
            let mut find = conn.prepare_cached(MEMBER).map_err(failed)?;
            let found = find.query_row([session.0.as_bytes()], |row| Ok(rows::member(row))).optional().map_err(failed)?;
            found.transpose()
        })
    }

    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable> {
        self.rest.0.people(company).await
    }
}

#[async_trait]
impl FirstScreens for Bare {
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Membership, Overview)>, Unavailable> {
        self.reading(|conn| {
            let mut find = conn.prepare_cached(SCREEN).map_err(failed)?;
            let mut found = find.query([session.0.as_bytes()]).map_err(failed)?;
            let Some(row) = found.next().map_err(failed)? else { return Ok(None) };
            let (session, user, membership) = rows::member(row)?;
            let (status, company) = rows::application(row)?;
            let mut list = conn.prepare_cached(BUYERS).map_err(failed)?;
            let buyers = list.query_map([membership.company.0.as_bytes()], |row| Ok(rows::buyer(row))).map_err(failed)?;
            let pending_buyers = buyers.map(|buyer| buyer.map_err(failed)?).collect::<Result<_, _>>()?;
            Ok(Some((session, user, membership, Overview { status, company, pending_buyers })))
        })
    }
}

#[async_trait]
impl Commit<Change> for Bare {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        let [Change::Parties(PartyChange::BuyerAdded { buyer, max })] = changes.as_slice() else {
            return self.rest.1.commit(changes, context).await;
        };
        let (writer, buyer, max, request) = (self.writer.clone(), buyer.clone(), *max, request_id::current());
        let work = move || {
            let mut writer = writer.lock().map_err(failed)?;
            append(&mut writer, &buyer, max, context.entry, request)
        };
        actix_web::rt::task::spawn_blocking(work).await.map_err(failed)?
    }
}
