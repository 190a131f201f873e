//! Objects in one line each: `v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o|b fin=x/y del=60/30 node=n1`.
//!
//! `own` is apiVersion, kind, name, uid and flags (`b` blocks, `c` names the controller); `del` is how many seconds ago
//! the deletion was asked for and with which grace; `age` how many seconds ago it was created; `spec` are a namespace's
//! tokens. Everything but the first three words may be left out and repeated.

use kubeloupe_core::object::Time;
use kubeloupe_formats::dump::Epoch;
use serde_json::{Map, Value, json};

/// The moment that is now, in seconds after the default epoch.
const NOW_S: i64 = 12 * 3_600;

/// A list of the objects in `lines`, printed now.
pub(crate) fn dump(lines: &str) -> Vec<u8> {
    let mut items: Vec<Value> = lines
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(object)
        .collect();
    items.push(json!({
        "apiVersion": "coordination.k8s.io/v1",
        "kind": "Lease",
        "metadata": {"name": "now", "namespace": "kube-system", "uid": "lease-now"},
        "spec": {"renewTime": time(0)},
    }));
    serde_json::to_vec(&json!({"apiVersion": "v1", "kind": "List", "items": items})).expect("it is JSON")
}

fn time(ago_s: i64) -> String {
    Epoch::DEFAULT.timestamp(Time::from_secs(NOW_S - ago_s))
}

fn object(line: &str) -> Value {
    let mut words = line.split_whitespace();
    let (api_version, kind, place) = (words.next(), words.next(), words.next().expect("a place"));
    let (place, uid) = place.split_once('#').unwrap_or((place, ""));
    let mut metadata = Map::new();
    match place.split_once('/') {
        Some((namespace, name)) => {
            metadata.insert("namespace".to_owned(), namespace.into());
            metadata.insert("name".to_owned(), name.into());
        }
        None => drop(metadata.insert("name".to_owned(), place.into())),
    }
    if !uid.is_empty() {
        metadata.insert("uid".to_owned(), uid.into());
    }
    let mut spec = Map::new();
    let (mut owners, mut finalizers) = (Vec::new(), Vec::new());
    for word in words {
        let (option, value) = word.split_once('=').expect("OPTION=VALUE");
        let number = || value.parse::<i64>().expect("a number");
        match option {
            "own" => owners.push(owner(value)),
            "fin" => finalizers.push(Value::from(value)),
            "node" => drop(spec.insert("nodeName".to_owned(), value.into())),
            "spec" => drop(spec.insert("finalizers".to_owned(), json!([value]))),
            "age" => drop(metadata.insert("creationTimestamp".to_owned(), time(number()).into())),
            "del" => {
                let (ago_s, grace_s) = value.split_once('/').expect("AGO/GRACE");
                let (ago_s, grace_s): (i64, i64) =
                    (ago_s.parse().expect("AGO"), grace_s.parse().expect("GRACE"));
                metadata.insert("deletionTimestamp".to_owned(), time(ago_s - grace_s).into());
                metadata.insert("deletionGracePeriodSeconds".to_owned(), grace_s.into());
            }
            _ => panic!("no option {option}"),
        }
    }
    if !owners.is_empty() {
        metadata.insert("ownerReferences".to_owned(), owners.into());
    }
    if !finalizers.is_empty() {
        metadata.insert("finalizers".to_owned(), finalizers.into());
    }
    json!({"apiVersion": api_version, "kind": kind, "metadata": metadata, "spec": spec})
}

fn owner(text: &str) -> Value {
    let parts: Vec<&str> = text.split('|').collect();
    let [api_version, kind, name, uid, ..] = parts.as_slice() else {
        panic!("no owner: {text}");
    };
    let flags = parts.get(4).copied().unwrap_or_default();
    let mut owner = json!({"apiVersion": api_version, "kind": kind, "name": name});
    if !uid.is_empty() {
        owner["uid"] = Value::from(*uid);
    }
    if flags.contains('b') {
        owner["blockOwnerDeletion"] = true.into();
    }
    if flags.contains('c') {
        owner["controller"] = true.into();
    }
    owner
}
