//! Every table with its columns: the same in both engines. A test holds the list to the database.

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Bytes,
}

use Kind::{Bytes, Number, Text};

/// A table by its columns, those of its primary key first.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) key: usize,
    pub(super) columns: &'static [(&'static str, Kind)],
}

/// Every table, each behind those that it refers to.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "shops",
        key: 1,
        columns: &[
            ("id", Number),
            ("name", Text),
            ("currency", Text),
            ("checkout", Text),
            ("catalogue", Number),
            ("checkout_address", Text),
            ("webhook_address", Text),
            ("webhook_secret", Text),
            ("webhook_secret_before", Text),
            ("webhook_secret_until", Number),
        ],
    },
    Table { name: "origins", key: 2, columns: &[("shop_id", Number), ("origin", Text)] },
    Table {
        name: "keys",
        key: 1,
        columns: &[
            ("key", Text),
            ("shop_id", Number),
            ("created_at", Number),
            ("expires_at", Number),
            ("digest", Bytes),
        ],
    },
    Table {
        name: "products",
        key: 1,
        columns: &[
            ("id", Number),
            ("shop_id", Number),
            ("sku", Text),
            ("name", Text),
            ("image", Text),
            ("url", Text),
            ("type", Text),
            ("price", Number),
            ("stock", Number),
            ("revision", Number),
            ("search", Text),
        ],
    },
    Table {
        name: "offers",
        key: 3,
        columns: &[
            ("product_id", Number),
            ("frequency", Text),
            ("interval", Number),
            ("price", Number),
        ],
    },
    Table {
        name: "carts",
        key: 1,
        columns: &[
            ("id", Number),
            ("token", Text),
            ("shop_id", Number),
            ("version", Number),
            ("next_line", Number),
            ("catalogue", Number),
            ("created_at", Number),
            ("touched_at", Number),
        ],
    },
    Table {
        name: "lines",
        key: 2,
        columns: &[
            ("cart_id", Number),
            ("number", Number),
            ("sku", Text),
            ("frequency", Text),
            ("interval", Number),
            ("quantity", Number),
            ("name", Text),
            ("type", Text),
            ("unit_price", Number),
        ],
    },
    Table {
        name: "idempotency",
        key: 2,
        columns: &[
            ("shop_id", Number),
            ("key", Text),
            ("request", Bytes),
            ("outcome", Text),
            ("created_at", Number),
        ],
    },
    Table {
        name: "operators",
        key: 1,
        columns: &[("id", Number), ("email", Text), ("password", Text), ("created_at", Number)],
    },
    Table {
        name: "members",
        key: 2,
        columns: &[("shop_id", Number), ("operator_id", Number), ("role", Text)],
    },
    Table {
        name: "sessions",
        key: 1,
        columns: &[
            ("digest", Bytes),
            ("operator_id", Number),
            ("created_at", Number),
            ("used_at", Number),
            ("shop_id", Number),
        ],
    },
    Table {
        name: "links",
        key: 1,
        columns: &[
            ("digest", Bytes),
            ("purpose", Text),
            ("shop_id", Number),
            ("role", Text),
            ("operator_id", Number),
            ("expires_at", Number),
        ],
    },
    Table {
        name: "activity",
        key: 1,
        columns: &[
            ("id", Number),
            ("shop_id", Number),
            ("email", Text),
            ("at", Number),
            ("action", Text),
            ("subject", Text),
        ],
    },
    Table {
        name: "designs",
        key: 2,
        columns: &[("shop_id", Number), ("name", Text), ("config", Text), ("updated_at", Number)],
    },
    Table {
        name: "days",
        key: 2,
        columns: &[
            ("shop_id", Number),
            ("day", Number),
            ("carts", Number),
            ("orders", Number),
            ("revenue", Number),
            ("first_cart", Number),
        ],
    },
    Table { name: "counted", key: 1, columns: &[("name", Text), ("last_row", Number)] },
    Table {
        name: "imports",
        key: 1,
        columns: &[
            ("id", Text),
            ("shop_id", Number),
            ("started_at", Number),
            ("moved_at", Number),
            ("products", Number),
            ("done", Number),
            ("left_out", Number),
            ("problems", Text),
            ("failed", Number),
        ],
    },
];
