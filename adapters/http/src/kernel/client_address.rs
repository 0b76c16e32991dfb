//! Whose address a request comes from. A forwarded header counts only from a proxy the instance trusts: anybody else
//! could write into it and slip out of a rate limit.

use super::{api::Api, error::Problem};
use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use ipnet::IpNet;
use std::{
    future::{Ready, ready},
    net::{IpAddr, SocketAddr},
};

/// Proxies in front of the API, by the networks they are in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(pub Vec<IpNet>);

impl TrustedProxies {
    /// The nearest address that is no proxy of ours. `forwarded` are the lines of `X-Forwarded-For`, in their order: each
    /// proxy appends whom it saw, to the last line or as a line of its own.
    fn client<'a>(&self, peer: IpAddr, forwarded: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut hops = forwarded.rev().flat_map(|line| line.rsplit(','));
        let mut nearest = peer;
        while self.0.iter().any(|network| network.contains(&nearest.to_canonical())) {
            match hops.next().and_then(hop) {
                Some(hop) => nearest = hop,
                None => break,
            }
        }
        nearest
    }
}

/// An address as proxies write it, some of them with the port.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The address of the client.
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let peer = request.peer_addr().map_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), |address| address.ip());
        // A line that is no text stands in the way of those before it.
        let lines: Vec<_> = request.headers().get_all("x-forwarded-for").map(|line| line.to_str().unwrap_or_default()).collect();
        let proxies = request.app_data::<web::Data<Api>>().map(|api| api.host.settings.trusted_proxies.clone()).unwrap_or_default();
        Self(proxies.client(peer, lines.into_iter()))
    }
}

impl FromRequest for ClientAddress {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &str) -> String {
        clients(proxies, peer, &[forwarded])
    }

    fn clients(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let network = |text: &&str| text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).unwrap();
        let proxies = TrustedProxies(proxies.iter().map(network).collect());
        proxies.client(peer.parse().unwrap(), forwarded.iter().copied()).to_string()
    }

    #[test]
    fn a_forwarded_header_counts_only_from_a_trusted_proxy() {
        assert_eq!(client(&[], "192.0.2.1", "203.0.113.9"), "192.0.2.1");
        assert_eq!(client(&["192.0.2.1"], "192.0.2.1", "203.0.113.9"), "203.0.113.9");
        assert_eq!(client(&["192.0.2.1"], "192.0.2.7", "203.0.113.9"), "192.0.2.7");
    }

    #[test]
    fn proxies_are_trusted_by_address_or_by_network() {
        for (network, peer, trusted) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("2001:db8::/32", "2001:db8:7::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("127.0.0.1", "127.0.0.2", false),
        ] {
            let expected = if trusted { "203.0.113.9" } else { peer };
            assert_eq!(client(&[network], peer, "203.0.113.9"), expected, "{network} {peer}");
        }
        // Several of ours, one behind the other.
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", "1.2.3.4, 203.0.113.9, 10.7.7.7, 10.0.0.2"), "203.0.113.9");
    }

    #[test]
    fn all_lines_count_from_the_last_one_back() {
        let two = ["192.0.2.1", "192.0.2.2"];
        // A client's own line, and the ones proxies added behind it.
        assert_eq!(clients(&two, "192.0.2.1", &["1.2.3.4", "203.0.113.9, 192.0.2.2"]), "203.0.113.9");
        assert_eq!(clients(&two, "192.0.2.1", &["1.2.3.4", "203.0.113.9", "192.0.2.2"]), "203.0.113.9");
        assert_eq!(clients(&two, "192.0.2.1", &["203.0.113.9", "", "192.0.2.2"]), "192.0.2.2", "an odd line hides what is before it");
    }

    #[test]
    fn an_address_counts_however_a_proxy_writes_it() {
        for (written, address) in [
            (" 203.0.113.9 ", "203.0.113.9"),
            ("203.0.113.9:51234", "203.0.113.9"),
            ("2001:db8::9", "2001:db8::9"),
            ("[2001:db8::9]", "2001:db8::9"),
            ("[2001:db8::9]:51234", "2001:db8::9"),
        ] {
            assert_eq!(client(&["192.0.2.1"], "192.0.2.1", written), address, "{written}");
        }
    }

    #[test]
    fn what_a_client_wrote_in_front_does_not_count() {
        assert_eq!(client(&["192.0.2.1", "192.0.2.2"], "192.0.2.1", "1.2.3.4, 203.0.113.9, 192.0.2.2"), "203.0.113.9");
        assert_eq!(client(&["192.0.2.1"], "192.0.2.1", "garbage"), "192.0.2.1");
    }
}
