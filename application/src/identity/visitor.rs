//! Who is at the other end when somebody signs in.

use sooner_domain::identity::client::Client;
use std::net::IpAddr;

/// Where somebody signs in from, and with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    pub address: IpAddr,
    pub client: Client,
}

/// Of whom nothing but the address is known.
impl From<IpAddr> for Visitor {
    fn from(address: IpAddr) -> Self {
        Self { address, client: Client::default() }
    }
}
