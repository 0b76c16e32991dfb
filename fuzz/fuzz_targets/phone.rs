//! An accepted number is in E.164 and reads back as itself.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::kernel::{country::CountryCode, phone::PhoneNumber};

fuzz_target!(|input: (&str, &str)| {
    let (country, text) = input;
    for country in [country, "DE", "US", "VN"] {
        let Ok(country) = CountryCode::parse(country) else { continue };
        if let Ok(number) = PhoneNumber::parse(text, country) {
            let digits = number.as_str().strip_prefix('+').expect("begins with a plus");
            assert!(digits.len() <= 15 && digits.bytes().all(|b| b.is_ascii_digit()));
            assert_eq!(PhoneNumber::parse(number.as_str(), country).as_ref(), Ok(&number));
        }
    }
});
