//! What moves money, each under a key of its own, and what was answered.

use super::super::super::{
    financing::{
        answers::{explanation, text},
        house::{House, Made},
    },
    support::Checked,
};
use actix_web::rt::time::sleep;
use chrono::NaiveDate;
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    error::Error,
    fmt,
    time::Duration,
};
use tokio::sync::{Mutex, Notify};

static CONFIRMING: Mutex<()> = Mutex::const_new(());

/// What a receivable is offered for.
#[derive(Debug, Clone)]
pub struct Offer {
    pub receivable: String,
    id: String,
    pub hash: String,
}

impl Offer {
    /// The one that stands.
    pub fn of(receivable: &Value) -> Made<Self> {
        let offer = &receivable["offer"];
        Ok(Self { receivable: text(receivable, "id")?, id: text(offer, "id")?, hash: text(offer, "hash")? })
    }
}

/// Money to a seller, and the receivable it is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Payout {
    pub id: String,
    pub receivable: String,
}

impl Payout {
    pub fn of(payout: &Value) -> Made<Self> {
        Ok(Self { id: text(payout, "id")?, receivable: text(payout, "receivableId")? })
    }
}

/// Receivables, each with what it is paid.
pub type Parts = Vec<(String, i64)>;

/// Something that moves money, or leads to it.
#[derive(Debug, Clone)]
pub enum Deed {
    /// Several are accepted each by itself.
    Accept(Vec<Offer>),
    /// With the hash of what was seen.
    Release(Vec<Payout>, String),
    /// A batch with those that waited in it.
    Execute {
        batch: String,
        waited: Vec<Payout>,
        on: NaiveDate,
    },
    Return {
        payout: Payout,
        on: NaiveDate,
    },
    /// No other receipt has this text.
    Receive {
        text: String,
        on: NaiveDate,
        amount: i64,
        parts: Parts,
    },
    Explain {
        receipt: String,
        parts: Parts,
    },
    CreditNote {
        receivable: String,
        version: i64,
        on: NaiveDate,
        amount: i64,
    },
    ChargeBack {
        receivable: String,
        version: i64,
    },
}

fn paid(parts: &Parts) -> Value {
    parts.iter().map(|(id, amount)| json!({ "id": id, "amount": amount })).collect()
}

impl Deed {
    /// How many kinds there are.
    pub const KINDS: usize = 8;

    /// What it is called when such deeds are counted.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Accept(_) => "accepted",
            Self::Release(..) => "released",
            Self::Execute { .. } => "executed",
            Self::Return { .. } => "returned",
            Self::Receive { .. } => "received",
            Self::Explain { .. } => "explained",
            Self::CreditNote { .. } => "credited",
            Self::ChargeBack { .. } => "charged back",
        }
    }

    fn path(&self) -> String {
        match self {
            Self::Accept(offers) if offers.len() == 1 => format!("/semi-private/receivables/{}/accept", offers[0].receivable),
            Self::Accept(_) => "/semi-private/receivables/accept".to_owned(),
            Self::Release(..) => "/operator/payouts/release".to_owned(),
            Self::Execute { batch, .. } => format!("/operator/payouts/batches/{batch}/executed"),
            Self::Return { payout, .. } => format!("/operator/payouts/{}/returned", payout.id),
            Self::Receive { .. } => "/operator/receipts".to_owned(),
            Self::Explain { receipt, .. } => explanation(receipt),
            Self::CreditNote { receivable, .. } => format!("/operator/receivables/{receivable}/credit-note"),
            Self::ChargeBack { receivable, .. } => format!("/operator/receivables/{receivable}/charge-back"),
        }
    }

    fn body(&self) -> Value {
        match self {
            Self::Accept(offers) => match offers.as_slice() {
                [Offer { id, hash, .. }] => json!({ "offerId": id, "hash": hash }),
                many => {
                    let each = many.iter().map(|Offer { receivable, id, hash }| json!({ "id": receivable, "offerId": id, "hash": hash }));
                    json!({ "offers": each.collect::<Value>() })
                }
            },
            Self::Release(payouts, hash) => json!({
                "payouts": payouts.iter().map(|payout| &payout.id).collect::<Vec<_>>(), "reason": "Agreed with the bank.", "hash": hash,
            }),
            Self::Execute { on, .. } => json!({ "on": on }),
            Self::Return { on, .. } => json!({ "on": on, "reason": "AC04 account closed" }),
            Self::Receive { text, on, amount, parts } => json!({
                "on": on, "amount": amount, "currency": "EUR", "payer": { "name": "Somebody", "iban": "NL91ABNA0417164300" }, "text": text,
                "receivables": paid(parts),
            }),
            Self::Explain { parts, .. } => json!({ "receivables": paid(parts), "passOn": [] }),
            Self::CreditNote { version, on, amount, .. } => {
                json!({ "version": version, "on": on, "amount": amount, "reason": "Returned goods" })
            }
            Self::ChargeBack { version, .. } => json!({ "version": version, "note": "The dispute is lost" }),
        }
    }

    /// The receivables it is about.
    pub fn about(&self) -> Vec<String> {
        let paid_for = |payouts: &[Payout]| payouts.iter().map(|payout| payout.receivable.clone()).collect();
        match self {
            Self::Accept(offers) => offers.iter().map(|offer| offer.receivable.clone()).collect(),
            Self::Release(payouts, _) | Self::Execute { waited: payouts, .. } => paid_for(payouts),
            Self::Return { payout, .. } => vec![payout.receivable.clone()],
            Self::Receive { parts, .. } | Self::Explain { parts, .. } => parts.iter().map(|(id, _)| id.clone()).collect(),
            Self::CreditNote { receivable, .. } | Self::ChargeBack { receivable, .. } => vec![receivable.clone()],
        }
    }

    /// The ids of what an answer says was made or changed.
    pub fn made(&self, data: &Value) -> Made<Vec<String>> {
        let ids = |wanted: fn(&&Value) -> bool| -> Made<Vec<String>> {
            data.as_array().ok_or("no rows")?.iter().filter(wanted).map(|row| text(row, "id")).collect()
        };
        match self {
            Self::Accept(offers) if offers.len() > 1 => ids(|row| row["problem"].is_null()),
            Self::Execute { .. } => ids(|_| true),
            Self::Release(..) => Ok(vec![text(&data["batch"], "id")?]),
            _ => Ok(vec![text(data, "id")?]),
        }
    }
}

/// What came of asking.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// With what was answered.
    Done(Value),
    /// Some of what was asked for together.
    Part(Value),
    Refused,
    /// Nobody knows.
    Open,
}

/// Something that was asked for.
#[derive(Debug, Clone)]
pub struct Attempt {
    key: String,
    token: String,
    pub deed: Deed,
    pub outcome: Outcome,
}

/// The hash of what releasing these would do now; of nothing where that is not possible.
pub async fn seen(house: &House, payouts: &[Payout]) -> Made<String> {
    let ids: Vec<_> = payouts.iter().map(|payout| &payout.id).collect();
    let preview = json!({ "payouts": ids });
    let (_, answer) = house.once(&house.operator, Method::POST, "/operator/payouts/release/preview", Some(&preview)).await?;
    Ok(answer["data"]["hash"].as_str().unwrap_or_default().to_owned())
}

impl Attempt {
    /// Asks for it, once more perhaps.
    ///
    /// # Errors
    /// When no answer comes, or one that is none of those that may come.
    pub async fn ask(&self, house: &House) -> Made<Outcome> {
        let (path, body) = (self.deed.path(), self.deed.body());
        let once = async || house.under(&self.key, &self.token, (Method::POST, &path), Some(&body)).await;
        let (mut status, mut answer) = once().await?;
        // A session confirms one act at a time: others that do something in it wait until this one is done.
        if answer["code"] == "step_up_required" {
            let _alone = CONFIRMING.lock().await;
            while answer["code"] == "step_up_required" {
                house.confirm(&self.token, &answer).await?;
                (status, answer) = once().await?;
            }
        }
        assert!(matches!(status, 200 | 201 | 409 | 422 | 503), "{path} {body}: {status} {answer}");
        match status {
            200 | 201 => {
                let data = answer["data"].take();
                let sold = |offers: &Vec<Offer>| Made::Ok(self.deed.made(&data)?.len() == offers.len());
                let is_whole = if let Deed::Accept(offers) = &self.deed { sold(offers)? } else { true };
                Ok(if is_whole { Outcome::Done(data) } else { Outcome::Part(data) })
            }
            409 | 422 => Ok(Outcome::Refused),
            _ => Ok(Outcome::Open),
        }
    }

    /// Asks until it is done or refused.
    pub async fn settle(&self, house: &House) -> Made<Outcome> {
        for _ in 0..100 {
            match self.ask(house).await? {
                Outcome::Open => sleep(Duration::from_millis(50)).await,
                outcome => return Ok(outcome),
            }
        }
        Err(format!("nobody knows what came of {self:?}").into())
    }
}

impl Attempt {
    /// What was done is answered as before.
    pub async fn is_done_once(&self, house: &House) -> Checked {
        let again = self.settle(house).await?;
        let made = |outcome: &Outcome| match outcome {
            Outcome::Done(data) => self.deed.made(data).map(Some),
            _ => Ok(None),
        };
        assert_eq!(made(&again)?, made(&self.outcome)?, "asked for again, it is {again:?}, and was {self:?}");
        Ok(())
    }
}

/// The connection was cut.
#[derive(Debug)]
pub struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection was cut")
    }
}

impl Error for Cut {}

/// All that was asked for in a round.
#[derive(Default)]
pub struct Diary {
    /// Names the round.
    pub name: String,
    attempts: RefCell<Vec<Attempt>>,
    /// How many things were done, and told of each.
    done: Cell<usize>,
    acknowledged: Notify,
}

impl Diary {
    pub fn of(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Asks for something under a key of its own and writes down what came of it: what was answered, if it was done.
    pub async fn ask(&self, house: &House, token: &str, deed: Deed) -> Result<Option<Value>, Cut> {
        let place = self.attempts.borrow().len();
        let attempt = Attempt { key: format!("{}-{place}", self.name), token: token.to_owned(), deed, outcome: Outcome::Open };
        self.attempts.borrow_mut().push(attempt.clone());
        let outcome = attempt.ask(house).await.map_err(|_| Cut)?;
        self.attempts.borrow_mut()[place].outcome = outcome.clone();
        let Outcome::Done(data) = outcome else { return Ok(None) };
        self.done.set(self.done.get() + 1);
        self.acknowledged.notify_waiters();
        Ok(Some(data))
    }

    /// Waits until so many more things are done.
    pub async fn goes_on(&self, things: usize) {
        let end = self.done.get() + things;
        while self.done.get() < end {
            self.acknowledged.notified().await;
        }
    }

    pub fn read(self) -> Vec<Attempt> {
        self.attempts.into_inner()
    }
}
