//! What somebody designed is what a page's basket reads.

use basket_check::baskets;
use basket_core::{
    config::{
        self,
        table::{Group, Value as Holds},
    },
    draft::{Draft, Value},
    json,
};
use basket_web::snippet::{Edition, Sooner, markup};
use proptest::prelude::*;
use std::collections::HashMap;

/// What could end the script or the element that it stands in.
const ODD: &[&str] =
    &["</script>", "<!--<script>", "]]>", "\\u003c", "\" onload=\"", "&lt;", "\u{2028}", "\0"];

/// What may stand in a field.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), prop::sample::select(ODD).prop_map(str::to_owned)]
}

/// Any draft: some fields of the form filled in, and members that the table does not know.
fn draft() -> impl Strategy<Value = Draft> {
    let names: Vec<String> = Draft::for_key("k")
        .form("de")
        .into_iter()
        .flat_map(|section| section.fields)
        .map(|field| field.name)
        .collect();
    let filled = prop::collection::hash_map(prop::sample::select(names), text(), 0..40);
    (filled, prop::collection::vec((text(), text()), 0..3)).prop_map(|(filled, others)| {
        let mut draft = Draft::for_key("pk_any");
        draft.fill(&Draft::for_key("pk_any"), "de", |name| {
            filled.get(name).map_or("", String::as_str)
        });
        for (name, value) in &others {
            draft.set(&["style", name], Some(Value::Text(value.clone())));
        }
        draft
    })
}

/// Puts the options that stand as attributes where they are in a draft.
fn with_attributes(mut draft: Draft, attributes: &[(String, String)]) -> Draft {
    let top = Group::Top.entries();
    let options = top.iter().find(|entry| entry.value == Holds::Object(Group::Options)).unwrap();
    for (name, _) in attributes.iter().filter(|(name, _)| Group::Options.find(name).is_some()) {
        draft.set(&[options.name, name], Some(Value::Flag(true)));
    }
    draft
}

/// The members of every object by name: in which order they stand means nothing.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members: HashMap<_, _> =
                members.iter().map(|(name, value)| (name, value)).collect();
            let mut members: Vec<_> = members.into_iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let member = |(name, value): (&String, &Value)| (name.clone(), sorted(value));
            Value::Object(members.into_iter().map(member).collect())
        }
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn a_page_reads_what_was_designed(
        draft in draft(),
        is_pinned in any::<bool>(),
        is_early in any::<bool>(),
        link in prop::option::of(text()),
    ) {
        let sooner = Sooner { is_early, link: link.as_deref() };
        let edition = if is_pinned { Edition::Pinned(&[]) } else { Edition::Newest };
        let page = format!("<!doctype html><body>{}", markup("https://b.example", &draft.element(), &edition, sooner));
        let baskets = baskets(&page);
        prop_assert_eq!(baskets.len(), 1);
        let text = baskets[0].configuration.clone().unwrap();
        let read = with_attributes(Draft::read(&text).unwrap(), &baskets[0].attributes);
        prop_assert_eq!(sorted(read.get(&[]).unwrap()), sorted(draft.get(&[]).unwrap()));

        let mut attributes = json::Writer::new();
        attributes.open('{');
        for (name, value) in &baskets[0].attributes {
            attributes.name(name).string(value);
        }
        attributes.close('}');
        let attributes = json::parse(&attributes.finish()).unwrap();
        let (page, drawn) = (json::parse(&text).unwrap(), json::parse(&draft.write()).unwrap());
        prop_assert_eq!(config::read_key(page.root()), config::read_key(drawn.root()));
        let flags = config::read_flags(page.root(), attributes.root());
        prop_assert_eq!(flags, config::read_flags(drawn.root(), json::Node::NONE));
    }
}
