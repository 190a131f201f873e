//! What is wrong is found, with its causes and what puts it right; and nothing else is.

use expect_test::expect_file;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::analyse::diagnosis::{Aim, Finding};
use kubeloupe_core::object::Object;
use kubeloupe_core::sim::{Config, Schedule, World};
use kubeloupe_formats::Source;
use kubeloupe_formats::diagnosis::{FindingReport, Findings, Report};
use kubeloupe_formats::dump::Options;
use kubeloupe_formats::forecast::Forecaster;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, ScenarioRun, read_scenario};
use kubeloupe_formats::text::Lang;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const STEPS: u64 = 1_000_000;

/// A world as it was found, and what is wrong with it.
struct Patient {
    name: String,
    world: World,
    findings: Findings,
}

impl Patient {
    fn of_text(name: &str, text: &[u8], config: Config) -> Self {
        let source = Source { name, bytes: text };
        let forecaster = Forecaster::read(&[source], config, &Options::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        Patient {
            name: name.to_owned(),
            world: forecaster.world().clone(),
            findings: Findings::new(&forecaster),
        }
    }

    fn of_file(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self::of_text(name, &bytes, Config::default())
    }

    /// The world that a scenario leaves behind.
    fn after_scenario(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("the scenario is readable");
        let directory = path.parent().unwrap_or(Path::new(""));
        let mut load = |name: &str| std::fs::read(directory.join(name)).map_err(|error| error.to_string());
        let name = path.to_string_lossy();
        let source = Source {
            name: &name,
            bytes: &bytes,
        };
        let scenario = read_scenario(source, &mut load, Limits::default()).expect("the scenario is sound");
        let mut run = ScenarioRun::new(&scenario, RunOptions::default());
        while !run.advance(STEPS) {}
        Patient {
            name: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            world: run.world().clone(),
            findings: Findings::of_world(run.world()),
        }
    }

    fn report(&self) -> Report {
        self.findings.report(Lang::En)
    }

    /// Each finding in a line: outcome, id, object, and what has to be dealt with.
    fn lines(&self) -> BTreeSet<String> {
        self.report().findings.iter().map(line).collect()
    }

    /// What becomes of the object of a finding when a fix is applied.
    fn fixed(&self, finding: &Finding, fix: usize) -> World {
        let mut world = self.world.clone();
        for action in finding.fixes[fix].actions(&self.world) {
            world
                .apply_silently(&action)
                .unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        }
        assert!(
            world.run_silently(Schedule::Fair, None, STEPS),
            "{}: no rest",
            self.name
        );
        world
    }

    /// Every fix of every finding does what it is said to be good for.
    fn every_fix_helps(&self) -> usize {
        let mut count = 0;
        for finding in &self.findings.diagnosis().findings {
            for (number, fix) in finding.fixes.iter().enumerate() {
                count += 1;
                let world = self.fixed(finding, number);
                let stored = stored(&world, &finding.object);
                let about = || format!("{}: {}: {fix:?}", self.name, self.line_of(finding));
                match fix.aim {
                    Aim::Frees => assert!(stored.is_none(), "still there: {}", about()),
                    Aim::Keeps => {
                        assert!(
                            stored.is_some_and(|object| !object.meta.is_deleting()),
                            "gone: {}",
                            about()
                        );
                    }
                    Aim::Repairs => {
                        let again = Findings::of_world(&world);
                        let same = |other: &&Finding| {
                            other.object.key() == finding.object.key() && other.problem == finding.problem
                        };
                        let left = again.diagnosis().findings.iter().find(same);
                        assert!(left.is_none(), "not repaired: {}", about());
                    }
                }
            }
        }
        count
    }

    fn line_of(&self, finding: &Finding) -> String {
        let report = self.report();
        let place = self
            .findings
            .diagnosis()
            .findings
            .iter()
            .position(|one| one == finding);
        line(&report.findings[place.expect("it is among them")])
    }
}

fn stored<'w>(world: &'w World, object: &Object) -> Option<&'w Object> {
    let stored = world.api().get(&object.key())?;
    (stored.meta.uid == object.meta.uid).then_some(stored)
}

fn line(finding: &FindingReport) -> String {
    let mut causes: Vec<String> = finding
        .waits_for
        .iter()
        .filter(|link| link.cause)
        .map(|link| {
            let what = link
                .finalizer
                .as_deref()
                .or(link.reference.as_deref())
                .unwrap_or_default();
            format!("{} {} {what}", link.of, link.blocker)
                .trim_end()
                .to_owned()
        })
        .collect();
    causes.sort();
    causes.dedup();
    let causes = causes.join("; ");
    format!(
        "{} {} {}: {causes}",
        finding.outcome, finding.id, finding.reference
    )
    .trim_end_matches([':', ' '])
    .to_owned()
}

fn cases() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the directory is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .collect();
    paths.sort();
    paths
}

fn is_scenario(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".scenario.yaml")
}

/// Deletions after which cases are looked at, where their texts tell what becomes of one and no scenario does it.
const DELETIONS: [(&str, &str, u32); 3] = [
    ("23-namespace-with-one-finalizer.yaml", "namespace/ns1", 37),
    (
        "27-rolebinding-removed-before-finalizer.yaml",
        "namespace/tenant",
        37,
    ),
    (
        "27-rolebinding-removed-before-finalizer.yaml",
        "namespace/tenant",
        32,
    ),
];

/// Every case of the collector and of namespaces, as it is given and as its scenarios leave it.
fn patients() -> Vec<Patient> {
    let mut patients = Vec::new();
    for path in cases() {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.as_str() > "33" {
            break;
        }
        if is_scenario(&path) {
            patients.push(Patient::after_scenario(&path));
        } else if name.ends_with(".yaml") {
            patients.push(Patient {
                name: name.clone(),
                ..Patient::of_file(&format!("cases/{name}"))
            });
        }
    }
    for (name, target, minor) in DELETIONS {
        let bytes =
            std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name)).expect(name);
        let config = Config {
            minor,
            ..Config::default()
        };
        let source = Source { name, bytes: &bytes };
        let forecaster = Forecaster::read(&[source], config, &Options::default()).expect(name);
        let key = forecaster.object(target, None).expect(target);
        let run = forecaster.run(&[key], Cascade::Background);
        patients.push(Patient {
            name: format!("{name}, after the deletion of {target} in 1.{minor}"),
            world: run.world().clone(),
            findings: Findings::of_world(run.world()),
        });
    }
    patients
}

fn told(patients: &[Patient]) -> String {
    let mut text = String::new();
    for patient in patients {
        text.push_str(&format!("== {}\n", patient.name));
        for line in patient.lines() {
            text.push_str(&format!("{line}\n"));
        }
    }
    text
}

/// The lines in `tests/diagnosis/cases.txt` were compared with what each case's `.expect.txt` says.
#[test]
fn cases_are_diagnosed_as_their_texts_say() {
    expect_file!["../diagnosis/cases.txt"].assert_eq(&told(&patients()));
}

#[test]
fn dumps_of_real_clusters_are_diagnosed() {
    let files = [
        "dumps/stuck-cluster/everything.json",
        "dumps/stuck-cluster/short.yaml",
        "dumps/shop-cluster/everything.json",
        "dumps/shop-cluster/apps.json",
        "dumps/shop-cluster/all-cm-secret.yaml",
        "dumps/shop-cluster/shop.yaml",
    ];
    let patients: Vec<Patient> = files.into_iter().map(Patient::of_file).collect();
    expect_file!["../diagnosis/dumps.txt"].assert_eq(&told(&patients));
}

/// What `dumps/README.md` says is stuck, object by object, with why.
#[test]
fn everything_that_is_stuck_is_found_and_nothing_else() {
    let wanted = [
        ("ConfigMap monitoring/left", "deadlock"),
        ("ConfigMap monitoring/right", "deadlock"),
        ("Namespace legacy", "discovery"),
        ("Namespace team-x", "discovery"),
        ("Namespace team-x", "finalizer example.com/backup"),
        ("ConfigMap team-x/held", "finalizer example.com/backup"),
        ("Database data/orders", "finalizer locks.example.com/held"),
        ("Database data/orders", "finalizer db.example.com/release"),
        ("Database data/orders", "Pod data/pg-0"),
        ("ConfigMap data/orders-lock", "finalizer locks.example.com/held"),
        ("StatefulSet data/pg", "Pod data/pg-0"),
        ("StatefulSet data/pg", "Pod data/pg-1"),
        ("StatefulSet data/pg", "Pod data/pg-2"),
        ("Pod data/pg-0", "silent-node"),
        ("Pod data/pg-1", "silent-node"),
        ("Pod data/pg-2", "silent-node"),
        (
            "PersistentVolumeClaim data/data-pg-0",
            "finalizer kubernetes.io/pvc-protection",
        ),
        (
            "PersistentVolumeClaim data/data-pg-1",
            "finalizer kubernetes.io/pvc-protection",
        ),
        (
            "PersistentVolumeClaim data/data-pg-2",
            "finalizer kubernetes.io/pvc-protection",
        ),
        ("Deployment shop/api", "Pod shop/api-76594cc88f-lfxph"),
        ("ReplicaSet shop/api-76594cc88f", "Pod shop/api-76594cc88f-wvhxl"),
        ("Pod shop/api-76594cc88f-lfxph", "silent-node"),
        ("Pod shop/api-76594cc88f-wvhxl", "silent-node"),
        (
            "CustomResourceDefinition backups.ops.example.com",
            "Backup data/nightly",
        ),
        ("Backup data/nightly", "finalizer ops.example.com/archive"),
    ];
    let of_outcome = |patient: &Patient, outcomes: &[&str]| -> BTreeSet<String> {
        let report = patient.report();
        let those = report
            .findings
            .iter()
            .filter(|finding| outcomes.contains(&finding.outcome));
        those.map(|finding| finding.reference.clone()).collect()
    };
    let whole = Patient::of_file("dumps/stuck-cluster/everything.json");
    let lines = whole.lines();
    for (object, cause) in wanted {
        let found = lines
            .iter()
            .any(|line| line.starts_with(&format!("stuck terminating {object}: ")) && line.contains(cause));
        assert!(found, "{object}: {cause}");
    }
    let objects: BTreeSet<String> = wanted.iter().map(|(object, _)| (*object).to_owned()).collect();
    assert_eq!(of_outcome(&whole, &["stuck"]), objects);
    assert_eq!(
        of_outcome(&whole, &["uncollectable"]),
        BTreeSet::from(["ConfigMap shop/ghost-child", "ClusterRole orders-admin"].map(str::to_owned))
    );
    assert_eq!(
        of_outcome(&whole, &["will be deleted", "slow", "cannot verify", "stays"]),
        BTreeSet::new()
    );

    // The smaller dump has neither leases, by which kubelets show that they are alive, nor definitions: pods within
    // their grace period are slow as far as it tells, and what only waits for them is.
    let part = Patient::of_file("dumps/stuck-cluster/short.yaml");
    let held: BTreeSet<String> = objects
        .into_iter()
        .filter(|object| !object.starts_with("CustomResourceDefinition") && !object.starts_with("Backup"))
        .collect();
    assert_eq!(of_outcome(&part, &["stuck", "slow"]), held);
    assert_eq!(
        of_outcome(&part, &["will be deleted", "uncollectable", "stays"]),
        BTreeSet::new()
    );
}

#[test]
fn every_fix_does_what_it_is_good_for() {
    let mut fixes = 0;
    for file in [
        "dumps/stuck-cluster/everything.json",
        "dumps/stuck-cluster/short.yaml",
        "dumps/shop-cluster/everything.json",
        "dumps/shop-cluster/apps.json",
    ] {
        fixes += Patient::of_file(file).every_fix_helps();
    }
    for patient in patients() {
        fixes += patient.every_fix_helps();
    }
    assert!(fixes > 130, "{fixes}");
}
