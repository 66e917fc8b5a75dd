//! Real browsers.
