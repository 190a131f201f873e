use super::answer::Answer;
use super::charts::Charts;
use super::happenings::Happenings;
use super::knobs::Knobs;
use super::question::Question;
use super::state::{Act, Desk, Side, zone_note};
use super::text::Say;
use super::time_bar::TimeBar;
use super::use_desk::Desked;
use super::use_runs::use_runs;
use super::values::Values;
use super::zone_card::ZoneCard;
use crate::hooks::{now_ms, use_lens_keys, use_main_tag};
use crate::lenses::LensProps;
use crate::state::Lens;
use gloo_timers::callback::Interval;
use yew::prelude::*;

/// Between two pictures while time passes, in milliseconds: usually, and for those who want little motion.
const PICTURE_MS: [u32; 2] = [33, 600];

/// Nodes and zones: what an outage does, before it is played.
#[component]
pub fn NodesLens(LensProps { view, hidden }: &LensProps) -> Html {
    let state = use_reducer(|| Desked(Desk::new(view.minor)));
    let desk = &state.0;
    let act = {
        let dispatcher = state.dispatcher();
        use_callback((), move |act: Act, ()| dispatcher.dispatch(act))
    };
    let say = Say::of(view.language);
    use_runs(desk, view.source.clone(), &act);
    {
        let act = act.clone();
        use_effect_with(view.minor, move |&minor| act.emit(Act::Minor(minor)));
    }
    {
        let act = act.clone();
        use_effect_with((desk.playing, *hidden), move |&(playing, hidden)| {
            if playing && hidden {
                act.emit(Act::Play(false));
            }
            let mut last = now_ms();
            let timer = (playing && !hidden).then(|| {
                Interval::new(PICTURE_MS[usize::from(wants_little_motion())], move || {
                    let now = now_ms();
                    act.emit(Act::Tick((now - last) / 1000.0));
                    last = now;
                })
            });
            move || drop(timer)
        });
    }
    {
        let (desk, act) = (state.clone(), act.clone());
        use_lens_keys(
            *hidden,
            Callback::from(move |event: KeyboardEvent| press(&desk.0, &act, &event.key())),
        );
    }
    let tape = desk.tape().cloned();
    let index = tape.as_ref().and_then(|tape| tape.index(desk.cursor));
    let bits = use_memo((tape.clone(), index), |(tape, index)| {
        tape.as_ref().zip(*index).map(|(tape, index)| tape.bits(index))
    });
    let row = tape.as_ref().zip(index).map(|(tape, index)| &tape.rows[index]);
    let cards = desk
        .fleet
        .as_ref()
        .zip(row)
        .zip((*bits).clone())
        .map(|((fleet, row), bits)| {
            let shown = row.zones.len() == fleet.zones.len() && bits.len() == fleet.nodes.len();
            let zones = row.zones.iter().enumerate().filter(|_| shown);
            zones
                .map(|(number, zone)| {
                    let note = zone_note(zone, row, desk.shown());
                    html! {
                        <ZoneCard
                            key={number}
                            fleet={fleet.clone()}
                            {number}
                            zone={zone.clone()}
                            bits={bits.clone()}
                            at={row.at}
                            cursor={desk.cursor}
                            {note}
                            chosen={desk.chosen.clone()}
                            target={desk.zone == Some(number)}
                            act={act.clone()}
                        />
                    }
                })
                .collect::<Html>()
        });
    let few = desk.fleet.as_ref().is_some_and(|fleet| fleet.nodes.len() <= 300);
    let main = use_main_tag();
    html! {
        <ContextProvider<Say> context={say}>
            <@{main} data-main="" class="lens nodes-lens" hidden={*hidden} lang={view.language.tag()}>
                <h2 class="unseen">{(view.language.words().lens)(Lens::Nodes)}</h2>
                <Question desk={desk.clone()} act={act.clone()} />
                <Answer desk={desk.clone()} act={act.clone()} />
                <div class="nodes-deck">
                    <div class="nodes-stage">
                        <section class={classes!("zones", few.then_some("few"))} aria-label={say.zones()}>
                            if let Some(cards) = cards {
                                {cards}
                            } else {
                                <p class="none">{if desk.refused.is_some() { say.nothing_opened() } else { say.reading_nodes() }}</p>
                            }
                        </section>
                        <Charts
                            fleet={desk.fleet.clone()}
                            tapes={[desk.told[0].tape.clone(), desk.told[1].tape.clone().filter(|_| desk.compares)]}
                            settings={*desk.shown()}
                            until={desk.until}
                            cursor={desk.cursor}
                            other={desk.side == Side::B}
                            compares={desk.compares}
                            act={act.clone()}
                        />
                        <Happenings fleet={desk.fleet.clone()} tape={tape.clone()} cursor={desk.cursor} act={act.clone()} />
                        <Values fleet={desk.fleet.clone()} tape={tape.clone()} />
                    </div>
                    <Knobs desk={desk.clone()} has_source={view.source.is_some()} act={act.clone()} />
                </div>
                <TimeBar desk={desk.clone()} act={act.clone()} />
            </@>
        </ContextProvider<Say>>
    }
}

/// The keys of the lens. Says whether this was one.
fn press(desk: &Desk, act: &Callback<Act>, key: &str) -> bool {
    let tape = desk.tape();
    let to = match key {
        " " => {
            act.emit(Act::Play(!desk.playing));
            return true;
        }
        "Home" => Some(kubeloupe_core::object::Time::START),
        "End" => Some(desk.until),
        "ArrowRight" => tape.map(|tape| tape.next_happening(desk.cursor)),
        "ArrowLeft" => tape.map(|tape| tape.previous_happening(desk.cursor)),
        "n" | "N" => tape.map(|tape| tape.next_turn(desk.cursor)),
        _ => return false,
    };
    if let Some(at) = to {
        act.emit(Act::Play(false));
        act.emit(Act::Seek(at));
    }
    true
}

fn wants_little_motion() -> bool {
    let window = web_sys::window();
    let query = window.and_then(|window| {
        window
            .match_media("(prefers-reduced-motion: reduce)")
            .ok()
            .flatten()
    });
    query.is_some_and(|query| query.matches())
}
