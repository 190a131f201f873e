use super::slot::{Props as SlotProps, Slot};
use super::{Listener, Opening};
use crate::components::{App, AppProps};
use crate::hooks::Desk;
use crate::host::{Controls, Host, Wishes};
use crate::state::{Act, Lens, Lesson, Sample, Theme};
use crate::text::Language;
use js_sys::Function;
use std::cell::Cell;
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

/// The names of the clusters and scenarios that come with the visualizer.
#[wasm_bindgen(js_name = sampleNames)]
pub fn sample_names() -> Vec<String> {
    let clusters = Sample::ALL.iter().map(|sample| sample.slug);
    let scenarios = Lesson::ALL.iter().map(|lesson| lesson.slug);
    clusters.chain(scenarios).map(str::to_owned).collect()
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

/// A place for a visualizer in an element of a shadow root. It may be empty, and another visualizer may stand in it later.
#[wasm_bindgen]
pub struct Player {
    slot: AppHandle<Slot>,
    root: Element,
    /// What tells this place from all others, from 1 on.
    place: u32,
    /// The how manieth app stands in it.
    number: u32,
    app: Option<(Host, Listener)>,
}

thread_local! {
    /// How many places there are.
    static PLACES: Cell<u32> = const { Cell::new(0) };
}

#[wasm_bindgen]
impl Player {
    /// What `rescue` calls it.
    #[wasm_bindgen(getter)]
    pub fn place(&self) -> u32 {
        self.place
    }

    /// Makes an element a place. It stays one for ever: whoever needs places again and again keeps them.
    #[wasm_bindgen(constructor)]
    pub fn new(root: Element) -> Player {
        let slot = yew::Renderer::<Slot>::with_root_and_props(root.clone(), SlotProps::default());
        Player {
            slot: slot.render(),
            root,
            place: PLACES.with(|places| {
                places.set(places.get() + 1);
                places.get()
            }),
            number: 0,
            app: None,
        }
    }

    /// Puts a visualizer there. `tell` is called with `step`, `verdict` or `error` and an object that says more. It is
    /// empty until something is opened.
    pub fn begin(&mut self, wishes: &PlayerWishes, tell: Function) {
        self.end();
        self.number = self.number.wrapping_add(1);
        let host = Host::element(self.root.clone(), self.place, wishes.wishes.clone());
        self.app = Some((host, Listener::new(tell)));
        self.open(Opening::Nothing);
    }

    /// Takes the visualizer away with everything that was open in it.
    pub fn end(&mut self) {
        if let Some((_, listener)) = self.app.take() {
            listener.close();
        }
        self.slot.update(SlotProps::default());
    }

    /// Opens one of `sampleNames`. Returns whether there is one of that name.
    #[wasm_bindgen(js_name = openSample)]
    pub fn open_sample(&mut self, name: &str) -> bool {
        let sample = Sample::of_slug(name).map(Opening::Sample);
        let opening = sample.or_else(|| Lesson::of_slug(name).map(Opening::Lesson));
        let is_known = opening.is_some();
        opening.into_iter().for_each(|opening| self.open(opening));
        is_known
    }

    /// Opens a text: objects as kubectl prints them, or a scenario.
    #[wasm_bindgen(js_name = openText)]
    pub fn open_text(&mut self, name: &str, text: &str) {
        self.open(Opening::Text(name.into(), text.into()));
    }

    /// Opens what `rescue` gave as `content`, as JSON.
    #[wasm_bindgen(js_name = openRescued)]
    pub fn open_rescued(&mut self, content: &str) {
        self.open(Opening::Rescued(content.into()));
    }

    /// Opens what a link carries, from its `#` on.
    #[wasm_bindgen(js_name = openLink)]
    pub fn open_link(&mut self, link: &str) {
        self.open(Opening::Link(link.into()));
    }

    fn open(&mut self, opening: Opening) {
        if let Some((host, listener)) = self.app.clone() {
            let app = AppProps {
                host,
                opening,
                listener: Some(listener),
            };
            self.slot.update(SlotProps {
                app: Some(app),
                number: self.number,
            });
        }
    }

    fn desk(&self) -> Option<Desk> {
        self.app.as_ref().and_then(|(_, listener)| listener.desk())
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
        if let Some(desk) = self.desk() {
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
        if let Some(desk) = self.desk() {
            desk.seek(step as usize);
        }
    }

    /// Watches what was asked, and shows the state after this many steps as soon as the way there is known.
    #[wasm_bindgen(js_name = openStep)]
    pub fn open_step(&self, step: u32) {
        if let Some(desk) = self.desk() {
            desk.watch_from(step as usize);
        }
    }

    /// Goes on by this many steps, or back.
    #[wasm_bindgen(js_name = stepBy)]
    pub fn step_by(&self, steps: i32) {
        if let Some(desk) = self.desk() {
            desk.step_by(steps as isize);
        }
    }

    fn act(&self, act: Act) {
        if let Some(desk) = self.desk() {
            desk.act(act);
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
