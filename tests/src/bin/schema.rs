//! `schema`: writes the core's table of types and fields from the tables in tests/schema.

use kubeloupe_tests::schema::{read_tables, render};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/hash/schema/table.rs");
    let written = read_tables().and_then(|tables| std::fs::write(&path, render(&tables)));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
