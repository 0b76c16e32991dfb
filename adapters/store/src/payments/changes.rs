//! What changes payments.

use super::{
    bank_answers, bank_files, care, held_lines, payouts, receipts, remembered, statement_days,
    statement_lines::{self, Settled},
    statements,
};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{kernel::commit::CommitError, payments::changes::Change};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::PayoutAdded(payout) => payouts::insert(conn, &payout),
            Self::PayoutChanged { payout, seen } => payouts::change(conn, &payout, seen),
            Self::BatchMade(batch) => Ok(bank_files::number(conn, batch)?),
            Self::BankFileWritten(file) => bank_files::insert(conn, *file),
            Self::BankAnswered { payout, iban, answered } => Ok(bank_answers::keep(conn, payout, iban.as_ref(), answered)?),
            Self::ReceiptAdded(receipt) => Ok(receipts::insert(conn, &receipt)?),
            Self::Allocated { allocation, left } => receipts::allocate(conn, &allocation, left),
            Self::AllocationUndone(allocation) => receipts::undo(conn, &allocation),
            Self::StatementAdded(record) => statements::insert(conn, *record),
            Self::StatementTaken { id, taken } => statements::take(conn, id, taken),
            Self::LaterLeftOut(id) => statements::leave_out_later(conn, id),
            Self::AccountMoved { account, seen } => statement_days::moved(conn, account, seen),
            Self::DayTold { told, joined } => statement_days::tell(conn, told, joined),
            Self::DayUntold { statement, on } => statement_days::untell(conn, statement, on),
            Self::LineHeld(held) => held_lines::insert(conn, *held),
            Self::HeldDecided { id, decided } => held_lines::decide(conn, id, decided),
            Self::HeldLikened { id, why, perhaps, was } => held_lines::liken(conn, id, (why, perhaps, was)),
            Self::HeldReopened { id, seen } => held_lines::reopen(conn, id, seen),
            Self::LineAdded(record) => statement_lines::insert(conn, *record),
            Self::LineRemoved { id, seen } => statement_lines::remove(conn, id, seen),
            Self::EntryUntold(entry) => statement_lines::is_untold(conn, entry),
            Self::LineSettled { id, seen, outcome, about, entries, receipts } => {
                statement_lines::settle(conn, id, Settled { seen, outcome, about, entries, receipts })
            }
            Self::ReceiptNoted(note) => Ok(care::note(conn, &note)?),
            Self::ReceiptOwned { receipt, owner, seen } => care::give(conn, receipt, (owner, seen)),
            Self::DebtorReplaced { before, after, by, at } => Ok(remembered::replace_debtor(conn, (before, after), (by, at))?),
            Self::PayerRemembered(payer) => Ok(remembered::remember(conn, &payer)?),
            Self::PayerForgotten { id, by, at } => remembered::forget(conn, id, by, at),
            Self::SentBack { receipt, amount, seen } => receipts::send_back(conn, receipt, amount, seen),
        }
    }
}
