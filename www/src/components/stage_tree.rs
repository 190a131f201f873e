use super::fate_mark::FateMark;
use super::unanswered::Unanswered;
use crate::hooks::{use_desk, use_words};
use crate::state::{Answer, Grouping, Live, Mark, Opened, Outline, RowId, Source, ThingId, list_refs};
use crate::text::moment;
use std::rc::Rc;
use yew::prelude::*;

/// What the tree shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The answer.
    pub answer: Option<Rc<Answer>>,
    /// The forecasts were cancelled.
    pub stopped: bool,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// More rows than these are counted; the list of objects shows them all.
const SHOWN: usize = 400;

/// What is affected, each thing below its owner, with the reason beside it.
#[component]
pub fn StageTree(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let outline = use_memo(
        (props.source.clone(), props.answer.clone()),
        |(source, answer)| {
            let affected = |thing: ThingId| {
                let verdict = answer.as_deref().and_then(|answer| answer.verdict(thing));
                verdict.is_some_and(|verdict| !matches!(Mark::of(verdict.fate), Mark::Kept | Mark::Untouched))
            };
            Outline::new(
                &source.catalog,
                &source.forest,
                Grouping::Owners,
                &Opened::new(),
                Some(&affected),
            )
        },
    );
    let Some(answer) = &props.answer else {
        return html! { <Unanswered stopped={props.stopped} /> };
    };
    let catalog = &props.source.catalog;
    let left_out = outline.rows.len().saturating_sub(SHOWN);
    html! {
        <div class="verdicts" tabindex="0" role="region" aria-label={words.stage_tree}>
            if outline.rows.is_empty() {
                <p class="nothing">{words.nothing_happens}</p>
            }
            <ul class="affected">
                for row in outline.rows.iter().take(SHOWN) {
                    {match row.id {
                        RowId::Thing(thing) => {
                            let verdict = answer.verdict(thing);
                            let desk = desk.clone();
                            let live = (props.revision > 0).then(|| desk.live(thing));
                            let onclick = move |_: MouseEvent| desk.choose_seen(thing);
                            html! {
                                <li key={thing.0} data-live={live.map(Live::word)} class={classes!((props.selected == Some(thing)).then_some("chosen"))} ~style={format!("--depth:{}", row.depth)}>
                                    <FateMark mark={answer.mark(thing)} />
                                    <button type="button" class="thing" {onclick}><em class="kind">{catalog.kind_of(thing).to_owned()}</em><b>{catalog.name_of(thing).to_owned()}</b></button>
                                    if let Some(verdict) = verdict {
                                        <span class="said">{(words.fate)(verdict.fate)}{verdict.at.map(|at| format!(", {}", moment(&words.spans, at)))}</span>
                                        if let Some(because) = verdict.why.first() {
                                            <span class="note">{(words.reason)(because.reason, &list_refs(catalog, &because.refs))}</span>
                                        }
                                    }
                                </li>
                            }
                        }
                        RowId::Namespace(name) | RowId::Kind(name) => {
                            let text = catalog.text(name);
                            html! { <li key={format!("{name:?}")} class="heading">{if text.is_empty() { words.cluster_scoped } else { text }.to_owned()}</li> }
                        }
                    }}
                }
            </ul>
            if left_out > 0 {
                <p class="nothing">{(words.more)(left_out)}</p>
            }
        </div>
    }
}
