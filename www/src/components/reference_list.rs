use super::rule_link::RuleLink;
use crate::hooks::{use_desk, use_words};
use crate::state::{Catalog, OwnerState, Ownership, Source, ThingId, ownerships};
use crate::text::Words;
use kubeloupe_core::sim::ReferenceClass;
use std::rc::Rc;
use yew::prelude::*;

/// Whose references.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The thing.
    pub thing: ThingId,
    /// Grows when the world that is shown changes.
    pub revision: u64,
    /// The references stand above already, to be changed.
    pub edited: bool,
}

/// More dependents than these are counted.
const DEPENDENTS: usize = 12;

/// A thing's owners, each with how the collector classes it now and why, and its dependents.
#[component]
pub fn ReferenceList(
    Props {
        source,
        thing,
        edited,
        ..
    }: &Props,
) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let entry = source.catalog.get(*thing);
    let owners = entry.object.as_ref().map_or_else(Vec::new, |read| {
        desk.with_world(|world| {
            // What is gone keeps the references that it had.
            let now = world
                .api()
                .get(&read.key())
                .filter(|now| now.meta.uid == read.meta.uid)
                .unwrap_or(read);
            ownerships(world, &source.catalog, now)
        })
        .unwrap_or_default()
    });
    let choose = |thing: Option<ThingId>| {
        let desk = desk.clone();
        move |_: MouseEvent| {
            if let Some(thing) = thing {
                desk.choose_seen(thing);
            }
        }
    };
    let dependents = &entry.dependents;
    html! {
        <div class="ownership">
            if entry.object.is_some() && !edited {
                <h3>{words.references}</h3>
                if owners.is_empty() {
                    <p class="none">{words.no_references}</p>
                }
                <ul class="references">
                    for owner in &owners {
                        <li>
                            {owner_class(words, owner)}
                            <div>
                                <button type="button" class="thing" onclick={choose(owner.thing)}>
                                    <em class="kind">{source.catalog.text(owner.reference.kind).to_owned()}</em><b>{source.catalog.text(owner.reference.name).to_owned()}</b>
                                </button>
                                <small>{owner_because(words, &source.catalog, owner)}</small>
                                <small class="flags">{flags(words, owner)}</small>
                            </div>
                            <RuleLink rule={owner.rule} />
                        </li>
                    }
                </ul>
            }
            if !dependents.is_empty() {
                <h3>{(words.dependents)(dependents.len())}</h3>
                <ul class="dependents">
                    for &dependent in dependents.iter().take(DEPENDENTS) {
                        <li key={dependent.0}>
                            <button type="button" class="thing" onclick={choose(Some(dependent))}>
                                <em class="kind">{source.catalog.kind_of(dependent).to_owned()}</em><b>{source.catalog.name_of(dependent).to_owned()}</b>
                            </button>
                        </li>
                    }
                    if dependents.len() > DEPENDENTS {
                        <li class="more">{(words.more)(dependents.len() - DEPENDENTS)}</li>
                    }
                </ul>
            }
        </div>
    }
}

fn class_word(class: Option<ReferenceClass>) -> &'static str {
    match class {
        None => "unknown",
        Some(ReferenceClass::Solid) => "solid",
        Some(ReferenceClass::Dangling) => "dangling",
        Some(ReferenceClass::Waiting) => "waiting",
    }
}

/// The class of a reference, as a badge.
pub fn owner_class(words: &Words, owner: &Ownership) -> Html {
    html! { <span class={classes!("class", class_word(owner.class))}>{owner.class.map_or(words.class_unknown, words.class)}</span> }
}

/// Why a reference is of its class.
pub fn owner_because(words: &Words, catalog: &Catalog, owner: &Ownership) -> String {
    match owner.because {
        OwnerState::Lives => words.owner_lives.to_owned(),
        OwnerState::Assumed => words.owner_not_asked.to_owned(),
        OwnerState::Waits => words.owner_waits.to_owned(),
        OwnerState::Deleting => words.owner_deleting.to_owned(),
        OwnerState::Gone => words.owner_gone.to_owned(),
        OwnerState::OtherUid => words.owner_other_uid.to_owned(),
        OwnerState::Elsewhere(namespace) => (words.owner_elsewhere)(catalog.text(namespace)),
        OwnerState::UnknownKind => (words.owner_kind_unknown)(catalog.text(owner.reference.api_version)),
        OwnerState::WrongScope => words.owner_scope.to_owned(),
    }
}

fn flags(words: &Words, owner: &Ownership) -> String {
    let mut flags = Vec::new();
    if owner.reference.controller == Some(true) {
        flags.push(words.controller);
    }
    if owner.reference.blocks() {
        flags.push(words.blocking);
    }
    flags.join(", ")
}
