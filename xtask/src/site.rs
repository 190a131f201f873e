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
const APP: &str = "kubeloupe-www";

/// Whether the names of the written files change with what is in them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Names {
    /// As they are, for a server that forbids caching.
    Plain,
    /// With a hash, for hosting with a cache that never asks again.
    Hashed,
}

/// Compiles the visualizer and returns its module.
pub(crate) fn compile(workspace: &Workspace, profile: &str) -> Outcome<PathBuf> {
    process::run(&mut process::cargo(
        workspace,
        &[
            "build",
            "--package",
            APP,
            "--bin",
            APP,
            "--target",
            WASM,
            "--profile",
            profile,
        ],
    ))?;
    Ok(workspace
        .target()
        .join(WASM)
        .join(profile)
        .join(format!("{APP}.wasm")))
}

/// Generates the bindings of the visualizer in a folder of their own and returns it.
pub(crate) fn bind(
    workspace: &Workspace,
    bindgen: &Bindgen,
    module: &Path,
    profile: &str,
) -> Outcome<PathBuf> {
    let folder = workspace.target().join("site").join(profile);
    recreate(&folder)?;
    bindgen.generate(module, &folder, APP)?;
    Ok(folder)
}

/// The module among the generated bindings.
pub(crate) fn bound_module(folder: &Path) -> PathBuf {
    folder.join(format!("{APP}_bg.wasm"))
}

/// Writes the page and all it needs into a folder, from the bindings in another.
pub(crate) fn assemble(workspace: &Workspace, bindings: &Path, out: &Path, names: Names) -> Outcome {
    let page = Page::read(workspace)?;
    recreate(out)?;
    let (script, module) = (format!("{APP}.js"), format!("{APP}_bg.wasm"));
    let module_bytes = read(&bindings.join(&module))?;
    let script_bytes = read(&bindings.join(&script))?;
    let module_name = named(&module, &module_bytes, names);
    let script_name = named(&script, &script_bytes, names);
    write(&out.join(&module_name), &module_bytes)?;
    write(&out.join(&script_name), &script_bytes)?;
    let snippets = bindings.join("snippets");
    if snippets.is_dir() {
        copy_folder(&snippets, &out.join("snippets"))?;
    }
    let html = page.with_tags(|asset| {
        if asset.kind == AssetKind::Rust {
            return Ok(format!(
                "<link rel=\"modulepreload\" href=\"./{script_name}\">\n    \
                 <link rel=\"preload\" href=\"./{module_name}\" as=\"fetch\" type=\"application/wasm\" crossorigin>"
            ));
        }
        let mut bytes = read(&workspace.path(&asset.file))?;
        if asset.kind == AssetKind::Script {
            let text = String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8", asset.file))?;
            bytes = text.replace(&module, &module_name).replace(&script, &script_name).into_bytes();
        }
        let file = asset.file.rsplit('/').next().unwrap_or(&asset.file);
        let name = named(file, &bytes, names);
        write(&out.join(&name), &bytes)?;
        Ok(tag(asset, &name))
    })?;
    write(&out.join("index.html"), html.as_bytes())
}

/// Writes the visualizer as the package's element wants it: `player.js`, `player_bg.wasm`, their types, and every style
/// sheet of the page in one.
pub(crate) fn write_player(workspace: &Workspace, bindings: &Path, out: &Path) -> Outcome {
    for (from, to) in [
        (".js", "player.js"),
        (".d.ts", "player.d.ts"),
        ("_bg.wasm", "player_bg.wasm"),
    ] {
        write(&out.join(to), &read(&bindings.join(format!("{APP}{from}")))?)?;
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
    use super::{Names, named};

    #[test]
    fn a_hash_depends_on_the_content_and_keeps_the_extension() {
        let one = named("app_bg.wasm", b"1", Names::Hashed);
        assert!(one.starts_with("app-") && one.ends_with("_bg.wasm"), "{one}");
        assert_ne!(one, named("app_bg.wasm", b"2", Names::Hashed));
        assert_eq!(named("app_bg.wasm", b"1", Names::Plain), "app_bg.wasm");
    }
}
