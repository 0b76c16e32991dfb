//! What mails say, in each language: a text without one of them does not compile. How to write one is in `docs/writing.md`.

mod debtors;
mod facilities;
mod proposals;
mod receivables;

pub(super) use proposals::proposed;
use receivables::digest;
pub(super) use receivables::{TO_INVOICE, concerns, figure, happened, heading, invoice, more, why};

pub(super) use crate::language::Text;
use sooner_application::kernel::outbox::{Content, Details};
use sooner_domain::{onboarding::document::DocumentKind, parties::membership::MemberRole};

/// One mail.
pub(super) struct Words {
    pub(super) subject: Text,
    pub(super) lead: Text,
    pub(super) button: Text,
    pub(super) after: Option<Text>,
    /// Where to ask: `{support}` stands for the support address.
    pub(super) contact: Text,
    /// The page the button opens, with the mail's link where it carries one; empty for whoever has nothing to open here.
    pub(super) page: &'static str,
}

pub(super) const HELLO: Text = Text { en: "Hello", de: "Guten Tag" };
pub(super) const OUR_NOTE: Text = Text { en: "Our note:", de: "Unsere Anmerkung:" };
pub(super) const NO_BUTTON: Text =
    Text { en: "Button not working? Open this link:", de: "Die Schaltfläche funktioniert nicht? Öffnen Sie diesen Link:" };
pub(super) const VAT_ID: Text = Text { en: "VAT ID", de: "USt-IdNr." };
pub(super) const IMPRINT: Text = Text { en: "Legal notice", de: "Impressum" };
pub(super) const PRIVACY: Text = Text { en: "Privacy", de: "Datenschutz" };

const QUESTIONS: Text = Text { en: "Questions? Write to {support}.", de: "Fragen? Schreiben Sie an {support}." };
const MISSED: Text =
    Text { en: "Did we miss something? Write to {support}.", de: "Haben wir etwas übersehen? Schreiben Sie an {support}." };

/// On the button of a mail that has none.
const NOTHING: Text = Text { en: "", de: "" };
const TO_HOME: Text = Text { en: "Go to Home", de: "Zur Übersicht" };
const UPLOAD: Text = Text { en: "Upload documents", de: "Dokumente hochladen" };
const TO_TEAM: Text = Text { en: "Go to company", de: "Zum Unternehmen" };
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
    subject: Text { en: "Wrong code for your account", de: "Falscher Code für Ihr Benutzerkonto" },
    lead: Text {
        en: "At least one wrong code of the authenticator app was entered for your account, by someone who knows your password or is signed in.",
        de: "Für Ihr Benutzerkonto wurde mindestens ein falscher Code der Authenticator-App eingegeben. Wer das war, kennt Ihr Passwort oder ist angemeldet.",
    },
    button: OPEN_SOONER,
    after: Some(Text {
        en: "Not you? Set a new password with “Forgot your password?” now.",
        de: "Sie waren das nicht? Legen Sie über „Passwort vergessen?“ sofort ein neues Passwort fest.",
    }),
    contact: QUESTIONS,
    page: "sign-in",
};
const SECOND_FACTOR_ON: Words = Words {
    subject: Text { en: "Two-factor sign-in is on", de: "Die Zwei-Faktor-Anmeldung ist eingeschaltet" },
    lead: Text {
        en: "Two-factor sign-in was turned on for your Sooner account. All other devices have been signed out.",
        de: "Für Ihr Benutzerkonto bei Sooner wurde die Zwei-Faktor-Anmeldung eingeschaltet. Alle anderen Geräte wurden abgemeldet.",
    },
    button: OPEN_SOONER,
    after: Some(Text {
        en: "Not you? Then someone else knows your password. Get in touch with us now: we can turn it off.",
        de: "Sie waren das nicht? Dann kennt jemand Ihr Passwort. Wenden Sie sich sofort an uns: Wir können sie ausschalten.",
    }),
    contact: QUESTIONS,
    page: "sign-in",
};
const SECOND_FACTOR_OFF: Words = Words {
    subject: Text { en: "Two-factor sign-in is off", de: "Die Zwei-Faktor-Anmeldung ist ausgeschaltet" },
    lead: Text {
        en: "Two-factor sign-in was turned off for your Sooner account. Your password alone is enough to sign in.",
        de: "Für Ihr Benutzerkonto bei Sooner wurde die Zwei-Faktor-Anmeldung ausgeschaltet. Für die Anmeldung genügt jetzt Ihr Passwort.",
    },
    button: OPEN_SOONER,
    after: Some(Text {
        en: "Not you? Set a new password with “Forgot your password?” now, and get in touch with us.",
        de: "Sie waren das nicht? Legen Sie über „Passwort vergessen?“ sofort ein neues Passwort fest, und wenden Sie sich an uns.",
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
    button: TO_HOME,
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
    lead: Text { en: "Good news: your application is approved.", de: "Gute Nachricht: Ihr Antrag ist genehmigt." },
    button: TO_HOME,
    after: Some(Text { en: "You’ll find the next steps under Home.", de: "Die nächsten Schritte finden Sie in Ihrer Übersicht." }),
    contact: QUESTIONS,
    page: "dashboard",
};
const SELLER_APPROVED: Words = Words {
    after: Some(Text {
        en: "Home shows each step to your first payout, and whose turn it is.",
        de: "Jeden Schritt bis zur ersten Auszahlung und wer am Zug ist, sehen Sie in Ihrer Übersicht.",
    }),
    ..APPROVED
};
const DISAPPROVED: Words = Words {
    subject: Text { en: "Your application was not approved", de: "Ihr Antrag wurde nicht genehmigt" },
    lead: Text {
        en: "We could not approve your application. You’ll find more under Home.",
        de: "Wir konnten Ihren Antrag leider nicht genehmigen. Mehr dazu finden Sie in Ihrer Übersicht.",
    },
    button: TO_HOME,
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

/// To somebody who may have no account. `{person}`, `{company}` and `{role}` stand for those the mail names.
const INVITATION: Words = Words {
    subject: Text { en: "You’ve been invited to Sooner", de: "Sie wurden zu Sooner eingeladen" },
    lead: Text {
        en: "{person} invites you to join “{company}” on Sooner. Your role: {role}.",
        de: "{person} lädt Sie ein, bei Sooner für „{company}“ mitzuarbeiten. Ihre Rolle: {role}.",
    },
    button: Text { en: "Accept invitation", de: "Einladung annehmen" },
    after: Some(Text {
        en: "The link works once and expires after 7 days. Don’t know the sender? Ignore this e-mail.",
        de: "Der Link gilt einmal und 7 Tage lang. Sie kennen den Absender nicht? Dann ignorieren Sie diese E-Mail.",
    }),
    contact: QUESTIONS,
    page: "invitation",
};
/// From a company that has not said yet what it is called.
const INVITATION_OF_A_NEW_COMPANY: Words = Words {
    lead: Text {
        en: "{person} invites you to join their company on Sooner. Your role: {role}.",
        de: "{person} lädt Sie ein, bei Sooner im selben Unternehmen mitzuarbeiten. Ihre Rolle: {role}.",
    },
    ..INVITATION
};
const SUPPLIER_INVITATION: Words = Words {
    subject: Text { en: "Get your invoices paid early", de: "Ihre Rechnungen früher bezahlt bekommen" },
    lead: Text {
        en: "{person} invites you to the supplier programme of “{company}”. Once “{company}” has approved an invoice of yours, you can get the money before it is due.",
        de: "{person} lädt Sie in das Lieferantenprogramm von „{company}“ ein. Sobald „{company}“ eine Ihrer Rechnungen freigegeben hat, können Sie das Geld vor Fälligkeit erhalten.",
    },
    button: Text { en: "Join the programme", de: "Am Programm teilnehmen" },
    after: Some(Text {
        en: "You decide for each invoice. The link works once and expires after 30 days. Don’t know the sender? Ignore this e-mail.",
        de: "Sie entscheiden bei jeder Rechnung neu. Der Link gilt einmal und 30 Tage lang. Sie kennen den Absender nicht? Dann ignorieren Sie diese E-Mail.",
    }),
    contact: QUESTIONS,
    page: "invitation",
};
const MEMBER_JOINED: Words = Words {
    subject: Text { en: "Someone joined your company", de: "Neue Person in Ihrem Unternehmen" },
    lead: Text {
        en: "{person} accepted the invitation and now belongs to your company on Sooner. Role: {role}.",
        de: "{person} hat die Einladung angenommen und gehört bei Sooner jetzt zu Ihrem Unternehmen. Rolle: {role}.",
    },
    button: TO_TEAM,
    after: Some(Text {
        en: "Not what you expected? You can remove members at any time.",
        de: "Das haben Sie nicht erwartet? Sie können Personen jederzeit aus dem Team entfernen.",
    }),
    contact: QUESTIONS,
    page: "company",
};
const ROLE_CHANGED: Words = Words {
    subject: Text { en: "Your role has changed", de: "Ihre Rolle wurde geändert" },
    lead: Text {
        en: "{person} changed your role on Sooner. It is now: {role}.",
        de: "{person} hat Ihre Rolle bei Sooner geändert. Sie lautet jetzt: {role}.",
    },
    button: TO_TEAM,
    after: None,
    contact: QUESTIONS,
    page: "company",
};
const MEMBER_REMOVED: Words = Words {
    subject: Text { en: "You no longer belong to the company", de: "Sie gehören nicht mehr zum Unternehmen" },
    lead: Text {
        en: "{person} removed you from the company on Sooner, and you have been signed out. Your user account remains.",
        de: "{person} hat Sie bei Sooner aus dem Unternehmen entfernt, und Sie wurden abgemeldet. Ihr Benutzerkonto bleibt bestehen.",
    },
    button: OPEN_SOONER,
    after: None,
    contact: QUESTIONS,
    page: "sign-in",
};
const ACCOUNT_PROPOSED: Words = Words {
    subject: Text { en: "Your company’s bank account is to change", de: "Das Bankkonto Ihres Unternehmens soll sich ändern" },
    lead: Text {
        en: "{person} asked us to pay your company to another bank account. We check it first. Until then your payouts wait.",
        de: "{person} möchte, dass wir auf ein anderes Bankkonto Ihres Unternehmens zahlen. Wir prüfen es zuerst. Bis dahin warten Ihre Auszahlungen.",
    },
    button: Text { en: "Check the bank account", de: "Bankkonto prüfen" },
    after: Some(Text {
        en: "Didn’t agree to this? Remove that person from your company and contact us.",
        de: "Das war nicht abgesprochen? Entfernen Sie die Person aus Ihrem Unternehmen und melden Sie sich bei uns.",
    }),
    contact: QUESTIONS,
    page: "company",
};
const ACCOUNT_CHANGED: Words = Words {
    subject: Text { en: "Your company’s bank account has changed", de: "Das Bankkonto Ihres Unternehmens wurde geändert" },
    lead: Text {
        en: "From now on we pay your company to the new bank account.",
        de: "Ab jetzt zahlen wir auf das neue Bankkonto Ihres Unternehmens.",
    },
    after: Some(Text {
        en: "Didn’t agree to this? Contact us right away.",
        de: "Das war nicht abgesprochen? Melden Sie sich sofort bei uns.",
    }),
    ..ACCOUNT_PROPOSED
};
const ACCOUNT_REFUSED: Words = Words {
    subject: Text { en: "Your company’s bank account stays the same", de: "Das Bankkonto Ihres Unternehmens bleibt gleich" },
    lead: Text {
        en: "We did not approve the new bank account. We keep paying your company to the one we have.",
        de: "Wir haben das neue Bankkonto nicht freigegeben. Wir zahlen weiter auf das bisherige Bankkonto Ihres Unternehmens.",
    },
    after: None,
    ..ACCOUNT_PROPOSED
};
/// The words of a mail: one text for each situation.
pub(super) fn words(content: &Content) -> &'static Words {
    let lists = |details: &Details| !details.documents.is_empty();
    match content {
        Content::VerifyEmail { .. } => &VERIFY_EMAIL,
        Content::ResetPassword { .. } => &RESET_PASSWORD,
        Content::PasswordChanged => &PASSWORD_CHANGED,
        Content::WrongCodes => &WRONG_CODES,
        Content::SecondFactorOn => &SECOND_FACTOR_ON,
        Content::SecondFactorOff => &SECOND_FACTOR_OFF,
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
        Content::Invitation { invitation } if invitation.details.company.is_some() => &INVITATION,
        Content::Invitation { .. } => &INVITATION_OF_A_NEW_COMPANY,
        Content::SupplierInvitation { .. } => &SUPPLIER_INVITATION,
        Content::MemberJoined { .. } => &MEMBER_JOINED,
        Content::RoleChanged { .. } => &ROLE_CHANGED,
        Content::MemberRemoved { .. } => &MEMBER_REMOVED,
        Content::AccountProposed { .. } => &ACCOUNT_PROPOSED,
        Content::AccountChanged => &ACCOUNT_CHANGED,
        Content::AccountRefused => &ACCOUNT_REFUSED,
        Content::ApprovalWaits { .. } => &proposals::APPROVAL_WAITS,
        Content::ProposalApproved { .. } => &proposals::PROPOSAL_APPROVED,
        Content::ProposalRefused { .. } => &proposals::PROPOSAL_REFUSED,
        Content::ProposalLapsed { .. } => &proposals::PROPOSAL_LAPSED,
        Content::PaymentDue { .. } => &receivables::PAYMENT_DUE,
        Content::PayablesLapsed { .. } => &receivables::PAYABLES_LAPSED,
        Content::PayablesToApprove { details: Some(details) } if !details.matters.is_empty() => &receivables::PAYABLES_TO_APPROVE,
        Content::PayablesToApprove { .. } => &receivables::MANY_PAYABLES_TO_APPROVE,
        Content::PaymentReceived { .. } => &receivables::PAYMENT_RECEIVED,
        Content::PaymentOverdue { .. } => &receivables::PAYMENT_OVERDUE,
        Content::DebtorReminder { details: Some(details) } if details.company.is_some() => &receivables::DEBTOR_REMINDER,
        Content::DebtorReminder { .. } => &receivables::DEBTOR_REMINDER_OF_US,
        Content::EarlyPayment { .. } => &receivables::EARLY_PAYMENT,
        Content::OfferReady { .. } => &receivables::OFFER_READY,
        Content::OfferFits { .. } => &receivables::OFFER_FITS,
        Content::OffersWait { .. } => &receivables::OFFERS_WAIT,
        Content::BuyerApproved { .. } => &facilities::BUYER_APPROVED,
        Content::BuyerDeclined { .. } => &facilities::BUYER_DECLINED,
        Content::BuyersToDecide { .. } => &facilities::BUYERS_TO_DECIDE,
        Content::OfferAccepted { details: Some(details) } if !details.matters.is_empty() => &receivables::OFFER_ACCEPTED,
        Content::OfferAccepted { .. } => &receivables::OFFERS_ACCEPTED,
        Content::InvoiceRejected { .. } => &receivables::INVOICE_REJECTED,
        Content::InvoiceDisputed { .. } => &receivables::INVOICE_DISPUTED,
        Content::PayoutSent { .. } => &receivables::PAYOUT_SENT,
        Content::PayoutReturned { .. } => &receivables::PAYOUT_RETURNED,
        Content::Receipt { .. } => &receivables::RECEIPT,
        Content::Settled { .. } => &receivables::SETTLED,
        Content::Overdue { .. } => &receivables::OVERDUE,
        Content::ChargedBack { .. } => &receivables::CHARGED_BACK,
        Content::ConfirmationAsked { .. } => &debtors::CONFIRMATION_ASKED,
        Content::ClaimsAssigned { .. } => &debtors::CLAIMS_ASSIGNED,
        Content::ClaimsReleased { .. } => &debtors::CLAIMS_RELEASED,
        Content::Several { .. } => &receivables::SEVERAL,
        Content::Digest { digest: news } => digest(news),
        Content::TermsProposed { .. } => &facilities::TERMS_PROPOSED,
        Content::TermsAccepted => &facilities::TERMS_ACCEPTED,
        Content::FacilitySuspended => &facilities::FACILITY_SUSPENDED,
        Content::FacilityResumed => &facilities::FACILITY_RESUMED,
        Content::FacilityClosed => &facilities::FACILITY_CLOSED,
    }
}

/// A member's role, as the client calls it.
pub(super) fn role(role: MemberRole) -> &'static Text {
    match role {
        MemberRole::Owner => &Text { en: "Owner", de: "Inhaber" },
        MemberRole::Approver => &Text { en: "Approver", de: "Freigeber" },
        MemberRole::Preparer => &Text { en: "Preparer", de: "Erfasser" },
        MemberRole::Viewer => &Text { en: "Viewer", de: "Leser" },
    }
}

/// Somebody whose name the mail does not have.
pub(super) const SOMEONE: Text = Text { en: "Someone", de: "Jemand" };

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

    #[test]
    fn a_role_is_called_in_mails_what_the_client_calls_it() {
        let client = |path: &str| fs::read_to_string(format!("{}/../frontend/src/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let (labels, german) = (client("entities/team/roles.ts"), client("locales/de.po"));
        for member in MemberRole::ALL {
            let Text { en, de } = role(*member);
            assert!(labels.contains(&format!("{}: {{ label: msg`{en}`", member.code())), "{member:?}: {en}");
            assert!(german.contains(&format!("msgid \"{en}\"\nmsgstr \"{de}\"\n")), "{member:?}: {de}");
        }
    }
}
