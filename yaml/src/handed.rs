use crate::request::Request;
use js_sys::Uint8Array;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The other module's bindings, as `web/yaml` has them.
    #[derive(Clone)]
    type Parser;

    #[wasm_bindgen(method, catch)]
    fn events(
        this: &Parser,
        text: &[u8],
        depth: u32,
        aliases: u32,
        expansion: u32,
        node: Option<u32>,
        as_text: bool,
    ) -> Result<Uint8Array, JsValue>;
}

thread_local! {
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Takes over the parser: an object whose `events` is the function of that name in `web/yaml`.
pub fn hand(parser: JsValue) {
    PARSER.set(Some(parser.unchecked_into()));
}

/// The events of a text. Where nobody has handed over a parser, or it fails, there are none, which whoever reads them
/// notices.
pub fn parse(text: &str, request: Request) -> Vec<u8> {
    let Some(parser) = PARSER.with_borrow(Clone::clone) else {
        return Vec::new();
    };
    let Request { bounds, refusal } = request;
    let events = parser.events(
        text.as_bytes(),
        bounds.depth,
        bounds.aliases,
        bounds.expansion,
        refusal.map(|refusal| refusal.node),
        refusal.is_some_and(|refusal| refusal.as_text),
    );
    let events = events.ok().filter(|events| events.is_instance_of::<Uint8Array>());
    events.map_or_else(Vec::new, |events| events.to_vec())
}
