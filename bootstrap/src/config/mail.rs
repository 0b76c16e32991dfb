//! How mails leave.

use super::{Environment, MailTransport, PASSWORD_OF_THE_PAGE, VAR, reader::Reader};
use sooner_adapters::mail::SmtpServer;
use std::net::IpAddr;
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
    let server = smtp_server(&text);
    if environment == Environment::Production && text.contains(PASSWORD_OF_THE_PAGE) {
        reader.mistake(variable, "has the password of the documentation");
    }
    if environment == Environment::Production && server.as_ref().is_some_and(may_be_read_on_the_way) {
        reader.mistake(
            variable,
            "must be smtps://… in production, or smtp://user:password@…, which insists on STARTTLS: links in mails open accounts",
        );
    }
    server.map(MailTransport::Smtp).unwrap_or_else(|| {
        // The value may hold a password: it is not shown.
        reader.mistake(
            variable,
            "must be smtp://user:password@host:port, smtps://… or file://folder, with what is odd in user or password written with percent signs: \
             %40 for @, %3A for :, %2F for /, %3F for ?, %23 for #, %25 for %",
        );
        MailTransport::Folder(VAR.into())
    })
}

/// Without TLS from the first byte and without a password, which is only ever sent behind STARTTLS, a mail goes out in the
/// clear if the server, or somebody in between, says so. To a relay on this machine there is nobody in between.
fn may_be_read_on_the_way(server: &SmtpServer) -> bool {
    let address = server.host.trim_matches(['[', ']']).parse::<IpAddr>();
    let on_this_machine = server.host == "localhost" || address.is_ok_and(|address| address.is_loopback());
    !server.implicit_tls && server.credentials.is_none() && !on_this_machine
}

fn smtp_server(text: &str) -> Option<SmtpServer> {
    let url = Url::parse(text).ok()?;
    let (implicit_tls, default_port) = match url.scheme() {
        "smtp" => (false, 587),
        "smtps" => (true, 465),
        _ => return None,
    };
    // Where a password ends would be guessed, and its rest taken, and shown, for a host or something behind it.
    let is_plain = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    if !is_plain {
        return None;
    }
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned);
    let credentials = match (url.username(), url.password()) {
        ("", None) => None,
        (username, Some(password)) => Some((decode(username)?, decode(password)?)),
        _ => return None,
    };
    Some(SmtpServer { host: url.host_str()?.to_owned(), port: url.port().unwrap_or(default_port), implicit_tls, credentials })
}
