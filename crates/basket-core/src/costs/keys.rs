// The one list of texts about costs: the name in a locale object, and what it says. Only shops that have costs beside the
// prices load them. Included by `costs/texts.rs`, which makes the type `CostKey` of it, by `config/table.rs` and by `build.rs`,
// which holds each file of `locales/pricing` to it.
cost_keys! {
    Shipping "shipping" "The label of the price of delivery."
    ShippingFree "shipping_free" "Shown instead of a price of delivery that is zero."
    ShippingLater "shipping_later" "Shown instead of the price of delivery while the country is not known."
    Discount "discount" "The label of a discount by the code `{code}`."
    Tax "tax" "The label of a tax that is added and has no name."
    TaxIncluded "tax_included" "How much tax the prices contain, `{price}`."
    FreeFrom "free_from" "How much is missing to free delivery, `{price}`."
    FreeReached "free_reached" "Shown when delivery is free."
    Code "code" "The label of the field for a discount code."
    CodeApply "code_apply" "The button that applies a discount code."
    CodeRemove "code_remove" "Accessible name of the button that removes the code `{code}`."
    CodeUnknown "code_unknown" "Shown when the shop has no code `{code}`."
    CodeExpired "code_expired" "Shown when the code `{code}` is not valid at this time."
    CodeUsedUp "code_used_up" "Shown when the code `{code}` was used as often as it may be."
    CodeMinimum "code_minimum" "Shown while `{price}` is missing for the code `{code}`."
    CodeNotForCart "code_not_for_cart" "Shown while nothing in the cart is what the code `{code}` is for."
    Minimum "minimum" "The minimum order value, `{total}`, and what is missing, `{price}`."
}
