//! Lists the files of the checkout's and the demo shop's pages and of the documentation's site, which the service carries
//! inside itself.

use embedded_files::Table;
use std::env;

fn main() {
    let mut table = Table::default();
    let docs = table.add_compressed("DOCS", "../../target/docs");
    if docs == Ok(0) && env::var("PROFILE").as_deref() == Ok("release") {
        println!(
            "cargo::warning=the documentation is not built; run `cargo xtask docs` to have it at /docs"
        );
    }
    let added = docs
        .and_then(|_| table.add("CHECKOUT", "assets/checkout"))
        .and_then(|()| table.add("DEMO", "assets/demo"));
    table.finish(added);
}
