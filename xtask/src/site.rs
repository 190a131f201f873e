use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use crate::{
    Outcome,
    bindgen::Bindgen,
    page::{Asset, AssetKind, Page},
    process,
    setup::WASM,
    workspace::Workspace,
};

/// The name of the visualizer's module, which the boot script imports.
pub(crate) const APP: &str = "kubeloupe-www";

/// The package of the parser of YAML, and the name of its module, which the boot script imports as well.
pub(crate) const YAML_PACKAGE: &str = "kubeloupe-web-yaml";
pub(crate) const YAML: &str = "kubeloupe-yaml";

/// What keeps the hosted app for visits without a network, what registers it, and what stands in its place while
/// developing.
const WORKER: &str = "www/offline/worker.js";
const REGISTER: &str = "www/offline/register.js";
const NO_WORKER: &str = "www/offline/none.js";

/// Whether the names of the written files change with what is in them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Names {
    /// As they are, for a server that forbids caching.
    Plain,
    /// With a hash, for hosting with a cache that never asks again.
    Hashed,
}

/// What is compiled for the visualizer: its module, and the parser's.
pub(crate) const TARGETS: [&str; 8] = [
    "--package",
    APP,
    "--bin",
    APP,
    "--package",
    YAML_PACKAGE,
    "--bin",
    YAML,
];

/// Compiles the visualizer.
pub(crate) fn compile(workspace: &Workspace, profile: &str) -> Outcome {
    let how = ["build", "--target", WASM, "--profile", profile];
    process::run(process::cargo(workspace, &how).args(TARGETS))
}

/// Where the compiler puts a module.
pub(crate) fn compiled(workspace: &Workspace, profile: &str, name: &str) -> PathBuf {
    let folder = workspace.target().join(WASM).join(profile);
    folder.join(format!("{name}.wasm"))
}

/// Generates the bindings of the visualizer and the parser in a folder of their own and returns it.
pub(crate) fn bind(workspace: &Workspace, bindgen: &Bindgen, profile: &str) -> Outcome<PathBuf> {
    let folder = workspace.target().join("site").join(profile);
    recreate(&folder)?;
    // Elements on one page share the module: after a failure it begins anew without a new page.
    bindgen.generate(&compiled(workspace, profile, APP), &folder, APP, true)?;
    bindgen.generate(&compiled(workspace, profile, YAML), &folder, YAML, false)?;
    Ok(folder)
}

/// A module among the generated bindings.
pub(crate) fn bound_module(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}_bg.wasm"))
}

/// Writes the page and all it needs into a folder, from the bindings in another.
pub(crate) fn assemble(workspace: &Workspace, bindings: &Path, out: &Path, names: Names) -> Outcome {
    let page = Page::read(workspace)?;
    recreate(out)?;
    // What each file is called among the bindings, and here.
    let mut renamed = Vec::new();
    for name in [APP, YAML] {
        for file in [format!("{name}.js"), format!("{name}_bg.wasm")] {
            let bytes = read(&bindings.join(&file))?;
            let hashed = named(&file, &bytes, names);
            write(&out.join(&hashed), &bytes)?;
            renamed.push((file, hashed));
        }
    }
    let (script_name, module_name) = (&renamed[0].1, &renamed[1].1);
    let snippets = bindings.join("snippets");
    if snippets.is_dir() {
        copy_folder(&snippets, &out.join("snippets"))?;
    }
    let html = page.with_tags(|asset| {
        if asset.kind == AssetKind::Rust {
            // The parser is loaded when there is YAML to read.
            if asset.file.starts_with("web/yaml/") {
                return Ok(String::new());
            }
            return Ok(format!(
                "<link rel=\"modulepreload\" href=\"./{script_name}\">\n    \
                 <link rel=\"preload\" href=\"./{module_name}\" as=\"fetch\" type=\"application/wasm\" crossorigin>"
            ));
        }
        let mut bytes = read(&workspace.path(&asset.file))?;
        if asset.kind == AssetKind::Script {
            let mut text = String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8", asset.file))?;
            for (file, name) in &renamed {
                text = text.replace(file.as_str(), name);
            }
            bytes = text.into_bytes();
        }
        let file = asset.file.rsplit('/').next().unwrap_or(&asset.file);
        let name = named(file, &bytes, names);
        write(&out.join(&name), &bytes)?;
        Ok(tag(asset, &name))
    })?;
    let html = if names == Names::Hashed {
        registered(workspace, out, &html)?
    } else {
        html
    };
    write(&out.join("index.html"), html.as_bytes())?;
    let worker = match names {
        Names::Hashed => worker(workspace, out)?,
        Names::Plain => read_text(workspace, NO_WORKER)?,
    };
    write(&out.join("offline.js"), worker.as_bytes())
}

/// The page with the script that registers the service worker.
fn registered(workspace: &Workspace, out: &Path, html: &str) -> Outcome<String> {
    let script = read(&workspace.path(REGISTER))?;
    let name = named("register.js", &script, Names::Hashed);
    write(&out.join(&name), &script)?;
    let (head, rest) = html
        .split_once("  </head>")
        .ok_or("index.html: the head is not closed")?;
    Ok(format!(
        "{head}    <script type=\"module\" src=\"./{name}\"></script>\n  </head>{rest}"
    ))
}

/// The service worker of everything that was written, with a version that changes when any of it does.
fn worker(workspace: &Workspace, out: &Path) -> Outcome<String> {
    let text = read_text(workspace, WORKER)?;
    let mut files = files_in(out, "./")?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let mut names = vec!["./".to_owned()];
    for (name, path) in files {
        name.hash(&mut hasher);
        read(&path)?.hash(&mut hasher);
        // A folder's own address and this one are the same page.
        if name != "./index.html" {
            names.push(name);
        }
    }
    let list: Vec<String> = names.iter().map(|name| format!("  \"{name}\",\n")).collect();
    Ok(format!(
        "const VERSION = \"{:016x}\";\nconst FILES = [\n{}];\n{text}",
        hasher.finish(),
        list.concat()
    ))
}

fn read_text(workspace: &Workspace, file: &str) -> Outcome<String> {
    String::from_utf8(read(&workspace.path(file))?).map_err(|_| format!("{file} is not UTF-8"))
}

/// Every file in a folder and those in it, with its address relative to the page.
fn files_in(folder: &Path, address: &str) -> Outcome<Vec<(String, PathBuf)>> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let name = format!("{address}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files.extend(files_in(&entry.path(), &format!("{name}/"))?);
        } else {
            files.push((name, entry.path()));
        }
    }
    Ok(files)
}

/// Writes the visualizer as the package's element wants it: `player.js`, `player_bg.wasm`, their types, and every style
/// sheet of the page in one; and beside it the parser of YAML, `yaml.js` and the rest.
pub(crate) fn write_modules(workspace: &Workspace, bindings: &Path, out: &Path) -> Outcome {
    for (from, to) in [(APP, "player"), (YAML, "yaml")] {
        for end in [".js", ".d.ts", "_bg.wasm"] {
            let bytes = read(&bindings.join(format!("{from}{end}")))?;
            write(&out.join(format!("{to}{end}")), &bytes)?;
        }
    }
    let mut style = Vec::new();
    for asset in Page::read(workspace)?.assets {
        if asset.kind == AssetKind::Css {
            style.extend(read(&workspace.path(&asset.file))?);
        }
    }
    write(&out.join("player.css"), &style)
}

/// Empties a folder, or creates it.
pub(crate) fn recreate(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))
}

pub(crate) fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Outcome {
    fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    recreate(to)?;
    let entries = fs::read_dir(from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    for entry in entries.flatten() {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_folder(&source, &target)?;
        } else {
            write(&target, &read(&source)?)?;
        }
    }
    Ok(())
}

fn tag(asset: &Asset, name: &str) -> String {
    match asset.kind {
        AssetKind::Css => format!("<link rel=\"stylesheet\" href=\"./{name}\">"),
        AssetKind::Icon => format!("<link rel=\"icon\" href=\"./{name}\">"),
        AssetKind::Rust | AssetKind::Script => format!("<script type=\"module\" src=\"./{name}\"></script>"),
    }
}

/// `name-hash.ext`; the `_bg` of a module stays next to its extension.
fn named(file: &str, bytes: &[u8], names: Names) -> String {
    if names == Names::Plain {
        return file.to_owned();
    }
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let hash = hasher.finish();
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    match stem.strip_suffix("_bg") {
        Some(stem) => format!("{stem}-{hash:016x}_bg.{extension}"),
        None => format!("{stem}-{hash:016x}.{extension}"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Names, assemble, named, recreate, write};
    use crate::workspace::Workspace;

    /// Assembles a page of bindings that are small texts, and returns its folder.
    fn assembled(name: &str, module: &[u8], names: Names) -> (String, String) {
        let workspace = Workspace::find().unwrap();
        let folder = std::env::temp_dir().join(format!("kubeloupe-site-{}-{name}", std::process::id()));
        let (bindings, out) = (folder.join("bindings"), folder.join("out"));
        recreate(&bindings.join("snippets/one")).unwrap();
        write(&bindings.join("kubeloupe-www_bg.wasm"), module).unwrap();
        write(&bindings.join("kubeloupe-www.js"), b"export default 1;").unwrap();
        write(&bindings.join("kubeloupe-yaml_bg.wasm"), b"0").unwrap();
        write(&bindings.join("kubeloupe-yaml.js"), b"export default 1;").unwrap();
        write(&bindings.join("snippets/one/inline.js"), b"export const a = 1;").unwrap();
        assemble(&workspace, &bindings, &out, names).unwrap();
        let read = |file: &str| fs::read_to_string(out.join(file)).unwrap();
        let (worker, html) = (read("offline.js"), read("index.html"));
        for line in worker.lines().filter_map(|line| line.strip_prefix("  \"./")) {
            let file = line.trim_end_matches("\",");
            assert!(
                file.is_empty() || out.join(file).is_file(),
                "{file} is kept and does not exist"
            );
        }
        fs::remove_dir_all(folder).unwrap();
        (worker, html)
    }

    #[test]
    fn the_hosted_app_keeps_all_its_files_and_registers_who_keeps_them() {
        let (worker, html) = assembled("hashed", b"1", Names::Hashed);
        assert!(
            worker.contains("\"./\",") && worker.contains("\"./snippets/one/inline.js\","),
            "{worker}"
        );
        for part in [
            "/kubeloupe-www-",
            "/kubeloupe-yaml-",
            "_bg.wasm\",",
            "/boot-",
            "/time-",
            "/icon-",
            "/register-",
        ] {
            assert!(worker.contains(part), "{part} is not kept");
        }
        // Neither keeps the worker itself, which would then never change.
        assert!(!worker.contains("\"./offline.js\",") && !worker.contains("index.html\","));
        assert!(html.contains("src=\"./register-"));
        let version = |worker: &str| worker.lines().next().unwrap_or_default().to_owned();
        let (same, _) = assembled("same", b"1", Names::Hashed);
        assert_eq!(version(&worker), version(&same));
        let (other, _) = assembled("other", b"2", Names::Hashed);
        assert_ne!(version(&worker), version(&other));
    }

    #[test]
    fn a_developer_sees_what_was_just_built() {
        let (worker, html) = assembled("plain", b"1", Names::Plain);
        assert!(worker.contains("unregister()") && !worker.contains("FILES"));
        assert!(!html.contains("register"));
    }

    #[test]
    fn a_hash_depends_on_the_content_and_keeps_the_extension() {
        let one = named("app_bg.wasm", b"1", Names::Hashed);
        assert!(one.starts_with("app-") && one.ends_with("_bg.wasm"), "{one}");
        assert_ne!(one, named("app_bg.wasm", b"2", Names::Hashed));
        assert_eq!(named("app_bg.wasm", b"1", Names::Plain), "app_bg.wasm");
    }
}
