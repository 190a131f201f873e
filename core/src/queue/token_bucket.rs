use crate::object::{Duration, Time};
use crate::sim::Digester;

const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// A bucket from which every rate-limited add takes one token, if need be one that is not there yet (WQ-3).
///
/// Tokens are a float and times are whole nanoseconds, because the delays of the real limiter show its rounding.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    per_second: f64,
    burst: f64,
    tokens: f64,
    last: Time,
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(per_second: u32, burst: u32) -> Self {
        TokenBucket {
            per_second: f64::from(per_second),
            burst: f64::from(burst),
            tokens: f64::from(burst),
            last: Time::START,
        }
    }

    /// Takes one token at `now`, and says how long it takes until that token is there.
    pub fn reserve(&mut self, now: Time) -> Duration {
        let now = now.max(self.last);
        self.tokens = self.tokens(now) - 1.0;
        self.last = now;
        if self.tokens >= 0.0 {
            return Duration::ZERO;
        }
        // The cast cuts towards zero and saturates: at a rate of 0 the token never comes.
        Duration((-self.tokens / self.per_second * NANOS_PER_SECOND as f64) as i64)
    }

    /// How many tokens there are at `now`; below zero when some were taken in advance.
    pub fn tokens(&self, now: Time) -> f64 {
        let elapsed = (now.max(self.last) - self.last).0;
        // Whole seconds and the rest apart, since that is how the real limiter turns a span into a float.
        let seconds = (elapsed / NANOS_PER_SECOND) as f64
            + (elapsed % NANOS_PER_SECOND) as f64 / NANOS_PER_SECOND as f64;
        (self.tokens + seconds * self.per_second).min(self.burst)
    }

    /// Adds the bucket to a digest.
    pub fn digest(&self, digester: &mut Digester) {
        digester.number(self.tokens.to_bits());
        digester.signed(self.last.0);
    }
}
