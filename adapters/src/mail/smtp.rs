//! Mails over SMTP, encrypted whenever the server offers it.

use super::message::Letterhead;
use async_trait::async_trait;
use mail_send::{
    Credentials, SmtpClient, SmtpClientBuilder,
    smtp::message::{Address, Message, Parameters},
};
use sooner_application::mail::{Mail, MailError, Mailer};
use std::time::Duration;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};

/// For one mail, from the connection to the last answer: the library's own limits leave gaps.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server to hand mails to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    /// TLS from the first byte (`smtps`); otherwise STARTTLS when it is offered.
    pub implicit_tls: bool,
    pub credentials: Option<(String, String)>,
}

/// Sends mails to an SMTP server, one connection each.
pub struct SmtpMailer {
    builder: SmtpClientBuilder<String>,
    implicit_tls: bool,
    letterhead: Letterhead,
}

impl SmtpMailer {
    /// # Errors
    /// When no TLS client can be made.
    pub fn new(server: SmtpServer, letterhead: Letterhead) -> Result<Self, String> {
        let SmtpServer { host, port, implicit_tls, credentials } = server;
        // Otherwise the machine's own name goes out with every mail.
        let domain = letterhead.from.address.as_str().rsplit_once('@').map_or("localhost", |(_, domain)| domain);
        let builder = SmtpClientBuilder::new(host, port)?.implicit_tls(implicit_tls).helo_host(domain).timeout(PATIENCE);
        let builder = match credentials {
            Some((username, secret)) => builder.credentials(Credentials::Plain { username, secret }),
            None => builder,
        };
        Ok(Self { builder, implicit_tls, letterhead })
    }

    async fn deliver(&self, message: Message<'_>) -> mail_send::Result<()> {
        match self.builder.connect().await {
            Ok(client) => hand_over(client, message).await,
            // The server offers no encryption: a mail in the clear beats none. Credentials would be in the clear too.
            Err(mail_send::Error::MissingStartTls) if !self.implicit_tls && self.builder.credentials.is_none() => {
                hand_over(self.builder.connect_plain().await?, message).await
            }
            Err(error) => Err(error),
        }
    }
}

async fn hand_over<T: AsyncRead + AsyncWrite + Unpin>(mut client: SmtpClient<T>, message: Message<'_>) -> mail_send::Result<()> {
    client.send(message).await?;
    // The mail is accepted; a server that hangs up instead of saying goodbye changes nothing.
    client.quit().await.ok();
    Ok(())
}

fn outcome(error: &mail_send::Error) -> MailError {
    match error {
        mail_send::Error::UnexpectedReply(reply) if (500..600).contains(&reply.code) => MailError::ForGood(error.to_string()),
        _ => MailError::ForNow(error.to_string()),
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let letter = self.letterhead.write(mail).map_err(|error| MailError::ForGood(error.to_string()))?;
        let body = self.letterhead.message(mail, &letter).map_err(|error| MailError::ForNow(error.to_string()))?;
        let address = |text: &str| Address::new(text.to_owned(), Parameters::default());
        let message = Message {
            mail_from: address(self.letterhead.from.address.as_str()),
            rcpt_to: vec![address(mail.to.as_str())],
            body: body.into(),
        };
        match timeout(PATIENCE, self.deliver(message)).await {
            Ok(sent) => sent.map_err(|error| outcome(&error)),
            Err(_) => Err(MailError::ForNow("the mail server does not answer".to_owned())),
        }
    }
}
