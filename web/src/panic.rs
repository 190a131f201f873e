use crate::failure::stopped;
use std::panic::set_hook;
use wasm_bindgen::throw_val;

/// Makes a panic a readable exception. Without this the module would trap, and all that JavaScript gets is the word
/// "unreachable". The instance must not be used afterwards: what was under way was left as it stood.
pub(crate) fn tell_javascript() {
    set_hook(Box::new(|panic| throw_val(stopped(&panic.to_string()))));
}
