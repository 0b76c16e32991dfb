//! What is not taken, and on which line.

use super::{DUTCH, GERMAN, OtherForm, SWISS, entry, euro, only};
use crate::bank_statements::read;
use sooner_domain::{kernel::charset::Charset, payments::statement::NotRead};

fn refusal(file: &str) -> NotRead {
    read(file.as_bytes()).unwrap_err()
}

/// A file with this on its fourth line.
fn within(content: &str) -> String {
    euro("001.08", &format!("\n{content}"))
}

#[test]
fn what_is_no_statement_is_told_apart() {
    for file in [
        "",
        " \n",
        "{\"a\": 1}",
        "<html><body><p>Sign in</body></html>",
        "<Document/>",
        "<Document><BkToCstmrPmtStsRpt/></Document>",
        "%PDF-1.7; a, b",
        "<BkToCstmrStmt/>",
        "<!-- nothing -->",
    ] {
        assert_eq!(refusal(file), NotRead::Unknown, "{file}");
    }
}

#[test]
fn what_banks_send_besides_is_called_by_its_name() {
    use OtherForm::{Archive, Intraday, Notification, Swift, Table};
    for (file, form) in [
        (":20:STARTUMSE\n:25:12030000/202051\n:28C:1/1\n", Swift),
        ("\r\n:20:STARTDISPE\n:34F:EUR0,\n", Swift),
        ("{1:F01BANKDEFFXXXX}{2:I940}{4:\n:20:1\n-}", Swift),
        ("Buchungstag;Betrag\n04.01.2027;8,00\n", Table),
        ("\u{FEFF}Date,Amount\n", Table),
        ("PK\u{3}\u{4}xl/workbook.xml", Table),
        ("PK\u{3}\u{4}statement.xml", Archive),
        ("<Document><BkToCstmrDbtCdtNtfctn/></Document>", Notification),
        ("<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'><BkToCstmrStmt/></Document>", Notification),
        ("<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.052.001.02'><BkToCstmrAcctRpt/></Document>", Intraday),
    ] {
        assert_eq!(refusal(file), NotRead::Other(form), "{file}");
    }
    assert_eq!(read(b"PK\x03\x04\xff\xff"), Err(NotRead::Other(Archive)));
}

#[test]
fn what_says_how_it_is_to_be_read_is_not_read() {
    let bomb = "<?xml version='1.0'?>\n<!DOCTYPE lolz [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]>\n";
    assert_eq!(refusal(&format!("{bomb}{}", GERMAN.replace("Rechnung", "&c;"))), NotRead::Malformed(2));
    for doctype in ["<!DOCTYPE Document SYSTEM 'file:///etc/passwd'>", "<!DOCTYPE html>", "<!doctype a>"] {
        assert_eq!(refusal(&format!("\n\n{doctype}{}", within(""))), NotRead::Malformed(3), "{doctype}");
    }
    for content in ["<A>&who;</A>", "<A>&#0;</A>", "<A>&#x1;</A>", "<A>&#xFFFF;</A>", "<A b='&who;'/>", "<A>&amp</A>"] {
        assert_eq!(refusal(&within(content)), NotRead::Malformed(4), "{content}");
    }
}

#[test]
fn what_is_not_well_formed_is_refused_with_its_line() {
    for content in [
        "<A>",
        "<A></B>",
        "</A>",
        "<A",
        "<A b=1/>",
        "<A b='1' b='2'/>",
        "<A b='<'/>",
        "<A b='1'c=\"2\"/>",
        "<A b!='1'/>",
        "<A>]]></A>",
        "<1/>",
        "< A/>",
        "<A>\u{1}</A>",
        "<A>\u{FFFE}</A>",
        "<!-- a -- b -->",
        "<?xml version='1.0'?>",
    ] {
        let refusal = refusal(&within(content));
        assert!(matches!(refusal, NotRead::Malformed(4 | 5)), "{content}: {refusal}");
    }
    let mut broken = within("<A>MARK</A>").into_bytes();
    let at = broken.windows(4).position(|part| part == b"MARK").unwrap();
    broken[at] = 0xFC;
    assert_eq!(read(&broken), Err(NotRead::WrongLetters { line: 4, charset: Charset::named("UTF-8") }));
    for charset in ["Shift_JIS", "GBK"] {
        let declaration = format!("<?xml version='1.0' encoding='{charset}'?>\n");
        let file = [declaration.as_bytes(), b"<A>\xFF\xFF</A>"].concat();
        assert_eq!(read(&file), Err(NotRead::WrongLetters { line: 2, charset: Charset::named(charset) }));
    }
    assert_eq!(refusal("<?xml version='1.0' encoding='ebcdic-cp-us'?><Document/>"), NotRead::Letters(Charset::named("ebcdic-cp-us")));
    assert_eq!(refusal("<?xml version='1.0' encoding='ISO-2022-KR'?><Document/>"), NotRead::Letters(Charset::named("ISO-2022-KR")));
    assert_eq!(refusal("<?xml version='1.1'?><Document/>"), NotRead::Malformed(1));
    for behind in ["<A/>", "x", "&amp;", "<![CDATA[]]>", "<Document/>", "\u{FEFF}"] {
        assert_eq!(refusal(&format!("{}\n{behind}", within(""))), NotRead::Malformed(6), "{behind}");
    }
    assert_eq!(refusal(&within("").replace("</Document>", "\n<BkToCstmrStmt/></Document>")), NotRead::Malformed(6));
}

#[test]
fn a_file_that_is_cut_is_never_taken() {
    for file in [GERMAN, DUTCH, SWISS] {
        let file = file.trim_end().as_bytes();
        assert!(read(file).is_ok());
        for end in 0..file.len() {
            let refusal = read(&file[..end]).unwrap_err();
            assert!(matches!(refusal, NotRead::Unknown | NotRead::Malformed(_)), "{end}: {refusal}");
        }
    }
    let lines = GERMAN.lines().take(50).collect::<Vec<_>>().join("\n");
    assert_eq!(refusal(&lines), NotRead::Malformed(50));
}

#[test]
fn what_is_larger_than_any_statement_is_refused() {
    let deep = |depth: usize| within(&format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth)));
    assert!(read(deep(61).as_bytes()).is_ok());
    assert_eq!(refusal(&deep(62)), NotRead::TooLarge);
    assert_eq!(refusal(&deep(1_000_000)), NotRead::TooLarge);
    let entries = |count| euro("001.08", &entry("1.00", "EUR", "").repeat(count));
    assert_eq!(read(entries(10_000).as_bytes()).map(|statements| statements[0].entries.len()), Ok(10_000));
    assert_eq!(refusal(&entries(10_001)), NotRead::TooLarge);
    let details = |count| euro("001.08", &entry("1.00", "EUR", &format!("<NtryDtls>{}</NtryDtls>", "<TxDtls/>".repeat(count))));
    assert_eq!(only(&details(10_000)).details.len(), 10_000);
    assert_eq!(refusal(&details(10_001)), NotRead::TooLarge);
    let told = |count| euro("001.08", &entry("1.00", "EUR", "<NtryDtls><TxDtls/></NtryDtls>").repeat(count));
    assert_eq!(read(told(10_000).as_bytes()).map(|statements| statements[0].entries.len()), Ok(10_000));
    assert_eq!(refusal(&told(10_001)), NotRead::TooLarge);
    assert_eq!(refusal(&within(&"<a/>".repeat(1_000_000))), NotRead::TooLarge);
    assert_eq!(refusal(&within(&format!("<Bal>{}</Bal>", "<a/>".repeat(20_000)))), NotRead::TooLarge);
    for long in [format!("<a>{}</a>", "x".repeat(65_537)), format!("<a b='{}'/>", "x".repeat(65_537)), attributes(161)] {
        assert_eq!(refusal(&within(&long)), NotRead::TooLarge);
    }
    assert!(read(within(&attributes(160)).as_bytes()).is_ok());
    let pieces = format!("<Id>{}</Id>", "<![CDATA[0123456789]]>".repeat(6_554));
    assert_eq!(refusal(&within(&pieces)), NotRead::TooLarge);
    assert_eq!(read(&vec![b'<'; 33 * 1024 * 1024]), Err(NotRead::TooLarge));
}

#[test]
fn what_is_passed_over_counts_as_an_element() {
    for part in ["<!---->", "<?a?>", "&lt;", "&#65;", "<![CDATA[]]>"] {
        let of = |count| within(&format!("<Other>{}</Other>", part.repeat(count)));
        // The file has nine elements of its own.
        assert!(read(of(999_000).as_bytes()).is_ok(), "{part}");
        assert_eq!(refusal(&of(1_000_000)), NotRead::TooLarge, "{part}");
    }
}

fn attributes(count: usize) -> String {
    let attributes: String = (0..count).map(|number| format!(" a{number}=''")).collect();
    format!("<a{attributes}/>")
}

#[test]
fn what_makes_no_sense_is_refused_with_its_line_and_name() {
    let booked = |content: &str| entry("1.00", "EUR", content);
    let amount = |text: &str| entry(text, "EUR", "");
    let balance = |content: &str| format!("<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>{content}</Bal>");
    let cases = [
        (amount("1.005"), "Amt"),
        (amount("-1.00"), "Amt"),
        (amount("+1.00"), "Amt"),
        (amount("1,00"), "Amt"),
        (amount("1e3"), "Amt"),
        (amount("1.0.0"), "Amt"),
        (amount(""), "Amt"),
        (amount("."), "Amt"),
        (amount("１"), "Amt"),
        (amount("100000000000.01"), "Amt"),
        (amount("99999999999999999999999999"), "Amt"),
        (entry("1.00", "USD", ""), "Amt Ccy"),
        (booked("").replace("CRDT", "PLUS"), "CdtDbtInd"),
        (booked("").replace("<CdtDbtInd>CRDT</CdtDbtInd>", ""), "CdtDbtInd"),
        (booked("<Sts>MAYBE</Sts>"), "Sts"),
        (booked("").replace("BookgDt", "Bookg"), "BookgDt"),
        (booked("").replace("2027-01-04", "2027-02-29"), "BookgDt"),
        (booked("").replace("2027-01-04", "04.01.2027"), "BookgDt"),
        (booked("<ValDt><Dt>2027-01-040</Dt></ValDt>"), "ValDt"),
        (booked("<NtryDtls><TxDtls><Amt Ccy='EUR'>1,0</Amt></TxDtls></NtryDtls>"), "Amt"),
        (balance("<Amt Ccy='USD'>1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2027-01-04</Dt></Dt>"), "Amt Ccy"),
        (balance("<Amt Ccy='EUR'>1</Amt><Dt><Dt>2027-01-04</Dt></Dt>"), "CdtDbtInd"),
        (balance("<Amt Ccy='EUR'>1</Amt><CdtDbtInd>CRDT</CdtDbtInd>"), "Dt"),
        (balance("<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2027-01-04</Dt></Dt>"), "Amt"),
    ];
    for (content, what) in cases {
        let good = entry("2.00", "EUR", "");
        match content.starts_with("<Bal>") {
            true => assert_eq!(refusal(&within(&content)), NotRead::Unreadable { line: 4, what }, "{content}"),
            false => {
                let statements = read(within(&format!("{content}{good}")).as_bytes()).unwrap();
                let odd: Vec<_> = statements[0].odd.iter().map(|odd| (odd.line, odd.what)).collect();
                assert_eq!(odd, [(4, what)], "{content}");
                assert_eq!(statements[0].entries.iter().map(|entry| entry.amount.get()).collect::<Vec<_>>(), [200], "the others are taken");
            }
        }
    }
    let file = within(&booked(""));
    assert_eq!(refusal(&file.replace("<Ccy>EUR</Ccy>", "<Ccy>EURO</Ccy>")), NotRead::Unreadable { line: 2, what: "Ccy" });
    assert_eq!(refusal(&file.replace("IBAN", "Nm")), NotRead::Unreadable { line: 2, what: "Acct Id" });
    assert_eq!(refusal(&within("").replace("<Ccy>EUR</Ccy>", "")), NotRead::Unreadable { line: 2, what: "Acct Ccy" });
}

#[test]
fn of_an_entry_that_cannot_be_read_all_is_shown_that_was_read() {
    let details = "<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Odd GmbH</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN>\
                   </Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Invoice 7</Ustrd></RmtInf></TxDtls></NtryDtls>";
    let odd = |amount: &str, direction: &str, day: &str| {
        let content = format!("<Ntry>{amount}{direction}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{day}</Dt></BookgDt>{details}</Ntry>");
        let good = entry("2.00", "EUR", "");
        let statement = read(within(&format!("{content}{good}")).as_bytes()).unwrap().remove(0);
        assert_eq!((statement.entries.len(), statement.odd.len()), (1, 1), "{content}");
        let legible = statement.odd[0].legible.clone();
        assert_eq!(legible.raw, content);
        assert_eq!(legible.other.name.as_ref().map(|name| name.as_str()), Some("Odd GmbH"));
        assert_eq!(legible.other.iban.as_ref().map(|iban| iban.as_str()), Some("NL91ABNA0417164300"));
        assert_eq!(legible.text.as_ref().map(|text| text.as_str()), Some("Invoice 7"));
        let amount = legible.amount.as_ref().map(|amount| amount.as_str().to_owned());
        (amount, legible.signed().map(|amount| amount.get()), legible.booked_on.map(|on| on.to_string()))
    };
    let written = |text: &str| Some(text.to_owned());
    let (euro, day) = ("<Amt Ccy='EUR'>75.00</Amt>", "2027-01-05");
    assert_eq!(odd(euro, "", day), (written("75.00 EUR"), Some(7_500), written(day)));
    let debit = "<CdtDbtInd>DBIT</CdtDbtInd>";
    assert_eq!(odd(euro, debit, "2027-13-05"), (written("75.00 EUR"), Some(-7_500), None));
    assert_eq!(odd("<Amt Ccy='EUR'>75,0,0</Amt>", debit, day), (written("75,0,0 EUR"), None, written(day)));
    assert_eq!(odd("", debit, day), (None, None, written(day)));
}
