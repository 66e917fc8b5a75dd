//! The tables of the pages in `docs/benchmarks`: what each is about, and its columns.

use serde_json::{Value, json};

/// A table, without its rows.
pub struct Table {
    /// Part of a file's name.
    pub name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Each with its unit and how many digits after the point mean something.
    columns: &'static [(&'static str, &'static str, u8)],
    /// The column to draw, if rows are not too many.
    plot: Option<&'static str>,
    /// The columns that the first page of the project shows.
    front: &'static [&'static str],
}

impl Table {
    /// With its rows.
    pub fn json(&self, rows: &[&Value]) -> Value {
        let columns = self.columns.iter();
        let columns: Vec<Value> = columns
            .map(|(name, unit, digits)| json!({ "name": name, "unit": unit, "digits": digits }))
            .collect();
        json!({
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "columns": columns,
            "plot": self.plot,
            "front": self.front,
            "rows": rows,
        })
    }
}

const LOAD: &[(&str, &str, u8)] =
    &[("rate", "/s", 0), ("p50", "ms", 2), ("p99", "ms", 2), ("processor", "µs", 0)];

const SIZES: &[(&str, &str, u8)] =
    &[("get", "/s", 0), ("add", "/s", 0), ("processor, get", "µs", 0), ("processor, add", "µs", 0)];

/// Every table there is, in the order of the page.
pub const TABLES: &[Table] = &[
    Table {
        name: "read",
        title: "Reading a cart",
        about: "Every connection reads carts of one line, and asks again as soon as it is answered. The processor's time for \
                an answer is the service's, and that of PostgreSQL where it is used.",
        columns: LOAD,
        plot: Some("rate"),
        front: &[],
    },
    Table {
        name: "new",
        title: "A new cart",
        about: "Every connection makes carts with one line each. A cart is answered when the disk has it.",
        columns: LOAD,
        plot: Some("rate"),
        front: &[],
    },
    Table {
        name: "add",
        title: "Adding to a cart",
        about: "Every connection adds one more to carts of its own. A change is answered when the disk has it.",
        columns: LOAD,
        plot: Some("rate"),
        front: &[],
    },
    Table {
        name: "change",
        title: "Changing a quantity",
        about: "Every connection sets another quantity in carts of its own. A change is answered when the disk has it.",
        columns: LOAD,
        plot: Some("rate"),
        front: &[],
    },
    Table {
        name: "mixed",
        title: "Mixed traffic",
        about: "Of twenty requests sixteen read a cart, two add, one changes a quantity and one makes a new cart.",
        columns: LOAD,
        plot: Some("rate"),
        front: &[],
    },
    Table {
        name: "open",
        title: "At half of the load",
        about: "Requests come at a fixed rate, half of what 64 connections reach when each waits for its answer, whether or \
                not those before are answered. A wait begins when the request was due, not when it could be sent.",
        columns: &[
            ("asked", "/s", 0),
            ("rate", "/s", 0),
            ("p50", "ms", 2),
            ("p99", "ms", 2),
            ("processor", "µs", 0),
        ],
        plot: Some("p99"),
        front: &[],
    },
    Table {
        name: "beside",
        title: "Beside what it is built from",
        about: "The service and the limit that it cannot pass, in turns: bare axum that answers with the same bytes; a server \
                that makes one transaction for each request; the engine alone, reading one row or inserting one in each \
                transaction. All with 64 connections, but for SQLite alone, which has one writer.",
        columns: LOAD,
        plot: Some("rate"),
        front: &["rate", "processor"],
    },
    Table {
        name: "vendure",
        title: "Beside Vendure",
        about: "The same on the same engine, in turns, with 16 connections each: Vendure with one product, through its shop \
                API, every caller with a session of its own. Both answer when the disk has the change.",
        columns: LOAD,
        plot: Some("rate"),
        front: &["rate", "processor"],
    },
    Table {
        name: "medusa",
        title: "Beside Medusa",
        about: "The same beside Medusa, which has no other engine: with one product, through its store API, every caller with a \
                cart of its own. It is asked for what a cart shows and no more, and keeps cache, events and locks in memory.",
        // It answers so few in a second that parts of them count.
        columns: &[("rate", "/s", 1), ("p50", "ms", 2), ("p99", "ms", 2), ("processor", "µs", 0)],
        plot: Some("rate"),
        front: &["rate", "processor"],
    },
    Table {
        name: "growth",
        title: "With more carts",
        about: "64 connections read and add, with that many carts in the database.",
        columns: SIZES,
        plot: Some("get"),
        front: &[],
    },
    Table {
        name: "lines",
        title: "With more lines",
        about: "64 connections read and add, each a cart of its own with that many lines.",
        columns: SIZES,
        plot: Some("get"),
        front: &[],
    },
    Table {
        name: "start",
        title: "Start and memory",
        about: "From the start of the process to its first answer, with tables that are there already; memory at rest after that, \
                and after traffic.",
        columns: &[("first answer", "ms", 0), ("idle", "MiB", 1), ("loaded", "MiB", 1)],
        plot: Some("first answer"),
        front: &[],
    },
    Table {
        name: "pages",
        title: "The backend's pages",
        about: "Each page on a connection that is open, in a shop with 100,000 products and 1,000,000 carts.",
        columns: &[("wait", "ms", 1), ("p95", "ms", 1)],
        plot: None,
        front: &[],
    },
];
