//! What the samples say.

use super::*;

fn expected(syntax: Syntax) -> InvoiceData {
    InvoiceData {
        specification: text("urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"),
        number: text("MB-1001"),
        issued_on: date("2026-11-12"),
        type_code: Some(380),
        currency: Currency::parse("EUR").ok(),
        due_on: date("2026-12-12"),
        buyer_reference: text("04011000-12345-34"),
        order: text("B-2026-77"),
        payment_terms: text("30 Tage netto"),
        notes: vec![
            InvoiceNote { subject: text("AAI"), text: "Lieferung frei Haus.\nEs gelten unsere AGB.".to_owned() },
            InvoiceNote { subject: None, text: "Vielen Dank & bis bald".to_owned() },
        ],
        preceding: vec!["MB-0999".to_owned()],
        seller: InvoiceParty {
            name: text("Mühle & Söhne GmbH"),
            trading_name: text("Kornblume"),
            vat_id: text("DE123456789"),
            tax_number: text("120/1234/5678"),
            registration: Some(identifier(Some("0198"), "HRB 12345")),
            identifiers: vec![identifier(Some("0088"), "4012345000009")],
            electronic_address: Some(identifier(Some("EM"), "rechnung@muehle.example")),
            address: InvoiceAddress {
                lines: vec!["Am Bach 1".to_owned(), "Hof 2".to_owned()],
                city: text("Mühlheim"),
                post_code: text("45468"),
                subdivision: text("NRW"),
                country: text("DE"),
            },
            contact: InvoiceContact { name: text("Erika Muster"), phone: text("+49 208 1234"), email: text("erika@muehle.example") },
        },
        buyer: InvoiceParty {
            name: text("Alte Spinnerei KG"),
            vat_id: text("DE987654321"),
            identifiers: vec![identifier(None, "K-77")],
            electronic_address: Some(identifier(Some("0204"), "04011000-12345-34")),
            address: InvoiceAddress {
                lines: vec!["Spindelweg 3".to_owned()],
                city: text("Leipzig"),
                post_code: text("04109"),
                subdivision: None,
                country: text("DE"),
            },
            ..InvoiceParty::default()
        },
        payee: Some(Payee {
            name: text("Westfinanz AG"),
            identifiers: vec![identifier(None, "4711")],
            registration: Some(identifier(None, "HRB 777")),
        }),
        means: vec![58, 59],
        accounts: vec![PaymentAccount {
            number: "DE89370400440532013000".to_owned(),
            name: text("Westfinanz AG"),
            bic: text("COBADEFFXXX"),
        }],
        totals: Totals {
            lines: euro(100_000),
            allowances: euro(5_000),
            charges: euro(1_000),
            net: euro(96_000),
            vat: euro(18_120),
            gross: euro(114_120),
            paid: None,
            rounding: euro(-20),
            for_others: None,
            due: euro(114_100),
        },
        vat: vec![part(1_000, 70, 700), part(95_000, 18_050, 1_900)],
        lines: Summed { count: 2, sum: euro(100_000) },
        allowances: Summed { count: 1, sum: euro(5_000) },
        charges: Summed { count: 1, sum: euro(1_000) },
        ..InvoiceData::new(syntax)
    }
}

fn part(taxable: i64, tax: i64, rate: i64) -> VatPart {
    VatPart { taxable: euro(taxable), tax: euro(tax), category: text("S"), rate: Percentage::parse_basis_points(rate).ok() }
}

#[test]
fn an_invoice_of_each_syntax_is_read() {
    assert_eq!(read(UBL.as_bytes()), Ok(expected(Syntax::UblInvoice)));
    assert_eq!(read(CII.as_bytes()), Ok(expected(Syntax::Cii)));
    assert_eq!(expected(Syntax::Cii).problems(), []);
}

#[test]
fn prefixes_mean_nothing_and_namespaces_all() {
    let renamed = UBL.replace("cbc:", "x:").replace(":cbc", ":x").replace("cac:", "").replace("xmlns:cac", "xmlns:y");
    // What has no prefix is now of the invoice's namespace, which is one of the family.
    assert_eq!(read(renamed.as_bytes()), Ok(expected(Syntax::UblInvoice)));
    let renamed = CII.replace("ram:", "r-1:").replace(":ram", ":r-1").replace("rsm:", "").replace("xmlns:rsm", "xmlns");
    assert_eq!(read(renamed.as_bytes()), Ok(expected(Syntax::Cii)));
    let other = UBL.replace("urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2", "urn:other");
    assert_eq!(read(other.as_bytes()).unwrap().number, None);
    let foreign = "<cbc:ID xmlns:cbc='urn:other'>MB-1</cbc:ID><cbc:ID>MB-1001";
    assert_eq!(with(UBL, "<cbc:ID>MB-1001", foreign), expected(Syntax::UblInvoice));
    let foreign = "<x:Party xmlns:x='urn:other'><PartyLegalEntity/></x:Party><cac:Party>\n      <cbc:EndpointID schemeID=\"EM\">";
    assert_eq!(with(UBL, "<cac:Party>\n      <cbc:EndpointID schemeID=\"EM\">", foreign).seller, expected(Syntax::Cii).seller);
}

#[test]
fn a_program_may_declare_every_namespace_it_knows() {
    let known: String = (0..100).map(|number| format!(" xmlns:n{number}='urn:example:{number}'")).collect();
    for (file, root, syntax) in [(UBL, "<Invoice", Syntax::UblInvoice), (CII, "<rsm:CrossIndustryInvoice", Syntax::Cii)] {
        assert_eq!(with(file, root, &format!("{root}{known}")), expected(syntax));
    }
}

#[test]
fn each_way_of_paying_is_told_by_its_code() {
    let means = |code: &str| format!("<cac:PaymentMeans><cbc:PaymentMeansCode>{code}</cbc:PaymentMeansCode></cac:PaymentMeans>");
    let first = "<cac:PaymentMeans>";
    let more = [means("59"), means("59"), means("ZZZ"), means("10")].concat();
    assert_eq!(with(UBL, first, &format!("{more}{first}")).means, [10, 58, 59]);
    let instructions = with(UBL, first, &format!("{more}{first}")).instructions();
    assert_eq!((instructions.means, instructions.preceding, instructions.is_paid), (vec![10, 58, 59], vec!["MB-0999".to_owned()], false));
}

#[test]
fn whichever_way_letters_are_written_they_are_read() {
    let wide: Vec<u8> = UBL.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&[b"\xFF\xFE", wide.as_slice()].concat()), Ok(expected(Syntax::UblInvoice)));
    assert_eq!(read(&[b"\xEF\xBB\xBF", CII.as_bytes()].concat()), Ok(expected(Syntax::Cii)));
    let (latin, ..) = encoding_rs::WINDOWS_1252.encode(CII);
    let latin = [b"<?xml version='1.0' encoding='iso-8859-1'?>", latin.split_at(38).1].concat();
    assert_eq!(read(&latin), Ok(expected(Syntax::Cii)));
}

#[test]
fn a_credit_note_is_read_as_one() {
    let note = UBL.replace("<Invoice ", "<CreditNote ").replace("</Invoice>", "</CreditNote>").replace("xsd:Invoice-2", "xsd:CreditNote-2");
    let note = note.replace("InvoiceTypeCode", "CreditNoteTypeCode").replace("InvoiceLine", "CreditNoteLine").replace(">380<", ">381<");
    let note = note.replace("  <cbc:DueDate>2026-12-12</cbc:DueDate>\n", "");
    let means = "<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>";
    let due = format!("{means}<cbc:PaymentDueDate>2026-12-12</cbc:PaymentDueDate>");
    let note = with(&note, means, &due);
    assert_eq!(note, InvoiceData { type_code: Some(381), ..expected(Syntax::UblCreditNote) });
    assert!(note.is_credit_note());
}
