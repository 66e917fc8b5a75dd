//! Rules as JSON, as the database keeps them. It must never know a database.

use super::rules::{Measure, Method, Rate, Rules, Step, Steps, Tax, Zone};
use basket_core::json::{self, Kind, Node, Writer};

/// Rules as JSON.
pub fn write_rules(rules: &Rules) -> String {
    let Rules { country, minimum, zones, tax } = rules;
    let mut writer = Writer::new();
    writer.open('{').name("country").string_or_null(country.as_deref());
    writer.name("minimum").number_or_null(*minimum).name("zones").open('[');
    for zone in zones {
        write_zone(&mut writer, zone);
    }
    writer.close(']');
    if let Some(tax) = tax {
        writer.name("tax");
        write_tax(&mut writer, tax);
    }
    writer.close('}');
    writer.finish()
}

fn write_zone(writer: &mut Writer, Zone { name, countries, methods }: &Zone) {
    writer.open('{').name("name").string(name).name("countries");
    write_strings(writer, countries);
    writer.name("methods").open('[');
    for Method { id, name, price, free_from, steps, is_pickup } in methods {
        writer.open('{').name("id").string(id).name("name").string(name);
        writer.name("price").number(*price).name("free_from").number_or_null(*free_from);
        writer.name("pickup").boolean(*is_pickup);
        if let Some(Steps { by, steps }) = steps {
            writer.name("by").string(by.name()).name("steps").open('[');
            for step in steps {
                writer.open('{').name("from").number(step.from);
                writer.name("price").number(step.price).close('}');
            }
            writer.close(']');
        }
        writer.close('}');
    }
    writer.close(']').close('}');
}

fn write_tax(writer: &mut Writer, tax: &Tax) {
    let Tax { is_included, classes, shipping_class, has_reverse_charge, asks_vies, rates } = tax;
    writer.open('{').name("included").boolean(*is_included).name("classes");
    write_strings(writer, classes);
    writer.name("shipping_class").string_or_null(shipping_class.as_deref());
    writer.name("reverse_charge").boolean(*has_reverse_charge).name("vies").boolean(*asks_vies);
    writer.name("rates").open('[');
    for Rate { country, region, class, rate, name, from } in rates {
        writer.open('{').name("country").string(country);
        writer.name("region").string_or_null(region.as_deref());
        writer.name("class").string_or_null(class.as_deref()).name("rate").number(*rate);
        writer.name("name").string(name).name("from").string(&from.to_string()).close('}');
    }
    writer.close(']').close('}');
}

fn write_strings(writer: &mut Writer, texts: &[String]) {
    writer.open('[');
    for text in texts {
        writer.string(text);
    }
    writer.close(']');
}

/// Rules from JSON; `None` if they are corrupt.
pub fn read_rules(text: &str) -> Option<Rules> {
    read(json::parse(text).ok()?.root())
}

/// Rules from a part of a JSON document.
pub(super) fn read(root: Node<'_>) -> Option<Rules> {
    let tax = root.get("tax");
    Some(Rules {
        country: owned(root.get("country")),
        minimum: root.get("minimum").integer(),
        zones: root.get("zones").items().map(read_zone).collect::<Option<_>>()?,
        tax: if tax.exists() { Some(read_tax(tax)?) } else { None },
    })
}

fn read_zone(node: Node<'_>) -> Option<Zone> {
    Some(Zone {
        name: owned(node.get("name"))?,
        countries: strings(node.get("countries"))?,
        methods: node.get("methods").items().map(read_method).collect::<Option<_>>()?,
    })
}

fn read_method(node: Node<'_>) -> Option<Method> {
    let by = node.get("by");
    let step = |node: Node<'_>| {
        Some(Step { from: node.get("from").integer()?, price: node.get("price").integer()? })
    };
    let steps = if by.exists() {
        let steps = node.get("steps").items().map(step).collect::<Option<_>>()?;
        Some(Steps { by: Measure::parse(by.text())?, steps })
    } else {
        None
    };
    Some(Method {
        id: owned(node.get("id"))?,
        name: owned(node.get("name"))?,
        price: node.get("price").integer()?,
        free_from: node.get("free_from").integer(),
        steps,
        is_pickup: node.get("pickup").kind() == Kind::True,
    })
}

fn read_tax(node: Node<'_>) -> Option<Tax> {
    Some(Tax {
        is_included: node.get("included").kind() == Kind::True,
        classes: strings(node.get("classes"))?,
        shipping_class: owned(node.get("shipping_class")),
        has_reverse_charge: node.get("reverse_charge").kind() == Kind::True,
        asks_vies: node.get("vies").kind() == Kind::True,
        rates: node.get("rates").items().map(read_rate).collect::<Option<_>>()?,
    })
}

fn read_rate(node: Node<'_>) -> Option<Rate> {
    Some(Rate {
        country: owned(node.get("country"))?,
        region: owned(node.get("region")),
        class: owned(node.get("class")),
        rate: node.get("rate").count()?,
        name: node.get("name").text().to_owned(),
        from: node.get("from").text().parse().ok()?,
    })
}

fn owned(node: Node<'_>) -> Option<String> {
    node.string().map(str::to_owned)
}

fn strings(node: Node<'_>) -> Option<Vec<String>> {
    node.items().map(owned).collect()
}
