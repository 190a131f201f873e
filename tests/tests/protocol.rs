//! What the recordings of the API server do not reach: older minors, definitions, addresses, namespaces that are not
//! stored, paths that do not exist, strategic merges, dry runs.

use kubeloupe_core::apiserver::{
    ApiServer, Change, Cluster, Create, Finalize, NamespaceStatus, Reason, Request, Response, Target, Verb,
    WatchEvent,
};
use kubeloupe_core::object::{
    CrdFacts, Facts, IpAddressFacts, KindId, List, Name, NamespacePhase, Object, ObjectKey, ObjectMeta, Time,
};
use kubeloupe_core::sim::{Actor, Effect, Effects};
use kubeloupe_formats::text::status_message;
use kubeloupe_formats::wire;
use kubeloupe_tests::oracle_cluster;
use kubeloupe_tests::replay::recorded_metadata;
use serde_json::{Value, json};
use std::sync::Arc;

/// An API server with the namespaces `a` and `b`.
struct Server {
    cluster: Cluster,
    api: ApiServer,
    now: Time,
    fx: Effects,
}

impl Server {
    fn new(minor: u32) -> Self {
        let (cluster, api) = (oracle_cluster(minor), ApiServer::default());
        let mut server = Server {
            cluster,
            api,
            now: Time::START,
            fx: Effects::default(),
        };
        for name in ["a", "b"] {
            server.create("Namespace", json!({ "metadata": { "name": name } }));
        }
        server.api.take_log();
        server
    }

    fn send(&mut self, request: &Request) -> Response {
        self.api
            .handle(&mut self.cluster, self.now, Actor::Client, request, &mut self.fx)
    }

    fn ask(&mut self, request: Value) -> Response {
        let request = wire::read_request(&mut self.cluster, &request).expect("a readable request");
        self.send(&request)
    }

    fn create(&mut self, kind: &str, body: Value) -> Response {
        self.ask(json!({ "verb": "create", "kind": kind, "namespace": body["metadata"]["namespace"], "body": body }))
    }

    fn delete(&mut self, kind: &str, namespace: &str, name: &str, body: Value) -> Response {
        self.ask(
            json!({ "verb": "delete", "kind": kind, "namespace": namespace, "name": name, "body": body }),
        )
    }

    fn patch(&mut self, kind: &str, namespace: &str, name: &str, form: &str, body: Value) -> Response {
        self.ask(json!({
            "verb": "patch", "kind": kind, "namespace": namespace, "name": name, "patchType": form, "body": body,
        }))
    }

    fn name(&mut self, text: &str) -> Name {
        Arc::make_mut(&mut self.cluster.names).intern(text)
    }

    fn kind(&self, kind: &str) -> (KindId, Name) {
        wire::resolve(&self.cluster, None, |names, about| names.text(about.kind) == kind)
            .expect("a known kind")
    }

    fn key(&mut self, kind: &str, namespace: &str, name: &str) -> ObjectKey {
        ObjectKey {
            kind: self.kind(kind).0,
            namespace: self.name(namespace),
            name: self.name(name),
        }
    }

    fn target(&mut self, kind: &str, namespace: &str, name: &str) -> Target {
        Target::object(self.key(kind, namespace, name), self.kind(kind).1)
    }

    /// The metadata stored, or `null`.
    fn stored(&mut self, kind: &str, namespace: &str, name: &str) -> Value {
        let key = self.key(kind, namespace, name);
        self.api
            .get(&key)
            .map_or(Value::Null, |object| recorded_metadata(&self.cluster, object))
    }

    /// Puts an object into storage as a dump would.
    fn load(&mut self, kind: &str, namespace: &str, name: &str, facts: Facts) -> Object {
        let key = self.key(kind, namespace, name);
        let meta = ObjectMeta {
            name: key.name,
            namespace: key.namespace,
            uid: self.name(&format!("uid-of-{name}")),
            resource_version: self.api.last_version() + 1,
            generation: 1,
            ..ObjectMeta::default()
        };
        let object = Object {
            kind: key.kind,
            meta,
            facts,
        };
        self.api.insert(Arc::new(object.clone()));
        object
    }

    /// The events since the last call: change and name.
    fn events(&mut self) -> Vec<String> {
        let log = self.api.take_log();
        let shown = |event: &WatchEvent| {
            let change = match event.change {
                Change::Added => "ADDED",
                Change::Modified => "MODIFIED",
                Change::Deleted => "DELETED",
            };
            format!("{change} {}", self.cluster.names.text(event.object.meta.name))
        };
        log.iter().map(shown).collect()
    }
}

fn causes(response: &Response) -> Vec<String> {
    let causes = &response.as_status().expect("a refusal").causes;
    causes
        .iter()
        .map(|cause| {
            format!(
                "{} {}",
                wire::cause_reason(cause.reason),
                wire::field(cause.field)
            )
        })
        .collect()
}

fn pod(grace_s: i64) -> Value {
    json!({
        "metadata": { "namespace": "a", "name": "p" },
        "spec": { "nodeName": "n1", "terminationGracePeriodSeconds": grace_s },
    })
}

#[test]
fn a_shortened_grace_does_not_end_in_the_past_since_1_33() {
    for (minor, deletion_s, grace_s) in [(32, 5, 5), (33, 20, 1), (37, 20, 1)] {
        let mut server = Server::new(minor);
        server.create("Pod", pod(30));
        server.delete("Pod", "a", "p", json!({}));
        server.now = Time::from_secs(20);
        let response = server.delete("Pod", "a", "p", json!({ "gracePeriodSeconds": 5 }));
        let meta = &response.as_object().expect("the pod").meta;
        assert_eq!(
            meta.deletion_timestamp,
            Some(Time::from_secs(deletion_s)),
            "1.{minor}"
        );
        assert_eq!(meta.deletion_grace_period_s, Some(grace_s), "1.{minor}");
        assert_eq!(
            server.events(),
            ["ADDED p", "MODIFIED p", "MODIFIED p"],
            "1.{minor}"
        );
        assert_eq!(
            server
                .delete("Pod", "a", "p", json!({ "gracePeriodSeconds": 0 }))
                .code,
            200
        );
        assert_eq!(server.events(), ["MODIFIED p", "DELETED p"], "1.{minor}");
    }
}

#[test]
fn pods_have_a_generation_since_1_33() {
    for (minor, created, deleted) in [(32, Value::Null, Value::Null), (33, 1.into(), 2.into())] {
        let mut server = Server::new(minor);
        server.create("Pod", pod(30));
        assert_eq!(server.stored("Pod", "a", "p")["generation"], created, "1.{minor}");
        server.delete("Pod", "a", "p", json!({}));
        assert_eq!(server.stored("Pod", "a", "p")["generation"], deleted, "1.{minor}");
    }
}

#[test]
fn causes_name_the_owner_reference_since_1_37() {
    let references = json!([
        { "apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "o" },
        { "apiVersion": "", "kind": "", "name": "", "uid": "" },
        { "apiVersion": "a/b/c", "kind": "ConfigMap", "name": "o", "uid": "o" },
        { "apiVersion": "v1", "kind": "Event", "name": "o", "uid": "o" },
    ]);
    let body = json!({ "metadata": { "namespace": "a", "name": "x", "ownerReferences": references } });
    let refusal = Server::new(36).create("ConfigMap", body.clone());
    assert_eq!(
        causes(&refusal),
        [
            "FieldValueInvalid metadata.ownerReferences.apiVersion",
            "FieldValueInvalid metadata.ownerReferences.kind",
            "FieldValueInvalid metadata.ownerReferences.name",
            "FieldValueInvalid metadata.ownerReferences.uid",
            "FieldValueInvalid metadata.ownerReferences.apiVersion",
            "FieldValueInvalid metadata.ownerReferences",
        ]
    );
    let refusal = Server::new(37).create("ConfigMap", body);
    assert_eq!(
        causes(&refusal),
        [
            "FieldValueRequired metadata.ownerReferences[1].apiVersion",
            "FieldValueRequired metadata.ownerReferences[1].kind",
            "FieldValueRequired metadata.ownerReferences[1].name",
            "FieldValueRequired metadata.ownerReferences[1].uid",
            "FieldValueInvalid metadata.ownerReferences[2].apiVersion",
            "FieldValueInvalid metadata.ownerReferences[3]",
        ]
    );
}

#[test]
fn a_put_on_a_namespace_that_is_gone() {
    for (minor, code) in [(33, 409), (34, 404)] {
        let mut server = Server::new(minor);
        let target = server.target("Namespace", "", "gone");
        for verb in [
            Verb::Finalize(Box::new(Finalize {
                resource_version: 1,
                spec_finalizers: List::EMPTY,
            })),
            Verb::UpdateNamespaceStatus(Box::new(NamespaceStatus {
                resource_version: 1,
                phase: NamespacePhase::Terminating,
                conditions: List::EMPTY,
            })),
        ] {
            assert_eq!(server.send(&Request { target, verb }).code, code, "1.{minor}");
        }
    }
}

#[test]
fn updates_needed_their_namespace_up_to_1_36() {
    let touch = json!({ "metadata": { "labels": { "t": "1" } } });
    for (minor, assumed, code) in [(36, false, 404), (36, true, 200), (37, false, 200)] {
        let mut server = Server::new(minor);
        server.api.namespaces_assumed = assumed;
        server.load("ConfigMap", "elsewhere", "x", Facts::None);
        let answer = server.patch("ConfigMap", "elsewhere", "x", "merge", touch.clone());
        assert_eq!(answer.code, code, "1.{minor}, assumed {assumed}");
    }
}

#[test]
fn objects_are_only_created_in_a_namespace_that_lives() {
    let mut server = Server::new(37);
    let body = |namespace: &str| json!({ "metadata": { "namespace": namespace, "name": "x" } });
    assert_eq!(
        server.create("ConfigMap", body("nowhere")).reason(),
        Some(Reason::NotFound)
    );
    server.api.namespaces_assumed = true;
    assert_eq!(server.create("ConfigMap", body("nowhere")).code, 201);
    server.delete("Namespace", "", "a", json!({}));
    let refusal = server.create("ConfigMap", body("a"));
    assert_eq!(refusal.code, 403);
    assert_eq!(causes(&refusal), ["NamespaceTerminating metadata.namespace"]);
    assert_eq!(server.stored("ConfigMap", "a", "x"), Value::Null);
}

#[test]
fn a_namespace_goes_with_its_last_token() {
    let mut server = Server::new(37);
    let target = server.target("Namespace", "", "a");
    server.delete("Namespace", "", "a", json!({}));
    server.api.take_log();
    let finalize = |resource_version| Request {
        target,
        verb: Verb::Finalize(Box::new(Finalize {
            resource_version,
            spec_finalizers: List::EMPTY,
        })),
    };
    let version = server.api.last_version();
    assert_eq!(
        server.send(&finalize(version - 1)).reason(),
        Some(Reason::Conflict)
    );
    assert_eq!(server.events(), [""; 0]);
    assert_eq!(server.send(&finalize(version)).code, 200);
    assert_eq!(server.events(), ["DELETED a"]);
}

#[test]
fn some_namespaces_cannot_be_deleted() {
    let mut server = Server::new(37);
    for name in ["default", "kube-system", "kube-public"] {
        server.create("Namespace", json!({ "metadata": { "name": name } }));
        server.api.take_log();
        assert_eq!(server.delete("Namespace", "", name, json!({})).code, 403);
        assert_eq!(server.events(), [""; 0]);
    }
    let all = json!({ "verb": "deletecollection", "kind": "Namespace" });
    assert_eq!(server.ask(all).code, 405);
}

#[test]
fn a_definition_waits_for_its_instances() {
    let mut server = Server::new(37);
    let widgets = server.kind("Widget").0;
    let facts = Facts::Crd(CrdFacts {
        defines: Some(widgets),
    });
    let definition = server.load("CustomResourceDefinition", "", "widgets.example.com", facts);
    let delete = |server: &mut Server, body| {
        server.delete("CustomResourceDefinition", "", "widgets.example.com", body)
    };
    let widget = json!({ "metadata": { "namespace": "a", "name": "w" } });
    assert_eq!(server.create("Widget", widget.clone()).code, 201);
    server.api.take_log();

    let shown = delete(
        &mut server,
        json!({ "dryRun": ["All"], "propagationPolicy": "Orphan" }),
    );
    assert!(shown.as_object().expect("the definition").meta.is_deleting());
    assert_eq!(server.events(), [""; 0]);
    assert_eq!(
        delete(&mut server, json!({ "propagationPolicy": "Orphan" })).code,
        200
    );
    assert_eq!(server.events(), ["MODIFIED widgets.example.com"]);
    let stored = server.stored("CustomResourceDefinition", "", "widgets.example.com");
    assert_eq!(
        stored["finalizers"],
        json!(["customresourcecleanup.apiextensions.k8s.io"])
    );
    assert_eq!(
        (&stored["generation"], &stored["deletionGracePeriodSeconds"]),
        (&1.into(), &Value::Null)
    );

    let another = json!({ "metadata": { "namespace": "a", "name": "v" } });
    assert_eq!(server.create("Widget", another).code, 405);
    assert_eq!(server.delete("Widget", "a", "w", json!({})).code, 200);
    server.api.take_log();
    let empty = json!({ "metadata": { "finalizers": null } });
    server.patch(
        "CustomResourceDefinition",
        "",
        "widgets.example.com",
        "merge",
        empty,
    );
    assert_eq!(server.events(), ["DELETED widgets.example.com"]);

    let target = server.target("Widget", "a", "w");
    let answer = server.send(&Request {
        target,
        verb: Verb::Get,
    });
    assert_eq!(
        (answer.code, answer.reason()),
        (404, None),
        "the kind is no longer served"
    );
    let key = definition.key();
    let create = Verb::Create(Box::new(Create::new(definition)));
    let (_, api_version) = server.kind("CustomResourceDefinition");
    let target = Target {
        name: Name::EMPTY,
        ..Target::object(key, api_version)
    };
    assert_eq!(server.send(&Request { target, verb: create }).code, 201);
    assert_eq!(
        server.create("Widget", widget).code,
        201,
        "the kind is served again"
    );
}

#[test]
fn addresses_go_with_their_service() {
    let mut server = Server::new(37);
    let (namespace, own, other) = (server.name("a"), server.name("web"), server.name("other"));
    server.load("Service", "a", "web", Facts::None);
    for (address, parent_name) in [("10.0.0.1", own), ("10.0.0.2", other), ("10.0.0.3", own)] {
        let facts = IpAddressFacts {
            parent_namespace: namespace,
            parent_name,
        };
        server.load("IPAddress", "", address, Facts::IpAddress(facts));
    }
    // Another kind of the same name takes nothing with it.
    server.load("ConfigMap", "a", "web", Facts::None);
    server.delete("ConfigMap", "a", "web", json!({}));
    server.delete("Service", "a", "web", json!({ "dryRun": ["All"] }));
    assert_eq!(server.events(), ["DELETED web"]);
    server.fx.take();
    server.delete("Service", "a", "web", json!({}));
    assert_eq!(
        server.events(),
        ["DELETED web", "DELETED 10.0.0.1", "DELETED 10.0.0.3"]
    );
    let written = server.fx.take();
    let by: Vec<Actor> = written
        .iter()
        .filter_map(|effect| match effect {
            Effect::Written { by, .. } => Some(*by),
            _ => None,
        })
        .collect();
    assert_eq!(by, [Actor::Client, Actor::ApiServer, Actor::ApiServer]);
}

#[test]
fn paths_that_do_not_exist() {
    let mut server = Server::new(37);
    for (request, code) in [
        (
            json!({ "verb": "get", "kind": "ClusterRole", "namespace": "a", "name": "x" }),
            404,
        ),
        (
            json!({ "verb": "list", "kind": "ClusterRole", "namespace": "a" }),
            404,
        ),
        (
            json!({ "verb": "delete", "kind": "ConfigMap", "name": "x", "body": {} }),
            404,
        ),
        (
            json!({ "verb": "create", "kind": "ConfigMap", "body": { "metadata": { "name": "x" } } }),
            405,
        ),
        (
            json!({ "verb": "deletecollection", "kind": "ConfigMap", "body": {} }),
            405,
        ),
        (
            json!({ "verb": "delete", "kind": "ConfigMap", "namespace": "a", "body": {} }),
            405,
        ),
    ] {
        let answer = server.ask(request.clone());
        let reason = (code == 405).then_some(Reason::MethodNotAllowed);
        assert_eq!((answer.code, answer.reason()), (code, reason), "{request}");
    }
    assert_eq!(
        server.ask(json!({ "verb": "list", "kind": "ConfigMap" })).code,
        200
    );
    let (kind, _) = server.kind("ConfigMap");
    let target = Target {
        api_version: server.name("v2"),
        ..server.target("ConfigMap", "a", "x")
    };
    assert_eq!(
        server
            .send(&Request {
                target: Target { kind, ..target },
                verb: Verb::Get
            })
            .code,
        404
    );
    let target = Target::object(server.key("Namespace", "", "a"), Name::V1);
    assert_eq!(
        server
            .send(&Request {
                target,
                verb: Verb::Get
            })
            .code,
        200
    );
    let status = Verb::Finalize(Box::new(Finalize {
        resource_version: 1,
        spec_finalizers: List::EMPTY,
    }));
    let target = server.target("ConfigMap", "a", "x");
    assert_eq!(server.send(&Request { target, verb: status }).reason(), None);
}

/// The uids of the references after a strategic merge.
fn merged(live: Value, patch: Value) -> Value {
    let mut server = Server::new(37);
    let full = |entry: &Value| {
        let mut entry = entry.clone();
        if entry["$patch"].is_null() {
            for (key, value) in [("apiVersion", "v1"), ("kind", "ConfigMap"), ("name", "o")] {
                entry[key] = value.into();
            }
        }
        entry
    };
    let list = |value: &Value| {
        value
            .as_array()
            .expect("a list")
            .iter()
            .map(full)
            .collect::<Value>()
    };
    let body = json!({ "metadata": { "namespace": "a", "name": "x", "ownerReferences": list(&live) } });
    assert_eq!(server.create("ConfigMap", body).code, 201);
    let body = json!({ "metadata": { "ownerReferences": list(&patch) } });
    assert_eq!(server.patch("ConfigMap", "a", "x", "strategic", body).code, 200);
    let stored = server.stored("ConfigMap", "a", "x");
    let references = stored["ownerReferences"].as_array().cloned().unwrap_or_default();
    let brief = |entry: &Value| match &entry["blockOwnerDeletion"] {
        Value::Null => entry["uid"].clone(),
        blocks => json!([entry["uid"], blocks]),
    };
    references.iter().map(brief).collect()
}

#[test]
fn strategic_merges_of_owner_references_go_by_uid() {
    let one = |uid: &str| json!({ "uid": uid });
    let with = |uid: &str, blocks: bool| json!({ "uid": uid, "blockOwnerDeletion": blocks });
    let without = |uid: &str| json!({ "uid": uid, "$patch": "delete" });
    let live = json!([with("1", true), one("2"), with("3", false)]);
    for (patch, expected) in [
        (json!([]), json!([["1", true], "2", ["3", false]])),
        (
            json!([without("2"), without("9")]),
            json!([["1", true], ["3", false]]),
        ),
        (
            json!([with("1", false)]),
            json!([["1", false], "2", ["3", false]]),
        ),
        (json!([one("1")]), json!([["1", true], "2", ["3", false]])),
        // Listed entries come in the patch's order, a lost one is added again, and the others stay before those that
        // they stood before.
        (
            json!([with("3", true), with("1", true)]),
            json!(["2", ["3", true], ["1", true]]),
        ),
        (
            json!([one("4"), one("2")]),
            json!(["4", ["1", true], "2", ["3", false]]),
        ),
        (
            json!([without("2"), one("2")]),
            json!(["2", ["1", true], ["3", false]]),
        ),
    ] {
        assert_eq!(merged(live.clone(), patch.clone()), expected, "{patch}");
    }
}

#[test]
fn strategic_merges_of_finalizers_join_them() {
    for (patch, expected) in [
        (json!(["x/b", "x/c"]), json!(["x/a", "x/b", "x/c"])),
        (json!([]), json!(["x/a", "x/b"])),
        (Value::Null, Value::Null),
    ] {
        let mut server = Server::new(37);
        let meta = json!({ "namespace": "a", "name": "x", "finalizers": ["x/a", "x/b"] });
        server.create("ConfigMap", json!({ "metadata": meta }));
        server.patch(
            "ConfigMap",
            "a",
            "x",
            "strategic",
            json!({ "metadata": { "finalizers": patch } }),
        );
        assert_eq!(server.stored("ConfigMap", "a", "x")["finalizers"], expected);
    }
}

#[test]
fn patches_of_what_is_not_kept_are_writes() {
    let mut server = Server::new(37);
    server.create(
        "ConfigMap",
        json!({ "metadata": { "namespace": "a", "name": "x" } }),
    );
    server.api.take_log();
    for (patch, events) in [
        (
            json!({ "metadata": { "annotations": { "k": "v" } } }),
            vec!["MODIFIED x"],
        ),
        (json!({ "data": { "k": "v" } }), vec!["MODIFIED x"]),
        (json!({ "metadata": { "labels": {} } }), vec![]),
    ] {
        assert_eq!(
            server.patch("ConfigMap", "a", "x", "merge", patch.clone()).code,
            200
        );
        assert_eq!(server.events(), events, "{patch}");
    }
}

#[test]
fn a_dry_run_of_a_creation_stores_nothing() {
    let mut server = Server::new(37);
    let body = json!({ "metadata": { "namespace": "a", "name": "x" } });
    let mut request = wire::read_request(
        &mut server.cluster,
        &json!({ "verb": "create", "kind": "ConfigMap", "namespace": "a", "body": body }),
    )
    .expect("a readable request");
    if let Verb::Create(create) = &mut request.verb {
        create.dry_run = true;
    }
    let answer = server.send(&request);
    assert_eq!(
        (
            answer.code,
            answer.as_object().expect("an object").meta.resource_version
        ),
        (201, 0)
    );
    assert_eq!(server.events(), [""; 0]);
    assert_eq!(server.create("ConfigMap", body).code, 201);
    assert_eq!(server.send(&request).reason(), Some(Reason::AlreadyExists));
}

#[test]
fn uids_differ_from_those_of_a_world_that_was_written_out() {
    let mut first = Server::new(37);
    first.create(
        "ConfigMap",
        json!({ "metadata": { "namespace": "a", "name": "x" } }),
    );
    let mut second = Server::new(37);
    second.api = ApiServer::default();
    for object in first.api.objects() {
        second.api.insert(object.clone());
    }
    second.create(
        "ConfigMap",
        json!({ "metadata": { "namespace": "a", "name": "y" } }),
    );
    assert_ne!(
        second.stored("ConfigMap", "a", "y")["uid"],
        first.stored("ConfigMap", "a", "x")["uid"]
    );
}

#[test]
fn mistakes_in_a_request_are_named() {
    let mut cluster = oracle_cluster(37);
    for (request, field) in [
        (json!({}), "kind"),
        (json!({ "verb": "fetch", "kind": "Pod" }), "verb"),
        (json!({ "verb": "get", "kind": "Ghost" }), "kind"),
        (json!({ "verb": "get", "resource": "ghosts" }), "resource"),
        (json!({ "verb": "get", "kind": "Pod", "name": 1 }), "name"),
        (json!({ "verb": "create", "kind": "Pod" }), "body"),
        (
            json!({ "verb": "patch", "kind": "Pod", "patchType": "json" }),
            "patchType",
        ),
        (
            json!({ "verb": "create", "kind": "Pod", "body": { "metadata": { "finalizers": ["a", 1] } } }),
            "body.metadata.finalizers[1]",
        ),
        (
            json!({ "verb": "delete", "kind": "Pod", "body": { "gracePeriodSeconds": "5" } }),
            "body.gracePeriodSeconds",
        ),
        (
            json!({ "verb": "patch", "kind": "Pod", "patchType": "strategic", "body": { "metadata": { "ownerReferences": [{}] } } }),
            "body.metadata.ownerReferences[0].uid",
        ),
    ] {
        let error = wire::read_request(&mut cluster, &request).expect_err("a mistake");
        assert_eq!(error.field, field, "{request}: {error}");
    }
}

#[test]
fn equal_owner_references_were_kept_up_to_1_19() {
    let owner = json!({ "apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "o" });
    let body = json!({ "metadata": { "namespace": "a", "name": "x", "ownerReferences": [owner, owner] } });
    for (minor, kept) in [(19, 2), (20, 1), (37, 1)] {
        let mut server = Server::new(minor);
        let created = server.create("ConfigMap", body.clone());
        let object = created.as_object().expect("the object");
        assert_eq!(object.meta.owner_references.len(), kept, "1.{minor}");
        server.patch("ConfigMap", "a", "x", "merge", body.clone());
        let key = server.key("ConfigMap", "a", "x");
        let stored = server.api.get(&key).expect("it is stored");
        assert_eq!(stored.meta.owner_references.len(), kept, "1.{minor}");
    }
}

#[test]
fn a_negative_grace_is_one_second_since_1_22() {
    for (minor, events) in [
        (21, &["ADDED p", "MODIFIED p", "DELETED p"][..]),
        (22, &["ADDED p", "MODIFIED p"]),
    ] {
        let mut server = Server::new(minor);
        server.create("Pod", pod(-5));
        server.delete("Pod", "a", "p", json!({}));
        assert_eq!(server.events(), events, "1.{minor}");
    }
    // The option, too; and only where it is not longer than what runs already.
    let mut server = Server::new(22);
    server.create("Pod", pod(30));
    server.delete("Pod", "a", "p", json!({}));
    server.delete("Pod", "a", "p", json!({ "gracePeriodSeconds": -1 }));
    assert_eq!(server.stored("Pod", "a", "p")["deletionGracePeriodSeconds"], 1);
}

#[test]
fn objects_of_a_collection_shared_their_options_up_to_1_21() {
    let collection = json!({ "verb": "deletecollection", "kind": "Pod", "namespace": "a", "body": {} });
    for (minor, grace_s) in [(21, 10), (22, 30)] {
        let mut server = Server::new(minor);
        for (name, grace_s) in [("p", 10), ("q", 30)] {
            let mut body = pod(grace_s);
            body["metadata"]["name"] = name.into();
            server.create("Pod", body);
        }
        let request = wire::read_request(&mut server.cluster, &collection).expect("a readable request");
        assert_eq!(server.send(&request).code, 200);
        let graces =
            ["p", "q"].map(|name| server.stored("Pod", "a", name)["deletionGracePeriodSeconds"].clone());
        assert_eq!(graces, [json!(10), json!(grace_s)], "1.{minor}");
    }
}

#[test]
fn a_precondition_did_not_follow_the_write_up_to_1_17() {
    for (minor, code, events) in [
        (17, 409, &["ADDED p", "MODIFIED p"][..]),
        (18, 200, &["ADDED p", "MODIFIED p", "DELETED p"]),
    ] {
        let mut server = Server::new(minor);
        let created = server.create("Pod", pod(30));
        let version = created
            .as_object()
            .expect("the pod")
            .meta
            .resource_version
            .to_string();
        let options = json!({ "gracePeriodSeconds": 0, "preconditions": { "resourceVersion": version } });
        assert_eq!(server.delete("Pod", "a", "p", options).code, code, "1.{minor}");
        assert_eq!(server.events(), events, "1.{minor}");
    }
}

#[test]
fn options_that_cannot_be_read_are_refused_before_anything_else() {
    for (minor, code, reason) in [(34, 500, Reason::InternalError), (35, 400, Reason::BadRequest)] {
        let mut server = Server::new(minor);
        server.load("ConfigMap", "a", "x", Facts::None);
        for name in ["x", "missing"] {
            let answer = server.delete("ConfigMap", "a", name, json!("no options"));
            assert_eq!(
                (answer.code, answer.reason()),
                (code, Some(reason)),
                "1.{minor} {name}"
            );
        }
        assert_eq!(server.events(), [""; 0], "1.{minor}");
    }
}

#[test]
fn a_generated_name_that_is_taken_is_generated_anew_since_1_31() {
    let body = json!({ "metadata": { "namespace": "a", "generateName": "web-" } });
    /// The name that the server would give now; nothing is stored.
    fn tried(server: &mut Server, body: &Value) -> Response {
        let request = json!({ "verb": "create", "kind": "ConfigMap", "namespace": "a", "body": body });
        let mut request = wire::read_request(&mut server.cluster, &request).expect("a readable request");
        if let Verb::Create(create) = &mut request.verb {
            create.dry_run = true;
        }
        server.send(&request)
    }
    /// Puts an object there without moving the server's version, which the next name is made from.
    fn take(server: &mut Server, name: &str) {
        let key = server.key("ConfigMap", "a", name);
        let meta = ObjectMeta {
            name: key.name,
            namespace: key.namespace,
            ..ObjectMeta::default()
        };
        server.api.insert(Arc::new(Object {
            kind: key.kind,
            meta,
            facts: Facts::None,
        }));
    }
    for (minor, most) in [(30, 1), (31, 8), (37, 8)] {
        let mut server = Server::new(minor);
        let mut given = Vec::new();
        while let Some(object) = tried(&mut server, &body).as_object().cloned() {
            let name = server.cluster.names.text(object.meta.name).to_owned();
            assert!(
                name.starts_with("web-") && name.len() == 9 && !given.contains(&name),
                "{name}"
            );
            take(&mut server, &name);
            given.push(name);
        }
        assert_eq!(given.len(), most, "1.{minor}");
        let refused = server.create("ConfigMap", body.clone());
        assert_eq!(refused.reason(), Some(Reason::AlreadyExists), "1.{minor}");
    }
}

#[test]
fn a_put_creates_where_the_kind_lets_it() {
    for (minor, kind, namespace, uid, code) in [
        (37, "Role", "a", "", 201),
        (29, "Role", "a", "", 201),
        (37, "Role", "a", "u", 404),
        (33, "Role", "a", "u", 409),
        (37, "ConfigMap", "a", "", 404),
        (37, "Role", "nowhere", "", 404),
    ] {
        let mut server = Server::new(minor);
        let target = server.target(kind, namespace, "x");
        let meta = ObjectMeta {
            name: target.name,
            namespace: target.namespace,
            uid: server.name(uid),
            ..ObjectMeta::default()
        };
        let object = Object {
            kind: target.kind,
            meta,
            facts: Facts::None,
        };
        let mut request = Request {
            target,
            verb: Verb::UpdateStatus(Box::new(object.clone())),
        };
        assert_ne!(server.send(&request).code, 201, "its status cannot come first");
        request.verb = Verb::Update(Box::new(object));
        assert_eq!(
            server.send(&request).code,
            code,
            "1.{minor} {kind} {namespace} {uid}"
        );
        assert_eq!(server.stored(kind, namespace, "x").is_null(), code != 201);
        if code == 201 {
            assert_eq!(server.events(), ["ADDED x"]);
        }
    }
}

#[test]
fn names_and_labels_are_refused_as_the_real_validation_refuses_them() {
    let lines = include_str!("../vectors/names.jsonl").lines();
    let mut refused = 0;
    for line in lines {
        let vector: Value = serde_json::from_str(line).expect("a vector");
        let word = |key: &str| vector[key].as_str().expect("a word");
        let (kind, name) = (word("kind"), word("name"));
        let mut server = Server::new(37);
        let mut body = json!({ "metadata": { "name": name } });
        if kind != "Namespace" {
            body["metadata"]["namespace"] = "a".into();
        }
        if vector["labelled"] == true {
            body["metadata"]["labels"] = json!({ word("key"): word("value") });
        }
        let request = json!({ "verb": "create", "kind": kind, "namespace": body["metadata"]["namespace"], "body": body });
        let request = wire::read_request(&mut server.cluster, &request).expect("a readable request");
        let response = server.send(&request);
        let message = response
            .as_status()
            .map(|status| status_message(&server.cluster, &request, status));
        if word("message").is_empty() {
            // The namespace of the test server has a name that the vectors have too.
            let taken = response.reason() == Some(Reason::AlreadyExists);
            assert!(response.is_success() || taken, "{line}: {message:?}");
            continue;
        }
        refused += 1;
        let message = message.unwrap_or_default();
        let told = message.split_once(" is invalid: ").map_or("", |(_, told)| told);
        assert_eq!(told, word("message"), "{line}");
        let causes = response.as_status().map_or(0, |status| status.causes.len());
        assert_eq!(causes, vector["causes"], "{line}");
    }
    assert_eq!(refused, 52);
}

#[test]
fn a_label_that_is_stored_already_is_not_looked_at_again() {
    let mut server = Server::new(37);
    assert_eq!(
        server
            .create(
                "ConfigMap",
                json!({ "metadata": { "namespace": "a", "name": "x" } })
            )
            .code,
        201
    );
    let wrong = json!({ "metadata": { "labels": { "a b": "v" } } });
    assert_eq!(server.patch("ConfigMap", "a", "x", "merge", wrong).code, 422);
    let right = json!({ "metadata": { "labels": { "a": "v" } } });
    assert_eq!(server.patch("ConfigMap", "a", "x", "merge", right).code, 200);
}

#[test]
fn a_namespace_has_to_be_that_of_the_path_and_is_dropped_where_the_path_has_none() {
    // What the body says of its namespace is checked against the path, and has no meaning in a path without one.
    let mut server = Server::new(37);
    let mut create = |kind: &str, path: &str, own: &str| {
        let body = json!({ "metadata": { "namespace": own, "name": "x" } });
        server.ask(json!({ "verb": "create", "kind": kind, "namespace": path, "body": body }))
    };
    assert_eq!(create("ConfigMap", "a", "b").reason(), Some(Reason::BadRequest));
    assert_eq!(create("ConfigMap", "a", "a").code, 201);
    let created = create("ClusterRole", "", "a");
    assert_eq!(created.code, 201);
    let stored = created.as_object().expect("what was stored").meta.clone();
    assert_eq!(stored.namespace, Name::EMPTY);
    // The path of a namespace is its own: there is no cluster-scoped collection below it.
    assert_eq!(create("ClusterRole", "a", "a").code, 404);
    assert_eq!(create("Namespace", "", "a").code, 201);
    assert!(server.stored("ClusterRole", "", "x").is_object());
}
