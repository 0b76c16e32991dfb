//! Mails over SMTP, encrypted whenever the server offers it.

use super::message::{Letterhead, MailFrom};
use async_trait::async_trait;
use mail_send::{
    Credentials, SmtpClient, SmtpClientBuilder,
    smtp::message::{Address, Message, Parameters},
};
use sooner_application::kernel::outbox::{Mail, MailError, Mailer};
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
    patience: Duration,
}

impl SmtpMailer {
    /// # Errors
    /// When no TLS client can be made.
    pub fn new(server: SmtpServer, letterhead: Letterhead) -> Result<Self, String> {
        let (implicit_tls, builder) = (server.implicit_tls, builder(server, &letterhead.from)?);
        Ok(Self { builder, implicit_tls, letterhead, patience: PATIENCE })
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

fn builder(server: SmtpServer, from: &MailFrom) -> Result<SmtpClientBuilder<String>, String> {
    let SmtpServer { host, port, implicit_tls, credentials } = server;
    // Otherwise the machine's own name goes out with every mail.
    let domain = from.address.as_str().rsplit_once('@').map_or("localhost", |(_, domain)| domain);
    let builder = SmtpClientBuilder::new(host, port)?.implicit_tls(implicit_tls).helo_host(domain).timeout(PATIENCE);
    Ok(match credentials {
        Some((username, secret)) => builder.credentials(Credentials::Plain { username, secret }),
        None => builder,
    })
}

impl SmtpServer {
    /// Connects, and signs in where there is a password, as for a mail from this sender.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses, with why.
    pub async fn try_out(self, from: &MailFrom) -> Result<(), String> {
        let in_the_clear = !self.implicit_tls && self.credentials.is_none();
        let builder = builder(self, from)?;
        let tried = timeout(PATIENCE, async {
            match builder.connect().await {
                Ok(client) => drop(client.quit().await),
                Err(mail_send::Error::MissingStartTls) if in_the_clear => drop(builder.connect_plain().await?.quit().await),
                Err(error) => return Err(error),
            }
            Ok(())
        });
        tried.await.map_err(|_| "the mail server does not answer".to_owned())?.map_err(|error| error.to_string())
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
        let letter = self.letterhead.of(mail).await?.write(mail)?;
        let enclosed = self.letterhead.enclosed(mail).await?;
        let body = self.letterhead.message(mail, &letter, enclosed.as_ref()).map_err(|error| MailError::ForNow(error.to_string()))?;
        let address = |text: &str| Address::new(text.to_owned(), Parameters::default());
        let message = Message {
            mail_from: address(self.letterhead.from.address.as_str()),
            rcpt_to: vec![address(mail.to.as_str())],
            body: body.into(),
        };
        let sent = match timeout(self.patience, self.deliver(message)).await {
            Ok(sent) => sent.map_err(|error| outcome(&error)),
            Err(_) => Err(MailError::ForNow("the mail server does not answer".to_owned())),
        };
        sent.inspect_err(|error| tracing::warn!(mail = %mail.id, %error, "a mail was not sent"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{link_tokens::HmacLinkTokens, mail::MailFrom};
    use chrono::DateTime;
    use sooner_application::kernel::{
        outbox::{Attachment, Attachments, Content},
        unavailable::Unavailable,
    };
    use sooner_domain::kernel::{email::EmailAddress, ids::MailId, language::Language};
    use std::sync::{Arc, Mutex};
    use tokio::{
        io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
        net::TcpListener,
    };
    use uuid::Uuid;

    /// A mail server that says `replies` to what matters and keeps what it hears.
    #[derive(Clone, Copy)]
    struct Manners {
        greeting: Option<&'static str>,
        rcpt: &'static str,
        /// None: it hangs up instead of answering.
        accepted: Option<&'static str>,
    }

    const POLITE: Manners = Manners { greeting: Some("220 mail.example ESMTP"), rcpt: "250 fine", accepted: Some("250 queued") };

    async fn server(manners: Manners) -> (u16, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hears = heard.clone();
        actix_web::rt::spawn(async move {
            let mut held = Vec::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (reader, mut writer) = stream.into_split();
                let mut lines = BufReader::new(reader).lines();
                let Some(greeting) = manners.greeting else {
                    // Holds the line and says nothing.
                    held.push(writer);
                    continue;
                };
                writer.write_all(format!("{greeting}\r\n").as_bytes()).await.ok();
                let mut in_data = false;
                while let Ok(Some(line)) = lines.next_line().await {
                    hears.lock().unwrap().push(line.clone());
                    let reply = match line.split(' ').next().unwrap_or_default() {
                        _ if in_data && line == "." => {
                            in_data = false;
                            match manners.accepted {
                                Some(reply) => reply,
                                None => break,
                            }
                        }
                        _ if in_data => continue,
                        "EHLO" => "250-mail.example\r\n250 8BITMIME",
                        "RCPT" => manners.rcpt,
                        "DATA" => {
                            in_data = true;
                            "354 go on"
                        }
                        "QUIT" => "221 bye",
                        _ => "250 fine",
                    };
                    writer.write_all(format!("{reply}\r\n").as_bytes()).await.ok();
                }
            }
        });
        (port, heard)
    }

    struct NothingEnclosed;

    #[async_trait]
    impl Attachments for NothingEnclosed {
        async fn attachment(&self, _: Uuid) -> Result<Option<Attachment>, Unavailable> {
            Ok(None)
        }
    }

    async fn send(port: u16, credentials: Option<(String, String)>) -> Result<(), MailError> {
        let from = MailFrom::parse("Sooner <no-reply@sooner.example>").unwrap();
        let letterhead = Letterhead {
            from,
            imprint: super::super::a_house(),
            web_origin: "http://localhost:3000".into(),
            tokens: Arc::new(HmacLinkTokens::new(b"secret")),
            before: None,
            attachments: Arc::new(NothingEnclosed),
        };
        let server = SmtpServer { host: "127.0.0.1".into(), port, implicit_tls: false, credentials };
        let mailer = SmtpMailer { patience: Duration::from_millis(500), ..SmtpMailer::new(server, letterhead).unwrap() };
        let to = EmailAddress::parse("ada@example.com").unwrap();
        let mail = Mail {
            id: MailId(Uuid::from_u128(1)),
            to,
            name: "Ada".into(),
            language: Language::English,
            content: Content::ApplicationReceived,
            created_at: DateTime::UNIX_EPOCH,
        };
        mailer.send(&mail).await
    }

    #[actix_web::test]
    async fn a_mail_goes_out_with_its_envelope_and_under_our_name() {
        let (port, heard) = server(POLITE).await;
        assert_eq!(send(port, None).await, Ok(()));
        let heard = heard.lock().unwrap().clone();
        for line in ["EHLO sooner.example", "MAIL FROM:<no-reply@sooner.example>", "RCPT TO:<ada@example.com>", "DATA", "QUIT"] {
            assert!(heard.iter().any(|heard| heard.starts_with(line)), "{line} is not among {heard:?}");
        }
        assert!(heard.iter().any(|line| line == "Subject: We received your application"), "{heard:?}");
    }

    #[actix_web::test]
    async fn trouble_for_now_and_trouble_for_good_are_told_apart() {
        let silent = Manners { greeting: None, ..POLITE };
        let unwilling = Manners { greeting: Some("421 too busy"), ..POLITE };
        let greylisting = Manners { rcpt: "450 later", ..POLITE };
        let unknown = Manners { rcpt: "550 no such mailbox", ..POLITE };
        let rude = Manners { accepted: None, ..POLITE };
        for manners in [silent, unwilling, greylisting, rude] {
            assert!(matches!(send(server(manners).await.0, None).await, Err(MailError::ForNow(_))));
        }
        assert!(matches!(send(server(unknown).await.0, None).await, Err(MailError::ForGood(_))));
        let nobody = { TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port() };
        assert!(matches!(send(nobody, None).await, Err(MailError::ForNow(_))));
    }

    #[actix_web::test]
    async fn a_password_is_not_sent_in_the_clear() {
        let (port, heard) = server(POLITE).await;
        assert!(send(port, Some(("sooner".into(), "hunter2".into()))).await.is_err());
        assert!(!heard.lock().unwrap().iter().any(|line| line.starts_with("AUTH") || line.starts_with("MAIL")));
    }
}
