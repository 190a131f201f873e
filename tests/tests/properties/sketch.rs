use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{
    Facts, Name, Names, Object, ObjectMeta, OwnerReference, PodFacts, PodPhase, Time,
};
use kubeloupe_core::sim::{Config, World};
use kubeloupe_tests::oracle_cluster;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

/// A small world in numbers, so that proptest can shrink it.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) objects: Vec<ObjectSketch>,
    cache_size: u32,
    workers: u32,
    seed: u64,
}

/// One object; its place in the list gives it its name and uid.
#[derive(Clone, Debug)]
pub(crate) struct ObjectSketch {
    kind: usize,
    namespace: usize,
    owners: Vec<ReferenceSketch>,
    finalizers: u8,
    is_deleting: bool,
    is_scheduled: bool,
}

/// One reference to the object with this number, right or wrong.
#[derive(Clone, Debug)]
pub(crate) struct ReferenceSketch {
    to: usize,
    fault: Fault,
    blocking: Option<bool>,
}

/// What is wrong with a reference, beside what may be wrong with scopes and namespaces anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    Name,
    Kind,
    Version,
    UnknownKind,
    Uid,
}

const KINDS: [(&str, &str); 7] = [
    ("v1", "ConfigMap"),
    ("v1", "Secret"),
    ("v1", "Pod"),
    ("apps/v1", "ReplicaSet"),
    ("rbac.authorization.k8s.io/v1", "ClusterRole"),
    ("example.com/v1", "Widget"),
    ("example.com/v1", "ClusterWidget"),
];
const NAMESPACES: [&str; 2] = ["a", "b"];
pub(crate) const FINALIZERS: [&str; 3] = ["foregroundDeletion", "orphan", "example.com/hold"];

pub(crate) fn sketch() -> impl Strategy<Value = Sketch> {
    (
        vec(object(), 1..8),
        prop_oneof![Just(500_u32), Just(2)],
        1_u32..4,
        any::<u64>(),
    )
        .prop_map(|(objects, cache_size, workers, seed)| Sketch {
            objects,
            cache_size,
            workers,
            seed,
        })
}

fn object() -> impl Strategy<Value = ObjectSketch> {
    (
        0..KINDS.len(),
        0..NAMESPACES.len(),
        vec(reference(), 0..4),
        prop_oneof![4 => Just(0_u8), 1 => 0_u8..8],
        prop::bool::weighted(0.15),
        any::<bool>(),
    )
        .prop_map(
            |(kind, namespace, owners, finalizers, is_deleting, is_scheduled)| ObjectSketch {
                kind,
                namespace,
                owners,
                finalizers,
                is_deleting,
                is_scheduled,
            },
        )
}

pub(crate) fn reference() -> impl Strategy<Value = ReferenceSketch> {
    let fault = prop_oneof![
        12 => Just(Fault::None),
        1 => Just(Fault::Name),
        1 => Just(Fault::Kind),
        1 => Just(Fault::Version),
        1 => Just(Fault::UnknownKind),
        1 => Just(Fault::Uid),
    ];
    (0_usize..8, fault, option::of(any::<bool>())).prop_map(|(to, fault, blocking)| ReferenceSketch {
        to,
        fault,
        blocking,
    })
}

impl Sketch {
    pub(crate) fn world(&self) -> World {
        let mut cluster = oracle_cluster(37);
        let objects: Vec<Arc<Object>> = (0..self.objects.len())
            .map(|number| Arc::new(self.object(&mut cluster, number)))
            .collect();
        let config = Config {
            concurrent_gc_syncs: self.workers,
            absent_owner_cache_size: self.cache_size,
            ..Config::default()
        };
        let mut world = World::new(config, cluster, self.seed);
        world.load(objects);
        world
    }

    fn object(&self, cluster: &mut Cluster, number: usize) -> Object {
        let sketch = &self.objects[number];
        let (api_version, kind) = KINDS[sketch.kind];
        let owners = sketch
            .owners
            .iter()
            .map(|reference| self.reference(cluster, reference))
            .collect();
        let names = Arc::make_mut(&mut cluster.names);
        let mut finalizers = finalizers(names, sketch.finalizers);
        if sketch.is_deleting && finalizers.is_empty() {
            // Nothing else would hold it, so it could not be stored.
            finalizers.push(names.intern(FINALIZERS[2]));
        }
        let id = cluster
            .kinds
            .known(names.intern(api_version), names.intern(kind))
            .expect("the kind is in the table");
        let is_namespaced = cluster.kinds.get(id).is_namespaced();
        let meta = ObjectMeta {
            name: names.intern(&format!("o{number}")),
            namespace: if is_namespaced {
                names.intern(NAMESPACES[sketch.namespace])
            } else {
                Name::EMPTY
            },
            uid: names.intern(&format!("uid{number}")),
            resource_version: 1 + number as u64,
            deletion_timestamp: sketch.is_deleting.then_some(Time::START),
            deletion_grace_period_s: sketch.is_deleting.then_some(0),
            finalizers: finalizers.into(),
            owner_references: owners,
            ..ObjectMeta::default()
        };
        let facts = if kind == "Pod" {
            Facts::Pod(PodFacts {
                node: if sketch.is_scheduled {
                    names.intern("node")
                } else {
                    Name::EMPTY
                },
                phase: PodPhase::Running,
                termination_grace_period_s: 30,
                detail: None,
            })
        } else {
            Facts::None
        };
        Object {
            kind: id,
            meta,
            facts,
        }
    }

    pub(crate) fn reference(&self, cluster: &mut Cluster, reference: &ReferenceSketch) -> OwnerReference {
        let to = reference.to % self.objects.len();
        let (mut api_version, mut kind) = KINDS[self.objects[to].kind];
        let (mut name, mut uid) = (format!("o{to}"), format!("uid{to}"));
        match reference.fault {
            Fault::None => {}
            Fault::Name => "wrong".clone_into(&mut name),
            Fault::Kind => (api_version, kind) = KINDS[(self.objects[to].kind + 1) % KINDS.len()],
            Fault::Version if api_version == "example.com/v1" => api_version = "example.com/v1beta1",
            Fault::Version => api_version = "extensions/v1beta1",
            Fault::UnknownKind => (api_version, kind) = ("nope.example.com/v1", "Ghost"),
            Fault::Uid => "nobody".clone_into(&mut uid),
        }
        let names = Arc::make_mut(&mut cluster.names);
        OwnerReference {
            api_version: names.intern(api_version),
            kind: names.intern(kind),
            name: names.intern(&name),
            uid: names.intern(&uid),
            controller: None,
            block_owner_deletion: reference.blocking,
        }
    }
}

/// The finalizers whose bits are set; the collector's two never come together (API-3).
pub(crate) fn finalizers(names: &mut Names, bits: u8) -> Vec<Name> {
    let bits = if bits & 3 == 3 { bits & !2 } else { bits };
    FINALIZERS
        .iter()
        .enumerate()
        .filter(|(place, _)| bits & (1 << place) != 0)
        .map(|(_, finalizer)| names.intern(finalizer))
        .collect()
}
