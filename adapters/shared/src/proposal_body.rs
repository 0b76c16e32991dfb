//! What is proposed, as JSON: the same in the store and on the wire.

use crate::{
    fields::Fields,
    form_body::{BankAccountBody, MoneyBody},
    house_account_body::{HouseAccountBody, account_bodies, parse_accounts},
    terms_body::TermsBody,
};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_domain::{
    approvals::proposal::{Proposal, ProposedTerms},
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, UserId},
        money::{Currency, Money},
        text::Note,
    },
    ledger::{
        entry::EntryId,
        manual::{ManualEntry, ManualEvent, Parts},
    },
    parties::debtor::Limits,
};
use uuid::Uuid;

/// What exactly is proposed, and in place of what.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ProposalBody {
    ChangeOperatorRoles { operator_id: Uuid, before: Vec<String>, after: Vec<String> },
    ChangeBankAccount { company_id: Uuid, before: Box<BankAccountBody>, after: Box<BankAccountBody> },
    ChangeHouseAccounts { before: Vec<HouseAccountBody>, after: Vec<HouseAccountBody> },
    BookLedgerEntry { entry_id: Uuid, event: String, on: NaiveDate, amount: i64, currency: String, note: String },
    ProposeTerms { facility_id: Option<Uuid>, company_id: Uuid, before: Option<Box<TermsBody>>, after: Box<TermsBody> },
    ChangeDebtorLimits { debtor_id: Uuid, before: Vec<MoneyBody>, after: Vec<MoneyBody> },
}

fn amounts(limits: &Limits) -> Vec<MoneyBody> {
    limits.iter().map(MoneyBody::from).collect()
}

fn limits(bodies: &[MoneyBody]) -> Option<Limits> {
    let mut fields = Fields::default();
    let amounts: Option<Vec<_>> = bodies.iter().map(|body| body.parse(&mut fields, "limits")).collect();
    Limits::parse(&amounts?).ok()
}

fn codes(roles: OperatorRoles) -> Vec<String> {
    roles.iter().map(|role| role.code().to_owned()).collect()
}

fn roles(codes: &[String]) -> Option<OperatorRoles> {
    codes.iter().map(|code| OperatorRole::from_code(code)).collect()
}

impl From<&Proposal> for ProposalBody {
    fn from(proposal: &Proposal) -> Self {
        match proposal {
            Proposal::OperatorRoles { operator, before, after } => {
                Self::ChangeOperatorRoles { operator_id: operator.0, before: codes(*before), after: codes(*after) }
            }
            Proposal::BankAccount { company, before, after } => Self::ChangeBankAccount {
                company_id: company.0,
                before: Box::new(BankAccountBody::from(&**before)),
                after: Box::new(BankAccountBody::from(&**after)),
            },
            Proposal::HouseAccounts { before, after } => {
                Self::ChangeHouseAccounts { before: account_bodies(before), after: account_bodies(after) }
            }
            Proposal::LedgerEntry(manual) => Self::BookLedgerEntry {
                entry_id: manual.id().0,
                event: manual.event().code().to_owned(),
                on: manual.on(),
                amount: manual.amount().amount_minor(),
                currency: manual.amount().currency().code().to_owned(),
                note: manual.note().as_str().to_owned(),
            },
            Proposal::Terms(terms) => Self::ProposeTerms {
                facility_id: terms.facility.map(|id| id.0),
                company_id: terms.company.0,
                before: terms.before.as_ref().map(|before| Box::new(TermsBody::from(before))),
                after: Box::new(TermsBody::from(&terms.after)),
            },
            Proposal::DebtorLimits { debtor, before, after } => {
                Self::ChangeDebtorLimits { debtor_id: debtor.0, before: amounts(before), after: amounts(after) }
            }
        }
    }
}

impl ProposalBody {
    /// The proposal; none when something in it is nothing this release knows.
    pub fn into_proposal(self) -> Option<Proposal> {
        match self {
            Self::ChangeOperatorRoles { operator_id, before, after } => {
                Some(Proposal::OperatorRoles { operator: UserId(operator_id), before: roles(&before)?, after: roles(&after)? })
            }
            Self::ChangeBankAccount { company_id, before, after } => {
                let account = |body: Box<BankAccountBody>| {
                    let mut fields = Fields::default();
                    let account = body.parse(&mut fields);
                    fields.into_errors().is_empty().then_some(Box::new(account))
                };
                let (before, after) = (account(before)?, account(after)?);
                Some(Proposal::BankAccount { company: CompanyId(company_id), before, after })
            }
            Self::ChangeHouseAccounts { before, after } => {
                let mut fields = Fields::default();
                let (before, after) = (parse_accounts(&mut fields, &before), parse_accounts(&mut fields, &after));
                fields.into_errors().is_empty().then_some(Proposal::HouseAccounts { before, after })
            }
            Self::BookLedgerEntry { entry_id, event, on, amount, currency, note } => {
                let amount = Money::parse(amount, Currency::parse(&currency).ok()?).ok()?;
                let (event, note) = (ManualEvent::from_code(&event)?, Note::parse(&note).ok()?);
                let parts = Parts { id: EntryId(entry_id), event, on, amount, note };
                Some(Proposal::LedgerEntry(Box::new(ManualEntry::parse(parts).ok()?)))
            }
            Self::ProposeTerms { facility_id, company_id, before, after } => {
                let before = match before {
                    Some(before) => Some(before.into_terms()?),
                    None => None,
                };
                let (facility, company) = (facility_id.map(FacilityId), CompanyId(company_id));
                Some(Proposal::Terms(Box::new(ProposedTerms { facility, company, before, after: after.into_terms()? })))
            }
            Self::ChangeDebtorLimits { debtor_id, before, after } => {
                Some(Proposal::DebtorLimits { debtor: DebtorId(debtor_id), before: limits(&before)?, after: limits(&after)? })
            }
        }
    }
}
