//! What the versions of Kubernetes do differently: the table of switches against the code that asks for them.

use kubeloupe_core::versions::{COMPARED, Gate, GateState, Switch};
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, Scenario, read_scenario_as, run_scenario};
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::versions::{VersionChoice, switch_table};
use kubeloupe_formats::{LoadError, Source};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every source file of the core and the formats, but for those that hold the table and its texts.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec!["core/src".to_owned(), "formats/src".to_owned()];
    while let Some(folder) = folders.pop() {
        if ["core/src/versions", "formats/src/versions"].contains(&folder.as_str()) {
            continue;
        }
        for entry in fs::read_dir(root().join(&folder)).expect("a folder of sources") {
            let entry = entry.expect("an entry");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path != "formats/src/text/switch.rs" && path.ends_with(".rs") {
                let text = fs::read_to_string(entry.path()).expect("a text");
                found.push((path, text));
            }
        }
    }
    found
}

/// Whether the text asks for this switch, and not for one whose name begins the same.
fn asks(text: &str, switch: Switch) -> bool {
    let mention = format!("Switch::{switch:?}");
    text.match_indices(&mention)
        .any(|(at, _)| !text[at + mention.len()..].starts_with(|next: char| next.is_ascii_alphanumeric()))
}

#[test]
fn every_row_says_who_asks_for_its_switch() {
    let sources = sources();
    for &switch in Switch::ALL {
        let name = switch.name();
        match switch.read_in() {
            Some(file) => {
                let source = sources.iter().find(|(path, _)| path == file);
                let (_, text) = source.unwrap_or_else(|| panic!("{name}: there is no {file}"));
                assert!(
                    asks(text, switch),
                    "{name}: {file} does not ask for Switch::{switch:?}"
                );
            }
            None => {
                let reader = sources.iter().find(|(_, text)| asks(text, switch));
                let reader = reader.map(|(path, _)| path);
                assert_eq!(
                    reader, None,
                    "{name} is asked for: its row in core/src/versions/switch.rs needs .read_in(\"…\")"
                );
            }
        }
    }
}

/// A comparison of minors anywhere else is a switch without a name. What a minor itself brings (kinds, layouts of
/// templates) is a table by minor, and is looked up where it is.
#[test]
fn nobody_compares_minors_but_the_table() {
    for (path, text) in sources() {
        if !path.starts_with("core/src") || path.starts_with("core/src/hash") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let compares = [
                "minor >",
                "minor <",
                "minor ==",
                "minor !=",
                "match minor",
                "match config.minor",
            ];
            let is_table = path == "core/src/object/builtin.rs";
            assert!(
                is_table || !compares.iter().any(|one| line.contains(one)),
                "{path}:{}: {line}",
                number + 1
            );
        }
    }
}

#[test]
fn the_rules_of_a_switch_exist() {
    let list = fs::read_to_string(root().join("tests/vectors/rules.txt")).expect("the list is readable");
    let known: Vec<&str> = list.lines().collect();
    for &switch in Switch::ALL {
        for rule in switch.rules() {
            assert!(known.contains(rule), "{}: there is no rule {rule}", switch.name());
        }
    }
}

fn scenario(text: &str) -> Scenario {
    try_scenario(text, &VersionChoice::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn try_scenario(text: &str, version: &VersionChoice) -> Result<Scenario, LoadError> {
    let source = Source {
        name: "test.yaml",
        bytes: text.as_bytes(),
    };
    let mut no_files = |name: &str| Err(format!("no file {name}"));
    read_scenario_as(source, &mut no_files, Limits::default(), version)
}

#[test]
fn a_scenario_sets_switches_and_gates_whatever_stands_first() {
    let scenario = scenario(
        "
kubeloupe: v1
featureGates: {OrderedNamespaceDeletion: true}
switches: {gc_delete_uses_resource_version: false, gc_start_gate_timeout: true}
kubernetes: v1.32.4
",
    );
    assert_eq!(scenario.config.minor, 32);
    let differences: Vec<(&str, bool)> = scenario
        .config
        .overrides
        .differences(32)
        .map(|setting| (setting.switch.name(), setting.on))
        .collect();
    assert_eq!(differences, [("namespace_pods_first", true)]);
    let result = run_scenario(&scenario, RunOptions::default());
    assert_eq!(result.switches, [("namespace_pods_first", true)].into());
    assert!(result.notes.is_empty(), "{:?}", result.notes);
}

#[test]
fn what_a_version_does_not_allow_is_refused_with_what_does() {
    for (text, field, words) in [
        (
            "kubernetes: '1.38'",
            "kubernetes",
            &["Kubernetes 1.38", "nearest", "1.37"][..],
        ),
        ("kubernetes: '1.12'", "kubernetes", &["nearest", "1.16"]),
        ("kubernetes: 1.30", "kubernetes", &["Put it in quotes"]),
        (
            "switches: {namespace_pod_first: true}",
            "switches.namespace_pod_first",
            &["Did you mean `namespace_pods_first`?"],
        ),
        (
            "switches: {quite_another_thing: true}",
            "switches.quite_another_thing",
            &["`kubeloupe versions` lists"],
        ),
        (
            "switches: {namespace_pods_first: yes please}",
            "switches.namespace_pods_first",
            &["must be true or false"],
        ),
        (
            "featureGates: {OrderedNamespaceDeletions: true}",
            "featureGates.OrderedNamespaceDeletions",
            &["Did you mean `OrderedNamespaceDeletion`?"],
        ),
        (
            "kubernetes: '1.34'\nfeatureGates: {OrderedNamespaceDeletion: false}",
            "featureGates.OrderedNamespaceDeletion",
            &["locked to true in Kubernetes 1.34", "switch namespace_pods_first"],
        ),
        (
            "kubernetes: '1.29'\nfeatureGates: {OrderedNamespaceDeletion: true}",
            "featureGates.OrderedNamespaceDeletion",
            &["does not exist in Kubernetes 1.29", "came with 1.30"],
        ),
        (
            "kubernetes: '1.36'\nfeatureGates: {AtomicFIFO: false}",
            "featureGates.StaleControllerConsistencyReplicaSet",
            &[
                "needs AtomicFIFO",
                "Set StaleControllerConsistencyReplicaSet to false",
            ],
        ),
        (
            "kubernetes: '1.25'\nfeatureGates: {RetryGenerateName: true}",
            "featureGates.RetryGenerateName",
            &["not known", "switch api_generate_name_retries"],
        ),
    ] {
        let text = format!("kubeloupe: v1\n{text}\n");
        let error = try_scenario(&text, &VersionChoice::default()).expect_err(&text);
        assert_eq!(error.field, field, "{error}");
        for word in words {
            assert!(error.to_string().contains(word), "{error}\nlacks: {word}");
        }
    }
}

#[test]
fn the_command_line_goes_before_the_file() {
    let text = "kubeloupe: v1\nkubernetes: '1.37'\nswitches: {namespace_pods_first: false}\n";
    let gates = ["OrderedNamespaceDeletion=true".to_owned()];
    let switches = ["gc_start_gate_timeout=off".to_owned()];
    let choice = VersionChoice::of_words(Some("1.32"), &switches, &gates).expect("it is read");
    let scenario = try_scenario(text, &choice).expect("it is read");
    let config = &scenario.config;
    assert_eq!(config.minor, 32);
    assert!(
        !config.switches().has(Switch::NamespacePodsFirst),
        "the file's switch goes before the gate"
    );
    assert!(!config.switches().has(Switch::GcStartGateTimeout));
    assert_eq!(scenario.cluster.minor, 32);
    let locked = VersionChoice::of_words(None, &[], &gates).expect("it is read");
    assert!(
        try_scenario(text, &locked).is_err(),
        "the file's 1.37 has no such gate"
    );
}

#[test]
fn what_is_certain_of_an_older_version_is_said() {
    let result = run_scenario(
        &scenario("kubeloupe: v1\nkubernetes: '1.24'\n"),
        RunOptions::default(),
    );
    assert_eq!(result.kubernetes, "1.24");
    assert_eq!(result.notes.len(), 1);
    assert!(
        result.notes[0].contains("1.24 is older") && result.notes[0].contains("nothing is known to differ")
    );
    let result = run_scenario(
        &scenario(
            "kubeloupe: v1\nfeatureGates: {PodDeletionCost: false}\nswitches: {job_consistency_store: false}\n",
        ),
        RunOptions::default(),
    );
    assert_eq!(result.notes.len(), 2, "{:?}", result.notes);
    assert!(result.notes[0].contains("PodDeletionCost"));
    assert_eq!(result.switches, [("job_consistency_store", false)].into());
}

/// `docs/versions.md` holds the tables as they are in the code. `UPDATE_EXPECT=1` writes them anew.
#[test]
fn the_page_holds_the_tables() {
    let path = root().join("docs/versions.md");
    let page = fs::read_to_string(&path).expect("the page is readable");
    let fresh = with_section(&page, "switches", &switches_page());
    let fresh = with_section(&fresh, "gates", &gates_page());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &fresh).expect("the page is written");
        return;
    }
    let differs = page.lines().zip(fresh.lines()).find(|(one, other)| one != other);
    assert!(
        page == fresh,
        "docs/versions.md differs from the tables; UPDATE_EXPECT=1 cargo test -p kubeloupe-tests --test versions \
         writes it anew: {differs:?}"
    );
}

fn with_section(page: &str, section: &str, content: &str) -> String {
    let begin = format!("<!-- {section} -->\n");
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {section}"));
    let (_, after) = rest
        .split_once("<!-- end -->")
        .unwrap_or_else(|| panic!("{section} does not end"));
    format!("{before}{begin}{content}<!-- end -->{after}")
}

fn switches_page() -> String {
    let mut page = String::from("| switch | on in | P | rules | off | on |\n|---|---|---|---|---|---|\n");
    for row in switch_table(Lang::En) {
        let mut on = match (&row.since, &row.until) {
            (Some(since), _) => format!("{since} and later"),
            (_, Some(until)) => format!("up to {until}"),
            (None, None) => "none by default".to_owned(),
        };
        if let Some(patch) = row.patch {
            on.push_str(&format!(" (from {patch})"));
        }
        if row.older {
            on.push_str(" (*older*)");
        }
        if let Some(gate) = row.gate {
            on.push_str(&format!("; gate {gate}"));
        }
        page.push_str(&format!(
            "| `{}` | {on} | {} | {} | {} | {} |\n",
            row.switch,
            row.priority,
            row.rules.join(", "),
            row.off,
            row.on,
        ));
    }
    page
}

fn gates_page() -> String {
    let mut page = String::from("| gate |");
    for minor in COMPARED {
        page.push_str(&format!(" 1.{minor} |"));
    }
    page.push_str(&format!(
        " switches | needs |\n|---|{}---|---|\n",
        "---|".repeat(COMPARED.count())
    ));
    for &gate in Gate::ALL {
        page.push_str(&format!("| {} |", gate.name()));
        for minor in COMPARED {
            let word = match gate.state(minor) {
                None => "–",
                Some(GateState::AlphaOff) => "α off",
                Some(GateState::BetaOff) => "β off",
                Some(GateState::BetaOn) => "β on",
                Some(GateState::Locked) => "locked",
                Some(GateState::DeprecatedOff) => "deprecated, off",
                Some(GateState::GoneOn) => "gone, on",
                Some(GateState::GoneOff) => "gone, off",
            };
            page.push_str(&format!(" {word} |"));
        }
        let switches: Vec<String> = gate.switches().map(|one| format!("`{}`", one.name())).collect();
        let needs = gate.needs().map_or("", Gate::name);
        page.push_str(&format!(" {} | {needs} |\n", switches.join(", ")));
    }
    page
}
