//! Entries, one by one, and those that are booked by hand.

use super::{AccountBody, SidesBody};
use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    cash::refused::CHARGED_ON,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
    },
    onboarding::user_body::NamedPersonBody,
    receivables::refused::{NotPossibleReason, amount_out_of_range, not_done, not_open, not_possible},
    session::{Bookkeeper, LedgerReader, not_their_role},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{BookError, EntrySaid, NewEntry, NewReversal, Performed},
    cash::Touched,
    ledger::{EntryView, Record},
    receivables::ReceivableError,
};
use sooner_domain::{
    identity::{operator::OperatorRight, user::User},
    kernel::{
        Invalid,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::{
        entry::{Booking, EntryId, Posting},
        manual::NotCharge,
    },
    payments::receipt::{Payer, ReceiptId},
    receivables::receivable::Blocked,
};
use sooner_shared::{
    coded_body::{Code, EventCode, ManualEventCode, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
struct PostingBody {
    #[serde(flatten)]
    account: AccountBody,
    /// What it is about, where the account is not the receivable’s own
    receivable: Option<Uuid>,
    #[serde(flatten)]
    amount: SidesBody,
}

impl From<&Posting> for PostingBody {
    fn from(posting: &Posting) -> Self {
        let Posting { account, receivable, amount } = posting;
        Self { account: (*account).into(), receivable: receivable.map(|id| id.0), amount: (*amount).into() }
    }
}

/// A journal entry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EntryBody {
    id: Uuid,
    /// Absent for the first second
    number: Option<i64>,
    /// SHA-256 over this entry and the one before
    hash: Option<String>,
    on: NaiveDate,
    booked_at: DateTime<Utc>,
    event: EventCode,
    /// What it is about: a receivable, a payout, a receipt, or itself
    subject: Uuid,
    /// What caused it, where that is something else: a receipt, a payout, an approval
    cause: Option<Uuid>,
    reverses: Option<Uuid>,
    postings: Vec<PostingBody>,
}

impl From<&Record> for EntryBody {
    fn from(record: &Record) -> Self {
        let Booking { id, on, booked_at, event, subject, cause } = *record.entry.booking();
        Self {
            id: id.0,
            number: record.number(),
            hash: record.seal.map(|seal| seal.hash.to_string()),
            on,
            booked_at,
            event: Code(event),
            subject,
            cause,
            reverses: record.entry.reverses().map(|id| id.0),
            postings: record.entry.postings().iter().map(PostingBody::from).collect(),
        }
    }
}

/// An entry, and what became of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OneEntryBody {
    #[serde(flatten)]
    entry: EntryBody,
    reversed_by: Option<Uuid>,
    /// Of one by hand that a second person approved: what it is for, or why it reverses another one
    note: Option<String>,
    proposed_by: Option<NamedPersonBody>,
    approved_by: Option<NamedPersonBody>,
    /// Of one by hand: the receipt that is allocated to it, or was until it was reversed
    receipt: Option<BankMovementBody>,
    /// Of one by hand: the line of a statement that is this entry
    line: Option<BankMovementBody>,
    /// What this person can do with it now
    allowed_actions: Vec<EntryAction>,
}

/// Money that came or went, as the bank or the person who entered it says.
#[derive(Serialize, ToSchema)]
struct BankMovementBody {
    id: Uuid,
    /// The bank’s booking day
    on: NaiveDate,
    name: Option<String>,
    iban: Option<String>,
    text: Option<String>,
}

impl BankMovementBody {
    fn of(id: Uuid, on: NaiveDate, Payer { name, iban }: &Payer, text: Option<&Note>) -> Self {
        let line = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self { id, on, name: line(name), iban: line(iban), text: text.map(|text| text.as_str().to_owned()) }
    }
}

/// What can be done with an entry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EntryAction {
    Reverse,
}

#[derive(Serialize, ToSchema)]
struct EntriesBody {
    /// The newest first
    data: Vec<EntryBody>,
    /// Names the next page; absent on the last one
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct EntriesQuery {
    about: Option<String>,
    before: Option<String>,
}

#[utoipa::path(tag = "ledger", summary = "What was booked about something", description = "Or caused by it: the newest first. What concerns the company one belongs to is left out.",
    params(("about" = Uuid, Query, description = "A receivable, a payout, a receipt, an approval"),
        ("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = EntriesBody)))]
#[get("/operator/ledger/entries")]
pub(crate) async fn list_entries(me: LedgerReader, api: web::Data<Api>, query: Query<EntriesQuery>) -> Result<HttpResponse, Problem> {
    let Query(EntriesQuery { about, before }) = query;
    let mut fields = Fields::default();
    let about = about.as_deref().map_or(Err(Invalid::Required), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed));
    let about = fields.take("about", about);
    let before = fields.optional("before", before.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::CursorUnknown));
    let about = fields.finish(about).map_err(Problem::invalid)?;
    let (records, next) = api.ledger.about(about, before.map(EntryId)).await?;
    let records = api.cash.of_others(records, |record| Touched::by_entry(&record.entry), &me.operator()).await?;
    let data = records.iter().map(EntryBody::from).collect();
    Ok(HttpResponse::Ok().json(EntriesBody { data, next: next.map(|id| id.0) }))
}

#[utoipa::path(tag = "ledger", summary = "One entry", params(("id" = Uuid, Path)), responses((status = 200, body = Data<OneEntryBody>)))]
#[get("/operator/ledger/entries/{id}")]
pub(crate) async fn read_entry(me: LedgerReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(EntryId).map_err(|_| Problem::not_found())?;
    let EntryView { record, reversed_by } = api.ledger.entry(id).await?.ok_or_else(Problem::not_found)?;
    let of_others = api.cash.of_others(vec![record], |record| Touched::by_entry(&record.entry), &me.operator()).await?;
    let record = of_others.first().ok_or_else(|| not_done(ReceivableError::Blocked(Blocked::OwnCompany)))?;
    let may_reverse = api.approvals.may_reverse(&record.entry, &me.operator()).await?;
    let allowed_actions = if may_reverse { vec![EntryAction::Reverse] } else { Vec::new() };
    let said = api.approvals.said_of(&record.entry).await?;
    let (receipt, line) = api.cash.receipt_and_line_of(&record.entry).await?;
    let named = |of: fn(&EntrySaid) -> &Option<User>| said.as_ref().and_then(|said| of(said).as_ref()).map(NamedPersonBody::from);
    let data = OneEntryBody {
        entry: EntryBody::from(record),
        reversed_by: reversed_by.map(|id| id.0),
        note: said.as_ref().map(|said| said.note.as_str().to_owned()),
        proposed_by: named(|said| &said.proposed_by),
        approved_by: named(|said| &said.approved_by),
        receipt: receipt.map(|came| BankMovementBody::of(came.id.0, came.booked_on, &came.payer, came.text.as_ref())),
        line: line.map(|moved| BankMovementBody::of(moved.id.0, moved.line.booked_on, &moved.line.other, moved.line.text.as_ref())),
        allowed_actions,
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}

/// What is booked by hand.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewEntryBody {
    /// The bank’s booking day: today or earlier, and no more than a year ago
    #[schema(value_type = NaiveDate)]
    on: String,
    #[schema(value_type = ManualEventCode)]
    event: String,
    /// In minor units, at least 1
    amount: i64,
    currency: String,
    /// What it is for
    note: String,
    /// The receipt in suspense that is allocated to it, of its day and amount: the money is taken out of suspense, since the bank’s account has
    /// it already. Where it is left out, none is allocated to the entry
    receipt_id: Option<Uuid>,
    /// Whether it may take out more than there is at the bank
    #[serde(default)]
    overdraw: bool,
    /// Of money that goes out: it is another one than a charge of this amount that a statement has on a day near this one
    #[serde(default)]
    is_another: bool,
}

impl NewEntryBody {
    fn parse(&self, mut fields: Fields) -> Result<NewEntry, Problem> {
        let on = fields.take("on", parse_date(&self.on));
        let event = fields.take("event", member(&self.event));
        let currency = fields.take("currency", Currency::parse(&self.currency));
        let amount = currency.and_then(|currency| fields.take("amount", Money::parse(self.amount, currency)));
        let note = fields.take("note", Note::parse(&self.note));
        let entry = (|| {
            let explains = self.receipt_id.map(ReceiptId);
            Some(NewEntry {
                on: on?,
                event: event?,
                amount: amount?,
                note: note?,
                explains,
                overdraw: self.overdraw,
                is_another: self.is_another,
            })
        })();
        fields.finish(entry).map_err(Problem::invalid)
    }
}

#[derive(Serialize, ToSchema)]
struct BookedBody {
    id: Uuid,
}

fn not_booked(error: BookError) -> Problem {
    match error {
        BookError::Forbidden => not_their_role(OperatorRight::BookEntries),
        BookError::Day(closed) => not_open(closed),
        BookError::Invalid(invalid) => Problem::field("amount", invalid),
        BookError::Charge(NotCharge::OnStatement) => not_possible(NotPossibleReason::ChargeOnStatement),
        BookError::Charge(NotCharge::Near(on)) => not_possible(NotPossibleReason::ChargeNear).with(CHARGED_ON, on),
        BookError::Charge(NotCharge::Above(most)) => amount_out_of_range(most),
        BookError::Overdrawn => not_possible(NotPossibleReason::BankOverdrawn),
        BookError::Propose(error) => not_proposed(error),
    }
}

#[utoipa::path(tag = "ledger", summary = "Book by hand",
    description = "Capital that was paid in or taken out, a charge of the bank, or one that it gave back. Approved by another person; where no approval is needed, it is booked at once. 409 `not_possible` with `reason`: `charge_on_statement` where a statement has a charge of this day and amount; `charge_near` where one has it no more than 7 days apart, on `chargedOn`, and `isAnother` doesn’t say that this is another one; `bank_overdrawn` where it takes out more than there is at the bank and `overdraw` doesn’t say that it is meant.",
    params(("Idempotency-Key" = String, Header)), request_body = NewEntryBody,
    responses((status = 202, body = Data<AwaitsBody>, description = "It waits for a second person"),
        (status = 201, body = Data<BookedBody>, description = "It is booked")))]
#[post("/operator/ledger/entries")]
pub(crate) async fn book_entry(me: Bookkeeper, api: web::Data<Api>, key: Key, body: Json<NewEntryBody>) -> Result<HttpResponse, Problem> {
    let entry = body.value.parse(Fields::default())?;
    let request = key.required(me.user.id(), body.content)?;
    booked(api.approvals.book_entry(&me, entry, request).await)
}

fn booked(answer: Result<Performed<EntryId>, BookError>) -> Result<HttpResponse, Problem> {
    match answer.map_err(not_booked)? {
        Performed::Done(id) => Ok(HttpResponse::Created().json(Data { data: BookedBody { id: id.0 } })),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}

/// Why an entry is reversed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReverseEntryBody {
    /// The reason
    note: String,
    /// Whether it may take out more than there is at the bank
    #[serde(default)]
    overdraw: bool,
}

#[utoipa::path(tag = "ledger", summary = "Reverse an entry that was booked by hand",
    description = "By an entry with each of its postings on the other side, dated by the business date. Approved by another person; where no approval is needed, it is booked at once. An entry is reversed once, and a reversal is not. A receipt that was allocated to the entry lies in suspense again. 409 `not_possible` with `reason`: `not_by_hand`, `is_reversal`, `reversed`, `charge_given_back` where what the bank gave back is reversed first, `bank_overdrawn` where it takes out more than there is at the bank and `overdraw` does not say that it is meant, or `entry_on_statement` where a line of a statement is this entry: that line is reopened first.",
    params(("Idempotency-Key" = String, Header), ("id" = Uuid, Path)), request_body = ReverseEntryBody,
    responses((status = 202, body = Data<AwaitsBody>, description = "It waits for a second person"),
        (status = 201, body = Data<BookedBody>, description = "It is reversed, by this entry")))]
#[post("/operator/ledger/entries/{id}/reverse")]
pub(crate) async fn reverse_entry(
    me: Bookkeeper,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ReverseEntryBody>,
) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(EntryId).map_err(|_| Problem::not_found())?;
    let mut fields = Fields::default();
    let note = fields.take("note", Note::parse(&body.value.note));
    let note = fields.finish(note).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let reversal = NewReversal { of: id, reason: note, overdraw: body.value.overdraw };
    booked(api.approvals.reverse_entry(&me, reversal, request).await)
}
