//! Statements that both engines understand. `$1` is the first value for either.

/// A cart with its lines, and what the catalogue says of them, by token and shop.
pub(super) const CART: &str = "SELECT c.id, c.version, c.next_line, c.catalogue, c.touched_at,
           l.number, l.sku, l.quantity, l.frequency, l.interval,
           coalesce(p.name, l.name), coalesce(p.type, l.type), l.unit_price,
           CASE WHEN l.frequency IS NULL THEN p.price ELSE o.price END,
           p.image, p.url, p.stock, p.revision
    FROM carts c
    LEFT JOIN lines l ON l.cart_id = c.id
    LEFT JOIN products p ON p.shop_id = c.shop_id AND p.sku = l.sku
    LEFT JOIN offers o ON o.product_id = p.id
        AND o.frequency = l.frequency AND o.interval = l.interval
    WHERE c.token = $1 AND c.shop_id = $2
    ORDER BY l.number";
