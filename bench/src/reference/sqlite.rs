//! rusqlite on the thread that serves; writes one after the other, a commit and a flush for each.

use super::{
    Reads,
    rows::{self, BUYERS, Row, SCREEN, SESSION, failed},
};
use crate::Failed;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params, types::FromSql};
use sooner_application::{
    buyers::{AddBuyerStoreError, Buyers},
    kernel::{
        audit::{Hash, Record, actor_code},
        commit::WriteContext,
        unavailable::Unavailable,
    },
    onboarding::ports::{Overview, SaveError},
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::{
        audit::Entry,
        coded::Coded,
        ids::{BuyerId, SessionId, UserId},
    },
    parties::buyer::{Buyer, BuyerStatus},
};
use sooner_shared::form_body::StoredCompany;
use sooner_store::DieselStore;
use std::{
    cell::OnceCell,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

pub struct Bare {
    store: Arc<DieselStore>,
    path: String,
    writer: Arc<Mutex<Connection>>,
}

thread_local! {
    static READER: OnceCell<Connection> = const { OnceCell::new() };
}

fn open(path: &str) -> Result<Connection, rusqlite::Error> {
    let conn = Connection::open(path)?;
    conn.execute_batch("PRAGMA busy_timeout=5000; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-16000;")?;
    Ok(conn)
}

impl Bare {
    pub fn new(store: Arc<DieselStore>, url: &str) -> Result<Self, Failed> {
        let path = url.trim_start_matches("sqlite://").to_owned();
        let writer = Arc::new(Mutex::new(open(&path)?));
        Ok(Self { store, path, writer })
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
impl Reads for Bare {
    fn store(&self) -> &DieselStore {
        &self.store
    }

    async fn session(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable> {
        self.reading(|conn| {
            let mut find = conn.prepare_cached(SESSION).map_err(failed)?;
            let found = find.query_row([id.0.as_bytes()], |row| Ok(rows::session(row))).optional().map_err(failed)?;
            found.transpose()
        })
    }

    async fn screen(&self, session: SessionId) -> Result<Option<(Session, User, Overview)>, Unavailable> {
        self.reading(|conn| {
            let mut find = conn.prepare_cached(SCREEN).map_err(failed)?;
            let mut found = find.query([session.0.as_bytes()]).map_err(failed)?;
            let Some(row) = found.next().map_err(failed)? else { return Ok(None) };
            let (session, user) = rows::session(row)?;
            let (status, company) = rows::application(row)?;
            let mut list = conn.prepare_cached(BUYERS).map_err(failed)?;
            let buyers = list.query_map([user.id().0.as_bytes()], |row| Ok(rows::buyer(row))).map_err(failed)?;
            let pending_buyers = buyers.map(|buyer| buyer.map_err(failed)?).collect::<Result<_, _>>()?;
            Ok(Some((session, user, Overview { status, company, pending_buyers })))
        })
    }
}

fn append(conn: &mut Connection, buyer: &Buyer, most: usize, entry: Entry) -> Result<(), AddBuyerStoreError> {
    let transaction = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
    {
        let seller = buyer.seller.0.as_bytes();
        let mut count = transaction.prepare_cached("SELECT count(*) FROM buyers WHERE seller_id = ?1").map_err(failed)?;
        let count: i64 = count.query_row([seller], |row| row.get(0)).map_err(failed)?;
        if usize::try_from(count).is_ok_and(|count| count >= most) {
            return Err(AddBuyerStoreError::ListFull);
        }
        let details = &buyer.details;
        let insert = "INSERT INTO buyers (id, seller_id, legal_name, country, registration_number, contact_name, contact_email, volume_minor, \
             volume_currency, payment_terms_days, status, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let row = params![
            buyer.id.0.as_bytes(),
            seller,
            details.legal_name.as_str(),
            details.country.as_str(),
            details.registration_number.as_str(),
            details.contact_name.as_str(),
            details.contact_email.as_str(),
            details.expected_yearly_volume.amount_minor(),
            details.expected_yearly_volume.currency().code(),
            details.payment_terms.days(),
            buyer.status.code(),
            buyer.created_at.timestamp_micros(),
        ];
        transaction.prepare_cached(insert).map_err(failed)?.execute(row).map_err(failed)?;
        let mut last = transaction.prepare_cached("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1").map_err(failed)?;
        let last = last.query_row([], |row| Ok((row.get(0)?, Hash(row.get(1)?)))).optional().map_err(failed)?;
        let (number, previous) = last.unwrap_or((0, Hash::BEGINNING));
        let record = Record::after(number, previous, entry, buyer.id.to_string());
        let Entry { at, by, action, about, subject, changes } = &record.entry;
        let changes: Vec<_> = changes
            .iter()
            .map(|change| serde_json::json!({ "field": change.field, "before": change.before, "after": change.after }))
            .collect();
        let insert = "INSERT INTO audit (number, at, actor, action, about, subject, changes, request, previous, hash) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let row = params![
            record.number,
            at.timestamp_micros(),
            actor_code(*by),
            action.code(),
            about.0.as_bytes(),
            subject.as_bytes(),
            serde_json::to_string(&changes).map_err(failed)?,
            record.request,
            record.previous.0,
            record.hash.0,
        ];
        transaction.prepare_cached(insert).map_err(failed)?.execute(row).map_err(failed)?;
    }
    Ok(transaction.commit().map_err(failed)?)
}

#[async_trait]
impl Buyers for Bare {
    async fn add(&self, buyer: &Buyer, most: usize, effects: WriteContext) -> Result<(), AddBuyerStoreError> {
        let (writer, buyer) = (self.writer.clone(), buyer.clone());
        let work = move || {
            let mut writer = writer.lock().map_err(failed)?;
            append(&mut writer, &buyer, most, effects.entry)
        };
        actix_web::rt::task::spawn_blocking(work).await.map_err(failed)?
    }

    async fn by_id(&self, seller: UserId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        Buyers::by_id(self.store(), seller, id).await
    }

    async fn decide(&self, buyer: &Buyer, seen: BuyerStatus, effects: WriteContext) -> Result<(), SaveError> {
        self.store().decide(buyer, seen, effects).await
    }

    async fn of(&self, seller: UserId) -> Result<Vec<Buyer>, Unavailable> {
        Buyers::of(self.store(), seller).await
    }
}
