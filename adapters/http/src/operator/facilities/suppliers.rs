//! The suppliers of a programme, as the house sees them.

use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    facilities::{body::parse_id, suppliers},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
    },
    receivables::refused::not_done,
    session::{FacilityManager, FacilityReader},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{Performed, SupplierRateCommand},
    programmes::{ProgrammeSupplier, ProgrammeSupplierPage},
    receivables::ports::Promised,
};
use sooner_domain::{
    approvals::{approval::Approval, proposal::Proposal},
    facilities::supplier::{AutomaticPayment, Parts, SupplierId},
    kernel::{Invalid, interest::YearlyRate, text::Note},
    parties::operator::Operator,
};
use sooner_shared::{
    coded_body::{AutomaticModeCode, Code, EnrolmentCode, SupplierWaitCode},
    fields::Fields,
    form_body::MoneyBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What its buyer promised a supplier. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PromisedBody {
    /// ISO 4217
    currency: &'static str,
    /// Approved, and neither paid early nor too late for that
    waiting: i64,
    /// Sold, and not paid out yet
    committed: i64,
    /// Sold and paid out, whatever became of it since
    paid_early: i64,
    /// What of both the buyer still owes
    open: i64,
}

impl From<&Promised> for PromisedBody {
    fn from(Promised { currency, waiting, committed, paid_early, open }: &Promised) -> Self {
        Self {
            currency: currency.code(),
            waiting: waiting.get(),
            committed: committed.get(),
            paid_early: paid_early.get(),
            open: open.get(),
        }
    }
}

/// A supplier of a programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProgrammeSupplierBody {
    id: Uuid,
    /// Counts changes: a change names the version that was seen
    version: i64,
    /// As it calls itself, or until then as the buyer does
    name: String,
    /// None before it has a member
    company_id: Option<Uuid>,
    enrolment: EnrolmentCode,
    /// What it waits for before it can be paid early; nothing when it can
    waits_for: Option<SupplierWaitCode>,
    /// Its own, a year in basis points; none where the programme’s counts
    discount_rate: Option<u16>,
    automatic: AutomaticModeCode,
    /// With `above`: the least amount that is sold by itself
    automatic_above: Option<MoneyBody>,
    /// By currency
    promised: Vec<PromisedBody>,
    /// Another rate, which waits for a second person
    proposed_rate: Option<ProposedRateBody>,
    /// Whether the caller may propose another rate
    may_change_rate: bool,
    invited_at: DateTime<Utc>,
    left_at: Option<DateTime<Utc>>,
}

/// A rate that waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProposedRateBody {
    approval_id: Uuid,
    /// A year in basis points; none for the programme’s
    discount_rate: Option<u16>,
    expires_at: DateTime<Utc>,
}

impl ProposedRateBody {
    /// Of the supplier with this id, if it is.
    fn of(supplier: SupplierId, approval: &Approval) -> Option<Self> {
        let Proposal::SupplierRate(rate) = &approval.proposal else { return None };
        let discount_rate = rate.after.map(YearlyRate::basis_points);
        (rate.supplier == supplier).then_some(Self { approval_id: approval.id.0, discount_rate, expires_at: approval.expires_at })
    }
}

impl ProgrammeSupplierBody {
    fn new(ProgrammeSupplier { found, promised }: &ProgrammeSupplier, waiting: &[Approval], me: &Operator) -> Self {
        let Parts { id, version, details, rate, automatic, added, left_at, .. } = found.supplier.parts();
        Self {
            id: id.0,
            version: *version,
            name: found.company.name().unwrap_or(&details.legal_name).as_str().to_owned(),
            company_id: found.has_joined.then_some(found.company.id.0),
            enrolment: Code(found.enrolment()),
            waits_for: found.waits_for().map(Code),
            discount_rate: rate.map(|rate| rate.basis_points()),
            automatic: Code(automatic.mode()),
            automatic_above: if let AutomaticPayment::Above(least) = automatic { Some(MoneyBody::from(*least)) } else { None },
            promised: promised.iter().map(PromisedBody::from).collect(),
            proposed_rate: waiting.iter().find_map(|approval| ProposedRateBody::of(*id, approval)),
            may_change_rate: found.supplier.operator_may_price(me).is_ok(),
            invited_at: added.at,
            left_at: *left_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ProgrammeSupplierListBody {
    data: Vec<ProgrammeSupplierBody>,
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct AfterQuery {
    after: Option<String>,
}

#[utoipa::path(tag = "facilities", summary = "The suppliers of a programme",
    description = "The one invited last first. A facility that is no programme has none.",
    params(("id" = Uuid, Path), ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = ProgrammeSupplierListBody)))]
#[get("/operator/facilities/{id}/suppliers")]
pub(crate) async fn list_programme_suppliers(
    me: FacilityReader,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<AfterQuery>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let parse = |text: &str| Uuid::try_parse(text).map(SupplierId).map_err(|_| Invalid::CursorUnknown);
    let after = fields.optional("after", query.0.after.as_deref(), parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let ProgrammeSupplierPage { suppliers, next } =
        api.programmes.suppliers_of(&me.operator(), parse_id(&id)?, after).await.map_err(not_done)?;
    let ids: Vec<_> = suppliers.iter().map(|supplier| supplier.found.supplier.id()).collect();
    let waiting = api.approvals.rates_that_wait(&ids).await?;
    let data = suppliers.iter().map(|supplier| ProgrammeSupplierBody::new(supplier, &waiting, &me.operator())).collect();
    Ok(HttpResponse::Ok().json(ProgrammeSupplierListBody { data, next: next.map(|id| id.0) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SupplierRateRequest {
    /// The version of the supplier one saw
    version: i64,
    /// A year in basis points; null for the programme’s
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true)]
    discount_rate: Option<i64>,
    /// Why; colleagues read it
    note: String,
}

#[utoipa::path(tag = "facilities", summary = "Give a supplier a rate of its own",
    description = "In place of the programme’s, for what it sells from then on; `null` goes back to that. What was sold keeps its price. Approved by a second person; where no approval is needed, it counts at once.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = SupplierRateRequest,
    responses((status = 202, body = Data<AwaitsBody>, description = "It waits for a second person"), (status = 204, description = "It counts now")))]
#[post("/operator/suppliers/{id}/rate")]
pub(crate) async fn change_supplier_rate(
    me: FacilityManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SupplierRateRequest>,
) -> Result<HttpResponse, Problem> {
    let SupplierRateRequest { version, discount_rate, note } = &body.value;
    let mut fields = Fields::default();
    let rate = fields.take("discountRate", discount_rate.map(YearlyRate::parse_basis_points).transpose());
    let note = fields.take("note", Note::parse(note));
    let (rate, note) = fields.finish(rate.zip(note)).map_err(Problem::invalid)?;
    let version = *version;
    let request = key.required(me.user.id(), body.content)?;
    let command = SupplierRateCommand { by: me.clone(), version, rate, note, request };
    match api.approvals.change_supplier_rate(suppliers::parse_id(&id)?, command).await.map_err(not_proposed)? {
        Performed::Done(_) => Ok(HttpResponse::NoContent().finish()),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}
