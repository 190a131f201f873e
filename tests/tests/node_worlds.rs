//! Nodes and zones in a whole cluster: what the controllers of workloads and the collector make of evictions, faults one
//! by one, and what differs between versions.

use kubeloupe_core::object::{Facts, Name, Time};
use kubeloupe_core::sim::World;
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::result::ScenarioResult;
use kubeloupe_formats::scenario::{RunOptions, Scenario, ScenarioRun, read_scenario, run_scenario};
use kubeloupe_formats::{LoadError, Problem};

fn try_read(text: &str, limits: Limits) -> Result<Scenario, LoadError> {
    let source = Source {
        name: "scenario",
        bytes: text.as_bytes(),
    };
    read_scenario(source, &mut |name| Err(name.to_owned()), limits)
}

fn read(text: &str) -> Scenario {
    try_read(text, Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn run(text: &str) -> ScenarioResult {
    run_scenario(&read(text), RunOptions::default())
}

/// A scenario about nodes that are ready and have a pod each. `head` holds its other members; a node is written
/// `name` or `name zone`.
fn scenario(head: &str, nodes: &[&str]) -> String {
    let mut text = format!("kubeloupe: v1\n{head}\nobjects:\n");
    for node in nodes {
        let (node, zone) = node.split_once(' ').unwrap_or((node, ""));
        let labels = if zone.is_empty() {
            String::new()
        } else {
            format!(", labels: {{topology.kubernetes.io/zone: {zone}}}")
        };
        text.push_str(&format!(
            "- {{apiVersion: v1, kind: Node, metadata: {{name: {node}, uid: u-{node}{labels}}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
- {{apiVersion: v1, kind: Pod, metadata: {{name: pod-{node}, namespace: d, uid: p-{node}}}, spec: {{nodeName: {node}, tolerations: [{{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 60}}]}}, status: {{phase: Running, conditions: [{{type: Ready, status: \"True\"}}]}}}}
"
        ));
    }
    text
}

const CONTROLLERS: &str = "controllers: [garbagecollector, namespace, kubelet, nodelifecycle, tainteviction]";

/// `at node change what` of every change of a node.
fn changes(result: &ScenarioResult) -> Vec<String> {
    let changes = result.nodes.iter().map(|change| {
        let what = change.taint.as_deref().or(change.status).unwrap_or_default();
        format!("{} {} {} {what}", change.at, change.node, change.change)
    });
    changes.collect()
}

/// The moments at which this happened to a node, in seconds.
fn moments(result: &ScenarioResult, node: &str, change: &str, what: &str) -> Vec<f64> {
    let fits = result.nodes.iter().filter(|one| {
        let detail = one.taint.as_deref().or(one.status).unwrap_or_default();
        one.node == node && one.change == change && detail.ends_with(what)
    });
    fits.map(|one| seconds(&one.at)).collect()
}

fn seconds(text: &str) -> f64 {
    let text = text.strip_suffix('s').expect("times are in seconds");
    text.parse().expect("a number of seconds")
}

fn pods_of(world: &World) -> Vec<(String, String, bool)> {
    let names = &world.cluster().names;
    let mut pods: Vec<_> = world
        .api()
        .objects()
        .filter_map(|object| match &object.facts {
            Facts::Pod(pod) => Some((
                names.text(object.meta.name).to_owned(),
                names.text(pod.node).to_owned(),
                object.meta.is_deleting(),
            )),
            _ => None,
        })
        .collect();
    pods.sort();
    pods
}

/// A ReplicaSet of two, on two nodes, one of which dies.
const REPLICATED: &str = r#"
kubeloupe: v1
controllers: [garbagecollector, namespace, kubelet, nodelifecycle, tainteviction, replicaset]
latency: { podStart: 2s }
actions:
- {at: 30s, fault: {nodeOutage: {node: n1}}}
until: 8m
objects:
- {apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1}, status: {conditions: [{type: Ready, status: "True"}]}}
- {apiVersion: v1, kind: Node, metadata: {name: n2, uid: u2}, status: {conditions: [{type: Ready, status: "True"}]}}
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata: {name: web, namespace: shop, uid: rs}
  spec:
    replicas: 2
    selector: {matchLabels: {app: web}}
    template:
      metadata: {labels: {app: web}}
      spec: {containers: [{name: c, image: i}]}
"#;

#[test]
fn evicted_pods_are_replaced_on_nodes_that_live() {
    let scenario = read(REPLICATED);
    let mut run = ScenarioRun::new(&scenario, RunOptions::default());
    while !run.advance(1_000) {}
    let pods = pods_of(run.world());
    // The one on the dead node is terminating, since nobody says that it has stopped; its replacement is on the other.
    let on = |node: &str, deleting: bool| {
        let fits = pods
            .iter()
            .filter(|(_, at, goes)| at == node && *goes == deleting);
        fits.count()
    };
    assert_eq!(
        (pods.len(), on("n1", true), on("n1", false), on("n2", false)),
        (3, 1, 0, 2),
        "{pods:?}"
    );
    let result = run.finish();
    // TE-9: created pods tolerate the taint for five minutes.
    let tainted = moments(&result, "n1", "taint", "unreachable:NoExecute");
    let evicted: Vec<f64> = result
        .calls
        .iter()
        .filter(|call| call.by == "tainteviction" && call.verb == "delete")
        .map(|call| seconds(&call.at))
        .collect();
    assert_eq!((tainted.len(), evicted.len()), (1, 1), "{evicted:?}");
    let stayed = evicted[0] - tainted[0];
    assert!((300.0..300.2).contains(&stayed), "{stayed}");
    // The collector knows what there is.
    let gc = run.world().gc().graph();
    assert_eq!(gc.nodes().count(), 2 + 1 + 3 + 2, "nodes, the set, pods, leases");
}

#[test]
fn pods_wait_where_every_node_is_tainted_and_start_where_one_recovers() {
    let text = REPLICATED
        .replace("until: 8m", "- {at: 31s, fault: {nodeOutage: {node: n2}}}\n- {at: 2m, delete: {kind: Pod, namespace: shop, name: NAME, gracePeriodSeconds: 0}}\n- {at: 4m, fault: {nodeRecovers: {node: n2}}}\nuntil: 6m");
    // The names are made by the API server, so they are asked for first.
    let scenario = read(&text.replace("NAME", "none"));
    let mut run = ScenarioRun::new(&scenario, RunOptions::default());
    while run.world().now() < Time::START + kubeloupe_core::object::Duration::from_secs(60) {
        run.advance(1);
    }
    let victim = pods_of(run.world())
        .into_iter()
        .find(|(_, node, _)| node == "n2")
        .expect("one pod runs on n2");
    let scenario = read(&text.replace("NAME", &victim.0));
    let mut run = ScenarioRun::new(&scenario, RunOptions::default());
    let at = |run: &mut ScenarioRun<'_>, seconds: i64| {
        let until = Time::START + kubeloupe_core::object::Duration::from_secs(seconds);
        while run.world().now() < until && !run.advance(1) {}
        pods_of(run.world())
    };
    let unplaced = at(&mut run, 180);
    assert_eq!(
        unplaced.iter().filter(|(_, node, _)| node.is_empty()).count(),
        1,
        "{unplaced:?}"
    );
    let placed = at(&mut run, 359);
    assert!(placed.iter().all(|(_, node, _)| !node.is_empty()), "{placed:?}");
    assert_eq!(placed.len(), 2);
}

#[test]
fn a_pod_bound_to_a_dead_node_starts_when_the_node_is_back() {
    let text = "kubeloupe: v1
controllers: [garbagecollector, namespace, kubelet, nodelifecycle, tainteviction, replicaset]
latency: { podStart: 2s }
actions:
- {at: 1s, fault: {nodeOutage: {node: n1}}}
- {at: 2s, create: {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: d}, spec: {containers: [{name: c, image: i}]}}}
- {at: 20s, fault: {nodeRecovers: {node: n1}}}
until: 40s
objects:
- {apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1}, status: {conditions: [{type: Ready, status: \"True\"}]}}
";
    let scenario = read(text);
    let mut run = ScenarioRun::new(&scenario, RunOptions::default());
    let ready_at = |run: &mut ScenarioRun<'_>, seconds: i64| {
        let until = Time::START + kubeloupe_core::object::Duration::from_secs(seconds);
        while run.world().now() < until && !run.advance(1) {}
        let pod = run
            .world()
            .api()
            .objects()
            .find_map(|object| match &object.facts {
                Facts::Pod(pod) => Some(pod.clone()),
                _ => None,
            });
        let pod = pod.expect("the pod was created");
        let detail = pod.detail.as_deref().expect("what tolerates is kept");
        (pod.node != Name::EMPTY, detail.condition(Name::READY).is_some())
    };
    assert_eq!(ready_at(&mut run, 19), (true, false));
    assert_eq!(ready_at(&mut run, 39), (true, true));
}

#[test]
fn a_lease_alone_keeps_a_node_alive_and_so_does_a_status_alone_for_its_five_minutes() {
    // V14: status stops, the lease goes on.
    let text = scenario(
        &format!("{CONTROLLERS}\nactions: [{{at: 10s, fault: {{statusStops: {{node: a}}}}}}]\nuntil: 20m"),
        &["a", "b"],
    );
    assert_eq!(changes(&run(&text)), Vec::<String>::new());
    // The lease stops; statuses come every five minutes only, which is longer than the grace.
    let text = scenario(
        &format!("{CONTROLLERS}\nactions: [{{at: 10s, fault: {{leaseStops: {{node: a}}}}}}]\nuntil: 20m"),
        &["a", "b"],
    );
    let result = run(&text);
    let unknown = moments(&result, "a", "ready", "Unknown");
    let ready = moments(&result, "a", "ready", "True");
    assert!(unknown.len() >= 2 && ready.len() >= 2, "{:?}", changes(&result));
    // The kubelet sees that its node is Unknown, and says at once that it is not.
    assert!(ready[0] - unknown[0] <= 10.1, "{ready:?} {unknown:?}");
    assert!(result.nodes.iter().all(|change| change.node == "a"));
}

#[test]
fn a_clock_that_is_set_back_costs_a_node_one_verdict_at_most() {
    let set_back = |version: &str| {
        let head = format!("kubernetes: \"{version}\"\n{CONTROLLERS}");
        let fault = "{at: 100s, fault: {clockBack: {node: a, by: 10m}}}";
        run(&scenario(
            &format!("{head}\nactions: [{fault}]\nuntil: 30m"),
            &["a", "b"],
        ))
    };
    let result = set_back("1.36");
    let unknown = moments(&result, "a", "ready", "Unknown");
    let ready = moments(&result, "a", "ready", "True");
    assert_eq!((unknown.len(), ready.len()), (1, 1), "{:?}", changes(&result));
    assert!((140.0..156.0).contains(&unknown[0]), "{unknown:?}");
    // The kubelet posts its status when it sees the verdict; that drops the old lease from the health entry (NL-10), and
    // the next pass takes the one of the new clock (NL-11a), long before the clock has caught up.
    assert!(ready[0] - unknown[0] <= 10.1, "{ready:?}");
    assert!(result.nodes.iter().all(|change| change.node == "a"));
    // CB-7: since 1.37 the live lease is another one than that of the health entry, so there is no verdict at all.
    let result = set_back("1.37");
    assert_eq!(changes(&result), Vec::<String>::new());
    let reads =
        |call: &&kubeloupe_formats::result::CallResult| call.by == "nodelifecycle" && call.verb == "get";
    let reads = result.calls.iter().filter(reads).count();
    // One in each pass, until the next status puts an end to it.
    assert!(reads >= 5, "{reads}");
}

#[test]
fn a_stalled_lease_cache_trips_the_breaker_and_without_it_takes_all_nodes_for_dead() {
    let head = |version: &str| {
        format!(
            "kubernetes: \"{version}\"\n{CONTROLLERS}\nactions:\n- {{at: 30s, fault: {{cacheStalls: {{kind: Lease}}}}}}\n- {{at: 210s, fault: {{cacheResumes: {{kind: Lease}}}}}}\nuntil: 6m"
        )
    };
    let nodes = ["a", "b", "c"];
    let on = run(&scenario(&head("1.37"), &nodes));
    assert_eq!(changes(&on), Vec::<String>::new());
    let gets = |result: &ScenarioResult| {
        let gets = result.calls.iter().filter(|call| {
            call.by == "nodelifecycle" && call.verb == "get" && call.reference.starts_with("Lease")
        });
        gets.count()
    };
    assert!((1..=3).contains(&gets(&on)), "{}", gets(&on));
    let off = run(&scenario(&head("1.36"), &nodes));
    assert_eq!(gets(&off), 0);
    for node in nodes {
        assert!(!moments(&off, node, "ready", "Unknown").is_empty(), "{node}");
    }
    let by_gate = run(&scenario(
        &format!(
            "featureGates: {{NodeControllerLeaseCircuitBreaker: false}}\n{}",
            head("1.37")
        ),
        &nodes,
    ));
    assert_eq!(changes(&by_gate), changes(&off));
}

#[test]
fn a_lease_that_cannot_be_read_holds_the_verdict_on_its_node_back() {
    let fault = "{at: 20s, fault: {nodeOutage: {node: a}}}";
    let errors =
        "{at: 20s, fault: {apiErrors: {verb: get, kind: Lease, name: a, times: 4, reason: Timeout}}}";
    let unknown = |actions: &str| {
        let text = scenario(
            &format!("{CONTROLLERS}\nactions: [{actions}]\nuntil: 3m"),
            &["a", "b", "c", "e"],
        );
        moments(&run(&text), "a", "ready", "Unknown")
    };
    let (plain, held) = (unknown(fault), unknown(&format!("{fault}, {errors}")));
    assert_eq!((plain.len(), held.len()), (1, 1));
    // V59: that node alone is left out of the next four passes, which begin five seconds and a bit apart.
    let later = held[0] - plain[0];
    assert!((20.0..20.1).contains(&later), "{later}");
}

#[test]
fn detection_is_as_late_as_each_version_has_it() {
    // NL: 40 s until 1.31; NoExecute a pass after Unknown until 1.33.
    let times = |version: &str| {
        let text = scenario(
            &format!(
                "kubernetes: \"{version}\"\n{CONTROLLERS}\nactions: [{{at: 60s, fault: {{nodeOutage: {{node: a}}}}}}]\nuntil: 5m"
            ),
            &["a", "b", "c", "e"],
        );
        let result = run(&text);
        let unknown = moments(&result, "a", "ready", "Unknown");
        let tainted = moments(&result, "a", "taint", "unreachable:NoExecute");
        assert_eq!((unknown.len(), tainted.len()), (1, 1), "{version}");
        (unknown[0], tainted[0] - unknown[0])
    };
    let (at_31, after_31) = times("1.31");
    let (at_32, after_32) = times("1.32");
    let (at_34, after_34) = times("1.34");
    let (at_37, after_37) = times("1.37");
    assert!((at_32 - at_31 - 10.0).abs() < 0.1, "{at_31} {at_32}");
    assert_eq!((at_32, at_34), (at_34, at_37));
    for late in [after_31, after_32] {
        assert!((4.9..5.3).contains(&late), "{late}");
    }
    for same_pass in [after_34, after_37] {
        assert!(same_pass < 0.3, "{same_pass}");
    }
    // Each switch alone does it too.
    let with = |switches: &str| {
        let text = scenario(
            &format!(
                "switches: {{{switches}}}\n{CONTROLLERS}\nactions: [{{at: 60s, fault: {{nodeOutage: {{node: a}}}}}}]\nuntil: 5m"
            ),
            &["a", "b", "c", "e"],
        );
        let result = run(&text);
        let unknown = moments(&result, "a", "ready", "Unknown")[0];
        (
            unknown,
            moments(&result, "a", "taint", "unreachable:NoExecute")[0] - unknown,
        )
    };
    assert_eq!(with("node_grace_50s: false").0, at_31);
    let (at, after) = with("node_noexecute_by_current_condition: false");
    assert!(at == at_37 && (4.9..5.3).contains(&after), "{at} {after}");
}

#[test]
fn a_deletion_that_is_done_is_forgotten_since_1_33() {
    // TE-4, TE-8: the pod is terminating on its dead node when a second taint comes.
    let calls = |version: &str| {
        let text = scenario(
            &format!(
                "kubernetes: \"{version}\"\n{CONTROLLERS}\nactions:\n- {{at: 30s, fault: {{nodeOutage: {{node: a}}}}}}\n- {{at: 5m, patch: {{kind: Node, name: a, spec: {{taints: [{{key: node.kubernetes.io/unreachable, effect: NoExecute, value: again}}]}}}}}}\nuntil: 8m"
            ),
            &["a", "b", "c", "e"],
        );
        let result = run(&text);
        let deletions = result.calls.iter().filter(|call| {
            call.by == "tainteviction" && call.verb == "delete" && call.reference.contains("pod-a")
        });
        deletions.count()
    };
    assert_eq!((calls("1.32"), calls("1.33")), (1, 2));
    let with = |on: bool| {
        calls(&format!(
            "1.37\"\nswitches: {{taint_eviction_forgets_done_work: {on}}}\n#\""
        ))
    };
    assert_eq!((with(false), with(true)), (1, 2));
    let metrics = run(&scenario(
        &format!("{CONTROLLERS}\nactions: [{{at: 30s, fault: {{nodeOutage: {{node: a}}}}}}]\nuntil: 5m"),
        &["a zone-1", "b zone-1", "c zone-1", "e zone-2"],
    ))
    .metrics;
    assert_eq!(metrics.pod_deletions, Some(1));
    let zones = metrics.node_collector.expect("the controller runs");
    let zones: Vec<_> = zones
        .iter()
        .map(|zone| {
            (
                zone.zone.as_str(),
                zone.zone_size,
                zone.unhealthy_nodes_in_zone,
                zone.evictions_total,
                (zone.zone_health * 100.0).round(),
            )
        })
        .collect();
    assert_eq!(
        zones,
        [("::zone-1", 3, 1, 1, 6667.0), ("::zone-2", 1, 0, 0, 10000.0)]
    );
}

#[test]
fn a_node_whose_ready_condition_is_missing_in_the_cache_is_looked_at_again_since_1_30() {
    // NT-8: the node cache stalls before it shows the condition that the pass has written.
    let run = |head: &str| {
        let text = format!(
            "kubeloupe: v1
{head}
controllers: [kubelet, nodelifecycle, tainteviction]
actions:
- {{at: 1s, fault: {{nodeOutage: {{node: a}}}}}}
- {{at: 30s, fault: {{cacheStalls: {{kind: Node}}}}}}
- {{at: 90s, fault: {{cacheResumes: {{kind: Node}}}}}}
until: 2m
objects:
- {{apiVersion: v1, kind: Node, metadata: {{name: a, uid: a}}}}
- {{apiVersion: v1, kind: Node, metadata: {{name: b, uid: b}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
- {{apiVersion: v1, kind: Node, metadata: {{name: c, uid: c}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
"
        );
        let scenario = read(&text);
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(1_000) {}
        let lifecycle = run
            .world()
            .nodes()
            .and_then(|nodes| nodes.lifecycle())
            .expect("it runs");
        let crashed = lifecycle.crash().is_some();
        let result = run.finish();
        let unknown = moments(&result, "a", "ready", "Unknown");
        let tainted = moments(&result, "a", "taint", "unreachable:NoExecute");
        assert_eq!((unknown.len(), tainted.len()), (1, 1), "{head}");
        assert!(
            unknown[0] < 90.0 && tainted[0] > 90.0,
            "{head} {unknown:?} {tainted:?}"
        );
        crashed
    };
    assert!(run("kubernetes: \"1.29\""));
    assert!(!run("kubernetes: \"1.30\""));
    assert!(!run("kubernetes: \"1.37\""));
    assert!(run("switches: {node_missing_ready_retries: false}"));
    assert!(!run(
        "kubernetes: \"1.29\"\nswitches: {node_missing_ready_retries: true}"
    ));
}

#[test]
fn the_controllers_events_are_told_with_their_words() {
    let text = scenario(
        &format!(
            "{CONTROLLERS}\nactions:\n- {{at: 30s, fault: {{nodeOutage: {{node: a}}}}}}\n- {{at: 2m, fault: {{nodeRecovers: {{node: a}}}}}}\n- {{at: 4m, delete: {{kind: Node, name: b}}}}\nuntil: 5m"
        ),
        &["a", "b", "c", "e"],
    );
    let result = run(&text);
    let told = |reason: &str, reference: &str| {
        let fits = result
            .events
            .iter()
            .filter(|event| event.reason == reason && event.reference == reference);
        fits.map(|event| (event.event_type, event.message.as_str()))
            .collect::<Vec<_>>()
    };
    // EV-1 to EV-6.
    assert_eq!(
        told("RegisteredNode", "Node a"),
        [("Normal", "Node a event: Registered Node a in Controller")]
    );
    assert_eq!(
        told("RemovingNode", "Node b"),
        [("Normal", "Node b event: Removing Node b from Controller")]
    );
    assert_eq!(
        told("NodeNotReady", "Node a"),
        [("Normal", "Node a status is now: NodeNotReady")]
    );
    assert_eq!(
        told("NodeNotReady", "Pod d/pod-a"),
        [("Warning", "Node is not ready")]
    );
    assert_eq!(
        told("TaintManagerEviction", "Pod d/pod-a"),
        [("Normal", "Cancelling deletion of Pod d/pod-a")]
    );
}

#[test]
fn what_happens_to_nodes_is_listed_up_to_the_limit_and_a_note_says_what_is_not() {
    let text = scenario(
        &format!("{CONTROLLERS}\nactions: [{{at: 30s, fault: {{nodeOutage: {{node: a}}}}}}]\nuntil: 5m"),
        &["a", "b", "c", "e"],
    );
    let all = run(&text);
    let options = RunOptions {
        limits: Limits::default().with(Limit::Recorded, 1),
        ..RunOptions::default()
    };
    let limited = run_scenario(&read(&text), options);
    assert_eq!((limited.nodes.len(), limited.zones.len()), (1, 1));
    assert_eq!(limited.nodes[..], all.nodes[..1]);
    let left_out = all.nodes.len() + all.zones.len() - 2;
    assert!(left_out > 0);
    let said = format!("changes of nodes and zones ({left_out})");
    assert!(
        limited.notes.iter().any(|note| note.contains(&said)),
        "{:?}",
        limited.notes
    );
    assert!(all.notes.iter().all(|note| !note.contains("changes of nodes")));
}

#[test]
fn there_is_a_limit_on_nodes() {
    let text = scenario(CONTROLLERS, &["a", "b", "c"]);
    let limits = Limits::default().with(Limit::Nodes, 2);
    let Err(error) = try_read(&text, limits) else {
        panic!("three are too many");
    };
    assert!(
        matches!(
            error.problem,
            Problem::Limit {
                limit: Limit::Nodes,
                value: 2
            }
        ),
        "{error}"
    );
    assert!(try_read(&text, limits.with(Limit::Nodes, 3)).is_ok());
}

#[test]
fn faults_of_nodes_and_zones_that_there_are_not_are_refused() {
    let problem = |fault: &str| {
        let text = scenario(
            &format!("{CONTROLLERS}\nactions: [{{at: 0s, fault: {{{fault}}}}}]"),
            &["a zone-1"],
        );
        try_read(&text, Limits::default())
            .err()
            .map(|error| error.problem)
    };
    assert!(matches!(problem("nodeOutage: {node: b}"), Some(Problem::NoSuchNode { name }) if name == "b"));
    assert!(
        matches!(problem("zoneOutage: {zone: zone-2}"), Some(Problem::NoSuchZone { name }) if name == "zone-2")
    );
    assert!(problem("nodeOutage: {node: a}").is_none());
    assert!(problem("zoneOutage: {zone: zone-1}").is_none());
}

/// The pods that taint eviction asked to be deleted, each once.
fn evicted(result: &ScenarioResult) -> Vec<&str> {
    let deletions = result
        .calls
        .iter()
        .filter(|call| call.by == "tainteviction" && call.verb == "delete");
    let mut pods: Vec<&str> = deletions
        .filter_map(|call| call.reference.strip_prefix("Pod d/"))
        .collect();
    pods.sort_unstable();
    pods.dedup();
    pods
}

#[test]
fn tolerations_compare_numbers_where_their_gate_is_on() {
    // TE-10: what is asked for, and whether a taint with the value 900 is tolerated so.
    let asked = [
        ("gt-800", "Gt", "800", true),
        ("gt-900", "Gt", "900", false),
        ("gt-minus", "Gt", "-5", true),
        ("gt-zeros", "Gt", "0800", false),
        ("gt-plus", "Gt", "+800", false),
        ("gt-word", "Gt", "many", false),
        ("gt-nothing", "Gt", "", false),
        ("lt-901", "Lt", "901", true),
        ("lt-900", "Lt", "900", false),
        ("lt-huge", "Lt", "9223372036854775808", false),
        ("equal-900", "Equal", "900", true),
        ("ge-800", "Ge", "800", false),
    ];
    let text = |head: &str, value: &str| {
        let mut text = format!(
            "kubeloupe: v1\n{head}\n{CONTROLLERS}\nuntil: 1m\nobjects:\n- {{apiVersion: v1, kind: Node, metadata: {{name: m, uid: m}}, spec: {{taints: [{{key: sla, value: \"{value}\", effect: NoExecute}}]}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}\n"
        );
        for (name, operator, value, _) in asked {
            text.push_str(&format!(
                "- {{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: d, uid: {name}}}, spec: {{nodeName: m, tolerations: [{{key: sla, operator: {operator}, value: \"{value}\"}}]}}}}\n"
            ));
        }
        text
    };
    let refused = |on: bool| -> Vec<&str> {
        let mut pods: Vec<&str> = asked
            .iter()
            .filter(|(_, operator, _, tolerated)| !(*tolerated && (on || *operator == "Equal")))
            .map(|(name, ..)| *name)
            .collect();
        pods.sort_unstable();
        pods
    };
    let off = run(&text("", "900"));
    assert_eq!(evicted(&off), refused(false));
    for head in [
        "featureGates: {TaintTolerationComparisonOperators: true}",
        "kubernetes: \"1.35\"\nfeatureGates: {TaintTolerationComparisonOperators: true}",
        "kubernetes: \"1.30\"\nswitches: {toleration_comparison_operators: true}",
    ] {
        assert_eq!(evicted(&run(&text(head, "900"))), refused(true), "{head}");
    }
    let of_word = run(&text("switches: {toleration_comparison_operators: true}", "many"));
    assert_eq!(evicted(&of_word).len(), asked.len());
    let older = text(
        "kubernetes: \"1.34\"\nfeatureGates: {TaintTolerationComparisonOperators: true}",
        "900",
    );
    assert!(try_read(&older, Limits::default()).is_err());
}

#[test]
fn pods_are_placed_by_numbers_that_their_tolerations_compare() {
    let placed = |head: &str| {
        let text = format!(
            "kubeloupe: v1\n{head}\ncontrollers: [garbagecollector, namespace, kubelet, nodelifecycle, tainteviction, replicaset]\nuntil: 1m
objects:
- {{apiVersion: v1, kind: Node, metadata: {{name: m, uid: m}}, spec: {{taints: [{{key: sla, value: \"900\", effect: NoSchedule}}]}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata: {{name: web, namespace: shop, uid: rs}}
  spec:
    replicas: 1
    selector: {{matchLabels: {{app: web}}}}
    template:
      metadata: {{labels: {{app: web}}}}
      spec: {{tolerations: [{{key: sla, operator: Gt, value: \"800\"}}], containers: [{{name: c, image: i}}]}}
"
        );
        let scenario = read(&text);
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(1_000) {}
        let pods = pods_of(run.world());
        assert_eq!(pods.len(), 1);
        pods[0].1 == "m"
    };
    assert!(!placed(""));
    assert!(placed("switches: {toleration_comparison_operators: true}"));
}

#[test]
fn the_condition_says_of_which_generation_it_speaks_since_1_34() {
    // TE-7: the pods' kubelet is down, so that they stay to be looked at.
    let text = |head: &str| {
        format!(
            "kubeloupe: v1
{head}
{CONTROLLERS}
actions:
- {{at: 1s, fault: {{nodeOutage: {{node: m}}}}}}
- {{at: 2s, patch: {{kind: Node, name: m, spec: {{taints: [{{key: k, effect: NoExecute}}]}}}}}}
until: 10s
objects:
- {{apiVersion: v1, kind: Node, metadata: {{name: m, uid: m}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
- {{apiVersion: v1, kind: Pod, metadata: {{name: new, namespace: d, uid: new, generation: 3}}, spec: {{nodeName: m}}, status: {{phase: Running}}}}
- {{apiVersion: v1, kind: Pod, metadata: {{name: old, namespace: d, uid: old}}, spec: {{nodeName: m}}, status: {{phase: Running}}}}
- {{apiVersion: v1, kind: Pod, metadata: {{name: told, namespace: d, uid: told, generation: 7}}, spec: {{nodeName: m}}, status: {{phase: Running, conditions: [{{type: DisruptionTarget, status: \"True\", reason: DeletionByTaintManager, message: \"Taint manager: deleting due to NoExecute taint\"}}]}}}}
"
        )
    };
    let generations = |head: &str| {
        let scenario = read(&text(head));
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(1_000) {}
        let world = run.world();
        let mut told: Vec<(String, i64)> = world
            .api()
            .objects()
            .filter_map(|object| match &object.facts {
                Facts::Pod(pod) => {
                    let condition = pod.detail.as_deref()?.condition(Name::DISRUPTION_TARGET)?;
                    assert!(object.meta.is_deleting());
                    let name = world.cluster().names.text(object.meta.name);
                    Some((name.to_owned(), condition.observed_generation))
                }
                _ => None,
            })
            .collect();
        told.sort();
        let patches = run
            .finish()
            .calls
            .iter()
            .filter(|call| call.by == "tainteviction" && call.verb == "patch")
            .count();
        // Another generation alone is no reason to write the condition again.
        assert_eq!(patches, 2, "{head}");
        told
    };
    let told = |new: i64| [("new", new), ("old", 0), ("told", 0)].map(|(name, of)| (name.to_owned(), of));
    for (head, new) in [
        ("kubernetes: \"1.33\"", 0),
        ("kubernetes: \"1.34\"", 3),
        ("kubernetes: \"1.37\"", 3),
        (
            "kubernetes: \"1.33\"\nfeatureGates: {PodObservedGenerationTracking: true}",
            3,
        ),
        (
            "kubernetes: \"1.34\"\nfeatureGates: {PodObservedGenerationTracking: false}",
            0,
        ),
        ("switches: {condition_observed_generation: false}", 0),
    ] {
        assert_eq!(generations(head), told(new), "{head}");
    }
}

#[test]
fn a_cancellation_beats_a_timer_that_has_fired_since_1_35() {
    // TE-8: the pod tolerates the taint for a minute, and it is taken away after exactly that.
    let run = |head: &str, removed: &str| {
        run(&format!(
            "kubeloupe: v1
{head}
{CONTROLLERS}
actions:
- {{at: 10s, patch: {{kind: Node, name: m, spec: {{taints: [{{key: k, effect: NoExecute}}]}}}}}}
- {{at: {removed}, patch: {{kind: Node, name: m, spec: {{taints: []}}}}}}
until: 3m
objects:
- {{apiVersion: v1, kind: Node, metadata: {{name: m, uid: m}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}
- {{apiVersion: v1, kind: Pod, metadata: {{name: p, namespace: d, uid: p}}, spec: {{nodeName: m, tolerations: [{{key: k, operator: Exists, tolerationSeconds: 60}}]}}, status: {{phase: Running}}}}
"
        ))
    };
    let told = |result: &ScenarioResult| -> Vec<&'static str> {
        let events = result.events.iter().filter(|event| event.reference == "Pod d/p");
        events
            .map(|event| match event.message.split_whitespace().next() {
                Some("Cancelling") => "cancelled",
                Some("Marking") => "marked",
                other => panic!("{other:?}"),
            })
            .collect()
    };
    for (head, late) in [
        ("kubernetes: \"1.34\"", true),
        ("kubernetes: \"1.35\"", false),
        ("kubernetes: \"1.37\"", false),
        ("switches: {taint_eviction_cancel_beats_fired_timer: false}", true),
        (
            "kubernetes: \"1.34\"\nswitches: {taint_eviction_cancel_beats_fired_timer: true}",
            false,
        ),
    ] {
        let at_once = run(head, "70s");
        let wanted: &[&str] = if late {
            &["cancelled", "marked"]
        } else {
            &["cancelled"]
        };
        assert_eq!(told(&at_once), wanted, "{head}");
        assert_eq!(evicted(&at_once), if late { &["p"][..] } else { &[] }, "{head}");
        // A moment earlier or later there is nothing to decide.
        let before = run(head, "69999ms");
        assert_eq!(
            (told(&before), evicted(&before)),
            (vec!["cancelled"], vec![]),
            "{head}"
        );
        let after = run(head, "70001ms");
        assert_eq!(
            (told(&after), evicted(&after)),
            (vec!["marked"], vec!["p"]),
            "{head}"
        );
    }
}

/// What the kubelets' reports of status are like 200 s after an outage of all nodes, and 600 s later: for each node the
/// time from its last report to its next one.
fn reports(head: &str) -> Vec<(f64, f64)> {
    let nodes: Vec<String> = (0..12).map(|number| format!("n{number}")).collect();
    let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
    let at = |until: &str| -> Vec<f64> {
        let outages = nodes.iter().map(|node| {
            format!("- {{at: 30s, fault: {{nodeOutage: {{node: {node}}}}}}}\n- {{at: 200s, fault: {{nodeRecovers: {{node: {node}}}}}}}\n")
        });
        let outages: String = outages.collect();
        // Without anything to come the run would end where nothing is going to change.
        let last = format!("- {{at: {until}, delete: {{kind: Pod, namespace: d, name: absent}}}}");
        let text = scenario(
            &format!("{head}\n{CONTROLLERS}\nuntil: {until}\nactions:\n{outages}{last}"),
            &nodes,
        );
        let scenario = read(&text);
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(10_000) {}
        let world = run.world();
        let kubelets = world
            .nodes()
            .and_then(|nodes| nodes.kubelets())
            .expect("there are kubelets");
        let reported = world.api().objects().filter_map(|object| match &object.facts {
            Facts::Node(node) => {
                let last = node.condition(Name::READY)?.last_heartbeat?;
                let next = kubelets.get(object.meta.name)?.next_report;
                Some((
                    world.cluster().names.text(object.meta.name).to_owned(),
                    (next - last).0 as f64 / 1e9,
                ))
            }
            _ => None,
        });
        let mut reported: Vec<(String, f64)> = reported.collect();
        reported.sort_by(|one, other| one.0.cmp(&other.0));
        reported.into_iter().map(|(_, wait)| wait).collect()
    };
    at("230s").into_iter().zip(at("830s")).collect()
}

#[test]
fn a_kubelet_shifts_its_report_after_news_once_since_1_34() {
    // KL-3: the nodes were Unknown, so that what they report first is news.
    for head in ["kubernetes: \"1.33\"", "switches: {kubelet_status_offset: false}"] {
        let reports = reports(head);
        assert_eq!(reports.len(), 12);
        assert!(
            reports.iter().all(|wait| *wait == (300.0, 300.0)),
            "{head} {reports:?}"
        );
    }
    for head in ["kubernetes: \"1.34\"", "kubernetes: \"1.37\""] {
        let reports = reports(head);
        let first: Vec<f64> = reports.iter().map(|wait| wait.0).collect();
        assert!(
            first.iter().all(|wait| (150.0..=450.0).contains(wait)),
            "{head} {first:?}"
        );
        let (early, late) = (
            first.iter().filter(|wait| **wait < 250.0),
            first.iter().filter(|wait| **wait > 350.0),
        );
        assert!(early.count() > 0 && late.count() > 0, "{head} {first:?}");
        assert!(reports.iter().all(|wait| wait.1 == 300.0), "{head} {reports:?}");
    }
}

#[test]
fn a_shifted_report_comes_too_late_for_a_grace_that_just_covers_the_period() {
    // KL-3: only statuses come any more, five minutes apart, and a node may be silent for ten seconds longer.
    let silent = |head: &str| {
        let nodes = ["a", "b", "c", "e", "f", "g"];
        let mut actions = String::new();
        for node in nodes {
            for (at, fault) in [
                ("30s", "nodeOutage"),
                ("400s", "nodeRecovers"),
                ("440s", "leaseStops"),
            ] {
                actions.push_str(&format!("- {{at: {at}, fault: {{{fault}: {{node: {node}}}}}}}\n"));
            }
        }
        let flags = "flags: {node-monitor-grace-period: 310s}";
        let text = scenario(
            &format!("{head}\n{flags}\n{CONTROLLERS}\nuntil: 15m\nactions:\n{actions}"),
            &nodes,
        );
        let result = run(&text);
        let late = |node: &&str| {
            moments(&result, node, "ready", "Unknown")
                .last()
                .is_some_and(|at| *at > 440.0)
        };
        nodes.iter().filter(|node| late(node)).count()
    };
    assert_eq!(silent("kubernetes: \"1.33\""), 0);
    assert_eq!(silent("switches: {kubelet_status_offset: false}"), 0);
    assert!((1..6).contains(&silent("kubernetes: \"1.34\"")));
}

#[test]
fn a_period_is_counted_from_the_end_of_a_pass() {
    // NL-2, NL-3: a pass of a few nodes takes a millisecond.
    for (flags, period_ms) in [("", 5_000), ("flags: {node-monitor-period: 2s}", 2_000)] {
        let text = scenario(&format!("{CONTROLLERS}\n{flags}\nuntil: 1m"), &["a", "b"]);
        let scenario = read(&text);
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(1_000) {}
        let (next, passes) = run.world().nodes().expect("they are simulated").passes();
        assert!(passes >= 10, "{passes}");
        assert_eq!(
            next,
            Time(passes.cast_signed() * (period_ms + 1) * 1_000_000),
            "{flags}"
        );
    }
}

#[test]
fn every_zone_has_a_rate_of_its_own() {
    // RQ-8: two nodes of one zone go down and one of another, all at once.
    let outages =
        ["a1", "a2", "b1"].map(|node| format!("- {{at: 30s, fault: {{nodeOutage: {{node: {node}}}}}}}\n"));
    let text = scenario(
        &format!("{CONTROLLERS}\nuntil: 3m\nactions:\n{}", outages.concat()),
        &[
            "a1 a", "a2 a", "a3 a", "a4 a", "a5 a", "b1 b", "b2 b", "b3 b", "b4 b",
        ],
    );
    let result = run(&text);
    let tainted = |node: &str| moments(&result, node, "taint", "unreachable:NoExecute");
    assert_eq!(["a1", "a2", "b1"].map(tainted), [[75.1], [85.1], [75.1]]);
}

#[test]
fn a_dead_node_costs_a_read_of_its_lease_in_every_pass_and_is_counted_all_the_same() {
    // CB-8, CB-15: after the transition the entry has the lease that the cache has, so that the live one is the same.
    let text = scenario(
        &format!("{CONTROLLERS}\nactions: [{{at: 30s, fault: {{nodeOutage: {{node: a}}}}}}]\nuntil: 4m"),
        &["a west", "b west", "c west", "e west"],
    );
    let result = run(&text);
    let unknown = moments(&result, "a", "ready", "Unknown");
    assert_eq!(unknown.len(), 1);
    let reads = result.calls.iter().filter(|call| {
        call.by == "nodelifecycle" && call.verb == "get" && call.reference == "Lease kube-node-lease/a"
    });
    let reads: Vec<f64> = reads.map(|call| seconds(&call.at)).collect();
    assert!((reads[0] - unknown[0]).abs() < 0.1, "{reads:?}");
    assert!(
        reads
            .windows(2)
            .all(|pair| (5.0..5.1).contains(&(pair[1] - pair[0]))),
        "{reads:?}"
    );
    assert!(reads.len() >= 20, "{reads:?}");
    let zones = result.metrics.node_collector.expect("the controller runs");
    assert_eq!((zones[0].zone_size, zones[0].unhealthy_nodes_in_zone), (4, 1));
    // CB-12: the breaker itself tells nobody anything.
    assert!(
        result
            .events
            .iter()
            .all(|event| !event.message.to_lowercase().contains("lease"))
    );
}

#[test]
fn kubelets_renew_their_leases_every_ten_seconds_each_at_a_second_of_its_own() {
    // KL-1, KL-2.
    let nodes: Vec<String> = (0..20).map(|number| format!("n{number}")).collect();
    let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
    let renewed = |until: i64| -> Vec<i64> {
        let last = format!("[{{at: {until}s, delete: {{kind: Pod, namespace: d, name: absent}}}}]");
        let text = scenario(
            &format!("{CONTROLLERS}\nuntil: {until}s\nactions: {last}"),
            &nodes,
        );
        let scenario = read(&text);
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(10_000) {}
        let world = run.world();
        let mut leases: Vec<(String, i64)> = world
            .api()
            .objects()
            .filter_map(|object| match object.facts {
                Facts::Lease(lease) => {
                    let name = world.cluster().names.text(object.meta.name);
                    Some((name.to_owned(), lease.renew_time?.0 / 1_000_000_000))
                }
                _ => None,
            })
            .collect();
        leases.sort();
        leases.into_iter().map(|(_, at)| at).collect()
    };
    let (now, later) = (renewed(95), renewed(105));
    assert_eq!(now.len(), nodes.len());
    assert!(now.iter().all(|at| (85..=95).contains(at)), "{now:?}");
    assert!(
        now.iter().zip(&later).all(|(now, later)| later - now == 10),
        "{now:?} {later:?}"
    );
    let mut own: Vec<i64> = now.iter().map(|at| at % 10).collect();
    own.sort_unstable();
    own.dedup();
    assert!(own.len() >= 5, "{own:?}");
}
