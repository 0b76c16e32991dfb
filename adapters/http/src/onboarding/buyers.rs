//! The list of buyers.

use super::form::{CHANGED_MEANWHILE, CONFLICTS, blocked};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
    session::{BuyerNamer, SignedIn},
};
use actix_web::{HttpResponse, delete, get, post, put, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sooner_application::onboarding::{AddBuyerError, EditBuyerError};
use sooner_domain::{
    kernel::{
        Invalid,
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        text::{Line, PersonName},
    },
    onboarding::application::Blocked,
    parties::{
        buyer::{Buyer, BuyerDetails, BuyerField, BuyerId, PaymentTerms},
        legal_entity::parse_number,
    },
};
use sooner_shared::{
    coded_body::{BuyerStatusCode, Code},
    edit_body::ConflictBody,
    fields::{FieldErrors, Fields},
    form_body::MoneyBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Declares a body with what is told of a buyer, and something besides.
macro_rules! told_of_a_buyer {
    ($(#[$doc:meta])* $name:ident $($besides:tt)*) => {
        $(#[$doc])*
        #[derive(Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        struct $name {
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
            #[serde(default)]
            #[schema(required = true)]
            contact_name: String,
            #[serde(default)]
            #[schema(required = true)]
            contact_email: String,
            #[schema(required = true, nullable = false)]
            expected_yearly_volume: Option<MoneyBody>,
            #[serde(default)]
            #[schema(required = true, minimum = 1, maximum = 365)]
            payment_terms_days: i64,
            $($besides)*
        }
    };
}

told_of_a_buyer!(NewBuyerBody);

told_of_a_buyer!(
    ChangedBuyerBody
    /// What was read before it was changed: then changes of different fields merge
    before: Option<NewBuyerBody>,
);

impl NewBuyerBody {
    fn parse(&self) -> Result<BuyerDetails, FieldErrors> {
        let mut fields = Fields::default();
        let details = self.parse_into(&mut fields, "", parse_number);
        fields.finish(details)
    }

    fn parse_into(&self, fields: &mut Fields, within: &str, number: fn(&str) -> Result<Line, Invalid>) -> Option<BuyerDetails> {
        let legal_name = fields.take(format_args!("{within}legalName"), Line::parse(&self.legal_name));
        let country = fields.take(format_args!("{within}country"), CountryCode::parse(&self.country));
        let registration_number = fields.take(format_args!("{within}registrationNumber"), number(&self.registration_number));
        let contact_name = fields.take(format_args!("{within}contactName"), PersonName::parse(&self.contact_name));
        let contact_email = fields.take(format_args!("{within}contactEmail"), EmailAddress::parse(&self.contact_email));
        let volume = match &self.expected_yearly_volume {
            Some(money) => money.parse(fields, &format!("{within}expectedYearlyVolume")),
            None => {
                fields.refuse(format_args!("{within}expectedYearlyVolume.amount"), Invalid::Required);
                None
            }
        };
        let payment_terms = fields.take(format_args!("{within}paymentTermsDays"), PaymentTerms::parse_days(self.payment_terms_days));
        let details = || {
            Some(BuyerDetails {
                legal_name: legal_name?,
                country: country?,
                registration_number: registration_number?,
                contact_name: contact_name?,
                contact_email: contact_email?,
                expected_yearly_volume: volume?,
                payment_terms: payment_terms?,
            })
        };
        details()
    }
}

impl ChangedBuyerBody {
    /// What was sent, and what was read before.
    fn parse(self) -> Result<(BuyerDetails, Option<BuyerDetails>), FieldErrors> {
        let Self {
            before,
            legal_name,
            country,
            registration_number,
            contact_name,
            contact_email,
            expected_yearly_volume,
            payment_terms_days,
        } = self;
        let after = NewBuyerBody {
            legal_name,
            country,
            registration_number,
            contact_name,
            contact_email,
            expected_yearly_volume,
            payment_terms_days,
        };
        let mut fields = Fields::default();
        let sent = after.parse_into(&mut fields, "", parse_number);
        // As it is stored, be it from before numbers were of one script.
        let read = before.map(|before| before.parse_into(&mut fields, "before.", Line::parse));
        fields.finish(sent.zip(Some(read.flatten())))
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BuyerBody {
    id: Uuid,
    legal_name: String,
    country: String,
    registration_number: String,
    contact_name: String,
    contact_email: String,
    expected_yearly_volume: MoneyBody,
    payment_terms_days: u16,
    status: BuyerStatusCode,
    created_at: DateTime<Utc>,
}

impl From<&Buyer> for BuyerBody {
    fn from(buyer: &Buyer) -> Self {
        let Buyer { id, seller: _, details, status, debtor: _, created_at } = buyer;
        Self {
            id: id.0,
            legal_name: details.legal_name.as_str().to_owned(),
            country: details.country.as_str().to_owned(),
            registration_number: details.registration_number.as_str().to_owned(),
            contact_name: details.contact_name.as_str().to_owned(),
            contact_email: details.contact_email.as_str().to_owned(),
            expected_yearly_volume: details.expected_yearly_volume.into(),
            payment_terms_days: details.payment_terms.days(),
            status: Code(*status),
            created_at: *created_at,
        }
    }
}

#[utoipa::path(tag = "buyers", summary = "Append a buyer",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, the buyer is added once")),
    request_body = NewBuyerBody,
    responses((status = 201, body = Data<BuyerBody>)))]
#[post("/semi-private/buyers")]
pub(crate) async fn add_buyer(me: BuyerNamer, api: web::Data<Api>, key: Key, body: Json<NewBuyerBody>) -> Result<HttpResponse, Problem> {
    let details = body.value.parse().map_err(Problem::invalid)?;
    let request = key.request(me.user.id(), body.content)?;
    let buyer = api.onboarding.add_buyer(me.membership, details, request).await.map_err(|error| match error {
        AddBuyerError::ListFull => {
            Problem::new(ErrorCode::ListFull, format!("You’ve reached the maximum of {} buyers.", Buyer::MAX_PER_SELLER))
        }
        AddBuyerError::Blocked(Blocked::NotEditable) => Problem::new(ErrorCode::NotEditable, "You can’t add buyers at this stage."),
        AddBuyerError::Blocked(reason) => blocked(reason),
        AddBuyerError::AlreadyListed => listed(),
        AddBuyerError::TakenAway => Problem::not_found(),
        AddBuyerError::Idempotency(once) => once.into(),
        AddBuyerError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Created().json(Data { data: BuyerBody::from(&buyer) }))
}

fn listed() -> Problem {
    Problem::field("registrationNumber", Invalid::BuyerListed)
}

pub(crate) fn parse_id(text: &str) -> Result<BuyerId, Problem> {
    Uuid::try_parse(text).map(BuyerId).map_err(|_| Problem::not_found())
}

/// Both values of a field in conflict.
fn conflict(field: BuyerField, read: &BuyerDetails, now: &BuyerDetails, sent: &BuyerDetails) -> ConflictBody {
    let told = |details: &BuyerDetails| match field {
        BuyerField::LegalName => json!(details.legal_name.as_str()),
        BuyerField::Country => json!(details.country.as_str()),
        BuyerField::RegistrationNumber => json!(details.registration_number.as_str()),
        BuyerField::ContactName => json!(details.contact_name.as_str()),
        BuyerField::ContactEmail => json!(details.contact_email.as_str()),
        BuyerField::ExpectedYearlyVolume => json!(MoneyBody::from(details.expected_yearly_volume)),
        BuyerField::PaymentTermsDays => json!(details.payment_terms.days()),
    };
    ConflictBody { field: field.code().to_owned(), before: told(read), theirs: told(now), mine: told(sent) }
}

fn not_edited(error: EditBuyerError) -> Problem {
    match error {
        EditBuyerError::NotFound => Problem::not_found(),
        EditBuyerError::AlreadyListed => listed(),
        EditBuyerError::Named => Problem::new(ErrorCode::NotEditable, "You entered an invoice to this buyer, so it stays on the list."),
        EditBuyerError::Conflict { .. } => Problem::new(ErrorCode::Conflict, CHANGED_MEANWHILE),
        EditBuyerError::Blocked(reason) => blocked(reason),
        EditBuyerError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "buyers", summary = "Change a buyer",
    description = "Until the application is handed in. With what was read, in `before`, changes of different fields merge. When a field that is changed has become something else since, nothing is saved: the answer is 409 `conflict`, with both values in `conflicts`.",
    params(("id" = Uuid, Path)), request_body = ChangedBuyerBody, responses((status = 200, body = Data<BuyerBody>)))]
#[put("/semi-private/buyers/{id}")]
pub(crate) async fn change_buyer(
    me: BuyerNamer,
    api: web::Data<Api>,
    id: web::Path<String>,
    body: Json<ChangedBuyerBody>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let (sent, read) = body.value.parse().map_err(Problem::invalid)?;
    let changed = api.onboarding.change_buyer(me.membership, id, read.as_ref(), &sent).await;
    let buyer = changed.map_err(|error| {
        let conflicts: Vec<_> = match (&error, &read) {
            (EditBuyerError::Conflict { fields, now }, Some(read)) => {
                fields.iter().map(|field| conflict(*field, read, now, &sent)).collect()
            }
            _ => Vec::new(),
        };
        let problem = not_edited(error);
        if conflicts.is_empty() { problem } else { problem.with(CONFLICTS, conflicts) }
    })?;
    Ok(HttpResponse::Ok().json(Data { data: BuyerBody::from(&buyer) }))
}

#[utoipa::path(tag = "buyers", summary = "Take a buyer off the list", description = "Until the application is handed in. One with an invoice stays on it: 409 `not_editable`.",
    params(("id" = Uuid, Path)), responses((status = 204)))]
#[delete("/semi-private/buyers/{id}")]
pub(crate) async fn remove_buyer(me: BuyerNamer, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    api.onboarding.remove_buyer(me.membership, parse_id(&id)?).await.map_err(not_edited)?;
    Ok(HttpResponse::NoContent().finish())
}

#[utoipa::path(tag = "buyers", summary = "The buyers", description = "In the order they were added.",
    responses((status = 200, body = Data<Vec<BuyerBody>>)))]
#[get("/semi-private/buyers")]
pub(crate) async fn list_buyers(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let data: Vec<_> = api.onboarding.buyers(me.membership.company).await?.iter().map(BuyerBody::from).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}
