//! What all accounts hold, and the ledger as a file.

use super::SidesBody;
use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    session::LedgerReader,
};
use actix_web::{
    HttpResponse, get,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
    web,
};
use chrono::{DateTime, NaiveDate, SubsecRound, Utc};
use futures_util::stream::try_unfold;
use serde::{Deserialize, Serialize};
use sooner_application::ledger::{TrialBalance, ports::Total};
use sooner_domain::kernel::Invalid;
use sooner_shared::{
    coded_body::{AccountKindCode, Code, LedgerFormatCode},
    fields::Fields,
    form_body::parse_date,
    ledger_export::{Export, Format},
};
use utoipa::ToSchema;

/// What all accounts of a kind hold together, in minor units.
#[derive(Serialize, ToSchema)]
struct TotalBody {
    account: AccountKindCode,
    currency: &'static str,
    /// 0 where there is a credit
    debit: i64,
    credit: i64,
}

impl From<&Total> for TotalBody {
    fn from(total: &Total) -> Self {
        let SidesBody { debit, credit } = total.amount.into();
        Self { account: Code(total.kind), currency: total.currency.code(), debit, credit }
    }
}

#[derive(Serialize, ToSchema)]
struct TrialBalanceBody {
    data: Vec<TotalBody>,
    /// The last day that counts; absent for all of them
    on: Option<NaiveDate>,
    /// Asked for again with this, it is the same
    known: DateTime<Utc>,
}

#[derive(Deserialize)]
struct TrialBalanceQuery {
    on: Option<String>,
    known: Option<String>,
}

/// A moment to the microsecond, as entries are booked.
fn parse_moment(text: &str) -> Result<DateTime<Utc>, Invalid> {
    // An unescaped plus arrives as a space.
    let moment = DateTime::parse_from_rfc3339(&text.replace(' ', "+")).map_err(|_| Invalid::Malformed)?;
    Ok(moment.to_utc().trunc_subsecs(6))
}

#[utoipa::path(tag = "ledger", summary = "The trial balance",
    description = "What the accounts of each kind hold, in minor units, on the side where it is more. Of the entries dated `on` or earlier, those that were known at a moment: the same pair has the same figures for ever. An entry that is booked while the moment passes may come too late for it; without `known`, everything that was booked is in.",
    params(("on" = Option<NaiveDate>, Query, description = "The last day that counts"),
        ("known" = Option<DateTime<Utc>>, Query, description = "What was booked by then; now at the latest")),
    responses((status = 200, body = TrialBalanceBody)))]
#[get("/operator/ledger/trial-balance")]
pub(crate) async fn read_trial_balance(
    _me: LedgerReader,
    api: web::Data<Api>,
    query: Query<TrialBalanceQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(TrialBalanceQuery { on, known }) = query;
    let mut fields = Fields::default();
    let on = fields.optional("on", on.as_deref(), parse_date);
    let known = fields.optional("known", known.as_deref(), parse_moment);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let TrialBalance { on, known, totals } = api.ledger.trial_balance(on, known).await?;
    Ok(HttpResponse::Ok().json(TrialBalanceBody { data: totals.iter().map(TotalBody::from).collect(), on, known }))
}

#[derive(Deserialize)]
struct ExportQuery {
    format: Option<String>,
    on: Option<String>,
}

#[utoipa::path(tag = "ledger", summary = "The ledger as a file",
    description = "Everything that was booked, in the order of the numbers: as CSV, or as a journal in plain text for hledger or beancount, with the balances of the trial balance. Entries that concern the company one belongs to are left out as a whole, and so are its accounts.",
    params(("format" = inline(LedgerFormatCode), Query),
        ("on" = Option<NaiveDate>, Query, description = "Only what is dated on this day or earlier")),
    responses((status = 200, content((String = "text/csv"), (String = "text/plain")))))]
#[get("/operator/ledger/export")]
pub(crate) async fn export_ledger(me: LedgerReader, api: web::Data<Api>, query: Query<ExportQuery>) -> Result<HttpResponse, Problem> {
    let Query(ExportQuery { format, on }) = query;
    let format = format.as_deref().map_or(Err(Invalid::Required), Format::parse);
    let format = format.map_err(|invalid| Problem::field("format", invalid))?;
    let on = on.as_deref().map(parse_date).transpose().map_err(|invalid| Problem::field("on", invalid))?;
    let export = Export::new(api.ledger.journal.clone(), format, api.ledger.last_number().await?).as_of(on);
    let export = export.read_by(api.cash.clone(), me.operator());
    let pages = try_unfold(export, |mut export| async move {
        let page = export.page().await.map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok::<_, std::io::Error>(page.map(|page| (web::Bytes::from(page), export)))
    });
    let name = DispositionParam::Filename(format!("ledger.{}", format.extension()));
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![name] };
    Ok(HttpResponse::Ok().content_type(format.content_type()).insert_header(disposition).streaming(pages))
}
