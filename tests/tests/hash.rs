//! The template hash against recordings of every minor version's own code, and against known hashes.

use flate2::read::GzDecoder;
use kubeloupe_core::hash::schema::{
    Field, Kind, NEWEST_MINOR, OLDEST_MINOR, Package, ROOT, Type, fields, type_at,
};
use kubeloupe_core::hash::{
    Form, HashError, QuantityError, Template, form_of, names_are_cut, pod_template_hash, prepare,
    revision_hash, safe_encode, unknown_fields,
};
use kubeloupe_tests::replay::{recordings_in, replay_file, template_of};
use kubeloupe_tests::schema::{Definition, Member, read_tables, render};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn every_recording_is_replayed_as_recorded() {
    let (mut passed, mut compared) = (0, 0);
    for file in recordings_in(&[folder("recordings/hash")]).unwrap() {
        let report = replay_file(&file).expect("the recordings are readable");
        let failures = report
            .failures
            .iter()
            .map(|failure| format!("{}: {}: {}\n", file.display(), failure.id, failure.difference));
        assert!(report.failures.is_empty(), "{}", failures.collect::<String>());
        passed += report.passed;
        compared += report.compared;
    }
    assert_eq!((passed, compared), (5871, 34814));
}

/// The compact table says the same as the thirty tables that it was made from.
#[test]
fn the_compact_table_reproduces_the_table_of_every_version() {
    let tables = read_tables().unwrap();
    assert_eq!(tables.len(), (NEWEST_MINOR - OLDEST_MINOR + 1) as usize);
    for (&minor, table) in &tables {
        let mut ours = BTreeMap::new();
        collect(type_at(ROOT), minor, &mut ours);
        let names = |table: &BTreeMap<String, Definition>| table.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&ours), names(table), "types of 1.{minor}");
        for (name, definition) in table {
            let mut definition = definition.clone();
            // Up to 1.15 its underlying type was another, which no dump shows.
            if name == "intstr.Type" {
                definition.kind = "int64".to_owned();
            }
            assert_eq!(ours[name], definition, "{name} of 1.{minor}");
        }
    }
    let source = std::fs::read_to_string(folder("../core/src/hash/schema/table.rs")).unwrap();
    assert!(source == render(&tables), "run `cargo xtask schema`");
}

/// The name of a type in the tables, which tells core and meta apart.
fn name_of(of: &Type) -> String {
    let rest = |prefix: &str| of.printed.strip_prefix(prefix).unwrap_or(of.printed).to_owned();
    match (of.package, of.kind) {
        (Package::Core, _) => format!("core.{}", rest("v1.")),
        (Package::Meta, _) => format!("meta.{}", rest("v1.")),
        (Package::Named, _) => of.printed.to_owned(),
        (Package::Plain, Kind::Pointer(target)) => format!("*{}", name_of(type_at(target))),
        (Package::Plain, Kind::Slice(element)) => format!("[]{}", name_of(type_at(element))),
        (Package::Plain, Kind::Map(key, element)) => {
            format!("map[{}]{}", name_of(type_at(key)), name_of(type_at(element)))
        }
        (Package::Plain, _) => of.printed.to_owned(),
    }
}

fn collect(of: &'static Type, minor: u32, table: &mut BTreeMap<String, Definition>) {
    let name = name_of(of);
    if table.contains_key(&name) || of.kind == Kind::Opaque {
        return;
    }
    let members: Vec<&'static Field> = fields(of, minor).collect();
    if of.package != Package::Plain {
        let part = |place: u16| name_of(type_at(place));
        let (kind, key, element) = match of.kind {
            Kind::Struct(..) => ("struct", String::new(), String::new()),
            Kind::Slice(element) => ("slice", String::new(), part(element)),
            Kind::Map(key, element) => ("map", part(key), part(element)),
            Kind::Bool => ("bool", String::new(), String::new()),
            Kind::Int32 => ("int32", String::new(), String::new()),
            Kind::Int64 => ("int64", String::new(), String::new()),
            Kind::Int => ("int", String::new(), String::new()),
            Kind::Uint => ("uint", String::new(), String::new()),
            Kind::Uint8 => ("uint8", String::new(), String::new()),
            Kind::Uint64 => ("uint64", String::new(), String::new()),
            Kind::String => ("string", String::new(), String::new()),
            Kind::Pointer(_) | Kind::Opaque => panic!("{name} is no named type"),
        };
        let flag = |field: &Field, bit: u8| field.flags & bit != 0;
        let definition = Definition {
            kind: kind.to_owned(),
            printed: of.printed.to_owned(),
            key,
            element,
            fields: members
                .iter()
                .map(|field| Member {
                    go: field.go.to_owned(),
                    json: field.json.to_owned(),
                    of: part(field.of),
                    printed: type_at(field.of).printed.to_owned(),
                    flags: [Field::EMBEDDED, Field::INLINE, Field::OMITEMPTY, Field::EXPORTED]
                        .map(|bit| flag(field, bit)),
                })
                .collect(),
        };
        table.insert(name, definition);
    }
    for field in members {
        collect(type_at(field.of), minor, table);
    }
    match of.kind {
        Kind::Pointer(target) | Kind::Slice(target) => collect(type_at(target), minor, table),
        Kind::Map(key, element) => {
            collect(type_at(key), minor, table);
            collect(type_at(element), minor, table);
        }
        _ => {}
    }
}

fn vectors(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder("vectors/hash").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn hash(template: &Template, minor: u32, count: Option<i32>) -> String {
    let prepared = prepare(template, Form::Manifest, minor).unwrap();
    prepared.hash(count).encoded()
}

fn minor_of(text: &Value) -> u32 {
    let minor = text.as_str().and_then(|text| text.strip_prefix("1.")).unwrap();
    minor.parse().unwrap()
}

#[test]
fn hashes_seen_in_real_clusters_come_out() {
    let rows = vectors("pod-template-hash-real.json");
    assert_eq!(rows.len(), 45);
    for row in rows {
        let template = template_of(&row["rawTemplate"]).unwrap();
        for minor in row["k8sMinor"].as_array().unwrap() {
            let ours = hash(&template, minor_of(minor), None);
            assert_eq!(ours, row["hash"].as_str().unwrap(), "{} in {minor}", row["id"]);
        }
    }
}

#[test]
fn hashes_of_edge_cases_come_out() {
    let rows = vectors("pod-template-hash-derived.json");
    assert_eq!(rows.len(), 37);
    for row in rows {
        let template = template_of(&row["rawTemplate"]).unwrap();
        let count = row["collisionCount"].as_i64().map(|count| count as i32);
        let ours = hash(&template, minor_of(&row["k8sMinor"]), count);
        assert_eq!(ours, row["hash"].as_str().unwrap(), "{}", row["id"]);
    }
}

/// HV-1 to HV-8; the names of HV-6 are recorded as well.
#[test]
fn vectors_of_the_specification_come_out() {
    assert_eq!(safe_encode("2355974484"), "6799fc88d8");
    assert_eq!(safe_encode("3706112918"), "7c4b556f5d");
    let template = template_of(&json!({
        "metadata": { "annotations": { "test": "value" }, "labels": { "app": "foo" } },
        "spec": { "containers": [{ "name": "test", "image": "test" }] },
    }))
    .unwrap();
    let data = |minor| {
        let prepared = prepare(&template, Form::Manifest, minor).unwrap();
        kubeloupe_core::hash::revision_data(&prepared, kubeloupe_core::hash::Integers::Float64)
    };
    assert!(data(33).contains(r#""creationTimestamp":null,"#) && !data(34).contains("creationTimestamp"));
    assert_eq!(revision_hash(&data(33), Some(0)), "c77f6d978");
    assert_eq!(revision_hash(&data(34), Some(0)), "776999688b");
    assert_eq!(revision_hash(&data(34), None), "6855cb9558");

    let name =
        |parent: &str, hash: &str| kubeloupe_core::hash::replica_set_name(parent, hash, names_are_cut(37));
    assert_eq!(
        name(&"a".repeat(242), &"h".repeat(10)),
        format!("{}-{}", "a".repeat(242), "h".repeat(10))
    );
    assert_eq!(
        name(&"a".repeat(250), &"h".repeat(10)),
        format!("{}-{}", "a".repeat(242), "h".repeat(10))
    );
    assert_eq!(
        name(&"d".repeat(252), &"h".repeat(252)),
        format!("{}-{}", "d".repeat(252), "h".repeat(252))
    );
    let uncut = kubeloupe_core::hash::replica_set_name(&"a".repeat(250), &"h".repeat(10), names_are_cut(33));
    assert_eq!(uncut.len(), 261);

    let zero = template_of(&json!({})).unwrap();
    let hash = |minor, count| pod_template_hash(&zero, minor, count).unwrap().encoded();
    assert_eq!(hash(36, None), "85748b7f68");
    assert_eq!(hash(36, Some(1)), "b54bc767c");
    assert_eq!(hash(36, Some(2)), "65cc779bc4");
    assert_eq!(hash(36, Some(i32::MAX)), "579d8f8ff6");
    assert_eq!(
        (hash(25, None), hash(30, None)),
        ("946c8489b".to_owned(), "6bc944dc9b".to_owned())
    );
}

/// HS-12: up to 1.11 the label is the plain number, and only the name carries the encoded one.
#[test]
fn labels_of_old_versions_are_decimal() {
    let zero = template_of(&json!({})).unwrap();
    let hash = pod_template_hash(&zero, 11, None).unwrap();
    assert_eq!(hash.label(11), hash.sum.to_string());
    assert_eq!(hash.label(12), hash.encoded());
}

/// What is dropped on create, against the summary of the recordings: by version, gate and field.
#[test]
fn fields_of_gates_that_are_off_are_dropped() {
    let file = std::fs::File::open(folder("recordings/hash/dropped-fields.json.gz")).unwrap();
    let summary: Value = serde_json::from_reader(GzDecoder::new(file)).unwrap();
    let mut checked = 0;
    for (version, gates) in summary["versions"].as_object().unwrap() {
        let minor = version.split('.').nth(1).unwrap().parse().unwrap();
        for (gate, fate) in gates.as_object().unwrap() {
            for field in summary["fields"][gate].as_array().unwrap() {
                let field = field.as_str().unwrap();
                let template = template_of(&with_field(field)).unwrap();
                let prepared = prepare(&template, Form::Manifest, minor).unwrap();
                if !prepared.unknown.is_empty() {
                    continue;
                }
                let gated = prepared.gated.iter().map(|way| way.replace("[0]", "[]"));
                let gated: Vec<String> = gated.collect();
                // The rule that restart policies of normal containers go too is about one version alone.
                let expected = match fate.as_str().unwrap() {
                    "kept" => vec![],
                    "volume and its mounts removed" => vec!["spec.volumes[]".to_owned()],
                    "dropped" | "set to Default" => vec![field.to_owned()],
                    other => panic!("unknown fate {other}"),
                };
                assert_eq!(gated, expected, "{field} in {version}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 413);
}

/// A template that has just one field, with a value of its type.
fn with_field(field: &str) -> Value {
    let mut template = json!({ "metadata": {}, "spec": {} });
    let mut at = &mut template;
    for step in field.split('.') {
        at = match step.strip_suffix("[]") {
            Some(name) => {
                at[name] = json!([{}]);
                &mut at[name][0]
            }
            None => {
                if at[step].is_null() {
                    at[step] = json!({});
                }
                &mut at[step]
            }
        };
    }
    let last = field.rsplit('.').next().unwrap();
    *at = match last {
        "hostUsers" => json!(true),
        "matchLabelKeys" | "mismatchLabelKeys" | "bindMountOptions" => json!(["a"]),
        "resourceClaims" | "claims" | "resizePolicy" | "restartPolicyRules" | "evictionResponders" => {
            json!([{}])
        }
        "user" | "defaultUser" | "mode" if !field.contains("grpc") => json!(1),
        "resources" | "clusterTrustBundle" | "podCertificate" | "schedulingGroup" | "workloadRef" => {
            json!({})
        }
        "fileKeyRef" | "image" | "appArmorProfile" | "sleep" => json!({}),
        _ => json!("x"),
    };
    template
}

#[test]
fn fields_that_no_version_has_are_named() {
    let template = template_of(&json!({
        "metadata": { "clusterName": "old", "annotation": {} },
        "spec": { "hostnameOverride": "new", "nodename": "x", "containers": [{ "nam": "c", "image": "a" }],
                  "resourceClaims": [{ "name": "r", "source": { "resourceClaimName": "c" } }] },
    }))
    .unwrap();
    assert_eq!(
        unknown_fields(&template).unwrap(),
        ["metadata.annotation", "spec.containers[0].nam", "spec.nodename"]
    );
    let unknown = |minor| prepare(&template, Form::Stored, minor).unwrap().unknown;
    assert!(unknown(20).contains(&"spec.hostnameOverride".to_owned()));
    assert!(unknown(37).contains(&"metadata.clusterName".to_owned()));
    assert!(!unknown(20).contains(&"metadata.clusterName".to_owned()));
}

#[test]
fn what_cannot_be_hashed_right_is_refused() {
    let refused = |template: Value, minor| {
        prepare(&template_of(&template).unwrap(), Form::Manifest, minor).unwrap_err()
    };
    let limit =
        |text: &str| json!({ "spec": { "containers": [{ "resources": { "limits": { "cpu": text } } }] } });
    for absurd in ["1e2147483648", "1e-2147483648", "1e-2147483647"] {
        match refused(limit(absurd), 37) {
            HashError::Quantity { field, text, error } => {
                assert_eq!(field, "spec.containers[0].resources.limits[cpu]");
                assert_eq!((&*text, error), (absurd, QuantityError::Absurd));
            }
            other => panic!("{absurd}: {other:?}"),
        }
    }
    let managed = json!({ "metadata": { "managedFields": [{ "fieldsV1": { "f:metadata": {} } }] } });
    assert_eq!(
        refused(managed, 37),
        HashError::Unsupported("metadata.managedFields[0].fieldsV1".to_owned())
    );
    assert_eq!(refused(json!({}), 7), HashError::Version(7));
    assert_eq!(refused(json!({}), 38), HashError::Version(38));
}

#[test]
fn manifests_are_told_from_stored_templates() {
    let raw = template_of(&json!({ "spec": { "containers": [{ "name": "c", "image": "a" }] } })).unwrap();
    assert_eq!(form_of(&raw), Form::Manifest);
    let stored = Template::new(prepare(&raw, Form::Manifest, 37).unwrap().encoded()).unwrap();
    assert_eq!(form_of(&stored), Form::Stored);
}
