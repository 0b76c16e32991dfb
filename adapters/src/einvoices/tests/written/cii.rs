//! Invoices as CII.

use super::*;

fn wrapped(name: &str, content: &str) -> String {
    element(name, None, content)
}

fn day(name: &str, day: Option<NaiveDate>) -> String {
    let text = |day: NaiveDate| element("u:DateTimeString", Some(("format", "102")), &day.format("%Y%m%d").to_string());
    day.map(|day| wrapped(name, &text(day))).unwrap_or_default()
}

fn identifiers(all: &[Identifier]) -> String {
    all.iter().map(|one| identified(if one.scheme.is_some() { "r:GlobalID" } else { "r:ID" }, one)).collect()
}

fn tax(number: Option<&String>, scheme: &str) -> String {
    number
        .map(|number| wrapped("r:SpecifiedTaxRegistration", &element("r:ID", Some(("schemeID", scheme)), &escaped(number))))
        .unwrap_or_default()
}

fn party(name: &str, party: &InvoiceParty) -> String {
    let organisation = party.registration.as_ref().map(|one| identified("r:ID", one)).unwrap_or_default()
        + &tag_if("r:TradingBusinessName", party.trading_name.as_ref());
    let contact = [
        tag_if("r:PersonName", party.contact.name.as_ref()),
        wrapped("r:TelephoneUniversalCommunication", &tag_if("r:CompleteNumber", party.contact.phone.as_ref())),
        wrapped("r:EmailURIUniversalCommunication", &tag_if("r:URIID", party.contact.email.as_ref())),
    ];
    let address = &party.address;
    let lines = address.lines.iter().zip(["r:LineOne", "r:LineTwo", "r:LineThree"]).map(|(line, name)| tag(name, line));
    let address = [
        tag_if("r:PostcodeCode", address.post_code.as_ref()),
        lines.collect(),
        tag_if("r:CityName", address.city.as_ref()),
        tag_if("r:CountryID", address.country.as_ref()),
        tag_if("r:CountrySubDivisionName", address.subdivision.as_ref()),
    ];
    let content = [
        identifiers(&party.identifiers),
        tag_if("r:Name", party.name.as_ref()),
        wrapped("r:SpecifiedLegalOrganization", &organisation),
        wrapped("r:DefinedTradeContact", &contact.concat()),
        wrapped("r:PostalTradeAddress", &address.concat()),
        party
            .electronic_address
            .as_ref()
            .map(|one| wrapped("r:URIUniversalCommunication", &identified("r:URIID", one)))
            .unwrap_or_default(),
        tax(party.tax_number.as_ref(), "FC"),
        tax(party.vat_id.as_ref(), "VA"),
    ];
    wrapped(name, &content.concat())
}

fn payee(payee: &Payee) -> String {
    let organisation = payee.registration.as_ref().map(|one| wrapped("r:SpecifiedLegalOrganization", &identified("r:ID", one)));
    let content = [identifiers(&payee.identifiers), tag_if("r:Name", payee.name.as_ref()), organisation.unwrap_or_default()];
    wrapped("r:PayeeTradeParty", &content.concat())
}

fn account(account: &PaymentAccount) -> String {
    let content = tag("r:IBANID", &account.number) + &tag_if("r:AccountName", account.name.as_ref());
    let bank = wrapped("r:PayeeSpecifiedCreditorFinancialInstitution", &tag_if("r:BICID", account.bic.as_ref()));
    let account = wrapped("r:PayeePartyCreditorFinancialAccount", &content);
    wrapped("r:SpecifiedTradeSettlementPaymentMeans", &(tag("r:TypeCode", "58") + &account + &bank))
}

fn note(note: &InvoiceNote) -> String {
    wrapped("r:IncludedNote", &(tag("r:Content", &note.text) + &tag_if("r:SubjectCode", note.subject.as_ref())))
}

fn settlement(invoice: &Written) -> String {
    let data = &invoice.data;
    let totals = &data.totals;
    let of = |name: &str, sum: Option<Minor>| sum.map(|sum| tag(name, &invoice.amount(sum))).unwrap_or_default();
    let charge = |is_charge: bool| {
        let kind = wrapped("r:ChargeIndicator", &tag("u:Indicator", &is_charge.to_string()));
        move |sum: &Minor| wrapped("r:SpecifiedTradeAllowanceCharge", &(kind.clone() + &of("r:ActualAmount", Some(*sum))))
    };
    let parts = data.vat.iter().map(|part| {
        let rate = part.rate.map(|rate| format!("{}.{:02}", rate.basis_points() / 100, rate.basis_points() % 100));
        let content = [
            of("r:CalculatedAmount", part.tax),
            of("r:BasisAmount", part.taxable),
            tag_if("r:CategoryCode", part.category.as_ref()),
            tag_if("r:RateApplicablePercent", rate.as_ref()),
        ];
        wrapped("r:ApplicableTradeTax", &content.concat())
    });
    let terms = tag_if("r:Description", data.payment_terms.as_ref()) + &day("r:DueDateDateTime", data.due_on);
    let vat = totals.vat.map(|sum| element("r:TaxTotalAmount", Some(("currencyID", data.currency.unwrap().code())), &invoice.amount(sum)));
    let sums = [
        of("r:LineTotalAmount", totals.lines),
        of("r:ChargeTotalAmount", totals.charges),
        of("r:AllowanceTotalAmount", totals.allowances),
        of("r:TaxBasisTotalAmount", totals.net),
        vat.unwrap_or_default(),
        of("r:RoundingAmount", totals.rounding),
        of("r:GrandTotalAmount", totals.gross),
        of("r:TotalPrepaidAmount", totals.paid),
        of("r:DuePayableAmount", totals.due),
    ];
    let content = [
        tag("r:InvoiceCurrencyCode", data.currency.unwrap().code()),
        data.payee.as_ref().map(payee).unwrap_or_default(),
        data.accounts.iter().map(account).collect(),
        parts.collect(),
        invoice.allowances.iter().map(charge(false)).collect(),
        invoice.charges.iter().map(charge(true)).collect(),
        wrapped("r:SpecifiedTradePaymentTerms", &terms),
        wrapped("r:SpecifiedTradeSettlementHeaderMonetarySummation", &sums.concat()),
        data.preceding.iter().map(|id| wrapped("r:InvoiceReferencedDocument", &tag("r:IssuerAssignedID", id))).collect(),
    ];
    wrapped("r:ApplicableHeaderTradeSettlement", &content.concat())
}

/// The invoice, with prefixes of which some are like this.
pub fn written(invoice: &Written, prefix: &str) -> String {
    let data = &invoice.data;
    let context = wrapped("r:GuidelineSpecifiedDocumentContextParameter", &tag_if("r:ID", data.specification.as_ref()));
    let document = [
        tag_if("r:ID", data.number.as_ref()),
        tag_if("r:TypeCode", data.type_code.map(|code| code.to_string()).as_ref()),
        day("r:IssueDateTime", data.issued_on),
        data.notes.iter().map(note).collect(),
    ];
    let line = |sum: &Minor| {
        let sum = wrapped("r:SpecifiedTradeSettlementLineMonetarySummation", &tag("r:LineTotalAmount", &invoice.amount(*sum)));
        wrapped("r:IncludedSupplyChainTradeLineItem", &wrapped("r:SpecifiedLineTradeSettlement", &sum))
    };
    let agreement = [
        tag_if("r:BuyerReference", data.buyer_reference.as_ref()),
        party("r:SellerTradeParty", &data.seller),
        party("r:BuyerTradeParty", &data.buyer),
        wrapped("r:BuyerOrderReferencedDocument", &tag_if("r:IssuerAssignedID", data.order.as_ref())),
    ];
    let trade = invoice.lines.iter().map(line).collect::<String>()
        + &wrapped("r:ApplicableHeaderTradeAgreement", &agreement.concat())
        + &settlement(invoice);
    let content = wrapped("m:ExchangedDocumentContext", &context)
        + &wrapped("m:ExchangedDocument", &document.concat())
        + &wrapped("m:SupplyChainTradeTransaction", &trade);
    let names = "urn:un:unece:uncefact:data:standard:";
    let (root, base, part) = (format!("m{prefix}"), format!("r{prefix}"), format!("u{prefix}"));
    let content = [("m:", &root), ("r:", &base), ("u:", &part)].iter().fold(content, |content, (from, to)| {
        content.replace(&format!("<{from}"), &format!("<{to}:")).replace(&format!("</{from}"), &format!("</{to}:"))
    });
    format!(
        "<{root}:CrossIndustryInvoice xmlns:{root}='{names}CrossIndustryInvoice:100' xmlns:{part}='{names}UnqualifiedDataType:100' \
         xmlns:{base}='{names}ReusableAggregateBusinessInformationEntity:100'>{content}</{root}:CrossIndustryInvoice>"
    )
}
