//! What a statement says of a day, weighed against what is known of it: the balances decide what is new.
//!
//! A statement's part of a day leads from one balance to another. What is known of the day are stretches that do so too. Where the
//! amounts of the entries that both tell are what the balances say that both tell, the rest is proven to be new.

use super::{
    LineId,
    pairing::{LOOKED_AT, Pair, levels, without},
    told::{KnownDay, KnownEntry, Piece, Standing, Stretch, Told},
};
use crate::kernel::minor::Minor;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

/// What a statement says of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling<'a> {
    /// What the bank calls the statement.
    pub name: &'a str,
    /// The balance before and behind its entries of this day; none where the statement proves nothing.
    pub balances: Option<(Minor, Minor)>,
    /// Whether the statement tells balances, though they may prove nothing of this day.
    pub has_balances: bool,
    /// The sum of those of its entries that were found to be known before, and are not among these.
    pub known_before: Minor,
    /// The statement ends before the day, and its closing balance does not hold these entries as far as that is known.
    pub is_beyond: bool,
    pub entries: Vec<Told>,
}

/// What an entry is found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    New,
    /// It was told before.
    Known,
    /// Nothing proves whether it was. The line that it perhaps is, if there is one like it: one that counts, or else one that waits.
    Perhaps(Option<LineId>),
    /// It was told with another amount.
    Altered {
        line: LineId,
        was: Minor,
    },
    /// The same waits for a decision.
    Waits,
}

impl Verdict {
    /// The line that it perhaps is.
    fn perhaps(self) -> Option<LineId> {
        match self {
            Self::Perhaps(line) => line,
            Self::Altered { line, .. } => Some(line),
            Self::New | Self::Known | Self::Waits => None,
        }
    }

    pub fn is_sure(self) -> bool {
        matches!(self, Self::New | Self::Known)
    }
}

/// What came of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighed {
    /// Of each entry, in their order.
    pub verdicts: Vec<Verdict>,
    /// What is known of the day without a gap with this statement, where all of its entries are sure and its balances prove them.
    pub joined: Option<Joined>,
}

/// Stretches that a statement makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    pub stretches: Vec<Uuid>,
    pub opening: Minor,
    pub closing: Minor,
}

/// What is known without a gap.
struct Group<'k> {
    stretch: Stretch,
    pieces: Vec<&'k Piece>,
    /// Places in the known day.
    entries: Vec<usize>,
}

/// How a statement lies to a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lies {
    /// It goes on behind the stretch's end.
    Behind,
    /// It ends within the stretch, or where that begins.
    Before,
    Within,
    Around,
}

/// Goes through a day.
struct Scales<'d, 'k> {
    telling: &'d Telling<'d>,
    known: &'k KnownDay,
    verdicts: Vec<Option<Verdict>>,
    joined: Option<Joined>,
}

/// Weighs a day.
pub fn weigh(telling: &Telling<'_>, known: &KnownDay) -> Weighed {
    let verdicts = vec![None; telling.entries.len()];
    let joined = telling.balances.map(|(opening, closing)| Joined { stretches: Vec::new(), opening, closing });
    let mut scales = Scales { telling, known, verdicts, joined };
    let groups = telling.balances.map(|balances| groups(known, balances)).unwrap_or_default();
    for group in &groups {
        scales.weigh_group(group);
    }
    let proven: BTreeSet<usize> = groups.iter().flat_map(|group| group.entries.iter().copied()).collect();
    scales.weigh_unproven(&proven);
    scales.hold_further();
    scales.liken();
    scales.find_waiting();
    let verdicts: Vec<_> = scales.verdicts.into_iter().map(|verdict| verdict.unwrap_or(Verdict::New)).collect();
    let is_sure = verdicts.iter().all(|verdict| verdict.is_sure());
    Weighed { joined: scales.joined.filter(|_| is_sure), verdicts }
}

fn groups(known: &KnownDay, (from, to): (Minor, Minor)) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<Uuid, Group<'_>> = BTreeMap::new();
    for piece in &known.pieces {
        let empty = || Group { stretch: piece.stretch, pieces: Vec::new(), entries: Vec::new() };
        groups.entry(piece.stretch.id).or_insert_with(empty).pieces.push(piece);
    }
    let of_statement: HashMap<_, _> = known.pieces.iter().map(|piece| (piece.statement, piece.stretch.id)).collect();
    for (place, entry) in known.entries.iter().enumerate() {
        let group = of_statement.get(&entry.statement).and_then(|id| groups.get_mut(id));
        group.into_iter().for_each(|group| group.entries.push(place));
    }
    // What is decided says more than what waits, and what leads from the one balance to the other says all.
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|group| (group.is_open(), !group.leads(from, to)));
    groups
}

impl Group<'_> {
    fn is_open(&self) -> bool {
        self.pieces.iter().any(|piece| piece.is_open)
    }

    /// How a statement lies to it that has as much in common with it.
    fn lies(&self, (opening, closing): (Minor, Minor), common: Minor) -> Option<Lies> {
        if self.stretch.closing - opening == common {
            Some(Lies::Behind)
        } else if closing - self.stretch.opening == common {
            Some(Lies::Before)
        } else {
            None
        }
    }

    /// Whether statements that were taken whole lead from one balance to the other.
    fn leads(&self, from: Minor, to: Minor) -> bool {
        let (mut seen, mut at) = (BTreeSet::new(), vec![from]);
        while let Some(balance) = at.pop() {
            for piece in self.pieces.iter().filter(|piece| piece.from == balance) {
                if piece.to == to {
                    return true;
                }
                if seen.insert(piece.to) {
                    at.push(piece.to);
                }
            }
        }
        false
    }

    /// The balances that the account had in it, as far as they are known.
    fn balances(&self, known: &KnownDay) -> BTreeSet<Minor> {
        let mut found = BTreeSet::new();
        for piece in &self.pieces {
            let own = self.entries.iter().filter_map(|place| known.entries.get(*place)).filter(|entry| entry.statement == piece.statement);
            let own: Vec<_> = own.map(|entry| entry.told.amount).collect();
            found.extend([piece.from, piece.to]);
            if own.iter().copied().sum::<Minor>() == piece.to - piece.from {
                found.extend(running(piece.from, own.into_iter()));
            }
        }
        found
    }
}

fn running(from: Minor, amounts: impl Iterator<Item = Minor>) -> impl Iterator<Item = Minor> {
    amounts.scan(from, |balance, amount| {
        *balance += amount;
        Some(*balance)
    })
}

impl<'k> Scales<'_, 'k> {
    fn free(&self) -> Vec<usize> {
        (0..self.verdicts.len()).filter(|place| self.verdicts.get(*place).is_some_and(Option::is_none)).collect()
    }

    fn say(&mut self, ours: &[usize], verdict: Verdict) {
        for place in ours {
            if let Some(said) = self.verdicts.get_mut(*place) {
                *said = Some(verdict);
            }
        }
    }

    fn weigh_group(&mut self, group: &Group<'k>) {
        let Some(balances) = self.telling.balances else { return };
        let (free, before) = (self.free(), self.telling.known_before);
        let touches = group.lies(balances, before);
        let is_whole = free.len() == self.telling.entries.len();
        if is_whole && !group.is_open() && group.leads(balances.0, balances.1) && touches.is_none() {
            self.say(&free, Verdict::Known);
            return self.join(group, Lies::Within);
        }
        let levels = self.levels(free.clone(), &group.entries);
        // What has another reference or another payer is the same only where nothing else can be.
        let considered = if touches.is_some() { levels.len() - 1 } else { levels.len() };
        let proven = levels.iter().take(considered).find_map(|pairs| self.agrees(pairs, group));
        match (proven, touches) {
            (Some((pairs, lies)), None) => {
                self.known(&pairs);
                self.join(group, lies);
            }
            (Some((pairs, lies)), Some(_)) => self.both(&pairs, (group, lies)),
            (None, Some(lies)) => self.join(group, lies),
            (None, None) => {
                let alike = levels.iter().rev().nth(1).cloned().unwrap_or_default();
                self.unproven(&alike, &group.entries);
                let (opening, closing) = balances;
                if opening == group.stretch.opening || closing == group.stretch.closing {
                    // Both begin or end with one balance, and tell different things.
                    let left = self.free();
                    self.say(&left, Verdict::Perhaps(None));
                }
            }
        }
    }

    /// What waits on the other side goes on waiting.
    fn known(&mut self, pairs: &[Pair]) {
        for pair in pairs {
            let mut theirs = pair.theirs.iter().filter_map(|place| self.known.entries.get(*place));
            let waits = theirs.any(|entry| entry.standing == Standing::Waiting);
            self.say(&pair.ours, if waits { Verdict::Waits } else { Verdict::Known });
        }
    }

    /// The balances allow both, that it was told before and that it goes on from there: what says which it is, is the bank's reference,
    /// or the statement's name.
    fn both(&mut self, pairs: &[Pair], (group, lies): (&Group<'k>, Lies)) {
        let is_named = !self.telling.name.is_empty() && group.pieces.iter().any(|piece| piece.name == self.telling.name);
        if is_named || pairs.iter().all(|pair| pair.is_sure) {
            self.known(pairs);
            return self.join(group, lies);
        }
        let (sure, other): (Vec<_>, Vec<_>) = pairs.iter().cloned().partition(|pair| pair.is_sure);
        self.known(&sure);
        for pair in other {
            let perhaps = Verdict::Perhaps(self.line(&pair.theirs));
            self.say(&pair.ours, perhaps);
        }
    }

    /// The line that they are: one that counts, or else one that waits.
    fn line(&self, theirs: &[usize]) -> Option<LineId> {
        let theirs: Vec<&KnownEntry> = theirs.iter().filter_map(|place| self.known.entries.get(*place)).collect();
        let counted = theirs.iter().find(|entry| entry.standing != Standing::Waiting);
        counted.or(theirs.first()).map(|entry| entry.line)
    }

    /// What is like something and not proven to be new waits for a person.
    fn unproven(&mut self, alike: &[Pair], theirs: &[usize]) {
        for pair in alike {
            let verdict = Verdict::Perhaps(self.line(&pair.theirs));
            self.say(&pair.ours, verdict);
        }
        let paired: BTreeSet<usize> = alike.iter().flat_map(|pair| pair.theirs.iter().copied()).collect();
        let mut of_reference: HashMap<&str, &KnownEntry> = HashMap::new();
        for entry in theirs.iter().filter(|place| !paired.contains(place)).filter_map(|place| self.known.entries.get(*place)) {
            if let Some(reference) = entry.told.reference.as_deref().filter(|_| entry.standing != Standing::Waiting) {
                of_reference.entry(reference).or_insert(entry);
            }
        }
        for place in self.free() {
            let reference = self.telling.entries.get(place).and_then(|told| told.reference.as_deref());
            if let Some(KnownEntry { line, told, .. }) = reference.and_then(|reference| of_reference.get(reference)).copied() {
                let verdict = Verdict::Altered { line: *line, was: told.amount };
                self.say(&[place], verdict);
            }
        }
    }

    /// What no balance proves anything of: the same is known by the bank's reference where the statement has no balances at all, and
    /// perhaps known else.
    fn weigh_unproven(&mut self, proven: &BTreeSet<usize>) {
        let is_unproven = |(place, entry): &(usize, &KnownEntry)| !proven.contains(place) && entry.standing != Standing::Waiting;
        let theirs: Vec<usize> = self.known.entries.iter().enumerate().filter(is_unproven).map(|(place, _)| place).collect();
        if theirs.is_empty() {
            return;
        }
        let levels = self.levels(self.free(), &theirs);
        let same = levels.first().cloned().unwrap_or_default();
        let is_old = |pair: &Pair| {
            let standing = pair.theirs.first().and_then(|place| self.known.entries.get(*place)).map(|entry| entry.standing);
            standing == Some(Standing::CountedBefore)
        };
        let sure: Vec<_> = same.iter().filter(|pair| (pair.is_sure && !self.telling.has_balances) || is_old(pair)).cloned().collect();
        let taken: BTreeSet<usize> = sure.iter().flat_map(|pair| pair.theirs.iter().copied()).collect();
        self.known(&sure);
        let alike = levels.iter().rev().nth(1).cloned().unwrap_or_default();
        let alike: Vec<_> = alike.into_iter().filter(|pair| !pair.theirs.iter().any(|place| taken.contains(place))).collect();
        let left: Vec<usize> = theirs.into_iter().filter(|place| !taken.contains(place)).collect();
        self.unproven(&alike, &left);
        self.told_otherwise(&left);
    }

    /// What neither balance decides is perhaps known under another reference too: what says the same, and what the one statement tells
    /// before its day, where the other one proves that day and has its amount.
    fn told_otherwise(&mut self, theirs: &[usize]) {
        let mut taken: BTreeSet<LineId> = self.verdicts.iter().filter_map(|verdict| (*verdict)?.perhaps()).collect();
        let mut of_amount: BTreeMap<Minor, Vec<&KnownEntry>> = BTreeMap::new();
        for entry in theirs.iter().filter_map(|place| self.known.entries.get(*place)) {
            of_amount.entry(entry.told.amount).or_default().push(entry);
        }
        for place in self.free() {
            let Some(told) = self.telling.entries.get(place) else { continue };
            let others = of_amount.get(&told.amount).into_iter().flatten().copied();
            let others: Vec<_> = others.filter(|entry| !taken.contains(&entry.line)).take(LOOKED_AT).collect();
            let same = others.iter().find(|entry| self.telling.has_balances && entry.told.says_the_same(told));
            if let Some(entry) = same.or_else(|| others.iter().find(|entry| self.is_before_its_day(entry))) {
                taken.insert(entry.line);
                self.say(&[place], Verdict::Perhaps(Some(entry.line)));
            }
        }
    }

    /// Whether one side tells of a day before that, and the other one proves it.
    fn is_before_its_day(&self, entry: &KnownEntry) -> bool {
        let is_proven = |piece: &Piece| !piece.is_open && piece.statement == entry.statement;
        let is_theirs_proven = || self.known.pieces.iter().any(is_proven);
        (self.telling.is_beyond && is_theirs_proven()) || (entry.is_beyond && self.telling.balances.is_some())
    }

    /// Of a day that balances prove, a statement without balances has nothing more that counts by itself.
    fn hold_further(&mut self) {
        if !self.telling.has_balances && self.known.is_proven() {
            let further = self.free();
            self.say(&further, Verdict::Perhaps(None));
        }
    }

    /// What waits though nothing is proven to be like it is perhaps what is like it, whichever statement told that.
    fn liken(&mut self) {
        let verdicts = || self.verdicts.iter().enumerate();
        let waiting = self.known.entries.iter().filter(|entry| entry.standing == Standing::Waiting);
        let waiting: BTreeSet<LineId> = waiting.map(|entry| entry.line).collect();
        let waits = |line: LineId| waiting.contains(&line);
        let is_like_none = |verdict: &Option<Verdict>| matches!(verdict, Some(Verdict::Perhaps(line)) if line.is_none_or(waits));
        let ours: Vec<usize> = verdicts().filter(|(_, verdict)| is_like_none(verdict)).map(|(place, _)| place).collect();
        if ours.is_empty() {
            return;
        }
        let taken: BTreeSet<LineId> = verdicts().filter_map(|(_, verdict)| (*verdict)?.perhaps()).collect();
        let is_free = |entry: &KnownEntry| entry.standing != Standing::Waiting && !taken.contains(&entry.line);
        let theirs: Vec<usize> =
            self.known.entries.iter().enumerate().filter(|(_, entry)| is_free(entry)).map(|(place, _)| place).collect();
        for pair in self.levels(ours, &theirs).iter().rev().nth(1).into_iter().flatten() {
            self.say(&pair.ours, Verdict::Perhaps(self.line(&pair.theirs)));
        }
    }

    /// What waits for a decision is not asked for again, where it was told with the same balances or with the bank's reference alone.
    fn find_waiting(&mut self) {
        let open = |entry: &KnownEntry| {
            let piece = self.known.pieces.iter().find(|piece| piece.is_open && piece.statement == entry.statement);
            piece.map(|piece| (piece.from, piece.to))
        };
        let waiting = self.known.entries.iter().filter(|entry| entry.standing == Standing::Waiting);
        let mut waiting: Vec<_> = waiting.map(|entry| (&entry.told, open(entry))).collect();
        let balances = self.telling.balances;
        for (told, verdict) in self.telling.entries.iter().zip(&mut self.verdicts) {
            if !matches!(verdict, Some(Verdict::Perhaps(_) | Verdict::Altered { .. })) {
                continue;
            }
            let is_it = |(other, of): &(&Told, Option<(Minor, Minor)>)| {
                let is_same_telling = balances == *of && (balances.is_some() || told.is_sure());
                *other == told && is_same_telling
            };
            if let Some(place) = waiting.iter().position(is_it) {
                waiting.swap_remove(place);
                *verdict = Some(Verdict::Waits);
            }
        }
    }

    fn join(&mut self, group: &Group<'_>, lies: Lies) {
        let Some(joined) = self.joined.as_mut().filter(|_| !group.is_open()) else { return };
        let Stretch { id, opening, closing } = group.stretch;
        joined.stretches.push(id);
        if matches!(lies, Lies::Behind | Lies::Within) {
            joined.opening = opening;
        }
        if matches!(lies, Lies::Before | Lies::Within) {
            joined.closing = closing;
        }
    }

    /// As many of these pairs as make what the balances say that both tell, and how the two lie to each other then.
    fn agrees(&self, pairs: &[Pair], group: &Group<'k>) -> Option<(Vec<Pair>, Lies)> {
        let balances = self.telling.balances?;
        if pairs.is_empty() {
            return None;
        }
        let (before, sum) = (self.telling.known_before, pairs.iter().map(|pair| pair.sum).sum::<Minor>());
        let ours: usize = pairs.iter().map(|pair| pair.ours.len()).sum();
        let theirs: usize = pairs.iter().map(|pair| pair.theirs.len()).sum();
        let (all_ours, all_theirs) = (ours == self.telling.entries.len(), theirs == group.entries.len());
        if let Some(lies) = group.lies(balances, before + sum) {
            let lies = if all_theirs {
                Lies::Around
            } else if all_ours {
                Lies::Within
            } else {
                lies
            };
            return Some((pairs.to_vec(), lies));
        }
        if all_ours && before.is_zero() {
            let known = group.balances(self.known);
            if known.contains(&balances.0) && known.contains(&balances.1) {
                return Some((pairs.to_vec(), Lies::Within));
            }
        }
        if all_theirs && before.is_zero() {
            let amounts = self.telling.entries.iter().map(|told| told.amount);
            let told: BTreeSet<Minor> = running(balances.0, amounts).chain([balances.0]).collect();
            if told.contains(&group.stretch.opening) && told.contains(&group.stretch.closing) {
                return Some((pairs.to_vec(), Lies::Around));
            }
        }
        let (opening, closing) = balances;
        let wanted = [(group.stretch.closing - opening, Lies::Behind), (closing - group.stretch.opening, Lies::Before)];
        wanted.into_iter().find_map(|(common, lies)| Some((without(pairs, before + sum - common)?, lies)))
    }

    fn levels(&self, ours: Vec<usize>, theirs: &[usize]) -> Vec<Vec<Pair>> {
        levels((&self.telling.entries, ours), (&self.known.entries, theirs.to_vec()))
    }
}
