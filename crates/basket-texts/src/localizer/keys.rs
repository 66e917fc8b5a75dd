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
    YourOrder "your_order" "Over what is ordered."
    Update "update" "The button that takes over changed quantities."
    Quantity "quantity" "Name of the field with the quantity of `{name}`."
    DueToday "due_today" "The label of what is paid now."
    Then "then" "What is paid again: `{price}`, `{period}`."
    Recurring "recurring" "Over what is paid again."
    RecurringNote "recurring_note" "That a subscription has no end of its own."
    Contact "contact" "Over the fields on the person."
    Email "email" "The field."
    EmailHint "email_hint" "What the address is for."
    Name "name" "The field."
    Delivery "delivery" "Over the fields on the address."
    Address "address" "The field."
    PostalCode "postal_code" "The field."
    City "city" "The field."
    Country "country" "The field."
    Choose "choose" "The first entry of a list in which nothing is chosen yet."
    Terms "terms" "The box that agrees to the terms of `{shop}`."
    TermsRead "terms_read" "The link to the terms."
    Payment "payment" "Over how it is paid."
    Invoice "invoice" "How it is paid."
    InvoiceInstead "invoice_instead" "How the order is paid if it cannot be paid online."
    Online "online" "How it is paid: at Stripe, once it is ordered."
    PayNow "pay_now" "The link to where an order is paid."
    Unpaid "unpaid" "Said of an order that waits for its payment."
    Paid "paid" "Said of an order that is paid."
    PaymentPending "payment_pending" "Said to who comes from paying, before we have heard of it."
    PaymentFailed "payment_failed" "Said when the payment could not be begun."
    PlaceOrder "place_order" "The button that orders; it must say that one has to pay."
    Placing "placing" "Said on that button while the order is on its way."
    Back "back" "The link to where one came from."
    Required "required" "Said at an empty field."
    EmailWrong "email_wrong" "Said at the field."
    TooLong "too_long" "Said at a field with more than `{count}` characters."
    CountryWrong "country_wrong" "Said at the field."
    TermsMissing "terms_missing" "Said at the box."
    LookAgain "look_again" "Said over a form that was not taken."
    StockShort "stock_short" "Said when only `{count}` of `{name}` are left; a plural pattern."
    StockNone "stock_none" "Said when none of `{name}` is left."
    Changed "changed" "Said when something else is ordered now than was shown."
    Busy "busy" "That too many orders came at once."
    OldTitle "old_title" "Over a checkout that is too old."
    Old "old" "What that means."
    GoneTitle "gone_title" "Over a checkout whose cart is no more."
    Gone "gone" "What that means."
    ExpiredTitle "expired_title" "Over an order whose link has expired."
    Expired "expired" "What that means."
    UnknownTitle "unknown_title" "The title of the page for an unknown address."
    Unknown "unknown" "What that means."
    Empty "empty" "Said when nothing is ordered."
    Thanks "thanks" "Over an order of `{name}`."
    Received "received" "Said first."
    OrderNumber "order_number" "The label of the number."
    Mailed "mailed" "That a mail was sent to `{email}`."
    Print "print" "The button."
    OrderedOn "ordered_on" "When: `{date}`."
    ShipTo "ship_to" "Over the address of an order."
    ClosedTitle "closed_title" "Over a page that could not be made."
    Closed "closed" "What that means."
    MailSubject "mail_subject" "The mail's subject, with `{number}` and `{shop}`."
    MailHello "mail_hello" "The mail's first line, to `{name}`."
    MailBody "mail_body" "Over what was ordered at `{shop}`."
    MailEnd "mail_end" "The mail's last line."
    StatePlaced "state_placed" "The state of an order."
    StatePaid "state_paid" "The state of an order."
    StateCancelled "state_cancelled" "The state of an order."
    StateFulfilled "state_fulfilled" "The state of an order."
}
