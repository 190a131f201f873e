use kubeloupe_core::sim::Config;
use kubeloupe_formats::Source;
use kubeloupe_formats::diagnosis::Findings;
use kubeloupe_formats::dump::Options;
use kubeloupe_formats::forecast::Forecaster;
use kubeloupe_formats::text::Lang;
use std::fmt::Write as _;
use std::time::Instant;

/// What the diagnosis of a cluster costs in which nearly everything is wrong.
pub struct DiagnosisCost {
    /// Objects in the dump.
    pub objects: usize,
    /// Findings.
    pub findings: usize,
    /// Seconds to read it and to see what happens without a question.
    pub ready_seconds: f64,
    /// Seconds to diagnose it.
    pub diagnose_seconds: f64,
    /// Seconds to put it into words, as text and as JSON.
    pub told_seconds: f64,
}

/// A cluster of ten times `tenth` objects: as many as `tenth` of each
///
/// * held by a finalizer nobody takes off,
/// * in chains of a hundred that wait for each other in the foreground,
/// * in a namespace that is being deleted and held there,
/// * with an owner that is absent, in another namespace, or of a kind that nobody knows,
/// * with the uid of another object,
/// * in circles of ten.
pub fn dump(tenth: usize) -> String {
    let mut text = String::from(r#"{"kind":"List","apiVersion":"v1","items":["#);
    let mut first = true;
    let mut add = |kind: &str, namespace: &str, name: &str, uid: &str, more: &str| {
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        let scope = if namespace.is_empty() {
            String::new()
        } else {
            format!(r#""namespace":"{namespace}","#)
        };
        write!(
            text,
            r#"{comma}{{"apiVersion":"v1","kind":"{kind}","metadata":{{{scope}"name":"{name}","uid":"{uid}","resourceVersion":"7","creationTimestamp":"2026-01-31T10:00:00Z"{more}}}}}"#
        )
        .expect("memory takes it");
    };
    let deleting = r#","deletionTimestamp":"2026-01-31T11:00:00Z","deletionGracePeriodSeconds":0"#;
    let owner = |kind: &str, name: &str, uid: &str| {
        format!(
            r#","ownerReferences":[{{"apiVersion":"v1","kind":"{kind}","name":"{name}","uid":"{uid}","blockOwnerDeletion":true}}]"#
        )
    };
    add("Namespace", "", "a", "ns-a", "");
    add(
        "Namespace",
        "",
        "going",
        "ns-going",
        &format!("{deleting}{}", r#","finalizers":["example.com/hold"]"#),
    );
    for number in 0..tenth {
        let held = format!(r#"{deleting},"finalizers":["example.com/hold"]"#);
        add(
            "ConfigMap",
            "a",
            &format!("held-{number}"),
            &format!("held-{number}"),
            &held,
        );
        // Each waits for the next; the last of a hundred is held.
        let last = number % 100 == 99;
        let finalizer = if last {
            "example.com/hold"
        } else {
            "foregroundDeletion"
        };
        let above = if number % 100 == 0 {
            String::new()
        } else {
            let before = format!("chain-{}", number - 1);
            owner("ConfigMap", &before, &before)
        };
        let more = format!(r#"{deleting},"finalizers":["{finalizer}"]{above}"#);
        add(
            "ConfigMap",
            "a",
            &format!("chain-{number}"),
            &format!("chain-{number}"),
            &more,
        );
        add(
            "ConfigMap",
            "going",
            &format!("content-{number}"),
            &format!("content-{number}"),
            &held,
        );
        let gone = owner("ConfigMap", "gone", &format!("gone-{number}"));
        add(
            "Secret",
            "a",
            &format!("absent-{number}"),
            &format!("absent-{number}"),
            &gone,
        );
        let elsewhere = owner("ConfigMap", &format!("held-{number}"), &format!("held-{number}"));
        add(
            "Secret",
            "b",
            &format!("far-{number}"),
            &format!("far-{number}"),
            &elsewhere,
        );
        let unknown = owner("Gizmo", "g", &format!("gizmo-{number}"));
        add(
            "Secret",
            "a",
            &format!("unknown-{number}"),
            &format!("unknown-{number}"),
            &unknown,
        );
        add(
            "Secret",
            "b",
            &format!("twin-{number}"),
            &format!("held-{number}"),
            "",
        );
        add("Secret", "a", &format!("same-{number}"), "one-uid-for-all", "");
        let next = if number % 10 == 9 { number - 9 } else { number + 1 };
        let circle = owner("ConfigMap", &format!("ring-{next}"), &format!("ring-{next}"));
        add(
            "ConfigMap",
            "a",
            &format!("ring-{number}"),
            &format!("ring-{number}"),
            &circle,
        );
        add(
            "ConfigMap",
            "a",
            &format!("well-{number}"),
            &format!("well-{number}"),
            "",
        );
    }
    text.push_str("]}");
    text
}

/// Measures such a cluster.
pub fn cost(tenth: usize) -> DiagnosisCost {
    let text = dump(tenth);
    let sources = [Source {
        name: "generated.json",
        bytes: text.as_bytes(),
    }];
    let begin = Instant::now();
    let forecaster = Forecaster::read(&sources, Config::default(), &Options::default())
        .expect("a generated dump is sound");
    let ready_seconds = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let findings = Findings::new(&forecaster);
    let diagnose_seconds = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let words = findings.text(Lang::En).len() + findings.report(Lang::En).to_json().len();
    let told_seconds = begin.elapsed().as_secs_f64();
    assert!(words > 0);
    DiagnosisCost {
        objects: forecaster.objects().count(),
        findings: findings.diagnosis().findings.len(),
        ready_seconds,
        diagnose_seconds,
        told_seconds,
    }
}
