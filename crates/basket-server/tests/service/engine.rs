//! Which database engine a test runs on. A test that holds for any engine runs once on each.

use std::cell::Cell;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

thread_local! {
    /// Each test has a thread of its own.
    static CURRENT: Cell<Engine> = const { Cell::new(Engine::Sqlite) };
}

impl Engine {
    /// The engine of the test that asks.
    pub fn current() -> Self {
        CURRENT.get()
    }

    /// Runs a test on this engine.
    pub fn run(self, test: fn()) {
        CURRENT.set(self);
        // Both engines must give the same snapshots.
        insta::allow_duplicates! { test() }
    }
}

/// Makes one test for each engine of a function, named after the function and the engine.
macro_rules! on_both_engines {
    ($name:ident) => {
        mod $name {
            #[test]
            fn sqlite() {
                crate::engine::Engine::Sqlite.run(super::$name);
            }

            #[test]
            fn postgres() {
                crate::engine::Engine::Postgres.run(super::$name);
            }
        }
    };
}
