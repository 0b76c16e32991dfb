//! A seller, from its sign-up to the money for its invoice.

use super::super::support::Checked;
use super::{
    super::applicant::{fill_in_with, form, pdf, verified_somebody},
    answers::{batch_payouts, due_payouts, number, payout_amount, text},
    house::{House, Made, with},
    story::{ADVANCE, DUE, FACE, day},
};
use chrono::NaiveDate;
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

/// An approved company with an agreement, and with a buyer whom the house gives a limit.
pub struct Seller {
    pub token: String,
    pub company: String,
    pub buyer: String,
    pub debtor: String,
}

/// What was sold.
pub struct Sold {
    pub receivable: String,
    /// The payout of the advance.
    pub payout: String,
}

/// What this company says of itself: no two are the same legal entity.
fn answers_of(number: usize) -> Value {
    let mut form = form();
    form["company"]["registrationNumber"] = json!(format!("HRB {}", 20_000 + number));
    form["company"]["taxNumber"] = json!(format!("DE{}", 200_000_000 + number));
    form
}

impl Seller {
    /// Signs up as the person of this number, is approved and agrees to these terms.
    pub async fn meet(house: &House, number: usize, terms: &Value) -> Made<Self> {
        let token = verified_somebody(&house.instance, number).await?;
        let debtor_name = format!("Nordwind {number} AG");
        fill_in_with(&house.instance, &token, &answers_of(number), &debtor_name).await?;
        house.call(&token, Method::POST, "/semi-private/onboarding/submit", Some(&json!({}))).await?;
        let (company, buyer) = approve(house).await?;
        agree(house, &token, &company, terms).await?;
        let debtor = limit(house, &debtor_name).await?;
        Ok(Self { token, company, buyer, debtor })
    }

    async fn ask(&self, house: &House, path: &str, body: &Value) -> Made<Value> {
        house.call(&self.token, Method::POST, path, Some(body)).await
    }

    pub async fn read(&self, house: &House, receivable: &str) -> Made<Value> {
        house.call(&self.token, Method::GET, &format!("/semi-private/receivables/{receivable}"), None).await
    }

    /// Sells an invoice of today, and is paid for it today.
    pub async fn sell_and_be_paid(&self, house: &House, today: NaiveDate) -> Made<Sold> {
        let receivable = self.sell(house, today).await?;
        let payout = self.is_paid(house, today, ADVANCE).await?.ok_or("nothing is paid out")?;
        assert_eq!(read(house, &receivable).await?["status"], "funded");
        Ok(Sold { receivable, payout })
    }

    /// Sells an invoice of today, which the house verifies where it has to; the receivable.
    pub async fn sell(&self, house: &House, today: NaiveDate) -> Made<String> {
        let facts = json!({ "invoiceNumber": "RE 2027-001", "issuedOn": today, "dueOn": day(today, DUE)?, "face": FACE });
        let receivable = text(&self.hand_in(house, facts, pdf(0)).await?, "id")?;
        let seen = read(house, &receivable).await?;
        if seen["status"] == "submitted" {
            let said = json!({ "version": seen["version"], "kind": "call", "amount": FACE, "note": "Piet Smit confirms all of it." });
            house.ask(&format!("/operator/receivables/{receivable}/verify"), &said).await?;
        }
        let shown = self.read(house, &receivable).await?;
        is_offered(&shown, &read(house, &receivable).await?, today)?;
        let offer = json!({ "offerId": shown["offer"]["id"], "hash": shown["offer"]["hash"] });
        let sold = self.ask(house, &format!("/semi-private/receivables/{receivable}/accept"), &offer).await?;
        assert_eq!(sold["status"], "accepted", "{sold}");
        Ok(receivable)
    }

    /// Enters an invoice of these facts with its file, and hands it in: as it stands then.
    pub async fn hand_in(&self, house: &House, facts: Value, file: Vec<u8>) -> Made<Value> {
        let invoice = with(json!({ "buyerId": self.buyer, "currency": "EUR", "orderReference": "PO 7", "note": null }), &facts);
        let entered = self.ask(house, "/semi-private/receivables", &invoice).await?;
        assert_eq!(entered["status"], "draft", "{entered}");
        let receivable = text(&entered, "id")?;
        let path = format!("/semi-private/receivables/{receivable}");
        let file = Part::bytes(file).file_name("Invoice.pdf").mime_str("application/pdf")?;
        let upload = house.instance.client.post(house.instance.url(&format!("{path}/documents"))).bearer_auth(&self.token);
        let uploaded = upload.multipart(Form::new().part("file", file)).send().await?;
        assert_eq!(uploaded.status().as_u16(), 201, "{}", uploaded.text().await?);
        let version = self.read(house, &receivable).await?["version"].clone();
        self.ask(house, &format!("{path}/submit"), &json!({ "version": version })).await
    }

    /// Is paid what is due to it today, which is so much; the last payout, if there is any.
    pub async fn is_paid(&self, house: &House, today: NaiveDate, amount: i64) -> Made<Option<String>> {
        let due = house.read(&due_payouts(&self.company)).await?;
        let due = due.as_array().ok_or("no list of payouts")?;
        assert!(due.iter().all(|payout| payout["companyId"] == self.company.as_str() && payout["currency"] == "EUR"), "{due:?}");
        let Some(last) = due.last() else {
            assert_eq!(amount, 0, "nothing is due");
            return Ok(None);
        };
        let ids: Vec<_> = due.iter().map(|payout| payout["id"].clone()).collect();
        let released = house.release(&ids).await?;
        let batch = text(&released["batch"], "id")?;
        let ordered = house.read(&batch_payouts(&batch)).await?;
        let amounts: Vec<i64> = ordered.as_array().ok_or("no list of payouts")?.iter().map(payout_amount).collect::<Made<_>>()?;
        assert_eq!(amounts.iter().sum::<i64>(), amount, "{ordered}");
        // Where all of it was set off, nothing is ordered from the bank.
        if amount > 0 {
            house.ask(&format!("/operator/payouts/batches/{batch}/executed"), &json!({ "on": today })).await?;
        }
        Ok(Some(text(last, "id")?))
    }
}

/// As an operator sees it.
pub async fn read(house: &House, receivable: &str) -> Made<Value> {
    house.read(&format!("/operator/receivables/{receivable}")).await
}

/// The one offer, on both sides.
fn is_offered(seller: &Value, house: &Value, today: NaiveDate) -> Checked {
    for (side, shown) in [("seller", seller), ("house", house)] {
        assert_eq!(shown["status"], "offered", "{side}: {shown}");
        let offer = &shown["offer"];
        assert_eq!(offer["hash"], seller["offer"]["hash"], "{side}");
        assert_eq!(text(offer, "payoutOn")?, today.to_string(), "{side}");
        let figures = ["face", "advance", "discount", "serviceFee", "payout", "release", "cost", "days", "apr"];
        let figures: Vec<i64> = figures.iter().map(|field| number(offer, field)).collect::<Made<_>>()?;
        assert_eq!(figures, [FACE, ADVANCE, 12_000, 15_000, ADVANCE, 173_000, 27_000, DUE, 2_738], "{side}");
    }
    Ok(())
}

/// Approves the one case that waits, and its buyer; the company and the buyer.
pub async fn approve(house: &House) -> Made<(String, String)> {
    let id = text(&house.read("/operator/applications/next").await?, "id")?;
    let path = format!("/operator/applications/{id}");
    let case = house.read(&path).await?;
    house.ask(&format!("{path}/approve"), &json!({ "version": case["onboarding"]["version"] })).await?;
    let buyer = text(&case["buyers"][0], "id")?;
    house.ask(&format!("{path}/buyers/{buyer}/decision"), &json!({ "seen": "pending", "decision": "approved" })).await?;
    Ok((text(&case, "companyId")?, buyer))
}

/// The house offers these terms, and the seller accepts them once it has said who it is.
async fn agree(house: &House, token: &str, company: &str, terms: &Value) -> Checked {
    let offered = house.ask("/operator/facilities", &json!({ "companyId": company, "terms": terms })).await?;
    let path = format!("/semi-private/facilities/{}/accept-terms", text(&offered, "id")?);
    let signed = json!({ "version": offered["version"], "hash": offered["hash"], "signedName": "Ada Brandt" });
    let (status, refused) = house.once(token, Method::POST, &path, Some(&signed)).await?;
    assert_eq!((status, &refused["code"]), (403, &json!("step_up_required")));
    let agreed = house.call(token, Method::POST, &path, Some(&signed)).await?;
    assert_eq!((&agreed["status"], &agreed["takesNew"]), (&json!("active"), &json!(true)));
    Ok(())
}

/// Gives the debtor that was made last a limit for one invoice.
async fn limit(house: &House, name: &str) -> Made<String> {
    let debtor = house.read("/operator/debtors").await?[0].clone();
    assert_eq!(debtor["legalName"], name);
    let id = text(&debtor, "id")?;
    let limits = json!([{ "amount": FACE, "currency": "EUR" }]);
    house.put(&format!("/operator/debtors/{id}"), &json!({ "version": debtor["version"], "state": "open", "limits": limits })).await?;
    Ok(id)
}
