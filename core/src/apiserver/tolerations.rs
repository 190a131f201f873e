use crate::object::{Facts, Name, Toleration, TolerationOperator};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How long a pod that says nothing of it may stay on a node that is not ready or not reachable
/// (`default-not-ready-toleration-seconds`, `default-unreachable-toleration-seconds`).
const DEFAULT_SECONDS: i64 = 300;

/// Admission DefaultTolerationSeconds: a pod tolerates both NoExecute taints of the node lifecycle controller for five
/// minutes, unless it says itself how it takes them (TE-9).
pub(super) fn tolerate_by_default(facts: &mut Facts) {
    let Facts::Pod(pod) = facts else { return };
    let own = pod
        .detail
        .as_deref()
        .map_or(&[][..], |detail| &detail.tolerations);
    let says = |key: Name| {
        own.iter().any(|toleration| {
            (toleration.key == key || toleration.key == Name::EMPTY)
                && (toleration.effect == Name::NO_EXECUTE || toleration.effect == Name::EMPTY)
        })
    };
    let missing: Vec<Toleration> = [Name::TAINT_NOT_READY, Name::TAINT_UNREACHABLE]
        .into_iter()
        .filter(|&key| !says(key))
        .map(|key| Toleration {
            key,
            operator: TolerationOperator::Exists,
            value: Name::EMPTY,
            effect: Name::NO_EXECUTE,
            seconds: Some(DEFAULT_SECONDS),
        })
        .collect();
    if missing.is_empty() {
        return;
    }
    let tolerations = own.iter().copied().chain(missing).collect();
    Arc::make_mut(pod.detail.get_or_insert_default()).tolerations = tolerations;
}
