//! Where else things stand, and what cannot be read.

use super::*;

fn unreadable(data: &InvoiceData) -> Vec<(Term, &str, bool)> {
    data.unreadable.iter().map(|value| (value.term, value.text.as_str(), value.is_other_currency)).collect()
}

#[test]
fn what_is_no_value_is_kept_with_its_line() {
    let data = with(UBL, "<cbc:IssueDate>2026-11-12", "<cbc:IssueDate>12.11.2026");
    let expected = Unreadable { term: Term::IssueDate, line: 9, text: "12.11.2026".to_owned(), is_other_currency: false };
    assert_eq!((data.issued_on, data.unreadable), (None, vec![expected]));
    let cases = [
        (UBL, ">2026-12-12<", ">2026-02-30<", Term::DueDate, "2026-02-30"),
        (UBL, ">380<", ">invoice<", Term::TypeCode, "invoice"),
        (UBL, ">380<", ">-380<", Term::TypeCode, "-380"),
        (UBL, ">50.00<", ">fifty<", Term::Allowance, "fifty"),
        (UBL, ">10</cbc:Amount>", ">10,00</cbc:Amount>", Term::Charge, "10,00"),
        (UBL, ">995.00<", ">995.0000001<", Term::LineNet, "995.0000001"),
        (UBL, ">1141.00<", ">1.141,00<", Term::AmountDue, "1.141,00"),
        (UBL, ">1141.00<", ">--1<", Term::AmountDue, "--1"),
        (UBL, ">1141.00<", ">-<", Term::AmountDue, "-"),
        (UBL, ">1141.00<", ">1e3<", Term::AmountDue, "1e3"),
        (UBL, ">1141.00<", ">100000000000.01<", Term::AmountDue, "100000000000.01"),
        (UBL, ">181.20<", ">181.2.0<", Term::VatTotal, "181.2.0"),
        (UBL, ">950.00<", ">x<", Term::Taxable, "x"),
        (UBL, ">180.50<", ">x<", Term::Tax, "x"),
        (UBL, ">19.00<", ">19.001<", Term::VatRate, "19.001"),
        (UBL, ">19.00<", ">101<", Term::VatRate, "101"),
        (CII, ">20261112<", ">2026-11-12<", Term::IssueDate, "2026-11-12"),
        (CII, ">20261112<", ">20261312<", Term::IssueDate, "20261312"),
        (CII, "\"102\">20261112<", "\"610\">202611<", Term::IssueDate, "202611"),
        (CII, "\"102\">20261212<", "\"203\">20261212<", Term::DueDate, "20261212"),
        (CII, ">960.00<", ">nine<", Term::NetTotal, "nine"),
        (CII, ">995.00<", ">0x10<", Term::LineNet, "0x10"),
    ];
    for (sample, from, to, term, said) in cases {
        assert_eq!(unreadable(&with(sample, from, to)), [(term, said, false)], "{to}");
    }
    let long = format!(">{}<", "9".repeat(300));
    assert_eq!(unreadable(&with(CII, ">1141.00<", &long)), [(Term::AmountDue, "9".repeat(100).as_str(), false)]);
}

#[test]
fn an_amount_in_another_currency_is_none() {
    let data = with(UBL, "\"EUR\">1141.00<", "\"USD\">1141.00<");
    assert_eq!((data.totals.due, unreadable(&data)), (None, vec![(Term::AmountDue, "1141.00 USD", true)]));
    // The tax in a second currency is what is told to a tax office; in a third one it is none.
    let data = with(UBL, "<cbc:TaxAmount currencyID=\"EUR\">181.20", "<cbc:TaxAmount currencyID=\"GBP\">181.20");
    assert_eq!((data.totals.vat, data.vat.len(), unreadable(&data)), (None, 0, vec![(Term::VatTotal, "181.20 GBP", true)]));
    assert_eq!(with(CII, " currencyID=\"EUR\"", "").totals.vat, euro(18_120));
    assert_eq!(unreadable(&with(CII, "\"EUR\">181.20", "\"GBP\">181.20")), [(Term::VatTotal, "181.20 GBP", true)]);
}

#[test]
fn amounts_are_exact_in_the_minor_units_of_their_currency() {
    let due = |code: &str, amount: &str| {
        let file = CII.replace("EUR", code).replacen(">1141.00<", &format!(">{amount}<"), 1);
        read(file.as_bytes()).unwrap().totals.due.map(Minor::get)
    };
    for (code, amount, minor) in [
        ("EUR", "1", Some(100)),
        ("EUR", "+1.5", Some(150)),
        ("EUR", "-1.50", Some(-150)),
        ("EUR", ".5", Some(50)),
        ("EUR", "5.", Some(500)),
        ("EUR", "0.010000", Some(1)),
        ("EUR", "-0.00", Some(0)),
        ("EUR", "0.005", None),
        ("EUR", "100000000000.00", Some(InvoiceData::MAX_MINOR)),
        ("JPY", "1141", Some(1_141)),
        ("JPY", "1141.00", Some(1_141)),
        ("JPY", "1141.50", None),
        ("KWD", "1.005", Some(1_005)),
        ("KWD", "1.0005", None),
    ] {
        assert_eq!(due(code, amount), minor, "{amount} {code}");
    }
}

#[test]
fn without_a_currency_there_is_no_amount() {
    for (from, to, said) in [
        ("<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>", "", vec![]),
        ("Code>EUR<", "Code>EURO<", vec![(Term::Currency, "EURO", false)]),
        ("Code>EUR<", "Code>eur<", vec![(Term::Currency, "eur", false)]),
    ] {
        let data = with(UBL, from, to);
        assert_eq!((data.currency, data.totals, data.vat.len(), data.lines.sum), (None, Totals::default(), 0, None), "{to}");
        assert_eq!(unreadable(&data), said, "{to}");
    }
    assert_eq!(with(CII, "<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>", "").totals, Totals::default());
}

#[test]
fn some_stands_elsewhere() {
    assert_eq!(with(UBL, "B-2026-77", "NA").order, None);
    assert_eq!(with(UBL, ">false<", ">0<").allowances, Summed { count: 1, sum: euro(5_000) });
    assert_eq!(with(CII, ">true<", ">1<").charges, Summed { count: 1, sum: euro(1_000) });
    assert_eq!(with(CII, ">true<", ">maybe<").charges, Summed::default());
    assert_eq!(
        with(CII, "<ram:PersonName>Erika Muster</ram:PersonName>", "<ram:DepartmentName>Kasse</ram:DepartmentName>").seller.contact.name,
        text("Kasse")
    );
    let accounts = with(CII, "<ram:IBANID>DE89370400440532013000</ram:IBANID>", "<ram:ProprietaryID>12 34-5</ram:ProprietaryID>").accounts;
    assert_eq!(accounts[0].number, "1234-5");
    assert_eq!(with(CII, "<ram:IBANID>DE89370400440532013000</ram:IBANID>", "").accounts, []);
    let note = with(UBL, "#AAI#Lieferung", "#aai#Lieferung").notes.remove(0);
    assert_eq!((note.subject, note.text.split(' ').next()), (None, Some("#aai#Lieferung")));
    let note = with(CII, ">Vielen Dank", ">#ACC#Vielen Dank").notes.remove(1);
    assert_eq!((note.subject.as_deref(), note.text.as_str()), (Some("ACC"), "Vielen Dank & bis bald"));
    let blank = with(UBL, ">MB-1001<", "> \n\u{85} <");
    assert_eq!(blank.number, None);
    let spaced = with(UBL, ">MB-1001<", "> MB-\n  1001\t<");
    assert_eq!(spaced.number, text("MB- 1001"));
    let data = with(
        UBL,
        "<cac:TaxTotal>",
        "<cac:PrepaidPayment><cbc:PaidAmount currencyID='EUR'>7</cbc:PaidAmount></cac:PrepaidPayment><cac:TaxTotal>",
    );
    assert_eq!(data.totals.for_others, None);
    let extension = UBL.replace("xrechnung_3.0<", "xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0<");
    let two = "<cac:PrepaidPayment><cbc:PaidAmount>7</cbc:PaidAmount></cac:PrepaidPayment>".repeat(2);
    assert_eq!(with(&extension, "<cac:TaxTotal>", &format!("{two}<cac:TaxTotal>")).totals.for_others, euro(1_400));
}

#[test]
fn the_extended_profile_has_lines_that_are_none_and_freight() {
    let group = "<ram:LineID>1</ram:LineID><ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode>";
    assert_eq!(with(CII, "<ram:LineID>1</ram:LineID>", group).lines, Summed { count: 1, sum: euro(500) });
    let detail = group.replace("GROUP", "DETAIL");
    assert_eq!(with(CII, "<ram:LineID>1</ram:LineID>", &detail).lines, Summed { count: 2, sum: euro(100_000) });
    let freight = "<ram:SpecifiedLogisticsServiceCharge><ram:AppliedAmount>3</ram:AppliedAmount></ram:SpecifiedLogisticsServiceCharge>";
    let data = with(CII, "<ram:SpecifiedTradePaymentTerms>", &format!("{freight}<ram:SpecifiedTradePaymentTerms>"));
    assert_eq!(data.charges, Summed { count: 2, sum: euro(1_300) });
    let later = "<ram:SpecifiedTradePaymentTerms><ram:Description>Rest</ram:Description><ram:DueDateDateTime>\
                 <udt:DateTimeString>20270112</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>";
    let data = with(CII, "<ram:SpecifiedTradePaymentTerms>", &format!("{later}<ram:SpecifiedTradePaymentTerms>"));
    assert_eq!((data.due_on, data.payment_terms.as_deref()), (date("2027-01-12"), Some("Rest\n30 Tage netto")));
}
