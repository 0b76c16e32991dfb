//! A slow model of the money, written from the contract alone: whole numbers, a ledger of its own, days of its own, and nothing of the
//! rules it is held against.
//!
//! What the contract leaves open, and how it is read here:
//!
//! - *When does one settle that is paid whole before its advance was carried out?* With the execution, or with the next one where the
//!   advance came back: until then nothing is out, and the price is not known.
//! - *Until which day does the last piece of section 5 run?* Until the latest of the execution and the value days of what came, was
//!   credited or deducted: money of an earlier day that is told later does not shorten it.
//! - *Whose is what comes after a settlement with deductions?* The seller's as far as it bore them; then it is the debtor's credit.
//!   After a write-off what was written off comes first.
//! - *What does money of the seller's own account pay?* What it owed for that receivable when it came, then what is open, at any status;
//!   the rest is payable to the seller. Only what was open is a step of the receivable: the rest is not taken back with it.
//! - *More than the face came, and the seller sent a part of it:* the excess is payable to the seller up to what it sent of its own,
//!   whoever paid last; what the debtor is known to have paid the seller was not its own, whenever that was known.
//! - *A debt is taken back of which a part was paid and a part given up, beside another debt that stays:* what is still owed falls first,
//!   then what it was met by goes back, the newest first, as if the debt had never been there.
//! - *A payment of a debt is undone that was taken back before:* what it was to give back is due no more and not owed; what of that was
//!   paid out or set off by then is owed.
//! - *One step gave the seller something and cost it something else, and is taken back:* what was paid out of it is owed first, and
//!   what falls away is taken off that.
//! - *A credit is taken back that was used and refunded in parts:* what of it is unused goes first; of what is missing the debtor owes
//!   what was refunded to the payer of the same receipt; then the newest uses are taken back, each whole; and what is still missing the
//!   debtor owes. A use that is not the newest step of its receivable is in the way (409).
//! - *A credit is taken back with a fact of a receivable that was itself paid with credit before:* that use stays, for it was of another
//!   credit.
//! - *How is what debtors owe collected?* Out of what brings the debtor a credit, before that can be used or refunded.
//! - *What did the bank do since?* It stays: the newest step but for executions and returns is taken back. The sale is never taken back,
//!   nor is its rejection: what came before it is taken back after it, and what it did with that money is reckoned again. What it then
//!   gives all the same is paid as it was.
//! - *Until when is a buyer late in a programme?* From due and grace to each value day, whenever the house paid out; of one that is
//!   written off to that day: the debtor owes the charge beside what was lost.
//! - *A credit note is more than was open:* what was deducted before is explained by it and costs nothing anew, what is still more was paid
//!   and is the debtor's credit; the reserve bears it as long as there is one.
//! - *Which figures has a settlement once money comes after it?* Those of now: what is paid after all was neither deducted, charged back
//!   nor lost.
//! - *Which debts are set off first?* Those for the receivables sold first; those that a release itself makes, with the next one.
//! - *In which order are payouts released that one command made due?* In the order in which the use cases made them.
//! - *When does a small rest close by itself?* With what makes it so small; one whose closing was taken back stays open.
//! - *The advance came back after the end, and is carried out anew.* At its end that changes nothing; once what ended it is taken back,
//!   the last execution counts.
//! - *Two receipts of one amount and day wait, and an entry by hand of it is booked.* It explains the one that came first.
//! - *A charge is reversed that the bank gave back.* What it charged is then less than nothing, and it gives back nothing more.
//! - *More of a credit was used at once than is missing once it is taken back:* the use goes back whole, and what is over lowers what the
//!   debtor owes.
//!
//! What no course draws, of all that moves money or decides on it:
//!
//! - before the acceptance: entering, submitting, verifying, withdrawing, lapsing, automatic early payment (each is sold as it is
//!   offered), and credit notes of a buyer, which lower what is not sold yet;
//! - what makes payouts wait: holds, blocked debtors, accounts that change, sellers that are not approved any more (disputes are drawn);
//! - limits that are reached, facilities that are suspended or closed, terms that change;
//! - statements and answers of the bank, whose lines become receipts, executions and returns by the same use cases, and what is booked
//!   without being asked;
//! - receipts in other currencies, from payers without an account, and in the seller's name alone;
//! - undoing other than the newest step of a receivable, and what a seller paid beside its book: of what was passed on, what was kept as credit, what was
//!   given up, of a match by itself; money sent to an account that was entered by hand;
//! - closed months, the house's settings (the most that closes by itself is 5.00);
//! - lines of a statement that stand for an entry by hand or have the charge already;
//! - two pairs of eyes but for what is booked by hand and reversed, roles, and two people at once: see the contracts of races;
//! - the end of day, papers and mails.
//!
//! Of what is drawn, the days of entries are not compared, nor the words of statements.

mod beside;
mod book;
mod by_hand;
mod coming;
pub mod contracts;
mod course;
mod days;
mod deciding;
mod ledger;
mod seen;
mod settling;
mod sold;
mod steps;
mod town;
mod unwinding;
#[cfg(test)]
mod vectors;

/// Minor units of the one currency there is.
type Cents = i128;
