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
        name: "costs",
        title: "Cost of a request",
        about: "Measured. Each request twice: at a moderate load, an eighth of the rate that was reached and at most 500 a second, and saturated, with 64 \
                connections that ask again as soon as they are answered. Processor time of the service's process and of all \
                processes of PostgreSQL; statements with `BEGIN` and `COMMIT`; flushes and bytes of the write-ahead log, without \
                the whole pages that follow a checkpoint. Under load, requests share statements and flushes.",
        columns: &[
            ("rate", "/s", 0),
            ("service", "µs", 0),
            ("PostgreSQL", "µs", 0),
            ("statements", "", 2),
            ("flushes", "", 2),
            ("log", "bytes", 0),
        ],
        plot: None,
        front: &["rate", "service", "PostgreSQL", "statements", "flushes", "log"],
    },
    Table {
        name: "alone",
        title: "A request alone",
        about: "Measured. Requests one after the other to one shop, counted between the service and PostgreSQL, and between the \
                shopper and the service: HTTP headers included, TLS not. Files are compressed.",
        columns: &[
            ("round trips", "", 1),
            ("to PostgreSQL", "bytes", 0),
            ("from PostgreSQL", "bytes", 0),
            ("from the shopper", "bytes", 0),
            ("to the shopper", "bytes", 0),
        ],
        plot: None,
        front: &["round trips", "to PostgreSQL", "from PostgreSQL", "to the shopper"],
    },
    Table {
        name: "kept",
        title: "What a request leaves in tables",
        about: "Measured: how much tables and indexes grow, after a vacuum. Idempotency keys are kept for a day. Carts, checkouts \
                and orders are kept longer.",
        columns: &[("a day", "bytes", 0), ("longer", "bytes", 0)],
        plot: None,
        front: &["a day", "longer"],
    },
    Table {
        name: "mix",
        title: "Requests for a cart",
        about: "Assumed. For each cart that is created, ten people look at the shop and load four files each; the one with the cart \
                looks at six more pages. Three carts in ten reach the checkout, two in ten are ordered. No webhook and no mail is \
                sent.",
        columns: &[("requests", "", 1)],
        plot: None,
        front: &["requests"],
    },
    Table {
        name: "machines",
        title: "Machines and shops",
        about: "Assumed. Storage grows with the average, everything else is for the peak.",
        columns: &[("assumed", "", 0), ("unit", "", 0)],
        plot: None,
        front: &["assumed", "unit"],
    },
    Table {
        name: "visits",
        title: "Model and visits",
        about: "Processor time for a cart with all of its requests: the sums of the costs of a saturated service and at a moderate \
                load, and what was measured while shoppers made whole visits at that rate.",
        columns: &[
            ("saturated", "µs", 0),
            ("measured", "µs", 0),
            ("moderate", "µs", 0),
            ("rate", "carts a minute", 0),
        ],
        plot: None,
        front: &["saturated", "measured", "moderate", "rate"],
    },
    Table {
        name: "cart",
        title: "Cost of a cart",
        about: "Computed: the cost of each request times how often a cart causes it.",
        columns: &[
            ("service", "µs", 0),
            ("PostgreSQL", "µs", 0),
            ("log", "bytes", 0),
            ("flushes", "", 2),
            ("to the shopper", "kB", 1),
            ("kept", "bytes", 0),
        ],
        plot: None,
        front: &["service", "PostgreSQL", "log", "flushes", "to the shopper", "kept"],
    },
    Table {
        name: "needs",
        title: "What a number of carts needs",
        about: "Computed, with files from a CDN: busy cores of the service and of PostgreSQL, machines of 8 cores for the service and \
                of 32 for PostgreSQL, of which 60 % may be busy, log, network to shoppers; storage, if the average is a quarter of that.",
        columns: &[
            ("service", "cores", 2),
            ("machines", "", 0),
            ("PostgreSQL", "cores", 2),
            ("databases", "", 0),
            ("log", "MB/s", 2),
            ("network", "Mbit/s", 1),
            ("a month", "GB", 1),
            ("half a year", "GB", 0),
            ("over one machine", "", 0),
        ],
        plot: None,
        front: &[
            "service",
            "machines",
            "PostgreSQL",
            "databases",
            "log",
            "network",
            "a month",
            "half a year",
            "over one machine",
        ],
    },
    Table {
        name: "ends",
        title: "Which part ends first",
        about: "Computed from the costs of a saturated service: how many carts a minute one machine of each kind is enough for.",
        columns: &[
            ("until", "carts a minute", 0),
            ("with a CDN", "carts a minute", 0),
            ("then", "", 0),
        ],
        plot: None,
        front: &["until", "with a CDN", "then"],
    },
    Table {
        name: "filled",
        title: "The database",
        about: "Filled by COPY.",
        columns: &[("size", "GB", 1), ("filled", "s", 0)],
        plot: None,
        front: &[],
    },
    Table {
        name: "large",
        title: "Reading and adding",
        about: "64 connections read and add, with that many carts in the database.",
        columns: &[
            ("get", "/s", 0),
            ("add", "/s", 0),
            ("processor, get", "µs", 0),
            ("processor, add", "µs", 0),
            ("log, add", "bytes", 0),
        ],
        plot: None,
        front: &[],
    },
    Table {
        name: "checkpoint",
        title: "Log after a checkpoint",
        about: "The first change of a page after a checkpoint writes the whole page into the log.",
        columns: &[("log", "bytes", 0)],
        plot: None,
        front: &[],
    },
    Table {
        name: "sweep",
        title: "Sweep",
        about: "The service counts and deletes, while a shopper reads and adds.",
        columns: &[
            ("took", "s", 0),
            ("slowest step", "ms", 0),
            ("p99 meanwhile", "ms", 1),
            ("p99 at rest", "ms", 1),
        ],
        plot: None,
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
