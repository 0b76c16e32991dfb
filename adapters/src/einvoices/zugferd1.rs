//! ZUGFeRD 1.0, which is older than EN 16931: read as far as number, days, parties, where to pay, and what is to be paid. Whether it
//! adds up is not asked, for it has no rules for that.

use super::{
    cii::{account, party, payee},
    head::{Gathered, Layout, gathered},
    values::{Values, codes, first, lines, note},
};
use crate::xml::{
    Xml,
    node::{Node, Tag},
};
use sooner_domain::{
    payments::statement::NotRead,
    receivables::einvoice::{InvoiceData, InvoiceParty, Syntax, Term, Totals},
};

pub const INVOICE: &str = "urn:ferd:CrossIndustryDocument:invoice:1p0";

const LAYOUT: Layout = Layout {
    around: &["SpecifiedSupplyChainTradeTransaction", "ApplicableSupplyChainTradeAgreement", "ApplicableSupplyChainTradeSettlement"],
    kept: &[
        "SpecifiedExchangedDocumentContext",
        "HeaderExchangedDocument",
        "BuyerReference",
        "SellerTradeParty",
        "BuyerTradeParty",
        "BuyerOrderReferencedDocument",
        "InvoiceCurrencyCode",
        "PayeeTradeParty",
        "SpecifiedTradeSettlementPaymentMeans",
        "SpecifiedTradePaymentTerms",
        "SpecifiedTradeSettlementMonetarySummation",
    ],
    lines: &[],
    around_of_line: &[],
    of_line: &[],
    amount: "",
    tax: ["", ""],
    counts_not: ("", &[]),
};

/// What an invoice says. It has just gone into its root.
pub fn read<'a>(xml: &mut Xml<'a>, root: Tag<'a>) -> Result<InvoiceData, NotRead> {
    let Gathered { head, .. } = gathered(xml, root, &LAYOUT)?;
    let mut values = Values::default();
    values.currency(head.find("InvoiceCurrencyCode"));
    let terms: Vec<_> = head.texts("SpecifiedTradePaymentTerms/Description").filter_map(lines).collect();
    let dues = head.all("SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString");
    let due_on = dues.filter_map(|node| values.compact_day(Some(node), Term::DueDate)).max();
    let data = InvoiceData {
        specification: first(&head, &["SpecifiedExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"]),
        number: first(&head, &["HeaderExchangedDocument/ID"]),
        issued_on: values.compact_day(head.find("HeaderExchangedDocument/IssueDateTime/DateTimeString"), Term::IssueDate),
        type_code: values.code(head.find("HeaderExchangedDocument/TypeCode"), Term::TypeCode),
        currency: values.currency,
        due_on,
        buyer_reference: first(&head, &["BuyerReference"]),
        order: first(&head, &["BuyerOrderReferencedDocument/ID"]),
        payment_terms: Some(terms.join("\n")).filter(|terms| !terms.is_empty()),
        notes: head.texts("HeaderExchangedDocument/IncludedNote/Content").filter_map(|text| note(None, text)).collect(),
        seller: head.find("SellerTradeParty").map(party).unwrap_or_default(),
        buyer: InvoiceParty { tax_number: None, ..head.find("BuyerTradeParty").map(party).unwrap_or_default() },
        payee: head.find("PayeeTradeParty").map(payee),
        means: codes(head.texts("SpecifiedTradeSettlementPaymentMeans/TypeCode")),
        accounts: head.all("SpecifiedTradeSettlementPaymentMeans").filter_map(account).collect(),
        totals: totals(&head, &mut values),
        ..InvoiceData::new(Syntax::Zugferd1)
    };
    Ok(InvoiceData { unreadable: values.unreadable, ..data })
}

/// What is to be paid; all of it where nothing else is said.
fn totals(head: &Node<'_>, values: &mut Values) -> Totals {
    let Some(node) = head.find("SpecifiedTradeSettlementMonetarySummation") else { return Totals::default() };
    let gross = values.amount_at(node, "GrandTotalAmount", Term::GrossTotal);
    let due = node.find("DuePayableAmount").map(|node| values.amount(Some(node), Term::AmountDue));
    let paid = values.if_any(node, "TotalPrepaidAmount", Term::Paid);
    let rest = gross.map(|gross| gross - paid.unwrap_or_default());
    Totals { gross, paid, due: due.unwrap_or(rest), ..Totals::default() }
}
