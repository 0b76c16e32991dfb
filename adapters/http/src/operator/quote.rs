//! What any terms would come to: nothing is stored, and nobody is bound.

use super::ledger::SidesBody;
use crate::{
    kernel::{
        body::{Data, Json},
        error::Problem,
    },
    pricing::{
        body::{PriceBody, no_offer},
        settlement::SettledBody,
    },
    session::FacilityReader,
};
use actix_web::{HttpResponse, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_domain::{
    kernel::{
        Invalid,
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::entry::Posting,
    pricing::price::Case,
    receivables::{
        book::{LossCause, Posted, Refused},
        quote::{CloseAs, CloseKind, MAX_YEARS, Quote, QuoteEvent, QuotePart, QuoteRefused, QuoteRequest, Settled, quote},
    },
};
use sooner_shared::{
    coded_body::{AccountKindCode, CloseKindCode, Code, EventCode, LossCauseCode, QuoteEventKindCode, member},
    fields::Fields,
    form_body::parse_date,
    terms_body::TermsBody,
};
use std::fmt::Display;
use utoipa::ToSchema;

/// Something that comes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct QuoteEventBody {
    #[schema(value_type = NaiveDate)]
    on: String,
    #[schema(value_type = QuoteEventKindCode)]
    kind: String,
    /// In minor units, at least 1
    amount: i64,
}

/// What is asked. Amounts are in minor units of the terms’ currency.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct QuoteRequestBody {
    terms: TermsBody,
    /// The invoice’s total, with tax
    face: i64,
    /// The day on which the payout is executed
    #[schema(value_type = NaiveDate)]
    payout_on: String,
    #[schema(value_type = NaiveDate)]
    due_on: String,
    /// In any order; on one day, credit notes count first
    #[serde(default)]
    #[schema(required = false)]
    events: Vec<QuoteEventBody>,
    /// When what is open then is closed
    #[schema(value_type = Option<NaiveDate>)]
    close_on: Option<String>,
    /// How, where `closeOn` is there
    #[schema(value_type = Option<CloseKindCode>)]
    close_as: Option<String>,
    /// Why it is written off, where it is
    #[schema(value_type = Option<LossCauseCode>)]
    cause: Option<String>,
}

fn amount(fields: &mut Fields, name: impl Display, amount: i64, currency: Currency) -> Option<Minor> {
    fields.take(name, Money::parse(amount, currency).map(|money| Minor::new(money.amount_minor())))
}

impl QuoteEventBody {
    fn parse(&self, fields: &mut Fields, place: usize, currency: Option<Currency>) -> Option<QuoteEvent> {
        let on = fields.take(format_args!("events[{place}].on"), parse_date(&self.on));
        let kind = fields.take(format_args!("events[{place}].kind"), member(&self.kind));
        let amount = currency.and_then(|currency| amount(fields, format_args!("events[{place}].amount"), self.amount, currency));
        Some(QuoteEvent { on: on?, kind: kind?, amount: amount? })
    }
}

/// None where nothing is wanted, or what is wanted was refused.
fn parse_close(body: &QuoteRequestBody, fields: &mut Fields) -> Option<(NaiveDate, CloseAs)> {
    let on = body.close_on.as_deref().and_then(|text| fields.take("closeOn", parse_date(text)));
    let kind = body.close_as.as_deref().and_then(|code| fields.take("closeAs", member::<CloseKind>(code)));
    let cause = body.cause.as_deref().and_then(|code| fields.take("cause", member::<LossCause>(code)));
    let is_write_off = kind == Some(CloseKind::WriteOff);
    for (field, is_wanted, is_there) in [
        ("closeOn", body.close_as.is_some(), body.close_on.is_some()),
        ("closeAs", body.close_on.is_some(), body.close_as.is_some()),
        ("cause", is_write_off, body.cause.is_some()),
    ] {
        if is_wanted && !is_there {
            fields.refuse(field, Invalid::Required);
        }
    }
    if body.cause.is_some() && !is_write_off {
        fields.refuse("cause", Invalid::NotPossible);
    }
    let how = match kind? {
        CloseKind::Short => CloseAs::Short,
        CloseKind::ChargeBack => CloseAs::ChargeBack,
        CloseKind::WriteOff => CloseAs::WriteOff(cause?),
    };
    Some((on?, how))
}

impl QuoteRequestBody {
    fn parse(&self) -> Result<QuoteRequest, Problem> {
        let mut fields = Fields::default();
        let terms = self.terms.parse(&mut fields);
        let currency = terms.map(|terms| terms.parts().currency);
        let face = currency.and_then(|currency| amount(&mut fields, "face", self.face, currency));
        let payout_on = fields.take("payoutOn", parse_date(&self.payout_on));
        let due_on = fields.take("dueOn", parse_date(&self.due_on));
        let events: Vec<_> = self.events.iter().enumerate().map(|(place, event)| event.parse(&mut fields, place, currency)).collect();
        let close = parse_close(self, &mut fields);
        let case = (|| Some(Case { face: face?, certain: face?, payout_on: payout_on?, due_on: due_on? }))();
        let events: Option<Vec<_>> = events.into_iter().collect();
        let request = (|| Some(QuoteRequest { terms: terms?, case: case?, events: events?, close }))();
        fields.finish(request).map_err(Problem::invalid)
    }
}

/// A line of an entry.
#[derive(Serialize, ToSchema)]
struct QuotePostingBody {
    account: AccountKindCode,
    #[serde(flatten)]
    amount: SidesBody,
}

impl From<Posting> for QuotePostingBody {
    fn from(Posting { account, amount, .. }: Posting) -> Self {
        Self { account: Code(account.kind()), amount: amount.into() }
    }
}

/// An entry that the book would make.
#[derive(Serialize, ToSchema)]
struct QuoteEntryBody {
    on: NaiveDate,
    event: EventCode,
    postings: Vec<QuotePostingBody>,
}

impl From<&Posted> for QuoteEntryBody {
    fn from(Posted { event, on, draft }: &Posted) -> Self {
        let postings = draft.postings().into_iter().map(QuotePostingBody::from).collect();
        Self { on: *on, event: Code(*event), postings }
    }
}

/// How it ends.
#[derive(Serialize, ToSchema)]
struct QuoteSettlementBody {
    #[serde(flatten)]
    settled: SettledBody,
    /// The journal, but for the payout’s own entries
    entries: Vec<QuoteEntryBody>,
}

/// What it would come to.
#[derive(Serialize, ToSchema)]
struct QuoteBody {
    offer: PriceBody,
    /// Absent while something is open
    #[serde(skip_serializing_if = "Option::is_none")]
    settlement: Option<QuoteSettlementBody>,
}

impl From<&Quote> for QuoteBody {
    fn from(Quote { offer, settled, entries }: &Quote) -> Self {
        let settlement = settled.as_ref().map(|Settled { settlement, differences }| QuoteSettlementBody {
            settled: SettledBody::new(offer.price().components().release, settlement, differences),
            entries: entries.iter().map(QuoteEntryBody::from).collect(),
        });
        Self { offer: offer.into(), settlement }
    }
}

/// The field of a part of what was asked: its day, its amount, or what it is.
fn field(part: QuotePart, of_event: &str, of_close: &'static str) -> String {
    match part {
        QuotePart::Payout => "payoutOn".to_owned(),
        QuotePart::Due => "dueOn".to_owned(),
        QuotePart::Event(place) => format!("events[{place}].{of_event}"),
        QuotePart::Close => of_close.to_owned(),
    }
}

fn not_quoted(request: &QuoteRequest, refused: QuoteRefused) -> Problem {
    match refused {
        QuoteRefused::NoOffer(none) => no_offer(none),
        QuoteRefused::TooFar(part) => Problem::field(&field(part, "on", "closeOn"), Invalid::TooFarAhead { years: MAX_YEARS }),
        QuoteRefused::NotInProgramme(part) => Problem::field(&field(part, "kind", "closeAs"), Invalid::NotPossible),
        QuoteRefused::Fact(part, Refused::NoAmount) => {
            Problem::field(&field(part, "amount", "closeAs"), Invalid::AmountTooSmall { min: 1 })
        }
        QuoteRefused::Fact(part, Refused::MoreThanFace | Refused::MoreThanOpen) => {
            Problem::field(&field(part, "amount", "closeAs"), Invalid::AmountTooLarge { max: request.case.face.get() })
        }
        QuoteRefused::Fact(part, _) => Problem::field(&field(part, "kind", "closeAs"), Invalid::NotPossible),
    }
}

#[utoipa::path(tag = "pricing", summary = "What any terms would come to",
    description = "The code that runs the book, on what is only thought of: nothing is stored. It asks for no life cycle; the payout is executed on its day. `settlement` is there once nothing is open.",
    request_body = QuoteRequestBody, responses((status = 200, body = Data<QuoteBody>)))]
#[post("/operator/quote")]
pub(crate) async fn quote_terms(_me: FacilityReader, body: Json<QuoteRequestBody>) -> Result<HttpResponse, Problem> {
    let request = body.value.parse()?;
    let quote = quote(&request).map_err(|refused| not_quoted(&request, refused))?;
    Ok(HttpResponse::Ok().json(Data { data: QuoteBody::from(&quote) }))
}
