//! An accepted amount is neither negative nor beyond its limit, and shows all its digits.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sooner_domain::kernel::money::{Currency, Money, Percentage};

fuzz_target!(|input: (&str, i64)| {
    let (code, amount) = input;
    for code in [code, "EUR", "JPY", "BHD"] {
        let Ok(currency) = Currency::parse(code) else { continue };
        if let Ok(money) = Money::parse(amount, currency) {
            assert!(money.amount_minor() >= 0 && money.amount_minor() == amount);
            let shown = money.to_string();
            let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
            assert_eq!(digits.parse::<i64>().ok(), Some(amount), "{shown}");
        }
    }
    if let Ok(share) = Percentage::parse_basis_points(amount) {
        assert!(i64::from(share.basis_points()) == amount && share.basis_points() <= Percentage::FULL);
    }
});
