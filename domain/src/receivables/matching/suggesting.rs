//! What a person is offered where nothing is booked by itself, with what speaks for it.

use super::{Ground, MatchSign, Named, OpenBook, Owing, PayerSays, Told, sums::adding_up};
use crate::{
    kernel::{ids::ReceivableId, minor::Minor},
    payments::charges::may_be_charges,
};
use std::collections::{BTreeSet, HashSet};

/// As many are offered.
pub const MOST_SUGGESTED: usize = 5;
/// As many of one amount are looked at, over all that is open; and as many of a payer that are short by what banks charge.
const MOST_OF_AN_AMOUNT: usize = 20;

/// Words by which payers write of a credit note, in capitals.
const CREDIT_NOTE: &[&str] = &[
    "GUTSCHRIFT",
    "STORNO",
    "CREDIT NOTE",
    "CREDITNOTE",
    "KREDITNOTE",
    "CN ",
    "GS ",
    "AVOIR",
    "NOTA DI CREDITO",
    "ABONO",
    "CREDITNOTA",
    "KOREKTA",
];

/// A receivable that money may be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggested {
    pub id: ReceivableId,
    pub amount: Minor,
    /// What it would leave open.
    pub leaves_open: Minor,
    /// How much of the amount is more than what is open: it becomes the debtor's credit.
    pub surplus: Minor,
}

/// What money may be for, and why that is thought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub signs: BTreeSet<MatchSign>,
    /// They add up to the money.
    pub parts: Vec<Suggested>,
}

impl Suggestion {
    fn weight(&self) -> i32 {
        self.signs.iter().map(|sign| weight(*sign)).sum()
    }

    /// Whether the money is all that is open, less no more than the discount that is granted.
    fn is_exact(&self) -> bool {
        self.signs.iter().any(|sign| sign.ground() == Some(Ground::Amount))
    }

    /// Whether something speaks against it.
    pub fn warns(&self) -> bool {
        self.signs.iter().any(|sign| sign.warns())
    }

    /// Whether two signs that don't depend on each other agree, nothing speaks against it, and it is not more than what is open.
    pub fn is_sure(&self) -> bool {
        let grounds: BTreeSet<_> = self.signs.iter().filter_map(|sign| sign.ground()).collect();
        grounds.len() >= 2 && !self.warns() && !self.signs.contains(&MatchSign::TooMuch)
    }
}

/// How much a sign tells. What speaks against something outweighs any sign that speaks for it but a reference.
fn weight(sign: MatchSign) -> i32 {
    match sign {
        MatchSign::Reference => 100,
        MatchSign::InvoiceNumbers => 60,
        MatchSign::PayerAccount | MatchSign::PayerRemembered => 45,
        MatchSign::PayerName => 40,
        MatchSign::ExactAmount => 35,
        MatchSign::SeveralAddUp | MatchSign::CashDiscount => 30,
        MatchSign::PayerNameBegun => 20,
        MatchSign::CreditNote | MatchSign::BankCharges => 15,
        MatchSign::Seller | MatchSign::PartPayment => 0,
        MatchSign::Stopped => -20,
        // Then others are perhaps meant too.
        MatchSign::TooMuch => -40,
        MatchSign::NumberWithinWord => -40,
        // The last two are found out of what was suggested, and put nothing in another order.
        MatchSign::OtherPayer | MatchSign::NamesClosed | MatchSign::NamesAnother | MatchSign::CameBack | MatchSign::MayBeTwice => -70,
    }
}

impl OpenBook {
    /// What the money may be for, what most speaks for first; at most [`MOST_SUGGESTED`]. `named` is what it names.
    pub fn suggestions(&self, told: &Told, named: &Named) -> Vec<Suggestion> {
        let mut found: Vec<Suggestion> = Vec::new();
        let meant = named.meant(told.payers);
        let all = meant.owing();
        let is_named = IsNamed::of(named);
        for group in groups(&all, named) {
            found.extend(told.of_group(&group, &is_named));
        }
        for (_, open) in self.of_payers(told.payers) {
            found.extend(told.of_payer(&open, &all, &is_named));
        }
        let exact = self.of_amount(told.amount).filter_map(|owing| told.exactly(&[owing], &is_named));
        found.extend(exact.take(MOST_OF_AN_AMOUNT));
        if !meant.closed.is_empty() {
            found.iter_mut().for_each(|suggestion| _ = suggestion.signs.insert(MatchSign::NamesClosed));
        }
        let is_doubtful = |owing: &Owing| named.within_words.contains(&owing.id) && told.payers.says(owing) != PayerSays::Agrees;
        let doubtful: BTreeSet<_> = all.iter().filter(|owing| is_doubtful(owing)).map(|owing| owing.id).collect();
        for suggestion in &mut found {
            if suggestion.signs.contains(&MatchSign::InvoiceNumbers) && suggestion.parts.iter().any(|part| doubtful.contains(&part.id)) {
                suggestion.signs.insert(MatchSign::NumberWithinWord);
            }
            if meant.names_another(&suggestion.parts.iter().map(|part| part.id).collect()) {
                suggestion.signs.insert(MatchSign::NamesAnother);
            }
        }
        let named: BTreeSet<_> = all.iter().map(|owing| owing.id).collect();
        best(found, &named)
    }
}

/// Which receivables money names, and by what.
struct IsNamed {
    by_reference: HashSet<ReceivableId>,
    by_number: HashSet<ReceivableId>,
}

impl IsNamed {
    fn of(named: &Named) -> Self {
        let ids = |all: &[Owing]| all.iter().map(|owing| owing.id).collect();
        Self { by_reference: ids(&named.by_reference), by_number: ids(&named.by_number) }
    }
}

/// What is named, together; and what the references name alone.
fn groups<'a>(all: &[&'a Owing], named: &'a Named) -> Vec<Vec<&'a Owing>> {
    let quoted: Vec<&Owing> = named.by_reference.iter().collect();
    let mut groups = vec![all.to_vec()];
    if !quoted.is_empty() && quoted.len() < all.len() {
        groups.push(quoted);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Exactly what is open of what is named comes first, then what leaves nothing out that is named, whatever else speaks for others.
fn best(mut found: Vec<Suggestion>, named: &BTreeSet<ReceivableId>) -> Vec<Suggestion> {
    let is_it = |suggestion: &Suggestion| suggestion.is_exact() && suggestion.parts.iter().all(|part| named.contains(&part.id));
    let is_meant = |suggestion: &Suggestion| is_it(suggestion) && !suggestion.signs.contains(&MatchSign::OtherPayer);
    found.sort_by_key(|suggestion| {
        let leaves_out = suggestion.signs.contains(&MatchSign::NamesAnother);
        (!is_meant(suggestion), leaves_out, -suggestion.weight())
    });
    let mut best: Vec<Suggestion> = Vec::new();
    for suggestion in found {
        let pays = |other: &Suggestion| other.parts.iter().map(|part| (part.id, part.amount)).collect::<BTreeSet<_>>();
        if best.len() < MOST_SUGGESTED && !best.iter().any(|other| pays(other) == pays(&suggestion)) {
            best.push(suggestion);
        }
    }
    best
}

fn sum(owing: &[&Owing]) -> Minor {
    owing.iter().map(|owing| owing.open).sum()
}

impl Told<'_> {
    /// What speaks for these, whatever the amount is.
    fn signs(&self, group: &[&Owing], named: &IsNamed) -> BTreeSet<MatchSign> {
        let mut signs = BTreeSet::new();
        if group.iter().all(|owing| named.by_reference.contains(&owing.id)) {
            signs.insert(MatchSign::Reference);
        }
        if group.iter().all(|owing| named.by_number.contains(&owing.id)) {
            signs.insert(MatchSign::InvoiceNumbers);
        }
        let of_payer: Vec<_> = group.iter().map(|owing| self.payers.signs(owing)).collect();
        let by_all = |sign: &MatchSign| sign.warns() || of_payer.iter().all(|signs| signs.contains(sign));
        signs.extend(of_payer.iter().flatten().copied().filter(by_all));
        if group.iter().any(|owing| owing.is_stopped) {
            signs.insert(MatchSign::Stopped);
        }
        signs
    }

    fn suggestion(&self, group: &[(&Owing, Minor)], named: &IsNamed, sign: MatchSign) -> Suggestion {
        let owing: Vec<_> = group.iter().map(|(owing, _)| *owing).collect();
        let mut signs = self.signs(&owing, named);
        signs.insert(sign);
        let part = |(owing, amount): &(&Owing, Minor)| {
            // What the invoice lets its debtor keep is not open any more.
            let is_closed = sign == MatchSign::CashDiscount;
            let leaves_open = if is_closed { Minor::ZERO } else { (owing.open - *amount).or_zero() };
            Suggested { id: owing.id, amount: *amount, leaves_open, surplus: (*amount - owing.open).or_zero() }
        };
        Suggestion { signs, parts: group.iter().map(part).collect() }
    }

    /// These, where the amount is what is open of them, or that less the discount that they grant.
    fn exactly(&self, group: &[&Owing], named: &IsNamed) -> Option<Suggestion> {
        let whole: Vec<_> = group.iter().map(|owing| (*owing, owing.open)).collect();
        let net: Vec<_> = group.iter().map(|owing| (*owing, owing.open - owing.discount_on(self.paid_on).unwrap_or_default())).collect();
        let is_it = |parts: &[(&Owing, Minor)]| {
            parts.iter().all(|(_, amount)| amount.is_positive()) && parts.iter().map(|(_, amount)| *amount).sum::<Minor>() == self.amount
        };
        let exact = if group.len() == 1 { MatchSign::ExactAmount } else { MatchSign::SeveralAddUp };
        if is_it(&whole) {
            return Some(self.suggestion(&whole, named, exact));
        }
        is_it(&net).then(|| self.suggestion(&net, named, MatchSign::CashDiscount))
    }

    /// So much of each, what is due first before: the last one that it reaches is paid in part. More goes to the last.
    fn filled<'o>(&self, group: &[&'o Owing]) -> Vec<(&'o Owing, Minor)> {
        let (mut left, mut filled) = (self.amount, Vec::new());
        for owing in group {
            let amount = owing.open.min(left);
            if amount.is_positive() {
                filled.push((*owing, amount));
                left -= amount;
            }
        }
        match (filled.last_mut(), group.last()) {
            (Some((_, amount)), _) => *amount += left,
            (None, Some(last)) => filled.push((*last, left)),
            (None, None) => {}
        }
        filled
    }

    /// Whether the payer writes of a credit note.
    fn writes_of_credit_note(&self) -> bool {
        let text = format!("{} ", self.text.to_uppercase());
        CREDIT_NOTE.iter().any(|word| text.contains(word))
    }

    /// Why it is less than what is open.
    fn short_by(&self, short: Minor, open: Minor) -> MatchSign {
        match () {
            () if self.writes_of_credit_note() => MatchSign::CreditNote,
            () if may_be_charges(short, open) => MatchSign::BankCharges,
            () => MatchSign::PartPayment,
        }
    }

    /// What is named: all of it, or some of it that adds up, or filled one after the other.
    fn of_group(&self, group: &[&Owing], named: &IsNamed) -> Vec<Suggestion> {
        if let Some(exact) = self.exactly(group, named) {
            return vec![exact];
        }
        let mut found: Vec<Suggestion> = self.some_of(group, named).into_iter().collect();
        let open = sum(group);
        let sign = if self.amount < open { self.short_by(open - self.amount, open) } else { MatchSign::TooMuch };
        found.push(self.suggestion(&self.filled(group), named, sign));
        found
    }

    /// Some of these that add up, less the discount they grant or not.
    fn some_of(&self, group: &[&Owing], named: &IsNamed) -> Option<Suggestion> {
        let open: Vec<&Owing> = group.iter().copied().filter(|owing| owing.open.is_positive()).collect();
        let whole: Vec<_> = open.iter().map(|owing| owing.open).collect();
        let net: Vec<_> = open.iter().map(|owing| owing.open - owing.discount_on(self.paid_on).unwrap_or_default()).collect();
        let places = adding_up(&whole, self.amount).or_else(|| adding_up(&net, self.amount))?;
        self.exactly(&places.into_iter().filter_map(|place| open.get(place).copied()).collect::<Vec<_>>(), named)
    }

    /// What is open of one who may have paid.
    fn of_payer(&self, open: &[&Owing], all: &[&Owing], named: &IsNamed) -> Vec<Suggestion> {
        let mut found: Vec<Suggestion> = Vec::new();
        // What is named and others of the payer.
        let rest = self.amount - sum(all);
        let ids: HashSet<ReceivableId> = all.iter().map(|owing| owing.id).collect();
        let is_named = |owing: &&Owing| ids.contains(&owing.id);
        if !all.is_empty() && rest.is_positive() {
            let others: Vec<&Owing> = open.iter().copied().filter(|owing| !is_named(owing)).collect();
            let amounts: Vec<_> = others.iter().map(|owing| owing.open).collect();
            let places = adding_up(&amounts, rest).unwrap_or_default();
            let more = places.into_iter().filter_map(|place| others.get(place).copied());
            let together: Vec<_> = all.iter().copied().chain(more).collect();
            found.extend(self.exactly(&together, named));
        }
        found.extend(self.some_of(open, named));
        let by_charges = |owing: &&&Owing| {
            let short = owing.open - self.amount;
            short.is_positive() && may_be_charges(short, owing.open)
        };
        let short: Vec<_> = open.iter().filter(by_charges).take(MOST_OF_AN_AMOUNT).collect();
        if !short.is_empty() && !self.writes_of_credit_note() {
            found.extend(short.iter().map(|owing| self.suggestion(&[(**owing, self.amount)], named, MatchSign::BankCharges)));
        }
        let agree: Vec<&Owing> = open.iter().copied().filter(|owing| self.payers.says(owing) == PayerSays::Agrees).collect();
        if all.is_empty() && !agree.is_empty() {
            let sign = if self.amount < sum(&agree) { MatchSign::PartPayment } else { MatchSign::TooMuch };
            found.push(self.suggestion(&self.filled(&agree), named, sign));
        }
        found
    }
}
