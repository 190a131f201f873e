use wasm_bindgen_futures::JsFuture;

/// Puts a text on the clipboard. Returns whether the browser lets it.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    // Only pages with a secure origin have a clipboard.
    if !window.is_secure_context() {
        return false;
    }
    let written = window.navigator().clipboard().write_text(text);
    JsFuture::from(written).await.is_ok()
}
