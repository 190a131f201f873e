use super::use_say::use_say;
use super::{Change, Deed, Edit, owner_of};
use crate::graph::{Camera, Point, Rect};
use crate::hooks::{Desk, use_desk};
use crate::state::{Act, Source, ThingId};
use gloo_events::EventListener;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Where the things of a picture stand.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The things that are seen, with their places in the picture.
    pub things: Vec<(ThingId, Rect)>,
    /// Which part of the picture is seen.
    pub camera: Camera,
    /// A history is watched, so that a reference is a request.
    pub watching: bool,
}

/// A reference that is being drawn.
#[derive(Clone, Copy, PartialEq)]
struct Drag {
    from: ThingId,
    start: Point,
    at: Point,
    over: Option<ThingId>,
}

/// More handles than these would hide the picture.
const MOST_HANDLES: usize = 200;

/// A layer over the picture with a handle on top of each object: dragged onto another object it becomes a reference
/// from the dependent to its owner. It finds things by their places, however the picture below is painted.
#[component]
pub fn LinkLayer(props: &Props) -> Html {
    let (say, desk) = (use_say(), use_desk());
    let layer = use_node_ref();
    let drag = use_state_eq(|| None::<Drag>);
    let camera = props.camera;
    let place = {
        let layer = layer.clone();
        move |event: &PointerEvent| -> Option<Point> {
            let rect = layer.cast::<Element>()?.get_bounding_client_rect();
            Some(Point {
                x: (f64::from(event.client_x()) - rect.left() - camera.offset.x) / camera.scale,
                y: (f64::from(event.client_y()) - rect.top() - camera.offset.y) / camera.scale,
            })
        }
    };
    let onpointerdown = |thing: ThingId, start: Point| {
        let (drag, place) = (drag.setter(), place.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 {
                return;
            }
            event.stop_propagation();
            event.prevent_default();
            let target = event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok());
            if let Some(target) = target {
                // Without the capture, dragging ends at the edge of the handle: nothing comes of it then.
                let _ = target.set_pointer_capture(event.pointer_id());
            }
            drag.set(place(&event).map(|at| Drag {
                from: thing,
                start,
                at,
                over: None,
            }));
        })
    };
    let onpointermove = {
        let (drag, place, things) = (drag.clone(), place.clone(), props.things.clone());
        Callback::from(move |event: PointerEvent| {
            let (Some(dragged), Some(at)) = (*drag, place(&event)) else {
                return;
            };
            event.stop_propagation();
            let over = things
                .iter()
                .find(|(thing, rect)| *thing != dragged.from && holds(*rect, at));
            drag.set(Some(Drag {
                at,
                over: over.map(|(thing, _)| *thing),
                ..dragged
            }));
        })
    };
    let onpointerup = {
        let (drag, desk, source, watching) =
            (drag.clone(), desk.clone(), props.source.clone(), props.watching);
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            let dragged = *drag;
            drag.set(None);
            let Some(Drag {
                from,
                over: Some(owner),
                ..
            }) = dragged
            else {
                return;
            };
            if let Some(refusal) = link(&desk, &source, from, owner, watching).err() {
                desk.act(Act::Problem(Some(say.refusal(&refusal).into())));
            }
        })
    };
    let onpointercancel = {
        let drag = drag.setter();
        Callback::from(move |_: PointerEvent| drag.set(None))
    };
    {
        // Escape drops what is dragged where it came from.
        let (setter, host) = (drag.setter(), desk.host().clone());
        use_effect_with(drag.is_some(), move |&dragging| {
            let listened = host.listened().filter(|_| dragging);
            let listener = listened.map(|listened| {
                EventListener::new(&listened, "keydown", move |event| {
                    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
                    if key.as_deref() == Some("Escape") {
                        setter.set(None);
                    }
                })
            });
            move || drop(listener)
        });
    }
    let radius = (11.0 / camera.scale).clamp(9.0, 26.0);
    let dot = (4.5 / camera.scale.sqrt()).clamp(3.5, 9.0);
    let catalog = &props.source.catalog;
    let over = drag.and_then(|drag| drag.over);
    html! {
        <svg ref={layer} class="link-layer" aria-hidden="true" width="100%" height="100%" data-dragging={drag.is_some().to_string()}>
            <g transform={format!("translate({:.2} {:.2}) scale({:.4})", camera.offset.x, camera.offset.y, camera.scale)}>
                if let Some(drag) = *drag {
                    <path class="rubber" d={format!("M{:.1} {:.1}L{:.1} {:.1}", drag.start.x, drag.start.y, drag.at.x, drag.at.y)} />
                    for (_, rect) in props.things.iter().filter(|(thing, _)| Some(*thing) == over) {
                        <rect class="target" x={(rect.x - 3.0).to_string()} y={(rect.y - 3.0).to_string()} width={(rect.width + 6.0).to_string()} height={(rect.height + 6.0).to_string()} rx="10" />
                        <text class="target-tag" x={(rect.x + rect.width / 2.0).to_string()} y={(rect.y - 9.0).to_string()}>{say.drop_here()}</text>
                    }
                }
                for &(thing, rect) in props.things.iter().filter(|(thing, _)| !catalog.is_absent(*thing)).take(MOST_HANDLES) {
                    {{
                        let start = Point { x: rect.x + rect.width / 2.0, y: rect.y };
                        html! {
                            <g key={thing.0} class="handle" data-handle={thing.0.to_string()} transform={format!("translate({:.1} {:.1})", start.x, start.y)}
                                onpointerdown={onpointerdown(thing, start)} onpointermove={onpointermove.clone()} onpointerup={onpointerup.clone()} onpointercancel={onpointercancel.clone()}>
                                <title>{say.handle()}</title>
                                <circle class="reach" r={format!("{radius:.1}")} />
                                <circle class="dot" r={format!("{dot:.1}")} />
                            </g>
                        }
                    }}
                }
            </g>
        </svg>
    }
}

fn holds(rect: Rect, at: Point) -> bool {
    (rect.x..=rect.x + rect.width).contains(&at.x) && (rect.y..=rect.y + rect.height).contains(&at.y)
}

fn link(
    desk: &Desk,
    source: &Source,
    from: ThingId,
    owner: ThingId,
    watching: bool,
) -> Result<(), super::Refusal> {
    let Some(object) = &source.catalog.get(from).object else {
        return Ok(());
    };
    let (key, owner) = (object.key(), owner_of(source, owner));
    if watching {
        desk.request(&Deed::AddOwner(key, owner))
    } else {
        desk.draw(&Edit::Change(key, Change::AddOwner(owner)))
    }
}
