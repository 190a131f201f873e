//! How scenario files and results name an object: `Kind namespace/name`, `Kind name`, either with `#uid` behind it.

use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Name, Object, ObjectKey};
use std::fmt;

/// The name of an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjectRef {
    /// The kind.
    pub kind: String,
    /// The namespace; empty for none.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The uid, where the rest does not tell the object from others.
    pub uid: Option<String>,
}

impl ObjectRef {
    /// Reads `Kind namespace/name`, `Kind name`, with or without `#uid`.
    pub fn parse(text: &str) -> Option<Self> {
        let (text, uid) = match text.split_once('#') {
            Some((text, uid)) => (text, Some(uid)),
            None => (text, None),
        };
        let (kind, path) = text.trim().split_once(' ')?;
        let (namespace, name) = path.trim().split_once('/').unwrap_or(("", path.trim()));
        let complete = !kind.is_empty() && !name.is_empty() && uid != Some("");
        let plain = [kind, namespace, name, uid.unwrap_or_default()]
            .iter()
            .all(|part| {
                !part.contains(|letter: char| letter.is_whitespace() || letter == '/' || letter == '#')
            });
        (complete && plain && !path.trim().starts_with('/')).then(|| ObjectRef {
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            uid: uid.map(str::to_owned),
        })
    }

    /// The name of a stored object, without its uid.
    pub fn of(cluster: &Cluster, object: &Object) -> Self {
        Self::of_key(cluster, &object.key())
    }

    /// The name of the object with this key.
    pub fn of_key(cluster: &Cluster, key: &ObjectKey) -> Self {
        let text = |name: Name| cluster.names.text(name).to_owned();
        ObjectRef {
            kind: text(cluster.kinds.get(key.kind).kind),
            namespace: text(key.namespace),
            name: text(key.name),
            uid: None,
        }
    }

    /// Whether this names `object`.
    pub fn names(&self, cluster: &Cluster, object: &Object) -> bool {
        let text = |name: Name| cluster.names.text(name);
        text(cluster.kinds.get(object.kind).kind) == self.kind
            && text(object.meta.namespace) == self.namespace
            && text(object.meta.name) == self.name
            && self.uid.as_deref().is_none_or(|uid| uid == text(object.meta.uid))
    }
}

impl fmt::Display for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.kind)?;
        if !self.namespace.is_empty() {
            write!(f, "{}/", self.namespace)?;
        }
        f.write_str(&self.name)?;
        match &self.uid {
            Some(uid) => write!(f, "#{uid}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_written_as_they_are_read() {
        for text in [
            "Pod shop/web-1",
            "ClusterRole admin",
            "Pod shop/web-1#u1",
            "ClusterRole a:b#u",
        ] {
            assert_eq!(ObjectRef::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "Pod",
            "Pod ",
            "Pod /x",
            "Pod a/",
            "Pod a/b/c",
            "Pod a b",
            "Pod a#",
            " x",
        ] {
            assert_eq!(ObjectRef::parse(text), None, "{text}");
        }
    }
}
