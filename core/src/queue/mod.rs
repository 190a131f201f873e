//! The controllers' work queue: deduplication, delayed and rate-limited adds, the overall token bucket (spec gc section 4).

mod key;
mod token_bucket;
mod work_queue;

pub use key::QueueKey;
pub use token_bucket::TokenBucket;
pub use work_queue::{Added, Delayed, QueueConfig, QueueCounts, RateLimited, WorkQueue};
