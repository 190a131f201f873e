use crate::Map;
use crate::object::{Facts, Name, Names, Object, PodFacts, PodPhase, Time};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A pod with what decides when its turn to be deleted comes (RS-20, section 2.4).
#[derive(Clone, Debug)]
pub struct RankedPod {
    /// The pod.
    pub pod: Arc<Object>,
    /// How many active related pods are on its node (RS-22).
    pub rank: u32,
}

/// Which switches the comparison has, and the time of the sort.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// Texts of names.
    pub names: &'a Names,
    /// The reference time; without one later times go first instead of logarithmic buckets.
    pub now: Option<Time>,
    /// Gate PodDeletionCost.
    pub deletion_cost: bool,
    /// Restarts of sidecars break ties (1.32 and later).
    pub sidecar_restarts: bool,
    /// Type of the condition Ready.
    pub ready: Name,
}

/// Active: not finished and not being deleted (RS-12).
pub fn is_active(pod: &Object) -> bool {
    !pod.meta.is_deleting() && !facts(pod).is_some_and(|facts| facts.phase.is_finished())
}

/// Terminating: being deleted, but not finished (RS-12).
pub fn is_terminating(pod: &Object) -> bool {
    pod.meta.is_deleting() && !facts(pod).is_some_and(|facts| facts.phase.is_finished())
}

/// What is read of a pod.
pub(super) fn facts(pod: &Object) -> Option<&PodFacts> {
    match &pod.facts {
        Facts::Pod(facts) => Some(facts),
        _ => None,
    }
}

/// Since when a pod is ready: `None` if it is not, `Some(None)` if it is but nobody knows since when. Only the first
/// condition of the type counts.
pub fn ready_since(pod: &Object, ready: Name) -> Option<Option<Time>> {
    let condition = facts(pod)?.detail.as_ref()?.condition(ready)?;
    (condition.status == crate::object::ConditionStatus::True).then_some(condition.last_transition)
}

/// Ranks of `pods`: for each, how many active pods of `related` are on its node (RS-22).
pub fn ranks<'r>(pods: &[Arc<Object>], related: impl IntoIterator<Item = &'r Arc<Object>>) -> Vec<u32> {
    let node = |pod: &Object| facts(pod).map_or(Name::EMPTY, |facts| facts.node);
    let mut on_node: Map<Name, u32> = Map::default();
    for pod in related {
        if is_active(pod) {
            *on_node.entry(node(pod)).or_default() += 1;
        }
    }
    let count = |pod: &Arc<Object>| on_node.get(&node(pod)).copied().unwrap_or(0);
    pods.iter().map(count).collect()
}

/// Up to so many pods Go's sort is an insertion sort, whose result is known even where the comparison goes in circles.
const INSERTION_LIMIT: usize = 12;

/// Sorts the pods that go first to the front. The comparison can go in circles, so the library's sorts, which may panic
/// on one, are not for it.
pub fn sort(ranking: &Ranking<'_>, pods: &mut Vec<RankedPod>) {
    if pods.len() <= INSERTION_LIMIT {
        for end in 1..pods.len() {
            let mut at = end;
            while at > 0 && ranking.compare(&pods[at], &pods[at - 1]) == Ordering::Less {
                pods.swap(at, at - 1);
                at -= 1;
            }
        }
        return;
    }
    let mut right = pods.split_off(pods.len() / 2);
    sort(ranking, pods);
    sort(ranking, &mut right);
    let mut merged = Vec::with_capacity(pods.len() + right.len());
    let (mut left, mut right) = (pods.drain(..).peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if ranking.compare(b, a) == Ordering::Less {
            right.next()
        } else {
            left.next()
        };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    *pods = merged;
}

impl Ranking<'_> {
    /// Which of two pods is deleted first: `Less` for the left one.
    pub fn compare(&self, left: &RankedPod, right: &RankedPod) -> Ordering {
        let (Some(a), Some(b)) = (facts(&left.pod), facts(&right.pod)) else {
            return Ordering::Equal;
        };
        let assigned = |facts: &PodFacts| facts.node != Name::EMPTY;
        let since = |pod: &RankedPod| ready_since(&pod.pod, self.ready);
        let (ready_left, ready_right) = (since(left), since(right));
        assigned(a)
            .cmp(&assigned(b))
            .then_with(|| phase_ordinal(a.phase).cmp(&phase_ordinal(b.phase)))
            .then_with(|| ready_left.is_some().cmp(&ready_right.is_some()))
            .then_with(|| self.cost(a).cmp(&self.cost(b)))
            .then_with(|| right.rank.cmp(&left.rank))
            .then_with(|| match (ready_left, ready_right) {
                (Some(left_since), Some(right_since)) => {
                    self.by_age(left_since, right_since, &left.pod, &right.pod)
                }
                _ => Ordering::Equal,
            })
            .then_with(|| self.restarts(right).cmp(&self.restarts(left)))
            .then_with(|| {
                let created = |pod: &RankedPod| pod.pod.meta.creation_timestamp;
                self.by_age(created(left), created(right), &left.pod, &right.pod)
            })
    }

    fn cost(&self, facts: &PodFacts) -> i32 {
        let cost = facts.detail.as_ref().map_or(0, |detail| detail.deletion_cost);
        if self.deletion_cost { cost } else { 0 }
    }

    /// Row 7: restarts of containers, then of sidecars.
    fn restarts(&self, pod: &RankedPod) -> (i32, i32) {
        let detail = facts(&pod.pod).and_then(|facts| facts.detail.as_ref());
        detail.map_or((0, 0), |detail| {
            let sidecars = if self.sidecar_restarts {
                detail.sidecar_restarts
            } else {
                0
            };
            (detail.restarts, sidecars)
        })
    }

    /// Rows 6 and 8: an unknown time first, then the younger one, where ages in one power of two count as equal and the
    /// smaller uid goes first.
    fn by_age(&self, left: Option<Time>, right: Option<Time>, a: &Object, b: &Object) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        let (Some(left), Some(right)) = (left, right) else {
            return left.is_some().cmp(&right.is_some());
        };
        let Some(now) = self.now else {
            return right.cmp(&left);
        };
        bucket(now, left)
            .cmp(&bucket(now, right))
            .then_with(|| self.names.compare(a.meta.uid, b.meta.uid))
    }
}

fn phase_ordinal(phase: PodPhase) -> u8 {
    match phase {
        PodPhase::Running => 2,
        PodPhase::Unknown => 1,
        PodPhase::Pending | PodPhase::Succeeded | PodPhase::Failed => 0,
    }
}

/// The power of two of an age in nanoseconds, −1 for none: the whole part of a logarithm in 64-bit floats, which cannot
/// tell 2^50 − 1 from 2^50.
pub fn bucket(now: Time, then: Time) -> i32 {
    let age = (now - then).0;
    if age <= 0 {
        return -1;
    }
    #[expect(clippy::cast_precision_loss, reason = "the real code converts first, too")]
    let age = age as f64;
    let bits = age.to_bits();
    let exponent = i32::try_from(bits >> 52).unwrap_or(0) - 1023;
    // The logarithm is exponent + 1 − gap / ln 2, where gap is what the fraction lacks to 2, relative to 2, and so small
    // that its square plays no part. Below a number from 33 to 63 floats have steps of 2^-47.
    let lacking = (1_u64 << 52) - (bits & ((1 << 52) - 1));
    let rounds_up = (32..63).contains(&exponent) && lacking * 1000 <= 32 * 693;
    exponent + i32::from(rounds_up)
}
