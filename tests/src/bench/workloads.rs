use super::memory::resident;
use kubeloupe_core::object::{Facts, Object};
use kubeloupe_core::sim::{Schedule, World};
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{Scenario, read_scenario};
use std::fmt::Write;
use std::time::Instant;

/// What one rollout cost.
pub struct RolledOut {
    /// Deployments.
    pub deployments: u32,
    /// Pods of each.
    pub pods: u32,
    /// From the Deployments to all pods ready.
    pub created: Cost,
    /// From new templates to all new pods ready, and the old ones gone.
    pub rolled: Cost,
    /// Memory of the whole process at most, in bytes.
    pub peak_bytes: Option<u64>,
}

/// What a part of it cost.
pub struct Cost {
    /// Seconds of the machine.
    pub seconds: f64,
    /// Steps of the world.
    pub steps: u64,
    /// Seconds of virtual time.
    pub virtual_seconds: f64,
}

/// Lets `deployments` Deployments make `pods` pods each, then gives all of them another template, and waits until the
/// cluster is at rest each time.
///
/// # Panics
/// Where anything but that comes of it.
pub fn roll_out(deployments: u32, pods: u32) -> RolledOut {
    let Scenario {
        config,
        cluster,
        objects,
        actions,
        ..
    } = scenario(deployments, pods);
    let mut world = World::new(config, cluster, 1);
    world.assume_namespaces();
    let created = measured(&mut world, |world| world.load(objects));
    assert_eq!(ready(&world), (deployments * pods) as usize, "all pods are ready");
    let rolled = measured(&mut world, |world| {
        for timed in &actions {
            world
                .apply_silently(&timed.action)
                .expect("a request is always possible");
        }
    });
    assert_eq!(
        ready(&world),
        (deployments * pods) as usize,
        "all new pods are ready"
    );
    let old = world
        .api()
        .objects()
        .filter(|object| wants(object) == Some(0))
        .count();
    assert_eq!(
        old, deployments as usize,
        "each Deployment has an old, empty ReplicaSet"
    );
    RolledOut {
        deployments,
        pods,
        created,
        rolled,
        peak_bytes: resident().map(|(_, most)| most),
    }
}

fn measured(world: &mut World, begin: impl FnOnce(&mut World)) -> Cost {
    let (steps, time) = (world.steps(), world.now());
    let since = Instant::now();
    begin(world);
    assert!(
        world.run_silently(Schedule::Fair, None, u64::MAX),
        "the cluster comes to rest"
    );
    Cost {
        seconds: since.elapsed().as_secs_f64(),
        steps: world.steps() - steps,
        virtual_seconds: (world.now() - time).0 as f64 / 1e9,
    }
}

fn ready(world: &World) -> usize {
    let running = |object: &&std::sync::Arc<Object>| matches!(&object.facts, Facts::Pod(pod) if pod.phase == kubeloupe_core::object::PodPhase::Running);
    world.api().objects().filter(running).count()
}

fn wants(object: &Object) -> Option<i32> {
    match &object.facts {
        Facts::ReplicaSet(facts) => Some(facts.spec.replicas),
        _ => None,
    }
}

fn scenario(deployments: u32, pods: u32) -> Scenario {
    let mut text = String::from(
        "{\"kubeloupe\":\"v1\",\"controllers\":[\"replicaset\",\"deployment\",\"kubelet\"],\"objects\":[",
    );
    for number in 0..deployments {
        let comma = if number > 0 { "," } else { "" };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma}{}", deployment(number, pods, 1));
    }
    text.push_str("],\"actions\":[");
    for number in 0..deployments {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}{{\"at\":\"0s\",\"update\":{}}}",
            deployment(number, pods, 2)
        );
    }
    text.push_str("]}");
    let source = Source {
        name: "rollout",
        bytes: text.as_bytes(),
    };
    let mut no_files = |_: &str| Err(String::new());
    read_scenario(source, &mut no_files, Limits::default()).expect("the scenario can be read")
}

fn deployment(number: u32, pods: u32, version: u32) -> String {
    format!(
        "{{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{{\"name\":\"web-{number}\",\"namespace\":\"shop\",\
         \"uid\":\"5eed0600-0000-4000-8000-{number:012}\",\"generation\":1}},\"spec\":{{\"replicas\":{pods},\
         \"revisionHistoryLimit\":10,\"progressDeadlineSeconds\":600,\
         \"selector\":{{\"matchLabels\":{{\"app\":\"web-{number}\"}}}},\
         \"strategy\":{{\"type\":\"RollingUpdate\",\"rollingUpdate\":{{\"maxSurge\":\"25%\",\"maxUnavailable\":\"25%\"}}}},\
         \"template\":{{\"metadata\":{{\"labels\":{{\"app\":\"web-{number}\"}}}},\
         \"spec\":{{\"terminationGracePeriodSeconds\":30,\"containers\":[{{\"name\":\"c\",\"image\":\"example.com/web:{version}\"}}]}}}}}}}}"
    )
}
