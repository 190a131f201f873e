use super::settings::{remember_language, remember_theme};
use crate::host::Host;
use crate::state::Theme;
use crate::text::Language;
use yew::prelude::*;

/// Tells the ground on which everything stands its theme and its language; style sheets and screen readers go by them.
#[hook]
pub fn use_theme(host: &Host, theme: Theme, language: Language) {
    let host = host.clone();
    let before = use_mut_ref(|| (theme, language));
    use_effect_with((theme, language), move |&(theme, language)| {
        let (theme_before, language_before) = before.replace((theme, language));
        if host.is_page() && theme != theme_before {
            remember_theme(theme);
        }
        if host.is_page() && language != language_before {
            remember_language(language);
        }
        let Some(root) = host.ground() else { return };
        // A document refuses no attribute with a plain name.
        let _ = root.set_attribute("lang", language.tag());
        let _ = match theme {
            Theme::System => root.remove_attribute("data-theme"),
            Theme::Light => root.set_attribute("data-theme", "light"),
            Theme::Dark => root.set_attribute("data-theme", "dark"),
        };
    });
}
