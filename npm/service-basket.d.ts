// Generated from crates/basket-core/src/contract.rs; `cargo test -p basket-core` renews it.

/** How often a subscription comes. */
export type ServiceBasketFrequency = "daily" | "weekly" | "monthly" | "yearly";

/** Which cart is meant, on a page with several keys; without it, the first basket's. */
export interface ServiceBasketKey {
  key?: string;
}

/** What is to be added. */
export interface ServiceBasketNewLine extends ServiceBasketKey {
  sku: string;
  /** 1 if it is left out. */
  quantity?: number;
  /** Without it, a one-off purchase. */
  frequency?: ServiceBasketFrequency;
  /** Every so many of them; 1 if it is left out. */
  interval?: number;
}

/** A line of a cart. Amounts are in the currency's minor unit. */
export interface ServiceBasketLine {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly image: string | null;
  readonly url: string | null;
  readonly type: "normal" | "consumable" | "digital";
  readonly quantity: number;
  readonly unit_price: number;
  readonly price: number;
  readonly frequency: ServiceBasketFrequency | null;
  readonly interval: number | null;
  readonly available: boolean;
  readonly stock: number | null;
}

/** A cart. Amounts are in the currency's minor unit. */
export interface ServiceBasketCart {
  readonly id: string;
  readonly version: number;
  readonly currency: string;
  readonly items: number;
  readonly lines: readonly ServiceBasketLine[];
  readonly sums: {
    readonly purchases: { readonly count: number; readonly amount: number };
    readonly subscriptions: readonly {
      readonly frequency: ServiceBasketFrequency;
      readonly interval: number;
      readonly count: number;
      readonly amount: number;
    }[];
    /** What each renewal costs, where that is more or less than its lines. */
    readonly renewals?: readonly {
      readonly frequency: ServiceBasketFrequency;
      readonly interval: number;
      readonly amount: number;
    }[];
    /** What is due at checkout, with the adjustments that count now. */
    readonly total: number;
  };
  /* From here on: only of shops that have such costs. */
  readonly adjustments?: readonly ServiceBasketAdjustment[];
  /** The price of delivery is not known yet, or the shop does not deliver to the country. */
  readonly delivery?: "later" | "unavailable";
  /** Whether the shop has discount codes. */
  readonly takes_codes?: true;
  /** The discount code that was entered. */
  readonly code?: string;
  /** Why it gives no discount now, and how much is missing. */
  readonly code_problem?: { readonly code: string; readonly missing?: number };
  /** The minimum order value, if the cart does not reach it. */
  readonly minimum?: { readonly amount: number; readonly missing: number };
}

/** What a cart costs more or less than its lines. */
export interface ServiceBasketAdjustment {
  readonly kind: "discount" | "shipping" | "tax";
  readonly label: string;
  /** Negative for a discount. */
  readonly amount: number;
  /** Whether the prices contain it already. */
  readonly included: boolean;
  /** Null counts once, now; otherwise it counts with each renewal of that period. */
  readonly frequency: ServiceBasketFrequency | null;
  readonly interval: number | null;
  /** The discount code that it comes from. */
  readonly code?: string;
  /** Of a tax: thousandths of a percent; null if the recipient pays it. */
  readonly rate?: number | null;
  /** Of a tax: the amount without it. */
  readonly net?: number;
  /** Of shipping: how much is missing until it is free. */
  readonly missing?: number;
}

/** An item as data layers want it. The price is in the currency's main unit. */
export interface ServiceBasketItem {
  item_id: string;
  item_name: string;
  price: number;
  quantity: number;
  /** Of a subscription: its frequency, with the interval behind a slash if that is not 1. */
  item_variant?: string;
}

/** What an event tells of a cart. The last three are missing as long as there is no cart. */
export interface ServiceBasketDetail {
  cart: ServiceBasketCart | null;
  currency?: string;
  /** The price of all items, in the currency's main unit. */
  value?: number;
  items?: ServiceBasketItem[];
}

/** What an event tells of one line; `value` and `items` are about the difference. */
export interface ServiceBasketLineDetail extends ServiceBasketDetail {
  line: ServiceBasketLine;
  /** How many items more there are, or fewer. */
  difference: number;
}

/** What is wrong. */
export interface ServiceBasketProblem {
  code: string;
  level: "error" | "warning" | "notice";
  message: string;
  hint?: string;
  path?: string;
  line?: number;
  column?: number;
}

/** `window.ServiceBasket`, once the script has come. */
export interface ServiceBasket {
  /** The version of the script. */
  readonly version: string;
  /** Settles with the first basket's cart, or with `null` as long as it has none. */
  readonly ready: Promise<ServiceBasketCart | null>;
  /** The first basket's cart as the service last confirmed it. */
  readonly cart: ServiceBasketCart | null;
  /** Adds a product. */
  add(line: ServiceBasketNewLine): Promise<ServiceBasketCart>;
  /** Sets the quantity of a line, given as object or id; 0 removes it. */
  update(line: ServiceBasketLine | string, change: { quantity: number; key?: string }): Promise<ServiceBasketCart>;
  /** Removes a line, given as object or id. */
  remove(line: ServiceBasketLine | string, of?: ServiceBasketKey): Promise<ServiceBasketCart>;
  /** Removes all lines. */
  clear(of?: ServiceBasketKey): Promise<ServiceBasketCart | null>;
  /** Enters a discount code in place of the one that there is. `cart.code_problem` says why it gives no discount now. */
  applyCode(code: string, of?: ServiceBasketKey): Promise<ServiceBasketCart>;
  /** Removes the discount code. */
  removeCode(of?: ServiceBasketKey): Promise<ServiceBasketCart | null>;
  /** Opens the panel. */
  open(of?: ServiceBasketKey): Promise<ServiceBasketCart | null>;
  /** Closes the panel. */
  close(of?: ServiceBasketKey): Promise<ServiceBasketCart | null>;
  /** Opens the panel, or closes it if it is open. */
  toggle(of?: ServiceBasketKey): Promise<ServiceBasketCart | null>;
  /** Goes to the checkout, as the checkout button does. */
  checkout(of?: ServiceBasketKey): Promise<ServiceBasketCart>;
  /** Shows all baskets in another language. Overrides the page and the configuration. */
  setLocale(code: string): Promise<ServiceBasketCart | null>;
  /** Makes an element a basket. Needed without `data-embed`, inside another shadow root, and after `unmount`. */
  mount(element: HTMLElement): Promise<ServiceBasketCart | null>;
  /** Removes the basket and shows the content of the element again, until the next `mount`. */
  unmount(element: HTMLElement): Promise<null>;
  /** Carries out calls. */
  push(...calls: ServiceBasketCall[]): unknown;
}

/** A call that may be pushed before the script has come. */
export type ServiceBasketCall =
  | ["add", ...Parameters<ServiceBasket["add"]>]
  | ["update", ...Parameters<ServiceBasket["update"]>]
  | ["remove", ...Parameters<ServiceBasket["remove"]>]
  | ["clear", ...Parameters<ServiceBasket["clear"]>]
  | ["applyCode", ...Parameters<ServiceBasket["applyCode"]>]
  | ["removeCode", ...Parameters<ServiceBasket["removeCode"]>]
  | ["open", ...Parameters<ServiceBasket["open"]>]
  | ["close", ...Parameters<ServiceBasket["close"]>]
  | ["toggle", ...Parameters<ServiceBasket["toggle"]>]
  | ["checkout", ...Parameters<ServiceBasket["checkout"]>]
  | ["setLocale", ...Parameters<ServiceBasket["setLocale"]>]
  | ["mount", ...Parameters<ServiceBasket["mount"]>]
  | ["unmount", ...Parameters<ServiceBasket["unmount"]>];

declare global {
  interface Window {
    ServiceBasket?: ServiceBasket | ServiceBasketCall[];
  }
  interface HTMLElementEventMap {
    /** The basket has its first answer from the service; once per basket. */
    "service-basket:ready": CustomEvent<ServiceBasketDetail>;
    /** The panel has opened. */
    "service-basket:open": CustomEvent<ServiceBasketDetail>;
    /** The panel has closed. */
    "service-basket:close": CustomEvent<ServiceBasketDetail>;
    /** The cart changed: on this page, in another tab, or because it was replaced. */
    "service-basket:change": CustomEvent<ServiceBasketDetail>;
    /** A product was added on this page, and the service confirmed it. */
    "service-basket:add": CustomEvent<ServiceBasketLineDetail>;
    /** A quantity was changed on this page, and the service confirmed it. */
    "service-basket:update": CustomEvent<ServiceBasketLineDetail>;
    /** A line was removed on this page, and the service confirmed it. */
    "service-basket:remove": CustomEvent<ServiceBasketLineDetail>;
    /** The shopper asked for the checkout. Cancelable: prevent it to take over. */
    "service-basket:checkout": CustomEvent<ServiceBasketDetail>;
    /** The language of the basket changed. */
    "service-basket:locale": CustomEvent<ServiceBasketDetail & { locale: string }>;
    /** There is a problem with the configuration, the service or a change. */
    "service-basket:error": CustomEvent<ServiceBasketProblem>;
  }
  interface DocumentEventMap {
    /** The basket has its first answer from the service; once per basket. */
    "service-basket:ready": CustomEvent<ServiceBasketDetail>;
    /** The panel has opened. */
    "service-basket:open": CustomEvent<ServiceBasketDetail>;
    /** The panel has closed. */
    "service-basket:close": CustomEvent<ServiceBasketDetail>;
    /** The cart changed: on this page, in another tab, or because it was replaced. */
    "service-basket:change": CustomEvent<ServiceBasketDetail>;
    /** A product was added on this page, and the service confirmed it. */
    "service-basket:add": CustomEvent<ServiceBasketLineDetail>;
    /** A quantity was changed on this page, and the service confirmed it. */
    "service-basket:update": CustomEvent<ServiceBasketLineDetail>;
    /** A line was removed on this page, and the service confirmed it. */
    "service-basket:remove": CustomEvent<ServiceBasketLineDetail>;
    /** The shopper asked for the checkout. Cancelable: prevent it to take over. */
    "service-basket:checkout": CustomEvent<ServiceBasketDetail>;
    /** The language of the basket changed. */
    "service-basket:locale": CustomEvent<ServiceBasketDetail & { locale: string }>;
    /** There is a problem with the configuration, the service or a change. */
    "service-basket:error": CustomEvent<ServiceBasketProblem>;
  }
  interface WindowEventMap {
    /** The basket has its first answer from the service; once per basket. */
    "service-basket:ready": CustomEvent<ServiceBasketDetail>;
    /** The panel has opened. */
    "service-basket:open": CustomEvent<ServiceBasketDetail>;
    /** The panel has closed. */
    "service-basket:close": CustomEvent<ServiceBasketDetail>;
    /** The cart changed: on this page, in another tab, or because it was replaced. */
    "service-basket:change": CustomEvent<ServiceBasketDetail>;
    /** A product was added on this page, and the service confirmed it. */
    "service-basket:add": CustomEvent<ServiceBasketLineDetail>;
    /** A quantity was changed on this page, and the service confirmed it. */
    "service-basket:update": CustomEvent<ServiceBasketLineDetail>;
    /** A line was removed on this page, and the service confirmed it. */
    "service-basket:remove": CustomEvent<ServiceBasketLineDetail>;
    /** The shopper asked for the checkout. Cancelable: prevent it to take over. */
    "service-basket:checkout": CustomEvent<ServiceBasketDetail>;
    /** The language of the basket changed. */
    "service-basket:locale": CustomEvent<ServiceBasketDetail & { locale: string }>;
    /** There is a problem with the configuration, the service or a change. */
    "service-basket:error": CustomEvent<ServiceBasketProblem>;
  }
}
