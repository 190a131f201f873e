use super::Desk;
use crate::state::Act;
use js_sys::{Function, Promise};
use kubeloupe_formats::input::use_yaml_parser;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

thread_local! {
    static LOADER: RefCell<Option<Function>> = const { RefCell::new(None) };
    static LOADED: Cell<bool> = const { Cell::new(false) };
}

/// Says how the parser of YAML is loaded, which is a module of its own: `load` promises the bindings of `web/yaml`, and may
/// be called more than once.
#[wasm_bindgen(js_name = useYaml)]
pub fn use_yaml(load: Function) {
    LOADER.set(Some(load));
}

/// Loads the parser of YAML unless it is there. Returns whether it is.
pub async fn load_yaml() -> bool {
    if LOADED.get() {
        return true;
    }
    let Some(parser) = loaded().await else {
        return false;
    };
    kubeloupe_yaml::hand(parser);
    use_yaml_parser(kubeloupe_yaml::parse);
    LOADED.set(true);
    true
}

async fn loaded() -> Option<JsValue> {
    let load = LOADER.with_borrow(Clone::clone)?;
    let promise: Promise = load.call0(&JsValue::NULL).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()
}

/// Whether something is no JSON, and what reads it is not there.
pub(super) fn wants_yaml<'b>(texts: impl IntoIterator<Item = &'b [u8]>) -> bool {
    let is_other = |bytes: &[u8]| {
        let first = bytes.trim_ascii_start().first();
        // What is compressed says so once it is unpacked.
        first.is_some_and(|first| !matches!(first, b'{' | b'[' | 0x1f))
    };
    !LOADED.get() && texts.into_iter().any(is_other)
}

impl Desk {
    /// Loads the parser of YAML, and goes on then.
    pub(super) fn once_yaml_is_there(&self, go_on: impl FnOnce(&Desk) + 'static) {
        let desk = self.clone();
        spawn_local(async move {
            if load_yaml().await {
                go_on(&desk);
            } else {
                desk.refuse_yaml();
            }
        });
    }

    /// Says that the parser of YAML could not be loaded.
    pub(super) fn refuse_yaml(&self) {
        self.act(Act::Sheet(None));
        self.refuse(self.view().language.words().yaml_lost.to_owned());
    }
}
