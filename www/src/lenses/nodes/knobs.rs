use super::plan_form::PlanForm;
use super::state::{Act, Desk, FaultPlan, Flag, Mark, Settings, Side, What, scenario_text};
use super::use_desk::use_say;
use crate::components::{Segment, Segments};
use crate::hooks::copy;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// What can be set.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Everything that was asked.
    pub desk: Desk,
    /// Something is open on the page.
    pub has_source: bool,
    /// What changes the desk.
    pub act: Callback<Act>,
}

/// More objects than this are not written to a file.
const MOST_COPIED: usize = 20_000;
/// Times that can be watched for, in seconds.
const SPANS: [i64; 7] = [300, 600, 900, 1800, 3600, 7200, 14_400];

/// Flags, faults to make now, the cluster, and what the marks mean.
#[component]
pub fn Knobs(
    Props {
        desk,
        has_source,
        act,
    }: &Props,
) -> Html {
    let say = use_say();
    let side = if desk.compares { desk.side } else { Side::A };
    let settings = desk.settings[side as usize];
    let usual = Settings::of(desk.minor);
    let on_side = act.reform(|number: usize| Act::Look(Side::ALL[number.min(1)]));
    let on_gate = act.reform(move |event: Event| {
        let field: HtmlInputElement = event.target_unchecked_into();
        Act::Set(
            side,
            Settings {
                breaker: field.checked(),
                ..settings
            },
        )
    });
    let on_zone = act.reform(|event: Event| {
        let field: HtmlSelectElement = event.target_unchecked_into();
        Act::Zone(
            usize::try_from(field.selected_index())
                .ok()
                .and_then(|chosen| chosen.checked_sub(1)),
        )
    });
    let make = |what: What| {
        let (act, places, at) = (act.clone(), desk.places(), desk.cursor);
        let places = if what.is_of_nodes() {
            places
        } else {
            vec![super::state::Place::All]
        };
        Callback::from(move |_: MouseEvent| {
            for &place in &places {
                act.emit(Act::Add(FaultPlan { at, what, place }));
            }
        })
    };
    let on_until = act.reform(|event: Event| {
        let field: HtmlSelectElement = event.target_unchecked_into();
        let chosen = usize::try_from(field.selected_index()).unwrap_or(0);
        let seconds = SPANS.get(chosen).copied().unwrap_or(900);
        Act::Until(kubeloupe_core::object::Time::from_secs(seconds))
    });
    let zones = desk.fleet.as_ref().map_or(0, |fleet| fleet.zones.len());
    html! {
        <aside class="knobs" aria-label={say.settings()}>
            <div class="knobs-head">
                <h3>{say.settings()}</h3>
                if desk.compares {
                    <Segments label={say.side_label()} choices={vec![Segment::word(say.side_a()), Segment::word(say.side_b())]} chosen={desk.side as usize} on_choose={on_side} />
                }
                <button type="button" class="link" disabled={settings == usual} onclick={act.reform(move |_: MouseEvent| Act::Set(side, usual))}>{say.defaults()}</button>
            </div>
            for flag in Flag::ALL {
                <FlagSlider key={flag.name()} {flag} {settings} {usual} {side} act={act.clone()} />
            }
            <label class="gate">
                <span>{say.gate()}</span>
                <input type="checkbox" checked={settings.breaker} onchange={on_gate} />
            </label>
            <h3>{say.make_it_happen()}</h3>
            <div class="to-whom">
                <label>{say.to_whom()}
                    <select onchange={on_zone} disabled={!desk.chosen.is_empty()}>
                        <option selected={desk.zone.is_none()}>{say.all_zones()}</option>
                        for zone in 0..zones {
                            <option key={zone} selected={desk.zone == Some(zone)}>{desk.fleet.as_ref().map(|fleet| say.zone_name(fleet, zone).to_owned())}</option>
                        }
                    </select>
                </label>
                if desk.chosen.is_empty() {
                    <small>{say.chosen_none()}</small>
                } else {
                    <small>{say.chosen(desk.chosen.len())}</small>
                    <button type="button" class="link" onclick={act.reform(|_: MouseEvent| Act::ChooseNone)}>{say.forget_chosen()}</button>
                }
            </div>
            <div class="fault-buttons">
                for what in What::ALL {
                    <button type="button" class="ghost" key={what.slug()} data-fault={what.slug()} onclick={make(what)}>{say.what(what)}</button>
                }
            </div>
            <h3>{say.cluster()}</h3>
            <PlanForm plan={desk.plan} opened={desk.opened} has_source={*has_source} replaces={desk.replaces} refused={desk.refused} fleet={desk.fleet.clone()} act={act.clone()} />
            <label class="until">{say.watch_for()}
                <select onchange={on_until}>
                    for seconds in SPANS {
                        <option key={seconds} selected={desk.until == kubeloupe_core::object::Time::from_secs(seconds)}>{say.minutes(seconds)}</option>
                    }
                </select>
            </label>
            <CopyScenario desk={desk.clone()} />
            <h3>{say.legend()}</h3>
            <ul class="node-legend">
                for mark in Mark::ALL {
                    <li key={mark.class()}><i class={classes!("nd", mark.class())} aria-hidden="true">{mark.sign()}</i>{say.mark(mark)}</li>
                }
            </ul>
        </aside>
    }
}

#[derive(Properties, Clone, PartialEq)]
struct FlagProps {
    flag: Flag,
    settings: Settings,
    usual: Settings,
    side: Side,
    act: Callback<Act>,
}

/// One flag by its name upstream. The slider stops at usual values.
#[component]
fn FlagSlider(props: &FlagProps) -> Html {
    let say = use_say();
    let FlagProps {
        flag,
        settings,
        usual,
        side,
        act,
    } = props.clone();
    let stops = flag.stops();
    let value = say.flag(flag, &settings);
    let changed = (flag.get(&settings) - flag.get(&usual)).abs() > 1e-6;
    let oninput = act.reform(move |event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        let stop = field.value().parse::<usize>().unwrap_or(0).min(stops.len() - 1);
        Act::Set(side, flag.set(settings, stops[stop]))
    });
    html! {
        <label class={classes!("flag", changed.then_some("changed"))} data-flag={flag.name()}>
            <span>{"--"}{flag.name()}</span>
            <output>{value.clone()}</output>
            <input
                type="range"
                min="0"
                max={(stops.len() - 1).to_string()}
                step="1"
                ~value={flag.stop(&settings).to_string()}
                aria-label={format!("--{}", flag.name())}
                aria-valuetext={value}
                {oninput}
            />
        </label>
    }
}

#[derive(Properties, Clone, PartialEq)]
struct CopyProps {
    desk: Desk,
}

/// The same question for the command line.
#[component]
fn CopyScenario(CopyProps { desk }: &CopyProps) -> Html {
    let say = use_say();
    let told = use_state_eq(|| None::<bool>);
    let small = desk
        .fleet
        .as_ref()
        .is_some_and(|fleet| fleet.objects.len() <= MOST_COPIED);
    let onclick = {
        let (desk, told) = (desk.clone(), told.clone());
        move |_: MouseEvent| {
            let Some(fleet) = &desk.fleet else { return };
            let text = scenario_text(
                &desk.plan,
                fleet,
                desk.shown(),
                desk.minor,
                &desk.faults,
                desk.until,
            );
            let told = told.clone();
            spawn_local(async move { told.set(Some(copy(&text).await)) });
        }
    };
    let label = match *told {
        None => say.copy_scenario(),
        Some(true) => say.copied(),
        Some(false) => say.copy_failed(),
    };
    html! {
        if !desk.opened {
            <button type="button" class="ghost copy-scenario" disabled={!small} title={(!small).then(|| say.scenario_too_large())} {onclick}>{label}</button>
        }
    }
}
