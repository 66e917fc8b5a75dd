import { useEffect, useRef } from "react";
import { mount } from "service-basket";

const SERVICE = "http://127.0.0.1:8080";

/** A basket at this place. A changed configuration takes effect at once. */
export function Basket({ config, fallback }) {
  const place = useRef(null);
  const text = JSON.stringify(config);
  useEffect(() => mount(place.current, JSON.parse(text), { service: SERVICE }), [text]);
  // React never touches what stands inside, so the basket's own nodes are safe.
  return <div ref={place}>{fallback}</div>;
}
