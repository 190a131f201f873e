use super::state::{Act, Axis, Figure, Fleet, Row, Scale, Settings, Tape, figures, ticks};
use super::use_desk::use_say;
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::Time;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// What is plotted.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The nodes.
    pub fleet: Option<Rc<Fleet>>,
    /// The runs.
    pub tapes: [Option<Rc<Tape>>; 2],
    /// The settings of the run that is shown.
    pub settings: Settings,
    /// The time at the right end.
    pub until: Time,
    /// The moment that is shown.
    pub cursor: Time,
    /// The second run is shown.
    pub other: bool,
    /// There are two.
    pub compares: bool,
    /// What changes the desk.
    pub act: Callback<Act>,
}

/// The charts over virtual time, with one cursor through all of them.
#[component]
pub fn Charts(props: &Props) -> Html {
    let say = use_say();
    let hover = use_state_eq(|| None::<Time>);
    let axis = Axis { until: props.until };
    let drawn = use_memo(
        (props.tapes.clone(), props.settings, axis),
        |(tapes, settings, axis)| figures(tapes, settings, *axis),
    );
    let shown = hover.unwrap_or(props.cursor);
    let tape = props.tapes[usize::from(props.other)].as_ref();
    let row = tape.and_then(|tape| tape.row(shown));
    let on_move = {
        let hover = hover.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(at) = time_at(&event, axis) {
                hover.set(Some(at));
            }
        })
    };
    let on_leave = {
        let hover = hover.clone();
        Callback::from(move |_: PointerEvent| hover.set(None))
    };
    let on_press = {
        let act = props.act.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(at) = time_at(&event, axis) {
                act.emit(Act::Seek(at));
            }
        })
    };
    let fleet = props.fleet.as_deref();
    html! {
        <section class="charts" aria-label={say.charts()}>
            for figure in drawn.iter() {
                <figure class="chart" key={figure.scale.slug()} data-scale={figure.scale.slug()}>
                    <figcaption><h3>{say.scale(figure.scale)}</h3><span class="at">{say.time(shown)}</span></figcaption>
                    <div class="plot" onpointermove={on_move.clone()} onpointerleave={on_leave.clone()} onclick={on_press.clone()}>
                        if figure.scale != Scale::State {
                            <span class="y-top" aria-hidden="true">{say.value(figure.scale, figure.top)}</span>
                            <span class="y-bottom" aria-hidden="true">{say.value(figure.scale, 0.0)}</span>
                        }
                        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label={say.chart_about(figure.scale, props.until)}>
                            for tick in ticks(props.until) {
                                <path class="grid" d={format!("M{:.1} 0V100", axis.x(tick))} />
                            }
                            {picture(figure, props.compares)}
                        </svg>
                        <i class="now" aria-hidden="true" ~style={format!("left:{:.3}%", axis.x(props.cursor) / 10.0)}></i>
                        if let Some(hover) = *hover {
                            <i class="hover" aria-hidden="true" ~style={format!("left:{:.3}%", axis.x(hover) / 10.0)}></i>
                        }
                    </div>
                    <div class="ticks" aria-hidden="true">
                        for tick in ticks(props.until) {
                            <span ~style={format!("left:{:.3}%", axis.x(tick) / 10.0)}>{say.tick(tick)}</span>
                        }
                    </div>
                    <ul class="series">
                        if let (Some(row), Some(fleet)) = (row, fleet) {
                            for (number, zone) in row.zones.iter().enumerate() {
                                <li key={number} class={format!("z{number}")}>
                                    <i class="swatch" aria-hidden="true"></i>{say.zone_name(fleet, number)}{" "}
                                    <b>{value(figure.scale, row, number, shown, &|scale, value| say.value(scale, value), &|state| say.state(state))}</b>
                                </li>
                                if figure.scale == Scale::State && zone.state == Some(ZoneState::Empty) { <li></li> }
                            }
                        }
                        if let Some(threshold) = figure.threshold {
                            <li class="threshold"><i class="swatch" aria-hidden="true"></i>{say.threshold()}{" "}<b>{say.value(figure.scale, threshold)}</b></li>
                        }
                        if figure.scale == Scale::State {
                            <li class="band-normal"><i class="swatch" aria-hidden="true"></i>{say.state(Some(ZoneState::Normal))}</li>
                            <li class="band-partial"><i class="swatch" aria-hidden="true"></i>{say.state(Some(ZoneState::PartialDisruption))}</li>
                            <li class="band-full"><i class="swatch" aria-hidden="true"></i>{say.state(Some(ZoneState::FullDisruption))}</li>
                        }
                    </ul>
                </figure>
            }
        </section>
    }
}

fn value(
    scale: Scale,
    row: &Row,
    zone: usize,
    at: Time,
    number: &dyn Fn(Scale, f64) -> String,
    state: &dyn Fn(Option<ZoneState>) -> &'static str,
) -> String {
    let zone = &row.zones[zone];
    if scale == Scale::State {
        return state(zone.state).to_owned();
    }
    number(scale, scale.value(zone, at - row.at))
}

fn picture(figure: &Figure, compares: bool) -> Html {
    let zones = figure.bands.iter().map(|band| band.zone + 1).max().unwrap_or(1);
    #[expect(clippy::cast_precision_loss, reason = "a few zones")]
    let (height, halves) = (100.0 / zones as f64, if compares { 2.0 } else { 1.0 });
    html! {
        <>
            if let Some(threshold) = figure.threshold {
                <path class="threshold" d={format!("M0 {:.1}H1000", 100.0 * (1.0 - threshold))} />
            }
            for (number, band) in figure.bands.iter().enumerate() {
                <rect
                    key={number}
                    class={classes!("band", band_class(band.state))}
                    x={format!("{:.1}", band.from)}
                    y={format!("{:.2}", band_top(band.zone, height, halves, band.other))}
                    width={format!("{:.1}", (band.to - band.from).max(0.0))}
                    height={format!("{:.2}", height / halves - 100.0 / 24.0 / halves)}
                />
            }
            for line in figure.lines.iter() {
                <path key={format!("{} {}", line.zone, line.other)} class={classes!("curve", format!("z{}", line.zone), line.other.then_some("other"))} data-zone={line.zone.to_string()} d={line.path.to_string()} />
            }
        </>
    }
}

fn band_top(zone: usize, height: f64, halves: f64, other: bool) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few zones")]
    let top = zone as f64 * height + 2.0;
    if other { top + height / halves } else { top }
}

fn band_class(state: Option<ZoneState>) -> &'static str {
    match state {
        None => "forgotten",
        Some(ZoneState::Initial | ZoneState::Empty) => "initial",
        Some(ZoneState::Normal) => "normal",
        Some(ZoneState::PartialDisruption) => "partial",
        Some(ZoneState::FullDisruption) => "full",
    }
}

/// The time below the pointer.
fn time_at(event: &MouseEvent, axis: Axis) -> Option<Time> {
    // Events are handled at the root of the page, so the plot is looked for from what was hit.
    let hit = event.target()?.dyn_into::<Element>().ok()?;
    let element = hit.closest(".plot").ok().flatten()?;
    let frame = element.get_bounding_client_rect();
    Some(axis.time((f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0)))
}
