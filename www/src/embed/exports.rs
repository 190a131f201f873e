use super::{Listener, Opening};
use crate::components::App;
use crate::components::AppProps;
use crate::host::{Controls, Host, Wishes};
use crate::state::{Act, Lens, Sample, Theme};
use crate::text::Language;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;
use yew::AppHandle;

/// Begins the page of its own.
#[wasm_bindgen(js_name = startPage)]
pub fn start_page() {
    yew::Renderer::<App>::with_props(AppProps {
        host: Host::page(),
        opening: Opening::Address,
        listener: None,
    })
    .render();
}

/// The names of the clusters that come with the visualizer.
#[wasm_bindgen(js_name = sampleNames)]
pub fn sample_names() -> Vec<String> {
    Sample::ALL.iter().map(|sample| sample.slug.to_owned()).collect()
}

/// How an author wants a player to be: words as they stand in the element's attributes. What is empty or not understood
/// is as the visualizer has it by default.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct PlayerWishes {
    wishes: Wishes,
}

#[wasm_bindgen]
impl PlayerWishes {
    /// Reads the words of the attributes `lang`, `theme`, `lens` and `controls`.
    #[wasm_bindgen(constructor)]
    pub fn new(lang: &str, theme: &str, lens: &str, controls: &str) -> PlayerWishes {
        PlayerWishes {
            wishes: Wishes {
                language: (!lang.is_empty()).then(|| Language::of_tag(lang)),
                theme: theme_of(theme),
                lens: Lens::of_slug(lens).unwrap_or_default(),
                controls: Controls::of_word(controls).unwrap_or_default(),
            },
        }
    }
}

/// A visualizer in an element. Freeing it takes everything of it off the page.
#[wasm_bindgen]
pub struct Player {
    handle: Option<AppHandle<App>>,
    host: Host,
    listener: Listener,
}

#[wasm_bindgen]
impl Player {
    /// Draws a visualizer into an element of a shadow root. `tell` is called with `step`, `verdict` or `error` and an
    /// object that says more. It is empty until something is opened.
    #[wasm_bindgen(constructor)]
    pub fn new(root: Element, wishes: &PlayerWishes, tell: Function) -> Player {
        let host = Host::element(root.clone(), wishes.wishes.clone());
        let listener = Listener::new(tell);
        let props = AppProps {
            host: host.clone(),
            opening: Opening::Nothing,
            listener: Some(listener.clone()),
        };
        Player {
            handle: Some(yew::Renderer::<App>::with_root_and_props(root, props).render()),
            host,
            listener,
        }
    }

    /// Opens one of the clusters of `sampleNames`. Returns whether there is one of that name.
    #[wasm_bindgen(js_name = openSample)]
    pub fn open_sample(&mut self, name: &str) -> bool {
        let sample = Sample::of_slug(name);
        if let Some(sample) = sample {
            self.open(Opening::Sample(sample));
        }
        sample.is_some()
    }

    /// Opens a text: objects as kubectl prints them.
    #[wasm_bindgen(js_name = openText)]
    pub fn open_text(&mut self, name: &str, text: &str) {
        self.open(Opening::Text(name.into(), text.into()));
    }

    /// Opens what a link carries, from its `#` on.
    #[wasm_bindgen(js_name = openLink)]
    pub fn open_link(&mut self, link: &str) {
        self.open(Opening::Link(link.into()));
    }

    fn open(&mut self, opening: Opening) {
        let props = AppProps {
            host: self.host.clone(),
            opening,
            listener: Some(self.listener.clone()),
        };
        if let Some(handle) = &mut self.handle {
            handle.update(props);
        }
    }

    /// Speaks another language.
    #[wasm_bindgen(js_name = setLanguage)]
    pub fn set_language(&self, tag: &str) {
        self.act(Act::Speak(Language::of_tag(tag)));
    }

    /// Takes another theme: `light`, `dark`, and anything else for the system's.
    #[wasm_bindgen(js_name = setTheme)]
    pub fn set_theme(&self, theme: &str) {
        self.act(Act::Paint(theme_of(theme)));
    }

    /// Looks through another lens. Returns whether there is one of that name.
    #[wasm_bindgen(js_name = setLens)]
    pub fn set_lens(&self, slug: &str) -> bool {
        let lens = Lens::of_slug(slug);
        if let Some(lens) = lens {
            self.act(Act::Look(lens));
        }
        lens.is_some()
    }

    /// Begins to watch what was asked, or goes on with it.
    pub fn play(&self) {
        if let Some(desk) = self.listener.desk() {
            if desk.view().frame.is_some() {
                desk.act(Act::Play(true));
            } else {
                desk.watch();
            }
        }
    }

    /// Stops where it is.
    pub fn pause(&self) {
        self.act(Act::Play(false));
    }

    /// Shows the state after this many steps.
    pub fn seek(&self, step: u32) {
        if let Some(desk) = self.listener.desk() {
            desk.seek(step as usize);
        }
    }

    /// Watches what was asked, and shows the state after this many steps as soon as the way there is known.
    #[wasm_bindgen(js_name = openStep)]
    pub fn open_step(&self, step: u32) {
        if let Some(desk) = self.listener.desk() {
            desk.watch_from(step as usize);
        }
    }

    /// Goes on by this many steps, or back.
    #[wasm_bindgen(js_name = stepBy)]
    pub fn step_by(&self, steps: i32) {
        if let Some(desk) = self.listener.desk() {
            desk.step_by(steps as isize);
        }
    }

    fn act(&self, act: Act) {
        if let Some(desk) = self.listener.desk() {
            desk.act(act);
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(desk) = self.listener.desk() {
            desk.close();
        }
        if let Some(handle) = self.handle.take() {
            handle.destroy();
        }
    }
}

fn theme_of(word: &str) -> Theme {
    match word {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::System,
    }
}
