//! Two tabs of one browser with a service behind them, driven by bytes: a few for each thing that happens. After each
//! message it is asserted what must hold for any sequence of messages; whatever does not hold panics. Tests and the
//! fuzzer bring the bytes. It must never reach the widget.

mod browser;
mod choices;
mod messages;
mod nonsense;
mod service;
mod settling;
pub mod storage;
mod tab;

use browser::Browser;
use choices::Choices;
pub use messages::Log;

/// The keys of the shops.
const KEYS: [&str; 2] = ["pk_one", "pk_two"];

/// How many things happen at most before all is settled.
const MOST_STEPS: usize = 200;

/// How many bytes decide about each thing that happens. It is always the same, so that leaving one out changes nothing
/// about the others.
pub const STEP: usize = 10;

/// Lets happen what the bytes say. If there is no nonsense among it, everything that was asked for is settled in the end,
/// and both tabs show the cart that the service has. The log has each message, to find the reason of a
/// panic.
pub fn run(has_nonsense: bool, bytes: &[u8], log: &mut Log) {
    let mut browser = Browser::open(log);
    for step in bytes.chunks(STEP).take(MOST_STEPS) {
        let mut choices = Choices::new(step);
        if has_nonsense && choices.below(3) == 0 {
            nonsense::step(&mut browser, &mut choices);
        } else {
            browser.step(&mut choices);
        }
    }
    // After nonsense the tabs may have carts that the service has never heard of.
    if !has_nonsense {
        settling::settle(&mut browser);
    }
}
