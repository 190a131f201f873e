use super::*;
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::{Duration, Time};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, read_scenario, run_scenario};
use std::rc::Rc;

const MINOR: u32 = 37;

fn source(text: &str) -> Source<'_> {
    Source {
        name: "scenario",
        bytes: text.as_bytes(),
    }
}

fn no_files(name: &str) -> Result<Vec<u8>, String> {
    Err(format!("{name} is not there"))
}

fn fleet(plan: ClusterPlan) -> Rc<Fleet> {
    let mut builder = FleetBuilder::new(plan, MINOR, false).expect("the kinds are built in");
    while !builder.advance(100) {}
    Rc::new(builder.finish())
}

fn run_of(fleet: &Rc<Fleet>, settings: Settings, faults: &[FaultPlan], until: Time) -> Tape {
    let mut run =
        Run::new(fleet.clone(), &settings, MINOR, faults.to_vec(), until).expect("the kinds are built in");
    while !run.advance() {}
    run.tape().clone()
}

fn preset(preset: Preset) -> (Rc<Fleet>, Settings, Tape) {
    let fleet = fleet(preset.plan());
    let settings = preset.settings(Settings::of(MINOR));
    let tape = run_of(&fleet, settings, &preset.faults(), preset.until());
    (fleet, settings, tape)
}

fn at(seconds: i64) -> Time {
    Time::from_secs(seconds)
}

fn seen(one: Preset, seconds: i64) -> Situation {
    let (fleet, settings, tape) = preset(one);
    situation(&tape, &fleet, &settings, &one.faults(), at(seconds)).expect("there is always something")
}

#[test]
fn a_fleet_is_as_large_as_asked_and_no_larger_than_allowed() {
    let fleet = fleet(ClusterPlan::DEFAULT);
    assert_eq!((fleet.zones.len(), fleet.nodes.len(), fleet.pods), (3, 60, 600));
    assert_eq!(fleet.node_name(0), "zone-a-01");
    assert_eq!(fleet.node_name(59), "zone-c-20");
    assert!(fleet.zones[1].nodes.contains(&20) && !fleet.zones[0].nodes.contains(&20));
    let with = |zones, nodes, pods| {
        ClusterPlan {
            zones,
            nodes,
            pods,
            toleration_s: 300,
        }
        .check()
    };
    assert_eq!(with(3, 1667, 30), Ok(()));
    assert_eq!(with(0, 1, 1), Err(PlanError::Nothing));
    assert_eq!(with(MOST_ZONES + 1, 1, 1), Err(PlanError::Zones));
    assert_eq!(with(2, MOST_NODES, 1), Err(PlanError::Nodes));
    assert_eq!(with(1, 6_000, 31), Err(PlanError::Pods));
    assert_eq!(with(u32::MAX, u32::MAX, u32::MAX), Err(PlanError::Zones));
}

#[test]
fn sliders_stop_at_the_defaults_and_keep_what_they_are_given() {
    let settings = Settings::of(MINOR);
    for flag in Flag::ALL {
        let value = flag.get(&settings);
        assert!(
            (flag.stops()[flag.stop(&settings)] - value).abs() < 1e-6,
            "{}",
            flag.name()
        );
        for &stop in flag.stops() {
            assert!(
                (flag.get(&flag.set(settings, stop)) - stop).abs() < 1e-6,
                "{} {stop}",
                flag.name()
            );
        }
    }
    assert!(settings.breaker && !Settings::of(36).breaker);
    assert!((Flag::GracePeriod.get(&Settings::of(31)) - 40.0).abs() < 1e-6);
}

#[test]
fn more_than_half_of_a_small_zone_is_not_evicted() {
    let (_, _, tape) = preset(Preset::HalfZone);
    let row = tape.row(at(78)).expect("a row");
    let zone = &row.zones[1];
    assert_eq!(zone.state, Some(ZoneState::PartialDisruption));
    assert_eq!((zone.not_ready, zone.size), (12, 20));
    assert_eq!(zone.limiter.map(|limiter| limiter.qps), Some(None));
    assert_eq!(
        zone.swap.map(|swap| swap.cause),
        Some(SwapCause::State(ZoneState::PartialDisruption))
    );
    assert_eq!(row.zones[0].count(Mark::Ready), 20);
    let Situation::Partial {
        zone: 1,
        not_ready: 12,
        size: 20,
        rate,
        ..
    } = seen(Preset::HalfZone, 78)
    else {
        panic!("{:?}", seen(Preset::HalfZone, 78));
    };
    assert!(rate.abs() < f32::EPSILON);
}

#[test]
fn each_preset_comes_to_what_it_is_about() {
    let outcome = |one: Preset| preset(one).2.outcome();
    let one = outcome(Preset::OneNode);
    assert_eq!(
        (one.tainted, one.evicted, one.worst),
        (1, 10, Some(ZoneState::Normal))
    );
    let zone = outcome(Preset::OneZone);
    assert_eq!(zone.worst, Some(ZoneState::FullDisruption));
    assert!(zone.tainted >= 20 && zone.evicted > 0 && !zone.master, "{zone:?}");
    let all = outcome(Preset::AllZones);
    assert!(all.master && all.unknown == 60, "{all:?}");
    let held = outcome(Preset::StaleBreaker);
    assert_eq!((held.unknown, held.tainted), (0, 0));
    let deceived = outcome(Preset::StaleNoBreaker);
    // Each kubelet soon says that it is ready, so that not all are Unknown at once; some are tainted all the same.
    assert!(deceived.unknown > 30 && deceived.tainted > 0, "{deceived:?}");
    let large = outcome(Preset::HalfLargeZone);
    assert_eq!(large.worst, Some(ZoneState::PartialDisruption));
    assert!(large.tainted > 1, "{large:?}");
    assert!(matches!(
        seen(Preset::OneNode, 66),
        Situation::Normal {
            zone: 1,
            not_ready: 1,
            ..
        }
    ));
    assert!(matches!(
        seen(Preset::OneNode, 30),
        Situation::Silent {
            nodes: 1,
            zone: Some(1),
            ..
        }
    ));
    assert!(matches!(
        seen(Preset::OneNode, 2),
        Situation::Calm { nodes: 60, .. }
    ));
    assert!(matches!(
        seen(Preset::OneNode, 890),
        Situation::Recovered {
            tainted: 1,
            evicted: 10,
            still: 0
        }
    ));
    assert!(matches!(
        seen(Preset::OneZone, 130),
        Situation::Full {
            zone: 1,
            size: 20,
            ..
        }
    ));
    assert!(matches!(
        seen(Preset::AllZones, 90),
        Situation::Master { nodes: 60, .. }
    ));
    assert!(matches!(
        seen(Preset::StaleBreaker, 100),
        Situation::Held { alive: 60, .. }
    ));
    assert!(matches!(
        seen(Preset::StaleNoBreaker, 77),
        Situation::Deceived { .. }
    ));
}

/// The tape is compared with what the engine says of the same question as a scenario file.
#[test]
fn the_tape_shows_what_the_engine_tells_of_the_same_scenario() {
    for one in Preset::ALL {
        let (fleet, settings, tape) = preset(one);
        let text = scenario_text(&one.plan(), &fleet, &settings, MINOR, &one.faults(), one.until());
        let scenario =
            read_scenario(source(&text), &mut no_files, Limits::default()).expect("it is well formed");
        let result = run_scenario(&scenario, RunOptions::default());
        let taint = "node.kubernetes.io/unreachable:NoExecute";
        let tainted = result
            .nodes
            .iter()
            .filter(|node| node.change == "taint" && node.taint.as_deref() == Some(taint));
        let tainted: Vec<(String, String)> =
            tainted.map(|node| (node.at.clone(), node.node.clone())).collect();
        let mut ours = Vec::new();
        let mut before: Option<Rc<[Bits]>> = None;
        for (index, row) in tape.rows.iter().enumerate() {
            let bits = tape.bits(index);
            for (node, bits) in bits.iter().enumerate() {
                let was = before
                    .as_ref()
                    .is_some_and(|before| before[node].has(Bits::TAINTED));
                if bits.has(Bits::TAINTED) && !was {
                    ours.push((row.at.to_string(), fleet.node_name(node).to_owned()));
                }
            }
            before = Some(bits);
        }
        assert_eq!(ours, tainted, "{one:?}");
        let evictions = result
            .events
            .iter()
            .filter(|event| event.reason == "TaintManagerEviction");
        let evictions = evictions
            .filter(|event| event.message.starts_with("Marking"))
            .count();
        assert_eq!(tape.outcome().evicted as usize, evictions, "{one:?}");
        for (number, zone) in fleet.zones.iter().enumerate() {
            let key = format!("region-1::{}", zone.name);
            let theirs = result.zones.iter().filter(|change| change.zone == key);
            let theirs: Vec<Option<&str>> = theirs.map(|change| change.state).collect();
            let mut ours: Vec<Option<ZoneState>> = Vec::new();
            for row in &tape.rows {
                let state = row.zones[number].state;
                if ours.last() != Some(&state) {
                    ours.push(state);
                }
            }
            // What changes twice within a pass shows its end only.
            let ours: Vec<Option<&str>> = ours.into_iter().map(|state| state.map(ZoneState::text)).collect();
            let mut rest = theirs.iter();
            for state in &ours {
                assert!(
                    rest.any(|other| other == state),
                    "{one:?} {key}: {ours:?} in {theirs:?}"
                );
            }
            assert_eq!(ours.last(), theirs.last(), "{one:?} {key}");
        }
    }
}

#[test]
fn a_moment_is_the_same_whichever_way_it_is_reached() {
    let (_, _, tape) = preset(Preset::AllZones);
    assert!(tape.rows.len() > 100);
    let mut bits: Vec<Bits> = tape.bits(0).to_vec();
    for index in 1..tape.rows.len() {
        let new = tape.bits(index);
        let counted = |mark: Mark| new.iter().filter(|bits| bits.mark() == mark).count();
        for mark in Mark::ALL {
            let told: u32 = tape.rows[index].zones.iter().map(|zone| zone.count(mark)).sum();
            assert_eq!(told as usize, counted(mark), "row {index}, {mark:?}");
        }
        assert!(tape.rows[index - 1].at <= tape.rows[index].at);
        bits = new.to_vec();
    }
    assert_eq!(bits.len(), 60);
    assert_eq!(tape.index(Time(-1)), None);
    assert_eq!(
        tape.row(at(100_000)).map(|row| row.at),
        tape.rows.last().map(|row| row.at)
    );
}

#[test]
fn figures_read_what_the_rows_hold() {
    let (_, settings, tape) = preset(Preset::OneZone);
    let axis = Axis {
        until: Preset::OneZone.until(),
    };
    let figures = figures(&[Some(Rc::new(tape)), None], &settings, axis);
    assert_eq!(figures.len(), Scale::ALL.len());
    let of = |scale: Scale| {
        figures
            .iter()
            .find(|figure| figure.scale == scale)
            .expect("each is there")
    };
    assert_eq!(of(Scale::Ready).lines.len(), 3);
    assert!(
        of(Scale::Ready).lines[0].path.ends_with("H1000.0"),
        "{}",
        of(Scale::Ready).lines[0].path
    );
    // The zone that dies falls to the bottom and rises to the top again.
    assert!(of(Scale::Ready).lines[1].path.contains("V100.0"));
    assert!(of(Scale::Tainted).top >= 20.0);
    let full = of(Scale::State)
        .bands
        .iter()
        .filter(|band| band.state == Some(ZoneState::FullDisruption));
    assert_eq!(full.map(|band| band.zone).collect::<Vec<_>>(), [1]);
    assert_eq!(ticks(at(900)).last(), Some(&at(900)));
    assert!(ticks(at(3_600)).len() <= 7);
    assert!((axis.x(at(450)) - 500.0).abs() < 1e-9 && axis.time(0.5) == at(450));
}

#[test]
fn a_bucket_fills_between_two_moments() {
    let limiter = LimiterRow {
        qps: Some(0.1),
        tokens: 0.25,
        next_token: None,
    };
    assert!((limiter.tokens_at(Duration::from_secs(5)) - 0.75).abs() < 1e-6);
    assert!((limiter.tokens_at(Duration::from_secs(60)) - 1.0).abs() < 1e-6);
    let never = LimiterRow {
        qps: None,
        tokens: 0.0,
        next_token: None,
    };
    assert!(never.tokens_at(Duration::from_secs(60)).abs() < 1e-9);
}

#[test]
fn a_desk_starts_with_something_and_forgets_what_no_longer_holds() {
    let desk = Desk::new(MINOR);
    assert_eq!(desk.preset, Some(Preset::HalfZone));
    let fault = FaultPlan {
        at: at(3),
        what: What::Down,
        place: Place::Zone(2),
    };
    let more = desk.after(Act::Add(fault));
    assert_eq!((more.preset, more.faults[0]), (None, fault));
    assert_eq!(more.after(Act::Remove(0)).faults, desk.faults);
    assert_eq!(more.after(Act::Remove(99)).faults.len(), more.faults.len());
    let small = fleet(ClusterPlan {
        zones: 1,
        nodes: 3,
        pods: 0,
        toleration_s: 0,
    });
    let placed = more.after(Act::Plan(ClusterPlan {
        zones: 1,
        nodes: 3,
        pods: 0,
        toleration_s: 0,
    }));
    let placed = placed.after(Act::Fleet(small));
    assert!(placed.faults.is_empty() && placed.zone.is_none());
    let older = desk.after(Act::Minor(31));
    assert_eq!(older.settings[0], Settings::of(31));
    let rate = Flag::EvictionRate.set(desk.settings[0], 1.0);
    assert_eq!(
        desk.after(Act::Set(Side::A, rate)).after(Act::Minor(31)).settings[0],
        rate
    );
    let compared = desk.after(Act::Compare(true));
    assert_eq!((compared.side, compared.settings[1]), (Side::B, desk.settings[0]));
}

#[test]
fn time_passes_no_further_than_the_run_has_come() {
    let (_, _, tape) = preset(Preset::OneNode);
    let desk = Desk::new(MINOR).after(Act::Preset(Preset::OneNode));
    let told = Told {
        tape: Some(Rc::new(tape)),
        progress: 1000,
    };
    let desk = desk.after(Act::Told(Side::A, told));
    assert_eq!(desk.cursor, Preset::OneNode.look_at());
    let played = desk.after(Act::Play(true)).after(Act::Tick(1.0));
    assert_eq!(played.cursor, desk.cursor + Duration::from_secs(10));
    let ended = played.after(Act::Tick(1e6));
    assert!(ended.cursor == ended.until && !ended.playing);
    assert_eq!(ended.after(Act::Play(true)).cursor, Time::START);
    assert_eq!(desk.after(Act::Seek(at(1_000_000))).cursor, desk.until);
}

#[test]
fn with_a_rate_of_one_a_zone_that_was_stopped_stays_stopped() {
    // RQ-6: the limiter that never lets through reads a rate of 1.
    let fleet = fleet(ClusterPlan::DEFAULT);
    let settings = Flag::EvictionRate.set(Settings::of(MINOR), 1.0);
    let faults = [
        FaultPlan {
            at: at(5),
            what: What::Down,
            place: Place::First { zone: 1, count: 12 },
        },
        FaultPlan {
            at: at(200),
            what: What::Recovers,
            place: Place::First { zone: 1, count: 4 },
        },
    ];
    let tape = run_of(&fleet, settings, &faults, at(400));
    let zone = &tape.row(at(390)).expect("a row").zones[1];
    assert_eq!(zone.state, Some(ZoneState::Normal));
    assert_eq!(zone.limiter.map(|limiter| limiter.qps), Some(None));
    // Those that were tainted before the zone was stopped stay tainted; the others wait for ever.
    assert!(zone.queue > 0);
    assert_eq!(zone.queue + zone.tainted_now(), 8);
}

/// A dump of five nodes: `dead` was found dead long ago, `mute` has just stopped renewing.
const DUMP: &str = r#"
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: {name: dead, uid: n1, labels: {topology.kubernetes.io/zone: west}}
  spec: {taints: [{key: node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: "2026-01-31T09:58:00Z"}, {key: node.kubernetes.io/unreachable, effect: NoSchedule}]}
  status: {conditions: [{type: Ready, status: Unknown, reason: NodeStatusUnknown, lastHeartbeatTime: "2026-01-31T09:55:00Z", lastTransitionTime: "2026-01-31T09:57:55Z"}]}
- apiVersion: v1
  kind: Node
  metadata: {name: mute, uid: n2, labels: {topology.kubernetes.io/zone: west}}
  status: {conditions: [{type: Ready, status: "True", lastHeartbeatTime: "2026-01-31T09:58:00Z", lastTransitionTime: "2026-01-30T09:58:00Z"}]}
- apiVersion: v1
  kind: Node
  metadata: {name: well, uid: n3, labels: {topology.kubernetes.io/zone: west}}
  status: {conditions: [{type: Ready, status: "True", lastHeartbeatTime: "2026-01-31T09:59:00Z", lastTransitionTime: "2026-01-30T09:58:00Z"}]}
- apiVersion: v1
  kind: Node
  metadata: {name: also, uid: n4, labels: {topology.kubernetes.io/zone: west}}
  status: {conditions: [{type: Ready, status: "True", lastHeartbeatTime: "2026-01-31T09:59:00Z", lastTransitionTime: "2026-01-30T09:58:00Z"}]}
- apiVersion: v1
  kind: Node
  metadata: {name: apart, uid: n5, labels: {failure-domain.beta.kubernetes.io/zone: east, node.kubernetes.io/exclude-disruption: ""}}
  status: {conditions: [{type: Ready, status: "True", lastHeartbeatTime: "2026-01-31T09:59:00Z", lastTransitionTime: "2026-01-30T09:58:00Z"}]}
- {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: dead, namespace: kube-node-lease, uid: l1}, spec: {renewTime: "2026-01-31T09:57:00.000000Z"}}
- {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: mute, namespace: kube-node-lease, uid: l2}, spec: {renewTime: "2026-01-31T09:59:00.000000Z"}}
- {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: well, namespace: kube-node-lease, uid: l3}, spec: {renewTime: "2026-01-31T10:00:00.000000Z"}}
- {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: also, namespace: kube-node-lease, uid: l4}, spec: {renewTime: "2026-01-31T09:59:58.000000Z"}}
- {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: apart, namespace: kube-node-lease, uid: l5}, spec: {renewTime: "2026-01-31T09:59:55.000000Z"}}
- apiVersion: v1
  kind: Pod
  metadata: {name: brief, namespace: shop, uid: p1}
  spec: {nodeName: dead, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 150}]}
  status: {phase: Running, conditions: [{type: Ready, status: "False"}]}
- apiVersion: v1
  kind: Pod
  metadata: {name: daemon, namespace: shop, uid: p2, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: d, controller: true}]}
  spec: {nodeName: dead, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute}, {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}]}
  status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
- apiVersion: v1
  kind: Pod
  metadata: {name: usual, namespace: shop, uid: p3}
  spec: {nodeName: mute, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]}
  status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
"#;

fn opened(text: &str, replaces: bool) -> Result<Rc<Fleet>, PlanError> {
    let inputs = crate::state::Inputs::one("dump.yaml", text.as_bytes().to_vec());
    let mut reading = DumpReading::new(inputs, MINOR, replaces);
    while reading.advance(100) == Some(false) {}
    let mut gathering = reading.finish(300, replaces).expect("it can be read");
    while !gathering.advance(2) {}
    gathering.finish().map(Rc::new)
}

#[test]
fn a_dump_goes_on_from_where_it_was_taken() {
    let fleet = opened(DUMP, false).expect("there are nodes");
    let told = fleet.dump.expect("it is a dump");
    assert_eq!(
        told,
        DumpTold {
            leases: 5,
            silent: 2,
            tainted: 1,
            no_conditions: false,
            no_tolerations: false,
        }
    );
    let zones: Vec<_> = fleet.zones.iter().map(|zone| zone.name.as_str()).collect();
    assert_eq!((zones, fleet.pods), (vec!["east", "west"], 3));
    let number = |name: &str| {
        (0..fleet.nodes.len())
            .find(|&node| fleet.node_name(node) == name)
            .expect("a node")
    };
    let (dead, mute, well, apart) = (number("dead"), number("mute"), number("well"), number("apart"));
    assert!(fleet.nodes[apart].excluded && fleet.nodes[dead].pods == 2);
    let tape = run_of(&fleet, Settings::of(MINOR), &[], at(600));
    // At the start all is as the dump has it.
    let start = tape.bits(tape.index(at(0)).expect("a row"));
    let marks = [dead, mute, well, apart].map(|node| start[node].mark());
    // The lease of one is older than the grace, which the first pass finds out.
    assert_eq!(marks, [Mark::Tainted, Mark::Unknown, Mark::Ready, Mark::Excluded]);
    assert_eq!(tape.rows[0].tainted, 0, "the taint was there");
    // The taint is two minutes old, and the pod tolerates it for half a minute more; the daemon's pod stays.
    let evicted = |seconds: i64| tape.row(at(seconds)).expect("a row").evicted;
    assert_eq!((evicted(29), evicted(31)), (0, 1));
    assert_eq!(tape.row(at(1)).expect("a row").tainted, 1);
    assert_eq!((evicted(299), evicted(302)), (1, 2));
    assert_eq!(tape.bits(tape.rows.len() - 1)[well].mark(), Mark::Ready);
}

#[test]
fn a_dump_without_statuses_is_taken_as_well_and_says_so() {
    let text = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: a, uid: a}}
- {apiVersion: v1, kind: Node, metadata: {name: b, uid: b}}
- {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: d, uid: p}, spec: {nodeName: a}, status: {phase: Running}}
";
    let fleet = opened(text, false).expect("there are nodes");
    let told = fleet.dump.expect("it is a dump");
    assert!(told.no_conditions && told.no_tolerations && told.leases == 0);
    let fault = FaultPlan {
        at: at(5),
        what: What::Down,
        place: Place::Node(0),
    };
    let tape = run_of(&fleet, Settings::of(MINOR), &[fault], at(500));
    let row = |seconds: i64| tape.row(at(seconds)).expect("a row");
    assert_eq!(row(4).zones[0].ready, 2);
    assert_eq!((row(300).evicted, row(499).evicted), (0, 1));
    let none = "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d}}]}";
    assert_eq!(opened(none, false).map(|_| ()), Err(PlanError::Nothing));
}

#[test]
fn evicted_pods_of_replica_sets_are_replaced_where_that_is_asked_for() {
    let plan = ClusterPlan {
        zones: 2,
        nodes: 3,
        pods: 2,
        toleration_s: 30,
    };
    let run = |replaces: bool| {
        let mut builder = FleetBuilder::new(plan, MINOR, replaces).expect("the kinds are built in");
        while !builder.advance(4) {}
        let fleet = Rc::new(builder.finish());
        assert_eq!((fleet.replaces, fleet.pods), (replaces, 12));
        let fault = FaultPlan {
            at: at(5),
            what: What::Down,
            place: Place::Node(0),
        };
        run_of(&fleet, Settings::of(MINOR), &[fault], at(200)).outcome()
    };
    let (without, with) = (run(false), run(true));
    assert_eq!((without.evicted, without.replaced), (2, 0));
    assert_eq!((with.evicted, with.replaced), (2, 2));
    // A dump's ReplicaSets do the same.
    let text = r#"
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: a, uid: a}, status: {conditions: [{type: Ready, status: "True"}]}}
- {apiVersion: v1, kind: Node, metadata: {name: b, uid: b}, status: {conditions: [{type: Ready, status: "True"}]}}
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata: {name: web, namespace: shop, uid: rs}
  spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}
- apiVersion: v1
  kind: Pod
  metadata: {name: web-1, namespace: shop, uid: p, labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: rs, controller: true}]}
  spec: {nodeName: a, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 30}], containers: [{name: c, image: i}]}
  status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
"#;
    let fleet = opened(text, true).expect("there are nodes");
    let fault = FaultPlan {
        at: at(5),
        what: What::Down,
        place: Place::Node(0),
    };
    let outcome = run_of(&fleet, Settings::of(MINOR), &[fault], at(200)).outcome();
    assert_eq!((outcome.evicted, outcome.replaced), (1, 1));
}

#[test]
fn a_cache_that_makes_all_states_forgotten_is_no_normal_course() {
    let (_, _, tape) = preset(Preset::StaleBreaker);
    let outcome = tape.outcome();
    assert!(outcome.forgotten && !outcome.master && outcome.worst == Some(ZoneState::Normal));
    assert!(!preset(Preset::OneNode).2.outcome().forgotten);
}

#[test]
fn what_a_run_has_reached_is_told_by_its_progress() {
    let until = Time::from_secs(900);
    assert_eq!(reached(0, until), Time::START);
    assert_eq!(reached(100, until), Time::START);
    assert_eq!(reached(550, until), Time::from_secs(450));
    assert_eq!(reached(1000, until), until);
    // Rounded down twice, it is never ahead of the run.
    assert!(reached(999, until) < until);
}
