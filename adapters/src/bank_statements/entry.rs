//! One entry of a statement.

use super::{
    amounts::{Account, day, is_credit, signed},
    detail::{Head, Part, add_names},
    statement::{NAME, Reading},
};
use crate::xml::{
    Xml,
    node::{Node, Tag},
};
use sooner_domain::{
    kernel::minor::Minor,
    payments::statement::{Detail, Entry, NotRead, Statement, said, shortened},
};

/// What a bank calls money that came back.
const RETURNS: [&str; 3] = ["RRTN", "RPCR", "ARET"];

/// The parts of an entry, and what is told of all of them.
#[derive(Default)]
struct Parts {
    names: Vec<String>,
    parts: Vec<Part>,
}

impl<'a> Reading<'a> {
    /// What it has just gone into, if it is booked.
    ///
    /// # Errors
    /// As reading the file.
    pub fn entry(&mut self, tag: Tag<'a>, account: &mut Account) -> Result<Option<Entry>, NotRead> {
        self.count()?;
        let (mut node, mut parts, mut left) = (Node::new(tag), Parts::default(), Xml::PART);
        let mut head = None;
        while let Some(child) = self.xml.child()? {
            if !["NtryDtls", "TxDtls"].contains(&child.name) {
                node.children.push(self.xml.part(child, &mut left)?);
                continue;
            }
            let known = head.take().map_or_else(|| booked(&node, account), Ok)?;
            match &known {
                None => self.xml.skip()?,
                Some(head) if child.name == "TxDtls" => self.detail(child, (head, account), &mut parts)?,
                Some(head) => self.details(head, account, &mut parts)?,
            }
            head = Some(known);
        }
        booked(&node, account)?.map(|head| entry(&node, head, account, parts)).transpose()
    }

    fn details(&mut self, head: &Head, account: &Account, parts: &mut Parts) -> Result<(), NotRead> {
        while let Some(child) = self.xml.child()? {
            match child.name {
                "Btch" => {
                    let batch = self.xml.node(child)?;
                    add_names(&mut parts.names, batch.texts("MsgId").chain(batch.texts("PmtInfId")));
                }
                "TxDtls" => self.detail(child, (head, account), parts)?,
                _ => self.xml.skip()?,
            }
        }
        Ok(())
    }

    /// An entry and its one detail are one line.
    fn detail(&mut self, tag: Tag<'a>, (head, account): (&Head, &Account), parts: &mut Parts) -> Result<(), NotRead> {
        if !parts.parts.is_empty() {
            self.count()?;
        }
        parts.parts.push(Part::read(&self.xml.node(tag)?, head, account)?);
        Ok(())
    }
}

/// One that is only announced is not booked. What says nothing of that is.
fn is_booked(node: &Node<'_>) -> Result<bool, NotRead> {
    match node.first(&["Sts/Cd", "Sts/Prtry", "Sts"]) {
        None | Some("BOOK") => Ok(true),
        Some("PDNG" | "INFO" | "FUTR") => Ok(false),
        Some(_) => Err(node.unreadable("Sts")),
    }
}

/// What an entry says before its parts, if it is booked.
fn booked(node: &Node<'_>, account: &mut Account) -> Result<Option<Head>, NotRead> {
    if !is_booked(node)? {
        return Ok(None);
    }
    let is_credit = is_credit(node)?.ok_or_else(|| node.unreadable("CdtDbtInd"))?;
    Ok(Some(Head { amount: signed(account.amount(node)?, is_credit), returned: return_code(node) }))
}

/// Its kind, where that is that money came back.
pub fn return_code(node: &Node<'_>) -> Option<String> {
    node.first(&["BkTxCd/Domn/Fmly/SubFmlyCd"]).filter(|code| RETURNS.contains(code)).map(str::to_owned)
}

/// What banks call their own charges: the sub-families of ISO’s external codes.
const CHARGES: [&str; 3] = ["CHRG", "FEES", "COMM"];

/// Whether it is of that kind.
fn is_charge_code(node: &Node<'_>) -> bool {
    node.first(&["BkTxCd/Domn/Fmly/SubFmlyCd"]).is_some_and(|code| CHARGES.contains(&code))
}

fn entry(node: &Node<'_>, head: Head, account: &Account, Parts { mut names, parts }: Parts) -> Result<Entry, NotRead> {
    let Head { amount, returned } = head;
    let (booked_on, value_on) = (day(node, "BookgDt")?, day(node, "ValDt")?);
    let booked_on = booked_on.or(value_on).ok_or_else(|| node.unreadable("BookgDt"))?;
    let reference = node.first(&["AcctSvcrRef"]).and_then(said).map(|text| shortened(text, NAME));
    let only = if let [part] = parts.as_slice() { part.reference.clone() } else { None };
    let charges = match charges(node, account)? {
        Some(charges) => charges,
        None => total(parts.iter().map(|part| part.charges), node)?,
    };
    let is_charge = amount.is_negative() && parts.len() <= 1 && is_charge_code(node);
    let charges = if is_charge { -amount } else { charges };
    add_names(&mut names, node.texts("NtryRef"));
    let mut details: Vec<_> = parts.into_iter().map(|part| part.detail).collect();
    if details.is_empty() && returned.is_some() {
        details.push(Detail { line: node.line, returned, ..Detail::default() });
    }
    Ok(Entry {
        line: node.line,
        amount,
        booked_on,
        value_on: value_on.unwrap_or(booked_on),
        reference: reference.or(only),
        charges: -charges,
        names,
        text: node.first(&["AddtlNtryInf"]).and_then(said).map(|text| shortened(text, TEXT)),
        details,
    })
}

/// A text is at most so long.
pub const TEXT: usize = 2_000;

/// What the bank kept of this, without a sign; none where it says nothing of that. What it says it books by itself is not kept here,
/// nor what it gives back.
///
/// # Errors
/// `Unreadable` for an amount that is none.
pub fn charges(node: &Node<'_>, account: &Account) -> Result<Option<Minor>, NotRead> {
    let mut records: Vec<_> = node.all("Chrgs/Rcrd").collect();
    if records.is_empty() {
        records = node.all("Chrgs").filter(|record| record.find("Amt").is_some()).collect();
    }
    let is_kept = |record: &Node<'_>| {
        let is_apart = record.first(&["ChrgInclInd"]).is_some_and(|word| word == "false" || word == "0");
        Ok::<_, NotRead>(is_credit(record)? != Some(true) && !is_apart)
    };
    let mut kept = Vec::new();
    for record in &records {
        if let (true, Some(amount)) = (is_kept(record)?, record.find("Amt")) {
            kept.extend(account.own(amount)?);
        }
    }
    if records.is_empty() {
        let Some(amount) = node.find("Chrgs/TtlChrgsAndTaxAmt") else { return Ok(None) };
        kept.extend(account.own(amount)?);
    }
    total(kept.into_iter(), node).map(Some)
}

fn total(amounts: impl Iterator<Item = Minor>, node: &Node<'_>) -> Result<Minor, NotRead> {
    let sum = amounts.map(Minor::get).try_fold(0_i64, |sum, amount| sum.checked_add(amount).filter(|sum| *sum <= Statement::MAX_MINOR));
    sum.map(Minor::new).ok_or_else(|| node.unreadable("Chrgs"))
}
