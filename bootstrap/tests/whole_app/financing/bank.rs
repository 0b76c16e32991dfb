//! The house's bank: it carries out what it is ordered by file, takes what debtors pay, and says so as banks do.

use super::house::Made;
use chrono::NaiveDate;
use std::fmt::Write;

/// The account of the house.
pub const IBAN: &str = "DE89370400440532013000";

/// A transfer of an order.
#[derive(Debug, Clone)]
pub struct Ordered {
    pub id: String,
    pub amount: i64,
}

/// An order as the bank reads it.
pub struct Order {
    pub message: String,
    pub transfers: Vec<Ordered>,
}

fn between<'a>(text: &'a str, (from, to): (&str, &str)) -> Made<&'a str> {
    let (_, rest) = text.split_once(from).ok_or_else(|| format!("no {from}"))?;
    Ok(rest.split_once(to).ok_or_else(|| format!("no {to}"))?.0)
}

/// In cents.
fn cents(text: &str) -> Made<i64> {
    Ok(text.replace('.', "").parse()?)
}

impl Order {
    /// Reads a `pain.001`.
    pub fn read(file: &str) -> Made<Self> {
        let message = between(file, ("<MsgId>", "</MsgId>"))?.to_owned();
        let transfer = |part: &str| {
            let (id, amount) =
                (between(part, ("<EndToEndId>", "</EndToEndId>"))?, between(part, ("<InstdAmt Ccy=\"EUR\">", "</InstdAmt>"))?);
            Ok(Ordered { id: id.to_owned(), amount: cents(amount)? })
        };
        let transfers = file.split("<CdtTrfTxInf>").skip(1).map(transfer).collect::<Made<_>>()?;
        Ok(Self { message, transfers })
    }
}

/// The side of a payment that is not the house's.
#[derive(Default, Clone)]
pub struct Payment {
    /// In cents; below nothing where money goes out.
    pub amount: i64,
    pub end_to_end: Option<String>,
    pub name: Option<String>,
    pub text: Option<String>,
    /// A creditor reference in the field that is meant for it.
    pub reference: Option<String>,
    pub more: Option<String>,
    pub returned: bool,
}

/// What the bank books in one sum.
pub struct Booked {
    /// Of the order that it carries out so.
    pub message: Option<String>,
    pub parts: Vec<Payment>,
    pub more: Option<String>,
}

impl Booked {
    pub fn one(payment: Payment) -> Self {
        Self { message: None, parts: vec![payment], more: None }
    }

    fn amount(&self) -> i64 {
        self.parts.iter().map(|part| part.amount).sum()
    }
}

/// What it keeps of the account.
pub struct Bank {
    pub balance: i64,
    statements: u32,
    entries: u32,
}

fn amount(cents: i64) -> String {
    let minor = cents.abs();
    format!(r#"<Amt Ccy="EUR">{}.{:02}</Amt><CdtDbtInd>{}</CdtDbtInd>"#, minor / 100, minor % 100, if cents < 0 { "DBIT" } else { "CRDT" })
}

fn balance(kind: &str, on: NaiveDate, cents: i64) -> String {
    format!("<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>{}<Dt><Dt>{on}</Dt></Dt></Bal>", amount(cents))
}

fn tag(name: &str, text: Option<&String>) -> String {
    text.map_or_else(String::new, |text| format!("<{name}>{text}</{name}>"))
}

fn detail(part: &Payment) -> String {
    let Payment { end_to_end, name, text, reference, more, returned, .. } = part;
    let not_provided = "NOTPROVIDED".to_owned();
    let refs = tag("EndToEndId", Some(end_to_end.as_ref().unwrap_or(&not_provided)));
    let side = if part.amount < 0 || *returned { "Cdtr" } else { "Dbtr" };
    let party =
        name.as_ref().map_or_else(String::new, |name| format!("<RltdPties><{side}><Pty><Nm>{name}</Nm></Pty></{side}></RltdPties>"));
    let structured = tag("Ref", reference.as_ref());
    let structured = if structured.is_empty() { structured } else { format!("<Strd><CdtrRefInf>{structured}</CdtrRefInf></Strd>") };
    let remittance = format!("<RmtInf>{}{structured}</RmtInf>", tag("Ustrd", text.as_ref()));
    let back = if *returned { "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" } else { "" };
    format!("<TxDtls><Refs>{refs}</Refs>{}{party}{remittance}{back}{}</TxDtls>", amount(part.amount), tag("AddtlTxInf", more.as_ref()))
}

impl Bank {
    pub fn with(balance: i64) -> Self {
        Self { balance, statements: 0, entries: 0 }
    }

    /// Books all of this on a day, and says so: a `camt.053`.
    pub fn statement(&mut self, on: NaiveDate, booked: &[Booked]) -> Made<String> {
        self.statements += 1;
        let (opening, mut entries) = (self.balance, String::new());
        for entry in booked {
            self.entries += 1;
            self.balance += entry.amount();
            let batch = entry.message.as_ref().map_or_else(String::new, |message| format!("<Btch><PmtInfId>{message}</PmtInfId></Btch>"));
            let details: String = entry.parts.iter().map(detail).collect();
            writeln!(
                entries,
                "<Ntry>{}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{on}</Dt></BookgDt><ValDt><Dt>{on}</Dt></ValDt>\
                 <AcctSvcrRef>B{:06}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd></Domn></BkTxCd><NtryDtls>{batch}{details}</NtryDtls>{}</Ntry>",
                amount(entry.amount()),
                self.entries,
                tag("AddtlNtryInf", entry.more.as_ref()),
            )?;
        }
        Ok(format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
             <GrpHdr><MsgId>S{0}</MsgId><CreDtTm>{on}T22:00:00</CreDtTm></GrpHdr><Stmt><Id>2027/{0}</Id>\
             <Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>{1}{2}\n{entries}</Stmt></BkToCstmrStmt></Document>",
            self.statements,
            balance("OPBD", on, opening),
            balance("CLBD", on, self.balance),
        ))
    }
}
