//! Invoices as UBL.

use super::*;

fn amount(invoice: &Written, name: &str, amount: Option<Minor>) -> String {
    let currency = invoice.data.currency.unwrap();
    amount.map(|amount| element(name, Some(("currencyID", currency.code())), &invoice.amount(amount))).unwrap_or_default()
}

fn scheme(number: Option<&String>, scheme: &str) -> String {
    number
        .map(|number| {
            element("a:PartyTaxScheme", None, &(tag("b:CompanyID", number) + &element("a:TaxScheme", None, &tag("b:ID", scheme))))
        })
        .unwrap_or_default()
}

fn wrapped(name: &str, content: &str) -> String {
    element(name, None, content)
}

fn party(party: &InvoiceParty) -> String {
    let identifiers = party.identifiers.iter().map(|one| wrapped("a:PartyIdentification", &identified("b:ID", one))).collect::<String>();
    let address = &party.address;
    let line = |place: usize, name: &str| tag_if(name, address.lines.get(place));
    let address = [
        line(0, "b:StreetName"),
        line(1, "b:AdditionalStreetName"),
        tag_if("b:CityName", address.city.as_ref()),
        tag_if("b:PostalZone", address.post_code.as_ref()),
        tag_if("b:CountrySubentity", address.subdivision.as_ref()),
        wrapped("a:AddressLine", &line(2, "b:Line")),
        wrapped("a:Country", &tag_if("b:IdentificationCode", address.country.as_ref())),
    ];
    let entity = tag_if("b:RegistrationName", party.name.as_ref())
        + &party.registration.as_ref().map(|one| identified("b:CompanyID", one)).unwrap_or_default();
    let contact = [
        tag_if("b:Name", party.contact.name.as_ref()),
        tag_if("b:Telephone", party.contact.phone.as_ref()),
        tag_if("b:ElectronicMail", party.contact.email.as_ref()),
    ];
    let content = [
        party.electronic_address.as_ref().map(|one| identified("b:EndpointID", one)).unwrap_or_default(),
        identifiers,
        wrapped("a:PartyName", &tag_if("b:Name", party.trading_name.as_ref())),
        wrapped("a:PostalAddress", &address.concat()),
        scheme(party.tax_number.as_ref(), "FC"),
        scheme(party.vat_id.as_ref(), "VAT"),
        wrapped("a:PartyLegalEntity", &entity),
        wrapped("a:Contact", &contact.concat()),
    ];
    wrapped("a:Party", &content.concat())
}

fn payee(payee: &Payee) -> String {
    let identifiers = payee.identifiers.iter().map(|one| wrapped("a:PartyIdentification", &identified("b:ID", one)));
    let name = payee.name.as_ref().map(|name| wrapped("a:PartyName", &tag("b:Name", name))).unwrap_or_default();
    let entity = payee.registration.as_ref().map(|one| wrapped("a:PartyLegalEntity", &identified("b:CompanyID", one)));
    wrapped("a:PayeeParty", &(identifiers.collect::<String>() + &name + &entity.unwrap_or_default()))
}

fn account(account: &PaymentAccount) -> String {
    let branch = wrapped("a:FinancialInstitutionBranch", &tag_if("b:ID", account.bic.as_ref()));
    let content = tag("b:ID", &account.number) + &tag_if("b:Name", account.name.as_ref()) + &branch;
    wrapped("a:PaymentMeans", &(tag("b:PaymentMeansCode", "58") + &wrapped("a:PayeeFinancialAccount", &content)))
}

/// The invoice, with prefixes of which one is this.
pub fn written(invoice: &Written, syntax: Syntax, prefix: &str) -> String {
    let data = &invoice.data;
    let is_note = syntax == Syntax::UblCreditNote;
    let root = if is_note { "CreditNote" } else { "Invoice" };
    let due = data.due_on.map(|day| day.to_string());
    let totals = &data.totals;
    let of = |name: &str, sum| amount(invoice, name, sum);
    let notes = data.notes.iter().map(|note| {
        let subject = note.subject.as_ref().map(|code| format!("#{code}#")).unwrap_or_default();
        tag("b:Note", &(subject + &note.text))
    });
    let preceding = data.preceding.iter().map(|id| wrapped("a:BillingReference", &wrapped("a:InvoiceDocumentReference", &tag("b:ID", id))));
    let charge = |is_charge: bool| {
        let kind = tag("b:ChargeIndicator", &is_charge.to_string());
        move |sum: &Minor| wrapped("a:AllowanceCharge", &(kind.clone() + &of("b:Amount", Some(*sum))))
    };
    let parts = data.vat.iter().map(|part| {
        let rate = part.rate.map(|rate| format!("{}.{:02}", rate.basis_points() / 100, rate.basis_points() % 100));
        let category = tag_if("b:ID", part.category.as_ref()) + &tag_if("b:Percent", rate.as_ref());
        wrapped(
            "a:TaxSubtotal",
            &(of("b:TaxableAmount", part.taxable) + &of("b:TaxAmount", part.tax) + &wrapped("a:TaxCategory", &category)),
        )
    });
    let sums = [
        of("b:LineExtensionAmount", totals.lines),
        of("b:TaxExclusiveAmount", totals.net),
        of("b:TaxInclusiveAmount", totals.gross),
        of("b:AllowanceTotalAmount", totals.allowances),
        of("b:ChargeTotalAmount", totals.charges),
        of("b:PrepaidAmount", totals.paid),
        of("b:PayableRoundingAmount", totals.rounding),
        of("b:PayableAmount", totals.due),
    ];
    let vat = of("b:TaxAmount", totals.vat.or(Some(Minor::ZERO)));
    let content = [
        tag_if("b:CustomizationID", data.specification.as_ref()),
        tag_if("b:ID", data.number.as_ref()),
        tag_if("b:IssueDate", data.issued_on.map(|day| format!("{day}+01:00")).as_ref()),
        if is_note { String::new() } else { tag_if("b:DueDate", due.as_ref()) },
        tag_if(&format!("b:{root}TypeCode"), data.type_code.map(|code| code.to_string()).as_ref()),
        notes.collect(),
        tag("b:DocumentCurrencyCode", data.currency.unwrap().code()),
        tag_if("b:BuyerReference", data.buyer_reference.as_ref()),
        wrapped("a:OrderReference", &tag_if("b:ID", data.order.as_ref())),
        preceding.collect(),
        wrapped("a:AccountingSupplierParty", &party(&data.seller)),
        wrapped("a:AccountingCustomerParty", &party(&data.buyer)),
        data.payee.as_ref().map(payee).unwrap_or_default(),
        if is_note { wrapped("a:PaymentMeans", &tag_if("b:PaymentDueDate", due.as_ref())) } else { String::new() },
        data.accounts.iter().map(account).collect(),
        wrapped("a:PaymentTerms", &tag_if("b:Note", data.payment_terms.as_ref())),
        invoice.allowances.iter().map(charge(false)).collect(),
        invoice.charges.iter().map(charge(true)).collect(),
        wrapped("a:TaxTotal", &(vat + &parts.collect::<String>())),
        wrapped("a:LegalMonetaryTotal", &sums.concat()),
        invoice.lines.iter().map(|sum| wrapped(&format!("a:{root}Line"), &of("b:LineExtensionAmount", Some(*sum)))).collect(),
    ];
    let names = "urn:oasis:names:specification:ubl:schema:xsd:";
    let head = format!(
        "{root} xmlns='{names}{root}-2' xmlns:a{prefix}='{names}CommonAggregateComponents-2' xmlns:b{prefix}='{names}CommonBasicComponents-2'"
    );
    let content = content.concat();
    let content = ["<", "</"].iter().fold(content, |content, open| {
        content.replace(&format!("{open}a:"), &format!("{open}a{prefix}:")).replace(&format!("{open}b:"), &format!("{open}b{prefix}:"))
    });
    format!("<{head}>{content}</{root}>")
}
