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
  /** Layout and contents of the basket. */
  options?: ServiceBasketOptions;
  /** Colours, borders and fonts. */
  style?: ServiceBasketStyle;
  /** Texts by locale code: they replace native texts, or add a language. Since 1.8. */
  locales?: { [code: string]: ServiceBasketLocale };
}

/** Layout and contents of the basket. */
export interface ServiceBasketOptions {
  /** The language of the basket; `null` uses the language of the page, then of the browser, then `en`. Default: null. */
  default_locale?: ServiceBasketNativeLocale | (string & {}) | null;
  /** The cart button floats in the corner of the window, and the panel is a card; otherwise the button is at the element's position, and the panel docks to the edge. Default: false. */
  detached?: boolean;
  /** A click outside does not close the panel, and an open panel stays open across page loads. Default: false. */
  persistent?: boolean;
  /** The basket is at the right edge instead of the left. Default: false. */
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
  /** The basket shows its own button; otherwise, toggles and scripts open the panel. Default: true. */
  button?: boolean;
  /** What happens when a product is added: `toast` shows a short message with Undo and a link to the panel, `open` opens the panel, `none` only updates the number. Default: none. */
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
  /** The accent colour: focus ring, links, and all buttons and chips that have no colour of their own. */
  primary?: string;
  /** The background of a product card. */
  product_card_primary?: string;
  /** The surface colour: background and dividers of the panel. */
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
  /** Chip of a consumable product. */
  consumableProduct?: string;
  /** Shown when the cart is empty. */
  empty_cart?: string;
  /** The number of items; a plural pattern. */
  items?: string;
  /** Chip of a line with more items than are in stock. */
  outOfStock?: string;
  /** The label of the sum of one-off purchases; a plural pattern. */
  purchases?: string;
  /** The label of the sum of subscriptions; a plural pattern. */
  subscriptions?: string;
  /** The label of what is due at checkout. */
  total?: string;
  /** The panel's title and the cart button's label. */
  your_cart?: string;
  /** Announced when `{name}` is added. */
  added?: string;
  /** Shown when the cart cannot be displayed. */
  cart_error?: string;
  /** Shown when the service refused a change. */
  change_refused?: string;
  /** Shown when the checkout could not start. */
  checkout_error?: string;
  /** Accessible name of the button that closes the panel. */
  close?: string;
  /** Accessible name of the button that decreases the quantity of `{name}`. */
  decrease?: string;
  /** Accessible name of the button that increases the quantity of `{name}`. */
  increase?: string;
  /** Shown when the cart has reached its limit. */
  limit_reached?: string;
  /** How many are left in stock; a plural pattern. */
  left?: string;
  /** Shown while the service cannot be reached. */
  offline?: string;
  /** Accessible name of the quantity field of `{name}`. */
  quantity?: string;
  /** The button that removes a line. */
  remove?: string;
  /** Accessible name of the button that removes `{name}`. */
  remove_product?: string;
  /** Announced when `{name}` is removed. */
  removed?: string;
  /** Chip of a line whose price changed while the page was open. */
  repriced?: string;
  /** The button that tries again. */
  retry?: string;
  /** The button that undoes a removal. */
  undo?: string;
  /** The unit price, as `{price}`. */
  unit_price?: string;
  /** Announced when `{name}` has a new quantity, `{count}`. */
  updated?: string;
  /** The label of the price of delivery. */
  shipping?: string;
  /** Shown instead of a price of delivery that is zero. */
  shipping_free?: string;
  /** Shown instead of the price of delivery while the country is not known. */
  shipping_later?: string;
  /** The label of a discount by the code `{code}`. */
  discount?: string;
  /** The label of a tax that is added and has no name. */
  tax?: string;
  /** How much tax the prices contain, `{price}`. */
  tax_included?: string;
  /** How much is missing to free delivery, `{price}`. */
  free_from?: string;
  /** Shown when delivery is free. */
  free_reached?: string;
  /** The label of the field for a discount code. */
  code?: string;
  /** The button that applies a discount code. */
  code_apply?: string;
  /** Accessible name of the button that removes the code `{code}`. */
  code_remove?: string;
  /** Shown when the shop has no code `{code}`. */
  code_unknown?: string;
  /** Shown when the code `{code}` is not valid at this time. */
  code_expired?: string;
  /** Shown when the code `{code}` was used as often as it may be. */
  code_used_up?: string;
  /** Shown while `{price}` is missing for the code `{code}`. */
  code_minimum?: string;
  /** Shown while nothing in the cart is what the code `{code}` is for. */
  code_not_for_cart?: string;
  /** The minimum order value, `{total}`, and what is missing, `{price}`. */
  minimum?: string;
  /** Texts for the frequency of a subscription. */
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
  /** Texts for the frequency of a subscription whose interval is more than 1. */
  subscription_intervals?: {
    /** Every `{count}` days; a plural pattern. */
    days?: string;
    /** Every `{count}` weeks; a plural pattern. */
    weeks?: string;
    /** Every `{count}` months; a plural pattern. */
    months?: string;
    /** Every `{count}` years; a plural pattern. */
    years?: string;
  };
  /** Texts of the hosted checkout; the basket itself does not use them. */
  checkout_page?: { [name: string]: string };
}
