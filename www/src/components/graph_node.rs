use crate::graph::Rect;
use crate::state::{Mark, ThingId};
use yew::prelude::*;

/// How a node is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// As it is, and nothing will become of it.
    Plain,
    /// It will go.
    Doomed,
    /// It waits for its dependents.
    Waiting,
    /// A pod in its grace period.
    Stopping,
    /// It will not go though it should, or is never collected.
    Stuck,
    /// It lost its owner.
    Orphaned,
    /// It is gone.
    Gone,
    /// Only references know of it.
    Virtual,
    /// Several things, counted.
    Group,
}

impl Tone {
    fn word(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Doomed => "doomed",
            Tone::Waiting => "waiting",
            Tone::Stopping => "stopping",
            Tone::Stuck => "stuck",
            Tone::Orphaned => "orphaned",
            Tone::Gone => "gone",
            Tone::Virtual => "virtual",
            Tone::Group => "group",
        }
    }
}

/// One node.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Where it stands.
    pub rect: Rect,
    /// The kind, or what the group is of.
    pub kind: AttrValue,
    /// The name.
    pub name: AttrValue,
    /// How it is painted.
    pub tone: Tone,
    /// The thing that it stands for.
    #[prop_or_default]
    pub thing: Option<ThingId>,
    /// Its whole name, where the one shown is cut.
    #[prop_or_default]
    pub title: Option<AttrValue>,
    /// What will become of it.
    #[prop_or_default]
    pub mark: Option<Mark>,
    /// What it does now, in a word.
    #[prop_or_default]
    pub tag: Option<&'static str>,
    /// How much of its grace period is over.
    #[prop_or_default]
    pub percent: Option<u8>,
    /// It is the chosen thing.
    #[prop_or_default]
    pub selected: bool,
    /// It is asked about.
    #[prop_or_default]
    pub asked: bool,
    /// The present step is about it.
    #[prop_or_default]
    pub current: bool,
    /// What it is like, for tests.
    #[prop_or_default]
    pub live: Option<&'static str>,
}

/// A box with the kind and the name of a thing, what it is now, and what will become of it.
#[component]
pub fn GraphNode(props: &Props) -> Html {
    let Rect { x, y, width, height } = props.rect;
    let class = classes!(
        "node",
        props.tone.word(),
        props.selected.then_some("selected"),
        props.asked.then_some("questioned"),
        props.current.then_some("current"),
    );
    let bar = width - 20.0;
    html! {
        <g {class} data-thing={props.thing.map(|thing| thing.0.to_string())} data-live={props.live} ~style={format!("transform:translate({x:.1}px,{y:.1}px)")}>
            if let Some(title) = &props.title {
                <title>{title.clone()}</title>
            }
            <rect class="box" width={width.to_string()} height={height.to_string()} rx="8" />
            <text class="node-kind" x="13" y="18">{props.kind.clone()}</text>
            <text class="node-name" x="13" y="36">{props.name.clone()}</text>
            if let Some(mark) = props.mark {
                {shape(mark, width - 14.0, 14.0)}
            }
            if let Some(percent) = props.percent {
                <path class="grace-whole" d={format!("M10 {:.1}h{bar:.1}", height - 4.0)} />
                <path class="grace" d={format!("M10 {:.1}h{:.1}", height - 4.0, bar * f64::from(percent.max(2)) / 100.0)} />
            }
            if let Some(tag) = props.tag {
                <g class="tag" transform={format!("translate({:.1} -9)", width - 64.0)}>
                    <rect width="56" height="18" rx="9" />
                    <text x="28" y="12.5">{tag}</text>
                </g>
            }
        </g>
    }
}

/// The shape of a fate, around a point.
fn shape(mark: Mark, x: f64, y: f64) -> Html {
    let transform = format!("translate({x:.1} {y:.1})");
    let class = classes!("fate", mark.word());
    match mark {
        Mark::Deleted => html! { <path {class} {transform} d="M-4 -4 4 4M4 -4-4 4" /> },
        Mark::Stuck => html! { <rect {class} {transform} x="-4" y="-4" width="8" height="8" rx="1.5" /> },
        Mark::Orphaned => html! { <path {class} {transform} d="M0 -5.500 5.500 0 0 5.500-5.500 0z" /> },
        Mark::Waiting => html! { <path {class} {transform} d="M0 -4.500a4.500 4.500 0 0 1 0 9z" /> },
        Mark::Changed => html! { <path {class} {transform} d="M0 -4.500 5 4H-5z" /> },
        Mark::Kept | Mark::Untouched => html! { <circle {class} {transform} r="4" /> },
    }
}
