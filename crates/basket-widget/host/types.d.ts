/* Types that the host scripts share. None of it is in the built files. Types of messages and effects are in protocol.js,
   types that pages use are in npm/service-basket.d.ts. */
import type {
  ServiceBasketCart as Cart,
  ServiceBasketDetail as Detail,
  ServiceBasketLine as Line,
  ServiceBasketLineDetail as LineDetail,
  ServiceBasketProblem as Problem,
} from "../../../npm/service-basket.js";
import type { Effect, Message } from "./protocol.js";

export type { Cart, Detail, Effect, Line, LineDetail, Message, Problem };

/** A status, and the parsed body. No answer at all is a rejected promise instead. */
export type Answer = [status: number, body: any];

/** An element of the core's module `tree`: what never changes, what may change, and what is inside. */
export type Tree = [head: string, given: Given, ...children: (string | Tree)[]];

/** Attributes of an element of the tree. Names with a colon are not attributes. */
export interface Given {
  ":key"?: string;
  ":on"?: number;
  ":value"?: string;
  ":open"?: string;
  [attribute: string]: string | number | undefined;
}

/** A basket on the page. */
export interface Basket {
  element: HTMLElement;
  /** The style sheet with the page's `style` values. */
  sheet: CSSStyleSheet;
  /** The shadow root, once something is shown in it. */
  root?: ShadowRoot | null;
  key?: string;
  /** `ReadElement.mark` of what was last read. */
  mark?: string;
  /** … and of what the core was last told. */
  coreMark?: string;
  /** Whether the core knows it. */
  isMounted?: boolean;
  /** Whether the texts of its language did not come. */
  lacksTexts?: boolean;
  /** Why its element cannot have a basket. */
  problem?: string;
  /** Members of `style` that cannot be used. */
  unusable?: string[];
  /** `mark` when the configuration was last checked. */
  checked?: string;
  /** The configuration that was last checked. */
  text?: string;
  /** What the core had shown last. */
  tree?: Tree;
  /** Whether its panel is open. */
  isOpen?: boolean;
  /** How many items its button shows, if that is known. */
  items?: number;
  /** When its panel was opened, on the clock of events. */
  openedAt?: number;
  /** Who opened the panel, if not its own button. */
  opener?: HTMLElement;
  /** Hears of the gesture that goes back, while the panel is open. */
  closeWatcher?: CloseWatcher;
  /** What the page was last told. */
  told?: { isOpen: boolean; language?: string };
}

/** A basket that shows something. */
export type ShownBasket = Basket & { root: ShadowRoot; key: string };

/** What is written on a basket element. */
export interface ReadElement {
  /** The text of the configuration script. */
  text?: string;
  /** The parsed configuration, which may be anything. */
  config: any;
  key?: string;
  /** The id of the stored cart. */
  cart?: string;
  /** Options that stand as attributes. */
  attributes: Record<string, string | null>;
  /** The code of the language, as the page or the basket has it. */
  code: string;
  /** The language, as platforms know it. */
  language: string;
  /** The code of the language that missing texts are taken from. */
  native: string;
  /** The text of the button. */
  label: string;
  /** Texts and their names: false or empty if there is no need for them, null if they did not come. */
  words: Promise<[texts: string | false | null, names: string | undefined | null]>;
  /** Another mark is another configuration. */
  mark: string;
  /** Whether the wished language does not exist. */
  isLost: boolean;
}

/** What a change asks the service for: a quantity, an addition with `sku` and what follows, or a discount code. */
export interface ChangeBody {
  quantity: number;
  sku?: string;
  frequency?: string | null;
  interval?: number | null;
  /** Empty to take off the one that there is. */
  code?: string;
}

/** A change in the stored queue. */
export type Entry = [
  id: string,
  /** The line that it sets, `*` for all lines; empty for an addition or a code. */
  line: string,
  body: ChangeBody,
  /** The seed of the page that will send it. */
  owner: string,
  /** Whether it has gone out to make a cart: 1 if so, -1 if another page may have sent it so. */
  makesCart?: number,
];

/** A call of the page's scripts: a method and its arguments, and who waits for it. */
export type Call = [call: any, resolve?: (value: any) => void, reject?: (error: Error) => void];

/** An error with a code that the contract promises. */
export type CodedError = Error & { code: string };

/** A request to a path of the service, with the idempotency key of a change. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** A function for each of some effects. */
export type EffectHandlers<Kinds extends Effect, Rest extends unknown[] = []> = {
  [One in Kinds as One[0]]: (effect: One, ...rest: Rest) => void;
};

/** What page.js can do. Its effect handlers also get the body of the last answer. */
export interface PageActions {
  [effect: number]: (effect: any, last: any) => void;
  takeCart(key: string, cart?: Cart, isChanged?: boolean): void;
  look(): void;
}

/** The exports of a wasm of ours, as `crates/widget-build/src/wasm/module.rs` names them. */
export interface Core {
  m: WebAssembly.Memory;
  /** Makes room for so many items of a message; where. */
  i(items: number): number;
  /** Makes room for a text of so many bytes; where. */
  t(bytes: number): number;
  /** Hands the message over; where the answer is. */
  s(): number;
  /** The size of the answer. */
  z(): number;
  /** Where the style sheet is. */
  c(): number;
  /** The size of the style sheet. */
  l(): number;
}

/** What all scripts of a page share. */
export interface Page {
  /** By the core's number. */
  baskets: Map<number, Basket>;
  /** Changes that nobody has confirmed, as they stand in storage, by their ids. */
  kept: Map<string, [key: string, entry: Entry]>;
  /** The ids of changes that other pages left behind, by the numbers that the core has for them. */
  ids: Record<number, string>;
  /** `makesCart` of entries, by their ids. */
  makesCart: Record<string, number | undefined>;
  /** The start of the ids of this page's changes. No other page has it. */
  seed: string;
  /** By the core's number, from 1. */
  markers: HTMLElement[];
  /** Messages that came before the core. */
  waiting: Message[];
  /** Calls that came before page.js. */
  calls: Call[];
  /** Whether the basket cannot work on this page. */
  isDead?: boolean;
  /** The body of the last answer; null if there was none. */
  lastAnswer?: any;
  /** Who is about to open a panel, if not its own button. */
  opener?: HTMLElement;
  /** Where the pointer was pressed last. */
  press?: { path: EventTarget[]; clientX: number; clientY: number };
  /** The language that `setLocale` asked for. */
  wishedLocale?: string;

  /** Hands a message over when the core knows every basket that it can be about. */
  send(message: Message): void;
  callMethod(...call: Call): void;
  /** A file of this build is missing: hands over to a newer build, if there is one. Whether it has. */
  handOver(): Promise<boolean>;
  /** The style sheet's part for the button; all baskets share it. */
  buttonSheet: CSSStyleSheet;
  /** Settles `ServiceBasket.ready`. */
  becomeReady(cart: Cart | null): void;

  /* From here on: what is there when the core is. */
  core: Core;
  /** The style sheet of all baskets, all that comes after the button's part. */
  sheet: CSSStyleSheet;
  /** Hands a message over. */
  post(message: Message): void;
  fail(error: unknown): void;
  /** Hands over messages and makes calls, if the core knows every basket. */
  flush(): void;
  /** Tells the core what the service answers, to a change if there is the id of one. */
  hear(request: number, key: string, answer: Promise<Answer>, change?: string): void;
  /** The idempotency key of a change by its number. */
  idOf(number: number): string;
  readElement(element: HTMLElement): ReadElement;
  /** The country for which costs are estimated, if the page gives one. */
  countryOf(): string | undefined;
  /** Asks the service. */
  request(path: string, options?: RequestInit): Promise<Answer>;
  numberOf(element: Element): number;
  /** Mounts an element that is new or written otherwise. */
  mount(element: HTMLElement): void;
  show(basket: Basket, tree: Tree, ...sheets: CSSStyleSheet[]): void;
  urlOf(end: string): string;

  /* What page.js adds. */
  /** By key, as the service last described them. */
  carts: Record<string, Cart | undefined>;
  look?(): void;
  /** Makes the calls that wait. */
  makeCalls?(): void;
  tellTabs?(news: [key: string, cart?: Cart]): void;
}

declare global {
  /* Newer than TypeScript's own list. */
  interface CloseWatcher {
    onclose: (() => void) | null;
    destroy(): void;
  }
  var CloseWatcher: { new (): CloseWatcher } | undefined;

  /* Values that the build fills in, see crates/widget-build/src/scripts.rs. */
  /** The name under which the core imports functions. */
  const __BUILD__: string;
  /** The digest of the wasm of explain. */
  const __EXPLAIN_WASM__: string;
  /** The digests of texts about costs, by the codes of their languages, as JSON. */
  const __COSTS_TEXTS__: string;
  /** The digest of the wasm of costs. */
  const __COSTS_WASM__: string;
  /** The part of file names that changes with their content. */
  const __HASH__: string;
  /** The names of all methods, with blanks between them. */
  const __METHODS__: string;
  const __VERSION__: string;
  /** The codes of currencies without a minor unit. */
  const __WITHOUT_DECIMALS__: string;

  interface Element {
    /** Of an element that patch.js made: what never changes. */
    head?: string;
    /** … and what its attributes last were. */
    given?: Given;
    /** … and, if it has a key, all of it as JSON. */
    row?: string;
    /** Until when clicks on a marker are ignored. */
    until?: number;
  }

  interface ShadowRoot {
    given?: Given;
  }
}
