//! Acting on a page as a shopper does, through real keyboard and pointer events.

use anyhow::{Context as _, Result};
use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};

use super::Browser;
use crate::engine::Engine;

impl Browser {
    /// Clicks the middle of an element, which must not be covered by another.
    pub async fn click(&self, element: &Element) -> Result<()> {
        match element.click().await {
            // WebKit's driver takes the inside of a text field in a shadow root, which is made of
            // elements of the browser's own, for something that covers the field.
            Err(CmdError::Standard(error))
                if error.error == ErrorStatus::ElementClickIntercepted
                    && self.engine == Engine::WebKit
                    && element.tag_name().await?.eq_ignore_ascii_case("input") =>
            {
                self.point(onto(element), 1).await
            }
            outcome => outcome.context("the element could not be clicked"),
        }
    }

    /// Clicks the middle of an element twice, as fast as can be, whatever covers it. The element
    /// must be in view.
    pub async fn double_click(&self, element: &Element) -> Result<()> {
        self.point(onto(element), 2).await
    }

    /// Clicks whatever is at this place of the page area.
    pub async fn click_at(&self, x: u32, y: u32) -> Result<()> {
        let place = PointerAction::MoveTo { duration: None, x: x.into(), y: y.into() };
        self.point(place, 1).await
    }

    /// Presses at one place of the page area, and releases at another.
    pub async fn drag(&self, from: [u32; 2], to: [u32; 2]) -> Result<()> {
        let [from, to] = [from, to].map(|[x, y]| PointerAction::MoveTo {
            duration: None,
            x: x.into(),
            y: y.into(),
        });
        let sequence = MouseActions::new("mouse".to_owned())
            .then(from)
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(to)
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(sequence).await.context("the pointer could not be used")
    }

    /// Moves the pointer over an element, which must be in view.
    pub async fn hover(&self, element: &Element) -> Result<()> {
        self.point(onto(element), 0).await
    }

    /// Presses and releases a key: `Key::Escape`, `'a'`.
    pub async fn press(&self, key: impl Into<char>) -> Result<()> {
        self.chord(&[], key).await
    }

    /// Presses a key while others are held down: `chord(&[Key::Shift.into()], Key::Tab)`.
    pub async fn chord(&self, held: &[char], key: impl Into<char>) -> Result<()> {
        let key = key.into();
        let keys = held.iter().chain([&key]).copied();
        let down = keys.clone().map(|value| KeyAction::Down { value });
        let up = keys.rev().map(|value| KeyAction::Up { value });
        self.strike(down.chain(up)).await
    }

    /// Types a text into whatever has the focus, key by key.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        let strokes =
            text.chars().flat_map(|value| [KeyAction::Down { value }, KeyAction::Up { value }]);
        self.strike(strokes).await
    }

    async fn strike(&self, strokes: impl Iterator<Item = KeyAction>) -> Result<()> {
        let sequence = strokes.fold(KeyActions::new("keyboard".to_owned()), KeyActions::then);
        self.client.perform_actions(sequence).await.context("the keys could not be pressed")
    }

    async fn point(&self, place: PointerAction, clicks: usize) -> Result<()> {
        let mut sequence = MouseActions::new("mouse".to_owned()).then(place);
        for _ in 0..clicks {
            sequence = sequence
                .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        }
        self.client.perform_actions(sequence).await.context("the pointer could not be used")
    }
}

fn onto(element: &Element) -> PointerAction {
    PointerAction::MoveToElement { element: element.clone(), duration: None, x: 0.0, y: 0.0 }
}
