use std::panic::set_hook;
use wasm_bindgen::throw_str;

/// Makes a panic a readable exception. Without this the module would trap, and all that JavaScript gets is the word
/// "unreachable". The instance must not be used afterwards.
pub(crate) fn tell_javascript() {
    set_hook(Box::new(|panic| {
        throw_str(&format!(
            "kubeloupe has stopped because of a mistake of its own: {panic}. Please report it with the input that led to it."
        ));
    }));
}
