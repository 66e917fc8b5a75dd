/* page.js: what a first view can do without. It comes when something needs it, or when the page idles. */
import { urlOf } from "../loader/site.js";
import { page } from "../loader/state.js";

let coming;

/* Loads it once. Without the service there is nobody to ask, and that is known by then; the next time may be luckier. */
export const more = () =>
  (coming ||= import(urlOf("page.js")).then(
    ({ start }) => start(page),
    () => (coming = undefined),
  ));

export const hasCome = () => !!coming;

/* Has it do something, when it is there. */
export const tell = (act) => more().then((does) => does && act(does));
