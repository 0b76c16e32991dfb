//! Mails: what they say, and two ways to send them.

mod facts;
mod file;
mod links_before;
mod message;
mod smtp;
mod words;

pub use file::FileMailer;
pub use links_before::LinksBefore;
pub use message::{Letterhead, MailFrom};
pub use smtp::{SmtpMailer, SmtpServer};

/// Who runs the instance of the tests.
#[cfg(test)]
fn a_house() -> sooner_shared::imprint::Imprint {
    use sooner_domain::kernel::{email::EmailAddress, text::Line};
    let line = |text| Line::parse(text).unwrap();
    sooner_shared::imprint::Imprint {
        name: line("Sooner Finance GmbH"),
        address: line("Börsenplatz 4, 60313 Frankfurt am Main"),
        register: line("Amtsgericht Frankfurt am Main, HRB 12345"),
        vat_id: line("DE136695976"),
        phone: Some(line("+49 69 1234567")),
        support: EmailAddress::parse("support@sooner.example").unwrap(),
        imprint_url: "https://house.example/imprint".into(),
        terms_url: "https://house.example/terms".into(),
        privacy_url: "/privacy".into(),
    }
}
