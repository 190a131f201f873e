use super::bench::Bench;
use super::state::{Attempted, CallVerb};
use super::text::Text;
use crate::hooks::use_words;
use yew::prelude::*;

/// Whose batches.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
    /// Which world.
    pub number: usize,
}

/// Batches with more calls than these are a bar, not a call each.
const DRAWN: u32 = 16;

/// The batches of the last sync that made pods: 1, 2, 4, 8 … calls, each made, refused, or never tried; and the calls that
/// were bound to fail, counted against the bound.
#[component]
pub fn Batches(Props { bench, text, number }: &Props) -> Html {
    let words = use_words();
    let shown = bench.shown();
    let picture = &shown.pictures[*number];
    let lab = bench.lab();
    let record = &lab.line(*number).record;
    let position = picture.position;
    // Of several sets, the one that made pods last.
    let syncs = picture.sets.iter().filter_map(|set| {
        let key = set.key?;
        record.last_sync(key, position, |sync| sync.creations > 0)
    });
    let Some(sync) = syncs.max_by_key(|sync| sync.begun) else {
        return html! { <div class="ex-card ex-batches" role="group" aria-label={text.batches}><h4>{text.batches}</h4><p class="none">{text.no_batches}</p></div> };
    };
    let called: Vec<bool> = sync
        .creations_by(position)
        .map(|call| call.refused.is_some())
        .collect();
    let begun = sync
        .batches
        .iter()
        .filter(|(before, _)| (*before as usize) <= called.len());
    let batches: Vec<(u32, u32)> = begun.copied().collect();
    let in_batches: u32 = batches.iter().map(|(_, size)| size).sum();
    let is_over = sync.ended.is_some_and(|ended| ended <= position);
    html! {
        <div class="ex-card ex-batches" role="group" aria-label={text.batches}>
            <h4>{text.batches}<small>{(text.batches_of)(sync.creations, &words.spans.clock(sync.at))}</small></h4>
            <ol class="ex-batch-list">
                for (place, (before, size)) in batches.iter().enumerate() {
                    <li key={place} ~style={format!("--size:{}", (*size).min(64))}>{batch(place, *before, *size, &called, text)}</li>
                }
                if is_over && in_batches < sync.creations {
                    <li class="ex-untried"><small>{(text.never_tried)(sync.creations - in_batches)}</small></li>
                }
            </ol>
            <p class="note">{(text.batch_count)(planned(sync.creations), batches.len())}</p>
            if is_over {
                {doomed(sync, position, text)}
            }
        </div>
    }
}

/// How many batches slow start takes for so many calls, if none fails.
fn planned(creations: u32) -> u32 {
    creations.checked_ilog2().map_or(0, |log| log + 1)
}

fn batch(place: usize, before: u32, size: u32, called: &[bool], text: &Text) -> Html {
    let own = called.iter().skip(before as usize).take(size as usize);
    let (mut made, mut refused) = (0_u32, 0_u32);
    for is_refused in own.clone() {
        if *is_refused {
            refused += 1;
        } else {
            made += 1;
        }
    }
    let open = size - made - refused;
    let label = format!(
        "{}; {}",
        (text.batch)(place + 1, size),
        (text.batch_told)(made, refused, open)
    );
    html! {
        <div class="ex-batch" role="img" aria-label={label.clone()} title={label}>
            <small>{size}</small>
            if size <= DRAWN {
                <span class="ex-calls">
                    for number in 0..size as usize {
                        <i class={match own.clone().nth(number) { Some(true) => "refused", Some(false) => "made", None => "open" }}></i>
                    }
                </span>
            } else {
                <span class="ex-calls bar">
                    for (class, count) in [("made", made), ("refused", refused), ("open", open)] {
                        if count > 0 {
                            <i {class} ~style={format!("flex:{count}")}></i>
                        }
                    }
                </span>
            }
        </div>
    }
}

/// The calls that were bound to fail, against the bound: once the quota is exceeded min(N, 1) a sync; a sync that runs into
/// it loses at most the batch that does.
fn doomed(sync: &Attempted, position: usize, text: &Text) -> Html {
    let count = sync.doomed(position);
    if count == 0 {
        return Html::default();
    }
    let last = sync.batches.last().map_or(0, |(_, size)| *size);
    let bound = if sync.began_doomed() {
        (text.bound)(sync.creations.min(1))
    } else {
        (text.bound_crossed)(last)
    };
    let made = sync
        .calls
        .iter()
        .filter(|call| call.verb == CallVerb::Create && call.refused.is_none())
        .count();
    let at_once = sync
        .creations
        .saturating_sub(u32::try_from(made).unwrap_or(u32::MAX));
    html! { <p class="ex-doomed"><b>{(text.doomed)(count)}</b>{" "}{bound}{" "}{(text.all_at_once)(at_once)}</p> }
}
