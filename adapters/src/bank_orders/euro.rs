//! Credit transfers of the Single Euro Payments Area.

use super::{name, postal, proof::Draft, refused, text};
use sepa::{
    CharsetPolicy, CreditTransferEntry, CreditTransferGroup, IsoDate, IsoDateTime, Pain001Builder, PostalAddress, validate_bic,
    validate_iban,
};
use sooner_application::payments::bank::{NotWritten, Order, OrderedTransfer};
use sooner_domain::{onboarding::company::Address, payments::transfer::PaidAccount};

pub(super) fn written(order: &Order) -> Result<Draft, NotWritten> {
    let holder = name(&order.from.holder)?;
    let iban = validate_iban(order.from.iban.as_str()).map_err(refused)?;
    let mut group = CreditTransferGroup::new(holder.clone(), &iban, IsoDate::try_from(order.on).map_err(refused)?)
        .payment_info_id(order.id.clone())
        .batch_booking(false);
    if let Some(bic) = &order.from.bic {
        group = group.debtor_bic(validate_bic(bic.as_str()).map_err(refused)?);
    }
    for transfer in &order.transfers {
        group = group.add_entry(entry(transfer)?);
    }
    Pain001Builder::new(holder, order.id.clone())
        .created_at(IsoDateTime::try_from(order.at).map_err(refused)?)
        .charset(CharsetPolicy::Strict)
        .add_group(group)
        .build()
        .map(Draft::new)
        .map_err(refused)
}

fn entry(transfer: &OrderedTransfer) -> Result<CreditTransferEntry, NotWritten> {
    let OrderedTransfer { id, holder, account, bic, address, amount, invoices } = transfer;
    let PaidAccount::Iban(iban) = account else { return Err(refused("an account without an IBAN")) };
    let iban = validate_iban(iban.as_str()).map_err(refused)?;
    let mut entry = CreditTransferEntry::new(name(holder)?, iban, amount.get(), id.clone());
    if let Some(bic) = bic {
        entry = entry.with_bic(validate_bic(bic.as_str()).map_err(refused)?);
    }
    if let Some(address) = address.as_ref().and_then(structured) {
        entry = entry.with_creditor_address(address);
    }
    Ok(match text(invoices) {
        Some(text) => entry.with_description(text),
        None => entry,
    })
}

fn structured(address: &Address) -> Option<PostalAddress> {
    let address = postal(address)?;
    let mut structured = PostalAddress::new(address.town, address.country).ok()?;
    if let Some(code) = address.code {
        structured = structured.post_code(code);
    }
    if let Some(street) = address.street {
        structured = structured.street(street);
    }
    Some(structured)
}
