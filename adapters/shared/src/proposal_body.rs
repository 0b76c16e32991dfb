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
    approvals::proposal::{Ending, OrderedPayouts, Proposal, ProposedTerms, ReceivableEnding, SentBack, SupplierRate},
    facilities::supplier::SupplierId,
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        interest::YearlyRate,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::{
        entry::EntryId,
        manual::{ManualEntry, ManualEvent, Parts},
    },
    onboarding::bank_account::Iban,
    parties::debtor::Limits,
    payments::{
        payout::{BatchId, PayoutId},
        receipt::ReceiptId,
    },
    receivables::{book::LossCause, evidence::Liftable},
};
use uuid::Uuid;

/// What exactly is proposed, and in place of what.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ProposalBody {
    ChangeOperatorRoles {
        operator_id: Uuid,
        before: Vec<String>,
        after: Vec<String>,
    },
    ChangeBankAccount {
        company_id: Uuid,
        before: Box<BankAccountBody>,
        after: Box<BankAccountBody>,
    },
    ChangeHouseAccounts {
        before: Vec<HouseAccountBody>,
        after: Vec<HouseAccountBody>,
    },
    BookLedgerEntry {
        entry_id: Uuid,
        event: String,
        on: NaiveDate,
        amount: i64,
        currency: String,
        note: String,
    },
    ProposeTerms {
        facility_id: Option<Uuid>,
        company_id: Uuid,
        before: Option<Box<TermsBody>>,
        after: Box<TermsBody>,
    },
    ChangeDebtorLimits {
        debtor_id: Uuid,
        before: Vec<MoneyBody>,
        after: Vec<MoneyBody>,
    },
    ChangeSupplierRate {
        rate: SupplierRateBody,
    },
    ReleasePayouts {
        batch_id: Uuid,
        payouts: Vec<OrderedPayoutBody>,
    },
    SendBack {
        receipt_id: Uuid,
        debtor_id: Option<Uuid>,
        amount: MoneyBody,
        name: String,
        iban: String,
        note: String,
    },
    WriteOff {
        receivable: SeenReceivableBody,
        cause: String,
    },
    UndoFact {
        receivable: SeenReceivableBody,
    },
    LiftDuplicate {
        receivable: SeenReceivableBody,
        /// None in what was proposed while only one could be lifted.
        #[serde(default)]
        check: Option<String>,
    },
    GiveUp {
        receivable: SeenReceivableBody,
        amount: MoneyBody,
    },
}

/// What a supplier is to be priced at, in basis points; none for the programme's.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupplierRateBody {
    pub supplier_id: Uuid,
    pub buyer_id: Uuid,
    pub company_id: Uuid,
    pub before: Option<u16>,
    pub after: Option<u16>,
    pub note: String,
}

impl From<&SupplierRate> for SupplierRateBody {
    fn from(SupplierRate { supplier, buyer, company, before, after, note }: &SupplierRate) -> Self {
        Self {
            supplier_id: supplier.0,
            buyer_id: buyer.0,
            company_id: company.0,
            before: before.map(YearlyRate::basis_points),
            after: after.map(YearlyRate::basis_points),
            note: note.as_str().to_owned(),
        }
    }
}

impl SupplierRateBody {
    fn parse(self) -> Option<SupplierRate> {
        let Self { supplier_id, buyer_id, company_id, before, after, note } = self;
        let rate = |rate: Option<u16>| rate.map(|rate| YearlyRate::parse_basis_points(rate.into())).transpose().ok();
        let (supplier, buyer, company) = (SupplierId(supplier_id), CompanyId(buyer_id), CompanyId(company_id));
        Some(SupplierRate { supplier, buyer, company, before: rate(before)?, after: rate(after)?, note: Note::parse(&note).ok()? })
    }
}

/// A payout, and what the company is owed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderedPayoutBody {
    pub id: Uuid,
    pub gross: MoneyBody,
}

/// A receivable as it was seen, and why something is to be done with it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeenReceivableBody {
    pub id: Uuid,
    pub seller_id: Uuid,
    pub version: i64,
    pub note: Option<String>,
}

impl From<&ReceivableEnding> for SeenReceivableBody {
    fn from(ReceivableEnding { receivable, seller, version, what: _, note }: &ReceivableEnding) -> Self {
        let note = note.as_ref().map(|note| note.as_str().to_owned());
        Self { id: receivable.0, seller_id: seller.0, version: *version, note }
    }
}

impl SeenReceivableBody {
    fn into_proposal(self, what: Ending) -> Option<Proposal> {
        let Self { id, seller_id, version, note } = self;
        let note = note.map(|note| Note::parse(&note)).transpose().ok()?;
        let ending = ReceivableEnding { receivable: ReceivableId(id), seller: CompanyId(seller_id), version, what, note };
        Some(Proposal::Receivable(Box::new(ending)))
    }
}

impl OrderedPayoutBody {
    fn parse(&self) -> Option<(PayoutId, Money)> {
        let Self { id, gross } = self;
        Some((PayoutId(*id), money(gross)?))
    }
}

fn money(MoneyBody { amount, currency }: &MoneyBody) -> Option<Money> {
    Money::parse(*amount, Currency::parse(currency).ok()?).ok()
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
            Proposal::SupplierRate(rate) => Self::ChangeSupplierRate { rate: SupplierRateBody::from(&**rate) },
            Proposal::Payouts(ordered) => {
                let payout = |(id, gross): &(PayoutId, Money)| OrderedPayoutBody { id: id.0, gross: MoneyBody::from(*gross) };
                Self::ReleasePayouts { batch_id: ordered.batch.0, payouts: ordered.payouts.iter().map(payout).collect() }
            }
            Proposal::SentBack(back) => Self::SendBack {
                receipt_id: back.receipt.0,
                debtor_id: back.credit_of.map(|debtor| debtor.0),
                amount: MoneyBody::from(back.amount),
                name: back.name.as_str().to_owned(),
                iban: back.iban.as_str().to_owned(),
                note: back.note.as_str().to_owned(),
            },
            Proposal::Receivable(ending) => {
                let receivable = SeenReceivableBody::from(&**ending);
                match ending.what {
                    Ending::WriteOff(cause) => Self::WriteOff { receivable, cause: cause.code().to_owned() },
                    Ending::Undo => Self::UndoFact { receivable },
                    Ending::Lift(check) => Self::LiftDuplicate { receivable, check: Some(check.code().to_owned()) },
                    Ending::GiveUp(amount) => Self::GiveUp { receivable, amount: MoneyBody::from(amount) },
                }
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
                let amount = money(&MoneyBody { amount, currency })?;
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
            Self::ChangeSupplierRate { rate } => Some(Proposal::SupplierRate(Box::new(rate.parse()?))),
            Self::ReleasePayouts { batch_id, payouts } => {
                let payouts = payouts.iter().map(OrderedPayoutBody::parse).collect::<Option<Vec<_>>>()?;
                Some(Proposal::Payouts(Box::new(OrderedPayouts { batch: BatchId(batch_id), payouts })))
            }
            Self::SendBack { receipt_id, debtor_id, amount, name, iban, note } => {
                let amount = Money::parse(amount.amount, Currency::parse(&amount.currency).ok()?).ok()?;
                let (name, iban, note) = (Line::parse(&name).ok()?, Iban::parse(&iban).ok()?, Note::parse(&note).ok()?);
                let (receipt, credit_of) = (ReceiptId(receipt_id), debtor_id.map(DebtorId));
                Some(Proposal::SentBack(Box::new(SentBack { receipt, credit_of, amount, name, iban, note })))
            }
            Self::WriteOff { receivable, cause } => receivable.into_proposal(Ending::WriteOff(LossCause::from_code(&cause)?)),
            Self::UndoFact { receivable } => receivable.into_proposal(Ending::Undo),
            Self::LiftDuplicate { receivable, check } => {
                let check = check.as_deref().map_or(Some(Liftable::DuplicateExact), Liftable::from_code)?;
                receivable.into_proposal(Ending::Lift(check))
            }
            Self::GiveUp { receivable, amount } => receivable.into_proposal(Ending::GiveUp(money(&amount)?)),
        }
    }
}
