//! Mails that wait.

use super::{
    KernelStore,
    conn::{Conn, on},
    first::First,
    mail_details::{read, written},
    schema::{outbox, rate_limits},
};
use crate::kernel::sql_types::{Id, Time};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use sooner_application::kernel::{
    outbox::{Content, Due, GivenUp, Mail, MailDay, Outbox, Sending, Unreadable},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    coded::Coded,
    email::EmailAddress,
    ids::{LinkId, MailId},
    language::Language,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = outbox, treat_none_as_default_value = false)]
struct MailRow {
    id: Id,
    recipient: String,
    name: String,
    content: String,
    link_id: Option<Id>,
    created_at: Time,
    due_at: Time,
    attempts: i32,
    buried: bool,
    language: String,
    details: Option<String>,
}

impl MailRow {
    fn of(mail: Mail) -> QueryResult<Self> {
        Ok(Self {
            id: Id(mail.id.0),
            recipient: mail.to.as_str().to_owned(),
            name: mail.name,
            content: mail.content.code().to_owned(),
            link_id: mail.content.link().map(|link| Id(link.0)),
            details: mail.content.details().map(written).transpose()?,
            language: mail.language.code().to_owned(),
            created_at: Time(mail.created_at),
            due_at: Time(mail.created_at),
            attempts: 0,
            buried: false,
        })
    }

    fn into_mail(self) -> Result<Mail, Unreadable> {
        let details = self.details.map(|details| read(&details).ok_or(Unreadable::Content)).transpose()?;
        let content = Content::from_parts(&self.content, self.link_id.map(|id| LinkId(id.0)), details).ok_or(Unreadable::Content)?;
        // In a language that only a newer release knows a mail is better read in English than not at all.
        let language = Language::from_code(&self.language).unwrap_or_default();
        let to = EmailAddress::parse(&self.recipient).map_err(|_| Unreadable::Recipient)?;
        Ok(Mail { id: MailId(self.id.0), to, name: self.name, language, content, created_at: self.created_at.0 })
    }

    fn into_due(self) -> Due {
        // The taking counted already.
        let (id, attempts) = (MailId(self.id.0), self.attempts - 1);
        let code = self.content.clone();
        let mail = self.into_mail();
        if let Err(reason) = &mail {
            tracing::error!(mail = %id, code, %reason, "a stored mail cannot be read");
        }
        Due { id, mail, attempts }
    }
}

pub(super) fn put(conn: &mut Conn, mails: Vec<Mail>) -> QueryResult<()> {
    for mail in mails {
        let insert = diesel::insert_into(outbox::table).values(MailRow::of(mail)?);
        on!(conn, |c| insert.execute(c))?;
    }
    Ok(())
}

/// How a mail about money goes.
const ALONE: &str = "alone";
const DIGEST: &str = "digest";

/// Under what the mails of a day to one address are counted.
const COUNTED: &str = "mail/alone";

fn rows(ids: &[MailId]) -> Vec<Id> {
    ids.iter().map(|id| Id(id.0)).collect()
}

/// How many were asked for that go to this address on this day, with this one. Forgotten once the day is long over.
fn counted(conn: &mut Conn, recipient: &str, day: &MailDay) -> QueryResult<i32> {
    use rate_limits::{ends_at, key, name, spent};
    let ends = Time(day.digest_at + TimeDelta::days(1));
    let upsert = diesel::insert_into(rate_limits::table)
        .values((name.eq(COUNTED), key.eq(format!("{recipient} {}", day.date)), ends_at.eq(ends), spent.eq(1)))
        .on_conflict((name, key))
        .do_update()
        .set(spent.eq(spent + 1))
        .returning(spent);
    on!(conn, |c| upsert.get_result(c))
}

/// These, hidden from other takers, the oldest first.
fn hidden(conn: &mut Conn, ids: Vec<Id>, until: DateTime<Utc>) -> QueryResult<Vec<Due>> {
    let update = diesel::update(outbox::table.filter(outbox::id.eq_any(ids)))
        .set((outbox::due_at.eq(Time(until)), outbox::attempts.eq(outbox::attempts + 1)));
    let mut rows: Vec<MailRow> = on!(conn, |c| update.returning(MailRow::as_returning()).get_results(c))?;
    rows.sort_by_key(|row| (row.created_at, row.id.0));
    Ok(rows.into_iter().map(MailRow::into_due).collect())
}

/// Beyond this it is the same trouble, and counting takes no longer.
const MAX_COUNTED: i64 = 1_000;

#[async_trait]
impl Outbox for KernelStore {
    async fn take(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>, most: i64) -> Result<Vec<Due>, Unavailable> {
        self.db
            .write(move |conn| {
                let due = outbox::table
                    .filter(outbox::buried.eq(false).and(outbox::due_at.le(Time(now))))
                    .filter(outbox::sent_as.is_null().or(outbox::sent_as.eq(ALONE)))
                    .order((outbox::due_at, outbox::id))
                    .select(outbox::id);
                let ids: Vec<Id> = match conn {
                    Conn::Postgres(conn) => First(most, due.for_update().skip_locked()).load(conn)?,
                    Conn::Sqlite(conn) => First(most, due).load(conn)?, // the only writer there is
                };
                Ok(hidden(conn, ids, hidden_until)?)
            })
            .await
    }

    async fn admit(&self, id: MailId, day: &MailDay, most: i32) -> Result<Sending, Unavailable> {
        let day = *day;
        self.db
            .write(move |conn| {
                let row = outbox::table.find(Id(id.0)).select((outbox::recipient, outbox::sent_as));
                let row: Option<(String, Option<String>)> = match conn {
                    Conn::Postgres(conn) => row.for_update().get_result(conn).optional()?,
                    Conn::Sqlite(conn) => row.get_result(conn).optional()?, // the only writer there is
                };
                let Some((recipient, decided)) = row else { return Ok(Sending::Alone) };
                if let Some(decided) = decided {
                    return Ok(if decided == DIGEST { Sending::InDigest } else { Sending::Alone });
                }
                let is_alone = counted(conn, &recipient, &day)? <= most;
                let mail = diesel::update(outbox::table.find(Id(id.0)));
                if is_alone {
                    let alone = mail.set(outbox::sent_as.eq(ALONE));
                    on!(conn, |c| alone.execute(c))?;
                    return Ok(Sending::Alone);
                }
                let kept = mail.set((outbox::sent_as.eq(DIGEST), outbox::due_at.eq(Time(day.digest_at)), outbox::attempts.eq(0)));
                on!(conn, |c| kept.execute(c))?;
                Ok(Sending::InDigest)
            })
            .await
    }

    async fn take_digest(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>) -> Result<Vec<Due>, Unavailable> {
        self.db
            .write(move |conn| {
                let is_due = outbox::buried.eq(false).and(outbox::due_at.le(Time(now))).and(outbox::sent_as.eq(DIGEST));
                let first = outbox::table.filter(is_due).order((outbox::due_at, outbox::id)).select(outbox::recipient);
                let first: Option<String> = on!(conn, |c| First(1, first).load(c))?.pop();
                let Some(recipient) = first else { return Ok(Vec::new()) };
                let of = outbox::table.filter(is_due).filter(outbox::recipient.eq(recipient)).order(outbox::id).select(outbox::id);
                let ids: Vec<Id> = match conn {
                    // Nothing is skipped: whoever comes second waits for the first, and finds them hidden.
                    Conn::Postgres(conn) => of.for_update().load(conn)?,
                    Conn::Sqlite(conn) => of.load(conn)?,
                };
                Ok(hidden(conn, ids, hidden_until)?)
            })
            .await
    }

    async fn delivered(&self, ids: &[MailId]) -> Result<(), Unavailable> {
        let ids = rows(ids);
        self.db
            .write(move |conn| {
                let delete = diesel::delete(outbox::table.filter(outbox::id.eq_any(ids)));
                on!(conn, |c| delete.execute(c))?;
                Ok(())
            })
            .await
    }

    async fn postpone(&self, ids: &[MailId], due_at: DateTime<Utc>, reason: &str) -> Result<(), Unavailable> {
        let (ids, reason) = (rows(ids), reason.to_owned());
        self.db
            .write(move |conn| {
                let update = diesel::update(outbox::table.filter(outbox::id.eq_any(ids)))
                    .set((outbox::due_at.eq(Time(due_at)), outbox::last_error.eq(reason)));
                on!(conn, |c| update.execute(c))?;
                Ok(())
            })
            .await
    }

    async fn bury(&self, ids: &[MailId], reason: &str) -> Result<(), Unavailable> {
        let (ids, reason) = (rows(ids), reason.to_owned());
        self.db
            .write(move |conn| {
                let update = diesel::update(outbox::table.filter(outbox::id.eq_any(ids)))
                    .set((outbox::buried.eq(true), outbox::last_error.eq(reason)));
                on!(conn, |c| update.execute(c))?;
                Ok(())
            })
            .await
    }

    async fn given_up(&self) -> Result<Vec<GivenUp>, Unavailable> {
        self.db
            .read(|conn| {
                let buried = outbox::table.filter(outbox::buried.eq(true)).order((outbox::created_at, outbox::id));
                // Only what every row has: one that cannot be read is shown too.
                let plain = buried.select((outbox::recipient, outbox::created_at, outbox::last_error));
                let rows: Vec<(String, Time, Option<String>)> = on!(conn, |c| plain.load(c))?;
                let mails = rows.into_iter().map(|(recipient, Time(created_at), reason)| GivenUp {
                    recipient,
                    created_at,
                    reason: reason.unwrap_or_default(),
                });
                Ok(mails.collect())
            })
            .await
    }

    async fn try_again(&self, due_at: DateTime<Utc>) -> Result<usize, Unavailable> {
        self.db
            .write(move |conn| {
                let update = diesel::update(outbox::table.filter(outbox::buried.eq(true))).set((
                    outbox::buried.eq(false),
                    outbox::attempts.eq(0),
                    outbox::due_at.eq(Time(due_at)),
                ));
                Ok(on!(conn, |c| update.execute(c))?)
            })
            .await
    }

    async fn depth(&self) -> Result<i64, Unavailable> {
        self.db
            .read(|conn| {
                let waiting =
                    outbox::table.filter(outbox::buried.eq(false)).filter(outbox::sent_as.is_null().or(outbox::sent_as.eq(ALONE)));
                let waiting = First(MAX_COUNTED, waiting.select(outbox::id));
                let waiting: Vec<Id> = on!(conn, |c| waiting.load(c))?;
                Ok(i64::try_from(waiting.len()).unwrap_or(MAX_COUNTED))
            })
            .await
    }
}
