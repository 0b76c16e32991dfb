//! P10 and P11: offers accepted by many at once.

use crate::{
    Bench, Failed,
    day_end::on_a_runtime,
    load::{self, Load},
    paired::Paired,
    report::{Line, Report},
    seed::{
        confirmed_session, execute, number,
        sellers::{Market, Sellers, Sold},
    },
    server::{SECRET, Server},
};
use chrono::TimeDelta;
use serde_json::Value;
use sooner_adapters::{jwt::JwtAccessTokens, system::SystemClock};
use sooner_application::{identity::ports::AccessTokens, kernel::clock::Clock};
use sooner_domain::{
    identity::session::Session,
    kernel::ids::{SessionId, UserId},
};
use std::{fmt::Write, net::SocketAddr, path::PathBuf};
use uuid::Uuid;

const CLIENTS: usize = 64;
/// Offers that each client accepts, to take one figure.
const EACH: usize = 20;

/// A product, or what it is compared with, in whose database offers stand.
struct Shop {
    sellers: Sellers,
    server: Server,
    /// Lines of `lua/accept.lua`: what nobody accepted yet.
    offers: Vec<String>,
    /// Statements that open the sessions of those lines.
    sessions: String,
}

pub fn measure(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P10") && !bench.wants("P11") {
        return Ok(());
    }
    for (name, postgres) in [("SQLite", false), ("PostgreSQL", true)] {
        on(bench, report, name, postgres)?;
    }
    Ok(())
}

fn on(bench: &Bench, report: &mut Report, name: &str, postgres: bool) -> Result<(), Failed> {
    let all = i64::try_from(CLIENTS * EACH * (bench.rounds + 1))?;
    let many = Market { sellers: CLIENTS as i64, debtors: CLIENTS as i64, receivables: all, offered: all, sold: Sold::MostlySettled };
    let one = Market { sellers: 1, debtors: 1, ..many };
    let seeded = |called: &str, market| Sellers::of(bench, postgres.then_some(called), market);
    let mut apart = Shop::open(bench, seeded("accept_apart", many)?)?;
    let mut together = Shop::open(bench, seeded("accept_together", one)?)?;
    let theirs = seeded("accept_bare", many)?;
    let threads = std::thread::available_parallelism()?.get().max(2).to_string();
    let bare = Server::reference(&["--kind", "financing", "--threads", &threads, "--database", &theirs.people.url], &[])?;
    // What is offered is the same in each database; it asks neither for the offer nor for its hash.
    execute(&theirs.people.url, &apart.sessions)?;
    let mut bare = Shop { offers: apart.offers.clone(), sessions: String::new(), sellers: theirs, server: bare };
    let mut taken = Vec::with_capacity(bench.rounds);
    for round in 0..=bench.rounds {
        let figures = (apart.accept()?, bare.accept()?, together.accept()?);
        // The first round fills caches.
        if round > 0 {
            taken.push(figures);
        }
    }
    for shop in [&apart, &together, &bare] {
        shop.is_right(all)?;
    }
    let paired = |pair: fn(&(Load, Load, Load)) -> (f64, f64)| Paired::of(&taken.iter().map(pair).collect::<Vec<_>>());
    let beside = paired(|(apart, bare, _)| (apart.per_second(), bare.per_second()));
    let p99 = paired(|(apart, bare, _)| (apart.p99, bare.p99));
    let crowded = paired(|(apart, _, together)| (together.per_second(), apart.per_second()));
    let crowded_p99 = paired(|(apart, _, together)| (together.p99, apart.p99));
    let shown = |figures: &Paired, p99: &Paired| {
        let Paired { ours, theirs, .. } = figures;
        format!(
            "{} ({ours:.0} and {theirs:.0} a second, none refused); p99 {:.0} and {:.0} ms",
            figures.shown(),
            p99.ours / 1000.0,
            p99.theirs / 1000.0
        )
    };
    report.add(Line {
        number: "P10",
        work: format!("accept an offer, {CLIENTS} clients of {CLIENTS} sellers, {name}"),
        compared: "the statements alone: the same rows read, and written in one transaction".into(),
        goal: "≥ 0.80, none refused, no limit passed",
        measured: shown(&beside, &p99),
        met: beside.ratio() >= 0.80,
    });
    report.add(Line {
        number: "P11",
        work: format!("the same, all {CLIENTS} on one facility and one debtor, {name}"),
        compared: format!("P10 on {name}"),
        goal: "≥ 0.50, no limit passed",
        measured: shown(&crowded, &crowded_p99),
        met: crowded.ratio() >= 0.50,
    });
    Ok(())
}

impl Shop {
    fn open(bench: &Bench, sellers: Sellers) -> Result<Self, Failed> {
        let server = Server::sooner(&bench.sooner, sellers.people.folder.path(), &sellers.people.url, &[])?;
        let offers = offers(server.address, &std::fs::read_to_string(&sellers.accounts)?)?;
        let (offers, sessions) = on_a_runtime(confirmed(server.address, &sellers.people.url, &offers))?;
        execute(&sellers.people.url, &sessions)?;
        Ok(Self { sellers, server, offers, sessions })
    }

    /// Accepts as many offers as a figure takes.
    fn accept(&mut self) -> Result<Load, Failed> {
        let file: PathBuf = self.sellers.people.folder.path().join("offers");
        let left = self.offers.split_off((CLIENTS * EACH).min(self.offers.len()));
        std::fs::write(&file, std::mem::replace(&mut self.offers, left).concat())?;
        load::accept(self.server.address, CLIENTS, &file)
    }

    /// All of it was sold, once, and is in use to the cent.
    fn is_right(&self, all: i64) -> Result<(), Failed> {
        let url = &self.sellers.people.url;
        let sold = number(url, "SELECT count(*) FROM receivables WHERE status = 'accepted'")?;
        let paid = number(url, "SELECT count(*) FROM payouts")?;
        let advances = number(url, "SELECT CAST(sum(gross) AS BIGINT) FROM payouts")?;
        let faces = number(url, "SELECT CAST(sum(open) AS BIGINT) FROM receivables")?;
        let in_use = |ceiling: &str| number(url, &format!("SELECT CAST(sum(in_use) AS BIGINT) FROM exposures WHERE ceiling = '{ceiling}'"));
        let in_use = (in_use("facility_limit")?, in_use("concentration")?, in_use("debtor_limit")?);
        if (sold, paid, in_use) != (all, all, (advances, advances, faces)) {
            return Err(format!("{sold} sold and {paid} paid out of {all}, {in_use:?} in use of {advances} and {faces}").into());
        }
        Ok(())
    }
}

/// The offers that stand, in turn one of each account's: a line each, "token receivable offer hash".
fn offers(address: SocketAddr, accounts: &str) -> Result<Vec<String>, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tokens: Vec<&str> = accounts.lines().filter_map(|line| line.split(' ').next()).collect();
    let of_each = runtime.block_on(async {
        let mut all = Vec::with_capacity(tokens.len());
        for token in tokens {
            all.push(offers_of(address, token).await?);
        }
        Ok::<_, Failed>(all)
    })?;
    let most = of_each.iter().map(Vec::len).max().unwrap_or(0);
    Ok((0..most).flat_map(|place| of_each.iter().filter_map(move |offers| offers.get(place).cloned())).collect())
}

/// A session confirms one act: each offer is accepted in one of its own, which confirmed that. The lines with the tokens of these
/// sessions, and the statements that open them.
async fn confirmed(address: SocketAddr, url: &str, offers: &[String]) -> Result<(Vec<String>, String), Failed> {
    let (client, tokens, now) = (reqwest::Client::new(), JwtAccessTokens::new(SECRET.as_bytes()), SystemClock.now());
    let (mut lines, mut sessions) = (Vec::with_capacity(offers.len()), String::new());
    for (line, number) in offers.iter().zip(1_u128..) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [token, id, offer, hash] = words[..] else { return Err(format!("no offer: {line}").into()) };
        // As `lua/accept.lua` asks.
        let request = client.post(format!("http://{address}/semi-private/receivables/{id}/accept")).bearer_auth(token);
        let request = request.header("Content-Type", "application/json").header("Idempotency-Key", id);
        let answer = request.body(format!(r#"{{"offerId":"{offer}","hash":"{hash}"}}"#)).send().await?.bytes().await?;
        let answer: Value = serde_json::from_slice(&answer)?;
        let act = answer["confirm"].as_str().ok_or_else(|| answer.to_string())?;
        let SessionId(of) = tokens.read(token, now).ok_or("no session")?;
        let own = Uuid::from_u128((0xe << 124) | number);
        writeln!(sessions, "{}", confirmed_session(url, of, own, act))?;
        // Of people and their seeded sessions the ids are the same.
        let session = Session::open(SessionId(own), UserId(of), TimeDelta::days(300), now);
        lines.push(format!("{} {id} {offer} {hash}\n", tokens.sign(&session)?));
    }
    Ok((lines, sessions))
}

/// The offers of one account.
///
/// # Errors
/// When they cannot be read.
pub async fn offers_of(address: SocketAddr, token: &str) -> Result<Vec<String>, Failed> {
    let (client, mut lines, mut after) = (reqwest::Client::new(), Vec::new(), String::new());
    loop {
        let request = client.get(format!("http://{address}/semi-private/receivables?status=offered{after}")).bearer_auth(token);
        let page: Value = serde_json::from_slice(&request.send().await?.error_for_status()?.bytes().await?)?;
        for it in page["data"].as_array().ok_or("no list")? {
            let [id, offer, hash] = [&it["id"], &it["offer"]["id"], &it["offer"]["hash"]].map(Value::as_str);
            let (Some(id), Some(offer), Some(hash)) = (id, offer, hash) else { return Err(format!("nothing is offered: {it}").into()) };
            let mut line = String::new();
            writeln!(line, "{token} {id} {offer} {hash}")?;
            lines.push(line);
        }
        let Some(next) = page["next"].as_str() else { return Ok(lines) };
        after = format!("&after={next}");
    }
}
