use crate::graph::{Label, Look, Node, Rect, Tally, Tone, shares};
use crate::state::Mark;
use yew::prelude::*;

/// One box.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Where it stands.
    pub rect: Rect,
    /// What it stands for.
    pub node: Node,
    /// What is written on it.
    pub label: Label,
    /// What it is like.
    pub look: Look,
    /// Its whole name, where the one shown is cut.
    #[prop_or_default]
    pub title: Option<AttrValue>,
    /// What it is like, for tests.
    #[prop_or_default]
    pub live: Option<&'static str>,
}

/// A box with the kind and the name of a thing, what it is now, and what will become of it; or with what a group is of.
#[component]
pub fn GraphNode(props: &Props) -> Html {
    let Rect { x, y, width, height } = props.rect;
    let (look, label) = (&props.look, &props.label);
    let class = classes!(
        "node",
        look.tone.word(),
        look.selected.then_some("selected"),
        look.asked.then_some("questioned"),
        look.current.then_some("current"),
        label.compact.then_some("compact"),
    );
    let bar = width - 20.0;
    let thing = match props.node {
        Node::Thing(thing) => Some(thing.0.to_string()),
        Node::Group(_) => None,
    };
    let (size, side) = (width.to_string(), height.to_string());
    html! {
        <g {class} data-thing={thing} data-live={props.live} ~style={format!("transform:translate({x:.1}px,{y:.1}px)")}>
            if let Some(title) = &props.title {
                <title>{title.clone()}</title>
            }
            if look.tone == Tone::Group {
                <rect class="sheet" x="6" y="6" width={size.clone()} height={side.clone()} rx="8" />
                <rect class="sheet" x="3" y="3" width={size.clone()} height={side.clone()} rx="8" />
            }
            <rect class="box" width={size} height={side} rx="8" />
            if label.compact {
                <text class="node-name" x="10" y="18.5">{label.name.clone()}</text>
            } else {
                <text class="node-kind" x="13" y="18">{label.kind.clone()}</text>
                <text class="node-name" x="13" y="36">{label.name.clone()}</text>
            }
            if let Some(mark) = look.mark {
                {shape(mark, width - 14.0, if label.compact { height / 2.0 } else { 14.0 })}
            }
            if let Some(tally) = look.tally {
                {fates(&tally, width, height)}
            }
            if let Some(percent) = look.percent {
                <path class="grace-whole" d={format!("M10 {:.1}h{bar:.1}", height - 4.0)} />
                <path class="grace" d={format!("M10 {:.1}h{:.1}", height - 4.0, bar * f64::from(percent.max(2)) / 100.0)} />
            }
            if let Some(tag) = look.tag {
                <g class="tag" transform={format!("translate({:.1} -9)", width - 64.0)}>
                    <rect width="56" height="18" rx="9" />
                    <text x="28" y="12.5">{tag}</text>
                </g>
            }
        </g>
    }
}

/// How many of a group have the fate that most have, and the shares of all.
fn fates(tally: &Tally, width: f64, height: f64) -> Html {
    let largest = tally.largest();
    html! {
        <>
            if let Some((_, count)) = largest {
                <text class="node-kind count" x={format!("{:.1}", width - 22.0)} y="18">{count}</text>
            }
            for ((share, _, from), (mark, _)) in shares(tally).into_iter().zip(tally.shown()) {
                <rect
                    key={mark.word()}
                    class={classes!("share", mark.word())}
                    x={format!("{:.1}", 10.0 + from * (width - 20.0))}
                    y={format!("{:.1}", height - 5.5)}
                    width={format!("{:.1}", (share * (width - 20.0)).max(2.0))}
                    height="3"
                />
            }
        </>
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
