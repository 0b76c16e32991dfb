//! What mails say to debtors, who have no account.

use super::{QUESTIONS, Text, Words};

const CHECK_NOTICE: Text = Text { en: "Check that the letter is genuine", de: "Echtheit des Schreibens prüfen" };

pub(super) const CONFIRMATION_ASKED: Words = Words {
    subject: Text { en: "Is this invoice correct?", de: "Stimmt diese Rechnung?" },
    lead: Text {
        en: "{company} has submitted an invoice to your company to {house} for financing. Please confirm it, or tell us what is wrong with it:",
        de: "{company} hat eine Rechnung an Ihr Unternehmen bei {house} zur Finanzierung eingereicht. Bitte bestätigen Sie sie, oder sagen Sie uns, was daran nicht stimmt:",
    },
    button: Text { en: "See the invoice", de: "Rechnung ansehen" },
    after: Some(Text {
        en: "You don’t need an account. The link works for 14 days, and anyone who has it can answer for you: don’t pass it on. We never tell you other bank details by e-mail or telephone.",
        de: "Ein Benutzerkonto brauchen Sie nicht. Der Link gilt 14 Tage, und wer ihn hat, kann für Sie antworten: Geben Sie ihn nicht weiter. Andere Bankverbindungen teilen wir nie per E-Mail oder Telefon mit.",
    }),
    contact: QUESTIONS,
    page: "confirm",
};
pub(super) const CLAIMS_ASSIGNED: Words = Words {
    subject: Text { en: "Notice of assignment", de: "Abtretungsanzeige" },
    lead: Text {
        en: "What you owe on these invoices has been assigned to {company}. The attached notice says where to pay. Please confirm or dispute each invoice by its link:",
        de: "Was Sie auf diese Rechnungen schulden, wurde an {company} abgetreten. Im angehängten Schreiben steht, wohin Sie zahlen. Bitte bestätigen oder beanstanden Sie jede Rechnung über ihren Link:",
    },
    button: CHECK_NOTICE,
    after: Some(Text {
        en: "You don’t need an account. The links work for 14 days, and anyone who has one can answer for you: don’t pass them on. We never tell you other bank details by e-mail or telephone.",
        de: "Ein Benutzerkonto brauchen Sie nicht. Die Links gelten 14 Tage, und wer einen hat, kann für Sie antworten: Geben Sie sie nicht weiter. Andere Bankverbindungen teilen wir nie per E-Mail oder Telefon mit.",
    }),
    contact: QUESTIONS,
    page: "check",
};
pub(super) const CLAIMS_RELEASED: Words = Words {
    subject: Text { en: "Release of claims", de: "Freigabeerklärung" },
    lead: Text {
        en: "What is still open on these invoices is to be paid to your supplier again, no longer to {company}. The letter is attached:",
        de: "Was auf diese Rechnungen noch offen ist, zahlen Sie wieder an Ihren Lieferanten und nicht mehr an {company}. Das Schreiben ist angehängt:",
    },
    after: Some(Text {
        en: "All other invoices assigned to us are still to be paid to us.",
        de: "Alle anderen an uns abgetretenen Rechnungen zahlen Sie weiterhin an uns.",
    }),
    ..CLAIMS_ASSIGNED
};
