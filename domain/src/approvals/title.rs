//! What a proposal is, in one line: where one action does two different things, each has a line of its own.

use super::proposal::{Ending, Proposal};
use crate::{
    kernel::coded::coded_enum,
    ledger::manual::{ManualEntry, ManualEvent},
    receivables::evidence::Liftable,
};

coded_enum!(
    /// What a proposal is, in one line. Mails hold the codes.
    ProposalTitle {
        ChangeOperatorRoles = "change_operator_roles",
        /// The operator has no role afterwards.
        EndOperatorAccess = "end_operator_access",
        ChangeBankAccount = "change_bank_account",
        ChangeHouseAccounts = "change_house_accounts",
        BookCapital = "book_capital",
        BookCapitalOut = "book_capital_out",
        BookBankCharge = "book_bank_charge",
        BookChargeReturned = "book_charge_returned",
        ReverseCapital = "reverse_capital",
        ReverseCapitalOut = "reverse_capital_out",
        ReverseBankCharge = "reverse_bank_charge",
        ReverseChargeReturned = "reverse_charge_returned",
        /// To a company that has none.
        ProposeTerms = "propose_terms",
        ChangeTerms = "change_terms",
        ChangeDebtorLimits = "change_debtor_limits",
        /// Its contact for notices of assignment alone.
        ChangeDebtorContact = "change_debtor_contact",
        MergeDebtors = "merge_debtors",
        ChangeSupplierRate = "change_supplier_rate",
        ReleasePayouts = "release_payouts",
        SendBack = "send_back",
        WriteOff = "write_off",
        UndoFact = "undo_fact",
        LiftSameNumber = "lift_same_number",
        LiftAlreadySold = "lift_already_sold",
        LiftPaymentMeans = "lift_payment_means",
        GiveUp = "give_up",
        UndoGiveUp = "undo_give_up",
        UndoPart = "undo_part",
    }
);

impl ProposalTitle {
    /// Of what is proposed.
    pub fn of(proposal: &Proposal) -> Self {
        match proposal {
            Proposal::OperatorRoles { after, .. } if after.is_empty() => Self::EndOperatorAccess,
            Proposal::OperatorRoles { .. } => Self::ChangeOperatorRoles,
            Proposal::BankAccount { .. } => Self::ChangeBankAccount,
            Proposal::HouseAccounts { .. } => Self::ChangeHouseAccounts,
            Proposal::LedgerEntry(manual) => Self::of_entry(manual),
            Proposal::Terms(terms) if terms.before.is_some() => Self::ChangeTerms,
            Proposal::Terms(_) => Self::ProposeTerms,
            Proposal::DebtorLimits { before, after, contact: Some(_), .. } if before == after => Self::ChangeDebtorContact,
            Proposal::DebtorLimits { .. } => Self::ChangeDebtorLimits,
            Proposal::DebtorMerge(_) => Self::MergeDebtors,
            Proposal::SupplierRate(_) => Self::ChangeSupplierRate,
            Proposal::Payouts(_) => Self::ReleasePayouts,
            Proposal::SentBack(_) => Self::SendBack,
            Proposal::Receivable(ending) => match ending.what {
                Ending::WriteOff(_) => Self::WriteOff,
                Ending::Undo => Self::UndoFact,
                Ending::Lift(Liftable::DuplicateExact) => Self::LiftSameNumber,
                Ending::Lift(Liftable::AlreadySold) => Self::LiftAlreadySold,
                Ending::Lift(Liftable::PaymentMeans) => Self::LiftPaymentMeans,
                Ending::GiveUp(_) => Self::GiveUp,
                Ending::UndoGiveUp => Self::UndoGiveUp,
            },
            Proposal::PartUndone(_) => Self::UndoPart,
        }
    }

    fn of_entry(manual: &ManualEntry) -> Self {
        match (manual.event(), manual.reverses().is_some()) {
            (ManualEvent::Capital, false) => Self::BookCapital,
            (ManualEvent::CapitalOut, false) => Self::BookCapitalOut,
            (ManualEvent::BankCharge, false) => Self::BookBankCharge,
            (ManualEvent::ChargeReturned, false) => Self::BookChargeReturned,
            (ManualEvent::Capital, true) => Self::ReverseCapital,
            (ManualEvent::CapitalOut, true) => Self::ReverseCapitalOut,
            (ManualEvent::BankCharge, true) => Self::ReverseBankCharge,
            (ManualEvent::ChargeReturned, true) => Self::ReverseChargeReturned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        approvals::proposal::{ContactChange, ReceivableEnding},
        identity::operator::OperatorRoles,
        kernel::{
            coded::Coded,
            email::EmailAddress,
            ids::{CompanyId, DebtorId, ReceivableId, UserId},
            money::{Currency, Money},
            text::{Note, PersonName},
        },
        ledger::{entry::EntryId, manual::Parts},
        parties::debtor::{Limits, NoticeContact},
    };
    use std::collections::BTreeSet;
    use uuid::Uuid;

    fn entry(event: ManualEvent, reverses: Option<EntryId>) -> Proposal {
        let amount = Money::parse(500, Currency::parse("EUR").unwrap()).unwrap();
        let (on, note) = (chrono::DateTime::UNIX_EPOCH.date_naive(), Note::parse("Account 7").unwrap());
        let parts = Parts { id: EntryId(Uuid::from_u128(1)), event, on, amount, note, reverses, explains: None, beside: None };
        Proposal::LedgerEntry(Box::new(ManualEntry::parse(parts).unwrap()))
    }

    fn lifting(check: Liftable) -> Proposal {
        let (receivable, seller) = (ReceivableId(Uuid::nil()), CompanyId(Uuid::nil()));
        Proposal::Receivable(Box::new(ReceivableEnding { receivable, seller, version: 1, what: Ending::Lift(check), note: None }))
    }

    #[test]
    fn what_one_action_does_in_two_ways_has_two_titles() {
        let reversed = Some(EntryId(Uuid::from_u128(2)));
        let entries = ManualEvent::ALL.iter().flat_map(|event| [entry(*event, None), entry(*event, reversed)]);
        let mut all: Vec<_> = entries.chain(Liftable::ALL.iter().map(|check| lifting(*check))).collect();
        let roles = |after| Proposal::OperatorRoles { operator: UserId(Uuid::nil()), before: OperatorRoles::all(), after };
        all.extend([roles(OperatorRoles::all()), roles(OperatorRoles::default())]);
        let contact = NoticeContact { name: PersonName::parse("Ada").unwrap(), email: EmailAddress::parse("ada@example.com").unwrap() };
        let contact = Some(Box::new(ContactChange { before: None, after: contact }));
        let limits = |contact| Proposal::DebtorLimits {
            debtor: DebtorId(Uuid::nil()),
            before: Limits::default(),
            after: Limits::default(),
            contact,
        };
        all.extend([limits(None), limits(contact)]);
        let titles: BTreeSet<_> = all.iter().map(ProposalTitle::of).collect();
        assert_eq!(titles.len(), all.len(), "{titles:?}");
    }
}
