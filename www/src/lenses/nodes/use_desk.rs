use super::state::{Act, Desk};
use super::text::Say;
use crate::text::Language;
use std::rc::Rc;
use yew::prelude::*;

/// What the lens is about: one reducer changes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Desked(pub Desk);

impl Reducible for Desked {
    type Action = Act;

    fn reduce(self: Rc<Self>, act: Act) -> Rc<Self> {
        Rc::new(Desked(self.0.after(act)))
    }
}

/// The words of the lens, which its root provides.
#[hook]
pub fn use_say() -> Say {
    use_context::<Say>().unwrap_or_else(|| Say::of(Language::default()))
}
