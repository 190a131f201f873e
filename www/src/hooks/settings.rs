use crate::state::{Theme, View};
use crate::text::Language;
use web_sys::Storage;

const THEME: &str = "kubeloupe.theme";
const LANGUAGE: &str = "kubeloupe.language";

/// A view with the theme and the language of the last visit; on the first visit the browser's language.
pub(super) fn remembered() -> View {
    let kept = |key: &str| storage().and_then(|storage| storage.get_item(key).ok().flatten());
    let theme = match kept(THEME).as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    };
    let browser = web_sys::window().and_then(|window| window.navigator().language());
    let tag = kept(LANGUAGE).or(browser).unwrap_or_default();
    let language = if tag.starts_with("zh") {
        Language::Chinese
    } else {
        Language::English
    };
    View {
        theme,
        language,
        ..View::default()
    }
}

/// Keeps the theme and the language for the next visit. Where nothing may be kept, nothing is.
pub(super) fn remember(theme: Theme, language: Language) {
    let Some(storage) = storage() else { return };
    let theme = match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let _ = storage.set_item(THEME, theme);
    let _ = storage.set_item(LANGUAGE, language.tag());
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
