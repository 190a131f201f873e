use super::clusters::{deployments, empty_cluster};
use kubeloupe_core::apiserver::{DeleteOptions, Policy, Request, Target, Verb};
use kubeloupe_core::sim::{Action, Config, History, Schedule, World};
use std::time::Instant;

/// What going back costs in a history of `steps` steps.
pub struct Rewound {
    /// Steps of the history.
    pub steps: usize,
    /// Seconds to take them, effects and all.
    pub forward_seconds: f64,
    /// The slowest of the seeks, in seconds.
    pub worst_seek_seconds: f64,
}

/// Takes about `wanted` steps (delivering, building the graph, collecting) and then seeks to places all over them.
pub fn rewind(wanted: usize) -> Rewound {
    let mut cluster = empty_cluster();
    // A deployment of 50 pods costs about 350 steps: deliver, graph, attempt, deliver, graph for each object.
    let count = u32::try_from(wanted / 300 + 1).expect("a small number");
    let stored = deployments(&mut cluster, count, 50);
    let owners: Vec<_> = stored
        .iter()
        .filter(|object| object.meta.owner_references.is_empty())
        .map(|object| object.key())
        .collect();
    let mut world = World::new(Config::default(), cluster, 1);
    world.load(stored);
    let mut history = History::new(world);
    let begin = Instant::now();
    for key in owners {
        let target = Target::object(key, history.world().cluster().kinds.get(key.kind).preferred());
        let options = DeleteOptions {
            policy: Some(Policy::Background),
            ..DeleteOptions::default()
        };
        let request = Request {
            target,
            verb: Verb::Delete(options),
        };
        history
            .apply(&Action::Client(Box::new(request)))
            .expect("a request is always possible");
    }
    while history.len() < wanted {
        let Some(action) = history.world().next(Schedule::Fair) else {
            break;
        };
        history.apply(&action).expect("an enabled action is possible");
    }
    let forward_seconds = begin.elapsed().as_secs_f64();
    let steps = history.len();
    let mut worst_seek_seconds = 0.0_f64;
    for part in [0, 97, 3, 50, 12, 99, 25, 75, 1, 100, 63, 0] {
        let begin = Instant::now();
        history.seek(steps * part / 100).expect("the step exists");
        worst_seek_seconds = worst_seek_seconds.max(begin.elapsed().as_secs_f64());
    }
    Rewound {
        steps,
        forward_seconds,
        worst_seek_seconds,
    }
}
