//! Shops that were asked for a moment ago. Every request names its shop by a key, nearly always one of
//! a few, and a database need not be asked the same thing a thousand times a second.
//!
//! What is changed elsewhere, by another process or on the command line, is seen when the moment is over.

use basket_model::shop::Shop;
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

/// For how many milliseconds a shop is taken to be as it was.
const MOMENT: i64 = 1000;
/// How many shops are remembered at once.
const SHOPS: usize = 1000;

/// Shops by the publishable keys that they were found by.
#[derive(Debug, Default)]
pub(super) struct Recent(RwLock<HashMap<String, (i64, Arc<Shop>)>>);

// The map is whole between two statements, so a poisoned lock guards a good one.
impl Recent {
    pub(super) fn find(&self, key: &str, now: i64) -> Option<Arc<Shop>> {
        let shops = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let (since, shop) = shops.get(key)?;
        // A clock that was set back must not make a moment long.
        (0..MOMENT).contains(&(now - since)).then(|| Arc::clone(shop))
    }

    /// Remembers a shop that was asked for at that time. Only keys that exist come here, so nobody can
    /// fill it by guessing.
    pub(super) fn remember(&self, key: &str, asked: i64, shop: &Arc<Shop>) {
        let mut shops = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if shops.len() >= SHOPS {
            shops.clear();
        }
        shops.insert(key.to_owned(), (asked, Arc::clone(shop)));
    }

    /// Forgets all of them, because something about one is different now.
    pub(super) fn forget(&self) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::money::Currency;
    use basket_model::shop::Checkout;

    fn shop() -> Arc<Shop> {
        Arc::new(Shop {
            id: 7,
            name: "Mugs".to_owned(),
            currency: Currency::EUR,
            origins: Vec::new(),
            checkout: Checkout::Hosted,
        })
    }

    #[test]
    fn a_shop_is_remembered_for_a_moment() {
        let recent = Recent::default();
        recent.remember("pk", 5000, &shop());
        let is_found = |now| recent.find("pk", now).is_some();
        assert_eq!([4999, 5000, 5999, 6000].map(is_found), [false, true, true, false]);
        assert_eq!(recent.find("pk", 5000), Some(shop()));
        assert_eq!(recent.find("other", 5000), None);
        recent.forget();
        assert_eq!(recent.find("pk", 5000), None);
    }

    #[test]
    fn no_more_shops_are_remembered_than_there_is_room_for() {
        let recent = Recent::default();
        let key = |number: usize| format!("pk_{number}");
        for number in 0..SHOPS {
            recent.remember(&key(number), 0, &shop());
        }
        assert!(recent.find(&key(0), 0).is_some());
        recent.remember("one more", 0, &shop());
        assert!(recent.find(&key(0), 0).is_none());
        assert!(recent.find("one more", 0).is_some());
    }
}
