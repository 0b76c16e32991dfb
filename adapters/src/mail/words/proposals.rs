//! What mails say of what takes two people.

use super::{QUESTIONS, Text, Words};
use sooner_domain::approvals::title::ProposalTitle;

const TO_APPROVALS: Text = Text { en: "Go to approvals", de: "Zu den Genehmigungen" };

/// `{action}` stands for what is proposed, `{amounts}` in a subject for the money it is about, in brackets.
pub(super) const APPROVAL_WAITS: Words = Words {
    subject: Text { en: "Approval needed: {action}{amounts}", de: "Genehmigung erforderlich: {action}{amounts}" },
    lead: Text {
        en: "{person} proposed: “{action}”. You can approve or refuse it.",
        de: "{person} schlägt vor: „{action}“. Sie können das genehmigen oder ablehnen.",
    },
    button: TO_APPROVALS,
    after: Some(Text { en: "It expires after 7 days.", de: "Nach 7 Tagen verfällt der Vorschlag." }),
    contact: QUESTIONS,
    page: "approvals",
};
pub(super) const PROPOSAL_APPROVED: Words = Words {
    subject: Text { en: "Your proposal was approved: {action}{amounts}", de: "Ihr Vorschlag wurde genehmigt: {action}{amounts}" },
    lead: Text {
        en: "A colleague approved what you proposed: “{action}”. It has taken effect.",
        de: "Ihr Vorschlag „{action}“ wurde genehmigt und ist jetzt wirksam.",
    },
    after: None,
    ..APPROVAL_WAITS
};
pub(super) const PROPOSAL_REFUSED: Words = Words {
    subject: Text { en: "Your proposal was refused: {action}{amounts}", de: "Ihr Vorschlag wurde abgelehnt: {action}{amounts}" },
    lead: Text {
        en: "A colleague refused what you proposed: “{action}”. Nothing has changed.",
        de: "Ihr Vorschlag „{action}“ wurde abgelehnt. Es hat sich nichts geändert.",
    },
    after: None,
    ..APPROVAL_WAITS
};
pub(super) const PROPOSAL_LAPSED: Words = Words {
    subject: Text { en: "Your proposal is out of date: {action}{amounts}", de: "Ihr Vorschlag ist überholt: {action}{amounts}" },
    lead: Text {
        en: "You proposed: “{action}”. What it was based on has changed since. Nothing was done. Propose it again if it is still needed.",
        de: "Sie haben vorgeschlagen: „{action}“. Die Grundlage hat sich inzwischen geändert. Es wurde nichts ausgeführt. Schlagen Sie es neu vor, wenn es noch gebraucht wird.",
    },
    after: None,
    ..APPROVAL_WAITS
};

const BOOK_CAPITAL: Text = Text { en: "Book capital paid in by hand", de: "Kapitaleinzahlung von Hand buchen" };
const BOOK_CAPITAL_OUT: Text = Text { en: "Book capital taken out by hand", de: "Kapitalentnahme von Hand buchen" };
const BOOK_BANK_CHARGE: Text = Text { en: "Book a bank charge by hand", de: "Bankgebühr von Hand buchen" };
const BOOK_CHARGE_RETURNED: Text = Text { en: "Book a returned bank charge by hand", de: "Erstattete Bankgebühr von Hand buchen" };
const REVERSE_CAPITAL: Text = Text { en: "Reverse capital paid in, booked by hand", de: "Von Hand gebuchte Kapitaleinzahlung stornieren" };
const REVERSE_CAPITAL_OUT: Text =
    Text { en: "Reverse capital taken out, booked by hand", de: "Von Hand gebuchte Kapitalentnahme stornieren" };
const REVERSE_BANK_CHARGE: Text = Text { en: "Reverse a bank charge booked by hand", de: "Von Hand gebuchte Bankgebühr stornieren" };
const REVERSE_CHARGE_RETURNED: Text =
    Text { en: "Reverse a returned bank charge booked by hand", de: "Von Hand gebuchte Erstattung einer Bankgebühr stornieren" };
const WRITE_OFF: Text = Text { en: "Write off an invoice", de: "Rechnung ausbuchen" };
const UNDO_FACT: Text = Text { en: "Undo the latest entry on an invoice", de: "Letzte Buchung zu einer Rechnung rückgängig machen" };
const LIFT_SAME_NUMBER: Text =
    Text { en: "Buy an invoice though its number was already sold", de: "Rechnung trotz bereits verkaufter Rechnungsnummer ankaufen" };
const LIFT_ALREADY_SOLD: Text = Text {
    en: "Buy an invoice though it corrects one that was sold",
    de: "Rechnung ankaufen, obwohl sie eine verkaufte Rechnung berichtigt",
};
const LIFT_PAYMENT_MEANS: Text = Text {
    en: "Buy an invoice though its debtor doesn’t transfer the money",
    de: "Rechnung ankaufen, obwohl der Debitor nichts überweist",
};
const GIVE_UP: Text = Text { en: "Waive a company’s debt", de: "Einem Unternehmen eine Schuld erlassen" };
const UNDO_GIVE_UP: Text = Text { en: "Undo a waived debt", de: "Schulderlass rückgängig machen" };
const UNDO_PART: Text = Text { en: "Undo what a receipt was used for", de: "Verwendung eines Zahlungseingangs rückgängig machen" };

/// What is proposed; of what a later release wrote, nothing more is known.
pub(in crate::mail) fn proposed(title: Option<ProposalTitle>) -> &'static Text {
    use ProposalTitle as P;
    let Some(title) = title else { return &Text { en: "a change", de: "eine Änderung" } };
    match title {
        P::ChangeOperatorRoles => &Text { en: "Change an operator’s roles", de: "Rollen im Team ändern" },
        P::EndOperatorAccess => &Text { en: "End an operator’s access", de: "Zugang zum Team beenden" },
        P::ChangeBankAccount => &Text { en: "Change a company’s bank account", de: "Bankkonto eines Unternehmens ändern" },
        P::ChangeHouseAccounts => &Text { en: "Change our own bank accounts", de: "Unsere eigenen Bankkonten ändern" },
        P::BookCapital => &BOOK_CAPITAL,
        P::BookCapitalOut => &BOOK_CAPITAL_OUT,
        P::BookBankCharge => &BOOK_BANK_CHARGE,
        P::BookChargeReturned => &BOOK_CHARGE_RETURNED,
        P::ReverseCapital => &REVERSE_CAPITAL,
        P::ReverseCapitalOut => &REVERSE_CAPITAL_OUT,
        P::ReverseBankCharge => &REVERSE_BANK_CHARGE,
        P::ReverseChargeReturned => &REVERSE_CHARGE_RETURNED,
        P::ProposeTerms => &Text { en: "Offer terms to a company", de: "Einem Unternehmen Konditionen anbieten" },
        P::ChangeTerms => &Text { en: "Offer other terms to a company", de: "Einem Unternehmen andere Konditionen anbieten" },
        P::MergeDebtors => &Text { en: "Merge two debtors", de: "Zwei Debitoren zusammenführen" },
        P::ChangeDebtorLimits => &Text { en: "Change a debtor’s limits", de: "Debitorenlimits ändern" },
        P::ChangeDebtorContact => &Text { en: "Change a debtor’s contact", de: "Ansprechperson eines Debitors ändern" },
        P::ChangeSupplierRate => &Text { en: "Change a supplier’s rate", de: "Diskontsatz eines Lieferanten ändern" },
        P::ReleasePayouts => &Text { en: "Release payouts", de: "Auszahlungen freigeben" },
        P::SendBack => &Text { en: "Send money back", de: "Geld zurückzahlen" },
        P::WriteOff => &WRITE_OFF,
        P::UndoFact => &UNDO_FACT,
        P::LiftSameNumber => &LIFT_SAME_NUMBER,
        P::LiftAlreadySold => &LIFT_ALREADY_SOLD,
        P::LiftPaymentMeans => &LIFT_PAYMENT_MEANS,
        P::GiveUp => &GIVE_UP,
        P::UndoGiveUp => &UNDO_GIVE_UP,
        P::UndoPart => &UNDO_PART,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::{coded::Coded, language::Language};
    use std::collections::BTreeMap;

    #[test]
    fn no_two_proposals_read_alike_in_a_mail() {
        for language in Language::ALL {
            let mut read = BTreeMap::from([(proposed(None).to(*language), None)]);
            for title in ProposalTitle::ALL {
                let alike = read.insert(proposed(Some(*title)).to(*language), Some(*title));
                assert_eq!(alike, None, "{language:?}: {title:?} reads as that");
            }
        }
    }
}
