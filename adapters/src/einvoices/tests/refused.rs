//! What is not taken.

use super::*;
use proptest::prelude::*;

const ROOT: &str = "Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'";

fn within(content: &str) -> String {
    format!("<{ROOT}>\n{content}</Invoice>")
}

#[test]
fn what_is_no_invoice_is_told_apart() {
    for file in [
        "",
        " \n",
        "{\"a\": 1}",
        "number;amount\n1;2\n",
        "<html><body/></html>",
        "<Invoice/>",
        "<Invoice xmlns='urn:other'/>",
        "<x:Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'/>",
        "<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>",
        "<CreditNote xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'/>",
        "<CrossIndustryDocument xmlns='urn:ferd:CrossIndustryDocument:invoice:2p0'/>",
        "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'/>",
        "<!-- nothing -->",
    ] {
        assert_eq!(refusal(file), NotEInvoice::Unknown, "{file}");
    }
    assert_eq!(read(b"PK\x03\x04\xff\xff"), Err(NotEInvoice::Unknown));
    assert_eq!(read(within("").as_bytes()), Ok(InvoiceData::new(Syntax::UblInvoice)));
}

#[test]
fn what_says_how_it_is_to_be_read_is_not_read() {
    let bomb = "<!DOCTYPE lolz [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]>\n";
    let file = UBL.replace("<Invoice ", &format!("{bomb}<Invoice ")).replace("MB-1001", "&c;");
    assert_eq!(refusal(&file), NotEInvoice::Malformed(3));
    for doctype in ["<!DOCTYPE Invoice SYSTEM 'file:///etc/passwd'>", "<!DOCTYPE Invoice PUBLIC 'a' 'http://example.com/a.dtd'>"] {
        assert_eq!(refusal(&format!("{doctype}\n{}", within(""))), NotEInvoice::Malformed(1), "{doctype}");
    }
    for content in ["<A>&who;</A>", "<A>&#0;</A>", "<A b='&who;'/>", "<A>", "</A>", "<A b=1/>", "<A>\u{1}</A>"] {
        assert!(matches!(refusal(&within(content)), NotEInvoice::Malformed(2)), "{content}");
    }
    assert_eq!(refusal(&format!("{}<a/>", within(""))), NotEInvoice::Malformed(2));
}

#[test]
fn a_file_that_is_cut_is_never_taken() {
    for file in [UBL, CII] {
        let file = file.trim_end().as_bytes();
        for end in 0..file.len() {
            let refusal = read(&file[..end]).unwrap_err();
            assert!(matches!(refusal, NotEInvoice::Unknown | NotEInvoice::Malformed(_)), "{end}: {refusal}");
        }
    }
}

#[test]
fn a_hint_how_to_show_it_is_passed_over() {
    assert!(read(format!("<?xml-stylesheet href='a.xsl'?>{}", within("<?what ever?>")).as_bytes()).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn whatever_is_changed_it_is_read_or_refused(cii in any::<bool>(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut file = if cii { CII } else { UBL }.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if let Ok(data) = read(&file) {
            data.problems();
        }
    }
}
