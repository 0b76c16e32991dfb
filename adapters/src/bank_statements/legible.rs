//! What can be shown of an entry that cannot be read.

use super::{
    LIMITS,
    amounts::{Account, day, is_credit},
    detail::{either, other, text},
    entry::TEXT,
};
use crate::xml::{Xml, node::Node};
use sooner_domain::{
    kernel::text::{Line, Note},
    payments::{
        receipt::Payer,
        statement::{Legible, said, shortened},
    },
};

/// So much of it is shown as it stands in the file.
const RAW: usize = 4_000;

/// As much of an entry as makes sense.
pub fn legible(raw: &str, account: &Account) -> Legible {
    let shown = Legible { raw: shortened(raw, RAW), ..Legible::default() };
    let mut xml = Xml::new(raw, LIMITS);
    match xml.root() {
        Ok(Some(tag)) => xml.node(tag).map_or(shown.clone(), |node| read(&node, account, shown)),
        _ => shown,
    }
}

fn read(node: &Node<'_>, account: &Account, shown: Legible) -> Legible {
    let line = |text: &str| Line::parse(&shortened(text, Line::MAX_CHARS)).ok();
    let amount = node.find("Amt").and_then(|amount| {
        let words = [amount.own(), amount.attribute("Ccy")];
        line(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    });
    let mut details = node.all("NtryDtls/TxDtls").chain(node.all("TxDtls"));
    let (first, second) = (details.next(), details.next());
    // Of several parts none is the whole.
    let only = first.filter(|_| second.is_none());
    let payer = only.map(|detail| {
        match is_credit(node) {
            Ok(Some(is_credit)) => Some(other(detail, (is_credit, false), account)).filter(|payer| *payer != Payer::default()),
            _ => None,
        }
        .unwrap_or_else(|| either(detail, account))
    });
    let words = only.and_then(text).or_else(|| node.first(&["AddtlNtryInf"]).and_then(said).map(|text| shortened(text, TEXT)));
    Legible {
        booked_on: day(node, "BookgDt").ok().flatten(),
        value_on: day(node, "ValDt").ok().flatten(),
        amount,
        magnitude: node.find("Amt").and_then(|amount| account.own(amount).ok().flatten()),
        direction: node.first(&["CdtDbtInd"]).and_then(line),
        other: payer.unwrap_or_default(),
        text: words.and_then(|words| Note::parse(&shortened(&words, Note::MAX_CHARS)).ok()),
        ..shown
    }
}
