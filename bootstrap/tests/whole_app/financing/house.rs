//! The house: an operator who may do everything, its money and its clock.

use super::{
    super::{
        review::operator,
        support::{Checked, Instance, PASSWORD},
    },
    CAPITAL,
    answers::text,
};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    error::Error,
    sync::atomic::{AtomicUsize, Ordering},
};

pub type Made<T> = Result<T, Box<dyn Error>>;

static KEYS: AtomicUsize = AtomicUsize::new(0);

fn new_key() -> String {
    format!("financing-{}", KEYS.fetch_add(1, Ordering::Relaxed))
}

/// When the house opens, before every cut-off.
const MORNING: NaiveTime = match NaiveTime::from_hms_opt(8, 0, 0) {
    Some(morning) => morning,
    None => NaiveTime::MIN,
};

/// The house of an instance.
pub struct House {
    pub instance: Instance,
    pub operator: String,
}

/// The terms of the first vector: 80 %, 12 % a year, 1.5 %, in arrears.
pub fn terms() -> Value {
    json!({
        "kind": "factoring", "currency": "EUR", "limit": 100_000_000, "advanceRate": 8_000, "discountRate": 1_200, "dayCount": "act_360",
        "serviceFee": 150, "serviceFeeMinimum": 0, "payoutFee": 0, "feeTax": 0, "cover": 0, "graceDays": 0, "lateRate": 0,
        "recourseAfterDays": 60, "minDays": 1, "maxDays": 180, "maxInvoiceAgeDays": 90, "concentration": 10_000,
        "verification": "never", "notification": "disclosed", "buyerShare": 0,
    })
}

/// A body with other values for some of its fields.
pub fn with(mut body: Value, changes: &Value) -> Value {
    if let (Some(body), Some(changes)) = (body.as_object_mut(), changes.as_object()) {
        body.extend(changes.clone());
    }
    body
}

impl House {
    /// With an account, money in it, and terms that everybody sees.
    pub async fn open(instance: Instance) -> Made<Self> {
        let operator = operator(&instance).await?;
        let house = Self { instance, operator };
        let version = house.read("/operator/settings").await?["version"].clone();
        let account = json!({ "holder": "Sooner Finance GmbH", "iban": "DE89370400440532013000", "bic": "COBADEFF", "currency": "EUR" });
        house.put("/operator/settings/accounts", &json!({ "version": version, "accounts": [account] })).await?;
        house.put("/operator/terms/advertised", &json!({ "terms": terms() })).await?;
        let today = house.now().await?.date_naive();
        let capital = json!({ "on": today, "event": "capital", "amount": CAPITAL, "currency": "EUR", "note": "To begin with" });
        house.ask("/operator/ledger/entries", &capital).await?;
        Ok(house)
    }

    /// What its operator asks for, or does.
    pub async fn ask(&self, path: &str, body: &Value) -> Made<Value> {
        self.call(&self.operator, Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Made<Value> {
        self.call(&self.operator, Method::PUT, path, Some(body)).await
    }

    /// What its operator reads.
    pub async fn read(&self, path: &str) -> Made<Value> {
        self.call(&self.operator, Method::GET, path, None).await
    }

    /// What is answered, without its envelope. As the client does: each under a key of its own, and whoever is asked to confirm
    /// it does so and goes on.
    pub async fn call(&self, token: &str, method: Method, path: &str, body: Option<&Value>) -> Made<Value> {
        let key = new_key();
        let (mut status, mut answer) = self.under(&key, token, (method.clone(), path), body).await?;
        if answer["code"] == "step_up_required" {
            self.confirm(token, &answer).await?;
            (status, answer) = self.under(&key, token, (method.clone(), path), body).await?;
        }
        match status {
            200..=201 => Ok(answer["data"].take()),
            204 => Ok(Value::Null),
            _ => Err(format!("{method} {path} {}: {status} {answer}", body.unwrap_or(&Value::Null)).into()),
        }
    }

    /// The status and the whole answer.
    pub async fn once(&self, token: &str, method: Method, path: &str, body: Option<&Value>) -> Made<(u16, Value)> {
        self.under(&new_key(), token, (method, path), body).await
    }

    /// The same under this key.
    pub async fn under(&self, key: &str, token: &str, (method, path): (Method, &str), body: Option<&Value>) -> Made<(u16, Value)> {
        let mut request = self.instance.client.request(method, self.instance.url(path)).bearer_auth(token).header("idempotency-key", key);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        Ok((status, serde_json::from_slice(&answer.bytes().await?).unwrap_or_default()))
    }

    /// Releases these payouts, as the preview shows it.
    pub async fn release(&self, payouts: &[Value]) -> Made<Value> {
        let seen = self.ask("/operator/payouts/release/preview", &json!({ "payouts": payouts })).await?;
        self.ask("/operator/payouts/release", &json!({ "payouts": payouts, "reason": "Agreed with the bank.", "hash": seen["hash"] })).await
    }

    /// Confirms what this answer asks to.
    pub async fn confirm(&self, token: &str, asked: &Value) -> Checked {
        let proof = json!({ "password": PASSWORD, "confirm": asked["confirm"] });
        let (status, answer) = self.instance.post("/semi-private/auth/step-up", Some(token), &proof).await?;
        assert_eq!(status, 204, "{answer}");
        Ok(())
    }

    /// Business time.
    pub async fn now(&self) -> Made<DateTime<Utc>> {
        Ok(text(&self.read("/operator/clock").await?, "now")?.parse()?)
    }

    /// Moves business time to the morning of this day, with every end of day on the way.
    pub async fn move_to(&self, day: NaiveDate) -> Checked {
        let to = day.and_time(MORNING).and_utc();
        if to > self.now().await? {
            self.ask("/operator/clock", &json!({ "to": to })).await?;
        }
        Ok(())
    }

    /// The day on which what is released now is paid out: what somebody who asks for a price is told.
    pub async fn next_payout_day(&self) -> Made<NaiveDate> {
        let far = self.now().await?.date_naive() + TimeDelta::days(100);
        let asked = json!({ "kind": "factoring", "currency": "EUR", "face": 1_000_000, "dueOn": far });
        Ok(text(&self.ask("/quote", &asked).await?["offer"], "payoutOn")?.parse()?)
    }

    /// The morning of a day on which money is paid out, which it is then.
    pub async fn first_day(&self) -> Made<NaiveDate> {
        self.move_to(self.now().await?.date_naive() + TimeDelta::days(1)).await?;
        let day = self.next_payout_day().await?;
        self.move_to(day).await?;
        Ok(day)
    }
}
