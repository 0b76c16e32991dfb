//! One statement of a file.

use super::{
    amounts::{Account, day, is_credit, number, signed},
    legible::legible,
};
use crate::xml::{
    Xml,
    node::{Node, Tag},
};
use sooner_domain::payments::statement::{Balance, NotRead, Odd, Statement, said, shortened};

/// A file that is read, and how many lines it has had.
pub struct Reading<'a> {
    pub xml: Xml<'a>,
    lines: usize,
}

/// What is booked at the begin and the end, by how the bank calls it.
#[derive(Default)]
struct Balances {
    opening: Option<Balance>,
    /// The end of the statement before.
    previous: Option<Balance>,
    closing: Option<Balance>,
}

impl<'a> Reading<'a> {
    pub fn new(xml: Xml<'a>) -> Self {
        Self { xml, lines: 0 }
    }

    /// Counts an entry, or one more detail of it.
    ///
    /// # Errors
    /// `TooLarge` for one more than a file may have.
    pub fn count(&mut self) -> Result<(), NotRead> {
        self.lines += 1;
        if self.lines > Statement::MAX_LINES { Err(NotRead::TooLarge) } else { Ok(()) }
    }

    /// What it has just gone into.
    ///
    /// # Errors
    /// As reading the file.
    pub fn statement(&mut self, tag: &Tag<'a>) -> Result<Statement, NotRead> {
        let (mut account, mut balances) = (Account::default(), Balances::default());
        let (mut name, mut sequence, mut entries, mut odd) = (String::new(), None, Vec::new(), Vec::new());
        while let Some(child) = self.xml.child()? {
            match child.name {
                "Id" => name = shortened(said(self.xml.node(child)?.own().unwrap_or_default()).unwrap_or_default(), NAME),
                "ElctrncSeqNb" => sequence = self.xml.node(child)?.own().and_then(|number| number.parse().ok()),
                "Acct" => account = of_whom(&self.xml.node(child)?, account)?,
                "Bal" => balances.add(&self.xml.node(child)?, &mut account)?,
                "Ntry" => {
                    let (depth, place) = (self.xml.depth(), self.xml.place());
                    match self.entry(child, &mut account) {
                        Ok(entry) => entries.extend(entry),
                        Err(NotRead::Unreadable { line, what }) => {
                            self.xml.leave(depth)?;
                            odd.push(Odd { line, what, legible: legible(self.xml.since(place), &account) });
                        }
                        Err(why) => return Err(why),
                    }
                }
                _ => self.xml.skip()?,
            }
        }
        let unreadable = |what| NotRead::Unreadable { line: tag.line, what };
        if account.number.is_empty() {
            return Err(unreadable("Acct Id"));
        }
        let currency = account.currency.ok_or_else(|| unreadable("Acct Ccy"))?;
        let (opening, closing) = (balances.opening.or(balances.previous), balances.closing);
        Ok(Statement { line: tag.line, account: account.number, currency, name, sequence, opening, closing, entries, odd })
    }
}

/// An id is at most so long.
pub const NAME: usize = 140;

/// Its number is an IBAN, or what the bank has instead.
fn of_whom(node: &Node<'_>, before: Account) -> Result<Account, NotRead> {
    let id = node.first(&["Id/IBAN", "Id/Othr/Id", "Id/PrtryAcct/Id", "Id/BBAN", "Id/UPIC"]);
    let mut account = Account { number: number(id.unwrap_or_default()), currency: None };
    account.told(node.first(&["Ccy"]), node.line)?;
    match (account.currency, before.currency) {
        (Some(told), Some(before)) if told != before => Err(node.unreadable("Amt Ccy")),
        (told, before) => Ok(Account { currency: told.or(before), ..account }),
    }
}

impl Balances {
    /// Where a statement has several pages, it begins with the first and ends with the last.
    fn add(&mut self, node: &Node<'_>, account: &mut Account) -> Result<(), NotRead> {
        let amount = node.find("Amt");
        account.told(amount.and_then(|amount| amount.attribute("Ccy")), node.line)?;
        let kind = node.first(&["Tp/CdOrPrtry/Cd", "Tp/Cd"]).unwrap_or_default();
        if !["OPBD", "PRCD", "CLBD"].contains(&kind) {
            return Ok(());
        }
        let is_credit = is_credit(node)?.ok_or_else(|| node.unreadable("CdtDbtInd"))?;
        let on = day(node, "Dt")?.ok_or_else(|| node.unreadable("Dt"))?;
        let balance = Balance { on, amount: signed(account.amount(node)?, is_credit) };
        match kind {
            "OPBD" => self.opening = self.opening.or(Some(balance)),
            "PRCD" => self.previous = self.previous.or(Some(balance)),
            _ => self.closing = Some(balance),
        }
        Ok(())
    }
}
