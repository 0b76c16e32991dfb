//! Lines of statements that wait for a decision: by what is told later, or by a person.

use crate::{
    cash::{
        Cash, CashError,
        payouts::release::may_read,
        statements::{
            counting::{Fresh, Numbers, Page, account_of, day_told, has_balances},
            statement_page::PageDone,
        },
    },
    kernel::{paging::cut, unavailable::Unavailable},
    payments::{
        changes::Change as PaymentChange,
        ports::HeldLines,
        statements::{AccountDay, BankAccountOf, Decided, HeldLine, LineRecord, StatementRecord, make_their_entry},
    },
    receivables::ReceivableError,
};
use chrono::NaiveDate;
use sooner_domain::{
    identity::user::User,
    kernel::{ids::UserId, minor::Minor},
    parties::operator::Operator,
    payments::{
        receipt::Explained,
        statement::{
            Balance, HeldDecision, HeldReason, LineId, StatementId, StatementLine,
            told::{KnownDay, Part, Piece, Standing, Told, key},
            weighing::{Telling, Verdict, Weighed, weigh},
        },
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A line that waits, and how often something of its account was written by then: whoever decides says what they saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenHeldLine {
    pub held: HeldLine,
    pub version: i64,
    /// Whether it can be decided to be new: it was read, and its day has come.
    pub may_count: bool,
    /// A person decided what it is, and that can be taken back now.
    pub is_reopenable: bool,
    /// The receipt that came of it and was used: that is undone first, and then it can be taken back.
    pub used: Option<Explained>,
}

/// A page of lines that wait, or that a person decided, the newest first.
#[derive(Debug, Clone)]
pub struct HeldPage {
    pub lines: Vec<SeenHeldLine>,
    pub next: Option<LineId>,
    /// Those who decided.
    pub people: HashMap<UserId, User>,
}

/// Entries of one statement and day that wait.
pub(in crate::cash) struct Waiting {
    pub(in crate::cash) record: StatementRecord,
    on: NaiveDate,
    pub(in crate::cash) moves: i64,
    day: AccountDay,
    /// Each with its lines.
    entries: Vec<Vec<HeldLine>>,
    /// By how much its account went on, on the day of its closing balance, where that leaves out this later day; none where what is known
    /// of that day does not say.
    moved: Option<Minor>,
}

/// What came behind the closing balance of a statement on the same day.
fn moved_since(record: &StatementRecord, closing: Balance, day: &AccountDay) -> Option<Minor> {
    let own = day.pieces.iter().find(|piece| piece.statement == record.id).map(|piece| piece.stretch);
    let touches = |piece: &&Piece| [piece.from, piece.to].contains(&closing.amount);
    let ends: BTreeSet<Minor> = match own {
        Some(stretch) => BTreeSet::from([stretch.closing]),
        None => day.pieces.iter().filter(touches).map(|piece| piece.stretch.closing).collect(),
    };
    let end = ends.first().copied().unwrap_or(closing.amount);
    (ends.len() <= 1).then_some(end - closing.amount)
}

/// Whether a line can be reopened now, and what is undone first.
fn reopens(found: Option<Option<Explained>>) -> (bool, Option<Explained>) {
    let is_reopenable = matches!(found, Some(None));
    (is_reopenable, found.flatten())
}

impl Cash {
    const HELD_LINES: i64 = 100;
    /// So many of the newest lines that wait are compared with the statements of the lines that they perhaps are.
    const COMPARED: usize = 100;
    /// What was told later proves something so often that this proves something else.
    const ROUNDS: usize = 20;

    /// Lines that wait for a decision, or those that a person decided.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn held_lines(&self, by: &Operator, which: HeldLines, before: Option<LineId>) -> Result<HeldPage, CashError> {
        may_read(by)?;
        let mut lines = self.statements.held(which, before, Self::HELD_LINES + 1).await?;
        let next = cut(&mut lines, Self::HELD_LINES, |held| held.id);
        let deciders: BTreeSet<UserId> = lines.iter().filter_map(|held| held.decided.as_ref()).map(|decided| decided.by).collect();
        let people = if deciders.is_empty() { Vec::new() } else { self.identity.users.by_ids(&Vec::from_iter(deciders)).await? };
        let people = people.into_iter().map(|user| (user.id(), user)).collect();
        let today = self.receivables.today().await?;
        let (mut of_statement, mut of_account) = (BTreeMap::new(), BTreeMap::new());
        let mut reopenable = self.reopenable(&lines).await?;
        let mut seen = Vec::with_capacity(lines.len());
        for held in lines {
            if let std::collections::btree_map::Entry::Vacant(unread) = of_statement.entry(held.statement) {
                let record = self.statements.by_id(held.statement).await?.ok_or(ReceivableError::NotFound)?;
                let account = account_of(&record);
                let place = (account.account.clone(), account.currency.code());
                if let std::collections::btree_map::Entry::Vacant(unread) = of_account.entry(place.clone()) {
                    unread.insert(self.statements.moves(account).await?);
                }
                unread.insert(place);
            }
            let version = of_statement.get(&held.statement).and_then(|place| of_account.get(place)).copied().unwrap_or_default();
            let (is_reopenable, used) = reopens(reopenable.remove(&held.id));
            seen.push(SeenHeldLine { may_count: held.may_count(today), is_reopenable, used, held, version });
        }
        Ok(HeldPage { lines: seen, next, people })
    }

    pub(crate) async fn held_line(&self, id: LineId) -> Result<SeenHeldLine, CashError> {
        let held = self.statements.held_line(id).await?.ok_or(ReceivableError::NotFound)?;
        let record = self.statements.by_id(held.statement).await?.ok_or(ReceivableError::NotFound)?;
        let version = self.statements.moves(account_of(&record)).await?;
        let (is_reopenable, used) = reopens(self.reopenable(std::slice::from_ref(&held)).await?.remove(&id));
        Ok(SeenHeldLine { may_count: held.may_count(self.receivables.today().await?), is_reopenable, used, held, version })
    }

    /// Decides what is proven by now of the lines of an account that wait.
    pub(in crate::cash) async fn settle_held(&self, account: BankAccountOf, by: &Operator, done: &mut PageDone) -> Result<(), CashError> {
        for _ in 0..Self::ROUNDS {
            let mut is_moved = false;
            for ((statement, on), entries) in self.decidable(&account).await? {
                let Some(record) = self.statements.by_id(statement).await? else { continue };
                let waiting = self.waiting((record, on), entries).await?;
                match self.settle_day(waiting, by).await {
                    Ok(None) => {}
                    Ok(Some(came)) => {
                        is_moved = true;
                        done.add(came);
                    }
                    // It is looked at again with the next file.
                    Err(CashError::Receivable(ReceivableError::Stale)) => {}
                    Err(error) => return Err(error),
                }
            }
            if !is_moved {
                break;
            }
        }
        self.compare_odd(account, by).await
    }

    /// What other statements say of those of an account with entries that cannot be read.
    async fn compare_odd(&self, account: BankAccountOf, by: &Operator) -> Result<(), CashError> {
        let moves = self.statements.moves(account.clone()).await?;
        let waiting = self.statements.held_of(account.clone()).await?;
        let mut changes = self.liken_unread(&waiting).await?;
        changes.extend(self.later_elsewhere(&waiting).await?);
        let Some(first) = waiting.first().filter(|_| !changes.is_empty()) else { return Ok(()) };
        let Some(record) = self.statements.by_id(first.statement).await? else { return Ok(()) };
        changes.push(PaymentChange::AccountMoved { account, seen: moves });
        let book = self.match_book(record.currency).await?;
        match self.take_page(&record, Page { changes, ..Page::default() }, (by, &book)).await {
            // It is looked at again with the next file.
            Ok(_) | Err(CashError::Receivable(ReceivableError::Stale)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// A closing balance leaves out lines of later days where one of them is perhaps a line of the statement that begins with it.
    async fn later_elsewhere(&self, waiting: &[HeldLine]) -> Result<Vec<PaymentChange>, CashError> {
        let mut left_out = BTreeSet::new();
        for held in waiting.iter().rev().filter(|held| held.why == HeldReason::PerhapsKnown).take(Self::COMPARED) {
            let (Some(own), Some(perhaps)) = (&held.line, held.perhaps) else { continue };
            let Some(line) = self.statements.line(perhaps).await? else { continue };
            let [one, other] = [self.statements.by_id(held.statement).await?, self.statements.by_id(line.statement).await?];
            let (Some(one), Some(other)) = (one, other) else { continue };
            let may = |record: &StatementRecord, on| !record.excludes_later && !record.later.is_zero() && record.may_leave_out(on);
            for (record, on, next) in [(&one, own.booked_on, &other), (&other, line.line.booked_on, &one)] {
                let begins = next.opening.map(|opening| opening.amount);
                if may(record, on) && begins == record.closing.map(|closing| closing.amount) {
                    left_out.insert(record.id);
                }
            }
        }
        Ok(left_out.into_iter().map(PaymentChange::LaterLeftOut).collect())
    }

    /// An entry that cannot be read is perhaps the line of its amount that another statement proves of its days.
    async fn liken_unread(&self, waiting: &[HeldLine]) -> Result<Vec<PaymentChange>, CashError> {
        let mut changes = Vec::new();
        let unread = waiting.iter().filter(|held| held.why == HeldReason::Unreadable);
        let (mut taken, mut free): (BTreeSet<(StatementId, LineId)>, Vec<&HeldLine>) = (BTreeSet::new(), Vec::new());
        for held in unread {
            match self.line_that_counts(held.perhaps).await? {
                Some(line) => taken.extend([(held.statement, line.id)]),
                None => free.push(held),
            }
        }
        // The newest: what came before them was compared when it came.
        free.drain(..free.len().saturating_sub(Self::COMPARED));
        let Some(record) = free.first() else { return Ok(changes) };
        let Some(record) = self.statements.by_id(record.statement).await? else { return Ok(changes) };
        let all = self.statements.unread_of(account_of(&record)).await?;
        let mut days = BTreeMap::new();
        for held in free {
            let Some(record) = self.statements.by_id(held.statement).await? else { continue };
            let mut found = self.unread_may_be(held, &record, &mut days).await?;
            found.extend(self.unread_twins(held, (&record, &all)).await?);
            // What one entry perhaps is, no other one of its statement is.
            if let Some(line) = found.into_iter().find(|line| taken.insert((held.statement, *line)))
                && held.perhaps != Some(line)
            {
                changes.push(PaymentChange::HeldLikened { id: held.id, why: held.why, perhaps: line, was: None });
            }
        }
        Ok(changes)
    }

    /// The line that counts, where one is named and does.
    async fn line_that_counts(&self, id: Option<LineId>) -> Result<Option<LineRecord>, Unavailable> {
        match id {
            Some(id) => self.statements.line(id).await,
            None => Ok(None),
        }
    }

    /// What entries of other statements that say the same and cannot be read either are: lines that count by now, or, of statements that came
    /// before its own, the entries themselves.
    async fn unread_twins(&self, held: &HeldLine, (record, all): (&StatementRecord, &[HeldLine])) -> Result<Vec<LineId>, CashError> {
        let known = self.statements.known_in(record.id).await?;
        let is_same = |other: &HeldLine| {
            let both = held.legible.as_ref().zip(other.legible.as_ref());
            other.statement != held.statement && both.is_some_and(|(one, other)| one.may_be(other, held.currency))
        };
        let mut found = Vec::new();
        let same: Vec<_> = all.iter().filter(|other| is_same(other)).collect();
        for other in same.iter().skip(same.len().saturating_sub(Self::COMPARED)) {
            let theirs = self.statements.by_id(other.statement).await?;
            if !theirs.is_some_and(|theirs| theirs.may_have_entries_of(record)) {
                continue;
            }
            let line = match other.decided.as_ref().map(|decided| (decided.is, decided.known_as)) {
                Some((HeldDecision::New, _)) => self.counted(other).await?,
                Some((HeldDecision::Known, known_as)) => self.line_that_counts(known_as).await?,
                Some((HeldDecision::SetAside, _)) => None,
                None => self.line_that_counts(other.perhaps).await?,
            };
            match line {
                // It is another entry of this statement.
                Some(line) if line.statement == record.id || known.contains(&line.id) => {}
                Some(line) => found.push(line.id),
                None => found.extend(Some(other.id).filter(|line| *line < held.id)),
            }
        }
        Ok(found)
    }

    /// The lines of its amount that other statements prove of the days of an entry that cannot be read, and that no other entry of its
    /// statement is.
    async fn unread_may_be(
        &self,
        held: &HeldLine,
        record: &StatementRecord,
        known: &mut BTreeMap<NaiveDate, AccountDay>,
    ) -> Result<Vec<LineId>, CashError> {
        let (Some(legible), Some(opening), Some(closing)) = (&held.legible, record.opening, record.closing) else { return Ok(Vec::new()) };
        let amounts: Vec<Minor> = match (legible.certain(record.currency), legible.magnitude) {
            (Some(amount), _) => vec![amount],
            (None, Some(amount)) => vec![amount, -amount],
            (None, None) => Vec::new(),
        };
        if amounts.iter().all(|amount| amount.is_zero()) {
            return Ok(Vec::new());
        }
        let days = legible.booked_on.map_or((opening.on, closing.on), |on| (on, on));
        let near = self.statements.near(account_of(record), days, amounts.clone(), Self::HELD_LINES).await?;
        let own = self.statements.held_in(record.id).await?;
        let is_taken = |line: LineId| own.iter().any(|held| held.perhaps == Some(line) || held.is_known_as(line));
        let mut found = Vec::new();
        for line in near.iter().filter(|line| line.statement != record.id && amounts.contains(&line.line.amount) && !is_taken(line.id)) {
            let on = line.line.booked_on;
            if let std::collections::btree_map::Entry::Vacant(unread) = known.entry(on) {
                unread.insert(self.known_of(record, on).await?);
            }
            let Some(day) = known.get(&on) else { continue };
            let other = self.statements.by_id(line.statement).await?;
            let is_around = other.is_some_and(|other| {
                let [from, to] = [other.opening, other.closing].map(|balance| balance.map(|balance| balance.on));
                from.is_some_and(|from| from < opening.on) && to.is_some_and(|to| to > closing.on)
            });
            // One that goes on behind it, or ends before it, has another one of that amount.
            let tells = |piece: &Piece| is_around || piece.from == opening.amount || piece.to == closing.amount;
            if day.known(Some(record.id)).pieces.iter().any(|piece| piece.statement == line.statement && tells(piece)) {
                found.push(line.id);
            }
        }
        Ok(found)
    }

    /// Whether lines of an account wait whose day has come, and that are not what was read: nothing is booked of them.
    pub(in crate::cash) async fn has_changed(&self, account: &BankAccountOf) -> Result<bool, CashError> {
        let waiting = self.decidable(account).await?;
        Ok(waiting.values().flatten().any(|lines| !make_their_entry(lines)))
    }

    /// What may be proven by now, by statement and day: the entries, each with its lines.
    async fn decidable(&self, account: &BankAccountOf) -> Result<BTreeMap<(StatementId, NaiveDate), Vec<Vec<HeldLine>>>, CashError> {
        let today = self.receivables.today().await?;
        let mut found: BTreeMap<(StatementId, NaiveDate), Vec<Vec<HeldLine>>> = BTreeMap::new();
        for held in self.statements.held_of(account.clone()).await? {
            let Some(on) = held.line.as_ref().map(|line| line.booked_on).filter(|on| *on <= today) else { continue };
            let entries = found.entry((held.statement, on)).or_default();
            match entries.iter_mut().find(|lines| lines.iter().any(|other| is_of_entry(other, &held))) {
                Some(lines) => lines.push(held),
                None => entries.push(vec![held]),
            }
        }
        Ok(found)
    }

    pub(in crate::cash) async fn waiting(
        &self,
        (record, on): (StatementRecord, NaiveDate),
        entries: Vec<Vec<HeldLine>>,
    ) -> Result<Waiting, CashError> {
        let moves = self.statements.moves(account_of(&record)).await?;
        let day = self.known_of(&record, on).await?;
        let moved = match record.closing.filter(|closing| record.excludes_later && closing.on < on) {
            Some(closing) => moved_since(&record, closing, &self.known_of(&record, closing.on).await?),
            None => Some(Minor::ZERO),
        };
        Ok(Waiting { record, on, moves, day, entries, moved })
    }

    async fn settle_day(&self, waiting: Waiting, by: &Operator) -> Result<Option<PageDone>, CashError> {
        let Weighed { verdicts, joined } = waiting.weigh();
        let likened = waiting.likened(&verdicts);
        let is_odd_day = HeldReason::of_day(waiting.on, self.receivables.today().await?).is_some();
        // What is odd counts once a person says so.
        let is_odd = |lines: &[HeldLine]| is_odd_day || lines.iter().any(|held| held.why == HeldReason::DetailsDiffer);
        let decision = |(lines, verdict): (&Vec<HeldLine>, &Verdict)| {
            let is = proven(*verdict).filter(|_| make_their_entry(lines))?;
            (is != HeldDecision::New || !is_odd(lines)).then_some(is)
        };
        let decisions: Vec<_> = waiting.entries.iter().zip(&verdicts).map(decision).collect();
        if likened.is_empty() && decisions.iter().all(Option::is_none) {
            return Ok(None);
        }
        let decided =
            Decided { is: HeldDecision::New, by: by.user(), at: self.identity.clock.now(), is_proven: true, known_as: None, reason: None };
        let mut page = waiting.page(&decisions, &decided);
        page.changes.extend(likened);
        let is_decided = waiting.is_all() && decisions.iter().all(Option::is_some);
        if let (Some(joined), Some(balances), true) = (joined, waiting.balances(), is_decided) {
            let (told, joined) = day_told(&waiting.record, waiting.on, balances, joined);
            page.changes.push(PaymentChange::DayTold { told, joined });
        }
        let book = self.match_book(waiting.record.currency).await?;
        self.take_page(&waiting.record, page, (by, &book)).await.map(Some)
    }
}

/// What the balances prove.
fn proven(verdict: Verdict) -> Option<HeldDecision> {
    match verdict {
        Verdict::New => Some(HeldDecision::New),
        Verdict::Known => Some(HeldDecision::Known),
        Verdict::Perhaps(_) | Verdict::Altered { .. } | Verdict::Waits => None,
    }
}

pub(in crate::cash) fn is_of_entry(one: &HeldLine, other: &HeldLine) -> bool {
    (one.statement, one.entry.number) == (other.statement, other.entry.number)
}

impl Waiting {
    fn own(&self) -> impl Iterator<Item = &HeldLine> {
        self.day.held.iter().filter(|held| held.statement == self.record.id)
    }

    /// Whether nothing else of the statement and day waits, or was set aside.
    fn is_all(&self) -> bool {
        !self.day.set_aside.contains(&self.record.id)
            && self.own().all(|held| self.entries.iter().flatten().any(|other| other.id == held.id))
    }

    fn balances(&self) -> Option<(Minor, Minor)> {
        self.balances_of(self.entries.iter().flatten().find(|held| held.balances.is_some())?)
    }

    fn balances_of(&self, held: &HeldLine) -> Option<(Minor, Minor)> {
        let ((from, to), moved) = held.balances.filter(|_| self.is_all()).zip(self.moved)?;
        Some((from + moved, to + moved))
    }

    pub(in crate::cash) fn lines(&self) -> impl Iterator<Item = &StatementLine> {
        self.entries.iter().flatten().filter_map(|held| held.line.as_ref())
    }

    /// As it is weighed: of what waits, what was told before it alone, so that of two that tell the same one is the first.
    fn known(&self) -> KnownDay {
        let mut known = self.day.known(Some(self.record.id));
        let is_later = |of: StatementId| of > self.record.id;
        known.entries.retain(|entry| entry.standing != Standing::Waiting || !is_later(entry.statement));
        known.pieces.retain(|piece| !piece.is_open || !is_later(piece.statement));
        known
    }

    /// What the statement told of the day that was known, and neither counts by it nor waits.
    fn known_before(&self, (from, to): (Minor, Minor), waiting: Minor) -> Minor {
        let own = self.day.lines.iter().filter(|record| record.statement == self.record.id);
        to - from - own.map(|record| record.line.amount).sum() - waiting
    }

    fn told(&self) -> Vec<Told> {
        let told = |lines: &Vec<HeldLine>| {
            let entry = &lines.first()?.entry;
            let parts = lines.iter().filter_map(|held| held.line.as_ref()).map(Part::of).collect();
            Some(Told::new(entry.amount, entry.reference.clone(), parts))
        };
        self.entries.iter().filter_map(told).collect()
    }

    fn weigh(&self) -> Weighed {
        let (balances, entries) = (self.balances(), self.told());
        let sum = entries.iter().map(|told| told.amount).sum();
        let known_before = balances.map_or(Minor::ZERO, |balances| self.known_before(balances, sum));
        let (has_balances, is_beyond) = (has_balances(&self.record), self.record.may_leave_out(self.on));
        let telling = Telling { name: &self.record.name, balances, has_balances, known_before, is_beyond, entries };
        weigh(&telling, &self.known())
    }

    /// What was like nothing when its statement came, or like one that waited, and is like another line by now.
    fn likened(&self, verdicts: &[Verdict]) -> Vec<PaymentChange> {
        let counts = |line: LineId| self.day.lines.iter().any(|record| record.id == line);
        let like = |(lines, verdict): (&Vec<HeldLine>, &Verdict)| {
            let (why, perhaps, was) = match *verdict {
                Verdict::Perhaps(Some(line)) => (HeldReason::PerhapsKnown, line, None),
                Verdict::Altered { line, was } => (HeldReason::Altered, line, Some(was)),
                Verdict::Perhaps(None) | Verdict::New | Verdict::Known | Verdict::Waits => return Vec::new(),
            };
            let alone = lines.iter().filter(|held| held.perhaps != Some(perhaps) && !held.perhaps.is_some_and(counts));
            let liken = |held: &HeldLine| match held.why {
                HeldReason::DetailsDiffer if was.is_some() => None,
                HeldReason::DetailsDiffer => Some(PaymentChange::HeldLikened { id: held.id, why: held.why, perhaps, was }),
                _ => Some(PaymentChange::HeldLikened { id: held.id, why, perhaps, was }),
            };
            alone.filter_map(liken).collect()
        };
        self.entries.iter().zip(verdicts).flat_map(like).collect()
    }

    /// What the statement proves of the day once this entry, the last that waits, is decided.
    pub(in crate::cash) fn proven_without(&self, decided: &HeldLine) -> Option<PaymentChange> {
        let balances = self.balances_of(decided)?;
        let sum = self.lines().map(|line| line.amount).sum();
        let known_before = self.known_before(balances, sum);
        let (name, is_beyond) = (self.record.name.as_str(), self.record.may_leave_out(self.on));
        let telling = Telling { name, balances: Some(balances), has_balances: true, known_before, is_beyond, entries: Vec::new() };
        let (told, joined) = day_told(&self.record, self.on, balances, weigh(&telling, &self.known()).joined?);
        Some(PaymentChange::DayTold { told, joined })
    }

    /// What is written of entries that are decided.
    pub(in crate::cash) fn page(&self, decisions: &[Option<HeldDecision>], decided: &Decided) -> Page {
        let mut page = Page::default();
        let mut numbers = Numbers::of(&self.day);
        for ((lines, told), is) in self.entries.iter().zip(self.told()).zip(decisions) {
            let Some(is) = *is else { continue };
            let identity = told.identity((&self.record.account, self.record.currency), self.on);
            let of_day = numbers.next(told, &identity);
            for (place, held) in lines.iter().enumerate() {
                page.changes.push(PaymentChange::HeldDecided { id: held.id, decided: Decided { is, ..decided.clone() } });
                let Some(line) = held.line.clone().filter(|_| is == HeldDecision::New) else { continue };
                let line = StatementLine { key: key(&identity, of_day, place), ..line };
                page.fresh.push(Fresh { place: held.place, entry: held.entry.clone(), line });
            }
        }
        page.changes.push(PaymentChange::AccountMoved { account: account_of(&self.record), seen: self.moves });
        page
    }
}
