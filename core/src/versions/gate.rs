use super::{COMPARED, Switch};

/// What a feature gate is in one minor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GateState {
    /// Alpha, off unless somebody switches it on.
    AlphaOff,
    /// Beta, off unless somebody switches it on.
    BetaOff,
    /// Beta, on unless somebody switches it off.
    BetaOn,
    /// General availability: on, and locked.
    Locked,
    /// Deprecated, off unless somebody switches it on.
    DeprecatedOff,
    /// Removed; the behaviour is that of the gate being on.
    GoneOn,
    /// Removed; the behaviour is that of the gate being off.
    GoneOff,
}

impl GateState {
    /// Whether the gate is on by default.
    pub fn is_on(self) -> bool {
        match self {
            GateState::BetaOn | GateState::Locked | GateState::GoneOn => true,
            GateState::AlphaOff | GateState::BetaOff | GateState::DeprecatedOff | GateState::GoneOff => false,
        }
    }

    /// Whether it can be switched.
    pub fn is_settable(self) -> bool {
        match self {
            GateState::AlphaOff | GateState::BetaOff | GateState::BetaOn | GateState::DeprecatedOff => true,
            GateState::Locked | GateState::GoneOn | GateState::GoneOff => false,
        }
    }
}

/// The states of a gate from 1.29 to 1.37; `None` before it came.
type States = [Option<GateState>; 9];

struct Row {
    name: &'static str,
    states: States,
    needs: Option<Gate>,
}

macro_rules! gates {
    ($($id:ident = $name:literal [$($state:expr),*] $(needs $needs:ident)?;)*) => {
        /// A feature gate of Kubernetes' components that touches what is simulated.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Gate { $(#[doc = concat!("`", $name, "`")] $id),* }

        impl Gate {
            /// All gates, in the order of the table.
            pub const ALL: &[Gate] = &[$(Gate::$id),*];
            /// Their names, in the same order.
            pub const NAMES: &[&str] = &[$($name),*];
        }

        const TABLE: &[Row] = &[$(Row {
            name: $name,
            states: [$($state),*],
            needs: gates!(@needs $($needs)?),
        }),*];
    };
    (@needs) => { None };
    (@needs $needs:ident) => { Some(Gate::$needs) };
}

const NO: Option<GateState> = None;
const A: Option<GateState> = Some(GateState::AlphaOff);
const OFF: Option<GateState> = Some(GateState::BetaOff);
const ON: Option<GateState> = Some(GateState::BetaOn);
const GA: Option<GateState> = Some(GateState::Locked);
const DEP: Option<GateState> = Some(GateState::DeprecatedOff);
const GONE: Option<GateState> = Some(GateState::GoneOn);
const GONE_OFF: Option<GateState> = Some(GateState::GoneOff);

gates! {
    OrderedNamespaceDeletion = "OrderedNamespaceDeletion" [NO, OFF, OFF, OFF, ON, GA, GA, GA, GONE];
    NodeControllerLeaseCircuitBreaker = "NodeControllerLeaseCircuitBreaker" [NO, NO, NO, NO, NO, NO, NO, NO, ON] needs AtomicFifo;
    SeparateTaintEvictionController = "SeparateTaintEvictionController" [ON, ON, ON, ON, ON, GA, GA, GA, GA];
    PodDisruptionConditions = "PodDisruptionConditions" [ON, ON, GA, GA, GA, GONE, GONE, GONE, GONE];
    TaintTolerationComparisonOperators = "TaintTolerationComparisonOperators" [NO, NO, NO, NO, NO, NO, A, A, A];
    PodObservedGenerationTracking = "PodObservedGenerationTracking" [NO, NO, NO, NO, A, ON, GA, GA, GA];
    StaleControllerConsistencyReplicaSet = "StaleControllerConsistencyReplicaSet" [NO, NO, NO, NO, NO, NO, NO, ON, ON] needs AtomicFifo;
    StaleControllerConsistencyDaemonSet = "StaleControllerConsistencyDaemonSet" [NO, NO, NO, NO, NO, NO, NO, ON, ON] needs AtomicFifo;
    StaleControllerConsistencyStatefulSet = "StaleControllerConsistencyStatefulSet" [NO, NO, NO, NO, NO, NO, NO, ON, ON] needs AtomicFifo;
    StaleControllerConsistencyJob = "StaleControllerConsistencyJob" [NO, NO, NO, NO, NO, NO, NO, ON, ON] needs AtomicFifo;
    DeploymentReplicaSetTerminatingReplicas = "DeploymentReplicaSetTerminatingReplicas" [NO, NO, NO, NO, A, A, ON, ON, ON];
    StatefulSetSemanticRevisionComparison = "StatefulSetSemanticRevisionComparison" [NO, NO, NO, NO, NO, ON, ON, ON, ON];
    PodDeletionCost = "PodDeletionCost" [ON, ON, ON, ON, ON, ON, ON, ON, ON];
    LogarithmicScaleDown = "LogarithmicScaleDown" [ON, ON, GA, GA, GA, GA, GA, GA, GONE];
    StatefulSetAutoDeletePvc = "StatefulSetAutoDeletePVC" [ON, ON, ON, GA, GA, GA, GONE, GONE, GONE];
    RetryGenerateName = "RetryGenerateName" [NO, A, ON, GA, GA, GA, GA, GA, GONE];
    AllowUnsafeMalformedObjectDeletion = "AllowUnsafeMalformedObjectDeletion" [NO, NO, NO, A, A, A, A, A, ON];
    InOrderInformers = "InOrderInformers" [NO, NO, NO, NO, ON, ON, ON, GA, GA];
    InOrderInformersBatchProcess = "InOrderInformersBatchProcess" [NO, NO, NO, NO, NO, NO, ON, ON, ON];
    AtomicFifo = "AtomicFIFO" [NO, NO, NO, NO, NO, NO, NO, ON, ON];
    JobManagedBy = "JobManagedBy" [NO, A, A, ON, ON, ON, GA, GA, GA];
    DefaultHostNetworkHostPortsInPodTemplates = "DefaultHostNetworkHostPortsInPodTemplates" [DEP, DEP, GONE_OFF, GONE_OFF, GONE_OFF, GONE_OFF, GONE_OFF, GONE_OFF, GONE_OFF];
}

impl Gate {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name, as `--feature-gates` takes it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The gate of that name.
    pub fn named(name: &str) -> Option<Gate> {
        Gate::ALL.iter().copied().find(|gate| gate.name() == name)
    }

    /// What it is in 1.`minor`; `None` where that minor does not know it, or is not among the compared ones.
    pub fn state(self, minor: u32) -> Option<GateState> {
        let column = minor.checked_sub(*COMPARED.start())?;
        *self.row().states.get(usize::try_from(column).ok()?)?
    }

    /// The gate that has to be on for this one to be.
    pub fn needs(self) -> Option<Gate> {
        self.row().needs
    }

    /// The switches that follow it.
    pub fn switches(self) -> impl Iterator<Item = Switch> {
        Switch::ALL
            .iter()
            .copied()
            .filter(move |switch| switch.gate() == Some(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_those_of_the_minor() {
        let gate = Gate::OrderedNamespaceDeletion;
        assert_eq!(gate.state(28), None);
        assert_eq!(gate.state(29), None);
        assert_eq!(gate.state(32), Some(GateState::BetaOff));
        assert_eq!(gate.state(34), Some(GateState::Locked));
        assert_eq!(gate.state(37), Some(GateState::GoneOn));
        assert_eq!(gate.state(38), None);
    }

    #[test]
    fn a_gate_never_goes_back() {
        let rank = |state: Option<GateState>| match state {
            None => 0,
            Some(GateState::AlphaOff | GateState::DeprecatedOff) => 1,
            Some(GateState::BetaOff) => 2,
            Some(GateState::BetaOn) => 3,
            Some(GateState::Locked) => 4,
            Some(GateState::GoneOn | GateState::GoneOff) => 5,
        };
        for &gate in Gate::ALL {
            assert_eq!(Gate::named(gate.name()), Some(gate));
            let ranks: alloc::vec::Vec<u32> = COMPARED.map(|minor| rank(gate.state(minor))).collect();
            assert!(ranks.is_sorted(), "{}", gate.name());
        }
    }
}
