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
    readonly total: number;
  };
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
