//! What mails tell, as JSON: a row that an earlier release wrote still reads.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::kernel::outbox::{Amount, Content, Details, Figure, Matter, Wanted};
use sooner_domain::kernel::{
    Invalid,
    coded::Coded,
    ids::{LinkId, ReceivableId},
    money::{Currency, Money},
    return_reason::ReturnReason,
    text::{Line, Note},
};
use uuid::Uuid;

/// What a mail tells of what happened, as it is stored.
#[derive(Serialize, Deserialize)]
struct DetailsRow {
    sells: bool,
    was_approved: bool,
    documents: Vec<WantedRow>,
    note: Option<String>,
    // Nothing in a mail that a release before this wrote.
    #[serde(default)]
    person: Option<String>,
    #[serde(default)]
    company: Option<String>,
    #[serde(default)]
    role: Option<String>,
    #[serde(default)]
    action: Option<String>,
    #[serde(default)]
    matters: Vec<MatterRow>,
    #[serde(default)]
    paper: Option<Uuid>,
    #[serde(default)]
    parts: Vec<PartRow>,
}

/// One of the kinds of things that a mail tells.
#[derive(Serialize, Deserialize)]
struct PartRow {
    content: String,
    details: Option<DetailsRow>,
}

#[derive(Serialize, Deserialize)]
struct MatterRow {
    receivable: Option<Uuid>,
    invoice: Option<String>,
    debtor: Option<String>,
    amounts: Vec<AmountRow>,
    on: Option<NaiveDate>,
    #[serde(default)]
    link: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    came_back: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct AmountRow {
    figure: String,
    minor: i64,
    currency: String,
}

#[derive(Serialize, Deserialize)]
struct WantedRow {
    kind: String,
    reason: String,
}

impl From<&Details> for DetailsRow {
    fn from(Details { sells, was_approved, documents, note, person, company, role, action, matters, paper, parts }: &Details) -> Self {
        let wanted = |Wanted { kind, reason }: &Wanted| WantedRow { kind: kind.clone(), reason: reason.as_str().to_owned() };
        Self {
            sells: *sells,
            was_approved: *was_approved,
            documents: documents.iter().map(wanted).collect(),
            note: note.as_ref().map(|note| note.as_str().to_owned()),
            person: person.clone(),
            company: company.as_ref().map(|company| company.as_str().to_owned()),
            role: role.clone(),
            action: action.clone(),
            matters: matters.iter().map(MatterRow::from).collect(),
            paper: *paper,
            parts: parts.iter().map(PartRow::from).collect(),
        }
    }
}

impl DetailsRow {
    fn into_details(self) -> Result<Details, Invalid> {
        let Self { sells, was_approved, documents, note, person, company, role, action, matters, paper, parts } = self;
        let wanted = |WantedRow { kind, reason }| Ok(Wanted { kind, reason: Note::parse(&reason)? });
        let documents = documents.into_iter().map(wanted).collect::<Result<_, Invalid>>()?;
        let note = note.map(|note| Note::parse(&note)).transpose()?;
        let company = company.map(|company| Line::parse(&company)).transpose()?;
        let matters = matters.into_iter().map(MatterRow::into_matter).collect::<Result<_, _>>()?;
        let parts = parts.into_iter().map(PartRow::into_content).collect::<Result<_, _>>()?;
        Ok(Details { sells, was_approved, documents, note, person, company, role, action, matters, paper, parts })
    }
}

impl From<&Content> for PartRow {
    fn from(content: &Content) -> Self {
        Self { content: content.code().to_owned(), details: content.details().map(DetailsRow::from) }
    }
}

impl PartRow {
    fn into_content(self) -> Result<Content, Invalid> {
        let details = self.details.map(DetailsRow::into_details).transpose()?;
        Content::from_parts(&self.content, None, details).ok_or(Invalid::NotListed)
    }
}

impl From<&Matter> for MatterRow {
    fn from(Matter { receivable, invoice, debtor, amounts, on, link, came_back }: &Matter) -> Self {
        let amount = |Amount { figure, money }: &Amount| AmountRow {
            figure: figure.code().to_owned(),
            minor: money.amount_minor(),
            currency: money.currency().code().to_owned(),
        };
        Self {
            receivable: receivable.map(|id| id.0),
            invoice: invoice.as_ref().map(|invoice| invoice.as_str().to_owned()),
            debtor: debtor.as_ref().map(|debtor| debtor.as_str().to_owned()),
            amounts: amounts.iter().map(amount).collect(),
            on: *on,
            link: link.map(|link| link.0),
            came_back: came_back.map(|reason| reason.code().to_owned()),
        }
    }
}

impl MatterRow {
    fn into_matter(self) -> Result<Matter, Invalid> {
        let Self { receivable, invoice, debtor, amounts, on, link, came_back } = self;
        let amount = |AmountRow { figure, minor, currency }: AmountRow| {
            let figure = Figure::from_code(&figure).ok_or(Invalid::NotListed)?;
            Ok(Amount { figure, money: Money::parse(minor, Currency::parse(&currency)?)? })
        };
        let line = |text: Option<String>| text.map(|text| Line::parse(&text)).transpose();
        let amounts = amounts.into_iter().map(amount).collect::<Result<_, Invalid>>()?;
        Ok(Matter {
            receivable: receivable.map(ReceivableId),
            invoice: line(invoice)?,
            debtor: line(debtor)?,
            amounts,
            on,
            link: link.map(LinkId),
            came_back: came_back.as_deref().and_then(ReturnReason::from_code),
        })
    }
}

pub(super) fn written(details: &Details) -> Result<String, diesel::result::Error> {
    serde_json::to_string(&DetailsRow::from(details)).map_err(|error| diesel::result::Error::SerializationError(error.into()))
}

pub(super) fn read(details: &str) -> Option<Details> {
    serde_json::from_str::<DetailsRow>(details).ok()?.into_details().ok()
}
