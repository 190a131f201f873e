//! Every rule that the core cites is a rule of the specification.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn cited_rules_exist() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(tests.join("vectors/rules.txt")).expect("the list is readable");
    let known: BTreeSet<&str> = list.lines().collect();
    let mut cited = 0;
    let mut unknown = Vec::new();
    each_source(&tests.join("../core/src"), &mut |path, text| {
        let citations = text.split("Rule(\"").skip(1);
        for after in citations.chain(text.split(".tell(\"").skip(1)) {
            let rule = after.split('"').next().unwrap_or_default();
            cited += 1;
            if !known.contains(rule) {
                unknown.push(format!("{rule} in {}", path.display()));
            }
        }
    });
    assert!(
        cited > 0,
        "no rule is cited: does the search still fit the source?"
    );
    assert!(unknown.is_empty(), "not in the specification: {unknown:#?}");
}

#[test]
fn vectors_name_rules_that_exist() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(tests.join("vectors/rules.txt")).expect("the list is readable");
    let known: BTreeSet<&str> = list.lines().collect();
    for (name, vector) in
        kubeloupe_tests::vectors::discover(&tests.join("vectors/gc")).expect("vectors are readable")
    {
        let rules = vector["rules"]
            .as_array()
            .unwrap_or_else(|| panic!("{name} names no rules"));
        for rule in rules {
            assert!(
                known.contains(rule.as_str().unwrap_or_default()),
                "{name}: there is no rule {rule}"
            );
        }
    }
}

fn each_source(directory: &Path, read: &mut dyn FnMut(&Path, &str)) {
    let mut entries: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            each_source(&path, read);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            read(
                &path,
                &std::fs::read_to_string(&path).expect("the source is readable"),
            );
        }
    }
}
