use kubeloupe_core::object::{Duration, Time};

/// How a language names the units of time.
#[derive(Clone, Copy, Debug)]
pub struct Spans {
    /// Milliseconds, seconds, minutes, hours, days, each with the space before it.
    pub units: [&'static str; 5],
}

const SECOND: i64 = 1_000_000_000;

impl Spans {
    /// A span in plain units, with the precision that matters at its size: `20 ms`, `1.2 s`, `1 min 18.4 s`.
    pub fn of(&self, span: Duration) -> String {
        let [milliseconds, seconds, minutes, hours, days] = self.units;
        let sign = if span.0 < 0 { "−" } else { "" };
        let nanoseconds = span.0.saturating_abs();
        let text = if nanoseconds == 0 {
            format!("0{seconds}")
        } else if nanoseconds < SECOND / 10 {
            format!("{}{milliseconds}", decimals(nanoseconds, SECOND / 1000, 1))
        } else if nanoseconds < 60 * SECOND {
            format!("{}{seconds}", decimals(nanoseconds, SECOND, 1))
        } else if nanoseconds < 3600 * SECOND {
            // Rounded before it is divided: 59.98 s are a minute, not 60 s.
            let nanoseconds = (nanoseconds + SECOND / 20) / (SECOND / 10) * (SECOND / 10);
            let rest = nanoseconds % (60 * SECOND);
            let seconds = if rest < SECOND / 20 {
                String::new()
            } else {
                format!(" {}{seconds}", decimals(rest, SECOND, 1))
            };
            format!("{}{minutes}{seconds}", nanoseconds / (60 * SECOND))
        } else if nanoseconds < 48 * 3600 * SECOND {
            format!(
                "{}{hours} {}{minutes}",
                nanoseconds / (3600 * SECOND),
                nanoseconds / (60 * SECOND) % 60
            )
        } else {
            format!(
                "{}{days} {}{hours}",
                nanoseconds / (86400 * SECOND),
                nanoseconds / (3600 * SECOND) % 24
            )
        };
        format!("{sign}{text}")
    }

    /// The reading of the clock: always with milliseconds below a minute, so that it does not jump.
    pub fn clock(&self, time: Time) -> String {
        let seconds = self.units[1];
        if (0..60 * SECOND).contains(&time.0) {
            return format!("{}.{:03}{seconds}", time.0 / SECOND, time.0 % SECOND / 1_000_000);
        }
        self.of(Duration(time.0))
    }
}

/// A point in time as the span since the start.
pub fn moment(spans: &Spans, time: Time) -> String {
    spans.of(Duration(time.0))
}

fn decimals(nanoseconds: i64, unit: i64, digits: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "only a few digits are shown")]
    let text = format!("{:.digits$}", nanoseconds as f64 / unit as f64);
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::Spans;
    use kubeloupe_core::object::{Duration, Time};

    const SPANS: Spans = Spans {
        units: [" ms", " s", " min", " h", " d"],
    };

    #[test]
    fn spans_are_told_in_plain_units() {
        let of = |milliseconds| SPANS.of(Duration::from_millis(milliseconds));
        assert_eq!(of(20), "20 ms");
        assert_eq!(of(1_240), "1.2 s");
        assert_eq!(of(31_000), "31 s");
        assert_eq!(of(78_400), "1 min 18.4 s");
        assert_eq!(of(1_000_000), "16 min 40 s");
        assert_eq!(of(299_980), "5 min");
        assert_eq!(of(3_600_000), "1 h 0 min");
    }

    #[test]
    fn the_clock_keeps_its_digits() {
        assert_eq!(SPANS.clock(Time(412_000_000)), "0.412 s");
        assert_eq!(SPANS.clock(Time(0)), "0.000 s");
    }
}
