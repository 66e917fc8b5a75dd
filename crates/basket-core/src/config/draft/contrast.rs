//! Which texts of a draft are hard to read on what they stand on, also where only one of the two colours is set and
//! the other one is built in. It must never hold a colour of its own: the built-in ones stand in the style sheet.

use super::{
    super::{
        check::contrast::{channels, of_channels},
        table::{Group, TEXT_ON, Value as Holds},
    },
    Draft,
};
use crate::view::STYLE;
use alloc::{format, string::String, vec::Vec};

/// The least contrast that WCAG 2.2 AA asks of text, in tenths.
pub const ENOUGH: u8 = 45;

/// How many steps there are between a colour and black or white.
const STEPS: u16 = 64;

/// How bright the page is; the built-in colours follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A text colour and what it stands on, of which at least one was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The member with the text's colour.
    pub text: &'static str,
    /// The member with the background.
    pub ground: &'static str,
    /// The colour of the text.
    pub letters: &'a str,
    /// The colour of the background.
    pub colour: &'a str,
    /// On which pages it is so; on all when both were chosen.
    pub scheme: Option<Scheme>,
    /// The contrast in tenths; `None` when a colour is not written as `#rgb` or `#rrggbb`.
    pub tenths: Option<u8>,
    /// A text colour like this one that can be read there, where this one cannot.
    pub better: Option<String>,
}

impl Pair<'_> {
    /// Whether the text is hard to read.
    pub fn is_low(&self) -> bool {
        self.tenths.is_some_and(|tenths| tenths < ENOUGH)
    }
}

impl Draft {
    /// Every pair of a text and its background of which something was chosen.
    pub fn pairs(&self) -> Vec<Pair<'_>> {
        let top = Group::Top.entries();
        let style = top.iter().find(|entry| entry.value == Holds::Object(Group::Style));
        let chosen = |member: &str| {
            let colour = self.text(&[style?.name, member]).trim();
            (!colour.is_empty()).then_some(colour)
        };
        let mut pairs = Vec::new();
        for &(text, grounds) in TEXT_ON {
            let set = grounds.iter().find_map(|ground| Some((*ground, chosen(ground)?)));
            let last = grounds.last().copied().unwrap_or_default();
            for scheme in [Scheme::Light, Scheme::Dark] {
                let letters = chosen(text).or_else(|| built_in(text, scheme));
                let ground = set.or_else(|| Some((last, built_in(last, scheme)?)));
                let (Some(letters), Some((ground, colour))) = (letters, ground) else { continue };
                let is_chosen = (chosen(text).is_some(), set.is_some());
                if is_chosen == (false, false)
                    || is_chosen == (true, true) && scheme == Scheme::Dark
                {
                    continue;
                }
                let scheme = (is_chosen != (true, true)).then_some(scheme);
                let (tenths, better) = judge(letters, colour);
                pairs.push(Pair { text, ground, letters, colour, scheme, tenths, better });
            }
        }
        pairs
    }
}

/// The contrast, and a better colour for the text where that is too low.
fn judge(letters: &str, colour: &str) -> (Option<u8>, Option<String>) {
    let (Some(letters), Some(colour)) = (channels(letters), channels(colour)) else {
        return (None, None);
    };
    let tenths = of_channels(letters, colour);
    let is_enough = |letters| of_channels(letters, colour) >= Some(ENOUGH);
    if is_enough(letters) {
        return (tenths, None);
    }
    let end = [[0; 3], [255; 3]].into_iter().max_by_key(|end| of_channels(*end, colour));
    let mix = |step: u16| {
        let mut mixed = end.unwrap_or_default();
        for (channel, from) in mixed.iter_mut().zip(letters) {
            let sum = u16::from(from) * (STEPS - step) + u16::from(*channel) * step;
            *channel = u8::try_from(sum / STEPS).unwrap_or(u8::MAX);
        }
        mixed
    };
    let better = (1..=STEPS).map(mix).find(|mixed| is_enough(*mixed));
    (tenths, better.map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}")))
}

/// What the style sheet takes for a member of `style` that is not set, if that is built in.
pub fn built_in(member: &str, scheme: Scheme) -> Option<&'static str> {
    let is_built_in = |entry: &super::super::table::Entry| entry.default == "built in";
    Group::Style.find(member).filter(is_built_in)?;
    let property = format!("var(--service-basket-{},", member.replace('_', "-"));
    let (_, rest) = STYLE.split_once(&property)?;
    let mut depth = 1;
    let end = rest.find(|letter| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let value = rest.get(..end)?;
    let both = value.strip_prefix("light-dark(").and_then(|both| both.strip_suffix(')'));
    let Some((light, dark)) = both.and_then(|both| both.split_once(',')) else {
        return Some(value);
    };
    Some(if scheme == Scheme::Light { light } else { dark })
}
