//! Shops that were asked for lately. Every request names its shop by a key, and a database need not be asked the same thing
//! a thousand times a second.
//!
//! Whoever changes a shop or a key counts the change in the table `changes`, in the same transaction. Each process reads
//! that number once a second, so a change elsewhere, by another process or on the command line, is seen within a second.

use crate::{Store, StoreError, query::Query, row::values, transaction::Tx};
use basket_model::shop::Shop;
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// For how many milliseconds nobody is taken to have changed a shop.
const MOMENT: i64 = 1000;
/// For how many milliseconds a shop is remembered at most: a key may expire, and changes by other means are not counted.
const LIFETIME: i64 = 10_000;
/// How many shops are remembered at once.
const SHOPS: usize = 20_000;

/// Shops by the publishable keys that they were found by.
#[derive(Debug, Default)]
pub(super) struct Recent(RwLock<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    shops: HashMap<String, (i64, Arc<Shop>)>,
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
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Remembered> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shop of a key, if it is remembered and nobody has changed one.
    pub(super) fn find(&self, key: &str, now: i64) -> Option<Arc<Shop>> {
        let remembered = self.read();
        let (since, shop) = remembered.shops.get(key)?;
        is_within(LIFETIME, *since, now).then(|| Arc::clone(shop))
    }

    /// Whether the number of changes has to be read again.
    pub(super) fn is_due(&self, now: i64) -> bool {
        !self.read().changes.is_some_and(|(_, since)| is_within(MOMENT, since, now))
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
    pub(super) fn remember(&self, key: &str, epoch: Epoch, asked: i64, shop: &Arc<Shop>) {
        let mut remembered = self.write();
        if epoch != Epoch(remembered.epoch) {
            return;
        }
        if remembered.shops.len() >= SHOPS {
            remembered.shops.clear();
        }
        remembered.shops.insert(key.to_owned(), (asked, Arc::clone(shop)));
    }

    /// Forgets all of them, because something about one is different now.
    pub(super) fn forget(&self) {
        self.write().forget();
    }
}

impl Remembered {
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

/// How many changes of shops and keys were counted.
pub(super) async fn read_changes(store: &Store) -> Result<i64, StoreError> {
    let sql = "SELECT number FROM changes WHERE name = 'shops'";
    store.row(sql, values![]).await?.map_or(Ok(0), |row| row.get("number"))
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
    fn a_shop_is_remembered_for_a_while() {
        let recent = Recent::default();
        recent.remember("pk", recent.epoch(), 5000, &shop());
        let is_found = |now| recent.find("pk", now).is_some();
        assert_eq!([4999, 5000, 14_999, 15_000].map(is_found), [false, true, true, false]);
        assert_eq!(recent.find("pk", 5000), Some(shop()));
        assert_eq!(recent.find("other", 5000), None);
        recent.forget();
        assert_eq!(recent.find("pk", 5000), None);
    }

    #[test]
    fn changes_are_looked_for_once_a_moment() {
        let recent = Recent::default();
        assert!(recent.is_due(5000));
        recent.compare(3, 5000);
        assert_eq!(
            [4999, 5000, 5999, 6000].map(|now| recent.is_due(now)),
            [true, false, false, true]
        );
        recent.remember("pk", recent.epoch(), 5000, &shop());
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
        recent.remember("pk", epoch, 0, &shop());
        assert_eq!(recent.find("pk", 0), None);
    }

    #[test]
    fn no_more_shops_are_remembered_than_there_is_room_for() {
        let recent = Recent::default();
        let key = |number: usize| format!("pk_{number}");
        for number in 0..SHOPS {
            recent.remember(&key(number), recent.epoch(), 0, &shop());
        }
        assert!(recent.find(&key(0), 0).is_some());
        recent.remember("one more", recent.epoch(), 0, &shop());
        assert!(recent.find(&key(0), 0).is_none());
        assert!(recent.find("one more", 0).is_some());
    }
}
