use std::{path::PathBuf, process::Command};

use crate::{Outcome, process, process::say, tools};

/// The system's Chromium and the driver that belongs to it.
pub(crate) struct Chromium {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

impl Chromium {
    /// Finds both on the PATH, or installs them where the system's package manager is apt.
    pub(crate) fn ready() -> Outcome<Self> {
        if let Some(found) = Self::find() {
            return Ok(found);
        }
        if tools::on_path("apt-get").is_none() {
            return Err("the browser tests want Chromium and chromedriver of the same version on the PATH; \
                install them from the system's packages (Fedora: `dnf install chromium chromedriver`, Arch: `pacman -S chromium`, \
                Alpine: `apk add chromium chromium-chromedriver`, macOS: `brew install --cask chromium chromedriver`)"
                .to_owned());
        }
        say(
            "Installing",
            "chromium and chromium-driver with apt-get (about a minute)",
        );
        process::run(&mut apt_get(&["update", "--quiet"]))?;
        process::run(&mut apt_get(&[
            "install",
            "--quiet",
            "--yes",
            "--no-install-recommends",
            "chromium",
            "chromium-driver",
        ]))?;
        Self::find().ok_or_else(|| "apt-get has installed chromium, but it is not on the PATH".to_owned())
    }

    fn find() -> Option<Self> {
        let browser = ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find_map(tools::on_path)?;
        let driver = tools::on_path("chromedriver")?;
        Some(Self { browser, driver })
    }
}

fn apt_get(args: &[&str]) -> Command {
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        let mut command = Command::new("sudo");
        command.args(["-n", "apt-get"]);
        command
    };
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn is_root() -> bool {
    process::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
