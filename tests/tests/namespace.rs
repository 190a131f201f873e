//! Namespace termination: recordings of the deleter of Kubernetes 1.37 and of older minors, what they do not reach, and
//! a real cluster with stuck namespaces.

use kubeloupe_core::apiserver::{Cluster, Reason, Verb};
use kubeloupe_core::object::{
    ConditionMessage, Facts, KindId, Name, NamespaceFacts, Object, ObjectKey, Time, builtin_kinds,
};
use kubeloupe_core::sim::{
    Action, Actor, Config, Effect, Fault, Injected, QueueName, Schedule, WorkerId, World,
};
use kubeloupe_formats::dump::{Options, read_dump};
use kubeloupe_formats::{Source, condition, wire};
use kubeloupe_tests::replay::check_recordings;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn recordings() {
    check_recordings("namespace.jsonl.gz", 161, 5340);
}

#[test]
fn recordings_of_older_minors() {
    check_recordings("namespace-older.jsonl.gz", 44, 2311);
}

const WORKER: WorkerId = WorkerId {
    queue: QueueName::Namespace,
    number: 0,
};

/// A world of which the namespace controller is the only controller.
struct Bench {
    world: World,
    /// The calls of the controller: verb, resource, name, code.
    calls: Vec<String>,
}

impl Bench {
    fn new(config: Config, dump: &str) -> Self {
        let minor = config.minor;
        let mut cluster = Cluster {
            minor,
            ..Cluster::default()
        };
        cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), minor));
        let source = Source {
            name: "dump",
            bytes: dump.as_bytes(),
        };
        let dump =
            read_dump(&[source], &mut cluster, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        let only = Config {
            garbage_collector: false,
            kubelet: false,
            ..config
        };
        let mut world = World::new(only, cluster, 0);
        world.load(dump.objects.into_iter().map(Arc::new));
        Bench {
            world,
            calls: Vec::new(),
        }
    }

    fn apply(&mut self, action: Action) {
        let step = self
            .world
            .apply(&action)
            .unwrap_or_else(|rejected| panic!("{rejected:?}: {action:?}"));
        let cluster = self.world.cluster();
        for effect in step.effects {
            let Effect::Call(call) = effect else { continue };
            if call.by != Actor::NamespaceController {
                continue;
            }
            let target = &call.request.target;
            let resource = cluster.names.text(cluster.kinds.get(target.kind).resource);
            let verb = match call.request.verb {
                Verb::UpdateNamespaceStatus(_) => "status",
                Verb::Finalize(_) => "finalize",
                ref verb => wire::verb(verb),
            };
            let mut shown = format!("{verb} {resource}");
            if target.name != Name::EMPTY {
                shown = format!("{shown} {}", cluster.names.text(target.name));
            }
            self.calls.push(format!("{shown} {}", call.response.code));
        }
    }

    /// Lets everything take its course.
    fn settle(&mut self) {
        for _ in 0..10_000 {
            match self.world.next(Schedule::Fair) {
                Some(action) => self.apply(action),
                None => return,
            }
        }
        panic!("does not come to rest");
    }

    /// Lets things happen until a worker could take a namespace, and takes it.
    fn take(&mut self) {
        while self.world.namespaces().head().is_none() {
            let action = self.world.next(Schedule::Fair).expect("a namespace is put off");
            self.apply(action);
        }
        self.calls.clear();
        self.apply(Action::Take(WORKER));
    }

    fn call(&mut self, answer: Option<Reason>) {
        let answer = answer.map(|reason| Injected { reason });
        self.apply(Action::Call {
            worker: WORKER,
            answer,
        });
    }

    /// Makes calls as long as they are about anything but namespaces.
    fn calls_about_content(&mut self) {
        let namespace = self.kind("namespaces");
        while self
            .world
            .namespaces()
            .request(WORKER)
            .is_some_and(|one| one.target.kind != namespace)
        {
            self.call(None);
        }
    }

    fn kind(&self, resource: &str) -> KindId {
        let cluster = self.world.cluster();
        let fits = |names: &kubeloupe_core::object::Names, kind: &kubeloupe_core::object::Kind| {
            kind.group == Name::EMPTY && names.text(kind.resource) == resource
        };
        wire::resolve(cluster, None, fits).expect("a kind").0
    }

    fn get(&self, resource: &str, namespace: &str, name: &str) -> Option<Arc<Object>> {
        let names = &self.world.cluster().names;
        let key = ObjectKey {
            kind: self.kind(resource),
            namespace: names.find(namespace)?,
            name: names.find(name)?,
        };
        self.world.api().get(&key).cloned()
    }

    fn facts(&self, namespace: &str) -> Option<Arc<NamespaceFacts>> {
        match &self.get("namespaces", "", namespace)?.facts {
            Facts::Namespace(facts) => Some(facts.clone()),
            _ => None,
        }
    }

    /// The conditions that hold, with their messages.
    fn holding(&self, namespace: &str) -> Vec<String> {
        let names = &self.world.cluster().names;
        let facts = self.facts(namespace).expect("the namespace is there");
        let holding = facts.conditions.iter().filter(|one| one.status == Name::TRUE);
        holding
            .map(|one| {
                format!(
                    "{}: {}",
                    names.text(one.reason),
                    condition::message(names, namespace, one)
                )
            })
            .collect()
    }
}

/// Discovery shows nothing to the controller, so that only its calls about the namespace itself are left.
fn nothing_shown() -> Config {
    Config {
        namespace_resources: Some(Vec::new()),
        ..Config::default()
    }
}

/// A world in which discovery shows only these resources of the core group.
fn limited(config: Config, resources: &[&str], dump: &str) -> Bench {
    let probe = Bench::new(config.clone(), dump);
    let kinds = resources.iter().map(|resource| probe.kind(resource)).collect();
    Bench::new(
        Config {
            namespace_resources: Some(kinds),
            ..config
        },
        dump,
    )
}

const TERMINATING: &str = "
apiVersion: v1
kind: Namespace
metadata: { name: a, uid: ns-uid, resourceVersion: '1', deletionTimestamp: '2026-01-01T00:00:00Z' }
spec: { finalizers: [kubernetes] }
status: { phase: Terminating }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: c1, namespace: a, uid: c1-uid, resourceVersion: '2' }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: c2, namespace: a, uid: c2-uid, resourceVersion: '3' }
";

const RUNNING_POD: &str = "
---
apiVersion: v1
kind: Pod
metadata: { name: p, namespace: a, uid: p-uid, resourceVersion: '4' }
spec: { nodeName: n1 }
status: { phase: Running }
";

#[test]
fn an_empty_namespace_goes() {
    let mut bench = Bench::new(nothing_shown(), TERMINATING);
    bench.settle();
    assert_eq!(
        bench.calls,
        [
            "get namespaces a 200",
            "status namespaces a 200",
            "finalize namespaces a 409",
            "get namespaces a 200",
            "finalize namespaces a 200",
        ]
    );
    assert!(bench.get("namespaces", "", "a").is_none());
    // What the status update had put off is forgotten without a call: the informer no longer has the namespace.
    assert!(bench.world.now() >= Time::from_secs(5));
    assert_eq!(bench.world.namespaces().delayed_items().count(), 0);
}

#[test]
fn every_namespaced_resource_is_asked_for() {
    let mut bench = Bench::new(Config::default(), TERMINATING);
    bench.settle();
    let lists: Vec<&String> = bench
        .calls
        .iter()
        .filter(|call| call.starts_with("list "))
        .collect();
    assert_eq!(
        lists[..3],
        ["list pods 200", "list pods 200", "list configmaps 200"]
    );
    assert!(lists.len() > 25);
    for known in [
        "list events 200",
        "list endpointslices 200",
        "list rolebindings 200",
    ] {
        assert!(lists.iter().any(|list| *list == known), "{known}");
    }
    for other in ["list nodes 200", "list namespaces 200", "list bindings 200"] {
        assert!(!lists.iter().any(|list| *list == other), "{other}");
    }
}

#[test]
fn the_phase_is_set_first_and_again_after_a_conflict() {
    let active = TERMINATING.replace("phase: Terminating", "phase: Active");
    let mut bench = Bench::new(nothing_shown(), &active);
    bench.take();
    for answer in [None, Some(Reason::Conflict), None, None] {
        bench.call(answer);
    }
    bench.call(None);
    assert_eq!(
        bench.calls,
        [
            "get namespaces a 200",
            "status namespaces a 409",
            "get namespaces a 200",
            "status namespaces a 200",
            "status namespaces a 200",
        ]
    );
    let facts = bench.facts("a").expect("a namespace");
    assert_eq!(facts.phase, kubeloupe_core::object::NamespacePhase::Terminating);
    assert_eq!(facts.conditions.len(), 5);
}

#[test]
fn a_namespace_that_is_gone_ends_the_pass_and_an_error_puts_it_off() {
    for (answer, put_off) in [(Reason::NotFound, false), (Reason::InternalError, true)] {
        let mut bench = Bench::new(nothing_shown(), TERMINATING);
        bench.take();
        bench.call(Some(answer));
        assert!(bench.world.namespaces().request(WORKER).is_none());
        assert_eq!(
            bench.world.namespaces().delayed_items().count(),
            usize::from(put_off),
            "{answer:?}"
        );
    }
}

#[test]
fn other_tokens_are_left_sorted() {
    let tokens = TERMINATING.replace("[kubernetes]", "[z.example.com/z, kubernetes, a.example.com/a]");
    let mut bench = Bench::new(nothing_shown(), &tokens);
    bench.settle();
    let facts = bench.facts("a").expect("a namespace");
    let names = &bench.world.cluster().names;
    let left: Vec<&str> = facts.spec_finalizers.iter().map(|&one| names.text(one)).collect();
    assert_eq!(left, ["a.example.com/a", "z.example.com/z"]);
}

#[test]
fn without_deletecollection_objects_are_deleted_one_by_one() {
    let mut bench = limited(Config::default(), &["configmaps"], TERMINATING);
    bench.take();
    bench.call(None);
    bench.call(Some(Reason::MethodNotAllowed));
    bench.calls_about_content();
    assert_eq!(
        bench.calls,
        [
            "get namespaces a 200",
            "deletecollection configmaps 405",
            "list configmaps 200",
            "delete configmaps c1 200",
            "delete configmaps c2 200",
            "list configmaps 200",
        ]
    );
    bench.settle();
    assert!(bench.get("namespaces", "", "a").is_none());
}

#[test]
fn an_error_of_one_resource_does_not_stop_the_others() {
    let mut bench = limited(Config::default(), &["configmaps", "secrets"], TERMINATING);
    bench.take();
    bench.call(None);
    bench.call(Some(Reason::InternalError));
    bench.calls_about_content();
    assert_eq!(
        bench.calls,
        [
            "get namespaces a 200",
            "deletecollection configmaps 500",
            "deletecollection secrets 200",
            "list secrets 200",
        ]
    );
    bench.call(None);
    let held = bench.holding("a");
    assert!(
        held.len() == 1 && held[0].starts_with("ContentDeletionFailed: "),
        "{held:?}"
    );
    bench.settle();
    assert!(bench.get("namespaces", "", "a").is_none());
}

#[test]
fn pods_that_outlast_their_grace_are_an_error() {
    let mut bench = limited(
        Config::default(),
        &["configmaps", "pods"],
        &format!("{TERMINATING}{RUNNING_POD}"),
    );
    bench.settle();
    assert_eq!(
        bench.holding("a"),
        [
            "ContentDeletionFailed: Failed to delete all resource types, 1 remaining: unexpected items still remain in \
          namespace: a for gvr: /v1, Resource=pods"
        ]
    );
    assert!(bench.world.now() >= Time::from_secs(30));
    assert!(
        bench
            .get("configmaps", "a", "c1")
            .is_some_and(|one| !one.meta.is_deleting())
    );
}

#[test]
fn pods_go_first_since_1_33() {
    for (minor, stays) in [(32, false), (33, true)] {
        let config = Config {
            minor,
            ..Config::default()
        };
        let held = RUNNING_POD.replace("name: p,", "name: p, finalizers: [example.com/x],");
        let mut bench = limited(config, &["configmaps", "pods"], &format!("{TERMINATING}{held}"));
        bench.take();
        bench.call(None);
        bench.calls_about_content();
        bench.call(None);
        assert_eq!(bench.get("configmaps", "a", "c1").is_some(), stays, "1.{minor}");
        assert!(
            bench
                .get("pods", "a", "p")
                .is_some_and(|pod| pod.meta.is_deleting())
        );
        let held: Vec<String> = if stays {
            Vec::new()
        } else {
            vec![
                "SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances".to_owned(),
                "SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/x in 1 \
                 resource instances"
                    .to_owned(),
            ]
        };
        assert_eq!(bench.holding("a"), held, "1.{minor}");
    }
}

#[test]
fn a_new_controller_begins_anew() {
    let mut bench = limited(Config::default(), &["configmaps"], TERMINATING);
    bench.take();
    bench.call(None);
    bench.apply(Action::Fault(Fault::RestartControllers));
    assert!(bench.world.namespaces().request(WORKER).is_none());
    bench.settle();
    assert!(bench.get("namespaces", "", "a").is_none());
}

/// The dump was taken when the real controller had nothing more to write: neither has this one.
#[test]
fn stuck_namespaces_of_a_real_cluster_stay_as_they_are_until_discovery_works() {
    let dump =
        std::fs::read_to_string(file("dumps/stuck-cluster/everything.json")).expect("the dump is readable");
    let mut bench = Bench::new(Config::default(), &dump);
    let before = bench.world.api().last_version();
    for namespace in ["legacy", "team-x"] {
        let facts = bench.facts(namespace).expect("a namespace");
        let understood = facts
            .conditions
            .iter()
            .all(|one| !matches!(one.message, ConditionMessage::Text(_)));
        assert!(understood && facts.conditions.len() == 5, "{facts:?}");
    }
    bench.settle();
    assert_eq!(bench.world.api().last_version(), before, "{:?}", bench.calls);
    assert!(bench.calls.iter().any(|call| call == "get namespaces legacy 200"));
    bench.apply(Action::Fault(Fault::Discovery(None)));
    bench.settle();
    assert!(bench.get("namespaces", "", "legacy").is_none());
    let held = bench.holding("team-x");
    assert_eq!(
        held,
        [
            "SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances",
            "SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/backup in 1 \
             resource instances",
        ]
    );
}
