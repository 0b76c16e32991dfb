//! What a company was invoiced of fees with tax.

use super::file::{PaperQuery, attached, not_made};
use crate::{
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::papers::ports::FeeInvoice;
use sooner_domain::receivables::fee_invoice::{FeeInvoiceId, FeeLine, FeeSum};
use sooner_shared::coded_body::{ChargedForCode, Code, LanguageCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// An invoice of the finance company for fees with tax. Amounts are in minor units; below zero fees were taken back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FeeInvoiceBody {
    id: Uuid,
    /// Without gaps, from 1 in each year
    number: String,
    /// The first day of the month that was over
    month: NaiveDate,
    made_on: NaiveDate,
    /// ISO 4217
    currency: &'static str,
    net: i64,
    tax: i64,
    gross: i64,
}

impl From<&FeeInvoice> for FeeInvoiceBody {
    fn from(FeeInvoice { id, number, month, made_on, currency, sum, .. }: &FeeInvoice) -> Self {
        let gross = sum.gross().get();
        let FeeSum { net, tax } = sum;
        Self {
            id: id.0,
            number: number.to_string(),
            month: *month,
            made_on: *made_on,
            currency: currency.code(),
            net: net.get(),
            tax: tax.get(),
            gross,
        }
    }
}

/// What was charged with tax at once
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FeeLineBody {
    on: NaiveDate,
    receivable_id: Uuid,
    invoice: String,
    debtor: String,
    charged_for: ChargedForCode,
    net: i64,
    /// Of the tax, in basis points
    rate: u16,
    tax: i64,
}

impl From<&FeeLine> for FeeLineBody {
    fn from(FeeLine { entry: _, on, receivable, invoice, debtor, charged_for, net, rate, tax }: &FeeLine) -> Self {
        Self {
            on: *on,
            receivable_id: receivable.0,
            invoice: invoice.clone(),
            debtor: debtor.clone(),
            charged_for: Code(*charged_for),
            net: net.get(),
            rate: rate.basis_points(),
            tax: tax.get(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct FeeInvoiceWithLinesBody {
    #[serde(flatten)]
    invoice: FeeInvoiceBody,
    lines: Vec<FeeLineBody>,
}

fn parse_id(text: &str) -> Result<FeeInvoiceId, Problem> {
    Uuid::try_parse(text).map(FeeInvoiceId).map_err(|_| Problem::not_found())
}

#[utoipa::path(tag = "payments", summary = "Invoices for fees with tax",
    description = "One for each month that is over and currency in which the company was charged fees with tax. The newest 100, newest first.",
    responses((status = 200, body = Data<Vec<FeeInvoiceBody>>)))]
#[get("/semi-private/fee-invoices")]
pub(crate) async fn list_fee_invoices(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let invoices = api.papers.own_invoices(&me.membership).await?;
    let data: Vec<_> = invoices.iter().map(FeeInvoiceBody::from).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[utoipa::path(tag = "payments", summary = "An invoice for fees with its lines", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<FeeInvoiceWithLinesBody>)))]
#[get("/semi-private/fee-invoices/{id}")]
pub(crate) async fn read_fee_invoice(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let (invoice, lines) = api.papers.own_invoice(parse_id(&id)?, &me.membership).await.map_err(not_made)?;
    let lines = lines.iter().map(FeeLineBody::from).collect();
    Ok(HttpResponse::Ok().json(Data { data: FeeInvoiceWithLinesBody { invoice: FeeInvoiceBody::from(&invoice), lines } }))
}

#[utoipa::path(tag = "payments", summary = "An invoice for fees as a paper",
    description = "PDF/A, made together with its number in both languages and the same ever after; the SHA-256 of each is in the trail.",
    params(("id" = Uuid, Path), ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/fee-invoices/{id}/paper")]
pub(crate) async fn read_fee_invoice_paper(
    me: SignedIn,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let (id, language) = (parse_id(&id)?, query.0.language(&me)?);
    let (invoice, paper) = api.papers.own_invoice_paper(id, language, &me.membership).await.map_err(not_made)?;
    Ok(attached(&invoice.number.to_string(), language, paper.content))
}
