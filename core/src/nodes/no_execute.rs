use super::evaluate::ready_of;
use super::{Crash, NodeContext, NodeEffect, NodeLifecycle, Turn, ZoneKey, taints};
use crate::object::{ConditionStatus, Duration, Name, Time};

/// How long a node that cannot be judged is put off (K-12).
const LOOKUP_RETRY: Duration = Duration::from_millis(50);

/// What the taint loop did with a node.
enum Done {
    Tainted,
    Nothing,
    Failed(Duration),
}

impl NodeLifecycle {
    /// doNoExecuteTaintingPass, the 100 ms loop (NT-8): each zone's queue gives as many nodes as it has tokens.
    pub fn taint_tick(&mut self, cx: &mut NodeContext<'_>) {
        for index in 0..self.zones().len() {
            self.serve(cx, index);
            if self.stops() {
                return;
            }
        }
    }

    /// The part of the loop that is about one zone.
    pub fn taint_zone(&mut self, cx: &mut NodeContext<'_>, zone: ZoneKey) {
        if let Some(index) = self.zones().iter().position(|other| other.key == zone) {
            self.serve(cx, index);
        }
    }

    fn serve(&mut self, cx: &mut NodeContext<'_>, index: usize) {
        let zone = self.zones()[index].key;
        loop {
            let now = cx.now;
            let Some(queue) = &mut self.zones_mut()[index].queue else {
                break;
            };
            let Turn::Due(entry) = queue.turn(now) else {
                break;
            };
            let done = self.taint_no_execute(cx, entry.value);
            if self.stops() {
                return;
            }
            let Some(queue) = &mut self.zones_mut()[index].queue else {
                break;
            };
            match done {
                Done::Tainted | Done::Nothing => queue.succeeded(entry),
                Done::Failed(wait) => queue.failed(entry, wait, now),
            }
            let tainted = matches!(done, Done::Tainted);
            cx.tell("RQ-4", || NodeEffect::Token {
                zone,
                node: entry.value,
                tainted,
            });
        }
    }

    /// The node is judged as the cache shows it now, not as it was when it was queued.
    fn taint_no_execute(&mut self, cx: &mut NodeContext<'_>, name: Name) -> Done {
        if cx.stores.node_read_fails(name) {
            return Done::Failed(LOOKUP_RETRY);
        }
        let Some(node) = cx.stores.node(name).cloned() else {
            return Done::Nothing;
        };
        let (add, drop) = match ready_of(&node).map(|ready| ready.status) {
            None => {
                if !self.switches.missing_ready_retries {
                    self.crashed(cx, Crash::NoReady(name), name);
                }
                return Done::Failed(LOOKUP_RETRY);
            }
            Some(ConditionStatus::True) => return Done::Nothing,
            Some(ConditionStatus::False) => (Name::TAINT_NOT_READY, Name::TAINT_UNREACHABLE),
            Some(ConditionStatus::Unknown) => (Name::TAINT_UNREACHABLE, Name::TAINT_NOT_READY),
        };
        if !taints::swap(cx, &node, &[add], &[drop], Name::NO_EXECUTE) {
            return Done::Failed(Duration::ZERO);
        }
        let zone = self.zone_entry(ZoneKey::of(&node), &cx.cluster.names);
        zone.metrics.evictions += 1;
        Done::Tainted
    }

    /// When the taint loop can next do anything: the first time from `now` on at which a zone with queued nodes has a
    /// token. Ticks before that change nothing, since a failed take leaves the bucket as it is (RQ-5).
    pub fn next_token(&self, now: Time) -> Option<Time> {
        let waiting = self.zones().iter().filter_map(|zone| zone.queue.as_ref());
        waiting
            .filter(|queue| queue.queue().head().is_some())
            .filter_map(|queue| queue.limiter().next_token(now))
            .min()
            .map(|wait| now + wait)
    }
}
