//! The pages of `docs` say what the code knows.

use kubeloupe_formats::scenario::words;
use std::fs;
use std::path::Path;

#[test]
fn the_page_of_scenarios_names_every_word() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/scenario.md");
    let page = fs::read_to_string(path).expect("the page is readable");
    let missing: Vec<&str> = words()
        .filter(|word| {
            let named = [format!("`{word}`"), format!("{word}:"), format!("expect.{word}`")];
            !named.iter().any(|form| page.contains(form))
        })
        .collect();
    assert!(missing.is_empty(), "docs/scenario.md does not name {missing:?}");
}
