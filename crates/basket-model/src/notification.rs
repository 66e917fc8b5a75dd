//! What webhooks and mails say, in JSON. It must never know how a notification is kept or sent.

use crate::order::{Contact, Order, OrderState};
use basket_core::{cart::Cart, json::Writer, wire};
use jiff::Timestamp;

/// What a message tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationKind {
    /// A shopper has started the checkout.
    CheckoutStarted,
    /// A shopper has ordered.
    OrderPlaced,
    /// An order is paid.
    OrderPaid,
    /// The shopper has what they ordered.
    OrderFulfilled,
    /// An order was cancelled.
    OrderCancelled,
    /// A mail confirms the order to its shopper.
    OrderMail,
}

impl NotificationKind {
    /// What tells that an order has come into a state.
    pub fn of(state: OrderState) -> Self {
        match state {
            OrderState::Placed => Self::OrderPlaced,
            OrderState::Paid => Self::OrderPaid,
            OrderState::Fulfilled => Self::OrderFulfilled,
            OrderState::Cancelled => Self::OrderCancelled,
        }
    }

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckoutStarted => "checkout.started",
            Self::OrderPlaced => "order.placed",
            Self::OrderPaid => "order.paid",
            Self::OrderFulfilled => "order.fulfilled",
            Self::OrderCancelled => "order.cancelled",
            Self::OrderMail => "mail.order_placed",
        }
    }
}

/// The body of a message about a cart.
pub fn cart_body(kind: NotificationKind, cart: &Cart, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("cart");
        wire::write_cart(writer, cart);
        writer.close('}');
    })
}

/// The body of a message about an order.
pub fn order_body(kind: NotificationKind, order: &Order, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("order");
        write_order(writer, order);
        writer.close('}');
    })
}

/// The body of a message that a mail is made of: the order's number.
pub fn mail_body(kind: NotificationKind, number: i64, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("number").number(number).close('}');
    })
}

fn envelope(kind: NotificationKind, now: i64, write: impl FnOnce(&mut Writer)) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("type").string(kind.name());
    writer.name("timestamp").string(&time(now)).name("data");
    write(&mut writer);
    writer.close('}');
    writer.finish()
}

/// An order as it goes over the wire.
pub fn write_order(writer: &mut Writer, order: &Order) {
    let Contact { email, name, address, postal_code, city, country, .. } = &order.contact;
    writer.open('{').name("number").number(order.number);
    writer.name("state").string(order.state.name());
    writer.name("created_at").string(&time(order.created_at));
    writer.name("changed_at").string(&time(order.changed_at));
    writer.name("payment").string(order.payment.name());
    writer.name("locale").string(&order.locale).name("contact").open('{');
    for (member, value) in [
        ("email", email),
        ("name", name),
        ("address", address),
        ("postal_code", postal_code),
        ("city", city),
        ("country", country),
    ] {
        writer.name(member).string(value);
    }
    order.contact.write_details(writer);
    writer.close('}');
    if let Some(invoice) = &order.invoice {
        writer.name("invoice").open('{').name("number").string(&invoice.number().to_string());
        writer.name("due_on").string(&invoice.due_on()).close('}');
    }
    writer.name("cart");
    wire::write_cart(writer, &order.cart);
    writer.close('}');
}

/// A time as RFC 3339 writes it.
pub(crate) fn time(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoice::{Invoice, Seller};
    use crate::order::tests::{cart, order};

    /// An empty cart on the wire.
    const CART: &str = concat!(
        r#"{"id":"cart","version":1,"currency":"EUR","items":0,"lines":[],"#,
        r#""sums":{"purchases":{"count":0,"amount":0},"subscriptions":[],"total":0}}"#
    );

    #[test]
    fn every_state_of_an_order_has_its_message() {
        for (state, name) in [
            (OrderState::Placed, "order.placed"),
            (OrderState::Paid, "order.paid"),
            (OrderState::Fulfilled, "order.fulfilled"),
            (OrderState::Cancelled, "order.cancelled"),
        ] {
            assert_eq!(NotificationKind::of(state).name(), name);
        }
    }

    #[test]
    fn a_message_about_a_cart_has_the_cart() {
        let body = cart_body(NotificationKind::CheckoutStarted, &cart(Vec::new()), 1500);
        let start = r#"{"type":"checkout.started","timestamp":"1970-01-01T00:00:01.5Z""#;
        assert_eq!(body, format!(r#"{start},"data":{{"cart":{CART}}}}}"#));
    }

    #[test]
    fn a_message_about_an_order_says_who_ordered_what() {
        let body = order_body(NotificationKind::OrderPaid, &order(0), 1000);
        let expected = concat!(
            r#"{"type":"order.paid","timestamp":"1970-01-01T00:00:01Z","data":{"order":"#,
            r#"{"number":7,"state":"paid","created_at":"1970-01-01T00:00:00Z","#,
            r#""changed_at":"1970-01-01T00:00:01Z","payment":"stripe","locale":"de","#,
            r#""contact":{"email":"ann@example.com","name":"Ann","address":"Street 1","#,
            r#""postal_code":"12345","city":"Town","country":"DE"},"cart":"#
        );
        assert_eq!(body, format!("{expected}{CART}}}}}}}"));
    }

    #[test]
    fn an_order_with_an_invoice_says_its_number_and_when_it_is_due() {
        let seller = Seller { prefix: "R-".to_owned(), due_days: 14, ..Seller::default() };
        let order = Order { invoice: Some(Invoice::new(3, seller, 0)), ..order(0) };
        let body = order_body(NotificationKind::OrderPlaced, &order, 0);
        let said = r#"},"invoice":{"number":"R-3","due_on":"1970-01-15"},"cart":{"#;
        assert!(body.contains(said), "{body}");
    }

    #[test]
    fn a_mail_is_made_of_the_number_of_an_order() {
        let body = mail_body(NotificationKind::OrderMail, 7, 0);
        let start = r#"{"type":"mail.order_placed","timestamp":"1970-01-01T00:00:00Z""#;
        assert_eq!(body, format!(r#"{start},"data":{{"number":7}}}}"#));
    }
}
