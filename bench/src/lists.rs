//! P13 and P15 in part: pages of receivables and what is available, of a seller who sold a thousand and of one who sold a hundred
//! thousand, and beside the statements alone.

use crate::{
    Bench, Failed, load,
    paired::{Paired, median},
    report::Report,
    seed::sellers::{Market, Sellers, Sold},
    server::Server,
};
use std::fmt::Write;

const SIZES: [i64; 2] = [1_000, 100_000];
const OFFERED: i64 = 200;
const DEBTORS: i64 = 20;

/// What is asked for, how it is called, by the operator or the seller, and the goal beside the statements where there is one.
const WORK: [(&str, &str, bool); 7] = [
    ("/semi-private/receivables", "the seller’s list, first page", false),
    ("/semi-private/receivables?status=offered", "the same, on offer", false),
    ("/semi-private/receivables?status=settled", "the same, settled", false),
    ("/operator/receivables", "the operator’s list, first page", true),
    ("/operator/receivables?status=offered", "the same, on offer", true),
    ("/operator/receivables?status=settled", "the same, settled", true),
    ("/semi-private/availability", "availability over 200 offers", false),
];
/// Of these the statements alone are there as well.
const BARE: [usize; 4] = [0, 1, 2, 6];

struct Sized {
    sellers: Sellers,
    server: Server,
    bare: Server,
    /// For each work the medians of latency, microseconds: ours, and the statements'.
    times: [Vec<(f64, f64)>; WORK.len()],
}

pub fn measure(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P13") && !bench.wants("P15") {
        return Ok(());
    }
    for (name, postgres) in [("SQLite", false), ("PostgreSQL", true)] {
        let mut sized = SIZES.iter().map(|size| open(bench, postgres, *size)).collect::<Result<Vec<_>, _>>()?;
        for round in 0..=bench.rounds {
            for one in &mut sized {
                for (place, (path, _, by_operator)) in WORK.into_iter().enumerate() {
                    let accounts = if by_operator { &one.sellers.operator } else { &one.sellers.accounts };
                    let asked = |server: &Server| {
                        load::run(server.address, 1, bench.seconds, accounts, &format!("get {path}")).map(|load| load.p50)
                    };
                    let ours = asked(&one.server)?;
                    let theirs = if BARE.contains(&place) { asked(&one.bare)? } else { f64::NAN };
                    // The first round fills caches.
                    if round > 0 {
                        one.times[place].push((ours, theirs));
                    }
                }
            }
        }
        tell(report, name, &sized)?;
    }
    Ok(())
}

fn open(bench: &Bench, postgres: bool, receivables: i64) -> Result<Sized, Failed> {
    let name = format!("lists_{receivables}");
    let market = Market { sellers: 1, debtors: DEBTORS, receivables, offered: OFFERED, sold: Sold::MostlySettled };
    let sellers = Sellers::of(bench, postgres.then_some(&name), market)?;
    let url = &sellers.people.url;
    let server = Server::sooner(&bench.sooner, sellers.people.folder.path(), url, &[])?;
    let bare = Server::reference(&["--kind", "financing", "--threads", "2", "--database", url], &[])?;
    Ok(Sized { server, bare, times: Default::default(), sellers })
}

fn tell(report: &mut Report, name: &str, sized: &[Sized]) -> Result<(), Failed> {
    let [small, large] = sized else { return Ok(()) };
    let mut table =
        "| work, one at a time | 1000 | 100000 | ratio | beside the statements alone, 1000 | 100000 |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for (place, (_, called, _)) in WORK.into_iter().enumerate() {
        let ours = |one: &Sized| one.times[place].iter().map(|time| time.0).collect::<Vec<_>>();
        let growth = Paired::of(&ours(large).into_iter().zip(ours(small)).collect::<Vec<_>>());
        let milliseconds = |one: &Sized| median(ours(one).into_iter()) / 1000.0;
        // As throughput: theirs to ours in time.
        let beside = |one: &Sized| {
            if !BARE.contains(&place) {
                return "—".to_owned();
            }
            let pairs: Vec<_> = one.times[place].iter().map(|(ours, theirs)| (*theirs, *ours)).collect();
            let paired = Paired::of(&pairs);
            format!("{} ({:.2} ms)", paired.shown(), paired.ours / 1000.0)
        };
        let (one, other) = (beside(small), beside(large));
        writeln!(
            table,
            "| {called} | {:.2} ms | {:.2} ms | {} | {one} | {other} |",
            milliseconds(small),
            milliseconds(large),
            growth.shown()
        )?;
    }
    report.add_table(&format!("Receivables of one seller, {name}"), table);
    Ok(())
}
