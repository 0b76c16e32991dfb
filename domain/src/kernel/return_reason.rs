//! Why a bank sends back what it was to credit, by the codes of ISO 20022 that banks give (ExternalReturnReason1Code).

use crate::kernel::coded::{Coded, coded_enum};

coded_enum!(
    /// A reason that has words. What is not here stays as the bank says it.
    ReturnReason {
        WrongNumber = "AC01",
        InvalidNumber = "AC03",
        Closed = "AC04",
        Blocked = "AC06",
        WrongKindOfAccount = "AC14",
        NotAllowed = "AG01",
        KindNotSupported = "AG02",
        AmountNotAllowed = "AM02",
        CurrencyNotAllowed = "AM03",
        Twice = "AM05",
        WrongAmount = "AM09",
        OtherHolder = "BE01",
        AddressMissing = "BE04",
        HolderUnknown = "BE06",
        BankNotReached = "CNOR",
        AskedByHolder = "CUST",
        CalledBack = "FOCR",
        Fraud = "FR01",
        ByLaw = "LEGL",
        HolderDied = "MD07",
        NoReasonOfHolder = "MS02",
        NoReasonOfBank = "MS03",
        WrongBank = "RC01",
        PayerNumberMissing = "RR01",
        PayerNameMissing = "RR02",
        HolderDetailsMissing = "RR03",
        ByRules = "RR04",
        TooLate = "TM01",
    }
);

impl ReturnReason {
    /// The reason that a bank's text begins with, and what the bank says besides; none where it begins with no code that is known.
    pub fn of(said: &str) -> Option<(Self, &str)> {
        let (code, rest) = said.trim().split_at_checked(4)?;
        if rest.starts_with(|next: char| next.is_alphanumeric()) {
            return None;
        }
        let besides = rest.trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, ':' | ',' | '-' | '.' | '/' | ';'));
        Some((Self::from_code(code)?, besides))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_known_by_the_code_a_text_begins_with() {
        for (said, reason) in [
            ("AC04", Some((ReturnReason::Closed, ""))),
            (" AC04. ", Some((ReturnReason::Closed, ""))),
            ("AC04 account closed", Some((ReturnReason::Closed, "account closed"))),
            ("MD07: /REF 7", Some((ReturnReason::HolderDied, "REF 7"))),
            ("Account closed", None),
            ("AC044", None),
            ("ZZ99", None),
            ("AC", None),
            ("ÄÖÜß", None),
            ("", None),
        ] {
            assert_eq!(ReturnReason::of(said), reason, "{said}");
        }
    }
}
