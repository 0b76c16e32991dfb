//! What debtors were asked, and what they said.

use super::{
    ReceivableStore,
    schema::{confirmations, debtor_statements},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    identity::ports::TokenHash,
    kernel::unavailable::Unavailable,
    receivables::ports::{Asked, Confirmations, IssuedConfirmation},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{LinkId, ReceivableId, UserId},
        minor::Minor,
        text::Note,
    },
    receivables::{
        confirmation::{Answer, AnswerKind, Confirmation, Statement, StatementId},
        evidence::DisputeReason,
    },
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = confirmations, treat_none_as_default_value = false)]
struct ConfirmationRow {
    id: Id,
    token_hash: Vec<u8>,
    receivable_id: Id,
    sent_to: String,
    asked_by: Option<Id>,
    created_at: Time,
    expires_at: Time,
}

impl ConfirmationRow {
    fn of(IssuedConfirmation { confirmation, hash }: &IssuedConfirmation) -> Self {
        let Confirmation { id, receivable, sent_to, asked_by, created_at, expires_at } = confirmation;
        Self {
            id: Id(id.0),
            token_hash: hash.0.to_vec(),
            receivable_id: Id(receivable.0),
            sent_to: sent_to.as_str().to_owned(),
            asked_by: asked_by.map(|by| Id(by.0)),
            created_at: Time(*created_at),
            expires_at: Time(*expires_at),
        }
    }

    fn into_confirmation(self) -> Result<Confirmation, Failure<Unavailable>> {
        let Self { id, token_hash: _, receivable_id, sent_to, asked_by, created_at, expires_at } = self;
        Ok(Confirmation {
            id: LinkId(id.0),
            receivable: ReceivableId(receivable_id.0),
            sent_to: EmailAddress::parse(&sent_to).map_err(|_| corrupt("confirmation"))?,
            asked_by: asked_by.map(|by| UserId(by.0)),
            created_at: created_at.0,
            expires_at: expires_at.0,
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = debtor_statements, treat_none_as_default_value = false)]
struct StatementRow {
    id: Id,
    confirmation_id: Id,
    receivable_id: Id,
    answer: String,
    amount: Option<i64>,
    due_on: Option<NaiveDate>,
    reason: Option<String>,
    note: Option<String>,
    at: Time,
    address: String,
}

impl StatementRow {
    fn of(statement: &Statement) -> Self {
        let Statement { id, link, receivable, answer, at, from } = statement;
        let (amount, due_on, reason) = answer.named();
        Self {
            id: Id(id.0),
            confirmation_id: Id(link.0),
            receivable_id: Id(receivable.0),
            answer: answer.kind().code().to_owned(),
            amount: amount.map(Minor::get),
            due_on,
            reason: reason.map(|reason| reason.code().to_owned()),
            note: answer.note().map(|note| note.as_str().to_owned()),
            at: Time(*at),
            address: from.to_string(),
        }
    }

    fn statement(self) -> Option<Statement> {
        let Self { id, confirmation_id, receivable_id, answer, amount, due_on, reason, note, at, address } = self;
        let reason = match reason {
            Some(code) => Some(DisputeReason::from_code(&code)?),
            None => None,
        };
        let note = match note {
            Some(note) => Some(Note::parse(&note).ok()?),
            None => None,
        };
        Some(Statement {
            id: StatementId(id.0),
            link: LinkId(confirmation_id.0),
            receivable: ReceivableId(receivable_id.0),
            answer: Answer::of(AnswerKind::from_code(&answer)?, (amount.map(Minor::new), due_on, reason), note)?,
            at: at.0,
            from: address.parse().ok()?,
        })
    }
}

fn parsed(rows: Vec<StatementRow>) -> Result<Vec<Statement>, Failure<Unavailable>> {
    rows.into_iter().map(|row| row.statement().ok_or_else(|| corrupt("statement"))).collect()
}

pub(super) fn insert(conn: &mut Conn, issued: &[IssuedConfirmation]) -> Result<(), diesel::result::Error> {
    let rows: Vec<_> = issued.iter().map(ConfirmationRow::of).collect();
    on!(conn, |c| diesel::insert_into(confirmations::table).values(&rows).execute(c))?;
    Ok(())
}

pub(super) fn say(conn: &mut Conn, statement: &Statement) -> Result<(), diesel::result::Error> {
    on!(conn, |c| diesel::insert_into(debtor_statements::table).values(StatementRow::of(statement)).execute(c))?;
    Ok(())
}

fn find(conn: &mut Conn, hash: TokenHash) -> Result<Option<(Confirmation, Vec<Statement>)>, Failure<Unavailable>> {
    let query = confirmations::table.filter(confirmations::token_hash.eq(hash.0.to_vec()));
    let row: Option<ConfirmationRow> = on!(&mut *conn, |c| query.select(ConfirmationRow::as_select()).get_result(c)).optional()?;
    let Some(row) = row else { return Ok(None) };
    let said = said_of(conn, row.receivable_id)?;
    Ok(Some((row.into_confirmation()?, said)))
}

fn said_of(conn: &mut Conn, receivable: Id) -> Result<Vec<Statement>, Failure<Unavailable>> {
    let said = debtor_statements::table.filter(debtor_statements::receivable_id.eq(receivable));
    let said = said.order((debtor_statements::at, debtor_statements::id));
    parsed(on!(conn, |c| said.select(StatementRow::as_select()).load(c))?)
}

fn asked_about(conn: &mut Conn, receivable: Id) -> Result<Asked, Failure<Unavailable>> {
    let links = confirmations::table.filter(confirmations::receivable_id.eq(receivable));
    let links = links.order((confirmations::created_at, confirmations::id));
    let links: Vec<ConfirmationRow> = on!(&mut *conn, |c| links.select(ConfirmationRow::as_select()).load(c))?;
    let links = links.into_iter().map(ConfirmationRow::into_confirmation).collect::<Result<_, _>>()?;
    Ok(Asked { links, statements: said_of(conn, receivable)? })
}

#[async_trait]
impl Confirmations for ReceivableStore {
    async fn confirmation(&self, hash: TokenHash) -> Result<Option<(Confirmation, Vec<Statement>)>, Unavailable> {
        self.db.read(move |conn| find(conn, hash)).await
    }

    async fn asked_about(&self, receivable: ReceivableId) -> Result<Asked, Unavailable> {
        self.db.read(move |conn| asked_about(conn, Id(receivable.0))).await
    }
}
