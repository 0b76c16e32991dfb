//! How mails leave.

use super::{Environment, MailTransport, VAR, reader::Reader};
use sooner_adapters::mail::SmtpServer;
use url::Url;

pub(super) fn transport(reader: &mut Reader<'_>, environment: Environment) -> MailTransport {
    let variable = reader.renamed("SOONER_SMTP_URL", "SOONER_MAIL_URL");
    let text = reader.text(variable, "file://var/mail");
    if let Some(folder) = text.strip_prefix("file://") {
        if environment == Environment::Production {
            reader.mistake(variable, "must name a mail server in production, as smtp://… or smtps://…");
        }
        return MailTransport::Folder(folder.into());
    }
    smtp_server(&text).map(MailTransport::Smtp).unwrap_or_else(|| {
        // The value may hold a password: it is not shown.
        reader.mistake(variable, "must be smtp://user:password@host:port, smtps://… or file://folder");
        MailTransport::Folder(VAR.into())
    })
}

fn smtp_server(text: &str) -> Option<SmtpServer> {
    let url = Url::parse(text).ok()?;
    let (implicit_tls, default_port) = match url.scheme() {
        "smtp" => (false, 587),
        "smtps" => (true, 465),
        _ => return None,
    };
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned);
    let credentials = match (url.username(), url.password()) {
        ("", None) => None,
        (username, Some(password)) => Some((decode(username)?, decode(password)?)),
        _ => return None,
    };
    Some(SmtpServer { host: url.host_str()?.to_owned(), port: url.port().unwrap_or(default_port), implicit_tls, credentials })
}
