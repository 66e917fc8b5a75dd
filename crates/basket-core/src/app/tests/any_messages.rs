//! Whatever pages, tabs and the service say to the core, what must hold does. `PROPTEST_CASES` makes this a long run.

use crate::app::simulation::{Log, STEP, run};
use alloc::{string::String, vec::Vec};
use proptest::{prelude::*, test_runner::RngSeed};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// At least so many sequences are tried, the same each time, so that a change is judged by what it changes.
/// `PROPTEST_RNG_SEED` tries others, and so does the fuzzer.
fn sequences(count: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        chosen @ RngSeed::Fixed(_) => chosen,
    };
    ProptestConfig { cases: count.max(default.cases), rng_seed, ..default }
}

fn any_steps() -> impl Strategy<Value = Vec<[u8; STEP]>> {
    prop::collection::vec(any::<[u8; STEP]>(), 0..32)
}

/// Lets happen what the steps say; what does not hold comes with the messages before it.
fn holds(has_nonsense: bool, steps: &[[u8; STEP]]) -> Result<(), TestCaseError> {
    let bytes = steps.concat();
    let mut log = Log::default();
    let result = catch_unwind(AssertUnwindSafe(|| run(has_nonsense, &bytes, &mut log)));
    result.map_err(|cause| {
        let cause = cause.downcast_ref::<String>();
        TestCaseError::fail(std::format!("{cause:?} after\n{log}"))
    })
}

proptest! {
    #![proptest_config(sequences(7000))]

    #[test]
    fn two_tabs_settle_everything_and_show_what_the_service_has(steps in any_steps()) {
        holds(false, &steps)?;
    }
}

proptest! {
    #![proptest_config(sequences(3000))]

    #[test]
    fn nonsense_between_messages_breaks_nothing(steps in any_steps()) {
        holds(true, &steps)?;
    }
}
