//! Dumps of real clusters and files as people write them are read as what they are.

use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Facts, KnownFrom, Name, Object, builtin_kinds};
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dump::{Dump, Epoch, Note, Options, Skipped, read_dump};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::{Expected, Found, LoadError, Problem};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

struct Loaded {
    cluster: Cluster,
    dump: Dump,
}

fn cluster() -> Cluster {
    let mut cluster = Cluster {
        minor: 37,
        ..Cluster::default()
    };
    cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), 37));
    cluster
}

fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn try_with(sources: &[(&str, &[u8])], options: &Options) -> Result<Loaded, LoadError> {
    let mut cluster = cluster();
    let sources: Vec<Source<'_>> = sources
        .iter()
        .map(|&(name, bytes)| Source { name, bytes })
        .collect();
    let dump = read_dump(&sources, &mut cluster, options)?;
    Ok(Loaded { cluster, dump })
}

fn try_read(text: &str) -> Result<Loaded, LoadError> {
    try_with(&[("input", text.as_bytes())], &Options::default())
}

fn read(text: &str) -> Loaded {
    try_read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn read_file(name: &str) -> Loaded {
    try_with(&[(name, &file(name))], &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> LoadError {
    match try_read(text) {
        Ok(loaded) => panic!("read: {:?}", loaded.refs()),
        Err(error) => error,
    }
}

impl Loaded {
    fn text(&self, name: Name) -> &str {
        self.cluster.names.text(name)
    }

    fn name(&self, object: &Object) -> String {
        let kind = self.text(self.cluster.kinds.get(object.kind).kind);
        let name = self.text(object.meta.name);
        match self.text(object.meta.namespace) {
            "" => format!("{kind} {name}"),
            namespace => format!("{kind} {namespace}/{name}"),
        }
    }

    fn refs(&self) -> Vec<String> {
        self.dump.objects.iter().map(|object| self.name(object)).collect()
    }

    fn object(&self, name: &str) -> &Object {
        let found = self.dump.objects.iter().find(|object| self.name(object) == name);
        found.unwrap_or_else(|| panic!("no {name} among {:?}", self.refs()))
    }

    /// Everything about every object, in words, so that two readings can be compared.
    fn described(&self) -> BTreeMap<String, String> {
        let describe = |object: &Object| {
            let meta = &object.meta;
            let owners: Vec<String> = meta
                .owner_references
                .iter()
                .map(|owner| {
                    let words =
                        [owner.api_version, owner.kind, owner.name, owner.uid].map(|name| self.text(name));
                    format!(
                        "{words:?} {:?} {:?}",
                        owner.controller, owner.block_owner_deletion
                    )
                })
                .collect();
            let finalizers: Vec<&str> = meta.finalizers.iter().map(|&name| self.text(name)).collect();
            let labels: Vec<[&str; 2]> = meta
                .labels
                .iter()
                .map(|&(key, value)| [self.text(key), self.text(value)])
                .collect();
            let times = [meta.creation_timestamp, meta.deletion_timestamp]
                .map(|time| time.map(|time| self.dump.epoch.timestamp(time)));
            let facts = match &object.facts {
                Facts::Pod(pod) => format!(
                    "{} {:?} {}",
                    self.text(pod.node),
                    pod.phase,
                    pod.termination_grace_period_s
                ),
                Facts::Namespace(namespace) => {
                    let tokens: Vec<&str> = namespace
                        .spec_finalizers
                        .iter()
                        .map(|&name| self.text(name))
                        .collect();
                    format!("{tokens:?} {:?} {}", namespace.phase, namespace.conditions.len())
                }
                facts => format!("{}", matches!(facts, Facts::None)),
            };
            format!(
                "{} {} {} {times:?} {:?} {finalizers:?} {owners:?} {labels:?} {facts}",
                self.text(meta.uid),
                meta.resource_version,
                meta.generation,
                meta.deletion_grace_period_s,
            )
        };
        self.dump
            .objects
            .iter()
            .map(|object| (self.name(object), describe(object)))
            .collect()
    }
}

#[test]
fn real_dumps_hold_what_kubectl_printed() {
    for (name, count) in [
        ("dumps/shop-cluster/everything.json", 139),
        ("dumps/shop-cluster/apps.json", 65),
        ("dumps/shop-cluster/all-cm-secret.yaml", 54),
        ("dumps/shop-cluster/shop.yaml", 14),
        ("dumps/stuck-cluster/everything.json", 141),
        ("dumps/stuck-cluster/short.yaml", 64),
    ] {
        let loaded = read_file(name);
        assert_eq!(loaded.dump.objects.len(), count, "{name}");
        let assumed = loaded
            .dump
            .notes
            .iter()
            .filter(|note| !matches!(note, Note::KindAssumed(_)))
            .count();
        // An APIService that is not available, or the namespace that tells of it.
        let expected = usize::from(name.contains("stuck-cluster"));
        assert_eq!(assumed, expected, "{name}: {:?}", loaded.dump.notes);
    }
}

#[test]
fn json_and_yaml_of_one_cluster_agree() {
    let json = read_file("dumps/shop-cluster/everything.json").described();
    let yaml = read_file("dumps/shop-cluster/all-cm-secret.yaml").described();
    for (name, described) in &yaml {
        assert_eq!(Some(described), json.get(name), "{name}");
    }
    let json = read_file("dumps/stuck-cluster/everything.json").described();
    let yaml = read_file("dumps/stuck-cluster/short.yaml").described();
    for (name, described) in &yaml {
        assert_eq!(Some(described), json.get(name), "{name}");
    }
}

#[test]
fn files_of_one_cluster_merge() {
    let names = [
        "dumps/shop-cluster/apps.json",
        "dumps/shop-cluster/everything.json",
        "dumps/shop-cluster/shop.yaml",
    ];
    let files = names.map(|name| (name, file(name)));
    let sources: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (*name, bytes.as_slice()))
        .collect();
    let merged = try_with(&sources, &Options::default()).unwrap();
    assert_eq!(
        merged.described(),
        read_file("dumps/shop-cluster/everything.json").described()
    );
    let duplicates = merged.dump.notes.iter().find_map(|note| match note {
        Note::Duplicates(keys) => Some(keys.len()),
        _ => None,
    });
    assert_eq!(duplicates, Some(65 + 14));
}

#[test]
fn definitions_make_kinds() {
    let loaded = read_file("dumps/shop-cluster/everything.json");
    let kind = loaded
        .cluster
        .kinds
        .get(loaded.object("Database data/orders").kind);
    let versions: Vec<(&str, bool)> = kind
        .versions
        .iter()
        .map(|version| (loaded.text(version.api_version), version.served))
        .collect();
    assert_eq!(
        versions,
        [("db.example.com/v1", true), ("db.example.com/v1beta1", true)]
    );
    assert_eq!(
        (kind.known_from, kind.is_namespaced(), kind.custom),
        (KnownFrom::Crd, true, true)
    );
    assert_eq!(loaded.text(kind.resource), "databases");
    let tenant = loaded.cluster.kinds.get(
        loaded
            .dump
            .objects
            .iter()
            .find(|object| loaded.name(object).starts_with("Tenant "))
            .unwrap()
            .kind,
    );
    assert!(!tenant.is_namespaced());
    let definition = loaded.object("CustomResourceDefinition databases.db.example.com");
    let Facts::Crd(facts) = &definition.facts else {
        panic!("{:?}", definition.facts)
    };
    assert_eq!(facts.defines, Some(loaded.object("Database data/orders").kind));
    assert_eq!(loaded.dump.short_names.len(), 1);
}

#[test]
fn kinds_without_a_definition_are_assumed_from_their_objects() {
    let loaded = read_file("dumps/shop-cluster/apps.json");
    let kind = loaded
        .cluster
        .kinds
        .get(loaded.object("Database data/orders").kind);
    assert_eq!(
        (kind.known_from, kind.is_namespaced()),
        (KnownFrom::Objects, true)
    );
    assert_eq!(loaded.text(kind.resource), "databases");
    let assumed: Vec<&str> = loaded
        .dump
        .notes
        .iter()
        .filter_map(|note| match note {
            Note::KindAssumed(kind) => Some(loaded.text(loaded.cluster.kinds.get(*kind).kind)),
            _ => None,
        })
        .collect();
    assert_eq!(assumed, ["Database", "Tenant"]);
}

#[test]
fn what_is_wrong_with_discovery_is_seen() {
    let loaded = read_file("dumps/stuck-cluster/everything.json");
    assert!(loaded.cluster.discovery_failure.is_some());
    let [Note::ApiServiceUnavailable { name, reason }] = loaded.dump.notes.as_slice() else {
        panic!("{:?}", loaded.dump.notes)
    };
    assert_eq!(
        (loaded.text(*name), loaded.text(*reason)),
        ("v1beta1.broken.example.com", "ServiceNotFound")
    );
}

#[test]
fn nothing_of_a_secret_is_kept() {
    let text = r#"
apiVersion: v1
kind: Secret
metadata:
  name: s
  namespace: ns
  uid: u
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"data":{"password":"aHVudGVyMg=="}}'
data:
  password: aHVudGVyMg==
stringData:
  password: hunter2
---
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: ns, uid: v}
spec:
  containers:
  - env:
    - {name: TOKEN, value: hunter2}
"#;
    let json = r#"{"apiVersion":"v1","kind":"Secret","data":{"password":"aHVudGVyMg=="},"metadata":{"name":"s","namespace":"n",
        "annotations":{"a":"hunter2"}}}"#;
    for loaded in [
        read(text),
        read(json),
        read_file("dumps/shop-cluster/everything.json"),
    ] {
        let everything = format!("{:?} {:?}", loaded.cluster, loaded.dump);
        for secret in ["hunter2", "aHVudGVyMg", "TOKEN", "password", "last-applied"] {
            assert!(!everything.contains(secret), "{secret}");
        }
    }
}

#[test]
fn windows_line_ends_are_no_part_of_a_value() {
    let loaded = read_file("cases/59-crlf-multidoc.yaml");
    assert_eq!(
        loaded.refs(),
        [
            "ConfigMap team-a/one",
            "ConfigMap team-a/two",
            "ConfigMap team-a/three"
        ]
    );
    let owner = loaded.object("ConfigMap team-a/two").meta.owner_references[0];
    assert_eq!(owner.uid, loaded.object("ConfigMap team-a/one").meta.uid);
    assert!(!format!("{:?}", loaded.cluster.names).contains("\\r"));
}

#[test]
fn separators_may_be_written_in_many_ways() {
    let loaded = read_file("cases/61-separator-variants.yaml");
    assert_eq!(
        loaded.refs(),
        ["ConfigMap team-a/a", "ConfigMap team-a/b", "ConfigMap team-a/c"]
    );
}

#[test]
fn a_cluster_info_dump_is_a_stream_with_logs_in_it() {
    let loaded = read_file("cases/62-cluster-info-dump-stream.json");
    assert_eq!(
        loaded.refs(),
        ["Node n1", "ReplicaSet default/web-1", "Pod default/web-1-a"]
    );
    let owner = loaded.object("Pod default/web-1-a").meta.owner_references[0];
    assert_eq!(owner.uid, loaded.object("ReplicaSet default/web-1").meta.uid);
    let Facts::Pod(pod) = &loaded.object("Pod default/web-1-a").facts else {
        panic!("no pod")
    };
    assert_eq!(loaded.text(pod.node), "n1");
}

#[test]
fn messages_of_kubectl_are_passed_over_and_told() {
    let loaded = read_file("cases/64-warnings-mixed-in.yaml.txt");
    assert_eq!(loaded.refs(), ["ConfigMap team-a/x"]);
    let groups = loaded.dump.notes.iter().find_map(|note| match note {
        Note::IncompleteDiscovery { groups, place } => Some((groups.clone(), place.line)),
        _ => None,
    });
    assert_eq!(groups, Some((vec!["metrics.k8s.io/v1beta1".to_owned()], 4)));
    assert!(loaded.cluster.discovery_failure.is_some());
    let loaded = read_file("cases/64-warnings-mixed-in.json.txt");
    assert_eq!(loaded.refs(), ["ConfigMap team-a/y"]);
}

#[test]
fn lists_are_told_from_what_looks_like_one() {
    let loaded = read_file("cases/65-typed-lists-and-list-lookalikes.podlist.json");
    assert_eq!(loaded.refs(), ["Pod default/p1"]);
    assert_eq!(loaded.dump.objects[0].meta.owner_references.len(), 1);
    let loaded = read_file("cases/65-typed-lists-and-list-lookalikes.list.yaml");
    assert_eq!(
        loaded.refs(),
        ["AllowList team-a/real-object", "PriceList team-a/has-items-field"]
    );
}

#[test]
fn elements_of_a_typed_list_get_their_kind_wherever_it_stands() {
    let items = r#""items":[{"metadata":{"name":"p","namespace":"n"},"spec":{"nodeName":"n1"},"status":{"phase":"Running"}}]"#;
    let first = read(&format!(r#"{{"kind":"PodList","apiVersion":"v1",{items}}}"#));
    let last = read(&format!(r#"{{"apiVersion":"v1",{items},"kind":"PodList"}}"#));
    for loaded in [first, last] {
        let Facts::Pod(pod) = &loaded.object("Pod n/p").facts else {
            panic!("no pod")
        };
        assert_eq!(loaded.text(pod.node), "n1");
    }
}

#[test]
fn lists_may_be_nested_and_bare() {
    let object = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n"}}"#;
    let nested =
        format!(r#"{{"kind":"List","items":[{{"kind":"List","apiVersion":"v1","items":[{object}]}}]}}"#);
    for text in [
        nested,
        format!("[{object}]"),
        format!("{object}{object}\n{object}"),
    ] {
        assert_eq!(read(&text).refs(), ["ConfigMap n/a"], "{text}");
    }
}

#[test]
fn aliases_are_expanded_within_bounds() {
    let loaded = read_file("cases/67-anchors-and-aliases.yaml");
    assert_eq!(
        loaded.refs(),
        [
            "ConfigMap team-a/first",
            "ConfigMap team-a/second",
            "ConfigMap team-a/third"
        ]
    );
    for name in ["ConfigMap team-a/second", "ConfigMap team-a/third"] {
        let owner = loaded.object(name).meta.owner_references[0];
        assert_eq!(owner.uid, loaded.object("ConfigMap team-a/first").meta.uid);
    }
    assert_eq!(
        read_file("cases/67-anchors-and-aliases.many.yaml").refs(),
        ["ConfigMap team-a/tpl"]
    );
    let bomb = file("cases/67-anchors-and-aliases.bomb.yaml");
    let Err(error) = try_with(&[("bomb", &bomb)], &Options::default()) else {
        panic!("read")
    };
    assert!(
        matches!(
            error.problem,
            Problem::Limit {
                limit: Limit::AliasExpansion,
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("alias"), "{error}");
}

#[test]
fn incomplete_objects_are_read_as_far_as_they_go() {
    let loaded = read_file("cases/69-missing-uid-and-nulls.yaml");
    assert_eq!(
        loaded.refs(),
        [
            "Pod qa/cron-1-abcde",
            "Job qa/cron-2",
            "Pod qa/cron-2-fghij",
            "ConfigMap qa/nulls",
            "ConfigMap 123/numbers",
            "Pod default/no-api-version"
        ]
    );
    let notes = &loaded.dump.notes;
    let skipped: Vec<(u32, Skipped)> = notes
        .iter()
        .filter_map(|note| match note {
            Note::Skipped { place, why, .. } => Some((place.document, *why)),
            _ => None,
        })
        .collect();
    assert_eq!(skipped, [(7, Skipped::Scalar), (8, Skipped::List)]);
    let made_up = loaded.object("Pod qa/cron-1-abcde");
    assert!(made_up.meta.uid != Name::EMPTY && made_up.meta.is_deleting());
    let owner_uid = |name: &str| loaded.object(name).meta.owner_references[0].uid;
    assert!(owner_uid("Pod qa/cron-1-abcde") != Name::EMPTY);
    assert_eq!(
        owner_uid("Pod qa/cron-2-fghij"),
        loaded.object("Job qa/cron-2").meta.uid
    );
    // Whoever leans on the guess says so.
    let guessed = (
        loaded.object("Pod qa/cron-2-fghij").meta.uid,
        owner_uid("Pod qa/cron-2-fghij"),
    );
    assert_eq!(loaded.dump.guessed_owners, [guessed]);
    assert!(
        loaded
            .dump
            .config(Config::default())
            .guessed_owners
            .contains(&guessed)
    );
    for (wanted, count) in [
        ("UidMadeUp", 2),
        ("OwnerWithoutUid", 1),
        ("OwnerGuessed", 1),
        ("ApiVersionAssumed", 1),
        ("NamespaceAssumed", 1),
    ] {
        let found = notes.iter().find_map(|note| match note {
            Note::UidMadeUp(keys) if wanted == "UidMadeUp" => Some(keys.len()),
            Note::OwnerGuessed(keys) if wanted == "OwnerGuessed" => Some(keys.len()),
            Note::OwnerWithoutUid(keys) if wanted == "OwnerWithoutUid" => Some(keys.len()),
            Note::ApiVersionAssumed(keys) if wanted == "ApiVersionAssumed" => Some(keys.len()),
            Note::NamespaceAssumed(keys) if wanted == "NamespaceAssumed" => Some(keys.len()),
            _ => None,
        });
        assert_eq!(found, Some(count), "{wanted}: {notes:?}");
    }
}

#[test]
fn every_case_is_readable() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut read = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if [".expect.", ".scenario.", "bomb"]
            .iter()
            .any(|part| name.contains(part))
        {
            continue;
        }
        let loaded = read_file(&format!("cases/{name}"));
        assert!(!loaded.dump.objects.is_empty(), "{name}");
        read += 1;
    }
    assert!(read > 40, "{read}");
}

#[test]
fn the_newest_moment_of_the_dump_is_time_zero() {
    let text = r#"{"kind":"List","items":[
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"n","creationTimestamp":"2024-05-01T10:00:00Z",
            "deletionTimestamp":"2024-05-01T10:01:00Z","deletionGracePeriodSeconds":30}},
        {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"l","namespace":"n"},
            "spec":{"renewTime":"2024-05-01T10:00:40.500000Z"}}]}"#;
    let loaded = read(text);
    let epoch = Epoch::parse("2024-05-01T10:00:41Z").unwrap();
    assert_eq!(loaded.dump.epoch, epoch);
    let pod = &loaded.object("Pod n/a").meta;
    assert_eq!(pod.creation_timestamp.map(|time| time.0), Some(-41_000_000_000));
    assert_eq!(pod.deletion_timestamp.map(|time| time.0), Some(19_000_000_000));
    let options = Options {
        epoch: Some(Epoch::DEFAULT),
        ..Options::default()
    };
    let loaded = try_with(&[("input", text.as_bytes())], &options).unwrap();
    assert_eq!(loaded.dump.epoch, Epoch::DEFAULT);
}

#[test]
fn of_two_states_of_an_object_the_newer_is_kept() {
    let object = |uid: &str, version: u32, created: u32| {
        format!(
            r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"a","namespace":"n","uid":"{uid}",
            "resourceVersion":"{version}","creationTimestamp":"2024-05-01T10:00:0{created}Z"}}}}"#
        )
    };
    let loaded = read(&(object("u1", 7, 0) + &object("u1", 5, 0)));
    assert_eq!(loaded.dump.objects[0].meta.resource_version, 7);
    assert!(matches!(loaded.dump.notes.as_slice(), [Note::Duplicates(keys)] if keys.len() == 1));
    let loaded = read(&(object("u1", 7, 0) + &object("u2", 5, 1)));
    assert_eq!(
        (
            loaded.dump.objects.len(),
            loaded.dump.objects[0].meta.resource_version
        ),
        (1, 5)
    );
    assert!(matches!(loaded.dump.notes.as_slice(), [Note::Recreated(keys)] if keys.len() == 1));
}

#[test]
fn powershell_writes_utf16() {
    let text = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"ä","namespace":"n"}}"#;
    let bytes: Vec<u8> = format!("\u{feff}{text}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let loaded = try_with(&[("input", &bytes)], &Options::default()).unwrap();
    assert_eq!(loaded.refs(), ["ConfigMap n/ä"]);
}

#[test]
fn errors_name_place_and_member() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  \
                name: b\n  finalizers: x\n";
    let found = error(text);
    assert_eq!(
        (
            found.place.source.as_str(),
            found.place.document,
            found.place.line
        ),
        ("input", 2, 10)
    );
    assert_eq!(found.field, "metadata.finalizers");
    assert_eq!(
        found.problem,
        Problem::WrongType {
            expected: Expected::List,
            found: Found::Text
        }
    );

    let json = "{\"kind\":\"List\",\n \"items\":[\n  {\"metadata\":{\"name\":5}}]}";
    let found = error(json);
    assert_eq!((found.place.document, found.place.line), (1, 3));
    assert_eq!(found.field, "items[0].metadata.name");
    assert_eq!(
        found.problem,
        Problem::WrongType {
            expected: Expected::Text,
            found: Found::Number
        }
    );

    let found = error("{}\n{\"a\": tru}");
    assert_eq!((found.place.document, found.place.line), (2, 2));
    assert!(matches!(found.problem, Problem::Syntax(_)));

    let found = error("kind: ConfigMap\nmetadata: {name: a,\n");
    assert!(
        matches!(found.problem, Problem::Syntax(_) | Problem::Truncated),
        "{found:?}"
    );

    let found = error("a: 1\na: 2\nkind: x\n");
    assert!(matches!(found.problem, Problem::Syntax(_)), "{found:?}");
    assert_eq!(found.place.line, 2);

    let found = error("apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  creationTimestamp: yesterday\n");
    assert_eq!(found.field, "metadata.creationTimestamp");
    assert!(matches!(
        found.problem,
        Problem::Unreadable {
            expected: Expected::Timestamp,
            ..
        }
    ));

    let found = error("apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n    version: 1.10\n");
    assert_eq!(found.field, "metadata.labels.version");
    assert_eq!(
        found.problem,
        Problem::WrongType {
            expected: Expected::Text,
            found: Found::Number
        }
    );
}

#[test]
fn plain_scalars_are_what_kubectl_takes_them_for() {
    let labelled = |value: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, namespace: b, labels: {{x: {value}}}}}\n"
        )
    };
    for (written, kept) in [
        ("1234e567", "1234e567"),
        ("5eed3b01", "5eed3b01"),
        ("\"123\"", "123"),
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z"),
        ("~", ""),
        ("'~'", "~"),
    ] {
        let loaded = read(&labelled(written));
        assert_eq!(
            loaded.text(loaded.dump.objects[0].meta.labels[0].1),
            kept,
            "{written}"
        );
    }
    for (written, found) in [
        ("123", Found::Number),
        ("0755", Found::Number),
        ("1e5", Found::Number),
        ("yes", Found::Bool),
    ] {
        let error = error(&labelled(written));
        assert_eq!(
            error.problem,
            Problem::WrongType {
                expected: Expected::Text,
                found
            },
            "{written}"
        );
        assert_eq!(error.field, "metadata.labels.x");
        assert!(error.to_string().contains("quotes"), "{error}");
    }
    let everything = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n\
                      data: {1e999: .inf, 8080: .nan, yes: 0777, ~: [1234e567, !foo x]}\n";
    assert_eq!(read(everything).refs(), ["ConfigMap b/a"]);
}

#[test]
fn what_is_no_dump_is_refused() {
    for (text, problem) in [
        ("", Problem::NothingFound),
        ("NAME READY STATUS\nweb-1 1/1 Running\n", Problem::NothingFound),
        ("{\"a\":1}", Problem::NothingFound),
        ("{\"kind\":\"List\",\"items\":[", Problem::Truncated),
        ("{\"kind\":\"List\",\"items\":[]} and so on", Problem::StrayText),
    ] {
        assert_eq!(error(text).problem, problem, "{text:?}");
    }
    for (bytes, problem) in [
        (&b"\x1f\x8b\x08\0"[..], Problem::Damaged),
        (b"PK\x03\x04", Problem::Compressed),
        (b"\xff\xfe{", Problem::NotText),
        (b"a: \xff\n", Problem::NotText),
    ] {
        let Err(found) = try_with(&[("input", bytes)], &Options::default()) else {
            panic!("read")
        };
        assert_eq!(found.problem, problem);
    }
    assert!(read("{\"kind\":\"List\",\"items\":[]}").dump.objects.is_empty());
}

#[test]
fn a_broken_source_loads_nothing() {
    let mut cluster = cluster();
    let kinds = cluster.kinds.len();
    let good = br#"{"apiVersion":"x.example.com/v1","kind":"Thing","metadata":{"name":"a"}}"#;
    let sources = [
        Source {
            name: "good",
            bytes: good,
        },
        Source {
            name: "bad",
            bytes: b"{\"kind\":",
        },
    ];
    let error = read_dump(&sources, &mut cluster, &Options::default()).unwrap_err();
    assert_eq!(error.place.source, "bad");
    assert_eq!(cluster.kinds.len(), kinds);
}

#[test]
fn limits_are_reached_with_a_message_that_names_them() {
    let object = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"abcdef","namespace":"n","labels":{"a":"1","b":"2"},
        "finalizers":["a/b","a/c"],"ownerReferences":[{"uid":"x"},{"uid":"y"}]}}"#;
    let list = format!(r#"{{"kind":"List","items":[{object},{object}]}}"#);
    let deep = "a: ".to_owned() + &"[".repeat(70) + &"]".repeat(70);
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n\
               spec: {versions: [{name: v1}, {name: v2}]}\n";
    let namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n\
                     status: {conditions: [{type: a, message: long}, {type: b}]}\n";
    let aliases = "x: &x [1, 1, 1, 1, 1, 1]\nz: [*x, *x, *x]\n";
    for (limit, value, text) in [
        (Limit::InputBytes, 10, list.as_str()),
        (Limit::Objects, 1, &list),
        (Limit::Documents, 1, "{}{}"),
        (Limit::Documents, 1, "a: 1\n---\nb: 1\n"),
        (Limit::Depth, 64, &deep),
        (Limit::Finalizers, 1, object),
        (Limit::OwnerReferences, 1, object),
        (Limit::Labels, 1, object),
        (Limit::NameBytes, 5, object),
        (Limit::Versions, 1, crd),
        (Limit::Conditions, 1, namespace),
        (Limit::MessageBytes, 3, namespace),
        (Limit::Aliases, 2, aliases),
        (Limit::AliasExpansion, 4, aliases),
    ] {
        let options = Options {
            limits: Limits::default().with(limit, value),
            ..Options::default()
        };
        let Err(error) = try_with(&[("input", text.as_bytes())], &options) else {
            panic!("{limit:?}: read")
        };
        assert_eq!(error.problem, Problem::Limit { limit, value }, "{limit:?}");
        assert!(error.to_string().contains(&value.to_string()), "{error}");
    }
}
