use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::Outcome;

/// The checked-out repository and the places in it.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Finds the repository from the manifest that cargo names, or from where this program was compiled.
    pub(crate) fn find() -> Outcome<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .parent()
            .ok_or("the manifest of xtask has no parent folder")?
            .to_path_buf();
        Ok(Self { root })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The one target directory that every build shares.
    pub(crate) fn target(&self) -> PathBuf {
        match env::var_os("CARGO_TARGET_DIR") {
            Some(target) => self.root.join(target),
            None => self.root.join("target"),
        }
    }

    /// Where cargo tools of the project are installed, so that nothing on the developer's system changes.
    pub(crate) fn tools(&self) -> PathBuf {
        self.target().join("tools")
    }

    pub(crate) fn engine_package(&self) -> PathBuf {
        self.path("web/npm")
    }

    pub(crate) fn browser_tests(&self) -> PathBuf {
        self.path("tests/e2e")
    }

    /// The version of a package in `Cargo.lock`.
    pub(crate) fn locked_version(&self, package: &str) -> Outcome<String> {
        let path = self.path("Cargo.lock");
        let lock = fs::read_to_string(&path).map_err(|error| format!("cannot read Cargo.lock: {error}"))?;
        version_in_lock(&lock, package).ok_or_else(|| format!("Cargo.lock has no package `{package}`"))
    }
}

fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let (_, after) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    let (version, _) = after.split_once('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::version_in_lock;

    #[test]
    fn a_locked_version_is_found_by_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(version_in_lock(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version_in_lock(lock, "wasm"), None);
    }
}
