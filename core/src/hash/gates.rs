//! Fields that the API server drops on create because their feature gate is off by default (DF-27).

use super::way::{Step, append};
use super::{Members, Value};
use alloc::string::String;
use alloc::vec::Vec;

/// The oldest version whose gates are listed here.
const OLDEST_LISTED_MINOR: u32 = 29;

/// Whether what the API server of `1.minor` makes of a manifest was recorded.
pub(super) fn is_recorded(minor: u32) -> bool {
    minor >= OLDEST_LISTED_MINOR && minor != 31
}

/// Fields with the versions whose gate is off. `[]` is every element; `*` stands for the three lists of containers,
/// `probe` for the three probes and `hook` for the two hooks of one.
const DROPPED: &[(&str, core::ops::RangeInclusive<u32>)] = &[
    ("spec.hostUsers", 29..=32),
    ("spec.securityContext.supplementalGroupsPolicy", 31..=32),
    ("spec.securityContext.seLinuxChangePolicy", 32..=32),
    ("spec.resources", 32..=33),
    (
        "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.matchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.mismatchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.matchLabelKeys",
        29..=30,
    ),
    (
        "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.mismatchLabelKeys",
        29..=30,
    ),
    ("spec.resourceClaims", 29..=33),
    ("spec.*[].resources.claims", 29..=33),
    ("spec.volumes[].projected.sources[].clusterTrustBundle", 29..=36),
    ("spec.volumes[].projected.sources[].podCertificate", 34..=36),
    ("spec.volumes[].secret.defaultUser", 37..=37),
    ("spec.volumes[].secret.items[].user", 37..=37),
    ("spec.volumes[].configMap.defaultUser", 37..=37),
    ("spec.volumes[].configMap.items[].user", 37..=37),
    ("spec.volumes[].downwardAPI.defaultUser", 37..=37),
    ("spec.volumes[].downwardAPI.items[].user", 37..=37),
    ("spec.volumes[].projected.defaultUser", 37..=37),
    ("spec.volumes[].projected.sources[].secret.items[].user", 37..=37),
    (
        "spec.volumes[].projected.sources[].configMap.items[].user",
        37..=37,
    ),
    (
        "spec.volumes[].projected.sources[].downwardAPI.items[].user",
        37..=37,
    ),
    (
        "spec.volumes[].projected.sources[].serviceAccountToken.user",
        37..=37,
    ),
    (
        "spec.volumes[].projected.sources[].clusterTrustBundle.user",
        37..=37,
    ),
    ("spec.volumes[].projected.sources[].podCertificate.user", 37..=37),
    ("spec.workloadRef", 35..=35),
    ("spec.schedulingGroup", 36..=37),
    ("spec.*[].probe.grpc.mode", 37..=37),
    ("spec.*[].probe.httpGet.protocol", 37..=37),
    ("spec.*[].lifecycle.hook.httpGet.protocol", 37..=37),
    ("spec.evictionResponders", 37..=37),
    ("spec.*[].resizePolicy", 29..=32),
    ("spec.*[].restartPolicyRules", 34..=34),
    ("spec.containers[].restartPolicy", 34..=34),
    ("spec.*[].volumeMounts[].recursiveReadOnly", 30..=30),
    ("spec.*[].volumeMounts[].bindMountOptions", 37..=37),
    ("spec.volumes[].emptyDir.mode", 37..=37),
    ("spec.hostnameOverride", 34..=34),
    ("spec.*[].env[].valueFrom.fileKeyRef", 34..=34),
    ("spec.*[].lifecycle.hook.sleep", 29..=29),
];

/// Versions in which an unusual `procMount` becomes `Default`.
const PROC_MOUNT_RESET: core::ops::RangeInclusive<u32> = 29..=32;
/// Versions in which a stop signal is dropped.
const STOP_SIGNAL_DROPPED: core::ops::RangeInclusive<u32> = 33..=37;
/// Versions in which volumes from images go, with every mount that names them (DF-20).
const IMAGE_VOLUMES_DROPPED: core::ops::RangeInclusive<u32> = 31..=34;

const CONTAINER_LISTS: [&str; 3] = ["containers", "initContainers", "ephemeralContainers"];
const PROBES: [&str; 3] = ["livenessProbe", "readinessProbe", "startupProbe"];
const HOOKS: [&str; 2] = ["postStart", "preStop"];

/// Drops from a decoded template what the API server of `1.minor` drops on create. Returns the fields that changed.
pub(super) fn drop_gated(template: &mut Value, minor: u32) -> Vec<String> {
    let mut changed = Vec::new();
    for (pattern, minors) in DROPPED {
        if minors.contains(&minor) {
            let mut drop = |members: &mut Members, name: &str| members.remove(name).is_some();
            walk(template, pattern, &mut String::new(), &mut drop, &mut changed);
        }
    }
    if PROC_MOUNT_RESET.contains(&minor) {
        let mut reset = |members: &mut Members, name: &str| {
            let set = members.get_mut(name);
            let changes = set
                .as_deref()
                .is_some_and(|value| value.as_text() != Some("Default"));
            if changes && let Some(value) = set {
                *value = Value::text("Default");
            }
            changes
        };
        let pattern = "spec.*[].securityContext.procMount";
        walk(template, pattern, &mut String::new(), &mut reset, &mut changed);
    }
    if STOP_SIGNAL_DROPPED.contains(&minor) {
        // A lifecycle that held nothing else is none; one that was empty stays.
        let mut drop = |members: &mut Members, name: &str| {
            let Some(Value::Map(lifecycle)) = members.get_mut(name) else {
                return false;
            };
            let changes = lifecycle.remove("stopSignal").is_some();
            if changes && lifecycle.is_empty() {
                members.remove(name);
            }
            changes
        };
        let mut lifecycles = Vec::new();
        let pattern = "spec.*[].lifecycle";
        walk(template, pattern, &mut String::new(), &mut drop, &mut lifecycles);
        changed.extend(lifecycles.into_iter().map(|field| field + ".stopSignal"));
    }
    if IMAGE_VOLUMES_DROPPED.contains(&minor) {
        drop_image_volumes(template, &mut changed);
    }
    changed
}

/// Follows a pattern, and gives its last member to `act`, which says whether it changed anything.
fn walk(
    value: &mut Value,
    pattern: &str,
    way: &mut String,
    act: &mut impl FnMut(&mut Members, &str) -> bool,
    changed: &mut Vec<String>,
) {
    let Value::Map(members) = value else { return };
    let (step, rest) = match pattern.split_once('.') {
        Some((step, rest)) => (step, Some(rest)),
        None => (pattern, None),
    };
    let (name, listed) = match step.strip_suffix("[]") {
        Some(name) => (name, true),
        None => (step, false),
    };
    let exact = [name];
    let names: &[&str] = match name {
        "*" => &CONTAINER_LISTS,
        "probe" => &PROBES,
        "hook" => &HOOKS,
        _ => &exact,
    };
    for name in names {
        let length = way.len();
        append(way, Step::Field(name));
        match rest {
            None => {
                if act(members, name) {
                    changed.push(way.clone());
                }
            }
            Some(rest) if listed => {
                if let Some(Value::List(elements)) = members.get_mut(name) {
                    for (index, element) in elements.iter_mut().enumerate() {
                        let length = way.len();
                        append(way, Step::Index(index));
                        walk(element, rest, way, act, changed);
                        way.truncate(length);
                    }
                }
            }
            Some(rest) => {
                if let Some(value) = members.get_mut(name) {
                    walk(value, rest, way, act, changed);
                }
            }
        }
        way.truncate(length);
    }
}

fn drop_image_volumes(template: &mut Value, changed: &mut Vec<String>) {
    let Some(Value::Map(spec)) = template.get_mut("spec") else {
        return;
    };
    let mut gone: Vec<Value> = Vec::new();
    if let Some(Value::List(volumes)) = spec.get_mut("volumes") {
        let mut index = 0;
        volumes.retain(|volume| {
            let drop = volume.get("image").is_some();
            if drop {
                changed.push(alloc::format!("spec.volumes[{index}]"));
                gone.push(volume.get("name").cloned().unwrap_or_default());
            }
            index += 1;
            !drop
        });
    }
    if gone.is_empty() {
        return;
    }
    for list in CONTAINER_LISTS {
        let Some(Value::List(containers)) = spec.get_mut(list) else {
            continue;
        };
        for (container, value) in containers.iter_mut().enumerate() {
            if let Some(Value::List(mounts)) = value.get_mut("volumeMounts") {
                let mut index = 0;
                mounts.retain(|mount| {
                    let drop = gone.contains(&mount.get("name").cloned().unwrap_or_default());
                    if drop {
                        changed.push(alloc::format!("spec.{list}[{container}].volumeMounts[{index}]"));
                    }
                    index += 1;
                    !drop
                });
            }
        }
    }
}
