//! F7: kill -9 at random moments while money moves.

mod deeds;
mod desk;
mod expected;
mod standing;

use super::{
    super::{
        applicant::pdf,
        financing::{
            TEST,
            answers::{number, text},
            books::rows,
            house::{House, Made, terms},
            sale::{Seller, read},
        },
        ledger::verify,
        support::{Checked, Instance, psql},
    },
    kill::{killed_amid, seal_and_verify, started_again},
    outage::Probe,
    rounds,
};
use actix_web::rt::time::{sleep, timeout};
use chrono::{NaiveDate, TimeDelta};
use deeds::{Attempt, Deed, Diary, Offer, Outcome, Payout, seen};
use desk::{Desk, Tray};
use expected::Expected;
use futures_util::future::try_join_all;
use reqwest::Method;
use serde_json::{Value, json};
use standing::Standing;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

const ROUNDS_OF_A_TEST: usize = 3;
const SELLERS: usize = 3;
/// What each seller has on offer when a round begins.
const OFFERS: usize = 5;
/// Receivables of which a dispute is lost by then.
const LOST: usize = 2;
/// Payouts that are due then, and receivables that are open, at most: what is more, from earlier rounds, is paid at once.
const LEFT_OVER: usize = 12;
/// What is done before the kill at most, where it is within [`PATIENCE`], and how long it then takes at most.
const MOST_DONE: usize = 30;
const LONGEST_PAUSE_MS: u64 = 30;
const PATIENCE: Duration = Duration::from_secs(2);
/// Rounds in which everything was done once at least.
const ENOUGH: usize = 20;

struct Drill {
    house: House,
    sellers: Vec<Seller>,
    expected: Expected,
    random: fastrand::Rng,
    /// Invoices entered so far.
    invoices: usize,
    counted: Counted,
}

#[derive(Default)]
struct Counted {
    acknowledged: usize,
    unanswered: usize,
    /// Of those without an answer.
    done: usize,
    /// What was done, by its kind.
    kinds: BTreeMap<&'static str, usize>,
    ready: Duration,
    outage: Duration,
}

/// Those that a list shows.
fn each(list: &Value) -> impl DoubleEndedIterator<Item = &Value> {
    list.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

/// The offers that a seller can accept, the oldest first.
async fn on_offer(house: &House, seller: &Seller) -> Made<Vec<Offer>> {
    let list = house.call(&seller.token, Method::GET, "/semi-private/receivables?status=submitted,offered", None).await?;
    let offered = each(&list).filter(|receivable| receivable["status"] == "offered");
    offered.map(Offer::of).rev().collect()
}

/// Enters so many more invoices, no two of which look alike.
async fn offer_more(house: &House, seller: &Seller, today: NaiveDate, numbers: Vec<(usize, u64)>) -> Made<Vec<Offer>> {
    let mut offers = on_offer(house, seller).await?;
    offers.truncate(OFFERS);
    for (number, invoice) in numbers.into_iter().skip(offers.len()) {
        let face = 600_000 + 7_919 * number % 500_000;
        let due = today + TimeDelta::days(45);
        let facts = json!({ "invoiceNumber": format!("RE {invoice:010}"), "issuedOn": today, "dueOn": due, "face": face });
        let shown = seller.hand_in(house, facts, pdf(number)).await?;
        assert_eq!(shown["status"], "offered", "{shown}");
        offers.push(Offer::of(&shown)?);
    }
    Ok(offers)
}

/// Waits until the database has done with what the killed process had begun: PostgreSQL may not have noticed its end.
async fn has_settled(instance: &Instance) -> Checked {
    let busy = "DO $$ BEGIN IF EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL \
                AND pid <> pg_backend_pid()) THEN RAISE EXCEPTION 'busy'; END IF; END $$";
    let variables = instance.variables();
    let (_, database) = variables.iter().find(|(name, _)| *name == "SOONER_DATABASE_URL").ok_or("no database")?;
    while !database.starts_with("sqlite") && psql(database, busy).is_err() {
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

impl Drill {
    async fn of(instance: Instance, seed: u64) -> Made<Self> {
        let house = House::open(instance).await?;
        let mut sellers = Vec::new();
        for number in 1..=SELLERS {
            let seller = Seller::meet(&house, number, &terms()).await?;
            let path = format!("/operator/debtors/{}", seller.debtor);
            let version = house.read(&path).await?["version"].clone();
            let limits = json!([{ "amount": 1_000_000_000, "currency": "EUR" }]);
            house.put(&path, &json!({ "version": version, "state": "open", "limits": limits })).await?;
            sellers.push(seller);
        }
        let capital = Standing::read(&house, &sellers, ("round", &BTreeSet::new())).await?.totals["bank"];
        let (expected, random) = (Expected::with(capital), fastrand::Rng::with_seed(seed));
        Ok(Self { house, sellers, expected, random, invoices: 0, counted: Counted::default() })
    }

    /// Something to begin with: every seller has sold, and been paid.
    async fn begin(&mut self) -> Checked {
        let (diary, today) = (Diary::of("round-before".to_owned()), self.house.first_day().await?);
        let tray = self.prepare(&diary, today).await?;
        for (seller, offers) in self.sellers.iter().zip(tray.offers) {
            diary.ask(&self.house, &seller.token, Deed::Accept(offers)).await?;
        }
        self.pay_out(&diary, today, 0).await?;
        self.check("round-before", diary.read()).await
    }

    /// Pays out what is due but for so many, the oldest first.
    async fn pay_out(&self, diary: &Diary, today: NaiveDate, but_for: usize) -> Checked {
        let due = rows(&self.house, "/operator/payouts?status=due", "after").await?;
        let mut due: Vec<_> = due.iter().map(Payout::of).collect::<Made<_>>()?;
        due.truncate(due.len().saturating_sub(but_for));
        if due.is_empty() {
            return Ok(());
        }
        let operator = &self.house.operator;
        let released = diary
            .ask(&self.house, operator, Deed::Release(due.clone(), seen(&self.house, &due).await?))
            .await?
            .ok_or("nothing is released")?;
        let batch = text(&released["batch"], "id")?;
        diary.ask(&self.house, operator, Deed::Execute { batch, waited: due, on: today }).await?;
        Ok(())
    }

    /// What lies on the desk when a round begins.
    async fn prepare(&mut self, diary: &Diary, today: NaiveDate) -> Made<Tray> {
        let numbers: Vec<Vec<_>> = (0..SELLERS).map(|_| (0..OFFERS).map(|_| self.next_invoice()).collect()).collect();
        let (house, operator) = (&self.house, &self.house.operator);
        let entered = self.sellers.iter().zip(numbers).map(|(seller, numbers)| offer_more(house, seller, today, numbers));
        let offers = try_join_all(entered).await?;

        self.pay_out(diary, today, LEFT_OVER).await?;
        let (mut batches, mut waits) = (BTreeSet::new(), BTreeSet::new());
        for payout in rows(house, "/operator/payouts?status=released", "after").await? {
            batches.insert(text(&payout["released"], "batchId")?);
            waits.insert(text(&payout, "receivableId")?);
        }
        for payout in rows(house, "/operator/payouts?status=due", "after").await? {
            waits.insert(text(&payout, "receivableId")?);
        }

        let funded = rows(house, "/operator/receivables?status=funded", "after").await?;
        let mut open = Vec::new();
        for receivable in &funded {
            open.push((text(receivable, "id")?, number(&receivable["position"], "open")?));
        }
        open.retain(|(_, open)| *open > 0);
        let old = open.split_off(open.len().min(LEFT_OVER));
        if !old.is_empty() {
            let (text, amount) = (format!("{} what is left", diary.name), old.iter().map(|(_, amount)| amount).sum());
            diary.ask(house, operator, Deed::Receive { text, on: today, amount, parts: old }).await?;
        }
        // Only what was paid out goes back to its seller.
        let lost: Vec<_> = open.iter().rev().filter(|(id, _)| !waits.contains(id)).take(LOST).cloned().collect();
        for (id, amount) in &lost {
            self.lose(id, *amount).await?;
        }
        open.retain(|one| !lost.contains(one));
        let receipts = rows(house, "/operator/receipts?unexplained=true", "before").await?;
        Ok(Tray {
            offers,
            open: open.into_iter().collect(),
            batches: batches.into_iter().collect(),
            ordered: Vec::new(),
            unexplained: receipts.iter().map(|receipt| Ok((text(receipt, "id")?, number(receipt, "left")?))).collect::<Made<_>>()?,
            lost: lost.into_iter().map(|(id, _)| id).collect(),
        })
    }

    fn next_invoice(&mut self) -> (usize, u64) {
        self.invoices += 1;
        (self.invoices, self.random.u64(..10_000_000_000))
    }

    /// The debtor disputes all that is open, and is right.
    async fn lose(&self, receivable: &str, open: i64) -> Checked {
        let shown = read(&self.house, receivable).await?;
        if shown["dispute"]["end"] == "lost" {
            return Ok(());
        }
        let path = format!("/operator/receivables/{receivable}");
        let dispute = json!({ "version": shown["version"], "amount": open, "reason": "not_delivered", "note": null });
        let disputed = self.house.ask(&format!("{path}/dispute"), &dispute).await?;
        self.house.ask(&format!("{path}/resolve"), &json!({ "version": disputed["version"], "resolution": "lost" })).await?;
        Ok(())
    }

    async fn round(&mut self, number: usize) -> Checked {
        let diary = Diary::of(format!("round-{number}"));
        let today = self.house.first_day().await?;
        let tray = RefCell::new(self.prepare(&diary, today).await?);
        let (things, after) = (self.random.usize(..MOST_DONE), Duration::from_millis(self.random.u64(..LONGEST_PAUSE_MS)));
        let moment = async {
            timeout(PATIENCE, diary.goes_on(things)).await.ok();
            if number.is_multiple_of(2) {
                // Else at once after an answer: what was acknowledged too early is lost.
                sleep(after).await;
            }
        };
        let random = RefCell::new(self.random.fork());
        let desk = Desk { house: &self.house, sellers: &self.sellers, diary: &diary, today, random, tray };
        let probe = Probe::start(&self.house.instance, "/health/live", &self.house.operator);
        killed_amid(&self.house.instance, Box::pin(desk.work()), moment).await?;
        self.counted.ready = self.counted.ready.max(started_again(&mut self.house.instance).await?);
        self.counted.outage = self.counted.outage.max(probe.stop().await?.length());
        has_settled(&self.house.instance).await?;
        self.check(&format!("round-{number}"), diary.read()).await
    }

    async fn check(&mut self, round: &str, mut attempts: Vec<Attempt>) -> Checked {
        let about = attempts.iter().flat_map(|attempt| attempt.deed.about()).collect();
        let (prefix, name) = (format!("{round} "), |moment: &str| format!("{round}, {moment}"));
        let found = Standing::read(&self.house, &self.sellers, (&prefix, &about)).await?;
        found.agrees(&name("started again"));

        // Whatever was acknowledged is there, and is not done once more.
        let acknowledged: Vec<_> = attempts.iter().filter(|attempt| matches!(attempt.outcome, Outcome::Done(_))).collect();
        self.counted.acknowledged += acknowledged.len();
        try_join_all(acknowledged.into_iter().map(|attempt| attempt.is_done_once(&self.house))).await?;
        let repeated = Standing::read(&self.house, &self.sellers, (&prefix, &about)).await?;
        assert_eq!(repeated, found, "{round}: what was acknowledged was lost, or is done twice");

        // Whatever was not is done now, or was, or cannot be.
        let (mut open, mut before) = (Vec::new(), self.marks().await?);
        for attempt in attempts.iter_mut().filter(|attempt| matches!(attempt.outcome, Outcome::Open | Outcome::Part(_))) {
            attempt.outcome = attempt.settle(&self.house).await?;
            let after = self.marks().await?;
            self.counted.unanswered += 1;
            if matches!(attempt.outcome, Outcome::Done(_)) {
                self.counted.done += usize::from(after == before);
                open.push(attempt.clone());
            }
            before = after;
        }
        let settled = Standing::read(&self.house, &self.sellers, (&prefix, &about)).await?;
        settled.agrees(&name("all answered"));
        for attempt in attempts.iter().filter(|attempt| matches!(attempt.outcome, Outcome::Done(_))) {
            *self.counted.kinds.entry(attempt.deed.kind()).or_default() += 1;
        }
        self.expected.note(&attempts)?;
        self.expected.is_met_by(&settled, &name("all answered"));
        for attempt in open {
            attempt.is_done_once(&self.house).await?;
        }
        let again = Standing::read(&self.house, &self.sellers, (&prefix, &about)).await?;
        assert_eq!(again, settled, "{round}: what had no answer is done twice");
        Ok(())
    }

    /// What changes with everything that is done here.
    async fn marks(&self) -> Made<(Value, Value)> {
        let balance = self.house.read("/operator/ledger/trial-balance").await?;
        Ok((balance, self.house.read("/operator/payouts?status=due").await?))
    }

    /// Everything since the first round stands.
    async fn end(&mut self) -> Made<String> {
        let all = self.expected.receivables();
        let found = Standing::read(&self.house, &self.sellers, ("round-", &all)).await?;
        found.agrees("in the end");
        self.expected.is_met_by(&found, "in the end");
        seal_and_verify(&self.house.instance)?;
        let (whole, said) = verify(&self.house.instance, &[])?;
        assert!(whole && said.contains("No entry waits"), "{said}");
        let entries = said.lines().find_map(|line| line.split_once(" hold together"));
        Ok(entries.ok_or("no entries")?.0.to_owned())
    }
}

async fn money_moves_once(instance: Instance, database: &str) -> Checked {
    let seed = fastrand::u64(..);
    println!("kill -9 amid money on {database}: seed {seed}");
    let mut drill = Drill::of(instance, seed).await?;
    let rounds = rounds(ROUNDS_OF_A_TEST);
    drill.begin().await?;
    for number in 0..rounds {
        drill.round(number).await?;
    }
    let entries = drill.end().await?;
    let Counted { acknowledged, unanswered, done, kinds, ready, outage } = drill.counted;
    let of_each: Vec<_> = kinds.iter().map(|(kind, times)| format!("{times} {kind}")).collect();
    println!(
        "kill -9 amid money on {database}: {rounds} rounds, {acknowledged} acknowledged things, 0 lost, 0 twice, 0 half; {unanswered} \
         without an answer, {done} of them done ({}); {entries} hold together; start to ready at most {} ms; first to last failed request \
         at most {} ms",
        of_each.join(", "),
        ready.as_millis(),
        outage.as_millis()
    );
    assert!(rounds < ENOUGH || kinds.len() == Deed::KINDS, "not everything was done");
    Ok(())
}

/// Business time is moved by the house, and each of its people writes as much as it takes.
const VARIABLES: &[(&str, &str)] = &[TEST[0], ("SOONER_ACCOUNT_WRITES", "100000")];

#[actix_web::test]
async fn money_moves_once_through_kill_9_on_sqlite() -> Checked {
    money_moves_once(Instance::on_sqlite_with(VARIABLES).await?, "SQLite").await
}

#[actix_web::test]
async fn money_moves_once_through_kill_9_on_postgresql() -> Checked {
    match Instance::on_postgresql_with("kills_money", VARIABLES).await? {
        Some(instance) => money_moves_once(instance, "PostgreSQL").await,
        None => Ok(()),
    }
}
