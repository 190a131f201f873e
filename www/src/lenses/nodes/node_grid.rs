use super::state::{Act, Bits, Fleet, Mark};
use super::text::Say;
use super::use_desk::use_say;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The nodes of one zone at one moment.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The nodes of all zones.
    pub fleet: Rc<Fleet>,
    /// Which zone.
    pub number: usize,
    /// The numbers of its nodes.
    pub nodes: Range<usize>,
    /// What all nodes are like.
    pub bits: Rc<[Bits]>,
    /// How many there are of each mark.
    pub marks: [u32; Mark::ALL.len()],
    /// Chosen nodes.
    pub chosen: Rc<BTreeSet<usize>>,
    /// What changes the desk.
    pub act: Callback<Act>,
}

/// A zone with more nodes is a picture, one with fewer has a button for each.
const MOST_BUTTONS: usize = 60;
/// Side of a cell in the picture.
const CELL: usize = 10;
/// Columns of buttons.
const COLUMNS: usize = 10;

/// Nodes by shape and colour.
#[component]
pub fn NodeGrid(props: &Props) -> Html {
    if props.nodes.len() > MOST_BUTTONS {
        html! { <DenseGrid ..props.clone() /> }
    } else {
        html! { <ButtonGrid ..props.clone() /> }
    }
}

/// One stop for Tab; arrows go from node to node.
#[component]
fn ButtonGrid(props: &Props) -> Html {
    let say = use_say();
    let root = use_node_ref();
    let stop = use_state_eq(|| 0_usize);
    let count = props.nodes.len();
    let onkeydown = {
        let (root, stop) = (root.clone(), stop.clone());
        Callback::from(move |event: KeyboardEvent| {
            let here = *stop;
            let next = match event.key().as_str() {
                "ArrowRight" => here + 1,
                "ArrowLeft" => here.wrapping_sub(1),
                "ArrowDown" => here + COLUMNS,
                "ArrowUp" => here.wrapping_sub(COLUMNS),
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            if next < count {
                stop.set(next);
                focus(&root, next);
            }
        })
    };
    html! {
        <div ref={root} class="node-grid" role="group" aria-label={say.nodes_by_mark(say.zone_name(&props.fleet, props.number), &props.marks)} {onkeydown}>
            for (place, node) in props.nodes.clone().enumerate() {
                {button(say, props, place, node, *stop == place, &stop)}
            }
        </div>
    }
}

fn button(
    say: Say,
    props: &Props,
    place: usize,
    node: usize,
    is_stop: bool,
    stop: &UseStateHandle<usize>,
) -> Html {
    let bits = props.bits.get(node).copied().unwrap_or_default();
    let mark = bits.mark();
    let told = say.node(props.fleet.node_name(node), bits);
    let lamed = bits.has(Bits::LAMED) && !bits.has(Bits::SILENT);
    html! {
        <button
            type="button"
            key={node}
            class={classes!("nd", mark.class(), lamed.then_some("lamed"))}
            tabindex={if is_stop { "0" } else { "-1" }}
            aria-pressed={props.chosen.contains(&node).to_string()}
            aria-label={told.clone()}
            title={told}
            onclick={props.act.reform(move |_: MouseEvent| Act::Choose(node))}
            onfocus={ let stop = stop.clone(); move |_: FocusEvent| stop.set(place) }
        >{mark.sign()}</button>
    }
}

fn focus(root: &NodeRef, place: usize) {
    let child = root
        .cast::<Element>()
        .and_then(|root| root.children().item(u32::try_from(place).ok()?));
    if let Some(child) = child.and_then(|child| child.dyn_into::<HtmlElement>().ok()) {
        // Focus is refused only by what is not on the page.
        let _ = child.focus();
    }
}

/// Many nodes: one path for each mark, so that thousands cost a few elements.
#[component]
fn DenseGrid(props: &Props) -> Html {
    let say = use_say();
    let root = use_node_ref();
    let columns = columns_of(props.nodes.len());
    let rows = props.nodes.len().div_ceil(columns);
    let paths = use_memo((props.bits.clone(), props.nodes.clone()), |(bits, nodes)| {
        paths(bits.get(nodes.clone()).unwrap_or_default(), columns)
    });
    let chosen = use_memo((props.chosen.clone(), props.nodes.clone()), |(chosen, nodes)| {
        let mut path = String::new();
        for node in chosen.range(nodes.clone()) {
            let (x, y) = place_of(node - nodes.start, columns);
            // Writing to a string cannot fail.
            let _ = write!(path, "M{x} {y}h10v10h-10z");
        }
        path
    });
    let onclick = {
        let (root, act, nodes) = (root.clone(), props.act.clone(), props.nodes.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = root.cast::<Element>() else {
                return;
            };
            let frame = element.get_bounding_client_rect();
            let share = |at: f64, from: f64, size: f64| ((at - from) / size.max(1.0)).clamp(0.0, 0.999_999);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::cast_sign_loss,
                reason = "a place in the picture"
            )]
            let cell = |share: f64, count: usize| (share * count as f64) as usize;
            let column = cell(
                share(f64::from(event.client_x()), frame.left(), frame.width()),
                columns,
            );
            let row = cell(
                share(f64::from(event.client_y()), frame.top(), frame.height()),
                rows,
            );
            let node = nodes.start + row * columns + column;
            if nodes.contains(&node) {
                act.emit(Act::Choose(node));
            }
        })
    };
    let label = say.nodes_by_mark(say.zone_name(&props.fleet, props.number), &props.marks);
    html! {
        <svg ref={root} class="node-picture" viewBox={format!("0 0 {} {}", columns * CELL, rows * CELL)} role="img" aria-label={label} {onclick}>
            for (mark, path) in Mark::ALL.iter().zip(paths.iter()).filter(|(_, path)| !path.is_empty()) {
                <path key={mark.class()} class={mark.class()} d={path.clone()} />
            }
            <path class="chosen" d={(*chosen).clone()} />
        </svg>
    }
}

fn columns_of(count: usize) -> usize {
    // About twice as wide as high.
    let mut columns = COLUMNS;
    while columns * columns < count * 2 {
        columns += 2;
    }
    columns
}

fn place_of(number: usize, columns: usize) -> (usize, usize) {
    (number % columns * CELL, number / columns * CELL)
}

/// For each mark the cells that have it, each in the mark's own shape.
fn paths(bits: &[Bits], columns: usize) -> Vec<AttrValue> {
    let mut paths = vec![String::new(); Mark::ALL.len()];
    for (number, bits) in bits.iter().enumerate() {
        let (x, y) = place_of(number, columns);
        let mark = bits.mark();
        // Writing to a string cannot fail.
        let _ = write!(paths[mark as usize], "M{x} {y}{}", shape(mark));
    }
    paths.into_iter().map(AttrValue::from).collect()
}

/// A shape within ten by ten, from the upper left corner.
fn shape(mark: Mark) -> &'static str {
    match mark {
        Mark::Ready => "m1 1h8v8h-8z",
        Mark::Excluded => "m1 4h8v2h-8z",
        Mark::Silent => "m1 1h8v8h-8zm2 2v4h4v-4z",
        Mark::Skipped => "m1 1h8v3h-8zm0 5h8v3h-8z",
        Mark::NotReady => "m1 5h8v4h-8z",
        Mark::Unknown => "m5 1l4 8h-8z",
        Mark::Tainted => {
            "m1 2.500l1.500-1.500 2.500 2.500 2.500-2.500 1.500 1.500-2.500 2.500 2.500 2.500-1.500 1.500-2.500-2.500-2.500 2.500-1.500-1.500 2.500-2.500z"
        }
        Mark::Draining => "m5 0l5 5-5 5-5-5z",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_drawn_once() {
        let bits = [
            Bits::default(),
            Bits(2),
            Bits(Bits::SILENT),
            Bits(2 | Bits::TAINTED),
        ]
        .repeat(25);
        let paths = paths(&bits, columns_of(bits.len()));
        let drawn: usize = paths.iter().map(|path| path.matches('M').count()).sum();
        assert_eq!(drawn, bits.len());
        assert_eq!(paths[Mark::Tainted as usize].matches('M').count(), 25);
        assert!(paths[Mark::Draining as usize].is_empty());
        let columns = columns_of(1667);
        assert!((50..=70).contains(&columns), "{columns}");
    }
}
