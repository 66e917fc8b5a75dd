import type { ServiceBasket } from "./service-basket.js";
import type { ServiceBasketConfig } from "./service-basket-config.js";

export type * from "./service-basket.js";
export type * from "./service-basket-config.js";

/** Where the basket comes from. */
export interface ServiceBasketSource {
  /** The service's address. Not needed where the page has the script tag itself. */
  service?: string;
  /** `"1"`, the newest 1.x, unless you pin one: `"1.8.0"`. */
  version?: string;
  /** What the script must come to; for a pinned version. */
  integrity?: string;
}

/** Loads the basket from its service, once; gives `window.ServiceBasket`. */
export function load(from?: ServiceBasketSource): Promise<ServiceBasket>;

/**
 * Makes an element a basket with this configuration, or gives the basket there another configuration. The function that
 * it gives takes the basket away again and leaves the element as it was.
 */
export function mount(element: HTMLElement, config: ServiceBasketConfig, from?: ServiceBasketSource): () => void;
