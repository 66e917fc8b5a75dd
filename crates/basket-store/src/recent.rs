//! Shops that were asked for lately. Every request names its shop by a key, and a database need not be asked the same thing
//! a thousand times a second.
//!
//! Whoever changes a shop or a key counts the change in the table `changes`, in the same transaction. Each process reads
//! that number once a second, so a change elsewhere, by another process or on the command line, is seen within a second.
//! One request reads it, and nobody waits for that: where it has not been read in time, shops are looked up as if none were
//! remembered.

use crate::{StoreError, engine::ShopOfKey, row::values, transaction::Tx};
use basket_model::shop::Shop;
use std::{
    collections::HashMap,
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// For how many milliseconds nobody is taken to have changed a shop.
const MOMENT: i64 = 1000;
/// For how many milliseconds a shop is remembered at most, since changes by other means than this program are not counted.
const LIFETIME: i64 = 60_000;
/// How many shops are remembered at once.
const SHOPS: usize = 20_000;

/// Shops by the publishable keys that they were found by.
#[derive(Debug, Default)]
pub(super) struct Recent {
    remembered: RwLock<Remembered>,
    is_reading: AtomicBool,
}

#[derive(Debug, Default)]
struct Remembered {
    /// With the time when each was asked for.
    shops: HashMap<String, (i64, ShopOfKey)>,
    /// How many changes had been counted, and when that was read.
    changes: Option<(i64, i64)>,
    /// Grows whenever everything is forgotten.
    epoch: u64,
}

/// What was forgotten before a shop was asked for. A shop that was read before others were forgotten may be as old.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Epoch(u64);

// What is remembered is whole between two statements, so a poisoned lock guards a good one.
impl Recent {
    fn read(&self) -> RwLockReadGuard<'_, Remembered> {
        self.remembered.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Remembered> {
        self.remembered.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shop of a key, if it is remembered and nobody has changed one.
    pub(super) fn find(&self, key: &str, now: i64) -> Option<Arc<Shop>> {
        let remembered = self.read();
        let (since, ShopOfKey { shop, expires_at }) = remembered.shops.get(key)?;
        let is_valid = expires_at.is_none_or(|end| now < end);
        let is_good = is_valid && is_within(LIFETIME, *since, now) && remembered.is_current(now);
        is_good.then(|| Arc::clone(shop))
    }

    /// Leave to read the number of changes, if that is due and nobody does it.
    pub(super) fn begin_reading(&self, now: i64) -> Option<Reading<'_>> {
        let is_due = !self.read().is_current(now);
        (is_due && !self.is_reading.swap(true, Relaxed)).then_some(Reading(self))
    }

    /// Takes the number of changes that was read, and forgets everything if it is another.
    pub(super) fn compare(&self, changes: i64, now: i64) {
        let mut remembered = self.write();
        let is_same = remembered.changes.is_some_and(|(before, _)| before == changes);
        remembered.changes = Some((changes, now));
        if !is_same {
            remembered.forget();
        }
    }

    /// What must stay as it is while a shop is read.
    pub(super) fn epoch(&self) -> Epoch {
        Epoch(self.read().epoch)
    }

    /// Remembers a shop that was asked for at that time, unless everything was forgotten meanwhile. Only keys that exist
    /// come here, so nobody can fill it by guessing.
    pub(super) fn remember(&self, key: &str, epoch: Epoch, asked: i64, shop: ShopOfKey) {
        let mut remembered = self.write();
        if epoch != Epoch(remembered.epoch) {
            return;
        }
        if remembered.shops.len() >= SHOPS {
            remembered.shops.clear();
        }
        remembered.shops.insert(key.to_owned(), (asked, shop));
    }

    /// Forgets all of them, because something about one is different now.
    pub(super) fn forget(&self) {
        self.write().forget();
    }
}

/// Held while the number of changes is read.
#[derive(Debug)]
pub(super) struct Reading<'a>(&'a Recent);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.is_reading.store(false, Relaxed);
    }
}

impl Remembered {
    /// Whether the number of changes was read a moment ago.
    fn is_current(&self, now: i64) -> bool {
        self.changes.is_some_and(|(_, since)| is_within(MOMENT, since, now))
    }

    fn forget(&mut self) {
        self.shops.clear();
        self.epoch += 1;
    }
}

/// A clock that was set back must not make a time long.
fn is_within(time: i64, since: i64, now: i64) -> bool {
    (0..time).contains(&(now - since))
}

/// Counts a change of a shop or a key.
pub(super) async fn count_change(tx: &Tx<'_>) -> Result<(), StoreError> {
    let sql = "INSERT INTO changes (name, number) VALUES ('shops', 1)
               ON CONFLICT (name) DO UPDATE SET number = changes.number + 1";
    tx.execute(sql, values![]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::money::Currency;
    use basket_model::shop::Checkout;

    fn shop() -> ShopOfKey {
        let shop = Shop {
            id: 7,
            name: "Mugs".to_owned(),
            currency: Currency::EUR,
            origins: Vec::new(),
            checkout: Checkout::Hosted,
            rules: None,
            takes_codes: false,
        };
        ShopOfKey { shop: Arc::new(shop), expires_at: None }
    }

    #[test]
    fn a_shop_is_remembered_for_a_while() {
        let recent = Recent::default();
        recent.compare(0, 5000);
        recent.remember("pk", recent.epoch(), 5000, shop());
        let is_found = |now| {
            recent.compare(0, now);
            recent.find("pk", now).is_some()
        };
        assert_eq!([4999, 5000, 64_999, 65_000].map(is_found), [false, true, true, false]);
        recent.compare(0, 5000);
        assert_eq!(recent.find("pk", 5000), Some(shop().shop));
        assert_eq!(recent.find("other", 5000), None);
        recent.forget();
        assert_eq!(recent.find("pk", 5000), None);
    }

    #[test]
    fn a_key_that_has_expired_names_no_shop() {
        let recent = Recent::default();
        recent.compare(0, 5000);
        let expiring = ShopOfKey { expires_at: Some(5500), ..shop() };
        recent.remember("pk", recent.epoch(), 5000, expiring);
        assert_eq!([5499, 5500].map(|now| recent.find("pk", now).is_some()), [true, false]);
    }

    #[test]
    fn changes_are_looked_for_once_a_moment_by_one() {
        let recent = Recent::default();
        let first = recent.begin_reading(5000);
        assert!(first.is_some() && recent.begin_reading(5000).is_none());
        recent.compare(3, 5000);
        drop(first);
        let is_due = |now| recent.begin_reading(now).is_some();
        assert_eq!([4999, 5000, 5999, 6000].map(is_due), [true, false, false, true]);
    }

    #[test]
    fn a_change_elsewhere_is_seen_within_a_moment() {
        let recent = Recent::default();
        recent.compare(3, 5000);
        recent.remember("pk", recent.epoch(), 5000, shop());
        assert!(recent.find("pk", 5999).is_some());
        assert!(recent.find("pk", 6000).is_none(), "nobody knows whether it has changed");
        recent.compare(3, 6000);
        assert!(recent.find("pk", 6000).is_some());
        recent.compare(4, 7000);
        assert!(recent.find("pk", 7000).is_none());
    }

    #[test]
    fn what_was_read_before_a_change_is_not_remembered_after_it() {
        let recent = Recent::default();
        let epoch = recent.epoch();
        recent.compare(1, 0);
        recent.remember("pk", epoch, 0, shop());
        assert_eq!(recent.find("pk", 0), None);
    }

    #[test]
    fn no_more_shops_are_remembered_than_there_is_room_for() {
        let recent = Recent::default();
        recent.compare(0, 0);
        let key = |number: usize| format!("pk_{number}");
        for number in 0..SHOPS {
            recent.remember(&key(number), recent.epoch(), 0, shop());
        }
        assert!(recent.find(&key(0), 0).is_some());
        recent.remember("one more", recent.epoch(), 0, shop());
        assert!(recent.find(&key(0), 0).is_none());
        assert!(recent.find("one more", 0).is_some());
    }
}
