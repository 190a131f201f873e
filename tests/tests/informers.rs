//! How what an informer received gets into its store and to the handlers: in order or object by object, in batches,
//! and after a relist (spec versions, section 7).

use kubeloupe_core::object::KindId;
use kubeloupe_core::sim::{Action, Effect, Fault, InformerId, Rejected, Schedule, Watcher, World};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::read_scenario_as;
use kubeloupe_formats::versions::VersionChoice;

const SETS: &str = "
kubeloupe: v1
controllers: [garbagecollector, namespace, replicaset]
objects:
- {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: a, namespace: shop, uid: a}, spec: {replicas: 0, selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}}}}
- {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: b, namespace: shop, uid: b}, spec: {replicas: 0, selector: {matchLabels: {app: b}}, template: {metadata: {labels: {app: b}}}}}
- {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: c, namespace: shop, uid: c}, spec: {replicas: 0, selector: {matchLabels: {app: c}}, template: {metadata: {labels: {app: c}}}}}
actions:
- {at: 1s, patch: {kind: ReplicaSet, namespace: shop, name: a, metadata: {labels: {round: '1'}}}}
- {at: 1s, delete: {kind: ReplicaSet, namespace: shop, name: b}}
- {at: 1s, patch: {kind: ReplicaSet, namespace: shop, name: a, metadata: {labels: {round: '2'}}}}
- {at: 1s, delete: {kind: ReplicaSet, namespace: shop, name: c}}
";

/// A world at rest, and the actions of its scenario, which are not taken yet.
fn world(kubernetes: &str) -> (World, Vec<Action>) {
    let source = Source {
        name: "test.yaml",
        bytes: SETS.as_bytes(),
    };
    let choice = VersionChoice::of_words(Some(kubernetes), &[], &[]).expect("a known version");
    let mut no_files = |name: &str| Err(format!("no file {name}"));
    let scenario = read_scenario_as(source, &mut no_files, Limits::default(), &choice).expect("readable");
    let mut world = World::new(scenario.config.clone(), scenario.cluster.clone(), 1);
    world.assume_namespaces();
    world.load(scenario.objects.iter().cloned());
    assert!(world.run_silently(Schedule::Fair, None, 1_000));
    let actions = scenario.actions.iter().map(|timed| timed.action.clone());
    (world, actions.collect())
}

fn informer(world: &World, watcher: Watcher) -> InformerId {
    let names = &world.cluster().names;
    let [group, kind] = ["apps", "ReplicaSet"].map(|text| names.find(text).expect("known"));
    let kind: KindId = world.cluster().kinds.of_group(group, kind).expect("known");
    InformerId { watcher, kind }
}

fn take(world: &mut World, action: &Action) -> Vec<Effect> {
    world.apply(action).expect("possible").effects
}

/// What one delivery tells the handlers, what the store holds then, and what the ReplicaSet controller reads.
fn deliver(world: &mut World, watcher: Watcher) -> (String, usize, usize) {
    let id = informer(world, watcher);
    let effects = take(world, &Action::Deliver(id));
    let told = effects.iter().find_map(|effect| match effect {
        Effect::Delivered { change, object, .. } => Some(format!(
            "{change:?} {}",
            world.cluster().names.text(object.meta.name)
        )),
        _ => None,
    });
    let store = world.informers().get(id).map_or(0, |informer| informer.len());
    let cached = world.workloads().cache().replica_sets.iter().len();
    (told.expect("something was delivered"), store, cached)
}

/// Everything that was asked for at once, as the handlers are told of it.
fn run(kubernetes: &str, watcher: Watcher) -> Vec<(String, usize, usize)> {
    let (mut world, actions) = world(kubernetes);
    for action in &actions {
        take(&mut world, action);
    }
    take(&mut world, &Action::Advance);
    (0..4).map(|_| deliver(&mut world, watcher)).collect()
}

fn told(deliveries: &[(String, usize, usize)]) -> Vec<&str> {
    deliveries.iter().map(|(told, ..)| told.as_str()).collect()
}

#[test]
fn changes_of_one_object_came_together_up_to_1_32() {
    let together = ["Modified a", "Modified a", "Deleted b", "Deleted c"];
    let in_order = ["Modified a", "Deleted b", "Modified a", "Deleted c"];
    for watcher in [Watcher::GarbageCollector, Watcher::Workloads] {
        assert_eq!(told(&run("1.32", watcher)), together);
        for kubernetes in ["1.33", "1.34", "1.35", "1.37"] {
            assert_eq!(told(&run(kubernetes, watcher)), in_order, "{kubernetes}");
        }
    }
}

#[test]
fn nothing_comes_between_the_changes_of_one_object_up_to_1_32() {
    let (mut world, actions) = world("1.32");
    for action in &actions {
        take(&mut world, action);
    }
    take(&mut world, &Action::Advance);
    let id = informer(&world, Watcher::GarbageCollector);
    assert_eq!(deliver(&mut world, id.watcher).0, "Modified a");
    // The second change is out of the queue; what is lost is the next thing in it.
    let lost = take(&mut world, &Action::Drop(id));
    assert!(
        matches!(&lost[..], [Effect::Dropped { object, .. }] if world.cluster().names.text(object.meta.name) == "b")
    );
    assert_eq!(deliver(&mut world, id.watcher).0, "Modified a");
    assert_eq!(deliver(&mut world, id.watcher).0, "Deleted c");
}

#[test]
fn stores_run_ahead_of_the_handlers_since_1_35() {
    let stores = |kubernetes| -> Vec<usize> {
        let deliveries = run(kubernetes, Watcher::Workloads);
        for (told, store, cached) in &deliveries {
            assert_eq!(
                store, cached,
                "{kubernetes}: {told}: controllers read what the store holds"
            );
        }
        deliveries.into_iter().map(|(_, store, _)| store).collect()
    };
    for one_by_one in ["1.33", "1.34"] {
        assert_eq!(stores(one_by_one), [3, 2, 2, 1], "{one_by_one}");
    }
    // The second change of `a` ends the batch.
    for in_batches in ["1.35", "1.36", "1.37"] {
        assert_eq!(stores(in_batches), [2, 2, 1, 1], "{in_batches}");
    }
}

#[test]
fn what_is_in_the_store_can_no_longer_be_lost() {
    let (mut world, actions) = world("1.37");
    for action in &actions {
        take(&mut world, action);
    }
    take(&mut world, &Action::Advance);
    let id = informer(&world, Watcher::Workloads);
    let effects = take(&mut world, &Action::Deliver(id));
    assert!(effects.contains(&Effect::TakenIn {
        informer: id,
        count: 2
    }));
    take(
        &mut world,
        &Action::Fault(Fault::LoseEvents {
            kind: id.kind,
            count: 1,
        }),
    );
    assert_eq!(deliver(&mut world, id.watcher).0, "Deleted b");
    let lost = take(&mut world, &Action::Deliver(id));
    assert!(
        matches!(lost[..], [Effect::Dropped { .. }]),
        "the second change of `a` is lost"
    );
    assert_eq!(deliver(&mut world, id.watcher).0, "Deleted c");
    assert_eq!(world.apply(&Action::Drop(id)), Err(Rejected::NothingToDeliver));
}

/// What a relist tells the handlers, and what the store holds after each.
fn relisted(kubernetes: &str) -> Vec<(String, usize)> {
    let (mut world, actions) = world(kubernetes);
    let id = informer(&world, Watcher::Workloads);
    take(
        &mut world,
        &Action::Fault(Fault::LoseEvents {
            kind: id.kind,
            count: 4,
        }),
    );
    for action in &actions {
        take(&mut world, action);
    }
    take(&mut world, &Action::Advance);
    for _ in 0..4 {
        take(&mut world, &Action::Deliver(id));
    }
    take(&mut world, &Action::Fault(Fault::Relist(id.kind)));
    let deliveries = (0..3).map(|_| deliver(&mut world, id.watcher));
    deliveries.map(|(told, store, _)| (told, store)).collect()
}

#[test]
fn a_relist_replaces_the_store_at_once_since_1_36() {
    let expected = |told: [&str; 3], stores: [usize; 3]| -> Vec<(String, usize)> {
        told.into_iter().map(str::to_owned).zip(stores).collect()
    };
    let deleted_first = ["Deleted b", "Deleted c", "Modified a"];
    assert_eq!(
        relisted("1.32"),
        expected(["Modified a", "Deleted b", "Deleted c"], [3, 2, 1])
    );
    assert_eq!(relisted("1.34"), expected(deleted_first, [2, 1, 1]));
    for at_once in ["1.36", "1.37"] {
        assert_eq!(relisted(at_once), expected(deleted_first, [1, 1, 1]), "{at_once}");
    }
}

#[test]
fn a_relist_of_more_than_a_batch_replaces_the_store_at_once() {
    for (kubernetes, left) in [("1.35", 500), ("1.36", 0)] {
        let choice = VersionChoice::of_words(Some(kubernetes), &[], &[]).expect("a known version");
        let mut text = String::from("kubeloupe: v1\ncontrollers: [garbagecollector, replicaset]\nobjects:\n");
        for number in 0..1_500 {
            text.push_str(&format!(
                "- {{apiVersion: apps/v1, kind: ReplicaSet, metadata: {{name: p{number}, namespace: shop, uid: p{number}}}}}\n"
            ));
        }
        text.push_str("actions:\n");
        for number in 0..1_500 {
            text.push_str(&format!(
                "- {{at: 1s, delete: {{kind: ReplicaSet, namespace: shop, name: p{number}}}}}\n"
            ));
        }
        let source = Source {
            name: "test.yaml",
            bytes: text.as_bytes(),
        };
        let mut no_files = |name: &str| Err(format!("no file {name}"));
        let scenario = read_scenario_as(source, &mut no_files, Limits::default(), &choice).expect("readable");
        let mut world = World::new(scenario.config.clone(), scenario.cluster.clone(), 1);
        world.assume_namespaces();
        world.load(scenario.objects.iter().cloned());
        assert!(world.run_silently(Schedule::Fair, None, 10_000));
        for timed in &scenario.actions {
            take(&mut world, &timed.action);
        }
        let id = informer(&world, Watcher::Workloads);
        take(&mut world, &Action::Fault(Fault::Relist(id.kind)));
        assert_eq!(deliver(&mut world, id.watcher).1, left, "{kubernetes}");
    }
}
