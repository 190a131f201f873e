use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Outcome,
    process::{self, say},
    workspace::Workspace,
};

/// The program of this name on the PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths)
        .map(|folder| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
        .find(|path| path.is_file())
}

/// A PATH on which the project's own tools come first, for programs that look for them there.
pub(crate) fn path_with(folders: &[PathBuf]) -> Outcome<std::ffi::OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.iter().cloned().chain(env::split_paths(&rest)))
        .map_err(|error| format!("cannot extend PATH: {error}"))
}

/// The tool of this version from `target/tools`, or else from the PATH.
pub(crate) fn find(workspace: &Workspace, name: &str, version: &str) -> Option<PathBuf> {
    let own = workspace
        .tools()
        .join("bin")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX));
    [Some(own), on_path(name)]
        .into_iter()
        .flatten()
        .find(|path| path.is_file() && has_version(path, version))
}

/// Finds the runner of browser tests at the version of the bindings, or installs it.
pub(crate) fn test_runner(workspace: &Workspace) -> Outcome<PathBuf> {
    let version = workspace.locked_version("wasm-bindgen")?;
    let name = "wasm-bindgen-test-runner";
    if let Some(found) = find(workspace, name, &version) {
        return Ok(found);
    }
    install(workspace, "wasm-bindgen-cli", &version, &["wasm-bindgen", name])?;
    find(workspace, name, &version)
        .ok_or_else(|| format!("wasm-bindgen-cli {version} is installed, but {name} does not start"))
}

/// Adds what is missing of the Rust targets.
pub(crate) fn rust_targets(targets: &[&str]) -> Outcome {
    let sysroot = process::read(Command::new("rustc").args(["--print", "sysroot"]))?;
    let installed = Path::new(sysroot.trim()).join("lib/rustlib");
    let missing: Vec<&str> = targets
        .iter()
        .copied()
        .filter(|target| !installed.join(target).join("lib").is_dir())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    if on_path("rustup").is_none() {
        return Err(format!(
            "the Rust targets {} are missing; without rustup they come with the system's packages of Rust",
            missing.join(", ")
        ));
    }
    say(
        "Installing",
        &format!("Rust targets {} (about 10 s)", missing.join(", ")),
    );
    process::run(Command::new("rustup").args(["target", "add"]).args(&missing))
}

/// Installs programs of a crate into `target/tools`: as a ready binary where `cargo binstall` is present, else from source.
fn install(workspace: &Workspace, package: &str, version: &str, bins: &[&str]) -> Outcome {
    let tools = workspace.tools();
    if on_path("cargo-binstall").is_some() {
        say(
            "Installing",
            &format!("{package} {version} into target/tools (a ready binary)"),
        );
        let mut binstall = process::cargo(workspace, &["binstall", "--no-confirm", "--force", "--root"]);
        binstall.arg(&tools).arg(format!("{package}@{version}"));
        if process::run(&mut binstall).is_ok() {
            return Ok(());
        }
        say(
            "Warning",
            "cargo binstall has failed, so the source is compiled instead",
        );
    }
    say(
        "Installing",
        &format!("{package} {version} into target/tools (compiles for about 3 minutes)"),
    );
    let scratch = workspace.target().join("tools-build");
    let mut install = process::cargo(
        workspace,
        &["install", package, "--version", version, "--force", "--root"],
    );
    install.arg(&tools).arg("--target-dir").arg(&scratch);
    for bin in bins {
        install.args(["--bin", bin]);
    }
    // A tool that runs for seconds is not worth minutes of optimisation.
    install.env("CARGO_PROFILE_RELEASE_LTO", "off");
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256");
    process::run(&mut install)?;
    // Hundreds of megabytes that nothing uses again.
    fs::remove_dir_all(&scratch).map_err(|error| format!("cannot remove {}: {error}", scratch.display()))
}

fn has_version(program: &Path, version: &str) -> bool {
    let printed = process::read(Command::new(program).arg("--version")).unwrap_or_default();
    printed.split_whitespace().any(|word| word == version)
}
