//! Whether the texts of an invoice say that the claim was assigned to somebody: in German, English and French, as factors have it
//! written. What forbids an assignment, or keeps the title to goods by one, says nothing of that.

use super::{InvoiceData, InvoiceParty};
use crate::kernel::search::plain;

/// Factor assignment clause, by UNTDID 4451.
const FACTOR_CLAUSE: &str = "ACC";

/// Words that tell of an assignment, in their company. They are in lower case and without accents; a space stands for where a word
/// begins or ends.
struct Sign {
    words: &'static str,
    /// One of these stands near, where there are any.
    with: &'static [&'static str],
    /// It stands before it.
    is_behind: bool,
}

const fn sign(words: &'static str, with: &'static [&'static str]) -> Sign {
    Sign { words, with, is_behind: false }
}

const fn behind(with: &'static [&'static str], words: &'static str) -> Sign {
    Sign { words, with, is_behind: true }
}

/// What is assigned.
const CLAIMS: &[&str] = &[" receivable", " claim", " debt", " invoice", " proceeds"];
/// How one comes to pay somebody.
const PAYING: &[&str] = &[
    " zahlung",
    " zahlen ",
    " uberweis",
    " ueberweis",
    " konto",
    " leisten ",
    " forderung",
    " gesellschaft",
    "gesellschaft ",
    " partner",
    " bank",
    " vertrag",
    " gmbh ",
    " ag ",
    " payment",
    " remit",
    " receivable",
    " company",
    " agreement",
    " ltd ",
    " reglement",
    " paiement",
    " payer ",
    " creance",
    " societe",
    " contrat",
];
/// What a payment does to a debt.
const DEBT: &[&str] = &[" debt", " obligation", " liabilit", " payment"];

const SIGNS: &[Sign] = &[
    sign("abgetret", &[]),
    sign("abtret", &[]),
    sign(" treten ", &[" ab "]),
    sign("zediert", &[]),
    sign(" zession", &[]),
    sign("globalzession", &[]),
    sign("factoring", PAYING),
    sign(" factor ", &[" zahlung", " zahlen ", " leisten ", " forderung", " our factor ", " payment"]),
    sign(" neuer glaubiger", &[]),
    sign(" neuer glaeubiger", &[]),
    sign(" neue glaubiger", &[]),
    sign("glaubigerwechsel", &[]),
    sign("forderungsverkauf", &[]),
    sign("forderungsankauf", &[]),
    behind(&[" forderung"], " verkauft "),
    behind(&[" forderung"], " angekauft "),
    behind(&[" forderung"], " ubertragen "),
    behind(&[" forderung"], " uebertragen "),
    behind(CLAIMS, " assigned to "),
    behind(CLAIMS, " assigned absolutely "),
    behind(CLAIMS, " assigned and "),
    sign(" assignment of ", CLAIMS),
    sign(" notice of assignment ", &[]),
    sign(" assignee ", &[" payment", " pay ", " paid ", " payable"]),
    sign(" sold to ", &[" receivable", " debt", " claim"]),
    sign(" purchased by ", &[" receivable", " debt", " claim"]),
    sign(" invoice finance ", &[" payment", " pay ", " paid ", " payable", " assign"]),
    sign("affacturage", PAYING),
    sign(" subrog", &[" creance", " paiement", " reglement", " droits"]),
    sign(" cession de creance", &[]),
    sign(" creance cedee", &[]),
    sign(" cedee a ", &[" creance", " facture"]),
];

/// Words that say who alone may be paid. Sellers write that of their own account too.
const DISCHARGE: &[Sign] = &[
    sign("schuldbefrei", &[]),
    sign(" befreiender wirkung", &[]),
    sign(" discharging effect", &[]),
    sign(" discharge", DEBT),
    sign(" liberatoire", &[]),
];
/// Behind these stands who is paid.
const TO: &[&str] = &["an", "to", "ordre", "mains", "aupres"];
const ARTICLES: &[&str] = &["die", "der", "den", "dem", "das", "the", "de", "la", "le", "l", "du"];
/// The seller itself, or an account that the invoice shows.
const OWN: &[&str] = &[
    "uns",
    "us",
    "our",
    "nous",
    "notre",
    "nos",
    "konto",
    "account",
    "compte",
    "folgend",
    "unten",
    "oben",
    "genannt",
    "nachstehend",
    "angegeben",
    "following",
    "below",
    "above",
    "verkaufer",
    "lieferant",
    "seller",
    "supplier",
    "vendeur",
];

/// Shortly before it, these say that it is not so, or that it is the buyer who assigns.
const NOT_BEFORE: &[&str] = &[
    " nicht ",
    " kein",
    " ohne ",
    " not ",
    " no ",
    " never ",
    " cannot ",
    " pas ",
    " an uns ",
    " to us ",
    " vom kaufer ",
    " vom kunden ",
    " vom besteller ",
    " by the buyer ",
    " by the customer ",
    " number ",
    " reference ",
    " manager ",
    " code ",
    " project ",
    " ticket ",
];
/// Near it, these say that it may not be, or that it is about something else.
const NOT_NEAR: &[&str] = &[
    "ausgeschloss",
    "verbot",
    "untersagt",
    "unzulass",
    "unzulaess",
    " zustimmung",
    " einwilligung",
    " gestattet",
    " statthaft",
    " bedarf ",
    " bedurfen ",
    "weiterverauss",
    "weiterveraeuss",
    "weiterverkauf",
    "wiederverkauf",
    "vorbehaltsware",
    "gewahrleistung",
    "gewaehrleistung",
    " may not ",
    " must not ",
    " shall not ",
    " prohibit",
    " consent",
    " resale",
    " retention of title ",
    " identifier",
    " cost cent",
    " to us ",
    " exclue ",
    " interdit",
    " revente ",
    " reserve de propriete ",
];

/// In words: how long a sign is at most, how far what keeps it company may stand, what says that it may not be, and what says that it
/// is not.
const PHRASE: usize = 3;
const COMPANY: usize = 30;
const NEAR: usize = 8;
const BEFORE: usize = 4;
/// A name of more words is none.
const LONGEST_NAME: usize = 20;
/// The point behind these, or behind a single letter, ends no sentence.
const ABBREVIATIONS: &[&str] =
    &["nr", "no", "ca", "lt", "st", "co", "dr", "bzw", "ggf", "inkl", "zzgl", "str", "tel", "ltd", "inc", "abs", "evtl", "gem"];

impl InvoiceData {
    /// How many of its notes (BG-1) and of its payment terms (BT-20) say that it was assigned. The names of seller and buyer say
    /// nothing, even if they sound so.
    pub fn assignment_notices(&self) -> usize {
        let names: Vec<_> = [&self.seller, &self.buyer].into_iter().flat_map(InvoiceParty::names).map(words).collect();
        let is_clause = |subject: &Option<String>| subject.as_deref() == Some(FACTOR_CLAUSE);
        let notes = self.notes.iter().filter(|note| is_clause(&note.subject) || tells(&note.text, &names)).count();
        notes + usize::from(self.payment_terms.as_ref().is_some_and(|terms| tells(terms, &names)))
    }
}

impl InvoiceParty {
    fn names(&self) -> impl Iterator<Item = &str> {
        [&self.name, &self.trading_name].into_iter().flatten().map(String::as_str)
    }
}

fn tells(text: &str, names: &[Vec<String>]) -> bool {
    sentences(text).into_iter().any(|sentence| {
        let sentence = without(sentence, names);
        (0..sentence.len()).any(|at| is_told_at(&sentence, at))
    })
}

fn is_told_at(sentence: &[String], at: usize) -> bool {
    let here = around(sentence, at, 0, PHRASE);
    // It begins in the first of these words.
    let length = sentence.get(at).map_or(0, String::len);
    let begins = |sign: &Sign| here.find(sign.words).is_some_and(|place| place <= length);
    let company = |sign: &Sign| around(sentence, at, COMPANY, if sign.is_behind { 0 } else { COMPANY });
    let is_here = |sign: &Sign| begins(sign) && (sign.with.is_empty() || has(&company(sign), sign.with));
    let is_told = SIGNS.iter().any(is_here) || DISCHARGE.iter().any(is_here) && is_paid_to_another(sentence, at);
    is_told && !has(&around(sentence, at, BEFORE, 0), NOT_BEFORE) && !has(&around(sentence, at, NEAR, NEAR + 1), NOT_NEAR)
}

/// Whether somebody else than the seller is to be paid.
fn is_paid_to_another(sentence: &[String], at: usize) -> bool {
    let near = sentence.get(at.saturating_sub(COMPANY)..sentence.len().min(at + COMPANY)).unwrap_or_default();
    let to_another = near.iter().enumerate().filter(|(_, word)| TO.contains(&word.as_str())).any(|(place, _)| {
        let mut behind = near.iter().skip(place + 1).skip_while(|word| ARTICLES.contains(&word.as_str()));
        behind.next().is_some_and(|word| !OWN.iter().any(|own| word.starts_with(own)))
    });
    to_another || near.iter().any(|word| word.starts_with("factor"))
}

fn has(text: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| text.contains(part))
}

/// So many words before a place and so many from it on, each between spaces.
fn around(sentence: &[String], at: usize, before: usize, behind: usize) -> String {
    let words = sentence.get(at.saturating_sub(before)..sentence.len().min(at + behind)).unwrap_or_default();
    format!(" {} ", words.join(" "))
}

fn words(text: &str) -> Vec<String> {
    plain(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words of each sentence. A line that is broken goes on in the next.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for paragraph in text.split("\n\n") {
        let mut sentence: Vec<String> = Vec::new();
        for part in paragraph.split_inclusive(['.', '!', '?', ';']) {
            sentence.extend(words(part));
            let is_short = |word: &String| word.chars().count() == 1 || ABBREVIATIONS.contains(&word.as_str());
            if !(part.ends_with('.') && sentence.last().is_none_or(is_short)) {
                all.push(std::mem::take(&mut sentence));
            }
        }
        all.push(sentence);
    }
    all
}

fn without(sentence: Vec<String>, names: &[Vec<String>]) -> Vec<String> {
    names.iter().filter(|name| (1..=LONGEST_NAME).contains(&name.len())).fold(sentence, |sentence, name| {
        let (mut kept, mut rest) = (Vec::new(), sentence.as_slice());
        while let Some((word, behind)) = rest.split_first() {
            match rest.strip_prefix(name.as_slice()) {
                Some(behind) => rest = behind,
                None => {
                    kept.push(word.clone());
                    rest = behind;
                }
            }
        }
        kept
    })
}
