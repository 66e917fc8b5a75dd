//! Real browsers for the basket's end-to-end tests: Chromium, Firefox and WebKit, driven over
//! WebDriver, each with the real service and a host page on another site.
//!
//! Nothing here knows what the basket does; it only knows how to reach into one. A test is a
//! function, and [`in_every_engine!`] makes three tests of it:
//!
//! ```no_run
//! use e2e::{Browser, HostSite, Service, in_every_engine};
//!
//! async fn the_button_opens_the_panel(
//!     browser: &mut Browser,
//!     _service: &Service,
//!     site: &HostSite,
//! ) -> anyhow::Result<()> {
//!     browser.goto(&site.url("/shop.html")).await?;
//!     browser.part("button").await?.click().await?;
//!     browser.part("panel").await?;
//!     Ok(())
//! }
//! in_every_engine!(the_button_opens_the_panel);
//! ```
//!
//! There are no retries and no sleeps: whatever takes time is polled until a deadline. An error on
//! the page fails the test at its end, unless the test said that it would happen.

mod browser;
mod engine;
mod faulty_proxy;
mod guard;
mod host_site;
mod mirror;
mod poll;
mod reverse_proxy;
mod service;
mod shop_costs;
mod stage;

pub use browser::{Browser, Tab};
pub use engine::Engine;
pub use fantoccini::elements::Element;
pub use fantoccini::key::Key;
pub use faulty_proxy::FaultyProxy;
pub use host_site::HostSite;
pub use http::StatusCode;
pub use mirror::{Change, Mirror};
pub use reverse_proxy::{Program, ReverseProxy};
pub use service::Service;
pub use shop_costs::set_costs;
pub use stage::{play, play_without_service};
