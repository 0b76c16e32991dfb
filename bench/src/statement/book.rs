//! A book of receivables that were sold and paid out, through the product itself, and the statement that pays them all.

use crate::{
    Bench, Failed,
    accept::offers_of,
    day_end::{move_to, on_a_runtime, sent, token},
    seed::{
        PASSWORD, execute, number,
        sellers::{Market, Sellers, Sold},
        settle, texts,
    },
    server::Server,
};
use chrono::{NaiveDate, NaiveTime};
use futures_util::future::try_join_all;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    net::SocketAddr,
    thread::sleep,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const SELLERS: i64 = 200;
const DEBTORS: i64 = 1_000;
/// Sellers who accept at the same time.
const AT_ONCE: usize = 8;
/// Payouts that are released together.
const BATCH: usize = 200;
const IBAN: &str = "DE89370400440532013000";
/// Its business time is ahead.
pub const CLOCK: &[(&str, &str)] = &[("SOONER_CLOCK", "test")];

/// Everything was paid out, booked and sealed; nobody uses it.
pub struct Book {
    sellers: Sellers,
    /// The name of its database, on PostgreSQL.
    name: Option<String>,
    pub operator: String,
    /// The bank's statement, on which each is paid in full.
    pub statement: String,
}

/// The same once more, to be changed.
pub struct Copied {
    pub folder: TempDir,
    pub url: String,
}

impl Book {
    /// # Errors
    /// When it cannot be made.
    pub fn open(bench: &Bench, name: Option<&str>, receivables: i64) -> Result<Self, Failed> {
        let market = Market { sellers: SELLERS, debtors: DEBTORS, receivables, offered: receivables, sold: Sold::MostlySettled };
        let sellers = Sellers::of(bench, name, market)?;
        let (url, operator) = (&sellers.people.url, token(&sellers.operator)?);
        let account =
            format!("INSERT INTO house_accounts (house_id, currency, holder, iban) VALUES (1, 'EUR', 'Sooner Finance GmbH', '{IBAN}');");
        execute(url, &account)?;
        let server = Server::sooner(&bench.sooner, sellers.people.folder.path(), url, CLOCK)?;
        sell(server.address, &std::fs::read_to_string(&sellers.accounts)?)?;
        let due: NaiveDate = texts(url, "SELECT max(due_on) FROM payouts")?.first().ok_or("no payouts")?.parse()?;
        move_to(server.address, &operator, due.and_time(NaiveTime::from_hms_opt(8, 0, 0).ok_or("no time")?).and_utc())?;
        pay_out(server.address, &operator, due)?;
        is_sealed(url)?;
        drop(server);
        let funded = number(url, "SELECT count(*) FROM receivables WHERE status = 'funded'")?;
        if funded != receivables {
            return Err(format!("{funded} of {receivables} were paid out").into());
        }
        // What the sale told people is sent, and no server is there.
        execute(url, "DELETE FROM outbox; DELETE FROM leases;")?;
        settle(url)?;
        let paid = texts(url, "SELECT reference || ' ' || open || ' ' || invoice_number FROM receivables ORDER BY id")?;
        let statement = statement(due, &paid)?;
        Ok(Self { name: name.map(str::to_owned), operator, statement, sellers })
    }

    /// # Errors
    /// When it cannot be copied.
    pub fn copy(&self, bench: &Bench) -> Result<Copied, Failed> {
        let folder = bench.folder()?;
        let url = match &self.name {
            Some(name) => bench.database_like(&format!("{name}_copy"), name)?,
            None => {
                let file = folder.path().join("sooner.db");
                std::fs::copy(self.sellers.people.folder.path().join("sooner.db"), &file)?;
                format!("sqlite://{}", file.display())
            }
        };
        Ok(Copied { folder, url })
    }
}

/// Accepts all that stands.
fn sell(address: SocketAddr, accounts: &str) -> Result<(), Failed> {
    let tokens: Vec<_> = accounts.lines().filter_map(|line| line.split(' ').next()).collect();
    on_a_runtime(async {
        for tokens in tokens.chunks(AT_ONCE) {
            try_join_all(tokens.iter().map(|token| accept_all(address, token))).await?;
        }
        Ok(())
    })
}

async fn accept_all(address: SocketAddr, token: &str) -> Result<(), Failed> {
    let offer = |line: String| -> Option<Value> {
        let mut words = line.split_whitespace().skip(1);
        Some(json!({ "id": words.next()?, "offerId": words.next()?, "hash": words.next()? }))
    };
    let offers: Vec<_> = offers_of(address, token).await?.into_iter().filter_map(offer).collect();
    for (place, offers) in offers.chunks(50).enumerate() {
        let key = format!("accept-{place}");
        ask(address, (token, &key), "/semi-private/receivables/accept", &json!({ "offers": offers })).await?;
    }
    Ok(())
}

/// What takes longer than a request may is asked again under its key, and goes on; so is what is to be confirmed, once it is.
async fn ask(address: SocketAddr, (token, key): (&str, &str), path: &str, body: &Value) -> Result<Value, Failed> {
    loop {
        let request = Client::new().post(format!("http://{address}{path}")).bearer_auth(token).header("Idempotency-Key", key);
        let response = request.header("Content-Type", "application/json").body(body.to_string()).send().await?;
        let status = response.status();
        if status == StatusCode::FORBIDDEN {
            let refused: Value = serde_json::from_slice(&response.bytes().await?)?;
            step_up(address, token, &refused).await?;
        } else if status != StatusCode::REQUEST_TIMEOUT {
            return Ok(serde_json::from_slice(&response.error_for_status()?.bytes().await?)?);
        }
    }
}

/// Confirms what this answer asks to.
///
/// # Errors
/// When it asks for nothing, or that is not taken.
pub async fn step_up(address: SocketAddr, token: &str, refused: &Value) -> Result<(), Failed> {
    let proof = json!({ "password": PASSWORD, "confirm": refused["confirm"].as_str().ok_or_else(|| refused.to_string())? });
    let confirmed = Client::new().post(format!("http://{address}/semi-private/auth/step-up")).bearer_auth(token);
    confirmed.header("Content-Type", "application/json").body(proof.to_string()).send().await?.error_for_status()?;
    Ok(())
}

/// Releases all that is due, and tells that it was carried out.
fn pay_out(address: SocketAddr, operator: &str, on: NaiveDate) -> Result<(), Failed> {
    on_a_runtime(async {
        let (client, mut due, mut after) = (Client::new(), Vec::new(), String::new());
        loop {
            let page = sent(client.get(format!("http://{address}/operator/payouts?status=due{after}")).bearer_auth(operator)).await?;
            due.extend(page["data"].as_array().ok_or("no payouts")?.iter().map(|payout| payout["id"].clone()));
            let Some(next) = page["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        for (place, payouts) in due.chunks(BATCH).enumerate() {
            let (preview, release, executed) = (format!("preview-{place}"), format!("release-{place}"), format!("executed-{place}"));
            let seen = ask(address, (operator, &preview), "/operator/payouts/release/preview", &json!({ "payouts": payouts })).await?;
            let hash = seen["data"]["hash"].as_str().ok_or("no hash")?;
            let order = json!({ "payouts": payouts, "reason": "Agreed with the bank.", "hash": hash });
            let released = ask(address, (operator, &release), "/operator/payouts/release", &order).await?;
            let batch = released["data"]["batch"]["id"].as_str().ok_or("no batch")?;
            ask(address, (operator, &executed), &format!("/operator/payouts/batches/{batch}/executed"), &json!({ "on": on })).await?;
        }
        Ok(())
    })
}

fn is_sealed(url: &str) -> Result<(), Failed> {
    let began = Instant::now();
    let unsealed =
        "SELECT (SELECT count(*) FROM ledger_entries WHERE number IS NULL) + (SELECT count(*) FROM audit_records WHERE number IS NULL)";
    while number(url, unsealed)? > 0 {
        if began.elapsed() > Duration::from_secs(300) {
            return Err("nobody seals".into());
        }
        sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// In euro.
fn amount(cents: i64) -> String {
    format!("<Amt Ccy=\"EUR\">{}.{:02}</Amt><CdtDbtInd>CRDT</CdtDbtInd>", cents / 100, cents % 100)
}

fn balance(kind: &str, on: NaiveDate, cents: i64) -> String {
    format!("<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>{}<Dt><Dt>{on}</Dt></Dt></Bal>", amount(cents))
}

/// A `camt.053` as banks write it, an entry for each line of "reference amount number": paid in full, by its reference.
fn statement(on: NaiveDate, paid: &[String]) -> Result<String, Failed> {
    let (mut entries, mut sum) = (String::new(), 0);
    for (place, line) in paid.iter().enumerate() {
        let mut words = line.splitn(3, ' ');
        let (Some(reference), Some(open), Some(invoice)) = (words.next(), words.next(), words.next()) else {
            return Err("no reference".into());
        };
        let open: i64 = open.parse()?;
        sum += open;
        let (amount, payer) = (amount(open), place % usize::try_from(DEBTORS)? + 1);
        writeln!(
            entries,
            "<Ntry>{amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{on}</Dt></BookgDt><ValDt><Dt>{on}</Dt></ValDt><AcctSvcrRef>B{place:06}</AcctSvcrRef>\
             <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs>\
             <EndToEndId>NOTPROVIDED</EndToEndId></Refs>{amount}<RltdPties><Dbtr><Pty><Nm>Nordwind {payer} AG</Nm></Pty></Dbtr></RltdPties>\
             <RmtInf><Ustrd>Rechnung {invoice} Ref {reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>",
        )?;
    }
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
         <GrpHdr><MsgId>S1</MsgId><CreDtTm>{on}T22:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>{IBAN}</IBAN></Id>\
         <Ccy>EUR</Ccy></Acct>{}{}\n{entries}</Stmt></BkToCstmrStmt></Document>",
        balance("OPBD", on, 0),
        balance("CLBD", on, sum),
    ))
}
