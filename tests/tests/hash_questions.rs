//! What is asked about hashes: contributions of fields, comparisons, makers of labels, collisions; and templates made at
//! random.

use expect_test::{Expect, expect};
use kubeloupe_core::hash::analyse::{
    CollisionSearch, Maker, Origin, SearchState, Sides, compare, explain, makers_of,
};
use kubeloupe_core::hash::schema::{self, Kind, NEWEST_MINOR, OLDEST_MINOR, ROOT, Type, type_at};
use kubeloupe_core::hash::{Form, Template, Value, prepare, safe_decode, safe_encode};
use kubeloupe_formats::Source;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::template::{HashQuestion, HashReport, describe_hash_error, minors_of, read_templates};
use kubeloupe_formats::text::Lang;
use kubeloupe_tests::replay::template_of;
use proptest::prelude::*;
use serde_json::json;

fn template(image: &str) -> Template {
    template_of(&json!({
        "metadata": { "labels": { "app": "web" } },
        "spec": { "containers": [{ "name": "c", "image": image, "resources": { "limits": { "memory": "1024Mi" } } }] },
    }))
    .unwrap()
}

#[test]
fn every_byte_of_a_dump_belongs_to_a_field() {
    let given = template("nginx");
    let prepared = prepare(&given, Form::Manifest, 37).unwrap();
    let explained = explain(&prepared, &given).unwrap();
    assert_eq!(explained.text, prepared.dump());
    let origin = |field: &str| {
        let part = explained.parts.iter().find(|part| part.field == field).unwrap();
        (part.origin, &explained.text[part.start..part.end])
    };
    assert_eq!(
        origin("spec.containers[0].image"),
        (Origin::Given, "Image:(string)nginx")
    );
    assert_eq!(
        origin("spec.containers[0].imagePullPolicy"),
        (Origin::Default, "ImagePullPolicy:(v1.PullPolicy)Always")
    );
    assert_eq!(
        origin("spec.containers[0].command"),
        (Origin::Zero, "Command:([]string)<nil>")
    );
    let (rewritten, text) = origin("spec.containers[0].resources.limits[memory]");
    assert_eq!(rewritten, Origin::Rewritten);
    assert!(text.contains("s:(string)1Gi"), "{text}");
    assert_eq!(origin("metadata.labels[app]"), (Origin::Given, "app:web"));

    // Parts lie inside the one around them and do not overlap; what is between them is brackets, spaces and names.
    let mut open: Vec<usize> = Vec::new();
    let mut last_end = 0;
    for part in &explained.parts {
        open.truncate(part.depth);
        assert_eq!(open.len(), part.depth);
        let limit = open.last().copied().unwrap_or(explained.text.len());
        assert!(part.start < part.end && part.end <= limit, "{}", part.go);
        if part.is_leaf {
            assert!(part.start >= last_end, "{}", part.go);
            last_end = part.end;
        }
        open.push(part.end);
    }
}

#[test]
fn comparisons_name_the_fields_that_differ() {
    let explained = |template: &Template, minor| {
        let prepared = prepare(template, Form::Manifest, minor).unwrap();
        explain(&prepared, template).unwrap()
    };
    let (old, new) = (template("nginx:1"), template("nginx:2"));
    let differences = compare(&explained(&old, 37), &explained(&new, 37));
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0].field, "spec.containers[0].image");
    assert_eq!(
        differences[0].dumped,
        Sides::Both("Image:(string)nginx:1".into(), "Image:(string)nginx:2".into())
    );
    assert_eq!(compare(&explained(&old, 37), &explained(&old, 37)), []);

    // Between versions: 1.36 and 1.37 differ in one field of every pod.
    let differences = compare(&explained(&old, 36), &explained(&old, 37));
    let fields: Vec<(&str, bool)> = differences
        .iter()
        .map(|difference| {
            (
                difference.field.as_str(),
                matches!(difference.dumped, Sides::Second(_)),
            )
        })
        .collect();
    assert_eq!(fields, [("spec.evictionResponders", true)]);
    // A field of the older version alone.
    let differences = compare(&explained(&old, 35), &explained(&old, 36));
    let first = |difference: &kubeloupe_core::hash::analyse::Difference| {
        matches!(difference.dumped, Sides::First(_)).then(|| difference.field.clone())
    };
    assert_eq!(
        differences.iter().find_map(first).as_deref(),
        Some("spec.workloadRef")
    );
}

#[test]
fn quantities_that_the_api_calls_equal_can_make_hashes_differ() {
    let with = |memory: &str| {
        let template = template_of(&json!({ "spec": { "containers": [
            { "name": "c", "image": "a", "resources": { "limits": { "memory": memory } } }] } }));
        prepare(&template.unwrap(), Form::Manifest, 37).unwrap()
    };
    let (a, b) = (with("1e9"), with("1G"));
    assert_ne!(a.hash(None), b.hash(None));
    assert!(a.equals_ignoring_hash(&b));
    assert!(!a.equals_ignoring_hash(&with("1Gi")));
}

#[test]
fn labels_tell_who_made_them() {
    let given = template_of(&json!({
        "metadata": { "labels": { "app": "nginx" } },
        "spec": { "containers": [{ "name": "nginx", "image": "nginx" }] },
    }))
    .unwrap();
    let stored = Template::new(prepare(&given, Form::Manifest, 22).unwrap().encoded()).unwrap();
    let in_replica_set = stored.with_hash_label("6799fc88d8");
    let makers = makers_of(&in_replica_set, Form::Stored, "6799fc88d8", 5).unwrap();
    let expected = [22, 21, 20, 19].map(|minor| Maker {
        minor,
        collision_count: None,
    });
    assert_eq!(makers, expected);

    // With a collisionCount, and as old versions wrote it.
    for (minor, count) in [(30, 3), (11, 0)] {
        let hash = prepare(&stored, Form::Stored, minor).unwrap().hash(Some(count));
        let makers = makers_of(&stored, Form::Stored, &hash.label(minor), 5).unwrap();
        assert!(makers.contains(&Maker {
            minor,
            collision_count: Some(count)
        }));
    }
    assert_eq!(makers_of(&stored, Form::Stored, "5555555555", 20).unwrap(), []);
}

#[test]
fn a_colliding_template_is_found_in_slices() {
    let (wanted, changed) = (template("nginx:1"), template("nginx:2"));
    for minor in [12, 30, NEWEST_MINOR] {
        let mut search = CollisionSearch::new(&wanted, &changed, Form::Manifest, minor).unwrap();
        let mut slices = 0;
        let collision = loop {
            match search.run(20_000).unwrap() {
                SearchState::Searching { tried, expected } => {
                    slices += 1;
                    assert_eq!(tried, slices * 20_000);
                    assert!(expected > 200_000);
                }
                SearchState::Found(collision) => break collision,
                SearchState::Exhausted => panic!("nothing found"),
            }
        };
        assert!(slices > 5);
        let prepare = |template: &Template| prepare(template, Form::Manifest, minor).unwrap();
        let (ours, theirs) = (prepare(&collision.template), prepare(&wanted));
        assert_eq!(ours.hash(None), collision.hash);
        for count in [None, Some(0), Some(7)] {
            assert_eq!(ours.hash(count), theirs.hash(count));
        }
        assert!(!ours.equals_ignoring_hash(&theirs));
    }
}

fn report(files: &[(&str, &str)], kubernetes: Option<&str>, explain: bool, lang: Lang) -> HashReport {
    let sources: Vec<Source<'_>> = files
        .iter()
        .map(|(name, text)| Source {
            name,
            bytes: text.as_bytes(),
        })
        .collect();
    let question = HashQuestion {
        minors: minors_of(kubernetes).unwrap(),
        collision_count: None,
        explain,
        most: 20,
    };
    let objects = read_templates(&sources, Limits::default()).unwrap();
    HashReport::new(&objects, &question, |error| describe_hash_error(error, lang))
}

fn check(report: &HashReport, lang: Lang, expected: Expect) {
    let mut text = report.text(lang);
    for remark in report.remarks(lang) {
        text.push_str(&format!("\n! {remark}"));
    }
    expected.assert_eq(&text);
}

const DEPLOYMENT: &str = "
apiVersion: apps/v1
kind: Deployment
metadata: { name: nginx, namespace: shop }
spec:
  template:
    metadata: { labels: { app: nginx } }
    spec:
      containers:
      - { name: nginx, image: nginx }
";

#[test]
fn reports_group_versions_and_tell_the_names() {
    check(
        &report(&[("d.yaml", DEPLOYMENT)], None, false, Lang::En),
        Lang::En,
        expect![[r#"
            Deployment shop/nginx (a manifest)
              1.37         69b9cdbbdd  nginx-69b9cdbbdd"#]],
    );
    check(
        &report(&[("d.yaml", DEPLOYMENT)], Some("all"), false, Lang::Zh),
        Lang::Zh,
        expect![[r#"
            Deployment shop/nginx（清单）
              1.37         69b9cdbbdd  nginx-69b9cdbbdd
              1.36         7f8fbb96d   nginx-7f8fbb96d
              1.35         56c45fd5ff  nginx-56c45fd5ff
              1.34         66686b6766  nginx-66686b6766
              1.32 – 1.33  5869d7778c  nginx-5869d7778c
              1.31         676b6c5bbc  nginx-676b6c5bbc
              1.30         bf5d5cf98   nginx-bf5d5cf98
              1.28 – 1.29  7854ff8877  nginx-7854ff8877
              1.27         77b4fdf86c  nginx-77b4fdf86c
              1.26         748c667d99  nginx-748c667d99
              1.25         76d6c9b8c   nginx-76d6c9b8c
              1.24         8f458dc5b   nginx-8f458dc5b
              1.23         85b98978db  nginx-85b98978db
              1.19 – 1.22  6799fc88d8  nginx-6799fc88d8
              1.18         f89759699   nginx-f89759699
              1.16 – 1.17  86c57db685  nginx-86c57db685
              1.15         554b9c67f9  nginx-554b9c67f9
              1.14         65f88748fd  nginx-65f88748fd
              1.13         5c7588df    nginx-5c7588df
              1.12         55bd7c9fd   nginx-55bd7c9fd
              1.11         78f5d695bd  nginx-78f5d695bd  3491825168
              1.10         56f766d96f  nginx-56f766d96f  1293228529
              1.9          7d7cbfc4f   nginx-7d7cbfc4f  383769709
              1.8          745b5d6499  nginx-745b5d6499  3016182055
            ! Deployment shop/nginx 按清单处理。没有 1.8 – 1.28, 1.31 的 API 服务器如何处理清单的记录：那里只有已存储对象的哈希是确定的。"#]],
    );
}

#[test]
fn reports_explain_labels_fields_and_differences() {
    let stored = r#"{"kind":"List","apiVersion":"v1","items":[
        {"kind":"Secret","apiVersion":"v1","metadata":{"name":"s"},"data":{"a":"aaaa"}},
        {"kind":"ReplicaSet","apiVersion":"apps/v1","metadata":{"name":"nginx-6799fc88d8","namespace":"shop","uid":"u",
         "labels":{"app":"nginx","pod-template-hash":"6799fc88d8"}},
         "spec":{"template":{"metadata":{"labels":{"app":"nginx","pod-template-hash":"6799fc88d8"}},
         "spec":{"containers":[{"name":"nginx","image":"nginx","imagePullPolicy":"Always","terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","resources":{}}],
         "restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","securityContext":{},"schedulerName":"default-scheduler"}}}}]}"#;
    let told = report(&[("rs.json", stored)], None, false, Lang::En);
    assert!(told.is_explained() && !told.has_errors());
    check(
        &told,
        Lang::En,
        expect![[r#"
        ReplicaSet shop/nginx-6799fc88d8 (as stored)
          1.37         69b9cdbbdd
          label 6799fc88d8: made by the controller-manager of 1.19 – 1.22, without a collisionCount"#]],
    );
    let changed = stored.replace("\"image\":\"nginx\"", "\"image\":\"nginx:2\"");
    let told = report(&[("rs.json", &changed)], None, false, Lang::En);
    assert!(!told.is_explained());
    check(
        &told,
        Lang::En,
        expect![[r#"
        ReplicaSet shop/nginx-6799fc88d8 (as stored)
          1.37         5947fb78f6
          label 6799fc88d8: no version from 1.8 to 1.37 makes it of this template, with a collisionCount up to 20 or without: the template was changed, or somebody else made the ReplicaSet"#]],
    );

    let other = DEPLOYMENT.replace("image: nginx", "image: nginx:2");
    let two = [("a.yaml", DEPLOYMENT), ("b.yaml", other.as_str())];
    check(
        &report(&two, None, true, Lang::En),
        Lang::En,
        expect![[r#"
        Deployment shop/nginx (a manifest)
          1.37         69b9cdbbdd  nginx-69b9cdbbdd
          hashed in 1.37: 3489 bytes, of which these say something (every other field is zero or nil)
            given     metadata.labels[app]  app:nginx
            given     spec.containers[0].name  Name:(string)nginx
            given     spec.containers[0].image  Image:(string)nginx
            default   spec.containers[0].terminationMessagePath  TerminationMessagePath:(string)/dev/termination-log
            default   spec.containers[0].terminationMessagePolicy  TerminationMessagePolicy:(v1.TerminationMessagePolicy)File
            default   spec.containers[0].imagePullPolicy  ImagePullPolicy:(v1.PullPolicy)Always
            default   spec.restartPolicy  RestartPolicy:(v1.RestartPolicy)Always
            default   spec.terminationGracePeriodSeconds  TerminationGracePeriodSeconds:(*int64)30
            default   spec.dnsPolicy  DNSPolicy:(v1.DNSPolicy)ClusterFirst
            default   spec.schedulerName  SchedulerName:(string)default-scheduler

        Deployment shop/nginx (a manifest)
          1.37         77575c794b  nginx-77575c794b
          hashed in 1.37: 3497 bytes, of which these say something (every other field is zero or nil)
            given     metadata.labels[app]  app:nginx
            given     spec.containers[0].name  Name:(string)nginx
            given     spec.containers[0].image  Image:(string)nginx:2
            default   spec.containers[0].terminationMessagePath  TerminationMessagePath:(string)/dev/termination-log
            default   spec.containers[0].terminationMessagePolicy  TerminationMessagePolicy:(v1.TerminationMessagePolicy)File
            default   spec.containers[0].imagePullPolicy  ImagePullPolicy:(v1.PullPolicy)IfNotPresent
            default   spec.restartPolicy  RestartPolicy:(v1.RestartPolicy)Always
            default   spec.terminationGracePeriodSeconds  TerminationGracePeriodSeconds:(*int64)30
            default   spec.dnsPolicy  DNSPolicy:(v1.DNSPolicy)ClusterFirst
            default   spec.schedulerName  SchedulerName:(string)default-scheduler

          Deployment shop/nginx and Deployment shop/nginx: different hashes, and not equal for the API
            ~ spec.containers[0].image  Image:(string)nginx  →  Image:(string)nginx:2
            ~ spec.containers[0].imagePullPolicy  ImagePullPolicy:(v1.PullPolicy)Always  →  ImagePullPolicy:(v1.PullPolicy)IfNotPresent"#]],
    );
    check(
        &report(&[("d.yaml", DEPLOYMENT)], Some("1.30"), true, Lang::Zh),
        Lang::Zh,
        expect![[r#"
            Deployment shop/nginx（清单）
              1.30         bf5d5cf98   nginx-bf5d5cf98
              1.30 的哈希文本：3153 字节，其中有内容的是（其余字段都是零值或 nil）
                给定        metadata.labels[app]  app:nginx
                给定        spec.containers[0].name  Name:(string)nginx
                给定        spec.containers[0].image  Image:(string)nginx
                默认        spec.containers[0].terminationMessagePath  TerminationMessagePath:(string)/dev/termination-log
                默认        spec.containers[0].terminationMessagePolicy  TerminationMessagePolicy:(v1.TerminationMessagePolicy)File
                默认        spec.containers[0].imagePullPolicy  ImagePullPolicy:(v1.PullPolicy)Always
                默认        spec.restartPolicy  RestartPolicy:(v1.RestartPolicy)Always
                默认        spec.terminationGracePeriodSeconds  TerminationGracePeriodSeconds:(*int64)30
                默认        spec.dnsPolicy  DNSPolicy:(v1.DNSPolicy)ClusterFirst
                默认        spec.schedulerName  SchedulerName:(string)default-scheduler"#]],
    );

    let misspelt = DEPLOYMENT.replace("image: nginx", "imgae: nginx, ports: [{ containerPort: '80' }]");
    let told = report(&[("d.yaml", &misspelt)], None, false, Lang::En);
    assert!(told.has_errors());
    check(
        &told,
        Lang::En,
        expect![[r#"
        Deployment shop/nginx (a manifest)
          spec.containers[0].ports[0].containerPort must be a whole number of 32 bits, and is a text; write a number like 8080, without quotes"#]],
    );
}

#[test]
fn sources_without_templates_and_large_ones_are_refused() {
    let read = |text: &str, limits| {
        let source = Source {
            name: "x",
            bytes: text.as_bytes(),
        };
        read_templates(&[source], limits).map(|found| found.len())
    };
    let refused = |text: &str, limits| read(text, limits).unwrap_err().to_string();
    let limits = Limits::default();
    assert_eq!(read(DEPLOYMENT, limits).unwrap(), 1);
    assert!(refused("kind: Service", limits).contains("no pod template"));
    let number = DEPLOYMENT.replace("app: nginx", "app: 1234e567");
    let message = refused(&number, limits);
    assert!(message.contains("app") && message.contains("quotes"), "{message}");
    let small = limits.with(Limit::TemplateValues, 8);
    assert!(refused(DEPLOYMENT, small).contains("values in one object"));
    assert!(
        refused(
            &format!("{DEPLOYMENT}---{DEPLOYMENT}"),
            limits.with(Limit::Objects, 1)
        )
        .contains("objects")
    );
}

/// A value for a type, of what `choices` says.
fn random_value(
    of: &'static Type,
    minor: u32,
    choices: &mut impl Iterator<Item = u8>,
    depth: usize,
) -> Value {
    let mut pick = |of: usize| usize::from(choices.next().unwrap_or(0)) % of;
    match of.printed {
        "resource.Quantity" => {
            let texts = [
                "1",
                "100m",
                "128Mi",
                "1.5Gi",
                "1e3",
                "0",
                "0.0001",
                "1Ei",
                "-3",
                "12345678901234567890",
            ];
            return Value::text(texts[pick(texts.len())]);
        }
        "intstr.IntOrString" => {
            return if pick(2) == 0 {
                Value::Int(80)
            } else {
                Value::text("http")
            };
        }
        "v1.Time" | "v1.FieldsV1" | "v1.Fields" => return Value::Null,
        _ => {}
    }
    match of.kind {
        Kind::Bool => Value::Bool(pick(2) == 1),
        Kind::Int32 | Kind::Int64 | Kind::Int => Value::Int([0, 1, -1, 30, 65_536][pick(5)]),
        Kind::String => Value::text(["", "a", "latest", "nginx:latest", "é<&>"][pick(5)]),
        Kind::Pointer(target) => random_value(type_at(target), minor, choices, depth),
        Kind::Slice(element) => {
            let count = if depth > 7 { 0 } else { pick(3) };
            let elements = (0..count).map(|_| random_value(type_at(element), minor, choices, depth + 1));
            Value::List(elements.collect())
        }
        Kind::Map(_, element) => {
            let count = if depth > 7 { 0 } else { pick(3) };
            let entries = (0..count).map(|index| {
                let key = ["cpu", "memory"][index % 2];
                (
                    key.into(),
                    random_value(type_at(element), minor, choices, depth + 1),
                )
            });
            Value::from(entries.collect::<Vec<_>>())
        }
        Kind::Struct(..) => {
            let mut members = Vec::new();
            random_members(of, minor, choices, depth, &mut members);
            Value::from(members)
        }
        Kind::Uint | Kind::Uint8 | Kind::Uint64 | Kind::Opaque => Value::Null,
    }
}

fn random_members(
    of: &'static Type,
    minor: u32,
    choices: &mut impl Iterator<Item = u8>,
    depth: usize,
    members: &mut Vec<(Box<str>, Value)>,
) {
    for field in schema::fields(of, minor) {
        if field.is_inline() {
            random_members(type_at(field.of), minor, choices, depth, members);
        } else if field.json != "managedFields" && choices.next().unwrap_or(0).is_multiple_of(4) && depth < 12
        {
            members.push((
                field.json.into(),
                random_value(type_at(field.of), minor, choices, depth + 1),
            ));
        }
    }
}

fn random_template(minor: u32, choices: &[u8]) -> Template {
    Template::new(random_value(
        type_at(ROOT),
        minor,
        &mut choices.iter().copied(),
        0,
    ))
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_stored_of_a_manifest_has_its_hash(
        minor in OLDEST_MINOR..=NEWEST_MINOR,
        choices in proptest::collection::vec(any::<u8>(), 0..2_000),
    ) {
        let manifest = random_template(minor, &choices);
        let prepared = prepare(&manifest, Form::Manifest, minor).unwrap();
        let stored = Template::new(prepared.encoded()).unwrap();
        let again = prepare(&stored, Form::Stored, minor).unwrap();
        prop_assert_eq!(again.dump(), prepared.dump());
        prop_assert_eq!(again.hash(Some(3)), prepared.hash(Some(3)));
        // Storing what is stored changes nothing.
        let twice = prepare(&stored, Form::Manifest, minor).unwrap();
        prop_assert_eq!(twice.encoded(), prepared.encoded());
        prop_assert!(again.equals_ignoring_hash(&prepared));
        prop_assert_eq!(again.content_digest(), prepared.content_digest());
    }

    #[test]
    fn digests_are_equal_where_templates_are(
        minor in OLDEST_MINOR..=NEWEST_MINOR,
        choices in proptest::collection::vec(any::<u8>(), 0..200),
        others in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let of = |choices: &[u8]| {
            let template = random_template(minor, choices);
            // Labels and finalizers are compared beside the digest.
            let template = template.changed(|value| {
                if let Some(Value::Map(metadata)) = value.get_mut("metadata") {
                    metadata.remove("labels");
                    metadata.remove("finalizers");
                }
            });
            prepare(&template.unwrap(), Form::Manifest, minor).unwrap()
        };
        let (ours, theirs) = (of(&choices), of(&others));
        prop_assert_eq!(ours.content_digest() == theirs.content_digest(), ours.equals_ignoring_hash(&theirs));
    }

    #[test]
    fn changing_any_field_changes_the_dump(
        minor in OLDEST_MINOR..=NEWEST_MINOR,
        choices in proptest::collection::vec(any::<u8>(), 0..600),
        which in any::<prop::sample::Index>(),
    ) {
        let template = random_template(minor, &choices);
        let prepared = prepare(&template, Form::Stored, minor).unwrap();
        let explained = explain(&prepared, &template).unwrap();
        let set: Vec<_> = explained.parts.iter().filter(|part| part.is_leaf && part.origin == Origin::Given).collect();
        if !set.is_empty() {
            let field = &which.get(&set).field;
            let mut value = prepared.value().clone();
            let changed = change(&mut value, field);
            prop_assert!(changed, "{} is not there", field);
            let changed = Template::new(value).unwrap();
            let after = prepare(&changed, Form::Stored, minor).unwrap();
            prop_assert_ne!(after.dump(), prepared.dump(), "{}", field);
        }
    }

    #[test]
    fn encoded_numbers_come_back(number in any::<u32>()) {
        prop_assert_eq!(safe_decode(&safe_encode(&number.to_string())), Some(number));
    }
}

/// Changes the value at the end of a way to another one of its type.
fn change(value: &mut Value, field: &str) -> bool {
    if field.is_empty() {
        match value {
            Value::Bool(flag) => *flag = !*flag,
            Value::Int(int) => *int += 1,
            Value::Text(text) => *text = if &**text == "7" { "8".into() } else { "7".into() },
            Value::List(elements) => elements.push(Value::Null),
            Value::Map(members) if members.is_empty() => return true,
            Value::Map(_) | Value::Null | Value::Number(_) => return false,
        }
        return true;
    }
    let field = field.strip_prefix('.').unwrap_or(field);
    if let Some(rest) = field.strip_prefix('[') {
        let (step, rest) = rest.split_once(']').unwrap();
        return match value {
            Value::List(elements) => change(&mut elements[step.parse::<usize>().unwrap()], rest),
            other => other.get_mut(step).is_some_and(|value| change(value, rest)),
        };
    }
    let end = field.find(['.', '[']).unwrap_or(field.len());
    value
        .get_mut(&field[..end])
        .is_some_and(|value| change(value, &field[end..]))
}

/// Whoever keeps only a digest of a template compares by it as by the template (HS-6).
#[test]
fn equal_templates_have_equal_digests_and_others_have_others() {
    let with = |spec: serde_json::Value| {
        let template =
            template_of(&json!({ "metadata": { "labels": { "app": "a" } }, "spec": spec })).unwrap();
        prepare(&template, Form::Manifest, NEWEST_MINOR).unwrap()
    };
    let container = |more: serde_json::Value| {
        let mut container = json!({ "name": "c", "image": "i:1" });
        container
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        with(json!({ "containers": [container] }))
    };
    let templates = [
        container(json!({})),
        container(json!({ "args": [], "env": null, "resources": {} })),
        container(json!({ "args": [""] })),
        container(json!({ "resources": { "limits": { "memory": "1e9" } } })),
        container(json!({ "resources": { "limits": { "memory": "1G" } } })),
        container(json!({ "resources": { "limits": { "memory": "1000M" } } })),
        container(json!({ "resources": { "limits": { "memory": "1Gi" } } })),
        container(json!({ "resources": { "limits": { "memory": "1Ei" } } })),
        container(json!({ "resources": { "limits": { "memory": "1152921504606846976" } } })),
        container(json!({ "resources": { "limits": { "cpu": "0" } } })),
        container(json!({ "securityContext": {} })),
        container(json!({ "ports": [{ "containerPort": 80 }] })),
        container(json!({ "livenessProbe": { "httpGet": { "port": 80 } } })),
        container(json!({ "livenessProbe": { "httpGet": { "port": "80" } } })),
        with(json!({ "containers": [{ "name": "c", "image": "i:2" }] })),
        with(json!({ "containers": [{ "name": "c", "image": "i:1" }], "nodeSelector": { "a": "b" } })),
        with(json!({ "containers": [{ "name": "c", "image": "i:1" }], "nodeSelector": { "ab": "" } })),
    ];
    let mut equal = 0;
    for (place, first) in templates.iter().enumerate() {
        for second in &templates[place + 1..] {
            let same = first.equals_ignoring_hash(second);
            equal += usize::from(same);
            assert_eq!(
                first.content_digest() == second.content_digest(),
                same,
                "{:?}\n{:?}",
                first.value(),
                second.value()
            );
        }
    }
    // Empty is nothing; 1e9, 1G and 1000M are one number, and so are both spellings of 1Ei.
    assert_eq!(equal, 5);
}
