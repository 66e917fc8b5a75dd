//! What makes a picture, and what makes pictures an album.

use crate::scene::Scene;

/// Pictures that belong together.
pub struct Album {
    pub title: &'static str,
    pub about: &'static str,
    /// How many stand beside each other.
    pub columns: usize,
    pub pictures: Vec<Picture>,
}

/// One picture: a page, what is done on it, and what is seen of it.
pub struct Picture {
    pub name: String,
    pub caption: String,
    pub page: Page,
    pub frame: Frame,
    pub actions: Vec<Action>,
}

/// Where a picture is taken.
#[derive(Clone)]
pub enum Page {
    /// The demo shop's home page, with this query.
    Demo(String),
    /// A page of our own.
    Own(Scene),
    /// The page whose address this script answers with. It can call `begin(locale)`, which starts a checkout, and
    /// `order(locale)`, which also orders.
    Checkout(&'static str),
    /// A page of the demo shop's backend, at this address, for its operator.
    Backend(&'static str),
    /// Likewise, for somebody who is not signed in.
    Stranger(&'static str),
}

/// What is seen of the page.
pub enum Frame {
    /// All of it, in this width, height and scale.
    Page(u32, u32, f64),
    /// All of it on a phone of this width and height.
    Phone(u32, u32),
    /// One part of the basket in a page of this width and height.
    Part(u32, u32, &'static str),
}

/// Something that is done before the picture is taken.
#[derive(Clone, Debug)]
pub enum Action {
    /// Adds so many of a product, once or in a rhythm, and waits until it is in the cart.
    Add(&'static str, u32, Option<(&'static str, u32)>),
    /// Adds a product without waiting.
    Want(&'static str),
    /// Opens the panel.
    Open,
    /// Clicks a part.
    Click(&'static str),
    /// From now on requests fare like this.
    Mode(&'static str),
    /// Types into the first quantity.
    Type(&'static str),
    /// Presses Tab so many times.
    Tab(u32),
    /// Waits for a state.
    Await(&'static str),
    /// Waits for a part.
    See(&'static str),
    /// Loads the page again, where the panel is open by itself.
    Reload,
    /// Pretends a setting of the system.
    Feature(&'static str, &'static str),
    /// Runs a script on the page, and waits for what it promises.
    Run(&'static str),
    /// Waits until an expression of the page is true.
    Until(&'static str),
    /// Changes something in the shop.
    Sql(&'static str),
}

impl Picture {
    /// One with this file name, without its ending.
    pub fn new(name: &str, caption: &str, page: Page, frame: Frame, actions: &[Action]) -> Self {
        Self {
            name: name.to_owned(),
            caption: caption.to_owned(),
            page,
            frame,
            actions: actions.to_vec(),
        }
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        format!("{}.png", self.name)
    }

    /// The caption as plain text.
    pub fn alternative(&self) -> String {
        self.caption.replace('`', "")
    }
}
