use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Saves a text as a file. Returns whether the browser lets it.
pub fn download(name: &str, media_type: &str, text: &str) -> bool {
    let parts = Array::of1(&JsString::from(text));
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    Blob::new_with_str_sequence_and_options(&parts, &options)
        .and_then(|blob| download_blob(name, &blob))
        .is_ok()
}

/// Saves a blob as a file.
pub(super) fn download_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or(JsValue::NULL)?;
    let url = Url::create_object_url_with_blob(blob)?;
    let anchor: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // The click has begun the download, which holds the blob from here on.
    Url::revoke_object_url(&url)
}
