//! Lists the widget's files, which the service carries inside itself.

use embedded_files::Table;
use std::env;

fn main() {
    let mut table = Table::default();
    let widget = table.add_built("WIDGET", "../../target/widget");
    match widget {
        Ok(0) if env::var("PROFILE").as_deref() == Ok("release") => {
            println!("cargo::error=the widget is not built; run `cargo xtask widget` first");
        }
        // Types can be checked without it.
        Ok(0) => println!("cargo::warning=the widget is not built; run `cargo xtask widget`"),
        _ => {}
    }
    table.finish(widget.map(drop));
}
