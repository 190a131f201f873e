use super::breakpoint_button::BreakpointButton;
use crate::hooks::{use_desk, use_words};
use crate::state::{ItemList, QueueItem, QueueView, STOPPABLE_QUEUES, ThingId, Touch};
use crate::text::{Words, queue_name, short_kind, shorten};
use kubeloupe_core::gc::GraphChangeKind;
use kubeloupe_core::object::Time;
use yew::prelude::*;

/// One queue.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What the queue is called in Kubernetes.
    pub name: &'static str,
    /// What stands beside the name; the number of items where nothing is given.
    #[prop_or_default]
    pub about: Option<String>,
    /// What is in it.
    pub lists: Lists,
    /// Virtual time.
    pub now: Time,
    /// The chosen thing.
    pub selected: Option<ThingId>,
}

/// The lists of a queue.
#[derive(Clone, PartialEq, Default)]
pub struct Lists {
    /// What waits.
    pub listed: ItemList,
    /// What a worker has in hand.
    pub at_work: ItemList,
    /// What was put off.
    pub later: ItemList,
    /// What is listed is only remembered, and nobody will take it.
    pub dim: bool,
}

impl Lists {
    /// A list without workers.
    pub fn plain(list: &ItemList) -> Self {
        Lists {
            listed: list.clone(),
            ..Lists::default()
        }
    }

    /// A work queue.
    pub fn queue(queue: &QueueView) -> Self {
        Lists {
            listed: queue.listed.clone(),
            at_work: queue.at_work.clone(),
            later: queue.later.clone(),
            dim: false,
        }
    }
}

/// The longest name of an item that is shown whole.
const NAME: usize = 20;

/// A queue with what is in it: waiting, in a worker's hands, put off until later.
#[component]
pub fn QueueCard(props: &Props) -> Html {
    let words = use_words();
    let lists = &props.lists;
    let about = props
        .about
        .clone()
        .unwrap_or_else(|| lists.listed.count.to_string());
    let queue = STOPPABLE_QUEUES
        .into_iter()
        .find(|&queue| queue_name(queue) == props.name);
    let stop = queue.map(|queue| html! { <BreakpointButton on={Touch::Queue(queue)} name={props.name} /> });
    let empty = lists.listed.count + lists.at_work.count + lists.later.count == 0;
    html! {
        <div class="card" data-queue={props.name} tabindex="0" role="group" aria-label={format!("{} {about}", props.name)}>
            <h3><code>{props.name}</code><small>{about.clone()}</small>{stop}</h3>
            if empty {
                <span class="empty">{words.empty}</span>
            }
            <Items list={lists.listed.clone()} dim={lists.dim} now={props.now} selected={props.selected} />
            if lists.at_work.count > 0 {
                <h4>{words.queue_at_work}</h4>
                <Items list={lists.at_work.clone()} dim=false now={props.now} selected={props.selected} />
            }
            if lists.later.count > 0 {
                <h4>{words.queue_later}</h4>
                <Items list={lists.later.clone()} dim=true now={props.now} selected={props.selected} />
            }
        </div>
    }
}

#[derive(Properties, Clone, PartialEq)]
struct ItemsProps {
    list: ItemList,
    dim: bool,
    now: Time,
    selected: Option<ThingId>,
}

#[component]
fn Items(props: &ItemsProps) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let item = |item: &QueueItem| {
        let (desk, thing) = (desk.clone(), item.thing);
        let onclick = move |_: MouseEvent| {
            if let Some(thing) = thing {
                desk.choose_seen(thing);
            }
        };
        let class = classes!(
            "item",
            props.dim.then_some("dim"),
            (thing.is_some() && thing == props.selected).then_some("chosen"),
        );
        html! {
            <button type="button" {class} {onclick} title={format!("{} {}", item.kind, item.name)}>
                if let Some(change) = item.change { <em>{change_word(change)}</em> }
                <em class="kind">{short_kind(&item.kind)}</em>{shorten(&item.name, NAME)}
                if let Some(due) = item.due { <small>{later(words, due, props.now, item.failures)}</small> }
            </button>
        }
    };
    let left_out = props.list.count.saturating_sub(props.list.items.len());
    html! {
        <div class="items">
            for one in &props.list.items { {item(one)} }
            if left_out > 0 { <span class="more">{(words.more)(left_out)}</span> }
        </div>
    }
}

/// The words of the graph builder's own changes, which are the API's and the same in every language.
fn change_word(change: GraphChangeKind) -> &'static str {
    match change {
        GraphChangeKind::Add => "add",
        GraphChangeKind::Update => "update",
        GraphChangeKind::Delete => "delete",
        GraphChangeKind::VirtualDelete => "virtual delete",
    }
}

fn later(words: &Words, due: Time, now: Time, failures: u32) -> String {
    let in_time = (words.due_in)(&words.spans.of(due - now));
    if failures == 0 {
        in_time
    } else {
        format!("{in_time}, {}", (words.nth_try)(failures))
    }
}
