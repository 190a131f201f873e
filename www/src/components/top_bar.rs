use super::find_box::FindBox;
use super::icon::{Icon, Shape};
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Lens, Sheet, Source, Theme};
use crate::text::Language;
use std::rc::Rc;
use yew::prelude::*;

/// What the top shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// What the cluster is looked at through.
    pub lens: Lens,
    /// The theme chosen.
    pub theme: Theme,
    /// The language chosen.
    pub language: Language,
    /// The minor that is simulated.
    pub minor: u32,
    /// What is laid over the page.
    pub sheet: Option<Sheet>,
}

/// The brand, what is open, the lenses, finding, and the settings.
#[component]
pub fn TopBar(
    Props {
        source,
        lens,
        theme,
        language,
        minor,
        sheet,
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let toggle = |sheet| {
        let desk = desk.clone();
        move |_| desk.toggle_sheet(sheet)
    };
    let is_open = |one: Sheet| (*sheet == Some(one)).to_string();
    let (next_theme, theme_word) = match theme {
        Theme::System => (Theme::Light, words.theme_system),
        Theme::Light => (Theme::Dark, words.theme_light),
        Theme::Dark => (Theme::System, words.theme_dark),
    };
    let on_theme = {
        let desk = desk.clone();
        move |_| desk.act(Act::Paint(next_theme))
    };
    let on_language = {
        let (desk, other) = (desk.clone(), language.other());
        move |_| desk.act(Act::Speak(other))
    };
    let theme_title = format!("{}: {theme_word}", words.theme);
    html! {
        <header class="top">
            <h1 class="brand" title={words.tagline}><BrandMark />{"kubeloupe"}</h1>
            <button type="button" class="source" title={words.open_other} aria-expanded={is_open(Sheet::Open)} onclick={toggle(Sheet::Open)}>
                if let Some(source) = source {
                    <b>{source.name.clone()}</b>
                    <span>{(words.objects)(source.catalog.object_count())}</span>
                } else {
                    <b>{words.open_title}</b>
                }
                <i class="caret" aria-hidden="true"></i>
            </button>
            if let Some(source) = source.as_ref().filter(|source| !source.notes.is_empty()) {
                <button type="button" class="ghost notes-button" title={words.notes_title} aria-expanded={is_open(Sheet::Notes)} aria-label={(words.notes)(source.notes.len())} onclick={toggle(Sheet::Notes)}><span class="long">{(words.notes)(source.notes.len())}</span><span class="short">{source.notes.len()}</span></button>
            }
            <button type="button" class="version-button" title={words.version_title} aria-expanded={is_open(Sheet::Version)} onclick={toggle(Sheet::Version)}>
                <span class="long">{"Kubernetes "}</span><b>{format!("1.{minor}")}</b>
                <i class="caret" aria-hidden="true"></i>
            </button>
            <nav class="lenses" aria-label={words.lenses}>
                for one in Lens::ALL {
                    {{
                        let desk = desk.clone();
                        let onclick = move |_: MouseEvent| desk.act(Act::Look(one));
                        html! { <a href={format!("#/{}", one.slug())} aria-current={(one == *lens).then_some("page")} {onclick}>{(words.lens)(one)}</a> }
                    }}
                }
            </nav>
            <div class="grow"></div>
            if let Some(source) = source.as_ref().filter(|_| *lens == Lens::Deletion) {
                <FindBox source={source.clone()} />
            }
            if source.is_some() && *lens == Lens::Deletion {
                <button type="button" class="ghost share-button" aria-expanded={is_open(Sheet::Share)} onclick={toggle(Sheet::Share)}>{words.share}</button>
            }
            <button type="button" class="ghost language" lang={language.other().tag()} onclick={on_language}>{words.other_language}</button>
            <button type="button" class="ghost square" title={theme_title.clone()} aria-label={theme_title} onclick={on_theme}><Icon shape={Shape::Theme} /></button>
            <button type="button" class="ghost square" title={words.keys} aria-label={words.keys} onclick={toggle(Sheet::Help)}>{"?"}</button>
        </header>
    }
}

#[component]
fn BrandMark() -> Html {
    html! {
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
            <circle cx="9.5" cy="9.5" r="6.5" fill="none" stroke="currentColor" stroke-width="1.8" />
            <path d="M14.4 14.4 20 20" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" />
            <path d="M9.5 5.8v3.7l2.9 1.8" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
        </svg>
    }
}
