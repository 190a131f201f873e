use crate::host::{Host, Wishes};
use crate::state::{Panel, Sheet, Theme, View};
use crate::text::Language;
use kubeloupe_core::versions::COMPARED;
use web_sys::Storage;

/// A window lower than this begins with the queues folded, in CSS pixels.
const LOW: f64 = 640.0;

const THEME: &str = "kubeloupe.theme";
const LANGUAGE: &str = "kubeloupe.language";
const VERSION: &str = "kubeloupe.version";

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

/// Where `www/boot.js` puts what was open when the program failed.
const CARRIED: &str = "kubeloupe.carried";

/// What was carried over a new start of this page, in this tab. It is taken away, so that what fails again is not opened
/// again and again.
pub(super) fn taken() -> Option<String> {
    let storage = web_sys::window()?.session_storage().ok().flatten()?;
    let carried = storage.get_item(CARRIED).ok().flatten()?;
    storage.remove_item(CARRIED).ok()?;
    Some(carried)
}

/// A view with the theme and the language of the last visit; on the first visit the browser's language.
pub(super) fn remembered(host: &Host) -> View {
    if let Some(wishes) = host.wishes() {
        return wished(host, wishes);
    }
    let theme = match kept(THEME).as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    };
    let language = kept(LANGUAGE).map_or_else(browser_language, |tag| Language::of_tag(&tag));
    // The cluster behind the page is what whoever serves it like that came for.
    let sheet = super::behind_proxy().then_some(Sheet::Open);
    let minor = kept(VERSION)
        .and_then(|text| text.strip_prefix("1.")?.parse().ok())
        .filter(|minor| COMPARED.contains(minor))
        .unwrap_or(*COMPARED.end());
    // In a low window the picture needs the room more than the queues do.
    let low = web_sys::window()
        .and_then(|window| window.inner_height().ok()?.as_f64())
        .is_some_and(|height| height < LOW);
    let mut panels = View::default().panels;
    panels[Panel::Queues as usize].folded = low;
    let mut view = View {
        theme,
        panels,
        language,
        minor,
        came_from: minor,
        sheet,
        ..View::default()
    };
    view.lens = super::use_address::addressed_lens().unwrap_or_default();
    view.visited[view.lens as usize] = true;
    view
}

/// A view as the author of an element wants it. What visitors chose on the page is theirs and not the element's.
fn wished(host: &Host, wishes: &Wishes) -> View {
    let height = host
        .ground()
        .map_or(0.0, |root| root.get_bounding_client_rect().height());
    let mut view = View {
        theme: wishes.theme,
        language: wishes.language.unwrap_or_else(browser_language),
        lens: wishes.lens,
        ..View::default()
    };
    view.panels[Panel::Queues as usize].folded = height < LOW;
    view.visited[view.lens as usize] = true;
    view
}

fn browser_language() -> Language {
    let tag = web_sys::window().and_then(|window| window.navigator().language());
    Language::of_tag(&tag.unwrap_or_default())
}

/// Keeps the version that is simulated for the next visit.
pub(super) fn remember_version(minor: u32) {
    keep(VERSION, &format!("1.{minor}"));
}

/// Keeps the language for the next visit.
pub(super) fn remember_language(language: Language) {
    keep(LANGUAGE, language.tag());
}

/// Keeps the theme for the next visit. Each setting is kept when it is changed and by itself, so that a page in another
/// tab, where it was not, does not set it back.
pub(super) fn remember_theme(theme: Theme) {
    let theme = match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    keep(THEME, theme);
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
