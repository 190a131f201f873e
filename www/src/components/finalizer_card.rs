use crate::hooks::use_words;
use crate::text::Language;
use kubeloupe_formats::diagnosis::known_finalizer;
use yew::prelude::*;

/// Which finalizer.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Its name.
    pub finalizer: AttrValue,
    /// The language.
    pub language: Language,
}

/// Who takes a finalizer off, when, and what usually stands in the way; nothing for one that is not known.
#[component]
pub fn FinalizerCard(Props { finalizer, language }: &Props) -> Html {
    let words = use_words();
    let lang = language.formats();
    let Some(known) = known_finalizer(finalizer) else {
        return Html::default();
    };
    html! {
        <dl class="finalizer-card">
            <dt class="title"><code>{finalizer.clone()}</code></dt><dd class="title">{known.owner.clone()}</dd>
            <dt>{words.finalizer_by}</dt><dd>{known.by(lang).to_owned()}</dd>
            <dt>{words.finalizer_when}</dt><dd>{known.when(lang).to_owned()}</dd>
            <dt>{words.finalizer_obstacle}</dt><dd>{known.obstacle(lang).to_owned()}</dd>
        </dl>
    }
}
