use std::time::Instant;

use crate::{Outcome, bindgen::Bindgen, chromium::Chromium, npm, process::say, tools, workspace::Workspace};

/// The target of everything that runs in browsers and Node.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// A target without a standard library, which shows that `core` needs none.
pub(crate) const NO_STD: &str = "wasm32v1-none";

/// Finds or installs everything that any task needs.
pub(crate) fn run(workspace: &Workspace) -> Outcome {
    let start = Instant::now();
    tools::rust_targets(&[WASM, NO_STD])?;
    packages(workspace)?;
    tools::test_runner(workspace)?;
    Bindgen::ready(workspace)?;
    Chromium::ready()?;
    say("Ready", &format!("after {:.1} s", start.elapsed().as_secs_f64()));
    Ok(())
}

/// Node and the npm packages of the engine and of the browser tests.
pub(crate) fn packages(workspace: &Workspace) -> Outcome {
    npm::node()?;
    npm::ready(&workspace.engine_package())?;
    npm::ready(&workspace.browser_tests())
}
