//! All stories on one timeline: business time is moved from one day on which something happens to the next.

use super::{
    super::{applicant::form, end_of_day, support::Checked},
    answers::{explanation, number, receipt, settlement, text},
    books,
    house::{House, Made},
    sale::{Seller, Sold, read},
    story::{Ends, Step, Story, day},
};
use chrono::NaiveDate;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A story as it happens.
struct Life {
    story: Story,
    seller: Seller,
    sold: Sold,
    /// What somebody unknown paid, and how much of it.
    unexplained: Option<(String, i64)>,
    /// What its debtor paid last.
    paid_by: Option<String>,
    /// What went back to a payer last.
    gone: Option<Value>,
}

impl Life {
    async fn happens(&mut self, house: &House, step: Step, today: NaiveDate) -> Checked {
        let receivable = self.sold.receivable.clone();
        match step {
            Step::Pays(amount) => {
                let parts = json!([{ "id": receivable, "amount": amount }]);
                let answer = house.ask("/operator/receipts", &paid(today, amount, "Nordwind AG", &parts)).await?;
                self.paid_by = Some(receipt(&answer)?);
            }
            Step::PaysUnknown(amount) => {
                let answer = house.ask("/operator/receipts", &paid(today, amount, "Somebody", &json!([]))).await?;
                assert_eq!(books::balance(house, "suspense.EUR").await?, -amount);
                self.unexplained = Some((receipt(&answer)?, amount));
            }
            Step::Explained => {
                let (receipt, amount) = self.unexplained.take().ok_or("nothing waits to be explained")?;
                let split = json!({ "receivables": [{ "id": receivable, "amount": amount }], "passOn": [] });
                house.ask(&explanation(&receipt), &split).await?;
                assert_eq!(books::balance(house, "suspense.EUR").await?, 0);
            }
            Step::CreditNote(amount) => {
                self.decide(house, "credit-note", json!({ "on": today, "amount": amount, "reason": "Returned goods" })).await?;
            }
            Step::PaysSeller(amount) => {
                self.decide(house, "paid-to-seller", json!({ "amount": amount })).await?;
                let shown = self.seller.read(house, &receivable).await?;
                assert_eq!(shown["position"]["withSeller"], amount, "{shown}");
            }
            Step::PassedOn(amount) => {
                let parts = json!([{ "id": receivable, "amount": amount }]);
                let mut sent = paid(today, amount, "The seller", &parts);
                sent["payer"]["iban"] = form()["bankAccount"]["iban"].clone();
                house.ask("/operator/receipts", &sent).await?;
            }
            Step::GivenUp(amount) => {
                self.decide(house, "give-up", json!({ "amount": amount, "currency": "EUR", "note": "Insolvent too" })).await?;
            }
            Step::PayoutReturned => {
                let path = format!("/operator/payouts/{}/returned", self.sold.payout);
                house.ask(&path, &json!({ "on": today, "reason": "AC04 account closed" })).await?;
            }
            Step::PaidAnew => {
                let before = std::mem::take(&mut self.sold.payout);
                self.sold.payout = self.seller.is_paid(house, today, super::story::ADVANCE).await?.ok_or("nothing is due again")?;
                assert_ne!(self.sold.payout, before, "it is another payout");
            }
            Step::SentBack => {
                let (receipt, amount) = self.unexplained.clone().ok_or("nothing waits to be explained")?;
                let body = json!({ "amount": amount, "note": "Not for us" });
                let gone = house.ask(&format!("/operator/receipts/{receipt}/return"), &body).await?;
                self.goes_back(house, gone, (amount, "Somebody"), today).await?;
                assert_eq!(books::balance(house, "suspense.EUR").await?, 0);
            }
            Step::Refunded(amount) => {
                let before = self.credit(house).await?;
                let body = json!({ "amount": amount, "currency": "EUR", "receiptId": self.paid_by, "note": "Paid too much" });
                let gone = house.ask(&format!("/operator/debtors/{}/refund", self.seller.debtor), &body).await?;
                self.goes_back(house, gone, (amount, "Nordwind AG"), today).await?;
                assert_eq!(self.credit(house).await?, before - amount);
            }
            Step::CameBack => {
                let gone = self.gone.take().ok_or("nothing went back")?;
                let path = format!("/operator/payouts/{}/returned", text(&gone, "id")?);
                let back = house.ask(&path, &json!({ "on": today, "reason": "AC04 account closed" })).await?;
                assert_eq!((&back["id"], &back["status"]), (&gone["id"], &json!("returned")));
                let amount = number(&gone, "amount")?;
                match gone["debtorId"].as_str() {
                    Some(_) => assert_eq!(self.credit(house).await?, self.story.ends.debtor_credit),
                    None => assert_eq!(books::balance(house, "suspense.EUR").await?, -amount),
                }
            }
            Step::ChargedBack => self.decide(house, "charge-back", json!({ "note": "60 days over" })).await?,
            Step::WrittenOff(cause) => self.decide(house, "write-off", json!({ "cause": cause, "note": "Insolvent" })).await?,
        }
        Ok(())
    }

    /// It goes to the account it came from, and the bank carries it out.
    async fn goes_back(&mut self, house: &House, gone: Value, (amount, to): (i64, &str), today: NaiveDate) -> Checked {
        assert_eq!((&gone["status"], &gone["purpose"], number(&gone, "amount")?), (&json!("released"), &json!("sent_back"), amount));
        assert_eq!((&gone["companyId"], &gone["receivableId"]), (&Value::Null, &Value::Null), "no seller's");
        let account = &gone["released"]["account"];
        assert_eq!((&account["holder"], &account["iban"]), (&json!(to), &json!(PAYERS)));
        assert_eq!(books::balance(house, "payouts_in_transit.EUR").await?, -amount);
        let batch = text(&gone["released"], "batchId")?;
        let done = house.ask(&format!("/operator/payouts/batches/{batch}/executed"), &json!({ "on": today })).await?;
        assert_eq!((&done[0]["id"], &done[0]["status"]), (&gone["id"], &json!("executed")));
        assert_eq!(books::balance(house, "payouts_in_transit.EUR").await?, 0);
        self.gone = Some(gone);
        Ok(())
    }

    /// What its debtor paid too much.
    async fn credit(&self, house: &House) -> Made<i64> {
        Ok(-self.balances(house).await?[2])
    }

    /// What an operator decides on the receivable as it is now.
    async fn decide(&self, house: &House, what: &str, mut body: Value) -> Checked {
        let receivable = &self.sold.receivable;
        body["version"] = read(house, receivable).await?["version"].clone();
        house.ask(&format!("/operator/receivables/{receivable}/{what}"), &body).await?;
        Ok(())
    }

    /// Both sides see how it ended, and so does the ledger.
    async fn has_ended(&self, house: &House) -> Checked {
        let Story { name, ends, .. } = &self.story;
        let receivable = &self.sold.receivable;
        for shown in [self.seller.read(house, receivable).await?, read(house, receivable).await?] {
            assert_eq!(text(&shown, "status")?, ends.status, "{name}: {shown}");
            ends.are(settlement(&shown), name)?;
        }
        books::are_closed(house, receivable, name).await?;
        books::are_earned(house, receivable, (name, ends)).await?;
        let [payable, owes, credit] = self.balances(house).await?;
        assert_eq!(-payable - owes, ends.to_seller - ends.seller_owes + ends.given_up, "{name}: what the seller gets, less what it owes");
        assert_eq!(-credit, ends.debtor_credit - ends.refunded, "{name}: the debtor's credit");
        Ok(())
    }

    /// What the seller is owed, what it owes and what its debtor has as credit, debit positive.
    async fn balances(&self, house: &House) -> Made<[i64; 3]> {
        let Seller { company, debtor, .. } = &self.seller;
        Ok([
            books::balance(house, &format!("sellers_payable.EUR.{company}")).await?,
            books::balance(house, &format!("sellers_owe.EUR.{company}")).await?,
            books::balance(house, &format!("debtor_credits.EUR.{debtor}")).await?,
        ])
    }

    /// The seller is paid what is left, after what it owes was kept back.
    async fn is_paid_the_rest(&self, house: &House, today: NaiveDate) -> Checked {
        let Story { name, ends, .. } = &self.story;
        self.seller.is_paid(house, today, ends.to_seller).await?;
        let [payable, owes, _] = self.balances(house).await?;
        assert_eq!((payable, owes), (0, ends.seller_owes - ends.given_up), "{name}");
        Ok(())
    }
}

/// The account from which money comes.
const PAYERS: &str = "NL91ABNA0417164300";

/// Money on the house's account.
fn paid(on: NaiveDate, amount: i64, name: &str, parts: &Value) -> Value {
    json!({
        "on": on, "amount": amount, "currency": "EUR", "payer": { "name": name, "iban": PAYERS },
        "text": "Invoice", "receivables": parts,
    })
}

/// The stories with a seller each, and the day on which all of them sell.
pub async fn begin(house: &House, stories: &[fn() -> Story]) -> Made<(Vec<(Story, Seller)>, NaiveDate)> {
    let mut sellers = Vec::new();
    for (number, story) in (1..).zip(stories) {
        let story = story();
        let seller = Seller::meet(house, number, &story.terms).await?;
        sellers.push((story, seller));
    }
    Ok((sellers, house.first_day().await?))
}

/// Sells all of them on one day, and has happen to each what its story says.
pub async fn run(house: &House, stories: &[fn() -> Story]) -> Checked {
    let (sellers, first) = begin(house, stories).await?;
    let mut lives = Vec::new();
    for (story, seller) in sellers {
        let sold = seller.sell_and_be_paid(house, first).await.map_err(|error| format!("{}: {error}", story.name))?;
        lives.push(Life { story, seller, sold, unexplained: None, paid_by: None, gone: None });
    }
    books::hold(house).await?;
    let days: BTreeSet<i64> = lives.iter().flat_map(|life| life.story.steps.iter().map(|(on, _)| *on)).collect();
    for on in days {
        let today = day(first, on)?;
        house.move_to(today).await?;
        for life in &mut lives {
            let steps: Vec<Step> = life.story.steps.iter().filter(|(when, _)| *when == on).map(|(_, step)| *step).collect();
            for step in steps {
                life.happens(house, step, today).await.map_err(|error| format!("{}, {step:?}: {error}", life.story.name))?;
            }
            if life.story.steps.last().is_some_and(|(last, _)| *last == on) {
                life.has_ended(house).await?;
            }
        }
        books::hold(house).await?;
    }
    end(house, &lives).await
}

/// A day later everybody is paid, and the books say what all of it came to.
async fn end(house: &House, lives: &[Life]) -> Checked {
    let today = house.first_day().await?;
    for life in lives {
        life.is_paid_the_rest(house, today).await.map_err(|error| format!("{}: {error}", life.story.name))?;
    }
    books::hold(house).await?;
    // Whatever happened, at the end of every day the limits were what the receivables said.
    assert!(end_of_day::all_are_done(house).await? > 40);
    let ends: Vec<&Ends> = lives.iter().map(|life| &life.story.ends).collect();
    books::say(house, &ends).await
}
