//! The steps of `test`, in the order in which they run. The widget and the documentation's site come before
//! everything that compiles the service, which contains their files.

use super::{Run, Step};
use crate::{
    accessibility, api, bench, deny, deployment, docs, examples, fuzz, scripts, setup, tidy, tool,
    widget,
};
use anyhow::Result;

const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];
const STRICT: [&str; 3] = ["--", "--deny", "warnings"];

/// Always the same, so that a change is judged by what it changes.
const FUZZ_SEED: u32 = 1;

/// Enough to see that the fuzz targets work and that nothing breaks near the seeds; `cargo xtask fuzz` runs longer.
const FUZZ_SECONDS: u64 = 30;

pub(super) const STEPS: &[Step] = &[
    Step {
        name: "tools",
        does: "check that cargo, rustup and git are installed",
        part_of: Run::Full,
        run: || tool::require(&["cargo", "rustup", "git"]),
    },
    Step {
        name: "fmt",
        does: "check the formatting",
        part_of: Run::Both,
        run: || tool::run(tool::cargo().args(["fmt", "--all", "--check"])),
    },
    Step { name: "tidy", does: "check the house rules", part_of: Run::Both, run: tidy::run },
    Step {
        name: "deny",
        does: "check the dependencies: advisories, licences, bans, sources",
        part_of: Run::Full,
        run: deny::run,
    },
    Step {
        name: "deployment",
        does: "check the files for Compose, Kubernetes, Podman and Prometheus with their own programs",
        part_of: Run::Full,
        run: deployment::run,
    },
    Step {
        name: "scripts",
        does: "check the types and rules of the host scripts, and run their tests",
        part_of: Run::Both,
        run: scripts::check,
    },
    Step {
        name: "size",
        does: "build the widget and compare its size with the budget",
        part_of: Run::Full,
        run: widget::size,
    },
    Step {
        name: "docs",
        does: "build the documentation's site, and check its links",
        part_of: Run::Full,
        run: docs::run,
    },
    Step {
        name: "core-wasm",
        does: "build the core for the browser",
        part_of: Run::Full,
        run: || {
            setup::compiler()?;
            tool::run(tool::cargo().args(["build", "--package", "basket-core"]).args(WASM))
        },
    },
    Step {
        name: "clippy-wasm",
        does: "lint the widget",
        part_of: Run::Both,
        run: || {
            setup::compiler()?;
            let mut clippy = tool::cargo();
            clippy.args(["clippy", "--package", "basket-widget"]).args(WASM).args(STRICT);
            tool::run(&mut clippy)
        },
    },
    Step {
        name: "clippy",
        does: "lint everything",
        part_of: Run::Both,
        run: || {
            let mut clippy = tool::cargo();
            tool::run(clippy.args(["clippy", "--workspace", "--all-targets"]).args(STRICT))
        },
    },
    Step {
        name: "unit",
        does: "run the unit tests, without browsers, PostgreSQL or npm",
        part_of: Run::Quick,
        run: || {
            let mut test = tool::cargo();
            test.args(["test", "--workspace", "--lib", "--bins"]);
            test.args(["--exclude", "e2e", "--exclude", "temporary-postgres"]);
            // A unit test that starts a PostgreSQL server has `postgres` in its path.
            tool::run(test.args(["--", "--skip", "postgres"]))
        },
    },
    Step {
        name: "build",
        does: "build the program",
        part_of: Run::Full,
        run: || tool::run(tool::cargo().args(["build", "--package", "basket-cli"])),
    },
    Step {
        name: "databases",
        does: "install PostgreSQL",
        part_of: Run::Full,
        run: setup::databases,
    },
    Step {
        name: "receivers",
        does: "install webhook libraries, a mail server and a Stripe",
        part_of: Run::Full,
        run: setup::receivers,
    },
    Step {
        name: "snippets",
        does: "install what the documentation's examples run with: curl, Python and Node.js",
        part_of: Run::Full,
        run: setup::snippets,
    },
    Step {
        name: "browsers",
        does: "install browsers and their drivers",
        part_of: Run::Full,
        run: setup::browsers,
    },
    Step {
        name: "proxies",
        does: "install the reverse proxies of the documentation: Caddy, nginx and HAProxy",
        part_of: Run::Full,
        run: setup::proxies,
    },
    Step {
        name: "axe",
        does: "install axe-core, which checks accessibility",
        part_of: Run::Full,
        run: setup::axe,
    },
    Step {
        name: "examples",
        does: "build the npm package and the examples",
        part_of: Run::Full,
        run: examples::build,
    },
    Step {
        name: "tests",
        does: "run all tests; needs every step above but the lints",
        part_of: Run::Full,
        run: || {
            accessibility::clear()?;
            let program = tool::target_folder()?.join("debug/basket");
            tool::run(tool::cargo().args(["test", "--workspace"]).env("BASKET_BIN", program))
        },
    },
    Step {
        name: "serializable",
        does: "run the service's tests where PostgreSQL's transactions are serializable; needs `build`",
        part_of: Run::Full,
        run: || {
            let options = "-c default_transaction_isolation=serializable";
            service_tests_on_postgres(("TEMPORARY_POSTGRES_OPTIONS", options))
        },
    },
    Step {
        name: "pooler",
        does: "run the service's tests through PgBouncer in transaction mode; needs `build`",
        part_of: Run::Full,
        run: || {
            setup::failover()?;
            service_tests_on_postgres(("TEMPORARY_POSTGRES_POOLER", "yes"))
        },
    },
    Step {
        name: "accessibility",
        does: "compare the accessibility statement with what the tests found; needs `tests`",
        part_of: Run::Full,
        run: accessibility::write,
    },
    Step {
        name: "api",
        does: "call the API with what its description allows; needs `build`",
        part_of: Run::Full,
        run: api::check,
    },
    Step {
        name: "attack",
        does: "attack the service on both engines: nothing is lost, nobody else is refused; needs `build`",
        part_of: Run::Full,
        run: bench::check_attacks,
    },
    Step {
        name: "failover",
        does: "kill, freeze, cut off and switch PostgreSQL's primary: nothing is lost or doubled; needs `build`",
        part_of: Run::Full,
        run: bench::check_failover,
    },
    Step {
        name: "fuzz",
        does: "run fuzz targets for 30 seconds each",
        part_of: Run::Full,
        run: || fuzz::for_seconds(FUZZ_SECONDS, FUZZ_SEED),
    },
];

fn service_tests_on_postgres(variable: (&str, &str)) -> Result<()> {
    let program = tool::target_folder()?.join("debug/basket");
    let mut test = tool::cargo();
    test.args(["test", "--package", "basket-server", "--test", "service", "--", "postgres"]);
    tool::run(test.env("BASKET_BIN", program).env(variable.0, variable.1))
}
