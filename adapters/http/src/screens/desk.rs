//! What the house begins its day with.

use crate::{
    kernel::{api::Api, body::Data, error::Problem},
    operator::end_of_day::EndOfDayBody,
    session::ReceivableReader,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::{
    approvals::FourEyes,
    screens::{
        Aged, Committed, Desk, EndsOfDays, InSuspense, Overdue, ToRelease, Week,
        ports::{LimitSum, Sum},
    },
};
use sooner_shared::coded_body::{AgeingBucketCode, Code};
use utoipa::ToSchema;

/// So many, and what they come to in one currency, in minor units
#[derive(Serialize, ToSchema)]
struct DeskSumBody {
    /// ISO 4217
    currency: String,
    count: i64,
    amount: i64,
}

impl From<&Sum> for DeskSumBody {
    fn from(Sum { currency, count, amount }: &Sum) -> Self {
        Self { currency: currency.code().to_owned(), count: *count, amount: amount.get() }
    }
}

fn sums(all: &[Sum]) -> Vec<DeskSumBody> {
    all.iter().map(DeskSumBody::from).collect()
}

/// Of the limits of facilities in one currency, in minor units
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskLimitBody {
    currency: String,
    /// What is bought and out, what is committed, and what sellers owe
    in_use: i64,
    /// What is still free of the limits of active facilities
    headroom: i64,
}

/// What is accepted and not paid out yet
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskCommittedBody {
    /// ISO 4217
    currency: String,
    count: i64,
    /// In minor units
    amount: i64,
    /// Those of it whose due date has passed
    overdue: CountedBody,
}

impl From<&Committed> for DeskCommittedBody {
    fn from(Committed { all, overdue }: &Committed) -> Self {
        Self { currency: all.currency.code().to_owned(), count: all.count, amount: all.amount.get(), overdue: (*overdue).into() }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskOverdueBody {
    currency: String,
    count: i64,
    amount: i64,
    /// When the oldest of it was due
    oldest_due_on: NaiveDate,
}

#[derive(Serialize, ToSchema)]
struct DeskAgedBody {
    currency: String,
    bucket: AgeingBucketCode,
    count: i64,
    amount: i64,
}

#[derive(Serialize, ToSchema)]
struct DeskWeekBody {
    from: NaiveDate,
    /// A Sunday
    to: NaiveDate,
    due: Vec<DeskSumBody>,
}

#[derive(Serialize, ToSchema)]
struct DeskPaymentsBody {
    /// Payouts that are due
    payouts: Vec<DeskPayoutsBody>,
    suspense: Vec<DeskSuspenseBody>,
}

/// The payouts of one currency that are not released yet: `ready` together with `proposed` and `stopped` is all that is due
#[derive(Serialize, ToSchema)]
struct DeskPayoutsBody {
    /// ISO 4217
    currency: String,
    /// Those that can be released now
    ready: CountedBody,
    /// Those whose release waits for a second person
    proposed: CountedBody,
    /// Those that something stops, such as a hold or a dispute
    stopped: CountedBody,
}

/// So many, and what they come to, in minor units
#[derive(Serialize, ToSchema)]
struct CountedBody {
    count: i64,
    amount: i64,
}

impl From<Sum> for CountedBody {
    fn from(Sum { currency: _, count, amount }: Sum) -> Self {
        Self { count, amount: amount.get() }
    }
}

impl From<&ToRelease> for DeskPayoutsBody {
    fn from(ToRelease { ready, proposed, stopped }: &ToRelease) -> Self {
        let currency = ready.currency.code().to_owned();
        Self { currency, ready: (*ready).into(), proposed: (*proposed).into(), stopped: (*stopped).into() }
    }
}

/// What lies in suspense, as much as the ledger’s account of it holds
#[derive(Serialize, ToSchema)]
struct DeskSuspenseBody {
    /// ISO 4217
    currency: String,
    /// All of it
    amount: i64,
    /// Receipts of which something is unallocated, and how much
    receipts: i64,
    unexplained: i64,
    /// Invoices that are accepted and not paid out yet, and what was received of them: it pays them as soon as they are paid out
    invoices: i64,
    early: i64,
}

impl From<InSuspense> for DeskSuspenseBody {
    fn from(lies: InSuspense) -> Self {
        let InSuspense { unexplained, early } = lies;
        Self {
            currency: unexplained.currency.code().to_owned(),
            amount: lies.amount().get(),
            receipts: unexplained.count,
            unexplained: unexplained.amount.get(),
            invoices: early.count,
            early: early.amount.get(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct DeskEndsOfDaysBody {
    /// The newest business date whose end was begun
    last: Option<EndOfDayBody>,
    /// Those of which something failed, the oldest first
    failed: Vec<EndOfDayBody>,
}

/// Sums are by currency, and amounts in minor units. Invoices count that are funded (`funded`) and not at their end, by what debtors have
/// neither paid nor deducted; those that are accepted and not funded yet are commitments, apart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskBody {
    /// The house’s date
    date: NaiveDate,
    limits: Vec<DeskLimitBody>,
    /// Receivables that sellers have submitted and the house has not decided on
    to_check: u64,
    /// Of what is bought
    overdue: Vec<DeskOverdueBody>,
    /// By how long they are overdue
    ageing: Vec<DeskAgedBody>,
    /// Accepted, and not paid out yet: in none of the other sums
    commitments: Vec<DeskCommittedBody>,
    /// What is due from today on: this week, and the seven behind it
    weeks: Vec<DeskWeekBody>,
    /// For those who see payments; absent for others
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    payments: Option<DeskPaymentsBody>,
    /// Approvals one may decide on now, up to 50
    waiting: usize,
    ends_of_days: DeskEndsOfDaysBody,
    /// Whether what binds the house takes a second person; false where it was switched off
    four_eyes: bool,
}

impl From<&Desk> for DeskBody {
    fn from(
        Desk { on, limits, to_check, ageing, commitments, overdue, weeks, payments, releases, waiting, days, four_eyes }: &Desk,
    ) -> Self {
        let code = |sum: &Sum| sum.currency.code().to_owned();
        let limit = |LimitSum { currency, in_use, headroom }: &LimitSum| DeskLimitBody {
            currency: currency.code().to_owned(),
            in_use: in_use.get(),
            headroom: headroom.get(),
        };
        let late = |Overdue { open, oldest }: &Overdue| DeskOverdueBody {
            currency: code(open),
            count: open.count,
            amount: open.amount.get(),
            oldest_due_on: *oldest,
        };
        let aged = |Aged { bucket, open }: &Aged| DeskAgedBody {
            currency: code(open),
            bucket: Code(*bucket),
            count: open.count,
            amount: open.amount.get(),
        };
        let payments = payments.as_ref();
        let EndsOfDays { last, failed } = days;
        Self {
            date: *on,
            limits: limits.iter().map(limit).collect(),
            to_check: *to_check,
            overdue: overdue.iter().map(late).collect(),
            ageing: ageing.iter().map(aged).collect(),
            commitments: commitments.iter().map(DeskCommittedBody::from).collect(),
            weeks: weeks.iter().map(|Week { from, to, due }| DeskWeekBody { from: *from, to: *to, due: sums(due) }).collect(),
            payments: payments.map(|payments| DeskPaymentsBody {
                payouts: releases.iter().map(DeskPayoutsBody::from).collect(),
                suspense: payments.suspense().into_iter().map(DeskSuspenseBody::from).collect(),
            }),
            waiting: *waiting,
            ends_of_days: DeskEndsOfDaysBody {
                last: last.as_ref().map(EndOfDayBody::from),
                failed: failed.iter().map(EndOfDayBody::from).collect(),
            },
            four_eyes: *four_eyes == FourEyes::On,
        }
    }
}

#[utoipa::path(tag = "operator", summary = "The desk",
    description = "What the house begins its day with: each sum is that of the rows of a list, without those of one’s own company. What one’s roles do not let one see is left out.",
    responses((status = 200, body = Data<DeskBody>)))]
#[get("/operator/desk")]
pub(crate) async fn read_desk(me: ReceivableReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(Data { data: DeskBody::from(&api.screens.desk(&me).await?) }))
}
