//! Where the visualizer lives: it may have a page of its own, or an element of somebody else's page.

use crate::state::{Lens, Theme};
use crate::text::Language;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, ShadowRoot};

/// Where the visualizer lives, and how it is to begin.
#[derive(Clone, Debug, Default)]
pub struct Host(Option<Rc<Embedded>>);

/// An element of somebody else's page.
#[derive(Debug)]
struct Embedded {
    /// What everything is drawn into. It lies in a shadow root of its own.
    root: Element,
    /// What tells it from all others; 1 or more.
    number: u32,
    /// How the element's author wants it to begin.
    wishes: Wishes,
}

/// How an element's author wants it to begin.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// In this language; `None` for the browser's.
    pub language: Option<Language>,
    /// Light or dark.
    pub theme: Theme,
    /// Through this lens.
    pub lens: Lens,
    /// How much of the visualizer's own controls is shown.
    pub controls: Controls,
}

/// How much of the visualizer's own controls an element shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Controls {
    /// Everything that the page has.
    #[default]
    Full,
    /// The picture, and the step bar below it.
    Steps,
    /// The picture alone; the page around it does the rest.
    Nothing,
}

impl Controls {
    /// What an author writes, and style sheets go by.
    pub fn word(self) -> &'static str {
        match self {
            Controls::Full => "full",
            Controls::Steps => "steps",
            Controls::Nothing => "none",
        }
    }

    /// What an author wrote.
    pub fn of_word(word: &str) -> Option<Self> {
        let all = [Controls::Full, Controls::Steps, Controls::Nothing];
        all.into_iter().find(|one| one.word() == word)
    }
}

impl PartialEq for Host {
    /// A host does not change.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Host {
    /// A page of its own.
    pub fn page() -> Self {
        Host(None)
    }

    /// An element in a shadow root, with a number from 1 on that no other one has.
    pub fn element(root: Element, number: u32, wishes: Wishes) -> Self {
        Host(Some(Rc::new(Embedded { root, number, wishes })))
    }

    /// What tells it from all others: 0 for a page of its own.
    pub fn number(&self) -> u32 {
        self.0.as_deref().map_or(0, |embedded| embedded.number)
    }

    /// How it is to begin, where that is said.
    pub fn wishes(&self) -> Option<&Wishes> {
        self.0.as_deref().map(|embedded| &embedded.wishes)
    }

    /// It has the page for itself: the address, the keys wherever the focus is, what is kept for the next visit.
    pub fn is_page(&self) -> bool {
        self.0.is_none()
    }

    /// Whose keys, drops and pastes are its.
    pub fn listened(&self) -> Option<EventTarget> {
        match &self.0 {
            Some(embedded) => Some(embedded.root.clone().unchecked_into()),
            None => web_sys::window().map(JsCast::unchecked_into),
        }
    }

    /// What a selector finds in it.
    pub fn find(&self, selector: &str) -> Option<Element> {
        match &self.0 {
            Some(embedded) => embedded.root.query_selector(selector).ok().flatten(),
            None => document()?.query_selector(selector).ok().flatten(),
        }
    }

    /// What has the focus in it.
    pub fn active(&self) -> Option<Element> {
        match &self.0 {
            Some(embedded) => {
                let shadow: ShadowRoot = embedded.root.get_root_node().dyn_into().ok()?;
                shadow.active_element()
            }
            None => document()?.active_element(),
        }
    }

    /// What carries the language and the theme, and behind everything the background.
    pub fn ground(&self) -> Option<Element> {
        match &self.0 {
            Some(embedded) => Some(embedded.root.clone()),
            None => document()?.document_element(),
        }
    }
}

fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_are_written() {
        for one in [Controls::Full, Controls::Steps, Controls::Nothing] {
            assert_eq!(Controls::of_word(one.word()), Some(one));
        }
        assert_eq!(Controls::of_word("many"), None);
    }
}
