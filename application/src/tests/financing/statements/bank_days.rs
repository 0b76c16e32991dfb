//! Made-up days of twenty-one kinds of bank, imported in any order and twice: every cent counts once, and nothing of a stranger pays
//! for anybody.
//!
//! `DAYS` tells how many days there are.

use super::*;
use crate::payments::ports::{HeldLines, Receipts};
use chrono::Days;
use sooner_domain::payments::statement::HeldReason;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn days() -> u64 {
    std::env::var("DAYS").ok().and_then(|days| days.parse().ok()).unwrap_or(200)
}

/// Numbers that look like chance, and are the same whenever they are asked for.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % most.max(1)
    }

    fn is(&mut self, in_a_hundred: usize) -> bool {
        self.below(100) < in_a_hundred
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}

/// What one kind of bank does that others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One file a day, with references of its own.
    Plain,
    /// No references at all.
    Nameless,
    /// References begin again each day.
    RestartsDaily,
    /// References begin again with each file.
    RestartsWithEachFile,
    /// A batch is one sum first, and told in detail later.
    DetailsLater,
    /// A batch is told in detail, and as one sum later.
    SumLater,
    /// A batch is one entry in one file, and an entry each in another.
    BatchAsEntries,
    /// What was paid comes back the same day, and quotes its payment.
    Returns,
    /// Each payment has a fee that quotes its number.
    Fees,
    /// Several files a day, one behind the other.
    Pages,
    /// Pages of the day, and the whole day in the evening.
    PagesThenDay,
    /// The day up to now, again and again.
    UpToNow,
    /// A week, and each of its days.
    WeekAndDays,
    /// Files begin within the one before.
    Overlapping,
    /// Another text each time.
    Rewords,
    /// Another order each time.
    Reorders,
    /// The same payment several times a day.
    Twice,
    /// The same payment several times a day, in several files without references.
    TwiceInPages,
    /// Files have another name each time.
    Renames,
    /// Days on which as much goes as comes.
    Balanced,
    /// A file holds what is booked first on the next day too, and its closing balance does not.
    BeyondClosing,
}

impl Kind {
    const ALL: [Self; 21] = [
        Self::Plain,
        Self::Nameless,
        Self::RestartsDaily,
        Self::RestartsWithEachFile,
        Self::DetailsLater,
        Self::SumLater,
        Self::BatchAsEntries,
        Self::Returns,
        Self::Fees,
        Self::Pages,
        Self::PagesThenDay,
        Self::UpToNow,
        Self::WeekAndDays,
        Self::Overlapping,
        Self::Rewords,
        Self::Reorders,
        Self::Twice,
        Self::TwiceInPages,
        Self::Renames,
        Self::Balanced,
        Self::BeyondClosing,
    ];

    fn is_nameless(self) -> bool {
        matches!(self, Self::Nameless | Self::TwiceInPages)
    }
}

/// What really happened on the account.
#[derive(Debug, Clone)]
struct Fact {
    on: NaiveDate,
    amount: i64,
    reference: String,
    payer: String,
    text: String,
    /// The amounts of a batch.
    parts: Vec<i64>,
}

/// How often a file was written by now.
struct Bank {
    kind: Kind,
    chance: Chance,
    written: u32,
    facts: Vec<Fact>,
}

impl Bank {
    fn day(&mut self, on: NaiveDate, reference: &str) {
        let count = 2 + self.chance.below(5);
        for number in 0..count {
            let amount = 100 + i64::try_from(self.chance.below(900)).unwrap_or_default();
            let amount = if self.chance.is(25) { -amount } else { amount };
            let number = if self.kind == Kind::RestartsDaily { number.to_string() } else { format!("{on}-{number}") };
            let payer = format!("Stranger {}", self.chance.below(4));
            let text = format!("Rechnung {} Miete 84 15", self.chance.below(30));
            let fact = Fact { on, amount, reference: format!("{reference}{number}"), payer, text, parts: Vec::new() };
            self.add(fact);
        }
    }

    fn add(&mut self, fact: Fact) {
        let more = match self.kind {
            Kind::Returns if fact.amount > 0 => vec![Fact { amount: -fact.amount, text: "returned".to_owned(), ..fact.clone() }],
            Kind::Fees => vec![Fact { amount: -35, payer: String::new(), text: "fee".to_owned(), ..fact.clone() }],
            Kind::Twice => vec![Fact { reference: format!("{}b", fact.reference), ..fact.clone() }],
            Kind::TwiceInPages => vec![fact.clone(), fact.clone()],
            Kind::Balanced => vec![Fact { amount: -fact.amount, text: "sweep".to_owned(), ..fact.clone() }],
            _ => Vec::new(),
        };
        let is_batch = matches!(self.kind, Kind::DetailsLater | Kind::SumLater | Kind::BatchAsEntries) && fact.amount > 0;
        let first = fact.amount / 3;
        let parts = if is_batch { vec![first, fact.amount - first] } else { Vec::new() };
        self.facts.push(Fact { parts, ..fact });
        self.facts.extend(more);
    }

    /// What it says of some of what happened, the so many-th time.
    fn tells(&mut self, facts: std::ops::Range<usize>, time: usize) -> Made<StatementFile> {
        let before = self.facts.iter().take(facts.start).map(|fact| fact.amount).sum();
        let range = facts.clone();
        let closing = self.closing(facts.clone());
        let of_file: Vec<Fact> = self.facts.get(facts).map(<[Fact]>::to_vec).unwrap_or_default();
        let mut entries: Vec<Entry> = of_file.iter().enumerate().flat_map(|(place, fact)| self.entries(fact, (place, time))).collect();
        if self.kind == Kind::Reorders {
            self.chance.shuffle(&mut entries);
            entries.sort_by_key(|entry| entry.booked_on);
        }
        self.written += 1;
        let mut told = file(0, before, entries)?;
        let name = if self.kind == Kind::Renames { self.written.to_string() } else { format!("{}-{}", range.start, range.end) };
        for statement in &mut told.statements {
            name.clone_into(&mut statement.name);
            statement.closing = closing.or(statement.closing);
        }
        let sha256 = sooner_domain::kernel::canonical::Canonical::text(self.written).digest();
        Ok(StatementFile { sha256, ..told })
    }

    /// Of a bank whose closing balance leaves out what is booked on the next day.
    fn closing(&self, facts: std::ops::Range<usize>) -> Option<Balance> {
        let first = self.facts.get(facts.start).filter(|_| self.kind == Kind::BeyondClosing)?;
        let held = self.facts.iter().take(facts.end).filter(|fact| fact.on <= first.on);
        Some(Balance { on: first.on, amount: Minor::new(held.map(|fact| fact.amount).sum()) })
    }

    fn entries(&self, fact: &Fact, (place, time): (usize, usize)) -> Vec<Entry> {
        let is_detailed = match self.kind {
            Kind::DetailsLater => time > 0,
            Kind::SumLater => time == 0,
            _ => false,
        };
        let reference = match self.kind {
            kind if kind.is_nameless() => None,
            Kind::RestartsWithEachFile => Some(place.to_string()),
            _ => Some(fact.reference.clone()),
        };
        let text = if self.kind == Kind::Rewords && time > 0 { format!("SVWZ+{} {time}", fact.text) } else { fact.text.clone() };
        let one = |amount: i64, details: Vec<Detail>| Entry { reference: reference.clone(), details, ..entry(fact.on, amount, "") };
        let other = Payer { name: Line::parse(&fact.payer).ok(), iban: None };
        let detail = |amount: Option<i64>| Detail {
            amount: amount.map(Minor::new),
            text: Some(text.clone()),
            other: other.clone(),
            ..Detail::default()
        };
        if self.kind == Kind::BatchAsEntries && time > 0 && !fact.parts.is_empty() {
            return fact.parts.iter().map(|part| one(*part, vec![detail(None)])).collect();
        }
        let details = if is_detailed && !fact.parts.is_empty() {
            fact.parts.iter().map(|part| detail(Some(*part))).collect()
        } else {
            vec![detail(None)]
        };
        vec![one(fact.amount, details)]
    }

    /// The files of some days, each told once or several times.
    fn files(&mut self, days: &[std::ops::Range<usize>]) -> Made<Vec<StatementFile>> {
        let mut files = Vec::new();
        let whole = days.first().zip(days.last()).map_or(0..0, |(first, last)| first.start..last.end);
        for day in days {
            let half = day.start + (day.len() / 2).max(1);
            let parts: Vec<std::ops::Range<usize>> = match self.kind {
                Kind::Pages | Kind::RestartsWithEachFile | Kind::TwiceInPages => vec![day.start..half, half..day.end],
                Kind::PagesThenDay => vec![day.start..half, half..day.end, day.clone()],
                Kind::UpToNow => vec![day.start..half, day.clone()],
                Kind::Overlapping => vec![day.start..half, day.start + 1..day.end],
                Kind::BeyondClosing => std::iter::once(day.start..(day.end + 1).min(whole.end)).collect(),
                _ => vec![day.clone()],
            };
            for part in parts.into_iter().filter(|part| !part.is_empty()) {
                files.push(self.tells(part, 0)?);
            }
            let again = matches!(
                self.kind,
                Kind::DetailsLater | Kind::SumLater | Kind::BatchAsEntries | Kind::Rewords | Kind::Reorders | Kind::Renames
            );
            if again || self.chance.is(20) {
                files.push(self.tells(day.clone(), 1)?);
            }
        }
        if self.kind == Kind::WeekAndDays {
            files.push(self.tells(whole, 1)?);
        }
        Ok(files)
    }
}

impl Sold {
    /// What counts of a day: what is in the books, and what went out and nobody has explained.
    async fn counted(&self) -> Made<i64> {
        let open = self.world.cash().statements.unexplained(Currency::parse("EUR")?).await?;
        Ok(self.holds(AccountKind::Bank).await? + open.iter().map(|(_, amount)| amount.get()).sum::<i64>())
    }

    async fn held_lines(&self) -> Made<Vec<crate::payments::statements::HeldLine>> {
        let seen = self.world.cash().held_lines(&self.olga.operator(), HeldLines::Waiting, None).await?.lines;
        Ok(seen.into_iter().map(|seen| seen.held).collect())
    }
}

/// How many days are one account's.
const TOGETHER: u64 = 5;

async fn one_bank(kind: Kind, seed: u64) -> Made<usize> {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let mut bank = Bank { kind, chance: Chance(seed), written: 0, facts: Vec::new() };
    let mut days = Vec::new();
    for ago in (0..TOGETHER).rev() {
        let from = bank.facts.len();
        bank.day(today - Days::new(ago), "");
        days.push(from..bank.facts.len());
    }
    let mut files = bank.files(&days)?;
    bank.chance.shuffle(&mut files);
    let again = files.clone();
    for file in files.into_iter().chain(again) {
        sold.import(file).await.map_err(|why| format!("{kind:?} {seed}: {why}"))?;
    }
    let truth: i64 = bank.facts.iter().map(|fact| fact.amount).sum();
    let held = sold.held_lines().await?;
    let waits: Vec<_> = held.iter().map(|held| (held.why, held.line.as_ref().map(|line| line.amount.get()))).collect();
    let counted = sold.counted().await?;
    if held.is_empty() {
        assert_eq!(counted, truth, "{kind:?} {seed}");
    } else {
        assert!(waits.iter().all(|(why, _)| *why == HeldReason::PerhapsKnown), "{kind:?} {seed}: {waits:?}");
        eprintln!("{kind:?} {seed}: {waits:?} wait, {counted} of {truth}");
    }
    let receipts = sold.world.cash().receipts(&sold.olga.operator(), Receipts::All, None).await?.receipts;
    assert!(receipts.iter().all(|found| found.allocations.is_empty()), "{kind:?} {seed}: a stranger paid for somebody");
    Ok(held.len())
}

#[tokio::test]
async fn every_cent_of_every_kind_of_bank_counts_once_in_any_order_and_twice() -> Checked {
    let accounts = days().div_ceil(TOGETHER).max(Kind::ALL.len() as u64);
    let mut waiting = 0;
    for (seed, kind) in (1..=accounts).zip(Kind::ALL.iter().cycle()) {
        waiting += Box::pin(one_bank(*kind, seed)).await?;
    }
    assert_eq!(waiting, 0, "the balances of whole days prove everything");
    Ok(())
}
