//! The checkout page's texts as a type. The list itself is the core's, because a page's configuration may have them, too.
//! It must never hold a text.

macro_rules! page_keys {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// A text by what it is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Key {
            $(#[doc = $doc] $variant,)*
        }

        impl Key {
            /// Every key.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in a locale file.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../basket-core/src/locale/page_keys.rs"));
