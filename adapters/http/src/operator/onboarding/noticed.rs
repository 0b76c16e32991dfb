//! What the machine noticed in a case, as codes: clients have the words.

use crate::onboarding::requirements::ParamBody;
use serde::Serialize;
use sooner_domain::{
    kernel::coded::Coded,
    onboarding::{
        noticed::{Likeness, Notice, OLD_YEARS, OLDEST_PERSON_YEARS, SHARES_FROM_PERCENT, YOUNG_MONTHS},
        requirements::OWNER_FROM_PERCENT,
    },
};
use sooner_shared::coded_body::{Code, NoticeCodeCode};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Something the machine noticed. It refuses nothing, and the applicant never sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NoticeBody {
    code: NoticeCodeCode,
    /// Where in the form, such as `company.taxNumber`, `people[0].bornOn` or `documents.bank_statement`; absent for what the
    /// applicant's account says
    field: Option<String>,
    /// What belongs to it: `case` (the id of another application) and `company` (its name), `person` (counted from 1), `country`,
    /// `iban`, `email`, `website`, `percent`, `minimumPercent`, `years`, `months`, `kind` and `other` (kinds of documents), each where
    /// it matters
    params: BTreeMap<&'static str, ParamBody>,
}

impl From<&Notice> for NoticeBody {
    fn from(notice: &Notice) -> Self {
        Self { code: Code(notice.code()), field: notice.field(), params: params(notice).into_iter().collect() }
    }
}

fn params(notice: &Notice) -> Vec<(&'static str, ParamBody)> {
    let years = |years: u32| vec![("years", ParamBody::Number(years.into()))];
    match notice {
        Notice::VatForm(country) | Notice::VatCheckDigit(country) | Notice::PhoneCountry(country) => {
            vec![("country", country.as_str().into())]
        }
        Notice::FoundedRecently => vec![("months", ParamBody::Number(YOUNG_MONTHS.into()))],
        Notice::FoundedLongAgo => years(OLD_YEARS),
        Notice::PersonVeryOld(index) => [years(OLDEST_PERSON_YEARS), vec![("person", (index + 1).into())]].concat(),
        Notice::HolderDiffers => Vec::new(),
        Notice::IbanCountry { iban, company } => vec![("iban", iban.as_str().into()), ("country", company.as_str().into())],
        Notice::EmailDomain { email, website } => vec![("email", email.as_str().into()), ("website", website.as_str().into())],
        Notice::FreeMail(email) => vec![("email", email.as_str().into())],
        Notice::NoOwner => vec![("minimumPercent", ParamBody::Number(OWNER_FROM_PERCENT.into()))],
        Notice::SharesIncomplete(share) => {
            vec![
                ("percent", (f64::from(*share) / 100.0).to_string().as_str().into()),
                ("minimumPercent", ParamBody::Number(SHARES_FROM_PERCENT.into())),
            ]
        }
        Notice::SameDocument { kind, other } => vec![("kind", kind.code().into()), ("other", other.code().into())],
        Notice::Similar(similar) => {
            let case = match similar.by {
                Likeness::Entity(id) | Likeness::Name(id) => Some(("case", id.to_string().as_str().into())),
                Likeness::Debtor => None,
            };
            case.into_iter().chain([("company", similar.company.as_str().into())]).collect()
        }
    }
}
