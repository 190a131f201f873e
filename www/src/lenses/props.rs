use crate::state::View;
use std::rc::Rc;
use yew::prelude::*;

/// What every lens is given.
#[derive(Properties, Clone)]
pub struct LensProps {
    /// How the page is looked at: its language, what is open, the version that is simulated.
    pub view: Rc<View>,
    /// Another lens is looked through: nothing may move or listen to keys.
    pub hidden: bool,
}

impl PartialEq for LensProps {
    fn eq(&self, other: &Self) -> bool {
        self.hidden == other.hidden && Rc::ptr_eq(&self.view, &other.view)
    }
}
