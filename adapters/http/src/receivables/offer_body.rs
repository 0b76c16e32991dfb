//! An offer: a price that somebody may accept.

use crate::pricing::body::PriceBody;
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::receivables::{Look, StandingOffer};
use sooner_domain::pricing::{offer::Offer, price::NoOffer};
use utoipa::ToSchema;
use uuid::Uuid;

/// A price that is offered, or was accepted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceivableOfferBody {
    id: Uuid,
    /// SHA-256 of its canonical form, which can be downloaded: 64 hexadecimal digits
    hash: String,
    /// Absent once it was accepted
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    valid_until: Option<DateTime<Utc>>,
    #[serde(flatten)]
    price: PriceBody,
}

impl ReceivableOfferBody {
    fn new(offer: &Offer, valid_until: Option<DateTime<Utc>>) -> Self {
        Self { id: offer.id().0, hash: offer.hash().to_string(), valid_until, price: PriceBody::from(offer) }
    }
}

/// The offer that stands, or the one that was accepted; or why nothing can be offered.
pub(crate) fn offer_of(look: &Look) -> (Option<ReceivableOfferBody>, Option<NoOffer>) {
    match &look.offer {
        Some(Ok(StandingOffer { offer, valid_until })) => (Some(ReceivableOfferBody::new(offer, Some(*valid_until))), None),
        Some(Err(none)) => (None, Some(*none)),
        None => (look.sold_for().map(|offer| ReceivableOfferBody::new(&offer, None)), None),
    }
}
