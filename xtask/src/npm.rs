use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Outcome,
    process::{self, say},
    tools,
};

/// The oldest Node whose test runner and WebAssembly do what the project needs.
const OLDEST_NODE: u32 = 20;

/// A copy of the lock file beside the installed packages; when it differs from the lock file, they are stale.
const INSTALLED: &str = "node_modules/.kubeloupe-installed.json";

/// Node, at a version that will do.
pub(crate) fn node() -> Outcome<PathBuf> {
    let wanted = format!(
        "Node {OLDEST_NODE} or newer with npm is needed; install it from nodejs.org or the system's packages (Debian: `apt-get install nodejs npm`)"
    );
    let node = tools::on_path("node").ok_or_else(|| format!("there is no node on the PATH. {wanted}"))?;
    tools::on_path("npm").ok_or_else(|| format!("there is no npm on the PATH. {wanted}"))?;
    let version = process::read(Command::new(&node).arg("--version"))?;
    if major(&version).is_none_or(|major| major < OLDEST_NODE) {
        return Err(format!("node is version {}. {wanted}", version.trim()));
    }
    Ok(node)
}

/// Installs what the lock file of a package names, if that is not what is there.
pub(crate) fn ready(package: &Path) -> Outcome {
    let lock = fs::read(package.join("package-lock.json"))
        .map_err(|error| format!("cannot read package-lock.json in {}: {error}", package.display()))?;
    let installed = package.join(INSTALLED);
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    node()?;
    let name = package
        .strip_prefix(std::env::current_dir().unwrap_or_default())
        .unwrap_or(package);
    say(
        "Installing",
        &format!("the npm packages of {} (a few seconds)", name.display()),
    );
    let npm = tools::on_path("npm").ok_or("there is no npm on the PATH")?;
    process::run(
        Command::new(npm)
            .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
            .current_dir(package),
    )?;
    fs::write(&installed, lock).map_err(|error| format!("cannot write {}: {error}", installed.display()))
}

/// A program that a package of npm brings.
pub(crate) fn bin(package: &Path, name: &str) -> PathBuf {
    package.join("node_modules/.bin").join(name)
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_read_from_what_node_prints() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20.20.2"), None);
    }
}
