//! What mails say of invoices.

use super::{QUESTIONS, Text, Words};

/// The page that lists the company's invoices.
const PAGE: &str = "invoices";

const TO_INVOICES: Text = Text { en: "Go to your invoices", de: "Zu Ihren Rechnungen" };

pub(super) const OFFER_READY: Words = Words {
    subject: Text { en: "An offer is ready", de: "Ein Angebot liegt vor" },
    lead: Text {
        en: "We have checked an invoice of your company and made an offer for it.",
        de: "Wir haben eine Rechnung Ihres Unternehmens geprüft und ein Angebot dafür erstellt.",
    },
    button: TO_INVOICES,
    after: Some(Text {
        en: "Owners and approvers can accept it. The offer tells until when it is valid.",
        de: "Annehmen können Leitung und Freigebende. Bis wann das Angebot gilt, steht darin.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const OFFER_ACCEPTED: Words = Words {
    subject: Text { en: "Your company accepted an offer", de: "Ihr Unternehmen hat ein Angebot angenommen" },
    lead: Text {
        en: "Someone accepted our offer for one or more of your company’s invoices. We are preparing the payout.",
        de: "Unser Angebot für eine oder mehrere Rechnungen Ihres Unternehmens wurde angenommen. Wir bereiten die Auszahlung vor.",
    },
    button: TO_INVOICES,
    after: Some(Text {
        en: "Each invoice shows who accepted the offer, and when. You didn’t expect this? Write to us right away.",
        de: "Wer das Angebot wann angenommen hat, sehen Sie bei jeder Rechnung. Sie haben nicht damit gerechnet? Schreiben Sie uns sofort.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const INVOICE_REJECTED: Words = Words {
    subject: Text { en: "We don’t finance an invoice", de: "Eine Rechnung finanzieren wir nicht" },
    lead: Text {
        en: "We have checked an invoice of your company, and we are not going to finance it.",
        de: "Wir haben eine Rechnung Ihres Unternehmens geprüft und werden sie nicht finanzieren.",
    },
    button: TO_INVOICES,
    after: None,
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const INVOICE_DISPUTED: Words = Words {
    subject: Text { en: "Your customer disputes an invoice", de: "Ihr Kunde bestreitet eine Rechnung" },
    lead: Text {
        en: "Your customer doesn’t want to pay all of an invoice. Please settle this with them.",
        de: "Ihr Kunde möchte eine Rechnung nicht vollständig bezahlen. Bitte klären Sie das mit ihm.",
    },
    button: TO_INVOICES,
    after: Some(Text {
        en: "Until then, we don’t pay out the invoice if we haven’t done so yet. The invoice shows how much is disputed, and why.",
        de: "Bis dahin zahlen wir die Rechnung nicht aus, falls das noch nicht geschehen ist. Wie viel und warum bestritten wird, steht bei der Rechnung.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
