use super::graph_node::{GraphNode, Tone};
use super::icon::{Icon, Shape};
use crate::draw::LinkLayer;
use crate::graph::{
    Camera, Layered, Layout, Node, Picture, Placement, Point, Rect, Size, edge_path, loop_path, settle,
};
use crate::hooks::{use_desk, use_size, use_words};
use crate::state::{Answer, Frame, Live, Mark, Source, ThingId};
use crate::text::{Words, shorten};
use gloo_events::{EventListener, EventListenerOptions};
use kubeloupe_core::sim::{Effect, Item};
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

/// What the graph shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// What it is drawn around.
    pub focus: Rc<Vec<ThingId>>,
    /// How many references away from that.
    pub hops: u8,
    /// The answer whose fates are marked.
    pub answer: Option<Rc<Answer>>,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// The objects asked about.
    pub question: Rc<Vec<ThingId>>,
    /// The present step, while something is watched.
    pub frame: Option<Rc<Frame>>,
    /// Grows when the world that is shown changes.
    pub revision: u64,
    /// What is open can be changed.
    pub editing: bool,
}

/// The longest name that a node shows whole.
const NAME: usize = 24;
/// Names longer than this leave out what they have from their owner.
const LONG_NAME: usize = 14;
/// The height of a node.
const HEIGHT: f64 = 46.0;
/// How far an arrow key moves the picture, in CSS pixels.
const PAN: f64 = 48.0;
/// How much a key or a button zooms.
const ZOOM: f64 = 1.25;
/// Farther than this a press is a drag and no click.
const DRAG: f64 = 4.0;

/// The number of a thing that is not there any more.
const GONE: ThingId = ThingId(u32::MAX);

/// A picture with its place, kept for as long as the same things are in it.
struct Drawn {
    source: Rc<Source>,
    picture: Picture,
    placement: Placement,
    paths: Vec<String>,
}

/// Owners above their dependents. Drag or use arrow keys to move, the wheel or + and − to zoom, click to choose.
#[component]
pub fn OwnerGraph(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let canvas = use_node_ref();
    let screen = use_size(canvas.clone());
    let before = use_mut_ref(|| None::<Rc<Drawn>>);
    let moved = use_mut_ref(|| false);
    let camera = use_state_eq(|| None::<Camera>);
    let drawn = {
        let before = before.clone();
        // What is chosen comes first among many alike, but choosing something that is already seen moves nothing.
        let selected = props.selected.filter(|&thing| {
            before
                .borrow()
                .as_ref()
                .is_none_or(|drawn: &Rc<Drawn>| drawn.picture.index_of(thing).is_none())
        });
        let kept = use_mut_ref(|| None::<ThingId>);
        if selected.is_some() {
            *kept.borrow_mut() = selected;
        }
        let wanted = *kept.borrow();
        let deps = (props.source.clone(), props.focus.clone(), props.hops, wanted);
        use_memo(deps, move |(source, focus, hops, wanted)| {
            let wanted: BTreeSet<ThingId> = wanted.iter().copied().collect();
            let picture = Picture::around(&source.catalog, focus, &wanted, *hops);
            let drawn = Rc::new(draw(words, source, picture, before.borrow().as_deref()));
            *before.borrow_mut() = Some(drawn.clone());
            drawn
        })
    };
    // A picture of other things is shown whole; one that only grew stays where it is unless the user never moved it.
    let bounds = drawn.placement.bounds();
    let focus_node = props
        .focus
        .first()
        .and_then(|&thing| drawn.picture.index_of(thing));
    let focus_rect = focus_node.map_or(bounds, |at| drawn.placement.nodes[at]);
    {
        let (camera, moved, source) = (camera.setter(), moved.clone(), props.source.clone());
        let editing = props.editing;
        let deps = (drawn.clone().placement.clone(), screen, props.focus.clone());
        let last_focus = use_mut_ref(|| None::<(Rc<Source>, Rc<Vec<ThingId>>)>);
        use_effect_with(deps, move |(placement, screen, focus)| {
            let now = Some((source, focus.clone()));
            // What is changed stays where it is, once the user has moved it.
            let same = editing || *last_focus.borrow() == now;
            if !same {
                *moved.borrow_mut() = false;
            }
            *last_focus.borrow_mut() = now;
            if screen.width > 0.0 && !*moved.borrow() {
                camera.set(Some(Camera::open(placement.bounds(), focus_rect, *screen)));
            }
        });
    }
    let seen = camera.unwrap_or_else(|| Camera::open(bounds, focus_rect, screen));
    let look = {
        let (camera, moved) = (camera.setter(), moved.clone());
        Callback::from(move |to: Camera| {
            *moved.borrow_mut() = true;
            camera.set(Some(to));
        })
    };
    let fit = {
        let (camera, moved) = (camera.setter(), moved.clone());
        Callback::from(move |()| {
            *moved.borrow_mut() = false;
            camera.set(Some(Camera::fit(bounds, screen)));
        })
    };
    let middle = Point {
        x: screen.width / 2.0,
        y: screen.height / 2.0,
    };
    {
        // The wheel has to be listened to actively, or zooming would scroll the page as well.
        let look = look.clone();
        use_effect_with((canvas.clone(), seen), move |(canvas, seen)| {
            let seen = *seen;
            let listener = canvas.cast::<Element>().map(|element| {
                EventListener::new_with_options(
                    &element.clone(),
                    "wheel",
                    EventListenerOptions::enable_prevent_default(),
                    move |event| {
                        let Some(event) = event.dyn_ref::<WheelEvent>() else {
                            return;
                        };
                        event.prevent_default();
                        let rect = element.get_bounding_client_rect();
                        let at = Point {
                            x: f64::from(event.client_x()) - rect.left(),
                            y: f64::from(event.client_y()) - rect.top(),
                        };
                        look.emit(seen.zoom((-event.delta_y() / 400.0).exp().clamp(0.5, 2.0), at));
                    },
                )
            });
            move || drop(listener)
        });
    }
    let onkeydown = {
        let (look, fit) = (look.clone(), fit.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.meta_key() || event.alt_key() {
                return;
            }
            let pan = |x: f64, y: f64| look.emit(seen.pan(Point { x, y }));
            match event.key().as_str() {
                "ArrowLeft" => pan(PAN, 0.0),
                "ArrowRight" => pan(-PAN, 0.0),
                "ArrowUp" => pan(0.0, PAN),
                "ArrowDown" => pan(0.0, -PAN),
                "+" | "=" => look.emit(seen.zoom(ZOOM, middle)),
                "-" => look.emit(seen.zoom(1.0 / ZOOM, middle)),
                "0" => fit.emit(()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let drag = use_mut_ref(|| None::<(Point, Camera, bool)>);
    let onpointerdown = {
        let drag = drag.clone();
        Callback::from(move |event: PointerEvent| {
            if event.button() == 0 {
                *drag.borrow_mut() = Some((pointer(&event), seen, false));
            }
        })
    };
    let onpointermove = {
        let (drag, look, canvas) = (drag.clone(), look.clone(), canvas.clone());
        Callback::from(move |event: PointerEvent| {
            let mut drag = drag.borrow_mut();
            let Some((from, start, dragging)) = drag.as_mut() else {
                return;
            };
            let by = Point {
                x: pointer(&event).x - from.x,
                y: pointer(&event).y - from.y,
            };
            if !*dragging && by.x.hypot(by.y) > DRAG {
                *dragging = true;
                if let Some(element) = canvas.cast::<Element>() {
                    // Without the capture, dragging ends at the edge of the picture, which is no harm.
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
            }
            if *dragging {
                look.emit(start.pan(by));
            }
        })
    };
    let onpointerup = {
        let (drag, desk) = (drag.clone(), desk.clone());
        Callback::from(move |event: PointerEvent| {
            let dragged = drag.borrow_mut().take().is_some_and(|(_, _, dragging)| dragging);
            if !dragged {
                press(&desk, &event);
            }
        })
    };
    let onpointercancel = Callback::from(move |_: PointerEvent| {
        drag.borrow_mut().take();
    });
    let current = props
        .frame
        .as_deref()
        .map(|frame| current(&props.source, frame))
        .unwrap_or_default();
    let zoom = |factor: f64| {
        let look = look.clone();
        move |_| look.emit(seen.zoom(factor, middle))
    };
    let watching = props.frame.is_some();
    let places = drawn.picture.nodes.iter().zip(&drawn.placement.nodes);
    let places = places.filter(|_| props.editing);
    let things: Vec<(ThingId, Rect)> = places
        .filter_map(|(node, rect)| match node {
            Node::Thing(thing) => Some((*thing, *rect)),
            Node::More { .. } => None,
        })
        .collect();
    html! {
        <div class="graph">
            <div
                ref={canvas}
                class="canvas"
                tabindex="0"
                role="group"
                aria-label={(words.graph_about)(drawn.picture.nodes.len(), drawn.picture.edges.len())}
                aria-describedby="graph-keys"
                {onkeydown} {onpointerdown} {onpointermove} {onpointerup} {onpointercancel}
            >
                <svg aria-hidden="true" width="100%" height="100%">
                    <defs>
                        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow" /></marker>
                        <marker id="arrow-blocking" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow blocking" /></marker>
                    </defs>
                    <g transform={format!("translate({:.2} {:.2}) scale({:.4})", seen.offset.x, seen.offset.y, seen.scale)}>
                        <g class="edges">
                        for (edge, path) in drawn.picture.edges.iter().zip(&drawn.paths) {
                            <path
                                key={format!("{:?}-{:?}", drawn.picture.nodes[edge.owner], drawn.picture.nodes[edge.dependent])}
                                class={edge_class(&desk, &drawn.picture, edge.owner, edge.dependent, edge.blocks)}
                                d={path.clone()}
                                marker-end={if edge.blocks { "url(#arrow-blocking)" } else { "url(#arrow)" }}
                            />
                        }
                        </g>
                        <g class="nodes">
                        for (node, rect) in drawn.picture.nodes.iter().zip(&drawn.placement.nodes) {
                            {node_of(words, &desk, props, &current, watching, node, *rect)}
                        }
                        </g>
                    </g>
                </svg>
            </div>
            if drawn.picture.nodes.is_empty() {
                <p class="nothing">{words.choose_something}</p>
            }
            if props.editing {
                <LinkLayer source={props.source.clone()} {things} camera={seen} {watching} />
            }
            <p id="graph-keys" class="unseen">{words.graph_keys}</p>
            <div class="zoom" role="group" aria-label={words.zoom_fit}>
                <button type="button" aria-label={words.zoom_in} title={words.zoom_in} onclick={zoom(ZOOM)}><Icon shape={Shape::Plus} /></button>
                <button type="button" aria-label={words.zoom_out} title={words.zoom_out} onclick={zoom(1.0 / ZOOM)}><Icon shape={Shape::Minus} /></button>
                <button type="button" aria-label={words.zoom_fit} title={words.zoom_fit} onclick={fit.reform(|_| ())}><Icon shape={Shape::Fit} /></button>
            </div>
        </div>
    }
}

fn draw(words: &Words, source: &Rc<Source>, picture: Picture, before: Option<&Drawn>) -> Drawn {
    let sizes: Vec<Size> = picture
        .nodes
        .iter()
        .map(|node| size_of(words, source, node))
        .collect();
    let edges: Vec<(usize, usize)> = picture
        .edges
        .iter()
        .map(|edge| (edge.owner, edge.dependent))
        .collect();
    let mut placement = Layered.place(&sizes, &edges);
    if let Some(before) = before {
        settle(
            (&before.nodes_in(source), &before.placement),
            &picture.nodes,
            &mut placement,
        );
    }
    let paths = placement
        .edges
        .iter()
        .zip(&edges)
        .map(|(points, (owner, dependent))| {
            if owner == dependent {
                loop_path(points)
            } else {
                edge_path(points)
            }
        })
        .collect();
    Drawn {
        source: source.clone(),
        picture,
        placement,
        paths,
    }
}

impl Drawn {
    /// The nodes by the numbers that things have in another state of the same source.
    fn nodes_in(&self, source: &Rc<Source>) -> Vec<Node> {
        if Rc::ptr_eq(source, &self.source) {
            return self.picture.nodes.clone();
        }
        let carried = |thing: ThingId| {
            source
                .catalog
                .carried(&self.source.catalog, thing)
                .unwrap_or(GONE)
        };
        let nodes = self.picture.nodes.iter().map(|node| match node {
            Node::Thing(thing) => Node::Thing(carried(*thing)),
            Node::More { owner, kind, count } => Node::More {
                owner: carried(*owner),
                kind: kind.clone(),
                count: *count,
            },
        });
        nodes.collect()
    }
}

fn size_of(words: &Words, source: &Source, node: &Node) -> Size {
    let (kind, name) = labels(words, source, node);
    // The widths of letters are those of the style sheet's sizes, on the safe side.
    #[expect(clippy::cast_precision_loss, reason = "labels are short")]
    let (kind, name) = (
        kind.chars().count() as f64 * 7.0,
        name.chars().count() as f64 * 8.9,
    );
    Size {
        width: (kind + 46.0).max(name + 30.0).clamp(96.0, 280.0),
        height: HEIGHT,
    }
}

fn labels(words: &Words, source: &Source, node: &Node) -> (String, String) {
    match node {
        Node::Thing(thing) => (
            source.catalog.kind_of(*thing).to_owned(),
            node_name(source, *thing),
        ),
        Node::More { kind, count, .. } => (kind.clone(), (words.more_of)(*count, "")),
    }
}

/// The name of a thing, without the part that it has from the owner above it: that is what pods differ by.
fn node_name(source: &Source, thing: ThingId) -> String {
    let name = source.catalog.name_of(thing);
    let parent = source
        .forest
        .parent(thing)
        .map(|parent| source.catalog.name_of(parent));
    match parent.and_then(|parent| name.strip_prefix(parent)) {
        Some(rest) if rest.starts_with('-') && name.len() > LONG_NAME => format!("…{rest}"),
        _ => shorten(name, NAME),
    }
}

fn node_of(
    words: &'static Words,
    desk: &crate::hooks::Desk,
    props: &Props,
    current: &BTreeSet<ThingId>,
    watching: bool,
    node: &Node,
    rect: crate::graph::Rect,
) -> Html {
    let (kind, name) = labels(words, &props.source, node);
    let Node::Thing(thing) = *node else {
        return html! { <GraphNode key={format!("{node:?}")} {rect} {kind} name={name.trim().to_owned()} tone={Tone::Group} /> };
    };
    let live = desk.live(thing);
    let mark = props
        .answer
        .as_ref()
        .map_or(Mark::Untouched, |answer| answer.mark(thing));
    let tone = tone(live, mark, watching);
    let tag = match live {
        Live::WaitsForDependents if watching => Some(words.waiting_tag),
        _ => None,
    };
    html! {
        <GraphNode
            key={thing.0}
            {rect} {kind} {name} {tone} {tag}
            thing={thing}
            title={props.source.catalog.name_of(thing).to_owned()}
            mark={(!matches!(mark, Mark::Untouched)).then_some(mark)}
            percent={match live { Live::Stopping { percent } => Some(percent), _ => None }}
            selected={props.selected == Some(thing)}
            asked={props.question.contains(&thing)}
            current={current.contains(&thing)}
            live={live.word()}
        />
    }
}

/// How a node is painted: while something is watched by what is so now, before by what will become of it.
fn tone(live: Live, mark: Mark, watching: bool) -> Tone {
    match (live, mark) {
        (Live::Absent | Live::NotYet, _) => Tone::Virtual,
        (Live::Gone, _) => Tone::Gone,
        (Live::Stopping { .. }, _) => Tone::Stopping,
        (Live::WaitsForDependents | Live::Orphaning, Mark::Stuck) | (Live::Held, _) => Tone::Stuck,
        (Live::WaitsForDependents | Live::Orphaning, _) => Tone::Waiting,
        (Live::Freed, _) => Tone::Orphaned,
        (Live::Here, Mark::Stuck) => Tone::Stuck,
        (Live::Here, _) if watching => Tone::Plain,
        (Live::Here, Mark::Deleted | Mark::Waiting) => Tone::Doomed,
        (Live::Here, Mark::Orphaned) => Tone::Orphaned,
        (Live::Here, Mark::Kept | Mark::Changed | Mark::Untouched) => Tone::Plain,
    }
}

fn edge_class(
    desk: &crate::hooks::Desk,
    picture: &Picture,
    owner: usize,
    dependent: usize,
    blocks: bool,
) -> Classes {
    let gone = |node: &Node| matches!(node, Node::Thing(thing) if matches!(desk.live(*thing), Live::Gone | Live::Absent | Live::NotYet));
    let freed = matches!(&picture.nodes[dependent], Node::Thing(thing) if desk.live(*thing) == Live::Freed);
    let broken = gone(&picture.nodes[owner]) || gone(&picture.nodes[dependent]) || freed;
    classes!("edge", blocks.then_some("blocking"), broken.then_some("broken"))
}

/// The things that the present step is about.
fn current(source: &Source, frame: &Frame) -> BTreeSet<ThingId> {
    frame
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Written { after, .. } => source.catalog.of_object(after),
            Effect::Delivered { object, .. } => source.catalog.of_object(object),
            Effect::Dequeued {
                item: Item::Node { identity, .. },
                ..
            }
            | Effect::Decided { item: identity, .. } => source.catalog.by_identity(identity),
            _ => None,
        })
        .collect()
}

fn pointer(event: &PointerEvent) -> Point {
    Point {
        x: f64::from(event.client_x()),
        y: f64::from(event.client_y()),
    }
}

/// Chooses the thing whose node was pressed.
fn press(desk: &crate::hooks::Desk, event: &PointerEvent) {
    let node = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|element| element.closest("[data-thing]").ok().flatten());
    let thing = node
        .and_then(|node| node.get_attribute("data-thing"))
        .and_then(|text| text.parse().ok());
    if let Some(thing) = thing {
        desk.choose_seen(ThingId(thing));
    }
}
