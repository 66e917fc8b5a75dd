//! What a cart costs beside its lines, as members of the cart. A cart of a shop without such rules has none of them.

use super::{read_period, write_period};
use crate::{
    cart::{
        Adjustment, AdjustmentKind, Cart, CodeProblem, Costs, Delivery, Due, EnteredCode, Minimum,
        TaxBasis,
    },
    json::{Kind, Node, Writer},
};
use alloc::{borrow::ToOwned, vec::Vec};

/// Writes what each renewal costs, where that is more or less than its lines.
pub(super) fn write_renewals(writer: &mut Writer, cart: &Cart) {
    if cart.costs.adjustments.is_empty() {
        return;
    }
    let mut period = cart.next_period(None);
    if period.is_some() {
        writer.name("renewals").open('[');
    }
    while let Some(every) = period {
        writer.open('{');
        write_period(writer, period);
        writer.name("amount").number(cart.renewal(every)).close('}');
        period = cart.next_period(period);
        if period.is_none() {
            writer.close(']');
        }
    }
}

pub(super) fn write_costs(writer: &mut Writer, costs: &Costs) {
    let Costs { adjustments, delivery, code, takes_codes, minimum } = costs;
    if !adjustments.is_empty() {
        writer.name("adjustments").open('[');
        for adjustment in adjustments {
            write_adjustment(writer, adjustment);
        }
        writer.close(']');
    }
    if *delivery != Delivery::Settled {
        writer.name("delivery").string(delivery.name());
    }
    if *takes_codes {
        writer.name("takes_codes").boolean(true);
    }
    if let Some(EnteredCode { code, problem }) = code {
        writer.name("code").string(code);
        if let Some(problem) = problem {
            writer.name("code_problem").open('{').name("code").string(problem.code());
            if let CodeProblem::Minimum { missing } = problem {
                writer.name("missing").number(*missing);
            }
            writer.close('}');
        }
    }
    if let Some(Minimum { amount, missing }) = minimum {
        writer.name("minimum").open('{').name("amount").number(*amount);
        writer.name("missing").number(*missing).close('}');
    }
}

fn write_adjustment(writer: &mut Writer, adjustment: &Adjustment) {
    let Adjustment { kind, label, amount, included, period, code, tax, missing } = adjustment;
    writer.open('{').name("kind").string(kind.name()).name("label").string(label);
    writer.name("amount").number(*amount).name("included").boolean(*included);
    write_period(writer, *period);
    if let Some(code) = code {
        writer.name("code").string(code);
    }
    if let Some(TaxBasis { rate, net }) = tax {
        writer.name("rate").number_or_null(*rate).name("net").number(*net);
    }
    if let Some(missing) = missing {
        writer.name("missing").number(*missing);
    }
    writer.close('}');
}

/// What is no member of its kind is left out, so that it does not cost the shopper the whole cart.
pub(super) fn read_costs(node: Node<'_>) -> Costs {
    let mut adjustments = Vec::new();
    for item in node.get("adjustments").items() {
        adjustments.extend(read_adjustment(item));
    }
    let problem = node.get("code_problem");
    let missing = problem.get("missing").integer().unwrap_or_default();
    let problem = CodeProblem::parse(problem.get("code").text(), missing);
    let code = node.get("code").string();
    let minimum = node.get("minimum");
    Costs {
        adjustments,
        delivery: Delivery::parse(node.get("delivery").text()),
        code: code.map(|code| EnteredCode { code: code.to_owned(), problem }),
        takes_codes: node.get("takes_codes").kind() == Kind::True,
        minimum: minimum.get("amount").integer().map(|amount| Minimum {
            amount,
            missing: minimum.get("missing").integer().unwrap_or_default(),
        }),
    }
}

/// What the adjustments add that count now.
pub(super) fn read_due(node: Node<'_>) -> Due {
    let mut due = Due::default();
    for item in node.get("adjustments").items() {
        if item.get("frequency").is_null() && item.get("included").kind() != Kind::True {
            let amount = item.get("amount").integer().unwrap_or_default();
            due.0 = due.0.saturating_add(amount);
        }
    }
    due
}

fn read_adjustment(node: Node<'_>) -> Option<Adjustment> {
    let rate = node.get("rate");
    let net = node.get("net").integer();
    Some(Adjustment {
        kind: AdjustmentKind::parse(node.get("kind").text())?,
        label: node.get("label").text().to_owned(),
        amount: node.get("amount").integer()?,
        included: node.get("included").kind() == Kind::True,
        period: read_period(node),
        code: node.get("code").string().map(ToOwned::to_owned),
        tax: net.map(|net| TaxBasis { rate: rate.count(), net }),
        missing: node.get("missing").integer(),
    })
}
