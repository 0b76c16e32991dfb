//! Whatever an e-invoice says, reading it does not fail, and neither does asking what is wrong with it or whose it is.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_adapters::einvoices;
use sooner_domain::receivables::einvoice::{InvoiceData, KnownParties};

fuzz_target!(|file: &[u8]| {
    let Ok(data) = einvoices::read(file) else { return };
    let totals = &data.totals;
    let amounts = [totals.lines, totals.allowances, totals.charges, totals.net, totals.vat, totals.gross, totals.paid, totals.rounding, totals.due];
    assert!(amounts.into_iter().flatten().all(|amount| amount.get().abs() <= InvoiceData::MAX_MINOR));
    assert!(data.currency.is_some() || amounts.into_iter().all(|amount| amount.is_none()));
    assert!(data.accounts.iter().all(|account| !account.number.is_empty()));
    assert!(data.assignment_notices() <= data.notes.len() + 1);
    for problem in data.problems() {
        assert!(problem.stated.is_none() || problem.stated != problem.expected);
    }
    assert_eq!(data.instructions().case(&KnownParties::default()).accounts.len(), data.accounts.len());
});
