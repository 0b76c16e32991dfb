//! Mails as text and HTML.

use super::{
    facts::{Pages, Section, called, links, own_page, plain},
    links_before::LinksBefore,
    words::{HELLO, IMPRINT, NO_BUTTON, OUR_NOTE, PRIVACY, SOMEONE, TO_INVOICE, VAT_ID, document, proposed, role, words},
};
use crate::language::money as written;
use askama::Template;
use mail_send::mail_builder::{MessageBuilder, headers::address::Address};
use sooner_application::{
    identity::ports::LinkTokens,
    kernel::outbox::{Attachment, Attachments, Content, Details, Figure, Mail, MailError, Wanted},
};
use sooner_domain::{
    approvals::title::ProposalTitle,
    kernel::{
        Invalid,
        coded::Coded,
        email::EmailAddress,
        language::Language,
        text::{Line, Note},
    },
    onboarding::document::DocumentKind,
    parties::membership::MemberRole,
};
use sooner_shared::imprint::Imprint;
use std::{borrow::Cow, sync::Arc};

/// The sender of all mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFrom {
    pub name: String,
    pub address: EmailAddress,
}

impl MailFrom {
    /// `Name <address>` or an address alone. `localhost` is taken for a domain here, for development.
    ///
    /// # Errors
    /// When there is no plausible address in it.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let (name, address) = match text.trim().strip_suffix('>').and_then(|text| text.split_once('<')) {
            Some((name, address)) => (name.trim(), address),
            None => ("Sooner", text),
        };
        if name.chars().any(char::is_control) {
            return Err(Invalid::ControlCharacters);
        }
        let address = address.trim();
        let qualified = if address.ends_with("@localhost") { format!("{address}.localdomain") } else { address.to_owned() };
        Ok(Self { name: name.to_owned(), address: EmailAddress::parse(&qualified)? })
    }
}

/// What every mail needs: who it is from, whom to write to, where its links lead, and what makes them work.
#[derive(Clone)]
pub struct Letterhead {
    pub from: MailFrom,
    /// Who writes, as the law wants it on letters, and who answers.
    pub imprint: Imprint,
    pub web_origin: String,
    pub tokens: Arc<dyn LinkTokens>,
    /// What makes links work that were made under the secret from before and are not mailed yet.
    pub before: Option<LinksBefore>,
    /// What goes with mails.
    pub attachments: Arc<dyn Attachments>,
}

/// Whom it goes to. Without a name there is none in the header either.
fn addressed(mail: &Mail) -> Address<'_> {
    let name = Some(mail.name.as_str()).filter(|name| !name.is_empty());
    Address::new_address(name, mail.to.as_str())
}

/// One mail, written.
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: String,
    /// Where its button leads; empty where it has none.
    pub(super) address: String,
}

#[derive(Template)]
#[template(path = "letter.txt")]
struct Text<'a> {
    hello: &'a str,
    name: &'a str,
    lead: &'a str,
    sections: &'a [Section],
    documents: &'a [Listed],
    our_note: &'a str,
    note: &'a [String],
    button: &'a str,
    address: &'a str,
    last: &'a [String],
    foot: &'a [String],
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    language: &'a str,
    subject: &'a str,
    hello: &'a str,
    name: &'a str,
    lead: &'a str,
    sections: &'a [Section],
    documents: &'a [Listed],
    our_note: &'a str,
    note: &'a [String],
    button: &'a str,
    no_button: &'a str,
    address: &'a str,
    last: &'a [String],
    foot: &'a [String],
    house: &'a str,
}

/// A document that is asked for.
struct Listed {
    name: &'static str,
    reason: Vec<String>,
}

impl Listed {
    fn new(Wanted { kind, reason }: &Wanted, reader: Language) -> Result<Self, MailError> {
        let unknown = || MailError::ForGood(format!("this version does not know such a document: {kind}"));
        let known = DocumentKind::from_code(kind).ok_or_else(unknown)?;
        Ok(Self { name: document(known).to(reader), reason: lines(reason) })
    }
}

/// The lines an operator typed. Mail programs make a link of any address: no address here looks like one, so that the only
/// links are ours.
fn lines(note: &Note) -> Vec<String> {
    note.as_str().lines().map(plain).collect()
}

/// The money that a proposal is about, in brackets; empty where it is about none.
fn proposed_amounts(content: &Content, reader: Language) -> String {
    let amounts = content.details().into_iter().flat_map(|details| &details.matters).flat_map(|matter| &matter.amounts);
    let proposed = amounts.filter(|amount| amount.figure == Figure::Proposed).map(|amount| written(amount.money, reader));
    let all = proposed.collect::<Vec<_>>().join(", ");
    if all.is_empty() { all } else { format!(" ({all})") }
}

/// A text of the mail with the person and the thing that the mail names.
fn filled_in(text: &str, content: &Content, house: &Line, reader: Language) -> String {
    if !text.contains('{') {
        return text.to_owned();
    }
    let details = content.details();
    let name = if content.asks_in() { called } else { plain };
    let person = details.and_then(|details| details.person.as_deref()).map(name);
    let company = details.and_then(|details| details.company.as_ref()).map(|company| name(company.as_str()));
    let member = details.and_then(|details| MemberRole::from_code(details.role.as_deref()?));
    let role = member.map(|member| role(member).to(reader).to_owned());
    let title = details.and_then(|details| ProposalTitle::from_code(details.action.as_deref()?));
    let named = [
        ("{house}", plain(house.as_str())),
        ("{role}", role.unwrap_or_default()),
        ("{action}", proposed(title).to(reader).to_owned()),
        ("{amounts}", proposed_amounts(content, reader)),
        ("{company}", company.unwrap_or_default()),
        // Last: what people are called is not looked through for more.
        ("{person}", person.unwrap_or_else(|| SOMEONE.to(reader).to_owned())),
    ];
    named.into_iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, &value))
}

impl Letterhead {
    /// The letterhead for this mail: its links are made to work under the secret under which they were made.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(super) async fn of(&self, mail: &Mail) -> Result<Cow<'_, Self>, MailError> {
        let Some(before) = &self.before else { return Ok(Cow::Borrowed(self)) };
        let tokens = before.mixed(self.tokens.clone(), links(&mail.content)).await.map_err(|error| MailError::ForNow(error.to_string()))?;
        Ok(Cow::Owned(Self { tokens: Arc::new(tokens), ..self.clone() }))
    }

    /// The mail in its reader's language.
    ///
    /// # Errors
    /// `ForGood` when it asks for a document that only a newer release knows.
    pub(super) fn write(&self, mail: &Mail) -> Result<Letter, MailError> {
        let (reader, words) = (mail.language, words(&mail.content));
        let pages = Pages { web_origin: &self.web_origin, tokens: self.tokens.as_ref() };
        let page = format!("{}/{}", self.web_origin, words.page);
        let own = own_page(&mail.content, &pages.invoices());
        let button = if own.is_some() { TO_INVOICE } else { &words.button };
        let page = if words.page.is_empty() { String::new() } else { own.unwrap_or(page) };
        let address = match (&mail.content, mail.content.link()) {
            (_, None) => page,
            (_, Some(link)) => pages.by_link(words.page, link),
        };
        let sections = Section::of(&mail.content, reader, &pages);
        let contact = words.contact.to(reader).replace("{support}", self.imprint.support.as_str());
        let after = words.after.as_ref().map(|after| after.to(reader).to_owned());
        let last: Vec<_> = after.into_iter().chain([contact]).collect();
        let details = mail.content.details();
        let listed = |details: &Details| details.documents.iter().map(|wanted| Listed::new(wanted, reader)).collect::<Result<Vec<_>, _>>();
        let documents = details.map(listed).transpose()?.unwrap_or_default();
        let note = details.and_then(|details| details.note.as_ref()).map(lines).unwrap_or_default();
        let subject = filled_in(words.subject.to(reader), &mail.content, &self.imprint.name, reader);
        let foot = self.foot(reader);
        let lead = filled_in(words.lead.to(reader), &mail.content, &self.imprint.name, reader);
        let text = Text {
            hello: HELLO.to(reader),
            name: &mail.name,
            lead: &lead,
            sections: &sections,
            documents: &documents,
            our_note: OUR_NOTE.to(reader),
            note: &note,
            button: button.to(reader),
            address: &address,
            last: &last,
            foot: &foot,
        };
        let html = Html {
            language: reader.code(),
            subject: &subject,
            hello: text.hello,
            name: text.name,
            lead: text.lead,
            sections: &sections,
            documents: &documents,
            our_note: text.our_note,
            note: &note,
            button: text.button,
            no_button: NO_BUTTON.to(reader),
            address: &address,
            last: &last,
            foot: &foot,
            house: self.imprint.name.as_str(),
        };
        let unwritten = |error: askama::Error| MailError::ForGood(error.to_string());
        let (text, html) = (text.render().map_err(unwritten)?, html.render().map_err(unwritten)?);
        Ok(Letter { subject, text, html, address })
    }

    /// Who writes. A mail that asks for something says who asks.
    fn foot(&self, reader: Language) -> Vec<String> {
        let Imprint { name, address, register, vat_id, phone, imprint_url, privacy_url, support: _, terms_url: _ } = &self.imprint;
        let page = |label: crate::language::Text, page: &str| {
            let origin = if page.starts_with('/') { self.web_origin.as_str() } else { "" };
            format!("{}: {origin}{page}", label.to(reader))
        };
        let who = [name, address, register].map(|line| line.as_str().to_owned());
        let vat_id = format!("{} {}", VAT_ID.to(reader), vat_id.as_str());
        let phone = phone.as_ref().map(|phone| phone.as_str().to_owned());
        who.into_iter().chain([vat_id]).chain(phone).chain([page(IMPRINT, imprint_url), page(PRIVACY, privacy_url)]).collect()
    }

    /// The file that goes with it.
    ///
    /// # Errors
    /// `ForNow` when it cannot be read, `ForGood` when there is none.
    pub(super) async fn enclosed(&self, mail: &Mail) -> Result<Option<Attachment>, MailError> {
        let Some(id) = mail.content.details().and_then(|details| details.paper) else { return Ok(None) };
        match self.attachments.attachment(id).await {
            Ok(Some(file)) => Ok(Some(file)),
            Ok(None) => Err(MailError::ForGood("the paper that goes with it is gone".to_owned())),
            Err(unavailable) => Err(MailError::ForNow(unavailable.to_string())),
        }
    }

    /// The whole message as it goes over the wire. Its id is the mail's, so that a mail sent twice can be told.
    pub(super) fn message(&self, mail: &Mail, letter: &Letter, enclosed: Option<&Attachment>) -> Result<Vec<u8>, std::io::Error> {
        let domain = self.from.address.as_str().rsplit_once('@').map_or("localhost", |(_, domain)| domain);
        let message = MessageBuilder::new()
            .from((self.from.name.as_str(), self.from.address.as_str()))
            .to(addressed(mail))
            .subject(letter.subject.as_str())
            .message_id(format!("{}@{domain}", mail.id))
            .date(mail.created_at.timestamp())
            .text_body(letter.text.as_str())
            .html_body(letter.html.as_str());
        let message = message.reply_to(self.imprint.support.as_str());
        let message = match enclosed {
            Some(Attachment { name, media_type, content }) => message.attachment(*media_type, name.as_str(), content.as_slice()),
            None => message,
        };
        message.write_to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::a_house, *};
    use crate::link_tokens::HmacLinkTokens;
    use chrono::{DateTime, NaiveDate};
    use sooner_application::kernel::{
        outbox::{Amount, Content, Invited, Matter},
        unavailable::Unavailable,
    };
    use sooner_domain::kernel::{
        ids::{LinkId, MailId, ReceivableId},
        money::{Currency, Money},
        return_reason::ReturnReason,
    };
    use uuid::Uuid;

    fn letterhead() -> Letterhead {
        Letterhead {
            from: MailFrom::parse("Sooner <no-reply@localhost>").unwrap(),
            imprint: a_house(),
            web_origin: "http://localhost:3000".into(),
            tokens: Arc::new(HmacLinkTokens::new(b"secret")),
            before: None,
            attachments: Arc::new(OneNotice),
        }
    }

    /// Has one file.
    struct OneNotice;

    #[async_trait::async_trait]
    impl Attachments for OneNotice {
        async fn attachment(&self, id: Uuid) -> Result<Option<Attachment>, Unavailable> {
            let file =
                Attachment { name: "assignment-2027-01-04.pdf".into(), media_type: "application/pdf", content: b"%PDF-1.7 notice".into() };
            Ok((id == Uuid::from_u128(8)).then_some(file))
        }
    }

    fn mail(name: &str, content: Content) -> Mail {
        let to = EmailAddress::parse("ada@example.com").unwrap();
        let (id, language) = (MailId(Uuid::from_u128(1)), Language::English);
        Mail { id, to, name: name.into(), language, content, created_at: DateTime::UNIX_EPOCH }
    }

    fn wanted(kind: DocumentKind, reason: &str) -> Wanted {
        Wanted { kind: kind.code().to_owned(), reason: Note::parse(reason).unwrap() }
    }

    fn amounts(amounts: &[(Figure, i64)]) -> Vec<Amount> {
        let money = |minor| Money::parse(minor, Currency::parse("EUR").unwrap()).unwrap();
        amounts.iter().map(|(figure, minor)| Amount { figure: *figure, money: money(*minor) }).collect()
    }

    fn invoice(number: u128, of: &[(Figure, i64)]) -> Matter {
        Matter {
            receivable: Some(ReceivableId(Uuid::from_u128(number))),
            invoice: Line::parse(&format!("RE-2027-{number:03}")).ok(),
            debtor: Line::parse("Nordwind AG").ok(),
            amounts: amounts(of),
            on: NaiveDate::from_ymd_opt(2027, 3, 4),
            link: None,
            came_back: None,
        }
    }

    fn came_back(number: u128) -> Matter {
        Matter { came_back: Some(ReturnReason::Closed), ..invoice(number, &[(Figure::PaidOut, 952_000)]) }
    }

    /// As a debtor is told of it.
    fn claim(number: u128) -> Matter {
        let link = Some(LinkId(Uuid::from_u128(number)));
        Matter { receivable: None, link, debtor: Line::parse("Mühle Brandt GmbH").ok(), ..invoice(number, &[(Figure::Open, 1_190_000)]) }
    }

    fn written(matters: Vec<Matter>) -> Option<Details> {
        let (company, paper) = (Line::parse("Sooner Finance GmbH").ok(), Some(Uuid::from_u128(8)));
        Some(Details { company, matters, paper, ..Details::default() })
    }

    fn about(matters: Vec<Matter>) -> Option<Details> {
        Some(Details { matters, ..Details::default() })
    }

    fn buyer(name: &str) -> Matter {
        Matter { debtor: Line::parse(name).ok(), ..Matter::default() }
    }

    fn paid_out(numbers: &[u128]) -> Content {
        Content::PayoutSent { details: about(numbers.iter().map(|number| invoice(*number, &[(Figure::PaidOut, 952_000)])).collect()) }
    }

    fn proposal(title: ProposalTitle, matters: Vec<Matter>) -> Option<Details> {
        Some(Details { person: Some("Tara Vogt".into()), action: Some(title.code().to_owned()), matters, ..Details::default() })
    }

    fn sums() -> Vec<Matter> {
        vec![Matter { amounts: invoice(1, &[(Figure::Proposed, 1_230_000)]).amounts, ..Matter::default() }]
    }

    fn limits() -> Vec<Matter> {
        vec![Matter { debtor: Line::parse("Nordwind AG").ok(), ..Matter::default() }]
    }

    fn accepted() -> Content {
        let amounts = [
            (Figure::Face, 1_190_000),
            (Figure::Payout, 927_000),
            (Figure::MayKeepBack, 12_000),
            (Figure::WhenPaid, 234_000),
            (Figure::Cost, 24_370),
            (Figure::Tax, 4_630),
        ];
        Content::OfferAccepted { details: about(vec![invoice(1, &amounts)]) }
    }

    fn received() -> Content {
        Content::Receipt { details: about(vec![invoice(4, &[(Figure::Received, 500_000), (Figure::Open, 690_000)])]) }
    }

    /// As its buyer knows it.
    fn payable(of: &[(Figure, i64)]) -> Matter {
        Matter { receivable: None, debtor: Line::parse("Lind Metallbau GmbH").ok(), ..invoice(7, of) }
    }

    fn overdue() -> Content {
        Content::PaymentOverdue { details: about(vec![payable(&[(Figure::Open, 1_190_000)])]) }
    }

    fn due() -> Content {
        Content::PaymentDue { details: about(vec![Matter { amounts: amounts(&[(Figure::Open, 4_190_000)]), ..Matter::default() }]) }
    }

    fn several(parts: Vec<Content>) -> Content {
        Content::Several { details: Some(Details { parts, ..Details::default() }) }
    }

    fn reminder(company: Option<Line>) -> Content {
        let matters =
            vec![Matter { receivable: None, debtor: Line::parse("Mühle Brandt GmbH").ok(), ..invoice(1, &[(Figure::Open, 690_000)]) }];
        Content::DebtorReminder { details: Some(Details { company, matters, ..Details::default() }) }
    }

    /// Every mail there is, in every situation that has words of its own.
    fn all() -> Vec<(&'static str, Content)> {
        let link = LinkId(Uuid::from_u128(2));
        let documents = vec![
            wanted(DocumentKind::ProofOfAddress, "It is cut off at the bottom."),
            wanted(DocumentKind::BankStatement, "It is older than three months.\nAll pages, please."),
        ];
        let note = Note::parse("Scans in colour are easier to check.").ok();
        let asked = Details { sells: true, documents, note, ..Details::default() };
        let named = Details {
            person: Some("Vera Muster".into()),
            company: Line::parse("Mühle Brandt GmbH").ok(),
            role: Some("preparer".into()),
            ..Details::default()
        };
        let nameless = Details { company: None, ..named.clone() };
        let refresh = Details { was_approved: true, note: None, ..asked.clone() };
        let asked_of = Matter { receivable: None, debtor: None, ..invoice(1, &[(Figure::Face, 1_190_000)]) };
        let to_confirm = Details { matters: vec![asked_of], ..Details { company: named.company.clone(), ..Details::default() } };
        let bare = Details { note: None, documents: vec![], ..asked.clone() };
        vec![
            ("verify_email", Content::VerifyEmail { link }),
            ("reset_password", Content::ResetPassword { link }),
            ("password_changed", Content::PasswordChanged),
            ("wrong_codes", Content::WrongCodes),
            ("second_factor_on", Content::SecondFactorOn),
            ("second_factor_off", Content::SecondFactorOff),
            ("application_received", Content::ApplicationReceived),
            ("approved", Content::Approved { details: Some(Details::default()) }),
            ("approved_seller", Content::Approved { details: Some(bare.clone()) }),
            ("approved_before_this_release", Content::Approved { details: None }),
            ("disapproved", Content::Disapproved),
            ("documents_requested", Content::DocumentsRequested { details: Some(asked.clone()) }),
            ("documents_requested_refresh", Content::DocumentsRequested { details: Some(refresh) }),
            ("documents_requested_before_this_release", Content::DocumentsRequested { details: None }),
            ("reopened", Content::Reopened { details: Some(bare) }),
            ("reopened_for_documents", Content::Reopened { details: Some(asked) }),
            ("reopened_before_this_release", Content::Reopened { details: None }),
            ("invitation", Content::Invitation { invitation: Invited { link, details: named.clone() } }),
            ("invitation_before_applying", Content::Invitation { invitation: Invited { link, details: nameless } }),
            ("supplier_invitation", Content::SupplierInvitation { invitation: Invited { link, details: named.clone() } }),
            ("member_joined", Content::MemberJoined { details: Some(named.clone()) }),
            ("role_changed", Content::RoleChanged { details: Some(named.clone()) }),
            ("member_removed", Content::MemberRemoved { details: Some(named.clone()) }),
            ("account_proposed", Content::AccountProposed { details: Some(named) }),
            ("account_changed", Content::AccountChanged),
            ("account_refused", Content::AccountRefused),
            ("approval_waits", Content::ApprovalWaits { details: proposal(ProposalTitle::ReleasePayouts, sums()) }),
            ("approval_waits_of_an_entry", Content::ApprovalWaits { details: proposal(ProposalTitle::BookBankCharge, sums()) }),
            ("approval_waits_of_a_reversal", Content::ApprovalWaits { details: proposal(ProposalTitle::ReverseBankCharge, sums()) }),
            ("approval_waits_unnamed", Content::ApprovalWaits { details: None }),
            ("proposal_approved", Content::ProposalApproved { details: proposal(ProposalTitle::ReleasePayouts, sums()) }),
            ("proposal_refused", Content::ProposalRefused { details: proposal(ProposalTitle::ChangeDebtorLimits, limits()) }),
            ("proposal_lapsed", Content::ProposalLapsed { details: proposal(ProposalTitle::ChangeHouseAccounts, Vec::new()) }),
            ("offer_ready", Content::OfferReady { details: about(vec![invoice(1, &[(Figure::Face, 1_190_000)])]) }),
            ("offer_ready_before_this_release", Content::OfferReady { details: None }),
            ("offer_accepted", accepted()),
            ("offer_accepted_of_several", Content::OfferAccepted { details: about(Vec::new()) }),
            ("offer_accepted_before_this_release", Content::OfferAccepted { details: None }),
            ("invoice_rejected", Content::InvoiceRejected { details: about(vec![invoice(1, &[(Figure::Face, 1_190_000)])]) }),
            ("invoice_disputed", Content::InvoiceDisputed { details: about(vec![invoice(1, &[(Figure::Disputed, 40_000)])]) }),
            ("payout_sent", paid_out(&[1])),
            (
                "payout_sent_in_part",
                Content::PayoutSent { details: about(vec![invoice(1, &[(Figure::PaidOut, 733_680), (Figure::KeptBack, 218_320)])]) },
            ),
            ("payout_sent_for_several", paid_out(&[1, 2])),
            ("payout_returned", Content::PayoutReturned { details: about(vec![came_back(1)]) }),
            ("receipt", received()),
            (
                "settled",
                Content::Settled { details: about(vec![invoice(1, &[(Figure::Received, 1_190_000), (Figure::Released, 201_475)])]) },
            ),
            ("settled_and_owed", Content::Settled { details: about(vec![invoice(1, &[(Figure::Owed, 12_000)])]) }),
            ("overdue", Content::Overdue { details: about(vec![invoice(1, &[(Figure::Open, 690_000)])]) }),
            ("payment_due", due()),
            ("early_payment", Content::EarlyPayment { details: about(vec![invoice(1, &[(Figure::Face, 1_190_000)])]) }),
            ("payables_to_approve", Content::PayablesToApprove { details: about(vec![payable(&[(Figure::Face, 1_190_000)])]) }),
            ("payables_to_approve_many", Content::PayablesToApprove { details: about(vec![]) }),
            ("payment_received", Content::PaymentReceived { details: about(vec![payable(&[(Figure::Received, 1_190_000)])]) }),
            ("payment_overdue", overdue()),
            ("debtor_reminder", reminder(Line::parse("Sooner Finance GmbH").ok())),
            ("debtor_reminder_of_us", reminder(None)),
            ("digest_of_reminders", Content::Digest { digest: vec![reminder(None), reminder(None)] }),
            ("digest_of_payables", Content::Digest { digest: vec![overdue(), Content::PayablesToApprove { details: None }] }),
            (
                "several",
                several(vec![overdue(), due(), Content::PayablesLapsed { details: about(vec![payable(&[(Figure::Face, 1_190_000)])]) }]),
            ),
            (
                "several_of_a_seller",
                several(vec![
                    Content::Overdue { details: about(vec![invoice(1, &[(Figure::Open, 690_000)])]) },
                    Content::PayoutReturned { details: about(vec![invoice(2, &[(Figure::PaidOut, 952_000)])]) },
                    accepted(),
                ]),
            ),
            ("payables_lapsed", Content::PayablesLapsed { details: about(vec![invoice(1, &[(Figure::Face, 1_190_000)])]) }),
            ("charged_back", Content::ChargedBack { details: about(vec![invoice(1, &[(Figure::Owed, 966_417)])]) }),
            (
                "digest",
                Content::Digest { digest: vec![paid_out(&[1]), received(), Content::OfferReady { details: None }, paid_out(&[2, 3])] },
            ),
            (
                "terms_proposed",
                Content::TermsProposed {
                    details: about(vec![Matter { amounts: amounts(&[(Figure::Limit, 50_000_000)]), ..Matter::default() }]),
                },
            ),
            ("offer_fits", Content::OfferFits { details: about(vec![invoice(1, &[(Figure::Face, 1_190_000)])]) }),
            ("offers_wait", Content::OffersWait { details: about(vec![invoice(1, &[(Figure::Face, 1_190_000)])]) }),
            ("buyer_approved", Content::BuyerApproved { details: about(vec![buyer("Nordwind AG")]) }),
            ("buyer_declined", Content::BuyerDeclined { details: about(vec![buyer("Nordwind AG")]) }),
            ("buyers_to_decide", Content::BuyersToDecide { details: about(vec![buyer("Nordwind AG (Mühle Brandt GmbH)")]) }),
            (
                "digest_of_buyers",
                Content::Digest {
                    digest: ["Nordwind AG", "Südwind AG"].map(|name| Content::BuyersToDecide { details: about(vec![buyer(name)]) }).into(),
                },
            ),
            ("terms_accepted", Content::TermsAccepted),
            ("facility_suspended", Content::FacilitySuspended),
            ("facility_resumed", Content::FacilityResumed),
            ("facility_closed", Content::FacilityClosed),
            ("confirmation_asked", Content::ConfirmationAsked { invitation: Invited { link, details: to_confirm } }),
            ("claims_assigned", Content::ClaimsAssigned { details: written(vec![claim(1), claim(2)]) }),
            ("claim_assigned", Content::ClaimsAssigned { details: written(vec![claim(1)]) }),
            ("claims_released", Content::ClaimsReleased { details: written(vec![Matter { link: None, ..claim(1) }]) }),
        ]
    }

    #[test]
    fn every_mail_says_what_it_says_in_every_language() {
        for language in Language::ALL {
            for (name, content) in all() {
                let letter = letterhead().write(&Mail { language: *language, ..mail("Ada Muster", content) }).unwrap();
                let name = format!("{name}.{}", language.code());
                insta::assert_snapshot!(name.clone(), format!("Subject: {}\n\n{}", letter.subject, letter.text));
                // The HTML says the same, each text of it, and says in what language.
                assert!(letter.html.contains(&format!("<html lang=\"{}\">", language.code())), "{name}");
                let html = letter.html.replace("&#34;", "\"").replace("&#39;", "'").replace("&#38;", "&");
                for line in letter.text.lines().map(|line| line.trim_start_matches(['-', '>', ' '])).filter(|line| !line.is_empty()) {
                    let button = line.strip_suffix(':').unwrap_or(line);
                    assert!(html.contains(line) || html.contains(button), "{name}: {line}");
                }
            }
        }
        let codes: std::collections::BTreeSet<_> = all().iter().map(|(_, content)| content.code()).collect();
        assert_eq!(codes.len(), Content::CODES.len(), "a mail is missing here");
    }

    #[test]
    fn a_mail_says_how_many_more_there_are_than_it_names_but_a_debtor_is_told_all() {
        let payables = |number| Content::PaymentOverdue { details: about(vec![payable(&[(Figure::Open, 1_190_000)]); number]) };
        let invoices = |number| Content::Overdue { details: about((0..number).map(|id| invoice(id, &[(Figure::Open, 1)])).collect()) };
        let debtor = Content::DebtorReminder { details: about(vec![payable(&[(Figure::Open, 1_190_000)]); 50]) };
        let letter = Content::ClaimsReleased { details: written(vec![Matter { link: None, ..claim(1) }; 50]) };
        // How many it names, which are left out, and where all are.
        let cases = [
            (payables(20), 20, None, "payables"),
            (payables(23), 20, Some("3"), "payables"),
            (invoices(1_021), 20, Some("1001"), "invoices"),
            (several(vec![payables(20), due()]), 21, None, "payables"),
            (several(vec![payables(25), due(), invoices(2_000)]), 41, Some("1980"), "invoices"),
            (Content::Digest { digest: vec![invoices(15), payables(1), invoices(15)] }, 21, Some("10"), "invoices"),
            (debtor, 50, None, ""),
            (letter, 50, None, "check"),
        ];
        for (content, named, left_out, page) in cases {
            for (language, words) in [(Language::English, ["And ", " more."]), (Language::German, ["Und ", " weitere."])] {
                let letter = letterhead().write(&Mail { language, ..mail("Ada Muster", content.clone()) }).unwrap();
                assert_eq!(letter.text.matches("\n- ").count(), named, "{}", letter.text);
                assert_eq!(letter.html.matches("<li ").count(), named);
                for text in [&letter.text, &letter.html] {
                    let said = left_out.map(|number| words.join(number));
                    assert_eq!(said.is_some_and(|said| text.contains(&said)), left_out.is_some(), "{text}");
                    assert_eq!(text.contains(words[1]), left_out.is_some(), "{text}");
                    assert!(page.is_empty() || text.contains(&format!("http://localhost:3000/{page}")), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_several_kinds_of_things_are_called_is_text_and_no_address() {
        let name =
            Line::parse("<b>Lind</b> www.evil.example evil\u{FF0E}example evil\u{3002}example evil\u{2024}example evil\u{FF61}example")
                .ok();
        let matter = Matter { invoice: name.clone(), debtor: name, ..payable(&[(Figure::Open, 1_190_000)]) };
        let late = Content::PaymentOverdue { details: about(vec![matter]) };
        let letter = letterhead().write(&mail("", several(vec![late, due()]))).unwrap();
        assert!(!letter.html.contains("<b>Lind") && letter.html.contains("&#60;b&#62;Lind"), "{}", letter.html);
        for dot in ['.', '\u{FF0E}', '\u{3002}', '\u{2024}', '\u{FF61}'] {
            let address = format!("evil{dot}example");
            assert!(!letter.html.contains(&address) && !letter.text.contains(&address), "{}", letter.text);
        }
    }

    #[test]
    fn a_mail_in_html_says_what_to_do() {
        let (_, requested) = all().into_iter().find(|(name, _)| *name == "documents_requested").unwrap();
        insta::assert_snapshot!(letterhead().write(&Mail { language: Language::German, ..mail("Ada Muster", requested) }).unwrap().html);
    }

    #[test]
    fn no_mail_is_half_in_another_language() {
        for (name, content) in all() {
            let write = |language| letterhead().write(&Mail { language, ..mail("", content.clone()) }).unwrap();
            let (english, german) = (write(Language::English), write(Language::German));
            assert_ne!(english.subject, german.subject, "{name}");
            // What an operator typed and addresses are the same in both, and nothing else is.
            let own = |letter: &Letter| -> Vec<String> {
                let (said, _who) = letter.text.split_once("\n-- \n").unwrap();
                let lines =
                    said.lines().filter(|line| !line.is_empty() && !line.starts_with("  > ") && !line.trim_start().starts_with("http"));
                lines.map(str::to_owned).collect()
            };
            let (english, german) = (own(&english), own(&german));
            assert_eq!(english.len(), german.len(), "{name}");
            assert!(english.iter().all(|line| !german.contains(line)), "{name}: {english:?}, {german:?}");
        }
    }

    #[test]
    fn a_mail_takes_answers_at_the_support_address_and_its_foot_names_the_house() {
        let mut other = letterhead();
        other.imprint.name = Line::parse("Nordbank Factoring AG").unwrap();
        other.imprint.support = EmailAddress::parse("hilfe@nordbank.example").unwrap();
        other.imprint.phone = None;
        for letterhead in [letterhead(), other] {
            let Imprint { name, address, register, vat_id, phone, support, .. } = &letterhead.imprint;
            for language in Language::ALL {
                for (mail_name, content) in all() {
                    let mail = Mail { language: *language, ..mail("Ada Muster", content) };
                    let letter = letterhead.write(&mail).unwrap();
                    for text in [&letter.text, &letter.html] {
                        assert_eq!(text.matches(support.as_str()).count(), 1, "{mail_name}");
                        for said in [name, address, register, vat_id].into_iter().chain(phone) {
                            assert!(text.contains(said.as_str()), "{mail_name}: {text}");
                        }
                        assert!(text.contains("https://house.example/imprint"), "{mail_name}");
                        assert!(text.contains("http://localhost:3000/privacy"), "{mail_name}: a path is one on the web host");
                        assert!(!text.contains("{support}") && !text.contains("get paid sooner"), "{mail_name}");
                        assert!(!text.contains("früher an Ihr Geld"), "{mail_name}: no slogan under a reminder");
                    }
                    let message = String::from_utf8(letterhead.message(&mail, &letter, None).unwrap()).unwrap();
                    assert!(message.lines().any(|line| line == format!("Reply-To: <{support}>")), "{mail_name}");
                }
            }
        }
    }

    #[test]
    fn what_people_are_called_is_text_and_no_address() {
        let details = Details {
            person: Some("<b>evil.example</b> {company} https://evil.example/x".into()),
            company: Line::parse("Click www.evil.example now").ok(),
            role: Some("owner".into()),
            ..Details::default()
        };
        let invitation = Invited { link: LinkId(Uuid::from_u128(2)), details };
        let letter = letterhead().write(&mail("", Content::Invitation { invitation })).unwrap();
        for text in [&letter.text, &letter.html] {
            assert!(!text.contains("evil.example") && !text.contains("https://evil"), "{text}");
            assert_eq!(text.matches("{company}").count(), 1, "what people are called is not filled in: {text}");
        }
        assert!(!letter.html.contains("<b>evil"), "{}", letter.html);
    }

    #[test]
    fn an_invitation_names_nobody_by_a_number_to_call_and_at_no_length() {
        let invited = |person: &str, company: &str| {
            let details = Details { person: Some(person.into()), company: Line::parse(company).ok(), ..Details::default() };
            let invitation = Invited { link: LinkId(Uuid::from_u128(2)), details };
            [Content::Invitation { invitation: invitation.clone() }, Content::SupplierInvitation { invitation }]
        };
        let numbers = ["+49 761 1234567", "0761/12 34", "(0)900-1-2-3-4", "11833", "٠١٢٣٤٥", "０９００１２", "1.2.3.4.5", "1,2,3,4,5"];
        for number in numbers {
            for content in invited(&format!("Call {number} now"), &format!("Bank {number}")) {
                let letter = letterhead().write(&mail("", content)).unwrap();
                for text in [&letter.text, &letter.html] {
                    assert!(text.contains("Call … now") && text.contains("“Bank …”") && !text.contains(number), "{number}: {text}");
                }
            }
        }
        for name in ["3M", "1&1", "Studio 54 GmbH", "4711", "Verlag 1848 AG", "X Æ A-12", "24/7 Service 365", "Dr. A. Höß"] {
            for content in invited(name, name) {
                let letter = letterhead().write(&mail("", content)).unwrap();
                assert!(letter.text.contains(&format!("{name} invites")) && letter.text.contains(&format!("“{name}”")), "{}", letter.text);
            }
        }
        let story = "Your account is blocked and will be closed ".repeat(4);
        for content in invited("Ada", story.trim()) {
            let letter = letterhead().write(&mail("", content)).unwrap();
            assert!(!letter.text.contains(story.trim()) && letter.text.contains("…”"), "{}", letter.text);
        }
    }

    #[test]
    fn what_an_operator_typed_is_text_and_keeps_its_lines() {
        let typed = "<b>One</b> & \"two\"\n\nUpload documents:\nhttps://evil.example/onboarding\nwww.evil.example, a@evil.example\nBy 31.12.2026: 1.50 %\n.\nSubject: other";
        let asked =
            Details { documents: vec![wanted(DocumentKind::BankStatement, typed)], note: Note::parse(typed).ok(), ..Details::default() };
        for content in [Content::DocumentsRequested { details: Some(asked.clone()) }, Content::Reopened { details: Some(asked) }] {
            let mail = mail("Ada Muster", content);
            let letter = letterhead().write(&mail).unwrap();
            assert!(!letter.html.contains("<b>") && !letter.html.contains("evil.example\""), "{}", letter.html);
            assert_eq!(letter.html.matches("&#60;b&#62;One&#60;/b&#62; &#38; &#34;two&#34;<br><br>Upload documents:<br>").count(), 2);
            // Each of its lines is marked, so none stands where ours do, and no address in it is one to click on.
            let marked = typed
                .lines()
                .map(|line| format!("  > {}", line.replace("://", ": //").replace(".e", ". e")))
                .collect::<Vec<_>>()
                .join("\n");
            assert_eq!(letter.text.matches(&marked).count(), 2, "{}", letter.text);
            let links = letter
                .text
                .lines()
                .chain(letter.html.lines())
                .flat_map(|line| line.split(['"', ' ', '>', '<']))
                .filter(|word| word.contains("://"));
            assert!(
                links.clone().count() >= 3
                    && links.clone().all(|link| [
                        "http://localhost:3000/onboarding",
                        "https://house.example/imprint",
                        "http://localhost:3000/privacy"
                    ]
                    .contains(&link)),
                "{:?}",
                links.collect::<Vec<_>>()
            );
            let message = String::from_utf8(letterhead().message(&mail, &letter, None).unwrap()).unwrap();
            let headers: Vec<_> = message.split("\r\n\r\n").next().unwrap().lines().filter(|line| line.starts_with("Subject:")).collect();
            assert_eq!(headers, [format!("Subject: {}", letter.subject)]);
        }
    }

    #[test]
    fn a_document_that_only_a_newer_release_knows_is_not_left_out_silently() {
        let unknown = Wanted { kind: "from_the_future".into(), reason: Note::parse("New.").unwrap() };
        let details = Some(Details { documents: vec![unknown], ..Details::default() });
        let refused = letterhead().write(&mail("Ada Muster", Content::DocumentsRequested { details }));
        assert!(matches!(refused, Err(MailError::ForGood(reason)) if reason.ends_with("from_the_future")));
    }

    #[test]
    fn a_name_is_text_in_html_and_in_headers() {
        let mail = mail("<b>Ada</b> & \"Co\"", Content::ApplicationReceived);
        let letter = letterhead().write(&mail).unwrap();
        assert!(!letter.html.contains("<b>Ada"));
        let message = String::from_utf8(letterhead().message(&mail, &letter, None).unwrap()).unwrap();
        let headers = message.split("\r\n\r\n").next().unwrap();
        assert_eq!(headers.lines().filter(|line| line.starts_with("To:")).count(), 1, "{headers}");
    }

    #[test]
    fn a_debtors_links_are_behind_the_hash_and_each_invoice_has_its_own() {
        let letterhead = letterhead();
        let text = |content: Content| letterhead.write(&mail("Berta Buch", content)).unwrap().text;
        let token = |number: u128| letterhead.tokens.token(LinkId(Uuid::from_u128(number)));
        let assigned = text(Content::ClaimsAssigned { details: written(vec![claim(1), claim(2)]) });
        for number in [1, 2] {
            assert!(assigned.contains(&format!("http://localhost:3000/confirm#token={}", token(number))), "{assigned}");
        }
        assert!(text(Content::ClaimsAssigned { details: written(vec![claim(1)]) }).contains(&token(1)), "of one too");
        let link = LinkId(Uuid::from_u128(3));
        let asked = text(Content::ConfirmationAsked { invitation: Invited { link, details: Details::default() } });
        assert!(asked.contains(&format!("http://localhost:3000/confirm#token={}", token(3))) && !asked.contains("?token="), "{asked}");
    }

    #[tokio::test]
    async fn a_letter_goes_with_its_mail_and_a_mail_without_it_does_not_go() {
        let letterhead = letterhead();
        let with = mail("Berta Buch", Content::ClaimsAssigned { details: written(vec![claim(1)]) });
        let enclosed = letterhead.enclosed(&with).await.unwrap();
        let message = letterhead.message(&with, &letterhead.write(&with).unwrap(), enclosed.as_ref()).unwrap();
        let message = String::from_utf8(message).unwrap();
        let encoded = data_encoding::BASE64.encode(b"%PDF-1.7 notice");
        assert!(
            message.contains("assignment-2027-01-04.pdf") && message.contains("application/pdf") && message.contains(&encoded),
            "{message}"
        );
        let details = Some(Details { paper: Some(Uuid::from_u128(9)), ..Details::default() });
        let without = mail("Berta Buch", Content::ClaimsReleased { details });
        assert!(matches!(letterhead.enclosed(&without).await, Err(MailError::ForGood(_))));
        assert_eq!(letterhead.enclosed(&mail("Ada", Content::ApplicationReceived)).await, Ok(None));
    }

    #[test]
    fn the_sender_is_checked() {
        assert!(MailFrom::parse("Sooner <no-reply@sooner.example>").is_ok());
        assert!(MailFrom::parse("no-reply@sooner.example").is_ok());
        assert!(MailFrom::parse("Sooner").is_err());
        assert!(MailFrom::parse("So\r\nBcc: x <a@b.example>").is_err());
    }
}
