//! What everybody may ask.

use super::{NotQuoted, QuoteError, Wanted};
use crate::{
    approvals::FourEyes,
    kernel::rate_limits::RateLimit,
    testing::{HOME, World, facilities::terms},
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{minor::Minor, money::Currency},
    pricing::price::NoOffer,
};
use std::error::Error;

type Checked = Result<(), Box<dyn Error>>;

fn day(text: &str) -> Result<NaiveDate, chrono::ParseError> {
    text.parse()
}

/// The first vector: 1,000,000 for 45 days.
fn wanted() -> Result<Wanted, Box<dyn Error>> {
    let currency = Currency::parse("EUR")?;
    let (payout_on, due_on) = (Some(day("2027-01-04")?), day("2027-02-18")?);
    Ok(Wanted { kind: FacilityKind::Factoring, currency, face: Minor::new(1_000_000), payout_on, due_on })
}

async fn advertising() -> Result<World, Box<dyn Error>> {
    let world = World::default();
    let operator = world.operator().await?;
    world.facilities().advertise(&operator, terms("EUR", 1_200)?).await?;
    world.facilities().advertise(&operator, terms("USD", 2_400)?).await?;
    Ok(world)
}

#[tokio::test]
async fn what_is_advertised_in_a_currency_is_priced() -> Checked {
    let world = advertising().await?;
    let pricing = world.use_cases().pricing;
    for (currency, discount) in [("EUR", 12_000), ("USD", 24_000)] {
        let wanted = Wanted { currency: Currency::parse(currency)?, ..wanted()? };
        let offer = pricing.quote(wanted, HOME).await?;
        let figures = offer.price().components();
        assert_eq!((figures.discount, figures.currency.code()), (Minor::new(discount), currency));
    }
    for other in [Wanted { currency: Currency::parse("GBP")?, ..wanted()? }, Wanted { kind: FacilityKind::ReverseFactoring, ..wanted()? }] {
        assert_eq!(pricing.quote(other, HOME).await, Err(NotQuoted::NotAdvertised.into()));
    }
    let none = pricing.quote(Wanted { due_on: day("2027-01-04")?, ..wanted()? }, HOME).await;
    assert_eq!(none, Err(NotQuoted::NoOffer(NoOffer::NoDays).into()));
    Ok(())
}

#[tokio::test]
async fn everybody_may_know_what_is_advertised() -> Checked {
    let pricing = advertising().await?.use_cases().pricing;
    let advertised: Vec<_> = pricing.advertised(HOME).await?.into_iter().map(|(kind, currency)| (kind, currency.code())).collect();
    assert_eq!(advertised, [(FacilityKind::Factoring, "EUR"), (FacilityKind::Factoring, "USD")]);
    assert_eq!(World::default().use_cases().pricing.advertised(HOME).await?, []);
    Ok(())
}

#[tokio::test]
async fn a_company_asks_for_its_own_terms() -> Checked {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let operator = world.operator().await?;
    world.facilities().advertise(&operator, terms("EUR", 1_200)?).await?;
    let seller = world.seller(&operator, "Muehle", terms("EUR", 900)?).await?;
    let (pricing, me) = (world.use_cases().pricing, seller.me.membership);
    let offer = pricing.own_quote(&me, wanted()?).await?;
    assert_eq!(offer.price().components().discount, Minor::new(9_000), "not the advertised 12 %");
    let dollars = Wanted { currency: Currency::parse("USD")?, ..wanted()? };
    assert_eq!(pricing.own_quote(&me, dollars).await, Err(NotQuoted::NoFacility.into()));
    let programme = Wanted { kind: FacilityKind::ReverseFactoring, ..wanted()? };
    assert_eq!(pricing.own_quote(&me, programme).await, Err(NotQuoted::NoFacility.into()));
    let stranger = world.seller(&operator, "Hafen", terms("USD", 900)?).await?.me.membership;
    assert_eq!(pricing.own_quote(&stranger, wanted()?).await, Err(NotQuoted::NoFacility.into()));
    let none = pricing.own_quote(&me, Wanted { due_on: day("2027-01-04")?, ..wanted()? }).await;
    assert_eq!(none, Err(NotQuoted::NoOffer(NoOffer::NoDays).into()));
    Ok(())
}

#[tokio::test]
async fn it_is_paid_out_on_the_houses_next_payout_day_where_nothing_is_said() -> Checked {
    let world = advertising().await?;
    let pricing = world.use_cases().pricing;
    let next = world.house().business_days().await?.payout_day(pricing.business.now().await?);
    let offer = pricing.quote(Wanted { payout_on: None, ..wanted()? }, HOME).await?;
    assert_eq!(offer.price().components().case.payout_on, next);
    Ok(())
}

#[tokio::test]
async fn one_address_asks_so_often_a_minute() -> Checked {
    let world = advertising().await?;
    let pricing = world.use_cases().pricing;
    for _ in 0..RateLimit::QUOTE_BY_ADDRESS.limit {
        pricing.quote(wanted()?, HOME).await?;
    }
    assert!(matches!(pricing.quote(wanted()?, HOME).await, Err(QuoteError::TooMany(_))));
    pricing.quote(wanted()?, "198.51.100.7".parse()?).await?;
    Ok(())
}
