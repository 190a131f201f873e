use crate::apiserver::{Change, Cluster};
use crate::nodes::{comparing, tolerates};
use crate::object::{Facts, List, Name, Names, Object, PodFacts, Taint};
use alloc::vec::Vec;

/// The node on which pods are started where there are no Nodes.
pub(crate) const MADE_UP_NODE: &str = "node";

/// Gives pods their nodes: each in turn, in the order in which they appeared, but for those whose taints the pod does
/// not tolerate.
#[derive(Clone, Debug, Default)]
pub(super) struct Scheduler {
    nodes: Vec<Place>,
    /// How many pods were given a node.
    placed: u64,
}

#[derive(Clone, Debug)]
struct Place {
    node: Name,
    unschedulable: bool,
    taints: List<Taint>,
}

impl Scheduler {
    /// Shows a change of a node.
    pub(super) fn observe(&mut self, change: Change, node: &Object) {
        let name = node.meta.name;
        let known = self.nodes.iter().position(|place| place.node == name);
        if change == Change::Deleted {
            if let Some(known) = known {
                self.nodes.remove(known);
            }
            return;
        }
        let (unschedulable, taints) = match &node.facts {
            Facts::Node(facts) => (facts.unschedulable, facts.taints.clone()),
            _ => (false, List::EMPTY),
        };
        let place = Place {
            node: name,
            unschedulable,
            taints,
        };
        match known {
            Some(known) => self.nodes[known] = place,
            None => self.nodes.push(place),
        }
    }

    /// How many pods were given a node, and which node is next by that.
    pub(super) fn placed(&self) -> u64 {
        self.placed
    }

    /// The node for the next pod; `None` while there is none that it tolerates.
    pub(super) fn place(&mut self, cluster: &Cluster, pod: &PodFacts) -> Option<Name> {
        if self.nodes.is_empty() {
            return cluster.names.find(MADE_UP_NODE);
        }
        let count = self.nodes.len();
        let turn = usize::try_from(self.placed).unwrap_or(0);
        let numbers = comparing(cluster);
        let takes = |place: &Place| {
            !place.unschedulable && place.taints.iter().all(|taint| stands(pod, taint, numbers))
        };
        let found = (0..count).find(|further| takes(&self.nodes[(turn + further) % count]))?;
        self.placed += 1 + found as u64;
        Some(self.nodes[(turn + found) % count].node)
    }
}

/// Whether a taint does not keep the pod off the node.
fn stands(pod: &PodFacts, taint: &Taint, numbers: Option<&Names>) -> bool {
    let keeps_off = taint.effect == Name::NO_SCHEDULE || taint.effect == Name::NO_EXECUTE;
    let tolerations = pod
        .detail
        .as_deref()
        .map_or(&[][..], |detail| &detail.tolerations);
    !keeps_off
        || tolerations
            .iter()
            .any(|toleration| tolerates(toleration, taint, numbers))
}
