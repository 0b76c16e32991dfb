//! Asking people to join a company, and joining it.

use super::members::{parse_role, team_refused};
use crate::{
    identity::{
        auth::{TokenBody, parse_phone},
        sessions::visitor,
        step_up::step_up_required,
    },
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
        idempotency::Key,
        link_secret::LinkSecret,
    },
    session::{SignedIn, TeamManager},
};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::parties::{AcceptError, InviteError, JoinError, ports::InvitationFound};
use sooner_domain::{
    identity::{password::NewPassword, user::NewMember},
    kernel::{
        Invalid,
        email::EmailAddress,
        ids::LinkId,
        text::{Line, PersonName},
    },
    parties::{company::Company, invitation::Invitation},
};
use sooner_shared::{
    coded_body::{Code, LanguageCode, MemberRoleCode, member},
    fields::{FieldErrors, Fields},
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InvitationBody {
    id: Uuid,
    email: String,
    role: MemberRoleCode,
    created_at: DateTime<Utc>,
    /// In the past where it is to be sent again
    expires_at: DateTime<Utc>,
}

impl From<&Invitation> for InvitationBody {
    fn from(invitation: &Invitation) -> Self {
        let Invitation { id, company: _, email, role, invited_by: _, created_at, expires_at } = invitation;
        Self { id: id.0, email: email.as_str().to_owned(), role: Code(*role), created_at: *created_at, expires_at: *expires_at }
    }
}

#[utoipa::path(tag = "team", summary = "Who was invited", description = "Invitations that are not accepted yet, the last one first.",
    responses((status = 200, body = Data<Vec<InvitationBody>>)))]
#[get("/semi-private/invitations")]
pub(crate) async fn list_invitations(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let invitations = api.parties.invitations(&me.membership).await?;
    let data: Vec<_> = invitations.iter().map(InvitationBody::from).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InviteBody {
    email: String,
    #[schema(value_type = MemberRoleCode)]
    role: String,
}

fn not_invited(error: InviteError) -> Problem {
    match error {
        InviteError::AlreadyMember => Problem::field("email", Invalid::AlreadyMember),
        InviteError::Refused(refusal) => team_refused(refusal),
        InviteError::TooManyOpen => {
            Problem::new(ErrorCode::ListFull, format!("Up to {} invitations can be open at a time.", Invitation::MAX_OPEN))
        }
        InviteError::NotFound => Problem::not_found(),
        InviteError::StepUpRequired(required) => step_up_required(required),
        InviteError::TooMany(too_many) => too_many.into(),
        InviteError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "team", summary = "Invite a colleague",
    description = "By an owner who confirms it (403 `step_up_required` otherwise). Mails a link that works once, for seven days. Inviting the same address again replaces the earlier link.",
    params(("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")),
    request_body = InviteBody, responses((status = 201, body = Data<InvitationBody>)))]
#[post("/semi-private/invitations")]
pub(crate) async fn invite(me: TeamManager, api: web::Data<Api>, key: Key, body: Json<InviteBody>) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let email = fields.take("email", EmailAddress::parse(&body.value.email));
    let role = parse_role(&mut fields, &body.value.role);
    let (email, role) = fields.finish(email.zip(role)).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let invitation = api.parties.invite(&me, email, role).await.map_err(not_invited)?;
    Ok(HttpResponse::Created().json(Data { data: InvitationBody::from(&invitation) }))
}

#[utoipa::path(tag = "team", summary = "Withdraw an invitation", params(("id" = Uuid, Path)), responses((status = 204)))]
#[delete("/semi-private/invitations/{id}")]
pub(crate) async fn withdraw_invitation(me: TeamManager, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(LinkId).map_err(|_| Problem::not_found())?;
    api.parties.withdraw_invitation(&me, id).await.map_err(not_invited)?;
    Ok(HttpResponse::NoContent().finish())
}

/// What a link invites to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferBody {
    email: String,
    role: MemberRoleCode,
    invited_by: String,
    /// Absent until the company has applied
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    company: Option<String>,
    /// The company whose supplier the other one is to be: a person who has a company then joins with that
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    supplier_of: Option<String>,
    /// Whether the address has an account: then it joins by saying yes, signed in
    has_account: bool,
    expires_at: DateTime<Utc>,
}

impl From<&InvitationFound> for OfferBody {
    fn from(InvitationFound { invitation, company, by, invited, introducer }: &InvitationFound) -> Self {
        Self {
            email: invitation.email.as_str().to_owned(),
            role: Code(invitation.role),
            invited_by: by.name(),
            company: company.name().map(Line::as_str).map(str::to_owned),
            supplier_of: introducer.as_ref().and_then(Company::name).map(Line::as_str).map(str::to_owned),
            has_account: invited.is_some(),
            expires_at: invitation.expires_at,
        }
    }
}

fn link_invalid() -> Problem {
    Problem::new(ErrorCode::LinkInvalid, "This invitation was used, replaced or has expired. Ask for a new one.")
}

pub(crate) fn not_joined(error: JoinError) -> Problem {
    match error {
        JoinError::LinkInvalid => link_invalid(),
        JoinError::OtherAddress => {
            Problem::new(ErrorCode::Forbidden, "This invitation is for another e-mail address. Sign in with that one.")
        }
        JoinError::Refused(refusal) => team_refused(refusal),
        JoinError::TooMany(too_many) => too_many.into(),
        JoinError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "team", summary = "What a link invites to", params(("Link-Secret" = String, Header)),
    responses((status = 200, body = Data<OfferBody>)))]
#[get("/invitation")]
pub(crate) async fn read_invitation(api: web::Data<Api>, from: ClientAddress, secret: LinkSecret) -> Result<HttpResponse, Problem> {
    let found = api.parties.invitation(secret.as_str(), from.0).await.map_err(not_joined)?;
    Ok(HttpResponse::Ok().json(Data { data: OfferBody::from(&found) }))
}

/// The address is the invitation's.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AcceptBody {
    #[serde(default)]
    #[schema(required = true, min_length = 12, max_length = 128)]
    password: String,
    #[serde(default)]
    #[schema(required = true)]
    fname: String,
    #[serde(default)]
    #[schema(required = true)]
    lname: String,
    /// E.164, such as `+4915112345678`
    #[serde(default)]
    #[schema(required = true)]
    phone: String,
    /// ISO 3166-1 alpha-2
    #[serde(default)]
    #[schema(required = true)]
    country: String,
    /// The calling code of the country, such as `+49`
    #[serde(default)]
    #[schema(required = true)]
    country_code: String,
    /// What mails are written in; English unless it says so
    #[schema(value_type = Option<LanguageCode>)]
    language: Option<String>,
}

impl AcceptBody {
    fn parse(&self, email: &EmailAddress) -> Result<(NewMember, NewPassword), FieldErrors> {
        let mut fields = Fields::default();
        let fname = fields.take("fname", PersonName::parse(&self.fname));
        let lname = fields.take("lname", PersonName::parse(&self.lname));
        let phone = parse_phone(&mut fields, &self.phone, &self.country, &self.country_code);
        let language = fields.optional("language", self.language.as_deref(), member).unwrap_or_default();
        let about = [email.as_str(), &self.fname, &self.lname];
        let password = fields.take("password", NewPassword::parse(&self.password, &about));
        let person = || {
            let (phone, country) = phone?;
            Some(NewMember { email: email.clone(), fname: fname?, lname: lname?, phone, country, language })
        };
        fields.finish(person().zip(password))
    }
}

#[utoipa::path(tag = "team", summary = "Join with a new account",
    description = "For a person without an account: makes one, with the invited address confirmed, and signs it in.",
    params(("Link-Secret" = String, Header)), request_body = AcceptBody, responses((status = 201, body = TokenBody)))]
#[post("/invitation/accept")]
pub(crate) async fn accept_invitation(
    api: web::Data<Api>,
    from: ClientAddress,
    request: HttpRequest,
    secret: LinkSecret,
    body: Json<AcceptBody>,
) -> Result<HttpResponse, Problem> {
    let offer = api.parties.invitation(secret.as_str(), from.0).await.map_err(not_joined)?;
    let (person, password) = body.value.parse(&offer.invitation.email).map_err(Problem::invalid)?;
    let accepted = api.parties.accept_invitation(secret.as_str(), person, password, visitor(from, &request)).await;
    let token = accepted.map_err(|error| match error {
        AcceptError::LinkInvalid => link_invalid(),
        AcceptError::EmailTaken => Problem::new(ErrorCode::EmailTaken, "You have an account already. Sign in to join."),
        AcceptError::Password(invalid) => Problem::field("password", invalid),
        AcceptError::Refused(refusal) => team_refused(refusal),
        AcceptError::TooMany(too_many) => too_many.into(),
        AcceptError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Created().json(TokenBody { token }))
}

#[utoipa::path(tag = "team", summary = "Join with the account one has",
    description = "Out of a company for which nothing was submitted and in which one is alone; that is closed.",
    params(("Link-Secret" = String, Header)), responses((status = 204)))]
#[post("/semi-private/invitation/accept")]
pub(crate) async fn join(me: SignedIn, api: web::Data<Api>, from: ClientAddress, secret: LinkSecret) -> Result<HttpResponse, Problem> {
    api.parties.join(&me, secret.as_str(), from.0).await.map_err(not_joined)?;
    Ok(HttpResponse::NoContent().finish())
}
