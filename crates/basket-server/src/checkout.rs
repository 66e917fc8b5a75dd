//! The hosted checkout: a page on which a shopper looks over an order and places it, in their own language. It must
//! never know SQL, nor decide what a cart may hold.

pub(crate) mod countries;
pub(crate) mod intl;
pub(crate) mod texts;
