use crate::graph::{HEAD, Label, Rect};
use yew::prelude::*;

/// One open group.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Where it stands.
    pub rect: Rect,
    /// What is written on it.
    pub label: Label,
    /// It stands in an even number of others: groups in groups are told apart by their ground.
    pub even: bool,
    /// The keyboard is at it.
    pub selected: bool,
}

/// The border around an open group, and its name, which closes it.
#[component]
pub fn GraphFrame(props: &Props) -> Html {
    let Rect { x, y, width, height } = props.rect;
    let class = classes!(
        "frame",
        props.even.then_some("even"),
        props.selected.then_some("selected")
    );
    html! {
        <g {class} ~style={format!("transform:translate({x:.1}px,{y:.1}px)")}>
            <rect class="ground" width={format!("{width:.1}")} height={format!("{height:.1}")} rx="12" />
            <path class="fold" d={format!("M14 {:.1}h9", HEAD / 2.0)} />
            <text class="frame-kind" x="30" y={format!("{:.1}", HEAD / 2.0 + 4.5)}>{props.label.kind.clone()}<tspan class="frame-name" dx="8">{props.label.name.clone()}</tspan></text>
        </g>
    }
}
