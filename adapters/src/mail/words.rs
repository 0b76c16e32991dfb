//! What mails say, in each language: a text without one of them does not compile. How to write one is in `docs/writing.md`.

use sooner_application::kernel::outbox::{Content, Details};
use sooner_domain::{kernel::language::Language, onboarding::document::DocumentKind};

/// A text in each language.
pub(super) struct Text {
    en: &'static str,
    de: &'static str,
}

impl Text {
    pub(super) fn to(&self, reader: Language) -> &'static str {
        match reader {
            Language::English => self.en,
            Language::German => self.de,
        }
    }
}

/// One mail.
pub(super) struct Words {
    pub(super) subject: Text,
    pub(super) lead: Text,
    pub(super) button: Text,
    pub(super) after: Option<Text>,
    pub(super) contact: Contact,
    /// The page the button opens, with the mail's link where it carries one.
    pub(super) page: &'static str,
}

/// Whom to turn to.
pub(super) struct Contact {
    /// Where a support address is configured, which stands for `{support}`.
    pub(super) support: Text,
    /// Where none is: nobody reads what is answered to the mail.
    pub(super) nobody: Option<Text>,
}

pub(super) const HELLO: Text = Text { en: "Hello", de: "Guten Tag" };
pub(super) const OUR_NOTE: Text = Text { en: "Our note:", de: "Unsere Anmerkung:" };
pub(super) const NO_BUTTON: Text =
    Text { en: "Button not working? Open this link:", de: "Die Schaltfläche funktioniert nicht? Öffnen Sie diesen Link:" };
pub(super) const CLAIM: Text = Text { en: "Sooner: get paid sooner", de: "Sooner: früher an Ihr Geld" };

const QUESTIONS: Contact =
    Contact { support: Text { en: "Questions? Write to {support}.", de: "Fragen? Schreiben Sie an {support}." }, nobody: None };
const MISSED: Contact = Contact {
    support: Text { en: "Did we miss something? Write to {support}.", de: "Haben wir etwas übersehen? Schreiben Sie an {support}." },
    nobody: Some(Text {
        en: "Did we miss something? Get in touch with your usual contact; we can reopen your application.",
        de: "Haben wir etwas übersehen? Melden Sie sich bei Ihrer Ansprechperson; wir können den Antrag wieder öffnen.",
    }),
};

const TO_DASHBOARD: Text = Text { en: "Go to dashboard", de: "Zur Übersicht" };
const UPLOAD: Text = Text { en: "Upload documents", de: "Dokumente hochladen" };
const OPEN_SOONER: Text = Text { en: "Open Sooner", de: "Sooner öffnen" };
const THE_REST_STAYS: Text =
    Text { en: "Everything else stays as you submitted it.", de: "Alles andere bleibt, wie Sie es eingereicht haben." };

const VERIFY_EMAIL: Words = Words {
    subject: Text { en: "Confirm your e-mail address", de: "E-Mail-Adresse bestätigen" },
    lead: Text {
        en: "Welcome to Sooner. Confirm your e-mail address to start your application.",
        de: "Willkommen bei Sooner. Bestätigen Sie Ihre E-Mail-Adresse, um mit Ihrem Antrag zu beginnen.",
    },
    button: Text { en: "Confirm e-mail address", de: "E-Mail-Adresse bestätigen" },
    after: Some(Text {
        en: "The link works once and expires after 24 hours. Didn’t sign up? Ignore this e-mail.",
        de: "Der Link gilt einmal und 24 Stunden lang. Sie haben sich nicht registriert? Dann ignorieren Sie diese E-Mail.",
    }),
    contact: QUESTIONS,
    page: "verify-email",
};
const RESET_PASSWORD: Words = Words {
    subject: Text { en: "Set a new password", de: "Neues Passwort festlegen" },
    lead: Text {
        en: "We received a request for a new password for your Sooner account.",
        de: "Für Ihr Benutzerkonto bei Sooner wurde ein neues Passwort angefordert.",
    },
    button: Text { en: "Set a new password", de: "Neues Passwort festlegen" },
    after: Some(Text {
        en: "The link works once and expires after an hour. Setting a new password signs you out on all devices. Not you? Ignore this e-mail; your password won’t change.",
        de: "Der Link gilt einmal und eine Stunde lang. Mit dem neuen Passwort werden Sie auf allen Geräten abgemeldet. Sie waren das nicht? Ignorieren Sie diese E-Mail; Ihr Passwort bleibt unverändert.",
    }),
    contact: QUESTIONS,
    page: "reset-password",
};
const PASSWORD_CHANGED: Words = Words {
    subject: Text { en: "Your password was changed", de: "Ihr Passwort wurde geändert" },
    lead: Text {
        en: "The password of your Sooner account was changed. All other devices have been signed out.",
        de: "Das Passwort Ihres Benutzerkontos bei Sooner wurde geändert. Alle anderen Geräte wurden abgemeldet.",
    },
    button: OPEN_SOONER,
    after: Some(Text {
        en: "Not you? Then someone else knew your password. Set a new one with “Forgot your password?” now.",
        de: "Sie waren das nicht? Dann kennt jemand Ihr Passwort. Legen Sie über „Passwort vergessen?“ sofort ein neues fest.",
    }),
    contact: QUESTIONS,
    page: "sign-in",
};
const WRONG_CODES: Words = Words {
    subject: Text { en: "Wrong codes for your account", de: "Falsche Codes für Ihr Benutzerkonto" },
    lead: Text {
        en: "Several wrong codes of the authenticator app were entered for your account, by someone who knows your password or is signed in.",
        de: "Für Ihr Benutzerkonto wurden mehrmals falsche Codes der Authenticator-App eingegeben. Wer das war, kennt Ihr Passwort oder ist angemeldet.",
    },
    button: OPEN_SOONER,
    after: Some(Text {
        en: "Not you? Set a new password with “Forgot your password?” now.",
        de: "Sie waren das nicht? Legen Sie über „Passwort vergessen?“ sofort ein neues Passwort fest.",
    }),
    contact: QUESTIONS,
    page: "sign-in",
};
const APPLICATION_RECEIVED: Words = Words {
    subject: Text { en: "We received your application", de: "Wir haben Ihren Antrag erhalten" },
    lead: Text {
        en: "Thank you. Your application is complete, and we are reviewing your documents.",
        de: "Vielen Dank. Ihr Antrag ist vollständig, wir prüfen jetzt Ihre Dokumente.",
    },
    button: TO_DASHBOARD,
    after: Some(Text {
        en: "You don’t need to do anything now. We’ll e-mail you when we have a decision or a question.",
        de: "Sie müssen nichts weiter tun. Wir schreiben Ihnen, sobald wir entschieden haben oder etwas klären müssen.",
    }),
    contact: QUESTIONS,
    page: "dashboard",
};
/// To whoever sells nothing, and to whoever nothing is known of.
const APPROVED: Words = Words {
    subject: Text { en: "Your application is approved", de: "Ihr Antrag ist genehmigt" },
    lead: Text {
        en: "Good news: your application is approved. You can now use all features.",
        de: "Gute Nachricht: Ihr Antrag ist genehmigt. Sie können jetzt alle Funktionen nutzen.",
    },
    button: TO_DASHBOARD,
    after: Some(Text {
        en: "You’ll find the next steps on your dashboard.", de: "Die nächsten Schritte finden Sie in Ihrer Übersicht."
    }),
    contact: QUESTIONS,
    page: "dashboard",
};
const SELLER_APPROVED: Words = Words {
    after: Some(Text { en: "You can add more buyers at any time.", de: "Weitere Abnehmer können Sie jederzeit hinzufügen." }),
    ..APPROVED
};
const DISAPPROVED: Words = Words {
    subject: Text { en: "Your application was not approved", de: "Ihr Antrag wurde nicht genehmigt" },
    lead: Text {
        en: "We could not approve your application. You’ll find more on your dashboard.",
        de: "Wir konnten Ihren Antrag leider nicht genehmigen. Mehr dazu finden Sie in Ihrer Übersicht.",
    },
    button: TO_DASHBOARD,
    after: None,
    contact: MISSED,
    page: "dashboard",
};
const DOCUMENTS_REQUESTED: Words = Words {
    subject: Text { en: "We need documents from you", de: "Bitte reichen Sie Dokumente nach" },
    lead: Text { en: "We need these documents from you:", de: "Wir benötigen diese Dokumente von Ihnen:" },
    button: UPLOAD,
    after: Some(THE_REST_STAYS),
    contact: QUESTIONS,
    page: "onboarding",
};
/// To a company that is approved already.
const REFRESH_REQUESTED: Words = Words {
    subject: Text { en: "We need up-to-date documents from you", de: "Bitte aktualisieren Sie Ihre Dokumente" },
    lead: Text {
        en: "To keep our records of your company up to date, we need these documents from you:",
        de: "Um unsere Unterlagen zu Ihrem Unternehmen aktuell zu halten, benötigen wir diese Dokumente von Ihnen:",
    },
    ..DOCUMENTS_REQUESTED
};
/// What a release before this asked for, which did not keep it with the mail.
const UNLISTED_REQUESTED: Words = Words {
    lead: Text {
        en: "We need some documents from you. Sign in to see which, and why.",
        de: "Wir benötigen Dokumente von Ihnen. Melden Sie sich an, um zu sehen, welche und warum.",
    },
    ..DOCUMENTS_REQUESTED
};
const REOPENED: Words = Words {
    subject: Text { en: "Your application is open again", de: "Ihr Antrag ist wieder geöffnet" },
    lead: Text {
        en: "We have reopened your application. You can submit it again.",
        de: "Wir haben Ihren Antrag wieder geöffnet. Sie können ihn erneut einreichen.",
    },
    button: Text { en: "Submit application", de: "Antrag einreichen" },
    after: None,
    contact: QUESTIONS,
    page: "onboarding",
};
const REOPENED_FOR_DOCUMENTS: Words = Words {
    lead: Text {
        en: "We have reopened your application. Please upload:",
        de: "Wir haben Ihren Antrag wieder geöffnet. Bitte laden Sie hoch:",
    },
    button: UPLOAD,
    after: Some(THE_REST_STAYS),
    ..REOPENED
};
/// As [`UNLISTED_REQUESTED`].
const REOPENED_UNLISTED: Words = Words {
    lead: Text {
        en: "We have reopened your application. Sign in to see whether we need documents, then submit it again.",
        de: "Wir haben Ihren Antrag wieder geöffnet. Melden Sie sich an, um zu sehen, ob wir Dokumente benötigen, und reichen Sie ihn dann erneut ein.",
    },
    button: Text { en: "Open application", de: "Antrag öffnen" },
    after: Some(THE_REST_STAYS),
    ..REOPENED
};

/// The words of a mail: one text for each situation.
pub(super) fn words(content: &Content) -> &'static Words {
    let lists = |details: &Details| !details.documents.is_empty();
    match content {
        Content::VerifyEmail { .. } => &VERIFY_EMAIL,
        Content::ResetPassword { .. } => &RESET_PASSWORD,
        Content::PasswordChanged => &PASSWORD_CHANGED,
        Content::WrongCodes => &WRONG_CODES,
        Content::ApplicationReceived => &APPLICATION_RECEIVED,
        Content::Approved { details: Some(details) } if details.sells => &SELLER_APPROVED,
        Content::Approved { .. } => &APPROVED,
        Content::Disapproved => &DISAPPROVED,
        Content::DocumentsRequested { details: Some(details) } if lists(details) && details.was_approved => &REFRESH_REQUESTED,
        Content::DocumentsRequested { details: Some(details) } if lists(details) => &DOCUMENTS_REQUESTED,
        Content::DocumentsRequested { .. } => &UNLISTED_REQUESTED,
        Content::Reopened { details: Some(details) } if lists(details) => &REOPENED_FOR_DOCUMENTS,
        Content::Reopened { details: Some(_) } => &REOPENED,
        Content::Reopened { details: None } => &REOPENED_UNLISTED,
    }
}

/// A kind of document, as the client calls it.
pub(super) fn document(kind: DocumentKind) -> &'static Text {
    match kind {
        DocumentKind::IncorporationCertificate => &Text { en: "Certificate of incorporation", de: "Handelsregisterauszug" },
        DocumentKind::ProofOfAddress => &Text { en: "Proof of address", de: "Adressnachweis" },
        DocumentKind::IdentityDocument => &Text { en: "Identity document", de: "Ausweisdokument" },
        DocumentKind::BankStatement => &Text { en: "Last bank statement", de: "Letzter Kontoauszug" },
        DocumentKind::AnnualAccounts => &Text { en: "Latest annual accounts", de: "Letzter Jahresabschluss" },
        DocumentKind::AgedReceivables => &Text { en: "Aged receivables report", de: "Offene-Posten-Liste" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::coded::Coded;
    use std::fs;

    #[test]
    fn a_document_is_called_in_mails_what_the_client_calls_it() {
        let client = |path: &str| fs::read_to_string(format!("{}/../frontend/src/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let (labels, german) = (client("entities/document/kinds.ts"), client("locales/de.po"));
        for kind in DocumentKind::ALL {
            let Text { en, de } = document(*kind);
            assert!(labels.contains(&format!("{}: {{ label: msg`{en}`", kind.code())), "{kind:?}: {en}");
            assert!(german.contains(&format!("msgid \"{en}\"\nmsgstr \"{de}\"\n")), "{kind:?}: {de}");
        }
    }
}
