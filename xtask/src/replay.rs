use crate::{Outcome, process, workspace::Workspace};

/// Replays recordings of the real controllers against the simulated ones.
pub(crate) fn run(workspace: &Workspace, paths: &[&str]) -> Outcome {
    if paths.is_empty() {
        return Err("usage: cargo xtask replay PATH…".to_owned());
    }
    let mut replay = process::cargo(
        workspace,
        &[
            "run",
            "--quiet",
            "--release",
            "--package",
            "kubeloupe-tests",
            "--bin",
            "replay",
            "--",
        ],
    );
    // Paths are meant as the developer wrote them, from where the command was given.
    let here = std::env::current_dir().map_err(|error| format!("cannot tell the current folder: {error}"))?;
    replay.args(paths.iter().map(|path| here.join(path)));
    process::run(&mut replay)
}
