use super::graph_frame::GraphFrame;
use super::graph_node::GraphNode;
use super::icon::{Icon, Shape};
use crate::draw::LinkLayer;
use crate::graph::{
    Camera, Fingers, Group, Heading, LAYERED_MOST, Look, MOST_NODES, Node, Point, Prepared, Rect, Scene,
    Size, Subject, Wish, carried, depth, edge_pieces, loop_pieces, path_data,
};
use crate::hooks::{
    Board, Desk, Painter, Places, use_colours, use_desk, use_scene, use_size, use_wheel, use_words,
};
use crate::state::{Act, Answer, Dress, Frame, Live, Scope, Source, Theme, ThingId, current};
use crate::text::Words;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// What the graph shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// Which part of it is drawn.
    pub subject: Subject,
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
    /// Light or dark.
    pub theme: Theme,
    /// What is open can be changed.
    pub editing: bool,
    /// Grows when something else is opened, and not when what is open is changed.
    pub lineage: u64,
    /// What was done to the groups of pictures, kept while they are not looked at.
    pub plans: Plans,
}

/// What was done to the groups of pictures, the latest last. Whoever shows a picture now and then keeps this.
#[derive(Clone, Default)]
pub struct Plans(Rc<RefCell<Vec<Plan>>>);

impl PartialEq for Plans {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Of more pictures than these, what was done longest ago is forgotten.
const MOST_PLANS: usize = 32;

impl Plans {
    fn keep(&self, plan: &Plan) {
        let mut kept = self.0.borrow_mut();
        kept.retain(|one| one.lineage == plan.lineage && one.subject != plan.subject);
        if kept.len() == MOST_PLANS {
            kept.remove(0);
        }
        kept.push(Plan {
            reveal: None,
            anchor: None,
            ..plan.clone()
        });
    }

    fn of(&self, lineage: u64, subject: &Subject) -> Option<Plan> {
        let kept = self.0.borrow();
        let found = kept
            .iter()
            .find(|one| one.lineage == lineage && one.subject == *subject);
        found.cloned()
    }
}

/// Pictures with more boxes are painted on a canvas.
const SVG_MOST: usize = 300;
/// The same for pictures of everything, of which more is seen than can be read: a canvas has headings at any scale.
const SVG_MOST_OF_ALL: usize = 60;
/// How far an arrow key moves the picture, in CSS pixels.
const PAN: f64 = 48.0;
/// How much a key or a button zooms.
const ZOOM: f64 = 1.25;

/// What was done to the groups of a picture.
#[derive(Clone, PartialEq)]
struct Plan {
    source: Rc<Source>,
    lineage: u64,
    subject: Subject,
    opened: Option<Rc<BTreeSet<Group>>>,
    open_all: bool,
    reveal: Option<ThingId>,
    anchor: Option<Node>,
}

/// Owners above their dependents. Drag to move, the wheel, two fingers or + and − to zoom, click to choose; arrow keys go from box to
/// box.
#[component]
pub fn OwnerGraph(props: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let board = use_memo((), |()| Board::new(Places::default()));
    let places = board.places();
    let screen = use_size(places.host.clone());
    let plan = use_state_eq(|| None::<Plan>);
    let cursor = use_state_eq(|| None::<Node>);
    let said = use_state_eq(String::new);
    let fresh = || Plan {
        source: props.source.clone(),
        lineage: props.lineage,
        subject: props.subject.clone(),
        opened: None,
        open_all: false,
        reveal: None,
        anchor: None,
    };
    let here = (*plan)
        .clone()
        .filter(|plan| plan.lineage == props.lineage && plan.subject == props.subject)
        .or_else(|| props.plans.of(props.lineage, &props.subject))
        .map_or_else(fresh, |plan| plan.carried(&props.source));
    let wish = Wish {
        source: props.source.clone(),
        lineage: props.lineage,
        subject: props.subject.clone(),
        opened: here.opened.clone(),
        open_all: here.open_all,
        reveal: here.reveal,
        anchor: here.anchor,
        layered_most: overruled("layered-most").unwrap_or(LAYERED_MOST),
    };
    let (prepared, progress, cancel) = use_scene(wish.clone());
    let nothing = use_memo((), |()| Scene::default());
    let scene = prepared
        .as_ref()
        .map_or(nothing, |prepared| prepared.scene.clone());
    // While the next picture is made, this one is of an earlier state, in which things have other numbers.
    let drawn_of = prepared
        .as_ref()
        .map_or(props.source.clone(), |prepared| prepared.source.clone());
    let fits = drawn_of == props.source;
    let is_all = matches!(props.subject, Subject::All(_));
    let svg_most = if is_all { SVG_MOST_OF_ALL } else { SVG_MOST };
    let painter = if scene.rects.len() > overruled("svg-most").unwrap_or(svg_most) {
        Painter::Canvas
    } else {
        Painter::Svg
    };
    let (looks, broken) = use_looks(props, words, &desk, &scene, &drawn_of);
    let selected = cursor
        .as_ref()
        .and_then(|node| scene.index_of(node))
        .or_else(|| props.selected.and_then(|thing| scene.picture.holder(thing)));
    let shown = Shown {
        scene: scene.clone(),
        source: drawn_of.clone(),
        lineage: prepared
            .as_ref()
            .map_or(props.lineage, |prepared| prepared.lineage),
        painter,
        looks: looks.clone(),
        broken: broken.clone(),
        selected,
    };
    use_board(&board, shown, screen, props.theme);
    use_camera(&board, prepared.as_ref(), props, screen);
    let seen = use_state_eq(|| None::<Camera>);
    {
        let seen = seen.setter();
        use_effect_with((board.clone(), props.editing), move |(board, editing)| {
            board.watch(editing.then(|| Callback::from(move |camera: Camera| seen.set(Some(camera)))));
        });
    }
    let over = (*seen).filter(|_| props.editing && fits);
    let change = {
        let (plan, here, scene, board) = (plan.setter(), here.clone(), scene.clone(), board.clone());
        let plans = props.plans.clone();
        Callback::from(move |change: Change| {
            if matches!(change, Change::OpenAll | Change::CloseAll) {
                board.release();
            }
            let mut next = here.clone();
            next.reveal = None;
            next.open_all = false;
            let opened = scene.picture.opened.clone();
            match change {
                Change::Toggle(group) => {
                    let mut opened = opened;
                    if !opened.remove(&group) {
                        opened.insert(group);
                    }
                    next.opened = Some(Rc::new(opened));
                    next.anchor = Some(Node::Group(group));
                }
                Change::Reveal(thing) => {
                    next.opened = Some(Rc::new(opened));
                    next.reveal = Some(thing);
                    next.anchor = scene.picture.holder(thing).map(|at| scene.picture.nodes[at]);
                }
                Change::OpenAll => {
                    next.opened = Some(Rc::new(opened));
                    next.open_all = true;
                    next.anchor = None;
                }
                Change::CloseAll => {
                    next.opened = Some(Rc::default());
                    next.anchor = None;
                }
            }
            plans.keep(&next);
            plan.set(Some(next));
        })
    };
    // What is chosen in the picture is seen already, at whatever scale.
    let own = use_mut_ref(|| None::<ThingId>);
    use_finding(&board, &scene, props.selected, &own, &change);
    use_wheel(places.host.clone(), (*board).clone());
    let choose = {
        let (cursor, desk, scene, own) = (cursor.setter(), desk.clone(), scene.clone(), own.clone());
        Callback::from(move |at: usize| {
            let node = scene.picture.nodes[at];
            match node {
                Node::Thing(_) if !fits => {}
                Node::Thing(thing) => {
                    cursor.set(None);
                    *own.borrow_mut() = Some(thing);
                    desk.choose_seen(thing);
                }
                Node::Group(_) => cursor.set(Some(node)),
            }
        })
    };
    let onkeydown = {
        let (board, scene, choose, change) = (board.clone(), scene.clone(), choose.clone(), change.clone());
        let (said, looks) = (said.setter(), looks.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.meta_key() || event.alt_key() {
                return;
            }
            let pan = |x: f64, y: f64| board.pan(Point { x, y });
            let go = |heading: Heading| {
                let next = match selected {
                    Some(at) => scene.beside(at, heading),
                    None => (!scene.rects.is_empty()).then_some(0),
                };
                if let Some(at) = next {
                    choose.emit(at);
                    board.bring(at, true);
                    said.set(describe(words, &scene, at, looks.get(at)));
                }
            };
            match (event.key().as_str(), event.shift_key()) {
                ("ArrowLeft", true) => pan(PAN, 0.0),
                ("ArrowRight", true) => pan(-PAN, 0.0),
                ("ArrowUp", true) => pan(0.0, PAN),
                ("ArrowDown", true) => pan(0.0, -PAN),
                ("ArrowLeft", false) => go(Heading::Left),
                ("ArrowRight", false) => go(Heading::Right),
                ("ArrowUp", false) => go(Heading::Up),
                ("ArrowDown", false) => go(Heading::Down),
                ("Enter", _) => match selected.map(|at| scene.picture.nodes[at]) {
                    Some(Node::Group(group)) => change.emit(Change::Toggle(group)),
                    _ => return,
                },
                ("+" | "=", _) => board.zoom(ZOOM, None),
                ("-", _) => board.zoom(1.0 / ZOOM, None),
                ("0", _) => board.fit(),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let fingers = use_mut_ref(Fingers::default);
    let onpointerdown = {
        let (fingers, board) = (fingers.clone(), board.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some(camera) = board.camera().filter(|_| event.button() == 0) {
                let at = board.on_screen(pointer(&event));
                fingers.borrow_mut().press(event.pointer_id(), at, camera);
            }
        })
    };
    let onpointermove = {
        let (fingers, board) = (fingers.clone(), board.clone());
        let (source, scene) = (drawn_of.clone(), scene.clone());
        Callback::from(move |event: PointerEvent| {
            let at = pointer(&event);
            let mut fingers = fingers.borrow_mut();
            if event.buttons() & 1 == 0 {
                // It was let go of elsewhere.
                fingers.release(event.pointer_id(), board.camera());
            }
            if !fingers.are_held() {
                hover(&board, &source, &scene, painter, at);
                return;
            }
            let was_dragging = fingers.are_dragging();
            let camera = fingers.drag(event.pointer_id(), board.on_screen(at), board.least());
            if fingers.are_dragging()
                && !was_dragging
                && let Some(element) = board.places().host.cast::<Element>()
            {
                // Without the capture, dragging ends at the edge of the picture, which is no harm.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            if let Some(camera) = camera {
                board.look(camera);
            }
        })
    };
    let onpointerup = {
        let (fingers, board) = (fingers.clone(), board.clone());
        let (choose, change) = (choose.clone(), change.clone());
        Callback::from(move |event: PointerEvent| {
            let clicked = fingers.borrow_mut().release(event.pointer_id(), board.camera());
            let hit = board.hit(pointer(&event)).filter(|_| clicked);
            if let Some((at, node)) = hit {
                choose.emit(at);
                if let Node::Group(group) = node {
                    change.emit(Change::Toggle(group));
                }
            }
        })
    };
    let onpointercancel = {
        let board = board.clone();
        Callback::from(move |event: PointerEvent| {
            fingers.borrow_mut().release(event.pointer_id(), board.camera());
        })
    };
    let ondblclick = {
        let (board, desk) = (board.clone(), desk.clone());
        Callback::from(move |event: MouseEvent| {
            let at = Point {
                x: f64::from(event.client_x()),
                y: f64::from(event.client_y()),
            };
            if let Some((_, Node::Thing(thing))) = board.hit(at) {
                desk.choose_seen(thing);
                desk.act(Act::Scope(Scope::Selected));
            }
        })
    };
    let zoom = |factor: f64| {
        let board = board.clone();
        move |_| board.zoom(factor, None)
    };
    let fit = {
        let board = board.clone();
        move |_| board.fit()
    };
    let on_map = {
        let board = board.clone();
        Callback::from(move |event: PointerEvent| {
            if event.buttons() & 1 == 1 {
                board.press_map(pointer(&event));
            }
        })
    };
    let has_groups = scene
        .picture
        .nodes
        .iter()
        .any(|node| matches!(node, Node::Group(_)));
    let all = |act: Change| {
        let change = change.clone();
        move |_| change.emit(act)
    };
    html! {
        <div class="graph">
            <div
                ref={places.host.clone()}
                class="canvas"
                tabindex="0"
                role="group"
                aria-label={(words.graph_about)(scene.picture.nodes.len(), scene.picture.edges.len())}
                aria-describedby="graph-keys"
                data-painter={painter.word()}
                data-boxes={scene.rects.len().to_string()}
                {onkeydown} {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {ondblclick}
            >
                if painter == Painter::Canvas {
                    <canvas ref={places.canvas.clone()} aria-hidden="true"></canvas>
                } else {
                    {svg(&drawn_of, words, (&board, &scene), (&looks, &broken), selected)}
                }
            </div>
            <p class="unseen" aria-live="polite">{(*said).clone()}</p>
            if let Some((done, all)) = progress {
                <div class="arranging">
                    <progress max={all.max(1).to_string()} value={done.to_string()} aria-label={(words.arranging)(done, all)} />
                    <span>{(words.arranging)(done, all)}</span>
                    <button type="button" class="link" onclick={cancel.reform(|_| ())}>{words.cancel}</button>
                </div>
            } else if prepared.is_some() && scene.picture.nodes.is_empty() {
                <p class="nothing">{words.choose_something}</p>
            }
            if scene.picture.full {
                <p class="full">{(words.picture_full)(MOST_NODES)}</p>
            }
            if let Some(camera) = over {
                <LinkLayer source={props.source.clone()} things={things_in_sight(&board, &scene)} {camera} watching={props.frame.is_some()} />
            }
            <p id="graph-keys" class="unseen">{words.graph_keys}</p>
            <div class="map" aria-hidden="true" title={words.map} hidden=true onpointerdown={on_map.clone()} onpointermove={on_map}>
                <canvas ref={places.map.clone()}></canvas>
                <div ref={places.map_part.clone()} class="map-part"></div>
            </div>
            <div class="zoom" role="group" aria-label={words.zoom_fit}>
                if has_groups {
                    <button type="button" aria-label={words.open_all} title={words.open_all} onclick={all(Change::OpenAll)}><Icon shape={Shape::Unfold} /></button>
                    <button type="button" aria-label={words.close_all} title={words.close_all} onclick={all(Change::CloseAll)}><Icon shape={Shape::FoldAll} /></button>
                }
                <button type="button" aria-label={words.zoom_in} title={words.zoom_in} onclick={zoom(ZOOM)}><Icon shape={Shape::Plus} /></button>
                <button type="button" aria-label={words.zoom_out} title={words.zoom_out} onclick={zoom(1.0 / ZOOM)}><Icon shape={Shape::Minus} /></button>
                <button type="button" aria-label={words.zoom_fit} title={words.zoom_fit} onclick={fit}><Icon shape={Shape::Fit} /></button>
            </div>
        </div>
    }
}

impl Plan {
    /// The same for another state of the source.
    fn carried(self, source: &Rc<Source>) -> Self {
        if self.source == *source {
            return self;
        }
        let node = |node: Node| carried(node, &self.source, source);
        let group = |group: Group| match node(Node::Group(group)) {
            Node::Group(group) => group,
            Node::Thing(_) => group,
        };
        let opened = self
            .opened
            .as_ref()
            .map(|opened| Rc::new(opened.iter().copied().map(group).collect()));
        Plan {
            opened,
            reveal: None,
            anchor: self.anchor.map(node),
            source: source.clone(),
            ..self
        }
    }
}

/// The things whose boxes are in sight, with their places.
fn things_in_sight(board: &Board, scene: &Scene) -> Vec<(ThingId, Rect)> {
    let seen = board.in_sight().into_iter().filter(|&at| at < scene.rects.len());
    seen.filter_map(|at| match scene.picture.nodes[at] {
        Node::Thing(thing) => Some((thing, scene.rects[at])),
        Node::Group(_) => None,
    })
    .collect()
}

/// What the board is to show.
struct Shown {
    scene: Rc<Scene>,
    source: Rc<Source>,
    lineage: u64,
    painter: Painter,
    looks: Rc<Vec<Look>>,
    broken: Rc<Vec<bool>>,
    selected: Option<usize>,
}

/// What is done to the groups of a picture.
#[derive(Clone, Copy)]
enum Change {
    Toggle(Group),
    Reveal(ThingId),
    OpenAll,
    CloseAll,
}

/// What the boxes are like, found out anew only when the world or the answer has changed.
#[hook]
fn use_looks(
    props: &Props,
    words: &'static Words,
    desk: &Desk,
    scene: &Rc<Scene>,
    drawn_of: &Rc<Source>,
) -> (Rc<Vec<Look>>, Rc<Vec<bool>>) {
    let deps = (
        scene.clone(),
        props.answer.clone(),
        props.revision,
        props.frame.clone(),
        props.question.clone(),
    );
    let desk = desk.clone();
    let (source, drawn_of, tag) = (props.source.clone(), drawn_of.clone(), words.waiting_tag);
    let both = use_memo(deps, move |(scene, answer, _, frame, question)| {
        let now = frame
            .as_deref()
            .map(|frame| current(&source.catalog, frame))
            .unwrap_or_default();
        let touched: Vec<ThingId> = desk
            .with_player(|player| player.log().things().collect())
            .unwrap_or_default();
        let dress = Dress {
            answer: answer.as_deref(),
            question,
            current: &now,
            watching: frame.is_some(),
            waiting_tag: tag,
            live: &|thing| match carried(Node::Thing(thing), &drawn_of, &source) {
                Node::Thing(now) if (now.0 as usize) < source.catalog.thing_count() => desk.live(now),
                _ => Live::Absent,
            },
            touched: &touched,
        };
        let looks = dress.looks(&scene.picture);
        let broken = dress.broken(&scene.picture, &looks);
        (Rc::new(looks), Rc::new(broken))
    });
    (both.0.clone(), both.1.clone())
}

/// Hands over to the board what there is to be seen.
#[hook]
fn use_board(board: &Rc<Board>, shown: Shown, screen: Size, theme: Theme) {
    let desk = use_desk();
    let Shown {
        scene,
        source,
        lineage,
        painter,
        looks,
        broken,
        selected,
    } = shown;
    let deps = (board.clone(), scene, painter);
    use_effect_with(deps.clone(), move |(board, scene, painter)| {
        board.show(scene.clone(), source, lineage, *painter)
    });
    use_effect_with((deps.clone(), looks, broken), |((board, ..), looks, broken)| {
        board.dress(looks.clone(), broken.clone());
    });
    use_effect_with((deps, selected), |((board, ..), selected)| {
        board.select(*selected)
    });
    let refresh = (board.clone(), screen, theme);
    use_effect_with(refresh, |(board, screen, _)| board.refresh(*screen));
    use_colours(board.clone(), screen);
    // What is painted on a canvas can only be saved by whoever paints it.
    use_effect_with((board.clone(), painter), move |(board, painter)| {
        let board = board.clone();
        desk.paint_by(
            (*painter == Painter::Canvas).then(|| -> Rc<dyn Fn() -> _> { Rc::new(move || board.save()) }),
        );
        move || desk.paint_by(None)
    });
}

/// A picture of other things is shown as it is best seen; one that only grew stays where it is.
#[hook]
fn use_camera(board: &Rc<Board>, prepared: Option<&Rc<Prepared>>, props: &Props, screen: Size) {
    let last = use_mut_ref(|| None::<(u64, Subject)>);
    let now = (props.lineage, props.subject.clone());
    let editing = props.editing;
    let deps = (
        board.clone(),
        prepared.cloned(),
        screen.width > 0.0,
        (screen.width, screen.height),
    );
    let is_all = matches!(props.subject, Subject::All(_));
    let focus = match &props.subject {
        Subject::All(_) => None,
        Subject::Around { focus, .. } => focus.first().copied(),
    };
    use_effect_with(deps, move |(board, prepared, has_size, (width, height))| {
        let Some(prepared) = prepared.as_ref().filter(|_| *has_size) else {
            return;
        };
        let scene = &prepared.scene;
        // What is shown may still be the picture before, while the next one is made.
        if (prepared.lineage, &prepared.subject) != (now.0, &now.1) {
            return;
        }
        // What is changed stays where it is, once the user has moved it.
        let known = last
            .borrow()
            .as_ref()
            .is_some_and(|last| last.0 == now.0 && editing);
        let same = known || last.borrow().as_ref() == Some(&now);
        if same && board.camera().is_some() && (board.is_moved() || prepared.continues) {
            return;
        }
        *last.borrow_mut() = Some(now);
        let screen = Size {
            width: *width,
            height: *height,
        };
        let focus = focus
            .and_then(|thing| scene.picture.holder(thing))
            .map_or(scene.bounds, |at| scene.rects[at]);
        board.place(if is_all {
            Camera::fit(scene.bounds, screen)
        } else {
            Camera::open(scene.bounds, focus, screen)
        });
    });
}

/// What is chosen elsewhere is shown: groups around it are opened, and the camera goes there.
#[hook]
fn use_finding(
    board: &Rc<Board>,
    scene: &Rc<Scene>,
    selected: Option<ThingId>,
    own: &Rc<RefCell<Option<ThingId>>>,
    change: &Callback<Change>,
) {
    let last = use_mut_ref(|| None::<ThingId>);
    let (board, change, own) = (board.clone(), change.clone(), own.clone());
    use_effect_with((scene.clone(), selected), move |(scene, selected)| {
        if *last.borrow() == *selected {
            return;
        }
        let Some(thing) = *selected else {
            *last.borrow_mut() = None;
            return;
        };
        // What was chosen before the picture was there is seen as the camera is placed.
        let is_first = last.borrow().is_none() && board.camera().is_none();
        if let Some(at) = scene.picture.index_of(thing) {
            *last.borrow_mut() = Some(thing);
            let chosen_here = own.borrow_mut().take() == Some(thing);
            board.bring(at, !chosen_here && !is_first);
        } else if scene.picture.holder(thing).is_some() {
            change.emit(Change::Reveal(thing));
        }
    });
}

/// The picture as elements of the page.
fn svg(
    source: &Source,
    words: &'static Words,
    (board, scene): (&Board, &Scene),
    (looks, broken): (&[Look], &[bool]),
    selected: Option<usize>,
) -> Html {
    let (picture, places, camera) = (&scene.picture, board.places(), board.camera());
    let key = |at: usize| format!("{:?}", picture.nodes[at]);
    let look = |at: usize| Look {
        selected: selected == Some(at),
        ..looks.get(at).cloned().unwrap_or_default()
    };
    html! {
        <svg aria-hidden="true" width="100%" height="100%">
            <defs>
                <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow" /></marker>
                <marker id="arrow-blocking" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" class="arrow blocking" /></marker>
            </defs>
            <g ref={places.layer.clone()} transform={camera.map(Camera::transform)}>
                <g class="frames">
                for at in (0..picture.nodes.len()).filter(|&at| picture.open[at]) {
                    <GraphFrame key={key(at)} rect={scene.rects[at]} label={scene.labels[at].clone()} even={depth(scene, at).is_multiple_of(2)} selected={selected == Some(at)} />
                }
                </g>
                <g class="edges">
                for (number, (edge, line)) in picture.edges.iter().zip(&scene.lines).enumerate().filter(|(_, (_, line))| !line.is_empty()) {
                    <path
                        key={format!("{}-{}", key(edge.owner), key(edge.dependent))}
                        class={classes!("edge", edge.blocks.then_some("blocking"), broken.get(number).copied().unwrap_or(false).then_some("broken"))}
                        d={path_data(&if edge.owner == edge.dependent { loop_pieces(line) } else { edge_pieces(line) })}
                        marker-end={if edge.blocks { "url(#arrow-blocking)" } else { "url(#arrow)" }}
                    />
                }
                </g>
                <g class="nodes">
                for at in (0..picture.nodes.len()).filter(|&at| !picture.open[at]) {
                    <GraphNode
                        key={key(at)}
                        rect={scene.rects[at]}
                        node={picture.nodes[at]}
                        label={scene.labels[at].clone()}
                        look={look(at)}
                        title={title(source, words, scene, at, looks.get(at))}
                        live={looks.get(at).and_then(|look| look.live).map(Live::word)}
                    />
                }
                </g>
            </g>
        </svg>
    }
}

/// The whole name of a thing, or what a group says of itself.
fn title(source: &Source, words: &Words, scene: &Scene, at: usize, look: Option<&Look>) -> AttrValue {
    match scene.picture.nodes[at] {
        Node::Thing(thing) => source.catalog.name_of(thing).to_owned().into(),
        Node::Group(_) => describe(words, scene, at, look).into(),
    }
}

/// A box in words.
fn describe(words: &Words, scene: &Scene, at: usize, look: Option<&Look>) -> String {
    let label = &scene.labels[at];
    let mut said = vec![format!("{} {}", label.kind, label.name)];
    if matches!(scene.picture.nodes[at], Node::Group(_)) {
        let open = scene.picture.open[at];
        said.push(
            if open {
                words.group_open
            } else {
                words.group_closed
            }
            .to_owned(),
        );
    }
    if let Some(look) = look {
        match &look.tally {
            Some(tally) => {
                said.extend(
                    tally
                        .shown()
                        .map(|(mark, count)| format!("{count} {}", (words.mark)(mark))),
                );
                said.extend((tally.gone > 0).then(|| (words.is_gone)(tally.gone)));
            }
            None => said.extend(look.mark.map(|mark| (words.mark)(mark).to_owned())),
        }
    }
    said.join(", ")
}

/// On a canvas the whole name of what the pointer is at is shown by the picture itself.
fn hover(board: &Board, source: &Source, scene: &Scene, painter: Painter, at: Point) {
    let Some(host) = board.places().host.cast::<Element>() else {
        return;
    };
    let hit = board.hit(at);
    // An element refuses no attribute with a plain name.
    let _ = host.toggle_attribute_with_force("data-over", hit.is_some());
    let name = match (painter, hit) {
        (Painter::Canvas, Some((_, Node::Thing(thing)))) => source.catalog.name_of(thing),
        (Painter::Canvas, Some((at, Node::Group(_)))) => {
            scene.labels.get(at).map_or("", |label| label.name.as_str())
        }
        _ => "",
    };
    if host.get_attribute("title").unwrap_or_default() != name {
        let _ = host.set_attribute("title", name);
    }
}

/// A threshold that the document sets instead of the page's own, so that both sides of it can be measured.
fn overruled(name: &str) -> Option<usize> {
    let root = web_sys::window()?.document()?.document_element()?;
    root.get_attribute(&format!("data-{name}"))?.parse().ok()
}

fn pointer(event: &PointerEvent) -> Point {
    Point {
        x: f64::from(event.client_x()),
        y: f64::from(event.client_y()),
    }
}
