//! Two debtors that are one.

use super::debtors::{DebtorBody, not_shown, parse_id};
use crate::{
    approvals::{
        body::{AwaitsBody, awaits, not_proposed},
        merge_body::MergeOutlookBody,
    },
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
    },
    operator::onboarding::alike::AlikeDebtorBody,
    session::{DebtorManager, FacilityReader},
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::approvals::{MergeCommand, Performed};
use sooner_domain::kernel::{Invalid, ids::DebtorId, text::Note};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;
use uuid::Uuid;

/// Debtors similar to another one.
#[derive(Serialize, ToSchema)]
struct AlikeDebtorsBody {
    /// Most in common first
    alike: Vec<AlikeDebtorBody>,
}

#[utoipa::path(tag = "debtors", summary = "The debtors similar to this one", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<AlikeDebtorsBody>)))]
#[get("/operator/debtors/{id}/alike")]
pub(crate) async fn list_alike_debtors(me: FacilityReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let alike = api.parties.alike_debtors(&me, parse_id(&id)?).await.map_err(not_shown)?;
    let ids: Vec<DebtorId> = alike.iter().map(|one| one.debtor.id()).collect();
    let in_use = api.cash.in_use_of(&ids).await?;
    let alike = alike.iter().map(|one| AlikeDebtorBody::new(one, &in_use)).collect();
    Ok(HttpResponse::Ok().json(Data { data: AlikeDebtorsBody { alike } }))
}

#[derive(Deserialize)]
struct MergeQuery {
    into: Option<String>,
}

#[utoipa::path(tag = "debtors", summary = "What merging two debtors comes to",
    params(("id" = Uuid, Path), ("into" = Uuid, Query, description = "The debtor that stays")),
    responses((status = 200, body = Data<MergeOutlookBody>)))]
#[get("/operator/debtors/{id}/merge")]
pub(crate) async fn preview_merge(
    me: FacilityReader,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<MergeQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(MergeQuery { into }) = query;
    let into = parse_id(into.as_deref().unwrap_or_default())?;
    let outlook = api.approvals.merge_outlook(parse_id(&id)?, into, &me.operator()).await.map_err(not_proposed)?;
    Ok(HttpResponse::Ok().json(Data { data: MergeOutlookBody::from(&outlook) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MergeBody {
    /// The debtor that stays
    into: Uuid,
    /// The version of the debtor that is merged, as one saw it
    version: i64,
    /// The version of the one that stays, as one saw it
    into_version: i64,
    /// Why; the person who approves it reads it
    note: String,
}

#[utoipa::path(tag = "debtors", summary = "Merge a debtor into another one",
    description = "It waits for a second person (202); with four eyes off it counts at once. It is confirmed (403 `step_up_required` otherwise). Everything that the debtor of the address owes is owed by the other one from then on.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = MergeBody,
    responses((status = 200, body = Data<DebtorBody>, description = "The one that stays"),
        (status = 202, body = Data<AwaitsBody>, description = "It waits for a second person")))]
#[post("/operator/debtors/{id}/merge")]
pub(crate) async fn merge_debtors(
    me: DebtorManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<MergeBody>,
) -> Result<HttpResponse, Problem> {
    let gone = parse_id(&id)?;
    let MergeBody { into, version, into_version, note } = &body.value;
    let mut fields = Fields::default();
    let note = fields.take("note", Note::parse(note));
    if *into == gone.0 {
        fields.refuse("into", Invalid::NotListed);
    }
    let note = fields.finish(note).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let stays = (DebtorId(*into), *into_version);
    let command = MergeCommand { by: me.clone(), gone: (gone, *version), stays, note, request };
    match api.approvals.merge_debtors(command).await.map_err(not_proposed)? {
        Performed::Done(debtor) => Ok(HttpResponse::Ok().json(Data { data: DebtorBody::new(&debtor, true) })),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}
