//! Where one can be in a shop's backend: the navigation, the way to each page, and its address, from one
//! list.

/// A page of a shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NavItem {
    Overview,
    Start,
    Orders,
    Carts,
    Products,
    ApiKey,
    Webhooks,
    Design,
    Shipping,
    Tax,
    Codes,
    Invoices,
    People,
    Privacy,
    Activity,
}

/// The pages in the order of the navigation; a place that is not there is reached from others.
pub(crate) const NAVIGATION: &[NavItem] = &[
    NavItem::Overview,
    NavItem::Orders,
    NavItem::Carts,
    NavItem::Products,
    NavItem::ApiKey,
    NavItem::Webhooks,
    NavItem::Design,
    NavItem::Shipping,
    NavItem::Tax,
    NavItem::Codes,
    NavItem::Invoices,
    NavItem::People,
    NavItem::Privacy,
    NavItem::Activity,
];

impl NavItem {
    /// The headings that it stands under, from the outermost, and its own name.
    pub(crate) fn way(self) -> &'static [&'static str] {
        match self {
            Self::Overview => &["Overview"],
            Self::Start => &["Get started"],
            Self::Orders => &["Orders"],
            Self::Carts => &["Carts"],
            Self::Products => &["Products"],
            Self::ApiKey => &["Settings", "Setup & Design", "Checkout Setup", "API Key"],
            Self::Webhooks => &["Settings", "Setup & Design", "Checkout Setup", "Webhooks"],
            Self::Design => &["Settings", "Setup & Design", "Design"],
            Self::Shipping => &["Settings", "Shipping"],
            Self::Tax => &["Settings", "Tax"],
            Self::Codes => &["Settings", "Discount codes"],
            Self::Invoices => &["Settings", "Invoices"],
            Self::People => &["Settings", "People"],
            Self::Privacy => &["Settings", "Data & Privacy"],
            Self::Activity => &["Settings", "Activity"],
        }
    }

    /// Its address. Which shop's page it is, the session knows: the specification gives the address of the
    /// key without one.
    pub(crate) const fn address(self) -> &'static str {
        match self {
            Self::Overview => "/admin/overview",
            Self::Start => "/admin/start",
            Self::Orders => "/admin/orders",
            Self::Carts => "/admin/carts",
            Self::Products => "/admin/products",
            Self::ApiKey => "/admin/settings/setup-design/checkout-setup/api-key",
            Self::Webhooks => "/admin/settings/setup-design/checkout-setup/webhooks",
            Self::Design => "/admin/settings/setup-design/design",
            Self::Shipping => "/admin/settings/shipping",
            Self::Tax => "/admin/settings/tax",
            Self::Codes => "/admin/settings/codes",
            Self::Invoices => "/admin/settings/invoices",
            Self::People => "/admin/settings/people",
            Self::Privacy => "/admin/settings/privacy",
            Self::Activity => "/admin/settings/activity",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_where_the_specification_sends_people() {
        let way = NavItem::ApiKey.way().join(" > ");
        assert_eq!(way, "Settings > Setup & Design > Checkout Setup > API Key");
        let address = "/admin/settings/setup-design/checkout-setup/api-key";
        assert_eq!(NavItem::ApiKey.address(), address);
    }
}
