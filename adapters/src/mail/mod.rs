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
