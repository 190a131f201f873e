use super::{Actor, Config, Digester, Effect, Effects, QueueName, Rule, WorkerId};
use crate::object::{Duration, Time};
use crate::queue::TokenBucket;
use alloc::vec::Vec;

/// The rate limit of the collector's client: a call for which there is no token waits for it (C-15).
#[derive(Clone, Debug)]
pub struct Throttle {
    bucket: Option<TokenBucket>,
    /// When the next call of each worker may be sent, where that is not at once: of each queue by the worker's number. It is
    /// asked for all workers in every step.
    waiting: [Vec<Option<Time>>; 2],
    delayed: u64,
    waited: Duration,
}

impl Throttle {
    pub(super) fn new(config: &Config) -> Self {
        let limited = config.kube_api_qps_milli > 0;
        Throttle {
            // The collector's own client has twice the rate, and the same burst.
            bucket: limited.then(|| {
                let per_second = f64::from(config.kube_api_qps_milli) * 2.0 / 1000.0;
                TokenBucket::new(per_second, config.kube_api_burst.max(1))
            }),
            waiting: [Vec::new(), Vec::new()],
            delayed: 0,
            waited: Duration::ZERO,
        }
    }

    /// Takes a token for the worker's next call.
    pub(super) fn claim(&mut self, worker: WorkerId, now: Time, fx: &mut Effects) {
        let (Some(bucket), Some(queue)) = (self.bucket.as_mut(), place(worker.queue)) else {
            return;
        };
        let delay = bucket.reserve(now);
        if delay <= Duration::ZERO {
            return;
        }
        self.delayed += 1;
        self.waited = Duration(self.waited.0.saturating_add(delay.0));
        let (waiting, number) = (&mut self.waiting[queue], worker.number as usize);
        if waiting.len() <= number {
            waiting.resize(number + 1, None);
        }
        waiting[number] = Some(now + delay);
        fx.push(|| Effect::Throttled {
            by: Actor::GarbageCollector,
            delay,
            rule: Rule("C-15"),
        });
    }

    /// The worker's call is not sent before `time` either.
    pub(super) fn put_off(&mut self, worker: WorkerId, time: Time) {
        if let Some(until) = self.of(worker).and_then(Option::as_mut) {
            *until = time.max(*until);
        }
    }

    pub(super) fn sent(&mut self, worker: WorkerId) {
        if let Some(waiting) = self.of(worker) {
            *waiting = None;
        }
    }

    fn of(&mut self, worker: WorkerId) -> Option<&mut Option<Time>> {
        self.waiting[place(worker.queue)?].get_mut(worker.number as usize)
    }

    /// Until when the worker's next call has to wait.
    pub fn waits_until(&self, worker: WorkerId) -> Option<Time> {
        *self.waiting[place(worker.queue)?].get(worker.number as usize)?
    }

    /// The first time after `now` at which a call may be sent that waits.
    pub(super) fn next_after(&self, now: Time) -> Option<Time> {
        let waiting = self.waiting.iter().flatten().copied().flatten();
        waiting.filter(|until| *until > now).min()
    }

    /// How long it takes from `now` until as many calls as ever can be made at once.
    pub fn fills_in(&self, now: Time) -> Duration {
        self.bucket
            .as_ref()
            .map_or(Duration::ZERO, |bucket| bucket.fills_in(now))
    }

    /// How many calls had to wait, and how long they did all together.
    pub fn delays(&self) -> (u64, Duration) {
        (self.delayed, self.waited)
    }

    /// How many calls could be sent at once at `now`; `None` without a limit.
    pub fn tokens(&self, now: Time) -> Option<f64> {
        self.bucket.as_ref().map(|bucket| bucket.tokens(now))
    }

    pub(super) fn digest(&self, digester: &mut Digester) {
        if let Some(bucket) = &self.bucket {
            bucket.digest(digester);
        }
        for queue in QUEUES {
            let waiting = place(queue).map_or(&[][..], |place| &self.waiting[place]);
            for (number, until) in waiting.iter().enumerate() {
                if let Some(until) = until {
                    digester.number(queue as u64);
                    digester.number(number as u64);
                    digester.signed(until.0);
                }
            }
        }
    }
}

/// The queues whose workers have a client of their own.
const QUEUES: [QueueName; 2] = [QueueName::AttemptToDelete, QueueName::AttemptToOrphan];

fn place(queue: QueueName) -> Option<usize> {
    QUEUES.iter().position(|&own| own == queue)
}
