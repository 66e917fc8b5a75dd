//! The contract for readers: Markdown and TypeScript. It must never hold a promise that the table does not have.

use super::{EVENTS, FILES, MARKUP, METHODS, PARTS, Promise, STORAGE};
use crate::config::table::Group;
use alloc::{format, string::String};
use core::fmt::Write as _;

/// Said at the top of what is generated.
const GENERATED: &str =
    "Generated from crates/basket-core/src/contract.rs; `cargo test -p basket-core` renews it.";

/// The page for integrators.
pub fn markdown() -> String {
    let mut out = format!(
        "<!-- {GENERATED} -->\n\n# Stable interface of version 1\n\n\
         Everything on this page keeps its name and meaning in every later version 1.\n\
         The pages in `e2e/frozen/v1` are tested with each version and never edited.\n\n\
         | also stable | listed in |\n|---|---|\n\
         | members of the configuration | [reference](reference.md) |\n\
         | HTTP API | [openapi.json](openapi.json) |\n\
         | error codes | [error codes](script.md#error-codes) |\n\n\
         New names may be added. Everything that is not listed may change, such as other elements and classes in the \
         shadow root.\n\n## Markup\n\n"
    );
    promises(&mut out, "markup", MARKUP);
    out += "\n## JavaScript API\n\n`window.ServiceBasket`, with types in \
            [service-basket.d.ts](../npm/service-basket.d.ts). Every method returns a promise. A rejected promise has \
            an `Error` with a `code`.\n\n| member | meaning |\n|---|---|\n\
            | `version` | The version of the script. |\n\
            | `ready` | A promise of the cart of the first basket, or of `null` if there is no cart yet. |\n\
            | `cart` | The cart of the first basket as last confirmed by the service, or `null`. Read-only. |\n\
            | `push(call, …)` | Runs calls. Each is an array of a method name and its arguments. Works before the script is loaded. |\n";
    for method in METHODS {
        let takes = method.takes.replace('|', "\\|");
        _ = writeln!(out, "| `{}({takes})` | {} |", method.name, method.does);
    }
    out += "\n## Events\n\nThe basket element fires them. They bubble and cross shadow roots. Events about a cart are \
            fired once, on the first basket that shows it.\n\n| event | when |\n|---|---|\n";
    for event in EVENTS {
        _ = writeln!(out, "| `service-basket:{}` | {} |", event.name, event.when);
    }
    out += "\n## Parts\n\nNames for `::part()`: ";
    for (at, part) in PARTS.iter().enumerate() {
        _ = write!(out, "{}`{part}`", if at > 0 { ", " } else { "" });
    }
    out += ".\n\n## Custom properties\n\n";
    for (at, entry) in Group::Style.entries().iter().enumerate() {
        let name = entry.name.replace('_', "-");
        _ = write!(out, "{}`--service-basket-{name}`", if at > 0 { ", " } else { "" });
    }
    out += ".\n\n## Storage\n\nThe names are stable, the contents are not.\n\n";
    promises(&mut out, "entry of `localStorage`", STORAGE);
    out += "\n## Files\n\n";
    promises(&mut out, "address", FILES);
    out
}

fn promises(out: &mut String, what: &str, promises: &[Promise]) {
    _ = writeln!(out, "| {what} | meaning |\n|---|---|");
    for promise in promises {
        _ = writeln!(out, "| `{}` | {} |", promise.name, promise.meaning);
    }
}

/// The types of the script interface and of the events.
pub fn types() -> String {
    let mut out = format!("// {GENERATED}\n\n");
    out += SHAPES;
    out += "\n/** `window.ServiceBasket`, once the script has come. */\nexport interface ServiceBasket {\n";
    out += "  /** The version of the script. */\n  readonly version: string;\n";
    out +=
        "  /** Settles with the first basket's cart, or with `null` as long as it has none. */\n";
    out += "  readonly ready: Promise<ServiceBasketCart | null>;\n";
    out += "  /** The first basket's cart as the service last confirmed it. */\n";
    out += "  readonly cart: ServiceBasketCart | null;\n";
    for method in METHODS {
        _ = write!(
            out,
            "  /** {} */\n  {}({}): Promise<{}>;\n",
            method.does, method.name, method.takes, method.gives
        );
    }
    out += "  /** Carries out calls. */\n  push(...calls: ServiceBasketCall[]): unknown;\n}\n\n";
    out += "/** A call that may be pushed before the script has come. */\nexport type ServiceBasketCall =";
    for method in METHODS {
        let name = method.name;
        _ = write!(out, "\n  | [\"{name}\", ...Parameters<ServiceBasket[\"{name}\"]>]");
    }
    out += ";\n\ndeclare global {\n  interface Window {\n    ServiceBasket?: ServiceBasket | ServiceBasketCall[];\n  }\n";
    for map in ["HTMLElementEventMap", "DocumentEventMap", "WindowEventMap"] {
        _ = writeln!(out, "  interface {map} {{");
        for event in EVENTS {
            _ = write!(
                out,
                "    /** {} */\n    \"service-basket:{}\": CustomEvent<{}>;\n",
                event.when, event.name, event.detail
            );
        }
        out += "  }\n";
    }
    out += "}\n";
    out
}

/// Carts, details and arguments, which have no table: they are the wire's.
const SHAPES: &str = r#"/** How often a subscription comes. */
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
"#;
