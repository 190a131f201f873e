use super::reply::NotListed;
use kubeloupe_core::sorted::sort_by_key;
use serde::Deserialize;

/// One group version, as discovery describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GroupVersion {
    /// `apps/v1`, or `v1`.
    pub(super) name: String,
    /// What it serves; subresources are left out.
    pub(super) resources: Vec<Served>,
    /// The server behind it did not answer: what is listed is what was known before, if anything.
    pub(super) failed: Option<NotListed>,
}

impl GroupVersion {
    pub(super) fn group(&self) -> &str {
        self.name.split_once('/').map_or("", |(group, _)| group)
    }
}

/// One resource of a group version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Served {
    pub(super) resource: String,
    pub(super) kind: String,
    pub(super) namespaced: bool,
    pub(super) listed: bool,
    pub(super) monitored: bool,
}

/// What `/api` or `/apis` answers.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Everything at once.
    Aggregated(Vec<GroupVersion>),
    /// Names of group versions, which have to be asked one by one.
    Names(Vec<String>),
}

/// The media types of aggregated discovery, newest first, and the plain one for servers that know neither.
pub(super) const ACCEPT: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,\
    application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,\
    application/json";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Root {
    #[serde(default)]
    kind: String,
    /// Of an APIGroupDiscoveryList.
    #[serde(default)]
    items: Vec<GroupItem>,
    /// Of APIVersions.
    #[serde(default)]
    versions: Vec<String>,
    /// Of an APIGroupList.
    #[serde(default)]
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct GroupItem {
    #[serde(default)]
    metadata: GroupName,
    #[serde(default)]
    versions: Vec<VersionItem>,
}

#[derive(Deserialize, Default)]
struct GroupName {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct VersionItem {
    version: String,
    #[serde(default)]
    freshness: String,
    #[serde(default)]
    resources: Vec<ResourceItem>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResourceItem {
    resource: String,
    #[serde(default)]
    response_kind: Option<ResponseKind>,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    verbs: Vec<String>,
}

#[derive(Deserialize)]
struct ResponseKind {
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    #[serde(default)]
    versions: Vec<GroupVersionName>,
    #[serde(default)]
    preferred_version: Option<GroupVersionName>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GroupVersionName {
    group_version: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResourceList {
    group_version: String,
    #[serde(default)]
    resources: Vec<PlainResource>,
}

#[derive(Deserialize)]
struct PlainResource {
    name: String,
    #[serde(default)]
    namespaced: bool,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    verbs: Vec<String>,
}

/// Reads the answer of `/api` or `/apis`; `None` where it is none.
pub(super) fn read_root(body: &[u8]) -> Option<Found> {
    let root: Root = serde_json::from_slice(body).ok()?;
    match root.kind.as_str() {
        "APIGroupDiscoveryList" => {
            let group_versions = root.items.into_iter().flat_map(|item| {
                let group = item.metadata.name;
                item.versions
                    .into_iter()
                    .map(move |version| aggregated(&group, version))
            });
            Some(Found::Aggregated(group_versions.collect()))
        }
        "APIVersions" => Some(Found::Names(root.versions)),
        "APIGroupList" => Some(Found::Names(root.groups.into_iter().flat_map(names_of).collect())),
        _ => None,
    }
}

/// Reads the answer of one group version.
pub(super) fn read_group_version(body: &[u8]) -> Option<GroupVersion> {
    let list: ResourceList = serde_json::from_slice(body).ok()?;
    let resources = list
        .resources
        .into_iter()
        .filter(|resource| !resource.name.contains('/'))
        .map(|resource| Served::new(resource.name, resource.kind, resource.namespaced, &resource.verbs))
        .collect();
    Some(GroupVersion {
        name: list.group_version,
        resources,
        failed: None,
    })
}

impl Served {
    fn new(resource: String, kind: String, namespaced: bool, verbs: &[String]) -> Self {
        let has = |verb: &str| verbs.iter().any(|one| one == verb);
        Served {
            resource,
            kind,
            namespaced,
            listed: has("list") && has("delete"),
            monitored: has("list") && has("watch") && has("delete"),
        }
    }
}

fn aggregated(group: &str, version: VersionItem) -> GroupVersion {
    let name = if group.is_empty() {
        version.version
    } else {
        format!("{group}/{}", version.version)
    };
    let resources = version
        .resources
        .into_iter()
        .filter_map(|item| {
            let kind = item.response_kind?.kind;
            Some(Served::new(
                item.resource,
                kind,
                item.scope == "Namespaced",
                &item.verbs,
            ))
        })
        .collect();
    GroupVersion {
        name,
        resources,
        failed: (version.freshness == "Stale").then_some(NotListed::Status(503)),
    }
}

/// The group versions of a group, the preferred one first.
fn names_of(group: Group) -> Vec<String> {
    let mut names: Vec<String> = group
        .versions
        .into_iter()
        .map(|version| version.group_version)
        .collect();
    if let Some(preferred) = group.preferred_version {
        sort_by_key(&mut names, |name| *name != preferred.group_version);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregated_discovery_tells_everything_at_once() {
        let body = br#"{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[
            {"metadata":{"name":"apps","creationTimestamp":null},"versions":[{"version":"v1","freshness":"Current","resources":[
                {"resource":"deployments","responseKind":{"group":"apps","version":"v1","kind":"Deployment"},"scope":"Namespaced",
                 "singularResource":"deployment","verbs":["create","delete","list","watch"],
                 "subresources":[{"subresource":"scale","verbs":["get"]}]}]}]},
            {"metadata":{"name":"metrics.k8s.io"},"versions":[{"version":"v1beta1","freshness":"Stale"}]}]}"#;
        let Some(Found::Aggregated(found)) = read_root(body) else {
            panic!("not understood");
        };
        assert_eq!(found[0].name, "apps/v1");
        assert_eq!(found[0].group(), "apps");
        assert_eq!(
            found[0].resources,
            [Served {
                resource: "deployments".into(),
                kind: "Deployment".into(),
                namespaced: true,
                listed: true,
                monitored: true,
            }]
        );
        assert_eq!(found[0].failed, None);
        assert_eq!(found[1].failed, Some(NotListed::Status(503)));
    }

    #[test]
    fn older_servers_name_their_group_versions() {
        assert_eq!(
            read_root(br#"{"kind":"APIVersions","versions":["v1"]}"#),
            Some(Found::Names(vec!["v1".into()]))
        );
        let body = br#"{"kind":"APIGroupList","groups":[{"name":"batch","versions":[
            {"groupVersion":"batch/v1beta1","version":"v1beta1"},{"groupVersion":"batch/v1","version":"v1"}],
            "preferredVersion":{"groupVersion":"batch/v1","version":"v1"}}]}"#;
        assert_eq!(
            read_root(body),
            Some(Found::Names(vec!["batch/v1".into(), "batch/v1beta1".into()]))
        );
        assert_eq!(read_root(b"<!doctype html>"), None);
        assert_eq!(read_root(br#"{"kind":"Status","code":403}"#), None);
    }

    #[test]
    fn subresources_are_no_resources() {
        let body = br#"{"kind":"APIResourceList","groupVersion":"v1","resources":[
            {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["delete","get","list","watch"]},
            {"name":"pods/log","singularName":"","namespaced":true,"kind":"Pod","verbs":["get"]},
            {"name":"bindings","singularName":"binding","namespaced":true,"kind":"Binding","verbs":["create"]}]}"#;
        let found = read_group_version(body).unwrap();
        let listed: Vec<(&str, bool)> = found
            .resources
            .iter()
            .map(|one| (one.resource.as_str(), one.listed))
            .collect();
        assert_eq!(listed, [("pods", true), ("bindings", false)]);
    }
}
