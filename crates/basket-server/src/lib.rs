//! The service behind the basket: the cart API, the catalogue, and the widget's files.
//!
//! A [`Store`] keeps everything, a [`Service`] answers for it. What a cart is and may hold is the
//! core's; where it is kept stands below `store`, who may call and how answers look below `api`, and
//! every address in `router`. Nothing here reads flags or the environment: that is the binary's.

mod admin;
mod api;
pub mod catalogue;
pub mod change;
mod checkout;
mod client;
mod clock;
mod courier;
pub mod demo;
mod files;
mod health;
mod key;
mod limits;
mod log;
mod mail;
mod metrics;
mod money;
mod operator;
mod order;
mod payment;
mod router;
mod secure;
mod service;
mod shop;
mod snippet;
mod store;
mod token;
mod webhook;

pub use clock::Clock;
pub use key::{Key, KeyKind, NewKey};
pub use mail::{BadMail, Mail};
pub use operator::{
    LinkPurpose, Operator, Role, hash as hash_password, password_problem, read_email,
};
pub use order::{Begun, Contact, NotPlaced, OpenCheckout, Order, OrderState, is_shipped};
pub use payment::{Means, PaymentSetup};
pub use service::{Service, Settings};
pub use shop::{Checkout, NewShop, Shop, ShopChange, read_address, read_origin};
pub use snippet::{Edition, markup, policy, snippet};
pub use store::{
    Activity, BadLocation, CartFilter, CartRow, Channel, CheckoutSetup, Colleague, Contents,
    CopyError, Day, Delivery, DueEvent, Event, EventKind, EventState, FoundCart, FoundCarts,
    IDLE_DAYS, Import, Link, Location, Membership, OrderPage, PostgresAddress, ProductPage,
    Progress, REPLAY_HOURS, Session, Store, StoreError, StoreOptions, Tried, Webhook, copy,
};
