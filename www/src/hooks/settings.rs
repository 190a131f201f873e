use crate::state::{Sheet, Theme, View};
use crate::text::Language;
use web_sys::Storage;

const THEME: &str = "kubeloupe.theme";
const LANGUAGE: &str = "kubeloupe.language";

/// What was kept under this name.
pub(super) fn kept(key: &str) -> Option<String> {
    storage().and_then(|storage| storage.get_item(key).ok().flatten())
}

/// Keeps a text for the next visit. Where nothing may be kept, nothing is.
pub(super) fn keep(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, text);
    }
}

/// A view with the theme and the language of the last visit; on the first visit the browser's language.
pub(super) fn remembered() -> View {
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
    // The cluster behind the page is what whoever serves it like that came for.
    let sheet = super::behind_proxy().then_some(Sheet::Open);
    View {
        theme,
        language,
        sheet,
        ..View::default()
    }
}

/// Keeps the theme and the language for the next visit. Where nothing may be kept, nothing is.
pub(super) fn remember(theme: Theme, language: Language) {
    let theme = match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    keep(THEME, theme);
    keep(LANGUAGE, language.tag());
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
