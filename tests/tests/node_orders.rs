//! What the order decides where Kubernetes leaves it open (spec nodes, section 8): for each source of nondeterminism two
//! orders that come to two different things, both of which `World::enabled` offers.

use kubeloupe_core::apiserver::{Reason, Verb};
use kubeloupe_core::nodes::{
    NodeAction, NodeChoice, NodeFault, NodeLifecycle, PodId, RefusedCalls, RefusedVerb, ZoneKey, ZoneOrder,
    ZoneState,
};
use kubeloupe_core::object::{ConditionStatus, Duration, Facts, Name, ObjectKey, Time};
use kubeloupe_core::sim::{Action, Actor, Effect, Fault, InformerId, Schedule, Step, Watcher, World};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, ScenarioRun, read_scenario};

/// A cluster that is driven by hand.
#[derive(Clone)]
struct Hand(World);

/// Nodes that are ready, each written `name zone`, with a pod each that tolerates nothing.
fn cluster(nodes: &[&str]) -> Hand {
    cluster_with("", nodes)
}

fn cluster_with(members: &str, nodes: &[&str]) -> Hand {
    let mut text = format!(
        "kubeloupe: v1\ncontrollers: [kubelet, nodelifecycle, tainteviction]\n{members}\nuntil: 1h\nobjects:\n"
    );
    for node in nodes {
        let (node, rest) = node.split_once(' ').unwrap_or((node, ""));
        let (zone, label) = rest.split_once(' ').unwrap_or((rest, ""));
        let label = if label.is_empty() {
            String::new()
        } else {
            format!(", {label}: \"\"")
        };
        text.push_str(&format!(
            "- {{apiVersion: v1, kind: Node, metadata: {{name: {node}, uid: u-{node}, labels: {{topology.kubernetes.io/zone: \"{zone}\"{label}}}}}, status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}\n"
        ));
        for pod in ["p", "q"] {
            text.push_str(&format!(
                "- {{apiVersion: v1, kind: Pod, metadata: {{name: {pod}-{node}, namespace: d, uid: {pod}-{node}}}, spec: {{nodeName: {node}, tolerations: [{{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 60}}, {{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 60}}]}}, status: {{phase: Running, conditions: [{{type: Ready, status: \"True\"}}]}}}}\n"
            ));
        }
    }
    let source = Source {
        name: "scenario",
        bytes: text.as_bytes(),
    };
    let read = read_scenario(source, &mut |name| Err(name.to_owned()), Limits::default());
    let scenario = read.unwrap_or_else(|error| panic!("{error}"));
    Hand(ScenarioRun::new(&scenario, RunOptions::default()).world().clone())
}

impl Hand {
    fn name(&self, text: &str) -> Name {
        self.0
            .cluster()
            .names
            .find(text)
            .unwrap_or_else(|| panic!("{text} is a name"))
    }

    fn zone(&self, zone: &str) -> ZoneKey {
        ZoneKey {
            region: Name::EMPTY,
            zone: self.name(zone),
        }
    }

    fn lifecycle(&self) -> &NodeLifecycle {
        self.0
            .nodes()
            .and_then(|nodes| nodes.lifecycle())
            .expect("it runs")
    }

    fn informer(&self, kind: fn(&Self) -> kubeloupe_core::object::KindId) -> InformerId {
        InformerId {
            watcher: Watcher::NodeLifecycle,
            kind: kind(self),
        }
    }

    fn kinds(&self) -> kubeloupe_core::nodes::NodeKinds {
        self.0.nodes().expect("they run").kinds()
    }

    fn key(&self, node: &str) -> ObjectKey {
        ObjectKey {
            kind: self.kinds().node,
            namespace: Name::EMPTY,
            name: self.name(node),
        }
    }

    fn pod(&self, pod: &str) -> PodId {
        PodId {
            namespace: self.name("d"),
            name: self.name(pod),
        }
    }

    fn ready(&self, node: &str) -> Option<ConditionStatus> {
        match &self.0.api().get(&self.key(node))?.facts {
            Facts::Node(facts) => Some(facts.condition(Name::READY)?.status),
            _ => None,
        }
    }

    /// Whether the node carries the taint that evicts.
    fn tainted(&self, node: &str) -> bool {
        match &self
            .0
            .api()
            .get(&self.key(node))
            .expect("the node is there")
            .facts
        {
            Facts::Node(facts) => facts.has_taint(Name::TAINT_UNREACHABLE, Name::NO_EXECUTE),
            _ => false,
        }
    }

    fn deleting(&self, pod: &str) -> bool {
        let pod = self.pod(pod);
        let object = self.0.api().get(&ObjectKey {
            kind: self.kinds().pod,
            namespace: pod.namespace,
            name: pod.name,
        });
        object.is_none_or(|object| object.meta.is_deleting())
    }

    fn down(&mut self, nodes: &[&str]) {
        for node in nodes {
            let node = self.name(node);
            self.does(Action::Fault(Fault::Nodes(NodeFault::Node { node, down: true })));
        }
    }

    fn does(&mut self, action: Action) -> Step {
        let step = self.0.apply(&action);
        step.unwrap_or_else(|rejected| panic!("{action:?} is rejected: {rejected:?}"))
    }

    /// Takes a step that must be among those that are offered.
    fn takes(&mut self, action: Action) -> Step {
        let offered = self.0.enabled();
        assert!(offered.contains(&action), "{action:?} is not among {offered:?}");
        self.does(action)
    }

    fn chooses(&mut self, choice: NodeChoice) -> Step {
        self.takes(Action::Nodes(NodeAction::One(choice)))
    }

    fn next(&self) -> Action {
        // A cluster at rest goes on with its passes.
        self.0.next(Schedule::Fair).unwrap_or(Action::Advance)
    }

    /// Goes on in the usual order until `is_there`.
    fn until(&mut self, is_there: impl Fn(&Hand, &Action) -> bool) {
        for _ in 0..100_000 {
            let next = self.next();
            if is_there(self, &next) {
                return;
            }
            self.does(next);
        }
        panic!("it does not come");
    }

    fn until_time(&mut self, at: Time) {
        self.until(|hand, next| *next == Action::Advance && hand.0.next_due().is_none_or(|due| due > at));
    }

    /// Goes on until the pass is next in which the usual order sees this come.
    fn until_pass(&mut self, comes: impl Fn(&Hand) -> bool) {
        let mut ahead = self.clone();
        ahead.until(|hand, _| comes(hand));
        let at = ahead.0.now();
        self.until(|hand, next| hand.0.now() == at && *next == PASS);
    }

    /// What is left of a pass after its choices.
    fn ends_pass(&mut self) {
        self.takes(PASS);
    }
}

const PASS: Action = Action::Nodes(NodeAction::Pass);
const TICK: Action = Action::Nodes(NodeAction::TaintTick);

fn seconds(seconds: i64) -> Time {
    Time::from_secs(seconds)
}

const SEVEN: [&str; 7] = ["a z", "b z", "c z", "d z", "e z", "f z", "g z"];

#[test]
fn nd_1_whom_a_pass_evaluates_first_is_tainted_first() {
    let mut hand = cluster(&SEVEN);
    hand.down(&["a", "b"]);
    hand.until_pass(|hand| hand.ready("a") == Some(ConditionStatus::Unknown));
    let mut usual = hand.clone();
    hand.chooses(NodeChoice::BeginPass);
    hand.chooses(NodeChoice::Evaluate(hand.name("b")));
    assert_eq!(
        (hand.ready("a"), hand.ready("b")),
        (Some(ConditionStatus::True), Some(ConditionStatus::Unknown))
    );
    hand.ends_pass();
    let soon = hand.0.now() + Duration::from_secs(5);
    for (hand, first, second) in [(&mut usual, "a", "b"), (&mut hand, "b", "a")] {
        hand.until_time(soon);
        assert_eq!((hand.tainted(first), hand.tainted(second)), (true, false));
        // RQ-7: the next token comes ten seconds after the first.
        hand.until_time(soon + Duration::from_secs(10));
        assert!(hand.tainted(second));
    }
}

#[test]
fn nd_2_who_has_waited_longer_need_not_be_tainted_earlier() {
    let mut hand = cluster(&SEVEN);
    hand.down(&["a", "b", "c"]);
    // The first of them takes the zone's token; the others wait ten seconds, during which a pass lists them anew (NT-7).
    hand.until(|hand, _| hand.tainted("a"));
    let waiting = |hand: &Hand| {
        let zone = hand.lifecycle().zone(hand.zone("z")).expect("it was seen");
        let queue = zone.queue.as_ref().expect("it was ensured");
        queue
            .queue()
            .in_order()
            .iter()
            .map(|entry| entry.value)
            .collect::<Vec<_>>()
    };
    let (b, c) = (hand.name("b"), hand.name("c"));
    assert_eq!(waiting(&hand), [b, c]);
    let token = hand.0.now() + Duration::from_secs(10);
    hand.until(|hand, next| *next == PASS && hand.0.now() + Duration::from_secs(5) > token);
    let mut usual = hand.clone();
    hand.chooses(NodeChoice::BeginPass);
    hand.chooses(NodeChoice::Evaluate(c));
    hand.ends_pass();
    assert_eq!(waiting(&hand), [c, b]);
    usual.takes(PASS);
    assert_eq!(waiting(&usual), [b, c]);
    for (hand, first, second) in [(&mut usual, "b", "c"), (&mut hand, "c", "b")] {
        hand.until_time(token);
        assert_eq!((hand.tainted(first), hand.tainted(second)), (true, false));
    }
}

#[test]
fn nd_3_which_zone_the_taint_loop_serves_first_decides_who_meets_an_error() {
    let mut hand = cluster(&["a y", "b y", "c z", "d z"]);
    hand.down(&["a", "c"]);
    hand.until(|_, next| *next == TICK);
    let kind = hand.kinds().node;
    hand.does(Action::Fault(Fault::Nodes(NodeFault::Refuse(RefusedCalls {
        verb: RefusedVerb::Patch,
        kind,
        name: Name::EMPTY,
        times: 1,
        reason: Reason::InternalError,
    }))));
    let mut usual = hand.clone();
    usual.takes(TICK);
    assert_eq!((usual.tainted("a"), usual.tainted("c")), (false, true));
    hand.chooses(NodeChoice::Zone(hand.zone("z")));
    assert_eq!((hand.tainted("a"), hand.tainted("c")), (false, false));
    // The rest of the same run serves the other zone, and no zone twice.
    let offered = hand.0.enabled();
    assert!(!offered.contains(&Action::Nodes(NodeAction::One(NodeChoice::Zone(hand.zone("z"))))));
    hand.takes(TICK);
    assert_eq!((hand.tainted("a"), hand.tainted("c")), (true, false));
}

#[test]
fn nd_3_a_zone_without_counted_nodes_is_forgotten_or_left_over() {
    // ZN-12, ZN-13: its only node is excluded from disruption.
    let excluded = "a y node.kubernetes.io/exclude-disruption";
    let mut hand = cluster(&[excluded, "b z"]);
    hand.until(|hand, next| *next == PASS && hand.0.now() > seconds(1));
    hand.chooses(NodeChoice::BeginPass);
    for node in ["b", "a"] {
        hand.chooses(NodeChoice::Evaluate(hand.name(node)));
    }
    let state = |hand: &Hand, zone: &str| hand.lifecycle().zone(hand.zone(zone)).and_then(|zone| zone.state);
    let mut orders: Vec<ZoneOrder> = Vec::new();
    for action in hand.0.enabled() {
        if let Action::Nodes(NodeAction::One(NodeChoice::EndPass(order))) = action {
            orders.push(order);
        }
    }
    assert_eq!(orders, [ZoneOrder::Late(0), ZoneOrder::Late(1)]);
    let mut other = hand.clone();
    hand.chooses(NodeChoice::EndPass(orders[0]));
    other.chooses(NodeChoice::EndPass(orders[1]));
    assert_eq!(state(&hand, "y"), None);
    assert_eq!(state(&other, "y"), Some(ZoneState::Empty));
    assert_eq!(state(&hand, "z"), state(&other, "z"));
}

#[test]
fn nd_4_a_loop_at_the_instant_of_a_pass_comes_before_or_after_it() {
    // A pass takes a millisecond, so that these passes begin when the loop runs.
    let mut hand = cluster_with("flags: {node-monitor-period: 4.999s}", &SEVEN);
    hand.down(&["a"]);
    hand.until_pass(|hand| hand.ready("a") == Some(ConditionStatus::Unknown));
    let at = hand.0.now();
    assert!(!hand.0.enabled().contains(&TICK), "nobody waits yet");
    hand.takes(PASS);
    // Before: the node waits for the next run, a tenth of a second later.
    let mut usual = hand.clone();
    usual.until(|hand, _| hand.tainted("a"));
    assert_eq!(usual.0.now(), at + Duration::from_millis(100));
    // After: the run finds the node in the queue, and ready in the cache, which hears of the change twenty milliseconds
    // later. The token is spent (RQ-4), and the pass has to list the node again.
    hand.takes(TICK);
    assert!(!hand.0.enabled().contains(&TICK), "it runs once at an instant");
    hand.until(|hand, _| hand.tainted("a"));
    assert_eq!(hand.0.now(), at + Duration::from_secs(10));
}

#[test]
fn nd_4_a_taint_made_within_the_pass_survives_master_disruption() {
    // ZN-8: a zone is gone, one of its nodes waits for a token; then the last node elsewhere goes.
    let found = ["c", "d", "e", "f", "g", "h"].into_iter().find_map(|last| {
        let mut hand = cluster(&["a y", "b y", &format!("{last} z")]);
        hand.down(&["a", "b"]);
        hand.until_time(Time(6_500_000_000));
        // Each kubelet renews in a second of its own: this one has to have done so once.
        hand.down(&[last]);
        hand.until_pass(|hand| hand.lifecycle().is_in_master_disruption());
        (hand.tainted("a") && !hand.tainted("b")).then_some(hand)
    });
    let mut hand = found.expect("one of them renews at the right time");
    let mut usual = hand.clone();
    usual.takes(PASS);
    usual.until_time(hand.0.now() + Duration::from_secs(30));
    assert_eq!((usual.tainted("a"), usual.tainted("b")), (false, false));
    // The pass takes as long as the token does.
    hand.chooses(NodeChoice::BeginPass);
    while !hand.0.enabled().contains(&TICK) {
        hand.takes(Action::Advance);
    }
    hand.takes(TICK);
    assert!(hand.tainted("b"));
    hand.ends_pass();
    assert!(hand.lifecycle().is_in_master_disruption());
    hand.until_time(hand.0.now() + Duration::from_secs(30));
    assert_eq!((hand.tainted("a"), hand.tainted("b")), (false, true));
}

#[test]
fn nd_5_a_seventh_try_may_be_the_one_that_succeeds() {
    let mut hand = cluster(&SEVEN);
    hand.down(&["a"]);
    hand.until_pass(|hand| hand.ready("a") == Some(ConditionStatus::Unknown));
    let kind = hand.kinds().node;
    hand.does(Action::Fault(Fault::Nodes(NodeFault::Refuse(RefusedCalls {
        verb: RefusedVerb::Update,
        kind,
        name: hand.name("a"),
        times: 6,
        reason: Reason::InternalError,
    }))));
    let mut usual = hand.clone();
    usual.takes(PASS);
    assert_eq!(usual.ready("a"), Some(ConditionStatus::Unknown));
    assert_eq!(usual.lifecycle().skipped().len(), 0);
    hand.chooses(NodeChoice::BeginPass);
    hand.chooses(NodeChoice::EvaluateBriefly(hand.name("a")));
    hand.ends_pass();
    assert_eq!(hand.ready("a"), Some(ConditionStatus::True));
    assert_eq!(hand.lifecycle().skipped().len(), 1);
    // The next pass tries as often as any other.
    hand.until(|_, next| *next == PASS);
    hand.takes(PASS);
    assert_eq!(hand.ready("a"), Some(ConditionStatus::Unknown));
}

/// Twenty nodes; two of them renew in the same second.
fn two_that_renew_together(members: &str) -> (Hand, [String; 2]) {
    let nodes: Vec<String> = (0..20).map(|number| format!("n{number:02} z")).collect();
    let mut hand = cluster_with(members, &nodes.iter().map(String::as_str).collect::<Vec<_>>());
    hand.until_time(seconds(12));
    let kubelets = hand
        .0
        .nodes()
        .and_then(|nodes| nodes.kubelets())
        .expect("they run");
    let mut due: Vec<(Time, String)> = kubelets
        .iter()
        .map(|(name, kubelet)| (kubelet.next, hand.0.cluster().names.text(name).to_owned()))
        .collect();
    due.sort();
    let pair = due
        .windows(2)
        .find(|pair| pair[0].0 == pair[1].0)
        .expect("ten seconds, twenty nodes");
    let (at, pair) = (pair[0].0, [pair[0].1.clone(), pair[1].1.clone()]);
    hand.until(|hand, next| hand.0.now() == at && *next == Action::Nodes(NodeAction::Heartbeats));
    (hand, pair)
}

fn probe(hand: &Hand, node: &str) -> Time {
    let health = hand.lifecycle().health(hand.name(node)).flatten();
    health.expect("it was evaluated").probe
}

/// Lets the clock move, and nothing else happen, until a pass can begin.
fn wait_for_pass(hand: &mut Hand) -> Time {
    while !hand.0.enabled().contains(&PASS) {
        hand.takes(Action::Advance);
    }
    hand.0.now()
}

#[test]
fn nd_6_renewals_that_have_arrived_may_be_seen_a_pass_later() {
    let (mut hand, [first, second]) = two_that_renew_together("");
    let mut usual = hand.clone();
    usual.until(|_, next| *next == PASS);
    let now = usual.0.now();
    usual.takes(PASS);
    assert!(probe(&usual, &first) >= now && probe(&usual, &second) >= now);
    hand.takes(Action::Nodes(NodeAction::Heartbeats));
    assert_eq!(wait_for_pass(&mut hand), now);
    hand.takes(PASS);
    assert!(probe(&hand, &first) < now && probe(&hand, &second) < now);
}

#[test]
fn nd_6_one_of_two_renewals_may_be_seen_a_pass_earlier() {
    // Since 1.35 a batch enters the store together; before, one event after the other.
    let (mut hand, [first, second]) = two_that_renew_together("kubernetes: \"1.30\"");
    hand.chooses(NodeChoice::Beat(hand.name(&first)));
    hand.takes(Action::Nodes(NodeAction::Heartbeats));
    let informer = hand.informer(|hand| hand.kinds().lease);
    hand.until(|_, next| *next == Action::Nodes(NodeAction::Deliver(informer)));
    hand.takes(Action::Deliver(informer));
    let now = wait_for_pass(&mut hand);
    hand.takes(PASS);
    assert!(probe(&hand, &first) >= now);
    assert!(probe(&hand, &second) < now);
    hand.until(|hand, next| *next == PASS && hand.0.now() > now);
    hand.takes(PASS);
    assert!(probe(&hand, &second) >= hand.0.now());
}

#[test]
fn nd_7_kubelets_that_are_due_together_come_in_any_order_and_may_be_late() {
    let (hand, [first, second]) = two_that_renew_together("");
    let version = |hand: &Hand, node: &str| {
        let lease = hand.0.api().get(&ObjectKey {
            kind: hand.kinds().lease,
            namespace: Name::NODE_LEASE_NAMESPACE,
            name: hand.name(node),
        });
        lease.expect("it was renewed").meta.resource_version
    };
    let next = |hand: &Hand, node: &str| {
        let kubelets = hand
            .0
            .nodes()
            .and_then(|nodes| nodes.kubelets())
            .expect("they run");
        kubelets.get(hand.name(node)).expect("it is there").next
    };
    let mut usual = hand.clone();
    usual.takes(Action::Nodes(NodeAction::Heartbeats));
    let mut other = hand.clone();
    let (earlier, later) = if version(&usual, &first) < version(&usual, &second) {
        (&first, &second)
    } else {
        (&second, &first)
    };
    other.chooses(NodeChoice::Beat(other.name(later)));
    other.takes(Action::Nodes(NodeAction::Heartbeats));
    assert!(version(&other, later) < version(&other, earlier));
    assert_eq!(next(&other, earlier), next(&usual, earlier));
    // Jitter: the clock moves before the kubelet comes to it, and all its later renewals are later too.
    let mut late = hand;
    let due = late.0.now();
    late.takes(Action::Advance);
    let by = late.0.now() - due;
    assert!(by > Duration::ZERO);
    late.takes(Action::Nodes(NodeAction::Heartbeats));
    assert_eq!(next(&late, &first), next(&usual, &first) + by);
}

#[test]
fn nd_8_up_to_eight_workers_read_a_lease_before_the_breaker_holds_the_rest() {
    let nodes: Vec<String> = (0..20).map(|number| format!("n{number:02} z")).collect();
    let mut hand = cluster(&nodes.iter().map(String::as_str).collect::<Vec<_>>());
    let kind = hand.kinds().lease;
    hand.until_time(seconds(30));
    hand.does(Action::Fault(Fault::Nodes(NodeFault::Cache {
        kind,
        stalls: true,
    })));
    let reads = |step: &Step| {
        let reads = step.effects.iter().filter(|effect| match effect {
            Effect::Call(call) => {
                call.by == Actor::NodeLifecycle
                    && matches!(call.request.verb, Verb::Get)
                    && call.request.target.key().kind == kind
            }
            _ => false,
        });
        reads.count()
    };
    // The first pass that reads a lease has one worker only in the usual order, so that it reads one (CB-9).
    let mut at = Time::START;
    let mut ahead = hand.clone();
    while at == Time::START {
        let next = ahead.next();
        let now = ahead.0.now();
        if reads(&ahead.does(next)) > 0 {
            at = now;
        }
    }
    hand.until(|hand, next| hand.0.now() == at && *next == PASS);
    let mut usual = hand.clone();
    assert_eq!(reads(&usual.takes(PASS)), 1);
    hand.chooses(NodeChoice::BeginPass);
    let mut taken = 0;
    let offers = |hand: &Hand| {
        hand.0
            .enabled()
            .into_iter()
            .find(|action| matches!(action, Action::Nodes(NodeAction::One(NodeChoice::TakeUp(_)))))
    };
    while let Some(action) = offers(&hand) {
        hand.takes(action);
        taken += 1;
    }
    assert_eq!(taken, 7, "an eighth worker evaluates what comes next");
    let left = hand.lifecycle().unevaluated().iter().find(|node| {
        let health = hand.lifecycle().health(node.meta.name).flatten();
        health.is_some_and(|health| hand.0.now() > health.probe + Duration::from_secs(50))
    });
    let mut sum = 0;
    if let Some(name) = left.map(|node| node.meta.name) {
        sum += reads(&hand.chooses(NodeChoice::Evaluate(name)));
    }
    sum += reads(&hand.takes(PASS));
    assert_eq!(sum, 8);
    assert_eq!(hand.lifecycle().skipped().len(), 20);
}

#[test]
fn te_7_timers_that_are_due_together_fire_in_any_order() {
    let mut hand = cluster(&SEVEN);
    hand.down(&["a"]);
    hand.until(|_, next| *next == Action::Nodes(NodeAction::EvictionTimers));
    assert_eq!((hand.deleting("p-a"), hand.deleting("q-a")), (false, false));
    let mut other = hand.clone();
    hand.chooses(NodeChoice::Timer(hand.pod("p-a")));
    assert_eq!((hand.deleting("p-a"), hand.deleting("q-a")), (true, false));
    other.chooses(NodeChoice::Timer(other.pod("q-a")));
    assert_eq!((other.deleting("p-a"), other.deleting("q-a")), (false, true));
    // Between the two the node may be well again.
    let node = other.name("a");
    other.does(Action::Fault(Fault::Nodes(NodeFault::Node { node, down: false })));
    other.takes(Action::Nodes(NodeAction::EvictionTimers));
    assert!(other.deleting("p-a"));
}

#[test]
fn work_in_slices_comes_to_the_same_at_every_instant() {
    let text = |most: u32| {
        let mut hand = cluster(&["a y", "b y", "c y", "d y", "e z", "f z", "g z", "h z"]);
        let mut config = hand.0.config().clone();
        config.nodes.most_at_once = most;
        let (objects, cluster) = (
            hand.0.api().objects().cloned().collect::<Vec<_>>(),
            hand.0.cluster().clone(),
        );
        let mut world = World::new(config, cluster, 1);
        world.load(objects);
        hand.0 = world;
        let mut digests = Vec::new();
        for (at, nodes) in [
            (7, &["a", "b", "c"][..]),
            (40, &["d"]),
            (90, &["e", "f", "g", "h"]),
        ] {
            hand.until_time(seconds(at));
            digests.push(hand.0.digest());
            hand.down(nodes);
        }
        for at in [91, 120, 150, 160, 200, 300] {
            hand.until_time(seconds(at));
            digests.push(hand.0.digest());
        }
        let zone = hand.zone("y");
        let node = NodeFault::Zone { zone, down: false };
        hand.does(Action::Fault(Fault::Nodes(node)));
        hand.until_time(seconds(500));
        digests.push(hand.0.digest());
        (digests, hand.0.steps())
    };
    let (whole, steps) = text(u32::MAX);
    for most in [1, 2, 3, 5] {
        let (sliced, more) = text(most);
        assert_eq!(whole, sliced, "slices of {most}");
        assert!(
            more > steps,
            "{more} steps in slices of {most}, {steps} in one piece"
        );
    }
}
