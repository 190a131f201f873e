use crate::object::{Duration, Name, Taint, Toleration, TolerationOperator};

const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// How long a pod with these tolerations may stay with these taints: `None` where a taint is not tolerated at all
/// (TE-4.1), a negative span for ever (TE-5).
pub fn tolerated_for(tolerations: &[Toleration], taints: &[Taint]) -> Option<Duration> {
    let mut used = alloc::vec::Vec::with_capacity(taints.len());
    for taint in taints {
        // The first that tolerates the taint counts, even if a later one does so for longer (V75).
        used.push(
            tolerations
                .iter()
                .find(|toleration| tolerates(toleration, taint))?
                .seconds,
        );
    }
    Some(min_toleration_time(&used))
}

/// Whether the toleration tolerates the taint (TE-10).
pub fn tolerates(toleration: &Toleration, taint: &Taint) -> bool {
    let fits = |asked: Name, given: Name| asked == Name::EMPTY || asked == given;
    fits(toleration.effect, taint.effect)
        && fits(toleration.key, taint.key)
        && match toleration.operator {
            TolerationOperator::Equal => toleration.value == taint.value,
            TolerationOperator::Exists => true,
            TolerationOperator::Other => false,
        }
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
