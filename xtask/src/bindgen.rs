use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Outcome,
    process::{self, say},
    tools,
    workspace::Workspace,
};

/// What generates the JavaScript beside a module.
pub(crate) enum Bindgen {
    /// The command line of wasm-bindgen, found at the locked version.
    Installed(PathBuf),
    /// The library, compiled as a program of this package.
    Own(PathBuf),
}

impl Bindgen {
    /// Uses the command line when it is there; otherwise compiles the library, which takes half a minute once.
    pub(crate) fn ready(workspace: &Workspace) -> Outcome<Self> {
        let version = workspace.locked_version("wasm-bindgen")?;
        if let Some(path) = tools::find(workspace, "wasm-bindgen", &version) {
            return Ok(Self::Installed(path));
        }
        let program = workspace
            .target()
            .join(format!("tool/bindgen{}", std::env::consts::EXE_SUFFIX));
        if !program.is_file() {
            say(
                "Compiling",
                &format!("the bindings' generator {version} (about half a minute, once)"),
            );
        }
        let args = [
            "build",
            "--quiet",
            "--package",
            "xtask",
            "--bin",
            "bindgen",
            "--features",
            "bindgen",
            "--profile",
            "tool",
        ];
        process::run_quietly(&mut process::cargo(workspace, &args))?;
        Ok(Self::Own(program))
    }

    /// Writes `NAME.js`, `NAME_bg.wasm` and `NAME.d.ts` into a folder. A `restartable` module can be begun anew in the same
    /// page, after a failure.
    pub(crate) fn generate(&self, module: &Path, folder: &Path, name: &str, restartable: bool) -> Outcome {
        let mut command = match self {
            Self::Installed(path) => {
                let mut command = Command::new(path);
                command
                    .args(["--target", "web", "--omit-default-module-path"])
                    .arg(module);
                if restartable {
                    command.arg("--experimental-reset-state-function");
                }
                command.arg("--out-dir").arg(folder).args(["--out-name", name]);
                command
            }
            Self::Own(path) => {
                let mut command = Command::new(path);
                command.arg(module).arg(folder).arg(name);
                if restartable {
                    command.arg("restartable");
                }
                command
            }
        };
        process::run(&mut command)
    }
}
