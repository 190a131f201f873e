use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant, SystemTime},
};

use crate::{
    Outcome,
    bindgen::Bindgen,
    process::{self, say},
    server::Server,
    setup::WASM,
    site::{self, Names},
    tools,
    workspace::Workspace,
};

/// Quick to compile, and quick enough to use.
const PROFILE: &str = "serve";

/// What the visualizer is made of.
const SOURCES: [&str; 8] = [
    "core",
    "yaml",
    "formats",
    "web/yaml",
    "www",
    "index.html",
    "Cargo.toml",
    "Cargo.lock",
];

struct Options {
    port: u16,
    open: bool,
    watch: bool,
}

/// Builds the visualizer and serves it until the developer stops it.
pub(crate) fn run(workspace: &Workspace, args: &[&str]) -> Outcome {
    let options = parse(args)?;
    let start = Instant::now();
    let folder = workspace.target().join("site/served");
    // The port is taken first: a developer should not wait for a build to hear that it is not free.
    let server = Server::bind(options.port, &folder)?;
    let url = server.url()?;
    tools::rust_targets(&[WASM])?;
    build(workspace, &folder, Names::Plain)?;
    say(
        "Serving",
        &format!(
            "{url} (ready after {:.1} s; Ctrl-C stops)",
            start.elapsed().as_secs_f64()
        ),
    );
    if options.open {
        open(&url);
    }
    if options.watch {
        thread::spawn(move || server.run());
        watch(workspace, &folder)
    } else {
        server.run();
        Ok(())
    }
}

/// Builds the visualizer into a folder.
pub(crate) fn build(workspace: &Workspace, folder: &Path, names: Names) -> Outcome {
    // The two compilations share nothing but the processors, and each has a tail that keeps only one of them busy.
    let (bindgen, compiled) = thread::scope(|scope| {
        let bindgen = scope.spawn(|| Bindgen::ready(workspace));
        let compiled = site::compile(workspace, PROFILE);
        (bindgen.join(), compiled)
    });
    let bindgen = bindgen.map_err(|_| "the build of the bindings' generator has panicked")??;
    compiled?;
    let bindings = site::bind(workspace, &bindgen, PROFILE)?;
    site::assemble(workspace, &bindings, folder, names)
}

/// Builds again whenever a source is newer than the last build.
fn watch(workspace: &Workspace, folder: &Path) -> Outcome {
    let mut built = SystemTime::now();
    loop {
        thread::sleep(Duration::from_millis(400));
        let newest = SOURCES
            .iter()
            .filter_map(|source| newest(&workspace.path(source)))
            .max();
        if newest.is_some_and(|newest| newest > built) {
            built = SystemTime::now();
            match build(workspace, folder, Names::Plain) {
                Ok(()) => say("Rebuilt", "reload the page to see it"),
                Err(message) => say("Failed", &message),
            }
        }
    }
}

fn newest(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    }
    let entries: Vec<PathBuf> = fs::read_dir(path)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.iter().filter_map(|entry| newest(entry)).max()
}

fn open(url: &str) {
    let opener = ["xdg-open", "open"].into_iter().find_map(tools::on_path);
    let opened = opener.is_some_and(|opener| process::run_quietly(Command::new(opener).arg(url)).is_ok());
    if !opened {
        say(
            "Note",
            &format!("no browser could be started; open {url} yourself"),
        );
    }
}

fn parse(args: &[&str]) -> Outcome<Options> {
    let mut options = Options {
        port: 8080,
        open: false,
        watch: false,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--open" => options.open = true,
            "--watch" => options.watch = true,
            "--port" => {
                let port = args.next().ok_or("--port wants a number")?;
                options.port = port
                    .parse()
                    .map_err(|_| format!("--port wants a number up to 65535, not `{port}`"))?;
            }
            other => {
                return Err(format!(
                    "serve does not know `{other}`; it knows --port N, --open and --watch"
                ));
            }
        }
    }
    Ok(options)
}
