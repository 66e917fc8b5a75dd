//! What Stripe bills for a cart: each line by itself, or, where the cart costs more or less than its lines, one item for
//! what recurs and one for the rest. It must never know how Stripe counts amounts.

use basket_core::{
    cart::{AdjustmentKind, Cart, Line},
    money::Minor,
    product::Period,
};

/// Something that is billed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub(super) name: String,
    pub(super) sku: Option<&'a str>,
    pub(super) quantity: u32,
    pub(super) unit_price: Minor,
    pub(super) period: Option<Period>,
}

/// What is billed for a cart; `None` if that cannot be said in items, because the first period of what recurs costs less
/// than the others. All in all it is what is due now, and from then on what each renewal costs.
pub(super) fn items(cart: &Cart) -> Option<Vec<Item<'_>>> {
    let changes_sums = cart.costs.adjustments.iter().any(|one| !one.included && one.amount != 0);
    if !changes_sums {
        return Some(cart.lines.iter().map(of_line).collect());
    }
    let period = cart.lines.iter().find_map(|line| line.period);
    let renewal = period.map_or(0, |period| cart.renewal(period));
    let once = cart.total() - renewal;
    if once < 0 {
        return None;
    }
    let item = |name, unit_price, period| Item { name, sku: None, quantity: 1, unit_price, period };
    let recurring = period.map(|period| item(names(cart, Some(period)), renewal, Some(period)));
    let rest = (once > 0).then(|| item(names(cart, None), once, None));
    Some(recurring.into_iter().chain(rest).collect())
}

fn of_line(line: &Line) -> Item<'_> {
    Item {
        name: line.name.clone(),
        sku: Some(&line.sku),
        quantity: line.quantity,
        unit_price: line.unit_price,
        period: line.period,
    }
}

/// What the lines of a period are called, and how many there are. Where there are none, the delivery.
fn names(cart: &Cart, period: Option<Period>) -> String {
    let lines = cart.lines.iter().filter(|line| line.period == period);
    let names = lines.map(|line| format!("{} × {}", line.quantity, line.name));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        return names.join(", ");
    }
    let delivery = cart.costs.adjustments.iter().find(|one| one.kind == AdjustmentKind::Shipping);
    delivery
        .or(cart.costs.adjustments.first())
        .map_or_else(|| "–".to_owned(), |one| one.label.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::{
        cart::Adjustment,
        money::Currency,
        product::{Frequency, ProductType},
    };

    fn line(name: &str, quantity: u32, unit_price: Minor, period: Option<Period>) -> Line {
        Line {
            id: name.to_owned(),
            sku: name.to_owned(),
            name: name.to_owned(),
            image: None,
            url: None,
            product_type: ProductType::Normal,
            quantity,
            unit_price,
            period,
            available: true,
            stock: None,
            weight: None,
            tax_class: None,
        }
    }

    fn adjustment(kind: AdjustmentKind, amount: Minor, period: Option<Period>) -> Adjustment {
        Adjustment {
            kind,
            label: "Parcel".to_owned(),
            amount,
            included: kind == AdjustmentKind::Tax,
            period,
            code: None,
            tax: None,
            missing: None,
        }
    }

    fn cart(lines: Vec<Line>, adjustments: Vec<Adjustment>) -> Cart {
        let mut cart = Cart::new("cart".to_owned(), Currency::EUR);
        cart.lines = lines;
        cart.costs.adjustments = adjustments;
        cart
    }

    /// Name, quantity, price and whether it recurs.
    fn brief(cart: &Cart) -> Option<Vec<(String, u32, Minor, bool)>> {
        let brief =
            |item: Item<'_>| (item.name, item.quantity, item.unit_price, item.period.is_some());
        items(cart).map(|items| items.into_iter().map(brief).collect())
    }

    #[test]
    fn without_adjustments_each_line_is_an_item() {
        let included = adjustment(AdjustmentKind::Tax, 300, None);
        let cart = cart(vec![line("Mug", 2, 1800, None)], vec![included]);
        assert_eq!(brief(&cart), Some(vec![("Mug".to_owned(), 2, 1800, false)]));
    }

    #[test]
    fn items_are_what_is_due_now_and_later() {
        let monthly = Period::new(Frequency::Monthly, 1);
        let shipping = |period| adjustment(AdjustmentKind::Shipping, 490, period);
        let lines = vec![line("Mug", 2, 1800, None), line("Coffee", 1, 2100, monthly)];
        let off = adjustment(AdjustmentKind::Discount, -360, None);
        let mixed = cart(lines, vec![off.clone(), shipping(None), shipping(monthly)]);
        let expected = [("1 × Coffee", 2590, true), ("2 × Mug", 3240, false)];
        let expected = expected.map(|(name, price, recurs)| (name.to_owned(), 1, price, recurs));
        assert_eq!(brief(&mixed), Some(expected.to_vec()));
        assert_eq!(mixed.total(), 2590 + 3240);
        let once = cart(vec![line("Mug", 1, 1800, None)], vec![off, shipping(None)]);
        assert_eq!(brief(&once), Some(vec![("1 × Mug".to_owned(), 1, 1930, false)]));
    }

    #[test]
    fn a_first_period_that_costs_less_cannot_be_said_in_items() {
        let monthly = Period::new(Frequency::Monthly, 1);
        let off = adjustment(AdjustmentKind::Discount, -210, None);
        assert_eq!(items(&cart(vec![line("Coffee", 1, 2100, monthly)], vec![off])), None);
    }
}
