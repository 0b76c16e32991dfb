//! What a buyer discloses of its programmes (IAS 7.44H, ASU 2022-04).

use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::programmes::{DisclosedPayable, Disclosure, DisclosureError, Disclosures};
use sooner_domain::{
    kernel::Invalid,
    receivables::disclosure::{Figures, PeriodRefused, Ranges, Standing},
};
use sooner_shared::{fields::Fields, form_body::parse_date, terms_body::TermsBody};
use std::ops::RangeInclusive;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize)]
struct DisclosureQuery {
    from: Option<String>,
    to: Option<String>,
}

/// What is owed at the end of a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StandingBody {
    /// Approved, and neither paid nor gone otherwise
    owed: i64,
    /// Of that: suppliers were paid for it already
    paid_early: i64,
    /// Not approved by then, and not due yet
    outside: i64,
}

impl From<Standing> for StandingBody {
    fn from(Standing { owed, paid_early, outside }: Standing) -> Self {
        Self { owed: owed.get(), paid_early: paid_early.get(), outside: outside.get() }
    }
}

/// From one end of the period to the other: `opening.owed + confirmed` is `paid + credited + corrected + waived + leftToBuyer + closing.owed`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DisclosedFiguresBody {
    /// At the end of the day before `from`
    opening: StandingBody,
    /// Approved: irrevocably promised
    confirmed: i64,
    /// To the house, by value day
    paid: i64,
    /// By credit notes
    credited: i64,
    /// The company confirmed less
    corrected: i64,
    /// So little was left that the finance company closed it
    waived: i64,
    /// Due, and not paid early: the company pays its supplier itself
    left_to_buyer: i64,
    /// At the end of `to`
    closing: StandingBody,
}

impl From<Figures> for DisclosedFiguresBody {
    fn from(Figures { opening, confirmed, paid, credited, corrected, waived, left_to_buyer, closing }: Figures) -> Self {
        Self {
            opening: opening.into(),
            confirmed: confirmed.get(),
            paid: paid.get(),
            credited: credited.get(),
            corrected: corrected.get(),
            waived: waived.get(),
            left_to_buyer: left_to_buyer.get(),
            closing: closing.into(),
        }
    }
}

/// From the least to the most days.
#[derive(Serialize, ToSchema)]
struct DaysBody {
    least: i64,
    most: i64,
}

impl From<&RangeInclusive<i64>> for DaysBody {
    fn from(days: &RangeInclusive<i64>) -> Self {
        Self { least: *days.start(), most: *days.end() }
    }
}

/// Days between invoice and due date; none where nothing is owed.
#[derive(Serialize, ToSchema)]
struct RangesBody {
    /// Of what is in the programme
    inside: Option<DaysBody>,
    /// Of what is comparable and not in it
    outside: Option<DaysBody>,
}

impl From<&Ranges> for RangesBody {
    fn from(Ranges { inside, outside }: &Ranges) -> Self {
        Self { inside: inside.as_ref().map(DaysBody::from), outside: outside.as_ref().map(DaysBody::from) }
    }
}

/// A payable behind the figures, to which it adds its own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DisclosedPayableBody {
    id: Uuid,
    invoice_number: String,
    /// As the company calls it
    supplier_name: Option<String>,
    issued_on: NaiveDate,
    /// As is known now
    due_on: NaiveDate,
    /// The business date of its approval; none while it is a draft
    confirmed_on: Option<NaiveDate>,
    figures: DisclosedFiguresBody,
    /// Between invoice and due date, as was known at either end
    opening_days: i64,
    closing_days: i64,
}

impl From<&DisclosedPayable> for DisclosedPayableBody {
    fn from(payable: &DisclosedPayable) -> Self {
        let DisclosedPayable { id, number, supplier, issued_on, due_on, confirmed_on, row } = payable;
        Self {
            id: id.0,
            invoice_number: number.clone(),
            supplier_name: supplier.clone(),
            issued_on: *issued_on,
            due_on: *due_on,
            confirmed_on: *confirmed_on,
            figures: row.figures.into(),
            opening_days: row.opening_days,
            closing_days: row.closing_days,
        }
    }
}

/// What is disclosed of one currency, in its minor units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DisclosureBody {
    /// ISO 4217
    currency: &'static str,
    /// Those of the programme that applied on the last day; none where none did
    terms: Option<TermsBody>,
    /// The sums of those of `payables`
    figures: DisclosedFiguresBody,
    opening_days: RangesBody,
    closing_days: RangesBody,
    /// Every payable that any figure has something of, the one entered last first
    payables: Vec<DisclosedPayableBody>,
}

impl From<&Disclosure> for DisclosureBody {
    fn from(Disclosure { currency, terms, summary, payables }: &Disclosure) -> Self {
        Self {
            currency: currency.code(),
            terms: terms.as_ref().map(TermsBody::from),
            figures: summary.figures.into(),
            opening_days: RangesBody::from(&summary.opening_days),
            closing_days: RangesBody::from(&summary.closing_days),
            payables: payables.iter().map(DisclosedPayableBody::from).collect(),
        }
    }
}

/// What is disclosed of a period, by currency.
#[derive(Serialize, ToSchema)]
struct DisclosuresBody {
    from: NaiveDate,
    to: NaiveDate,
    /// The last day on which a period can end
    today: NaiveDate,
    data: Vec<DisclosureBody>,
}

#[utoipa::path(tag = "programmes", summary = "The disclosure of supplier finance",
    description = "What IAS 7.44H and ASU 2022-04 ask of a buyer, by currency: what was owed in the programme at both ends of a period, what came to it and how it went, each figure with the payables behind it. The opening is what the period before closed with. `to` is today at the latest. Without both days it is of the last whole calendar year.",
    params(("from" = Option<NaiveDate>, Query, description = "The first day of the period"),
        ("to" = Option<NaiveDate>, Query, description = "The last one; either takes the other")),
    responses((status = 200, body = DisclosuresBody)))]
#[get("/semi-private/programme/disclosure")]
pub(crate) async fn read_disclosure(me: SignedIn, api: web::Data<Api>, query: Query<DisclosureQuery>) -> Result<HttpResponse, Problem> {
    let Query(DisclosureQuery { from, to }) = query;
    let mut fields = Fields::default();
    let [from, to] = [from, to].map(|text| text.filter(|text| !text.trim().is_empty()));
    let asked = if from.is_none() && to.is_none() {
        None
    } else {
        let day = |text: Option<String>| text.ok_or(Invalid::Required).and_then(|text| parse_date(&text));
        let (from, to) = (fields.take("from", day(from)), fields.take("to", day(to)));
        Some(fields.finish(from.zip(to)).map_err(Problem::invalid)?)
    };
    let Disclosures { period, today, by_currency } = api.programmes.disclosure(&me.membership, asked).await.map_err(not_disclosed)?;
    let data = by_currency.iter().map(DisclosureBody::from).collect();
    Ok(HttpResponse::Ok().json(DisclosuresBody { from: period.from(), to: period.to(), today, data }))
}

fn not_disclosed(error: DisclosureError) -> Problem {
    match error {
        DisclosureError::Period(PeriodRefused::Backwards) => Problem::field("to", Invalid::DateBeforeFirst),
        DisclosureError::Period(PeriodRefused::InFuture) => Problem::field("to", Invalid::DateInFuture),
        DisclosureError::Unavailable(unavailable) => unavailable.into(),
    }
}
