//! The shops' webhook addresses: whether a connection can be made. Nothing is sent.

use super::{DEADLINE, report::Report};
use crate::serve::Flags;
use basket_delivery::Probe;
use basket_store::InspectedShop;

const WEBHOOK: &str = "webhook";

pub(super) async fn check(report: &mut Report, flags: &Flags, shops: Option<&[InspectedShop]>) {
    let probe = Probe::new(flags.allow_private_webhooks, DEADLINE);
    for shop in shops.unwrap_or_default() {
        let Some(address) = &shop.webhook else { continue };
        let name = format!("{address} of shop {} ({})", shop.id, shop.name);
        match probe.connect(address).await {
            Ok(_) => report.ok(WEBHOOK, format!("can connect to {name}")),
            Err(error) => report.failure(
                WEBHOOK,
                format!("cannot connect to {name}: {error}"),
                "Correct the address in the backend, or start the server there and open its port.",
            ),
        }
    }
}
