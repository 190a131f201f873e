use crate::object::{Duration, Time};
use crate::sim::Digester;

const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// A bucket of tokens that refills steadily. A work queue takes a token that is not there yet if need be (WQ-3), an
/// eviction limiter takes only what is there (RQ-5).
///
/// Tokens are a float and times are whole nanoseconds, because the delays of the real limiter show its rounding.
#[derive(Clone, PartialEq, Debug)]
pub struct TokenBucket {
    per_second: f64,
    burst: f64,
    tokens: f64,
    last: Option<Time>,
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(per_second: f64, burst: u32) -> Self {
        TokenBucket {
            per_second,
            burst: f64::from(burst),
            tokens: f64::from(burst),
            last: None,
        }
    }

    /// Takes one token at `now`, and says how long it takes until that token is there.
    pub fn reserve(&mut self, now: Time) -> Duration {
        self.tokens = self.tokens(now) - 1.0;
        self.last = Some(now);
        self.lasts(-self.tokens)
    }

    /// Takes one token if it is there at `now`, or so nearly that the rest comes within the nanosecond (RQ-5). A token
    /// that is not there changes nothing. The clock may have gone back since the last one.
    pub fn try_take(&mut self, now: Time) -> bool {
        let left = self.tokens(now) - 1.0;
        if self.burst < 1.0 || self.lasts(-left) > Duration::ZERO {
            return false;
        }
        self.tokens = left;
        self.last = Some(now);
        true
    }

    /// How many tokens there are at `now`; below zero when some were taken in advance.
    pub fn tokens(&self, now: Time) -> f64 {
        let elapsed = (now - self.last.unwrap_or(now).min(now)).0;
        if self.per_second <= 0.0 {
            return self.tokens.min(self.burst);
        }
        // Whole seconds and the rest apart, since that is how the real limiter turns a span into a float.
        let seconds = (elapsed / NANOS_PER_SECOND) as f64
            + (elapsed % NANOS_PER_SECOND) as f64 / NANOS_PER_SECOND as f64;
        (self.tokens + seconds * self.per_second).min(self.burst)
    }

    /// How long `tokens` take to come: cut towards zero; at no rate they never come.
    fn lasts(&self, tokens: f64) -> Duration {
        if tokens <= 0.0 {
            return Duration::ZERO;
        }
        if self.per_second <= 0.0 {
            return Duration(i64::MAX);
        }
        // The cast saturates.
        Duration((tokens / self.per_second * NANOS_PER_SECOND as f64) as i64)
    }

    /// How long after `now` the next token is there, rounded up; `None` for never.
    pub fn next_token(&self, now: Time) -> Option<Duration> {
        let wait = self.lasts(1.0 - self.tokens(now));
        (wait.0 < i64::MAX).then(|| {
            if wait > Duration::ZERO {
                Duration(wait.0 + 1)
            } else {
                wait
            }
        })
    }

    /// What was left when a token was last taken, and when that was; `None` for not yet.
    pub fn last_taken(&self) -> (f64, Option<Time>) {
        (self.tokens, self.last)
    }

    /// How long it takes from `now` until it is full, rounded up.
    pub fn fills_in(&self, now: Time) -> Duration {
        let missing = self.burst - self.tokens(now);
        if missing <= 0.0 {
            return Duration::ZERO;
        }
        Duration(self.lasts(missing).0.saturating_add(1))
    }

    /// Adds the bucket to a digest.
    pub fn digest(&self, digester: &mut Digester) {
        digester.number(self.tokens.to_bits());
        digester.signed(self.last.unwrap_or(Time::START).0);
    }
}
