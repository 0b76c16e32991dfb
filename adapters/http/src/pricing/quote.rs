//! What terms would come to: the advertised ones for everybody, and a company's own for its members.

use super::body::{PriceBody, no_offer};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
    },
    session::SignedIn,
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::pricing::{NotQuoted, QuoteError, Wanted};
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{
        coded::Coded,
        minor::Minor,
        money::{Currency, Money},
    },
    pricing::offer::Offer,
};
use sooner_shared::{
    coded_body::{Code, FacilityKindCode, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;

/// A question to the price.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WantedBody {
    #[schema(value_type = FacilityKindCode)]
    kind: String,
    /// ISO 4217
    currency: String,
    /// The invoice’s total with tax, in minor units of `currency`
    face: i64,
    /// The house’s next payout day, where it is left out
    #[schema(value_type = Option<NaiveDate>)]
    payout_on: Option<String>,
    #[schema(value_type = NaiveDate)]
    due_on: String,
}

impl WantedBody {
    fn parse(&self) -> Result<Wanted, Problem> {
        let mut fields = Fields::default();
        let kind = fields.take("kind", member(&self.kind));
        let currency = fields.take("currency", Currency::parse(&self.currency));
        let face = currency.and_then(|currency| fields.take("face", Money::parse(self.face, currency)));
        let payout_on = fields.optional("payoutOn", self.payout_on.as_deref(), parse_date);
        let due_on = fields.take("dueOn", parse_date(&self.due_on));
        let wanted = (|| {
            let face = Minor::new(face?.amount_minor());
            Some(Wanted { kind: kind?, currency: currency?, face, payout_on, due_on: due_on? })
        })();
        fields.finish(wanted).map_err(Problem::invalid)
    }
}

/// An invoice that is not entered yet.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ThoughtOfBody {
    /// ISO 4217
    currency: String,
    /// The invoice’s total with tax, in minor units of `currency`
    face: i64,
    #[schema(value_type = NaiveDate)]
    due_on: String,
}

impl ThoughtOfBody {
    fn parse(self) -> Result<Wanted, Problem> {
        let Self { currency, face, due_on } = self;
        WantedBody { kind: FacilityKind::Factoring.code().to_owned(), currency, face, payout_on: None, due_on }.parse()
    }
}

/// What is advertised.
#[derive(Serialize, ToSchema)]
struct AdvertisedBody {
    kind: FacilityKindCode,
    /// ISO 4217
    currency: &'static str,
}

/// A price that is not binding.
#[derive(Serialize, ToSchema)]
struct UnboundQuoteBody {
    offer: PriceBody,
}

fn not_quoted(error: QuoteError) -> Problem {
    match error {
        QuoteError::NotQuoted(NotQuoted::NotAdvertised) => Problem::not_found(),
        QuoteError::NotQuoted(NotQuoted::NoFacility) => {
            Problem::new(ErrorCode::FacilityInactive, "Nothing can be sold in this currency now.")
        }
        QuoteError::NotQuoted(NotQuoted::NoOffer(none)) => no_offer(none),
        QuoteError::TooMany(too_many) => too_many.into(),
        QuoteError::Unavailable(unavailable) => unavailable.into(),
    }
}

fn priced(offer: &Offer) -> HttpResponse {
    HttpResponse::Ok().json(Data { data: UnboundQuoteBody { offer: PriceBody::from(offer) } })
}

#[utoipa::path(tag = "pricing", summary = "What is advertised", description = "The kinds and currencies that `POST /quote` answers for.",
    responses((status = 200, body = Data<Vec<AdvertisedBody>>)))]
#[get("/quote")]
pub(crate) async fn list_advertised(api: web::Data<Api>, from: ClientAddress) -> Result<HttpResponse, Problem> {
    let advertised = api.pricing.advertised(from.0).await.map_err(not_quoted)?;
    let body = |(kind, currency): &(FacilityKind, Currency)| AdvertisedBody { kind: Code(*kind), currency: currency.code() };
    Ok(HttpResponse::Ok().json(Data { data: advertised.iter().map(body).collect::<Vec<_>>() }))
}

#[utoipa::path(tag = "pricing", summary = "What an invoice would come to under one’s own terms",
    description = "For an invoice that is not entered yet, paid out on the house’s next payout day. It is not binding, and neither limits nor checks apply. Where the company can sell nothing in this currency, 409 `facility_inactive`.",
    request_body = ThoughtOfBody, responses((status = 200, body = Data<UnboundQuoteBody>)))]
#[post("/semi-private/quote")]
pub(crate) async fn quote_own(me: SignedIn, api: web::Data<Api>, body: Json<ThoughtOfBody>) -> Result<HttpResponse, Problem> {
    let wanted = body.value.parse()?;
    Ok(priced(&api.pricing.own_quote(&me.membership, wanted).await.map_err(not_quoted)?))
}

#[utoipa::path(tag = "pricing", summary = "What the advertised terms would come to",
    description = "It is not binding: a company gets terms of its own. 404 where nothing of this kind is advertised in this currency.",
    request_body = WantedBody, responses((status = 200, body = Data<UnboundQuoteBody>)))]
#[post("/quote")]
pub(crate) async fn quote_advertised(api: web::Data<Api>, from: ClientAddress, body: Json<WantedBody>) -> Result<HttpResponse, Problem> {
    let wanted = body.value.parse()?;
    Ok(priced(&api.pricing.quote(wanted, from.0).await.map_err(not_quoted)?))
}
