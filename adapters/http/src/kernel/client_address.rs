//! Whose address a request comes from. A forwarded header counts only from a proxy the instance trusts: anybody else
//! could write into it and slip out of a rate limit.

use super::{api::Api, error::Problem};
use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use std::{
    future::{Ready, ready},
    net::IpAddr,
};

/// Proxies in front of the API, by address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(pub Vec<IpAddr>);

impl TrustedProxies {
    /// The nearest address that is no proxy of ours. `forwarded` is `X-Forwarded-For`: each proxy appends whom it saw.
    fn client(&self, peer: IpAddr, forwarded: Option<&str>) -> IpAddr {
        let mut hops = forwarded.unwrap_or_default().rsplit(',');
        let mut nearest = peer;
        while self.0.contains(&nearest.to_canonical()) {
            match hops.next().map(str::trim).and_then(|hop| hop.parse().ok()) {
                Some(hop) => nearest = hop,
                None => break,
            }
        }
        nearest
    }
}

/// The address of the client.
pub struct ClientAddress(pub IpAddr);

impl FromRequest for ClientAddress {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let peer = request.peer_addr().map_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), |address| address.ip());
        let forwarded = request.headers().get("x-forwarded-for").and_then(|value| value.to_str().ok());
        let proxies = request.app_data::<web::Data<Api>>().map(|api| api.host.settings.trusted_proxies.clone()).unwrap_or_default();
        ready(Ok(Self(proxies.client(peer, forwarded))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &str) -> String {
        let proxies = TrustedProxies(proxies.iter().map(|proxy| proxy.parse().unwrap()).collect());
        proxies.client(peer.parse().unwrap(), Some(forwarded)).to_string()
    }

    #[test]
    fn a_forwarded_header_counts_only_from_a_trusted_proxy() {
        assert_eq!(client(&[], "192.0.2.1", "203.0.113.9"), "192.0.2.1");
        assert_eq!(client(&["192.0.2.1"], "192.0.2.1", "203.0.113.9"), "203.0.113.9");
        assert_eq!(client(&["192.0.2.1"], "192.0.2.7", "203.0.113.9"), "192.0.2.7");
    }

    #[test]
    fn what_a_client_wrote_in_front_does_not_count() {
        assert_eq!(client(&["192.0.2.1", "192.0.2.2"], "192.0.2.1", "1.2.3.4, 203.0.113.9, 192.0.2.2"), "203.0.113.9");
        assert_eq!(client(&["192.0.2.1"], "192.0.2.1", "garbage"), "192.0.2.1");
    }
}
