use crate::hooks::{use_lens_keys, use_words};
use crate::lenses::LensProps;
use crate::state::Lens;
use yew::prelude::*;

/// Nodes and zones.
#[component]
pub fn NodesLens(LensProps { view, hidden }: &LensProps) -> Html {
    let words = use_words();
    use_lens_keys(*hidden, Callback::from(|_| false));
    html! {
        <main class="lens nodes-lens" hidden={*hidden} lang={view.language.tag()}>
            <h2>{(words.lens)(Lens::Nodes)}</h2>
        </main>
    }
}
