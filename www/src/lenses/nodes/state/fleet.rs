use super::ClusterPlan;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::nodes::{NodeKinds, ZoneKey};
use kubeloupe_core::object::{
    ConditionStatus, Facts, List, Name, Names, NodeCondition, NodeFacts, Object, ObjectMeta, PodCondition,
    PodDetail, PodFacts, PodPhase, Time, Toleration, TolerationOperator, builtin_kinds,
};
use std::ops::Range;
use std::sync::Arc;

/// Nodes by their zones, with their pods.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Strings and kinds.
    pub cluster: Cluster,
    /// The zones, in the order of the controller.
    pub zones: Vec<FleetZone>,
    /// The nodes, zone after zone.
    pub nodes: Vec<FleetNode>,
    /// Nodes, then pods, then whatever else was found.
    pub objects: Vec<Arc<Object>>,
    /// How many pods there are.
    pub pods: usize,
}

impl PartialEq for Fleet {
    /// A fleet is made once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// One zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FleetZone {
    /// As the controller tells it apart.
    pub key: ZoneKey,
    /// As people do; empty for nodes without labels.
    pub name: String,
    /// The numbers of its nodes.
    pub nodes: Range<usize>,
}

/// One node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FleetNode {
    /// Its name.
    pub name: Name,
    /// It carries the label of K-16.
    pub excluded: bool,
    /// How many pods it has.
    pub pods: u32,
}

/// Makes a fleet piece by piece, so that a large one does not hold up the page.
#[derive(Debug)]
pub struct FleetBuilder {
    plan: ClusterPlan,
    names: Names,
    cluster: Cluster,
    kinds: NodeKinds,
    words: PodWords,
    detail: Arc<PodDetail>,
    nodes: Vec<FleetNode>,
    zones: Vec<FleetZone>,
    objects: Vec<Arc<Object>>,
    next_pod: u32,
}

#[derive(Clone, Copy, Debug)]
struct PodWords {
    namespace: Name,
}

impl FleetBuilder {
    /// Begins. `None` where the version lacks one of the kinds.
    pub fn new(plan: ClusterPlan, minor: u32) -> Option<Self> {
        let mut names = Names::default();
        let kinds = builtin_kinds(&mut names, minor);
        let cluster = Cluster {
            names: Arc::default(),
            kinds: Arc::new(kinds),
            minor,
            ..Cluster::default()
        };
        let kinds = NodeKinds::of(&cluster)?;
        let words = PodWords {
            namespace: names.intern("default"),
        };
        let mut builder = FleetBuilder {
            plan,
            detail: Arc::new(tolerant(plan.toleration_s)),
            names,
            cluster,
            kinds,
            words,
            nodes: Vec::new(),
            zones: Vec::new(),
            objects: Vec::new(),
            next_pod: 0,
        };
        builder.add_nodes();
        Some(builder)
    }

    fn add_nodes(&mut self) {
        let plan = self.plan;
        let width = plan.nodes.to_string().len().max(2);
        let [region_value, region_label, zone_label] = [
            self.names.intern("region-1"),
            Name::REGION_LABEL,
            Name::ZONE_LABEL,
        ];
        for zone in 0..plan.zones {
            let letter = char::from(b'a' + u8::try_from(zone % 26).unwrap_or(0));
            let name = format!("zone-{letter}");
            let zone_value = self.names.intern(&name);
            let start = self.nodes.len();
            let labels: List<(Name, Name)> =
                vec![(region_label, region_value), (zone_label, zone_value)].into();
            for number in 1..=plan.nodes {
                let node = self.names.intern(&format!("{name}-{number:0width$}"));
                self.nodes.push(FleetNode {
                    name: node,
                    excluded: false,
                    pods: plan.pods,
                });
                self.objects.push(Arc::new(Object {
                    kind: self.kinds.node,
                    meta: ObjectMeta {
                        name: node,
                        uid: node,
                        resource_version: self.objects.len() as u64 + 1,
                        creation_timestamp: Some(Time::START),
                        labels: labels.clone(),
                        ..ObjectMeta::default()
                    },
                    facts: Facts::Node(Arc::new(well())),
                }));
            }
            self.zones.push(FleetZone {
                key: ZoneKey {
                    region: region_value,
                    zone: zone_value,
                },
                name,
                nodes: start..self.nodes.len(),
            });
        }
    }

    /// Makes up to `count` more pods. Returns whether all are made.
    pub fn advance(&mut self, count: u32) -> bool {
        let all = self.plan.all_pods();
        let upto = all.min(self.next_pod.saturating_add(count));
        for number in self.next_pod..upto {
            let node = self.nodes[(number / self.plan.pods) as usize].name;
            let name = format!("{}-pod-{}", self.names.text(node), number % self.plan.pods + 1);
            let name = self.names.intern(&name);
            let version = self.objects.len() as u64 + 1;
            self.objects.push(Arc::new(Object {
                kind: self.kinds.pod,
                meta: ObjectMeta {
                    name,
                    namespace: self.words.namespace,
                    uid: name,
                    resource_version: version,
                    creation_timestamp: Some(Time::START),
                    ..ObjectMeta::default()
                },
                facts: Facts::Pod(PodFacts {
                    node,
                    phase: PodPhase::Running,
                    termination_grace_period_s: 30,
                    detail: Some(self.detail.clone()),
                }),
            }));
        }
        self.next_pod = upto;
        upto == all
    }

    /// The fleet, once all pods are made.
    pub fn finish(mut self) -> Fleet {
        self.cluster.names = Arc::new(self.names);
        Fleet {
            pods: self.next_pod as usize,
            cluster: self.cluster,
            zones: self.zones,
            nodes: self.nodes,
            objects: self.objects,
        }
    }
}

impl Fleet {
    /// The nodes and pods among `objects`, without whatever owns them. What only a controller of nodes reads and was not
    /// kept is taken as well: nodes ready, pods with the usual tolerations. `None` where there is no node.
    pub fn of(
        cluster: &Cluster,
        objects: impl Iterator<Item = Arc<Object>>,
        toleration_s: i64,
    ) -> Option<Self> {
        let kinds = NodeKinds::of(cluster)?;
        let detail = Arc::new(tolerant(toleration_s));
        let (mut nodes, mut others, mut pods) = (Vec::new(), Vec::new(), 0);
        let mut pods_on: kubeloupe_core::Map<Name, u32> = kubeloupe_core::Map::default();
        for object in objects {
            if object.kind == kinds.node {
                nodes.push(as_node(&object));
            } else if object.kind == kinds.pod {
                let pod = as_pod(&object, &detail);
                if let Facts::Pod(facts) = &pod.facts {
                    *pods_on.entry(facts.node).or_default() += 1;
                }
                pods += 1;
                others.push(pod);
            } else if object.kind == kinds.lease && matches!(object.facts, Facts::Lease(_)) {
                others.push(object);
            }
        }
        let names = &cluster.names;
        nodes.sort_by(|left, right| {
            let zones = ZoneKey::of(left).compare(ZoneKey::of(right), names);
            zones.then_with(|| names.compare(left.meta.name, right.meta.name))
        });
        let mut zones: Vec<FleetZone> = Vec::new();
        let mut listed = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
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
            let labels = node.meta.labels.iter();
            listed.push(FleetNode {
                name: node.meta.name,
                excluded: labels
                    .copied()
                    .any(|(label, _)| label == Name::EXCLUDE_DISRUPTION),
                pods: pods_on.get(&node.meta.name).copied().unwrap_or(0),
            });
        }
        nodes.extend(others);
        (!zones.is_empty()).then(|| Fleet {
            cluster: cluster.clone(),
            zones,
            nodes: listed,
            objects: nodes,
            pods,
        })
    }

    /// The name of a node.
    pub fn node_name(&self, node: usize) -> &str {
        self.nodes
            .get(node)
            .map_or("", |node| self.cluster.names.text(node.name))
    }
}

/// A node that is ready.
fn well() -> NodeFacts {
    let condition = |kind: Name, status: ConditionStatus| NodeCondition {
        kind,
        status,
        reason: Name::EMPTY,
        last_heartbeat: Some(Time::START),
        last_transition: Some(Time::START),
    };
    NodeFacts {
        conditions: vec![
            condition(Name::MEMORY_PRESSURE, ConditionStatus::False),
            condition(Name::DISK_PRESSURE, ConditionStatus::False),
            condition(Name::PID_PRESSURE, ConditionStatus::False),
            NodeCondition {
                reason: Name::KUBELET_READY,
                ..condition(Name::READY, ConditionStatus::True)
            },
        ]
        .into(),
        ..NodeFacts::default()
    }
}

/// A pod that is ready and has the tolerations which the API server gives to every pod.
fn tolerant(seconds: i64) -> PodDetail {
    let toleration = |key: Name| Toleration {
        key,
        operator: TolerationOperator::Exists,
        value: Name::EMPTY,
        effect: Name::NO_EXECUTE,
        seconds: Some(seconds),
    };
    PodDetail {
        conditions: vec![PodCondition {
            kind: Name::READY,
            status: ConditionStatus::True,
            reason: Name::EMPTY,
            message: Name::EMPTY,
            last_transition: Some(Time::START),
        }]
        .into(),
        tolerations: vec![
            toleration(Name::TAINT_NOT_READY),
            toleration(Name::TAINT_UNREACHABLE),
        ]
        .into(),
        ..PodDetail::default()
    }
}

fn as_node(object: &Arc<Object>) -> Arc<Object> {
    if matches!(object.facts, Facts::Node(_)) {
        return alone(object);
    }
    Arc::new(Object {
        facts: Facts::Node(Arc::new(well())),
        ..(*alone(object)).clone()
    })
}

fn as_pod(object: &Arc<Object>, detail: &Arc<PodDetail>) -> Arc<Object> {
    match &object.facts {
        Facts::Pod(facts) if facts.detail.is_none() => Arc::new(Object {
            facts: Facts::Pod(PodFacts {
                detail: Some(detail.clone()),
                ..facts.clone()
            }),
            ..(*alone(object)).clone()
        }),
        _ => alone(object),
    }
}

/// The object without owners, which are not part of the fleet.
fn alone(object: &Arc<Object>) -> Arc<Object> {
    if object.meta.owner_references.is_empty() {
        return object.clone();
    }
    let mut alone = (**object).clone();
    alone.meta.owner_references = List::EMPTY;
    Arc::new(alone)
}
