use super::clusters::{empty_cluster, kind};
use super::memory::resident;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::nodes::{NodeFault, ZoneKey};
use kubeloupe_core::object::{
    ConditionStatus, Duration, Facts, List, Name, NodeCondition, NodeFacts, Object, ObjectMeta, PodCondition,
    PodDetail, PodFacts, PodPhase, Time, Toleration, TolerationOperator,
};
use kubeloupe_core::sim::{Action, Config, Fault, Schedule, World};
use std::sync::Arc;
use std::time::Instant;

/// How large the cluster is, and for how long it is watched.
#[derive(Clone, Copy)]
pub struct Outage {
    /// Nodes in three zones, one of which goes down after half a minute.
    pub nodes: u32,
    /// Running pods, evenly over the nodes.
    pub pods: u32,
    /// Virtual time from the start to the end.
    pub lasts: Duration,
}

/// What simulating it cost.
pub struct OutageCost {
    /// Seconds to load the objects and to start all controllers.
    pub load_seconds: f64,
    /// Seconds for the rest.
    pub seconds: f64,
    /// Steps in that time.
    pub steps: u64,
    /// Passes over all nodes in that time.
    pub passes: u64,
    /// Nodes that were tainted NoExecute.
    pub tainted: u64,
    /// Pods that taint eviction deleted.
    pub deleted: u64,
    /// Bytes of the world at the end, and at most.
    pub held_bytes: Option<(u64, u64)>,
}

/// Simulates the outage with the collector, the controllers of nodes and the kubelets.
pub fn outage(size: Outage) -> OutageCost {
    let before = resident();
    let mut cluster = empty_cluster();
    let objects = zones_of_nodes(&mut cluster, size);
    let mut config = Config::default();
    config.nodes.lifecycle = true;
    config.nodes.taint_eviction = true;
    config.nodes.heartbeats = true;
    let zone = ZoneKey {
        region: Name::EMPTY,
        zone: cluster.names.find("zone-0").expect("the first zone has nodes"),
    };
    let begin = Instant::now();
    let mut world = World::new(config, cluster, 1);
    world.assume_namespaces();
    world.load(objects);
    let half_a_minute = Time::START + Duration::from_secs(30);
    world.run_silently(Schedule::Fair, Some(half_a_minute), u64::MAX);
    let load_seconds = begin.elapsed().as_secs_f64();
    let (steps, begin) = (world.steps(), Instant::now());
    let fault = Action::Fault(Fault::Nodes(NodeFault::Zone { zone, down: true }));
    world.apply_silently(&fault).expect("a fault is always possible");
    world.run_silently(Schedule::Fair, Some(Time::START + size.lasts), u64::MAX);
    let seconds = begin.elapsed().as_secs_f64();
    let nodes = world.nodes().expect("the controllers of nodes run");
    let zones = nodes.lifecycle().expect("it was switched on").zones();
    OutageCost {
        load_seconds,
        seconds,
        steps: world.steps() - steps,
        passes: nodes.passes().1,
        tainted: zones.iter().map(|zone| zone.metrics.evictions).sum(),
        deleted: nodes.eviction().expect("it was switched on").deletions(),
        held_bytes: resident()
            .zip(before)
            .map(|((now, most), (before, _))| (now.saturating_sub(before), most)),
    }
}

fn zones_of_nodes(cluster: &mut Cluster, size: Outage) -> Vec<Arc<Object>> {
    let (node_kind, pod_kind) = (kind(cluster, "v1", "Node"), kind(cluster, "v1", "Pod"));
    let names = Arc::make_mut(&mut cluster.names);
    let namespace = names.intern("bench");
    let zones = ["zone-0", "zone-1", "zone-2"].map(|zone| names.intern(zone));
    let ready = |kind| NodeCondition {
        kind,
        status: ConditionStatus::True,
        reason: Name::KUBELET_READY,
        last_heartbeat: Some(Time::START),
        last_transition: Some(Time::START),
    };
    let node_facts = Arc::new(NodeFacts {
        conditions: [ready(Name::READY)].into_iter().collect(),
        ..NodeFacts::default()
    });
    let tolerates = |key| Toleration {
        key,
        operator: TolerationOperator::Exists,
        value: Name::EMPTY,
        effect: Name::NO_EXECUTE,
        seconds: Some(300),
    };
    let detail = Arc::new(PodDetail {
        conditions: [PodCondition {
            kind: Name::READY,
            status: ConditionStatus::True,
            reason: Name::EMPTY,
            message: Name::EMPTY,
            last_transition: Some(Time::START),
            observed_generation: 0,
        }]
        .into_iter()
        .collect(),
        tolerations: [Name::TAINT_NOT_READY, Name::TAINT_UNREACHABLE]
            .into_iter()
            .map(tolerates)
            .collect(),
        ..PodDetail::default()
    });
    let mut version = 0;
    let mut meta = |name: Name, uid: Name, namespace: Name, labels: List<(Name, Name)>| {
        version += 1;
        ObjectMeta {
            name,
            namespace,
            uid,
            labels,
            resource_version: version,
            creation_timestamp: Some(Time::START),
            ..ObjectMeta::default()
        }
    };
    let mut nodes = Vec::new();
    let mut objects = Vec::new();
    for number in 0..size.nodes {
        let name = names.intern(&format!("node-{number}"));
        let uid = names.intern(&format!("uid-node-{number}"));
        let labels = List::from(vec![(Name::ZONE_LABEL, zones[number as usize % 3])]);
        nodes.push(name);
        objects.push(Arc::new(Object {
            kind: node_kind,
            meta: meta(name, uid, Name::EMPTY, labels),
            facts: Facts::Node(node_facts.clone()),
        }));
    }
    for number in 0..size.pods {
        let name = names.intern(&format!("pod-{number}"));
        let uid = names.intern(&format!("uid-pod-{number}"));
        objects.push(Arc::new(Object {
            kind: pod_kind,
            meta: meta(name, uid, namespace, List::EMPTY),
            facts: Facts::Pod(PodFacts {
                node: nodes[number as usize % nodes.len()],
                phase: PodPhase::Running,
                termination_grace_period_s: 30,
                detail: Some(detail.clone()),
            }),
        }));
    }
    objects
}
