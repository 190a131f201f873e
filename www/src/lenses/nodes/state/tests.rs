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
    let mut builder = FleetBuilder::new(plan, MINOR).expect("the kinds are built in");
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
