use super::bench::use_bench;
use super::deed_panel::DeedPanel;
use super::narrate::narrate;
use super::story_bar::StoryBar;
use super::sync_log::SyncLog;
use super::text::Text;
use super::timeline::Timeline;
use super::transport::{ExpectationsTransport, SPEEDS};
use super::world_card::WorldCard;
use crate::components::RuleLink;
use crate::hooks::{use_lens_keys, use_main_tag, use_words};
use crate::lenses::LensProps;
use crate::state::Lens;
use gloo_timers::callback::Interval;
use kubeloupe_core::object::Name;
use web_sys::KeyboardEvent;
use yew::prelude::*;

/// ReplicaSets that wait for their own writes, beside ones that do not.
#[component]
pub fn ExpectationsLens(LensProps { view, hidden }: &LensProps) -> Html {
    let words = use_words();
    let text = Text::of(view.language);
    let bench = use_bench(view.minor);
    let playing = use_state_eq(|| false);
    let speed = use_state_eq(|| 1_usize);
    let chosen = use_state_eq(|| None::<Name>);
    {
        let (bench, playing) = (bench.clone(), playing.clone());
        use_lens_keys(
            *hidden,
            Callback::from(move |event: KeyboardEvent| {
                let moments = match event.key().as_str() {
                    " " => {
                        playing.set(!*playing);
                        return true;
                    }
                    "ArrowRight" => 1,
                    "ArrowLeft" => -1,
                    "Home" => isize::MIN,
                    "End" => isize::MAX,
                    _ => return false,
                };
                bench.step(moments);
                true
            }),
        );
    }
    {
        let (bench, playing) = (bench.clone(), playing.clone());
        let running = *playing && !*hidden;
        use_effect_with((running, *speed), move |&(running, speed)| {
            let timer = running.then(|| {
                Interval::new(SPEEDS[speed].0, move || {
                    if !bench.step(1) && !bench.is_running() {
                        playing.set(false);
                    }
                })
            });
            move || drop(timer)
        });
    }
    let shown = bench.shown();
    let narration = narrate(&bench.lab(), &shown, text, view.language, &words.spans);
    let story = bench.lab().story;
    let main = use_main_tag();
    html! {
        <@{main} data-main="" class="lens expectations-lens" hidden={*hidden} lang={view.language.tag()} data-story={story.slug()}>
            <h2 class="unseen">{(words.lens)(Lens::Expectations)}</h2>
            <StoryBar bench={bench.clone()} {text} />
            <div class="ex-deck">
                <DeedPanel bench={bench.clone()} {text} chosen={*chosen} />
                <div class={classes!("ex-worlds", (shown.pictures.len() > 1).then_some("two"))}>
                    for number in 0..shown.pictures.len() {
                        <WorldCard key={number} bench={bench.clone()} {text} {number} chosen={*chosen} on_choose={
                            let chosen = chosen.setter();
                            Callback::from(move |uid| chosen.set(uid))
                        } />
                    }
                </div>
            </div>
            <section class="time ex-time" aria-label={words.time}>
                <ExpectationsTransport
                    bench={bench.clone()}
                    playing={*playing}
                    speed={*speed}
                    on_play={ let playing = playing.setter(); Callback::from(move |on| playing.set(on)) }
                    on_speed={ let speed = speed.setter(); Callback::from(move |number| speed.set(number)) }
                    {text}
                />
                <div class="say ex-say">
                    <p aria-live={if *playing { "off" } else { "polite" }}>{if bench.has_failed() { text.failed.to_owned() } else { narration.text }}</p>
                    <span class="rules">
                        for rule in narration.rules {
                            <RuleLink key={rule} {rule} />
                        }
                    </span>
                </div>
                <div class="ex-below">
                    <Timeline bench={bench.clone()} {text} />
                    <SyncLog bench={bench.clone()} {text} />
                </div>
            </section>
        </@>
    }
}
