use crate::{Outcome, process, workspace::Workspace};

/// Writes the core's table of Go types from the tables of every version.
pub(crate) fn run(workspace: &Workspace) -> Outcome {
    let package = ["--package", "kubeloupe-tests", "--bin", "schema"];
    process::run(process::cargo(workspace, &["run", "--quiet"]).args(package))
}
