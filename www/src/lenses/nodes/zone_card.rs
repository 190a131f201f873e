use super::node_grid::NodeGrid;
use super::state::{Act, Bits, Fleet, LimiterRow, ZoneNote, ZoneRow};
use super::text::Say;
use super::use_desk::use_say;
use crate::components::RuleLink;
use kubeloupe_core::nodes::ZoneState;
use kubeloupe_core::object::Time;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// One zone at one moment.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// The nodes.
    pub fleet: Rc<Fleet>,
    /// Which zone.
    pub number: usize,
    /// What it is like.
    pub zone: ZoneRow,
    /// All nodes.
    pub bits: Rc<[Bits]>,
    /// Since when it is like that.
    pub at: Time,
    /// The moment that is shown.
    pub cursor: Time,
    /// What is said below it.
    pub note: ZoneNote,
    /// Chosen nodes.
    pub chosen: Rc<BTreeSet<usize>>,
    /// Buttons are about this zone.
    pub target: bool,
    /// What changes the desk.
    pub act: Callback<Act>,
}

/// A zone: its nodes, its limiter, who waits, and why.
#[component]
pub fn ZoneCard(props: &Props) -> Html {
    let say = use_say();
    let (fleet, zone, number) = (&props.fleet, &props.zone, props.number);
    let class = match zone.state {
        Some(ZoneState::PartialDisruption) => "partial",
        Some(ZoneState::FullDisruption) => "full",
        Some(ZoneState::Normal) => "normal",
        None | Some(ZoneState::Initial | ZoneState::Empty) => "initial",
    };
    let name = say.zone_name(fleet, number);
    let (note, rules) = say.zone_note(&props.note);
    let more = zone
        .queue
        .saturating_sub(u32::try_from(zone.waiting.len()).unwrap_or(u32::MAX));
    let nodes = fleet.zones[number].nodes.clone();
    let target = props.target;
    let on_target = props
        .act
        .reform(move |_: MouseEvent| Act::Zone((!target).then_some(number)));
    html! {
        <article class={classes!("zone", class)} aria-label={name.to_owned()} data-zone={name.to_owned()} data-state={zone.state.map_or("", ZoneState::text)}>
            <header>
                <h3><button type="button" class="thing" aria-pressed={target.to_string()} title={say.selected_zone()} onclick={on_target}>{name}</button></h3>
                <span class="zone-state">{say.state(zone.state)}</span>
            </header>
            <NodeGrid fleet={fleet.clone()} {number} {nodes} bits={props.bits.clone()} marks={zone.marks} chosen={props.chosen.clone()} act={props.act.clone()} />
            <div class="limiter">
                {bucket(zone.limiter, props)}
                <div>
                    <h4>{say.limiter()}</h4>
                    if let Some(limiter) = zone.limiter {
                        <p class="rate">{say.rate(limiter.rate())}</p>
                        <small>{token_text(say, &limiter, props.cursor)}</small>
                        if let Some(swap) = &zone.swap {
                            <small>{say.swap(swap)}</small>
                        }
                    } else {
                        <p class="rate">{"–"}</p>
                        <small>{say.no_limiter()}</small>
                    }
                </div>
            </div>
            <div class="queue">
                <h4>{say.waiting()}<small>{zone.queue}</small></h4>
                <ol>
                    if zone.queue == 0 {
                        <li class="none">{say.nobody_waits()}</li>
                    }
                    for (place, waiting) in zone.waiting.iter().take(4).enumerate() {
                        <li key={waiting.node}>
                            <span>{fleet.node_name(waiting.node as usize)}</span>
                            <small>{match turn(zone.limiter, place, waiting.process_at) {
                                Some(at) if at > props.cursor => say.next_at(at),
                                _ if waiting.process_at > props.cursor => say.not_before(waiting.process_at),
                                _ => say.queued(waiting.added_at),
                            }}</small>
                        </li>
                    }
                    if more > 0 || zone.waiting.len() > 4 {
                        <li class="more">{say.more(zone.queue - 4)}</li>
                    }
                </ol>
            </div>
            <p class="zone-note">{note}{" "}for rule in rules.iter().copied() { <RuleLink key={rule} {rule} /> }</p>
        </article>
    }
}

/// When it is a waiting node's turn, if nothing changes until then: the first one gets the next token.
fn turn(limiter: Option<LimiterRow>, place: usize, process_at: Time) -> Option<Time> {
    let limiter = limiter?;
    let rate = limiter.qps.filter(|rate| *rate > 0.0)?;
    let first = limiter.next_token?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the first few places"
    )]
    let later = (place as f64 * 1e9 / f64::from(rate)) as i64;
    Some((first + kubeloupe_core::object::Duration(later)).max(process_at))
}

fn bucket(limiter: Option<LimiterRow>, props: &Props) -> Html {
    let level = limiter.map_or(0.0, |limiter| limiter.tokens_at(props.cursor - props.at));
    let never = limiter.is_some_and(|limiter| limiter.qps.is_none());
    html! {
        <div class={classes!("bucket", never.then_some("never"))} aria-hidden="true">
            <b ~style={format!("height:{:.1}%", level.clamp(0.0, 1.0) * 100.0)}></b>
        </div>
    }
}

fn token_text(say: Say, limiter: &LimiterRow, cursor: Time) -> String {
    match (limiter.qps, limiter.next_token) {
        (None, _) => say.never().to_owned(),
        (Some(_), Some(at)) if at > cursor => say.next_token(at - cursor),
        (Some(_), None) if limiter.tokens < 1.0 => say.never().to_owned(),
        _ => say.bucket_full().to_owned(),
    }
}
