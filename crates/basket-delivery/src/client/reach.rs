//! Which addresses a message may go to. A shop chooses where, but it is our machine that connects: it must never be
//! the way into a network that the shop's people could not reach themselves.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Blocks of IPv4 that are nobody's on the Internet, each with the length of its prefix; from the registry of
/// special-purpose addresses.
const CLOSED_V4: &[(Ipv4Addr, u32)] = &[
    // This host, on this network.
    (Ipv4Addr::UNSPECIFIED, 8),
    // Private networks.
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    // Behind a provider's address translation.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    // This machine.
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // This link; where clouds tell machines their secrets.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    // Protocols, and relays that are no more.
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    // Documentation.
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Measurements.
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    // To many, reserved, to all.
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];

/// Blocks of IPv6 inside of what is handed out to networks that are no networks on the Internet.
const CLOSED_V6: &[(Ipv6Addr, u32)] = &[
    // Protocols, with tunnels that hide an address of IPv4.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    // Documentation.
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
    // Another such tunnel.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
];

/// What is handed out to networks on the Internet.
const OPEN_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
/// An address of IPv4, for networks that have only IPv6.
const TRANSLATED: (Ipv6Addr, u32) = (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// Whether everybody on the Internet means the same machine by it.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

/// Whether a web server may listen there. Below 1024 are other services, which could take a message for something
/// that is meant for them.
pub(super) fn is_web_port(port: u16) -> bool {
    matches!(port, 80 | 443 | 1024..)
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let inside = |block: &Ipv4Addr, length: u32| {
        (address.to_bits() ^ block.to_bits()).checked_shr(32 - length).unwrap_or_default() == 0
    };
    !CLOSED_V4.iter().any(|(block, length)| inside(block, *length))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let inside = |(block, length): (Ipv6Addr, u32)| {
        (address.to_bits() ^ block.to_bits()).checked_shr(128 - length).unwrap_or_default() == 0
    };
    if inside(TRANSLATED) {
        let [.., a, b, c, d] = address.octets();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    inside(OPEN_V6) && !CLOSED_V6.iter().copied().any(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_on_the_internet_are_public() {
        let public = "1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
            169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0
            198.17.255.255 198.20.0.0 203.0.114.0 223.255.255.255
            2606:4700:4700::1111 2a00:1450:4001:800::200e 2001:200:: 2003::1 3ffe::1
            ::ffff:1.1.1.1 64:ff9b::1.1.1.1";
        for text in public.split_whitespace() {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        let closed = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255
            127.0.0.1 127.255.255.254 169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1
            192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255
            198.51.100.1 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
            :: ::1 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
            64:ff9b::127.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::1 100::1 2001::1 2001:10::1 2001:20::1
            2001:db8::1 2002:7f00:1::1 2002:a00:1::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fd12::1
            fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 4000::1";
        for text in closed.split_whitespace() {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn web_servers_listen_at_their_own_ports_or_at_high_ones() {
        assert!([80, 443, 1024, 8080, 8443, 65535].into_iter().all(is_web_port));
        assert!(![0, 1, 22, 25, 53, 110, 143, 445, 465, 587, 993].into_iter().any(is_web_port));
    }
}
