//! A receipt as it is told.

use crate::onboarding::user_body::NamedPersonBody;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::cash::{Cared, Offered, Origin};
use sooner_domain::{
    kernel::{ids::UserId, text::Line},
    payments::{
        care::ReceiptNote,
        receipt::{Allocation, Explained, Payer, Receipt, Recognised, Target},
    },
    receivables::matching::{Closed, Suggested, Suggestion},
};
use sooner_shared::coded_body::{Code, MatchReasonCode, MatchSignCode, ReceivableStatusCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// The payer, as the bank names it.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PayerBody {
    pub(crate) name: Option<String>,
    pub(crate) iban: Option<String>,
}

/// A part of a receipt, and what it is for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AllocationBody {
    id: Uuid,
    /// What it pays, or about what it is passed on
    receivable_id: Option<Uuid>,
    /// Whose it is, where it is passed on
    company_id: Option<Uuid>,
    /// Whose credit it is kept as
    debtor_id: Option<Uuid>,
    /// By which it goes back to its payer
    payout_id: Option<Uuid>,
    /// By which journal entry it was booked as what the owners paid in, or did not stay
    entry_id: Option<Uuid>,
    amount: i64,
    /// Who said so, or imported the statement that said it
    by: Uuid,
    at: DateTime<Utc>,
    /// Taken back: it lies in suspense again
    undone_at: Option<DateTime<Utc>>,
    /// Of what was booked by itself: by what it was recognised
    recognised: Option<RecognisedBody>,
}

/// By what a part of a receipt was recognised that was booked by itself
#[derive(Serialize, ToSchema)]
struct RecognisedBody {
    by: MatchReasonCode,
    /// What the payer quoted
    quoted: String,
}

impl From<&Recognised> for RecognisedBody {
    fn from(Recognised { by, quoted }: &Recognised) -> Self {
        Self { by: Code(*by), quoted: quoted.as_str().to_owned() }
    }
}

/// What a receipt may pay, and why that is thought
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SuggestionBody {
    /// What speaks for it, or against it
    signs: Vec<MatchSignCode>,
    /// Whether one of the signs speaks against it
    warns: bool,
    /// Whether two signs that don’t depend on each other agree, and nothing speaks against it
    is_sure: bool,
    /// They add up to what is unallocated
    receivables: Vec<SuggestedBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SuggestedBody {
    /// A receivable
    id: Uuid,
    amount: i64,
    /// What it would leave open
    leaves_open: i64,
    /// What of the amount is more than what is open: it becomes the debtor’s credit
    surplus: i64,
}

/// A receivable that a receipt names and that takes no more money
#[derive(Serialize, ToSchema)]
struct NamedClosedBody {
    /// A receivable
    id: Uuid,
    number: String,
    status: ReceivableStatusCode,
}

impl From<Closed> for NamedClosedBody {
    fn from(Closed { owing, status, is_quoted: _ }: Closed) -> Self {
        Self { id: owing.id.0, number: owing.number.as_str().to_owned(), status: Code(status) }
    }
}

impl From<Suggestion> for SuggestionBody {
    fn from(suggestion: Suggestion) -> Self {
        let (warns, is_sure) = (suggestion.warns(), suggestion.is_sure());
        let part = |Suggested { id, amount, leaves_open, surplus }| SuggestedBody {
            id: id.0,
            amount: amount.get(),
            leaves_open: leaves_open.get(),
            surplus: surplus.get(),
        };
        let receivables = suggestion.parts.into_iter().map(part).collect();
        Self { signs: suggestion.signs.into_iter().map(Code).collect(), warns, is_sure, receivables }
    }
}

impl From<&Allocation> for AllocationBody {
    fn from(Allocation { id, receipt: _, target, amount, by, at, undone_at, recognised }: &Allocation) -> Self {
        let (receivable, company, debtor, payout, entry) = match target {
            Target::Receivable(receivable) => (Some(receivable), None, None, None, None),
            Target::PassOn(company, receivable) => (Some(receivable), Some(company), None, None, None),
            Target::Credit(debtor) => (None, None, Some(debtor), None, None),
            Target::SentBack(payout) => (None, None, None, Some(payout), None),
            Target::Entry(entry) => (None, None, None, None, Some(entry)),
        };
        Self {
            id: id.0,
            receivable_id: receivable.map(|id| id.0),
            company_id: company.map(|id| id.0),
            debtor_id: debtor.map(|id| id.0),
            payout_id: payout.map(|id| id.0),
            entry_id: entry.map(|id| id.0),
            amount: amount.get(),
            by: by.0,
            at: *at,
            undone_at: *undone_at,
            recognised: recognised.as_ref().map(RecognisedBody::from),
        }
    }
}

/// A receipt with all that was said of it. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptBody {
    id: Uuid,
    /// The bank’s booking day
    on: NaiveDate,
    /// The bank’s value day, from which it counts
    value_on: NaiveDate,
    amount: i64,
    /// ISO 4217
    currency: &'static str,
    payer: PayerBody,
    text: Option<String>,
    /// What is unallocated: with the allocations that were not undone it makes the amount
    left: i64,
    /// Of the allocations: what went back to its payer
    sent_back: i64,
    /// What went to its payer out of a debtor’s credit, beside the allocations. Where what made the credit was undone since, the debtor
    /// owes it
    refunded: i64,
    /// The most of what is left that can go back to its payer
    returnable: i64,
    allocations: Vec<AllocationBody>,
    /// In the list: what its unallocated part may pay, out of all that is open, the most likely first; not checked by a person
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: Option<Vec<SuggestionBody>>,
    /// In the list: what its text names and takes no more money, since it is paid, was given back or was given up
    #[serde(skip_serializing_if = "Option::is_none")]
    names_closed: Option<Vec<NamedClosedBody>>,
    /// In the list: a person entered it, and it is on no statement
    is_by_hand: Option<bool>,
    /// In the list: who entered it, or imported the statement that it came by
    entered_by: Option<NamedPersonBody>,
    /// In the list: another receipt that may be the same money, where one of them was entered by hand, or two statements have them
    twin_id: Option<Uuid>,
    /// In the list: several receipts that add up to it and may be the same money together, where either it or all of them were entered
    /// by hand
    #[serde(skip_serializing_if = "Option::is_none")]
    together_ids: Option<Vec<Uuid>>,
    /// In the list: the operator who asks took it back, and can bring it back
    may_be_brought_back: Option<bool>,
    /// In the list: who is in charge of it
    owner: Option<NamedPersonBody>,
    /// In the list: what people noted of it, the oldest first
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<ReceiptNoteBody>>,
    entered_at: DateTime<Utc>,
}

/// What a person noted of a receipt
#[derive(Serialize, ToSchema)]
struct ReceiptNoteBody {
    text: String,
    by: Option<NamedPersonBody>,
    at: DateTime<Utc>,
}

impl ReceiptBody {
    /// With what is told of it in the list.
    pub(crate) fn in_list(
        self,
        (Offered { suggestions, closed }, origin): (Offered, Origin),
        receipt: &Receipt,
        Cared { care, people }: &Cared,
    ) -> Self {
        let named = |id: &UserId| people.get(id).map(NamedPersonBody::from);
        let care = care.get(&receipt.id);
        let note = |note: &ReceiptNote| ReceiptNoteBody { text: note.text.as_str().to_owned(), by: named(&note.by), at: note.at };
        let notes = care.map(|care| care.notes.iter().map(note).collect());
        Self {
            suggestions: Some(suggestions.into_iter().map(Into::into).collect()),
            names_closed: Some(closed.into_iter().map(Into::into).collect()),
            is_by_hand: Some(origin.is_by_hand),
            entered_by: named(&receipt.entered_by),
            twin_id: origin.twin.map(|id| id.0),
            together_ids: Some(origin.together.iter().map(|id| id.0).collect()),
            owner: care.and_then(|care| care.owner.as_ref()).and_then(named),
            notes: Some(notes.unwrap_or_default()),
            ..self
        }
    }
}

impl ReceiptBody {
    /// Whether the operator who asks can bring it back.
    pub(crate) fn bringable(self, is: bool) -> Self {
        Self { may_be_brought_back: Some(is), ..self }
    }
}

impl PayerBody {
    pub(crate) fn of(payer: &Payer) -> Self {
        let line = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self { name: line(&payer.name), iban: line(&payer.iban) }
    }
}

impl From<&Explained> for ReceiptBody {
    fn from(explained: &Explained) -> Self {
        let receipt = &explained.receipt;
        Self {
            id: receipt.id.0,
            on: receipt.booked_on,
            value_on: receipt.value_on,
            amount: receipt.amount.amount_minor(),
            currency: receipt.amount.currency().code(),
            payer: PayerBody::of(&receipt.payer),
            text: receipt.text.as_ref().map(|text| text.as_str().to_owned()),
            left: explained.left().get(),
            sent_back: explained.returned().get(),
            refunded: explained.refunded().get(),
            returnable: explained.most_to_send_back(explained.left()).get(),
            allocations: explained.allocations.iter().map(AllocationBody::from).collect(),
            suggestions: None,
            names_closed: None,
            is_by_hand: None,
            entered_by: None,
            twin_id: None,
            together_ids: None,
            may_be_brought_back: None,
            owner: None,
            notes: None,
            entered_at: receipt.entered_at,
        }
    }
}
