use super::workbench::Workbench;
use crate::hooks::{Desk, use_theme, use_view};
use crate::text::Words;
use yew::prelude::*;

/// The whole page. It only provides what everything else uses.
#[component]
pub fn App() -> Html {
    let (view, desk) = use_view();
    use_theme(view.theme, view.language);
    html! {
        <ContextProvider<&'static Words> context={view.language.words()}>
            <ContextProvider<Desk> context={desk}>
                <Workbench {view} />
            </ContextProvider<Desk>>
        </ContextProvider<&'static Words>>
    }
}
