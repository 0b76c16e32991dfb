//! Cross Industry Invoice of UN/CEFACT, D16B and D22B.

use super::{
    head::{Gathered, Layout, gathered},
    values::{self, LineSums, Values, account_number, codes, first, identifier, lines, note, ordered},
};
use crate::xml::{
    Xml,
    node::{Node, Tag},
};
use sooner_domain::{
    payments::statement::NotRead,
    receivables::einvoice::{
        Identifier, InvoiceAddress, InvoiceContact, InvoiceData, InvoiceParty, Payee, PaymentAccount, Summed, Syntax, Term, Totals, VatPart,
    },
};

pub const INVOICE: &str = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";

const LAYOUT: Layout = Layout {
    around: &["SupplyChainTradeTransaction", "ApplicableHeaderTradeAgreement", "ApplicableHeaderTradeSettlement"],
    kept: &[
        "ExchangedDocumentContext",
        "ExchangedDocument",
        "BuyerReference",
        "SellerTradeParty",
        "BuyerTradeParty",
        "BuyerOrderReferencedDocument",
        "TaxCurrencyCode",
        "InvoiceCurrencyCode",
        "PayeeTradeParty",
        "SpecifiedTradeSettlementPaymentMeans",
        "ApplicableTradeTax",
        "SpecifiedTradeAllowanceCharge",
        "SpecifiedLogisticsServiceCharge",
        "SpecifiedTradePaymentTerms",
        "SpecifiedTradeSettlementHeaderMonetarySummation",
        "InvoiceReferencedDocument",
    ],
    lines: &["IncludedSupplyChainTradeLineItem"],
    around_of_line: &[],
    of_line: &["AssociatedDocumentLineDocument", "SpecifiedLineTradeSettlement"],
    amount: "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    tax: [
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode",
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent",
    ],
    // Lines that head others or tell something, in the extended profile of Factur-X.
    counts_not: ("AssociatedDocumentLineDocument/LineStatusReasonCode", &["GROUP", "INFORMATION"]),
};

/// What an invoice says. It has just gone into its root.
pub fn read<'a>(xml: &mut Xml<'a>, root: Tag<'a>) -> Result<InvoiceData, NotRead> {
    let Gathered { head, lines: items } = gathered(xml, root, &LAYOUT)?;
    let mut values = Values::default();
    values.currency(head.find("InvoiceCurrencyCode"));
    let terms: Vec<_> = head.texts("SpecifiedTradePaymentTerms/Description").filter_map(lines).collect();
    let dues = head.all("SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString");
    // By then all of it is due.
    let due_on = dues.filter_map(|node| values.compact_day(Some(node), Term::DueDate)).max();
    let (allowances, charges) = allowances_and_charges(&head, &mut values);
    let mut sums = LineSums::default();
    for line in &items {
        sums.line(&mut values, line);
    }
    taxed_as_a_whole(&head, &mut values, &mut sums);
    let (lines_sum, taxed) = sums.done();
    let issued_on = values.compact_day(head.find("ExchangedDocument/IssueDateTime/DateTimeString"), Term::IssueDate);
    let data = InvoiceData {
        specification: first(&head, &["ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"]),
        number: first(&head, &["ExchangedDocument/ID"]),
        issued_on,
        type_code: values.code(head.find("ExchangedDocument/TypeCode"), Term::TypeCode),
        currency: values.currency,
        due_on,
        buyer_reference: first(&head, &["BuyerReference"]),
        order: first(&head, &["BuyerOrderReferencedDocument/IssuerAssignedID"]),
        payment_terms: Some(terms.join("\n")).filter(|terms| !terms.is_empty()),
        discounts: head
            .all("SpecifiedTradePaymentTerms/ApplicableTradePaymentDiscountTerms")
            .filter_map(|node| values::discount(node, issued_on, values.currency))
            .collect(),
        notes: head
            .all("ExchangedDocument/IncludedNote")
            .flat_map(|node| {
                let subject = first(node, &["SubjectCode"]);
                node.texts("Content").filter_map(move |text| note(subject.clone(), text)).collect::<Vec<_>>()
            })
            .collect(),
        preceding: head.all("InvoiceReferencedDocument").filter_map(|node| first(node, &["IssuerAssignedID"])).collect(),
        seller: head.find("SellerTradeParty").map(party).unwrap_or_default(),
        buyer: InvoiceParty { tax_number: None, ..head.find("BuyerTradeParty").map(party).unwrap_or_default() },
        payee: head.find("PayeeTradeParty").map(payee),
        means: codes(head.texts("SpecifiedTradeSettlementPaymentMeans/TypeCode")),
        accounts: head.all("SpecifiedTradeSettlementPaymentMeans").filter_map(account).collect(),
        totals: totals(&head, &mut values),
        vat: vat(&head, &mut values),
        lines: lines_sum,
        taxed,
        allowances,
        charges,
        ..InvoiceData::new(Syntax::Cii)
    };
    Ok(InvoiceData { unreadable: values.unreadable, inexact: values.inexact, ..data })
}

/// Allowances and charges on the whole, as they are taxed.
fn taxed_as_a_whole(head: &Node<'_>, values: &mut Values, sums: &mut LineSums) {
    for node in head.all("SpecifiedTradeAllowanceCharge") {
        let sign = if matches!(node.first(&["ChargeIndicator/Indicator"]), Some("true" | "1")) { 1 } else { -1 };
        let tax = ["CategoryTradeTax/CategoryCode", "CategoryTradeTax/RateApplicablePercent"].map(|path| node.first(&[path]));
        sums.of_whole(values, node.find("ActualAmount"), sign, tax);
    }
    for node in head.all("SpecifiedLogisticsServiceCharge") {
        let tax = ["AppliedTradeTax/CategoryCode", "AppliedTradeTax/RateApplicablePercent"].map(|path| node.first(&[path]));
        sums.of_whole(values, node.find("AppliedAmount"), 1, tax);
    }
}

fn allowances_and_charges(head: &Node<'_>, values: &mut Values) -> (Summed, Summed) {
    let (mut allowances, mut charges) = (Summed::default(), Summed::default());
    for node in head.all("SpecifiedTradeAllowanceCharge") {
        match node.first(&["ChargeIndicator/Indicator"]) {
            Some("true" | "1") => charges = charges.and(values.amount_at(node, "ActualAmount", Term::Charge)),
            Some("false" | "0") => allowances = allowances.and(values.amount_at(node, "ActualAmount", Term::Allowance)),
            _ => {}
        }
    }
    // Freight, in the extended profile of Factur-X.
    for node in head.all("SpecifiedLogisticsServiceCharge") {
        charges = charges.and(values.amount_at(node, "AppliedAmount", Term::Charge));
    }
    (allowances, charges)
}

pub(super) fn party(node: &Node<'_>) -> InvoiceParty {
    let tax = |scheme: &str| {
        let mut all = node.all("SpecifiedTaxRegistration/ID");
        all.find(|id| id.attribute("schemeID").is_some_and(|said| said.trim() == scheme)).and_then(identifier).map(|id| id.value)
    };
    InvoiceParty {
        name: first(node, &["Name"]),
        trading_name: first(node, &["SpecifiedLegalOrganization/TradingBusinessName"]),
        vat_id: tax("VA"),
        tax_number: tax("FC"),
        registration: node.find("SpecifiedLegalOrganization/ID").and_then(identifier),
        identifiers: identifiers(node),
        electronic_address: node.find("URIUniversalCommunication/URIID").and_then(identifier),
        address: node.find("PostalTradeAddress").map(address).unwrap_or_default(),
        contact: node.find("DefinedTradeContact").map(contact).unwrap_or_default(),
    }
}

fn identifiers(node: &Node<'_>) -> Vec<Identifier> {
    values::identifiers(node.all("ID").chain(node.all("GlobalID")))
}

fn contact(node: &Node<'_>) -> InvoiceContact {
    InvoiceContact {
        name: first(node, &["PersonName", "DepartmentName"]),
        phone: first(node, &["TelephoneUniversalCommunication/CompleteNumber"]),
        email: first(node, &["EmailURIUniversalCommunication/URIID"]),
    }
}

fn address(node: &Node<'_>) -> InvoiceAddress {
    InvoiceAddress {
        lines: ["LineOne", "LineTwo", "LineThree"].iter().filter_map(|path| first(node, &[path])).collect(),
        city: first(node, &["CityName"]),
        post_code: first(node, &["PostcodeCode"]),
        subdivision: first(node, &["CountrySubDivisionName"]),
        country: first(node, &["CountryID"]),
    }
}

pub(super) fn payee(node: &Node<'_>) -> Payee {
    Payee {
        name: first(node, &["Name"]),
        identifiers: identifiers(node),
        registration: node.find("SpecifiedLegalOrganization/ID").and_then(identifier),
    }
}

pub(super) fn account(node: &Node<'_>) -> Option<PaymentAccount> {
    let account = node.find("PayeePartyCreditorFinancialAccount")?;
    Some(PaymentAccount {
        number: account.first(&["IBANID", "ProprietaryID"]).and_then(account_number)?,
        name: first(account, &["AccountName"]),
        bic: first(node, &["PayeeSpecifiedCreditorFinancialInstitution/BICID"]),
    })
}

fn totals(head: &Node<'_>, values: &mut Values) -> Totals {
    let Some(node) = head.find("SpecifiedTradeSettlementHeaderMonetarySummation") else { return Totals::default() };
    Totals {
        lines: values.amount_at(node, "LineTotalAmount", Term::LineTotal),
        allowances: values.if_any(node, "AllowanceTotalAmount", Term::AllowanceTotal),
        charges: values.if_any(node, "ChargeTotalAmount", Term::ChargeTotal),
        net: values.amount_at(node, "TaxBasisTotalAmount", Term::NetTotal),
        vat: values.own_of(node.all("TaxTotalAmount"), head.first(&["TaxCurrencyCode"]), Term::VatTotal),
        gross: values.amount_at(node, "GrandTotalAmount", Term::GrossTotal),
        paid: values.if_any(node, "TotalPrepaidAmount", Term::Paid),
        rounding: values.if_any(node, "RoundingAmount", Term::Rounding),
        for_others: None,
        due: values.amount_at(node, "DuePayableAmount", Term::AmountDue),
    }
}

fn vat(head: &Node<'_>, values: &mut Values) -> Vec<VatPart> {
    let parts = head.all("ApplicableTradeTax").map(|part| VatPart {
        taxable: values.amount_at(part, "BasisAmount", Term::Taxable),
        tax: values.amount_at(part, "CalculatedAmount", Term::Tax),
        category: first(part, &["CategoryCode"]),
        rate: values.rate(part.find("RateApplicablePercent")),
    });
    ordered(parts.collect())
}
