use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use crate::{
    Outcome,
    bindgen::Bindgen,
    npm,
    process::{self, say},
    setup::{self, WASM},
    site::{self, APP, Names, YAML},
    sizes::{self, Shipped},
    tools,
    workspace::Workspace,
};

/// The profile whose size counts more than its build time.
const PROFILE: &str = "wasm";

/// The crate of the engine's module.
const ENGINE: &str = "kubeloupe-web";
/// The app in one page.
const SINGLE: &str = "dist/kubeloupe.html";

/// The version of wasm-opt; older ones do not know what the compiler writes today.
const WASM_OPT: &str = "132";

/// What the parts of the package weigh, in kB compressed with gzip. A build that weighs 2 % more fails: whoever means it
/// writes down the new figure here, and why in the commit.
const ENGINE_KB: u64 = 747;
const YAML_KB: u64 = 196;
const WORKER_KB: u64 = 15;

/// How modules are made smaller. Functions that are called once stay functions: put into their callers they make the
/// module 2 % smaller, and its compressed form 8 % larger, since the numbers of their locals grow.
const OPTIMISATIONS: [&str; 3] = ["-Os", "--one-caller-inline-max-function-size", "0"];

/// What the compiler may use; all browsers have had it for years.
const WASM_FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds everything that is shipped and reports how much it weighs.
pub(crate) fn run(workspace: &Workspace) -> Outcome {
    let bindings = package(workspace)?;
    site::assemble(workspace, &bindings, &workspace.path("dist/app"), Names::Hashed)?;
    single(workspace)?;
    report(workspace)
}

/// Builds the npm package in `web/npm/dist`, and returns the folder of the visualizer's bindings.
pub(crate) fn package(workspace: &Workspace) -> Outcome<PathBuf> {
    tools::rust_targets(&[WASM])?;
    setup::packages(workspace)?;
    let bindgen = Bindgen::ready(workspace)?;
    let package = workspace.engine_package();
    let out = package.join("dist");
    site::recreate(&out)?;
    // All modules at once: the last step of each keeps one core busy for a minute. The visualizer is both the hosted app and
    // the player of the element.
    let how = ["build", "--target", WASM, "--profile", PROFILE];
    let engine = ["--package", ENGINE, "--lib"];
    process::run(process::cargo(workspace, &how).args(site::TARGETS).args(engine))?;
    let visualizer = site::bind(workspace, &bindgen, PROFILE)?;
    let modules = out.join("wasm");
    bindgen.generate(
        &site::compiled(workspace, PROFILE, "kubeloupe_web"),
        &modules,
        "engine",
        false,
    )?;
    thread::scope(|scope| {
        let optimising = scope.spawn(|| optimise(workspace, &site::bound_module(&visualizer, APP)));
        optimise(workspace, &site::bound_module(&modules, "engine"))?;
        optimise(workspace, &site::bound_module(&visualizer, YAML))?;
        optimising
            .join()
            .unwrap_or_else(|_| Err("the modules were not optimised".to_owned()))
    })?;
    site::write_modules(workspace, &visualizer, &modules)?;
    // npm ships them from there without being told.
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        site::write(&package.join(licence), &site::read(&workspace.path(licence))?)?;
    }
    say("Bundling", "web/npm/dist");
    process::run(Command::new(npm::node()?).arg("build.mjs").current_dir(&package))?;
    Ok(visualizer)
}

/// Packs the hosted app into one page, for a disk.
fn single(workspace: &Workspace) -> Outcome {
    say("Packing", SINGLE);
    process::run(
        Command::new(npm::node()?)
            .arg(workspace.path("xtask/single.mjs"))
            .arg(workspace.path("dist/app"))
            .arg(workspace.path(SINGLE)),
    )
}

/// Makes a module smaller, in place.
fn optimise(workspace: &Workspace, module: &Path) -> Outcome {
    let program = tools::find(workspace, "wasm-opt", WASM_OPT)
        .unwrap_or_else(|| npm::bin(&workspace.engine_package(), "wasm-opt"));
    say(
        "Optimising",
        &module.file_name().unwrap_or_default().to_string_lossy(),
    );
    let smaller = module.with_extension("smaller");
    process::run(
        Command::new(program)
            .args(OPTIMISATIONS)
            .args(WASM_FEATURES)
            .arg(module)
            .arg("-o")
            .arg(&smaller),
    )?;
    fs::rename(&smaller, module).map_err(|error| format!("cannot replace {}: {error}", module.display()))
}

fn report(workspace: &Workspace) -> Outcome {
    let package = workspace.engine_package().join("dist");
    let mut app: Vec<PathBuf> = Vec::new();
    let entries =
        fs::read_dir(workspace.path("dist/app")).map_err(|error| format!("cannot read dist/app: {error}"))?;
    app.extend(
        entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file()),
    );
    let wasm = package.join("wasm");
    sizes::report(&[
        Shipped {
            what: "engine without YAML (npm)",
            files: vec![package.join("index.js"), wasm.join("engine_bg.wasm")],
            budget_kb: Some(141),
            ceiling_kb: Some(ENGINE_KB),
        },
        Shipped {
            what: "what YAML adds (npm, app, element)",
            files: vec![package.join("yaml.js"), wasm.join("yaml_bg.wasm")],
            budget_kb: None,
            ceiling_kb: Some(YAML_KB),
        },
        Shipped {
            what: "all in one file (npm ./inline)",
            files: vec![package.join("inline.js")],
            budget_kb: None,
            ceiling_kb: None,
        },
        Shipped {
            what: "worker (npm ./worker)",
            files: vec![package.join("worker.js"), package.join("worker-thread.js")],
            budget_kb: None,
            ceiling_kb: Some(WORKER_KB),
        },
        Shipped {
            what: "player (npm, the element)",
            files: ["define.js", "player.js", "wasm/player_bg.wasm"]
                .map(|file| package.join(file))
                .into(),
            budget_kb: Some(350),
            ceiling_kb: None,
        },
        Shipped {
            what: "hosted app",
            files: app,
            budget_kb: None,
            ceiling_kb: None,
        },
        Shipped {
            what: "app in one page",
            files: vec![workspace.path(SINGLE)],
            budget_kb: None,
            ceiling_kb: None,
        },
    ])
}
