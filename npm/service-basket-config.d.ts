// Generated from crates/basket-core/src/config/table.rs; `cargo test -p basket-core` renews it.

/** A language that is built in. */
export type ServiceBasketNativeLocale =
  | "de"
  | "dk"
  | "el"
  | "en"
  | "es"
  | "fi"
  | "fr"
  | "it"
  | "nl"
  | "no"
  | "sl"
  | "sv";

/** The configuration of a basket. */
export interface ServiceBasketConfig {
  /** The shop's key, from Settings > Setup & Design > Checkout Setup > API Key. */
  api_key: string;
  /** What the basket shows and how it stands. */
  options?: ServiceBasketOptions;
  /** Colours, borders and fonts. */
  style?: ServiceBasketStyle;
  /** Texts by locale code: they replace native texts, or add a language. Since 1.8. */
  locales?: { [code: string]: ServiceBasketLocale };
}

/** What the basket shows and how it stands. */
export interface ServiceBasketOptions {
  /** The first language shown; `null` takes the page's language, then the browser's, then `en`. Default: null. */
  default_locale?: ServiceBasketNativeLocale | (string & {}) | null;
  /** The cart button floats in the viewport's corner and the panel is a free card; without it the button stands at the element's place and the panel docks to the edge. Default: false. */
  detached?: boolean;
  /** A click outside does not close the panel, and an open panel stays open across page loads. Default: false. */
  persistent?: boolean;
  /** The basket stands at the right edge instead of the left. Default: false. */
  right?: boolean;
  /** While the panel is open, the page behind is dimmed and cannot be used. Default: false. */
  tinted?: boolean;
  /** A chip shows each subscription's frequency, and sums are split by frequency. Default: false. */
  show_billing_frequency?: boolean;
  /** A row shows the sum of one-off purchases. Default: false. */
  show_sum_purchases?: boolean;
  /** A row for each frequency shows the sum of subscriptions. Default: false. */
  show_sum_subscriptions?: boolean;
  /** A row shows what is due at checkout: purchases and the first period of each subscription. Default: true. */
  show_sum_total?: boolean;
}

/** Colours, borders and fonts, as CSS values. */
export interface ServiceBasketStyle {
  /** The border of panel and cards, as a shorthand. */
  border?: string;
  /** The corner radius of panel, cards and buttons. */
  border_radius?: string;
  /** The shadow of the panel and of the floating cart button. */
  box_shadow?: string;
  /** The background of the cart button. */
  button_cart_primary?: string;
  /** The text of the cart button. */
  button_cart_text_primary?: string;
  /** The background of the checkout button. */
  button_checkout_primary?: string;
  /** The text of the checkout button. */
  button_checkout_text_primary?: string;
  /** The background of the stepper, remove and close buttons. */
  button_primary?: string;
  /** The colour of the count and of all chips. */
  chip_primary?: string;
  /** The font of all text. */
  font_family?: string;
  /** The weight of all text. */
  font_weight?: string;
  /** The accent: focus ring, links, and every button and chip not set. */
  primary?: string;
  /** The background of a product card. */
  product_card_primary?: string;
  /** The surface: the panel's background, and its dividers. */
  secondary?: string;
  /** Main text on the surface. */
  text_primary?: string;
  /** Muted text on the surface. */
  text_secondary?: string;
}

/** The texts of a locale. */
export interface ServiceBasketLocale {
  /** The button that leads to the checkout. */
  checkout?: string;
  /** The chip of a product that is used up. */
  consumableProduct?: string;
  /** Said instead of cards when there are none. */
  empty_cart?: string;
  /** The number of items; a plural pattern. */
  items?: string;
  /** The chip of a line that can no longer be had in its quantity. */
  outOfStock?: string;
  /** The label of the sum of one-off purchases; a plural pattern. */
  purchases?: string;
  /** The label of the sum of subscriptions; a plural pattern. */
  subscriptions?: string;
  /** The label of what is due at checkout. */
  total?: string;
  /** The panel's title and the cart button's label. */
  your_cart?: string;
  /** Announced when `{name}` was added. */
  added?: string;
  /** Said when the cart cannot be shown. */
  cart_error?: string;
  /** Said when the service refused a change. */
  change_refused?: string;
  /** Said when the checkout did not begin. */
  checkout_error?: string;
  /** Name of the button that closes the panel. */
  close?: string;
  /** Name of the button for one less of `{name}`. */
  decrease?: string;
  /** Name of the button for one more of `{name}`. */
  increase?: string;
  /** Said when the cart cannot hold more. */
  limit_reached?: string;
  /** How many can be had; a plural pattern. */
  left?: string;
  /** Said while the service cannot be reached. */
  offline?: string;
  /** Name of the field with the quantity of `{name}`. */
  quantity?: string;
  /** The button that removes a line. */
  remove?: string;
  /** Name of the button that removes `{name}`. */
  remove_product?: string;
  /** Announced when `{name}` was removed. */
  removed?: string;
  /** The chip of a line whose price has changed while the page was open. */
  repriced?: string;
  /** The button that tries again. */
  retry?: string;
  /** The button that takes a removal back. */
  undo?: string;
  /** The price of one, as `{price}`. */
  unit_price?: string;
  /** Announced when `{name}` has a new quantity, `{count}`. */
  updated?: string;
  /** How often a subscription comes, each as one text. */
  subscription_frequencies?: {
    /** Every day. */
    daily?: string;
    /** Every week. */
    weekly?: string;
    /** Every month. */
    monthly?: string;
    /** Every year. */
    yearly?: string;
  };
  /** How often a subscription comes when its interval is more than 1. */
  subscription_intervals?: {
    /** Every so many days; a plural pattern. */
    days?: string;
    /** Every so many weeks; a plural pattern. */
    weeks?: string;
    /** Every so many months; a plural pattern. */
    months?: string;
    /** Every so many years; a plural pattern. */
    years?: string;
  };
  /** Texts of the hosted checkout's pages, which take them from the shop's design. */
  checkout_page?: {
    /** The page's title. */
    title?: string;
    /** Over what is ordered. */
    your_order?: string;
    /** The button that takes over changed quantities. */
    update?: string;
    /** Name of the field with the quantity of `{name}`. */
    quantity?: string;
    /** The label of what is paid now. */
    due_today?: string;
    /** What is paid again: `{price}`, `{period}`. */
    then?: string;
    /** Over what is paid again. */
    recurring?: string;
    /** That a subscription has no end of its own. */
    recurring_note?: string;
    /** Over the fields on the person. */
    contact?: string;
    /** The field. */
    email?: string;
    /** What the address is for. */
    email_hint?: string;
    /** The field. */
    name?: string;
    /** Over the fields on the address. */
    delivery?: string;
    /** The field. */
    address?: string;
    /** The field. */
    postal_code?: string;
    /** The field. */
    city?: string;
    /** The field. */
    country?: string;
    /** The choice that is none yet. */
    choose?: string;
    /** The box that agrees to the terms of `{shop}`. */
    terms?: string;
    /** The link to the terms. */
    terms_read?: string;
    /** Over how it is paid. */
    payment?: string;
    /** How it is paid. */
    invoice?: string;
    /** How it is paid, where the order is none that can be paid online. */
    invoice_instead?: string;
    /** How it is paid: at Stripe, once it is ordered. */
    online?: string;
    /** The link to where an order is paid. */
    pay_now?: string;
    /** Said of an order that waits for its payment. */
    unpaid?: string;
    /** Said of an order that is paid. */
    paid?: string;
    /** Said to who comes from paying, before we have heard of it. */
    payment_pending?: string;
    /** Said when the payment could not be begun. */
    payment_failed?: string;
    /** The button that orders; it must say that one has to pay. */
    place_order?: string;
    /** Said on that button while the order is on its way. */
    placing?: string;
    /** The link to where one came from. */
    back?: string;
    /** Said at an empty field. */
    required?: string;
    /** Said at the field. */
    email_wrong?: string;
    /** Said at a field with more than `{count}` characters. */
    too_long?: string;
    /** Said at the field. */
    country_wrong?: string;
    /** Said at the box. */
    terms_missing?: string;
    /** Said over a form that was not taken. */
    look_again?: string;
    /** Said when only `{count}` of `{name}` are left; a plural pattern. */
    stock_short?: string;
    /** Said when none of `{name}` is left. */
    stock_none?: string;
    /** Said when something else is ordered now than was shown. */
    changed?: string;
    /** Over a checkout that is too old. */
    old_title?: string;
    /** What that means. */
    old?: string;
    /** Over a checkout whose cart is no more. */
    gone_title?: string;
    /** What that means. */
    gone?: string;
    /** Over an address that is none. */
    unknown_title?: string;
    /** What that means. */
    unknown?: string;
    /** Said when nothing is ordered. */
    empty?: string;
    /** Over an order of `{name}`. */
    thanks?: string;
    /** Said first. */
    received?: string;
    /** The label of the number. */
    order_number?: string;
    /** That a mail was sent to `{email}`. */
    mailed?: string;
    /** The button. */
    print?: string;
    /** When: `{date}`. */
    ordered_on?: string;
    /** Over the address of an order. */
    ship_to?: string;
    /** Over a page that could not be made. */
    closed_title?: string;
    /** What that means. */
    closed?: string;
    /** The mail's subject, with `{number}` and `{shop}`. */
    mail_subject?: string;
    /** The mail's first line, to `{name}`. */
    mail_hello?: string;
    /** Over what was ordered at `{shop}`. */
    mail_body?: string;
    /** The mail's last line. */
    mail_end?: string;
    /** The state of an order. */
    state_placed?: string;
    /** The state of an order. */
    state_paid?: string;
    /** The state of an order. */
    state_cancelled?: string;
    /** The state of an order. */
    state_fulfilled?: string;
  };
}
