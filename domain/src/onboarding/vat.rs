//! VAT identification numbers: whether one looks as its country's do, and whether its check digit holds.
//!
//! How the numbers are built: the European Commission's VIES, "VAT identification numbers format". How the check digits are
//! worked out: the Commission's "VAT number algorithms" (DG TAXUD), as implemented by python-stdnum in `stdnum.de.vat`,
//! `fr.tva`, `nl.btw`, `at.uid`, `it.iva`, `es.nif`, `pl.nip` and `be.vat`.

use crate::kernel::country::CountryCode;

/// What is wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is longer, shorter or has other signs than the country's numbers.
    Form,
    CheckDigit,
}

/// Whether the check digit of what follows the prefix holds; nothing where it does not look like a number of this country.
type Check = fn(&[u8]) -> Option<bool>;

/// The countries whose numbers are known here. A number begins with the country's code.
const COUNTRIES: [(&str, Check); 8] =
    [("AT", austrian), ("BE", belgian), ("DE", german), ("ES", spanish), ("FR", french), ("IT", italian), ("NL", dutch), ("PL", polish)];

/// The country a text claims to be a VAT number of, and what is wrong with it; nothing for a tax number of another kind, and
/// for one that may be right.
pub fn fault(text: &str) -> Option<(CountryCode, Fault)> {
    let compact: Vec<u8> = text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_uppercase()).collect();
    let (country, check) = COUNTRIES.iter().find(|(code, _)| compact.starts_with(code.as_bytes()))?;
    let fault = match check(&compact[2..]) {
        None => Fault::Form,
        Some(false) => Fault::CheckDigit,
        Some(true) => return None,
    };
    Some((CountryCode::parse(country).ok()?, fault))
}

/// The text as so many digits.
fn digits<const N: usize>(text: &[u8]) -> Option<[u32; N]> {
    let text: &[u8; N] = text.try_into().ok()?;
    text.iter().all(u8::is_ascii_digit).then(|| text.map(|byte| u32::from(byte - b'0')))
}

/// The digits as one number.
fn number(digits: &[u32]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + u64::from(*digit))
}

/// The sum of Luhn's algorithm (ISO/IEC 7812-1): every second digit from the right, beginning with the second, counts twice.
/// With the check digit it is a multiple of ten.
fn luhn(digits: &[u32]) -> u32 {
    let doubled = |digit: u32| digit * 2 / 10 + digit * 2 % 10;
    digits.iter().rev().enumerate().map(|(place, digit)| if place % 2 == 1 { doubled(*digit) } else { *digit }).sum()
}

fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// `U` and eight digits; with Luhn's sum of the first seven the last ends in 6.
fn austrian(text: &[u8]) -> Option<bool> {
    let digits = digits::<8>(text.strip_prefix(b"U")?)?;
    Some((luhn(&digits[..7]) + digits[7]) % 10 == 6)
}

/// Ten digits, the first a 0 or a 1; older numbers lack the 0. The last two are 97 less the rest of the others by 97.
fn belgian(text: &[u8]) -> Option<bool> {
    let digits = digits::<10>(text).or_else(|| {
        let mut padded = [0; 10];
        padded[1..].copy_from_slice(&digits::<9>(text)?);
        Some(padded)
    })?;
    if digits[0] > 1 {
        return None;
    }
    Some((number(&digits[..8]) + number(&digits[8..])).is_multiple_of(97))
}

/// Nine digits, the first not 0; ISO/IEC 7064, MOD 11,10.
fn german(text: &[u8]) -> Option<bool> {
    let digits = digits::<9>(text)?;
    if digits[0] == 0 {
        return None;
    }
    let product = digits[..8].iter().fold(10, |product, digit| {
        let sum = (digit + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    Some((product + digits[8]) % 10 == 1)
}

/// A person's eight digits and a letter, or a letter, seven digits, and a digit or a letter.
fn spanish(text: &[u8]) -> Option<bool> {
    const OF_PEOPLE: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    const OF_COMPANIES: &[u8; 10] = b"JABCDEFGHI";
    let [first, middle @ .., last] = text else { return None };
    let person = |digits: &[u32]| OF_PEOPLE.get(usize::try_from(number(digits) % 23).ok()?).map(|letter| letter == last);
    if first.is_ascii_digit() {
        return person(&digits::<8>(&text[..text.len() - 1])?);
    }
    let digits = digits::<7>(middle)?;
    match first {
        b'K' | b'L' | b'M' | b'X' => person(&digits),
        b'Y' => person(&[&[1], &digits[..]].concat()),
        b'Z' => person(&[&[2], &digits[..]].concat()),
        b'A'..=b'H' | b'J' | b'N' | b'P'..=b'S' | b'U'..=b'W' => {
            // Which of them have a digit and which a letter is told differently: either will do.
            let check = (10 - luhn(&[&digits[..], &[0]].concat()) % 10) % 10;
            let letter = OF_COMPANIES.get(usize::try_from(check).ok()?)?;
            Some(last == letter || last.is_ascii_digit() && u32::from(last - b'0') == check)
        }
        _ => None,
    }
}

/// Two signs and the company's nine digits (SIREN), whose own check digit is Luhn's. The two are digits, or a letter and one
/// more.
fn french(text: &[u8]) -> Option<bool> {
    const SIGNS: &[u8; 34] = b"0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let (key, rest) = text.split_at_checked(2)?;
    let siren = digits::<9>(rest)?;
    let sign = |byte: &u8| SIGNS.iter().position(|sign| sign == byte).and_then(|place| u64::try_from(place).ok());
    let (one, two) = (sign(&key[0])?, sign(&key[1])?);
    let number = number(&siren);
    let key_holds = if key.iter().all(u8::is_ascii_digit) {
        one * 10 + two == (number * 100 + 12) % 97
    } else {
        let key = if key[0].is_ascii_digit() { (one * 24 + two).checked_sub(10)? } else { (one * 34 + two).checked_sub(100)? };
        (number + 1 + key / 11) % 11 == key % 11
    };
    // Companies of Monaco have no SIREN.
    let is_monegasque = siren[..3] == [0, 0, 0];
    Some(key_holds && (is_monegasque || luhn(&siren).is_multiple_of(10)))
}

/// Eleven digits; Luhn.
fn italian(text: &[u8]) -> Option<bool> {
    let digits = digits::<11>(text)?;
    Some(luhn(&digits).is_multiple_of(10))
}

/// Nine digits, `B` and two digits. Companies' have a weighted sum by 11; those of sole traders, since 2020, ISO/IEC 7064,
/// MOD 97-10, over all of it with the prefix.
fn dutch(text: &[u8]) -> Option<bool> {
    let (head, tail) = text.split_at_checked(9)?;
    let (nine, two) = (digits::<9>(head)?, digits::<2>(tail.strip_prefix(b"B")?)?);
    let of_company = weighted(&nine[..8], &[9, 8, 7, 6, 5, 4, 3, 2]) % 11 == nine[8];
    // N is 23, L is 21, B is 11.
    let whole = [&[2, 3, 2, 1][..], &nine, &[1, 1], &two].concat();
    let remainder = whole.iter().fold(0, |rest, digit| (rest * 10 + digit) % 97);
    Some(of_company || remainder == 1)
}

/// Ten digits; a weighted sum by 11.
fn polish(text: &[u8]) -> Option<bool> {
    let digits = digits::<10>(text)?;
    Some(weighted(&digits[..9], &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == digits[9])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers of each country, several kinds of them.
    const RIGHT: [&str; 21] = [
        "ATU13585627",
        "BE0403019261",
        "BE 403.019.261",
        "DE136695976",
        "de 136 695 976",
        "ESB58378431",
        "ES54362315K",
        "ESX2482300W",
        "ESX5253868R",
        "ESM1234567L",
        "ESJ99216582",
        "ESU4839822F",
        "FR40303265045",
        "FR23334175221",
        "FRK7399859412",
        "FR4Z123456782",
        "FR53000004605",
        "IT00743110157",
        "NL004495445B01",
        "NL002455799B11",
        "PL8567346215",
    ];

    fn fault_of(text: &str) -> Option<Fault> {
        fault(text).map(|(_, fault)| fault)
    }

    #[test]
    fn numbers_that_are_given_out_are_right() {
        for number in RIGHT {
            assert_eq!(fault_of(number), None, "{number}");
        }
        assert_eq!(fault_of("NL123456789B13"), None, "a sole trader's");
    }

    #[test]
    fn any_other_last_check_digit_is_wrong() {
        // The Dutch ones and the French ones with letters have theirs elsewhere.
        for number in ["ATU13585627", "BE0403019261", "DE136695976", "ESB58378431", "FR40303265045", "IT00743110157", "PL8567346215"] {
            let (head, last) = number.split_at(number.len() - 1);
            for digit in "0123456789".chars().filter(|digit| !last.contains(*digit)) {
                assert_eq!(fault_of(&format!("{head}{digit}")), Some(Fault::CheckDigit), "{head}{digit}");
            }
        }
        for number in ["NL004495446B01", "FR41303265045", "FRK8399859412", "ES54362315L", "ESM1234567M", "ESU4839822G"] {
            assert_eq!(fault_of(number), Some(Fault::CheckDigit), "{number}");
        }
    }

    #[test]
    fn what_looks_like_no_number_of_the_country_is_told_apart() {
        for number in
            ["DE12345678", "DE1234567890", "DE012345678", "AT13585627", "NL004495445", "FRO7399859412", "ESI1234567A", "BE2403019261"]
        {
            assert_eq!(fault_of(number), Some(Fault::Form), "{number}");
        }
        assert_eq!(fault("DE12").map(|(country, _)| country), CountryCode::parse("DE").ok());
    }

    #[test]
    fn nothing_is_said_of_other_tax_numbers() {
        for number in ["12/345/67890", "GB123456789", "303265045", ""] {
            assert_eq!(fault(number), None, "{number}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_judged(country in 0..COUNTRIES.len(), text in any::<String>(), rest in "[A-Z0-9]{0,14}") {
            let code = COUNTRIES[country].0;
            fault(&text);
            fault(&format!("{code}{text}"));
            fault(&format!("{code}{rest}"));
        }
    }
}
