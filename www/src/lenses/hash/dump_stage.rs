use super::dump_text::DumpText;
use super::field_list::FieldList;
use super::lab::{use_hash_words, use_lab};
use super::state::{Comparison, HashAct, Subject, by_revision, changed_parts};
use crate::components::{CopyButton, Segment, Segments};
use kubeloupe_core::Set;
use kubeloupe_core::hash::analyse::Origin;
use std::rc::Rc;
use yew::prelude::*;

/// What is hashed of what.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is looked at.
    pub subject: Rc<Subject>,
    /// What it is compared with, where somebody chose something.
    pub comparison: Option<Rc<Comparison>>,
    /// The part that is chosen.
    pub part: Option<usize>,
    /// Fields that say nothing are listed too.
    pub all: bool,
    /// A line for each field.
    pub broken: bool,
}

/// A part that is pointed at, and from which side: the other one shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pointed {
    /// The part.
    pub part: usize,
    /// It is pointed at in the list.
    pub in_list: bool,
}

/// The text that is hashed beside the fields that contribute to it. What is pointed at or chosen on one side is marked on
/// the other.
#[component]
pub fn DumpStage(props: &Props) -> Html {
    let (words, lab) = (use_hash_words(), use_lab());
    let pointed = use_state_eq(|| None::<Pointed>);
    let changed = use_memo(
        (props.subject.clone(), props.comparison.clone()),
        |(subject, comparison)| match comparison {
            Some(compared) => changed_parts(&subject.explained, &compared.differences),
            None => Set::default(),
        },
    );
    {
        // A part of another text is none of this one.
        let pointed = pointed.clone();
        use_effect_with(props.subject.clone(), move |_| pointed.set(None));
    }
    let on_point = {
        let setter = pointed.setter();
        Callback::from(move |part: Option<Pointed>| setter.set(part))
    };
    let on_choose = {
        let lab = lab.clone();
        Callback::from(move |part: Option<usize>| lab.act(HashAct::Part(part)))
    };
    let on_layout = {
        let lab = lab.clone();
        Callback::from(move |number: usize| lab.act(HashAct::Broken(number == 0)))
    };
    let text = {
        let subject = props.subject.clone();
        Callback::from(move |()| subject.explained.text.clone())
    };
    let layouts = vec![
        Segment::explained(words.broken, words.broken_about),
        Segment::explained(words.unbroken, words.unbroken_about),
    ];
    let size = props.subject.explained.text.len();
    let title = if by_revision(&props.subject.entry) {
        (words.revision_title)(size)
    } else {
        (words.dump_title)(size)
    };
    let part = props
        .part
        .and_then(|part| props.subject.explained.parts.get(part));
    html! {
        <div class="hash-dump">
            <FieldList
                subject={props.subject.clone()}
                changed={changed.clone()}
                part={props.part}
                pointed={*pointed}
                all={props.all}
                on_point={on_point.clone()}
                on_choose={on_choose.clone()}
            />
            <div class="hash-text-side">
                <header>
                    <h3 id="hash-dump-title">{title}</h3>
                    <Segments label={words.layout} choices={layouts} chosen={usize::from(!props.broken)} on_choose={on_layout} />
                    <CopyButton label={words.copy_text} {text} />
                </header>
                <DumpText
                    subject={props.subject.clone()}
                    {changed}
                    part={props.part}
                    pointed={*pointed}
                    broken={props.broken}
                    {on_point}
                    {on_choose}
                />
                <footer>
                    if let Some(part) = part {
                        <p class="hash-part">
                            <b>{if part.field.is_empty() { part.go.clone() } else { part.field.clone() }}</b>
                            <code>{part.go.clone()}</code>
                            <span>{format!("{}: {}", (words.origin)(part.origin), (words.origin_about)(part.origin))}</span>
                            <span>{(words.bytes)(part.start, part.end)}</span>
                        </p>
                    } else {
                        <ul class="hash-legend">
                            for origin in [Origin::Given, Origin::Default, Origin::Rewritten, Origin::Zero] {
                                <li title={(words.origin_about)(origin)}><OriginMark {origin} />{(words.origin)(origin)}</li>
                            }
                            if props.comparison.is_some() {
                                <li><i class="differs" aria-hidden="true">{"≠"}</i>{words.differs}</li>
                            }
                        </ul>
                    }
                </footer>
            </div>
        </div>
    }
}

/// Whose mark.
#[derive(Properties, Clone, PartialEq)]
pub struct MarkProps {
    /// Where a value comes from.
    pub origin: Origin,
}

/// Where a value comes from, as a shape.
#[component]
pub fn OriginMark(MarkProps { origin }: &MarkProps) -> Html {
    html! { <i class={classes!("origin", origin_class(*origin))} aria-hidden="true"></i> }
}

/// The class of an origin.
pub fn origin_class(origin: Origin) -> &'static str {
    match origin {
        Origin::Given => "given",
        Origin::Rewritten => "rewritten",
        Origin::Default => "default",
        Origin::Zero => "zero",
    }
}
