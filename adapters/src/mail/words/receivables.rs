//! What mails say of invoices.

use super::{NOTHING, QUESTIONS, TO_HOME, Text, Words, words};
use sooner_application::kernel::outbox::{Content, Figure};

/// The page that lists the company's invoices.
const PAGE: &str = "invoices";

/// The button of a mail about one invoice.
pub(in crate::mail) const TO_INVOICE: &Text = &Text { en: "Go to the invoice", de: "Zur Rechnung" };
const TO_PAYMENTS: Text = Text { en: "Go to your payments", de: "Zu Ihren Zahlungen" };
const TO_PAYABLES: Text = Text { en: "Go to your payables", de: "Zu Ihren Lieferantenrechnungen" };
const TO_INVOICES: Text = Text { en: "Go to your invoices", de: "Zu Ihren Rechnungen" };

pub(super) const OFFER_READY: Words = Words {
    subject: Text { en: "An offer is ready", de: "Ein Angebot liegt vor" },
    lead: Text {
        en: "We have checked an invoice of your company and made an offer for it.",
        de: "Wir haben eine Rechnung Ihres Unternehmens geprüft und ein Angebot dafür erstellt.",
    },
    button: TO_INVOICES,
    after: Some(Text {
        en: "The invoice shows who can accept the offer, until when it is valid, and whether it fits under the limits today.",
        de: "Wer das Angebot annehmen kann, bis wann es gilt und ob es heute in die Finanzierungslinie und das Debitorenlimit passt, steht bei der Rechnung.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const OFFER_FITS: Words = Words {
    subject: Text { en: "You can accept an offer now", de: "Sie können ein Angebot jetzt annehmen" },
    lead: Text {
        en: "We raised our limit for a buyer. These offers fit under it now:",
        de: "Wir haben unser Debitorenlimit für einen Abnehmer erhöht. Diese Angebote passen jetzt hinein:",
    },
    after: Some(Text {
        en: "Each invoice shows who can accept its offer, and until when it is valid.",
        de: "Wer ein Angebot annehmen kann und bis wann es gilt, steht bei der Rechnung.",
    }),
    ..OFFER_READY
};
/// To one person.
pub(super) const OFFERS_WAIT: Words = Words {
    subject: Text { en: "Offers are waiting for you", de: "Angebote warten auf Sie" },
    lead: Text {
        en: "You can now accept offers for your company. A colleague entered these invoices, so someone else has to accept the offers:",
        de: "Sie können jetzt Angebote für Ihr Unternehmen annehmen. Diese Rechnungen wurden von anderen erfasst, deren Angebote sie nicht selbst annehmen können:",
    },
    after: Some(Text { en: "Each offer tells until when it is valid.", de: "Bis wann ein Angebot gilt, steht darin." }),
    ..OFFER_READY
};
/// To a supplier in a programme.
pub(super) const EARLY_PAYMENT: Words = Words {
    subject: Text { en: "You can be paid early", de: "Sie können vorzeitig bezahlt werden" },
    lead: Text {
        en: "Your buyer has approved an invoice of your company. You can get the money before it is due:",
        de: "Ihr Abnehmer hat eine Rechnung Ihres Unternehmens freigegeben. Sie können das Geld schon vor der Fälligkeit erhalten:",
    },
    after: Some(Text {
        en: "The invoice shows what you get, what it costs and who can accept the offer. If you don’t, your buyer pays you on the due date.",
        de: "Was Sie erhalten, was es kostet und wer das Angebot annehmen kann, steht bei der Rechnung. Sonst bezahlt Ihr Abnehmer Sie am Fälligkeitstag.",
    }),
    ..OFFER_READY
};
pub(super) const OFFER_ACCEPTED: Words = Words {
    subject: Text { en: "Your company accepted an offer", de: "Ihr Unternehmen hat ein Angebot angenommen" },
    lead: Text { en: "Your company accepted our offer:", de: "Ihr Unternehmen hat unser Angebot angenommen:" },
    button: TO_INVOICES,
    after: Some(Text {
        en: "The invoice shows on which day we pay you or what the payout waits for, and who accepted the offer when. You didn’t expect this? Write to us right away.",
        de: "An welchem Tag wir auszahlen oder worauf die Auszahlung wartet, und wer das Angebot wann angenommen hat, sehen Sie bei der Rechnung. Sie haben nicht damit gerechnet? Schreiben Sie uns sofort.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
/// Several at once.
pub(super) const OFFERS_ACCEPTED: Words = Words {
    lead: Text {
        en: "Someone accepted our offer for one or more of your company’s invoices.",
        de: "Unser Angebot für eine oder mehrere Rechnungen Ihres Unternehmens wurde angenommen.",
    },
    after: Some(Text {
        en: "Each invoice shows its amounts, on which day we pay you or what the payout waits for, and who accepted the offer when. You didn’t expect this? Write to us right away.",
        de: "Die Beträge, an welchem Tag wir auszahlen oder worauf die Auszahlung wartet, und wer das Angebot wann angenommen hat, sehen Sie bei jeder Rechnung. Sie haben nicht damit gerechnet? Schreiben Sie uns sofort.",
    }),
    ..OFFER_ACCEPTED
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
    subject: Text { en: "Your buyer disputes an invoice", de: "Ihr Abnehmer beanstandet eine Rechnung" },
    lead: Text {
        en: "Your buyer doesn’t want to pay all of an invoice. Please settle this with them.",
        de: "Ihr Abnehmer möchte eine Rechnung nicht vollständig bezahlen. Bitte klären Sie das mit ihm.",
    },
    button: TO_INVOICES,
    after: Some(Text {
        en: "Until then, we don’t pay out the invoice if we haven’t done so yet. The invoice shows why it is disputed.",
        de: "Bis dahin zahlen wir die Rechnung nicht aus, falls das noch nicht geschehen ist. Warum sie beanstandet wird, steht bei der Rechnung.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const PAYOUT_SENT: Words = Words {
    subject: Text { en: "Payout sent", de: "Auszahlung überwiesen" },
    lead: Text { en: "We have paid out to your company:", de: "Wir haben an Ihr Unternehmen ausgezahlt:" },
    button: TO_PAYMENTS,
    after: Some(Text {
        en: "Your bank may need a working day to show it.",
        de: "Bis Ihre Bank den Eingang anzeigt, kann ein Bankarbeitstag vergehen.",
    }),
    contact: QUESTIONS,
    page: "payments",
};
pub(super) const PAYOUT_RETURNED: Words = Words {
    subject: Text { en: "Your payout was returned", de: "Ihre Auszahlung kam zurück" },
    lead: Text {
        en: "The bank couldn’t credit your company with what we paid out:",
        de: "Die Bank konnte Ihrem Unternehmen unsere Auszahlung nicht gutschreiben:",
    },
    after: Some(Text {
        en: "The amount is due to you again. Please check that the bank account we have still exists, and propose a new one under Company if it doesn’t.",
        de: "Der Betrag steht Ihnen weiterhin zu. Bitte prüfen Sie, ob es das hinterlegte Bankkonto noch gibt, und schlagen Sie sonst unter „Unternehmen“ ein neues vor.",
    }),
    ..PAYOUT_SENT
};
pub(super) const RECEIPT: Words = Words {
    subject: Text { en: "Payment received", de: "Zahlung eingegangen" },
    lead: Text { en: "Money came in for invoices of your company:", de: "Für Rechnungen Ihres Unternehmens ist Geld eingegangen:" },
    button: TO_INVOICES,
    after: None,
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const SETTLED: Words = Words {
    subject: Text { en: "Invoice settled", de: "Rechnung abgerechnet" },
    lead: Text { en: "Nothing is open any more. This is the result:", de: "Es ist nichts mehr offen. Das ergibt die Abrechnung:" },
    button: TO_INVOICES,
    after: Some(Text {
        en: "What we owe you comes with the next payout. What you owe us, we keep back from your next payouts.",
        de: "Was wir Ihnen schulden, zahlen wir mit der nächsten Auszahlung. Was Sie uns schulden, behalten wir von Ihren nächsten Auszahlungen ein.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const OVERDUE: Words = Words {
    subject: Text { en: "Invoice overdue", de: "Rechnung überfällig" },
    lead: Text {
        en: "The due date has passed, and we haven’t received all the money:",
        de: "Die Rechnung ist fällig, aber noch nicht vollständig bezahlt:",
    },
    button: TO_INVOICES,
    after: Some(Text {
        en: "Has your buyer paid you instead, or do you know a reason that you haven’t told us yet? Please tell us.",
        de: "Hat Ihr Abnehmer stattdessen an Sie gezahlt, oder kennen Sie einen Grund, den Sie uns noch nicht genannt haben? Bitte sagen Sie uns Bescheid.",
    }),
    contact: QUESTIONS,
    page: PAGE,
};
pub(super) const CHARGED_BACK: Words = Words {
    subject: Text { en: "Invoice charged back", de: "Rechnung rückbelastet" },
    lead: Text {
        en: "We weren’t paid, so the invoice is your company’s again:",
        de: "Wir wurden nicht bezahlt. Die Rechnung gehört deshalb wieder Ihrem Unternehmen:",
    },
    after: Some(Text {
        en: "What you owe us, we keep back from your next payouts.",
        de: "Was Sie uns schulden, behalten wir von Ihren nächsten Auszahlungen ein.",
    }),
    ..RECEIPT
};
/// To the buyer of a programme.
pub(super) const PAYMENT_DUE: Words = Words {
    subject: Text { en: "Payment due in a few days", de: "Zahlung in wenigen Tagen fällig" },
    lead: Text {
        en: "These payments of your supplier programme are due soon:",
        de: "Diese Zahlungen aus Ihrem Lieferantenprogramm werden bald fällig:",
    },
    button: TO_PAYABLES,
    after: Some(Text {
        en: "Your payables show what to pay to which bank account, and the reference of each.",
        de: "Bei Ihren Lieferantenrechnungen sehen Sie, was auf welches Bankkonto zu zahlen ist und mit welcher Referenz.",
    }),
    contact: QUESTIONS,
    page: "payables",
};
/// To the buyer of a programme.
pub(super) const PAYABLES_LAPSED: Words = Words {
    subject: Text { en: "Pay these suppliers yourself", de: "Diese Lieferanten bezahlen Sie selbst" },
    lead: Text {
        en: "These payables were not paid early. Pay your supplier yourself on the due date:",
        de: "Diese Verbindlichkeiten wurden nicht vorzeitig bezahlt. Bezahlen Sie Ihren Lieferanten am Fälligkeitstag selbst:",
    },
    after: None,
    ..PAYMENT_DUE
};
/// To the buyer of a programme.
pub(super) const PAYABLES_TO_APPROVE: Words = Words {
    subject: Text { en: "Payables to approve", de: "Verbindlichkeiten freizugeben" },
    lead: Text {
        en: "A colleague entered a payable of your supplier programme. Approve it, so that your supplier can be paid early:",
        de: "In Ihrem Lieferantenprogramm wurde eine Verbindlichkeit erfasst. Geben Sie sie frei, damit Ihr Lieferant vorzeitig bezahlt werden kann:",
    },
    after: Some(Text {
        en: "By approving a payable you promise irrevocably to pay it on its due date.",
        de: "Mit der Freigabe versprechen Sie unwiderruflich, die Verbindlichkeit am Fälligkeitstag zu bezahlen.",
    }),
    ..PAYMENT_DUE
};
/// To the same, where many were entered at once.
pub(super) const MANY_PAYABLES_TO_APPROVE: Words = Words {
    lead: Text {
        en: "A colleague entered payables of your supplier programme. Approve them, so that your suppliers can be paid early.",
        de: "In Ihrem Lieferantenprogramm wurden Verbindlichkeiten erfasst. Geben Sie sie frei, damit Ihre Lieferanten vorzeitig bezahlt werden können.",
    },
    ..PAYABLES_TO_APPROVE
};
/// To the buyer of a programme.
pub(super) const PAYMENT_RECEIVED: Words = Words {
    subject: Text { en: "Your payment has arrived", de: "Ihre Zahlung ist eingegangen" },
    lead: Text {
        en: "We have received your payment for these payables:",
        de: "Ihre Zahlung für diese Verbindlichkeiten ist bei uns eingegangen:",
    },
    after: None,
    ..PAYMENT_DUE
};
/// To the buyer of a programme.
pub(super) const PAYMENT_OVERDUE: Words = Words {
    subject: Text { en: "Payment overdue", de: "Zahlung überfällig" },
    lead: Text {
        en: "These payments of your supplier programme were due, and we haven’t received all the money:",
        de: "Diese Zahlungen aus Ihrem Lieferantenprogramm waren fällig, sind aber noch nicht vollständig eingegangen:",
    },
    after: Some(Text {
        en: "Please pay now. Your payables show the bank account and the reference of each. Already paid? Then ignore this e-mail.",
        de: "Bitte zahlen Sie jetzt. Bankkonto und Referenz sehen Sie bei Ihren Lieferantenrechnungen. Schon bezahlt? Dann ignorieren Sie diese E-Mail.",
    }),
    ..PAYMENT_DUE
};
/// To a debtor, who has no account here. `{company}` stands for the house.
pub(super) const DEBTOR_REMINDER: Words = Words {
    subject: Text { en: "Payment reminder", de: "Zahlungserinnerung" },
    lead: Text {
        en: "{company} has bought these invoices to you from your suppliers. They were due, and we haven’t received all the money:",
        de: "{company} hat diese Rechnungen an Sie von Ihren Lieferanten gekauft. Sie waren fällig, sind aber noch nicht vollständig bezahlt:",
    },
    button: NOTHING,
    after: Some(Text {
        en: "Please pay now, to the bank account on the notice of assignment you received. We never announce another account by e-mail. Already paid? Then ignore this e-mail.",
        de: "Bitte zahlen Sie jetzt auf das Bankkonto, das in der Abtretungsanzeige steht, die Sie erhalten haben. Ein anderes Bankkonto teilen wir nie per E-Mail mit. Schon bezahlt? Dann ignorieren Sie diese E-Mail.",
    }),
    contact: QUESTIONS,
    page: "",
};
/// The same of a house that has not said yet who it is.
pub(super) const DEBTOR_REMINDER_OF_US: Words = Words {
    lead: Text {
        en: "We have bought these invoices to you from your suppliers. They were due, and we haven’t received all the money:",
        de: "Wir haben diese Rechnungen an Sie von Ihren Lieferanten gekauft. Sie waren fällig, sind aber noch nicht vollständig bezahlt:",
    },
    ..DEBTOR_REMINDER
};
/// To a debtor.
const REMINDER_DIGEST: Words = Words {
    lead: Text {
        en: "These invoices to you were due as well, and we haven’t received all the money:",
        de: "Auch diese Rechnungen an Sie waren fällig und sind noch nicht vollständig bezahlt:",
    },
    ..DEBTOR_REMINDER
};
/// Of more than invoices.
const MIXED_DIGEST: Words = Words {
    subject: Text { en: "What else is new for your company", de: "Was es für Ihr Unternehmen noch Neues gibt" },
    lead: Text {
        en: "We write up to three e-mails a day about your invoices, payments and terms. Here is the rest:",
        de: "Zu Ihren Rechnungen, Zahlungen und Konditionen schreiben wir höchstens drei E-Mails am Tag. Hier steht, was noch dazukam:",
    },
    button: TO_HOME,
    page: "dashboard",
    ..DIGEST
};

/// Of several kinds of things that come at once: each section has the words of its kind.
pub(super) const SEVERAL: Words = Words {
    subject: Text { en: "News about your invoices and payments", de: "Neues zu Ihren Rechnungen und Zahlungen" },
    lead: Text { en: "Here is what is new for your company:", de: "Das ist für Ihr Unternehmen neu:" },
    ..MIXED_DIGEST
};

/// By what is in it.
pub(super) fn digest(news: &[Content]) -> &'static Words {
    let all = |pages: &[&str]| news.iter().all(|content| pages.contains(&words(content).page));
    if news.iter().all(|content| matches!(content, Content::BuyersToDecide { .. })) {
        &super::facilities::BUYERS_TO_DECIDE
    } else if all(&[""]) {
        &REMINDER_DIGEST
    } else if all(&[PAGE, PAYOUT_SENT.page]) {
        &DIGEST
    } else {
        &MIXED_DIGEST
    }
}

const DIGEST: Words = Words {
    subject: Text { en: "What else is new with your invoices", de: "Was es bei Ihren Rechnungen noch Neues gibt" },
    lead: Text {
        en: "We write up to three e-mails a day about your invoices. Here is the rest:",
        de: "Zu Ihren Rechnungen schreiben wir höchstens drei E-Mails am Tag. Hier steht, was noch dazukam:",
    },
    ..RECEIPT
};

/// What stands before an invoice's number.
pub(in crate::mail) fn invoice() -> &'static Text {
    &Text { en: "Invoice", de: "Rechnung" }
}

/// What stands below the first entries of a kind.
pub(in crate::mail) fn more() -> &'static Text {
    &Text { en: "And {number} more.", de: "Und {number} weitere." }
}

/// What stands before whom something is about, where no invoice is.
pub(in crate::mail) fn concerns() -> &'static Text {
    &Text { en: "Concerns", de: "Betrifft" }
}

/// What stands before the reason for which money came back.
pub(in crate::mail) fn why() -> &'static Text {
    &Text { en: "Reason", de: "Grund" }
}

/// What an amount is.
pub(in crate::mail) fn figure(figure: Figure) -> &'static Text {
    match figure {
        Figure::Face => &Text { en: "Invoice amount", de: "Rechnungsbetrag (brutto)" },
        Figure::Disputed => &Text { en: "Disputed", de: "Beanstandet" },
        Figure::PaidOut => &Text { en: "Paid to you", de: "An Sie gezahlt" },
        Figure::KeptBack => &Text { en: "Set off against what you owed us", de: "Verrechnet mit dem, was Sie uns schuldeten" },
        Figure::Received => &Text { en: "Received", de: "Eingegangen" },
        Figure::Released => &Text { en: "We owe you", de: "Wir schulden Ihnen" },
        Figure::Owed => &Text { en: "You owe us", de: "Sie schulden uns" },
        Figure::Open => &Text { en: "Still open", de: "Noch offen" },
        Figure::Limit => &Text { en: "Limit", de: "Finanzierungslinie" },
        Figure::Proposed => &Text { en: "Amount", de: "Betrag" },
        Figure::Payout => &Text { en: "We pay you", de: "Wir zahlen Ihnen" },
        Figure::MayKeepBack => &Text {
            en: "Of this, we may keep back for what you owe us",
            de: "Davon können wir einbehalten für das, was Sie uns schulden",
        },
        Figure::WhenPaid => &Text { en: "You receive when your buyer pays", de: "Sie erhalten nach Zahlung Ihres Abnehmers" },
        Figure::OwedWhenPaid => &Text { en: "You owe at the end", de: "Sie zahlen am Ende zurück" },
        Figure::Cost => &Text { en: "What it costs", de: "Was es kostet" },
        Figure::Tax => &Text { en: "Tax on the fees", de: "Steuer auf die Gebühren" },
    }
}

/// What happened, or is due, on the day a mail names.
pub(in crate::mail) fn happened(content: &Content) -> Option<&'static Text> {
    match content {
        Content::OfferReady { .. }
        | Content::OfferFits { .. }
        | Content::OffersWait { .. }
        | Content::EarlyPayment { .. }
        | Content::OfferAccepted { .. }
        | Content::InvoiceRejected { .. }
        | Content::InvoiceDisputed { .. }
        | Content::PaymentDue { .. }
        | Content::PayablesLapsed { .. }
        | Content::PayablesToApprove { .. }
        | Content::PaymentOverdue { .. }
        | Content::DebtorReminder { .. }
        | Content::ConfirmationAsked { .. }
        | Content::ClaimsAssigned { .. }
        | Content::ClaimsReleased { .. }
        | Content::Overdue { .. } => Some(&Text { en: "Due on", de: "Fällig am" }),
        Content::PayoutSent { .. } => Some(&Text { en: "Sent on", de: "Überwiesen am" }),
        Content::PayoutReturned { .. } => Some(&Text { en: "Returned on", de: "Zurückgekommen am" }),
        Content::Receipt { .. } | Content::PaymentReceived { .. } => Some(&Text { en: "Received on", de: "Eingegangen am" }),
        Content::Settled { .. } => Some(&Text { en: "Settled on", de: "Abgerechnet am" }),
        Content::ChargedBack { .. } => Some(&Text { en: "Charged back on", de: "Rückbelastet am" }),
        _ => None,
    }
}

/// Above those of a kind in a digest.
pub(in crate::mail) fn heading(content: &Content) -> &'static Text {
    match content {
        Content::OfferReady { .. } => &Text { en: "Offers ready", de: "Neue Angebote" },
        Content::OfferFits { .. } => &Text { en: "Offers that fit now", de: "Angebote, die jetzt passen" },
        Content::OffersWait { .. } => &Text { en: "Offers that wait for you", de: "Angebote, die auf Sie warten" },
        Content::BuyerApproved { .. } => &Text { en: "Approved buyers", de: "Genehmigte Abnehmer" },
        Content::BuyerDeclined { .. } => &Text { en: "Declined buyers", de: "Abgelehnte Abnehmer" },
        Content::BuyersToDecide { .. } => &Text { en: "New buyers to decide on", de: "Neue Abnehmer" },
        Content::OfferAccepted { .. } => &Text { en: "Accepted offers", de: "Angenommene Angebote" },
        Content::PayoutReturned { .. } => &Text { en: "Returned payouts", de: "Zurückgekommene Auszahlungen" },
        Content::InvoiceRejected { .. } => &Text { en: "Invoices we don’t finance", de: "Rechnungen, die wir nicht finanzieren" },
        Content::InvoiceDisputed { .. } => &Text { en: "Disputed invoices", de: "Beanstandete Rechnungen" },
        Content::PayoutSent { .. } => &Text { en: "Payouts sent", de: "Überwiesene Auszahlungen" },
        Content::Receipt { .. } => &Text { en: "Payments received", de: "Eingegangene Zahlungen" },
        Content::Settled { .. } => &Text { en: "Settled invoices", de: "Abgerechnete Rechnungen" },
        Content::PaymentDue { .. } => &Text { en: "Payments due soon", de: "Bald fällige Zahlungen" },
        Content::PayablesLapsed { .. } => &Text { en: "To pay yourself", de: "Selbst zu bezahlen" },
        Content::EarlyPayment { .. } => &Text { en: "Invoices that can be paid early", de: "Vorzeitig zahlbare Rechnungen" },
        Content::PayablesToApprove { .. } => &Text { en: "Payables to approve", de: "Freizugebende Verbindlichkeiten" },
        Content::PaymentReceived { .. } => &Text { en: "Your payments that arrived", de: "Ihre eingegangenen Zahlungen" },
        Content::PaymentOverdue { .. } => &Text { en: "Overdue payments", de: "Überfällige Zahlungen" },
        Content::DebtorReminder { .. } => &Text { en: "Unpaid invoices", de: "Unbezahlte Rechnungen" },
        Content::TermsProposed { .. } => &Text { en: "Terms proposed to you", de: "Vorgeschlagene Konditionen" },
        Content::Overdue { .. } => &Text { en: "Overdue invoices", de: "Überfällige Rechnungen" },
        Content::ChargedBack { .. } => &Text { en: "Charged back invoices", de: "Rückbelastete Rechnungen" },
        _ => &Text { en: "Other news", de: "Sonstiges" },
    }
}
