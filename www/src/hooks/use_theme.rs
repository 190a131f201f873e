use super::settings::remember;
use crate::state::Theme;
use crate::text::Language;
use yew::prelude::*;

/// Tells the document its theme and its language; style sheets and screen readers go by them.
#[hook]
pub fn use_theme(theme: Theme, language: Language) {
    use_effect_with((theme, language), |&(theme, language)| {
        remember(theme, language);
        let root = web_sys::window()
            .and_then(|window| window.document())
            .and_then(|document| document.document_element());
        let Some(root) = root else { return };
        // A document refuses no attribute with a plain name.
        let _ = root.set_attribute("lang", language.tag());
        let _ = match theme {
            Theme::System => root.remove_attribute("data-theme"),
            Theme::Light => root.set_attribute("data-theme", "light"),
            Theme::Dark => root.set_attribute("data-theme", "dark"),
        };
    });
}
