//! The one list of the checkout page's texts: the name in a locale file, and what it says. It must never hold a text.

macro_rules! keys {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// A text by what it is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Key {
            $(#[doc = $doc] $variant,)*
        }

        impl Key {
            /// Every key.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in a locale file.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

keys! {
    Title "title" "The page's title."
    YourOrder "your_order" "Heading of the ordered items."
    Update "update" "The button that applies changed quantities."
    Quantity "quantity" "Accessible name of the quantity field of `{name}`."
    DueToday "due_today" "The label of the amount due now."
    Then "then" "A recurring payment: `{price}`, `{period}`."
    Recurring "recurring" "Heading of the recurring payments."
    RecurringNote "recurring_note" "That subscriptions renew until they are cancelled."
    Contact "contact" "Heading of the contact fields."
    Email "email" "The field."
    EmailHint "email_hint" "What the address is for."
    Name "name" "The field."
    Delivery "delivery" "Heading of the address fields."
    Address "address" "The field."
    PostalCode "postal_code" "The field."
    City "city" "The field."
    Country "country" "The field."
    Choose "choose" "The first entry of a list in which nothing is chosen yet."
    Terms "terms" "The box that agrees to the terms of `{shop}`."
    TermsRead "terms_read" "The link to the terms."
    Payment "payment" "Heading of the payment method."
    Invoice "invoice" "The payment method invoice."
    InvoiceInstead "invoice_instead" "How the order is paid if it cannot be paid online."
    Online "online" "The payment method Stripe, after the order."
    PayNow "pay_now" "The link to where an order is paid."
    Unpaid "unpaid" "Said of an order that waits for its payment."
    Paid "paid" "Said of an order that is paid."
    PaymentPending "payment_pending" "Shown to a shopper who has paid, before the payment is confirmed."
    PaymentFailed "payment_failed" "Shown when the payment could not be started."
    PlaceOrder "place_order" "The button that places the order; by law it must say that the order has to be paid."
    Placing "placing" "Shown on that button while the order is sent."
    Back "back" "The link back to the shop."
    Required "required" "Said at an empty field."
    EmailWrong "email_wrong" "Said at the field."
    TooLong "too_long" "Said at a field with more than `{count}` characters."
    CountryWrong "country_wrong" "Said at the field."
    TermsMissing "terms_missing" "Said at the box."
    LookAgain "look_again" "Shown above a form with invalid fields."
    StockShort "stock_short" "Shown when only `{count}` of `{name}` are left; a plural pattern."
    StockNone "stock_none" "Shown when `{name}` is out of stock."
    Changed "changed" "Shown when the order changed since the page was shown."
    Busy "busy" "Shown when the rate limit of orders is reached."
    OldTitle "old_title" "Title of a checkout that has expired."
    Old "old" "What that means."
    GoneTitle "gone_title" "Title of a checkout whose cart was ordered or has expired."
    Gone "gone" "What that means."
    ExpiredTitle "expired_title" "Title of an order whose link has expired."
    Expired "expired" "What that means."
    UnknownTitle "unknown_title" "The title of the page for an unknown address."
    Unknown "unknown" "What that means."
    Empty "empty" "Shown when the cart is empty."
    Thanks "thanks" "Title of the confirmation, for `{name}`."
    Received "received" "Said first."
    OrderNumber "order_number" "The label of the number."
    Mailed "mailed" "That a mail was sent to `{email}`."
    Print "print" "The button."
    OrderedOn "ordered_on" "When: `{date}`."
    ShipTo "ship_to" "Heading of the delivery address."
    ClosedTitle "closed_title" "Title of the error page."
    Closed "closed" "What that means."
    MailSubject "mail_subject" "The mail's subject, with `{number}` and `{shop}`."
    MailHello "mail_hello" "The mail's first line, to `{name}`."
    MailBody "mail_body" "Text above the items ordered at `{shop}`."
    MailEnd "mail_end" "The mail's last line."
    StatePlaced "state_placed" "The state of an order."
    StatePaid "state_paid" "The state of an order."
    StateCancelled "state_cancelled" "The state of an order."
    StateFulfilled "state_fulfilled" "The state of an order."
}
