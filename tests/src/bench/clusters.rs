use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{
    Facts, KindId, List, Name, Object, ObjectMeta, OwnerReference, PodFacts, PodPhase, builtin_kinds,
};
use std::fmt::Write;
use std::sync::Arc;

/// A cluster with the built-in kinds.
pub fn empty_cluster() -> Cluster {
    let mut cluster = Cluster {
        minor: 37,
        ..Cluster::default()
    };
    cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), 37));
    cluster
}

/// A kind that is built in.
pub fn kind(cluster: &mut Cluster, api_version: &str, kind: &str) -> KindId {
    let names = Arc::make_mut(&mut cluster.names);
    let (api_version, kind) = (names.intern(api_version), names.intern(kind));
    cluster.kinds.known(api_version, kind).expect("a built-in kind")
}

/// One ReplicationController with `dependents` ConfigMaps that block it.
pub fn one_owner(cluster: &mut Cluster, dependents: u32) -> Vec<Arc<Object>> {
    let owner_kind = kind(cluster, "v1", "ReplicationController");
    let config_map = kind(cluster, "v1", "ConfigMap");
    let names = Arc::make_mut(&mut cluster.names);
    let owner = OwnerReference {
        api_version: Name::V1,
        kind: names.intern("ReplicationController"),
        name: names.intern("owner"),
        uid: names.intern("00000000-owner"),
        controller: Some(true),
        block_owner_deletion: Some(true),
    };
    let namespace = names.intern("bench");
    let meta = |name: Name, uid: Name, resource_version: u64, owners: List<OwnerReference>| ObjectMeta {
        name,
        namespace,
        uid,
        resource_version,
        owner_references: owners,
        ..ObjectMeta::default()
    };
    let mut objects = vec![Arc::new(Object {
        kind: owner_kind,
        meta: meta(owner.name, owner.uid, 1, List::EMPTY),
        facts: Facts::None,
    })];
    for number in 0..dependents {
        let name = names.intern(&format!("dependent-{number}"));
        let uid = names.intern(&format!("00000000-dependent-{number}"));
        let owners = List::from(vec![owner]);
        objects.push(Arc::new(Object {
            kind: config_map,
            meta: meta(name, uid, u64::from(number) + 2, owners),
            facts: Facts::None,
        }));
    }
    objects
}

/// `deployments` Deployments with a ReplicaSet and `pods` running pods each.
pub fn deployments(cluster: &mut Cluster, deployments: u32, pods: u32) -> Vec<Arc<Object>> {
    let kinds = [
        kind(cluster, "apps/v1", "Deployment"),
        kind(cluster, "apps/v1", "ReplicaSet"),
        kind(cluster, "v1", "Pod"),
    ];
    let names = Arc::make_mut(&mut cluster.names);
    let (apps, deployment, replica_set) = (
        names.intern("apps/v1"),
        names.intern("Deployment"),
        names.intern("ReplicaSet"),
    );
    let (namespace, node) = (names.intern("bench"), names.intern("node-1"));
    let mut version = 0;
    let mut objects = Vec::new();
    let mut put = |kind: KindId, name: Name, uid: Name, owner: Option<OwnerReference>, facts: Facts| {
        version += 1;
        let meta = ObjectMeta {
            name,
            namespace,
            uid,
            resource_version: version,
            generation: 1,
            owner_references: owner.into_iter().collect(),
            ..ObjectMeta::default()
        };
        objects.push(Arc::new(Object { kind, meta, facts }));
    };
    let reference = |kind: Name, name: Name, uid: Name| OwnerReference {
        api_version: apps,
        kind,
        name,
        uid,
        controller: Some(true),
        block_owner_deletion: Some(true),
    };
    for number in 0..deployments {
        let name = names.intern(&format!("d{number}"));
        let uid = names.intern(&format!("uid-d{number}"));
        put(kinds[0], name, uid, None, Facts::None);
        let owner = reference(deployment, name, uid);
        let name = names.intern(&format!("d{number}-rs"));
        let uid = names.intern(&format!("uid-d{number}-rs"));
        put(kinds[1], name, uid, Some(owner), Facts::None);
        let owner = reference(replica_set, name, uid);
        for pod in 0..pods {
            let name = names.intern(&format!("d{number}-rs-{pod}"));
            let uid = names.intern(&format!("uid-d{number}-rs-{pod}"));
            let facts = PodFacts {
                node,
                phase: PodPhase::Running,
                termination_grace_period_s: 30,
                detail: None,
            };
            put(kinds[2], name, uid, Some(owner), Facts::Pod(facts));
        }
    }
    objects
}

/// A dump as kubectl prints it: `deployments` Deployments with a ReplicaSet and `pods` pods of about 4.5 kB each.
pub fn dump_text(deployments: u32, pods: u32) -> String {
    let mut text = String::from("{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n");
    let mut version = 0_u32;
    let mut first = true;
    let mut put = |api: &str,
                   kind: &str,
                   name: &str,
                   uid: &str,
                   owner: Option<(&str, &str, &str)>,
                   rest: &str| {
        version += 1;
        if !std::mem::take(&mut first) {
            text.push_str(",\n");
        }
        write!(
            text,
            "        {{\n            \"apiVersion\": \"{api}\",\n            \"kind\": \"{kind}\",\n            \"metadata\": {{\n                \"creationTimestamp\": \"2026-11-01T10:00:00Z\",\n                \"generation\": 1,\n                \"labels\": {{\n                    \"app\": \"bench\",\n                    \"pod-template-hash\": \"58c44d967\"\n                }},\n                \"name\": \"{name}\",\n                \"namespace\": \"bench\",\n"
        )
        .expect("writing to a string");
        if let Some((kind, name, uid)) = owner {
            write!(
                text,
                "                \"ownerReferences\": [\n                    {{\n                        \"apiVersion\": \"apps/v1\",\n                        \"blockOwnerDeletion\": true,\n                        \"controller\": true,\n                        \"kind\": \"{kind}\",\n                        \"name\": \"{name}\",\n                        \"uid\": \"{uid}\"\n                    }}\n                ],\n"
            )
            .expect("writing to a string");
        }
        write!(
            text,
            "                \"resourceVersion\": \"{version}\",\n                \"uid\": \"{uid}\"\n            }},\n{rest}\n        }}"
        )
        .expect("writing to a string");
    };
    let pod_rest = pod_rest();
    let small_rest = "            \"spec\": {\n                \"replicas\": 3\n            }";
    for number in 0..deployments {
        let (name, uid) = (
            format!("d{number}"),
            format!("{number:08x}-0000-4000-8000-0000000000d0"),
        );
        put("apps/v1", "Deployment", &name, &uid, None, small_rest);
        let owner = ("Deployment", name.as_str(), uid.as_str());
        let (set, set_uid) = (
            format!("d{number}-58c44d967"),
            format!("{number:08x}-0000-4000-8000-0000000000e0"),
        );
        put("apps/v1", "ReplicaSet", &set, &set_uid, Some(owner), small_rest);
        for pod in 0..pods {
            let name = format!("{set}-{pod:05}");
            let uid = format!("{number:08x}-0000-4000-8000-{pod:012x}");
            put(
                "v1",
                "Pod",
                &name,
                &uid,
                Some(("ReplicaSet", &set, &set_uid)),
                &pod_rest,
            );
        }
    }
    text.push_str("\n    ],\n    \"kind\": \"List\",\n    \"metadata\": {\n        \"resourceVersion\": \"\"\n    }\n}\n");
    text
}

/// What of a pod is not metadata, as large as kubectl prints it.
fn pod_rest() -> String {
    let mut rest = String::from(
        "            \"spec\": {\n                \"nodeName\": \"node-1\",\n                \"terminationGracePeriodSeconds\": 30,\n                \"containers\": [\n                    {\n                        \"env\": [\n",
    );
    for number in 0..20 {
        let comma = if number == 19 { "" } else { "," };
        writeln!(
            rest,
            "                            {{\n                                \"name\": \"SETTING_{number}\",\n                                \"value\": \"some value of setting {number}\"\n                            }}{comma}"
        )
        .expect("writing to a string");
    }
    rest.push_str("                        ],\n                        \"image\": \"example.com/web:3\",\n                        \"name\": \"c\"\n                    }\n                ]\n            },\n            \"status\": {\n                \"conditions\": [\n");
    for number in 0..5 {
        let comma = if number == 4 { "" } else { "," };
        writeln!(
            rest,
            "                    {{\n                        \"lastTransitionTime\": \"2026-11-01T10:00:0{number}Z\",\n                        \"status\": \"True\",\n                        \"type\": \"Condition{number}\"\n                    }}{comma}"
        )
        .expect("writing to a string");
    }
    rest.push_str("                ],\n                \"phase\": \"Running\"\n            }");
    rest
}
