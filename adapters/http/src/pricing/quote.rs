//! What the advertised terms would come to, for everybody.

use super::body::{PriceBody, no_offer};
use crate::kernel::{
    api::Api,
    body::{Data, Json},
    client_address::ClientAddress,
    error::Problem,
};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::pricing::{NotQuoted, QuoteError, Wanted};
use sooner_domain::kernel::{
    minor::Minor,
    money::{Currency, Money},
};
use sooner_shared::{
    coded_body::{FacilityKindCode, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;

/// What somebody wants to know.
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

/// A price that binds nobody.
#[derive(Serialize, ToSchema)]
struct AdvertisedQuoteBody {
    offer: PriceBody,
}

fn not_quoted(error: QuoteError) -> Problem {
    match error {
        QuoteError::NotQuoted(NotQuoted::NotAdvertised) => Problem::not_found(),
        QuoteError::NotQuoted(NotQuoted::NoOffer(none)) => no_offer(none),
        QuoteError::TooMany(too_many) => too_many.into(),
        QuoteError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "pricing", summary = "What the advertised terms would come to",
    description = "It binds nobody: a company gets terms of its own. 404 where nothing of this kind is advertised in this currency.",
    request_body = WantedBody, responses((status = 200, body = Data<AdvertisedQuoteBody>)))]
#[post("/quote")]
pub(crate) async fn quote_advertised(api: web::Data<Api>, from: ClientAddress, body: Json<WantedBody>) -> Result<HttpResponse, Problem> {
    let wanted = body.value.parse()?;
    let offer = api.pricing.quote(wanted, from.0).await.map_err(not_quoted)?;
    Ok(HttpResponse::Ok().json(Data { data: AdvertisedQuoteBody { offer: PriceBody::from(&offer) } }))
}
