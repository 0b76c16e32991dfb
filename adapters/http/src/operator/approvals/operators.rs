//! Who works for the house, and as what.

use crate::{
    approvals::body::{AwaitsBody, WaitingBody, awaits, not_proposed},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::{Admin, OperatorReader, not_their_role},
};
use actix_web::{HttpResponse, get, put, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::approvals::{OperatorView, OperatorsError, Performed};
use sooner_domain::{
    identity::operator::{OperatorRight, OperatorRole, OperatorRoles},
    kernel::{Invalid, coded::Coded, ids::UserId},
};
use sooner_shared::{
    coded_body::{Code, OperatorRoleCode},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
struct ProposedRolesBody {
    approval: WaitingBody,
    roles: Vec<OperatorRoleCode>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OperatorBody {
    id: Uuid,
    name: String,
    email: String,
    /// None: a former operator
    roles: Vec<OperatorRoleCode>,
    /// Whether signing in asks for a code too
    second_factor: bool,
    last_sign_in_at: Option<DateTime<Utc>>,
    is_you: bool,
    /// The change that waits for a second person
    waiting: Option<ProposedRolesBody>,
}

fn codes(roles: OperatorRoles) -> Vec<OperatorRoleCode> {
    roles.iter().map(Code).collect()
}

impl OperatorBody {
    fn new(OperatorView { seen, waiting }: &OperatorView, me: UserId) -> Self {
        let user = &seen.user;
        Self {
            id: user.id().0,
            name: user.name(),
            email: user.email().as_str().to_owned(),
            roles: codes(user.parts().operator_roles),
            second_factor: user.parts().second_factor,
            last_sign_in_at: seen.last_sign_in_at,
            is_you: user.id() == me,
            waiting: waiting
                .as_ref()
                .map(|(approval, roles)| ProposedRolesBody { approval: WaitingBody::from(approval), roles: codes(*roles) }),
        }
    }
}

#[utoipa::path(tag = "approvals", summary = "The operators", description = "The first one first.",
    responses((status = 200, body = Data<Vec<OperatorBody>>)))]
#[get("/operator/operators")]
pub(crate) async fn list_operators(me: OperatorReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let operators = api.approvals.operators().await?;
    let data: Vec<_> = operators.iter().map(|operator| OperatorBody::new(operator, me.user.id())).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RolesBody {
    #[schema(value_type = Vec<OperatorRoleCode>)]
    roles: Vec<String>,
    /// The roles they had when one looked: when they have others by now, 409 `stale_version`
    #[schema(value_type = Vec<OperatorRoleCode>)]
    seen: Vec<String>,
}

fn parse_roles(fields: &mut Fields, field: &str, codes: &[String]) -> OperatorRoles {
    let role = |code: &String| fields.take(field, OperatorRole::from_code(code).ok_or(Invalid::NotListed));
    codes.iter().filter_map(role).collect()
}

#[utoipa::path(tag = "approvals", summary = "Change an operator’s roles",
    description = "By an admin who confirms it (403 `step_up_required` otherwise), and approved by another one; where no approval is needed, they count at once. An operator without roles has neither access nor sessions.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")), request_body = RolesBody,
    responses((status = 202, body = Data<AwaitsBody>, description = "It waits for a second person"), (status = 204, description = "They count now")))]
#[put("/operator/operators/{id}/roles")]
pub(crate) async fn change_roles(
    me: Admin,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RolesBody>,
) -> Result<HttpResponse, Problem> {
    let me = key.asked_by(me, body.content);
    let who = Uuid::try_parse(&id).map(UserId).map_err(|_| Problem::not_found())?;
    let mut fields = Fields::default();
    let roles = parse_roles(&mut fields, "roles", &body.value.roles);
    let seen = parse_roles(&mut fields, "seen", &body.value.seen);
    let (roles, seen) = fields.finish(Some((roles, seen))).map_err(Problem::invalid)?;
    let performed = api.approvals.change_roles(&me, who, seen, roles).await.map_err(|error| match error {
        OperatorsError::Forbidden => not_their_role(OperatorRight::ManageOperators),
        OperatorsError::Propose(error) => not_proposed(error),
    })?;
    match performed {
        Performed::Done(()) => Ok(HttpResponse::NoContent().finish()),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}
