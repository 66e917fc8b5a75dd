import { useState } from "react";
import { Basket } from "./Basket.jsx";

const PRODUCTS = [
  { sku: "MUG", name: "Stoneware mug" },
  { sku: "EBOOK", name: "The slow kitchen" },
];

export function App() {
  const [isRight, setRight] = useState(true);
  const [isThere, setThere] = useState(true);
  return (
    <main>
      <h1>A basket with React</h1>
      <ul>
        {PRODUCTS.map(({ sku, name }) => (
          <li key={sku}>
            {name}{" "}
            <button type="button" data-embed="service-basket-add" data-sku={sku}>
              Add
            </button>
          </li>
        ))}
      </ul>
      <button type="button" id="side" onClick={() => setRight(!isRight)}>
        To the other side
      </button>
      <button type="button" id="there" onClick={() => setThere(!isThere)}>
        Take it away, put it back
      </button>
      {isThere && <Basket config={{ api_key: "pk_demo", options: { right: isRight } }} />}
    </main>
  );
}
