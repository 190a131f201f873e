use core::fmt;
use core::ops::{Add, Sub};

/// A point in virtual time: nanoseconds since the scenario's start. What a dump says happened earlier is negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(pub i64);

/// A span of virtual time in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration(pub i64);

impl Time {
    /// The start of the scenario.
    pub const START: Time = Time(0);

    /// Whole seconds after the start.
    pub const fn from_secs(seconds: i64) -> Self {
        Time(seconds.saturating_mul(1_000_000_000))
    }

    /// The time as the API server stores it: cut to whole seconds.
    pub const fn as_stored(self) -> Self {
        Time(self.0.div_euclid(1_000_000_000).saturating_mul(1_000_000_000))
    }
}

impl Duration {
    /// No time at all.
    pub const ZERO: Duration = Duration(0);

    /// `milliseconds` as a span.
    pub const fn from_millis(milliseconds: i64) -> Self {
        Duration(milliseconds.saturating_mul(1_000_000))
    }

    /// `seconds` as a span.
    pub const fn from_secs(seconds: i64) -> Self {
        Duration(seconds.saturating_mul(1_000_000_000))
    }
}

impl Add<Duration> for Time {
    type Output = Time;
    fn add(self, span: Duration) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl Sub<Time> for Time {
    type Output = Duration;
    fn sub(self, earlier: Time) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }
}

fn write_seconds(f: &mut fmt::Formatter<'_>, nanoseconds: i64) -> fmt::Result {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let whole = nanoseconds.unsigned_abs();
    write!(f, "{sign}{}", whole / 1_000_000_000)?;
    let fraction = whole % 1_000_000_000;
    if fraction > 0 {
        let mut digits = 9;
        let mut shown = fraction;
        while shown.is_multiple_of(10) {
            shown /= 10;
            digits -= 1;
        }
        write!(f, ".{shown:0digits$}")?;
    }
    f.write_str("s")
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_seconds(f, self.0)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_seconds(f, self.0)
    }
}

impl fmt::Debug for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_seconds(f, self.0)
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_seconds(f, self.0)
    }
}
