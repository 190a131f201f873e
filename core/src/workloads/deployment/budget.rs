use crate::object::{DeploymentSpec, IntOrPercent, Name, Names, StrategyKind};
use crate::workloads::SyncError;

/// How many pods may be there beyond, and may be missing below, the size wanted (DP-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// How many may be there beyond it.
    pub(super) surge: i32,
    /// How many may be missing.
    pub(super) unavailable: i32,
}

/// ResolveFenceposts: a value that cannot be read makes both 0.
pub(super) fn budget(names: &Names, spec: &DeploymentSpec) -> Budget {
    let nothing = Budget {
        surge: 0,
        unavailable: 0,
    };
    if spec.strategy.kind != StrategyKind::RollingUpdate {
        return nothing;
    }
    let value = |value: Option<IntOrPercent>| value.unwrap_or(IntOrPercent::Int(0));
    let surge = scaled(names, value(spec.strategy.max_surge), spec.replicas, true);
    let unavailable = scaled(names, value(spec.strategy.max_unavailable), spec.replicas, false);
    let (Some(surge), Some(unavailable)) = (surge, unavailable) else {
        return nothing;
    };
    let unavailable = if surge == 0 && unavailable == 0 {
        1
    } else {
        unavailable
    };
    Budget {
        surge,
        unavailable: if spec.replicas == 0 {
            0
        } else {
            unavailable.min(spec.replicas)
        },
    }
}

/// The size of the new ReplicaSet (NewRSNewReplicas, DP-7): `now` is its size, `all` that of all ReplicaSets together.
pub(super) fn new_replicas(
    names: &Names,
    spec: &DeploymentSpec,
    now: i32,
    all: i32,
) -> Result<i32, SyncError> {
    match spec.strategy.kind {
        StrategyKind::Recreate => Ok(spec.replicas),
        StrategyKind::Other(word) => Err(SyncError::UnsupportedStrategy(word)),
        StrategyKind::RollingUpdate => {
            let surge = spec.strategy.max_surge;
            let Some(more) = surge.and_then(|surge| scaled(names, surge, spec.replicas, true)) else {
                return Err(SyncError::Surge(surge));
            };
            let most = spec.replicas.wrapping_add(more);
            if all >= most {
                return Ok(now);
            }
            Ok(now.wrapping_add(most.wrapping_sub(all).min(spec.replicas.wrapping_sub(now))))
        }
    }
}

/// A number as it is, a percentage of `whole`. `None` for a text that is none.
fn scaled(names: &Names, value: IntOrPercent, whole: i32, up: bool) -> Option<i32> {
    match value {
        IntOrPercent::Int(number) => Some(number),
        IntOrPercent::Text(text) => {
            let percent: i64 = percentage(names, text)?;
            let product = i128::from(percent) * i128::from(whole);
            let rounded = if up {
                -(-product).div_euclid(100)
            } else {
                product.div_euclid(100)
            };
            Some(i32::try_from(rounded).unwrap_or(if rounded < 0 { i32::MIN } else { i32::MAX }))
        }
    }
}

/// The number before a final `%`.
fn percentage(names: &Names, text: Name) -> Option<i64> {
    names.text(text).strip_suffix('%')?.parse().ok()
}
