//! How vectors write objects, identities and references.
//!
//! `v1 Pod ns1/p#uid` is an identity (without `ns1/` where the kind has no namespace); the table `objects` of a vector gives names to
//! identities and to objects. A reference is the owner's name or identity, then any of `blocking`, `nonblocking`, `controller`,
//! `noncontroller`.

use super::texts;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{
    CrdFacts, DefaultPolicy, Facts, Kind, KnownFrom, List, Name, NamespaceFacts, NamespacePhase, Object,
    ObjectMeta, OwnerReference, PodFacts, PodPhase, Scope, ServedVersion, Time, builtin_kinds,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The names that a vector gives.
#[derive(Default)]
pub(super) struct Table {
    definitions: BTreeMap<String, Value>,
    identities: Vec<(String, Identity)>,
}

/// The kinds of 1.`minor`, and those that the vector states: `apiVersion Kind resource`, then any of `cluster` (scope), `unmonitored`.
pub(super) fn cluster(vector: &Value, minor: u32) -> Result<Cluster, String> {
    let mut cluster = Cluster {
        minor,
        ..Cluster::default()
    };
    let names = Arc::make_mut(&mut cluster.names);
    let mut kinds = builtin_kinds(names, minor);
    for text in texts(&vector["kinds"])? {
        let words: Vec<&str> = text.split(' ').collect();
        let [api_version, kind, resource, options @ ..] = words.as_slice() else {
            return Err(format!("{text} is no kind"));
        };
        let group = names.intern(api_version.split_once('/').map_or("", |(group, _)| group));
        let version = ServedVersion {
            api_version: names.intern(api_version),
            served: true,
        };
        let kind = names.intern(kind);
        let known = kinds.of_group(group, kind).map(|id| kinds.get(id).clone());
        let stated = match known {
            Some(mut known) => {
                known
                    .versions
                    .retain(|one| one.api_version != version.api_version);
                known.versions.push(version);
                known
            }
            None => Kind {
                group,
                kind,
                resource: names.intern(resource),
                versions: vec![version],
                scope: if options.contains(&"cluster") {
                    Scope::Cluster
                } else {
                    Scope::Namespaced
                },
                known_from: KnownFrom::Stated,
                custom: true,
                default_policy: DefaultPolicy::DeleteDependents,
                graceful: false,
                has_generation: true,
                monitored: !options.contains(&"unmonitored"),
            },
        };
        kinds.add(stated);
    }
    cluster.kinds = Arc::new(kinds);
    Ok(cluster)
}

impl Table {
    pub(super) fn read(vector: &Value, cluster: &mut Cluster) -> Result<Self, String> {
        let mut table = Table::default();
        for (name, definition) in vector["objects"].as_object().into_iter().flatten() {
            let text = definition["is"]
                .as_str()
                .or(definition.as_str())
                .ok_or(format!("{name} has no identity"))?;
            table
                .identities
                .push((name.clone(), parse_identity(cluster, text)?));
            table.definitions.insert(name.clone(), definition.clone());
        }
        Ok(table)
    }

    /// The identity behind a name, or spelt out.
    pub(super) fn identity(&self, cluster: &mut Cluster, text: &str) -> Result<Identity, String> {
        match self.identities.iter().find(|(name, _)| name == text) {
            Some((_, identity)) => Ok(*identity),
            None => parse_identity(cluster, text),
        }
    }

    /// From now on `name` is the object that was made with this uid.
    pub(super) fn rebind(&mut self, name: &str, uid: Name) {
        if let Some((_, identity)) = self.identities.iter_mut().find(|(known, _)| known == name) {
            identity.uid = uid;
        }
    }

    /// The name of an identity, else the identity spelt out.
    pub(super) fn show(&self, cluster: &Cluster, identity: &Identity) -> String {
        match self.identities.iter().find(|(_, known)| known == identity) {
            Some((name, _)) => name.clone(),
            None => format!(
                "{}#{}",
                identity.describe(&cluster.names),
                cluster.names.text(identity.uid)
            ),
        }
    }

    /// The name of a stored object, whatever version it is named by.
    pub(super) fn show_object(&self, cluster: &Cluster, object: &Object) -> String {
        let kind = cluster.kinds.get(object.kind);
        for version in &kind.versions {
            let identity = Identity::of(object, version.api_version, kind.kind);
            if let Some((name, _)) = self.identities.iter().find(|(_, known)| *known == identity) {
                return name.clone();
            }
        }
        self.show(cluster, &Identity::of(object, kind.preferred(), kind.kind))
    }

    pub(super) fn reference(&self, cluster: &mut Cluster, text: &str) -> Result<OwnerReference, String> {
        let mut text = text;
        let (mut controller, mut blocking) = (None, None);
        while let Some((rest, option)) = text.rsplit_once(' ') {
            match option {
                "blocking" => blocking = Some(true),
                "nonblocking" => blocking = Some(false),
                "controller" => controller = Some(true),
                "noncontroller" => controller = Some(false),
                _ => break,
            }
            text = rest;
        }
        let owner = self.identity(cluster, text)?;
        Ok(OwnerReference {
            api_version: owner.api_version,
            kind: owner.kind,
            name: owner.name,
            uid: owner.uid,
            controller,
            block_owner_deletion: blocking,
        })
    }

    pub(super) fn references(
        &self,
        cluster: &mut Cluster,
        list: &Value,
    ) -> Result<List<OwnerReference>, String> {
        texts(list)?
            .iter()
            .map(|text| self.reference(cluster, text))
            .collect()
    }

    /// A reference as vectors write it.
    pub(super) fn show_reference(&self, cluster: &Cluster, reference: &OwnerReference) -> String {
        let named = self
            .identities
            .iter()
            .find(|(_, known)| known.same_coordinates(&Identity::of_reference(reference, known.namespace)));
        let mut text = match named {
            Some((name, _)) => name.clone(),
            None => self.show(cluster, &Identity::of_reference(reference, Name::EMPTY)),
        };
        match reference.block_owner_deletion {
            Some(true) => text.push_str(" blocking"),
            Some(false) => text.push_str(" nonblocking"),
            None => {}
        }
        match reference.controller {
            Some(true) => text.push_str(" controller"),
            Some(false) => text.push_str(" noncontroller"),
            None => {}
        }
        text
    }

    /// The object that a step speaks of: a name, or an object with the member `object` and others in place of those of
    /// its definition.
    pub(super) fn object(&self, cluster: &mut Cluster, about: &Value) -> Result<(String, Object), String> {
        let name = about["object"]
            .as_str()
            .or(about.as_str())
            .ok_or(format!("{about} names no object"))?;
        let mut members: Map<String, Value> = Map::new();
        for source in [self.definitions.get(name).unwrap_or(&Value::Null), about] {
            members.extend(source.as_object().cloned().into_iter().flatten());
        }
        let identity = self.identity(cluster, name)?;
        let kind = cluster
            .kinds
            .known(identity.api_version, identity.kind)
            .ok_or(format!("{name}: unknown kind"))?;
        let member = |name: &str| members.get(name).unwrap_or(&Value::Null);
        let owner_references = self.references(cluster, member("owners"))?;
        let names = Arc::make_mut(&mut cluster.names);
        let finalizers = texts(member("finalizers"))?
            .iter()
            .map(|text| names.intern(text))
            .collect();
        let mut labels: Vec<(String, String)> = Vec::new();
        for (key, value) in member("labels").as_object().into_iter().flatten() {
            labels.push((key.clone(), value.as_str().unwrap_or_default().to_owned()));
        }
        labels.sort();
        let labels = labels
            .iter()
            .map(|(key, value)| (names.intern(key), names.intern(value)))
            .collect();
        let deleting = member("deleting") == &Value::Bool(true);
        let grace = member("grace").as_i64();
        let deletion_timestamp = deleting.then(|| Time::from_secs(member("deletedAt").as_i64().unwrap_or(0)));
        let meta = ObjectMeta {
            name: identity.name,
            namespace: identity.namespace,
            uid: identity.uid,
            resource_version: member("resourceVersion").as_u64().unwrap_or(0),
            generation: member("generation").as_i64().unwrap_or(0),
            deletion_timestamp,
            deletion_grace_period_s: deletion_timestamp.and(grace.or(Some(0))),
            finalizers,
            owner_references,
            labels,
            ..ObjectMeta::default()
        };
        let facts = match (names.text(identity.api_version), names.text(identity.kind)) {
            ("v1", "Pod") => Facts::Pod(PodFacts {
                node: names.intern(member("node").as_str().unwrap_or_default()),
                phase: pod_phase(member("phase"))?,
                termination_grace_period_s: member("terminationGracePeriodSeconds").as_i64().unwrap_or(30),
                detail: None,
            }),
            ("v1", "Namespace") => Facts::Namespace(Arc::new(NamespaceFacts {
                spec_finalizers: [Name::KUBERNETES].into_iter().collect::<Vec<_>>().into(),
                phase: if deleting {
                    NamespacePhase::Terminating
                } else {
                    NamespacePhase::Active
                },
                ..NamespaceFacts::default()
            })),
            ("apiextensions.k8s.io/v1", "CustomResourceDefinition") => {
                let defines = member("defines").as_str().ok_or("a definition defines a kind")?;
                let (api_version, kind) = defines.split_once(' ').ok_or("defines: apiVersion Kind")?;
                let (api_version, kind) = (names.intern(api_version), names.intern(kind));
                Facts::Crd(CrdFacts {
                    defines: cluster.kinds.known(api_version, kind),
                })
            }
            _ => Facts::None,
        };
        Ok((name.to_owned(), Object { kind, meta, facts }))
    }
}

fn pod_phase(text: &Value) -> Result<PodPhase, String> {
    Ok(match text.as_str() {
        None | Some("Running") => PodPhase::Running,
        Some("Pending") => PodPhase::Pending,
        Some("Succeeded") => PodPhase::Succeeded,
        Some("Failed") => PodPhase::Failed,
        Some(other) => return Err(format!("unknown phase {other}")),
    })
}

fn parse_identity(cluster: &mut Cluster, text: &str) -> Result<Identity, String> {
    let fault = || format!("{text} is no identity");
    let (place, uid) = text.rsplit_once('#').ok_or_else(fault)?;
    let mut words = place.splitn(3, ' ');
    let (Some(api_version), Some(kind), Some(place)) = (words.next(), words.next(), words.next()) else {
        return Err(fault());
    };
    let (namespace, name) = place.split_once('/').unwrap_or(("", place));
    let names = Arc::make_mut(&mut cluster.names);
    Ok(Identity {
        api_version: names.intern(api_version),
        kind: names.intern(kind),
        namespace: names.intern(namespace),
        name: names.intern(name),
        uid: names.intern(uid),
    })
}
