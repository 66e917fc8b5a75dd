//! The views of a store by subject.

use crate::{
    ActivityLog, Builds, Carts, Challenges, Checkouts, Days, Designs, Discounts, Imports, Keys,
    Links, Operators, Orders, Outbox, Persons, Products, SecondFactors, Secrets, Sellers, Sessions,
    Shops, Store,
};

impl Store {
    /// Shops.
    pub fn shops(&self) -> Shops<'_> {
        Shops(self)
    }

    /// The secrets of shops and operators.
    pub fn secrets(&self) -> Secrets<'_> {
        Secrets(self)
    }

    /// What shops say about themselves on their invoices.
    pub fn sellers(&self) -> Sellers<'_> {
        Sellers(self)
    }

    /// The keys of shops.
    pub fn keys(&self) -> Keys<'_> {
        Keys(self)
    }

    /// The products of shops.
    pub fn products(&self) -> Products<'_> {
        Products(self)
    }

    /// The carts of shops.
    pub fn carts(&self) -> Carts<'_> {
        Carts(self)
    }

    /// Carts that a shopper is about to order.
    pub fn checkouts(&self) -> Checkouts<'_> {
        Checkouts(self)
    }

    /// The orders of shops.
    pub fn orders(&self) -> Orders<'_> {
        Orders(self)
    }

    /// What is kept about shoppers.
    pub fn persons(&self) -> Persons<'_> {
        Persons(self)
    }

    /// Messages to shops and shoppers.
    pub fn outbox(&self) -> Outbox<'_> {
        Outbox(self)
    }

    /// People who run shops.
    pub fn operators(&self) -> Operators<'_> {
        Operators(self)
    }

    /// The browsers that operators are signed in with.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions(self)
    }

    /// What proves besides the password who an operator is.
    pub fn second_factors(&self) -> SecondFactors<'_> {
        SecondFactors(self)
    }

    /// What operators have begun and must finish soon.
    pub fn challenges(&self) -> Challenges<'_> {
        Challenges(self)
    }

    /// Links to set up, to join a shop, or to choose a password.
    pub fn links(&self) -> Links<'_> {
        Links(self)
    }

    /// What operators did.
    pub fn activity(&self) -> ActivityLog<'_> {
        ActivityLog(self)
    }

    /// The designs of shops.
    pub fn designs(&self) -> Designs<'_> {
        Designs(self)
    }

    /// The discount codes of shops.
    pub fn discounts(&self) -> Discounts<'_> {
        Discounts(self)
    }

    /// Files of products on their way into catalogues.
    pub fn imports(&self) -> Imports<'_> {
        Imports(self)
    }

    /// What happened in shops, day by day.
    pub fn days(&self) -> Days<'_> {
        Days(self)
    }

    /// The widget's files of every build that served pages.
    pub fn builds(&self) -> Builds<'_> {
        Builds(self)
    }
}
