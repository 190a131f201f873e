use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Outcome,
    bindgen::Bindgen,
    npm,
    process::{self, say},
    setup::{self, WASM},
    site::{self, Names},
    sizes::{self, Shipped},
    tools,
    workspace::Workspace,
};

/// The profile whose size counts more than its build time.
const PROFILE: &str = "wasm";

/// The version of wasm-opt; older ones do not know what the compiler writes today.
const WASM_OPT: &str = "132";

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
    app(workspace, &bindings)?;
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
    engine(workspace, &bindgen, "engine", &["--no-default-features"])?;
    engine(workspace, &bindgen, "engine-yaml", &[])?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        site::write(&out.join(licence), &site::read(&workspace.path(licence))?)?;
    }
    say("Bundling", "web/npm/dist");
    let bindings = visualizer(workspace, &bindgen)?;
    site::write_player(workspace, &bindings, &out.join("wasm"))?;
    process::run(Command::new(npm::node()?).arg("build.mjs").current_dir(&package))?;
    Ok(bindings)
}

/// Compiles the engine with the given features and writes its bindings beside the other modules of the package.
fn engine(workspace: &Workspace, bindgen: &Bindgen, name: &str, features: &[&str]) -> Outcome {
    let args = [
        "build",
        "--package",
        "kubeloupe-web",
        "--lib",
        "--target",
        WASM,
        "--profile",
        PROFILE,
    ];
    process::run(process::cargo(workspace, &args).args(features))?;
    let module = workspace
        .target()
        .join(WASM)
        .join(PROFILE)
        .join("kubeloupe_web.wasm");
    let folder = workspace.engine_package().join("dist/wasm");
    bindgen.generate(&module, &folder, name)?;
    optimise(workspace, &folder.join(format!("{name}_bg.wasm")))
}

/// Compiles the visualizer, which is both the hosted app and the player of the package's element, and returns the folder
/// of its bindings.
fn visualizer(workspace: &Workspace, bindgen: &Bindgen) -> Outcome<PathBuf> {
    let module = site::compile(workspace, PROFILE)?;
    let bindings = site::bind(workspace, bindgen, &module, PROFILE)?;
    optimise(workspace, &site::bound_module(&bindings))?;
    Ok(bindings)
}

/// Builds the hosted app in `dist/app`.
fn app(workspace: &Workspace, bindings: &Path) -> Outcome {
    site::assemble(workspace, bindings, &workspace.path("dist/app"), Names::Hashed)
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
            .args(["-Os"])
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
    sizes::report(&[
        Shipped {
            what: "engine without YAML (npm)",
            files: vec![package.join("index.js"), package.join("wasm/engine_bg.wasm")],
            budget_kb: Some(141),
        },
        Shipped {
            what: "engine with YAML (npm)",
            files: vec![package.join("index.js"), package.join("wasm/engine-yaml_bg.wasm")],
            budget_kb: None,
        },
        Shipped {
            what: "player (npm, the element)",
            files: ["define.js", "player.js", "wasm/player_bg.wasm"]
                .map(|file| package.join(file))
                .into(),
            budget_kb: Some(350),
        },
        Shipped {
            what: "hosted app",
            files: app,
            budget_kb: None,
        },
    ])
}
