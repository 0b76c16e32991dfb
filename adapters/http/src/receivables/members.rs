//! What a company does with its invoices before they are sold.

use super::{
    body::{ReceivableBody, parse_id},
    list_query::{DirectionCode, ListQuery, ListTotalBody, ReceivableSortCode, with_totals},
    refused::{no_offer, not_done},
};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
    },
    session::{InvoiceEnterer, SignedIn},
};
use actix_web::{HttpResponse, get, http::header, post, put, web};
use serde::{Deserialize, Serialize};
use sooner_application::{
    parties::Member,
    receivables::{EnterCommand, Look, NewInvoice, ReceivablePage, SaveCommand, SeenCommand},
};
use sooner_domain::{
    kernel::{
        Invalid,
        ids::ReceivableId,
        money::Currency,
        text::{Line, Note},
    },
    parties::buyer::BuyerId,
    receivables::{
        facts::{Face, Facts},
        fingerprint::InvoiceNumber,
        status::ReceivableStatus,
    },
};
use sooner_shared::{
    coded_body::{ReceivableStatusCode, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Statuses, separated by commas.
pub(crate) fn parse_statuses(text: &str) -> Result<Vec<ReceivableStatus>, Invalid> {
    text.split(',').map(|code| member(code.trim())).collect()
}

pub(crate) fn parse_cursor(text: &str) -> Result<ReceivableId, Invalid> {
    Uuid::try_parse(text).map(ReceivableId).map_err(|_| Invalid::CursorUnknown)
}

fn shown(me: &Member, look: &Look) -> Data<ReceivableBody> {
    Data { data: ReceivableBody::new(look, &me.membership) }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnQuery {
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
struct ReceivableListBody {
    data: Vec<ReceivableBody>,
    /// What all pages come to, by currency; absent unless asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    totals: Option<Vec<ListTotalBody>>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[utoipa::path(tag = "receivables", summary = "The company’s invoices",
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
    responses((status = 200, body = ReceivableListBody)))]
#[get("/semi-private/receivables")]
pub(crate) async fn list_receivables(me: SignedIn, api: web::Data<Api>, query: Query<OwnQuery>) -> Result<HttpResponse, Problem> {
    let Query(OwnQuery { status, due_from, due_to, number, disputed, open, sort, order, totals, after }) = query;
    let mut fields = Fields::default();
    let search = ListQuery { status, due_from, due_to, number, disputed, open, sort, order }.parse(&mut fields);
    let totals = with_totals(&mut fields, totals.as_deref());
    let after = fields.optional("after", after.as_deref(), parse_cursor);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let totals = match totals {
        true => Some(api.receivables.own_totals(&me.membership, search.clone()).await?.iter().map(ListTotalBody::from).collect()),
        false => None,
    };
    let ReceivablePage { looks, next } = api.receivables.own(&me.membership, search, after).await?;
    let data = looks.iter().map(|look| ReceivableBody::new(look, &me.membership)).collect();
    Ok(HttpResponse::Ok().json(ReceivableListBody { data, totals, next: next.map(|id| id.0) }))
}

/// Declares a body with what an invoice says, and something besides.
macro_rules! told_of_an_invoice {
    ($(#[$doc:meta])* $name:ident { $($besides:tt)* }) => {
        $(#[$doc])*
        #[derive(Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(super) struct $name {
            $($besides)*
            #[schema(max_length = 100)]
            invoice_number: String,
            #[schema(value_type = NaiveDate)]
            issued_on: String,
            #[schema(value_type = NaiveDate)]
            due_on: String,
            /// The total with tax, in minor units of `currency`
            face: i64,
            /// ISO 4217
            currency: String,
            order_reference: Option<String>,
            note: Option<String>,
        }

        impl $name {
            pub(super) fn facts(&self) -> Result<Facts, Problem> {
                let mut fields = Fields::default();
                let number = fields.take("invoiceNumber", InvoiceNumber::parse(&self.invoice_number));
                let issued_on = fields.take("issuedOn", parse_date(&self.issued_on));
                let due_on = parse_date(&self.due_on).and_then(|day| sooner_domain::receivables::facts::due_after_issue(issued_on, Some(day)).map(|()| day));
                let due_on = fields.take("dueOn", due_on);
                let currency = fields.take("currency", Currency::parse(&self.currency));
                let face = currency.and_then(|currency| fields.take("face", Face::parse(self.face, currency)));
                let order_reference = fields.optional("orderReference", self.order_reference.as_deref(), Line::parse);
                let note = fields.optional("note", self.note.as_deref(), Note::parse);
                let facts = || Some(Facts { number: number?, issued_on: issued_on?, due_on: due_on?, face: face?, order_reference, note });
                fields.finish(facts()).map_err(Problem::invalid)
            }
        }
    };
}

pub(crate) use told_of_an_invoice;

/// A body as somebody would send it who enters what was read.
macro_rules! as_it_was_read {
    ($body:ident from $new:ident { $of:ident => $field:ident }) => {
        impl From<$new> for $body {
            fn from($new { $of, facts }: $new) -> Self {
                let Facts { number, issued_on, due_on, face, order_reference, note } = facts;
                Self {
                    $field: $of.0,
                    invoice_number: number.as_str().to_owned(),
                    issued_on: issued_on.to_string(),
                    due_on: due_on.to_string(),
                    face: face.amount().get(),
                    currency: face.currency().code().to_owned(),
                    order_reference: order_reference.map(|text| text.as_str().to_owned()),
                    note: note.map(|note| note.as_str().to_owned()),
                }
            }
        }
    };
}

pub(crate) use as_it_was_read;

told_of_an_invoice!(NewReceivableBody {
    /// On the company’s list of buyers
    pub(super) buyer_id: Uuid,
});

as_it_was_read!(NewReceivableBody from NewInvoice { buyer => buyer_id });

told_of_an_invoice!(ChangedReceivableBody {
    /// The version of the receivable one saw
    version: i64,
});

#[utoipa::path(tag = "receivables", summary = "Enter an invoice", description = "As a draft, with what the checks find of it.",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, the invoice is entered once")),
    request_body = NewReceivableBody, responses((status = 201, body = Data<ReceivableBody>)))]
#[post("/semi-private/receivables")]
pub(crate) async fn enter_receivable(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    key: Key,
    body: Json<NewReceivableBody>,
) -> Result<HttpResponse, Problem> {
    let facts = body.value.facts()?;
    let request = key.request(me.user.id(), body.content)?;
    let command = EnterCommand { by: me.membership, buyer: BuyerId(body.value.buyer_id), facts, request };
    let look = api.receivables.enter(command).await.map_err(not_done)?;
    Ok(HttpResponse::Created().json(shown(&me, &look)))
}

#[utoipa::path(tag = "receivables", summary = "One of the company’s invoices", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<ReceivableBody>)))]
#[get("/semi-private/receivables/{id}")]
pub(crate) async fn read_receivable(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let look = api.receivables.shown(parse_id(&id)?, &me.membership).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(shown(&me, &look)))
}

#[utoipa::path(tag = "receivables", summary = "Change a draft", description = "All of it but the buyer, until it is handed in.",
    params(("id" = Uuid, Path)), request_body = ChangedReceivableBody, responses((status = 200, body = Data<ReceivableBody>)))]
#[put("/semi-private/receivables/{id}")]
pub(crate) async fn save_receivable(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    id: web::Path<String>,
    body: Json<ChangedReceivableBody>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let command = SaveCommand { by: me.membership, version: body.value.version, facts: body.value.facts()? };
    let look = api.programmes.save(id, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(shown(&me, &look)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeenReceivableBody {
    /// The version of the receivable one saw
    version: i64,
}

fn seen(me: &Member, key: Key, body: &Json<SeenReceivableBody>) -> Result<SeenCommand, Problem> {
    let request = key.request(me.user.id(), body.content)?;
    Ok(SeenCommand { by: me.membership, version: body.value.version, request })
}

#[utoipa::path(tag = "receivables", summary = "Hand an invoice in", description = "What passes every check is offered at once.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = SeenReceivableBody,
    responses((status = 200, body = Data<ReceivableBody>)))]
#[post("/semi-private/receivables/{id}/submit")]
pub(crate) async fn submit_receivable(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SeenReceivableBody>,
) -> Result<HttpResponse, Problem> {
    let look = api.receivables.submit(parse_id(&id)?, seen(&me, key, &body)?).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(shown(&me, &look)))
}

#[utoipa::path(tag = "receivables", summary = "Take an invoice back", description = "Before it is sold. It can be entered anew.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = SeenReceivableBody,
    responses((status = 200, body = Data<ReceivableBody>)))]
#[post("/semi-private/receivables/{id}/withdraw")]
pub(crate) async fn withdraw_receivable(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SeenReceivableBody>,
) -> Result<HttpResponse, Problem> {
    let look = api.receivables.withdraw(parse_id(&id)?, seen(&me, key, &body)?).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(shown(&me, &look)))
}

#[utoipa::path(tag = "receivables", summary = "An offer’s canonical form",
    description = "JSON by RFC 8785 of the present offer, or the accepted one: the SHA-256 of these bytes is its `hash`. Where nothing is offered, 409 `not_possible`.",
    params(("id" = Uuid, Path)), responses((status = 200, body = serde_json::Value)))]
#[get("/semi-private/receivables/{id}/offer")]
pub(crate) async fn download_offer(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let look = api.receivables.shown(parse_id(&id)?, &me.membership).await.map_err(not_done)?;
    let is_seller = me.membership.company == look.receivable().parts().seller;
    let offer = look.standing_or_sold_for().filter(|_| is_seller).ok_or_else(|| no_offer(look.receivable()))?;
    let disposition = format!("attachment; filename=\"offer-{}.json\"", offer.id());
    let answer = HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_DISPOSITION, disposition))
        .body(offer.canonical().to_string());
    Ok(answer)
}
