// @ts-check
/* costs.js: what only shops with discounts, delivery, tax or a minimum order have. */
import { page } from "./context.js";

/* Shows what a cart costs beside its lines. Without that script the total is right all the same. */
export const showCosts = () => import(page.urlOf("costs.js")).then(({ start }) => start(page), () => {});
