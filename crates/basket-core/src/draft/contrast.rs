//! Which texts of a draft are hard to read on what they stand on, also where only one of the two colours is set and
//! the other one is built in. It must never hold a colour of its own: the built-in ones stand in the style sheet.

use super::Draft;
use crate::config::{
    check::contrast::{channels, of_channels},
    table::{Group, TEXT_ON, Value as Holds},
};
use crate::view::{BUTTON_STYLE, STYLE};
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
    /// Where the text is hard to read, which of the two members would do with which colour.
    pub better: Option<(&'static str, String)>,
}

impl Scheme {
    fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }
}

impl<'a> Pair<'a> {
    fn new(
        (text, letters): (&'static str, &'a str),
        (ground, colour): (&'static str, &'a str),
        scheme: Option<Scheme>,
        better: impl Fn([u8; 3], [u8; 3]) -> Option<(&'static str, String)>,
    ) -> Self {
        let colours = channels(letters).zip(channels(colour));
        let tenths = colours.and_then(|(letters, colour)| of_channels(letters, colour));
        let low = colours.filter(|(letters, colour)| !is_enough(*letters, *colour));
        let better = low.and_then(|(letters, colour)| better(letters, colour));
        Self { text, ground, letters, colour, scheme, tenths, better }
    }

    /// Whether the text is hard to read.
    pub fn is_low(&self) -> bool {
        self.tenths.is_some_and(|tenths| tenths < ENOUGH)
    }
}

impl Draft {
    /// What was written for a member of `style`.
    pub fn colour(&self, member: &str) -> Option<&str> {
        let top = Group::Top.entries();
        let style = top.iter().find(|entry| entry.value == Holds::Object(Group::Style))?;
        let colour = self.text(&[style.name, member]).trim();
        (!colour.is_empty()).then_some(colour)
    }

    /// Every pair of a text and its background of which something was chosen.
    pub fn pairs(&self) -> Vec<Pair<'_>> {
        let mut pairs = Vec::new();
        for &(text, grounds) in TEXT_ON {
            let letters = self.colour(text);
            let ground = grounds.iter().find_map(|ground| Some((*ground, self.colour(ground)?)));
            let last = grounds.last().copied().unwrap_or_default();
            match (letters, ground) {
                (None, None) => {}
                (Some(letters), Some((ground, colour))) => {
                    let better = |letters, colour| Some((text, nearest(letters, colour)?));
                    pairs.push(Pair::new((text, letters), (ground, colour), None, better));
                }
                _ => {
                    let schemes = [Scheme::Light, Scheme::Dark].into_iter();
                    pairs.extend(schemes.filter_map(|scheme| {
                        let letters = letters.or_else(|| built_in(text, scheme))?;
                        let ground = ground.or_else(|| Some((last, built_in(last, scheme)?)))?;
                        let member = if self.colour(text).is_some() { last } else { text };
                        let better = |letters, colour| {
                            let other = better_built_in(text, member, scheme, letters, colour);
                            other.or_else(|| Some((text, nearest(letters, colour)?)))
                        };
                        Some(Pair::new((text, letters), ground, Some(scheme), better))
                    }));
                }
            }
        }
        pairs
    }
}

/// What is built in goes with the page, and what was chosen does not: what is built in for the other kind of page may
/// do for all.
fn better_built_in(
    text: &'static str,
    member: &'static str,
    scheme: Scheme,
    letters: [u8; 3],
    colour: [u8; 3],
) -> Option<(&'static str, String)> {
    let other = built_in(member, scheme.other())?;
    let channels = channels(other)?;
    let does =
        if member == text { is_enough(channels, colour) } else { is_enough(letters, channels) };
    does.then(|| (member, other.into()))
}

/// Whether a text of one colour can be read on another.
fn is_enough(letters: [u8; 3], colour: [u8; 3]) -> bool {
    of_channels(letters, colour) >= Some(ENOUGH)
}

/// A colour for text, as near to this one as can be read there.
fn nearest(letters: [u8; 3], colour: [u8; 3]) -> Option<String> {
    let end = [[0; 3], [255; 3]].into_iter().max_by_key(|end| of_channels(*end, colour))?;
    let mix = |step: u16| {
        let mut mixed = end;
        for (channel, from) in mixed.iter_mut().zip(letters) {
            let sum = u16::from(from) * (STEPS - step) + u16::from(*channel) * step;
            *channel = u8::try_from(sum / STEPS).unwrap_or(u8::MAX);
        }
        mixed
    };
    let [red, green, blue] = (1..=STEPS).map(mix).find(|mixed| is_enough(*mixed, colour))?;
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// What the style sheet takes for a member of `style` that is not set, if that is built in.
pub fn built_in(member: &str, scheme: Scheme) -> Option<&'static str> {
    let is_built_in = |entry: &crate::config::table::Entry| entry.default == "built in";
    Group::Style.find(member).filter(is_built_in)?;
    let property = format!("var(--service-basket-{},", member.replace('_', "-"));
    let found = [STYLE, BUTTON_STYLE].into_iter().find_map(|sheet| sheet.split_once(&property));
    let (_, rest) = found?;
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
