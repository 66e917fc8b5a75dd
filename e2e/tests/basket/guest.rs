//! A good guest: hostile style sheets of the page leave the basket as it is, pixel for pixel, and the page as it was.
