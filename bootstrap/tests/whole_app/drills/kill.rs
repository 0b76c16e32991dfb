//! F1: kill -9 at random moments under mixed writes.

use super::{
    super::{
        applicant::{buyer, fill_in, form, pdf, upload, verified_somebody},
        support::{Checked, Instance, output},
    },
    outage::{Outage, Probe},
    rounds, soaking,
};
use actix_web::rt::time::{sleep, timeout};
use futures_util::future::{join, join5};
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    error::Error,
    time::{Duration, Instant},
};
use tokio::sync::Notify;

const ROUNDS_OF_A_TEST: usize = 3;
/// The longest that writes go on before the kill.
const LONGEST_ROUND_MS: u64 = 400;

/// What was asked of the server in a round and what it acknowledged.
#[derive(Default)]
struct Ledger {
    /// Name, whether it was acknowledged. The name, without spaces, is the idempotency key.
    buyers: Vec<(String, bool)>,
    /// The numbers of the drafts sent, and the last one acknowledged.
    drafts: Vec<String>,
    draft: Option<String>,
    /// Ids and sizes of the documents that are there for sure.
    documents: Vec<(String, usize)>,
    submitted: bool,
    /// Tokens of those who were told they have an account.
    accounts: Vec<String>,
}

struct Round<'a> {
    instance: &'a Instance,
    token: &'a str,
    number: usize,
    ledger: RefCell<Ledger>,
    /// Told of each thing that is acknowledged.
    acknowledged: Notify,
}

impl Round<'_> {
    async fn add_buyer(&self, name: &str) -> Result<u16, reqwest::Error> {
        let request = self.instance.client.post(self.instance.url("/semi-private/buyers")).bearer_auth(self.token);
        Ok(request.header("idempotency-key", name.replace(' ', "-")).json(&buyer(name)).send().await?.status().as_u16())
    }

    fn acknowledge(&self, note: impl FnOnce(&mut Ledger)) {
        note(&mut self.ledger.borrow_mut());
        self.acknowledged.notify_waiters();
    }

    async fn add_buyers(&self) {
        // One is listed already, and the list ends.
        for number in 0..199 {
            let name = format!("Buyer {number}");
            self.ledger.borrow_mut().buyers.push((name.clone(), false));
            match self.add_buyer(&name).await {
                Ok(201) => self.acknowledge(|ledger| ledger.buyers[number].1 = true),
                _ => break,
            }
        }
    }

    async fn save_drafts(&self) {
        for number in 0.. {
            let mut draft = form();
            let text = format!("HRB {number}");
            draft["company"]["registrationNumber"] = json!(text);
            self.ledger.borrow_mut().drafts.push(text.clone());
            let save = self.instance.client.put(self.instance.url("/semi-private/onboarding")).bearer_auth(self.token);
            match save.json(&draft).send().await {
                Ok(answer) if answer.status() == 200 => self.acknowledge(|ledger| ledger.draft = Some(text)),
                _ => break,
            }
        }
    }

    async fn upload_documents(&self) {
        for number in 0.. {
            let content = pdf(1_000 + number * 50_000);
            let size = content.len();
            let Ok(answer) = upload(self.instance, self.token, "bank_statement", content).await else { break };
            if answer.status() != 201 {
                break;
            }
            let Ok(body) = answer.json::<Value>().await else { break };
            let Some(id) = body["data"]["id"].as_str() else { break };
            if number % 2 == 0 {
                self.acknowledge(|ledger| ledger.documents.push((id.to_owned(), size)));
            } else if self
                .instance
                .client
                .delete(self.instance.url(&format!("/semi-private/documents/{id}")))
                .bearer_auth(self.token)
                .send()
                .await
                .is_err()
            {
                break;
            }
        }
    }

    async fn sign_people_up(&self) {
        for number in 0.. {
            let Ok(answer) = self.instance.sign_up_somebody(1_000_000 + self.number * 1_000 + number).await else { break };
            let Ok(body) = answer.json::<Value>().await else { break };
            let Some(token) = body["token"].as_str() else { break };
            self.acknowledge(|ledger| ledger.accounts.push(token.to_owned()));
        }
    }

    async fn submit(&self, after: Duration) {
        sleep(after).await;
        let answer = self.instance.post("/semi-private/onboarding/submit", Some(self.token), &json!({})).await;
        self.ledger.borrow_mut().submitted = answer.is_ok_and(|(status, _)| status == 200);
    }

    async fn check(&self, ledger: &Ledger) -> Checked {
        let (instance, token, number) = (self.instance, self.token, self.number);
        let (_, stored) = instance.get("/semi-private/onboarding", token).await?;
        let data = &stored["data"];

        let status = data["status"].as_i64().ok_or("no status")?;
        assert!(status == 1 || !ledger.submitted, "round {number}: an acknowledged submission is lost");
        let steps = data["history"].as_array().ok_or("no history")?.len();
        assert_eq!(i64::try_from(steps)?, status, "round {number}: half a transition");

        // The last one acknowledged, or the one after it, whose answer was lost.
        let draft = data["form"]["company"]["registrationNumber"].as_str().ok_or("no draft")?;
        let acknowledged = ledger.draft.as_ref().and_then(|last| ledger.drafts.iter().position(|sent| sent == last));
        let possible: Vec<_> = match acknowledged {
            Some(last) => ledger.drafts.iter().skip(last).take(2).map(String::as_str).collect(),
            None => vec!["HRB 12345", "HRB 0"],
        };
        assert!(possible.contains(&draft), "round {number}: the draft is {draft}, not one of {possible:?}");

        let listed = data["documents"].as_array().ok_or("no documents")?;
        for (id, size) in &ledger.documents {
            assert!(listed.iter().any(|document| document["id"] == id.as_str()), "round {number}: document {id} is lost");
            let content = instance.client.get(instance.url(&format!("/semi-private/documents/{id}"))).bearer_auth(token).send().await?;
            assert_eq!((content.status().as_u16(), content.bytes().await?.len()), (200, *size), "round {number}");
        }
        for document in listed {
            let path = format!("/semi-private/documents/{}", document["id"].as_str().ok_or("no id")?);
            let content = instance.client.get(instance.url(&path)).bearer_auth(token).send().await?;
            assert_eq!(content.status(), 200, "round {number}: a document without its file");
        }

        if status == 0 {
            for (name, _) in &ledger.buyers {
                // Whoever got no answer asks again, under the same key.
                let status = self.add_buyer(name).await?;
                assert!(matches!(status, 200 | 201), "round {number}: {name} cannot be repeated: {status}");
            }
        }
        let (_, buyers) = instance.get("/semi-private/buyers", token).await?;
        let names: Vec<_> = buyers["data"].as_array().ok_or("no buyers")?.iter().map(|buyer| buyer["legalName"].clone()).collect();
        for (name, acknowledged) in &ledger.buyers {
            let times = names.iter().filter(|listed| *listed == name.as_str()).count();
            let least = usize::from(*acknowledged || status == 0);
            assert!((least..=1).contains(&times), "round {number}: {name} is there {times} times, acknowledged: {acknowledged}");
        }

        for token in &ledger.accounts {
            assert_eq!(instance.get("/semi-private/user", token).await?.0, 200, "round {number}: an account is lost");
        }
        Ok(())
    }
}

/// Kills it in the midst of what others do, once this moment has come: whoever waits for an answer then gets none. Ends when all
/// of them have noticed.
pub(super) async fn killed_amid<T>(instance: &Instance, others: impl Future<Output = T>, moment: impl Future<Output = ()>) -> Checked {
    let kill = async {
        moment.await;
        instance.kill_now()
    };
    join(others, kill).await.1
}

/// Starts what was killed, and answers how long it took.
pub(super) async fn started_again(instance: &mut Instance) -> Result<Duration, Box<dyn Error>> {
    instance.kill()?;
    let started = Instant::now();
    instance.start().await?;
    Ok(started.elapsed())
}

/// Every record and every entry has its place, and the audit trail holds together.
pub(super) fn seal_and_verify(instance: &Instance) -> Checked {
    let sealed = output(&["audit", "seal"], &instance.variables(), instance.folder())?;
    assert!(sealed.status.success(), "{}", String::from_utf8_lossy(&sealed.stderr));
    let verified = output(&["audit", "verify"], &instance.variables(), instance.folder())?;
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    Ok(())
}

async fn one_round(
    instance: &mut Instance,
    number: usize,
    random: &mut fastrand::Rng,
) -> Result<(usize, Duration, Outage), Box<dyn Error>> {
    let token = verified_somebody(instance, number).await?;
    fill_in(instance, &token).await?;
    let kill_after = Duration::from_millis(random.u64(5..LONGEST_ROUND_MS));
    let submit_after = Duration::from_millis(random.u64(5..LONGEST_ROUND_MS));
    let round = Round { instance, token: &token, number, ledger: RefCell::default(), acknowledged: Notify::new() };
    let writes =
        join5(round.add_buyers(), round.save_drafts(), round.upload_documents(), round.sign_people_up(), round.submit(submit_after));
    let probe = Probe::start(instance, "/health/live", &token);
    let moment = async {
        sleep(kill_after).await;
        if number.is_multiple_of(2) {
            // At once after an answer: what was acknowledged too early is lost.
            timeout(Duration::from_millis(LONGEST_ROUND_MS), round.acknowledged.notified()).await.ok();
        }
    };
    killed_amid(instance, writes, moment).await?;
    let ledger = round.ledger.into_inner();
    let ready = started_again(instance).await?;
    let outage = probe.stop().await?;
    Round { instance, token: &token, number, ledger: RefCell::default(), acknowledged: Notify::new() }.check(&ledger).await?;
    let buyers = ledger.buyers.iter().filter(|(_, acknowledged)| *acknowledged).count();
    let drafts = ledger.drafts.len().saturating_sub(1);
    Ok((buyers + drafts + ledger.documents.len() + ledger.accounts.len() + usize::from(ledger.submitted), ready, outage))
}

async fn nothing_acknowledged_is_lost(mut instance: Instance, database: &str) -> Checked {
    let seed = fastrand::u64(..);
    let mut random = fastrand::Rng::with_seed(seed);
    println!("kill -9 on {database}: seed {seed}");
    let (mut kept, mut slowest, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    let rounds = rounds(ROUNDS_OF_A_TEST);
    for number in 0..rounds {
        let (acknowledged, ready, outage) = one_round(&mut instance, number, &mut random).await?;
        kept += acknowledged;
        slowest = slowest.max(ready);
        longest = longest.max(outage.length());
    }
    seal_and_verify(&instance)?;
    println!(
        "kill -9 on {database}: {rounds} rounds, {kept} acknowledged things, 0 lost, 0 half transitions; start to ready at most {} ms; \
         first to last failed request at most {} ms",
        slowest.as_millis(),
        longest.as_millis()
    );
    assert!(!soaking() || slowest <= Duration::from_secs(1), "ready again within a second");
    Ok(())
}

#[actix_web::test]
async fn nothing_acknowledged_is_lost_by_kill_9_on_sqlite() -> Checked {
    nothing_acknowledged_is_lost(Instance::on_sqlite().await?, "SQLite").await
}

#[actix_web::test]
async fn nothing_acknowledged_is_lost_by_kill_9_on_postgresql() -> Checked {
    match Instance::on_postgresql("kills").await? {
        Some(instance) => nothing_acknowledged_is_lost(instance, "PostgreSQL").await,
        None => Ok(()),
    }
}
