//! An order as it is read again before anybody has it.

use super::{name, refused};
use crate::xml::{Limits, Xml, node::Node};
use sooner_application::payments::bank::{NotWritten, Order, OrderedTransfer};
use sooner_domain::{kernel::minor::Minor, payments::statement::NotRead, payments::transfer::PaidAccount};

const LIMITS: Limits = Limits::BANK;

/// What a file orders, as far as money moves by it.
#[derive(Debug, PartialEq, Eq)]
struct Orders {
    /// How many transfers it says that there are, and what they come to: for all of it, and for the account that pays.
    totals: Vec<(String, String)>,
    from: String,
    transfers: Vec<Ordered>,
}

#[derive(Debug, PartialEq, Eq)]
struct Ordered {
    id: String,
    holder: String,
    account: String,
    amount: String,
    currency: String,
}

/// A file that was written and not read again: [`Draft::proven`] is the only way to its content.
pub(super) struct Draft(String);

impl Draft {
    pub(super) fn new(content: String) -> Self {
        Self(content)
    }

    /// The file, if it orders what it is to order, and nothing else.
    ///
    /// # Errors
    /// When it is not read, or says another sum, number, account, name or amount.
    pub(super) fn proven(self, order: &Order) -> Result<String, NotWritten> {
        let said = read(&self.0).map_err(|why| refused(format!("a file that is not read again: {why}")))?;
        if said == meant(order)? { Ok(self.0) } else { Err(refused("a file that orders something else")) }
    }
}

fn meant(order: &Order) -> Result<Orders, NotWritten> {
    let sum: Minor = order.transfers.iter().map(|one| one.amount).sum();
    let total = (order.transfers.len().to_string(), sum.in_major(order.from.currency));
    let transfer = |one: &OrderedTransfer| {
        let account = match &one.account {
            PaidAccount::Iban(iban) => iban.as_str(),
            PaidAccount::SortCode(_, number) | PaidAccount::RoutingNumber(_, number) | PaidAccount::Bic(number) => number.as_str(),
        };
        Ok(Ordered {
            id: one.id.clone(),
            holder: name(&one.holder)?,
            account: account.to_owned(),
            amount: one.amount.in_major(order.from.currency),
            currency: order.from.currency.code().to_owned(),
        })
    };
    Ok(Orders {
        totals: vec![total.clone(), total],
        from: order.from.iban.as_str().to_owned(),
        transfers: order.transfers.iter().map(transfer).collect::<Result<_, NotWritten>>()?,
    })
}

fn text(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

fn transfer(one: &Node<'_>) -> Ordered {
    let amount = one.find("Amt/InstdAmt");
    Ordered {
        id: text(one.first(&["PmtId/EndToEndId"])),
        holder: text(one.first(&["Cdtr/Nm"])),
        account: text(one.first(&["CdtrAcct/Id/IBAN", "CdtrAcct/Id/Othr/Id"])),
        amount: text(amount.and_then(Node::own)),
        currency: text(amount.and_then(|amount| amount.attribute("Ccy"))),
    }
}

fn read(content: &str) -> Result<Orders, NotRead> {
    let mut orders = Orders { totals: Vec::new(), from: String::new(), transfers: Vec::new() };
    let mut xml = Xml::new(content, LIMITS);
    xml.message("CstmrCdtTrfInitn", "pain.001")?;
    while let Some(part) = xml.child()? {
        let (mut number, mut sum) = (String::new(), String::new());
        // One after the other: there may be many transfers.
        while let Some(tag) = xml.child()? {
            let node = xml.node(tag)?;
            match node.name {
                "NbOfTxs" => number = text(node.own()),
                "CtrlSum" => sum = text(node.own()),
                "DbtrAcct" => orders.from.extend(node.texts("Id/IBAN")),
                "CdtTrfTxInf" => orders.transfers.push(transfer(&node)),
                _ => {}
            }
        }
        if !["GrpHdr", "PmtInf"].contains(&part.name) {
            return Err(NotRead::Malformed(part.line));
        }
        orders.totals.push((number, sum));
    }
    xml.finish()?;
    Ok(orders)
}
