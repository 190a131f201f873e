use crate::graph::Ink;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Window};

/// The colours of [`Ink::ALL`] and the font, as the page has them now.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Palette {
    pub(super) colours: Vec<String>,
    pub(super) font: String,
}

impl Palette {
    /// Asks an element within `host` for each colour: what a token is depends on the theme.
    pub(super) fn read(window: &Window, host: &Element) -> Option<Self> {
        let probe: HtmlElement = window.document()?.create_element("span").ok()?.dyn_into().ok()?;
        host.append_child(&probe).ok()?;
        let style = window.get_computed_style(&probe).ok().flatten()?;
        // Colours that the user forces on the page are already in the tokens.
        probe.style().set_property("forced-color-adjust", "none").ok()?;
        let colours = Ink::ALL
            .iter()
            .map(|ink| {
                let asked = format!("var({})", ink.token());
                // Without the colour the text's own one is as good as any.
                let _ = probe.style().set_property("color", &asked);
                style.get_property_value("color").unwrap_or_default()
            })
            .collect();
        let font = style.get_property_value("font-family").ok()?;
        probe.remove();
        Some(Palette { colours, font })
    }
}
