use super::bench::Bench;
use super::state::{Attempted, CallVerb};
use super::text::Text;
use crate::hooks::use_words;
use kubeloupe_core::workloads::Verdict;
use yew::prelude::*;

/// What the log shows.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// Both worlds.
    pub bench: Bench,
    /// The lens's words.
    pub text: &'static Text,
}

/// Rows of the log.
const ROWS: usize = 40;

/// Every sync of the real world so far, the latest first: what the gate said, what it saw, what it did.
#[component]
pub fn SyncLog(Props { bench, text }: &Props) -> Html {
    let words = use_words();
    let shown = bench.shown();
    let picture = &shown.pictures[0];
    let names = &shown.names[0];
    let lab = bench.lab();
    let record = &lab.line(0).record;
    let begun = record
        .syncs
        .partition_point(|sync| sync.begun <= picture.position);
    let earlier = begun.saturating_sub(ROWS);
    let many = picture.sets.len() > 1;
    html! {
        <section class="ex-log card" aria-label={text.syncs} tabindex="0">
            <h3>{text.syncs}<small>{begun}</small></h3>
            if begun == 0 {
                <p class="empty">{text.syncs_none}</p>
            } else {
                <table>
                    <thead><tr>
                        <th scope="col">{text.sync_at}</th>
                        if many {
                            <th scope="col">{text.sync_set}</th>
                        }
                        <th scope="col">{text.sync_gate}</th>
                        <th scope="col">{text.sync_saw}</th>
                        <th scope="col">{text.sync_did}</th>
                    </tr></thead>
                    <tbody>
                        for (number, sync) in record.syncs[..begun].iter().enumerate().skip(earlier).rev() {
                            <tr key={number} class={sync.ended.is_none_or(|ended| ended > picture.position).then_some("now")}>
                                <td><button type="button" class="link" onclick={
                                    let (bench, position) = (bench.clone(), sync.begun);
                                    move |_| {
                                        let moment = bench.lab().moments().partition_point(|moment| moment.steps[0] < position);
                                        bench.go(moment);
                                    }
                                }>{words.spans.clock(sync.at)}</button></td>
                                if many {
                                    <td>{names.text(sync.key).rsplit('/').next().unwrap_or_default().to_owned()}</td>
                                }
                                <td>{gate(sync, text)}</td>
                                <td>{sync.counted.map(|(active, desired)| (text.sync_saw_of)(active, desired))}</td>
                                <td>{did(sync, picture.position, text)}</td>
                            </tr>
                        }
                    </tbody>
                </table>
                if earlier > 0 {
                    <p class="more">{(text.earlier)(earlier)}</p>
                }
            }
        </section>
    }
}

fn gate(sync: &Attempted, text: &Text) -> Html {
    let Some(verdict) = sync.verdict else {
        return html! { <span class="none">{"–"}</span> };
    };
    let class = match verdict {
        Verdict::Waiting => "waiting",
        Verdict::Expired => "expired",
        Verdict::Fulfilled => "fulfilled",
        Verdict::NothingExpected => "nothing-expected",
    };
    html! { <span class={classes!("ex-verdict", class)}>{(text.verdict)(verdict)}</span> }
}

fn did(sync: &Attempted, position: usize, text: &Text) -> String {
    let (made, deleted) = sync.made(position);
    let mut told = Vec::new();
    if sync.creations > 0 {
        told.push((text.sync_creates)(made, sync.creations));
    }
    if sync.deletions > 0 {
        told.push((text.sync_deletes)(deleted, sync.deletions));
    }
    let calls = || sync.calls.iter().filter(|call| call.position <= position);
    let claims = calls().filter(|call| call.verb == CallVerb::Claim).count();
    if claims > 0 {
        told.push((text.sync_claims)(claims));
    }
    if calls().any(|call| call.verb == CallVerb::Status) {
        told.push(text.sync_status.to_owned());
    }
    if sync.failed && sync.ended.is_some_and(|ended| ended <= position) {
        told.push(
            if sync.verdict.is_none() {
                text.sync_stale
            } else {
                text.sync_failed
            }
            .to_owned(),
        );
    }
    if told.is_empty() {
        told.push(text.sync_nothing.to_owned());
    }
    told.join(", ")
}
