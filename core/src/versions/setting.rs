use super::{COMPARED, Gate, GateState, Switch, Switches};

/// Switches that somebody set, whatever the minor says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Overrides {
    on: Switches,
    off: Switches,
}

/// A switch that stands otherwise than the minor has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SwitchSetting {
    /// Which.
    pub switch: Switch,
    /// How it stands.
    pub on: bool,
}

/// Why a feature gate cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GateRefused {
    /// The gates of this minor are not known.
    MinorNotCompared,
    /// This minor does not know it.
    NotThere {
        /// The first minor that does.
        since: Option<u32>,
    },
    /// It is locked to its default, or removed.
    Fixed(GateState),
    /// It is on, and the gate that it needs is off.
    Needs(Gate),
}

impl Overrides {
    /// Sets a switch.
    pub fn set(&mut self, switch: Switch, on: bool) {
        self.on = self.on.with(switch, on);
        self.off = self.off.with(switch, !on);
    }

    /// Whether the switch is on in 1.`minor` with these settings.
    pub fn is_on(self, switch: Switch, minor: u32) -> bool {
        self.on.has(switch) || !self.off.has(switch) && switch.is_on_in(minor)
    }

    /// The switches that are on in 1.`minor` with these settings.
    pub fn applied(self, minor: u32) -> Switches {
        Switch::ALL
            .iter()
            .filter(|switch| self.is_on(**switch, minor))
            .fold(Switches::NONE, |set, &switch| set.with(switch, true))
    }

    /// What differs from 1.`minor` itself, in the order of the table.
    pub fn differences(self, minor: u32) -> impl Iterator<Item = SwitchSetting> {
        Switch::ALL.iter().copied().filter_map(move |switch| {
            let on = self.is_on(switch, minor);
            (on != switch.is_on_in(minor)).then_some(SwitchSetting { switch, on })
        })
    }

    /// Sets feature gates as `--feature-gates` of 1.`minor` would: the switches that follow them.
    ///
    /// # Errors
    ///
    /// The first gate that this minor does not let be set to that, and why. Nothing is set then.
    pub fn set_gates(&mut self, gates: &[(Gate, bool)], minor: u32) -> Result<(), (Gate, GateRefused)> {
        let is_on = |gate: Gate| {
            let given = gates.iter().rev().find(|(given, _)| *given == gate);
            given.map_or_else(|| gate.state(minor).is_some_and(GateState::is_on), |(_, on)| *on)
        };
        for &(gate, on) in gates {
            may_set(gate, on, minor).map_err(|refused| (gate, refused))?;
        }
        for &gate in Gate::ALL {
            if let Some(needed) = gate.needs().filter(|&needed| is_on(gate) && !is_on(needed)) {
                return Err((gate, GateRefused::Needs(needed)));
            }
        }
        for &(gate, on) in gates {
            let default = gate.state(minor).is_some_and(GateState::is_on);
            if on != default {
                gate.switches().for_each(|switch| self.set(switch, on));
            }
        }
        Ok(())
    }
}

fn may_set(gate: Gate, on: bool, minor: u32) -> Result<(), GateRefused> {
    if !COMPARED.contains(&minor) {
        return Err(GateRefused::MinorNotCompared);
    }
    match gate.state(minor) {
        None => Err(GateRefused::NotThere {
            since: COMPARED.into_iter().find(|&other| gate.state(other).is_some()),
        }),
        Some(state) if state.is_settable() => Ok(()),
        // A locked gate takes its own value; one that was removed takes none.
        Some(GateState::Locked) if on => Ok(()),
        Some(state) => Err(GateRefused::Fixed(state)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn gates(minor: u32, gates: &[(Gate, bool)]) -> Result<Vec<SwitchSetting>, (Gate, GateRefused)> {
        let mut overrides = Overrides::default();
        overrides.set_gates(gates, minor)?;
        Ok(overrides.differences(minor).collect())
    }

    #[test]
    fn a_switch_that_is_set_stands_so_in_every_minor() {
        let mut overrides = Overrides::default();
        overrides.set(Switch::NamespacePodsFirst, true);
        assert!(overrides.is_on(Switch::NamespacePodsFirst, 29));
        overrides.set(Switch::NamespacePodsFirst, false);
        assert!(!overrides.is_on(Switch::NamespacePodsFirst, 37));
        assert_eq!(overrides.differences(32).count(), 0);
        assert_eq!(
            overrides.differences(33).collect::<Vec<_>>(),
            [SwitchSetting {
                switch: Switch::NamespacePodsFirst,
                on: false
            }]
        );
        assert_eq!(
            overrides.applied(33),
            Switches::of_minor(33).with(Switch::NamespacePodsFirst, false)
        );
    }

    #[test]
    fn gates_set_their_switches_where_the_minor_lets_them() {
        let ordered = Gate::OrderedNamespaceDeletion;
        let pods_first = |on| {
            [SwitchSetting {
                switch: Switch::NamespacePodsFirst,
                on,
            }]
        };
        assert_eq!(gates(32, &[(ordered, true)]).unwrap(), pods_first(true));
        assert_eq!(gates(33, &[(ordered, false)]).unwrap(), pods_first(false));
        assert_eq!(gates(33, &[(ordered, true)]).unwrap(), []);
        assert_eq!(gates(34, &[(ordered, true)]).unwrap(), []);
        let refused = |minor, on| gates(minor, &[(ordered, on)]).unwrap_err().1;
        assert_eq!(refused(34, false), GateRefused::Fixed(GateState::Locked));
        assert_eq!(refused(37, true), GateRefused::Fixed(GateState::GoneOn));
        assert_eq!(refused(29, true), GateRefused::NotThere { since: Some(30) });
        assert_eq!(refused(28, true), GateRefused::MinorNotCompared);
    }

    #[test]
    fn a_gate_needs_the_one_that_it_builds_on() {
        let stores = [
            Gate::NodeControllerLeaseCircuitBreaker,
            Gate::StaleControllerConsistencyReplicaSet,
            Gate::StaleControllerConsistencyDaemonSet,
            Gate::StaleControllerConsistencyStatefulSet,
            Gate::StaleControllerConsistencyJob,
        ];
        let mut wanted = Vec::from([(Gate::AtomicFifo, false)]);
        assert_eq!(
            gates(37, &wanted).unwrap_err(),
            (stores[0], GateRefused::Needs(Gate::AtomicFifo))
        );
        wanted.extend(stores.map(|gate| (gate, false)));
        assert_eq!(gates(37, &wanted).unwrap().len(), 6);
    }
}
