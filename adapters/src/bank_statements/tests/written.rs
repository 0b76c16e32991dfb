//! What is written is read back.

use super::*;
use proptest::{collection::vec, option, prelude::*};
use std::fmt::Write as _;

/// A text as any bank can write it: it says something, and is in one piece.
fn words() -> impl Strategy<Value = String> {
    "[A-Zäöü0-9&<>'\"/:-]{1,12}( [a-zé0-9]{1,8}){0,3}"
}

fn days() -> impl Strategy<Value = NaiveDate> {
    (2020..2040_i32, 1..=366_u32).prop_filter_map("leap years", |(year, day)| NaiveDate::from_yo_opt(year, day))
}

fn amounts() -> impl Strategy<Value = Minor> {
    prop_oneof![-1_000_000_i64..1_000_000, -Statement::MAX_MINOR..=Statement::MAX_MINOR].prop_map(Minor::new)
}

fn payers() -> impl Strategy<Value = Payer> {
    (option::of(words()), option::of("[A-Z]{2}[0-9]{12,30}")).prop_map(|(name, iban)| {
        let line = |text: String| Line::parse(&text).unwrap();
        Payer { name: name.map(line), iban: iban.map(line) }
    })
}

fn details() -> impl Strategy<Value = Detail> {
    (option::of(amounts()), option::of(words()), payers(), option::of(words()), option::of(words())).prop_map(
        |(amount, name, other, text, returned)| Detail { line: 0, amount, names: name.into_iter().collect(), other, text, returned },
    )
}

fn entries() -> impl Strategy<Value = Entry> {
    let told = (option::of(words()), 0..1_000_i64, option::of(words()), option::of(words()));
    (amounts(), days(), days(), told, vec(details(), 0..4)).prop_map(|(amount, booked_on, value_on, told, details)| {
        let (reference, charges, name, text) = told;
        let charges = Minor::new(-charges);
        Entry { line: 0, amount, booked_on, value_on, reference, charges, names: name.into_iter().collect(), text, details }
    })
}

fn statements() -> impl Strategy<Value = Statement> {
    let currency = prop_oneof!["EUR", "JPY", "KWD", "CHF"].prop_map(|code| Currency::parse(&code).unwrap());
    let balances = || option::of((days(), amounts()).prop_map(|(on, amount)| Balance { on, amount }));
    ("[A-Z]{2}[0-9]{14,22}", currency, words(), balances(), balances(), vec(entries(), 0..6)).prop_map(
        |(account, currency, name, opening, closing, entries)| Statement {
            line: 0,
            account,
            currency,
            name,
            sequence: None,
            opening,
            closing,
            entries,
            odd: Vec::new(),
        },
    )
}

fn tag(name: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&#62;");
    format!("<{name}>{text}</{name}>")
}

fn sum(amount: Minor, currency: Currency) -> String {
    let (text, code) = (amount.in_major(currency), currency.code());
    format!("<Amt Ccy=\"{code}\">{}</Amt>", text.trim_start_matches('-'))
}

fn way(amount: Minor) -> &'static str {
    if amount.is_negative() { "<CdtDbtInd>DBIT</CdtDbtInd>" } else { "<CdtDbtInd>CRDT</CdtDbtInd>" }
}

fn write_detail(detail: &Detail, currency: Currency, of: Minor) -> String {
    let amount = detail.amount.map(|amount| sum(amount, currency) + way(amount)).unwrap_or_default();
    let party = if detail.amount.unwrap_or(of).is_negative() { "Cdtr" } else { "Dbtr" };
    let name = detail.other.name.as_ref().map(|name| format!("<{party}>{}</{party}>", tag("Nm", name.as_str()))).unwrap_or_default();
    let iban = detail.other.iban.as_ref().map(|iban| format!("<{party}Acct><Id>{}</Id></{party}Acct>", tag("IBAN", iban.as_str())));
    let refs: String = detail.names.iter().map(|name| tag("EndToEndId", name)).collect();
    let text = detail.text.as_ref().map(|text| tag("Ustrd", text)).unwrap_or_default();
    let returned = detail.returned.as_ref().map(|reason| format!("<RtrInf>{}</RtrInf>", tag("AddtlInf", reason))).unwrap_or_default();
    let parties = format!("<RltdPties>{name}{}</RltdPties>", iban.unwrap_or_default());
    format!("<TxDtls><Refs>{refs}</Refs>{amount}{parties}<RmtInf>{text}</RmtInf>{returned}</TxDtls>")
}

fn write(statement: &Statement) -> String {
    let Statement { currency, .. } = statement;
    let account = format!("<Acct><Id>{}</Id>{}</Acct>", tag("IBAN", &statement.account), tag("Ccy", currency.code()));
    let mut content = format!("<Stmt>{}{account}", tag("Id", &statement.name));
    for (kind, balance) in [("OPBD", statement.opening), ("CLBD", statement.closing)] {
        if let Some(Balance { on, amount }) = balance {
            let kind = format!("<Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>");
            let _ = write!(content, "<Bal>{kind}{}{}<Dt><Dt>{on}</Dt></Dt></Bal>", sum(amount, *currency), way(amount));
        }
    }
    for entry in &statement.entries {
        let days = format!("<BookgDt><Dt>{}</Dt></BookgDt><ValDt><Dt>{}</Dt></ValDt>", entry.booked_on, entry.value_on);
        let reference = entry.reference.as_ref().map(|text| tag("AcctSvcrRef", text)).unwrap_or_default();
        let charges = format!("<Chrgs><Rcrd>{}</Rcrd></Chrgs>", sum(entry.charges, *currency));
        let names: String = entry.names.iter().map(|name| tag("NtryRef", name)).collect();
        let details: String = entry.details.iter().map(|detail| write_detail(detail, *currency, entry.amount)).collect();
        let text = entry.text.as_ref().map(|text| tag("AddtlNtryInf", text)).unwrap_or_default();
        let (sum, way) = (sum(entry.amount, *currency), way(entry.amount));
        let _ = write!(content, "<Ntry>{names}{sum}{way}{days}{reference}{charges}<NtryDtls>{details}</NtryDtls>{text}</Ntry>");
    }
    content + "</Stmt>"
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(statements in vec(statements(), 0..3)) {
        let content: String = statements.iter().map(write).collect();
        let file = format!("<Document><BkToCstmrStmt>{content}</BkToCstmrStmt></Document>");
        let mut read = read(file.as_bytes()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for statement in &mut read {
            statement.line = 0;
            for entry in &mut statement.entries {
                entry.line = 0;
                entry.details.iter_mut().for_each(|detail| detail.line = 0);
            }
        }
        prop_assert_eq!(read, statements);
    }
}
