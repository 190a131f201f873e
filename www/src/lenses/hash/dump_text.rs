use super::dump_stage::{Pointed, origin_class};
use super::lab::use_hash_words;
use super::reveal::{part_under, reveal};
use super::state::{Subject, value};
use kubeloupe_core::Set;
use kubeloupe_core::hash::analyse::Explained;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Which text.
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
    /// A line for each field.
    pub broken: bool,
    /// A part is pointed at, or no longer.
    pub on_point: Callback<Option<Pointed>>,
    /// A part is chosen.
    pub on_choose: Callback<Option<usize>>,
}

/// So many parts are drawn: the first ones, or those around the chosen one.
const MOST_PARTS: usize = 1_200;

/// The text that is hashed, each part an element that can be pointed at.
#[component]
pub fn DumpText(props: &Props) -> Html {
    let words = use_hash_words();
    let node = use_node_ref();
    {
        let node = node.clone();
        let outside = props
            .pointed
            .filter(|pointed| pointed.in_list)
            .map(|pointed| pointed.part);
        use_effect_with((outside, props.part, props.broken), move |&(outside, part, _)| {
            if let (Some(text), Some(part)) = (node.cast::<Element>(), outside.or(part)) {
                reveal(&text, &format!("[data-part=\"{part}\"]"));
            }
        });
    }
    let onmouseover = {
        let on_point = props.on_point.clone();
        move |event: MouseEvent| {
            on_point.emit(part_under(&event).map(|part| Pointed { part, in_list: false }));
        }
    };
    let onmouseleave = props.on_point.reform(|_: MouseEvent| None);
    let onclick = {
        let on_choose = props.on_choose.clone();
        move |event: MouseEvent| on_choose.emit(part_under(&event))
    };
    let explained = &props.subject.explained;
    let drawing = Drawing::new(props);
    let (start, end) = (drawing.start, drawing.end);
    html! {
        <div
            ref={node}
            class={classes!("dump", props.broken.then_some("broken"))}
            role="region"
            tabindex="0"
            aria-labelledby="hash-dump-title"
            {onmouseover}
            {onmouseleave}
            {onclick}
        >
            if start > 0 {
                <p class="more">{(words.too_many_parts)(start)}</p>
            }
            {drawing.inside(0, 0, end).0}
            if end < explained.text.len() {
                <p class="more">{(words.too_many_parts)(explained.text.len() - end)}</p>
            }
        </div>
    }
}

struct Drawing<'d> {
    explained: &'d Explained,
    props: &'d Props,
    /// The bytes that are drawn.
    start: usize,
    end: usize,
}

impl<'d> Drawing<'d> {
    fn new(props: &'d Props) -> Self {
        let explained = &props.subject.explained;
        let chosen = props.part.unwrap_or(0);
        let first = if chosen < MOST_PARTS {
            0
        } else {
            chosen - MOST_PARTS / 2
        };
        let begins = |place: usize| explained.parts.get(place).map(|part| part.start);
        Drawing {
            explained,
            props,
            start: if first == 0 { 0 } else { begins(first).unwrap_or(0) },
            end: begins(first + MOST_PARTS).unwrap_or(explained.text.len()),
        }
    }

    /// What is between two bytes, with the parts from `next` on. Returns the first part that is behind it, too.
    fn inside(&self, mut next: usize, start: usize, end: usize) -> (Html, usize) {
        let mut pieces = Vec::new();
        let mut at = start;
        while let Some(part) = self.explained.parts.get(next).filter(|part| part.start < end) {
            self.plain(at, part.start, &mut pieces);
            at = part.end.min(end);
            if part.end <= self.start {
                next += 1;
                while self
                    .explained
                    .parts
                    .get(next)
                    .is_some_and(|inner| inner.start < part.end)
                {
                    next += 1;
                }
                continue;
            }
            let (drawn, after) = self.part(next, end);
            pieces.push(drawn);
            next = after;
        }
        self.plain(at, end, &mut pieces);
        (pieces.into_iter().collect(), next)
    }

    fn part(&self, place: usize, limit: usize) -> (Html, usize) {
        let part = &self.explained.parts[place];
        let end = part.end.min(limit);
        let (content, after) = if part.is_leaf && end == part.end && part.start >= self.start {
            let said = value(self.explained, part);
            let before = &self.explained.text[part.start..part.end - said.len()];
            let said = said.to_owned();
            (html! { <><i>{before.to_owned()}</i>{said}</> }, place + 1)
        } else {
            self.inside(place + 1, part.start, end)
        };
        let class = classes!(
            "part",
            part.is_leaf.then(|| origin_class(part.origin)),
            self.props.changed.contains(&place).then_some("changed"),
            (self.props.part == Some(place)).then_some("chosen"),
            self.props
                .pointed
                .is_some_and(|pointed| pointed.part == place)
                .then_some("pointed"),
        );
        let html = html! { <span {class} data-part={place.to_string()}>{content}</span> };
        (html, after)
    }

    fn plain(&self, start: usize, end: usize, pieces: &mut Vec<Html>) {
        let start = start.max(self.start);
        if start < end {
            pieces.push(html! { {self.explained.text[start..end].to_owned()} });
        }
    }
}
