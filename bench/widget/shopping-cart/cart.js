/* A cart with use-shopping-cart, as its documentation has one: a button that opens it, its lines, and a product. */
import { createElement as make } from "react";
import { createRoot } from "react-dom/client";
import { CartProvider, useShoppingCart } from "use-shopping-cart";

const MUG = { id: "MUG", name: "Stoneware mug", price: 1800, currency: "EUR" };

const Line = ({ id, name, quantity, formattedValue }) => {
  const { incrementItem, decrementItem, removeItem } = useShoppingCart();
  return make(
    "li",
    {},
    make("span", {}, name, " ", formattedValue),
    make("button", { onClick: () => decrementItem(id) }, "−"),
    make("span", {}, quantity),
    make("button", { onClick: () => incrementItem(id) }, "+"),
    make("button", { onClick: () => removeItem(id) }, "Remove"),
  );
};

const Cart = () => {
  const { cartCount, cartDetails, formattedTotalPrice, shouldDisplayCart, handleCartClick, redirectToCheckout } = useShoppingCart();
  const lines = Object.values(cartDetails).map((line) => make(Line, { key: line.id, ...line }));
  return make(
    "div",
    {},
    make("button", { id: "cart", onClick: handleCartClick }, "Cart ", make("b", {}, cartCount)),
    make(
      "dialog",
      { open: shouldDisplayCart },
      make("h2", {}, "Your cart"),
      make("ul", {}, lines),
      make("p", {}, "Total ", make("b", {}, formattedTotalPrice)),
      make("button", { onClick: () => redirectToCheckout() }, "Checkout"),
    ),
  );
};

const Product = () => {
  const { addItem } = useShoppingCart();
  return make("button", { onClick: () => addItem(MUG) }, "Add");
};

createRoot(document.getElementById("shop")).render(
  make(CartProvider, { cartMode: "client-only", mode: "payment", stripe: "pk", currency: "EUR", shouldPersist: true }, make(Product), make(Cart)),
);
