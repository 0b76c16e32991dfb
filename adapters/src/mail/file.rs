//! Mails as files, for development: open one in a mail program, or follow the link in the log.

use super::message::Letterhead;
use async_trait::async_trait;
use sooner_application::kernel::outbox::{Mail, MailError, Mailer};
use std::path::PathBuf;

/// Writes `.eml` files into a folder.
pub struct FileMailer {
    folder: PathBuf,
    letterhead: Letterhead,
}

impl FileMailer {
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(folder: PathBuf, letterhead: Letterhead) -> Result<Self, std::io::Error> {
        std::fs::create_dir_all(&folder)?;
        Ok(Self { folder, letterhead })
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let letter = self.letterhead.of(mail).await?.write(mail)?;
        let enclosed = self.letterhead.enclosed(mail).await?;
        let message = self.letterhead.message(mail, &letter, enclosed.as_ref()).map_err(|error| MailError::ForNow(error.to_string()))?;
        let file = self.folder.join(format!("{}-{}.eml", mail.created_at.format("%Y%m%dT%H%M%S%.6f"), mail.id));
        std::fs::write(&file, message).map_err(|error| MailError::ForNow(error.to_string()))?;
        tracing::info!(to = %mail.to, subject = %letter.subject, link = %letter.address, file = %file.display(), "mail written");
        Ok(())
    }
}
