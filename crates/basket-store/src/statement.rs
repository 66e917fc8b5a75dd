//! Statements that both engines understand, and parts of such.

/// A shop's carts before one of them, newest first.
pub(super) const LISTED_CARTS: &str =
    "SELECT c.id, c.token, c.created_at, abs(c.touched_at), c.version,
        CAST((SELECT coalesce(sum(l.quantity), 0) FROM lines l WHERE l.cart_id = c.id) AS bigint)
    FROM carts c WHERE c.shop_id = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3";

/// When the last carts are gone, their numbers may come back: in SQLite at once, in PostgreSQL in a copy. So
/// counting goes on behind the last that is there; all before it are counted.
pub(super) const COUNTED_BACK: &str = "UPDATE counted
    SET last_row = (SELECT coalesce(max(id), 0) FROM carts)
    WHERE name = 'carts' AND last_row > (SELECT coalesce(max(id), 0) FROM carts)";
