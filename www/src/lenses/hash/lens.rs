use crate::hooks::{use_lens_keys, use_words};
use crate::lenses::LensProps;
use crate::state::Lens;
use yew::prelude::*;

/// The hash of a pod template.
#[component]
pub fn HashLens(LensProps { view, hidden }: &LensProps) -> Html {
    let words = use_words();
    use_lens_keys(*hidden, Callback::from(|_| false));
    html! {
        <main class="lens hash-lens" hidden={*hidden} lang={view.language.tag()}>
            <h2>{(words.lens)(Lens::Hash)}</h2>
        </main>
    }
}
