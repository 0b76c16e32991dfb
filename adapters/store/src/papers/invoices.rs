//! Invoices for fees, and what is still to be invoiced.

use super::{
    PaperStore,
    schema::{fee_invoice_lines as lines, fee_invoice_numbers as numbers, fee_invoice_papers as papers, fee_invoices as invoices},
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_stale},
        sql_types::{DbUuid, Id, Time},
        written::as_written,
    },
    ledger::journal,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::{
    QueryableByName,
    dsl::max,
    prelude::*,
    sql_types::{BigInt, Date},
};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    papers::ports::{Charged, FeeInvoice, FeeInvoiceFile, FeeInvoicePaper, FeeInvoices},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, ReceivableId},
        language::Language,
        minor::Minor,
        money::{Currency, Percentage},
    },
    ledger::entry::EntryId,
    receivables::fee_invoice::{ChargedFor, FeeInvoiceId, FeeInvoiceNumber, FeeLine, FeeSum},
};
use std::collections::HashMap;
use uuid::Uuid;

type Read<T> = Result<T, Failure<Unavailable>>;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = invoices)]
struct InvoiceRow {
    id: Id,
    company_id: Id,
    year: i32,
    place: i64,
    month: NaiveDate,
    made_on: NaiveDate,
    made_at: Time,
    currency: String,
    net: i64,
    tax: i64,
}

impl InvoiceRow {
    fn of(invoice: &FeeInvoice) -> Self {
        let FeeInvoice { id, company, number: FeeInvoiceNumber { year, place }, month, made_on, made_at, currency, sum } = invoice;
        Self {
            id: Id(id.0),
            company_id: Id(company.0),
            year: *year,
            place: *place,
            month: *month,
            made_on: *made_on,
            made_at: Time(*made_at),
            currency: currency.code().to_owned(),
            net: sum.net.get(),
            tax: sum.tax.get(),
        }
    }

    fn invoice(self) -> Read<FeeInvoice> {
        Ok(FeeInvoice {
            id: FeeInvoiceId(self.id.0),
            company: CompanyId(self.company_id.0),
            number: FeeInvoiceNumber { year: self.year, place: self.place },
            month: self.month,
            made_on: self.made_on,
            made_at: self.made_at.0,
            currency: Currency::parse(&self.currency).map_err(|_| corrupt("fee invoice"))?,
            sum: FeeSum { net: Minor::new(self.net), tax: Minor::new(self.tax) },
        })
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = lines)]
struct LineRow {
    entry_id: Id,
    invoice_id: Id,
    line: i32,
    dated_on: NaiveDate,
    receivable_id: Id,
    invoice_number: String,
    debtor: String,
    charged_for: String,
    net: i64,
    rate: i32,
    tax: i64,
}

impl LineRow {
    fn of(invoice: FeeInvoiceId, line: i32, of: &FeeLine) -> Self {
        Self {
            entry_id: Id(of.entry.0),
            invoice_id: Id(invoice.0),
            line,
            dated_on: of.on,
            receivable_id: Id(of.receivable.0),
            invoice_number: of.invoice.clone(),
            debtor: of.debtor.clone(),
            charged_for: of.charged_for.code().to_owned(),
            net: of.net.get(),
            rate: of.rate.basis_points().into(),
            tax: of.tax.get(),
        }
    }

    fn line(self) -> Option<FeeLine> {
        Some(FeeLine {
            entry: EntryId(self.entry_id.0),
            on: self.dated_on,
            receivable: ReceivableId(self.receivable_id.0),
            invoice: self.invoice_number,
            debtor: self.debtor,
            charged_for: ChargedFor::from_code(&self.charged_for)?,
            net: Minor::new(self.net),
            rate: Percentage::parse_basis_points(self.rate.into()).ok()?,
            tax: Minor::new(self.tax),
        })
    }
}

/// Stale when its number is not the next one of its year, or something in it was invoiced before.
pub(super) fn insert(
    conn: &mut Conn,
    FeeInvoiceFile { invoice, lines: told, papers: files }: FeeInvoiceFile,
) -> Result<(), Failure<CommitError>> {
    let FeeInvoiceNumber { year, place } = invoice.number;
    // Whoever comes second waits here for the first, and finds it moved on.
    let moved = if place == 1 {
        let first = (numbers::year.eq(year), numbers::last.eq(place));
        on!(&mut *conn, |c| diesel::insert_into(numbers::table).values(first).on_conflict_do_nothing().execute(c))?
    } else {
        let before = numbers::table.filter(numbers::year.eq(year).and(numbers::last.eq(place - 1)));
        on!(&mut *conn, |c| diesel::update(before).set(numbers::last.eq(place)).execute(c))?
    };
    unless_stale(moved)?;
    on!(&mut *conn, |c| diesel::insert_into(invoices::table).values(InvoiceRow::of(&invoice)).execute(c))?;
    for (line, of) in (1..).zip(&told) {
        let insert = diesel::insert_into(lines::table).values(LineRow::of(invoice.id, line, of)).on_conflict(lines::entry_id).do_nothing();
        unless_stale(on!(&mut *conn, |c| insert.execute(c))?)?;
    }
    for FeeInvoicePaper { language, content, sha256 } in files {
        let file = (
            papers::invoice_id.eq(Id(invoice.id.0)),
            papers::language.eq(language.code()),
            papers::content.eq(content),
            papers::sha256.eq(sha256.0.to_vec()),
        );
        on!(&mut *conn, |c| diesel::insert_into(papers::table).values(file).execute(c))?;
    }
    Ok(())
}

#[derive(QueryableByName)]
struct CompanyRow {
    #[diesel(sql_type = DbUuid)]
    seller_id: Id,
}

#[derive(QueryableByName)]
struct ChargedRow {
    #[diesel(sql_type = DbUuid)]
    entry_id: Id,
    #[diesel(sql_type = DbUuid)]
    receivable_id: Id,
}

/// What was charged with tax before a day, `$1`, and no invoice tells of.
const NOT_INVOICED: &str = "FROM ledger_postings \
    INNER JOIN ledger_entries ON ledger_entries.id = ledger_postings.entry_id \
    INNER JOIN receivables ON receivables.id = ledger_entries.subject \
    LEFT JOIN fee_invoice_lines ON fee_invoice_lines.entry_id = ledger_postings.entry_id \
    WHERE ledger_postings.kind = 'tax_payable' AND ledger_entries.dated_on < $1 AND fee_invoice_lines.entry_id IS NULL";

fn to_invoice(conn: &mut Conn, before: NaiveDate, after: Id, most: i64) -> Read<Vec<CompanyId>> {
    let query = diesel::sql_query(format!(
        "SELECT DISTINCT receivables.seller_id {NOT_INVOICED} AND receivables.seller_id > $2 ORDER BY receivables.seller_id LIMIT $3"
    ));
    let query = query.bind::<Date, _>(before).bind::<DbUuid, _>(after).bind::<BigInt, _>(most);
    let rows: Vec<CompanyRow> = on!(conn, |c| query.load(c))?;
    Ok(rows.into_iter().map(|row| CompanyId(row.seller_id.0)).collect())
}

fn not_invoiced(conn: &mut Conn, company: Id, before: NaiveDate, most: i64) -> Read<Vec<Charged>> {
    let query = diesel::sql_query(format!(
        "SELECT ledger_postings.entry_id AS entry_id, receivables.id AS receivable_id {NOT_INVOICED} AND receivables.seller_id = $2 \
         ORDER BY ledger_postings.currency, ledger_entries.dated_on, ledger_entries.id LIMIT $3"
    ));
    let query = query.bind::<Date, _>(before).bind::<DbUuid, _>(company).bind::<BigInt, _>(most);
    let rows: Vec<ChargedRow> = on!(&mut *conn, |c| query.load(c))?;
    let entries = journal::entries(conn, rows.iter().map(|row| row.entry_id).collect())?;
    let mut entries: HashMap<Uuid, _> = entries.into_iter().map(|entry| (entry.booking().id.0, entry)).collect();
    let charged = rows.into_iter().map(|ChargedRow { entry_id, receivable_id }| {
        let entry = entries.remove(&entry_id.0).ok_or_else(|| corrupt("journal entry"))?;
        Ok(Charged { entry, receivable: ReceivableId(receivable_id.0) })
    });
    charged.collect()
}

fn invoice(conn: &mut Conn, id: Id) -> Read<Option<(FeeInvoice, Vec<FeeLine>)>> {
    let query = invoices::table.find(id);
    let found: Option<InvoiceRow> = on!(&mut *conn, |c| query.select(InvoiceRow::as_select()).get_result(c)).optional()?;
    let Some(row) = found else { return Ok(None) };
    let query = lines::table.filter(lines::invoice_id.eq(id)).order(lines::line);
    let rows: Vec<LineRow> = on!(conn, |c| query.select(LineRow::as_select()).load(c))?;
    let lines = rows.into_iter().map(|row| row.line().ok_or_else(|| corrupt("fee invoice"))).collect::<Read<_>>()?;
    Ok(Some((row.invoice()?, lines)))
}

#[async_trait]
impl FeeInvoices for PaperStore {
    async fn to_invoice(&self, before: NaiveDate, after: Option<CompanyId>, most: i64) -> Result<Vec<CompanyId>, Unavailable> {
        let after = Id(after.map_or(Uuid::nil(), |id| id.0));
        self.db.read(move |conn| to_invoice(conn, before, after, most)).await
    }

    async fn not_invoiced(&self, company: CompanyId, before: NaiveDate, most: i64) -> Result<Vec<Charged>, Unavailable> {
        self.db.read(move |conn| not_invoiced(conn, Id(company.0), before, most)).await
    }

    async fn last_number(&self, year: i32) -> Result<Option<FeeInvoiceNumber>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = numbers::table.filter(numbers::year.eq(year)).select(max(numbers::last));
            let last: Option<i64> = on!(conn, |c| query.get_result(c))?;
            Ok(last.map(|place| FeeInvoiceNumber { year, place }))
        };
        self.db.read(read).await
    }

    async fn invoices(&self, company: CompanyId, most: i64) -> Result<Vec<FeeInvoice>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let of_company = invoices::table.filter(invoices::company_id.eq(Id(company.0)));
            let query = of_company.order((invoices::year.desc(), invoices::place.desc())).limit(most);
            let rows: Vec<InvoiceRow> = on!(conn, |c| query.select(InvoiceRow::as_select()).load(c))?;
            rows.into_iter().map(InvoiceRow::invoice).collect()
        };
        self.db.read(read).await
    }

    async fn invoice(&self, id: FeeInvoiceId) -> Result<Option<(FeeInvoice, Vec<FeeLine>)>, Unavailable> {
        self.db.read(move |conn| invoice(conn, Id(id.0))).await
    }

    async fn invoice_paper(&self, id: FeeInvoiceId, language: Language) -> Result<Option<FeeInvoicePaper>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = papers::table.find((Id(id.0), language.code())).select((papers::content, papers::sha256));
            let found: Option<(Vec<u8>, Vec<u8>)> = on!(conn, |c| query.get_result(c)).optional()?;
            let paper = |(content, sha256): (Vec<u8>, Vec<u8>)| {
                let sha256 = as_written(&content, sha256).ok_or_else(|| corrupt("fee invoice"))?;
                Ok(FeeInvoicePaper { language, content, sha256 })
            };
            found.map(paper).transpose()
        };
        self.db.read(read).await
    }
}
