//! What is wrong is found, with its causes and what puts it right; and nothing else is.

mod notation;

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
use notation::dump;
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
        for resource in patient.report().collector_waits_for {
            text.push_str(&format!("the collector waits for {resource}\n"));
        }
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

/// Objects, and every finding about them.
const VECTORS: &[(&str, &str, &[&str])] = &[
    (
        "nothing is wrong",
        "
        v1 ConfigMap a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o|bc
        v1 Node n1#n
        v1 ConfigMap a/of-node#m own=v1|Node|n1|n
        autoscaling/v2 HorizontalPodAutoscaler a/h#h
        v1 ConfigMap a/of-older-version#v own=autoscaling/v1|HorizontalPodAutoscaler|h|h
        v1 ConfigMap a/free#f fin=example.com/hold
    ",
        &[],
    ),
    (
        "owner absent",
        "
        v1 ConfigMap a/child#c own=v1|ConfigMap|gone|g
    ",
        &["will be deleted owner-absent ConfigMap a/child"],
    ),
    (
        "one owner absent, another alive",
        "
        v1 ConfigMap a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|gone|g own=v1|ConfigMap|owner|o
    ",
        &["loses reference owner-absent ConfigMap a/child"],
    ),
    (
        "owner in another namespace",
        "
        v1 ConfigMap b/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o
        v1 ConfigMap b/child#d own=v1|ConfigMap|owner|o
    ",
        &["will be deleted owner-in-other-namespace ConfigMap a/child"],
    ),
    (
        "owner made anew",
        "
        v1 ConfigMap a/owner#new age=10
        v1 ConfigMap a/child#c age=100 own=v1|ConfigMap|owner|old
    ",
        &["will be deleted owner-recreated ConfigMap a/child"],
    ),
    (
        "another uid",
        "
        v1 ConfigMap a/owner#new age=100
        v1 ConfigMap a/child#c age=10 own=v1|ConfigMap|owner|old
    ",
        &["will be deleted owner-uid-wrong ConfigMap a/child"],
    ),
    (
        "another name",
        "
        v1 ConfigMap a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owned|o
    ",
        &["will be deleted owner-name-wrong ConfigMap a/child"],
    ),
    (
        "another kind, served",
        "
        v1 Secret a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o
    ",
        &["will be deleted owner-kind-wrong ConfigMap a/child"],
    ),
    (
        "a resource's name as the kind",
        "
        v1 Pod a/owner#o node=n1
        v1 ConfigMap a/child#c own=v1|pods|owner|o
    ",
        &["uncollectable owner-kind-wrong ConfigMap a/child"],
    ),
    (
        "a version that is no longer served",
        "
        apps/v1 Deployment a/owner#o
        v1 ConfigMap a/child#c own=extensions/v1beta1|Deployment|owner|o
    ",
        &["uncollectable owner-api-version-wrong ConfigMap a/child"],
    ),
    (
        "a version that somebody may serve",
        "
        example.com/v1 Widget a/owner#o
        v1 ConfigMap a/child#c own=example.com/v1beta1|Widget|owner|o
    ",
        &["cannot verify owner-api-version-wrong ConfigMap a/child"],
    ),
    (
        "no uid: the reader takes the owner that is named",
        "
        v1 ConfigMap a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|
    ",
        &[],
    ),
    (
        "a kind that Kubernetes does not have",
        "
        v1 ConfigMap a/child#c own=apps/v1|Deploiment|owner|o
    ",
        &["uncollectable owner-kind-unknown ConfigMap a/child"],
    ),
    (
        "a kind that somebody may define",
        "
        v1 ConfigMap a/child#c own=example.com/v1|Widget|owner|o
    ",
        &["cannot verify owner-kind-unknown ConfigMap a/child"],
    ),
    (
        "an unknown kind beside a living owner",
        "
        v1 ConfigMap a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o own=v1|Konfig|x|x
    ",
        &["uncollectable owner-kind-unknown ConfigMap a/child"],
    ),
    (
        "a cluster-scoped child of a namespaced owner",
        "
        v1 ConfigMap a/owner#o
        rbac.authorization.k8s.io/v1 ClusterRole child#c own=v1|ConfigMap|owner|o
    ",
        &["uncollectable namespaced-owner ClusterRole child"],
    ),
    (
        "an owner of a kind that the dump does not hold",
        "
        v1 Pod a/p#p node=n1 own=apps/v1|ReplicaSet|r|r|bc
    ",
        &["cannot verify owner-not-in-dump Pod a/p"],
    ),
    (
        "two controllers",
        "
        v1 ConfigMap a/one#o
        v1 ConfigMap a/two#t
        v1 ConfigMap a/child#c own=v1|ConfigMap|one|o|c own=v1|ConfigMap|two|t|c
    ",
        &["stays two-controllers ConfigMap a/child"],
    ),
    (
        "one uid with two names",
        "
        v1 ConfigMap a/owner#o
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o own=v1|ConfigMap|other|o
    ",
        &["loses reference uid-named-twice ConfigMap a/child"],
    ),
    (
        "two objects with one uid",
        "
        v1 ConfigMap a/one#same
        v1 ConfigMap a/two#same
        v1 ConfigMap a/three#t
    ",
        &[
            "stays shared-uid ConfigMap a/one",
            "stays shared-uid ConfigMap a/two",
        ],
    ),
    (
        "its own owner",
        "
        v1 ConfigMap a/one#o own=v1|ConfigMap|one|o
    ",
        &["uncollectable circle ConfigMap a/one"],
    ),
    (
        "an island",
        "
        v1 ConfigMap a/one#o own=v1|ConfigMap|three|h
        v1 ConfigMap a/two#t own=v1|ConfigMap|one|o
        v1 ConfigMap a/three#h own=v1|ConfigMap|two|t
        v1 ConfigMap a/beside#b own=v1|ConfigMap|one|o
    ",
        &["uncollectable circle ConfigMap a/one"],
    ),
    (
        "an island that would deadlock",
        "
        v1 ConfigMap a/one#o own=v1|ConfigMap|two|t|b
        v1 ConfigMap a/two#t own=v1|ConfigMap|one|o|b
    ",
        &["uncollectable blocking-circle ConfigMap a/one"],
    ),
    (
        "a circle that a living owner holds",
        "
        v1 ConfigMap a/owner#x
        v1 ConfigMap a/one#o own=v1|ConfigMap|two|t own=v1|ConfigMap|owner|x
        v1 ConfigMap a/two#t own=v1|ConfigMap|one|o
    ",
        &["stays circle ConfigMap a/one"],
    ),
    (
        "a child that goes with a child",
        "
        v1 ConfigMap a/child#c own=v1|ConfigMap|gone|g
        v1 ConfigMap a/grandchild#d own=v1|ConfigMap|child|c
    ",
        &[
            "will be deleted follows-owner ConfigMap a/grandchild",
            "will be deleted owner-absent ConfigMap a/child",
        ],
    ),
    (
        "a child that will be stuck",
        "
        v1 ConfigMap a/child#c own=v1|ConfigMap|gone|g fin=example.com/hold
    ",
        &["stuck owner-absent ConfigMap a/child: ConfigMap a/child finalizer example.com/hold"],
    ),
    (
        "a finalizer",
        "
        v1 ConfigMap a/one#o del=60/0 fin=example.com/hold
    ",
        &["stuck terminating ConfigMap a/one: ConfigMap a/one finalizer example.com/hold"],
    ),
    (
        "a blocking dependent with a finalizer",
        "
        v1 ConfigMap a/owner#o del=60/0 fin=foregroundDeletion
        v1 ConfigMap a/child#c del=60/0 fin=example.com/hold own=v1|ConfigMap|owner|o|b
    ",
        &[
            "stuck terminating ConfigMap a/child: ConfigMap a/child finalizer example.com/hold",
            "stuck terminating ConfigMap a/owner: ConfigMap a/child finalizer example.com/hold",
        ],
    ),
    (
        "objects that wait for each other",
        "
        v1 ConfigMap a/one#o del=60/0 fin=foregroundDeletion own=v1|ConfigMap|two|t|b
        v1 ConfigMap a/two#t del=60/0 fin=foregroundDeletion own=v1|ConfigMap|one|o|b
    ",
        &[
            "stuck terminating ConfigMap a/one: ConfigMap a/two deadlock",
            "stuck terminating ConfigMap a/two: ConfigMap a/one deadlock",
        ],
    ),
    (
        "an object that waits for itself",
        "
        v1 ConfigMap a/one#o del=60/0 fin=foregroundDeletion own=v1|ConfigMap|one|o|b
    ",
        &["stuck terminating ConfigMap a/one: ConfigMap a/one deadlock"],
    ),
    (
        "a blocking dependent of an unknown kind's owner",
        "
        v1 ConfigMap a/owner#o del=60/0 fin=foregroundDeletion
        v1 ConfigMap a/child#c own=v1|Konfig|x|x own=v1|ConfigMap|owner|o|b
    ",
        &[
            "stuck terminating ConfigMap a/owner: ConfigMap a/owner unmapped-kind ConfigMap a/child",
            "uncollectable owner-kind-unknown ConfigMap a/child",
        ],
    ),
    (
        "a blocking dependent that is cluster-scoped",
        "
        v1 ConfigMap a/owner#o del=60/0 fin=foregroundDeletion
        rbac.authorization.k8s.io/v1 ClusterRole child#c own=v1|ConfigMap|owner|o|b
    ",
        &[
            "stuck terminating ConfigMap a/owner: ConfigMap a/owner scope-mismatch ClusterRole child",
            "uncollectable namespaced-owner ClusterRole child",
        ],
    ),
    (
        "a dependent that cannot be orphaned",
        "
        v1 ConfigMap a/owner#o del=60/0 fin=orphan
        v1 ConfigMap a/one#x
        v1 ConfigMap a/two#y
        v1 ConfigMap a/child#c own=v1|ConfigMap|owner|o own=v1|ConfigMap|one|x|c own=v1|ConfigMap|two|y|c
    ",
        &[
            "stays two-controllers ConfigMap a/child",
            "stuck terminating ConfigMap a/owner: ConfigMap a/owner refusal ConfigMap a/child",
        ],
    ),
    (
        "a foreground deletion that the collector has not seen to",
        "
        v1 ConfigMap a/one#o del=60/0 fin=foregroundDeletion
    ",
        &["will be deleted terminating ConfigMap a/one: ConfigMap a/one controller foregroundDeletion"],
    ),
    (
        "a pod within its grace period",
        "
        v1 Pod a/p#p node=n1 del=10/30
    ",
        &["slow terminating Pod a/p: Pod a/p grace"],
    ),
    (
        "a pod whose kubelet is about to confirm",
        "
        v1 Pod a/p#p node=n1 del=40/30
    ",
        &["will be deleted terminating Pod a/p: Pod a/p grace"],
    ),
    (
        "a pod whose kubelet has not confirmed for long",
        "
        v1 Pod a/p#p node=n1 del=600/30
    ",
        &["stuck terminating Pod a/p: Pod a/p unconfirmed"],
    ),
    (
        "a pod on no node",
        "
        v1 Pod a/p#p del=600/30
    ",
        &["stuck terminating Pod a/p: Pod a/p no-node"],
    ),
    (
        "a token in a namespace",
        "
        v1 Namespace a#n del=60/0 spec=example.com/token
    ",
        &["stuck terminating Namespace a: Namespace a spec-finalizer example.com/token"],
    ),
    (
        "an empty namespace",
        "
        v1 Namespace a#n del=60/0 spec=kubernetes
    ",
        &["will be deleted terminating Namespace a: Namespace a controller kubernetes"],
    ),
    (
        "content of a namespace",
        "
        v1 Namespace a#n del=60/0 spec=kubernetes
        v1 ConfigMap a/free#f
        v1 ConfigMap a/held#h fin=example.com/hold
        v1 Pod a/p#p node=n1
    ",
        &[
            "stuck follows-namespace ConfigMap a/held: ConfigMap a/held finalizer example.com/hold",
            "stuck terminating Namespace a: ConfigMap a/held finalizer example.com/hold",
            "will be deleted follows-namespace ConfigMap a/free",
            "will be deleted follows-namespace Pod a/p",
        ],
    ),
    (
        "nothing that holds it",
        "
        v1 ConfigMap a/one#o del=60/0
    ",
        &["stuck terminating ConfigMap a/one: ConfigMap a/one nothing"],
    ),
];

#[test]
fn vectors() {
    let mut wrong = Vec::new();
    let mut fixes = 0;
    for (name, objects, wanted) in VECTORS {
        let patient = Patient::of_text(name, &dump(objects), Config::default());
        let lines = patient.lines();
        let wanted: BTreeSet<String> = wanted.iter().map(|line| (*line).to_owned()).collect();
        if lines != wanted {
            wrong.push(format!("{name}: {lines:#?}, expected {wanted:#?}"));
        }
        fixes += patient.every_fix_helps();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(fixes > 60, "{fixes}");
}

#[test]
fn equal_findings_are_told_once_with_a_count() {
    let pods: String = (0..300)
        .map(|number| format!("v1 ConfigMap a/c{number:03}#u{number} del=60/0 fin=example.com/hold\n"))
        .collect();
    let patient = Patient::of_text("many", &dump(&pods), Config::default());
    assert_eq!(patient.report().findings.len(), 300);
    for lang in Lang::ALL {
        for text in [patient.findings.text(lang), patient.findings.markdown(lang)] {
            assert!(text.contains("297"), "{text}");
            assert_eq!(text.matches("kubectl patch").count(), 1, "{text}");
            assert!(text.lines().count() < 25, "{text}");
        }
    }
}

#[test]
fn a_hostile_name_drives_neither_a_terminal_nor_a_shell_nor_markup() {
    let list = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {
            "name": "x';reboot;'\u{1b}[2J`id`", "namespace": "a\u{202e}b", "uid": "u",
            "deletionTimestamp": "2026-01-01T00:00:00Z", "deletionGracePeriodSeconds": 0,
            "finalizers": ["$(id)</script>"],
        }},
    ]});
    let patient = Patient::of_text("hostile", list.to_string().as_bytes(), Config::default());
    for lang in Lang::ALL {
        for text in [patient.findings.text(lang), patient.findings.markdown(lang)] {
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
            // The quote in the name ends one word and begins the next; what is between is quoted.
            assert!(text.contains(r"'configmaps/x'\'';reboot;'\''"), "{text}");
        }
        let markdown = patient.findings.markdown(lang);
        let outside_code: String = markdown.split("```").step_by(2).collect();
        assert!(
            outside_code.contains(r"\</script\>") && !outside_code.contains("</script>"),
            "{outside_code}"
        );
        assert!(outside_code.contains(r"\`id\`"), "{outside_code}");
    }
}

/// The keys of the report, which programs rely on.
#[test]
fn the_report_has_its_keys() {
    let patient = Patient::of_file("dumps/stuck-cluster/everything.json");
    let report: serde_json::Value = serde_json::from_str(&patient.report().to_json()).expect("it is JSON");
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(
        keys(&report),
        [
            "counts",
            "deleting",
            "finalizers",
            "findings",
            "kubeloupe",
            "kubernetes",
            "objects",
            "quiescent",
            "references",
            "time"
        ]
    );
    let finding = |id: &str| {
        let findings = report["findings"].as_array().expect("a list");
        findings.iter().find(|finding| finding["id"] == id).expect(id)
    };
    assert_eq!(
        keys(finding("owner-kind-unknown")),
        [
            "assumes",
            "at",
            "deletedFor",
            "fixes",
            "id",
            "missing",
            "others",
            "outcome",
            "ownerReference",
            "ref",
            "rule",
            "uid",
            "waitsFor",
            "waitsForMore",
            "what",
            "why"
        ]
    );
    let stuck = finding("terminating");
    assert_eq!(
        keys(&stuck["waitsFor"][0]),
        ["at", "blocker", "cause", "depth", "finalizer", "of", "what"]
    );
    assert_eq!(keys(&stuck["fixes"][0]["edits"][0]), ["command", "edit", "ref"]);
    let known = &report["finalizers"]["kubernetes.io/pvc-protection"];
    assert_eq!(keys(known), ["by", "obstacle", "owner", "source", "when"]);
    assert_eq!(
        report["counts"],
        serde_json::json!({"stuck": 20, "uncollectable": 2})
    );
}

#[test]
fn a_healthy_cluster_has_nothing_wrong() {
    let patient = Patient::of_text("healthy", &dump("v1 ConfigMap a/x#x"), Config::default());
    assert!(!patient.findings.is_anything_wrong());
    assert!(patient.findings.text(Lang::En).contains("Nothing is wrong."));
    assert!(patient.findings.markdown(Lang::Zh).contains("没有发现问题"));
    let unknown = Patient::of_text(
        "unknown",
        &dump("v1 Pod a/p#p node=n own=apps/v1|ReplicaSet|r|r"),
        Config::default(),
    );
    assert!(!unknown.findings.is_anything_wrong());
    assert!(
        unknown
            .findings
            .text(Lang::En)
            .contains("kubectl get replicasets.apps -A")
    );
}

#[test]
fn conditions_tell_of_content_that_the_dump_does_not_hold() {
    let namespace = |conditions: serde_json::Value| {
        let list = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": [
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a", "uid": "n",
                "deletionTimestamp": "2026-01-01T00:00:00Z"},
             "spec": {"finalizers": ["kubernetes"]}, "status": {"phase": "Terminating", "conditions": conditions}},
        ]});
        Patient::of_text("namespace", list.to_string().as_bytes(), Config::default())
    };
    let remaining = serde_json::json!([{"type": "NamespaceContentRemaining", "status": "True", "reason": "SomeResourcesRemain",
        "message": "Some resources are remaining: widgets.example.com has 2 resource instances"}]);
    let patient = namespace(remaining);
    let finding = &patient.report().findings[0];
    assert_eq!((finding.outcome, finding.at.as_deref()), ("cannot verify", None));
    assert!(
        finding
            .missing
            .as_deref()
            .is_some_and(|missing| missing.contains("widgets.example.com")),
        "{finding:?}"
    );

    let discovery = serde_json::json!([{"type": "NamespaceDeletionDiscoveryFailure", "status": "True",
        "reason": "DiscoveryFailed", "message": "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: broken.example.com/v1: stale GroupVersion discovery: broken.example.com/v1"}]);
    let patient = namespace(discovery);
    assert_eq!(
        patient.lines(),
        BTreeSet::from(["stuck terminating Namespace a: Namespace a discovery".to_owned()])
    );
    assert!(patient.every_fix_helps() > 0);
}

/// What the reader makes of leases: the kubelets of two nodes, one of which has been silent for a minute.
#[test]
fn a_node_whose_lease_is_old_confirms_nothing() {
    let mut list: serde_json::Value = serde_json::from_slice(&dump(
        "v1 Pod a/one#o node=n1 del=10/30
         v1 Pod a/two#t node=n2 del=10/30",
    ))
    .expect("it is JSON");
    for (node, renewed) in [("n1", "2026-01-01T11:58:59Z"), ("n2", "2026-01-01T11:59:55Z")] {
        let lease = serde_json::json!({"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
            "metadata": {"name": node, "namespace": "kube-node-lease", "uid": node}, "spec": {"renewTime": renewed}});
        list["items"].as_array_mut().expect("a list").push(lease);
    }
    let patient = Patient::of_text("leases", list.to_string().as_bytes(), Config::default());
    let wanted = [
        "stuck terminating Pod a/one: Pod a/one silent-node",
        "slow terminating Pod a/two: Pod a/two grace",
    ];
    assert_eq!(patient.lines(), wanted.map(str::to_owned).into());
}
