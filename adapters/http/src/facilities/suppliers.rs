//! Suppliers of programmes: the buyer's list, and the places a supplier has on such lists.

use crate::{
    facilities::body::{own_company, stale},
    identity::step_up::step_up_required,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
        query::Query,
    },
    session::{OfferAccepter, SignedIn, SupplierManager, not_their_right, not_their_role},
};
use actix_web::{HttpResponse, get, post, put, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::facilities::{InviteSupplierCommand, SupplierCommand, SupplierError, SupplierPage, ports::SupplierFound};
use sooner_domain::{
    facilities::supplier::{AutomaticMode, AutomaticPayment, Parts, Supplier, SupplierDetails, SupplierId, SupplierRefusal},
    kernel::{Invalid, country::CountryCode, email::EmailAddress, text::Line},
    parties::legal_entity::parse_number,
};
use sooner_shared::{
    coded_body::{AutomaticModeCode, Code, EnrolmentCode, SupplierWaitCode, member},
    fields::Fields,
    form_body::MoneyBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A supplier, as its buyer sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SupplierBody {
    id: Uuid,
    /// Counts changes: a change names the version that was seen
    version: i64,
    /// As the buyer calls it
    legal_name: String,
    country: String,
    registration_number: String,
    /// The address the link was mailed to
    email: String,
    enrolment: EnrolmentCode,
    /// What it waits for before it can be paid early; nothing when it can
    waits_for: Option<SupplierWaitCode>,
    invited_at: DateTime<Utc>,
    left_at: Option<DateTime<Utc>>,
}

impl From<&SupplierFound> for SupplierBody {
    fn from(found: &SupplierFound) -> Self {
        let Parts { id, version, details, added, left_at, .. } = found.supplier.parts();
        Self {
            id: id.0,
            version: *version,
            legal_name: details.legal_name.as_str().to_owned(),
            country: details.country.as_str().to_owned(),
            registration_number: details.registration_number.as_str().to_owned(),
            email: details.email.as_str().to_owned(),
            enrolment: Code(found.enrolment()),
            waits_for: found.waits_for().map(Code),
            invited_at: added.at,
            left_at: *left_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct SupplierListBody {
    data: Vec<SupplierBody>,
    next: Option<Uuid>,
}

pub(crate) fn refused(error: SupplierError) -> Problem {
    match error {
        SupplierError::NotFound => Problem::not_found(),
        SupplierError::Stale => stale(),
        SupplierError::NoProgramme => Problem::new(ErrorCode::FacilityInactive, "Your company has no programme."),
        SupplierError::Itself => Problem::field("registrationNumber", Invalid::OwnCompany),
        SupplierError::Listed => Problem::field("registrationNumber", Invalid::SupplierListed),
        SupplierError::Full => {
            Problem::new(ErrorCode::ListFull, format!("You’ve reached the maximum of {} suppliers.", Supplier::MAX_PER_BUYER))
        }
        SupplierError::StepUpRequired(required) => step_up_required(required),
        SupplierError::Refused(refusal) => supplier_refused(refusal),
        SupplierError::TooMany(too_many) => too_many.into(),
        SupplierError::Idempotency(once) => once.into(),
        SupplierError::Unavailable(unavailable) => unavailable.into(),
    }
}

pub(crate) fn supplier_refused(refusal: SupplierRefusal) -> Problem {
    let detail = match refusal {
        SupplierRefusal::NotTheirs => return Problem::not_found(),
        SupplierRefusal::NotMembers(right) => return not_their_right(right),
        SupplierRefusal::NotOperators(right) => return not_their_role(right),
        SupplierRefusal::OwnCompany => return own_company(),
        SupplierRefusal::OtherCompany => return Problem::field("registrationNumber", Invalid::CompanyNotNamed),
        SupplierRefusal::HasLeft => "It has left the programme.",
        SupplierRefusal::HasJoined => "It has joined already.",
        SupplierRefusal::IsBuyer => "A company can’t be its own supplier.",
        SupplierRefusal::SameRate => "This is already its rate.",
    };
    Problem::new(ErrorCode::NotPossible, detail)
}

pub(crate) fn parse_id(text: &str) -> Result<SupplierId, Problem> {
    Uuid::try_parse(text).map(SupplierId).map_err(|_| Problem::not_found())
}

#[derive(Deserialize)]
struct AfterQuery {
    after: Option<String>,
}

#[utoipa::path(tag = "programmes", summary = "The company’s suppliers", description = "The one invited last first.",
    params(("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = SupplierListBody)))]
#[get("/semi-private/suppliers")]
pub(crate) async fn list_suppliers(me: SignedIn, api: web::Data<Api>, query: Query<AfterQuery>) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let parse = |text: &str| Uuid::try_parse(text).map(SupplierId).map_err(|_| Invalid::CursorUnknown);
    let after = fields.optional("after", query.0.after.as_deref(), parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let SupplierPage { suppliers, next } = api.facilities.suppliers(&me.membership, after).await?;
    let data = suppliers.iter().map(SupplierBody::from).collect();
    Ok(HttpResponse::Ok().json(SupplierListBody { data, next: next.map(|id| id.0) }))
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewSupplierBody {
    #[serde(default)]
    #[schema(required = true)]
    legal_name: String,
    /// ISO 3166-1 alpha-2
    #[serde(default)]
    #[schema(required = true)]
    country: String,
    #[serde(default)]
    #[schema(required = true)]
    registration_number: String,
    /// The address the link is mailed to
    #[serde(default)]
    #[schema(required = true)]
    email: String,
}

impl From<SupplierDetails> for NewSupplierBody {
    fn from(SupplierDetails { legal_name, country, registration_number, email }: SupplierDetails) -> Self {
        Self {
            legal_name: legal_name.as_str().to_owned(),
            country: country.as_str().to_owned(),
            registration_number: registration_number.as_str().to_owned(),
            email: email.as_str().to_owned(),
        }
    }
}

impl NewSupplierBody {
    pub(super) fn parse(&self) -> Result<SupplierDetails, Problem> {
        let mut fields = Fields::default();
        let legal_name = fields.take("legalName", Line::parse(&self.legal_name));
        let country = fields.take("country", CountryCode::parse(&self.country));
        let registration_number = fields.take("registrationNumber", parse_number(&self.registration_number));
        let email = fields.take("email", EmailAddress::parse(&self.email));
        let details = || {
            let (legal_name, country, registration_number) = (legal_name?, country?, registration_number?);
            Some(SupplierDetails { legal_name, country, registration_number, email: email? })
        };
        fields.finish(details()).map_err(Problem::invalid)
    }
}

#[utoipa::path(tag = "programmes", summary = "Invite a supplier",
    description = "Puts it on the list and mails it a link that works once, for 30 days. A person without an account signs up with it (`/invitation/accept`); a person with one joins with their company (`/semi-private/invitation/enrol`). Without a programme 409 `facility_inactive`.",
    params(("Idempotency-Key" = Option<String>, Header)), request_body = NewSupplierBody,
    responses((status = 201, body = Data<SupplierBody>)))]
#[post("/semi-private/suppliers")]
pub(crate) async fn invite_supplier(
    me: SupplierManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<NewSupplierBody>,
) -> Result<HttpResponse, Problem> {
    let details = body.value.parse()?;
    let request = key.request(me.user.id(), body.content)?;
    let found = api.facilities.invite_supplier(InviteSupplierCommand { by: me.clone(), details, request }).await.map_err(refused)?;
    Ok(HttpResponse::Created().json(Data { data: SupplierBody::from(&found) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InviteAgainBody {
    /// The version of the supplier one saw
    version: i64,
    email: String,
}

#[utoipa::path(tag = "programmes", summary = "Invite a supplier again",
    description = "Mails another link, perhaps to another address, which is confirmed (403 `step_up_required` otherwise); the one before leads nowhere any more. One that left is in again. Where another company than was named has joined (`other_company`), it loses the place, which is confirmed too: the link is for the company that was named, and so is what was entered and not sold. The other company stays as it is.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = InviteAgainBody,
    responses((status = 200, body = Data<SupplierBody>)))]
#[post("/semi-private/suppliers/{id}/invite")]
pub(crate) async fn invite_supplier_again(
    me: SupplierManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<InviteAgainBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let email = fields.take("email", EmailAddress::parse(&body.value.email));
    let email = fields.finish(email).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.request(me.user.id(), body.content)?;
    let command = SupplierCommand { by: me.clone(), version: body.value.version, request };
    let found = api.programmes.invite_supplier_again(parse_id(&id)?, command, email).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: SupplierBody::from(&found) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeenSupplierBody {
    /// The version of the supplier one saw
    version: i64,
}

#[utoipa::path(tag = "programmes", summary = "Take a supplier off the programme",
    description = "Nothing new of it can be paid early; what was sold runs its course. Inviting it again brings it back.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = SeenSupplierBody,
    responses((status = 200, body = Data<SupplierBody>)))]
#[post("/semi-private/suppliers/{id}/remove")]
pub(crate) async fn remove_supplier(
    me: SupplierManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SeenSupplierBody>,
) -> Result<HttpResponse, Problem> {
    let request = key.request(me.user.id(), body.content)?;
    let command = SupplierCommand { by: me.clone(), version: body.value.version, request };
    let found = api.facilities.remove_supplier(parse_id(&id)?, command).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: SupplierBody::from(&found) }))
}

/// A place in a buyer's programmes, as the supplier sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SupplierPlaceBody {
    id: Uuid,
    /// Counts changes: a change names the version that was seen
    version: i64,
    /// Whose programmes it is in
    buyer_name: Option<String>,
    enrolment: EnrolmentCode,
    automatic: AutomaticModeCode,
    /// With `above`: the least amount that is sold by itself
    automatic_above: Option<MoneyBody>,
    since: DateTime<Utc>,
    left_at: Option<DateTime<Utc>>,
}

impl From<&SupplierFound> for SupplierPlaceBody {
    fn from(found: &SupplierFound) -> Self {
        let Parts { id, version, automatic, added, left_at, .. } = found.supplier.parts();
        Self {
            id: id.0,
            version: *version,
            buyer_name: found.buyer.name().map(|name| name.as_str().to_owned()),
            enrolment: Code(found.enrolment()),
            automatic: Code(automatic.mode()),
            automatic_above: if let AutomaticPayment::Above(least) = automatic { Some(MoneyBody::from(*least)) } else { None },
            since: added.at,
            left_at: *left_at,
        }
    }
}

#[utoipa::path(tag = "programmes", summary = "The programmes the company is a supplier in", responses((status = 200, body = Data<Vec<SupplierPlaceBody>>)))]
#[get("/semi-private/supplier-programmes")]
pub(crate) async fn list_places(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let places = api.facilities.places_as_supplier(&me.membership).await?;
    Ok(HttpResponse::Ok().json(Data { data: places.iter().map(SupplierPlaceBody::from).collect::<Vec<_>>() }))
}

pub(crate) fn automatic(fields: &mut Fields, mode: &str, above: Option<&MoneyBody>) -> Option<AutomaticPayment> {
    match fields.take("mode", member(mode))? {
        AutomaticMode::Off => Some(AutomaticPayment::Off),
        AutomaticMode::All => Some(AutomaticPayment::All),
        AutomaticMode::Above => match above {
            Some(above) => above.parse(fields, "above").map(AutomaticPayment::Above),
            None => {
                fields.refuse("above", Invalid::Required);
                None
            }
        },
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AutomaticBody {
    /// The version of the place one saw
    version: i64,
    #[schema(value_type = AutomaticModeCode)]
    mode: String,
    /// With `above`: the least amount that is sold by itself
    above: Option<MoneyBody>,
}

#[utoipa::path(tag = "programmes", summary = "Say which payables are paid early automatically",
    description = "By an owner or approver who confirms it (403 `step_up_required` otherwise). At the end of each day what is offered of those is sold for its present offer.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = AutomaticBody,
    responses((status = 200, body = Data<SupplierPlaceBody>)))]
#[put("/semi-private/supplier-programmes/{id}/automatic")]
pub(crate) async fn pay_automatically(
    me: OfferAccepter,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<AutomaticBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let which = automatic(&mut fields, &body.value.mode, body.value.above.as_ref());
    let which = fields.finish(which).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let command = SupplierCommand { by: me.clone(), version: body.value.version, request };
    let found = api.facilities.pay_automatically(parse_id(&id)?, command, which).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: SupplierPlaceBody::from(&found) }))
}

#[utoipa::path(tag = "programmes", summary = "Leave a programme", description = "Nothing new is sold; what was sold runs its course.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)), request_body = SeenSupplierBody,
    responses((status = 200, body = Data<SupplierPlaceBody>)))]
#[post("/semi-private/supplier-programmes/{id}/leave")]
pub(crate) async fn leave_programme(
    me: OfferAccepter,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SeenSupplierBody>,
) -> Result<HttpResponse, Problem> {
    let request = key.request(me.user.id(), body.content)?;
    let command = SupplierCommand { by: me.clone(), version: body.value.version, request };
    let found = api.facilities.leave_programme(parse_id(&id)?, command).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: SupplierPlaceBody::from(&found) }))
}
