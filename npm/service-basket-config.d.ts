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
  /** A chip shows each subscription's frequency. Sums are always split by frequency. Default: false. */
  show_billing_frequency?: boolean;
  /** A row shows the sum of one-off purchases. Default: false. */
  show_sum_purchases?: boolean;
  /** A row for each frequency shows the sum of subscriptions. Default: false. */
  show_sum_subscriptions?: boolean;
  /** A row shows what is due at checkout: purchases and the first period of each subscription. Default: true. */
  show_sum_total?: boolean;
  /** The basket has a button of its own; without it, toggles and scripts open the panel. Default: true. */
  button?: boolean;
  /** What happens when something was added: `toast` shows a short message with Undo and a way to the panel, `open` opens the panel, `none` only changes the number. Default: none. */
  on_add?: "none" | "toast" | "open";
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
  /** The background of the stepper, remove, close, Retry and Undo buttons. */
  button_primary?: string;
  /** The background of the count and of all chips. */
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
  /** Texts of the checkout that the service has; the basket itself does not use them. */
  checkout_page?: { [name: string]: string };
}
