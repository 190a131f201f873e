//! What the versions of Kubernetes do differently: the table of switches against the code that asks for them.

use kubeloupe_core::versions::Switch;
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
        if folder == "core/src/versions" {
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
