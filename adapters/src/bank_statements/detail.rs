//! One part of an entry: who, and what for.

use super::{
    amounts::{Account, is_credit, number, signed},
    entry::{TEXT, charges, return_code},
    statement::NAME,
};
use crate::xml::node::Node;
use sooner_domain::{
    kernel::{minor::Minor, text::Line},
    payments::{
        receipt::Payer,
        statement::{Detail, NotRead, said, shortened},
    },
};

/// More names than any payment has. Each is compared with all before.
const NAMES: usize = 100;

/// What the entry says of all its parts.
pub struct Head {
    pub amount: Minor,
    /// The code that says that it came back.
    pub returned: Option<String>,
}

/// A detail, and what of it the entry may be in want of.
pub struct Part {
    pub detail: Detail,
    pub reference: Option<String>,
    /// Without a sign.
    pub charges: Minor,
}

impl Part {
    /// # Errors
    /// `Unreadable` for an amount in the account's currency that is none.
    pub fn read(node: &Node<'_>, head: &Head, account: &Account) -> Result<Self, NotRead> {
        let is_credit = is_credit(node)?.unwrap_or(!head.amount.is_negative());
        let returned = returned(node, head);
        let detail = Detail {
            line: node.line,
            amount: amount(node, account)?.map(|amount| signed(amount, is_credit)),
            names: names(node),
            other: other(node, (is_credit, returned.is_some()), account),
            text: text(node),
            returned,
        };
        let reference = node.first(&["Refs/AcctSvcrRef"]).and_then(said).map(|text| shortened(text, NAME));
        Ok(Self { detail, reference, charges: charges(node, account)?.unwrap_or_default() })
    }
}

/// Its own amount, or that of the transaction: the first in the account's currency. What was exchanged was another amount before.
fn amount(node: &Node<'_>, account: &Account) -> Result<Option<Minor>, NotRead> {
    let was_exchanged = node.find("AmtDtls/TxAmt/CcyXchg").into_iter().next().is_some();
    let transaction = node.find("AmtDtls/TxAmt/Amt").into_iter().filter(|_| !was_exchanged);
    for amount in node.find("Amt").into_iter().chain(transaction) {
        if let Some(amount) = account.own(amount)? {
            return Ok(Some(amount));
        }
    }
    Ok(None)
}

/// Wherever banks put an id, the best first.
fn names(node: &Node<'_>) -> Vec<String> {
    const PLACES: [&str; 10] = [
        "Refs/EndToEndId",
        "RmtInf/Strd/CdtrRefInf/Ref",
        "Refs/InstrId",
        "Refs/TxId",
        "Refs/PmtInfId",
        "Refs/MsgId",
        "Refs/ClrSysRef",
        "Refs/AcctSvcrRef",
        "Refs/Prtry/Ref",
        "RmtInf/Strd/RfrdDocInf/Nb",
    ];
    let mut names = Vec::new();
    add_names(&mut names, PLACES.iter().flat_map(|place| node.texts(place)));
    // Before the reference had a type of its own.
    add_names(&mut names, node.texts("RmtInf/Strd/CdtrRefInf/CdtrRef"));
    names
}

/// Adds what is said, each once.
pub fn add_names<'t>(names: &mut Vec<String>, texts: impl Iterator<Item = &'t str>) {
    for name in texts.filter_map(said).map(|text| shortened(text, NAME)) {
        if names.len() < NAMES && !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
}

/// Who paid where money came in, and who was paid where it went out. Of what came back banks name the two as they were, or only
/// whom we had paid; and the account itself is never the other side.
pub fn other(node: &Node<'_>, (is_credit, is_returned): (bool, bool), account: &Account) -> Payer {
    let (debtor, creditor) = (debtor(node), creditor(node));
    let (other, opposite) = if is_credit { (debtor, creditor) } else { (creditor, debtor) };
    let is_account = other.iban.as_ref().is_some_and(|iban| iban.as_str() == account.number);
    let is_nobody = other == Payer::default();
    if is_account || (is_nobody && is_returned) { opposite } else { other }
}

/// The party that is not the account itself, where nothing says which way the money went.
pub fn either(node: &Node<'_>, account: &Account) -> Payer {
    let is_other = |payer: &Payer| *payer != Payer::default() && payer.iban.as_ref().is_none_or(|iban| iban.as_str() != account.number);
    [debtor(node), creditor(node)].into_iter().find(is_other).unwrap_or_default()
}

fn debtor(node: &Node<'_>) -> Payer {
    let names = ["Dbtr/Nm", "Dbtr/Pty/Nm", "UltmtDbtr/Nm", "UltmtDbtr/Pty/Nm"];
    party(node, &names, "DbtrAcct/Id/IBAN")
}

fn creditor(node: &Node<'_>) -> Payer {
    let names = ["Cdtr/Nm", "Cdtr/Pty/Nm", "UltmtCdtr/Nm", "UltmtCdtr/Pty/Nm"];
    party(node, &names, "CdtrAcct/Id/IBAN")
}

fn party(node: &Node<'_>, names: &[&str], iban: &str) -> Payer {
    let Some(parties) = node.find("RltdPties") else { return Payer::default() };
    let name = names.iter().find_map(|path| parties.texts(path).find_map(said));
    let iban = parties.first(&[iban]).and_then(said);
    Payer {
        name: name.and_then(|name| Line::parse(&shortened(name, Line::MAX_CHARS)).ok()),
        iban: iban.and_then(|iban| Line::parse(&number(iban)).ok()),
    }
}

/// What the payer wrote, else what the bank did.
pub fn text(node: &Node<'_>) -> Option<String> {
    let mut texts: Vec<_> = node.texts("RmtInf/Ustrd").filter_map(said).collect();
    if texts.is_empty() {
        texts.extend(node.texts("AddtlTxInf").filter_map(said));
    }
    texts.extend(node.texts("RmtInf/Strd/AddtlRmtInf").filter_map(said));
    let digits: Vec<_> = node.texts("RmtInf/Strd/CdtrRefInf/Ref").filter_map(qr_reference).collect();
    let texts = digits.iter().map(String::as_str).chain(texts);
    Some(shortened(&texts.collect::<Vec<_>>().join(" "), TEXT)).filter(|text| !text.is_empty())
}

/// The 27 digits of a Swiss payment slip, as people read them. Nothing else tells whom they are for.
fn qr_reference(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_reference = digits.len() == 27 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = digits.split_at_checked(2).filter(|_| is_reference)?;
    let groups = rest.as_bytes().chunks(5).map(|group| String::from_utf8_lossy(group).into_owned());
    Some([first.to_owned()].into_iter().chain(groups).collect::<Vec<_>>().join(" "))
}

/// Why it came back, if it did.
fn returned(node: &Node<'_>, head: &Head) -> Option<String> {
    let code = return_code(node).or_else(|| head.returned.clone());
    let Some(reason) = node.find("RtrInf") else { return code };
    let words = reason.first(&["Rsn/Cd", "Rsn/Prtry"]).into_iter().chain(reason.texts("AddtlInf"));
    let words = shortened(&words.collect::<Vec<_>>().join(" "), TEXT);
    Some(words).filter(|words| !words.is_empty()).or(code).or_else(|| Some("returned".to_owned()))
}
