use super::fate_mark::FateMark;
use super::name_text::NameText;
use crate::hooks::use_words;
use crate::state::{Answer, Live, Mark, Row, RowId, Source, ThingId};
use crate::text::{Words, moment, short_kind};
use kubeloupe_core::analyse::Fate;
use kubeloupe_core::object::Name;
use std::rc::Rc;
use yew::prelude::*;

/// One row.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Its id on the page.
    pub id: AttrValue,
    /// What is open.
    pub source: Rc<Source>,
    /// The answer whose fates are marked.
    pub answer: Option<Rc<Answer>>,
    /// What the row stands for.
    pub row: Row,
    /// It is the chosen thing.
    pub chosen: bool,
    /// It is asked about.
    pub asked: bool,
    /// The keyboard is at it.
    pub active: bool,
    /// What the thing is like at the present step, while something is watched.
    pub live: Option<Live>,
    /// It was clicked.
    pub on_choose: Callback<Row>,
    /// Its twist was clicked.
    pub on_unfold: Callback<Row>,
}

/// A namespace, a kind, or an object with its fate and the time of it.
#[component]
pub fn ObjectRow(props: &Props) -> Html {
    let words = use_words();
    let row = props.row;
    let onclick = props.on_choose.reform(move |_| row);
    let on_twist = props.on_unfold.reform(move |event: MouseEvent| {
        event.stop_propagation();
        row
    });
    let twist = match row.open {
        None => html! { <span class="twist"></span> },
        Some(open) => html! {
            <span class={classes!("twist", if open { "open" } else { "shut" })} onclick={on_twist} aria-hidden="true"></span>
        },
    };
    let content = match row.id {
        RowId::Namespace(name) => heading(words, &props.source, name, row.below),
        RowId::Kind(name) => heading(words, &props.source, name, row.below),
        RowId::Thing(thing) => thing_row(words, props, thing),
    };
    let class = classes!(
        "row",
        props.chosen.then_some("chosen"),
        props.active.then_some("active"),
        props.asked.then_some("questioned"),
        (!matches!(row.id, RowId::Thing(_))).then_some("heading"),
        matches!(props.live, Some(Live::Gone)).then_some("gone"),
    );
    html! {
        <div
            id={props.id.clone()}
            {class}
            role="treeitem"
            aria-level={(row.depth + 1).to_string()}
            aria-setsize={row.siblings.to_string()}
            aria-posinset={row.place.to_string()}
            aria-expanded={row.open.map(|open| open.to_string())}
            aria-selected={props.chosen.to_string()}
            data-live={props.live.map(Live::word)}
            ~style={format!("--depth:{}", row.depth)}
            {onclick}
        >{twist}{content}</div>
    }
}

fn heading(words: &Words, source: &Source, name: Name, below: u32) -> Html {
    let text = if name == Name::EMPTY {
        words.cluster_scoped
    } else {
        source.catalog.text(name)
    };
    html! { <><span class="name">{text.to_owned()}</span><small>{below}</small></> }
}

fn thing_row(words: &Words, props: &Props, thing: ThingId) -> Html {
    let catalog = &props.source.catalog;
    let answer = props.answer.as_deref();
    let mark = answer.map_or(Mark::Untouched, |answer| answer.mark(thing));
    let verdict = answer.and_then(|answer| answer.verdict(thing));
    let note = match (verdict, props.row.below) {
        (Some(verdict), _) if verdict.fate == Fate::Stuck => words.stays.to_owned(),
        (Some(verdict), _) if verdict.fate == Fate::Uncollectable => words.never.to_owned(),
        (Some(verdict), below) if verdict.fate != Fate::Kept || below == 0 => match verdict.at {
            Some(at) if at.0 <= 0 => words.now.to_owned(),
            Some(at) if verdict.fate != Fate::Kept => moment(&words.spans, at),
            _ => String::new(),
        },
        (_, 0) => String::new(),
        (_, below) => below.to_string(),
    };
    html! {
        <>
            <FateMark {mark} />
            <em class="kind">{short_kind(catalog.kind_of(thing))}</em>
            <NameText name={catalog.name_of(thing).to_owned()} />
            if mark != Mark::Untouched {
                <span class="unseen">{(words.mark)(mark)}</span>
            }
            <small>{note}</small>
        </>
    }
}
