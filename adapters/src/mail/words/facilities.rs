//! What mails say of agreements with a company.

use super::{QUESTIONS, TO_TEAM, Text, Words};

/// The page that lists the company's agreements.
const PAGE: &str = "company";

pub(super) const TERMS_PROPOSED: Words = Words {
    subject: Text { en: "Your terms are ready", de: "Ihre Konditionen liegen vor" },
    lead: Text {
        en: "We have proposed terms for your company. Read them, and accept them if they suit you.",
        de: "Wir haben Ihrem Unternehmen Konditionen vorgeschlagen. Lesen Sie sie und nehmen Sie sie an, wenn sie Ihnen zusagen.",
    },
    button: TO_TEAM,
    after: Some(Text {
        en: "Owners and approvers can accept or decline. Until then, nothing changes.",
        de: "Annehmen oder ablehnen können Leitung und Freigebende. Bis dahin ändert sich nichts.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const TERMS_ACCEPTED: Words = Words {
    subject: Text { en: "Your company accepted our terms", de: "Ihr Unternehmen hat unsere Konditionen angenommen" },
    lead: Text {
        en: "Someone accepted the proposed terms for your company. They apply from now on.",
        de: "Die vorgeschlagenen Konditionen wurden für Ihr Unternehmen angenommen. Sie gelten ab jetzt.",
    },
    button: TO_TEAM,
    after: Some(Text {
        en: "You can see who signed, and when, on the company page. You didn’t expect this? Write to us right away.",
        de: "Wer wann unterschrieben hat, sehen Sie auf der Seite des Unternehmens. Sie haben nicht damit gerechnet? Schreiben Sie uns sofort.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const FACILITY_SUSPENDED: Words = Words {
    subject: Text { en: "Your facility is suspended", de: "Ihr Rahmenvertrag ist ausgesetzt" },
    lead: Text {
        en: "We have suspended your facility. For now, we don’t finance any new invoices.",
        de: "Wir haben Ihren Rahmenvertrag ausgesetzt. Vorerst finanzieren wir keine neuen Rechnungen.",
    },
    button: TO_TEAM,
    after: Some(Text {
        en: "Invoices we have already financed run on as agreed.",
        de: "Rechnungen, die wir schon finanziert haben, laufen wie vereinbart weiter.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const FACILITY_CLOSED: Words = Words {
    subject: Text { en: "Your facility is closed", de: "Ihr Rahmenvertrag ist beendet" },
    lead: Text {
        en: "We have closed your facility. We don’t finance any new invoices under it.",
        de: "Wir haben Ihren Rahmenvertrag beendet. Wir finanzieren darunter keine neuen Rechnungen.",
    },
    ..FACILITY_SUSPENDED
};
