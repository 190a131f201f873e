//! The WebAssembly module that parses YAML. It holds nothing else, and is loaded when a text turns out to be YAML: the
//! engine and the visualizer are given its one function.

use kubeloupe_yaml::{Bounds, Refusal, Request};
use wasm_bindgen::prelude::wasm_bindgen;

/// The events of a text in UTF-8, which is one document. `node` is the one that whoever reads has refused, as a text where
/// `as_text` says so; none is.
#[wasm_bindgen]
pub fn events(
    text: &[u8],
    depth: u32,
    aliases: u32,
    expansion: u32,
    node: Option<u32>,
    as_text: bool,
) -> Vec<u8> {
    let request = Request {
        bounds: Bounds {
            depth,
            aliases,
            expansion,
        },
        refusal: node.map(|node| Refusal { node, as_text }),
    };
    // Whoever asks has looked through the text before, so it is one.
    kubeloupe_yaml::events(&String::from_utf8_lossy(text), request)
}

/// Runs when the module is loaded, which has nothing to begin.
fn main() {}
