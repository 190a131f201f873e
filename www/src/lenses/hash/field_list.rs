use super::dump_stage::{OriginMark, Pointed};
use super::lab::{use_hash_words, use_lab};
use super::reveal::{part_under, reveal};
use super::state::{HashAct, Subject, shown};
use crate::components::{Segment, Segments};
use kubeloupe_core::Set;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Whose fields.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is looked at.
    pub subject: Rc<Subject>,
    /// The parts that differ from what it is compared with.
    pub changed: Rc<Set<usize>>,
    /// The part that is chosen.
    pub part: Option<usize>,
    /// The part that is pointed at.
    pub pointed: Option<Pointed>,
    /// Fields that say nothing are listed too.
    pub all: bool,
    /// A part is pointed at, or no longer.
    pub on_point: Callback<Option<Pointed>>,
    /// A part is chosen.
    pub on_choose: Callback<Option<usize>>,
}

/// Longer values are cut, in characters.
const LONGEST: usize = 60;

/// The fields that contribute, in the order of the text.
#[component]
pub fn FieldList(props: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let node = use_node_ref();
    let listed = use_memo(
        (props.subject.clone(), props.changed.clone(), props.all),
        |(subject, changed, all)| shown(&subject.explained, changed, *all),
    );
    let (rows, more) = &*listed;
    {
        let node = node.clone();
        let outside = props
            .pointed
            .filter(|pointed| !pointed.in_list)
            .map(|pointed| pointed.part);
        use_effect_with((outside, props.part), move |&(outside, part)| {
            if let (Some(list), Some(part)) = (node.cast::<Element>(), outside.or(part)) {
                reveal(&list, &format!("[data-part=\"{part}\"]"));
            }
        });
    }
    let onmouseover = {
        let on_point = props.on_point.clone();
        move |event: MouseEvent| {
            on_point.emit(part_under(&event).map(|part| Pointed { part, in_list: true }));
        }
    };
    let onmouseleave = props.on_point.reform(|_: MouseEvent| None);
    let onclick = {
        let on_choose = props.on_choose.clone();
        move |event: MouseEvent| {
            if let Some(part) = part_under(&event) {
                on_choose.emit(Some(part));
            }
        }
    };
    let onkeydown = {
        let (on_choose, listed, part) = (props.on_choose.clone(), listed.clone(), props.part);
        move |event: KeyboardEvent| {
            let rows = &listed.0;
            let Some(last) = rows.len().checked_sub(1) else {
                return;
            };
            let at = part.and_then(|part| rows.iter().position(|row| row.part == part));
            let next = match (event.key().as_str(), at) {
                ("ArrowDown", Some(at)) => (at + 1).min(last),
                ("ArrowUp", Some(at)) => at.saturating_sub(1),
                ("PageDown", Some(at)) => (at + 10).min(last),
                ("PageUp", Some(at)) => at.saturating_sub(10),
                ("ArrowDown" | "Home", _) => 0,
                ("ArrowUp" | "End", _) => last,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            on_choose.emit(Some(rows[next].part));
        }
    };
    let on_which = Callback::from(move |number: usize| lab.act(HashAct::AllFields(number == 1)));
    let id = |part: usize| format!("hash-field-{part}");
    let active = props
        .part
        .filter(|part| rows.iter().any(|row| row.part == *part))
        .map(id);
    let which = vec![
        Segment::word(words.telling_fields),
        Segment::word(words.all_fields),
    ];
    html! {
        <div class="hash-fields">
            <header>
                <h3 id="hash-fields-title">{words.fields_title}</h3>
                <Segments label={words.which_fields} choices={which} chosen={usize::from(props.all)} on_choose={on_which} />
            </header>
            <ul
                ref={node}
                role="listbox"
                tabindex="0"
                aria-labelledby="hash-fields-title"
                aria-activedescendant={active}
                {onmouseover}
                {onmouseleave}
                {onclick}
                {onkeydown}
            >
                for row in rows {
                    <li
                        key={row.part}
                        id={id(row.part)}
                        role="option"
                        aria-selected={(props.part == Some(row.part)).to_string()}
                        class={classes!(props.pointed.is_some_and(|pointed| pointed.part == row.part).then_some("pointed"), row.changed.then_some("changed"))}
                        data-part={row.part.to_string()}
                        title={row.value.clone()}
                    >
                        <OriginMark origin={row.origin} />
                        <span class="way">{row.field.clone()}</span>
                        if row.changed {
                            <i class="differs" aria-hidden="true">{"≠"}</i><span class="unseen">{words.differs}</span>
                        }
                        <code>{cut(&row.value)}</code>
                        <span class="unseen">{(words.origin)(row.origin)}</span>
                    </li>
                }
            </ul>
            if *more > 0 {
                <p class="more">{(words.more_fields)(*more)}</p>
            }
        </div>
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
