//! Where banks put what is looked for.

use super::{detail, entry, euro, in_currency, only, payer, texts};
use crate::bank_statements::read;
use sooner_domain::{kernel::minor::Minor, payments::statement::Detail};

const REFERENCE: &str = "RF18539007547034";

fn holds(detail: &Detail) -> bool {
    detail.names.iter().any(|name| name == REFERENCE) || detail.text.as_ref().is_some_and(|text| text.contains(REFERENCE))
}

#[test]
fn a_reference_is_found_in_each_of_six_places() {
    for place in [
        "<RmtInf><Ustrd>Rechnung 7</Ustrd><Ustrd>RF18539007547034</Ustrd></RmtInf>",
        "<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>",
        "<Refs><EndToEndId>RF18539007547034</EndToEndId></Refs>",
        "<Refs><Prtry><Tp>OTHR</Tp><Ref>1</Ref></Prtry><Prtry><Ref> RF18539007547034 </Ref></Prtry></Refs>",
        "<AddtlTxInf>EREF+RF18539007547034</AddtlTxInf>",
    ] {
        assert!(holds(&detail(place)), "{place}");
    }
    let told = only(&euro("001.08", &entry("1.00", "EUR", "<AddtlNtryInf>Zahlung RF18539007547034</AddtlNtryInf>")));
    assert_eq!(told.text.as_deref(), Some("Zahlung RF18539007547034"));
}

#[test]
fn what_says_nothing_is_no_name() {
    let refs = "<Refs><EndToEndId>NOTPROVIDED</EndToEndId><InstrId>not provided</InstrId><TxId>NONREF</TxId><MsgId> </MsgId></Refs>";
    let parties = "<RltdPties><Dbtr><Nm>NOTPROVIDED</Nm></Dbtr><DbtrAcct><Id><IBAN>NOTPROVIDED</IBAN></Id></DbtrAcct></RltdPties>";
    let text = "<RmtInf><Ustrd>NOTPROVIDED</Ustrd></RmtInf><AddtlTxInf>Miete</AddtlTxInf>";
    let read = detail(&format!("{refs}{parties}{text}"));
    assert_eq!((read.names, read.other, read.text.as_deref()), (vec![], Default::default(), Some("Miete")));
    let told = only(&euro("001.08", &entry("1.00", "EUR", "<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef>")));
    assert_eq!((told.reference, told.text), (None, None));
}

#[test]
fn a_name_is_kept_once_and_no_longer_than_any_is() {
    let long = "x".repeat(500);
    let read = detail(&format!("<Refs><EndToEndId>A</EndToEndId><InstrId> A </InstrId><TxId>{long}</TxId></Refs>"));
    assert_eq!(read.names, texts(&["A", &"x".repeat(140)]));
    let read = detail(&format!("<RmtInf>{}</RmtInf>", format!("<Ustrd>{}</Ustrd>", "é ".repeat(60)).repeat(20)));
    assert_eq!(read.text.map(|text| text.chars().count()), Some(2_000));
}

#[test]
fn letters_that_are_written_otherwise_are_read() {
    let read = detail("<AddtlTxInf>a&#x20;&lt;&#98;&gt; &amp;amp; <!-- no -->&quot;c&apos;<![CDATA[<d>&amp;]]></AddtlTxInf>");
    assert_eq!(read.text.as_deref(), Some("a <b> &amp; \"c'<d>&amp;"));
}

#[test]
fn amounts_have_the_digits_of_their_currency() {
    for (currency, written, amount) in [
        ("JPY", "1200", 1_200),
        ("JPY", "1200.000", 1_200),
        ("BHD", "1.234", 1_234),
        ("KWD", "0.5", 500),
        ("EUR", "0012.50000", 1_250),
        ("EUR", "7.", 700),
        ("EUR", ".07", 7),
        ("EUR", "100000000000.00", 10_000_000_000_000),
    ] {
        let told = only(&in_currency("001.08", currency, &entry(written, currency, "")));
        assert_eq!(told.amount, Minor::new(amount), "{currency} {written}");
    }
}

#[test]
fn the_currency_is_that_of_the_first_amount_where_the_account_names_none() {
    let file = in_currency("001.08", "EUR", &entry("12", "JPY", "")).replace("<Ccy>EUR</Ccy>", "");
    let statements = read(file.as_bytes()).unwrap();
    assert_eq!((statements[0].currency.code(), statements[0].entries[0].amount), ("JPY", Minor::new(12)));
}

#[test]
fn the_other_side_depends_on_the_way_the_money_went() {
    let parties = "<RltdPties><Dbtr><Nm>Nordwind AG</Nm></Dbtr><Cdtr><Pty><Nm>Falk KG</Nm></Pty></Cdtr></RltdPties>";
    assert_eq!(detail(parties).other, payer("Nordwind AG", None));
    assert_eq!(detail(&format!("<CdtDbtInd>DBIT</CdtDbtInd>{parties}")).other, payer("Falk KG", None));
    let creditor = "<RltdPties><Cdtr><Nm>Falk KG</Nm></Cdtr></RltdPties>";
    assert_eq!(detail(creditor).other, Default::default());
    assert_eq!(detail(&format!("{creditor}<RtrInf/>")).other, payer("Falk KG", None));
}

#[test]
fn what_came_back_says_why() {
    let returned = |content: &str| detail(content).returned;
    assert_eq!(returned(""), None);
    assert_eq!(returned("<RtrInf/>").as_deref(), Some("returned"));
    assert_eq!(
        returned("<RtrInf><Rsn><Prtry>X1</Prtry></Rsn><AddtlInf>no</AddtlInf><AddtlInf>account</AddtlInf></RtrInf>").as_deref(),
        Some("X1 no account")
    );
    let code = "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>";
    assert_eq!(returned(code).as_deref(), Some("RRTN"));
    let told = only(&euro("001.08", &entry("1.00", "EUR", code)));
    assert_eq!(told.details, [Detail { line: 3, returned: Some("RRTN".to_owned()), ..Detail::default() }]);
}

#[test]
fn charges_are_what_the_bank_kept() {
    let charges = |content: &str| only(&euro("001.08", &entry("1.00", "EUR", content))).charges.get();
    assert_eq!(charges(""), 0);
    assert_eq!(charges("<Chrgs><TtlChrgsAndTaxAmt Ccy=\"EUR\">0.30</TtlChrgsAndTaxAmt></Chrgs>"), -30);
    assert_eq!(charges("<Chrgs><Amt Ccy=\"EUR\">0.30</Amt></Chrgs><Chrgs><Amt Ccy=\"EUR\">0.20</Amt></Chrgs>"), -50);
    assert_eq!(charges("<Chrgs><Rcrd><Amt Ccy=\"USD\">0.30</Amt></Rcrd></Chrgs>"), 0);
    assert_eq!(charges("<NtryDtls><TxDtls><Chrgs><Rcrd><Amt Ccy=\"EUR\">0.30</Amt></Rcrd></Chrgs></TxDtls></NtryDtls>"), -30);
}

#[test]
fn what_the_bank_calls_its_charge_is_one() {
    let told = |code: &str, content: &str| {
        let kind = format!("<BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>{code}</SubFmlyCd></Fmly></Domn></BkTxCd>");
        only(&euro("001.08", &entry("1.00", "EUR", &format!("{kind}{content}")).replace("CRDT", "DBIT")))
    };
    assert_eq!(["CHRG", "FEES", "COMM", "ESCT"].map(|code| told(code, "").charges.get()), [-100, -100, -100, 0]);
    let one = told("CHRG", "<NtryDtls><TxDtls><RmtInf><Ustrd>Fee</Ustrd></RmtInf></TxDtls></NtryDtls>");
    assert_eq!((one.charges, one.details.len()), (one.amount, 1));
    assert_eq!(told("CHRG", &"<NtryDtls><TxDtls/></NtryDtls>".repeat(2)).charges.get(), 0, "of several nobody knows which");
    let came = only(&euro("001.08", &entry("1.00", "EUR", "<BkTxCd><Domn><Fmly><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>")));
    assert_eq!(came.charges.get(), 0, "what the bank gives back is no charge");
}

#[test]
fn only_what_is_booked_is_an_entry() {
    let statuses = ["PDNG", "INFO", "FUTR"].map(|status| format!("<Sts>{status}</Sts>"));
    let announced: String = statuses.iter().map(|status| entry("x", "USD", status)).collect();
    let later = entry("1.00", "EUR", "<NtryDtls><TxDtls/></NtryDtls><Sts><Cd>PDNG</Cd></Sts>");
    let statements = read(euro("001.08", &format!("{announced}{later}")).as_bytes()).unwrap();
    assert_eq!(statements[0].entries, []);
}

#[test]
fn files_in_other_letters_are_read() {
    let file =
        format!("<?xml version='1.0' encoding='ENC'?>{}", euro("001.08", &entry("1.00", "EUR", "<AddtlNtryInf>Mühle</AddtlNtryInf>")));
    let declared = |encoding: &str| file.replace("ENC", encoding);
    let bytes = |text: String| text.chars().map(|c| u8::try_from(c).unwrap()).collect::<Vec<_>>();
    let wide = |text: String| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    for content in [
        declared("UTF-8").into_bytes(),
        format!("\u{FEFF}{}", declared("ISO-8859-1")).into_bytes(),
        bytes(declared("ISO-8859-1")),
        bytes(declared("windows-1252")),
        bytes(declared("ISO-8859-15")),
        wide(format!("\u{FEFF}{}", declared("UTF-16"))),
        format!("\u{FEFF}{}", declared("UTF-16")).encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ] {
        let statements = read(&content).unwrap();
        assert_eq!(statements[0].entries[0].text.as_deref(), Some("Mühle"));
    }
}

#[test]
fn what_was_exchanged_is_no_amount_of_the_account() {
    let exchanged = "<AmtDtls><TxAmt><Amt Ccy=\"EUR\">262.55</Amt><CcyXchg><SrcCcy>EUR</SrcCcy></CcyXchg></TxAmt></AmtDtls>";
    assert_eq!(detail(exchanged).amount, None);
    assert_eq!(detail(&exchanged.replace("CcyXchg", "Other")).amount, Some(Minor::new(26_255)));
}
