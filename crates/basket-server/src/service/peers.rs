//! How many connections each address has, so that no one address takes all places.

use basket_web::{caller::Peer, limits::client_network};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The connections of each address.
#[derive(Debug, Clone)]
pub(super) struct Peers {
    /// How many each may have; `None` is any number.
    most: Option<usize>,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection that counts until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    peers: Peers,
    network: IpAddr,
}

impl Peers {
    /// So many for each; 0, or a proxy before the service, is any number.
    pub(super) fn new(most: usize, has_proxies: bool) -> Self {
        let most = Some(most).filter(|most| *most > 0 && !has_proxies);
        Self { most, counts: Arc::default() }
    }

    /// A place for one more connection of that address; `None` if it has enough.
    pub(super) fn enter(&self, peer: Peer) -> Option<Place> {
        let network = client_network(peer.0);
        if let Some(most) = self.most {
            let mut counts = self.counts();
            let count = counts.entry(network).or_default();
            if *count >= most {
                return None;
            }
            *count += 1;
        }
        Some(Place { peers: self.clone(), network })
    }

    /// The map is whole between two statements, so a poisoned lock guards a good one.
    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.peers.counts();
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_places_and_another_has_its_own() {
        let peers = Peers::new(2, false);
        let enter = |address: &str| peers.enter(Peer(address.parse().unwrap()));
        let first = enter("192.0.2.1").unwrap();
        let second = enter("192.0.2.1").unwrap();
        assert!(enter("192.0.2.1").is_none());
        assert!(enter("192.0.2.2").is_some());
        drop(first);
        assert!(enter("192.0.2.1").is_some());
        drop(second);
        assert!(peers.counts().is_empty(), "nobody is remembered who is gone");
    }

    #[test]
    fn behind_a_proxy_nobody_is_counted() {
        for peers in [Peers::new(1, true), Peers::new(0, false)] {
            let places: Vec<_> = (0..3).map(|_| peers.enter(Peer([192, 0, 2, 1].into()))).collect();
            assert!(places.iter().all(Option::is_some));
        }
    }
}
