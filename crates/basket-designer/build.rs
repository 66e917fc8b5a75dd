//! Lists the files of the designer's pages, which the service carries inside itself.

use embedded_files::Table;

fn main() {
    let mut table = Table::default();
    let added = table.add("FILES", "assets");
    table.finish(added);
}
