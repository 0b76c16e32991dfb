//! What is done day by day, each by whom it is for: sellers sell, credit decides, treasury pays, and what binds the house takes two.

use super::{
    Made,
    cast::{BERGMANN, Company, Debtor, OLGA, OMAR, Operator, Person, TARA},
    door::{Door, Session, text},
    paper::page,
};
use crate::app::Stage;
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Before the cut-off, wherever the house is.
const MORNING: NaiveTime = match NaiveTime::from_hms_opt(7, 0, 0) {
    Some(morning) => morning,
    None => NaiveTime::MIN,
};

/// An invoice that was entered.
struct Entered {
    id: String,
    seller: &'static Company,
}

/// What an invoice says.
pub struct Invoice {
    pub seller: &'static Company,
    pub debtor: &'static Debtor,
    pub number: &'static str,
    /// In cents.
    pub face: i64,
    /// Counted from the first day.
    pub due: i64,
}

/// What the buyer owes one of its suppliers.
pub struct Payable {
    pub supplier: &'static Company,
    pub number: &'static str,
    /// In cents.
    pub face: i64,
    /// A business day, counted from the first day.
    pub due: i64,
}

/// The house, and everybody it deals with.
pub struct House {
    pub door: Door,
    /// By their addresses.
    pub people: BTreeMap<&'static str, Session>,
    /// Ids by names.
    pub companies: BTreeMap<&'static str, String>,
    pub debtors: BTreeMap<&'static str, String>,
    pub buyers: BTreeMap<(&'static str, &'static str), String>,
    pub suppliers: BTreeMap<&'static str, String>,
    invoices: BTreeMap<&'static str, Entered>,
    first: NaiveDate,
    day: i64,
}

/// The first Monday after New Year that is still to come. From there to the middle of March no bank is closed but at weekends,
/// whatever the year: so the figures are the same in each.
fn first_monday(now: DateTime<Utc>) -> Made<NaiveDate> {
    let today = now.date_naive();
    let monday = |year: i32| {
        let from = NaiveDate::from_ymd_opt(year, 1, 2)?;
        from.iter_days().find(|day| day.weekday() == Weekday::Mon)
    };
    let mondays = [today.year(), today.year() + 1].into_iter().filter_map(monday);
    Ok(mondays.filter(|monday| *monday > today).min().ok_or("beyond the calendar")?)
}

impl House {
    pub async fn new(stage: &Stage) -> Made<Self> {
        let (door, now) = (Door::open(stage.api.clone()).await, stage.api.use_cases.business_time.view().await?.now);
        let first = first_monday(now)?;
        let (people, companies, debtors) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (buyers, suppliers, invoices) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Ok(Self { door, people, companies, debtors, buyers, suppliers, invoices, first, day: 0 })
    }

    /// Begins on the first day. There is nothing yet that a day before could end.
    pub async fn begin(&self, stage: &Stage) -> Made<()> {
        let olga = self.who(&OLGA.person)?;
        let me = stage.api.use_cases.parties.member(olga.token()).await?.ok_or("nobody is signed in")?;
        stage.api.use_cases.business_time.move_to(&me, self.first.and_time(MORNING).and_utc(), None).await?;
        Ok(())
    }

    pub fn who(&self, person: &Person) -> Made<&Session> {
        Ok(self.people.get(person.email).ok_or_else(|| format!("{} is not here", person.email))?)
    }

    pub fn buyer(&self, company: &Company, debtor: &Debtor) -> Made<&str> {
        Ok(self.buyers.get(&(company.name, debtor.name)).ok_or_else(|| format!("{} sells nothing to {}", company.name, debtor.name))?)
    }

    pub fn supplier(&self, company: &Company) -> Made<&str> {
        Ok(self.suppliers.get(company.name).ok_or_else(|| format!("{} was not invited", company.name))?)
    }

    fn entered(&self, number: &str) -> Made<&Entered> {
        Ok(self.invoices.get(number).ok_or_else(|| format!("nobody entered {number}"))?)
    }

    /// So many days after the first one.
    fn on(&self, day: i64) -> Made<NaiveDate> {
        Ok(self.first.checked_add_signed(TimeDelta::days(day)).ok_or("beyond the calendar")?)
    }

    pub fn today(&self) -> Made<NaiveDate> {
        self.on(self.day)
    }

    /// Lets time pass to the morning of this day, counted from the first, with each end of day on the way.
    pub async fn morning(&mut self, day: i64) -> Made<()> {
        let to = self.on(day)?.and_time(MORNING).and_utc();
        self.door.post(self.who(&OLGA.person)?, "/operator/clock", json!({ "to": to })).await?;
        self.day = day;
        Ok(())
    }

    /// The secret of the newest link mailed to this address.
    pub async fn mailed(&self, stage: &Stage, email: &str) -> Made<String> {
        self.deliver(stage).await?;
        let link = stage.mails.link(email).ok_or_else(|| format!("nothing was mailed to {email}"))?;
        Ok(stage.links.token(link))
    }

    /// Delivers what waits in the outbox.
    pub async fn deliver(&self, stage: &Stage) -> Made<()> {
        while stage.delivery.round().await?.sent > 0 {}
        Ok(())
    }

    /// What one proposes and nobody has approved yet.
    pub async fn proposes(&self, by: &Operator, path: &str, body: Value) -> Made<String> {
        text(&self.door.post(self.who(&by.person)?, path, body).await?["approval"], "id")
    }

    pub async fn approve(&self, by: &Operator, approval: &str) -> Made<()> {
        let (who, path) = (self.who(&by.person)?, format!("/operator/approvals/{approval}"));
        let seen = self.door.get(who, &path).await?;
        self.door.post(who, &format!("{path}/approve"), json!({ "hash": seen["hash"] })).await?;
        Ok(())
    }

    /// What one proposes and another approves.
    pub async fn two(&self, one: &Operator, other: &Operator, path: &str, body: Value) -> Made<()> {
        self.approve(other, &self.proposes(one, path, body).await?).await
    }

    /// Says what a debtor may owe, and whether more is bought; the approval that waits where the limit is another one.
    pub async fn debtor_is(&self, debtor: &Debtor, state: &str, limit: i64) -> Made<Option<String>> {
        let (omar, id) = (self.who(&OMAR.person)?, self.debtors.get(debtor.name).ok_or("no such debtor")?);
        let path = format!("/operator/debtors/{id}");
        let version = self.door.get(omar, &path).await?["version"].clone();
        let limits = json!([{ "amount": limit, "currency": "EUR" }]);
        let answer = self.door.put(omar, &path, json!({ "version": version, "state": state, "limits": limits })).await?;
        Ok(answer["approval"]["id"].as_str().map(str::to_owned))
    }

    /// Enters an invoice, without its paper.
    pub async fn draft(&mut self, invoice: Invoice) -> Made<()> {
        let Invoice { seller, debtor, number, face, due } = invoice;
        let facts = json!({
            "buyerId": self.buyer(seller, debtor)?, "invoiceNumber": number, "issuedOn": self.today()?, "dueOn": self.on(due)?, "face": face,
            "currency": "EUR", "orderReference": null, "note": null,
        });
        let draft = self.door.post(self.who(&seller.owner)?, "/semi-private/receivables", facts).await?;
        self.invoices.insert(number, Entered { id: text(&draft, "id")?, seller });
        Ok(())
    }

    /// Enters an invoice and hands it in with its paper.
    pub async fn hand_in(&mut self, invoice: Invoice) -> Made<()> {
        let (number, seller, debtor) = (invoice.number, invoice.seller, invoice.debtor);
        let paper = [
            format!("From: {}", seller.name),
            format!("To: {}", debtor.name),
            format!("Date: {}", self.today()?),
            format!("Payable by: {}", self.on(invoice.due)?),
            format!("Total: EUR {}.{:02}", invoice.face / 100, invoice.face % 100),
        ];
        let file = page(&format!("Invoice {number}"), &paper);
        self.draft(invoice).await?;
        let (owner, path) = (self.who(&seller.owner)?, self.sellers_path(number)?);
        self.door.upload(owner, &format!("{path}/documents"), (&format!("{number}.pdf"), &file), None).await?;
        let version = self.door.get(owner, &path).await?["version"].clone();
        self.door.post(owner, &format!("{path}/submit"), json!({ "version": version })).await?;
        Ok(())
    }

    fn sellers_path(&self, number: &str) -> Made<String> {
        Ok(format!("/semi-private/receivables/{}", self.entered(number)?.id))
    }

    fn path(&self, number: &str) -> Made<String> {
        Ok(format!("/operator/receivables/{}", self.entered(number)?.id))
    }

    /// Hands an invoice in and sells it. Where the house has to verify it, somebody calls the debtor first.
    pub async fn sell(&mut self, invoice: Invoice) -> Made<()> {
        let (number, seller, face) = (invoice.number, invoice.seller, invoice.face);
        self.hand_in(invoice).await?;
        let (owner, path) = (self.who(&seller.owner)?, self.sellers_path(number)?);
        if self.door.get(owner, &path).await?["status"] == "submitted" {
            let said = json!({ "kind": "call", "amount": face, "note": "Accounts payable confirms the whole amount." });
            self.credit(number, "verify", said).await?;
        }
        self.accept(number).await
    }

    /// Whoever sells it takes what is offered.
    async fn accept(&self, number: &str) -> Made<()> {
        let (owner, path) = (self.who(&self.entered(number)?.seller.owner)?, self.sellers_path(number)?);
        let offer = self.door.get(owner, &path).await?["offer"].clone();
        let accepted = json!({ "offerId": offer["id"], "hash": offer["hash"] });
        self.door.post(owner, &format!("{path}/accept"), accepted).await.map_err(|error| format!("{number}: {error}"))?;
        Ok(())
    }

    /// The same, and is paid for it today.
    pub async fn sell_and_be_paid(&mut self, invoice: Invoice) -> Made<()> {
        let number = invoice.number;
        self.sell(invoice).await?;
        self.pay_out(&[number]).await
    }

    /// The buyer enters what it owes a supplier.
    pub async fn owes(&mut self, payable: Payable) -> Made<()> {
        let Payable { supplier, number, face, due } = payable;
        let facts = json!({
            "supplierId": self.supplier(supplier)?, "invoiceNumber": number, "issuedOn": self.today()?, "dueOn": self.on(due)?, "face": face,
            "currency": "EUR", "orderReference": null, "note": null,
        });
        let draft = self.door.post(self.who(&BERGMANN.owner)?, "/semi-private/payables", facts).await?;
        self.invoices.insert(number, Entered { id: text(&draft, "id")?, seller: supplier });
        Ok(())
    }

    /// The same, and promises to pay it.
    pub async fn promises(&mut self, payable: Payable) -> Made<()> {
        let number = payable.number;
        self.owes(payable).await?;
        let id = &self.entered(number)?.id;
        let seen = self.door.get(self.who(&BERGMANN.owner)?, &format!("/semi-private/receivables/{id}")).await?;
        let approved = json!({ "payables": [{ "id": id, "version": seen["version"] }] });
        let rows = self.door.post(self.who(&BERGMANN.owner)?, "/semi-private/payables/approve", approved).await?;
        if rows[0]["problem"].is_null() { Ok(()) } else { Err(format!("{number}: {rows}").into()) }
    }

    /// The same, and the supplier is paid early, today.
    pub async fn promises_and_pays_early(&mut self, payable: Payable) -> Made<()> {
        let number = payable.number;
        self.promises(payable).await?;
        self.accept(number).await?;
        self.pay_out(&[number]).await
    }

    /// A supplier leaves the programme.
    pub async fn leaves(&self, supplier: &Company) -> Made<()> {
        let owner = self.who(&supplier.owner)?;
        let place = self.door.get(owner, "/semi-private/supplier-programmes").await?[0].clone();
        let path = format!("/semi-private/supplier-programmes/{}/leave", text(&place, "id")?);
        self.door.post(owner, &path, json!({ "version": place["version"] })).await?;
        Ok(())
    }

    pub async fn withdraw(&self, number: &str) -> Made<()> {
        let (owner, path) = (self.who(&self.entered(number)?.seller.owner)?, self.sellers_path(number)?);
        let version = self.door.get(owner, &path).await?["version"].clone();
        self.door.post(owner, &format!("{path}/withdraw"), json!({ "version": version })).await?;
        Ok(())
    }

    /// What somebody of credit would decide on it as it is now.
    async fn decision(&self, number: &str, mut body: Value) -> Made<Value> {
        body["version"] = self.door.get(self.who(&OMAR.person)?, &self.path(number)?).await?["version"].clone();
        Ok(body)
    }

    /// Credit decides.
    pub async fn credit(&self, number: &str, what: &str, body: Value) -> Made<()> {
        let body = self.decision(number, body).await?;
        self.door.post(self.who(&OMAR.person)?, &format!("{}/{what}", self.path(number)?), body).await?;
        Ok(())
    }

    /// Credit proposes, and somebody else approves.
    pub async fn credit_by_two(&self, number: &str, what: &str, body: Value) -> Made<()> {
        let body = self.decision(number, body).await?;
        self.two(&OMAR, &OLGA, &format!("{}/{what}", self.path(number)?), body).await
    }

    /// What is due for these invoices.
    async fn due(&self, numbers: &[&str]) -> Made<Vec<Value>> {
        let mut found = Vec::new();
        for number in numbers {
            let path = format!("/operator/payouts?status=due&receivableId={}", self.entered(number)?.id);
            let due = self.door.get(self.who(&TARA.person)?, &path).await?;
            found.extend(due.as_array().into_iter().flatten().map(|payout| payout["id"].clone()));
        }
        if found.is_empty() { Err(format!("nothing is due for {numbers:?}").into()) } else { Ok(found) }
    }

    /// Treasury proposes to pay what is due for these invoices; the approval that waits.
    pub async fn propose_payout(&self, numbers: &[&str]) -> Made<String> {
        let payouts = self.due(numbers).await?;
        let path = "/operator/payouts/release";
        let does = self.door.post(self.who(&TARA.person)?, &format!("{path}/preview"), json!({ "payouts": payouts })).await?;
        let order = match does["needsReason"].as_bool() {
            Some(false) => json!({ "payouts": payouts, "hash": does["hash"] }),
            _ => json!({ "payouts": payouts, "hash": does["hash"], "reason": "The seller confirmed its account by phone" }),
        };
        self.proposes(&TARA, path, order).await
    }

    /// Pays what is due for these invoices, in one batch that the bank carries out today.
    pub async fn pay_out(&self, numbers: &[&str]) -> Made<()> {
        let due = self.due(numbers).await?;
        self.approve(&OMAR, &self.propose_payout(numbers).await?).await?;
        let tara = self.who(&TARA.person)?;
        let path = format!("/operator/payouts?receivableId={}", self.entered(numbers[0])?.id);
        let payouts = self.door.get(tara, &path).await?;
        let released = payouts.as_array().into_iter().flatten().find(|payout| payout["id"] == due[0]).ok_or("it is gone")?;
        let batch = text(&released["released"], "batchId")?;
        self.door.post(tara, &format!("/operator/payouts/batches/{batch}/executed"), json!({ "on": self.today()? })).await?;
        Ok(())
    }

    /// The bank sends back what was paid for this invoice.
    pub async fn comes_back(&self, number: &str, reason: &str) -> Made<()> {
        let tara = self.who(&TARA.person)?;
        let path = format!("/operator/payouts?status=executed&receivableId={}", self.entered(number)?.id);
        let payout = text(&self.door.get(tara, &path).await?[0], "id")?;
        self.door.post(tara, &format!("/operator/payouts/{payout}/returned"), json!({ "on": self.today()?, "reason": reason })).await?;
        Ok(())
    }

    /// Money comes, for this invoice; without one nobody knows for what.
    pub async fn receives(&self, amount: i64, from: (&str, &str), words: &str, number: Option<&str>) -> Made<()> {
        let parts = match number {
            Some(number) => json!([{ "id": self.entered(number)?.id, "amount": amount }]),
            None => json!([]),
        };
        let receipt = json!({
            "on": self.today()?, "amount": amount, "currency": "EUR", "payer": { "name": from.0, "iban": from.1 }, "text": words,
            "receivables": parts,
        });
        self.door.post(self.who(&TARA.person)?, "/operator/receipts", receipt).await?;
        Ok(())
    }

    /// Its debtor pays so much.
    pub async fn pays(&self, debtor: &Debtor, amount: i64, number: &str) -> Made<()> {
        self.receives(amount, (debtor.name, debtor.iban), &format!("Invoice {number}"), Some(number)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::calendar::Calendar;

    #[test]
    fn in_every_year_banks_are_open_on_every_day_but_weekends_until_it_ends() -> Made<()> {
        let calendar = Calendar::default();
        for year in 2026..2100 {
            let first = first_monday(NaiveDate::from_ymd_opt(year, 6, 1).ok_or("no day")?.and_time(MORNING).and_utc())?;
            let mut days = first.iter_days().take(super::super::book::DAYS);
            let odd = days.find(|day| calendar.is_business_day(*day) != (day.weekday().number_from_monday() < 6));
            assert_eq!(odd, None, "{year}");
        }
        Ok(())
    }

    #[test]
    fn it_begins_on_the_first_monday_after_new_year_that_is_to_come() -> Made<()> {
        for (now, first) in [
            ("2026-11-23T22:00:00Z", "2027-01-04"),
            ("2027-01-03T23:59:59Z", "2027-01-04"),
            ("2027-01-04T00:00:00Z", "2028-01-03"),
            ("2032-06-01T00:00:00Z", "2033-01-03"),
        ] {
            assert_eq!(first_monday(now.parse()?)?.to_string(), first, "{now}");
        }
        Ok(())
    }
}
