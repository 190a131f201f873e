use crate::apiserver::Cluster;
use crate::object::{Duration, Name, Names, Taint, Toleration, TolerationOperator};
use crate::versions::Switch;
use alloc::string::ToString;

const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// How long a pod with these tolerations may stay with these taints: `None` where a taint is not tolerated at all
/// (TE-4.1), a negative span for ever (TE-5). `numbers` is what [`comparing`] says.
pub fn tolerated_for(
    tolerations: &[Toleration],
    taints: &[Taint],
    numbers: Option<&Names>,
) -> Option<Duration> {
    let mut used = alloc::vec::Vec::with_capacity(taints.len());
    for taint in taints {
        // The first that tolerates the taint counts, even if a later one does so for longer (V75).
        used.push(
            tolerations
                .iter()
                .find(|toleration| tolerates(toleration, taint, numbers))?
                .seconds,
        );
    }
    Some(min_toleration_time(&used))
}

/// The texts in which `Lt` and `Gt` find their numbers, where they compare at all: they never match while the gate
/// TaintTolerationComparisonOperators is off (TE-10).
pub fn comparing(cluster: &Cluster) -> Option<&Names> {
    cluster
        .has(Switch::TolerationComparisonOperators)
        .then_some(&cluster.names)
}

/// Whether the toleration tolerates the taint (TE-10). `numbers` is what [`comparing`] says.
pub fn tolerates(toleration: &Toleration, taint: &Taint, numbers: Option<&Names>) -> bool {
    let fits = |asked: Name, given: Name| asked == Name::EMPTY || asked == given;
    fits(toleration.effect, taint.effect)
        && fits(toleration.key, taint.key)
        && match toleration.operator {
            TolerationOperator::Equal => toleration.value == taint.value,
            TolerationOperator::Exists => true,
            TolerationOperator::Other => false,
            TolerationOperator::Lt => is_less(numbers, taint.value, toleration.value),
            TolerationOperator::Gt => is_less(numbers, toleration.value, taint.value),
        }
}

fn is_less(numbers: Option<&Names>, left: Name, right: Name) -> bool {
    let number = |names: &Names, name: Name| {
        let text = names.text(name);
        // Only the form in which the number itself would be written counts: no plus, no leading zeros.
        text.parse::<i64>()
            .ok()
            .filter(|number| number.to_string() == text)
    };
    numbers.is_some_and(|names| {
        let (left, right) = (number(names, left), number(names, right));
        left.is_some() && right.is_some() && left < right
    })
}

/// The shortest of the given `tolerationSeconds`; negative for ever. The product with a second is taken modulo 2^64, so
/// that very large numbers come out negative, or short (TE-5).
pub fn min_toleration_time(seconds: &[Option<i64>]) -> Duration {
    if seconds.is_empty() {
        return Duration::ZERO;
    }
    let given = || seconds.iter().copied().flatten();
    if given().any(|seconds| seconds <= 0) {
        return Duration::ZERO;
    }
    Duration(given().min().unwrap_or(-1).wrapping_mul(NANOS_PER_SECOND))
}
