//! What mails say of agreements with a company.

use super::{QUESTIONS, Text, Words};

/// The page that lists the company's agreements.
const PAGE: &str = "facility";
const TO_FACILITY: Text = Text { en: "Go to your facility", de: "Zu Ihrem Rahmenvertrag" };

pub(super) const TERMS_PROPOSED: Words = Words {
    subject: Text { en: "Your terms are ready", de: "Ihre Konditionen liegen vor" },
    lead: Text {
        en: "We have proposed terms for your company. Read them, and accept them if they suit you.",
        de: "Wir haben Ihrem Unternehmen Konditionen vorgeschlagen. Lesen Sie sie und nehmen Sie sie an, wenn sie Ihnen zusagen.",
    },
    button: Text { en: "Read the terms", de: "Konditionen lesen" },
    after: Some(Text {
        en: "Owners and approvers can accept or decline. Until then, nothing changes.",
        de: "Annehmen oder ablehnen können alle mit der Rolle Inhaber oder Freigeber. Bis dahin ändert sich nichts.",
    }),
    contact: QUESTIONS,
    page: "facility",
};
pub(super) const BUYER_APPROVED: Words = Words {
    subject: Text { en: "We approved a buyer", de: "Wir haben einen Abnehmer genehmigt" },
    lead: Text { en: "We have approved a buyer of your company:", de: "Wir haben einen Abnehmer Ihres Unternehmens genehmigt:" },
    button: Text { en: "Go to your buyers", de: "Zu Ihren Abnehmern" },
    after: Some(Text {
        en: "Once your company has accepted our terms, you can submit invoices to this buyer. Each offer shows whether it fits under our limit for the buyer.",
        de: "Sobald Ihr Unternehmen unsere Konditionen angenommen hat, können Sie Rechnungen an diesen Abnehmer einreichen. Ob ein Angebot in unser Debitorenlimit für den Abnehmer passt, steht dabei.",
    }),
    contact: QUESTIONS,
    page: "buyers",
};
pub(super) const BUYER_DECLINED: Words = Words {
    subject: Text { en: "We don’t finance invoices to a buyer", de: "Rechnungen an einen Abnehmer finanzieren wir nicht" },
    lead: Text {
        en: "We have reviewed a buyer of your company. We don’t finance invoices to it:",
        de: "Wir haben einen Abnehmer Ihres Unternehmens geprüft. Rechnungen an ihn finanzieren wir nicht:",
    },
    after: Some(Text { en: "You can add other buyers at any time.", de: "Andere Abnehmer können Sie jederzeit hinzufügen." }),
    ..BUYER_APPROVED
};
/// To operators.
pub(super) const BUYERS_TO_DECIDE: Words = Words {
    subject: Text { en: "New buyers to decide on", de: "Über neue Abnehmer ist zu entscheiden" },
    lead: Text {
        en: "Approved companies added these buyers. A decision is needed:",
        de: "Genehmigte Unternehmen haben diese Abnehmer hinzugefügt. Sie warten auf eine Entscheidung:",
    },
    button: Text { en: "Go to new sellers", de: "Zu den neuen Kunden" },
    after: None,
    contact: QUESTIONS,
    page: "new-sellers",
};
pub(super) const TERMS_ACCEPTED: Words = Words {
    subject: Text { en: "Your company accepted our terms", de: "Ihr Unternehmen hat unsere Konditionen angenommen" },
    lead: Text {
        en: "Someone accepted the proposed terms for your company. They apply from now on.",
        de: "Die vorgeschlagenen Konditionen wurden für Ihr Unternehmen angenommen. Sie gelten ab jetzt.",
    },
    button: TO_FACILITY,
    after: Some(Text {
        en: "You can see who signed, and when, under Facility, in “Versions of the terms”. You didn’t expect this? Write to us right away.",
        de: "Wer wann unterschrieben hat, sehen Sie unter Rahmenvertrag bei „Fassungen der Konditionen“. Sie haben nicht damit gerechnet? Schreiben Sie uns sofort.",
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
    button: TO_FACILITY,
    after: Some(Text {
        en: "Invoices we have already financed run on as agreed.",
        de: "Rechnungen, die wir schon finanziert haben, laufen wie vereinbart weiter.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const FACILITY_RESUMED: Words = Words {
    subject: Text { en: "Your facility is active again", de: "Ihr Rahmenvertrag ist wieder aktiv" },
    lead: Text {
        en: "Your facility is no longer suspended. We take new invoices again.",
        de: "Ihr Rahmenvertrag ist nicht mehr ausgesetzt. Wir nehmen wieder neue Rechnungen an.",
    },
    after: None,
    ..FACILITY_SUSPENDED
};
pub(super) const FACILITY_CLOSED: Words = Words {
    subject: Text { en: "Your facility is closed", de: "Ihr Rahmenvertrag ist beendet" },
    lead: Text {
        en: "We have closed your facility. We don’t finance any new invoices under it.",
        de: "Wir haben Ihren Rahmenvertrag beendet. Wir finanzieren darunter keine neuen Rechnungen.",
    },
    ..FACILITY_SUSPENDED
};
