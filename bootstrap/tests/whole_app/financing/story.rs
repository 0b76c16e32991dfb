//! The stories: what is sold, what then happens on which day, and what it must come to.

use super::{
    super::support::Checked,
    answers::number,
    house::{Made, terms, with},
};
use chrono::{NaiveDate, TimeDelta};
use serde_json::{Value, json};

/// What every invoice is over.
pub const FACE: i64 = 1_000_000;

/// What every advance is.
pub const ADVANCE: i64 = 800_000;

/// Days from the payout to the due date.
pub const DUE: i64 = 45;

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// The debtor pays so much, and treasury knows for what.
    Pays(i64),
    /// Somebody pays so much, and nobody knows for what.
    PaysUnknown(i64),
    /// Then somebody does know.
    Explained,
    CreditNote(i64),
    /// The debtor pays the seller so much.
    PaysSeller(i64),
    /// The seller passes so much of it on.
    PassedOn(i64),
    /// The bank sends the payout back.
    PayoutReturned,
    /// It is paid anew.
    PaidAnew,
    ChargedBack,
    /// For this cause.
    WrittenOff(&'static str),
    /// The seller is let off so much of what it owes.
    GivenUp(i64),
    /// What nobody knows anything of goes back to whoever paid it.
    SentBack,
    /// So much of the debtor's credit goes back to whoever paid last.
    Refunded(i64),
    /// The bank sends back what went to a payer.
    CameBack,
}

/// What a story comes to, in minor units.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ends {
    /// Of the receivable.
    pub status: &'static str,
    pub discount: i64,
    pub late: i64,
    pub loss: i64,
    pub to_seller: i64,
    pub seller_owes: i64,
    pub debtor_credit: i64,
    /// Of what the seller owes, after the settlement.
    pub given_up: i64,
    /// Of the debtor's credit, after the settlement.
    pub refunded: i64,
}

impl Ends {
    /// Holds the figures of a settlement against these.
    pub fn are(&self, settlement: &Value, story: &str) -> Checked {
        for (field, figure) in [
            ("discount", self.discount),
            ("serviceFee", SERVICE_FEE),
            ("late", self.late),
            ("loss", self.loss),
            ("toSeller", self.to_seller),
            ("sellerOwes", self.seller_owes),
            ("debtorCredit", self.debtor_credit),
        ] {
            assert_eq!(number(settlement, field)?, figure, "{story}: {field} of {settlement}");
        }
        Ok(())
    }
}

/// 1.5 % of every face.
pub const SERVICE_FEE: i64 = 15_000;

/// One receivable's life.
pub struct Story {
    pub name: &'static str,
    pub terms: Value,
    /// Days after the payout, in their order.
    pub steps: Vec<(i64, Step)>,
    pub ends: Ends,
}

impl Story {
    /// As it is asked for before it happens; none where a quote knows nothing of what happens.
    pub fn quote(&self, payout_on: NaiveDate) -> Option<Value> {
        let day = |days: i64| payout_on + TimeDelta::days(days);
        let mut body = json!({ "terms": self.terms, "face": FACE, "payoutOn": payout_on, "dueOn": day(DUE) });
        let mut events = Vec::new();
        for (on, step) in &self.steps {
            let event = |kind: &str, amount: i64| json!({ "on": day(*on), "kind": kind, "amount": amount });
            match step {
                Step::Pays(amount) | Step::PaysUnknown(amount) | Step::PassedOn(amount) => events.push(event("receipt", *amount)),
                Step::CreditNote(amount) => events.push(event("credit_note", *amount)),
                // The value day counts, however late it is explained.
                Step::Explained | Step::PaysSeller(_) | Step::GivenUp(_) => {}
                Step::ChargedBack => body = with(body, &json!({ "closeOn": day(*on), "closeAs": "charge_back" })),
                Step::WrittenOff(cause) => body = with(body, &json!({ "closeOn": day(*on), "closeAs": "write_off", "cause": cause })),
                Step::PayoutReturned | Step::PaidAnew | Step::SentBack | Step::Refunded(_) | Step::CameBack => return None,
            }
        }
        // What comes after the end is no part of a quote.
        let is_after = |event: &Value| body["closeOn"].as_str().is_some_and(|close| event["on"].as_str().is_some_and(|on| on > close));
        let is_recovered = events.iter().any(is_after);
        body["events"] = events.into();
        (!is_recovered).then_some(body)
    }
}

/// 5 days of grace, then 6 % a year.
fn late() -> Value {
    with(terms(), &json!({ "graceDays": 5, "lateRate": 600 }))
}

fn covered(cover: i64) -> Value {
    with(late(), &json!({ "cover": cover }))
}

fn settled(ends: Ends) -> Ends {
    Ends { status: "settled", ..ends }
}

/// Verified first, and paid on the day.
fn vector_1() -> Story {
    Story {
        name: "paid on the day",
        terms: with(terms(), &json!({ "verification": "always" })),
        steps: vec![(45, Step::Pays(FACE))],
        ends: settled(Ends { discount: 12_000, to_seller: 173_000, ..Ends::default() }),
    }
}

fn vector_2() -> Story {
    Story {
        name: "credited in part",
        terms: terms(),
        steps: vec![(45, Step::Pays(950_000)), (45, Step::CreditNote(50_000))],
        ends: settled(Ends { discount: 12_000, to_seller: 123_000, ..Ends::default() }),
    }
}

fn vector_3() -> Story {
    Story {
        name: "credited beyond the reserve",
        terms: terms(),
        steps: vec![(45, Step::Pays(790_000)), (45, Step::CreditNote(210_000))],
        ends: settled(Ends { discount: 12_000, seller_owes: 37_000, ..Ends::default() }),
    }
}

fn paid_late() -> Story {
    Story {
        name: "paid late",
        terms: late(),
        steps: vec![(75, Step::Pays(FACE))],
        ends: settled(Ends { discount: 20_000, late: 3_333, to_seller: 161_667, ..Ends::default() }),
    }
}

fn paid_in_parts() -> Story {
    Story {
        name: "paid in parts",
        terms: late(),
        steps: vec![(30, Step::Pays(500_000)), (60, Step::Pays(500_000))],
        ends: settled(Ends { discount: 11_000, late: 500, to_seller: 173_500, ..Ends::default() }),
    }
}

/// Too much is the debtor's.
fn overpaid() -> Story {
    Story {
        name: "overpaid",
        terms: terms(),
        steps: vec![(45, Step::Pays(FACE + 7))],
        ends: settled(Ends { discount: 12_000, to_seller: 173_000, debtor_credit: 7, ..Ends::default() }),
    }
}

/// What was for somebody else goes back, and so does what was too much; the bank knows neither account at first.
fn sent_back() -> Story {
    Story {
        name: "sent back",
        terms: terms(),
        steps: vec![
            (10, Step::PaysUnknown(900)),
            (11, Step::SentBack),
            (12, Step::CameBack),
            (13, Step::SentBack),
            (45, Step::Pays(FACE + 9)),
            (46, Step::Refunded(5)),
            (47, Step::CameBack),
            (48, Step::Refunded(8)),
        ],
        ends: settled(Ends { discount: 12_000, to_seller: 173_000, debtor_credit: 9, refunded: 8, ..Ends::default() }),
    }
}

/// The money waits in suspense for fifteen days; the bank's value day counts.
fn explained_later() -> Story {
    Story {
        name: "explained later",
        terms: late(),
        steps: vec![(45, Step::PaysUnknown(FACE)), (60, Step::Explained)],
        ends: settled(Ends { discount: 12_000, to_seller: 173_000, ..Ends::default() }),
    }
}

/// What is out counts from when it is carried out anew: 38 days.
fn payout_returned() -> Story {
    Story {
        name: "payout returned",
        terms: terms(),
        steps: vec![(3, Step::PayoutReturned), (7, Step::PaidAnew), (45, Step::Pays(FACE))],
        ends: settled(Ends { discount: 10_133, to_seller: 174_867, ..Ends::default() }),
    }
}

fn charged_back() -> Story {
    Story {
        name: "charged back",
        terms: late(),
        steps: vec![(105, Step::ChargedBack)],
        ends: Ends { status: "charged_back", discount: 28_000, late: 7_333, seller_owes: 850_333, ..Ends::default() },
    }
}

/// Written off for insolvency on the 105th day.
fn written_off(name: &'static str, cover: i64, ends: Ends) -> Story {
    let steps = vec![(105, Step::WrittenOff("insolvency"))];
    Story { name, terms: covered(cover), steps, ends: Ends { status: "written_off", discount: 28_000, late: 7_333, ..ends } }
}

fn not_covered() -> Story {
    written_off("written off, not covered", 0, Ends { seller_owes: 850_333, ..Ends::default() })
}

fn half_covered() -> Story {
    written_off("written off, half covered", 5_000, Ends { loss: 500_000, seller_owes: 350_333, ..Ends::default() })
}

fn covered_whole() -> Story {
    written_off("written off, covered", 10_000, Ends { loss: 1_000_000, to_seller: 149_667, ..Ends::default() })
}

/// It is out until the seller passes it on, four days later.
fn paid_to_seller() -> Story {
    Story {
        name: "paid to the seller",
        terms: terms(),
        steps: vec![(45, Step::PaysSeller(FACE)), (49, Step::PassedOn(FACE))],
        ends: settled(Ends { discount: 13_067, to_seller: 171_933, ..Ends::default() }),
    }
}

fn given_up() -> Story {
    let ends = Ends { given_up: 50_333, ..charged_back().ends };
    Story { name: "given up in part", steps: vec![(105, Step::ChargedBack), (106, Step::GivenUp(50_333))], ends, ..charged_back() }
}

/// Of what comes back, the house and the seller have their shares of the loss.
fn recovered() -> Story {
    let ends = Ends { loss: 450_000, seller_owes: 300_333, ..Ends::default() };
    let mut story = written_off("recovered in part", 5_000, ends);
    story.steps.push((108, Step::Pays(100_000)));
    story
}

/// All of them.
pub const STORIES: &[fn() -> Story] = &[
    vector_1,
    vector_2,
    vector_3,
    paid_late,
    paid_in_parts,
    overpaid,
    sent_back,
    explained_later,
    payout_returned,
    paid_to_seller,
    charged_back,
    given_up,
    not_covered,
    half_covered,
    covered_whole,
    recovered,
];

/// A day of a story.
pub fn day(first: NaiveDate, days: i64) -> Made<NaiveDate> {
    Ok(first.checked_add_signed(TimeDelta::days(days)).ok_or("beyond the calendar")?)
}
