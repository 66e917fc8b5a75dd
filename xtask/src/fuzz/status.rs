//! What the fuzzer says of itself, as far as anybody wants to know: it prints a line for each input that it keeps.

use std::fmt;

/// How far a target is.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Status {
    /// How many inputs it has tried.
    runs: u64,
    /// How many edges of the control flow it has reached, in our code and in the libraries below.
    reached: u64,
    /// How many edges there are.
    edges: u64,
    /// How many inputs it has kept, because each reaches something that no other does.
    kept: u64,
    /// How many seconds it took; 0 before its end.
    seconds: u64,
}

impl Status {
    /// Takes what a line says; false when it is of another kind and may be about something found.
    pub fn update(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let behind = |label: &str| words.iter().skip_while(|word| **word != label).nth(1);
        match *words.as_slice() {
            ["INFO:", "Loaded", _, "modules", edges, ..] => {
                set(&mut self.edges, edges.trim_start_matches('('));
            }
            [runs, _, "cov:", reached, ..] if runs.starts_with('#') => {
                set(&mut self.runs, &runs[1..]);
                set(&mut self.reached, reached);
                let kept = behind("corp:").and_then(|kept| kept.split('/').next());
                set(&mut self.kept, kept.unwrap_or_default());
            }
            ["Done", runs, "runs", "in", seconds, ..] => {
                set(&mut self.runs, runs);
                set(&mut self.seconds, seconds);
            }
            ["INFO:" | "WARNING:" | "Dictionary:", ..] | [] => {}
            // The frames of a stack, which have no names.
            [first, ..] if first.starts_with('#') => {}
            _ => return false,
        }
        true
    }
}

fn set(value: &mut u64, text: &str) {
    *value = text.parse().unwrap_or(*value);
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { runs, reached, edges, kept, seconds } = self;
        write!(formatter, "{runs} runs")?;
        if let Some(rate) = runs.checked_div(*seconds) {
            write!(formatter, " in {seconds} s, {rate} a second")?;
        }
        write!(formatter, "; {reached} of {edges} edges reached, {kept} inputs kept")
    }
}

/// The file that an input was written to, where a line says so.
pub fn written(line: &str) -> Option<&str> {
    line.split_once("Test unit written to ").map(|(_, file)| file.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_says_becomes_one_sentence() {
        let mut status = Status::default();
        for line in [
            "INFO: Seed: 243727255",
            "INFO: Loaded 1 modules   (3650 inline 8-bit counters): 3650 [0x55e6, 0x55e9), ",
            "INFO: Loaded 1 PC tables (3650 PCs): 3650 [0x55e6b45e9d30,0x55e6b45f8150), ",
            "#30\tINITED cov: 1101 ft: 2117 corp: 29/2067b exec/s: 0 rss: 28Mb",
            "#4096\tREDUCE cov: 1202 ft: 2117 corp: 31/2067b lim: 340 exec/s: 0 rss: 28Mb L: 6/9",
        ] {
            assert!(status.update(line), "{line}");
        }
        let expected = "4096 runs; 1202 of 3650 edges reached, 31 inputs kept";
        assert_eq!(status.to_string(), expected);
        assert!(status.update("Done 8000 runs in 16 second(s)"));
        let expected =
            "8000 runs in 16 s, 500 a second; 1202 of 3650 edges reached, 31 inputs kept";
        assert_eq!(status.to_string(), expected);
    }

    #[test]
    fn what_is_about_something_found_is_left() {
        let mut status = Status::default();
        assert!(!status.update("thread '<unnamed>' panicked at fuzz/src/lib.rs:20:5:"));
        assert!(!status.update("==7== ERROR: libFuzzer: deadly signal"));
        assert!(status.update("    #3 0x55d1b0c1  (/target/fuzz/page+0x1d)"));
        assert_eq!(status, Status::default());
        let line = "artifact_prefix='found/'; Test unit written to found/crash-0a";
        assert_eq!(written(line), Some("found/crash-0a"));
    }
}
