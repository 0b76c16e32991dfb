//! Mails that wait.

use super::{
    db::{Conn, on},
    first::First,
    types::{Id, Time},
};
use crate::kernel::failure::corrupt;
use crate::{DieselStore, schema::outbox};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::kernel::{
    outbox::{Content, Due, GivenUp, Mail, Outbox},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    email::EmailAddress,
    ids::{LinkId, MailId},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = outbox)]
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
}

impl From<Mail> for MailRow {
    fn from(mail: Mail) -> Self {
        let (content, link) = match mail.content {
            Content::VerifyEmail { link } => ("verify_email", Some(link)),
            Content::ResetPassword { link } => ("reset_password", Some(link)),
            Content::ApplicationReceived => ("application_received", None),
            Content::Approved => ("approved", None),
            Content::Disapproved => ("disapproved", None),
            Content::DocumentsRequested => ("documents_requested", None),
            Content::Reopened => ("reopened", None),
        };
        Self {
            id: Id(mail.id.0),
            recipient: mail.to.as_str().to_owned(),
            name: mail.name,
            content: content.to_owned(),
            link_id: link.map(|link| Id(link.0)),
            created_at: Time(mail.created_at),
            due_at: Time(mail.created_at),
            attempts: 0,
            buried: false,
        }
    }
}

impl MailRow {
    fn into_due(self) -> Option<Due> {
        let link = self.link_id.map(|id| LinkId(id.0));
        let content = match (self.content.as_str(), link) {
            ("verify_email", Some(link)) => Content::VerifyEmail { link },
            ("reset_password", Some(link)) => Content::ResetPassword { link },
            ("application_received", None) => Content::ApplicationReceived,
            ("approved", None) => Content::Approved,
            ("disapproved", None) => Content::Disapproved,
            ("documents_requested", None) => Content::DocumentsRequested,
            ("reopened", None) => Content::Reopened,
            _ => return None,
        };
        let to = EmailAddress::parse(&self.recipient).ok()?;
        let mail = Mail { id: MailId(self.id.0), to, name: self.name, content, created_at: self.created_at.0 };
        // The taking counted already.
        Some(Due { mail, attempts: self.attempts - 1 })
    }
}

pub(crate) fn put(conn: &mut Conn, mails: Vec<Mail>) -> QueryResult<()> {
    for mail in mails {
        let insert = diesel::insert_into(outbox::table).values(MailRow::from(mail));
        on!(conn, |c| insert.execute(c))?;
    }
    Ok(())
}

/// Beyond this it is the same trouble, and counting takes no longer.
const MOST_COUNTED: i64 = 1_000;

#[async_trait]
impl Outbox for DieselStore {
    async fn take(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>, most: i64) -> Result<Vec<Due>, Unavailable> {
        self.db
            .write(move |conn| {
                let due = outbox::table
                    .filter(outbox::buried.eq(false).and(outbox::due_at.le(Time(now))))
                    .order((outbox::due_at, outbox::id))
                    .select(outbox::id);
                let ids: Vec<Id> = match conn {
                    Conn::Postgres(conn) => First(most, due.for_update().skip_locked()).load(conn)?,
                    Conn::Sqlite(conn) => First(most, due).load(conn)?, // the only writer there is
                };
                let update = diesel::update(outbox::table.filter(outbox::id.eq_any(ids)))
                    .set((outbox::due_at.eq(Time(hidden_until)), outbox::attempts.eq(outbox::attempts + 1)));
                let mut rows: Vec<MailRow> = on!(conn, |c| update.returning(MailRow::as_returning()).get_results(c))?;
                rows.sort_by_key(|row| (row.created_at, row.id.0));
                rows.into_iter().map(|row| row.into_due().ok_or_else(|| corrupt("mail"))).collect()
            })
            .await
    }

    async fn delivered(&self, id: MailId) -> Result<(), Unavailable> {
        self.db
            .write(move |conn| {
                let delete = diesel::delete(outbox::table.find(Id(id.0)));
                on!(conn, |c| delete.execute(c))?;
                Ok(())
            })
            .await
    }

    async fn postpone(&self, id: MailId, due_at: DateTime<Utc>, reason: &str) -> Result<(), Unavailable> {
        let reason = reason.to_owned();
        self.db
            .write(move |conn| {
                let update =
                    diesel::update(outbox::table.find(Id(id.0))).set((outbox::due_at.eq(Time(due_at)), outbox::last_error.eq(reason)));
                on!(conn, |c| update.execute(c))?;
                Ok(())
            })
            .await
    }

    async fn bury(&self, id: MailId, reason: &str) -> Result<(), Unavailable> {
        let reason = reason.to_owned();
        self.db
            .write(move |conn| {
                let update = diesel::update(outbox::table.find(Id(id.0))).set((outbox::buried.eq(true), outbox::last_error.eq(reason)));
                on!(conn, |c| update.execute(c))?;
                Ok(())
            })
            .await
    }

    async fn given_up(&self) -> Result<Vec<GivenUp>, Unavailable> {
        self.db
            .read(|conn| {
                let buried = outbox::table.filter(outbox::buried.eq(true)).order((outbox::created_at, outbox::id));
                let rows: Vec<(MailRow, Option<String>)> =
                    on!(conn, |c| buried.select((MailRow::as_select(), outbox::last_error)).load(c))?;
                let mails = rows.into_iter().map(|(row, reason)| {
                    let mail = row.into_due().ok_or_else(|| corrupt("mail"))?.mail;
                    Ok(GivenUp { mail, reason: reason.unwrap_or_default() })
                });
                mails.collect()
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
                let waiting = First(MOST_COUNTED, outbox::table.filter(outbox::buried.eq(false)).select(outbox::id));
                let waiting: Vec<Id> = on!(conn, |c| waiting.load(c))?;
                Ok(i64::try_from(waiting.len()).unwrap_or(MOST_COUNTED))
            })
            .await
    }
}
