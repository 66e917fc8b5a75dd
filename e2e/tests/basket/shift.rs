//! Nothing on the page moves when the basket arrives.
