use crate::{Outcome, process, workspace::Workspace};

/// Measures the budgets; the options go to the benchmark program.
pub(crate) fn run(workspace: &Workspace, options: &[&str]) -> Outcome {
    let mut bench = process::cargo(
        workspace,
        &[
            "run",
            "--quiet",
            "--release",
            "--package",
            "kubeloupe-tests",
            "--bin",
            "bench",
            "--",
        ],
    );
    process::run(bench.args(options))
}
