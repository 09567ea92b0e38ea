//! For whom agents think.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv6Addr};

use crate::visitor::Visitor;

/// The part of the network that counts as one address: a host of IPv4, and the 64 bits of a network of IPv6, since one
/// subscriber has all hosts of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(IpAddr);

impl Origin {
    /// Where an address belongs to.
    pub fn of(address: IpAddr) -> Origin {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                Origin(Ipv6Addr::from_bits(network).into())
            }
            host @ IpAddr::V4(_) => Origin(host),
        }
    }
}

/// For whom work is done. Time is shared between origins, then visitors, then rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner {
    /// Where the request came from.
    pub origin: Origin,
    /// Who it is; all visitors of an origin without a session are one.
    pub visitor: u64,
    /// What it is for.
    pub room: u64,
    /// Whether somebody waits for it. Games of agents among themselves come last.
    pub attended: bool,
}

impl Owner {
    /// Somebody who waits.
    pub fn new(origin: Origin, visitor: Option<&Visitor>, room: &str) -> Owner {
        let mut hasher = DefaultHasher::new();
        room.hash(&mut hasher);
        Owner {
            origin,
            visitor: visitor.map_or(0, Visitor::number),
            room: hasher.finish(),
            attended: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_origin() {
        let origin = |text: &str| Origin::of(text.parse().unwrap());
        assert_eq!(origin("2001:db8:1:2::1"), origin("2001:db8:1:2:3:4:5:6"));
        assert_ne!(origin("2001:db8:1:2::1"), origin("2001:db8:1:3::1"));
        assert_ne!(origin("10.0.0.1"), origin("10.0.0.2"));
        assert_eq!(origin("::ffff:10.0.0.1"), origin("10.0.0.1"));
    }
}
