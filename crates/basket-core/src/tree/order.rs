//! Which of a list's children may stay where they are while the others move around them.

/// The place of a child that was not there before.
pub const NEW: usize = usize::MAX;

/// Decides from the last child to the first. Each child stays that can; a longest rising run would
/// sometimes move fewer, but lists here are short, seldom change their order, and the code is paid by
/// every shopper.
pub struct Order<'a> {
    /// Each child's old place.
    places: &'a [usize],
    /// The child that always stays, because moving the node that has the focus would lose it.
    pinned: Option<usize>,
    /// The old place of the child that stayed last.
    next: usize,
}

impl<'a> Order<'a> {
    pub fn new(places: &'a [usize], pinned: Option<usize>) -> Self {
        Self { places, pinned, next: NEW }
    }

    fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(NEW)
    }

    /// Whether the child stays. To be asked once of each, from the last to the first.
    pub fn stays(&mut self, at: usize) -> bool {
        let place = self.place(at);
        // Nobody stays on the wrong side of the pinned one, so it is always its turn.
        let on_its_side = |pin: usize| at.cmp(&pin) == place.cmp(&self.place(pin));
        let stays = place < self.next && self.pinned.is_none_or(on_its_side);
        if stays {
            self.next = place;
        }
        stays
    }
}
