//! UBL 2.1.

use super::{
    head::{Gathered, Layout, gathered},
    values::{self, LineSums, Values, account_number, codes, first, identifier, is_in, lines, note, ordered},
};
use crate::xml::{
    Xml,
    node::{Node, Tag},
};
use sooner_domain::{
    payments::statement::NotRead,
    receivables::einvoice::{
        Identifier, InvoiceAddress, InvoiceContact, InvoiceData, InvoiceParty, Payee, PaymentAccount, Syntax, Term, Totals, VatPart,
    },
};

pub const INVOICE: &str = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2";
pub const CREDIT_NOTE: &str = "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2";

const LAYOUT: Layout = Layout {
    around: &[],
    kept: &[
        "CustomizationID",
        "ID",
        "IssueDate",
        "DueDate",
        "InvoiceTypeCode",
        "CreditNoteTypeCode",
        "Note",
        "DocumentCurrencyCode",
        "TaxCurrencyCode",
        "BuyerReference",
        "OrderReference",
        "BillingReference",
        "AccountingSupplierParty",
        "AccountingCustomerParty",
        "PayeeParty",
        "PaymentMeans",
        "PaymentTerms",
        "AllowanceCharge",
        "PrepaidPayment",
        "TaxTotal",
        "LegalMonetaryTotal",
    ],
    lines: &["InvoiceLine", "CreditNoteLine"],
    around_of_line: &["Item"],
    of_line: &["LineExtensionAmount", "ClassifiedTaxCategory"],
    amount: "LineExtensionAmount",
    tax: ["ClassifiedTaxCategory/ID", "ClassifiedTaxCategory/Percent"],
    counts_not: ("", &[]),
};

/// A creditor's id for direct debits (BT-90) stands among those of a party.
const DIRECT_DEBIT: &str = "SEPA";
/// The rules by which a part is collected for others say this of themselves.
const EXTENSION: &str = ":extension:xrechnung";
/// Stands where an order's number has to, and there is none (Peppol).
const NO_ORDER: &str = "NA";

/// What an invoice says. It has just gone into its root.
pub fn read<'a>(xml: &mut Xml<'a>, root: Tag<'a>) -> Result<InvoiceData, NotRead> {
    let syntax = if root.name == "CreditNote" { Syntax::UblCreditNote } else { Syntax::UblInvoice };
    let Gathered { head, lines: items } = gathered(xml, root, &LAYOUT)?;
    let mut values = Values::default();
    values.currency(head.find("DocumentCurrencyCode"));
    let dues = ["DueDate", "PaymentMeans/PaymentDueDate", "PaymentTerms/PaymentDueDate", "PaymentTerms/InstallmentDueDate"];
    // By then all of it is due.
    let due_on = dues.iter().flat_map(|path| head.all(path)).filter_map(|node| values.day(Some(node), Term::DueDate)).max();
    let terms: Vec<_> = head.texts("PaymentTerms/Note").filter_map(lines).collect();
    let is = |wanted: &'static str| {
        let all = head.all("AllowanceCharge");
        all.filter(move |node| {
            node.first(&["ChargeIndicator"]).is_some_and(|said| said == wanted || said == if wanted == "true" { "1" } else { "0" })
        })
    };
    let mut sums = LineSums::default();
    for line in &items {
        sums.line(&mut values, line);
    }
    for (word, sign) in [("false", -1), ("true", 1)] {
        for node in is(word) {
            let tax = ["TaxCategory/ID", "TaxCategory/Percent"].map(|path| node.first(&[path]));
            sums.of_whole(&mut values, node.find("Amount"), sign, tax);
        }
    }
    let (lines_sum, taxed) = sums.done();
    let data = InvoiceData {
        specification: first(&head, &["CustomizationID"]),
        number: first(&head, &["ID"]),
        issued_on: values.day(head.find("IssueDate"), Term::IssueDate),
        type_code: values.code(head.find("InvoiceTypeCode").or_else(|| head.find("CreditNoteTypeCode")), Term::TypeCode),
        currency: values.currency,
        due_on,
        buyer_reference: first(&head, &["BuyerReference"]),
        order: first(&head, &["OrderReference/ID"]).filter(|number| number != NO_ORDER),
        payment_terms: Some(terms.join("\n")).filter(|terms| !terms.is_empty()),
        notes: head.texts("Note").filter_map(|text| note(None, text)).collect(),
        preceding: head.all("BillingReference/InvoiceDocumentReference").filter_map(|node| first(node, &["ID"])).collect(),
        seller: head.find("AccountingSupplierParty/Party").map(party).unwrap_or_default(),
        buyer: InvoiceParty { tax_number: None, ..head.find("AccountingCustomerParty/Party").map(party).unwrap_or_default() },
        payee: head.find("PayeeParty").map(payee),
        means: codes(head.texts("PaymentMeans/PaymentMeansCode")),
        accounts: head.all("PaymentMeans/PayeeFinancialAccount").filter_map(account).collect(),
        totals: totals(&head, &mut values),
        vat: vat(&head, &mut values),
        lines: lines_sum,
        taxed,
        allowances: values.sum(is("false").map(|node| node.find("Amount")), Term::Allowance),
        charges: values.sum(is("true").map(|node| node.find("Amount")), Term::Charge),
        ..InvoiceData::new(syntax)
    };
    Ok(InvoiceData { unreadable: values.unreadable, inexact: values.inexact, ..data })
}

fn party(node: &Node<'_>) -> InvoiceParty {
    let tax = |is_vat: bool| {
        let mut schemes = node.all("PartyTaxScheme");
        schemes.find_map(|scheme| {
            let said = scheme.first(&["TaxScheme/ID"]).is_some_and(|id| id.eq_ignore_ascii_case("VAT"));
            first(scheme, &["CompanyID"]).filter(|_| said == is_vat)
        })
    };
    InvoiceParty {
        name: first(node, &["PartyLegalEntity/RegistrationName"]),
        trading_name: first(node, &["PartyName/Name"]),
        vat_id: tax(true),
        tax_number: tax(false),
        registration: node.find("PartyLegalEntity/CompanyID").and_then(identifier),
        identifiers: identifiers(node),
        electronic_address: node.find("EndpointID").and_then(identifier),
        address: node.find("PostalAddress").map(address).unwrap_or_default(),
        contact: InvoiceContact {
            name: first(node, &["Contact/Name"]),
            phone: first(node, &["Contact/Telephone"]),
            email: first(node, &["Contact/ElectronicMail"]),
        },
    }
}

fn identifiers(node: &Node<'_>) -> Vec<Identifier> {
    values::identifiers(node.all("PartyIdentification/ID").filter(|id| id.attribute("schemeID").map(str::trim) != Some(DIRECT_DEBIT)))
}

fn address(node: &Node<'_>) -> InvoiceAddress {
    InvoiceAddress {
        lines: ["StreetName", "AdditionalStreetName", "AddressLine/Line"].iter().filter_map(|path| first(node, &[path])).collect(),
        city: first(node, &["CityName"]),
        post_code: first(node, &["PostalZone"]),
        subdivision: first(node, &["CountrySubentity"]),
        country: first(node, &["Country/IdentificationCode"]),
    }
}

fn payee(node: &Node<'_>) -> Payee {
    Payee {
        name: first(node, &["PartyName/Name", "PartyLegalEntity/RegistrationName"]),
        identifiers: identifiers(node),
        registration: node.find("PartyLegalEntity/CompanyID").and_then(identifier),
    }
}

fn account(node: &Node<'_>) -> Option<PaymentAccount> {
    Some(PaymentAccount {
        number: node.first(&["ID"]).and_then(account_number)?,
        name: first(node, &["Name"]),
        bic: first(node, &["FinancialInstitutionBranch/ID"]),
    })
}

fn totals(head: &Node<'_>, values: &mut Values) -> Totals {
    let node = head.find("LegalMonetaryTotal").unwrap_or(head);
    let totals = Totals {
        lines: values.amount_at(node, "LineExtensionAmount", Term::LineTotal),
        allowances: values.if_any(node, "AllowanceTotalAmount", Term::AllowanceTotal),
        charges: values.if_any(node, "ChargeTotalAmount", Term::ChargeTotal),
        net: values.amount_at(node, "TaxExclusiveAmount", Term::NetTotal),
        vat: None,
        gross: values.amount_at(node, "TaxInclusiveAmount", Term::GrossTotal),
        paid: values.if_any(node, "PrepaidAmount", Term::Paid),
        rounding: values.if_any(node, "PayableRoundingAmount", Term::Rounding),
        for_others: None,
        due: values.amount_at(node, "PayableAmount", Term::AmountDue),
    };
    let vat = values.own_of(head.all("TaxTotal/TaxAmount"), head.first(&["TaxCurrencyCode"]), Term::VatTotal);
    let is_extended = head.first(&["CustomizationID"]).is_some_and(|rules| rules.contains(EXTENSION));
    let for_others = values.sum(head.all("PrepaidPayment").filter(|_| is_extended).map(|node| node.find("PaidAmount")), Term::ForOthers);
    Totals { vat, for_others: for_others.sum.filter(|_| for_others.count > 0), ..totals }
}

fn vat(head: &Node<'_>, values: &mut Values) -> Vec<VatPart> {
    let Some(currency) = values.currency else { return Vec::new() };
    let own = head.all("TaxTotal").filter(|total| total.find("TaxAmount").is_some_and(|amount| is_in(amount, currency)));
    let parts = own.flat_map(|total| total.all("TaxSubtotal")).map(|part| VatPart {
        taxable: values.amount_at(part, "TaxableAmount", Term::Taxable),
        tax: values.amount_at(part, "TaxAmount", Term::Tax),
        category: first(part, &["TaxCategory/ID"]),
        rate: values.rate(part.find("TaxCategory/Percent")),
    });
    ordered(parts.collect())
}
