//! Invoices as programs really write them: odd, and owed all the same.

use super::*;
use sooner_domain::receivables::{
    cash_discount::CashDiscount,
    einvoice::{Problem, ProblemCode},
};

/// An invoice of 1,190.00 over three lines, with what stands in some places told by the case.
fn invoice(root: &str, [means, terms]: [&str; 2], lines: [&str; 3]) -> InvoiceData {
    let amount = |name: &str, amount: &str| format!("<b:{name} currencyID='EUR'>{amount}</b:{name}>");
    let party = |name: &str, of: &str| {
        format!(
            "<a:{of}><a:Party><a:PartyLegalEntity><b:RegistrationName>{name}</b:RegistrationName></a:PartyLegalEntity></a:Party></a:{of}>"
        )
    };
    let tax = "<b:ID>S</b:ID><b:Percent>19</b:Percent>";
    let lines: String = lines
        .iter()
        .map(|net| {
            let taxed = format!("<a:Item><b:Name>Ware</b:Name><a:ClassifiedTaxCategory>{tax}</a:ClassifiedTaxCategory></a:Item>");
            format!("<a:InvoiceLine>{}{taxed}</a:InvoiceLine>", amount("LineExtensionAmount", net))
        })
        .collect();
    let content = [
        "<b:CustomizationID>urn:cen.eu:en16931:2017</b:CustomizationID><b:ID>P6-1</b:ID><b:IssueDate>2027-01-02</b:IssueDate>".to_owned(),
        "<b:DueDate>2027-02-15</b:DueDate><b:InvoiceTypeCode>380</b:InvoiceTypeCode>".to_owned(),
        "<b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>".to_owned(),
        party("Lovelace Engines GmbH", "AccountingSupplierParty"),
        party("Babbage Retail GmbH", "AccountingCustomerParty"),
        format!("<a:PaymentMeans><b:PaymentMeansCode>{means}</b:PaymentMeansCode></a:PaymentMeans>"),
        format!("<a:PaymentTerms><b:Note>{terms}</b:Note></a:PaymentTerms>"),
        format!("<a:TaxTotal>{}<a:TaxSubtotal>", amount("TaxAmount", "190.00")),
        format!("{}{}<a:TaxCategory>{tax}</a:TaxCategory>", amount("TaxableAmount", "1000.00"), amount("TaxAmount", "190.00")),
        "</a:TaxSubtotal></a:TaxTotal><a:LegalMonetaryTotal>".to_owned(),
        amount("LineExtensionAmount", "1000.00") + &amount("TaxExclusiveAmount", "1000.00"),
        amount("TaxInclusiveAmount", "1190.00") + &amount("PayableAmount", "1190.00"),
        format!("</a:LegalMonetaryTotal>{lines}"),
    ];
    let names = "urn:oasis:names:specification:ubl:schema:xsd:";
    let known = format!("xmlns='{names}Invoice-2' xmlns:a='{names}CommonAggregateComponents-2' xmlns:b='{names}CommonBasicComponents-2'");
    read(format!("<Invoice {known}{root}>{}</Invoice>", content.concat()).as_bytes()).unwrap()
}

const PLAIN: [&str; 3] = ["333.33", "333.33", "333.34"];

fn codes(problems: &[Problem]) -> Vec<(ProblemCode, Term)> {
    problems.iter().map(|problem| (problem.code, problem.term)).collect()
}

/// One of the files that programs wrote, or nearly.
fn case(file: &str) -> InvoiceData {
    read(file.as_bytes()).unwrap()
}

const FORTY_NAMESPACES: &str = include_str!("../cases/forty_namespaces.xml");
const LINES_OF_FOUR_DECIMALS: &str = include_str!("../cases/lines_of_four_decimals.xml");
const DIRECT_DEBIT: &str = include_str!("../cases/direct_debit.xml");
const CASH_DISCOUNT: &str = include_str!("../cases/cash_discount.xml");

/// Each is owed as it says, and nothing is in its way; what is odd about it is said.
#[test]
fn each_case_is_taken_and_said_for_what_it_is() {
    for (file, odd) in [
        (FORTY_NAMESPACES, vec![]),
        (LINES_OF_FOUR_DECIMALS, vec![(ProblemCode::Inexact, Term::LineNet); 3]),
        (DIRECT_DEBIT, vec![(ProblemCode::NotTransferred, Term::PaymentMeans)]),
        (CASH_DISCOUNT, vec![]),
    ] {
        let data = case(file);
        assert_eq!((data.number.as_deref(), data.due_on, data.totals.due), (Some("P6-1"), date("2027-02-15"), euro(119_000)));
        assert_eq!((data.seller.name, data.buyer.name), (text("Lovelace Engines GmbH"), text("Babbage Retail GmbH")));
        assert_eq!((data.lines.sum, data.totals.lines), (euro(100_000), euro(100_000)));
        assert_eq!((codes(&case(file).to_correct()), codes(&case(file).warnings())), (vec![], odd));
    }
    assert_eq!(case(DIRECT_DEBIT).instructions().means, [59]);
    let discounts = case(CASH_DISCOUNT).stated().discounts;
    let comes: Vec<_> = discounts.iter().map(|one| (one.until, Minor::new(119_000) - one.off(Minor::new(119_000)))).collect();
    assert_eq!(comes, [(date("2027-01-16").unwrap(), Minor::new(115_430))], "what may come by when");
    assert!([FORTY_NAMESPACES, LINES_OF_FOUR_DECIMALS, DIRECT_DEBIT].iter().all(|file| case(file).cash_discounts().is_empty()));
}

/// Every code by which the debtor transfers nothing, whatever stands beside it.
#[test]
fn what_is_not_transferred_is_told_by_its_code() {
    for code in ["10", "48", "49", "54", "55", "59", "68", "97"] {
        let data = invoice("", [code, ""], PLAIN);
        assert_eq!(codes(&data.warnings()), [(ProblemCode::NotTransferred, Term::PaymentMeans)], "{code}");
    }
    for code in ["1", "30", "58", "ZZZ", ""] {
        assert_eq!(invoice("", [code, ""], PLAIN).warnings(), [], "{code}");
    }
    let paid = with(
        UBL,
        "<cac:PaymentMeans>",
        "<cac:PaymentMeans><cbc:PaymentMeansCode>49</cbc:PaymentMeansCode></cac:PaymentMeans><cac:PaymentMeans>",
    );
    assert_eq!(paid.instructions().means, [49, 58, 59], "each once");
}

#[test]
fn a_hundred_namespaces_change_nothing() {
    let known: String = (0..100).map(|number| format!(" xmlns:n{number}='urn:example:{number}'")).collect();
    let data = invoice(&known, ["58", "30 Tage netto"], PLAIN);
    assert_eq!(data, invoice("", ["58", "30 Tage netto"], PLAIN));
    assert_eq!((data.to_correct(), data.warnings()), (vec![], vec![]));
}

#[test]
fn lines_with_four_decimals_are_told_and_in_nobodys_way() {
    let data = invoice("", ["58", ""], ["333.3333", "333.3333", "333.3334"]);
    assert_eq!(data.to_correct(), []);
    assert_eq!(codes(&data.warnings()), [(ProblemCode::Inexact, Term::LineNet); 3]);
    assert_eq!(data.lines, Summed { count: 3, sum: euro(100_000) });
    let wrong = invoice("", ["58", ""], ["333.3333", "333.3333", "334.3334"]);
    assert_eq!(codes(&wrong.to_correct()), [(ProblemCode::LineTotal, Term::LineTotal)], "a whole euro is no rounding");
}

#[test]
fn a_direct_debit_is_told_when_the_file_is_read() {
    let data = invoice("", ["59", ""], PLAIN);
    assert_eq!(codes(&data.warnings()), [(ProblemCode::NotTransferred, Term::PaymentMeans)]);
    assert_eq!(data.instructions().means, [59]);
}

#[test]
fn a_cash_discount_is_kept_as_data() {
    let data = invoice("", ["58", "#SKONTO#TAGE=14#PROZENT=3.00#\n"], PLAIN);
    let discount = CashDiscount::within(date("2027-01-02").unwrap(), 14, 300, None).unwrap();
    assert_eq!((data.cash_discounts(), data.stated().discounts), (vec![discount], vec![discount]));
    assert_eq!((discount.until, discount.off(Minor::new(119_000))), (date("2027-01-16").unwrap(), Minor::new(3_570)));
    assert_eq!(data.warnings(), []);
    let unread = invoice("", ["58", "Skonto nach Vereinbarung"], PLAIN);
    assert_eq!(codes(&unread.warnings()), [(ProblemCode::DiscountUnread, Term::PaymentTerms)]);
}

#[test]
fn the_discount_terms_of_cii_are_read() {
    let own = "<ram:SpecifiedTradePaymentTerms>";
    let terms = |from: &str, unit: &str| {
        let period = format!("<ram:BasisPeriodMeasure unitCode=\"{unit}\">10</ram:BasisPeriodMeasure>");
        let rest = "<ram:BasisAmount>1000.00</ram:BasisAmount><ram:CalculationPercent>2.5</ram:CalculationPercent>";
        let terms = format!("<ram:ApplicableTradePaymentDiscountTerms>{from}{period}{rest}</ram:ApplicableTradePaymentDiscountTerms>");
        with(CII, own, &format!("{own}{terms}")).cash_discounts()
    };
    let discount = |from: &str| CashDiscount::within(date(from).unwrap(), 10, 250, euro(100_000));
    assert_eq!(terms("", "DAY"), Vec::from_iter(discount("2026-11-12")));
    let from = "<ram:BasisDateTime><udt:DateTimeString format=\"102\">20261120</udt:DateTimeString></ram:BasisDateTime>";
    assert_eq!(terms(from, "DAY"), Vec::from_iter(discount("2026-11-20")));
    assert_eq!(terms("", "MON"), [], "months are not counted");
}

#[test]
fn taxes_that_follow_neither_rate_nor_lines_are_told() {
    let less = with(UBL, "<cbc:TaxAmount currencyID=\"EUR\">180.50", "<cbc:TaxAmount currencyID=\"EUR\">170.50");
    assert!(codes(&less.warnings()).contains(&(ProblemCode::TaxOfRate, Term::Tax)), "{:?}", less.warnings());
    let other = invoice("", ["58", ""], ["333.33", "333.33", "300.00"]);
    assert_eq!(codes(&other.warnings()), [(ProblemCode::TaxableOfLines, Term::Taxable)]);
}

/// The profile lets each line be rounded by itself.
#[test]
fn a_cent_that_the_extended_profile_allows_is_told_and_no_more() {
    let rules = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
    let cent = CII.replacen("<ram:GrandTotalAmount>1141.20", "<ram:GrandTotalAmount>1141.21", 1);
    assert_ne!(cent, CII);
    assert!(!read(cent.as_bytes()).unwrap().problems().is_empty());
    let extended = cent.replacen(rules, "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended", 1);
    let data = read(extended.as_bytes()).unwrap();
    assert_eq!(data.problems(), []);
    assert!(codes(&data.warnings()).contains(&(ProblemCode::Rounded, Term::GrossTotal)), "{:?}", data.warnings());
    let more = extended.replacen("<ram:GrandTotalAmount>1141.21", "<ram:GrandTotalAmount>1141.22", 1);
    assert!(!read(more.as_bytes()).unwrap().problems().is_empty());
}

const OLD: &str = "<rsm:CrossIndustryDocument xmlns:rsm='urn:ferd:CrossIndustryDocument:invoice:1p0'
    xmlns:ram='urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12'
    xmlns:udt='urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15'>
  <rsm:SpecifiedExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>
    <ram:ID>urn:ferd:CrossIndustryDocument:invoice:1p0:comfort</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:SpecifiedExchangedDocumentContext>
  <rsm:HeaderExchangedDocument><ram:ID>471102</ram:ID><ram:Name>RECHNUNG</ram:Name><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format='102'>20270102</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
  <rsm:SpecifiedSupplyChainTradeTransaction>
    <ram:ApplicableSupplyChainTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Lovelace Engines GmbH</ram:Name>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID='VA'>DE123456789</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Babbage Retail GmbH</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableSupplyChainTradeAgreement>
    <ram:ApplicableSupplyChainTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradePaymentTerms><ram:Description>2 % Skonto innerhalb 10 Tagen</ram:Description>
        <ram:DueDateDateTime><udt:DateTimeString format='102'>20270215</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementMonetarySummation>
        <ram:GrandTotalAmount currencyID='EUR'>1190.00</ram:GrandTotalAmount>
        <ram:TotalPrepaidAmount currencyID='EUR'>190.00</ram:TotalPrepaidAmount>
        <ram:DuePayableAmount currencyID='EUR'>1000.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementMonetarySummation>
    </ram:ApplicableSupplyChainTradeSettlement>
    <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument/></ram:IncludedSupplyChainTradeLineItem>
  </rsm:SpecifiedSupplyChainTradeTransaction>
</rsm:CrossIndustryDocument>";

#[test]
fn zugferd_1_is_read_as_far_as_it_is_owed_and_says_so() {
    let data = read(OLD.as_bytes()).unwrap();
    assert_eq!(data.to_correct(), []);
    assert_eq!((data.number.as_deref(), data.issued_on, data.due_on), (Some("471102"), date("2027-01-02"), date("2027-02-15")));
    assert_eq!((data.totals.due, data.seller.vat_id.as_deref()), (euro(100_000), Some("DE123456789")));
    assert_eq!((data.seller.name.as_deref(), data.buyer.name.as_deref()), (Some("Lovelace Engines GmbH"), Some("Babbage Retail GmbH")));
    assert_eq!(codes(&data.warnings()), [(ProblemCode::ReadInPart, Term::Specification)]);
    assert_eq!(data.cash_discounts().len(), 1);
    let no_due = OLD.replace("<ram:DuePayableAmount currencyID='EUR'>1000.00</ram:DuePayableAmount>", "");
    assert_eq!(read(no_due.as_bytes()).unwrap().totals.due, euro(100_000), "all that is not paid");
}

/// The last due date is when the whole is due.
#[test]
fn of_instalments_the_last_one_counts() {
    let own = "<ram:SpecifiedTradePaymentTerms>";
    let day = "<ram:DueDateDateTime><udt:DateTimeString format=\"102\">20270630</udt:DateTimeString></ram:DueDateDateTime>";
    let terms = format!("{own}{day}</ram:SpecifiedTradePaymentTerms>{own}");
    assert_eq!(with(CII, own, &terms).due_on, date("2027-06-30"));
    let means = "<cac:PaymentMeans>";
    let later = format!("{means}<cbc:PaymentDueDate>2027-06-30</cbc:PaymentDueDate></cac:PaymentMeans>{means}");
    assert_eq!(with(UBL, means, &later).due_on, date("2027-06-30"));
}
