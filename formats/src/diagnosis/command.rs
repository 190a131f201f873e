use crate::forecast::harmless;
use crate::json::to_json;
use kubeloupe_core::analyse::diagnosis::{Edit, ReferenceChange};
use kubeloupe_core::apiserver::{Cluster, Policy};
use kubeloupe_core::object::{Name, Object, OwnerReference};
use serde_json::{Value, json};

/// The command that makes an edit; `None` where none does. What it changes it tests before, so that it does nothing to
/// an object that has changed since the dump was made.
pub(super) fn command(cluster: &Cluster, edit: &Edit) -> Option<String> {
    Some(match edit {
        Edit::RemoveFinalizers { object, finalizers } => {
            patch(cluster, object, &without_finalizers(cluster, object, finalizers))
        }
        Edit::References { object, changes } => {
            patch(cluster, object, &changed_references(cluster, object, changes))
        }
        Edit::Finalize { namespace, token } => {
            let name = word(cluster, namespace.meta.name);
            let filter = quoted(&format!(
                ".spec.finalizers -= [{}]",
                Value::from(text(cluster, *token))
            ));
            format!(
                "kubectl get namespace {name} -o json | jq {filter} | kubectl replace --raw {} -f -",
                quoted(&format!(
                    "/api/v1/namespaces/{}/finalize",
                    text(cluster, namespace.meta.name)
                ))
            )
        }
        Edit::Delete {
            object,
            policy,
            force,
        } => {
            let cascade = match policy {
                Policy::Foreground => "foreground",
                Policy::Orphan => "orphan",
                Policy::Background | Policy::Unknown(_) => "background",
            };
            let force = if *force { " --grace-period=0 --force" } else { "" };
            format!(
                "kubectl delete {} --cascade={cascade}{force} --wait=false",
                place(cluster, object)
            )
        }
        Edit::Recreate(object) => {
            let place = place(cluster, object);
            format!("kubectl get {place} -o json | kubectl replace --force -f -")
        }
        Edit::RepairDiscovery(failure) => {
            let group_version = text(cluster, failure.group_version);
            let (group, version) = group_version.split_once('/')?;
            format!(
                "kubectl delete apiservice {}",
                quoted(&format!("{version}.{group}"))
            )
        }
        Edit::RepairWholeDiscovery => return None,
    })
}

fn patch(cluster: &Cluster, object: &Object, operations: &[Value]) -> String {
    let operations = quoted(&to_json(operations));
    format!(
        "kubectl patch {} --type=json -p {operations}",
        place(cluster, object)
    )
}

/// `RESOURCE.GROUP/NAME -n NAMESPACE`.
fn place(cluster: &Cluster, object: &Object) -> String {
    let kind = cluster.kinds.get(object.kind);
    let mut resource = text(cluster, kind.resource);
    if kind.group != Name::EMPTY {
        resource = format!("{resource}.{}", text(cluster, kind.group));
    }
    let what = quoted(&format!("{resource}/{}", text(cluster, object.meta.name)));
    match object.meta.namespace {
        Name::EMPTY => what,
        namespace => format!("{what} -n {}", word(cluster, namespace)),
    }
}

/// From the last to the first, so that the places of those before stay the same.
fn without_finalizers(cluster: &Cluster, object: &Object, finalizers: &[Name]) -> Vec<Value> {
    let mut operations = Vec::new();
    for (place, finalizer) in object.meta.finalizers.iter().enumerate().rev() {
        if finalizers.contains(finalizer) {
            let path = format!("/metadata/finalizers/{place}");
            operations.push(json!({"op": "test", "path": path, "value": text(cluster, *finalizer)}));
            operations.push(json!({"op": "remove", "path": path}));
        }
    }
    operations
}

fn changed_references(
    cluster: &Cluster,
    object: &Object,
    changes: &[(OwnerReference, ReferenceChange)],
) -> Vec<Value> {
    let mut operations = Vec::new();
    for (place, reference) in object.meta.owner_references.iter().enumerate().rev() {
        let Some((_, change)) = changes.iter().find(|(changed, _)| changed == reference) else {
            continue;
        };
        let path = format!("/metadata/ownerReferences/{place}");
        let (member, value) = match reference.uid {
            Name::EMPTY => ("name", reference.name),
            uid => ("uid", uid),
        };
        operations
            .push(json!({"op": "test", "path": format!("{path}/{member}"), "value": text(cluster, value)}));
        operations.push(match change {
            ReferenceChange::Remove => json!({"op": "remove", "path": path}),
            ReferenceChange::Unblock => {
                json!({"op": "replace", "path": format!("{path}/blockOwnerDeletion"), "value": false})
            }
            ReferenceChange::Uncontrol => {
                json!({"op": "replace", "path": format!("{path}/controller"), "value": false})
            }
            ReferenceChange::Correct(right) => {
                json!({"op": "replace", "path": path, "value": written(cluster, right)})
            }
        });
    }
    operations
}

fn written(cluster: &Cluster, reference: &OwnerReference) -> Value {
    let mut members = json!({
        "apiVersion": text(cluster, reference.api_version),
        "kind": text(cluster, reference.kind),
        "name": text(cluster, reference.name),
        "uid": text(cluster, reference.uid),
    });
    for (member, value) in [
        ("controller", reference.controller),
        ("blockOwnerDeletion", reference.block_owner_deletion),
    ] {
        if let Some(value) = value {
            members[member] = Value::from(value);
        }
    }
    members
}

fn text(cluster: &Cluster, name: Name) -> String {
    harmless(cluster.names.text(name))
}

fn word(cluster: &Cluster, name: Name) -> String {
    quoted(&text(cluster, name))
}

/// A text as one word of a shell: names in a dump may hold anything.
fn quoted(text: &str) -> String {
    let plain = |one: char| one.is_ascii_alphanumeric() || "-_./:@%+=,".contains(one);
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_word() {
        assert_eq!(quoted("pods/web-1"), "pods/web-1");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("x';rm -rf ~;'"), "'x'\\'';rm -rf ~;'\\'''");
        assert_eq!(quoted("$(id)"), "'$(id)'");
        assert_eq!(quoted("--all"), "'--all'");
        assert_eq!(quoted(""), "''");
    }
}
