//! A draft in an address: whoever opens it has the same draft, and nothing is stored.

use crate::{EditorState, Place, copyable};
use basket_web::fields::with_query;
use maud::{Markup, html};

/// The parameter of the address that is the draft.
pub const PARAMETER: &str = "draft";

/// How long an address may be. Browsers, servers and chat programs take at least as much.
const LONGEST: usize = 8000;

/// The address that opens the draft; `None` if it cannot be read, or is too large for an address.
pub fn share(editor: &EditorState, place: &Place<'_>) -> Option<String> {
    let draft = editor.draft.as_ref()?.compact();
    let address = with_query(place.address, &[(PARAMETER, &draft)]);
    let address = format!("{}{address}", place.service);
    (address.len() <= LONGEST).then_some(address)
}

/// The card with the address.
pub(crate) fn card(editor: &EditorState, place: &Place<'_>) -> Markup {
    let address = share(editor, place);
    html! {
        section.card.share aria-labelledby="share-title" {
            h2 #share-title { "Share" }
            p.muted {
                "This address opens the same design. The service stores nothing. "
                "A design that is too large for an address has none; pass on its JSON instead."
            }
            (copyable("share", "Address of this design", "Copy the address",
                address.as_deref().unwrap_or_default(), address.is_some()))
        }
    }
}
