use super::settings::taken;
use super::{Desk, download, picture_of};
use crate::graph::Picture;
use crate::state::{Act, Lens, LinkError, Shared, Sheet, ThingId, link, mermaid, read_link, scenario};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_formats::forecast::forecast_markdown;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;

/// More objects than these are too many for a flowchart of everything.
const MOST_IN_GRAPH: usize = 200;

/// The longest trace that is written, in steps.
pub const MOST_TRACED: usize = 20_000;

impl Desk {
    /// The address of what is shown: whoever opens it sees the same step.
    pub fn link(&self) -> Result<String, LinkError> {
        let view = self.view();
        let shared = self
            .with_session(|session| session.shared(&view.question, view.cascade, view.schedule))
            .unwrap_or(Err(LinkError::Broken))?;
        let location = web_sys::window().map(|window| window.location());
        let part = |part: fn(&web_sys::Location) -> Result<String, wasm_bindgen::JsValue>| {
            location
                .as_ref()
                .and_then(|location| part(location).ok())
                .unwrap_or_default()
        };
        let end = link(&shared)?;
        // Pages from a file have no origin that could be written.
        let page = part(web_sys::Location::href);
        let page = page.split('#').next().unwrap_or_default();
        Ok(format!("{page}{end}"))
    }

    /// Opens what the page's address carries. Returns whether it is a link.
    pub fn open_link(&self, fragment: &str) -> bool {
        match read_link(fragment) {
            None => {
                self.say_if_unknown(fragment);
                return false;
            }
            Some(Ok(shared)) => self.open_shared(shared),
            Some(Err(error)) => {
                let language = self.view().language;
                let text = match error {
                    LinkError::Newer(version) => (language.time().link_newer)(version),
                    _ => language.words().link_broken.to_owned(),
                };
                self.act(Act::Problem(Some(text.into())));
                return false;
            }
        }
        true
    }

    /// Says so where an address names no place of the page.
    fn say_if_unknown(&self, fragment: &str) {
        let named = fragment.strip_prefix('#').unwrap_or_default();
        let document = web_sys::window().and_then(|window| window.document());
        let is_place = || document.is_some_and(|document| document.get_element_by_id(named).is_some());
        if self.host().is_page()
            && !named.is_empty()
            && Lens::from_fragment(fragment).is_none()
            && !is_place()
        {
            let text = (self.view().language.time().no_such_place)(fragment);
            self.act(Act::Problem(Some(text.into())));
        }
    }

    /// Opens what was carried over a new start of the page, if anything was.
    pub fn open_carried(&self) -> bool {
        let shared = taken().and_then(|carried| Shared::of_content(&carried));
        shared.map(|shared| self.open_shared(shared)).is_some()
    }

    /// What is open and asked, as a scenario file.
    pub fn scenario_text(&self) -> String {
        let view = self.view();
        let Some(source) = &view.source else {
            return String::new();
        };
        if let Some(told) = view.played() {
            return told.script.written();
        }
        let scenario = scenario(source, &view.question, view.cascade);
        serde_json::to_string_pretty(&scenario).unwrap_or_default()
    }

    /// The answers so far, as Markdown.
    pub fn report_text(&self) -> String {
        let view = self.view();
        let Some(source) = &view.source else {
            return String::new();
        };
        let objects = view.question.iter();
        let objects: Vec<_> = objects
            .filter_map(|&id| source.catalog.get(id).object.clone())
            .collect();
        let answers = Cascade::ALL
            .into_iter()
            .filter_map(|cascade| view.answers[cascade as usize].as_ref());
        let forecasts: Vec<_> = answers.map(|answer| answer.forecast.clone()).collect();
        forecast_markdown(&source.cluster, &objects, &forecasts, view.language.formats())
    }

    /// The neighbourhood of the question as a flowchart in Mermaid.
    pub fn mermaid_text(&self) -> String {
        let view = self.view();
        let Some(source) = &view.source else {
            return String::new();
        };
        let focus: Vec<ThingId> = match view.selected {
            Some(thing) if view.question.is_empty() => vec![thing],
            _ => view.question.to_vec(),
        };
        let focus = if focus.is_empty() {
            source.catalog.objects().take(MOST_IN_GRAPH).collect()
        } else {
            focus
        };
        let picture = Picture::around(source, &focus, view.hops);
        let answer = view.answer().map(|answer| &**answer);
        mermaid(&source.catalog, &picture, answer, view.language.words().many)
    }

    /// Every step up to the one that is shown, with what happened in it.
    pub fn trace_text(&self) -> String {
        let view = self.view();
        let minor = format!("1.{}", view.minor);
        let trace = self.with_player(|player| player.trace(MOST_TRACED));
        json!({ "kubeloupe": "v1", "kubernetes": minor, "trace": trace.unwrap_or_default() }).to_string()
    }

    /// Saves the picture that is shown, as SVG or as PNG.
    pub fn save_picture(&self, png: bool) {
        let desk = self.clone();
        // The sheet would hide a part of what is measured.
        self.act(Act::Sheet(None));
        spawn_local(async move {
            super::breath::paint().await;
            let picture = desk
                .painted()
                .or_else(|| picture_of(desk.host(), "#picture .canvas svg"));
            let saved = match picture {
                None => false,
                Some(picture) if png => picture.save_png("kubeloupe.png").await,
                Some(picture) => download("kubeloupe.svg", "image/svg+xml", &picture.text),
            };
            if !saved {
                let words = desk.view().language.words();
                desk.act(Act::Sheet(Some(Sheet::Share)));
                desk.act(Act::Problem(Some(words.share_no_picture.into())));
            }
        });
    }
}
