use crate::hooks::{use_desk, use_words};
use crate::state::{Happened, KEPT_AT_EACH_END, Source};
use crate::text::{Language, moment, tell};
use std::rc::Rc;
use yew::prelude::*;

/// What happened to a thing.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// What happened, oldest first, and how much more; `None` while nothing is watched.
    pub log: Option<Rc<(Vec<Happened>, usize)>>,
    /// The present position.
    pub position: usize,
    /// The language of sentences.
    pub language: Language,
}

/// What happened to the chosen thing in the steps that are watched; a click goes there.
#[component]
pub fn ThingHistory(
    Props {
        source,
        log,
        position,
        language,
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let list = match log.as_deref() {
        None => html! { <p class="none">{words.happened_watch}</p> },
        Some((happened, _)) if happened.is_empty() => html! { <p class="none">{words.happened_nothing}</p> },
        Some((happened, left_out)) => html! {
            <ol class="happened">
                for (number, one) in happened.iter().enumerate() {
                    if *left_out > 0 && number == KEPT_AT_EACH_END {
                        <li class="more">{(words.more)(*left_out)}</li>
                    }
                    {{
                        let (desk, target) = (desk.clone(), one.position);
                        let onclick = move |_: MouseEvent| desk.seek(target);
                        let class = classes!(
                            (one.position > *position).then_some("ahead"),
                            (one.position == *position).then_some("here"),
                        );
                        html! {
                            <li {class}>
                                <button type="button" {onclick}>
                                    <span class="when">{moment(&words.spans, one.at)}</span>
                                    <span>{tell(&one.effect, source.catalog.names(), source.catalog.kinds(), *language)}</span>
                                </button>
                            </li>
                        }
                    }}
                }
            </ol>
        },
    };
    html! { <div class="history"><h3>{words.happened}</h3>{list}</div> }
}
