use crate::hooks::{use_lens_keys, use_words};
use crate::lenses::LensProps;
use crate::state::Lens;
use yew::prelude::*;

/// ReplicaSets that wait for their own writes.
#[component]
pub fn ExpectationsLens(LensProps { view, hidden }: &LensProps) -> Html {
    let words = use_words();
    use_lens_keys(*hidden, Callback::from(|_| false));
    html! {
        <main class="lens expectations-lens" hidden={*hidden} lang={view.language.tag()}>
            <h2>{(words.lens)(Lens::Expectations)}</h2>
        </main>
    }
}
