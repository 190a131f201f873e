//! `replay PATH…`: replays the recordings in files and folders. One line a file; every failure with its first
//! difference; exit 1 if there is any.

use kubeloupe_tests::replay::{Report, recordings_in, replay_file};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        eprintln!("usage: replay PATH…");
        return ExitCode::from(2);
    }
    let files = match recordings_in(&paths) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut clean = true;
    for file in files {
        match replay_file(&file) {
            Ok(report) => {
                print(&file, &report);
                clean &= report.failures.is_empty();
            }
            Err(error) => {
                println!("{}: {error}", file.display());
                clean = false;
            }
        }
    }
    if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn print(file: &Path, report: &Report) {
    let formats = if report.formats.is_empty() {
        "unknown".to_owned()
    } else {
        report.formats.join(", ")
    };
    println!(
        "{} ({formats}): {} of {} recordings passed, {} failed, {} calls compared",
        file.display(),
        report.passed,
        report.recordings(),
        report.failures.len(),
        report.compared
    );
    for failure in &report.failures {
        println!("  {}: {}", failure.id, failure.difference.replace('\n', "\n  "));
    }
}
