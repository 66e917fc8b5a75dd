//! `api`: calls a running service with whatever its own description allows, and with what it does not. No call may
//! end in a server error, and no answer may be one that the description does not know.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result};

use crate::{setup, tool, widget};

/// What every answer is held to. That a call with possible values may still be refused, an unknown sku say, is no
/// fault.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,unsupported_method";

/// Calls on each operation and phase.
const CALLS: &str = "100";

/// Builds the program and checks it.
pub fn run() -> Result<()> {
    widget::build()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--package", "basket-cli"]))?;
    check()
}

/// Checks the program that was built.
pub fn check() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("basket.db");
    let program = tool::target_folder()?.join("debug/basket");
    let mut demo = tool::command(&program);
    demo.args(["demo", "--listen", "127.0.0.1:0", "--database"]).arg(&database);
    let mut demo = Running(demo.stdout(Stdio::piped()).spawn().context("cannot start the demo")?);
    let lines = BufReader::new(demo.0.stdout.take().context("no output")?).lines();
    let address = lines.map_while(Result::ok).find_map(|line| {
        let (_, address) = line.split_once("http://")?;
        Some(format!("http://{}", address.trim().trim_end_matches('/')))
    });
    let address = address.context("the demo did not say where it listens")?;

    let mut create = tool::command(&program);
    create.args(["key", "create", "--secret", "--database"]).arg(&database);
    let said = tool::output(&mut create)?;
    let secret = said.split_whitespace().find(|word| word.starts_with("sk_"));
    let secret = secret.context("no secret key was made")?;
    for (key, paths) in [("pk_demo", "^/v1/(?!admin)"), (secret, "^/v1/admin")] {
        let mut calls = setup::schemathesis()?;
        calls.args(["run", &format!("{address}/v1/openapi.json"), "--checks", CHECKS]);
        calls.args(["--max-examples", CALLS, "--seed", "1", "--include-path-regex", paths]);
        // What it remembers of an earlier run would change this one.
        calls
            .args(["--header", &format!("Authorization: Bearer {key}")])
            .current_dir(folder.path());
        tool::run(&mut calls)?;
    }
    Ok(())
}

/// A process that ends with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing left to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
