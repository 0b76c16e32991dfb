//! A company's month: what happened, how it stood before and after, and the same in its own books.

use super::file::{not_made, pdf};
use crate::{
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    receivables::refused::not_done,
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::{
    parties::Member,
    receivables::ReceivableError,
    servicing::{MonthOf, MonthRow, OwnLine, SellersMonth},
};
use sooner_domain::{
    kernel::{Invalid, language::Language, minor::Minor, money::Currency},
    receivables::{
        month::{MonthEvent, MonthFigure},
        own_books::Treatment,
    },
};
use sooner_shared::{
    coded_body::{BookRoleCode, Code, EventCode, FacilityKindCode, LanguageCode, MonthEventCode, MonthFigureCode, TreatmentCode, member},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize)]
struct MonthQuery {
    currency: Option<String>,
    language: Option<String>,
    treatment: Option<String>,
}

fn not_told(error: ReceivableError) -> Problem {
    match error {
        // There is nothing of a month to come.
        ReceivableError::Day(_) => Problem::not_found(),
        error => not_done(error),
    }
}

/// As in 2027-01.
fn parse_month(text: &str) -> Option<NaiveDate> {
    let is_month = text.len() == 7 && text.bytes().enumerate().all(|(place, byte)| (place == 4) == (byte == b'-'));
    is_month.then(|| format!("{text}-01").parse().ok()).flatten()
}

impl MonthQuery {
    fn of(&self, month: &str) -> Result<MonthOf, Problem> {
        let first = parse_month(month).ok_or_else(Problem::not_found)?;
        let currency = self.currency.as_deref().map_or(Err(Invalid::Required), Currency::parse);
        let currency = currency.map_err(|invalid| Problem::field("currency", invalid))?;
        MonthOf::with(first, currency).ok_or_else(Problem::not_found)
    }

    fn language(&self, me: &Member) -> Result<Language, Problem> {
        let language = self.language.as_deref().map(member::<Language>).transpose();
        let language = language.map_err(|invalid| Problem::field("language", invalid))?;
        Ok(language.unwrap_or(me.user.parts().language))
    }

    fn treatment(&self) -> Result<Treatment, Problem> {
        let mut fields = Fields::default();
        let treatment = self.treatment.as_deref().map_or(Err(Invalid::Required), member::<Treatment>);
        let treatment = fields.take("treatment", treatment);
        fields.finish(treatment).map_err(Problem::invalid)
    }
}

/// How the company stood, in minor units.
#[derive(Serialize, ToSchema)]
struct MonthFigureBody {
    figure: MonthFigureCode,
    before: i64,
    after: i64,
}

impl From<&(MonthFigure, Minor, Minor)> for MonthFigureBody {
    fn from((figure, before, after): &(MonthFigure, Minor, Minor)) -> Self {
        Self { figure: Code(*figure), before: before.get(), after: after.get() }
    }
}

/// What happened on a day. What was taken back is below zero.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthEntryBody {
    on: NaiveDate,
    event: MonthEventCode,
    receivable_id: Option<Uuid>,
    invoice: Option<String>,
    debtor: Option<String>,
    /// What that invoice was sold under
    facility_kind: Option<FacilityKindCode>,
    /// In minor units
    amount: i64,
}

impl MonthEntryBody {
    fn new(MonthRow { entry, receivable, invoice, debtor, kind, .. }: &MonthRow, (event, amount): (MonthEvent, Minor)) -> Self {
        Self {
            on: entry.booking().on,
            event: Code(event),
            receivable_id: receivable.map(|id| id.0),
            invoice: invoice.clone(),
            debtor: debtor.clone(),
            facility_kind: kind.map(Code),
            amount: amount.get(),
        }
    }
}

/// A company's month in one currency
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthBody {
    first: NaiveDate,
    last: NaiveDate,
    /// ISO 4217
    currency: &'static str,
    /// All of its days are past: there is a paper of it
    is_over: bool,
    figures: Vec<MonthFigureBody>,
    entries: Vec<MonthEntryBody>,
}

impl From<&SellersMonth> for MonthBody {
    fn from(SellersMonth { of: MonthOf { first, last, currency }, is_over, figures, rows }: &SellersMonth) -> Self {
        let entries = rows.iter().flat_map(|row| row.movements().into_iter().map(|movement| MonthEntryBody::new(row, movement)));
        Self {
            first: *first,
            last: *last,
            currency: currency.code(),
            is_over: *is_over,
            figures: figures.iter().map(MonthFigureBody::from).collect(),
            entries: entries.collect(),
        }
    }
}

#[utoipa::path(tag = "payments", summary = "The company’s month",
    description = "What it sold, was paid and charged, and how it stood before and after, by what is booked now with a date in that month. 404 for a month to come.",
    params(("month" = String, Path, description = "As in 2027-01"), ("currency" = String, Query, description = "ISO 4217")),
    responses((status = 200, body = Data<MonthBody>)))]
#[get("/semi-private/statements/{month}")]
pub(crate) async fn read_month(
    me: SignedIn,
    api: web::Data<Api>,
    month: web::Path<String>,
    query: Query<MonthQuery>,
) -> Result<HttpResponse, Problem> {
    let month = api.servicing.month(query.0.of(&month)?, &me.membership).await.map_err(not_told)?;
    Ok(HttpResponse::Ok().json(Data { data: MonthBody::from(&month) }))
}

#[utoipa::path(tag = "payments", summary = "The company’s month as a paper",
    description = "PDF/A, made when it is asked for first and the same ever after; its SHA-256 is in the trail. 404 where nothing happened in it and nothing stood before. 409 `not_possible` with `wrong_status` until the month is over, and with `no_house_details` where the finance company has not said who it is.",
    params(("month" = String, Path, description = "As in 2027-01"), ("currency" = String, Query, description = "ISO 4217"),
        ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/statements/{month}/paper")]
pub(crate) async fn read_month_paper(
    me: SignedIn,
    api: web::Data<Api>,
    month: web::Path<String>,
    query: Query<MonthQuery>,
) -> Result<HttpResponse, Problem> {
    let (of, language) = (query.0.of(&month)?, query.0.language(&me)?);
    let paper = Box::pin(api.papers.month(of, language, &me)).await.map_err(not_made)?;
    Ok(pdf(paper))
}

/// A line of the company’s own journal: either a debit or a credit, in minor units
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnLineBody {
    /// The lines of one entry: their debits are their credits
    entry: Uuid,
    on: NaiveDate,
    event: EventCode,
    /// What the account is for
    role: BookRoleCode,
    debit: i64,
    credit: i64,
    receivable_id: Option<Uuid>,
    invoice: Option<String>,
    debtor: Option<String>,
    /// What the debtor quotes when it pays (ISO 11649)
    reference: Option<String>,
}

impl From<OwnLine<'_>> for OwnLineBody {
    fn from(OwnLine { row, entry, on, event, role, amount }: OwnLine<'_>) -> Self {
        let MonthRow { receivable, invoice, debtor, reference, .. } = row;
        Self {
            entry: entry.0,
            on,
            event: Code(event),
            role: Code(role),
            debit: amount.or_zero().get(),
            credit: (-amount).or_zero().get(),
            receivable_id: receivable.map(|id| id.0),
            invoice: invoice.clone(),
            debtor: debtor.clone(),
            reference: reference.clone(),
        }
    }
}

#[utoipa::path(tag = "payments", summary = "The company’s month as entries for its own books",
    description = "Balanced entry by entry. `treatment` says how it books what it sells: as a `sale`, or as a `borrowing` that the invoices secure; which of the two is right, its accountant says.",
    params(("month" = String, Path, description = "As in 2027-01"), ("currency" = String, Query, description = "ISO 4217"), ("treatment" = inline(TreatmentCode), Query)),
    responses((status = 200, body = Data<Vec<OwnLineBody>>)))]
#[get("/semi-private/statements/{month}/journal")]
pub(crate) async fn read_own_journal(
    me: SignedIn,
    api: web::Data<Api>,
    month: web::Path<String>,
    query: Query<MonthQuery>,
) -> Result<HttpResponse, Problem> {
    let (of, treatment) = (query.0.of(&month)?, query.0.treatment()?);
    let month = api.servicing.month(of, &me.membership).await.map_err(not_told)?;
    Ok(HttpResponse::Ok().json(Data { data: month.journal(treatment).into_iter().map(OwnLineBody::from).collect::<Vec<_>>() }))
}
