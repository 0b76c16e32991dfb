//! A month of money by file on the real binary: invoices are sold, payouts ordered and carried out, debtors pay in every way.

use super::{
    CAPITAL, TEST,
    bank::{Bank, Booked, IBAN, Order, Payment},
    books,
    house::{House, Made, terms},
    sale::Seller,
    story::day,
};
use crate::{
    applicant::pdf,
    financing::answers::{number, text},
    support::{Checked, Instance},
};
use chrono::NaiveDate;
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

/// Of each of two sellers.
const INVOICES: usize = 20;

struct Invoice {
    id: String,
    number: String,
    reference: String,
    face: i64,
    /// Who owes it.
    debtor: String,
}

impl House {
    /// What is answered to a file, once it is confirmed.
    pub async fn upload(&self, path: &str, content: String) -> Made<(u16, Value)> {
        let (status, answer) = self.send_file(path, content.clone()).await?;
        if answer["code"] != "step_up_required" {
            return Ok((status, answer));
        }
        self.confirm(&self.operator, &answer).await?;
        self.send_file(path, content).await
    }

    /// Without a key: the file alone says what is done.
    async fn send_file(&self, path: &str, content: String) -> Made<(u16, Value)> {
        let form = Form::new().part("file", Part::bytes(content.into_bytes()).file_name("bank.xml"));
        let request = self.instance.client.post(self.instance.url(path)).bearer_auth(&self.operator).multipart(form);
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        Ok((status, answer.json().await?))
    }

    /// Imports a statement: how many of its lines are new, were there, are matched, suggested, in suspense and open.
    pub async fn import(&self, statement: &str) -> Made<[i64; 6]> {
        let (status, answer) = self.upload("/operator/bank-statements", statement.to_owned()).await?;
        assert_eq!(status, 200, "{answer}");
        let counts = ["imported", "repeated", "matched", "suggested", "suspense", "open"].map(|name| number(&answer["data"], name));
        counts.into_iter().collect::<Made<Vec<_>>>()?.try_into().map_err(|_| "six figures".into())
    }

    /// Releases these payouts, and orders them: what the bank reads.
    async fn order(&self, payouts: Vec<Value>) -> Made<(String, Order)> {
        let released = self.release(&payouts).await?;
        let batch = text(&released["batch"], "id")?;
        let url = self.instance.url(&format!("/operator/payouts/batches/{batch}/file"));
        let file = async || self.instance.client.get(&url).bearer_auth(&self.operator).send().await?.text().await;
        let first = file().await?;
        assert_eq!(file().await?, first, "every download gives the same");
        Ok((batch, Order::read(&first)?))
    }

    async fn due(&self) -> Made<Vec<Value>> {
        let due = books::rows(self, "/operator/payouts?status=due", "after").await?;
        Ok(due.iter().map(|payout| payout["id"].clone()).collect())
    }

    /// What every statement closed with is what the ledger held then.
    pub async fn is_reconciled(&self) -> Checked {
        let all = books::rows(self, "/operator/bank-statements", "before").await?;
        assert_eq!(all.first().ok_or("no statement")?["difference"], 0);
        assert!(
            all.iter()
                .all(|one| (one["difference"] == 0 || one["difference"].is_null()) && one["open"] == 0 && one["taken"] == one["lines"]),
            "{all:#?}"
        );
        Ok(())
    }
}

/// Sells its invoices in one acceptance.
async fn sell(house: &House, seller: &Seller, (debtor, first): (&str, usize), today: NaiveDate) -> Made<Vec<Invoice>> {
    let (mut invoices, mut offers) = (Vec::new(), Vec::new());
    for place in first..first + INVOICES {
        // None looks like another one.
        let (number, face) = (format!("RE-{}", 11_111 + place * 1_111), 100_000 + 1_337 * i64::try_from(place)?);
        let facts = json!({ "invoiceNumber": number, "issuedOn": today, "dueOn": day(today, 45)?, "face": face });
        let id = text(&seller.hand_in(house, facts, pdf(place)).await?, "id")?;
        let seen = seller.read(house, &id).await?;
        assert_eq!(seen["status"], "offered", "{seen}");
        offers.push(json!({ "id": id, "offerId": seen["offer"]["id"], "hash": seen["offer"]["hash"] }));
        invoices.push(Invoice { id, number, reference: text(&seen, "reference")?, face, debtor: debtor.to_owned() });
    }
    let accepted = house.call(&seller.token, Method::POST, "/semi-private/receivables/accept", Some(&json!({ "offers": offers }))).await?;
    assert_eq!(accepted.as_array().map(Vec::len), Some(INVOICES), "{accepted}");
    Ok(invoices)
}

/// Forty receipts of every kind, and what becomes of them: so many of each are booked, suggested, in suspense.
fn receipts(invoices: &[Invoice]) -> (Vec<Booked>, [i64; 3]) {
    let mut booked = Vec::new();
    let mut rest = invoices.iter();
    let mut next = |count: usize| rest.by_ref().take(count).collect::<Vec<_>>();
    let by = |invoice: &Invoice| Payment { amount: invoice.face, name: Some(invoice.debtor.clone()), ..Payment::default() };
    for (place, invoice) in next(14).into_iter().enumerate() {
        let reference = Some(invoice.reference.clone());
        let told = Some(format!("Rechnung {} Ref {} danke", invoice.number, invoice.reference));
        let (plain, mut entry) = (by(invoice), None);
        let payment = match place % 6 {
            0 => Payment { reference, ..plain },
            1 => Payment { text: told, ..plain },
            2 => Payment { end_to_end: reference, ..plain },
            3 => Payment { more: told, ..plain },
            4 => Payment { text: told.map(|text| text.to_lowercase()), name: None, ..plain },
            _ => {
                entry = told;
                plain
            }
        };
        booked.push(Booked { more: entry, ..Booked::one(payment) });
    }
    for two in next(8).chunks(2) {
        let text = two.iter().map(|invoice| invoice.reference.as_str()).collect::<Vec<_>>().join(", ");
        let amount = two.iter().map(|invoice| invoice.face).sum();
        booked.push(Booked::one(Payment { amount, text: Some(text), ..Payment::default() }));
    }
    for (invoice, off) in next(5).into_iter().zip([-5_000, -5_000, -5_000, 700, 700]) {
        booked.push(Booked::one(Payment { amount: invoice.face + off, reference: Some(invoice.reference.clone()), ..by(invoice) }));
    }
    for invoice in next(6) {
        booked.push(Booked::one(Payment { text: Some(format!("Rg. {} vom Vormonat", invoice.number.replace('-', " "))), ..by(invoice) }));
    }
    for invoice in next(3) {
        booked.push(Booked::one(Payment { text: Some("vielen Dank".to_owned()), ..by(invoice) }));
    }
    for invoice in next(3) {
        let wrong = invoice.reference.replacen("RF", "RF9", 1);
        booked.push(Booked::one(Payment { text: Some(wrong), name: Some("Someone Ltd".to_owned()), ..by(invoice) }));
    }
    for amount in [12_345, 23_456, 34_567] {
        booked.push(Booked::one(Payment { amount, ..Payment::default() }));
    }
    // What only has the amount of an invoice is suggested, whoever pays.
    (booked, [14 + 4 + 5 + 6, 3 + 3, 3])
}

/// Matches what is suggested, as a person who looks at each; how many there were.
async fn match_suggested(house: &House) -> Made<usize> {
    let waiting = books::rows(house, "/operator/receipts?unexplained=true", "before").await?;
    let suggested: Vec<_> = waiting.iter().filter(|receipt| !receipt["suggestions"][0].is_null()).collect();
    for receipt in &suggested {
        let first = receipt["suggestions"][0]["receivables"].as_array().ok_or("no receivables")?;
        let pays: Vec<_> = first.iter().map(|one| json!({ "id": one["id"], "amount": one["amount"] })).collect();
        let path = format!("/operator/statement-lines/{}/match", text(receipt, "id")?);
        let matched = house.ask(&path, &json!({ "receivables": pays, "passOn": [] })).await?;
        assert_eq!(matched["left"], 0, "{matched}");
    }
    Ok(suggested.len())
}

async fn a_month_by_file(instance: Instance) -> Checked {
    let house = House::open(instance).await?;
    let today = house.first_day().await?;
    let mut invoices = Vec::new();
    for number in [1, 2] {
        let seller = Seller::meet(&house, number, &terms()).await?;
        let debtor = house.read(&format!("/operator/debtors/{}", seller.debtor)).await?;
        let limits = json!([{ "amount": 10_000_000, "currency": "EUR" }]);
        let path = format!("/operator/debtors/{}", seller.debtor);
        house.put(&path, &json!({ "version": debtor["version"], "state": "open", "limits": limits })).await?;
        invoices.extend(sell(&house, &seller, (&format!("Nordwind {number} AG"), (number - 1) * INVOICES), today).await?);
    }

    // Two batches: the bank books the first in one sum, and each transfer of the second by itself.
    let mut bank = Bank::with(CAPITAL);
    let mut due = house.due().await?;
    assert_eq!(due.len(), 2 * INVOICES);
    let (_, first) = house.order(due.split_off(INVOICES)).await?;
    let (_, second) = house.order(due).await?;
    let out = |transfers: &Order| {
        transfers
            .transfers
            .iter()
            .map(|one| Payment { amount: -one.amount, end_to_end: Some(one.id.clone()), ..Payment::default() })
            .collect::<Vec<_>>()
    };
    let mut entries = vec![Booked { message: Some(first.message.clone()), parts: out(&first), more: None }];
    entries.extend(out(&second).into_iter().map(Booked::one));
    let lines = i64::try_from(first.transfers.len() + second.transfers.len())?;
    let paid_out = bank.statement(today, &entries)?;
    assert_eq!(house.import(&paid_out).await?, [lines, 0, lines, 0, 0, 0]);
    assert!(house.due().await?.is_empty());
    assert!(books::rows(&house, "/operator/payouts?status=released", "after").await?.is_empty(), "all were carried out");
    house.is_reconciled().await?;

    // A month later debtors pay.
    let later = day(today, 30)?;
    house.move_to(later).await?;
    let (paid, [booked, suggested, suspense]) = receipts(&invoices);
    let came = bank.statement(later, &paid)?;
    let all = booked + suggested + suspense;
    assert_eq!(house.import(&came).await?, [all, 0, booked, suggested, suspense, 0]);
    assert_eq!(house.import(&came).await?, [0, all, 0, 0, 0, 0], "imported again, nothing counts twice");
    house.is_reconciled().await?;
    assert_eq!(match_suggested(&house).await?, usize::try_from(suggested)?);

    // What was settled is released; the bank sends one of the transfers back on the next day.
    let (batch, release) = house.order(house.due().await?).await?;
    let mut entries: Vec<_> = out(&release).into_iter().map(Booked::one).collect();
    let lines = i64::try_from(entries.len())?;
    let back = release.transfers.first().ok_or("nothing was released")?;
    let back = Payment { amount: back.amount, end_to_end: Some(back.id.clone()), returned: true, ..Payment::default() };
    entries.push(Booked::one(back));
    entries.push(Booked::one(Payment { amount: -990, text: Some("Entgelt".to_owned()), ..Payment::default() }));
    let end = bank.statement(later, &entries)?;
    assert_eq!(house.import(&end).await?, [lines + 2, 0, lines + 1, 0, 0, 1]);
    let returned = house.read(&format!("/operator/payouts?batchId={batch}")).await?;
    let returned = returned.as_array().ok_or("no payouts")?.iter().filter(|payout| payout["status"] == "returned");
    assert!(returned.clone().count() > 0 && returned.clone().all(|payout| payout["returnReason"] == "AC04"), "{returned:?}");
    let open = books::rows(&house, "/operator/statement-lines", "before").await?;
    let [charge] = open.as_slice() else { return Err(format!("one line is open: {open:?}").into()) };
    house.ask(&format!("/operator/statement-lines/{}/settle", text(charge, "id")?), &json!({ "as": "charge" })).await?;
    house.is_reconciled().await?;

    // One is taken back: its money lies in suspense again.
    let taken = &invoices[27];
    let seen = house.read(&format!("/operator/receivables/{}", taken.id)).await?;
    let undo = json!({ "version": seen["version"], "note": "Another invoice was meant." });
    house.ask(&format!("/operator/receivables/{}/undo", taken.id), &undo).await?;
    let waiting = books::rows(&house, "/operator/receipts?unexplained=true", "before").await?;
    assert_eq!(waiting.len(), usize::try_from(suspense + 1)?, "{waiting:?}");
    house.is_reconciled().await?;
    let kinds = books::trial_balance(&house).await?;
    assert_eq!(kinds.get("bank"), Some(&bank.balance), "the ledger has what the bank has");
    books::hold(&house).await?;

    // What does not add up is refused, and where.
    let (status, refused) =
        house.upload("/operator/bank-statements", came.replacen("12.34", "12.35", 1).replace("123.45", "123.46")).await?;
    assert_eq!((status, &refused["code"]), (415, &json!("file_refused")), "{refused}");
    let (status, refused) = house.upload("/operator/bank-statements", came.replace(IBAN, "NL91ABNA0417164300")).await?;
    assert_eq!((status, &refused["fieldCodes"]["file"][0]["code"]), (415, &json!("account_not_ours")), "{refused}");
    Ok(())
}

#[actix_web::test]
async fn a_month_of_money_by_file_on_sqlite() -> Checked {
    a_month_by_file(Instance::on_sqlite_with(TEST).await?).await
}

#[actix_web::test]
async fn a_month_of_money_by_file_on_postgresql() -> Checked {
    match Instance::on_postgresql_with("month", TEST).await? {
        Some(instance) => a_month_by_file(instance).await,
        None => Ok(()),
    }
}
