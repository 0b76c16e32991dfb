//! An accepted address is one word with nothing that ends a command or a header, and reads back as itself.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::kernel::email::EmailAddress;

fuzz_target!(|text: &str| {
    if let Ok(email) = EmailAddress::parse(text) {
        let kept = email.as_str();
        assert!(kept.len() <= 254 && kept.is_ascii());
        assert!(!kept.contains(|c: char| c.is_control() || c.is_whitespace() || "<>\",;:\\()[]".contains(c)));
        assert_eq!(EmailAddress::parse(kept).as_ref(), Ok(&email));
    }
});
