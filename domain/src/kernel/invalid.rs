//! Why a value is refused: a code, and the limits that belong to it. Whoever tells a person finds the words.

use super::coded::{Coded, coded_enum};

/// Declares a reason, its limits and its code side by side, so that none of them can be forgotten.
macro_rules! invalids {
    ($($(#[$doc:meta])* $variant:ident $({ $($limit:ident),+ })? = $code:literal,)+) => {
        coded_enum!(
            /// Why a value is refused.
            InvalidCode { $($(#[$doc])* $variant = $code),+ }
        );

        /// Why a value is refused, with the limits it broke.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
        #[error("{}", self.code().code())]
        pub enum Invalid { $($(#[$doc])* $variant $({ $($limit: i64),+ })?),+ }

        impl Invalid {
            /// Every reason, each limit being zero.
            pub const ALL: &'static [Self] = &[$(Self::$variant $({ $($limit: 0),+ })?),+];

            pub fn code(self) -> InvalidCode {
                match self { $(Self::$variant { .. } => InvalidCode::$variant),+ }
            }

            /// The limits by name.
            pub fn limits(self) -> Vec<(&'static str, i64)> {
                match self { $(Self::$variant $({ $($limit),+ })? => vec![$($((stringify!($limit), $limit)),+)?]),+ }
            }
        }
    };
}

// Codes never change once released: clients in other languages have a sentence for each.
invalids! {
    Required = "required",
    TooShort { min } = "too_short",
    TooLong { max } = "too_long",
    ControlCharacters = "control_characters",
    /// Letters of several scripts that are not written together.
    ScriptsMixed = "scripts_mixed",
    NotListed = "not_listed",
    /// What may be named once stands there before.
    NamedTwice = "named_twice",
    OutOfRange { min, max } = "out_of_range",
    /// The list holds no more.
    TooMany { max } = "too_many",

    CountryUnknown = "country_unknown",
    CurrencyUnknown = "currency_unknown",
    /// The amount bears another currency's sign.
    CurrencyDiffers = "currency_differs",
    DateMalformed = "date_malformed",
    /// Day and month could be the other way round.
    DateAmbiguous = "date_ambiguous",
    TimeMalformed = "time_malformed",
    DateInFuture = "date_in_future",
    DateInPast = "date_in_past",
    /// Nothing is booked so far back.
    DateTooEarly = "date_too_early",
    /// Nothing is paid on that day.
    DateClosed = "date_closed",
    /// A period that ends before it begins.
    DateBeforeFirst = "date_before_first",
    WebAddressImplausible = "web_address_implausible",
    EmailImplausible = "email_implausible",
    EmailTooLong { max } = "email_too_long",
    PhoneImplausible = "phone_implausible",
    PhoneWithoutCallingCode = "phone_without_calling_code",
    CallingCodeMismatch = "calling_code_mismatch",
    AmountNegative = "amount_negative",
    AmountZero = "amount_zero",
    AmountTooSmall { min } = "amount_too_small",
    AmountTooLarge { max } = "amount_too_large",
    AmountMalformed = "amount_malformed",
    /// The one sign in it may keep thousands apart or decimals.
    AmountAmbiguous = "amount_ambiguous",
    PercentageOutOfRange { max } = "percentage_out_of_range",
    /// Out of range, or with more decimals than two.
    PercentageInexact { max } = "percentage_inexact",

    /// In a programme everything is advanced, and the house bears the whole loss.
    WholeInProgramme = "whole_in_programme",
    /// An invoice is due after the day on which it was written.
    DueNotAfterIssue = "due_not_after_issue",
    /// There is no time to finance.
    DueBeforePayout = "due_before_payout",
    /// Fees and discount would use up what is advanced.
    NothingToPay = "nothing_to_pay",
    /// It cannot be, as everything else stands.
    /// It contradicts what was read of the bank's file.
    NotAsRead = "not_as_read",
    NotPossible = "not_possible",

    PasswordMissing = "password_missing",
    /// Holds the name or the address of its owner.
    PasswordPersonal = "password_personal",
    PasswordCommon = "password_common",
    /// Not the password of the account.
    PasswordWrong = "password_wrong",
    /// Somebody of this address belongs to the company already.
    AlreadyMember = "already_member",
    /// Another address than the account's.
    OtherAddress = "other_address",
    /// The name typed is not that of the account.
    OtherName = "other_name",

    PaymentTermsOutOfRange { min, max } = "payment_terms_out_of_range",
    /// The same legal entity is on the list already.
    BuyerListed = "buyer_listed",
    BuyerUnlisted = "buyer_unlisted",
    /// Several on the list are called so.
    BuyerAmbiguous = "buyer_ambiguous",
    SupplierListed = "supplier_listed",
    CompanyNotNamed = "company_not_named",
    SupplierUnlisted = "supplier_unlisted",
    /// Several on the list are called so.
    SupplierAmbiguous = "supplier_ambiguous",
    /// The company itself.
    OwnCompany = "own_company",
    /// Another payable to this supplier has this number.
    PayableListed = "payable_listed",
    /// Another row says something else of the same invoice.
    InvoiceListed = "invoice_listed",
    /// It was entered before, and says something else.
    InvoiceEntered = "invoice_entered",
    /// The company has no programme in this currency.
    ProgrammeMissing = "programme_missing",
    BuyerStatusUnknown = "buyer_status_unknown",
    BuyerDecisionUnknown = "buyer_decision_unknown",

    TooManyPeople { max } = "too_many_people",
    /// Not 1 to 36 letters, digits and hyphens, or another person's.
    PersonIdUnusable = "person_id_unusable",
    IbanIncomplete = "iban_incomplete",
    IbanMistyped = "iban_mistyped",
    SortCodeIncomplete = "sort_code_incomplete",
    RoutingNumberIncomplete = "routing_number_incomplete",
    /// Its check digit does not match, or none was issued that begins so.
    RoutingNumberMistyped = "routing_number_mistyped",
    CountryWithoutIbans = "country_without_ibans",
    AccountNumberImplausible { min, max } = "account_number_implausible",
    BicImplausible = "bic_implausible",
    /// No order to a bank can carry them.
    LettersUnknownToBanks = "letters_unknown_to_banks",

    DocumentKindUnknown = "document_kind_unknown",
    FileMissing = "file_missing",
    /// Neither CSV nor an Excel workbook.
    TableUnreadable = "table_unreadable",
    TableTooLarge = "table_too_large",
    /// It has no rows below its headings.
    TableEmpty = "table_empty",
    /// No column has this heading.
    ColumnMissing = "column_missing",
    /// Several columns could be the one that is meant.
    ColumnAmbiguous = "column_ambiguous",
    /// Several sheets hold such a table.
    SheetAmbiguous = "sheet_ambiguous",
    /// No bank statement of a known form.
    StatementUnreadable = "statement_unreadable",
    /// What was booked by now: camt.052.
    StatementIntraday = "statement_intraday",
    /// Single payments: camt.054.
    StatementNotification = "statement_notification",
    /// MT940, MT942.
    StatementSwift = "statement_swift",
    /// A table of entries.
    StatementTable = "statement_table",
    /// A ZIP archive.
    StatementArchive = "statement_archive",
    /// It says that it is written in letters that are not read.
    LettersUnknown = "letters_unknown",
    /// From this line on it is not written in the letters that it says.
    LettersWrong { line } = "letters_wrong",
    StatementTooLong { max } = "statement_too_long",
    TooManyLinesWait { max } = "too_many_lines_wait",
    /// The file is cut off or damaged there.
    XmlMalformed { line } = "xml_malformed",
    /// What must stand in this line or below it is missing, or makes no sense.
    StatementLineUnreadable { line } = "statement_line_unreadable",
    /// What is booked does not lead from the opening balance to the closing one.
    BalancesDiffer { line } = "balances_differ",
    /// No answer of a bank of a known form.
    AnswerUnreadable = "answer_unreadable",
    /// It answers to no order of the house.
    OrderNotOurs = "order_not_ours",
    /// None of the accounts is the house's.
    AccountNotOurs = "account_not_ours",
    /// No e-invoice of a known form.
    EInvoiceUnknown = "e_invoice_unknown",
    /// A PDF that shows an invoice to people alone.
    EInvoiceNotInPdf = "e_invoice_not_in_pdf",
    /// It has more in it than any invoice.
    EInvoiceTooLong = "e_invoice_too_long",
    PdfLocked = "pdf_locked",
    /// It contradicts itself, or something is missing.
    EInvoiceWrong = "e_invoice_wrong",
    /// It is due on its own day, or before: nothing of it is wrong besides.
    EInvoiceDueTooEarly = "e_invoice_due_too_early",
    /// It names another seller.
    EInvoiceOthers = "e_invoice_others",
    /// It says that somebody else is to be paid.
    EInvoiceAssigned = "e_invoice_assigned",
    /// One of its number, day and buyer is there.
    EInvoiceEntered = "e_invoice_entered",
    FileTypeUnsupported = "file_type_unsupported",
    FileEmpty = "file_empty",
    /// The content is not of the type its name says.
    FileTypeMismatch = "file_type_mismatch",
    FileDamaged = "file_damaged",
    ImageTooLarge { max } = "image_too_large",
    VerdictUnknown = "verdict_unknown",
    RejectionUnexplained = "rejection_unexplained",
    DisapprovalUnexplained = "disapproval_unexplained",
    DisapprovalReasonUnknown = "disapproval_reason_unknown",
    NoDocumentRequested = "no_document_requested",

    // What only a program that breaks the contract is told.
    Malformed = "malformed",
    FieldUnknown = "field_unknown",
    KindAfterFile = "kind_after_file",
    StatusUnknown { min, max } = "status_unknown",
    CursorUnknown = "cursor_unknown",
    /// Of a page in another order.
    CursorOfOtherOrder = "cursor_of_other_order",
    FlagMalformed = "flag_malformed",
    InstantMalformed = "instant_malformed",
    /// More than so many years in the future.
    TooFarAhead { years } = "too_far_ahead",
    SearchTooLong { max } = "search_too_long",
    IdempotencyKeyMalformed { min, max } = "idempotency_key_malformed",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_its_code_and_its_limits() {
        let terms = Invalid::PaymentTermsOutOfRange { min: 1, max: 365 };
        assert_eq!(terms.code(), InvalidCode::PaymentTermsOutOfRange);
        assert_eq!(terms.limits(), [("min", 1), ("max", 365)]);
        assert_eq!(terms.to_string(), "payment_terms_out_of_range");
        assert_eq!(Invalid::Required.limits(), []);
    }

    #[test]
    fn no_two_reasons_share_a_code() {
        let codes: std::collections::BTreeSet<_> = Invalid::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(codes.len(), InvalidCode::ALL.len());
    }
}
