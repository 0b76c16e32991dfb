//! Who runs the instance, as pages and mails name them.

use sooner_domain::kernel::{email::EmailAddress, text::Line};

/// Who runs the instance. People who are asked for money or for an answer must see who asks, so nothing of it but the
/// phone may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imprint {
    pub name: Line,
    /// Street and town in one line.
    pub address: Line,
    /// The register and the number there.
    pub register: Line,
    pub vat_id: Line,
    pub phone: Option<Line>,
    /// Where people turn for help, and where what is answered to a mail goes.
    pub support: EmailAddress,
    /// Pages of the house: each an `https` address, or a path on the web host.
    pub imprint_url: String,
    pub terms_url: String,
    pub privacy_url: String,
}
