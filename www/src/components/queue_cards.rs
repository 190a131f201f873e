use super::call_table::CallTable;
use super::queue_card::{Lists, QueueCard};
use crate::hooks::{use_desk, use_words};
use crate::state::{Frame, Source, ThingId};
use std::rc::Rc;
use yew::prelude::*;

/// The evidence of the present step.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// The present step, while something is watched.
    pub frame: Option<Rc<Frame>>,
    /// The chosen thing.
    pub selected: Option<ThingId>,
}

/// The queues, the calls of the present step, and the owners remembered as absent.
#[component]
pub fn QueueCards(
    Props {
        source,
        frame,
        selected,
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    // Before anything is watched, the queues are those of the cluster as it was found.
    let found = use_memo((source.clone(), frame.is_some()), |_| desk.queues());
    let queues = frame
        .as_ref()
        .map_or_else(|| found.clone(), |frame| frame.queues.clone());
    let now = frame.as_ref().map_or_else(Default::default, |frame| frame.time);
    let calls = frame
        .as_ref()
        .map(|frame| frame.calls.clone())
        .unwrap_or_default();
    let card =
        |name: &'static str, lists: Lists| html! { <QueueCard {name} {lists} {now} selected={*selected} /> };
    let namespaces = !queues.namespaces.is_empty();
    html! {
        <div class={classes!("queues", namespaces.then_some("with-namespaces"))} role="group" aria-label={words.queues}>
            {card("graphChanges", Lists::plain(&queues.graph_changes))}
            {card("attemptToDelete", Lists::queue(&queues.delete))}
            {card("attemptToOrphan", Lists::queue(&queues.orphan))}
            if namespaces {
                {card("namespaces", Lists::queue(&queues.namespaces))}
            }
            <CallTable {calls} />
            <QueueCard
                name={words.absent}
                about={(words.absent_of)(queues.absent.count, queues.absent_most)}
                lists={Lists { dim: true, ..Lists::plain(&queues.absent) }}
                {now}
                selected={*selected}
            />
        </div>
    }
}
