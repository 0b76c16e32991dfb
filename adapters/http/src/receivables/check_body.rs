//! What a check of an invoice found.

use super::words;
use chrono::NaiveDate;
use serde::Serialize;
use sooner_domain::receivables::{
    checks::{Figure, Finding, Value, was_verified_for},
    receivable::Receivable,
};
use sooner_shared::coded_body::{CheckCodeCode, Code, CureCode, FigureNameCode, OutcomeCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// A figure that was compared: its name, and one value.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FigureBody {
    name: FigureNameCode,
    /// In minor units of the invoice’s currency
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    amount: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    day: Option<NaiveDate>,
    /// In basis points
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    share: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    currencies: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    receivables: Option<Vec<Uuid>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    numbers: Option<Vec<String>>,
}

impl From<&Figure> for FigureBody {
    fn from(Figure { name, value }: &Figure) -> Self {
        let empty = Self {
            name: Code(*name),
            amount: None,
            count: None,
            day: None,
            share: None,
            currencies: None,
            receivables: None,
            numbers: None,
        };
        match value {
            Value::Amount(amount) => Self { amount: Some(amount.get()), ..empty },
            Value::Count(count) => Self { count: Some(*count), ..empty },
            Value::Day(day) => Self { day: Some(*day), ..empty },
            Value::Share(share) => Self { share: Some(i64::from(share.basis_points())), ..empty },
            Value::Currencies(all) => Self { currencies: Some(all.iter().map(|one| one.code().to_owned()).collect()), ..empty },
            Value::Numbers(all) => Self { numbers: Some(all.iter().map(|one| one.as_str().to_owned()).collect()), ..empty },
            Value::Receivables(ids) => Self { receivables: Some(ids.iter().map(|id| id.0).collect()), ..empty },
        }
    }
}

/// What one check found.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckBody {
    code: CheckCodeCode,
    /// `verify` and `block` keep it from being offered; with `cap` it can be offered, but not accepted: it does not fit today
    outcome: OutcomeCode,
    /// With `verify`: it was verified, so that it no longer prevents the sale
    verified: bool,
    /// In English
    message: &'static str,
    /// What was compared
    figures: Vec<FigureBody>,
    /// What makes it pass
    cure: Option<CureCode>,
}

impl CheckBody {
    pub(crate) fn new(receivable: &Receivable, finding: &Finding) -> Self {
        let Finding { code, verdict } = finding;
        Self {
            code: Code(*code),
            outcome: Code(verdict.outcome),
            verified: was_verified_for(receivable, finding),
            message: words::message(*code, verdict.outcome),
            figures: verdict.figures.iter().map(FigureBody::from).collect(),
            cure: verdict.cure.map(Code),
        }
    }
}
