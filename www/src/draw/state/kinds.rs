use super::{CustomDraft, Document, Place, Refusal, Why};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{DefaultPolicy, Kind, KindId, KnownFrom, Scope, ServedVersion};
use serde_json::Value;
use std::sync::Arc;

/// A kind that can be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindChoice {
    /// Its number.
    pub id: KindId,
    /// Its kind.
    pub kind: String,
    /// The apiVersion that is preferred.
    pub api_version: String,
    /// Its resource.
    pub resource: String,
    /// Objects of it are in namespaces.
    pub namespaced: bool,
}

/// Kinds that drawings are mostly made of; they are offered first.
const COMMON: [&str; 14] = [
    "Deployment",
    "ReplicaSet",
    "Pod",
    "ConfigMap",
    "Secret",
    "Service",
    "StatefulSet",
    "DaemonSet",
    "Job",
    "CronJob",
    "PersistentVolumeClaim",
    "ServiceAccount",
    "Namespace",
    "Node",
];

/// The kinds that fit what is typed: the common ones first, then by their names. Objects of all of them can be stored.
pub fn kind_choices(cluster: &Cluster, typed: &str) -> Vec<KindChoice> {
    let typed = typed.trim().to_lowercase();
    let text = |name| cluster.names.text(name);
    let mut choices: Vec<(usize, KindChoice)> = cluster
        .kinds
        .ids()
        .filter_map(|id| {
            let kind = cluster.kinds.get(id);
            let choice = KindChoice {
                id,
                kind: text(kind.kind).to_owned(),
                api_version: text(kind.preferred()).to_owned(),
                resource: text(kind.resource).to_owned(),
                namespaced: kind.is_namespaced(),
            };
            let fits = choice.kind.to_lowercase().contains(&typed)
                || choice.resource.contains(&typed)
                || choice.api_version.contains(&typed);
            if !(fits && kind.is_served() && kind.is_deletable()) {
                return None;
            }
            // The common ones, then those that the cluster itself defines, then the rest.
            let is_builtin = kind.known_from == KnownFrom::BuiltIn;
            let common = COMMON.iter().position(|one| is_builtin && *one == choice.kind);
            let rank = common.unwrap_or(if is_builtin { 100 } else { 50 });
            let begins = usize::from(!choice.kind.to_lowercase().starts_with(&typed)) * 1_000;
            Some((begins + rank, choice))
        })
        .collect();
    choices.sort_by(|left, right| {
        let words =
            |choice: &(usize, KindChoice)| (choice.0, choice.1.kind.clone(), choice.1.api_version.clone());
        words(left).cmp(&words(right))
    });
    choices.into_iter().map(|(_, choice)| choice).collect()
}

/// Adds a kind that somebody typed.
pub(super) fn add_kind(document: &mut Document, draft: &CustomDraft) -> Result<KindId, Refusal> {
    let CustomDraft {
        api_version,
        kind,
        resource,
        namespaced,
    } = draft;
    let version = api_version.split_once('/');
    let is_version = version.is_some_and(|(group, version)| {
        group.contains('.') && group.split('.').all(is_label) && is_label(version)
    });
    if !is_version {
        return Err(Refusal::at(
            Place::ApiVersion,
            Why::NotApiVersion(api_version.clone()),
        ));
    }
    let is_kind = kind.starts_with(|letter: char| letter.is_ascii_uppercase())
        && kind.len() <= 63
        && kind.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_kind {
        return Err(Refusal::at(Place::Kind, Why::NotKind(kind.clone())));
    }
    if !is_label(resource) || !resource.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return Err(Refusal::at(Place::Resource, Why::NotResource(resource.clone())));
    }
    let (group, _) = version.unwrap_or_default();
    let (group_name, kind_name) = (document.intern(group), document.intern(kind));
    let kinds = &document.cluster.kinds;
    let same_resource = kinds.ids().map(|id| kinds.get(id)).any(|other| {
        other.group == group_name && document.cluster.names.text(other.resource) == resource.as_str()
    });
    if kinds.of_group(group_name, kind_name).is_some() || same_resource {
        return Err(Refusal::at(Place::Kind, Why::KindKnown(kind.clone())));
    }
    Ok(state_kind(
        &mut document.cluster,
        api_version,
        kind,
        resource,
        *namespaced,
    ))
}

/// A DNS label of RFC 1123.
fn is_label(text: &str) -> bool {
    let outer = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.len() <= 63
        && bytes.first().is_some_and(outer)
        && bytes.last().is_some_and(outer)
        && bytes.iter().all(|byte| outer(byte) || *byte == b'-')
}

/// Adds a kind as discovery would state it, unless its group has one of that name.
pub fn state_kind(
    cluster: &mut Cluster,
    api_version: &str,
    kind: &str,
    resource: &str,
    namespaced: bool,
) -> KindId {
    let names = Arc::make_mut(&mut cluster.names);
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    let (group, kind) = (names.intern(group), names.intern(kind));
    let served = ServedVersion {
        api_version: names.intern(api_version),
        served: true,
    };
    let resource = names.intern(resource);
    if let Some(known) = cluster.kinds.of_group(group, kind) {
        return known;
    }
    Arc::make_mut(&mut cluster.kinds).add(Kind {
        group,
        kind,
        resource,
        versions: vec![served],
        scope: if namespaced {
            Scope::Namespaced
        } else {
            Scope::Cluster
        },
        known_from: KnownFrom::Stated,
        custom: true,
        default_policy: DefaultPolicy::DeleteDependents,
        graceful: false,
        has_generation: true,
        monitored: true,
    })
}

/// Adds the kinds of a scenario (`kinds:`), as far as they say what is needed.
pub fn state_kinds(cluster: &mut Cluster, kinds: &Value) {
    for kind in kinds.as_array().into_iter().flatten() {
        let word = |key: &str| kind[key].as_str().filter(|word| !word.is_empty());
        if let (Some(api_version), Some(name), Some(resource)) =
            (word("apiVersion"), word("kind"), word("resource"))
        {
            state_kind(
                cluster,
                api_version,
                name,
                resource,
                kind["namespaced"].as_bool() == Some(true),
            );
        }
    }
}
