use std::{
    io::{BufRead, BufReader, IsTerminal, Read, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
};

use crate::{Outcome, workspace::Workspace};

/// A cargo command in the workspace, with the cargo that runs this program.
pub(crate) fn cargo(workspace: &Workspace, args: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(args)
        .current_dir(workspace.root())
        .env("CARGO_TARGET_DIR", workspace.target());
    // These describe this program's own package; a build script or test must not take them for its own.
    for name in [
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_PKG_NAME",
        "CARGO_PKG_VERSION",
    ] {
        command.env_remove(name);
    }
    command
}

/// Runs a command with its output shown; a failure names the command.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| cannot_start(command, &error))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{}` failed ({status})", shown(command)))
    }
}

/// Runs a command and returns what it prints on standard output.
pub(crate) fn read(command: &mut Command) -> Outcome<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let stderr = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "`{}` failed ({})\n{}",
            shown(command),
            output.status,
            stderr.trim_end()
        ))
    }
}

/// Runs a command with its output shown line by line, and hands each line of standard output to `observe` too.
pub(crate) fn run_observed(command: &mut Command, mut observe: impl FnMut(&str)) -> Outcome {
    if std::io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line =
                line.map_err(|error| format!("cannot read what `{}` prints: {error}", shown(command)))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            observe(&line);
        }
    }
    let status = child
        .wait()
        .map_err(|error| format!("cannot wait for `{}`: {error}", shown(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{}` failed ({status})", shown(command)))
    }
}

/// Runs a command in the background of another one: its output is shown only if it fails.
pub(crate) fn run_quietly(command: &mut Command) -> Outcome {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    let stderr = child.stderr.take();
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        stderr.map(|mut stderr| stderr.read_to_end(&mut text));
        text
    });
    let status = child
        .wait()
        .map_err(|error| format!("cannot wait for `{}`: {error}", shown(command)))?;
    let text = reader.join().unwrap_or_default();
    if status.success() {
        return Ok(());
    }
    let _ = std::io::stderr().write_all(&text);
    Err(format!("`{}` failed ({status})", shown(command)))
}

/// A line that says what is being done, in the place where cargo would say it.
pub(crate) fn say(what: &str, detail: &str) {
    eprintln!("{what:>12} {detail}");
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}", shown(command))
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let args = command.get_args().map(|arg| arg.to_string_lossy().into_owned());
    std::iter::once(program).chain(args).collect::<Vec<_>>().join(" ")
}
