//! What mails there are. A row here is all the store and the delivery need; the words are the mailer's.

use super::facts::Matter;
use sooner_domain::kernel::{
    ids::LinkId,
    text::{Line, Note},
};
use uuid::Uuid;

/// What a mail tells of what happened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// Whether the company wants to sell invoices; one that only supplies is told of no buyers.
    pub sells: bool,
    /// Whether it had been approved when documents were asked for.
    pub was_approved: bool,
    /// What is asked for, in the operator's order.
    pub documents: Vec<Wanted>,
    /// What the operator says besides.
    pub note: Option<Note>,
    /// Who did it, or whom it is about, by name.
    pub person: Option<String>,
    pub company: Option<Line>,
    /// The code of a member's role: what roles there are is known above the kernel.
    pub role: Option<String>,
    /// The code of what is proposed, in one line.
    pub action: Option<String>,
    /// What a mail about money is about.
    pub matters: Vec<Matter>,
    /// The paper that goes with it.
    pub paper: Option<Uuid>,
    /// What a mail of several kinds tells, each as its own mail would. None of it has a link, a paper or parts of its own.
    pub parts: Vec<Content>,
}

/// A document that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The code of its kind: what kinds there are is known above the kernel.
    pub kind: String,
    pub reason: Note,
}

/// A link, and who asks whom for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    pub link: LinkId,
    pub details: Details,
}

/// What a mail carries, by its name in the list.
macro_rules! carried {
    (link) => {
        LinkId
    };
    // None in a mail that a release before this wrote: it tells nothing of the decision.
    (details) => {
        Option<Details>
    };
    (invitation) => {
        Invited
    };
    (digest) => {
        Vec<Content>
    };
}

/// What a stored mail must have, and must not have, to be one of these.
macro_rules! found {
    ($link:ident, $details:ident) => {
        ($link.is_none() && $details.is_none()).then_some(())
    };
    ($link:ident, $details:ident, link) => {
        $link.filter(|_| $details.is_none())
    };
    ($link:ident, $details:ident, details) => {
        $link.is_none().then_some($details)
    };
    ($link:ident, $details:ident, invitation) => {
        $link.zip($details).map(|(link, details)| Invited { link, details })
    };
    // Nothing is stored as one.
    ($link:ident, $details:ident, digest) => {
        None::<Vec<Content>>
    };
}

/// Declares each mail once: its name, what it carries, and the code it is stored under.
macro_rules! mails {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $({ $carries:ident })? = $code:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant $({ $carries: carried!($carries) })?),+ }

        impl $name {
            /// The code of every mail. Codes never change once released: rows hold them.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            pub fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),+ }
            }

            /// The mail with this code that carries this; none when there is no such mail, when what it carries is
            /// missing, or when it does not carry that.
            pub fn from_parts(code: &str, link: Option<LinkId>, details: Option<Details>) -> Option<Self> {
                match code {
                    $($code => {
                        let _found = found!(link, details $(, $carries)?)?;
                        Some(Self::$variant $({ $carries: _found })?)
                    })+
                    _ => None,
                }
            }
        }
    };
}

mails!(
    /// What a mail says. Links are named by id: the secret in them is worked out when the mail is sent, so that neither
    /// the outbox nor a copy of the database holds one that works. Why an application was disapproved is in no mail.
    Content {
        VerifyEmail { link } = "verify_email",
        ResetPassword { link } = "reset_password",
        PasswordChanged = "password_changed",
        WrongCodes = "wrong_codes",
        SecondFactorOn = "second_factor_on",
        SecondFactorOff = "second_factor_off",
        ApplicationReceived = "application_received",
        Approved { details } = "approved",
        Disapproved = "disapproved",
        DocumentsRequested { details } = "documents_requested",
        Reopened { details } = "reopened",
        Invitation { invitation } = "invitation",
        /// To whom a buyer wants to let be paid early.
        SupplierInvitation { invitation } = "supplier_invitation",
        /// To the owners: somebody followed an invitation.
        MemberJoined { details } = "member_joined",
        /// To whom it concerns.
        RoleChanged { details } = "role_changed",
        MemberRemoved { details } = "member_removed",
        /// To the owners: somebody wants the company to be paid to another account.
        AccountProposed { details } = "account_proposed",
        AccountChanged = "account_changed",
        AccountRefused = "account_refused",
        /// To those who may accept: an invoice can be sold.
        OfferReady { details } = "offer_ready",
        /// To those who may accept for a supplier: what its buyer approved can be paid early.
        EarlyPayment { details } = "early_payment",
        /// To those who may accept: a limit was raised, and offers fit under it.
        OfferFits { details } = "offer_fits",
        /// To a new approver: offers wait for them.
        OffersWait { details } = "offers_wait",
        /// To the owners: an operator decided on a buyer.
        BuyerApproved { details } = "buyer_approved",
        BuyerDeclined { details } = "buyer_declined",
        /// To the operators who may decide: an approved company named a buyer.
        BuyersToDecide { details } = "buyers_to_decide",
        /// To those who may accept: an offer was accepted, with its amounts. Of several that a member accepts at once it names none.
        OfferAccepted { details } = "offer_accepted",
        /// To those who may accept.
        InvoiceRejected { details } = "invoice_rejected",
        InvoiceDisputed { details } = "invoice_disputed",
        /// To those who may accept: the bank carried out payouts.
        PayoutSent { details } = "payout_sent",
        /// To the same: the bank sent back what was paid.
        PayoutReturned { details } = "payout_returned",
        /// To those who may accept: money of debtors came, and is not all of what they owe.
        Receipt { details } = "receipt",
        /// To those who may accept: nothing is open any more.
        Settled { details } = "settled",
        /// To those who may accept: it was due, and is not paid.
        Overdue { details } = "overdue",
        /// To those who may accept: it is the seller's again.
        ChargedBack { details } = "charged_back",
        /// To those who may approve what the buyer of a programme pays: what is due soon.
        PaymentDue { details } = "payment_due",
        /// To the same: what its supplier did not sell in time.
        PayablesLapsed { details } = "payables_lapsed",
        /// To the same: what somebody entered. Of many at once it names none.
        PayablesToApprove { details } = "payables_to_approve",
        /// To the same: what came for its payables.
        PaymentReceived { details } = "payment_received",
        /// To the same: what was due, and is not paid.
        PaymentOverdue { details } = "payment_overdue",
        /// To a debtor's contact, who has no account here: what was due, and is not paid.
        DebtorReminder { details } = "debtor_reminder",
        /// To the operators who may decide.
        ApprovalWaits { details } = "approval_waits",
        /// To the operator who proposed.
        ProposalApproved { details } = "proposal_approved",
        ProposalRefused { details } = "proposal_refused",
        ProposalLapsed { details } = "proposal_lapsed",
        /// To the owners and approvers: terms wait for the company.
        TermsProposed { details } = "terms_proposed",
        /// To the owners.
        TermsAccepted = "terms_accepted",
        FacilitySuspended = "facility_suspended",
        FacilityResumed = "facility_resumed",
        FacilityClosed = "facility_closed",
        /// To a debtor: whether it owes an invoice.
        ConfirmationAsked { invitation } = "confirmation_asked",
        /// To a debtor: what is to be paid to the house from now on, with the notice.
        ClaimsAssigned { details } = "claims_assigned",
        /// To a debtor: what is the seller's again, with the letter.
        ClaimsReleased { details } = "claims_released",
        /// To whom one write tells several kinds of things: one mail for all.
        Several { details } = "several",
        /// What was kept back for it, each as it was written. Made when it is sent: none is in the outbox.
        Digest { digest } = "digest",
    }
);

impl Content {
    /// The link it carries.
    pub fn link(&self) -> Option<LinkId> {
        match self {
            Self::VerifyEmail { link } | Self::ResetPassword { link } => Some(*link),
            Self::Invitation { invitation } | Self::SupplierInvitation { invitation } | Self::ConfirmationAsked { invitation } => {
                Some(invitation.link)
            }
            _ => None,
        }
    }

    /// Whether it invites a person without an account, at an address that another person gave.
    pub fn asks_in(&self) -> bool {
        matches!(self, Self::Invitation { .. } | Self::SupplierInvitation { .. } | Self::ConfirmationAsked { .. })
    }

    /// These as one, in their order; none where there are none.
    pub fn together(mut all: Vec<Self>) -> Option<Self> {
        if all.len() > 1 {
            return Some(Self::Several { details: Some(Details { parts: all, ..Details::default() }) });
        }
        all.pop()
    }

    /// What it tells, by kind.
    pub fn into_parts(self) -> Vec<Self> {
        match self {
            Self::Several { details } => details.unwrap_or_default().parts,
            other => vec![other],
        }
    }

    /// Whether it is worth no mail of its own: it waits for the digest of its day.
    pub fn waits_for_digest(&self) -> bool {
        matches!(self, Self::BuyersToDecide { .. })
    }

    /// Whether it is about terms, buyers, or of the course of invoices and their money, and of nothing else. Of these a person gets a few a
    /// day one by one, and the rest together. Whatever else there is asks for something, or warns, and is never kept back.
    pub fn is_about_money(&self) -> bool {
        if let Self::Several { details } = self {
            return details.iter().flat_map(|details| &details.parts).all(Self::is_about_money);
        }
        matches!(
            self,
            Self::OfferReady { .. }
                | Self::OfferFits { .. }
                | Self::OffersWait { .. }
                | Self::BuyerApproved { .. }
                | Self::BuyerDeclined { .. }
                | Self::BuyersToDecide { .. }
                | Self::InvoiceRejected { .. }
                | Self::InvoiceDisputed { .. }
                | Self::PayoutSent { .. }
                | Self::Receipt { .. }
                | Self::Settled { .. }
                | Self::Overdue { .. }
                | Self::ChargedBack { .. }
                | Self::EarlyPayment { .. }
                | Self::PaymentDue { .. }
                | Self::PayablesLapsed { .. }
                | Self::PayablesToApprove { .. }
                | Self::PaymentReceived { .. }
                | Self::PaymentOverdue { .. }
                | Self::DebtorReminder { .. }
                | Self::TermsProposed { .. }
        )
    }

    /// What it tells of what happened.
    pub fn details(&self) -> Option<&Details> {
        match self {
            Self::Approved { details }
            | Self::DocumentsRequested { details }
            | Self::Reopened { details }
            | Self::MemberJoined { details }
            | Self::RoleChanged { details }
            | Self::MemberRemoved { details }
            | Self::AccountProposed { details }
            | Self::OfferReady { details }
            | Self::OfferFits { details }
            | Self::OffersWait { details }
            | Self::BuyerApproved { details }
            | Self::BuyerDeclined { details }
            | Self::BuyersToDecide { details }
            | Self::OfferAccepted { details }
            | Self::InvoiceRejected { details }
            | Self::InvoiceDisputed { details }
            | Self::PayoutSent { details }
            | Self::PayoutReturned { details }
            | Self::Receipt { details }
            | Self::Settled { details }
            | Self::Overdue { details }
            | Self::ChargedBack { details }
            | Self::EarlyPayment { details }
            | Self::PaymentDue { details }
            | Self::PayablesLapsed { details }
            | Self::PayablesToApprove { details }
            | Self::PaymentReceived { details }
            | Self::PaymentOverdue { details }
            | Self::DebtorReminder { details }
            | Self::ApprovalWaits { details }
            | Self::ProposalApproved { details }
            | Self::ProposalRefused { details }
            | Self::ProposalLapsed { details }
            | Self::TermsProposed { details }
            | Self::Several { details }
            | Self::ClaimsAssigned { details }
            | Self::ClaimsReleased { details } => details.as_ref(),
            Self::Invitation { invitation } | Self::SupplierInvitation { invitation } | Self::ConfirmationAsked { invitation } => {
                Some(&invitation.details)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::Invalid;

    #[test]
    fn a_mail_is_made_again_of_its_code_and_what_it_carries_and_of_nothing_else() -> Result<(), Invalid> {
        let link = Some(LinkId(Uuid::from_u128(1)));
        let wanted = Wanted { kind: "bank_statement".into(), reason: Note::parse("Too old.")? };
        let details = Some(Details {
            sells: true,
            was_approved: true,
            documents: vec![wanted],
            note: Some(Note::parse("Soon, please.")?),
            person: Some("Ada Brandt".into()),
            company: Some(Line::parse("Mühle Brandt GmbH")?),
            role: Some("viewer".into()),
            action: Some("write_off".into()),
            matters: vec![Matter { invoice: Some(Line::parse("RE-1")?), ..Matter::default() }],
            paper: Some(Uuid::from_u128(2)),
            parts: vec![Content::OfferAccepted { details: None }],
        });
        let (mut links, mut decisions, mut invitations, mut bare) = (0, 0, 0, 0);
        for code in Content::CODES.iter().filter(|code| **code != "digest") {
            let sets = [(None, None), (link, None), (None, details.clone()), (link, details.clone())];
            let made: Vec<_> = sets.into_iter().filter_map(|(link, details)| Content::from_parts(code, link, details)).collect();
            for content in &made {
                assert_eq!(content.code(), *code);
                let again = Content::from_parts(content.code(), content.link(), content.details().cloned());
                assert_eq!(again.as_ref(), Some(content));
            }
            match made.as_slice() {
                [one] if one.link().is_some() && one.details().is_some() => invitations += 1,
                [one] if one.link().is_some() => links += 1,
                [one] if one.details().is_none() => bare += 1,
                // Written by this release, and by one before it.
                [old, new] if old.details().is_none() && new.details() == details.as_ref() => decisions += 1,
                other => panic!("{code}: {other:?}"),
            }
        }
        assert_eq!((links, decisions, invitations, bare), (2, 37, 3, 12));
        assert_eq!(Content::from_parts("Approved", None, None), None);
        assert_eq!(Content::from_parts("digest", None, details), None, "it is made of others");
        Ok(())
    }

    #[test]
    fn several_kinds_are_one_mail_which_is_kept_back_only_where_all_of_it_may_be() {
        let (overdue, due) = (Content::Overdue { details: None }, Content::PaymentDue { details: None });
        assert_eq!(Content::together(Vec::new()), None);
        assert_eq!(Content::together(vec![due.clone()]), Some(due.clone()), "as it is");
        for (kinds, is_kept) in [(vec![overdue.clone(), due], true), (vec![overdue, Content::OfferAccepted { details: None }], false)] {
            let several = Content::together(kinds.clone()).unwrap();
            assert_eq!((several.code(), several.is_about_money()), ("several", is_kept));
            assert_eq!(several.into_parts(), kinds);
        }
    }

    #[test]
    fn no_code_ever_changes() {
        let released =
            ["verify_email", "reset_password", "application_received", "approved", "disapproved", "documents_requested", "reopened"];
        assert!(released.iter().all(|code| Content::CODES.contains(code)));
    }
}
