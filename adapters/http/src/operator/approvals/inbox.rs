//! What waits for a second person.

use super::ground::{AffectedBody, ExposureBody, OrderedPayoutBody, TakenOutBody};
use crate::{
    approvals::{bank_account::DuePayoutsBody, body::not_decided, merge_body::MergeOutlookBody, release_body::ProposedReleaseBody},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::{Query, parse_flag},
    },
    onboarding::user_body::NamedPersonBody,
    session::Operator,
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{ApprovalView, Ground, Inbox, InboxQuery, Ruling},
    parties::Member,
};
use sooner_domain::{
    approvals::approval::{Approval, Verdict},
    kernel::{Invalid, ids::ApprovalId, text::Note},
};
use sooner_shared::{
    coded_body::{ApprovalActionCode, ApprovalMoveCode, ApprovalStateCode, Code},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApprovalChangeBody {
    /// Its path, such as `bankAccount.iban`
    field: String,
    before: Option<String>,
    after: Option<String>,
}

/// A proposal that waits for a second person, or was decided.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApprovalBody {
    id: Uuid,
    action: ApprovalActionCode,
    state: ApprovalStateCode,
    /// Of what exactly is proposed: 64 hexadecimal digits
    hash: String,
    /// The name of what it is about; empty where unknown
    about: String,
    changes: Vec<ApprovalChangeBody>,
    /// ISO 4217: of the amounts of terms, which do not say theirs
    currency: Option<&'static str>,
    /// That gets other terms
    facility_id: Option<Uuid>,
    /// Whose limits change, or which is merged into another one
    debtor_id: Option<Uuid>,
    /// Of the limits that change, while it waits
    exposure: Vec<ExposureBody>,
    /// What merging the two debtors comes to, while it waits
    merge: Option<MergeOutlookBody>,
    /// What it is about changed since, so it is not approved any more
    is_overtaken: bool,
    /// In whose programme the supplier is that gets another rate
    buyer_name: Option<String>,
    /// What is ended or taken back, as it is now
    receivable: Option<AffectedBody>,
    /// What is to be released
    payouts: Vec<OrderedPayoutBody>,
    /// What that does, while it waits
    release: Option<ProposedReleaseBody>,
    /// What an entry by hand takes out of the bank, while it waits
    taken_out: Option<TakenOutBody>,
    /// What is due to the company and goes to the account that is proposed, while it waits
    due: Vec<DuePayoutsBody>,
    proposed_by: Option<NamedPersonBody>,
    proposed_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// Who ended it
    decided_by: Option<NamedPersonBody>,
    decided_at: Option<DateTime<Utc>>,
    note: Option<String>,
    allowed_actions: Vec<ApprovalMoveCode>,
}

impl From<&ApprovalView> for ApprovalBody {
    fn from(view: &ApprovalView) -> Self {
        let ApprovalView { approval, state, hash, proposed_by, decided_by, about, ground, moves } = view;
        let Ground {
            currency,
            facility,
            debtor,
            merge,
            buyer,
            receivable,
            loss,
            exposure,
            newest,
            is_overtaken,
            payouts,
            release,
            taken_out,
            due,
        } = ground;
        let Approval { id, proposal, proposed_by: _, proposed_at, expires_at, state: _, decided } = approval;
        let changes = proposal.changes().into_iter();
        Self {
            id: id.0,
            action: Code(proposal.action()),
            state: Code(*state),
            hash: hash.clone(),
            about: about.clone(),
            changes: changes.map(|change| ApprovalChangeBody { field: change.field, before: change.before, after: change.after }).collect(),
            currency: currency.map(|currency| currency.code()),
            facility_id: facility.map(|id| id.0),
            debtor_id: debtor.map(|id| id.0),
            exposure: exposure.iter().map(ExposureBody::from).collect(),
            merge: merge.as_deref().map(MergeOutlookBody::from),
            is_overtaken: *is_overtaken,
            buyer_name: buyer.clone(),
            receivable: receivable.as_ref().map(|look| AffectedBody::new(look, (loss.as_ref(), newest.as_ref()), *is_overtaken)),
            payouts: payouts.iter().map(OrderedPayoutBody::from).collect(),
            release: release.as_ref().map(ProposedReleaseBody::from),
            taken_out: taken_out.as_ref().map(TakenOutBody::from),
            due: due.iter().map(DuePayoutsBody::from).collect(),
            proposed_by: proposed_by.as_ref().map(NamedPersonBody::from),
            proposed_at: *proposed_at,
            expires_at: *expires_at,
            decided_by: decided_by.as_ref().map(NamedPersonBody::from),
            decided_at: decided.as_ref().map(|decided| decided.at),
            note: decided.as_ref().and_then(|decided| decided.note.as_ref()).map(|note| note.as_str().to_owned()),
            allowed_actions: moves.iter().map(|what| Code(*what)).collect(),
        }
    }
}

#[derive(Deserialize)]
struct InboxParams {
    ended: Option<String>,
    about: Option<String>,
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct InboxBody {
    data: Vec<ApprovalBody>,
    next: Option<Uuid>,
    /// How many the caller may decide on now, up to 50
    waiting: usize,
}

#[utoipa::path(tag = "approvals", summary = "The inbox",
    description = "What one’s roles let one see: those that wait, the longest waiting first, or the others, the last proposed first.",
    params(("ended" = Option<bool>, Query, description = "Those that were decided, withdrawn or expired, instead of those that wait"),
        ("about" = Option<Uuid>, Query, description = "Only those on the debtor, the receivable or the facility of this id"),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = InboxBody)))]
#[get("/operator/approvals")]
pub(crate) async fn list_approvals(me: Operator, api: web::Data<Api>, query: Query<InboxParams>) -> Result<HttpResponse, Problem> {
    let Query(InboxParams { ended, about, after }) = query;
    let mut fields = Fields::default();
    let ended = fields.optional("ended", ended.as_deref(), parse_flag).unwrap_or_default();
    let parse = |text: &str| Uuid::try_parse(text).map(ApprovalId).map_err(|_| Invalid::CursorUnknown);
    let after = fields.optional("after", after.as_deref(), parse);
    let about = fields.optional("about", about.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed));
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let Inbox { approvals, next, waiting } = api.approvals.inbox(&me, InboxQuery { ended, about, after }).await?;
    let data = approvals.iter().map(ApprovalBody::from).collect();
    Ok(HttpResponse::Ok().json(InboxBody { data, next: next.map(|id| id.0), waiting }))
}

fn parse_id(text: &str) -> Result<ApprovalId, Problem> {
    Uuid::try_parse(text).map(ApprovalId).map_err(|_| Problem::not_found())
}

async fn shown(me: &Member, api: &Api, id: ApprovalId) -> Result<HttpResponse, Problem> {
    let view = api.approvals.approval(me, id).await.map_err(not_decided)?;
    Ok(HttpResponse::Ok().json(Data { data: ApprovalBody::from(&view) }))
}

#[utoipa::path(tag = "approvals", summary = "One approval", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<ApprovalBody>)))]
#[get("/operator/approvals/{id}")]
pub(crate) async fn read_approval(me: Operator, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    shown(&me, &api, parse_id(&id)?).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RulingBody {
    /// The `hash` of what exactly one saw: another one is refused
    hash: String,
    /// Why; the proposer reads it
    note: Option<String>,
}

async fn decide(
    me: Operator,
    api: &Api,
    id: &str,
    verdict: Verdict,
    (key, body): (Key, Json<RulingBody>),
) -> Result<HttpResponse, Problem> {
    let id = parse_id(id)?;
    let mut fields = Fields::default();
    let note = fields.optional("note", body.value.note.as_deref(), Note::parse);
    let note = fields.finish(Some(note)).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let ruling = Ruling { by: me.clone(), verdict, hash: body.value.hash, note, request };
    api.approvals.decide(id, ruling).await.map_err(not_decided)?;
    shown(&me, api, id).await
}

#[utoipa::path(tag = "approvals", summary = "Approve",
    description = "By another person than the one who proposed it (403 `four_eyes`, with those who can in `people`), who confirms it (403 `step_up_required` otherwise). Performs exactly what was proposed; when that was changed since, or `hash` is another one’s, 409 `stale_version`.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = RulingBody,
    responses((status = 200, body = Data<ApprovalBody>)))]
#[post("/operator/approvals/{id}/approve")]
pub(crate) async fn approve_proposal(
    me: Operator,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RulingBody>,
) -> Result<HttpResponse, Problem> {
    decide(me, &api, &id, Verdict::Approve, (key, body)).await
}

#[utoipa::path(tag = "approvals", summary = "Refuse", params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RulingBody, responses((status = 200, body = Data<ApprovalBody>)))]
#[post("/operator/approvals/{id}/refuse")]
pub(crate) async fn refuse_proposal(
    me: Operator,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RulingBody>,
) -> Result<HttpResponse, Problem> {
    decide(me, &api, &id, Verdict::Refuse, (key, body)).await
}

#[utoipa::path(tag = "approvals", summary = "Withdraw", description = "By its proposer.", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<ApprovalBody>)))]
#[post("/operator/approvals/{id}/withdraw")]
pub(crate) async fn withdraw_proposal(me: Operator, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    api.approvals.withdraw(&me, id).await.map_err(not_decided)?;
    shown(&me, &api, id).await
}
