/// Size of the first batch (`SlowStartInitialBatchSize`).
pub const SLOW_START_INITIAL_BATCH: u32 = 1;

/// `slowStartBatch` (RS-18): calls are made in batches that double while nothing fails, so that a quota or a bad template
/// costs few calls that are bound to fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlowStart {
    remaining: u32,
    batch: u32,
    successes: u32,
}

impl SlowStart {
    /// `count` calls, the first batch of at most `initial`.
    pub fn new(count: u32, initial: u32) -> Self {
        SlowStart {
            remaining: count,
            batch: count.min(initial),
            successes: 0,
        }
    }

    /// How many calls to make at once now; 0 when it is over.
    pub fn batch(&self) -> u32 {
        self.batch
    }

    /// Takes note that the batch is over and that so many of its calls failed. After any failure nothing more is tried.
    pub fn batch_done(&mut self, failures: u32) {
        self.successes += self.batch.saturating_sub(failures);
        self.remaining -= self.batch;
        self.batch = if failures > 0 {
            0
        } else {
            self.remaining.min(self.batch.saturating_mul(2))
        };
    }

    /// How many calls succeeded so far.
    pub fn successes(&self) -> u32 {
        self.successes
    }
}
