//! Whatever follows the head of a PDF, looking for an e-invoice in it comes to an end without failing.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_adapters::einvoices;

fuzz_target!(|rest: &[u8]| {
    let file = [b"%PDF-1.7\n", rest].concat();
    if let Ok(data) = einvoices::read(&file) {
        assert!(data.in_pdf);
    }
});
