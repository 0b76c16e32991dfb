//! What stands, as the house reads it, and what must hold of that whatever happened.

use super::super::super::financing::{
    answers::{number, text},
    books::{amount, rows, trial_balance},
    house::{House, Made},
    sale::Seller,
};
use reqwest::Method;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Kinds of accounts that have owners.
const OWNED: [&str; 5] = ["receivables_purchased", "reserves", "sellers_payable", "sellers_owe", "debtor_credits"];

/// A receivable that was sold, or may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Receivable {
    pub status: String,
    version: i64,
    /// Of the offer that was accepted.
    pub accepted: Option<String>,
    pub face: i64,
    seller: String,
    advance: i64,
    reserve: i64,
    pub open: i64,
    out: i64,
    pub diluted: i64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Payout {
    pub receivable: String,
    company: String,
    pub purpose: String,
    pub status: String,
    pub batch: Option<String>,
    gross: i64,
    /// What is sent.
    pub amount: i64,
    pub replaces: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Receipt {
    pub text: String,
    pub amount: i64,
    pub left: i64,
    /// What it pays.
    pub parts: Vec<(String, i64)>,
}

/// All that money is in: what is not over, and what was asked about.
#[derive(Debug, PartialEq)]
pub struct Standing {
    /// What was asked about.
    pub about: BTreeSet<String>,
    /// By kind, debit positive.
    pub totals: BTreeMap<String, i64>,
    /// By kind and owner.
    accounts: BTreeMap<(String, String), i64>,
    pub receivables: BTreeMap<String, Receivable>,
    pub payouts: BTreeMap<String, Payout>,
    pub receipts: BTreeMap<String, Receipt>,
    /// Each company's limit.
    in_use: BTreeMap<String, i64>,
}

fn optional(answer: &Value, field: &str) -> Option<String> {
    answer[field].as_str().map(str::to_owned)
}

impl Receivable {
    fn of(shown: &Value) -> Made<Self> {
        let (position, offer) = (&shown["position"], &shown["offer"]);
        let figure = |of: &Value, name: &str| of[name].as_i64().unwrap_or_default();
        Ok(Self {
            status: text(shown, "status")?,
            version: number(shown, "version")?,
            accepted: optional(&shown["accepted"], "hash"),
            face: number(shown, "face")?,
            seller: text(shown, "sellerId")?,
            advance: figure(offer, "advance"),
            reserve: figure(offer, "reserve"),
            open: figure(position, "open"),
            out: figure(position, "out"),
            diluted: figure(position, "diluted"),
        })
    }

    fn is_funded(&self) -> bool {
        self.status == "funded"
    }
}

impl Payout {
    fn of(shown: &Value) -> Made<Self> {
        Ok(Self {
            receivable: text(shown, "receivableId")?,
            company: text(shown, "companyId")?,
            purpose: text(shown, "purpose")?,
            status: text(shown, "status")?,
            batch: optional(&shown["released"], "batchId"),
            gross: number(shown, "gross")?,
            amount: number(shown, "amount")?,
            replaces: optional(shown, "replaces"),
        })
    }

    /// The advance, not in place of one that came back.
    pub fn is_first_advance(&self) -> bool {
        self.purpose == "advance" && self.replaces.is_none()
    }

    fn is_due(&self) -> bool {
        self.status == "due"
    }
}

impl Receipt {
    fn of(shown: &Value) -> Made<Self> {
        let parts = shown["allocations"].as_array().ok_or("no allocations")?.iter();
        let parts = parts.map(|part| Ok((text(part, "receivableId")?, number(part, "amount")?)));
        Ok(Self {
            text: text(shown, "text")?,
            amount: number(shown, "amount")?,
            left: number(shown, "left")?,
            parts: parts.collect::<Made<_>>()?,
        })
    }
}

async fn all<T>(house: &House, paths: &[String], (cursor, of): (&str, fn(&Value) -> Made<T>)) -> Made<BTreeMap<String, T>> {
    let mut found = BTreeMap::new();
    for path in paths {
        for row in rows(house, path, cursor).await? {
            found.insert(text(&row, "id")?, of(&row)?);
        }
    }
    Ok(found)
}

/// The receipts of a round, and those of which something lies in suspense.
async fn receipts(house: &House, round: &str) -> Made<BTreeMap<String, Receipt>> {
    let mut found = all(house, &["/operator/receipts?unexplained=true".to_owned()], ("before", Receipt::of)).await?;
    let mut page = "/operator/receipts".to_owned();
    loop {
        let (_, answer) = house.once(&house.operator, Method::GET, &page, None).await?;
        let shown = answer["data"].as_array().ok_or("no receipts")?;
        for row in shown {
            let receipt = Receipt::of(row)?;
            if !receipt.text.starts_with(round) {
                return Ok(found);
            }
            found.insert(text(row, "id")?, receipt);
        }
        let Some(next) = answer["next"].as_str() else { return Ok(found) };
        page = format!("/operator/receipts?before={next}");
    }
}

async fn in_use(house: &House, seller: &Seller) -> Made<i64> {
    let available = house.call(&seller.token, Method::GET, "/semi-private/availability", None).await?;
    number(&available[0], "inUse")
}

impl Standing {
    /// Reads what is not over, what these receivables and this round were about.
    pub async fn read(house: &House, sellers: &[Seller], (round, about): (&str, &BTreeSet<String>)) -> Made<Self> {
        let live = ["/operator/receivables?status=accepted,funded".to_owned()];
        let mut receivables = all(house, &live, ("after", Receivable::of)).await?;
        for id in about {
            if !receivables.contains_key(id) {
                receivables.insert(id.clone(), Receivable::of(&house.read(&format!("/operator/receivables/{id}")).await?)?);
            }
        }
        let mut paths = ["due", "released"].map(|status| format!("/operator/payouts?status={status}")).to_vec();
        paths.extend(about.iter().map(|id| format!("/operator/payouts?receivableId={id}")));
        let mut accounts = BTreeMap::new();
        for row in rows(house, "/operator/ledger/accounts?holdsSomething=true", "after").await? {
            if let Some(owner) = row["owner"]["id"].as_str() {
                accounts.insert((text(&row, "account")?, owner.to_owned()), amount(&row)?);
            }
        }
        let mut limits = BTreeMap::new();
        for seller in sellers {
            limits.insert(seller.company.clone(), in_use(house, seller).await?);
        }
        Ok(Self {
            about: about.clone(),
            totals: trial_balance(house).await?,
            accounts,
            receivables,
            payouts: all(house, &paths, ("after", Payout::of)).await?,
            receipts: receipts(house, round).await?,
            in_use: limits,
        })
    }

    fn total(&self, kind: &str) -> i64 {
        self.totals.get(kind).copied().unwrap_or_default()
    }

    fn holds(&self, kind: &str, owner: &str) -> i64 {
        self.accounts.get(&(kind.to_owned(), owner.to_owned())).copied().unwrap_or_default()
    }

    /// Every part of it says the same of the money. `when` names the moment.
    pub fn agrees(&self, when: &str) {
        for kind in OWNED {
            let held: i64 = self.accounts.iter().filter(|((of, _), _)| of == kind).map(|(_, amount)| amount).sum();
            assert_eq!(held, self.total(kind), "{when}: {kind} of all owners");
        }
        for (id, receivable) in &self.receivables {
            self.is_booked(id, receivable, when);
        }
        for (company, in_use) in &self.in_use {
            self.is_within(company, *in_use, when);
        }
        let released: i64 = self.payouts.values().filter(|payout| payout.status == "released").map(|payout| payout.amount).sum();
        assert_eq!(-self.total("payouts_in_transit"), released, "{when}: on its way to sellers");
        let left: i64 = self.receipts.values().map(|receipt| receipt.left).sum();
        assert_eq!(-self.total("suspense"), left, "{when}: in suspense");
        for (id, Receipt { amount, left, parts, .. }) in &self.receipts {
            assert_eq!(parts.iter().map(|(_, part)| part).sum::<i64>() + left, *amount, "{when}: the parts of receipt {id}");
        }
    }

    /// The receivable's own accounts hold what its position says.
    fn is_booked(&self, id: &str, receivable: &Receivable, when: &str) {
        let Receivable { face, advance, reserve, open, out, diluted, .. } = receivable;
        let held = [self.holds("receivables_purchased", id), -self.holds("reserves", id)];
        if receivable.is_funded() {
            assert_eq!(held, [*open, (reserve - diluted).max(0)], "{when}: the accounts of {id}: {receivable:?}");
            assert_eq!(*out, (advance - (face - open - diluted)).max(0), "{when}: what is out of {id}: {receivable:?}");
        } else {
            assert_eq!((held, *out), ([0, 0], 0), "{when}: the accounts of {id}: {receivable:?}");
        }
    }

    /// What is in use of a company's limit, and what it is to get.
    fn is_within(&self, company: &str, in_use: i64, when: &str) {
        let own = self.receivables.values().filter(|receivable| receivable.seller == company);
        let used = own.map(|receivable| if receivable.status == "accepted" { receivable.advance } else { receivable.out });
        assert_eq!(in_use, used.sum::<i64>() + self.holds("sellers_owe", company), "{when}: in use by {company}");
        // The advance is due from the sale on, and the seller's from its release on.
        let is_accepted = |id: &str| self.receivables.get(id).is_some_and(|receivable| receivable.status == "accepted");
        let due = self.payouts.values().filter(|payout| payout.is_due() && payout.company == company);
        let due = due.filter(|payout| payout.purpose != "advance" || !is_accepted(&payout.receivable));
        let due: i64 = due.map(|payout| payout.gross).sum();
        assert_eq!(-self.holds("sellers_payable", company), due, "{when}: due to {company}");
    }
}
