use super::ClusterPlan;
use kubeloupe_core::Set;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::nodes::{NodeKinds, ZoneKey};
use kubeloupe_core::object::{
    ConditionStatus, Facts, List, Name, Names, NodeCondition, NodeFacts, Object, ObjectMeta, OwnerReference,
    PodCondition, PodDetail, PodFacts, PodPhase, Time, Toleration, TolerationOperator, builtin_kinds,
};
use kubeloupe_formats::dump::{Epoch, Options, read_dump};
use serde_json::{Value, json};
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
    /// Pods of ReplicaSets are replaced when they are evicted.
    pub replaces: bool,
    /// Nodes that were silent when they were found.
    pub silent: Set<Name>,
    /// What the dump told, where they come from one.
    pub dump: Option<DumpTold>,
}

/// What a dump told of its nodes, and what had to be taken for granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DumpTold {
    /// Leases of nodes.
    pub leases: u32,
    /// Nodes whose leases are old, or whose Ready is Unknown.
    pub silent: u32,
    /// Nodes with a NoExecute taint of the controller.
    pub tainted: u32,
    /// It has no conditions of nodes, so all are taken as ready.
    pub no_conditions: bool,
    /// It has no tolerations of pods, so they are taken to have the usual ones.
    pub no_tolerations: bool,
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

/// What a pod has of its ReplicaSet: its labels and its owner.
type Membership = (List<(Name, Name)>, List<OwnerReference>);

/// Makes a fleet piece by piece, so that a large one does not hold up the page.
#[derive(Debug)]
pub struct FleetBuilder {
    plan: ClusterPlan,
    names: Names,
    cluster: Cluster,
    kinds: NodeKinds,
    namespace: Name,
    detail: Arc<PodDetail>,
    nodes: Vec<FleetNode>,
    zones: Vec<FleetZone>,
    objects: Vec<Arc<Object>>,
    next_pod: u32,
    /// The labels and owner of the first pod of each node, of the second, and so on; nothing where none are replaced.
    sets: Vec<Membership>,
    /// Their ReplicaSets, which come after the pods: before, they would miss them.
    set_objects: Vec<Arc<Object>>,
}

impl FleetBuilder {
    /// Begins; the pods have ReplicaSets if they are to be replaced. `None` where the version lacks one of the kinds.
    pub fn new(plan: ClusterPlan, minor: u32, replaces: bool) -> Option<Self> {
        let mut names = Names::default();
        let kinds = builtin_kinds(&mut names, minor);
        let namespace = names.intern("default");
        let mut cluster = Cluster {
            names: Arc::new(names),
            kinds: Arc::new(kinds),
            minor,
            ..Cluster::default()
        };
        let kinds = NodeKinds::of(&cluster)?;
        let set_objects = if replaces {
            replica_sets(&plan, &mut cluster)
        } else {
            Vec::new()
        };
        let mut names = Arc::unwrap_or_clone(std::mem::take(&mut cluster.names));
        let api_version = names.intern("apps/v1");
        let label = names.intern("app");
        let sets = set_objects.iter().map(|set| {
            let owner = OwnerReference {
                api_version,
                kind: cluster.kinds.get(set.kind).kind,
                name: set.meta.name,
                uid: set.meta.uid,
                controller: Some(true),
                ..OwnerReference::default()
            };
            (vec![(label, set.meta.name)].into(), vec![owner].into())
        });
        let sets = sets.collect();
        let mut builder = FleetBuilder {
            plan,
            detail: Arc::new(tolerant(plan.toleration_s)),
            names,
            cluster,
            kinds,
            namespace,
            nodes: Vec::new(),
            zones: Vec::new(),
            objects: Vec::new(),
            next_pod: 0,
            sets,
            set_objects,
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
            let place = number % self.plan.pods;
            let name = format!("{}-pod-{}", self.names.text(node), place + 1);
            let name = self.names.intern(&name);
            let version = self.objects.len() as u64 + 1;
            let (labels, owner_references) = self.sets.get(place as usize).cloned().unwrap_or_default();
            self.objects.push(Arc::new(Object {
                kind: self.kinds.pod,
                meta: ObjectMeta {
                    name,
                    namespace: self.namespace,
                    uid: name,
                    resource_version: version,
                    creation_timestamp: Some(Time::START),
                    labels,
                    owner_references,
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
        let replaces = !self.set_objects.is_empty();
        self.objects.append(&mut self.set_objects);
        Fleet {
            pods: self.next_pod as usize,
            replaces,
            silent: Set::default(),
            dump: None,
            cluster: self.cluster,
            zones: self.zones,
            nodes: self.nodes,
            objects: self.objects,
        }
    }
}

impl Fleet {
    /// The name of a node.
    pub fn node_name(&self, node: usize) -> &str {
        self.nodes
            .get(node)
            .map_or("", |node| self.cluster.names.text(node.name))
    }
}

/// A node that is ready.
pub(super) fn well() -> NodeFacts {
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
pub(super) fn tolerant(seconds: i64) -> PodDetail {
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
            observed_generation: 0,
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

/// One ReplicaSet for each pod of a node, which has a pod on every node.
fn replica_sets(plan: &ClusterPlan, cluster: &mut Cluster) -> Vec<Arc<Object>> {
    let toleration = |key: &str| {
        json!({
            "key": format!("node.kubernetes.io/{key}"), "operator": "Exists", "effect": "NoExecute",
            "tolerationSeconds": plan.toleration_s
        })
    };
    let replicas = plan.all_nodes();
    let sets: Vec<Value> = (1..=plan.pods)
        .map(|number| {
            let name = format!("app-{number}");
            let labels = json!({ "app": name });
            json!({
                "apiVersion": "apps/v1",
                "kind": "ReplicaSet",
                "metadata": { "name": name, "namespace": "default", "uid": name, "labels": labels },
                "spec": {
                    "replicas": replicas,
                    "selector": { "matchLabels": labels },
                    "template": {
                        "metadata": { "labels": labels },
                        "spec": {
                            "containers": [{ "name": "app", "image": "registry.example.com/app:1" }],
                            "tolerations": [toleration("not-ready"), toleration("unreachable")]
                        }
                    }
                },
                "status": {
                    "replicas": replicas, "fullyLabeledReplicas": replicas, "readyReplicas": replicas,
                    "availableReplicas": replicas
                }
            })
        })
        .collect();
    let text = json!({ "apiVersion": "v1", "kind": "List", "items": sets }).to_string();
    let source = kubeloupe_formats::Source {
        name: "replicasets",
        bytes: text.as_bytes(),
    };
    let options = Options {
        workloads: true,
        epoch: Some(Epoch::default()),
        ..Options::default()
    };
    // What is written here is read, or a test fails.
    let read = read_dump(&[source], cluster, &options);
    read.map_or_else(
        |_| Vec::new(),
        |dump| dump.objects.into_iter().map(Arc::new).collect(),
    )
}
