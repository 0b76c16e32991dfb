//! A company, as the house knows it.

use crate::{
    cash::payout_body::BankAnswerBody,
    kernel::{api::Api, body::Data, error::Problem},
    operator::onboarding::case::not_done,
    session::CaseReader,
};
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::{parties::ports::TeamMember, screens::CompanyFile};
use sooner_domain::{kernel::ids::CompanyId, onboarding::application::Application};
use sooner_shared::coded_body::{Code, MemberRoleCode, StatusNumber};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
struct CompanysApplicationBody {
    id: Uuid,
    #[schema(inline)]
    status: StatusNumber,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanysMemberBody {
    id: Uuid,
    name: String,
    email: String,
    role: MemberRoleCode,
    since: DateTime<Utc>,
    /// None where they have not signed in yet
    last_sign_in_at: Option<DateTime<Utc>>,
}

impl From<&TeamMember> for CompanysMemberBody {
    fn from(TeamMember { user, membership, last_sign_in_at }: &TeamMember) -> Self {
        Self {
            id: user.id().0,
            name: user.name(),
            email: user.email().as_str().to_owned(),
            role: Code(membership.role),
            since: membership.since,
            last_sign_in_at: *last_sign_in_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyFileBody {
    id: Uuid,
    name: Option<String>,
    /// None before it was begun
    application: Option<CompanysApplicationBody>,
    /// The first one first
    members: Vec<CompanysMemberBody>,
    /// What a bank found out last of whose account it is paid to; none where none was asked
    payee_check: Option<BankAnswerBody>,
}

impl From<&CompanyFile> for CompanyFileBody {
    fn from(CompanyFile { company, application, members, payee_check }: &CompanyFile) -> Self {
        let filed = |application: &Application| CompanysApplicationBody {
            id: application.parts().id.0,
            status: StatusNumber(application.status()),
        };
        Self {
            id: company.id.0,
            name: company.name().map(|name| name.as_str().to_owned()),
            application: application.as_ref().map(filed),
            members: members.iter().map(CompanysMemberBody::from).collect(),
            payee_check: payee_check.as_ref().map(BankAnswerBody::from),
        }
    }
}

#[utoipa::path(tag = "operator", summary = "One company", description = "Its application and who belongs to it. 403 `own_company` of the operator’s own.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<CompanyFileBody>)))]
#[get("/operator/companies/{id}")]
pub(crate) async fn read_company(me: CaseReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(CompanyId).map_err(|_| Problem::not_found())?;
    let file = api.screens.company(&me.operator(), id).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: CompanyFileBody::from(&file) }))
}
