use kubeloupe_core::apiserver::Reason;
use kubeloupe_core::nodes::{NodeFault, RefusedCalls, RefusedVerb};
use kubeloupe_core::object::{
    ConditionStatus, Duration, Facts, Name, NodeCondition, NodeFacts, Object, ObjectMeta, PodDetail,
    PodFacts, PodPhase, Time, Toleration, TolerationOperator,
};
use kubeloupe_core::sim::{Action, Config, Fault, World};
use kubeloupe_tests::oracle_cluster;
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

/// A few nodes with pods, in numbers, so that proptest can shrink them.
#[derive(Clone, Debug)]
pub(crate) struct Fleet {
    /// The zone of each node.
    zones: Vec<usize>,
    pods: usize,
    minor: u32,
    seed: u64,
}

/// What goes wrong, after so many steps of a random schedule.
#[derive(Clone, Debug)]
pub(crate) struct Mishap {
    pub(crate) after: usize,
    what: usize,
    node: usize,
}

const ZONES: [&str; 3] = ["y", "z", ""];
/// Faults that are undone by the second half of them.
const KINDS: usize = 7;

pub(crate) fn fleet() -> impl Strategy<Value = Fleet> {
    (
        vec(0..ZONES.len(), 1..7),
        0_usize..3,
        prop_oneof![Just(37_u32), Just(31), Just(29)],
        any::<u64>(),
    )
        .prop_map(|(zones, pods, minor, seed)| Fleet {
            zones,
            pods,
            minor,
            seed,
        })
}

pub(crate) fn mishaps() -> impl Strategy<Value = Vec<Mishap>> {
    let mishap =
        (0_usize..60, 0..KINDS, 0_usize..6).prop_map(|(after, what, node)| Mishap { after, what, node });
    vec(mishap, 0..6)
}

impl Fleet {
    pub(crate) fn world(&self) -> World {
        let mut cluster = oracle_cluster(self.minor);
        let names = Arc::make_mut(&mut cluster.names);
        let kind = |group: Name, kind: Name| cluster.kinds.of_group(group, kind).expect("it is built in");
        let (node_kind, pod_kind) = (kind(Name::EMPTY, Name::NODE), kind(Name::EMPTY, Name::POD));
        let mut objects = Vec::new();
        for (number, &zone) in self.zones.iter().enumerate() {
            let node = names.intern(&format!("n{number}"));
            let ready = NodeCondition {
                kind: Name::READY,
                status: ConditionStatus::True,
                reason: Name::KUBELET_READY,
                last_heartbeat: Some(Time::START),
                last_transition: Some(Time::START),
            };
            objects.push(Arc::new(Object {
                kind: node_kind,
                meta: ObjectMeta {
                    name: node,
                    uid: node,
                    resource_version: objects.len() as u64 + 1,
                    creation_timestamp: Some(Time::START),
                    labels: vec![(Name::ZONE_LABEL, names.intern(ZONES[zone]))].into(),
                    ..ObjectMeta::default()
                },
                facts: Facts::Node(Arc::new(NodeFacts {
                    conditions: vec![ready].into(),
                    ..NodeFacts::default()
                })),
            }));
            for pod in 0..self.pods {
                let name = names.intern(&format!("n{number}-p{pod}"));
                // Every second pod tolerates nothing.
                let tolerates = Toleration {
                    key: Name::EMPTY,
                    operator: TolerationOperator::Exists,
                    value: Name::EMPTY,
                    effect: Name::NO_EXECUTE,
                    seconds: Some(20),
                };
                let tolerations = if pod % 2 == 0 { vec![tolerates] } else { Vec::new() };
                objects.push(Arc::new(Object {
                    kind: pod_kind,
                    meta: ObjectMeta {
                        name,
                        namespace: names.intern("d"),
                        uid: name,
                        resource_version: objects.len() as u64 + 1,
                        creation_timestamp: Some(Time::START),
                        ..ObjectMeta::default()
                    },
                    facts: Facts::Pod(PodFacts {
                        node,
                        phase: PodPhase::Running,
                        termination_grace_period_s: 30,
                        detail: Some(Arc::new(PodDetail {
                            tolerations: tolerations.into(),
                            ..PodDetail::default()
                        })),
                    }),
                }));
            }
        }
        let mut config = Config {
            minor: self.minor,
            ..Config::default()
        };
        config.nodes.lifecycle = true;
        config.nodes.taint_eviction = true;
        config.nodes.heartbeats = true;
        // So that something comes of a fault within a few hundred steps.
        config.nodes.flags.monitor_grace_period = Duration::from_secs(12);
        let mut world = World::new(config, cluster, self.seed);
        world.assume_namespaces();
        world.load(objects);
        world
    }

    fn node(&self, world: &World, node: usize) -> Name {
        let name = format!("n{}", node % self.zones.len());
        world.cluster().names.find(&name).expect("it was interned")
    }

    /// What a mishap does in this world.
    pub(crate) fn action(&self, world: &World, mishap: &Mishap) -> Action {
        let node = self.node(world, mishap.node);
        let kinds = world.nodes().expect("they run").kinds();
        let fault = match mishap.what {
            0 => NodeFault::Node { node, down: true },
            1 => NodeFault::Lease { node, stops: true },
            2 => NodeFault::Status { node, stops: true },
            3 => NodeFault::Ready {
                node,
                ready: ConditionStatus::False,
            },
            4 => NodeFault::Cache {
                kind: [kinds.node, kinds.lease, kinds.pod][mishap.node % 3],
                stalls: true,
            },
            5 => NodeFault::Refuse(RefusedCalls {
                verb: [RefusedVerb::Update, RefusedVerb::Patch, RefusedVerb::Get][mishap.node % 3],
                kind: [kinds.node, kinds.node, kinds.lease][mishap.node % 3],
                name: Name::EMPTY,
                times: 7,
                reason: Reason::InternalError,
            }),
            _ => return Action::Fault(Fault::RestartControllers),
        };
        Action::Fault(Fault::Nodes(fault))
    }

    /// What puts everything right.
    pub(crate) fn remedies(&self, world: &World) -> Vec<Action> {
        let kinds = world.nodes().expect("they run").kinds();
        let caches =
            [kinds.node, kinds.lease, kinds.pod].map(|kind| NodeFault::Cache { kind, stalls: false });
        let nodes = (0..self.zones.len()).flat_map(|number| {
            let node = self.node(world, number);
            [
                NodeFault::Node { node, down: false },
                NodeFault::Lease { node, stops: false },
                NodeFault::Status { node, stops: false },
                NodeFault::Ready {
                    node,
                    ready: ConditionStatus::True,
                },
            ]
        });
        let faults = caches.into_iter().chain(nodes);
        faults.map(|fault| Action::Fault(Fault::Nodes(fault))).collect()
    }
}
