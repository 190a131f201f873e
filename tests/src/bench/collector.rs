use super::clusters::{empty_cluster, one_owner};
use super::memory::resident;
use kubeloupe_core::analyse::warm_up;
use kubeloupe_core::apiserver::{DeleteOptions, Policy, Request, Target, Verb};
use kubeloupe_core::object::Duration;
use kubeloupe_core::sim::{Action, Config, Schedule, World};
use std::time::Instant;

/// What one run of the collector cost.
pub struct Collected {
    /// Dependents of the one owner.
    pub objects: u32,
    /// Seconds from the owner's deletion to the cluster at rest.
    pub seconds: f64,
    /// Steps in that time.
    pub steps: u64,
    /// Seconds to load the objects and build the graph.
    pub warm_up_seconds: f64,
    /// Bytes per object of the warm world: storage, the informers' stores, the graph.
    pub bytes_per_object: Option<f64>,
}

/// Collects `objects` dependents of one owner, as the comparison with the Go collector does: nothing takes time but
/// the work itself.
pub fn collect(objects: u32) -> Collected {
    let mut cluster = empty_cluster();
    let stored = one_owner(&mut cluster, objects);
    let config = Config {
        watch_latency: Duration::ZERO,
        api_latency: Duration::ZERO,
        namespace_controller: false,
        kube_api_qps_milli: 0,
        ..Config::default()
    };
    let owner = stored[0].key();
    let before = resident();
    let begin = Instant::now();
    let mut world = World::new(config, cluster, 1);
    world.load(stored);
    warm_up(&mut world);
    let warm_up_seconds = begin.elapsed().as_secs_f64();
    let bytes_per_object = match (before, resident()) {
        (Some((before, _)), Some((after, _))) => {
            Some(after.saturating_sub(before) as f64 / f64::from(objects))
        }
        _ => None,
    };
    let begin = Instant::now();
    let target = Target::object(owner, world.cluster().kinds.get(owner.kind).preferred());
    let options = DeleteOptions {
        policy: Some(Policy::Background),
        ..DeleteOptions::default()
    };
    let steps_before = world.steps();
    world
        .apply_silently(&Action::Client(Box::new(Request {
            target,
            verb: Verb::Delete(options),
        })))
        .expect("a request is always possible");
    let at_rest = world.run_silently(Schedule::Fair, None, u64::MAX);
    let seconds = begin.elapsed().as_secs_f64();
    assert!(at_rest && world.api().is_empty(), "everything was collected");
    Collected {
        objects,
        seconds,
        steps: world.steps() - steps_before,
        warm_up_seconds,
        bytes_per_object,
    }
}
