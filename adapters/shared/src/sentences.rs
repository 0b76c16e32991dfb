//! What people are told, in English: one sentence for each reason why a value is refused. The API answers them beside the
//! codes, and the command line prints them.

use sooner_domain::kernel::Invalid;

/// Declares the sentences, with every limit written as people write numbers.
macro_rules! sentences {
    ($($variant:ident $({ $($limit:ident),+ })? => $text:literal,)+) => {
        /// What a person is told.
        pub fn sentence(invalid: Invalid) -> String {
            match invalid {
                $(Invalid::$variant { $($($limit,)+)? .. } => {
                    $($(let $limit = number($limit);)+)?
                    format!($text)
                })+
            }
        }
    };
}

sentences! {
    Required => "This is required.",
    TooShort { min } => "Use at least {min} characters.",
    TooLong { max } => "Use at most {max} characters.",
    ControlCharacters => "Remove the invisible control characters.",
    NotListed => "Choose one of the list.",

    CountryUnknown => "Choose a country from the list.",
    CurrencyUnknown => "Choose a currency from the list.",
    DateMalformed => "Give a date as YYYY-MM-DD.",
    WebAddressImplausible => "Enter a web address such as https://example.com.",
    EmailImplausible => "Enter an e-mail address such as name@example.com.",
    EmailTooLong { max } => "An e-mail address has at most {max} characters.",
    PhoneImplausible => "Enter a valid phone number for this country.",
    PhoneWithoutCallingCode => "Enter the phone number with its country code, such as +4915112345678.",
    CallingCodeMismatch => "This is not the calling code of the country.",
    AmountNegative => "An amount cannot be negative.",
    AmountTooLarge => "This amount is too large.",
    PercentageOutOfRange { max } => "A percentage lies between 0 and {max}.",
    PercentageInexact { max } => "A percentage lies between 0 and {max} and has at most two decimals.",

    PasswordMissing => "Enter a password.",
    PasswordPersonal => "Leave your name and e-mail address out of the password.",
    PasswordWrong => "This is not your password.",
    PasswordCommon => "This password is too common. Try a few unrelated words.",
    OtherAddress => "This is not the address of your account.",

    PaymentTermsOutOfRange { min, max } => "Payment terms lie between {min} and {max} days.",
    BuyerListed => "This company is on your list already.",
    BuyerStatusUnknown => "This is no status of a buyer.",
    BuyerDecisionUnknown => "Approve the buyer or decline it.",

    TooManyPeople { max } => "Name at most {max} people.",
    PersonIdUnusable => "A person's id has 1 to 36 letters, digits and hyphens, and is nobody else's.",
    IbanIncomplete => "This is not a complete IBAN.",
    IbanMistyped => "The check digits of this IBAN do not match. Compare it with your bank statement.",
    CountryWithoutIbans => "This country has no IBANs. Give an account number and a BIC instead.",
    AccountNumberImplausible { min, max } => "An account number has {min} to {max} letters and digits.",
    BicImplausible => "A BIC has 8 or 11 characters, such as DEUTDEFF.",

    DocumentKindUnknown => "Choose what the document is.",
    FileMissing => "Choose a file.",
    FileTypeUnsupported => "Upload a PDF, PNG or JPEG file.",
    FileEmpty => "The file is empty.",
    FileTypeMismatch => "The content is not that of a PDF, PNG or JPEG file, or not of the type its name says.",
    FileDamaged => "The file is damaged or cut off. Save or scan it again.",
    ImageTooLarge { max } => "The image has more than {max} megapixels, or more than 12,000 pixels on a side.",
    VerdictUnknown => "Accept the document or reject it.",
    RejectionUnexplained => "Say why; the applicant reads it.",
    DisapprovalUnexplained => "Give at least one reason.",
    DisapprovalReasonUnknown => "Choose reasons of the list.",
    NoDocumentRequested => "Ask for at least one document.",

    Malformed => "This is not what is expected here.",
    FieldUnknown => "There is no such field here.",
    KindAfterFile => "Name the kind before the file.",
    StatusUnknown { min, max } => "A status is a number from {min} to {max}.",
    CursorUnknown => "This is no cursor of the queue.",
    FlagMalformed => "This is true or false.",
    RecordNumberMalformed => "This is the number of a record.",
    SearchTooLong => "Look for fewer words.",
    IdempotencyKeyMalformed { min, max } => "An idempotency key has {min} to {max} visible ASCII characters.",
}

/// As in `2,000`.
fn number(value: i64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_whole_sentence() {
        for invalid in Invalid::ALL {
            let text = sentence(*invalid);
            assert!(text.ends_with('.') && text.len() > 1, "{invalid}: {text}");
            assert!(!text.contains(['{', '}']), "{invalid}: {text}");
        }
    }

    #[test]
    fn limits_are_told_as_people_write_them() {
        assert_eq!(sentence(Invalid::TooLong { max: 100 }), "Use at most 100 characters.");
        assert_eq!(sentence(Invalid::TooLong { max: 2_000 }), "Use at most 2,000 characters.");
        assert_eq!([0, 999, 12_000, 1_234_567].map(number), ["0", "999", "12,000", "1,234,567"]);
    }
}
