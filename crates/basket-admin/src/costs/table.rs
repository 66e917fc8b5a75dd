//! Files of rates and codes, on their way out and in.

use crate::download;
use basket_model::catalogue::sheet::BadRow;
use basket_store::{Store, StoreError};
use maud::{Markup, html};

/// How many bad rows are named.
const NAMED: usize = 100;

/// A file that is in memory as a whole.
pub(super) struct Rows(pub(super) String);

impl download::Table for Rows {
    fn columns(&self) -> String {
        self.0.clone()
    }

    async fn next(&mut self, _: &Store) -> Result<Option<String>, StoreError> {
        Ok(None)
    }
}

/// What is wrong with a file, row by row.
pub(super) fn refused(bad: &[BadRow]) -> Markup {
    html! {
        p { (bad.len()) (if bad.len() == 1 { " row is wrong." } else { " rows are wrong." }) }
        ul.problems { @for row in bad.iter().take(NAMED) { li { (row) } } }
        @if bad.len() > NAMED { p { "And " (bad.len() - NAMED) " more." } }
    }
}
