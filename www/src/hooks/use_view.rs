use super::Desk;
use super::settings::remembered;
use crate::host::Host;
use crate::state::{Act, View};
use crate::text::Words;
use std::rc::Rc;
use yew::prelude::*;

/// The view as Yew's reducer sees it.
#[derive(Clone, Debug, Default)]
pub struct Viewing(pub Rc<View>);

impl Reducible for Viewing {
    type Action = Act;

    fn reduce(self: Rc<Self>, act: Act) -> Rc<Self> {
        Rc::new(Viewing(Rc::new(self.0.after(act))))
    }
}

/// The view and the desk that changes it. Called once, by the app.
#[hook]
pub fn use_view(host: &Host) -> (Rc<View>, Desk) {
    let viewing = use_reducer(|| Viewing(Rc::new(remembered(host))));
    let dispatcher = viewing.dispatcher();
    let desk = use_memo((), |()| Desk::new(dispatcher, host.clone()));
    let view = viewing.0.clone();
    desk.look_at(view.clone());
    (view, (*desk).clone())
}

/// Everything that the page says.
#[hook]
pub fn use_words() -> &'static Words {
    use_context::<&'static Words>().expect("the app provides the words")
}

/// Who does things.
#[hook]
pub fn use_desk() -> Desk {
    use_context::<Desk>().expect("the app provides the desk")
}

/// The tag of what is the main part of a page of its own: of somebody else's page it is none.
#[hook]
pub fn use_main_tag() -> &'static str {
    if use_desk().host().is_page() {
        "main"
    } else {
        "div"
    }
}
