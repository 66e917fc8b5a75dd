//! What shoppers read outside the widget, in their language: the checkout's and the mails' texts, numbers, money,
//! dates and countries; and amounts as operators read and type them. It must never know a page, a mail, or where
//! anything is kept. No text stands in its code: `locales/` has them.

pub mod countries;
pub mod intl;
pub mod localizer;
pub mod money;
