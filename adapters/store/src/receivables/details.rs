//! What of a receivable nothing is looked up by, as JSON.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        coded::Coded,
        ids::{ReceivableId, UserId},
        interest::YearlyRate,
        minor::Minor,
        text::{Line, Note},
    },
    receivables::{
        conditions::DisputeEnd,
        evidence::{Dispute, DisputeReason, Evidence, EvidenceKind, Exception, Hold, Liftable},
        facts::InvoiceDocumentId,
        receivable::{Acceptance, Credited, Entered, Parts, Submitted},
    },
};
use uuid::Uuid;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Details {
    order_reference: Option<String>,
    note: Option<String>,
    hold: Option<HoldBody>,
    dispute: Option<DisputeBody>,
    evidence: Vec<EvidenceBody>,
    /// What a release before this wrote of the one that could be lifted.
    #[serde(default)]
    exception: Option<ExceptionBody>,
    #[serde(default)]
    exceptions: Vec<ExceptionBody>,
    submitted: Option<SubmittedBody>,
    accepted: Option<AcceptedBody>,
    rejection: Option<String>,
    /// None in what a release before this wrote.
    #[serde(default)]
    credits: Vec<CreditedBody>,
    /// None in what a release before this wrote.
    #[serde(default)]
    documented: Vec<EnteredBody>,
}

#[derive(Serialize, Deserialize)]
struct EnteredBody {
    by: Uuid,
    at: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HoldBody {
    by: Uuid,
    since: DateTime<Utc>,
    note: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DisputeBody {
    amount: i64,
    reason: String,
    since: DateTime<Utc>,
    by: Option<Uuid>,
    note: Option<String>,
    end: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EvidenceBody {
    kind: String,
    by: Option<Uuid>,
    at: DateTime<Utc>,
    amount: i64,
    due_on: Option<NaiveDate>,
    note: Option<String>,
    file: Option<Uuid>,
}

/// Its series is a column.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExceptionBody {
    /// None in what a release before this wrote.
    #[serde(default)]
    check: Option<String>,
    by: Uuid,
    at: DateTime<Utc>,
    note: String,
}

/// The moment is a column.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubmittedBody {
    by: Uuid,
    on: NaiveDate,
}

#[derive(Serialize, Deserialize)]
struct CreditedBody {
    on: NaiveDate,
    amount: i64,
}

/// The payout day is a column.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AcceptedBody {
    by: Option<Uuid>,
    at: DateTime<Utc>,
    offer: String,
    due_on: NaiveDate,
    /// None where it was the face.
    #[serde(default)]
    certain: Option<i64>,
    /// In basis points.
    #[serde(default)]
    own_rate: Option<u16>,
}

fn written(note: Option<&Note>) -> Option<String> {
    note.map(|note| note.as_str().to_owned())
}

/// A note that was stored, or none; none of the two when it does not parse.
fn read(note: Option<&String>) -> Option<Option<Note>> {
    note.map(|note| Note::parse(note)).transpose().ok()
}

impl From<&Parts> for Details {
    fn from(parts: &Parts) -> Self {
        Self {
            order_reference: parts.facts.order_reference.as_ref().map(|line| line.as_str().to_owned()),
            note: written(parts.facts.note.as_ref()),
            hold: parts.hold.as_ref().map(HoldBody::from),
            dispute: parts.dispute.as_ref().map(DisputeBody::from),
            evidence: parts.evidence.iter().map(EvidenceBody::from).collect(),
            exception: None,
            exceptions: parts.exceptions.iter().map(ExceptionBody::from).collect(),
            submitted: parts.submitted.map(|Submitted { by, at: _, on }| SubmittedBody { by: by.0, on }),
            accepted: parts.accepted.map(|Acceptance { by, at, offer, payout_on: _, due_on, certain, own_rate, with: _ }| AcceptedBody {
                by: by.map(|by| by.0),
                at,
                offer: offer.to_string(),
                due_on,
                certain: certain.map(Minor::get),
                own_rate: own_rate.map(YearlyRate::basis_points),
            }),
            rejection: written(parts.rejection.as_ref()),
            credits: parts.credits.iter().map(|Credited { on, amount }| CreditedBody { on: *on, amount: amount.get() }).collect(),
            documented: parts.documented.iter().map(|Entered { by, at }| EnteredBody { by: by.0, at: *at }).collect(),
        }
    }
}

impl From<&Hold> for HoldBody {
    fn from(hold: &Hold) -> Self {
        let Hold { by, since, note } = hold;
        Self { by: by.0, since: *since, note: written(note.as_ref()) }
    }
}

impl From<&Dispute> for DisputeBody {
    fn from(dispute: &Dispute) -> Self {
        let Dispute { amount, reason, since, by, note, end } = dispute;
        Self {
            amount: amount.get(),
            reason: reason.code().to_owned(),
            since: *since,
            by: by.map(|by| by.0),
            note: written(note.as_ref()),
            end: end.map(|end| end.code().to_owned()),
        }
    }
}

impl From<&Evidence> for EvidenceBody {
    fn from(evidence: &Evidence) -> Self {
        let Evidence { kind, by, at, amount, due_on, note, file } = evidence;
        Self {
            kind: kind.code().to_owned(),
            by: by.map(|by| by.0),
            at: *at,
            amount: amount.get(),
            due_on: *due_on,
            note: written(note.as_ref()),
            file: file.map(|file| file.0),
        }
    }
}

impl From<&Exception> for ExceptionBody {
    fn from(exception: &Exception) -> Self {
        let Exception { check, series: _, by, at, note } = exception;
        Self { check: Some(check.code().to_owned()), by: by.0, at: *at, note: note.as_str().to_owned() }
    }
}

impl HoldBody {
    fn parse(&self) -> Option<Hold> {
        Some(Hold { by: UserId(self.by), since: self.since, note: read(self.note.as_ref())? })
    }
}

impl DisputeBody {
    fn parse(&self) -> Option<Dispute> {
        let end = match &self.end {
            Some(end) => Some(DisputeEnd::from_code(end)?),
            None => None,
        };
        Some(Dispute {
            amount: Minor::new(self.amount),
            reason: DisputeReason::from_code(&self.reason)?,
            since: self.since,
            by: self.by.map(UserId),
            note: read(self.note.as_ref())?,
            end,
        })
    }
}

impl EvidenceBody {
    fn parse(&self) -> Option<Evidence> {
        Some(Evidence {
            kind: EvidenceKind::from_code(&self.kind)?,
            by: self.by.map(UserId),
            at: self.at,
            amount: Minor::new(self.amount),
            due_on: self.due_on,
            note: read(self.note.as_ref())?,
            file: self.file.map(InvoiceDocumentId),
        })
    }
}

/// What is there has to parse: an option of an option of it.
fn optional<B, T>(body: Option<&B>, parse: impl FnOnce(&B) -> Option<T>) -> Option<Option<T>> {
    body.map_or(Some(None), |body| parse(body).map(Some))
}

impl Details {
    pub(super) fn order_reference(&self) -> Option<Option<Line>> {
        optional(self.order_reference.as_ref(), |line| Line::parse(line).ok())
    }

    pub(super) fn note(&self) -> Option<Option<Note>> {
        read(self.note.as_ref())
    }

    pub(super) fn rejection(&self) -> Option<Option<Note>> {
        read(self.rejection.as_ref())
    }

    pub(super) fn credits(&self) -> Vec<Credited> {
        self.credits.iter().map(|CreditedBody { on, amount }| Credited { on: *on, amount: Minor::new(*amount) }).collect()
    }

    pub(super) fn documented(&self) -> Vec<Entered> {
        self.documented.iter().map(|EnteredBody { by, at }| Entered { by: UserId(*by), at: *at }).collect()
    }

    pub(super) fn hold(&self) -> Option<Option<Hold>> {
        optional(self.hold.as_ref(), HoldBody::parse)
    }

    pub(super) fn dispute(&self) -> Option<Option<Dispute>> {
        optional(self.dispute.as_ref(), DisputeBody::parse)
    }

    pub(super) fn evidence(&self) -> Option<Vec<Evidence>> {
        self.evidence.iter().map(EvidenceBody::parse).collect()
    }

    pub(super) fn exceptions(&self, of_duplicate: i64) -> Option<Vec<Exception>> {
        let all = self.exception.iter().chain(&self.exceptions);
        all.map(|ExceptionBody { check, by, at, note }| {
            let check = check.as_deref().map_or(Some(Liftable::DuplicateExact), Liftable::from_code)?;
            let series = if check == Liftable::DuplicateExact { of_duplicate } else { 0 };
            Some(Exception { check, series, by: UserId(*by), at: *at, note: Note::parse(note).ok()? })
        })
        .collect()
    }

    /// Handed in at this moment.
    pub(super) fn submitted(&self, at: Option<DateTime<Utc>>) -> Option<Option<Submitted>> {
        optional(self.submitted.as_ref(), |SubmittedBody { by, on }| Some(Submitted { by: UserId(*by), at: at?, on: *on }))
    }

    /// Sold, to be paid out on this day, together with this one.
    pub(super) fn accepted(&self, payout_on: Option<NaiveDate>, with: ReceivableId) -> Option<Option<Acceptance>> {
        optional(self.accepted.as_ref(), |AcceptedBody { by, at, offer, due_on, certain, own_rate }| {
            let own_rate = optional(own_rate.as_ref(), |rate| YearlyRate::parse_basis_points((*rate).into()).ok())?;
            let offer = Digest::from_hex(offer)?;
            Some(Acceptance {
                by: by.map(UserId),
                at: *at,
                offer,
                payout_on: payout_on?,
                due_on: *due_on,
                certain: certain.map(Minor::new),
                own_rate,
                with,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the release before exceptions were for checks wrote it.
    const BEFORE: &str = r#"{"orderReference":null,"note":null,"hold":null,"dispute":null,"evidence":[],
        "exception":{"by":"00000000-0000-0000-0000-000000000009","at":"2027-01-04T12:00:00Z","note":"starts again each year"},
        "submitted":null,"accepted":{"by":null,"at":"2027-01-04T12:00:00Z","offer":"OFFER","dueOn":"2027-02-18"},"rejection":null}"#;

    #[test]
    fn what_an_earlier_release_wrote_is_read() {
        let details: Details = serde_json::from_str(&BEFORE.replace("OFFER", &"09".repeat(32))).unwrap();
        let exceptions = details.exceptions(7).unwrap();
        let [exception] = &exceptions[..] else { panic!("{exceptions:?}") };
        assert_eq!((exception.check, exception.series, exception.note.as_str()), (Liftable::DuplicateExact, 7, "starts again each year"));
        let accepted = details.accepted("2027-01-05".parse().ok(), ReceivableId(Uuid::nil())).unwrap().unwrap();
        assert_eq!((accepted.certain, accepted.offer), (None, Digest([9; 32])), "all of the face");
        assert_eq!(details.documented(), []);
    }
}
