//! The collector's graph stays sound, and nothing is kept for nothing, however clients, watches, several workers and
//! faults are interleaved.

use kubeloupe_core::apiserver::{
    Create, DeleteOptions, OwnerPatch, Patch, Policy, Reason, Request, Target, Verb,
};
use kubeloupe_core::object::{Facts, KindId, List, Name, Object, ObjectMeta, OwnerReference};
use kubeloupe_core::sim::{Action, Config, InformerId, Injected, Random, Schedule, World};
use kubeloupe_tests::oracle_cluster;
use std::sync::Arc;

const KINDS: [(&str, &str); 5] = [
    ("v1", "ConfigMap"),
    ("v1", "Secret"),
    ("rbac.authorization.k8s.io/v1", "ClusterRole"),
    ("example.com/v1", "Widget"),
    ("example.com/v1beta1", "Widget"),
];
const NAMES: [&str; 4] = ["w", "x", "y", "z"];
const STEPS: usize = 600;

struct Chaos {
    world: World,
    random: Random,
}

impl Chaos {
    fn new(seed: u64) -> Self {
        let config = Config {
            concurrent_gc_syncs: 3,
            namespace_controller: false,
            ..Config::default()
        };
        let mut world = World::new(config, oracle_cluster(37), seed);
        for namespace in ["a", "b"] {
            let cluster = world.cluster_mut();
            let meta = ObjectMeta {
                name: name(cluster, namespace),
                ..ObjectMeta::default()
            };
            let kind = cluster
                .kinds
                .known(Name::V1, Name::NAMESPACE)
                .expect("namespaces are built in");
            create(&mut world, kind, Name::V1, meta);
        }
        Chaos {
            world,
            random: Random::new(seed),
        }
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len())]
    }

    /// Some path, with the namespace that the kind wants.
    fn target(&mut self) -> Target {
        let ((api_version, kind), object) = (self.pick(&KINDS), self.pick(&NAMES));
        let namespace = self.pick(&["a", "a", "b"]);
        let cluster = self.world.cluster_mut();
        let [api_version, word, object, namespace] =
            [api_version, kind, object, namespace].map(|text| name(cluster, text));
        let kind = cluster
            .kinds
            .known(api_version, word)
            .expect("a kind of the recordings");
        let namespaced = cluster.kinds.get(kind).is_namespaced();
        Target {
            kind,
            api_version,
            namespace: if namespaced { namespace } else { Name::EMPTY },
            name: object,
        }
    }

    /// References to what is stored, some with a wrong name, kind or uid, some twice.
    fn owners(&mut self) -> List<OwnerReference> {
        let stored: Vec<Arc<Object>> = self.world.api().objects().cloned().collect();
        let mut owners = Vec::new();
        for _ in 0..self.random.below(4) {
            let owner = &stored[self.random.below(stored.len())];
            let cluster = self.world.cluster();
            let kind = cluster.kinds.get(owner.kind);
            let version = kind.versions[self.random.below(kind.versions.len())].api_version;
            let mut reference = OwnerReference {
                api_version: version,
                kind: kind.kind,
                name: owner.meta.name,
                uid: owner.meta.uid,
                controller: None,
                block_owner_deletion: [None, Some(false), Some(true), Some(true)][self.random.below(4)],
            };
            match self.random.below(12) {
                0 => reference.name = name(self.world.cluster_mut(), "other"),
                1 => reference.kind = name(self.world.cluster_mut(), "Secret"),
                2 => {
                    reference.uid = name(
                        self.world.cluster_mut(),
                        self.random.below(3).to_string().as_str(),
                    )
                }
                3 => reference.api_version = name(self.world.cluster_mut(), "extensions/v1beta1"),
                4 => owners.push(OwnerReference {
                    name: Name::V1,
                    ..reference
                }),
                _ => {}
            }
            owners.push(reference);
        }
        List::from(owners)
    }

    fn finalizers(&mut self) -> List<Name> {
        let custom = name(self.world.cluster_mut(), "example.com/x");
        let all = [
            vec![],
            vec![],
            vec![custom],
            vec![Name::FOREGROUND_DELETION],
            vec![Name::ORPHAN],
        ];
        List::from(all[self.random.below(all.len())].clone())
    }

    fn request(&mut self) -> Action {
        let target = self.target();
        let verb = match self.random.below(8) {
            0..=3 => {
                let owner_references = self.owners();
                let Target { namespace, name, .. } = target;
                let meta = ObjectMeta {
                    name,
                    namespace,
                    owner_references,
                    ..ObjectMeta::default()
                };
                return created(target.kind, target.api_version, meta);
            }
            4 => Verb::Patch(Box::new(Patch {
                owner_references: Some(OwnerPatch::Replace(self.owners())),
                ..Patch::default()
            })),
            5 => Verb::Patch(Box::new(Patch {
                finalizers: Some(self.finalizers()),
                ..Patch::default()
            })),
            _ => {
                let policy = [
                    Policy::Background,
                    Policy::Foreground,
                    Policy::Foreground,
                    Policy::Orphan,
                ];
                let policy = Some(self.pick(&policy));
                Verb::Delete(DeleteOptions {
                    policy,
                    ..DeleteOptions::default()
                })
            }
        };
        Action::Client(Box::new(Request { target, verb }))
    }

    fn action(&mut self) -> Action {
        let mut enabled = self.world.enabled();
        if enabled.is_empty() || self.random.below(4) == 0 {
            return self.request();
        }
        let action = enabled.swap_remove(self.random.below(enabled.len()));
        match action {
            // What has entered the store with others cannot be lost any more.
            Action::Deliver(informer) if self.random.below(40) == 0 && !self.is_taken(informer) => {
                Action::Drop(informer)
            }
            Action::Call { worker, .. } if self.random.below(12) == 0 => {
                let reason = self.pick(&[Reason::Conflict, Reason::InternalError, Reason::NotFound]);
                Action::Call {
                    worker,
                    answer: Some(Injected { reason }),
                }
            }
            other => other,
        }
    }

    fn is_taken(&self, informer: InformerId) -> bool {
        let informer = self.world.informers().get(informer);
        informer.is_some_and(|informer| informer.taken().len() > 0)
    }

    fn check(&self, when: &str) {
        let broken = self.world.gc().check();
        assert!(broken.is_empty(), "{when}: {broken:?}");
    }
}

fn name(cluster: &mut kubeloupe_core::apiserver::Cluster, text: &str) -> Name {
    Arc::make_mut(&mut cluster.names).intern(text)
}

fn created(kind: KindId, api_version: Name, meta: ObjectMeta) -> Action {
    let target = Target {
        kind,
        api_version,
        namespace: meta.namespace,
        name: Name::EMPTY,
    };
    let object = Object {
        kind,
        meta,
        facts: Facts::None,
    };
    Action::Client(Box::new(Request {
        target,
        verb: Verb::Create(Box::new(Create::new(object))),
    }))
}

fn create(world: &mut World, kind: KindId, api_version: Name, meta: ObjectMeta) {
    world
        .apply_silently(&created(kind, api_version, meta))
        .expect("a request is always possible");
}

#[test]
fn the_graph_is_sound_under_any_interleaving() {
    for seed in 0..150 {
        let mut chaos = Chaos::new(seed);
        let mut again = chaos.world.clone();
        for step in 0..STEPS {
            let action = chaos.action();
            // The texts that a request needs are interned when it is made up.
            *again.cluster_mut() = chaos.world.cluster().clone();
            chaos
                .world
                .apply_silently(&action)
                .expect("an enabled action is accepted");
            again.apply(&action).expect("an enabled action is accepted");
            chaos.check(&format!("seed {seed}, step {step}, {action:?}"));
        }
        assert_eq!(
            chaos.world.digest(),
            again.digest(),
            "seed {seed}: telling effects changes nothing"
        );
        chaos.world.run_silently(Schedule::Fair, None, 20_000);
        chaos.check(&format!("seed {seed}, at the end"));
        let held = chaos.world.gc().graph().kept();
        let own = chaos.world.gc().graph().len();
        assert!(
            held <= 3 * own + 200,
            "seed {seed}: {held} nodes are kept for a graph of {own}"
        );
    }
}
