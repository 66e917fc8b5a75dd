//! `failover`: the service while PostgreSQL's primary changes, tested by the crate `bench-failover`.

use std::ffi::OsString;

use anyhow::Result;

use super::program::{self, Profile};
use crate::{setup, tool};

/// Runs the test with these arguments. It prints its results, and fails if a promise does not hold.
pub fn run(arguments: &[OsString], profile: Profile) -> Result<()> {
    setup::databases()?;
    setup::failover()?;
    let basket = program::build_basket(profile)?;
    setup::step(
        "Changing the primary again and again, which takes about 20 minutes; with --short, three",
    );
    let mut failover = program::bench("bench-failover", profile, &[]);
    tool::run(failover.args(arguments).env("BASKET_BIN", basket))
}
