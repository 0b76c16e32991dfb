//! What is proposed, as JSON: the same in the store and on the wire.

use crate::{
    fields::Fields,
    form_body::{BankAccountBody, MoneyBody},
    house_account_body::{HouseAccountBody, account_bodies, parse_accounts},
    terms_body::StoredTermsBody,
};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_domain::{
    approvals::proposal::{
        ContactChange, DebtorMerge, Ending, MergedDebtor, OrderedPayout, OrderedPayouts, PartUndone, Proposal, ProposedTerms,
        ReceivableEnding, SentBack, SupplierRate,
    },
    facilities::supplier::SupplierId,
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        interest::YearlyRate,
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note, PersonName},
    },
    ledger::{
        entry::EntryId,
        manual::{InSuspense, ManualEntry, ManualEvent, Parts},
    },
    onboarding::bank_account::{BankAccount, Iban},
    parties::{
        debtor::{DebtorState, Limits, NoticeContact},
        legal_entity::LegalEntity,
    },
    payments::{
        payout::{BatchId, PayoutId},
        receipt::{AccountOwner, AllocationId, ReceiptId, Target},
        release::{ReleaseReason, ReleaseWarning, Sending},
    },
    receivables::{book::LossCause, evidence::Liftable},
};
use uuid::Uuid;

/// A receipt in suspense, as it was seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InSuspenseBody {
    receipt: Uuid,
    name: Option<String>,
    iban: Option<String>,
    text: Option<String>,
}

impl From<&InSuspense> for InSuspenseBody {
    fn from(InSuspense { receipt, name, iban, text }: &InSuspense) -> Self {
        let line = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self { receipt: *receipt, name: line(name), iban: line(iban), text: text.as_ref().map(|text| text.as_str().to_owned()) }
    }
}

impl InSuspenseBody {
    fn into_in_suspense(self) -> Option<InSuspense> {
        let line = |text: Option<String>| text.map(|text| Line::parse(&text)).transpose().ok();
        let text = self.text.map(|text| Note::parse(&text)).transpose().ok()?;
        Some(InSuspense { receipt: self.receipt, name: line(self.name)?, iban: line(self.iban)?, text })
    }
}

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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reverses: Option<Uuid>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        explains: Option<InSuspenseBody>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<NaiveDate>,
    },
    ProposeTerms {
        facility_id: Option<Uuid>,
        company_id: Uuid,
        before: Option<Box<StoredTermsBody>>,
        after: Box<StoredTermsBody>,
    },
    ChangeDebtorLimits {
        debtor_id: Uuid,
        before: Vec<MoneyBody>,
        after: Vec<MoneyBody>,
        /// Earlier versions changed contacts without a second person.
        #[serde(default)]
        contact: Option<ContactChangeBody>,
    },
    MergeDebtors {
        gone: Box<MergedDebtorBody>,
        stays: Box<MergedDebtorBody>,
        state: String,
        contact: Option<ContactBody>,
        note: String,
    },
    ChangeSupplierRate {
        rate: SupplierRateBody,
    },
    ReleasePayouts {
        batch_id: Uuid,
        payouts: Vec<OrderedPayoutBody>,
        reason: Option<ReleaseReasonBody>,
    },
    SendBack {
        receipt_id: Uuid,
        debtor_id: Option<Uuid>,
        amount: MoneyBody,
        name: String,
        iban: String,
        #[serde(default)]
        owner: Option<String>,
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
    UndoGiveUp {
        receivable: SeenReceivableBody,
    },
    UndoPart {
        receipt_id: Uuid,
        part_id: Uuid,
        target: PartTargetBody,
        amount: MoneyBody,
        note: String,
    },
}

/// What a part of a receipt is for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum PartTargetBody {
    Receivable { id: Uuid },
    PassOn { company_id: Uuid, receivable_id: Uuid },
    Credit { debtor_id: Uuid },
    SentBack { payout_id: Uuid },
    Entry { id: Uuid },
}

impl From<Target> for PartTargetBody {
    fn from(target: Target) -> Self {
        match target {
            Target::Receivable(id) => Self::Receivable { id: id.0 },
            Target::PassOn(company, about) => Self::PassOn { company_id: company.0, receivable_id: about.0 },
            Target::Credit(debtor) => Self::Credit { debtor_id: debtor.0 },
            Target::SentBack(payout) => Self::SentBack { payout_id: payout.0 },
            Target::Entry(entry) => Self::Entry { id: entry.0 },
        }
    }
}

impl From<PartTargetBody> for Target {
    fn from(body: PartTargetBody) -> Self {
        match body {
            PartTargetBody::Receivable { id } => Self::Receivable(ReceivableId(id)),
            PartTargetBody::PassOn { company_id, receivable_id } => Self::PassOn(CompanyId(company_id), ReceivableId(receivable_id)),
            PartTargetBody::Credit { debtor_id } => Self::Credit(DebtorId(debtor_id)),
            PartTargetBody::SentBack { payout_id } => Self::SentBack(PayoutId(payout_id)),
            PartTargetBody::Entry { id } => Self::Entry(EntryId(id)),
        }
    }
}

/// Another contact for a debtor.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ContactBody {
    name: String,
    email: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ContactChangeBody {
    before: Option<ContactBody>,
    after: ContactBody,
}

impl From<&NoticeContact> for ContactBody {
    fn from(NoticeContact { name, email }: &NoticeContact) -> Self {
        Self { name: name.as_str().to_owned(), email: email.as_str().to_owned() }
    }
}

impl ContactBody {
    fn parse(&self) -> Option<NoticeContact> {
        Some(NoticeContact { name: PersonName::parse(&self.name).ok()?, email: EmailAddress::parse(&self.email).ok()? })
    }
}

impl From<&ContactChange> for ContactChangeBody {
    fn from(ContactChange { before, after }: &ContactChange) -> Self {
        Self { before: before.as_ref().map(ContactBody::from), after: ContactBody::from(after) }
    }
}

impl ContactChangeBody {
    fn parse(&self) -> Option<ContactChange> {
        Some(ContactChange { before: contact_of(self.before.as_ref())?, after: self.after.parse()? })
    }
}

/// One of two debtors that are to be one, as it was seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MergedDebtorBody {
    pub debtor_id: Uuid,
    pub version: i64,
    pub name: String,
    pub legal_entity: String,
    pub state: String,
    pub limits: Vec<MoneyBody>,
    pub contact: Option<ContactBody>,
}

impl From<&MergedDebtor> for MergedDebtorBody {
    fn from(MergedDebtor { debtor, version, name, legal_entity, state, limits, contact }: &MergedDebtor) -> Self {
        Self {
            debtor_id: debtor.0,
            version: *version,
            name: name.as_str().to_owned(),
            legal_entity: legal_entity.key(),
            state: state.code().to_owned(),
            limits: limits.iter().map(MoneyBody::from).collect(),
            contact: contact.as_ref().map(ContactBody::from),
        }
    }
}

impl MergedDebtorBody {
    fn parse(&self) -> Option<MergedDebtor> {
        Some(MergedDebtor {
            debtor: DebtorId(self.debtor_id),
            version: self.version,
            name: Line::parse(&self.name).ok()?,
            legal_entity: LegalEntity::from_key(&self.legal_entity)?,
            state: DebtorState::from_code(&self.state)?,
            limits: limits(&self.limits)?,
            contact: contact_of(self.contact.as_ref())?,
        })
    }
}

/// None where there is one that cannot be read.
fn contact_of(body: Option<&ContactBody>) -> Option<Option<NoticeContact>> {
    match body {
        Some(body) => body.parse().map(Some),
        None => Some(None),
    }
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
    /// None where an earlier version proposed it.
    pub sending: Option<SendingBody>,
}

/// What is sent of a payout, to which payee and account.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SendingBody {
    pub company_id: Uuid,
    /// In minor units of the payout's currency.
    pub set_off: i64,
    pub account: BankAccountBody,
    pub account_failed: bool,
    pub is_again: bool,
}

/// Why payouts are released although something speaks against it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseReasonBody {
    pub text: String,
    /// Codes of warnings.
    pub given_for: Vec<String>,
}

impl From<&ReleaseReason> for ReleaseReasonBody {
    fn from(ReleaseReason { text, given_for }: &ReleaseReason) -> Self {
        Self { text: text.as_str().to_owned(), given_for: given_for.iter().map(|warning| warning.code().to_owned()).collect() }
    }
}

impl ReleaseReasonBody {
    fn parse(&self) -> Option<ReleaseReason> {
        let given_for = self.given_for.iter().map(|code| ReleaseWarning::from_code(code)).collect::<Option<_>>()?;
        Some(ReleaseReason { text: Note::parse(&self.text).ok()?, given_for })
    }
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

impl From<&OrderedPayout> for OrderedPayoutBody {
    fn from(ordered: &OrderedPayout) -> Self {
        match ordered {
            OrderedPayout::Owed(id, gross) => Self { id: id.0, gross: MoneyBody::from(*gross), sending: None },
            OrderedPayout::Seen(sending) => {
                let Sending { payout, company, gross, set_off, account, account_failed, is_again } = &**sending;
                let account = BankAccountBody::from(&**account);
                let (company_id, set_off) = (company.0, set_off.get());
                let sending = SendingBody { company_id, set_off, account, account_failed: *account_failed, is_again: *is_again };
                Self { id: payout.0, gross: MoneyBody::from(*gross), sending: Some(sending) }
            }
        }
    }
}

impl OrderedPayoutBody {
    fn parse(&self) -> Option<OrderedPayout> {
        let Self { id, gross, sending } = self;
        let (payout, gross) = (PayoutId(*id), money(gross)?);
        let Some(SendingBody { company_id, set_off, account, account_failed, is_again }) = sending else {
            return Some(OrderedPayout::Owed(payout, gross));
        };
        let (company, set_off, account) = (CompanyId(*company_id), Minor::new(*set_off), account_of(account)?);
        let (account_failed, is_again) = (*account_failed, *is_again);
        Some(OrderedPayout::Seen(Box::new(Sending { payout, company, gross, set_off, account, account_failed, is_again })))
    }
}

fn account_of(body: &BankAccountBody) -> Option<Box<BankAccount>> {
    let mut fields = Fields::default();
    let account = body.parse(&mut fields);
    fields.into_errors().is_empty().then_some(Box::new(account))
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
                reverses: manual.reverses().map(|entry| entry.0),
                explains: manual.explains().map(InSuspenseBody::from),
                beside: manual.beside(),
            },
            Proposal::Terms(terms) => Self::ProposeTerms {
                facility_id: terms.facility.map(|id| id.0),
                company_id: terms.company.0,
                before: terms.before.as_ref().map(|before| Box::new(StoredTermsBody::from(before))),
                after: Box::new(StoredTermsBody::from(&terms.after)),
            },
            Proposal::DebtorLimits { debtor, before, after, contact } => Self::ChangeDebtorLimits {
                debtor_id: debtor.0,
                before: amounts(before),
                after: amounts(after),
                contact: contact.as_deref().map(ContactChangeBody::from),
            },
            Proposal::DebtorMerge(merge) => Self::MergeDebtors {
                gone: Box::new(MergedDebtorBody::from(&merge.gone)),
                stays: Box::new(MergedDebtorBody::from(&merge.stays)),
                state: merge.state.code().to_owned(),
                contact: merge.contact.as_ref().map(ContactBody::from),
                note: merge.note.as_str().to_owned(),
            },
            Proposal::SupplierRate(rate) => Self::ChangeSupplierRate { rate: SupplierRateBody::from(&**rate) },
            Proposal::Payouts(ordered) => Self::ReleasePayouts {
                batch_id: ordered.batch.0,
                payouts: ordered.payouts.iter().map(OrderedPayoutBody::from).collect(),
                reason: ordered.reason.as_ref().map(ReleaseReasonBody::from),
            },
            Proposal::SentBack(back) => Self::SendBack {
                receipt_id: back.receipt.0,
                debtor_id: back.credit_of.map(|debtor| debtor.0),
                amount: MoneyBody::from(back.amount),
                name: back.name.as_str().to_owned(),
                iban: back.iban.as_str().to_owned(),
                owner: back.owner.map(|owner| owner.code().to_owned()),
                note: back.note.as_str().to_owned(),
            },
            Proposal::Receivable(ending) => {
                let receivable = SeenReceivableBody::from(&**ending);
                match ending.what {
                    Ending::WriteOff(cause) => Self::WriteOff { receivable, cause: cause.code().to_owned() },
                    Ending::Undo => Self::UndoFact { receivable },
                    Ending::Lift(check) => Self::LiftDuplicate { receivable, check: Some(check.code().to_owned()) },
                    Ending::GiveUp(amount) => Self::GiveUp { receivable, amount: MoneyBody::from(amount) },
                    Ending::UndoGiveUp => Self::UndoGiveUp { receivable },
                }
            }
            Proposal::PartUndone(undone) => Self::UndoPart {
                receipt_id: undone.receipt.0,
                part_id: undone.part.0,
                target: undone.target.into(),
                amount: MoneyBody::from(undone.amount),
                note: undone.note.as_str().to_owned(),
            },
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
                let (before, after) = (account_of(&before)?, account_of(&after)?);
                Some(Proposal::BankAccount { company: CompanyId(company_id), before, after })
            }
            Self::ChangeHouseAccounts { before, after } => {
                let mut fields = Fields::default();
                let (before, after) = (parse_accounts(&mut fields, &before), parse_accounts(&mut fields, &after));
                fields.into_errors().is_empty().then_some(Proposal::HouseAccounts { before, after })
            }
            Self::BookLedgerEntry { entry_id, event, on, amount, currency, note, reverses, explains, beside } => {
                let amount = money(&MoneyBody { amount, currency })?;
                let (event, note) = (ManualEvent::from_code(&event)?, Note::parse(&note).ok()?);
                let explains = match explains {
                    Some(body) => Some(body.into_in_suspense()?),
                    None => None,
                };
                let parts = Parts { id: EntryId(entry_id), event, on, amount, note, reverses: reverses.map(EntryId), explains, beside };
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
            Self::ChangeDebtorLimits { debtor_id, before, after, contact } => {
                let contact = match contact {
                    Some(contact) => Some(Box::new(contact.parse()?)),
                    None => None,
                };
                Some(Proposal::DebtorLimits { debtor: DebtorId(debtor_id), before: limits(&before)?, after: limits(&after)?, contact })
            }
            Self::MergeDebtors { gone, stays, state, contact, note } => Some(Proposal::DebtorMerge(Box::new(DebtorMerge {
                gone: gone.parse()?,
                stays: stays.parse()?,
                state: DebtorState::from_code(&state)?,
                contact: contact_of(contact.as_ref())?,
                note: Note::parse(&note).ok()?,
            }))),
            Self::ChangeSupplierRate { rate } => Some(Proposal::SupplierRate(Box::new(rate.parse()?))),
            Self::ReleasePayouts { batch_id, payouts, reason } => {
                let payouts = payouts.iter().map(OrderedPayoutBody::parse).collect::<Option<Vec<_>>>()?;
                let reason = match reason {
                    Some(reason) => Some(reason.parse()?),
                    None => None,
                };
                Some(Proposal::Payouts(Box::new(OrderedPayouts { batch: BatchId(batch_id), payouts, reason })))
            }
            Self::SendBack { receipt_id, debtor_id, amount, name, iban, owner, note } => {
                let amount = Money::parse(amount.amount, Currency::parse(&amount.currency).ok()?).ok()?;
                let (name, iban, note) = (Line::parse(&name).ok()?, Iban::parse(&iban).ok()?, Note::parse(&note).ok()?);
                let (receipt, credit_of) = (ReceiptId(receipt_id), debtor_id.map(DebtorId));
                let owner = match owner {
                    Some(owner) => Some(AccountOwner::from_code(&owner)?),
                    None => None,
                };
                Some(Proposal::SentBack(Box::new(SentBack { receipt, credit_of, amount, name, iban, owner, note })))
            }
            Self::WriteOff { receivable, cause } => receivable.into_proposal(Ending::WriteOff(LossCause::from_code(&cause)?)),
            Self::UndoFact { receivable } => receivable.into_proposal(Ending::Undo),
            Self::LiftDuplicate { receivable, check } => {
                let check = check.as_deref().map_or(Some(Liftable::DuplicateExact), Liftable::from_code)?;
                receivable.into_proposal(Ending::Lift(check))
            }
            Self::GiveUp { receivable, amount } => receivable.into_proposal(Ending::GiveUp(money(&amount)?)),
            Self::UndoGiveUp { receivable } => receivable.into_proposal(Ending::UndoGiveUp),
            Self::UndoPart { receipt_id, part_id, target, amount, note } => Some(Proposal::PartUndone(Box::new(PartUndone {
                receipt: ReceiptId(receipt_id),
                part: AllocationId(part_id),
                target: target.into(),
                amount: money(&amount)?,
                note: Note::parse(&note).ok()?,
            }))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payouts_that_an_earlier_version_proposed_are_read_with_what_they_said() {
        let (batch, payout) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let stored = format!(
            r#"{{"action":"release_payouts","batchId":"{batch}","payouts":[{{"id":"{payout}","gross":{{"amount":800000,"currency":"EUR"}}}}]}}"#
        );
        let body: ProposalBody = serde_json::from_str(&stored).unwrap();
        let proposal = body.into_proposal().unwrap();
        let changes: Vec<_> = proposal.changes().into_iter().map(|change| (change.field, change.after)).collect();
        assert_eq!(changes, [("payout".to_owned(), Some(format!("{payout} 8000.00 EUR")))], "its hash stays what it was");
    }

    #[test]
    fn what_was_to_be_lifted_before_one_could_choose_is_an_equal_number() {
        let (id, seller) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let stored =
            format!(r#"{{"action":"lift_duplicate","receivable":{{"id":"{id}","sellerId":"{seller}","version":3,"note":"new year"}}}}"#);
        let read = |stored: &str| match serde_json::from_str::<ProposalBody>(stored).unwrap().into_proposal() {
            Some(Proposal::Receivable(ending)) => Some(ending.what),
            _ => None,
        };
        assert_eq!(read(&stored), Some(Ending::Lift(Liftable::DuplicateExact)));
        let chosen = |check: &str| stored.replace("\"receivable\"", &format!("\"check\":\"{check}\",\"receivable\""));
        assert_eq!(read(&chosen("payment_means")), Some(Ending::Lift(Liftable::PaymentMeans)));
        assert_eq!(read(&chosen("tenor")), None, "none that can be lifted");
    }

    #[test]
    fn payouts_are_read_as_they_were_seen() {
        let account = BankAccount { iban: Iban::parse("DE89370400440532013000").ok(), ..BankAccount::default() };
        let sending = Sending {
            payout: PayoutId(Uuid::from_u128(2)),
            company: CompanyId(Uuid::from_u128(3)),
            gross: Money::parse(800_000, Currency::parse("EUR").unwrap()).unwrap(),
            set_off: Minor::new(25_000),
            account: Box::new(account),
            account_failed: true,
            is_again: true,
        };
        let text = Note::parse("The seller confirmed the account by phone.").unwrap();
        let reason = Some(ReleaseReason { text, given_for: [ReleaseWarning::AccountFailed].into() });
        let payouts = vec![OrderedPayout::Seen(Box::new(sending))];
        let proposal = Proposal::Payouts(Box::new(OrderedPayouts { batch: BatchId(Uuid::from_u128(1)), payouts, reason }));
        let stored = serde_json::to_string(&ProposalBody::from(&proposal)).unwrap();
        assert_eq!(serde_json::from_str::<ProposalBody>(&stored).unwrap().into_proposal(), Some(proposal));
    }
}
