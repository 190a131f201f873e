use super::workbench::Workbench;
use crate::embed::{Listener, Opening, use_listener};
use crate::hooks::{Desk, use_theme, use_view};
use crate::host::Host;
use crate::text::Words;
use yew::prelude::*;

/// Where the app is, what it begins with, and who hears of it.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Where everything is drawn.
    pub host: Host,
    /// What is opened at first.
    pub opening: Opening,
    /// Who hears what is shown, and may act.
    pub listener: Option<Listener>,
}

/// The whole page. It only provides what everything else uses.
#[component]
pub fn App(
    Props {
        host,
        opening,
        listener,
    }: &Props,
) -> Html {
    let (view, desk) = use_view(host);
    use_theme(host, view.theme, view.language);
    use_listener(listener.as_ref(), &view, &desk);
    html! {
        <ContextProvider<&'static Words> context={view.language.words()}>
            <ContextProvider<Desk> context={desk}>
                <Workbench {view} opening={opening.clone()} />
            </ContextProvider<Desk>>
        </ContextProvider<&'static Words>>
    }
}
