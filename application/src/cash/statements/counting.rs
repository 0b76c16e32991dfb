//! Which lines of a statement count: each entry is weighed against what is known of its account's day.

use crate::{
    cash::{Cash, CashError},
    kernel::{idempotency::RequestKey, unavailable::Unavailable},
    payments::{
        changes::Change as PaymentChange,
        statements::{AccountDay, BankAccountOf, DayTold, Decided, HeldLine, OfEntry, StatementRecord},
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        canonical::{Canonical, Digest},
        minor::Minor,
    },
    payments::statement::{
        DayOfStatement, Entry, HeldReason, LineId, Statement, StatementId, StatementLine,
        told::{Standing, Stretch, Told, key},
        weighing::{Joined, Telling, Verdict, weigh},
    },
};
use std::collections::{BTreeSet, HashMap, HashSet};
use uuid::Uuid;

/// What an entry of a statement is.
#[derive(Debug, Clone)]
enum Is {
    New,
    Repeated,
    Held { why: HeldReason, perhaps: Option<LineId>, was: Option<Minor> },
}

/// An entry with what it is.
struct Weighed {
    is: Is,
    /// How many of its kind there are before it on its day.
    of_day: i64,
    balances: Option<(Minor, Minor)>,
}

/// A line that counts from now on.
#[derive(Debug, Clone)]
pub(in crate::cash) struct Fresh {
    pub(in crate::cash) place: i32,
    pub(in crate::cash) entry: OfEntry,
    pub(in crate::cash) line: StatementLine,
}

/// What is to be written of some lines of a statement.
#[derive(Debug, Default)]
pub(in crate::cash) struct Page {
    pub(in crate::cash) fresh: Vec<Fresh>,
    /// The days and amounts that more than one line of the statement has.
    pub(in crate::cash) several: BTreeSet<(NaiveDate, Minor)>,
    /// What is written besides.
    pub(in crate::cash) changes: Vec<PaymentChange>,
    /// What a person said, and of which line.
    pub(in crate::cash) said: Option<(LineId, Decided, Option<RequestKey>)>,
    pub(in crate::cash) repeated: usize,
    pub(in crate::cash) perhaps: usize,
    pub(in crate::cash) set_aside: usize,
}

/// What was found out of a statement, as long as nothing else of its account is written.
pub(in crate::cash) struct Plan<'s> {
    statement: &'s Statement,
    record: &'s StatementRecord,
    /// How often something of the account was written.
    moves: i64,
    /// All lines, with the place of their entry.
    lines: &'s [(usize, StatementLine)],
    entries: HashMap<usize, Weighed>,
    days: Vec<(DayTold, Vec<Uuid>)>,
    /// The places of lines that are there, and what the entries are that they are of.
    there: BTreeSet<i32>,
    own: HashMap<usize, Is>,
}

pub(in crate::cash) fn account_of(record: &StatementRecord) -> BankAccountOf {
    BankAccountOf { account: record.account.clone(), currency: record.currency }
}

pub(in crate::cash) fn has_balances(record: &StatementRecord) -> bool {
    record.opening.is_some() && record.closing.is_some()
}

/// How many lines a statement has, with those that cannot be read.
pub(in crate::cash) fn count(statement: &Statement, lines: &[(usize, StatementLine)]) -> i32 {
    i32::try_from(lines.len() + statement.odd.len()).unwrap_or(i32::MAX)
}

impl Cash {
    /// Weighs each entry of a statement.
    pub(in crate::cash) async fn plan<'s>(
        &self,
        (record, statement): (&'s StatementRecord, &'s Statement),
        lines: &'s [(usize, StatementLine)],
        today: NaiveDate,
    ) -> Result<Plan<'s>, CashError> {
        let moves = self.statements.moves(account_of(record)).await?;
        let (counted, held) = self.statements.places(record.id).await?;
        let entry = |place: &i32| lines.get(usize::try_from(*place).ok()?).map(|(entry, _)| *entry);
        let mut own: HashMap<usize, Is> = counted.iter().filter_map(entry).map(|entry| (entry, Is::New)).collect();
        let waits = || Is::Held { why: HeldReason::PerhapsKnown, perhaps: None, was: None };
        own.extend(held.iter().filter_map(entry).map(|entry| (entry, waits())));
        let there = counted.into_iter().chain(held).collect();
        let mut plan = Plan { statement, record, moves, lines, entries: HashMap::new(), days: Vec::new(), there, own };
        for day in statement.days() {
            let known = self.statements.day(account_of(record), day.on).await?;
            plan.weigh(&day, &known, today);
        }
        Ok(plan)
    }

    pub(in crate::cash) async fn known_of(&self, record: &StatementRecord, on: NaiveDate) -> Result<AccountDay, Unavailable> {
        self.statements.day(account_of(record), on).await
    }
}

/// Numbers entries of a day that are alike. A number that is taken is not given again, though some of them still wait for theirs.
pub(in crate::cash) struct Numbers {
    taken: HashSet<Digest>,
    next: HashMap<Told, i64>,
}

impl Numbers {
    pub(in crate::cash) fn of(day: &AccountDay) -> Self {
        Self { taken: day.lines.iter().map(|record| record.line.key).collect(), next: HashMap::new() }
    }

    /// The first that is free.
    pub(in crate::cash) fn next(&mut self, told: Told, identity: &Canonical) -> i64 {
        let next = self.next.entry(told).or_default();
        while self.taken.contains(&key(identity, *next, 0)) {
            *next += 1;
        }
        let number = *next;
        *next += 1;
        number
    }
}

/// An entry of another statement that waits, with the balances of its day.
struct WaitingEntry {
    line: LineId,
    told: Told,
    balances: Option<(Minor, Minor)>,
}

/// The entries of other statements that wait.
fn waiting(day: &AccountDay, but: StatementId) -> Vec<WaitingEntry> {
    let known = day.known(Some(but));
    let balances =
        |of: StatementId| known.pieces.iter().find(|piece| piece.is_open && piece.statement == of).map(|piece| (piece.from, piece.to));
    let entries = known.entries.iter().filter(|entry| entry.standing == Standing::Waiting);
    entries.map(|entry| WaitingEntry { line: entry.line, told: entry.told.clone(), balances: balances(entry.statement) }).collect()
}

/// What an entry is that does not count by itself: told before by a statement with the same balances, perhaps another one that waits where
/// balances of both do not tell them apart, or one of its own.
fn odd(why: HeldReason, (told, balances): (&Told, Option<(Minor, Minor)>), waiting: &mut Vec<WaitingEntry>) -> Is {
    let same = waiting.iter().position(|other| other.told == *told && other.balances == balances);
    let is_told_apart = |other: &WaitingEntry| balances.is_some() && other.balances.is_some();
    let perhaps = || waiting.iter().position(|other| !is_told_apart(other) && other.told.may_be(told));
    match same.or_else(perhaps).map(|at| waiting.swap_remove(at)) {
        Some(_) if same.is_some() => Is::Repeated,
        Some(other) if why == HeldReason::DetailsDiffer => Is::Held { why, perhaps: Some(other.line), was: None },
        Some(other) => Is::Held { why: HeldReason::PerhapsKnown, perhaps: Some(other.line), was: None },
        None => Is::Held { why, perhaps: None, was: None },
    }
}

impl Plan<'_> {
    fn weigh(&mut self, day: &DayOfStatement, known: &AccountDay, today: NaiveDate) {
        let (mut numbers, mut waiting) = (Numbers::of(known), waiting(known, self.record.id));
        let is_own = |place: &&usize| self.own.contains_key(place);
        let (own, others): (Vec<&usize>, Vec<&usize>) = day.entries.iter().partition(is_own);
        let told: Vec<Told> = others.iter().filter_map(|place| self.statement.entries.get(**place)).map(Entry::told).collect();
        let telling = Telling {
            name: &self.statement.name,
            balances: day.balances,
            has_balances: has_balances(self.record),
            known_before: Minor::ZERO,
            is_beyond: self.record.may_leave_out(day.on),
            entries: told,
        };
        let weighed = weigh(&telling, &known.told_with(self.record.id, day.balances.is_some() && day.on <= today));
        let waits = known.held.iter().any(|held| held.statement == self.record.id) || known.set_aside.contains(&self.record.id);
        let mut is_decided = !waits && day.on <= today;
        for (place, (told, verdict)) in others.into_iter().zip(telling.entries.iter().zip(&weighed.verdicts)) {
            let why = self.set_aside(*place, (day.on, today)).filter(|_| *verdict == Verdict::New);
            let is = match (why, *verdict) {
                (Some(why), _) => odd(why, (told, day.balances), &mut waiting),
                (None, Verdict::New) => Is::New,
                (None, Verdict::Known | Verdict::Waits) => Is::Repeated,
                (None, Verdict::Perhaps(perhaps)) => Is::Held { why: HeldReason::PerhapsKnown, perhaps, was: None },
                (None, Verdict::Altered { line, was }) => Is::Held { why: HeldReason::Altered, perhaps: Some(line), was: Some(was) },
            };
            is_decided &= why.is_none();
            let of_day = numbers.next(told.clone(), &self.identity(told, day.on));
            self.entries.insert(*place, Weighed { is, of_day, balances: day.balances });
        }
        for place in own {
            let Some(told) = self.statement.entries.get(*place).map(Entry::told) else { continue };
            let identity = self.identity(&told, day.on);
            let of_day = numbers.next(told, &identity);
            // What was cut short goes on as it began.
            let is = self.own.get(place).cloned().unwrap_or(Is::New);
            self.entries.insert(*place, Weighed { is, of_day, balances: day.balances });
        }
        let is_there = known.pieces.iter().any(|piece| piece.statement == self.record.id);
        if let (Some(joined), Some(balances), true, false) = (weighed.joined, day.balances, is_decided, is_there) {
            self.days.push(day_told(self.record, day.on, balances, joined));
        }
    }

    fn identity(&self, told: &Told, on: NaiveDate) -> Canonical {
        told.identity((&self.record.account, self.record.currency), on)
    }

    /// Why an entry does not count by itself though it is new.
    fn set_aside(&self, place: usize, (on, today): (NaiveDate, NaiveDate)) -> Option<HeldReason> {
        let adds_up = self.statement.entries.get(place).is_none_or(Entry::adds_up);
        HeldReason::of_day(on, today).or_else(|| (!adds_up).then_some(HeldReason::DetailsDiffer))
    }

    /// How many of its lines that are not written yet would wait for a decision.
    pub(in crate::cash) fn waits(&self) -> usize {
        let is_new = |at: usize| !i32::try_from(at).is_ok_and(|place| self.there.contains(&place));
        let is_held = |number: &usize| matches!(self.entries.get(number), Some(Weighed { is: Is::Held { .. }, .. }));
        let lines = self.lines.iter().enumerate().filter(|(at, (number, _))| is_new(*at) && is_held(number));
        let odd = (self.lines.len()..).take(self.statement.odd.len()).filter(|at| is_new(*at));
        lines.count() + odd.count()
    }

    /// What is to be written of the lines at these places.
    pub(in crate::cash) fn page(&self, places: std::ops::Range<usize>, mut next: impl FnMut() -> Uuid) -> Page {
        let mut page = Page { several: several(self.lines.iter().map(|(_, line)| line)), ..Page::default() };
        for at in places {
            let place = i32::try_from(at).unwrap_or(i32::MAX);
            if self.there.contains(&place) {
                page.repeated += 1;
                continue;
            }
            let Some((number, line)) = self.lines.get(at) else {
                self.hold_odd(at, &mut page, next());
                continue;
            };
            let (Some(entry), Some(weighed)) = (self.statement.entries.get(*number), self.entries.get(number)) else { continue };
            let of =
                OfEntry { number: i32::try_from(*number).unwrap_or(i32::MAX), amount: entry.amount, reference: entry.reference.clone() };
            let first = self.lines.partition_point(|(of, _)| of < number);
            match weighed.is.clone() {
                Is::Repeated => page.repeated += 1,
                Is::New => {
                    let identity = self.identity(&entry.told(), entry.booked_on);
                    let line = StatementLine { key: key(&identity, weighed.of_day, at - first), ..line.clone() };
                    page.fresh.push(Fresh { place, entry: of, line });
                }
                Is::Held { why, perhaps, was } => {
                    let held =
                        HeldLine { perhaps, was, why, balances: weighed.balances, ..self.held_line((place, next()), of, entry.line) };
                    page.hold(HeldLine { line: Some(line.clone()), ..held });
                }
            }
        }
        page
    }

    fn held_line(&self, (place, id): (i32, Uuid), entry: OfEntry, line: usize) -> HeldLine {
        HeldLine {
            id: LineId(id),
            statement: self.record.id,
            place,
            currency: self.record.currency,
            entry,
            at_line: i32::try_from(line).unwrap_or(i32::MAX),
            what: None,
            line: None,
            legible: None,
            balances: None,
            why: HeldReason::Unreadable,
            perhaps: None,
            was: None,
            decided: None,
        }
    }

    fn hold_odd(&self, at: usize, page: &mut Page, id: Uuid) {
        let Some(odd) = at.checked_sub(self.lines.len()).and_then(|at| self.statement.odd.get(at)) else { return };
        let number = i32::try_from(self.statement.entries.len() + at - self.lines.len()).unwrap_or(i32::MAX);
        let of = OfEntry { number, amount: Minor::ZERO, reference: None };
        let held = self.held_line((i32::try_from(at).unwrap_or(i32::MAX), id), of, odd.line);
        page.hold(HeldLine { what: Some(odd.what.to_owned()), legible: Some(odd.legible.clone()), ..held });
    }

    /// That nothing else of the account was written.
    pub(in crate::cash) fn gate(&self) -> PaymentChange {
        PaymentChange::AccountMoved { account: account_of(self.record), seen: self.moves }
    }

    /// It was written by ourselves.
    pub(in crate::cash) fn moved(&mut self) {
        self.moves += 1;
    }

    /// What it proves of its days, once all is taken.
    pub(in crate::cash) fn days(&self) -> impl Iterator<Item = PaymentChange> {
        self.days.iter().cloned().map(|(told, joined)| PaymentChange::DayTold { told, joined })
    }
}

pub(in crate::cash) fn day_told(
    record: &StatementRecord,
    on: NaiveDate,
    (from, to): (Minor, Minor),
    joined: Joined,
) -> (DayTold, Vec<Uuid>) {
    let Joined { stretches, opening, closing } = joined;
    let stretch = Stretch { id: record.id.0, opening, closing };
    (DayTold { statement: record.id, on, from, to, stretch }, stretches)
}

/// The days and amounts that more than one of these has.
pub(in crate::cash) fn several<'a>(lines: impl Iterator<Item = &'a StatementLine>) -> BTreeSet<(NaiveDate, Minor)> {
    let mut seen = BTreeSet::new();
    lines.map(|line| (line.booked_on, line.amount)).filter(|alike| !seen.insert(*alike)).collect()
}

impl Page {
    fn hold(&mut self, held: HeldLine) {
        match held.why {
            HeldReason::PerhapsKnown | HeldReason::Altered => self.perhaps += 1,
            HeldReason::Ahead | HeldReason::LongAgo | HeldReason::DetailsDiffer | HeldReason::Unreadable => self.set_aside += 1,
        }
        self.changes.push(PaymentChange::LineHeld(Box::new(held)));
    }
}
