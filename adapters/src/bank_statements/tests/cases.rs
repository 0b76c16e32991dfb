//! Files that went wrong once.

use super::{entry, euro};
use crate::bank_statements::read;
use sooner_domain::{
    kernel::text::Line,
    payments::statement::{Entry, NotRead, OtherForm, Statement},
};

/// A file as it lies beside the samples.
macro_rules! case {
    ($name:literal) => {
        include_bytes!(concat!("../cases/", $name)).as_slice()
    };
}

fn only(file: &[u8]) -> Statement {
    let [statement]: [Statement; 1] = read(file).unwrap().try_into().unwrap();
    assert_eq!(statement.check(), Ok(()));
    statement
}

fn lines(statement: &Statement) -> Vec<i64> {
    statement.lines().iter().map(|(_, line)| line.amount.get()).collect()
}

#[test]
fn a_stylesheet_an_envelope_and_every_declared_kind_of_letters_are_read() {
    for file in [case!("base.xml"), case!("stylesheet_pi.xml"), case!("envelope.xml")] {
        assert_eq!(lines(&only(file)), [10_000, -3_000]);
    }
    let read = only(case!("windows1250.xml"));
    let name = read.entries.first().and_then(|entry| entry.details.first()).and_then(|detail| detail.other.name.as_ref());
    assert_eq!(name.map(Line::as_str), Some("Žižka"));
    let polish = euro("001.08", &entry("1.00", "EUR", "<AddtlNtryInf>ZAŻÓŁĆ</AddtlNtryInf>"));
    for label in ["ISO-8859-2", "windows-1250", "cp1250", "UTF-8"] {
        let (bytes, ..) = encoding_rs::Encoding::for_label(label.replace("cp", "windows-").as_bytes()).unwrap().encode(&polish);
        let file = [format!("<?xml version='1.0' encoding='{label}'?>").as_bytes(), &bytes].concat();
        assert_eq!(only(&file).entries.first().and_then(|entry: &Entry| entry.text.as_deref()), Some("ZAŻÓŁĆ"), "{label}");
    }
}

#[test]
fn an_envelope_holds_one_message_and_may_hold_headers() {
    let message = euro("001.08", &entry("1.00", "EUR", ""));
    for file in [
        format!("<Envelope><Header><a><b/></a></Header><Body>{message}</Body><c/></Envelope>"),
        format!("<DataPDU>\n<Body><AppHdr><Document/></AppHdr>{message}</Body>\n</DataPDU>\n<!-- end -->"),
    ] {
        assert_eq!(lines(&only(file.as_bytes())), [100], "{file}");
    }
    let two = format!("<Envelope>{message}\n{message}</Envelope>");
    assert!(matches!(read(two.as_bytes()), Err(NotRead::Malformed(_))), "nothing of it is lost in silence");
    assert_eq!(read(b"<Envelope><Body/></Envelope>"), Err(NotRead::Unknown));
}

#[test]
fn what_is_not_taken_is_called_by_its_name() {
    for (file, form) in [
        (case!("camt052.xml"), OtherForm::Intraday),
        (case!("mt940.sta"), OtherForm::Swift),
        (case!("table.csv"), OtherForm::Table),
        (case!("archive.zip"), OtherForm::Archive),
    ] {
        assert_eq!(read(file), Err(NotRead::Other(form)));
    }
}

#[test]
fn a_file_of_another_form_whose_line_never_ends_is_called_by_its_name_too() {
    let endless = [case!("mt940.sta"), &b"A".repeat(16 << 20)].concat();
    let began = std::time::Instant::now();
    assert_eq!(read(&endless), Err(NotRead::Other(OtherForm::Swift)));
    assert_eq!(read(&endless[case!("mt940.sta").len()..]), Err(NotRead::Unknown));
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
}

#[test]
fn a_detail_without_an_amount_is_a_line_of_the_entrys_amount() {
    assert_eq!(lines(&only(case!("detail_amount_zero.xml"))), [10_567_850]);
}

#[test]
fn the_digits_of_a_swiss_reference_are_kept() {
    let statement = only(case!("qr_ref.xml"));
    let (_, line) = statement.lines().remove(0);
    assert_eq!(line.names, ["210000000003139471430009017"]);
    assert!(line.text.is_some_and(|text| text.as_str().contains("21 00000 00003 13947 14300 09017")), "a person reads them");
}

#[test]
fn an_entry_that_cannot_be_read_is_set_aside() {
    let entries = [entry("1.00", "EUR", ""), entry("1.0.0", "EUR", "<NtryDtls/>"), entry("2.00", "EUR", "")].join("\n");
    let statement = only(euro("001.08", &entries).as_bytes());
    let odd: Vec<_> = statement.odd.iter().map(|odd| (odd.line, odd.what)).collect();
    assert_eq!((lines(&statement), odd), (vec![100, 200], vec![(4, "Amt")]));
}
