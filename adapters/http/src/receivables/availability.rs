//! What can be had now, and the cheapest way to a certain amount.

use super::words;
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
    },
    session::SignedIn,
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::receivables::{AvailabilityError, FacilityAvailability, Need, StandingOffer};
use sooner_domain::{
    kernel::{Invalid, ids::ReceivableId, minor::Minor, money::Currency},
    receivables::{
        availability::Step,
        choose::{Answer, Choice, Proof},
    },
};
use sooner_shared::{
    coded_body::{Code, FacilityKindCode, StepCodeCode},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A step on the way from the limit to what is available.
#[derive(Serialize, ToSchema)]
struct StepBody {
    code: StepCodeCode,
    /// In English
    label: &'static str,
    /// What takes away is below zero
    amount: i64,
}

impl From<&Step> for StepBody {
    fn from(Step { code, amount }: &Step) -> Self {
        Self { code: Code(*code), label: words::step(*code), amount: amount.get() }
    }
}

/// How much a better choice could bring or save; nothing where it was proven that there is none.
fn unproven(proof: Proof) -> i64 {
    match proof {
        Proof::Best => 0,
        Proof::Within(amount) => amount.get(),
    }
}

/// What can be had under one facility of the company's own, or in one programme of a buyer. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AvailabilityBody {
    facility_id: Uuid,
    kind: FacilityKindCode,
    /// The buyer whose programme it is
    programme_of: Option<String>,
    /// ISO 4217
    currency: &'static str,
    /// Not in a programme: it is the buyer's
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
    /// Not in a programme
    #[serde(skip_serializing_if = "Option::is_none")]
    in_use: Option<i64>,
    /// The advances of everything that is offered
    offered: i64,
    /// What would be paid out, were all accepted now that fits together
    available: i64,
    /// What another choice of offers could bring more at most
    unproven: i64,
    /// `limit`, `out`, `accepted` and `owed` add up to `room`, which a programme does not disclose; what follows, to `available`
    steps: Vec<StepBody>,
    /// The receivables that fit together
    fitting: Vec<Uuid>,
}

impl From<&FacilityAvailability> for AvailabilityBody {
    fn from(FacilityAvailability { facility, holder, terms, availability }: &FacilityAvailability) -> Self {
        let kind = terms.parts().kind;
        let is_own = kind.limit_is_sellers();
        let steps = if is_own { availability.steps.clone() } else { availability.steps_of_supplier() };
        Self {
            facility_id: facility.0,
            kind: Code(kind),
            programme_of: holder.legal_name.as_ref().filter(|_| !is_own).map(|name| name.as_str().to_owned()),
            currency: terms.parts().currency.code(),
            limit: is_own.then_some(availability.limit.get()),
            in_use: is_own.then_some(availability.in_use.get()),
            offered: availability.offered.get(),
            available: availability.available.get(),
            unproven: unproven(availability.proof),
            steps: steps.iter().map(StepBody::from).collect(),
            fitting: availability.fitting.iter().map(|id| id.0).collect(),
        }
    }
}

#[utoipa::path(tag = "receivables", summary = "Available now", description = "Under each facility, and in each buyer’s programme in which something waits, with how it comes about.",
    responses((status = 200, body = Data<Vec<AvailabilityBody>>)))]
#[get("/semi-private/availability")]
pub(crate) async fn read_availability(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let found = api.receivables.availability(&me.membership).await?;
    Ok(HttpResponse::Ok().json(Data { data: found.iter().map(AvailabilityBody::from).collect::<Vec<_>>() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NeedBody {
    /// In minor units of `currency`
    #[schema(minimum = 1)]
    amount: i64,
    /// ISO 4217
    currency: String,
}

impl NeedBody {
    fn parse(&self) -> Result<Need, Problem> {
        let mut fields = Fields::default();
        let currency = fields.take("currency", Currency::parse(&self.currency));
        let amount = if self.amount > 0 { Ok(Minor::new(self.amount)) } else { Err(Invalid::AmountTooSmall { min: 1 }) };
        let amount = fields.take("amount", amount);
        let need = amount.zip(currency).map(|(amount, currency)| Need { amount, currency });
        fields.finish(need).map_err(Problem::invalid)
    }
}

/// One of the offers to accept.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChosenBody {
    /// Of the receivable
    id: Uuid,
    offer_id: Uuid,
    /// 64 hexadecimal digits
    hash: String,
    payout: i64,
    cost: i64,
}

/// The offers that pay so much at the least cost, all limits kept. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
struct ChoiceBody {
    currency: &'static str,
    /// Whether they pay what is needed; if not, they are the most that was found to fit
    reached: bool,
    payout: i64,
    cost: i64,
    /// What a better choice could save at the most, or pay more where it is not reached
    unproven: i64,
    /// As they are accepted together
    offers: Vec<ChosenBody>,
}

#[utoipa::path(tag = "receivables", summary = "The cheapest way to an amount",
    description = "Which offers to accept to be paid this much. Nothing is stored or reserved. Without a facility or a programme in this currency, 409 `facility_inactive`.",
    request_body = NeedBody, responses((status = 200, body = Data<ChoiceBody>)))]
#[post("/semi-private/receivables/quote")]
pub(crate) async fn quote_need(me: SignedIn, api: web::Data<Api>, body: Json<NeedBody>) -> Result<HttpResponse, Problem> {
    let need = body.value.parse()?;
    let answer = api.receivables.cheapest(&me.membership, need).await.map_err(|error| match error {
        AvailabilityError::NoFacility => Problem::new(ErrorCode::FacilityInactive, "There is no facility in this currency."),
        AvailabilityError::Unavailable(unavailable) => unavailable.into(),
    })?;
    let (reached, Choice { receivables, payout, cost, proof }) = match answer {
        Answer::Reached(choice) => (true, choice),
        Answer::OutOfReach(choice) => (false, choice),
    };
    let standing = api.receivables.standing(&me.membership, receivables).await?;
    let chosen = |(id, StandingOffer { offer, .. }): (ReceivableId, StandingOffer)| ChosenBody {
        id: id.0,
        offer_id: offer.id().0,
        hash: offer.hash().to_string(),
        payout: offer.price().components().payout.get(),
        cost: offer.price().cost().get(),
    };
    let offers = standing.into_iter().map(chosen).collect();
    let data =
        ChoiceBody { currency: need.currency.code(), reached, payout: payout.get(), cost: cost.get(), unproven: unproven(proof), offers };
    Ok(HttpResponse::Ok().json(Data { data }))
}
