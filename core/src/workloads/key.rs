use crate::apiserver::Cluster;
use crate::object::Name;
use alloc::format;
use alloc::sync::Arc;

/// The key of a controller's queue: `namespace/name` (EX-1).
pub fn key_of(cluster: &mut Cluster, namespace: Name, name: Name) -> Name {
    if namespace == Name::EMPTY {
        return name;
    }
    let text = format!("{}/{}", cluster.names.text(namespace), cluster.names.text(name));
    intern(cluster, &text)
}

/// Namespace and name of a key; `None` when it has more than one `/` (RS-11).
pub fn split_key(cluster: &mut Cluster, key: Name) -> Option<(Name, Name)> {
    let names = cluster.names.clone();
    let text = names.text(key);
    let mut parts = text.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(_), None, _) => Some((Name::EMPTY, key)),
        (Some(namespace), Some(name), None) => Some((intern(cluster, namespace), intern(cluster, name))),
        _ => None,
    }
}

/// The name of `text`, found without touching what other worlds share if it is known.
pub(super) fn intern(cluster: &mut Cluster, text: &str) -> Name {
    match cluster.names.find(text) {
        Some(name) => name,
        None => Arc::make_mut(&mut cluster.names).intern(text),
    }
}
