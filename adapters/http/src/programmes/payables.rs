//! Payables: what a buyer is to pay in its programme. As a receivable each is read, changed and furnished with documents at the
//! addresses of receivables.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{Problem, ProblemBody},
        idempotency::Key,
        query::Query,
    },
    receivables::{
        body::{ReceivableBody, parse_id},
        list_query::{DirectionCode, ListQuery, ListTotalBody, ReceivableSortCode, with_totals},
        members::{as_it_was_read, parse_cursor, told_of_an_invoice},
        refused::not_done,
    },
    session::{InvoiceEnterer, PayableApprover, SignedIn},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::{
    programmes::{CreditPayableCommand, DueWeek, EnterPayableCommand, NewPayable, PriceOnDay, Programme, SeenPayable},
    receivables::{ReceivableError, ReceivablePage},
};
use sooner_domain::{
    facilities::supplier::SupplierId,
    kernel::{
        Invalid,
        ids::ReceivableId,
        minor::Minor,
        money::Currency,
        text::{Line, Note},
    },
    receivables::{
        facts::{Face, Facts},
        fingerprint::InvoiceNumber,
    },
};
use sooner_shared::{
    coded_body::{Code, FacilityStatusCode, ReceivableStatusCode},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Payables approved at once.
const MOST: usize = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PayablesQuery {
    status: Option<String>,
    due_from: Option<String>,
    due_to: Option<String>,
    number: Option<String>,
    disputed: Option<String>,
    open: Option<String>,
    sort: Option<String>,
    order: Option<String>,
    totals: Option<String>,
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct PayableListBody {
    data: Vec<ReceivableBody>,
    /// What all pages come to, by currency; absent unless asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    totals: Option<Vec<ListTotalBody>>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[utoipa::path(tag = "programmes", summary = "What the company is to pay",
    description = "The one entered last first, unless sorted otherwise. `status` takes several, separated by commas.",
    params(("status" = Option<ReceivableStatusCode>, Query), ("dueFrom" = Option<NaiveDate>, Query, description = "Due on this day or later"),
        ("dueTo" = Option<NaiveDate>, Query, description = "Due on this day or before"),
        ("number" = Option<String>, Query, description = "What the invoice’s number has in it, or how its payment reference begins, however it is written"),
        ("disputed" = Option<bool>, Query, description = "Only those of which a dispute lasts"),
        ("open" = Option<bool>, Query, description = "Only those of which something of what was sold is still open"),
        ("sort" = inline(Option<ReceivableSortCode>), Query, description = "`entered` unless given; `face` is in minor units of whatever currency"),
        ("order" = inline(Option<DirectionCode>), Query, description = "`desc` unless given"),
        ("totals" = Option<bool>, Query, description = "Whether the answer says what all pages come to (`totals`)"),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before, in the same order")),
    responses((status = 200, body = PayableListBody)))]
#[get("/semi-private/payables")]
pub(crate) async fn list_payables(me: SignedIn, api: web::Data<Api>, query: Query<PayablesQuery>) -> Result<HttpResponse, Problem> {
    let Query(PayablesQuery { status, due_from, due_to, number, disputed, open, sort, order, totals, after }) = query;
    let mut fields = Fields::default();
    let search = ListQuery { status, due_from, due_to, number, disputed, open, sort, order }.parse(&mut fields);
    let totals = with_totals(&mut fields, totals.as_deref());
    let after = fields.optional("after", after.as_deref(), parse_cursor);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let totals = match totals {
        true => Some(api.receivables.totals_of_payables(&me.membership, search.clone()).await?.iter().map(ListTotalBody::from).collect()),
        false => None,
    };
    let ReceivablePage { looks, next } = api.receivables.payables(&me.membership, search, after).await?;
    let data = looks.iter().map(|look| ReceivableBody::new(look, &me.membership)).collect();
    Ok(HttpResponse::Ok().json(PayableListBody { data, totals, next: next.map(|id| id.0) }))
}

told_of_an_invoice!(NewPayableBody {
    /// On the company’s list of suppliers
    pub(crate) supplier_id: Uuid,
});

as_it_was_read!(NewPayableBody from NewPayable { supplier => supplier_id });

#[utoipa::path(tag = "programmes", summary = "Enter a payable", description = "As a draft, which its supplier does not see.",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, it is entered once")),
    request_body = NewPayableBody, responses((status = 201, body = Data<ReceivableBody>)))]
#[post("/semi-private/payables")]
pub(crate) async fn enter_payable(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    key: Key,
    body: Json<NewPayableBody>,
) -> Result<HttpResponse, Problem> {
    let facts = body.value.facts()?;
    let request = key.request(me.user.id(), body.content)?;
    let command = EnterPayableCommand { by: me.membership, supplier: SupplierId(body.value.supplier_id), facts, request };
    let look = api.programmes.enter_payable(command).await.map_err(not_done)?;
    Ok(HttpResponse::Created().json(Data { data: ReceivableBody::new(&look, &me.membership) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeenPayableBody {
    id: Uuid,
    /// The version of it one saw
    version: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ApprovePayablesBody {
    #[schema(min_items = 1, max_items = 500)]
    payables: Vec<SeenPayableBody>,
}

/// What came of one of many: the payable that was approved, or why it was not.
#[derive(Serialize, ToSchema)]
struct ApprovedRowBody {
    id: Uuid,
    payable: Option<ReceivableBody>,
    problem: Option<ProblemBody>,
}

#[utoipa::path(tag = "programmes", summary = "Approve payables",
    description = "Each is an irrevocable promise to pay that amount on that day. By an owner or approver who confirms it (403 `step_up_required` otherwise), one after the other, each by itself: a row for each says what came of it, such as `stale_version` where it is not as it was seen, or `four_eyes` for the person who entered it where a colleague could approve.",
    params(("Idempotency-Key" = String, Header)), request_body = ApprovePayablesBody,
    responses((status = 200, body = Data<Vec<ApprovedRowBody>>)))]
#[post("/semi-private/payables/approve")]
pub(crate) async fn approve_payables(
    me: PayableApprover,
    api: web::Data<Api>,
    key: Key,
    body: Json<ApprovePayablesBody>,
) -> Result<HttpResponse, Problem> {
    let payables = &body.value.payables;
    let mut fields = Fields::default();
    if payables.is_empty() {
        fields.refuse("payables", Invalid::Required);
    }
    if payables.len() > MOST {
        fields.refuse("payables", Invalid::TooMany { max: MOST as i64 });
    }
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let seen = payables.iter().map(|seen| SeenPayable { id: ReceivableId(seen.id), version: seen.version }).collect();
    let approved = api.programmes.approve_payables(&me, seen, request).await.map_err(not_done)?;
    let rows: Vec<_> = approved
        .into_iter()
        .map(|row| match row.answer {
            Ok(look) => ApprovedRowBody { id: row.id.0, payable: Some(ReceivableBody::new(&look, &me.membership)), problem: None },
            Err(error) => ApprovedRowBody { id: row.id.0, payable: None, problem: Some(row_problem(error)) },
        })
        .collect();
    Ok(HttpResponse::Ok().json(Data { data: rows }))
}

fn row_problem(error: ReceivableError) -> ProblemBody {
    not_done(error).body()
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreditPayableBody {
    /// The version of the payable one saw
    version: i64,
    /// In minor units of its currency
    amount: i64,
    note: Option<String>,
}

#[utoipa::path(tag = "programmes", summary = "Enter a credit note",
    description = "Lowers an approved payable before it is sold; one of the whole amount ends it. What was sold stays whole (409 `not_possible`): lower the supplier’s next payable instead, before it is approved.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = CreditPayableBody,
    responses((status = 200, body = Data<ReceivableBody>)))]
#[post("/semi-private/payables/{id}/credit-note")]
pub(crate) async fn credit_payable(
    me: PayableApprover,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<CreditPayableBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let note = fields.optional("note", body.value.note.as_deref(), Note::parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let (version, amount) = (body.value.version, Minor::new(body.value.amount));
    let command = CreditPayableCommand { by: me.membership, version, amount, note, request };
    let look = api.programmes.credit_payable(parse_id(&id)?, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceivableBody::new(&look, &me.membership) }))
}

/// What a buyer is to pay in a week; both days are of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DueWeekBody {
    from: NaiveDate,
    to: NaiveDate,
    /// For what suppliers sold
    to_house: i64,
    /// For what they did not sell so far
    to_suppliers: i64,
}

/// A programme as its buyer sees it, in minor units of its currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProgrammeBody {
    facility_id: Uuid,
    /// ISO 4217
    currency: String,
    status: FacilityStatusCode,
    limit: i64,
    in_use: i64,
    /// What is left of the limit, or of what the company may owe in all where that is less
    free: i64,
    /// This one from today on, and seven whole ones behind it
    weeks: Vec<DueWeekBody>,
    /// Due behind the last of the weeks
    later: i64,
    overdue: i64,
    /// What waits to be approved
    drafts: i64,
    /// In the last 90 days
    approved: i64,
    /// Of that, what is sold and not paid out yet
    committed: i64,
    /// Of that, what suppliers were paid early
    paid_early: i64,
    /// Where to pay what suppliers sold, each with its reference
    pay_to: Option<PayToBody>,
}

/// An account of the house.
#[derive(Serialize, ToSchema)]
struct PayToBody {
    holder: String,
    iban: String,
    bic: Option<String>,
}

impl From<&Programme> for ProgrammeBody {
    fn from(programme: &Programme) -> Self {
        let Programme { found, in_use, free, weeks, later, overdue, drafts, approved, committed, paid_early, pay_to } = programme;
        let parts = found.facility.parts();
        let week = |DueWeek { from, to, to_house, to_suppliers }: &DueWeek| DueWeekBody {
            from: *from,
            to: *to,
            to_house: to_house.get(),
            to_suppliers: to_suppliers.get(),
        };
        Self {
            facility_id: parts.id.0,
            currency: parts.currency.code().to_owned(),
            status: Code(parts.status),
            limit: found.facility.shown().map_or(0, |shown| shown.terms.parts().limit.get()),
            in_use: in_use.get(),
            free: free.get(),
            weeks: weeks.iter().map(week).collect(),
            later: later.get(),
            overdue: overdue.get(),
            drafts: drafts.get(),
            approved: approved.get(),
            committed: committed.get(),
            paid_early: paid_early.get(),
            pay_to: pay_to.as_ref().map(|account| PayToBody {
                holder: account.holder.as_str().to_owned(),
                iban: account.iban.as_str().to_owned(),
                bic: account.bic.as_ref().map(|bic| bic.as_str().to_owned()),
            }),
        }
    }
}

#[utoipa::path(tag = "programmes", summary = "The company’s programmes", description = "One a currency: what is used and free, what is due by week, and how much suppliers take up.",
    responses((status = 200, body = Data<Vec<ProgrammeBody>>)))]
#[get("/semi-private/programmes")]
pub(crate) async fn list_programmes(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let programmes = api.programmes.programmes(&me.membership).await?;
    Ok(HttpResponse::Ok().json(Data { data: programmes.iter().map(ProgrammeBody::from).collect::<Vec<_>>() }))
}

/// What being paid early on a day comes to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PriceOnDayBody {
    payout_on: NaiveDate,
    /// That are financed
    days: i64,
    /// Discount and fees
    cost: i64,
    payout: i64,
}

impl From<&PriceOnDay> for PriceOnDayBody {
    fn from(PriceOnDay { payout_on, days, cost, payout }: &PriceOnDay) -> Self {
        Self { payout_on: *payout_on, days: *days, cost: cost.get(), payout: payout.get() }
    }
}

#[utoipa::path(tag = "receivables", summary = "What being paid comes to by day",
    description = "For each business day until it could not be sold any more, were the payout on that day. Nothing where nothing is offered.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<PriceOnDayBody>>)))]
#[get("/semi-private/receivables/{id}/prices")]
pub(crate) async fn prices_by_day(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let prices = api.programmes.prices_by_day(parse_id(&id)?, &me.membership).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: prices.iter().map(PriceOnDayBody::from).collect::<Vec<_>>() }))
}
