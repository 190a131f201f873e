//! The tasks of the project: `cargo xtask <command>`.
//!
//! Only the standard library is used, because everybody waits for this program to compile.
#![allow(
    clippy::disallowed_types,
    reason = "the tasks run on the developer's machine, where clocks and hash maps are welcome"
)]

mod bench;
mod bindgen;
mod bless;
mod chromium;
mod dist;
mod npm;
mod page;
mod process;
mod replay;
mod schema;
mod serve;
mod server;
mod setup;
mod site;
mod sizes;
mod stage;
mod tally;
mod test;
mod tools;
mod workspace;

use std::{env, process::ExitCode};

use workspace::Workspace;

const HELP: &str = "\
cargo xtask <command>

  serve [--port N] [--open] [--watch]   build the visualizer and serve it at http://127.0.0.1:8080
  test [--keep-going] [filter…]         every test, browser ones too; a filter is a stage's name or part of a test's name
  dist                                  the npm package in web/npm/dist, the hosted app in dist/app, and their sizes
  replay PATH…                          replay recordings of the real controllers and compare
  schema                                write the core's table of Go types from the tables in tests/schema
  bench                                 measure the budgets
  bless                                 run the tests and accept what they print as expected
  setup                                 find or install all that the commands above need

Each command sets up what it needs by itself.";

/// What a task ends with: nothing, or a sentence for the developer.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[&str]) -> Outcome {
    let workspace = Workspace::find()?;
    match args {
        ["setup"] => setup::run(&workspace),
        ["serve", options @ ..] => serve::run(&workspace, options),
        ["test", options @ ..] => test::run(&workspace, options),
        ["dist"] => dist::run(&workspace),
        ["replay", paths @ ..] => replay::run(&workspace, paths),
        ["schema"] => schema::run(&workspace),
        ["bench", options @ ..] => bench::run(&workspace, options),
        ["bless", filters @ ..] => bless::run(&workspace, filters),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(format!("unknown command `{}`\n\n{HELP}", other.join(" "))),
    }
}
