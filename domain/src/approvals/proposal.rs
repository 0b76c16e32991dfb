//! What can be proposed. To add one, add a variant here: the compiler names the rest.

use crate::{
    facilities::{comparison::changed as changed_terms, facility::slot, supplier::SupplierId, terms::Terms},
    house::{accounts::HouseAccounts, settings::HOUSE},
    identity::operator::{OperatorRight, OperatorRoles},
    kernel::{
        change::Changed,
        coded::{Coded, coded_enum},
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        interest::YearlyRate,
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::manual::ManualEntry,
    onboarding::{
        application::Form,
        bank_account::{AccountNumber, BankAccount, Bic, Iban, RoutingNumber, SortCode},
        comparison::changed,
    },
    parties::{
        debtor::{Debtor, DebtorState, Limits, MergeRefusal, NoticeContact, Parts},
        legal_entity::LegalEntity,
    },
    payments::{
        payout::{BatchId, PayoutId},
        receipt::{AccountOwner, AllocationId, ReceiptId, Target},
        release::{Outlook, ReleaseReason, Sending},
    },
    receivables::{book::LossCause, evidence::Liftable},
};
use std::fmt::Display;
use uuid::Uuid;

coded_enum!(
    /// What is done once it is approved.
    ApprovalAction {
        /// An operator gets other roles.
        ChangeOperatorRoles = "change_operator_roles",
        /// A company is paid to another account.
        ChangeBankAccount = "change_bank_account",
        /// The house is paid to other accounts.
        ChangeHouseAccounts = "change_house_accounts",
        /// Something is booked by hand.
        BookLedgerEntry = "book_ledger_entry",
        /// Terms are offered to a company.
        ProposeTerms = "propose_terms",
        /// A debtor may owe more, or less.
        ChangeDebtorLimits = "change_debtor_limits",
        /// Two debtors are one from then on.
        MergeDebtors = "merge_debtors",
        /// A supplier of a programme is priced at another rate.
        ChangeSupplierRate = "change_supplier_rate",
        /// Payouts are ordered from the bank.
        ReleasePayouts = "release_payouts",
        /// Money goes back to whoever paid it.
        SendBack = "send_back",
        /// The house gives up on a receivable.
        WriteOff = "write_off",
        /// The newest that happened to a receivable is taken back.
        UndoFact = "undo_fact",
        /// A number is sold once more.
        LiftDuplicate = "lift_duplicate",
        /// A seller is let off what it owes.
        GiveUp = "give_up",
        /// What it was let off last is owed again.
        UndoGiveUp = "undo_give_up",
        /// A part of a receipt is not for what was said: it lies in suspense again.
        UndoPart = "undo_part",
    }
);

impl ApprovalAction {
    /// Whether it is how a receivable ends, or takes that back.
    pub fn is_ending(self) -> bool {
        matches!(self, Self::WriteOff | Self::UndoFact | Self::GiveUp | Self::UndoGiveUp)
    }

    /// Whether of the two one at a time waits for the same thing: each action by itself, but of endings any one.
    pub fn excludes(self, other: Self) -> bool {
        self == other || self.is_ending() && other.is_ending()
    }

    /// What an operator needs to decide on it.
    pub fn decided_with(self) -> OperatorRight {
        match self {
            Self::ChangeOperatorRoles => OperatorRight::ManageOperators,
            Self::ChangeBankAccount => OperatorRight::DecidePayeeAccounts,
            Self::ChangeHouseAccounts => OperatorRight::ManageHouse,
            Self::BookLedgerEntry => OperatorRight::BookEntries,
            Self::ProposeTerms | Self::ChangeSupplierRate => OperatorRight::ManageFacilities,
            Self::ChangeDebtorLimits | Self::MergeDebtors => OperatorRight::ManageDebtors,
            Self::ReleasePayouts | Self::SendBack => OperatorRight::ManagePayments,
            Self::WriteOff | Self::UndoFact | Self::LiftDuplicate | Self::GiveUp | Self::UndoGiveUp | Self::UndoPart => {
                OperatorRight::ManageReceivables
            }
        }
    }

    /// What an operator needs to see it.
    pub fn seen_with(self) -> OperatorRight {
        match self {
            Self::ChangeOperatorRoles | Self::ChangeHouseAccounts => OperatorRight::ReadOperators,
            Self::ChangeBankAccount => OperatorRight::ReadApplications,
            Self::BookLedgerEntry => OperatorRight::ReadLedger,
            Self::ProposeTerms | Self::ChangeDebtorLimits | Self::MergeDebtors | Self::ChangeSupplierRate => OperatorRight::ReadFacilities,
            Self::ReleasePayouts | Self::SendBack => OperatorRight::ReadPayments,
            Self::WriteOff | Self::UndoFact | Self::LiftDuplicate | Self::GiveUp | Self::UndoGiveUp | Self::UndoPart => {
                OperatorRight::ReadReceivables
            }
        }
    }
}

/// What exactly is proposed, and what it was proposed in place of: once that is something else, it is to be proposed anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposal {
    OperatorRoles {
        operator: UserId,
        before: OperatorRoles,
        after: OperatorRoles,
    },
    BankAccount {
        company: CompanyId,
        before: Box<BankAccount>,
        after: Box<BankAccount>,
    },
    HouseAccounts {
        before: HouseAccounts,
        after: HouseAccounts,
    },
    LedgerEntry(Box<ManualEntry>),
    Terms(Box<ProposedTerms>),
    /// How much a debtor may owe, and whom to tell of assignments.
    DebtorLimits {
        debtor: DebtorId,
        before: Limits,
        after: Limits,
        contact: Option<Box<ContactChange>>,
    },
    DebtorMerge(Box<DebtorMerge>),
    SupplierRate(Box<SupplierRate>),
    Payouts(Box<OrderedPayouts>),
    SentBack(Box<SentBack>),
    Receivable(Box<ReceivableEnding>),
    PartUndone(Box<PartUndone>),
}

/// Another contact for a debtor: links by which it confirms invoices go there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactChange {
    pub before: Option<NoticeContact>,
    pub after: NoticeContact,
}

/// Two debtors that are to be one, as they were seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebtorMerge {
    /// The one that is merged into the other.
    pub gone: MergedDebtor,
    pub stays: MergedDebtor,
    /// What the house makes of the one that stays from then on.
    pub state: DebtorState,
    /// Whom at it to tell of assignments from then on.
    pub contact: Option<NoticeContact>,
    /// Why.
    pub note: Note,
}

/// One of two debtors that are to be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedDebtor {
    pub debtor: DebtorId,
    pub version: i64,
    pub name: Line,
    pub legal_entity: LegalEntity,
    pub state: DebtorState,
    pub limits: Limits,
    pub contact: Option<NoticeContact>,
}

impl MergedDebtor {
    fn of(debtor: &Debtor) -> Self {
        let Parts { id, version, legal_name, legal_entity, state, limits, contact, .. } = debtor.parts().clone();
        Self { debtor: id, version, name: legal_name, legal_entity, state, limits, contact }
    }

    fn named(&self) -> String {
        format!("{} · {} {}", self.name.as_str(), self.legal_entity.country().as_str(), self.legal_entity.number())
    }
}

impl DebtorMerge {
    /// Of these two as they stand.
    ///
    /// # Errors
    /// As [`Debtor::absorb`].
    pub fn of(gone: &Debtor, stays: &Debtor, note: Note) -> Result<Self, MergeRefusal> {
        let merged = stays.absorb(gone)?;
        let Parts { state, contact, .. } = merged.parts().clone();
        Ok(Self { gone: MergedDebtor::of(gone), stays: MergedDebtor::of(stays), state, contact, note })
    }

    fn changes(&self) -> Vec<Changed> {
        let Self { gone, stays, state, contact, note } = self;
        let both = Changed::new("debtor", Some(gone.named()), Some(stays.named()));
        let limits = gone.limits.changed(&stays.limits);
        let is_other = *state != gone.state || *state != stays.state;
        let states = is_other.then(|| {
            let before = if *state == stays.state { gone.state } else { stays.state };
            Changed::new("state", Some(before.code().to_owned()), Some(state.code().to_owned()))
        });
        let contact = NoticeContact::changed(gone.contact.as_ref(), contact.as_ref());
        let note = Changed::new("note", None, Some(note.as_str().to_owned()));
        [both].into_iter().chain(limits).chain(states).chain(contact).chain([note]).collect()
    }
}

/// A supplier of a programme that is to be priced at another rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplierRate {
    pub supplier: SupplierId,
    pub buyer: CompanyId,
    /// Which company the supplier is.
    pub company: CompanyId,
    /// None for the programme's.
    pub before: Option<YearlyRate>,
    /// None for the programme's.
    pub after: Option<YearlyRate>,
    /// Why.
    pub note: Note,
}

/// Payouts that are to be released together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedPayouts {
    pub batch: BatchId,
    pub payouts: Vec<OrderedPayout>,
    /// Why, where something speaks against it.
    pub reason: Option<ReleaseReason>,
}

/// A payout that is to be released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderedPayout {
    /// With what the company is owed. Earlier versions kept nothing of what is sent of it, so it cannot be approved any more.
    Owed(PayoutId, Money),
    /// With what is sent of it, to which payee and account.
    Seen(Box<Sending>),
}

impl OrderedPayout {
    pub fn id(&self) -> PayoutId {
        match self {
            Self::Owed(id, _) => *id,
            Self::Seen(sending) => sending.payout,
        }
    }

    /// What is paid, as far as it was seen; what the company is owed else.
    pub fn paid(&self) -> (Currency, Minor) {
        match self {
            Self::Owed(_, gross) => (gross.currency(), Minor::new(gross.amount_minor())),
            Self::Seen(sending) => (sending.currency(), sending.net()),
        }
    }

    fn changes(&self) -> Vec<Changed> {
        let new = |field: &str, value: &dyn Display| Changed::new(field, None, Some(format!("{} {value}", self.id())));
        match self {
            Self::Owed(_, gross) => vec![new("payout", gross)],
            Self::Seen(sending) => {
                let Sending { payout: _, company, gross, set_off, account, account_failed, is_again: _ } = &**sending;
                let money = |amount: Minor| format!("{} {}", amount.in_major(gross.currency()), gross.currency().code());
                let what = [new("payout", gross), new("payout.setOff", &money(*set_off)), new("payout.net", &money(sending.net()))];
                let to = [new("payout.payee", company), new("payout.account", &in_one_line(account))];
                let failed = account_failed.then(|| new("payout.accountFailed", &true));
                what.into_iter().chain(to).chain(failed).collect()
            }
        }
    }
}

/// All that is known of an account.
fn in_one_line(account: &BankAccount) -> String {
    let BankAccount { holder, iban, sort_code, routing_number, account_number, bic, currency } = account;
    let parts = [
        holder.as_ref().map(Line::as_str),
        iban.as_ref().map(Iban::as_str),
        sort_code.as_ref().map(SortCode::as_str),
        routing_number.as_ref().map(RoutingNumber::as_str),
        account_number.as_ref().map(AccountNumber::as_str),
        bic.as_ref().map(Bic::as_str),
        currency.as_ref().map(Currency::code),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

impl OrderedPayouts {
    /// These, as they would be released by what was seen.
    pub fn seen(batch: BatchId, outlook: &Outlook, text: Option<Note>) -> Self {
        let payouts = outlook.sendings.iter().map(|sending| OrderedPayout::Seen(Box::new(sending.clone()))).collect();
        Self { batch, payouts, reason: outlook.reason(text) }
    }

    /// Whether releasing them does exactly what was seen.
    pub fn is_still(&self, outlook: &Outlook) -> bool {
        let is_same = |(payout, sending): (&OrderedPayout, &Sending)| matches!(payout, OrderedPayout::Seen(seen) if **seen == *sending);
        self.payouts.len() == outlook.sendings.len() && self.payouts.iter().zip(&outlook.sendings).all(is_same)
    }

    /// What is sent to which payee and account, and why, field by field.
    pub fn changes(&self) -> Vec<Changed> {
        let why = self.reason.iter().flat_map(|ReleaseReason { text, given_for }| {
            let codes: Vec<_> = given_for.iter().map(|warning| warning.code()).collect();
            let for_what = (!codes.is_empty()).then(|| Changed::new("warnings", None, Some(codes.join(","))));
            [Changed::new("reason", None, Some(text.as_str().to_owned()))].into_iter().chain(for_what)
        });
        self.payouts.iter().flat_map(OrderedPayout::changes).chain(why).collect()
    }
}

/// Money that is to go back to whoever paid it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentBack {
    /// What they paid it with.
    pub receipt: ReceiptId,
    /// Whose credit it is taken from; none where it lies in suspense.
    pub credit_of: Option<DebtorId>,
    pub amount: Money,
    /// As whom the bank told the payer.
    pub name: Line,
    pub iban: Iban,
    /// Whose that account is, where a debtor's credit goes back.
    pub owner: Option<AccountOwner>,
    pub note: Note,
}

/// A part of a receipt that was not for what was said, as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartUndone {
    pub receipt: ReceiptId,
    pub part: AllocationId,
    /// What it was said to be for, with all else of the receipt that is for the same.
    pub target: Target,
    /// Of all that is for it.
    pub amount: Money,
    /// Why.
    pub note: Note,
}

/// What is to be done with a receivable, as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivableEnding {
    pub receivable: ReceivableId,
    pub seller: CompanyId,
    pub version: i64,
    pub what: Ending,
    pub note: Option<Note>,
}

/// What takes two people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    WriteOff(LossCause),
    /// The newest fact is taken back.
    Undo,
    /// It is sold in spite of what this check finds.
    Lift(Liftable),
    /// Its seller is let off so much of what it owes for it.
    GiveUp(Money),
    /// What its seller was let off last is owed again.
    UndoGiveUp,
}

/// Terms that are to be offered to a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedTerms {
    /// The facility that is to get other terms; none where there is to be a new one.
    pub facility: Option<FacilityId>,
    pub company: CompanyId,
    /// Those that rule.
    pub before: Option<Terms>,
    pub after: Terms,
}

impl Proposal {
    pub fn action(&self) -> ApprovalAction {
        match self {
            Self::OperatorRoles { .. } => ApprovalAction::ChangeOperatorRoles,
            Self::BankAccount { .. } => ApprovalAction::ChangeBankAccount,
            Self::HouseAccounts { .. } => ApprovalAction::ChangeHouseAccounts,
            Self::LedgerEntry(_) => ApprovalAction::BookLedgerEntry,
            Self::Terms(_) => ApprovalAction::ProposeTerms,
            Self::DebtorLimits { .. } => ApprovalAction::ChangeDebtorLimits,
            Self::DebtorMerge(_) => ApprovalAction::MergeDebtors,
            Self::SupplierRate(_) => ApprovalAction::ChangeSupplierRate,
            Self::Payouts(_) => ApprovalAction::ReleasePayouts,
            Self::SentBack(_) => ApprovalAction::SendBack,
            Self::Receivable(ending) => match ending.what {
                Ending::WriteOff(_) => ApprovalAction::WriteOff,
                Ending::Undo => ApprovalAction::UndoFact,
                Ending::Lift(_) => ApprovalAction::LiftDuplicate,
                Ending::GiveUp(_) => ApprovalAction::GiveUp,
                Ending::UndoGiveUp => ApprovalAction::UndoGiveUp,
            },
            Self::PartUndone(_) => ApprovalAction::UndoPart,
        }
    }

    /// Whether whoever proposes it confirms it with their password or a code, as whoever approves it does: where money leaves the house, and
    /// where an account, a contact or somebody's roles are changed.
    pub fn is_confirmed(&self) -> bool {
        match self {
            Self::OperatorRoles { .. } | Self::BankAccount { .. } | Self::HouseAccounts { .. } | Self::Payouts(_) | Self::SentBack(_) => {
                true
            }
            Self::DebtorLimits { contact, .. } => contact.is_some(),
            // Links by which the invoices of the one that goes are confirmed go to the other one's contact.
            Self::DebtorMerge(_) => true,
            Self::LedgerEntry(_) | Self::Terms(_) | Self::SupplierRate(_) | Self::Receivable(_) | Self::PartUndone(_) => false,
        }
    }

    /// What is to change.
    pub fn subject(&self) -> Uuid {
        match self {
            Self::OperatorRoles { operator, .. } => operator.0,
            Self::BankAccount { company, .. } => company.0,
            Self::HouseAccounts { .. } => HOUSE,
            Self::LedgerEntry(entry) => entry.subject().0,
            Self::Terms(terms) => slot(terms.company, terms.after.parts().kind, terms.after.parts().currency),
            Self::DebtorLimits { debtor, .. } => debtor.0,
            Self::DebtorMerge(merge) => merge.gone.debtor.0,
            Self::SupplierRate(rate) => rate.supplier.0,
            Self::Payouts(order) => order.batch.0,
            Self::SentBack(back) => back.receipt.0,
            Self::Receivable(ending) => ending.receivable.0,
            Self::PartUndone(undone) => undone.receipt.0,
        }
    }

    /// All that it is about: its subject, and of a merge the debtor that stays.
    pub fn subjects(&self) -> Vec<Uuid> {
        match self {
            Self::DebtorMerge(merge) => vec![merge.gone.debtor.0, merge.stays.debtor.0],
            _ => vec![self.subject()],
        }
    }

    /// What nothing else that its action [excludes](ApprovalAction::excludes) waits for while this does: what it is about, and each payout of a release.
    pub fn holds(&self) -> Vec<Uuid> {
        match self {
            Self::Payouts(order) => order.payouts.iter().map(|payout| payout.id().0).collect(),
            _ => self.subjects(),
        }
    }

    /// The companies it concerns, on which none of their own members decides.
    pub fn companies(&self) -> Vec<CompanyId> {
        match self {
            Self::OperatorRoles { .. }
            | Self::HouseAccounts { .. }
            | Self::LedgerEntry(_)
            | Self::DebtorLimits { .. }
            | Self::DebtorMerge(_)
            | Self::Payouts(_)
            | Self::SentBack(_) => Vec::new(),
            Self::BankAccount { company, .. } => vec![*company],
            Self::Terms(terms) => vec![terms.company],
            Self::SupplierRate(rate) => vec![rate.company, rate.buyer],
            Self::Receivable(ending) => vec![ending.seller],
            Self::PartUndone(undone) => {
                if let Target::PassOn(company, _) = undone.target {
                    vec![company]
                } else {
                    Vec::new()
                }
            }
        }
    }

    /// What is going to be different, field by field.
    pub fn changes(&self) -> Vec<Changed> {
        match self {
            Self::OperatorRoles { before, after, .. } => {
                let codes = |roles: &OperatorRoles| Some(roles.codes()).filter(|codes| !codes.is_empty());
                vec![Changed::new("operatorRoles", codes(before), codes(after))]
            }
            Self::BankAccount { before, after, .. } => {
                let form = |account: &BankAccount| Form { bank_account: account.clone(), ..Form::default() };
                changed(&form(before), &form(after))
            }
            Self::HouseAccounts { before, after } => before.changes(after),
            Self::LedgerEntry(entry) => entry.values(),
            Self::Terms(terms) => changed_terms(terms.before.as_ref(), &terms.after),
            Self::DebtorLimits { before, after, contact, .. } => {
                let contact = contact.iter().flat_map(|contact| NoticeContact::changed(contact.before.as_ref(), Some(&contact.after)));
                before.changed(after).into_iter().chain(contact).collect()
            }
            Self::DebtorMerge(merge) => merge.changes(),
            Self::SupplierRate(rate) => {
                let told = |rate: Option<YearlyRate>| rate.map(|rate| rate.basis_points().to_string());
                let note = Changed::new("note", None, Some(rate.note.as_str().to_owned()));
                vec![Changed::new("discountRate", told(rate.before), told(rate.after)), note]
            }
            Self::Payouts(order) => order.changes(),
            Self::SentBack(back) => {
                let SentBack { receipt, credit_of, amount, name, iban, owner, note } = &**back;
                let new = |field: &str, value: String| Changed::new(field, None, Some(value));
                let debtor = credit_of.map(|debtor| new("debtor", debtor.to_string()));
                let payee = [new("payer.name", name.as_str().to_owned()), new("payer.iban", iban.as_str().to_owned())];
                let what = [new("receipt", receipt.to_string())].into_iter().chain(debtor).chain([new("amount", amount.to_string())]);
                let owner = owner.map(|owner| new("payer.owner", owner.code().to_owned()));
                what.chain(payee).chain(owner).chain([new("note", note.as_str().to_owned())]).collect()
            }
            Self::Receivable(ending) => {
                let what = match ending.what {
                    Ending::WriteOff(cause) => Some(Changed::new("lossCause", None, Some(cause.code().to_owned()))),
                    Ending::GiveUp(amount) => Some(Changed::new("amount", None, Some(amount.to_string()))),
                    Ending::Lift(check) => Some(Changed::new("check", None, Some(check.code().to_owned()))),
                    Ending::Undo | Ending::UndoGiveUp => None,
                };
                let note = ending.note.as_ref().map(|note| Changed::new("note", None, Some(note.as_str().to_owned())));
                what.into_iter().chain(note).collect()
            }
            Self::PartUndone(undone) => {
                let PartUndone { receipt, part: _, target, amount, note } = &**undone;
                let new = |field: &str, value: String| Changed::new(field, None, Some(value));
                let target: Vec<_> = match target {
                    Target::Receivable(id) => vec![new("receivable", id.to_string())],
                    Target::PassOn(company, about) => vec![new("company", company.to_string()), new("receivable", about.to_string())],
                    Target::Credit(debtor) => vec![new("debtor", debtor.to_string())],
                    Target::SentBack(payout) => vec![new("payout", payout.to_string())],
                    Target::Entry(entry) => vec![new("entry", entry.to_string())],
                };
                let what = [new("receipt", receipt.to_string()), new("amount", amount.to_string())].into_iter().chain(target);
                what.chain([new("note", note.as_str().to_owned())]).collect()
            }
        }
    }
}
