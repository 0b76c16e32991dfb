//! Mails as text and HTML.

use askama::Template;
use mail_send::mail_builder::{MessageBuilder, headers::address::Address};
use sooner_application::{
    identity::ports::LinkTokens,
    kernel::outbox::{Content, Mail},
};
use sooner_domain::kernel::{Invalid, email::EmailAddress};
use std::sync::Arc;

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

/// What every mail needs: who it is from, where its links lead, and what makes them work.
#[derive(Clone)]
pub struct Letterhead {
    pub from: MailFrom,
    pub web_origin: String,
    pub tokens: Arc<dyn LinkTokens>,
}

/// Whom it goes to. Without a name there is none in the header either.
fn addressed(mail: &Mail) -> Address<'_> {
    let name = Some(mail.name.as_str()).filter(|name| !name.is_empty());
    Address::new_address(name, mail.to.as_str())
}

/// One mail, written.
pub(super) struct Letter {
    pub(super) subject: &'static str,
    pub(super) text: String,
    pub(super) html: String,
    /// Where its button leads.
    pub(super) address: String,
}

#[derive(Template)]
#[template(path = "letter.txt")]
struct Text<'a> {
    name: &'a str,
    words: &'a Words,
    address: &'a str,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    name: &'a str,
    words: &'a Words,
    address: &'a str,
}

struct Words {
    subject: &'static str,
    lead: &'static str,
    button: &'static str,
    after: &'static str,
}

const VERIFY_EMAIL: Words = Words {
    subject: "Confirm your e-mail address",
    lead: "Welcome to Sooner. Confirm your e-mail address to start your application.",
    button: "Confirm e-mail address",
    after: "The link works once and expires after 24 hours. Didn’t sign up? Ignore this e-mail.",
};
const RESET_PASSWORD: Words = Words {
    subject: "Set a new password",
    lead: "We received a request for a new password for your Sooner account.",
    button: "Set a new password",
    after: "The link works once and expires after an hour. Setting a new password signs you out on all devices. Not you? Ignore this e-mail; your password won’t change.",
};
const PASSWORD_CHANGED: Words = Words {
    subject: "Your password was changed",
    lead: "The password of your Sooner account was changed. All other devices have been signed out.",
    button: "Open Sooner",
    after: "Not you? Then someone else knew your password. Set a new one with “Forgot your password?” now.",
};
const WRONG_CODES: Words = Words {
    subject: "Wrong codes for your account",
    lead: "Several wrong codes of the authenticator app were entered for your account, by someone who knows your password or is signed in.",
    button: "Open Sooner",
    after: "Not you? Set a new password with “Forgot your password?” now.",
};
const APPLICATION_RECEIVED: Words = Words {
    subject: "We received your application",
    lead: "Thank you. Your application is complete, and we are reviewing your documents.",
    button: "Go to dashboard",
    after: "You don’t need to do anything now. We’ll e-mail you when we have a decision or a question.",
};
// These are for everybody they can reach: sellers and buyers, with documents asked for or none.
const APPROVED: Words = Words {
    subject: "Your application is approved",
    lead: "Good news: your application is approved. You can now use all features.",
    button: "Go to dashboard",
    after: "You’ll find the next steps on your dashboard.",
};
const DISAPPROVED: Words = Words {
    subject: "Your application was not approved",
    lead: "We could not approve your application. You’ll find more on your dashboard.",
    button: "Go to dashboard",
    after: "Did we miss something? Get in touch with your usual contact; we can reopen your application.",
};
const DOCUMENTS_REQUESTED: Words = Words {
    subject: "We need documents from you",
    lead: "We need some documents from you. Sign in to see which, and why.",
    button: "Upload documents",
    after: "Everything else stays as you submitted it.",
};
const REOPENED: Words = Words {
    subject: "Your application is open again",
    lead: "We have reopened your application. Sign in to see whether we need documents, then submit it again.",
    button: "Open application",
    after: "Everything else stays as you submitted it.",
};

impl Letterhead {
    pub(super) fn write(&self, mail: &Mail) -> Result<Letter, askama::Error> {
        let link = |path: &str, id| format!("{}/{path}?token={}", self.web_origin, self.tokens.token(id));
        let page = |path: &str| format!("{}/{path}", self.web_origin);
        let (words, address) = match mail.content {
            Content::VerifyEmail { link: id } => (&VERIFY_EMAIL, link("verify-email", id)),
            Content::ResetPassword { link: id } => (&RESET_PASSWORD, link("reset-password", id)),
            Content::PasswordChanged => (&PASSWORD_CHANGED, page("sign-in")),
            Content::WrongCodes => (&WRONG_CODES, page("sign-in")),
            Content::ApplicationReceived => (&APPLICATION_RECEIVED, page("dashboard")),
            Content::Approved => (&APPROVED, page("dashboard")),
            Content::Disapproved => (&DISAPPROVED, page("dashboard")),
            Content::DocumentsRequested => (&DOCUMENTS_REQUESTED, page("onboarding")),
            Content::Reopened => (&REOPENED, page("onboarding")),
        };
        let (name, address_text) = (mail.name.as_str(), address.as_str());
        let text = Text { name, words, address: address_text }.render()?;
        let html = Html { name, words, address: address_text }.render()?;
        Ok(Letter { subject: words.subject, text, html, address })
    }

    /// The whole message as it goes over the wire. Its id is the mail's, so that a mail sent twice can be told.
    pub(super) fn message(&self, mail: &Mail, letter: &Letter) -> Result<Vec<u8>, std::io::Error> {
        let domain = self.from.address.as_str().rsplit_once('@').map_or("localhost", |(_, domain)| domain);
        MessageBuilder::new()
            .from((self.from.name.as_str(), self.from.address.as_str()))
            .to(addressed(mail))
            .subject(letter.subject)
            .message_id(format!("{}@{domain}", mail.id))
            .date(mail.created_at.timestamp())
            .text_body(letter.text.as_str())
            .html_body(letter.html.as_str())
            .write_to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link_tokens::HmacLinkTokens;
    use chrono::DateTime;
    use sooner_domain::kernel::ids::{LinkId, MailId};
    use uuid::Uuid;

    fn letterhead() -> Letterhead {
        let from = MailFrom::parse("Sooner <no-reply@localhost>").unwrap();
        Letterhead { from, web_origin: "http://localhost:3000".into(), tokens: Arc::new(HmacLinkTokens::new(b"secret")) }
    }

    fn mail(name: &str, content: Content) -> Mail {
        let to = EmailAddress::parse("ada@example.com").unwrap();
        Mail { id: MailId(Uuid::from_u128(1)), to, name: name.into(), content, created_at: DateTime::UNIX_EPOCH }
    }

    #[test]
    fn a_mail_says_what_to_do_as_text_and_as_html() {
        let link = LinkId(Uuid::from_u128(2));
        let letter = letterhead().write(&mail("Ada Brandt", Content::VerifyEmail { link })).unwrap();
        insta::assert_snapshot!(letter.text);
        assert!(letter.html.contains(&letter.address));
    }

    #[test]
    fn a_name_is_text_in_html_and_in_headers() {
        let mail = mail("<b>Ada</b> & \"Co\"", Content::ApplicationReceived);
        let letter = letterhead().write(&mail).unwrap();
        assert!(!letter.html.contains("<b>Ada"));
        let message = String::from_utf8(letterhead().message(&mail, &letter).unwrap()).unwrap();
        let headers = message.split("\r\n\r\n").next().unwrap();
        assert_eq!(headers.matches("To:").count(), 1, "{headers}");
    }

    #[test]
    fn the_sender_is_checked() {
        assert!(MailFrom::parse("Sooner <no-reply@sooner.example>").is_ok());
        assert!(MailFrom::parse("no-reply@sooner.example").is_ok());
        assert!(MailFrom::parse("Sooner").is_err());
        assert!(MailFrom::parse("So\r\nBcc: x <a@b.example>").is_err());
    }
}
