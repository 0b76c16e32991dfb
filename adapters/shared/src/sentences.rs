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
    ScriptsMixed => "Type this number in letters of one script.",
    NotListed => "Choose an option from the list.",
    NamedTwice => "This is named twice.",
    OutOfRange { min, max } => "Enter {min} to {max}.",
    TooMany { max } => "List at most {max}.",

    CountryUnknown => "Choose a country from the list.",
    CurrencyUnknown => "Choose a currency from the list.",
    CurrencyDiffers => "This is in another currency than the row says.",
    DateAmbiguous => "This may be day or month first. Write 2026-12-31.",
    DateMalformed => "Enter a valid date, such as 2026-12-31.",
    TimeMalformed => "Enter a time of day, such as 14:00.",
    DateInFuture => "Use today’s date or an earlier one.",
    DateInPast => "Use today’s date or a later one.",
    DateTooEarly => "Choose a later day. Nothing can be booked that far back.",
    DateClosed => "Choose a business day, not a weekend or a bank holiday.",
    DateBeforeFirst => "Choose a last day on or after the first.",
    WebAddressImplausible => "Enter a web address such as https://example.com.",
    EmailImplausible => "Enter an e-mail address such as name@example.com.",
    EmailTooLong { max } => "Use at most {max} characters.",
    PhoneImplausible => "Enter a valid phone number for this country.",
    PhoneWithoutCallingCode => "Enter the phone number with its country code, such as +4915112345678.",
    CallingCodeMismatch => "The calling code doesn’t match the country.",
    AmountZero => "Enter an amount above 0.",
    AmountNegative => "Enter an amount of 0 or more.",
    AmountTooSmall { min } => "Enter {min} or more.",
    AmountTooLarge => "Enter a smaller amount.",
    AmountMalformed => "Enter an amount such as 1234.50.",
    AmountAmbiguous => "This may be thousands or decimals. Write 1234.00.",
    PercentageOutOfRange { max } => "Enter 0 to {max}.",
    PercentageInexact { max } => "Enter 0 to {max}, with at most two decimals.",

    WholeInProgramme => "In a programme this is always 100%.",
    DueNotAfterIssue => "Enter a day after the invoice date.",
    DueBeforePayout => "Use a due date after the payout.",
    NothingToPay => "Enter a larger amount: fees and discount would use up the advance.",
    NotPossible => "This isn’t possible here.",

    PasswordMissing => "Enter a password.",
    PasswordPersonal => "Leave your name and e-mail address out of the password.",
    PasswordWrong => "This password is wrong.",
    PasswordCommon => "This password is too common. Try a few unrelated words.",
    AlreadyMember => "This person is already a member.",
    OtherAddress => "This isn’t your account’s e-mail address.",
    OtherName => "Type your name as it stands in your account.",

    PaymentTermsOutOfRange { min, max } => "Enter {min} to {max} days.",
    BuyerListed => "This company is already on your list.",
    BuyerUnlisted => "This buyer isn’t on your list.",
    BuyerAmbiguous => "Several buyers have this name. Use the registration number.",
    SupplierListed => "This supplier is already on your list.",
    CompanyNotNamed => "Your customer named another country or registration number. Complete your application first, or ask your customer to check it.",
    SupplierUnlisted => "This supplier isn’t on your list.",
    OwnCompany => "This is your own company.",
    PayableListed => "You have another payable to this supplier with this number.",
    InvoiceListed => "Another row has this invoice with other figures.",
    InvoiceEntered => "You entered this invoice before with other figures.",
    ProgrammeMissing => "You have no programme in this currency.",
    SupplierAmbiguous => "Several suppliers have this name. Use the registration number.",
    BuyerStatusUnknown => "Use a buyer status the API knows.",
    BuyerDecisionUnknown => "Approve or decline the buyer.",

    TooManyPeople { max } => "Add at most {max} people.",
    PersonIdUnusable => "Use 1 to 36 letters, digits and hyphens, unique to this person.",
    IbanIncomplete => "Enter the complete IBAN.",
    IbanMistyped => "The check digits of this IBAN don’t match. Check it against your bank statement.",
    SortCodeIncomplete => "Enter the 6 digits of the sort code, such as 12-34-56.",
    RoutingNumberIncomplete => "Enter the 9 digits of the routing number.",
    RoutingNumberMistyped => "There’s no such routing number. Check it against your bank statement.",
    CountryWithoutIbans => "This country doesn’t use IBANs. Enter the account number instead.",
    AccountNumberImplausible { min, max } => "Enter {min} to {max} letters and digits.",
    BicImplausible => "Enter 8 or 11 characters, such as DEUTDEFF.",
    LettersUnknownToBanks => "Enter the name in Latin letters, as your bank has it.",

    DocumentKindUnknown => "Choose a document type.",
    FileMissing => "Choose a file.",
    TableUnreadable => "This isn’t a CSV or Excel file (.xlsx).",
    NotAsRead => "This isn’t what the bank’s file says. Enter what it says.",
    TableTooLarge => "This table holds too much to read. Send fewer rows, or shorter texts.",
    TableEmpty => "The table has no rows below its headings.",
    ColumnMissing => "The table has no such column.",
    ColumnAmbiguous => "Several columns of the table could be this one. Leave its heading to one of them, such as “Amount with tax” for an amount.",
    SheetAmbiguous => "Several sheets of this workbook hold such a table. Send one sheet at a time.",
    StatementUnreadable => "This isn’t a bank statement (camt.053).",
    StatementIntraday => "This is an intraday report (camt.052). Ask your bank for the statement of the day (camt.053).",
    StatementNotification => "This tells of single payments (camt.054). Ask your bank for statements (camt.053).",
    StatementSwift => "This is a statement in an older format (MT940). Ask your bank for camt.053.",
    StatementTable => "This is a table of entries. Ask your bank for statements as camt.053, an XML file.",
    StatementArchive => "This is a ZIP archive. Unpack it, and import the camt.053 files in it.",
    LettersUnknown => "The character encoding that the first line of the file names isn’t read. Ask your bank for UTF-8.",
    LettersWrong { line } => "Line {line} of the file isn’t written in the character encoding that the file names. Save the file as UTF-8.",
    TooManyLinesWait { max } => "More than {max} lines would wait for a decision. Decide on those that wait first.",
    StatementTooLong { max } => "A statement has at most 32 MB, {max} entries and 64 levels.",
    XmlMalformed { line } => "The file is damaged or cut off at line {line}.",
    StatementLineUnreadable { line } => "The entry at line {line} of the file can’t be read.",
    BalancesDiffer { line } => "The statement at line {line} of the file doesn’t add up to its closing balance.",
    AnswerUnreadable => "This isn’t a bank’s answer to a payment file (pain.002).",
    OrderNotOurs => "This file answers to no batch of ours.",
    AccountNotOurs => "None of the accounts in this file is ours.",
    EInvoiceUnknown => "This isn’t an e-invoice (XRechnung, Peppol, Factur-X or ZUGFeRD).",
    EInvoiceNotInPdf => "There’s no e-invoice in this PDF. Enter the invoice by hand, and attach the PDF.",
    EInvoiceTooLong => "There’s more in this file than in any invoice.",
    PdfLocked => "This PDF is locked with a password. Save it without one.",
    EInvoiceDueTooEarly => "The invoice is due on its own date or before it (BT-9). What is payable at once cannot be sold.",
    EInvoiceWrong => "The invoice contradicts itself, or something is missing from it. Correct it in your invoicing software.",
    EInvoiceOthers => "The invoice names another company as its seller.",
    EInvoiceAssigned => "The invoice says that another company or account is to be paid: it seems to be sold already.",
    EInvoiceEntered => "This invoice was entered before.",
    FileTypeUnsupported => "Upload a PDF, PNG or JPEG file.",
    FileEmpty => "The file is empty.",
    FileTypeMismatch => "This isn’t a PDF, PNG or JPEG file, or its extension doesn’t match its content.",
    FileDamaged => "The file is damaged or cut off. Save or scan it again.",
    ImageTooLarge { max } => "The image has more than {max} megapixels, or more than 12,000 pixels on a side.",
    VerdictUnknown => "Accept or reject the document.",
    RejectionUnexplained => "Enter a reason. The applicant will see it.",
    DisapprovalUnexplained => "Choose at least one reason.",
    DisapprovalReasonUnknown => "Choose reasons from the list.",
    NoDocumentRequested => "Request at least one document.",

    Malformed => "This value has the wrong form.",
    FieldUnknown => "This field doesn’t exist here.",
    KindAfterFile => "Send the kind before the file.",
    StatusUnknown { min, max } => "Use a status from {min} to {max}.",
    CursorUnknown => "Use a cursor from an earlier page.",
    CursorOfOtherOrder => "Use a cursor of a page in the same order.",
    FlagMalformed => "Use true or false.",
    InstantMalformed => "Use an instant in UTC, such as 2026-12-31T14:00:00Z.",
    TooFarAhead { years } => "Choose a time at most {years} years ahead.",
    SearchTooLong => "Use fewer search words.",
    IdempotencyKeyMalformed { min, max } => "Use {min} to {max} visible ASCII characters.",
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
