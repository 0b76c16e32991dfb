//! Credit transfers in any currency but euro, as the Common Global Implementation has them: within a country or across borders.

use super::{Postal, name, postal, proof::Draft, refused, text};
use chrono::SecondsFormat;
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};
use sooner_application::payments::bank::{NotWritten, Order, OrderedTransfer};
use sooner_domain::{
    kernel::{
        minor::Minor,
        money::{Currency, Money},
    },
    payments::transfer::PaidAccount,
};
use std::io::{Error, Result as Done};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/// The schema has room for 18 digits.
const MOST: i64 = 999_999_999_999_999_999;

type Xml = Writer<Vec<u8>>;

pub(super) fn written(order: &Order) -> Result<Draft, NotWritten> {
    let is_amount = |transfer: &OrderedTransfer| (1..=Money::MAX_MINOR).contains(&transfer.amount.get());
    if order.transfers.is_empty() || !order.transfers.iter().all(is_amount) || sum(order).get() > MOST {
        return Err(refused("an amount that no bank transfers"));
    }
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None))).map_err(refused)?;
    let document = xml.create_element("Document").with_attribute(("xmlns", NAMESPACE));
    document.write_inner_content(|xml| within(xml, &["CstmrCdtTrfInitn"], |xml| message(xml, order))).map_err(refused)?;
    let mut content = String::from_utf8(xml.into_inner()).map_err(refused)?;
    content.push('\n');
    Ok(Draft::new(content))
}

fn sum(order: &Order) -> Minor {
    order.transfers.iter().map(|transfer| transfer.amount).sum()
}

fn message(xml: &mut Xml, order: &Order) -> Done<()> {
    within(xml, &["GrpHdr"], |xml| {
        leaf(xml, &["MsgId"], &order.id)?;
        leaf(xml, &["CreDtTm"], &order.at.to_rfc3339_opts(SecondsFormat::Secs, true))?;
        total(xml, order)?;
        leaf(xml, &["InitgPty", "Nm"], &name(&order.from.holder).map_err(Error::other)?)
    })?;
    within(xml, &["PmtInf"], |xml| payment(xml, order))
}

/// How many there are, and what they come to.
fn total(xml: &mut Xml, order: &Order) -> Done<()> {
    leaf(xml, &["NbOfTxs"], &order.transfers.len().to_string())?;
    leaf(xml, &["CtrlSum"], &sum(order).in_major(order.from.currency))
}

fn payment(xml: &mut Xml, order: &Order) -> Done<()> {
    let from = &order.from;
    leaf(xml, &["PmtInfId"], &order.id)?;
    leaf(xml, &["PmtMtd"], "TRF")?;
    leaf(xml, &["BtchBookg"], "false")?;
    total(xml, order)?;
    leaf(xml, &["ReqdExctnDt", "Dt"], &order.on.to_string())?;
    leaf(xml, &["Dbtr", "Nm"], &name(&from.holder).map_err(Error::other)?)?;
    within(xml, &["DbtrAcct"], |xml| {
        leaf(xml, &["Id", "IBAN"], from.iban.as_str())?;
        // Some banks hold several currencies under one IBAN.
        leaf(xml, &["Ccy"], from.currency.code())
    })?;
    within(xml, &["DbtrAgt", "FinInstnId"], |xml| match &from.bic {
        Some(bic) => leaf(xml, &["BICFI"], bic.as_str()),
        None => leaf(xml, &["Othr", "Id"], "NOTPROVIDED"),
    })?;
    // Each side pays its own bank: the only way within the European Economic Area (directive 2015/2366, article 62), and the usual one
    // elsewhere. Were all of it the house's, other banks would charge it later; were all of it the payee's, less would leave than was booked.
    leaf(xml, &["ChrgBr"], "SHAR")?;
    order.transfers.iter().try_for_each(|one| within(xml, &["CdtTrfTxInf"], |xml| transfer(xml, one, from.currency)))
}

fn transfer(xml: &mut Xml, transfer: &OrderedTransfer, currency: Currency) -> Done<()> {
    leaf(xml, &["PmtId", "EndToEndId"], &transfer.id)?;
    within(xml, &["Amt"], |xml| {
        let amount = xml.create_element("InstdAmt").with_attribute(("Ccy", currency.code()));
        amount.write_text_content(BytesText::new(&transfer.amount.in_major(currency))).map(drop)
    })?;
    bank(xml, transfer)?;
    within(xml, &["Cdtr"], |xml| {
        leaf(xml, &["Nm"], &name(&transfer.holder).map_err(Error::other)?)?;
        transfer.address.as_ref().and_then(postal).map_or(Ok(()), |postal| address(xml, &postal))
    })?;
    match &transfer.account {
        PaidAccount::Iban(iban) => leaf(xml, &["CdtrAcct", "Id", "IBAN"], iban.as_str())?,
        PaidAccount::SortCode(_, number) | PaidAccount::RoutingNumber(_, number) | PaidAccount::Bic(number) => {
            leaf(xml, &["CdtrAcct", "Id", "Othr", "Id"], number.as_str())?;
        }
    }
    text(&transfer.invoices).map_or(Ok(()), |text| leaf(xml, &["RmtInf", "Ustrd"], &text))
}

/// Where the account is, by all that is known: nothing but the IBAN for some.
fn bank(xml: &mut Xml, transfer: &OrderedTransfer) -> Done<()> {
    let clearing = match &transfer.account {
        PaidAccount::SortCode(code, _) => Some(("GBDSC", code.as_str())),
        PaidAccount::RoutingNumber(number, _) => Some(("USABA", number.as_str())),
        PaidAccount::Iban(_) | PaidAccount::Bic(_) => None,
    };
    if transfer.bic.is_none() && clearing.is_none() {
        let is_found = matches!(transfer.account, PaidAccount::Iban(_));
        return if is_found { Ok(()) } else { Err(Error::other("an account at no bank")) };
    }
    within(xml, &["CdtrAgt", "FinInstnId"], |xml| {
        if let Some(bic) = &transfer.bic {
            leaf(xml, &["BICFI"], bic.as_str())?;
        }
        clearing.map_or(Ok(()), |(system, member)| {
            within(xml, &["ClrSysMmbId"], |xml| {
                leaf(xml, &["ClrSysId", "Cd"], system)?;
                leaf(xml, &["MmbId"], member)
            })
        })
    })
}

fn address(xml: &mut Xml, postal: &Postal<'_>) -> Done<()> {
    let fields = [
        ("StrtNm", postal.street.as_deref()),
        ("PstCd", postal.code.as_deref()),
        ("TwnNm", Some(&*postal.town)),
        ("Ctry", Some(postal.country)),
    ];
    within(xml, &["PstlAdr"], |xml| fields.iter().try_for_each(|(name, value)| value.map_or(Ok(()), |value| leaf(xml, &[name], value))))
}

/// Writes a text within elements, each within the one before.
fn leaf(xml: &mut Xml, path: &[&str], text: &str) -> Done<()> {
    match path {
        [name] => xml.create_element(*name).write_text_content(BytesText::new(text)).map(drop),
        [outer @ .., name] => within(xml, outer, |xml| leaf(xml, &[name], text)),
        [] => Ok(()),
    }
}

fn within(xml: &mut Xml, path: &[&str], content: impl FnOnce(&mut Xml) -> Done<()>) -> Done<()> {
    match path {
        [name, rest @ ..] => xml.create_element(*name).write_inner_content(|xml| within(xml, rest, content)).map(drop),
        [] => content(xml),
    }
}
