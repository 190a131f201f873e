//! Every vector of the specification in `tests/vectors`.

use std::path::Path;

#[test]
fn vectors() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/gc");
    let vectors = kubeloupe_tests::vectors::discover(&directory).expect("vectors are readable");
    let mut failures = Vec::new();
    for (name, vector) in &vectors {
        if let Err(difference) = kubeloupe_tests::vectors::run(vector) {
            failures.push(format!("{name}: {difference}"));
        }
    }
    let (failed, all) = (failures.len(), vectors.len());
    assert!(
        failures.is_empty(),
        "{failed} of {all} vectors failed\n\n{}",
        failures.join("\n\n")
    );
}
