use super::bench::Bench;
use super::state::{Lab, Sample};
use super::text::Text;
use crate::hooks::{use_size, use_words};
use std::fmt::Write;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// What the charts show.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
}

const LEFT: f64 = 30.0;
const RIGHT: f64 = 10.0;
const HEIGHT: f64 = 44.0;

/// Everything of the charts but the cursor.
#[derive(PartialEq)]
struct Drawn {
    /// Where each moment is.
    xs: Vec<f64>,
    add: String,
    del: String,
    desired: String,
    stored: String,
    cached: String,
    other: String,
    /// The largest and the smallest counter, the most pods.
    counters: (i64, i64),
    pods: i64,
    /// Times told below, with their places.
    ticks: Vec<(f64, String)>,
}

/// The counters, and the pods where they are known, over virtual time; one cursor for both.
#[component]
pub fn Timeline(Props { bench, text }: &Props) -> Html {
    let words = use_words();
    let node = use_node_ref();
    let width = use_size(node.clone()).width.max(200.0);
    let drawn: Rc<Drawn> = {
        let bench = bench.clone();
        use_memo(
            (bench.known(), width.to_bits(), std::ptr::from_ref(words).addr()),
            move |_| draw(&bench.lab(), width, |time| words.spans.clock(time)),
        )
    };
    let lab = bench.lab();
    let at = lab.position().min(drawn.xs.len().saturating_sub(1));
    let cursor = drawn.xs.get(at).copied().unwrap_or(LEFT);
    let steps = lab.moments()[lab.position()].steps;
    let sample = |number: usize| lab.line(number).record.samples.get(steps[number]).copied();
    let real = sample(0).unwrap_or_default().sets[0];
    let other = lab.side_by_side.then(|| sample(1).unwrap_or_default().sets[0]);
    let flags: Vec<(f64, String, bool)> = lab
        .plan
        .iter()
        .enumerate()
        .filter_map(|(number, planned)| {
            let done = lab.line(0).done_at(number)?;
            let moment = lab.moments().partition_point(|moment| moment.steps[0] < done);
            let x = drawn.xs.get(moment).copied()?;
            Some((x, (text.deed)(planned.deed, &words.spans), moment <= at))
        })
        .collect();
    let onclick = {
        let (bench, drawn, node) = (bench.clone(), drawn.clone(), node.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = node.cast::<Element>() else {
                return;
            };
            let x = f64::from(event.client_x())
                - element
                    .unchecked_ref::<Element>()
                    .get_bounding_client_rect()
                    .left();
            let after = drawn.xs.partition_point(|one| *one < x);
            let near = |moment: usize| drawn.xs.get(moment).map_or(f64::MAX, |one| (one - x).abs());
            bench.go(if near(after) < near(after.saturating_sub(1)) {
                after
            } else {
                after.saturating_sub(1)
            });
        })
    };
    let view = format!("0 0 {width:.0} {HEIGHT}");
    let (top, bottom) = drawn.counters;
    let frame = |zero: f64| {
        html! {
            <>
                <path class="ex-zero" d={format!("M{LEFT} {zero:.1}H{:.1}", width - RIGHT)} />
                for (number, (x, _, past)) in flags.iter().enumerate() {
                    <path key={number} class={classes!("ex-flag", past.then_some("past"))} d={format!("M{x:.1} 0V{HEIGHT}")} />
                }
                <path class="ex-cursor" d={format!("M{cursor:.1} 0V{HEIGHT}")} />
            </>
        }
    };
    html! {
        <section class="ex-charts card" aria-label={text.chart_axis} ref={node}>
            <div class="ex-chart-head">
                <h3>{text.chart_counters}</h3>
                <span class="k-add">{format!("{} {}", text.counter_add, minus(real.add))}</span>
                <span class="k-del">{format!("{} {}", text.counter_del, minus(real.del))}</span>
            </div>
            <svg viewBox={view.clone()} height={HEIGHT.to_string()} role="img" aria-label={(text.chart)(text.chart_counters)} onclick={onclick.clone()}>
                {frame(place(0, top, bottom))}
                <text x="2" y="11">{minus(top)}</text>
                <text x="2" y={format!("{:.0}", place(0, top, bottom).clamp(22.0, HEIGHT - 2.0))}>{"0"}</text>
                <path class="ex-line adds" d={drawn.add.clone()} />
                <path class="ex-line dels" d={drawn.del.clone()} />
            </svg>
            <div class="ex-chart-head">
                <h3>{text.chart_pods}</h3>
                <span class="k-desired">{format!("{} {}", text.chart_desired, real.desired)}</span>
                <span class="k-stored">{format!("{} {}", text.chart_stored, real.stored)}</span>
                <span class="k-cached">{format!("{} {}", text.chart_cached, real.cached)}</span>
                if let Some(other) = other {
                    <span class="k-other">{format!("{} {}", text.chart_other, other.stored)}</span>
                }
            </div>
            <svg viewBox={view} height={HEIGHT.to_string()} role="img" aria-label={(text.chart)(text.chart_pods)} {onclick}>
                {frame(place(0, drawn.pods, 0))}
                <text x="2" y="11">{drawn.pods}</text>
                <text x="2" y={format!("{:.0}", HEIGHT - 3.0)}>{"0"}</text>
                if other.is_some() {
                    <path class="ex-line without" d={drawn.other.clone()} />
                }
                <path class="ex-line desired" d={drawn.desired.clone()} />
                <path class="ex-line stored" d={drawn.stored.clone()} />
                <path class="ex-line cached" d={drawn.cached.clone()} />
            </svg>
            <div class="ex-ticks" aria-hidden="true">
                for (x, time) in &drawn.ticks {
                    <small ~style={format!("left:{x:.0}px")}>{time.clone()}</small>
                }
            </div>
            <p class="note">{text.chart_axis}</p>
        </section>
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "places on a picture of some hundred pixels"
)]
fn draw(lab: &Lab, width: f64, clock: impl Fn(kubeloupe_core::object::Time) -> String) -> Drawn {
    let moments = lab.moments();
    // A step takes a little, a wait as much more as it is long, on a scale that makes long ones short.
    let mut xs = Vec::with_capacity(moments.len());
    let mut x = 0.0;
    let mut before = moments[0].time;
    for (number, moment) in moments.iter().enumerate() {
        if number > 0 {
            let wait_ms = (moment.time - before).0 as f64 / 1e6;
            x += 1.0 + 4.0 * (1.0 + wait_ms / 20.0).log2();
        }
        before = moment.time;
        xs.push(x);
    }
    let scale = (width - LEFT - RIGHT) / x.max(1.0);
    for x in &mut xs {
        *x = LEFT + *x * scale;
    }
    let mut ticks: Vec<(f64, String)> = Vec::new();
    let mut last = None;
    for (number, moment) in moments.iter().enumerate() {
        let is_new = last != Some(moment.time);
        if is_new && ticks.last().is_none_or(|(x, _)| xs[number] - x > 84.0) && xs[number] < width - 56.0 {
            ticks.push((xs[number], clock(moment.time)));
        }
        last = Some(moment.time);
    }
    let samples = |number: usize| {
        let line = lab.line(number);
        moments.iter().map(move |moment| {
            line.record
                .samples
                .get(moment.steps[number])
                .copied()
                .unwrap_or_default()
        })
    };
    let (mut top, mut bottom, mut pods) = (1, 0, 1);
    for number in 0..if lab.side_by_side { 2 } else { 1 } {
        for sample in samples(number) {
            let set = sample.sets[0];
            if number == 0 {
                top = top.max(set.add).max(set.del);
                bottom = bottom.min(set.add).min(set.del);
            }
            pods = pods
                .max(i64::from(set.stored))
                .max(i64::from(set.cached))
                .max(i64::from(set.desired));
        }
    }
    let path = |number: usize, top: i64, bottom: i64, value: fn(&Sample) -> i64| {
        let mut text = String::new();
        let mut last = None;
        for (place_of, sample) in samples(number).enumerate() {
            let value = value(&sample);
            if last == Some(value) {
                continue;
            }
            let (x, y) = (xs[place_of], place(value, top, bottom));
            // Writing to a string does not fail.
            let _ = match last {
                None => write!(text, "M{x:.1} {y:.1}"),
                Some(_) => write!(text, "H{x:.1}V{y:.1}"),
            };
            last = Some(value);
        }
        if let Some(x) = xs.last() {
            let _ = write!(text, "H{x:.1}");
        }
        text
    };
    Drawn {
        add: path(0, top, bottom, |sample| sample.sets[0].add),
        del: path(0, top, bottom, |sample| sample.sets[0].del),
        desired: path(0, pods, 0, |sample| i64::from(sample.sets[0].desired)),
        stored: path(0, pods, 0, |sample| i64::from(sample.sets[0].stored)),
        cached: path(0, pods, 0, |sample| i64::from(sample.sets[0].cached)),
        other: path(1, pods, 0, |sample| i64::from(sample.sets[0].stored)),
        counters: (top, bottom),
        pods,
        ticks,
        xs,
    }
}

/// Where a value is on a chart that goes from `bottom` to `top`.
#[expect(
    clippy::cast_precision_loss,
    reason = "places on a picture of some hundred pixels"
)]
fn place(value: i64, top: i64, bottom: i64) -> f64 {
    let share = (value - bottom) as f64 / (top - bottom).max(1) as f64;
    HEIGHT - 4.0 - share * (HEIGHT - 9.0)
}

fn minus(number: i64) -> String {
    number.to_string().replace('-', "−")
}
