//! Lists the files of the checkout's and the demo shop's pages, which the service carries inside itself.

use embedded_files::Table;

fn main() {
    let mut table = Table::default();
    let added =
        table.add("CHECKOUT", "assets/checkout").and_then(|()| table.add("DEMO", "assets/demo"));
    table.finish(added);
}
