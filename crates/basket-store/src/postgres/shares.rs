//! How many connections each shop may have at once, so that orders that wait for one another leave some to other shops.
//! It must never know what a connection is used for.

use crate::StoreError;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// The shares of all shops.
#[derive(Debug)]
pub(super) struct Shares {
    /// How many connections a shop may have.
    size: usize,
    shops: Mutex<HashMap<i64, Arc<Semaphore>>>,
}

/// Leave to have a connection, for as long as this is kept.
#[derive(Debug)]
pub(crate) struct Share {
    _permit: OwnedSemaphorePermit,
}

impl Shares {
    /// Half of so many connections for each shop.
    pub(super) fn of(connections: usize) -> Self {
        Self { size: (connections / 2).max(1), shops: Mutex::default() }
    }

    /// Waits until the shop may have one more connection.
    pub(super) async fn take(&self, shop: i64, patience: Duration) -> Result<Share, StoreError> {
        let permits = {
            let mut shops = self.shops.lock().unwrap_or_else(PoisonError::into_inner);
            let permits = shops.entry(shop).or_insert_with(|| Arc::new(Semaphore::new(self.size)));
            Arc::clone(permits)
        };
        match timeout(patience, permits.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Share { _permit: permit }),
            _ => Err(StoreError::Unavailable(format!("shop {shop} has its share of connections"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_shop_has_half_and_another_shop_its_own() {
        let shares = Shares::of(5);
        let soon = Duration::from_millis(10);
        let first = shares.take(1, soon).await.unwrap();
        let _second = shares.take(1, soon).await.unwrap();
        assert!(matches!(shares.take(1, soon).await, Err(StoreError::Unavailable(_))));
        assert!(shares.take(2, soon).await.is_ok(), "another shop");
        drop(first);
        assert!(shares.take(1, soon).await.is_ok(), "what is given back can be taken");
        assert!(Shares::of(1).take(1, soon).await.is_ok(), "never none at all");
    }
}
