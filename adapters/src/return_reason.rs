//! Why a bank sent money back, in words.

use crate::language::Text;
use sooner_domain::kernel::{coded::Coded, language::Language, return_reason::ReturnReason as R};

/// What the bank says, its code in words where that is known.
pub(crate) fn told(said: &str, reader: Language) -> String {
    let Some((reason, besides)) = R::of(said) else { return said.to_owned() };
    let words = coded(reason, reader);
    if besides.is_empty() { words } else { format!("{words}: {besides}") }
}

/// A reason in words, with its code.
pub(crate) fn coded(reason: R, reader: Language) -> String {
    format!("{} ({})", words(reason).to(reader), reason.code())
}

fn words(reason: R) -> &'static Text {
    match reason {
        R::WrongNumber => &Text { en: "The account number is wrong", de: "Die Kontonummer ist falsch" },
        R::InvalidNumber => &Text { en: "The account number is invalid", de: "Die Kontonummer ist ungültig" },
        R::Closed => &Text { en: "The account is closed", de: "Das Bankkonto ist aufgelöst" },
        R::Blocked => &Text { en: "The account is blocked", de: "Das Bankkonto ist gesperrt" },
        R::WrongKindOfAccount => &Text { en: "The account isn’t of the right kind", de: "Die Art des Bankkontos passt nicht" },
        R::NotAllowed => &Text { en: "The account takes no such transfer", de: "Das Bankkonto nimmt solche Überweisungen nicht an" },
        R::KindNotSupported => {
            &Text { en: "The bank doesn’t take this kind of transfer", de: "Die Bank führt diese Art der Überweisung nicht aus" }
        }
        R::AmountNotAllowed => {
            &Text { en: "The amount is higher than the bank allows", de: "Der Betrag ist höher, als die Bank zulässt" }
        }
        R::CurrencyNotAllowed => {
            &Text { en: "The account doesn’t take this currency", de: "Das Bankkonto nimmt diese Währung nicht an" }
        }
        R::Twice => {
            &Text { en: "The bank took it for the same transfer twice", de: "Die Bank hielt es für zweimal dieselbe Überweisung" }
        }
        R::WrongAmount => &Text { en: "The amount isn’t the one that was expected", de: "Der Betrag ist nicht der erwartete" },
        R::OtherHolder => &Text { en: "The name isn’t that of the account holder", de: "Der Name ist nicht der des Kontoinhabers" },
        R::AddressMissing => {
            &Text { en: "The address of the payee is missing or wrong", de: "Die Anschrift des Empfängers fehlt oder ist falsch" }
        }
        R::HolderUnknown => &Text { en: "The bank doesn’t know the payee", de: "Die Bank kennt den Empfänger nicht" },
        R::BankNotReached => &Text {
            en: "The payee’s bank can’t be reached this way",
            de: "Die Bank des Empfängers ist auf diesem Weg nicht erreichbar",
        },
        R::AskedByHolder => &Text { en: "The payee asked for it", de: "Der Empfänger hat darum gebeten" },
        R::CalledBack => &Text { en: "It was called back", de: "Sie wurde zurückgerufen" },
        R::Fraud => &Text { en: "The bank suspects fraud", de: "Die Bank vermutet einen Betrug" },
        R::ByLaw => &Text { en: "The law or a court requires it", de: "Gesetz oder Gericht verlangen es" },
        R::HolderDied => &Text { en: "The account holder has died", de: "Der Kontoinhaber ist verstorben" },
        R::NoReasonOfHolder => &Text { en: "The payee gave no reason", de: "Der Empfänger hat keinen Grund genannt" },
        R::NoReasonOfBank => &Text { en: "The bank gave no reason", de: "Die Bank hat keinen Grund genannt" },
        R::WrongBank => &Text { en: "The bank’s code (BIC) is wrong", de: "Der BIC der Bank ist falsch" },
        R::PayerNumberMissing => &Text { en: "The payer’s account is missing", de: "Die Kontonummer des Auftraggebers fehlt" },
        R::PayerNameMissing => &Text { en: "The payer’s name or address is missing", de: "Name oder Anschrift des Auftraggebers fehlt" },
        R::HolderDetailsMissing => {
            &Text { en: "The payee’s name or address is missing", de: "Name oder Anschrift des Empfängers fehlt" }
        }
        R::ByRules => &Text { en: "A rule of the supervisor requires it", de: "Eine Vorschrift der Aufsicht verlangt es" },
        R::TooLate => &Text { en: "It arrived too late that day", de: "Sie kam an diesem Tag zu spät an" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_told_in_words_and_what_is_unknown_as_the_bank_says_it() {
        for (said, en, de) in [
            ("AC04", "The account is closed (AC04)", "Das Bankkonto ist aufgelöst (AC04)"),
            ("MD07 see letter", "The account holder has died (MD07): see letter", "Der Kontoinhaber ist verstorben (MD07): see letter"),
            ("ZZ99", "ZZ99", "ZZ99"),
            ("Account closed", "Account closed", "Account closed"),
        ] {
            assert_eq!((told(said, Language::English), told(said, Language::German)), (en.to_owned(), de.to_owned()));
        }
    }

    #[test]
    fn the_client_has_words_for_the_same_codes() {
        let client = include_str!("../../frontend/src/entities/payment/return-reasons.ts");
        let known = client.lines().filter_map(|line| line.trim().split_once(": msg`")).map(|(code, _)| code).collect::<Vec<_>>();
        assert_eq!(known, R::ALL.iter().map(|reason| reason.code()).collect::<Vec<_>>());
    }
}
