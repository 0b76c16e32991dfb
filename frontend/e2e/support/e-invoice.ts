/** What an e-invoice says, as far as tests tell them apart. */
export interface Invoiced {
  number: string
  issuedOn: string
  dueOn: string
  /** Without tax, in minor units. */
  net: number
  buyer?: string
  note?: string
  /** Stated as due, where that is not what it adds up to. */
  due?: number
}

const VAT = 19
const plain = (minor: number) => (minor / 100).toFixed(2)

function figures({ net, due }: Invoiced) {
  const vat = Math.round((net * VAT) / 100)
  return { net: plain(net), vat: plain(vat), gross: plain(net + vat), due: plain(due ?? net + vat) }
}

/** An invoice of Mühle Brandt as UBL 2.1, as XRechnung has it. */
export function ubl(invoice: Invoiced): string {
  const { number, issuedOn, dueOn, buyer = 'Nordwind AG', note } = invoice
  const { net, vat, gross, due } = figures(invoice)
  const amount = (name: string, value: string) => `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`
  const party = (role: string, name: string) => `<cac:Accounting${role}Party><cac:Party><cac:PostalAddress><cbc:CityName>Berlin</cbc:CityName><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:Accounting${role}Party>`
  const category = `<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${String(VAT)}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${issuedOn}</cbc:IssueDate><cbc:DueDate>${dueOn}</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
${note ? `<cbc:Note>${note}</cbc:Note>` : ''}<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
${party('Supplier', 'Mühle Brandt GmbH')}${party('Customer', buyer)}
<cac:TaxTotal>${amount('TaxAmount', vat)}<cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', vat)}${category}</cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net)}${amount('TaxExclusiveAmount', net)}${amount('TaxInclusiveAmount', gross)}${amount('PayableAmount', due)}</cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>${amount('LineExtensionAmount', net)}<cac:Item><cbc:Name>Flour</cbc:Name></cac:Item></cac:InvoiceLine>
</Invoice>`
}

/** The same as a Cross Industry Invoice. */
export function cii(invoice: Invoiced): string {
  const { number, issuedOn, dueOn, buyer = 'Nordwind AG', note } = invoice
  const { net, vat, gross, due } = figures(invoice)
  const day = (on: string) => `<udt:DateTimeString format="102">${on.replaceAll('-', '')}</udt:DateTimeString>`
  const party = (role: string, name: string) => `<ram:${role}TradeParty><ram:Name>${name}</ram:Name><ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress></ram:${role}TradeParty>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>${day(issuedOn)}</ram:IssueDateTime>${note ? `<ram:IncludedNote><ram:Content>${note}</ram:Content></ram:IncludedNote>` : ''}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement>${party('Seller', 'Mühle Brandt GmbH')}${party('Buyer', buyer)}</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>${vat}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>${net}</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>${String(VAT)}</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day(dueOn)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">${vat}</ram:TaxTotalAmount><ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount><ram:DuePayableAmount>${due}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
}
