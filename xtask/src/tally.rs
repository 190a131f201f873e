/// What the runners of one stage have said about their tests.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// The lines with which the runners closed, to be shown again at the end.
    pub(crate) closing: Vec<String>,
}

impl Tally {
    /// Reads one line of a runner's output: cargo's and wasm-bindgen's `test result: …`, or one of Node's `ℹ pass N`.
    pub(crate) fn observe(&mut self, line: &str) {
        let line = without_colours(line);
        let line = line.trim();
        if let Some(counts) = line.strip_prefix("test result: ") {
            let (passed, failed) = (count_before(counts, " passed"), count_before(counts, " failed"));
            self.add(passed, failed);
            if passed + failed > 0 {
                self.closing.push(line.to_owned());
            }
        } else if let Some(counts) = line.strip_prefix("ℹ ") {
            let mut words = counts.split_whitespace();
            let count = |number: Option<&str>| number.and_then(|number| number.parse().ok()).unwrap_or(0);
            match words.next() {
                Some("pass") => self.add(count(words.next()), 0),
                Some("fail" | "cancelled") => self.add(0, count(words.next())),
                Some("tests" | "skipped" | "todo") => {}
                _ => return,
            }
            self.closing.push(line.to_owned());
        }
    }

    fn add(&mut self, passed: u64, failed: u64) {
        self.passed += passed;
        self.failed += failed;
    }
}

fn count_before(text: &str, word: &str) -> u64 {
    let before = text.split(word).next().unwrap_or_default();
    let digits = before
        .rsplit(|character: char| !character.is_ascii_digit())
        .next()
        .unwrap_or_default();
    digits.parse().unwrap_or(0)
}

fn without_colours(line: &str) -> String {
    let mut plain = String::new();
    let mut parts = line.split('\u{1b}');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        plain.push_str(part.split_once('m').map_or("", |(_, text)| text));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::Tally;

    fn tally(lines: &[&str]) -> (u64, u64, usize) {
        let mut tally = Tally::default();
        lines.iter().for_each(|line| tally.observe(line));
        (tally.passed, tally.failed, tally.closing.len())
    }

    #[test]
    fn cargo_counts_are_added_up() {
        let lines = [
            "test a ... ok",
            "test result: \u{1b}[32mok\u{1b}[0m. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
            "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        ];
        assert_eq!(tally(&lines), (15, 2, 2));
    }

    #[test]
    fn node_counts_are_added_up() {
        let lines = [
            "✔ a (1ms)",
            "ℹ tests 5",
            "ℹ suites 0",
            "ℹ pass 3",
            "ℹ fail 1",
            "ℹ cancelled 1",
            "ℹ skipped 0",
            "ℹ duration_ms 31",
        ];
        assert_eq!(tally(&lines), (3, 2, 5));
    }
}
