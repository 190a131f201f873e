use super::rule_link::RuleLink;
use crate::hooks::use_words;
use crate::state::{Catalog, ChainLink, Mark, Source, ThingId, call, chain, list_refs};
use crate::text::{Words, moment};
use kubeloupe_core::analyse::{Assumption, Fate, Verdict, WaitsFor};
use kubeloupe_core::object::Duration;
use std::rc::Rc;
use yew::prelude::*;

/// The verdict on a thing.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The thing.
    pub thing: ThingId,
    /// What becomes of it; `None` for nothing.
    pub verdict: Option<Verdict>,
    /// There is an answer at all.
    pub known: bool,
    /// There will be none: the forecasts were cancelled.
    pub stopped: bool,
}

/// What becomes of a thing, the chain of reasons, what it waits for, and what all this takes for granted.
#[component]
pub fn VerdictBox(props: &Props) -> Html {
    let words = use_words();
    let catalog = &props.source.catalog;
    let Some(verdict) = &props.verdict else {
        let text = match (catalog.is_absent(props.thing), props.known) {
            (true, _) => words.not_in_source,
            (false, true) => words.untouched,
            (false, false) if props.stopped => words.stopped,
            (false, false) => words.computing,
        };
        return html! { <div class="verdict-box"><p class="verdict untouched">{text}</p></div> };
    };
    let links = chain(verdict);
    // The sentence is about the thing itself; what happened to its owners is told below. What goes does so for its
    // first reason; what stays does so for its last.
    let is_own = |link: &&ChainLink| link.about.is_none();
    let own = match verdict.fate {
        Fate::Stuck | Fate::Uncollectable | Fate::Deleting | Fate::Kept => links.iter().rfind(is_own),
        _ => links.iter().find(is_own),
    };
    let sentence = match verdict.waits_for.first().filter(|_| verdict.fate == Fate::Stuck) {
        Some(waits) => Some((words.waits_sentence)(&first_of(
            words,
            catalog,
            waits,
            &verdict.waits_for,
        ))),
        None if links.is_empty() && verdict.fate == Fate::Uncollectable => Some(words.island.to_owned()),
        None => own.map(|link| (words.reason)(link.because.reason, &list_refs(catalog, &link.because.refs))),
    };
    html! {
        <div class="verdict-box">
            <p class={classes!("verdict", Mark::of(verdict.fate).word())}>
                <b>{(words.verdict)(verdict.fate)}</b>{" "}{sentence}
                if verdict.anyway { {" "}{words.anyway_note} }
            </p>
            if links.len() > 1 || links.first().is_some_and(|link| link.because.at.0 > 0) {
                <h3>{words.why}</h3>
                <ol class="chain">
                    for link in &links {
                        <li class={classes!(link.about.is_some().then_some("other"))}>
                            <span class="when">{moment(&words.spans, link.because.at)}</span>
                            <span>
                                if let Some(about) = &link.about { <b>{call(catalog, about)}</b>{": "} }
                                {(words.reason)(link.because.reason, &list_refs(catalog, &link.because.refs))}
                            </span>
                            <RuleLink rule={link.because.rule.0} />
                        </li>
                    }
                </ol>
            }
            {list(words.waits_for, waits_listed(words, catalog, &verdict.waits_for))}
            {list(words.assumes, verdict.assumes.iter().map(|assumes| assumption(words, catalog, assumes)).collect())}
        </div>
    }
}

fn list(title: &'static str, items: Vec<String>) -> Html {
    if items.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <h3>{title}</h3>
            <ul class="facts">
                for item in items { <li>{item}</li> }
            </ul>
        </>
    }
}

/// How many things that are waited for are named; the rest is counted.
const NAMED: usize = 24;

fn waits_listed(words: &Words, catalog: &Catalog, all: &[WaitsFor]) -> Vec<String> {
    let named = all
        .iter()
        .take(NAMED)
        .map(|waits| waits_for(words, catalog, waits));
    let left_out = all.len().saturating_sub(NAMED);
    named
        .chain((left_out > 0).then(|| (words.more)(left_out)))
        .collect()
}

/// What is waited for first, and how many more of the same sort.
fn first_of(words: &Words, catalog: &Catalog, first: &WaitsFor, all: &[WaitsFor]) -> String {
    let is_dependent = |waits: &&WaitsFor| matches!(waits, WaitsFor::Dependent(_));
    match (first, all.iter().filter(is_dependent).count()) {
        (WaitsFor::Dependent(dependent), count @ 2..) => {
            (words.waits_dependents)(&call(catalog, dependent), count - 1)
        }
        _ => waits_for(words, catalog, first),
    }
}

fn waits_for(words: &Words, catalog: &Catalog, waits: &WaitsFor) -> String {
    match waits {
        WaitsFor::Finalizer(finalizer) => (words.waits_finalizer)(catalog.text(*finalizer)),
        WaitsFor::Dependent(dependent) | WaitsFor::Instance(dependent) => {
            (words.waits_dependent)(&call(catalog, dependent))
        }
        WaitsFor::Refusal(dependent) => (words.waits_refusal)(&call(catalog, dependent)),
        WaitsFor::Kubelet => words.waits_kubelet.to_owned(),
        WaitsFor::NoNode => words.waits_no_node.to_owned(),
        WaitsFor::SilentNode(node) => (words.waits_silent_node)(catalog.text(*node)),
        WaitsFor::NamespaceContent => words.waits_content.to_owned(),
        WaitsFor::UnmappedKind { api_version, kind } => {
            (words.waits_kind)(&format!("{} {}", catalog.text(*api_version), catalog.text(*kind)))
        }
    }
}

fn assumption(words: &Words, catalog: &Catalog, assumption: &Assumption) -> String {
    let owner = |kind, name| format!("{} {}", catalog.text(kind), catalog.text(name));
    match assumption {
        Assumption::KindFromObjects(kind) => {
            (words.assumes_kind_seen)(catalog.text(catalog.kinds().get(*kind).kind))
        }
        Assumption::KindNotServed { api_version, kind } => (words.assumes_kind_not_served)(&format!(
            "{} {}",
            catalog.text(*api_version),
            catalog.text(*kind)
        )),
        Assumption::OwnerOutside { kind, name, .. } => (words.assumes_owner_absent)(&owner(*kind, *name)),
        Assumption::OwnerExists { kind, name, .. } => (words.assumes_owner_exists)(&owner(*kind, *name)),
        Assumption::OwnerGuessed { kind, name, .. } => (words.assumes_owner_guessed)(&owner(*kind, *name)),
        Assumption::FinalizerStays(finalizer) => (words.assumes_finalizer_stays)(catalog.text(*finalizer)),
        Assumption::PodUsesGrace(seconds) => {
            (words.assumes_grace)(&words.spans.of(Duration::from_secs(*seconds)))
        }
        Assumption::NoKubelet => words.assumes_no_kubelet.to_owned(),
    }
}
