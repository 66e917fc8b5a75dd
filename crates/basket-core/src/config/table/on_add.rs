//! What a basket does when something was added.

/// What a basket does when something was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnAdd {
    /// Its number changes.
    #[default]
    Nothing,
    /// A short message comes, with a button that takes the addition back and one that opens the panel.
    Toast,
    /// The panel opens.
    Open,
}

impl OnAdd {
    /// The names, in the order of the variants.
    pub const NAMES: [&'static str; 3] = ["none", "toast", "open"];

    /// The one of that name; an unknown name does nothing.
    pub fn from_name(name: &str) -> Self {
        match name {
            "toast" => Self::Toast,
            "open" => Self::Open,
            _ => Self::Nothing,
        }
    }
}
