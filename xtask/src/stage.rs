use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use crate::{
    Outcome,
    chromium::Chromium,
    dist, npm,
    process::{self, cargo, say},
    serve,
    server::Server,
    setup::{self, NO_STD, WASM},
    site::Names,
    tally::Tally,
    tools,
    workspace::Workspace,
};

/// One part of the gate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Stage {
    Format,
    Lint,
    Native,
    NoStd,
    Wasm,
    Dist,
    Trunk,
    Node,
    Browser,
}

/// What the stages of one run share.
pub(crate) struct Gate<'a> {
    pub(crate) workspace: &'a Workspace,
    /// Parts of tests' names; none means all tests.
    pub(crate) names: Vec<&'a str>,
    /// Whether an earlier stage of this run has built what is shipped.
    pub(crate) has_dist: bool,
}

impl Stage {
    /// All stages, the quick ones first.
    pub(crate) const ALL: [Self; 9] = [
        Self::Format,
        Self::Lint,
        Self::Native,
        Self::NoStd,
        Self::Wasm,
        Self::Dist,
        Self::Trunk,
        Self::Node,
        Self::Browser,
    ];

    /// The name by which a developer chooses the stage.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Format => "fmt",
            Self::Lint => "clippy",
            Self::Native => "cargo",
            Self::NoStd => "no_std",
            Self::Wasm => "wasm",
            Self::Dist => "dist",
            Self::Trunk => "trunk",
            Self::Node => "node",
            Self::Browser => "e2e",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Format => "the code is formatted",
            Self::Lint => "clippy has nothing to say",
            Self::Native => "tests on this machine",
            Self::NoStd => "core compiles without a standard library",
            Self::Wasm => "tests of the WebAssembly crates in Chromium",
            Self::Dist => "what is shipped, and its sizes",
            Self::Trunk => "trunk builds the page",
            Self::Node => "tests of the npm package in Node and Chromium",
            Self::Browser => "tests of the visualizer in Chromium",
        }
    }

    /// Whether the stage runs tests that have names of their own.
    pub(crate) fn has_tests(self) -> bool {
        matches!(self, Self::Native | Self::Wasm | Self::Node | Self::Browser)
    }

    /// Finds or installs what the stage needs.
    pub(crate) fn set_up(self, workspace: &Workspace) -> Outcome {
        match self {
            Self::Format | Self::Native => Ok(()),
            Self::Lint | Self::Trunk => tools::rust_targets(&[WASM]),
            Self::NoStd => tools::rust_targets(&[NO_STD]),
            Self::Wasm => {
                tools::rust_targets(&[WASM])?;
                tools::test_runner(workspace)?;
                Chromium::ready().map(|_| ())
            }
            Self::Dist => {
                tools::rust_targets(&[WASM])?;
                setup::packages(workspace)
            }
            Self::Node => {
                tools::rust_targets(&[WASM])?;
                setup::packages(workspace)?;
                Chromium::ready().map(|_| ())
            }
            Self::Browser => {
                setup::packages(workspace)?;
                Chromium::ready().map(|_| ())
            }
        }
    }

    pub(crate) fn run(self, gate: &Gate, tally: &mut Tally) -> Outcome {
        let workspace = gate.workspace;
        match self {
            Self::Format => process::run(&mut cargo(workspace, &["fmt", "--all", "--check"])),
            Self::Lint => lint(workspace),
            Self::Native => {
                let mut tests = cargo(workspace, &["test", "--workspace", "--no-fail-fast", "--"]);
                process::run_observed(tests.args(&gate.names), |line| tally.observe(line))
            }
            Self::NoStd => process::run(&mut cargo(
                workspace,
                &["build", "--package", "kubeloupe-core", "--target", NO_STD],
            )),
            Self::Wasm => wasm(gate, tally),
            Self::Dist => dist::run(workspace),
            Self::Trunk => trunk(workspace),
            Self::Node => node(gate, tally),
            Self::Browser => browser(gate, tally),
        }
    }
}

fn lint(workspace: &Workspace) -> Outcome {
    let refuse = ["--", "-D", "warnings"];
    let on_this_machine = ["clippy", "--workspace", "--all-targets"];
    process::run(cargo(workspace, &on_this_machine).args(refuse))?;
    // Code for browsers only is not seen by the first run.
    let in_browsers = [
        "clippy",
        "--package",
        "kubeloupe-web",
        "--package",
        "kubeloupe-www",
        "--package",
        "kubeloupe-web-yaml",
        "--all-targets",
        "--target",
        WASM,
    ];
    process::run(cargo(workspace, &in_browsers).args(refuse))?;
    // Nor is the generator of the bindings, which is compiled only where the command line of wasm-bindgen is missing.
    let generator = [
        "clippy",
        "--package",
        "xtask",
        "--bin",
        "bindgen",
        "--features",
        "bindgen",
    ];
    process::run(cargo(workspace, &generator).args(refuse))
}

fn wasm(gate: &Gate, tally: &mut Tally) -> Outcome {
    // This runner takes one part of a name only.
    if gate.names.is_empty() {
        return wasm_tests(gate, None, tally);
    }
    gate.names
        .iter()
        .try_for_each(|name| wasm_tests(gate, Some(name), tally))
}

fn wasm_tests(gate: &Gate, name: Option<&str>, tally: &mut Tally) -> Outcome {
    let workspace = gate.workspace;
    let runner = tools::test_runner(workspace)?;
    let chromium = Chromium::ready()?;
    let crates = ["test", "--package", "kubeloupe-web", "--package", "kubeloupe-www"];
    let mut tests = cargo(workspace, &crates);
    tests
        .args(["--tests", "--no-fail-fast", "--target", WASM, "--"])
        .args(name);
    tests.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    tests.env("CHROMEDRIVER", chromium.driver);
    tests.env(
        "WASM_BINDGEN_TEST_WEBDRIVER_JSON",
        workspace.path("webdriver.json"),
    );
    tests.env("WASM_BINDGEN_USE_BROWSER", "1");
    process::run_observed(&mut tests, |line| tally.observe(line))
}

fn trunk(workspace: &Workspace) -> Outcome {
    let tools_bin = workspace.tools().join("bin");
    let path = tools::path_with(&[
        tools_bin.clone(),
        workspace.engine_package().join("node_modules/.bin"),
    ])?;
    let own = tools_bin.join("trunk");
    let Some(trunk) = own.is_file().then_some(own).or_else(|| tools::on_path("trunk")) else {
        // `--locked`, because newer versions of its dependencies do not fit together.
        say(
            "Skipped",
            "trunk is not on the PATH (`cargo install trunk --version 0.21.14 --locked` brings it)",
        );
        return Ok(());
    };
    // Trunk looks for wasm-bindgen on the PATH, where the runner's installation has put it.
    tools::test_runner(workspace)?;
    let mut build = Command::new(trunk);
    build
        .args(["build", "--offline", "--color", "never"])
        .current_dir(workspace.root());
    build
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", workspace.target())
        .env_remove("NO_COLOR");
    process::run(&mut build)?;
    let page = fs::read_to_string(workspace.path("dist/trunk/index.html"))
        .map_err(|error| format!("trunk wrote no page: {error}"))?;
    for needed in ["boot.js", "main.css", "icon.svg"] {
        if !page.contains(needed) {
            return Err(format!("the page that trunk wrote does not name {needed}"));
        }
    }
    if page.contains("<script type=\"module\">") || page.contains("<script>") {
        return Err("trunk wrote an inline script, which the page's policy refuses".to_owned());
    }
    for needed in [
        "kubeloupe-www.js",
        "kubeloupe-www_bg.wasm",
        "kubeloupe-yaml.js",
        "kubeloupe-yaml_bg.wasm",
    ] {
        if !workspace.path("dist/trunk").join(needed).is_file() {
            return Err(format!("trunk wrote no {needed}, which www/boot.js imports"));
        }
    }
    Ok(())
}

fn node(gate: &Gate, tally: &mut Tally) -> Outcome {
    let package = gate.workspace.engine_package();
    if !gate.has_dist && !package.join("dist/index.js").is_file() {
        dist::package(gate.workspace)?;
    }
    let mut tests = node_tests(&package, &package.join("test"), &gate.names, processors())?;
    tests.env("KUBELOUPE_CHROMIUM", Chromium::ready()?.browser);
    process::run_observed(&mut tests, |line| tally.observe(line))
}

fn browser(gate: &Gate, tally: &mut Tally) -> Outcome {
    let workspace = gate.workspace;
    let site = if gate.has_dist {
        workspace.path("dist/app")
    } else {
        // Without a release build in this run, the quick one shows the same page, and works without a network like it.
        let site = workspace.target().join("site/tested");
        serve::build(workspace, &site, Names::Hashed)?;
        site
    };
    let server = Server::bind(0, &site)?;
    let url = server.url()?;
    thread::spawn(move || server.run());
    let folder = workspace.browser_tests();
    let mut tests = node_tests(&folder, &folder, &gate.names, processors())?;
    tests
        .env("KUBELOUPE_URL", url)
        .env("KUBELOUPE_CHROMIUM", Chromium::ready()?.browser);
    process::run_observed(&mut tests, |line| tally.observe(line))
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Node's runner over the test files of one folder, so many of them at a time.
fn node_tests(package: &Path, folder: &Path, names: &[&str], at_a_time: usize) -> Outcome<Command> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    if files.is_empty() {
        return Err(format!("there are no tests in {}", folder.display()));
    }
    let mut tests = Command::new(npm::node()?);
    tests
        .args(["--test", "--test-reporter=spec"])
        .arg(format!("--test-concurrency={at_a_time}"))
        .current_dir(package);
    tests.args(names.iter().map(|name| format!("--test-name-pattern={name}")));
    tests.args(files);
    Ok(tests)
}
