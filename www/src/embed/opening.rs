use crate::hooks::Desk;
use crate::state::{Inputs, Lesson, Sample, Shared};
use std::rc::Rc;

/// What is opened at first.
#[derive(Clone, PartialEq, Debug)]
pub enum Opening {
    /// What was carried over a new start of the page, or what its address carries, and otherwise a sample.
    Address,
    /// Nothing yet.
    Nothing,
    /// A cluster that comes with the visualizer.
    Sample(Sample),
    /// A scenario that comes with it.
    Lesson(Lesson),
    /// What a link carries: everything of it from `#` on.
    Link(Rc<str>),
    /// What was saved after a failure.
    Rescued(Rc<str>),
    /// A text with this name.
    Text(Rc<str>, Rc<str>),
}

impl Opening {
    /// Opens it.
    pub fn open(&self, desk: &Desk) {
        match self {
            Opening::Address => {
                let address = web_sys::window().and_then(|window| window.location().hash().ok());
                let address = address.unwrap_or_default();
                if !desk.open_carried() && !desk.open_link(&address) && !desk.open_kept_drawing() {
                    desk.open_sample(Sample::SHOP);
                }
            }
            Opening::Nothing => {}
            Opening::Sample(sample) => desk.open_sample(*sample),
            Opening::Lesson(lesson) => desk.open_lesson(*lesson),
            Opening::Link(link) => drop(desk.open_link(link)),
            Opening::Rescued(content) => {
                if let Some(shared) = Shared::of_content(content) {
                    desk.open_shared(shared);
                }
            }
            Opening::Text(name, text) => {
                desk.open_files(Inputs::one(&**name, text.as_bytes().to_vec()));
            }
        }
    }
}
