//! The people of a company.

use crate::{
    identity::step_up::step_up_required,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::{Key, NO_BODY},
    },
    session::{SignedIn, TeamManager, Verified, not_their_right},
};
use actix_web::{HttpResponse, delete, get, put, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::parties::{ChangeTeamError, SeenMember, ports::TeamMember};
use sooner_domain::{
    kernel::{Invalid, coded::Coded, ids::UserId},
    parties::{
        membership::{MemberRight, MemberRole},
        team::{Team, TeamRefusal},
    },
};
use sooner_shared::{
    coded_body::{Code, MemberRightCode, MemberRoleCode, TeamMoveCode},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MemberBody {
    id: Uuid,
    name: String,
    email: String,
    role: MemberRoleCode,
    /// What the role lets them do
    rights: Vec<MemberRightCode>,
    since: DateTime<Utc>,
    /// Absent where they have not signed in yet
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_sign_in_at: Option<DateTime<Utc>>,
    /// Whether it is the caller
    is_you: bool,
    /// What the caller may do with this place; `remove` is to leave where it is their own
    allowed_actions: Vec<TeamMoveCode>,
}

impl MemberBody {
    fn new((member, moves): &SeenMember, me: UserId) -> Self {
        let TeamMember { user, membership, last_sign_in_at } = member;
        Self {
            id: user.id().0,
            name: user.name(),
            email: user.email().as_str().to_owned(),
            role: Code(membership.role),
            rights: membership.role.rights().map(Code).collect(),
            since: membership.since,
            last_sign_in_at: *last_sign_in_at,
            is_you: user.id() == me,
            allowed_actions: moves.iter().map(|what| Code(*what)).collect(),
        }
    }
}

pub(crate) fn parse_role(fields: &mut Fields, code: &str) -> Option<MemberRole> {
    fields.take("role", MemberRole::from_code(code).ok_or(Invalid::NotListed))
}

/// Why a company's members stay as they are, in words.
pub(crate) fn team_refused(refusal: TeamRefusal) -> Problem {
    match refusal {
        TeamRefusal::Forbidden => not_their_right(MemberRight::ManageMembers),
        TeamRefusal::NoSuchMember => Problem::not_found(),
        TeamRefusal::LastOwner => Problem::new(ErrorCode::LastOwner, "A company needs an owner. Make someone else an owner first."),
        TeamRefusal::Full => Problem::new(ErrorCode::ListFull, format!("A company can have up to {} members.", Team::MAX)),
        TeamRefusal::InUse => {
            Problem::new(ErrorCode::CompanyInUse, "You belong to a company that is in use. Leave it before you join another one.")
        }
        TeamRefusal::WorksForHouse => {
            let sentence = "Staff of the finance company stay members until their roles there have ended.";
            Problem::new(ErrorCode::WorksForHouse, sentence)
        }
    }
}

fn not_changed(error: ChangeTeamError) -> Problem {
    match error {
        ChangeTeamError::Refused(refusal) => team_refused(refusal),
        ChangeTeamError::Stale => Problem::new(ErrorCode::StaleVersion, "This has changed in the meantime. Check it again."),
        ChangeTeamError::StepUpRequired(required) => step_up_required(required),
        ChangeTeamError::Unavailable(unavailable) => unavailable.into(),
    }
}

fn parse_id(text: &str) -> Result<UserId, Problem> {
    Uuid::try_parse(text).map(UserId).map_err(|_| Problem::not_found())
}

#[utoipa::path(tag = "team", summary = "The members of the company", description = "The first one first. Every member sees who can do what.",
    responses((status = 200, body = Data<Vec<MemberBody>>)))]
#[get("/semi-private/members")]
pub(crate) async fn list_members(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let members = api.parties.members(&me.membership).await?;
    let data: Vec<_> = members.iter().map(|member| MemberBody::new(member, me.user.id())).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RoleBody {
    #[schema(value_type = MemberRoleCode)]
    role: String,
    /// The role they had when one looked: when they have another one by now, 409 `stale_version`
    #[schema(value_type = MemberRoleCode)]
    seen: String,
}

#[utoipa::path(tag = "team", summary = "Change a member’s role", description = "By an owner who confirms it (403 `step_up_required` otherwise). The last owner stays one. Where an approver loses that right, what is entered until a day later still takes two.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")), request_body = RoleBody, responses((status = 204)))]
#[put("/semi-private/members/{id}")]
pub(crate) async fn change_member(
    me: TeamManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RoleBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let role = parse_role(&mut fields, &body.value.role);
    let seen = fields.take("seen", MemberRole::from_code(&body.value.seen).ok_or(Invalid::NotListed));
    let (seen, role) = fields.finish(seen.zip(role)).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    api.parties.change_role(&me, parse_id(&id)?, seen, role).await.map_err(not_changed)?;
    Ok(HttpResponse::NoContent().finish())
}

#[utoipa::path(tag = "team", summary = "Remove a member, or leave",
    description = "An owner removes any member; each member may leave, except the last owner. Their sessions end at once, and their account goes on with a company of its own. Removing an approver is confirmed (403 `step_up_required` otherwise), and what is entered until a day later still takes two.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")), responses((status = 204)))]
#[delete("/semi-private/members/{id}")]
pub(crate) async fn remove_member(me: Verified, api: web::Data<Api>, id: web::Path<String>, key: Key) -> Result<HttpResponse, Problem> {
    let me = key.asked_by(me, NO_BODY);
    api.parties.remove_member(&me, parse_id(&id)?).await.map_err(not_changed)?;
    Ok(HttpResponse::NoContent().finish())
}
