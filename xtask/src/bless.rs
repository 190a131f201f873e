use crate::{
    Outcome,
    process::{self, say},
    workspace::Workspace,
};

/// Runs the tests and accepts what they print as expected; the difference is for review.
pub(crate) fn run(workspace: &Workspace, filters: &[&str]) -> Outcome {
    let mut tests = process::cargo(workspace, &["test", "--workspace", "--no-fail-fast", "--"]);
    process::run(tests.args(filters).env("UPDATE_EXPECT", "1"))?;
    say("Blessed", "see `git diff` for what has changed");
    Ok(())
}
