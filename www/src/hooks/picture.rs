use super::download::download_blob;
use crate::host::Host;
use js_sys::{Array, JsString, Promise};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlImageElement,
    SvgGraphicsElement, Url, Window, XmlSerializer,
};

/// What the style sheets say of a picture's parts, and a file of its own has to say itself, in attributes that have the
/// same names: the page's policy allows no styles in the document, not even in a copy.
const STYLES: [&str; 16] = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "letter-spacing",
    "text-anchor",
    "transform",
    "visibility",
    "display",
];

const SVG: &str = "http://www.w3.org/2000/svg";

/// Room around the picture, in its own units.
const MARGIN: f64 = 16.0;

/// How many pixels a unit of the picture gets in a PNG.
const SCALE: f64 = 2.0;

/// The widest and highest PNG, in pixels: what every browser's canvas can hold.
const MOST_PIXELS: f64 = 8_192.0;

/// A drawing of the page as a file of its own.
pub struct SavedPicture {
    /// The file.
    pub text: String,
    /// Its width, in the picture's units.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// The drawing that a selector finds, whole, wherever it is scrolled or zoomed to.
pub fn picture_of(host: &Host, selector: &str) -> Option<SavedPicture> {
    let window = web_sys::window()?;
    let shown = host.find(selector)?;
    // The outermost group moves and zooms; what is in it has the picture's own coordinates.
    let moved: SvgGraphicsElement = shown
        .query_selector(":scope > g")
        .ok()
        .flatten()?
        .dyn_into()
        .ok()?;
    let bounds = moved.get_b_box().ok()?;
    let (x, y) = (f64::from(bounds.x()) - MARGIN, f64::from(bounds.y()) - MARGIN);
    let (width, height) = (
        f64::from(bounds.width()) + 2.0 * MARGIN,
        f64::from(bounds.height()) + 2.0 * MARGIN,
    );
    let copy: Element = shown.clone_node_with_deep(true).ok()?.dyn_into().ok()?;
    dress(&window, &shown, &copy).ok()?;
    let background = window
        .get_computed_style(&host.find(".app")?)
        .ok()
        .flatten()?
        .get_property_value("background-color")
        .ok()?;
    copy.query_selector(":scope > g")
        .ok()
        .flatten()?
        .remove_attribute("transform")
        .ok()?;
    let set = |name: &str, value: &str| copy.set_attribute(name, value).ok();
    set("xmlns", SVG)?;
    set("viewBox", &format!("{x:.1} {y:.1} {width:.1} {height:.1}"))?;
    set("width", &format!("{width:.0}"))?;
    set("height", &format!("{height:.0}"))?;
    let document = window.document()?;
    let paper = document.create_element_ns(Some(SVG), "rect").ok()?;
    for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
        paper.set_attribute(name, &format!("{value:.1}")).ok()?;
    }
    paper.set_attribute("fill", &background).ok()?;
    copy.prepend_with_node_1(&paper).ok()?;
    let text = XmlSerializer::new().ok()?.serialize_to_string(&copy).ok()?;
    Some(SavedPicture { text, width, height })
}

/// Gives the copy of each element the styles that the original has.
fn dress(window: &Window, original: &Element, copy: &Element) -> Result<(), JsValue> {
    let (from, to) = (original.children(), copy.children());
    for number in 0..from.length() {
        let (Some(from), Some(to)) = (from.item(number), to.item(number)) else {
            continue;
        };
        if let Some(style) = window.get_computed_style(&from)? {
            for name in STYLES {
                let value = style.get_property_value(name)?;
                if !value.is_empty() && value != "none" || name == "fill" {
                    to.set_attribute(name, &value)?;
                }
            }
            let line = style.get_property_value("text-decoration-line")?;
            if line == "line-through" {
                to.set_attribute("text-decoration", &line)?;
            }
        }
        for gone in ["class", "style", "data-thing", "data-live"] {
            to.remove_attribute(gone)?;
        }
        dress(window, &from, &to)?;
    }
    Ok(())
}

impl SavedPicture {
    /// Saves it as a PNG. Returns whether the browser lets it.
    pub async fn save_png(&self, name: &str) -> bool {
        match self.png().await {
            Ok(blob) => download_blob(name, &blob).is_ok(),
            Err(_) => false,
        }
    }

    async fn png(&self) -> Result<Blob, JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type("image/svg+xml");
        let parts = Array::of1(&JsString::from(self.text.as_str()));
        let url =
            Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &options)?)?;
        let image = HtmlImageElement::new()?;
        image.set_src(&url);
        let loaded = JsFuture::from(image.decode()).await;
        Url::revoke_object_url(&url)?;
        loaded?;
        let scale = SCALE.min(MOST_PIXELS / self.width.max(self.height));
        let document = web_sys::window()
            .and_then(|window| window.document())
            .ok_or(JsValue::NULL)?;
        let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "sizes are positive and below the limit"
        )]
        let pixels = |size: f64| (size * scale).ceil().max(1.0) as u32;
        canvas.set_width(pixels(self.width));
        canvas.set_height(pixels(self.height));
        let context: CanvasRenderingContext2d =
            canvas.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into();
        context.draw_image_with_html_image_element_and_dw_and_dh(
            &image,
            0.0,
            0.0,
            f64::from(canvas.width()),
            f64::from(canvas.height()),
        )?;
        let blob = Promise::new(&mut |resolve, _| {
            let done = Closure::once_into_js(move |blob: JsValue| resolve.call1(&JsValue::NULL, &blob));
            // A canvas refuses only what it may not read, and that calls nobody: then the promise is never kept.
            let _ = canvas.to_blob(done.unchecked_ref());
        });
        JsFuture::from(blob).await?.dyn_into()
    }
}
