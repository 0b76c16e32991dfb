//! Accepted account numbers hold letters and digits alone and read back as themselves.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::onboarding::bank_account::{AccountNumber, Bic, Iban, RoutingNumber, SortCode};

fuzz_target!(|text: &str| {
    let kept = [
        Iban::parse(text).map(|iban| iban.as_str().to_owned()).ok(),
        AccountNumber::parse(text).map(|number| number.as_str().to_owned()).ok(),
        Bic::parse(text).map(|bic| bic.as_str().to_owned()).ok(),
        SortCode::parse(text).map(|code| code.as_str().to_owned()).ok(),
        RoutingNumber::parse(text).map(|number| number.as_str().to_owned()).ok(),
    ];
    for kept in kept.iter().flatten() {
        assert!(kept.len() <= 34 && kept.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase()), "{kept:?}");
    }
    let [iban, _, bic, code, number] = &kept;
    assert!(iban.as_ref().is_none_or(|iban| Iban::parse(iban).is_ok()));
    assert!(bic.as_ref().is_none_or(|bic| Bic::parse(bic).is_ok()));
    assert!(code.as_ref().is_none_or(|code| code.len() == 6 && SortCode::parse(code).is_ok()));
    assert!(number.as_ref().is_none_or(|number| number.len() == 9 && RoutingNumber::parse(number).is_ok()));
});
