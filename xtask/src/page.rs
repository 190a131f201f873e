use std::{fs, ops::Range};

use crate::{Outcome, workspace::Workspace};

/// The page of the visualizer, as Trunk reads it: tags marked `data-trunk` name what has to be built or copied.
pub(crate) struct Page {
    pub(crate) html: String,
    pub(crate) assets: Vec<Asset>,
}

/// One tag marked `data-trunk`.
#[derive(Debug, PartialEq)]
pub(crate) struct Asset {
    pub(crate) kind: AssetKind,
    /// The file it names, relative to the workspace.
    pub(crate) file: String,
    /// Where the tag stands in the page.
    pub(crate) span: Range<usize>,
}

/// What a marked tag asks for.
#[derive(Debug, PartialEq, Clone, Copy)]
pub(crate) enum AssetKind {
    Css,
    Icon,
    Rust,
    Script,
}

impl Page {
    pub(crate) fn read(workspace: &Workspace) -> Outcome<Self> {
        let html = fs::read_to_string(workspace.path("index.html"))
            .map_err(|error| format!("cannot read index.html: {error}"))?;
        let assets = assets(&html)?;
        Ok(Self { html, assets })
    }

    /// The page with each marked tag replaced; `tag` sees the assets in their order.
    pub(crate) fn with_tags(&self, mut tag: impl FnMut(&Asset) -> Outcome<String>) -> Outcome<String> {
        let mut html = String::new();
        let mut end = 0;
        for asset in &self.assets {
            html.push_str(&self.html[end..asset.span.start]);
            html.push_str(&tag(asset)?);
            end = asset.span.end;
        }
        html.push_str(&self.html[end..]);
        Ok(html)
    }
}

fn assets(html: &str) -> Outcome<Vec<Asset>> {
    let mut assets = Vec::new();
    let mut from = 0;
    while let Some(start) = html[from..].find('<').map(|at| from + at) {
        let Some(end) = html[start..].find('>').map(|at| start + at + 1) else {
            break;
        };
        from = end;
        let tag = &html[start..end];
        if !tag.contains("data-trunk") {
            continue;
        }
        let (kind, file, end) = if tag.starts_with("<script") {
            let close = "</script>";
            let end = html[end..]
                .find(close)
                .map(|at| end + at + close.len())
                .ok_or("index.html: a script is not closed")?;
            (AssetKind::Script, attribute(tag, "src"), end)
        } else {
            let kind = match attribute(tag, "rel") {
                Some("css") => AssetKind::Css,
                Some("icon") => AssetKind::Icon,
                Some("rust") => AssetKind::Rust,
                other => {
                    return Err(format!(
                        "index.html: xtask does not know the asset rel={other:?} in {tag}"
                    ));
                }
            };
            (kind, attribute(tag, "href"), end)
        };
        let file = file
            .ok_or_else(|| format!("index.html: {tag} names no file"))?
            .to_owned();
        assets.push(Asset {
            kind,
            file,
            span: start..end,
        });
        from = end;
    }
    Ok(assets)
}

/// The value of an attribute; the page writes all of them in double quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = tag.split_once(&format!(" {name}=\""))?;
    after.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{AssetKind, Page, assets};
    use crate::workspace::Workspace;

    fn files(page: &Page, kind: AssetKind) -> Vec<&str> {
        page.assets
            .iter()
            .filter(|asset| asset.kind == kind)
            .map(|asset| asset.file.as_str())
            .collect()
    }

    #[test]
    fn marked_tags_are_found_and_others_left_alone() {
        let html = r#"<link rel="x" href="y"><link data-trunk rel="css" href="a.css" /><script data-trunk src="b.js"></script><p>"#;
        let page = Page {
            html: html.to_owned(),
            assets: assets(html).unwrap(),
        };
        assert_eq!(files(&page, AssetKind::Css), ["a.css"]);
        assert_eq!(files(&page, AssetKind::Script), ["b.js"]);
        let replaced = page.with_tags(|asset| Ok(format!("[{}]", asset.file))).unwrap();
        assert_eq!(replaced, r#"<link rel="x" href="y">[a.css][b.js]<p>"#);
    }

    #[test]
    fn an_asset_that_only_trunk_knows_is_an_error() {
        assert!(assets(r#"<link data-trunk rel="sass" href="a.scss">"#).is_err());
    }

    #[test]
    fn the_page_names_files_that_exist_and_every_style_sheet() {
        let workspace = Workspace::find().unwrap();
        let page = Page::read(&workspace).unwrap();
        for asset in &page.assets {
            assert!(
                workspace.path(&asset.file).is_file(),
                "index.html names {}, which does not exist",
                asset.file
            );
        }
        let linked = files(&page, AssetKind::Css);
        for entry in fs::read_dir(workspace.path("www/style")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let file = format!("www/style/{name}");
            assert!(
                linked.contains(&file.as_str()),
                "{file} is not linked from index.html"
            );
            // Trunk copies a style sheet by itself, so what it imports would be missing beside it.
            let css = fs::read_to_string(workspace.path(&file)).unwrap();
            assert!(
                !css.contains("@import"),
                "{file} imports another style sheet; link that one from index.html instead"
            );
        }
    }

    #[test]
    fn trunk_and_xtask_build_the_same_page() {
        let workspace = Workspace::find().unwrap();
        let page = Page::read(&workspace).unwrap();
        assert_eq!(
            files(&page, AssetKind::Rust),
            ["www/Cargo.toml", "web/yaml/Cargo.toml"]
        );
        assert!(
            page.html.contains("script-src 'self' 'wasm-unsafe-eval'"),
            "the page states its content security policy"
        );
        let trunk = fs::read_to_string(workspace.path("Trunk.toml")).unwrap();
        let version = workspace.locked_version("wasm-bindgen").unwrap();
        assert!(
            trunk.contains(&format!("wasm_bindgen = \"{version}\"")),
            "Trunk.toml wants another wasm-bindgen than Cargo.lock"
        );
        // The boot script names the module, so Trunk must not put a hash into that name.
        assert!(trunk.contains("filehash = false"));
        // The content security policy refuses the inline scripts that start and reload the page.
        assert!(trunk.contains("pattern_script = "));
        assert!(trunk.contains("no_autoreload = true"));
    }
}
