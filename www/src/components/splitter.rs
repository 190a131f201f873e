use super::icon::{Icon, Shape};
use crate::hooks::{use_desk, use_words};
use crate::state::{Act, Panel, Place};
use web_sys::Element;
use yew::prelude::*;

/// Which panel is resized.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The panel.
    pub panel: Panel,
    /// How it stands.
    pub place: Place,
    /// What the panel is called.
    pub name: &'static str,
}

/// How far an arrow key moves the edge.
const KEY_STEP: i32 = 24;

/// The edge between a panel and the picture: drag it, move it with arrow keys, fold the panel.
#[component]
pub fn Splitter(Props { panel, place, name }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let grip = use_mut_ref(|| None::<(i32, i32)>);
    // To the right makes the left panel wider and the right one narrower.
    let sign = if *panel == Panel::Objects { 1 } else { -1 };
    let (panel, size, folded) = (*panel, place.size, place.folded);
    let onpointerdown = {
        let grip = grip.clone();
        move |event: PointerEvent| {
            event.prevent_default();
            *grip.borrow_mut() = Some((event.client_x(), size));
            let element: Element = event.target_unchecked_into();
            // Without the capture, dragging ends at the edge of the splitter, which is no harm.
            let _ = element.set_pointer_capture(event.pointer_id());
        }
    };
    let onpointermove = {
        let (grip, desk) = (grip.clone(), desk.clone());
        move |event: PointerEvent| {
            if let Some((from, size)) = *grip.borrow() {
                desk.act(Act::Resize(panel, size + sign * (event.client_x() - from)));
            }
        }
    };
    let release = move |_: PointerEvent| {
        grip.borrow_mut().take();
    };
    let onkeydown = {
        let desk = desk.clone();
        move |event: KeyboardEvent| {
            let by = match event.key().as_str() {
                "ArrowRight" => KEY_STEP,
                "ArrowLeft" => -KEY_STEP,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            desk.act(Act::Resize(panel, size + sign * by));
        }
    };
    let fold = move |_| desk.act(Act::Fold(panel, !folded));
    let label = if folded {
        (words.unfold)(name)
    } else {
        (words.fold)(name)
    };
    let points_left = (panel == Panel::Objects) != folded;
    html! {
        <div class={classes!("splitter", folded.then_some("folded"))}>
            if !folded {
                <div
                    class="grip"
                    role="separator"
                    tabindex="0"
                    aria-orientation="vertical"
                    aria-label={(words.resize)(name)}
                    aria-valuenow={size.to_string()}
                    aria-valuemin="120"
                    aria-valuemax="720"
                    {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release} {onkeydown}
                ></div>
            }
            <button type="button" class="fold" aria-label={label.clone()} title={label} aria-expanded={(!folded).to_string()} onclick={fold}>
                <Icon shape={if points_left { Shape::FoldLeft } else { Shape::FoldRight }} />
            </button>
        </div>
    }
}
