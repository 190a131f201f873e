use super::{Deed, Planned, Watched};
use kubeloupe_core::object::{Duration, Time};
use kubeloupe_core::sim::World;
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::read_scenario;
use serde_json::json;

/// A beginning with deeds that show one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Story {
    /// The cache is behind: what expectations are for.
    #[default]
    Behind,
    /// An add event is lost, so a counter never comes down.
    LostAdd,
    /// Unmet expectations expire while the informer still lags.
    Expiry,
    /// A quota refuses most creations: slow start.
    Quota,
    /// Scaled down: deletions are tracked by key.
    ScaleDown,
    /// The events of a deletion are lost.
    LostDeletion,
    /// A pod comes back under the name of one whose deletion is expected.
    SameName,
    /// Two ReplicaSets select the same pods.
    TwoSets,
    /// A pod is labelled away.
    LabelAway,
    /// The controller is restarted while it waits.
    Restart,
    /// More pods than one sync makes.
    Burst,
}

/// The ReplicaSet of every story.
const SET: &str = "web";
const NAMESPACE: &str = "shop";
const SET_UID: &str = "5eed0601-0000-4000-8000-000000000001";

/// Name of the ReplicaSet of the stories, and of the second one.
pub fn set_name(number: usize) -> &'static str {
    if number == 0 { SET } else { "web-too" }
}

impl Story {
    /// All of them, in the order in which they are best told.
    pub const ALL: [Story; 11] = [
        Story::Behind,
        Story::LostAdd,
        Story::Expiry,
        Story::Quota,
        Story::ScaleDown,
        Story::LostDeletion,
        Story::SameName,
        Story::TwoSets,
        Story::LabelAway,
        Story::Restart,
        Story::Burst,
    ];

    /// What a page's address and tests call it.
    pub fn slug(self) -> &'static str {
        match self {
            Story::Behind => "behind",
            Story::LostAdd => "lost-add",
            Story::Expiry => "expiry",
            Story::Quota => "quota",
            Story::ScaleDown => "scale-down",
            Story::LostDeletion => "lost-deletion",
            Story::SameName => "same-name",
            Story::TwoSets => "two-sets",
            Story::LabelAway => "label-away",
            Story::Restart => "restart",
            Story::Burst => "burst",
        }
    }

    /// What is done, and when.
    pub fn plan(self) -> Vec<Planned> {
        let seconds = Time::from_secs;
        let lag = |by: i64| Deed::Lag {
            of: Watched::Pods,
            by: Duration::from_secs(by),
        };
        let plan: Vec<(Time, Deed)> = match self {
            Story::Behind => vec![(seconds(0), lag(5)), (seconds(12), lag(0))],
            Story::LostAdd => vec![
                (seconds(0), Deed::LoseAdd),
                (seconds(60), Deed::Touch),
                (seconds(310), Deed::Touch),
                (seconds(330), Deed::Relist(Watched::Pods)),
            ],
            Story::Expiry => vec![
                (seconds(0), lag(360)),
                (seconds(60), Deed::Touch),
                (seconds(310), Deed::Touch),
            ],
            Story::Quota => vec![
                (seconds(0), Deed::Quota(Some(10))),
                (seconds(20), Deed::Quota(None)),
            ],
            Story::ScaleDown => vec![
                (seconds(0), lag(2)),
                (seconds(1), Deed::Scale { set: 0, replicas: 3 }),
            ],
            Story::LostDeletion => vec![
                (seconds(0), Deed::LoseDeletion),
                (seconds(1), Deed::Scale { set: 0, replicas: 4 }),
                (seconds(30), Deed::Kill { first: 0, count: 1 }),
                (seconds(310), Deed::Relist(Watched::Pods)),
                (seconds(320), Deed::Touch),
            ],
            Story::SameName => vec![
                (seconds(0), lag(6)),
                (seconds(1), Deed::Scale { set: 0, replicas: 2 }),
                (seconds(2), Deed::RecreateLeaving),
            ],
            Story::TwoSets => vec![(seconds(1), Deed::SecondSet), (seconds(5), Deed::Bare)],
            Story::LabelAway => vec![(seconds(1), Deed::LabelAway(1))],
            Story::Restart => vec![(seconds(0), lag(10)), (seconds(1), Deed::Restart)],
            Story::Burst => vec![(seconds(0), lag(1)), (seconds(3), lag(0))],
        };
        plan.into_iter().map(|(at, deed)| Planned { at, deed }).collect()
    }

    /// How far the story is followed if nobody does anything.
    pub fn horizon(self) -> Time {
        Time::from_secs(match self {
            Story::LostAdd | Story::Expiry | Story::LostDeletion => 420,
            Story::Quota => 60,
            _ => 40,
        })
    }

    /// Whether calls are gone through one by one.
    pub fn call_by_call(self) -> bool {
        matches!(self, Story::Behind | Story::ScaleDown)
    }

    /// The world as it begins, under the rules of 1.`minor`.
    pub fn world(self, minor: u32) -> World {
        let text = self.scenario();
        let source = Source {
            name: self.slug(),
            bytes: text.as_bytes(),
        };
        let mut no_files = |_: &str| Err(String::new());
        let read = read_scenario(source, &mut no_files, Limits::default());
        // A test reads every story.
        let scenario = read.expect("the stories can be read");
        let config = kubeloupe_core::sim::Config {
            minor,
            ..scenario.config
        };
        let mut world = World::new(config, scenario.cluster, 1);
        world.assume_namespaces();
        world.load(scenario.objects);
        world
    }

    fn replicas(self) -> u32 {
        match self {
            Story::Quota => 100,
            Story::LostDeletion | Story::ScaleDown => 6,
            Story::Burst => 600,
            Story::TwoSets => 2,
            _ => 3,
        }
    }

    /// How many pods run at the beginning.
    fn running(self) -> u32 {
        match self {
            Story::ScaleDown | Story::LostDeletion => 6,
            Story::SameName | Story::LabelAway => 3,
            Story::TwoSets => 2,
            _ => 0,
        }
    }

    fn scenario(self) -> String {
        // Where an event is to be lost for good, nothing else may tell of the pod: no kubelet changes its status.
        let pod_start = if self == Story::LostAdd { "24h" } else { "2s" };
        let replicas = self.replicas();
        // In JSON, since its parser is always there.
        let spec = json!({
            "terminationGracePeriodSeconds": 10,
            "containers": [{ "name": "c", "image": "example.com/web:1" }],
        });
        let mut objects = vec![json!({
            "apiVersion": "apps/v1",
            "kind": "ReplicaSet",
            "metadata": {
                "name": SET, "namespace": NAMESPACE, "uid": SET_UID, "generation": 1, "labels": { "app": SET },
            },
            "spec": {
                "replicas": replicas,
                "selector": { "matchLabels": { "app": SET } },
                "template": { "metadata": { "labels": { "app": SET } }, "spec": spec },
            },
        })];
        for number in 0..self.running() {
            let letters = ["k2x7p", "m9d4f", "q5t8z", "r6b2v", "s7w4h", "t8n9c"];
            let name = letters[number as usize % letters.len()];
            let mut spec = spec.clone();
            spec["nodeName"] = format!("n{number}").into();
            objects.push(json!({
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {
                    "name": format!("{SET}-{name}"),
                    "namespace": NAMESPACE,
                    "uid": format!("5eed0602-0000-4000-8000-00000000000{number}"),
                    "creationTimestamp": format!("2026-01-01T0{number}:00:00Z"),
                    "labels": { "app": SET },
                    "ownerReferences": [{
                        "apiVersion": "apps/v1", "kind": "ReplicaSet", "name": SET, "uid": SET_UID,
                        "controller": true, "blockOwnerDeletion": true,
                    }],
                },
                "spec": spec,
                "status": {
                    "phase": "Running",
                    "conditions": [{
                        "type": "Ready", "status": "True",
                        "lastTransitionTime": format!("2026-01-01T0{number}:00:10Z"),
                    }],
                },
            }));
        }
        let scenario = json!({
            "kubeloupe": "v1",
            "controllers": ["replicaset", "kubelet"],
            "latency": { "podStart": pod_start },
            "objects": objects,
        });
        scenario.to_string()
    }
}
