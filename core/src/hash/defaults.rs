//! What the API server sets in a template where nothing is said (DF-1 … DF-23).

use super::decode::member_type;
use super::image::default_pull_policy;
use super::schema::{self, type_at};
use super::{Members, Value};

const CONTAINER_LISTS: [&str; 3] = ["containers", "initContainers", "ephemeralContainers"];

/// Sets the defaults of the version `1.minor` in a decoded template.
pub(super) fn set_defaults(template: &mut Value, minor: u32) {
    let Value::Map(root) = template else { return };
    let spec = root.map_mut("spec");
    text(spec, "dnsPolicy", "ClusterFirst");
    text(spec, "restartPolicy", "Always");
    text(spec, "schedulerName", "default-scheduler");
    unset(spec, "securityContext", Value::Map(Members::default()));
    unset(spec, "terminationGracePeriodSeconds", Value::Int(30));
    // DF-22: host ports follow on their own where the pod uses the node's network.
    let host_ports = minor < 28 && spec.get("hostNetwork") == Some(&Value::Bool(true));
    for list in CONTAINER_LISTS {
        let host_ports = host_ports && list != "ephemeralContainers";
        each(spec, list, |it| container(it, host_ports));
    }
    let sources = volume_sources(minor);
    each(spec, "volumes", |it| volume(it, &sources, minor));
}

fn container(container: &mut Members, host_ports: bool) {
    let image = container
        .get("image")
        .and_then(Value::as_text)
        .unwrap_or_default();
    let policy = default_pull_policy(image);
    text(container, "imagePullPolicy", policy);
    text(container, "terminationMessagePath", "/dev/termination-log");
    text(container, "terminationMessagePolicy", "File");
    each(container, "ports", |port| {
        text(port, "protocol", "TCP");
        if host_ports && let Some(number) = port.get("containerPort").cloned() {
            unset(port, "hostPort", number);
        }
    });
    for name in ["livenessProbe", "readinessProbe", "startupProbe"] {
        inside(container, name, probe);
    }
    inside(container, "lifecycle", |lifecycle| {
        for hook in ["postStart", "preStop"] {
            inside(lifecycle, hook, |hook| inside(hook, "httpGet", http_get));
        }
    });
    each(container, "env", |variable| {
        inside(variable, "valueFrom", |source| {
            inside(source, "fieldRef", |field| text(field, "apiVersion", "v1"));
            inside(source, "resourceFieldRef", divisor);
            inside(source, "fileKeyRef", |key| {
                unset(key, "optional", Value::Bool(false))
            });
        });
    });
}

fn probe(probe: &mut Members) {
    for (name, value) in [
        ("timeoutSeconds", 1),
        ("periodSeconds", 10),
        ("successThreshold", 1),
        ("failureThreshold", 3),
    ] {
        unset(probe, name, Value::Int(value));
    }
    inside(probe, "httpGet", http_get);
    inside(probe, "grpc", |grpc| unset(grpc, "service", Value::text("")));
}

fn http_get(action: &mut Members) {
    text(action, "path", "/");
    text(action, "scheme", "HTTP");
}

/// The names of the sources that a volume may have.
fn volume_sources(minor: u32) -> alloc::vec::Vec<&'static str> {
    ["volumes"]
        .iter()
        .filter_map(|name| {
            let spec = member_type(type_at(schema::ROOT), "spec", minor)?;
            let schema::Kind::Slice(volume) = member_type(spec, name, minor)?.kind else {
                return None;
            };
            schema::fields(type_at(volume), minor).find(|field| field.is_inline())
        })
        .flat_map(|source| schema::fields(type_at(source.of), minor))
        .map(|field| field.json)
        .collect()
}

fn volume(volume: &mut Members, sources: &[&str], minor: u32) {
    // DF-13: it has to come from somewhere.
    if !sources.iter().any(|source| volume.get(source).is_some()) {
        volume.set("emptyDir", Value::Map(Members::default()));
    }
    const MODE: Value = Value::Int(0o644);
    for name in ["secret", "configMap"] {
        inside(volume, name, |source| unset(source, "defaultMode", MODE));
    }
    inside(volume, "downwardAPI", |source| {
        unset(source, "defaultMode", MODE);
        each(source, "items", downward_item);
    });
    inside(volume, "projected", |source| {
        unset(source, "defaultMode", MODE);
        each(source, "sources", |source| {
            inside(source, "downwardAPI", |source| {
                each(source, "items", downward_item)
            });
            inside(source, "serviceAccountToken", |token| {
                unset(token, "expirationSeconds", Value::Int(3_600));
            });
        });
    });
    inside(volume, "hostPath", |source| {
        unset(source, "type", Value::text(""))
    });
    inside(volume, "iscsi", |source| {
        text(source, "iscsiInterface", "default")
    });
    inside(volume, "rbd", |source| {
        text(source, "pool", "rbd");
        text(source, "user", "admin");
        text(source, "keyring", "/etc/ceph/keyring");
    });
    inside(volume, "azureDisk", |source| {
        text(source, "cachingMode", "ReadWrite");
        text(source, "kind", "Shared");
        text(source, "fsType", "ext4");
        unset(source, "readOnly", Value::Bool(false));
    });
    inside(volume, "scaleIO", |source| {
        text(source, "storageMode", "ThinProvisioned");
        text(source, "fsType", "xfs");
    });
    inside(volume, "ephemeral", |source| {
        inside(source, "volumeClaimTemplate", |template| {
            text(template.map_mut("spec"), "volumeMode", "Filesystem");
        });
    });
    // DF-20: before, the gate is off and the volume goes.
    if minor >= 35 {
        inside(volume, "image", |source| {
            let reference = source.get("reference").and_then(Value::as_text);
            let policy = default_pull_policy(reference.unwrap_or_default());
            text(source, "pullPolicy", policy);
        });
    }
}

fn downward_item(item: &mut Members) {
    inside(item, "fieldRef", |field| text(field, "apiVersion", "v1"));
    inside(item, "resourceFieldRef", divisor);
}

/// DF-11: no divisor is stored as 0, which is another state than that of a quantity that was never set.
fn divisor(field: &mut Members) {
    text(field, "divisor", "0");
}

fn text(members: &mut Members, name: &str, value: &str) {
    unset(members, name, Value::text(value));
}

/// Sets a member that is not there. Decoding has left out what is zero.
fn unset(members: &mut Members, name: &str, value: Value) {
    if members.get(name).is_none() {
        members.set(name, value);
    }
}

fn inside(members: &mut Members, name: &str, change: impl FnOnce(&mut Members)) {
    if let Some(Value::Map(members)) = members.get_mut(name) {
        change(members);
    }
}

fn each(members: &mut Members, name: &str, mut change: impl FnMut(&mut Members)) {
    if let Some(Value::List(elements)) = members.get_mut(name) {
        for element in elements {
            if let Value::Map(members) = element {
                change(members);
            }
        }
    }
}
