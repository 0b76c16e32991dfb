//! Statements as banks send them, all of fictional companies.

mod cases;
mod compared;
mod imported;
mod places;
mod refused;
mod written;

use super::read;
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{minor::Minor, money::Currency, text::Line},
    payments::{
        receipt::Payer,
        statement::{Balance, Detail, Entry, NotRead, OtherForm, Statement},
    },
};

const GERMAN: &str = include_str!("samples/german_02.xml");
const DUTCH: &str = include_str!("samples/dutch_04.xml");
const SWISS: &str = include_str!("samples/swiss_08.xml");

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn balance(on: &str, amount: i64) -> Option<Balance> {
    Some(Balance { on: date(on), amount: Minor::new(amount) })
}

fn payer(name: &str, iban: Option<&str>) -> Payer {
    let line = |text| Line::parse(text).unwrap();
    Payer { name: Some(line(name)), iban: iban.map(line) }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A file of one statement in euro with this in it, behind the account.
fn euro(version: &str, content: &str) -> String {
    in_currency(version, "EUR", content)
}

fn in_currency(version: &str, currency: &str, content: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.{version}\"><BkToCstmrStmt>\n<Stmt><Id>1</Id>\
         <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>{currency}</Ccy></Acct>\n{content}\n</Stmt></BkToCstmrStmt></Document>"
    )
}

/// What came in on a day, with this said of it.
fn entry(amount: &str, currency: &str, content: &str) -> String {
    format!("<Ntry><Amt Ccy=\"{currency}\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-01-04</Dt></BookgDt>{content}</Ntry>")
}

/// The only entry of a file.
fn only(file: &str) -> Entry {
    let statements = read(file.as_bytes()).unwrap();
    statements.into_iter().flat_map(|statement| statement.entries).next().unwrap()
}

/// The only detail of a file in euro with this said of a transaction.
fn detail(content: &str) -> Detail {
    let content = format!("<NtryDtls><TxDtls>{content}</TxDtls></NtryDtls>");
    only(&euro("001.08", &entry("1.00", "EUR", &content))).details.remove(0)
}

#[test]
fn a_german_statement_of_the_second_version_is_read() {
    let [statement]: [Statement; 1] = read(GERMAN.as_bytes()).unwrap().try_into().unwrap();
    assert_eq!((statement.line, statement.account.as_str(), statement.name.as_str()), (5, "DE02120300000000202051", "2027-004"));
    assert_eq!((statement.opening, statement.closing), (balance("2027-01-01", -100_000), balance("2027-01-04", 924_265)));
    assert_eq!(statement.check(), Ok(()));
    let [receipt, batch, returned, charge] = statement.entries.as_slice() else { panic!("{:?}", statement.entries) };
    assert_eq!((receipt.line, receipt.amount, receipt.booked_on), (22, Minor::new(800_005), date("2027-01-04")));
    assert_eq!((receipt.value_on, receipt.reference.as_deref()), (date("2027-01-05"), Some("2027010412345678000")));
    let expected = Detail {
        line: 31,
        amount: Some(Minor::new(800_005)),
        names: vec![],
        other: payer("Mühle & Söhne GmbH", Some("DE89370400440532013000")),
        text: Some("Rechnung MB-1001 vom 12.11.2026 mit Referenz RF18539007547034".to_owned()),
        returned: None,
    };
    assert_eq!(receipt.details, [expected]);
    assert_eq!(batch.names, texts(&["SAMMEL-7", "SAMMEL-7-1", "B-7"]));
    assert_eq!(batch.details.iter().map(|part| part.amount).collect::<Vec<_>>(), [100_000, 50_000].map(|part| Some(Minor::new(part))));
    assert_eq!(batch.details.iter().map(|part| part.names.clone()).collect::<Vec<_>>(), [texts(&["T-77"]), texts(&["T-77"])]);
    assert_eq!(batch.details[1].other, payer("Malerei Brandt", None));
    assert_eq!((returned.reference.as_deref(), returned.amount), (Some("RUECK-1"), Minor::new(75_000)));
    assert_eq!((returned.booked_on, returned.details[0].amount), (date("2027-01-04"), None));
    assert_eq!(returned.details[0].returned.as_deref(), Some("AC04 Konto erloschen"));
    assert_eq!(returned.details[0].other, payer("Alte Spinnerei KG", Some("NL91ABNA0417164300")));
    assert_eq!((charge.amount, charge.charges, charge.details.len()), (Minor::new(-740), Minor::new(-740), 0));
    assert_eq!((charge.booked_on, charge.text.as_deref()), (date("2027-01-04"), Some("Entgelt Dezember")));
}

#[test]
fn a_dutch_statement_of_two_pages_is_read() {
    let [statement]: [Statement; 1] = read(DUTCH.as_bytes()).unwrap().try_into().unwrap();
    assert_eq!((statement.account.as_str(), statement.currency.code()), ("NL91ABNA0417164300", "EUR"));
    assert_eq!((statement.opening, statement.closing), (balance("2027-02-01", 1_000), balance("2027-02-02", 99_450)));
    assert_eq!(statement.check(), Ok(()));
    let [order, receipt] = statement.entries.as_slice() else { panic!("{:?}", statement.entries) };
    assert_eq!((order.amount, order.reference.as_deref()), (Minor::new(-1_550), None));
    assert_eq!((order.details[0].amount, order.details[0].names.clone()), (Some(Minor::new(-1_550)), texts(&["ORDER-1"])));
    assert_eq!(order.details[0].other, payer("Bakkerij De Gouden & Aar B.V.", Some("DE89370400440532013000")));
    assert_eq!((receipt.text.as_deref(), receipt.details.len()), (Some("Kenmerk RF18539007547034"), 0));
}

#[test]
fn two_accounts_in_one_swiss_file_are_two_statements() {
    let [francs, euros]: [Statement; 2] = read(SWISS.as_bytes()).unwrap().try_into().unwrap();
    assert_eq!((francs.account.as_str(), euros.account.as_str()), ("CH9300762011623852957", "08351234567.90EUR"));
    assert_eq!((francs.check(), euros.check(), euros.opening), (Ok(()), Ok(()), None));
    let [batch] = francs.entries.as_slice() else { panic!("{:?}", francs.entries) };
    assert_eq!((batch.amount, batch.charges), (Minor::new(419_850), Minor::new(-150)));
    assert_eq!(batch.names, texts(&["CH9300762011623852957-1"]));
    let [first, second] = batch.details.as_slice() else { panic!("{:?}", batch.details) };
    assert_eq!(first.names, texts(&["E-1", "RF18539007547034", "ZH20270331-17-1", "P-1", "WF-1", "WF-2"]));
    assert_eq!((first.other.clone(), first.text.as_deref()), (payer("Käserei Rütli Genossenschaft", None), Some("?REJECT?0")));
    assert_eq!(
        (second.other.clone(), second.text.as_deref()),
        (payer("Uhren Brügger AG", Some("CH5604835012345678009")), Some("Zahlung WF-3"))
    );
    let [returned] = euros.entries.as_slice() else { panic!("{:?}", euros.entries) };
    assert_eq!((returned.details[0].amount, returned.details[0].returned.as_deref()), (None, Some("RRTN")));
    assert_eq!(
        (returned.details[0].other.clone(), returned.details[0].names.clone()),
        (payer("Chocolat Léman SA", None), texts(&["I-9", "X-9"]))
    );
}

#[test]
fn every_version_is_read_with_or_without_a_name_for_it() {
    let content = entry("5.00", "EUR", "<Sts><Cd>BOOK</Cd></Sts>");
    for version in 1..=13 {
        let file = euro(&format!("001.{version:02}"), &content);
        assert_eq!(only(&file).amount, Minor::new(500), "{version}");
    }
    let nameless = euro("001.02", &content).replace(" xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"", "");
    assert_eq!(only(&nameless).amount, Minor::new(500));
    assert_eq!(read(euro("001.02", &content).replace("camt.053", "camt.052").as_bytes()), Err(NotRead::Other(OtherForm::Intraday)));
}
