use super::fleet::{tolerant, well};
use super::{DumpTold, Fleet, FleetNode, FleetZone, MOST_NODES, MOST_PODS, PlanError};
use crate::state::Inputs;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::nodes::{NodeKinds, ZoneKey};
use kubeloupe_core::object::{
    ConditionStatus, Facts, KindId, List, Name, Names, Object, PodDetail, PodFacts, builtin_kinds,
};
use kubeloupe_core::{Map, Set};
use kubeloupe_formats::dump::{DumpReader, Options};
use std::sync::Arc;

/// Reads the files of what is open once more: with the conditions, taints, tolerations and leases that nobody else asks
/// for.
pub struct DumpReading(DumpReader<'static>);

/// Picks nodes, pods and leases out of objects, piece by piece.
pub struct Gathering {
    cluster: Cluster,
    kinds: NodeKinds,
    replica_set: Option<KindId>,
    objects: std::vec::IntoIter<Arc<Object>>,
    nodes: Vec<Arc<Object>>,
    pods: Vec<Arc<Object>>,
    others: Vec<Arc<Object>>,
    pods_on: Map<Name, u32>,
    silent: Set<Name>,
    told: DumpTold,
    replaces: bool,
    usual: Arc<PodDetail>,
}

impl DumpReading {
    /// Begins. ReplicaSets and the pods' labels are read too if pods are to be replaced.
    pub fn new(inputs: Inputs, minor: u32, replaces: bool) -> Self {
        let mut names = Names::default();
        let kinds = builtin_kinds(&mut names, minor);
        let cluster = Cluster {
            names: Arc::new(names),
            kinds: Arc::new(kinds),
            minor,
            ..Cluster::default()
        };
        let options = Options {
            epoch: inputs.epoch,
            nodes: true,
            workloads: replaces,
            ..Options::default()
        };
        let mut reader = DumpReader::new(cluster, options);
        for input in inputs.files {
            if input.found {
                reader.add_found(input.name, input.bytes);
            } else {
                reader.add(input.name, input.bytes);
            }
        }
        DumpReading(reader)
    }

    /// Reads about `bytes` more. Says whether all is read; `None` where it cannot be read any more.
    pub fn advance(&mut self, bytes: usize) -> Option<bool> {
        Some(self.0.advance(bytes).ok()?.done)
    }

    /// What was read. `None` where it cannot be.
    pub fn finish(self, toleration_s: i64, replaces: bool) -> Option<Gathering> {
        let (cluster, dump) = self.0.finish();
        let dump = dump.ok()?;
        let objects = dump.objects.into_iter().map(Arc::new).collect();
        let silent = dump.silent_nodes.into_iter().collect();
        Gathering::new(cluster, objects, silent, toleration_s, replaces)
    }
}

impl Gathering {
    /// Begins; `silent` are nodes whose leases are old. `None` where the version lacks a kind.
    pub fn new(
        cluster: Cluster,
        objects: Vec<Arc<Object>>,
        silent: Set<Name>,
        toleration_s: i64,
        replaces: bool,
    ) -> Option<Self> {
        let kinds = NodeKinds::of(&cluster)?;
        let find = |text: &str| cluster.names.find(text);
        let replica_set = find("apps")
            .zip(find("ReplicaSet"))
            .and_then(|(group, kind)| cluster.kinds.of_group(group, kind))
            .filter(|_| replaces);
        Some(Gathering {
            kinds,
            replica_set,
            objects: objects.into_iter(),
            nodes: Vec::new(),
            pods: Vec::new(),
            others: Vec::new(),
            pods_on: Map::default(),
            silent,
            // Until one is seen.
            told: DumpTold {
                no_conditions: true,
                no_tolerations: true,
                ..DumpTold::default()
            },
            replaces,
            usual: Arc::new(tolerant(toleration_s)),
            cluster,
        })
    }

    /// Looks at so many objects more. Says whether all were looked at.
    pub fn advance(&mut self, count: usize) -> bool {
        for _ in 0..count {
            let Some(object) = self.objects.next() else {
                return true;
            };
            match &object.facts {
                _ if object.kind == self.kinds.node => self.add_node(&object),
                Facts::Pod(facts) if object.kind == self.kinds.pod => self.add_pod(&object, facts),
                Facts::Lease(_) if object.kind == self.kinds.lease => {
                    self.told.leases += u32::from(object.meta.namespace == Name::NODE_LEASE_NAMESPACE);
                    self.others.push(alone(&object));
                }
                Facts::ReplicaSet(_) if Some(object.kind) == self.replica_set => {
                    self.others.push(alone(&object))
                }
                _ => {}
            }
        }
        false
    }

    fn add_node(&mut self, node: &Arc<Object>) {
        if let Facts::Node(facts) = &node.facts {
            self.told.no_conditions &= facts.conditions.is_empty();
            let ready = facts.condition(Name::READY).map(|ready| ready.status);
            if ready == Some(ConditionStatus::Unknown) || self.silent.contains(&node.meta.name) {
                self.told.silent += 1;
            }
            let tainted = [Name::TAINT_UNREACHABLE, Name::TAINT_NOT_READY]
                .into_iter()
                .any(|key| facts.has_taint(key, Name::NO_EXECUTE));
            self.told.tainted += u32::from(tainted);
        }
        self.nodes.push(alone(node));
    }

    fn add_pod(&mut self, pod: &Arc<Object>, facts: &PodFacts) {
        *self.pods_on.entry(facts.node).or_default() += 1;
        let tolerates = facts
            .detail
            .as_ref()
            .is_some_and(|detail| !detail.tolerations.is_empty());
        self.told.no_tolerations &= !tolerates;
        self.pods
            .push(if self.replaces { pod.clone() } else { alone(pod) });
    }

    /// The fleet, once all objects were looked at.
    ///
    /// # Errors
    ///
    /// There is no node, or there are too many nodes or pods.
    pub fn finish(mut self) -> Result<Fleet, PlanError> {
        let over = |count: usize, most: u32| u32::try_from(count).is_ok_and(|count| count > most);
        if self.nodes.is_empty() {
            return Err(PlanError::Nothing);
        } else if over(self.nodes.len(), MOST_NODES) {
            return Err(PlanError::Nodes);
        } else if over(self.pods.len(), MOST_PODS) {
            return Err(PlanError::Pods);
        }
        if self.told.no_conditions {
            let well = Arc::new(well());
            self.nodes.iter_mut().for_each(|node| {
                *node = Arc::new(Object {
                    facts: Facts::Node(well.clone()),
                    ..Object::clone(node)
                });
            });
        }
        if self.told.no_tolerations {
            let usual = &self.usual;
            self.pods.iter_mut().for_each(|pod| *pod = with_usual(pod, usual));
        }
        let names = &self.cluster.names;
        self.nodes.sort_by(|left, right| {
            let zones = ZoneKey::of(left).compare(ZoneKey::of(right), names);
            zones.then_with(|| names.compare(left.meta.name, right.meta.name))
        });
        let mut zones: Vec<FleetZone> = Vec::new();
        let mut listed = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let key = ZoneKey::of(node);
            if zones.last().is_none_or(|zone| zone.key != key) {
                zones.push(FleetZone {
                    key,
                    name: names.text(key.zone).to_owned(),
                    nodes: index..index,
                });
            }
            if let Some(zone) = zones.last_mut() {
                zone.nodes.end = index + 1;
            }
            let mut labels = node.meta.labels.iter();
            listed.push(FleetNode {
                name: node.meta.name,
                excluded: labels.any(|&(label, _)| label == Name::EXCLUDE_DISRUPTION),
                pods: self.pods_on.get(&node.meta.name).copied().unwrap_or(0),
            });
        }
        let pods = self.pods.len();
        let mut objects = self.nodes;
        // ReplicaSets come last: before their pods were seen they would make others.
        let (sets, leases): (Vec<_>, Vec<_>) = self
            .others
            .into_iter()
            .partition(|other| Some(other.kind) == self.replica_set);
        objects.extend(leases);
        objects.append(&mut self.pods);
        objects.extend(sets);
        Ok(Fleet {
            cluster: self.cluster,
            zones,
            nodes: listed,
            objects,
            pods,
            replaces: self.replaces,
            silent: self.silent,
            dump: Some(self.told),
        })
    }
}

/// The pod with the tolerations that the API server gives to every pod; ready, where it is not known.
fn with_usual(pod: &Arc<Object>, usual: &Arc<PodDetail>) -> Arc<Object> {
    let Facts::Pod(facts) = &pod.facts else {
        return pod.clone();
    };
    let known = facts
        .detail
        .as_deref()
        .filter(|detail| !detail.conditions.is_empty());
    let detail = known.map_or_else(
        || usual.clone(),
        |known| {
            Arc::new(PodDetail {
                tolerations: usual.tolerations.clone(),
                ..known.clone()
            })
        },
    );
    Arc::new(Object {
        facts: Facts::Pod(PodFacts {
            detail: Some(detail),
            ..facts.clone()
        }),
        ..Object::clone(pod)
    })
}

/// The object without owners, which are not part of the fleet.
fn alone(object: &Arc<Object>) -> Arc<Object> {
    if object.meta.owner_references.is_empty() {
        return object.clone();
    }
    let mut alone = Object::clone(object);
    alone.meta.owner_references = List::EMPTY;
    Arc::new(alone)
}
