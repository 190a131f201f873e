use super::Switch;
use crate::sorted::sort_by_key;
use alloc::vec::Vec;

/// A set of switches: those that are on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Switches(u128);

const _: () = assert!(Switch::ALL.len() <= 128, "a set holds every switch");

impl Switches {
    /// None.
    pub const NONE: Switches = Switches(0);

    /// Those of 1.`minor`, with the gates at their defaults.
    pub fn of_minor(minor: u32) -> Self {
        Switch::ALL
            .iter()
            .filter(|switch| switch.is_on_in(minor))
            .fold(Switches::NONE, |set, &switch| set.with(switch, true))
    }

    /// Whether this one is on.
    pub fn has(self, switch: Switch) -> bool {
        self.0 & bit(switch) != 0
    }

    /// The same with this one on or off.
    #[must_use]
    pub fn with(self, switch: Switch, on: bool) -> Self {
        if on {
            Switches(self.0 | bit(switch))
        } else {
            Switches(self.0 & !bit(switch))
        }
    }

    /// The switches that are on, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL
            .iter()
            .copied()
            .filter(move |&switch| self.has(switch))
    }
}

fn bit(switch: Switch) -> u128 {
    1 << switch as u32
}

/// A switch that stands differently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SwitchChange {
    /// Which.
    pub switch: Switch,
    /// How it stands afterwards.
    pub on: bool,
}

/// What is different in 1.`to` for whoever comes from 1.`from`, in the order of the table: outcomes before requests.
pub fn what_changes(from: u32, to: u32) -> Vec<SwitchChange> {
    let mut changes: Vec<SwitchChange> = Switch::ALL
        .iter()
        .filter(|switch| switch.is_on_in(from) != switch.is_on_in(to))
        .map(|&switch| SwitchChange {
            switch,
            on: switch.is_on_in(to),
        })
        .collect();
    sort_by_key(&mut changes, |change| change.switch.priority());
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let old = Switches::of_minor(33);
        let new = Switches::of_minor(34);
        assert!(!old.has(Switch::GcDeleteUsesResourceVersion));
        assert!(new.has(Switch::GcDeleteUsesResourceVersion));
        let back = new.with(Switch::GcDeleteUsesResourceVersion, false);
        assert!(!back.has(Switch::GcDeleteUsesResourceVersion));
        assert_eq!(back.iter().count() + 1, new.iter().count());
        for &switch in Switch::ALL {
            assert_eq!(
                Switches::NONE.with(switch, true).iter().collect::<Vec<_>>(),
                [switch]
            );
        }
    }

    #[test]
    fn changes_go_both_ways() {
        assert_eq!(what_changes(36, 36), []);
        let forth = what_changes(36, 37);
        let back = what_changes(37, 36);
        assert!(!forth.is_empty());
        assert_eq!(forth.len(), back.len());
        for (one, other) in forth.iter().zip(&back) {
            assert_eq!((one.switch, one.on), (other.switch, !other.on));
        }
        assert!(forth.iter().map(|change| change.switch.priority()).is_sorted());
    }
}
