use crate::object::{Duration, Time};
use crate::queue::TokenBucket;
use crate::sim::Digester;

/// What paces the evictions of one zone (RQ-5). Rates are 32-bit floats as the flags are.
#[derive(Clone, PartialEq, Debug)]
pub enum Limiter {
    /// A bucket of one token.
    Bucket {
        /// Tokens per second.
        qps: f32,
        /// The bucket.
        bucket: TokenBucket,
    },
    /// Never lets anything through.
    Never,
    /// Lets everything through, as the real queue's own tests do.
    Always,
}

impl Limiter {
    /// A full bucket of one token, whatever the rate: at a rate of 0 it never fills again (RQ-6).
    pub fn bucket(qps: f32) -> Self {
        Limiter::Bucket {
            qps,
            bucket: TokenBucket::new(f64::from(qps), 1),
        }
    }

    /// The rate as `QPS()` reads it: 1 for the two that are no buckets, which is what RQ-6 stumbles over.
    pub fn qps(&self) -> f32 {
        match self {
            Limiter::Bucket { qps, .. } => *qps,
            Limiter::Never | Limiter::Always => 1.0,
        }
    }

    /// TryAccept: takes a token if there is one.
    pub fn try_accept(&mut self, now: Time) -> bool {
        match self {
            Limiter::Bucket { bucket, .. } => bucket.try_take(now),
            Limiter::Never => false,
            Limiter::Always => true,
        }
    }

    /// How long after `now` there is a token; `None` for never.
    pub fn next_token(&self, now: Time) -> Option<Duration> {
        match self {
            Limiter::Bucket { bucket, .. } => bucket.next_token(now),
            Limiter::Never => None,
            Limiter::Always => Some(Duration::ZERO),
        }
    }

    /// How full it is at `now`, between 0 and 1, for views; `None` where there is no bucket.
    pub fn level(&self, now: Time) -> Option<f64> {
        match self {
            Limiter::Bucket { bucket, .. } => Some(bucket.tokens(now)),
            Limiter::Never | Limiter::Always => None,
        }
    }

    /// Adds the limiter to a digest.
    pub fn digest(&self, digester: &mut Digester) {
        digester.number(u64::from(self.qps().to_bits()));
        match self {
            Limiter::Bucket { bucket, .. } => bucket.digest(digester),
            Limiter::Never => digester.number(1),
            Limiter::Always => digester.number(2),
        }
    }
}
