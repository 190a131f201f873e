use crate::hooks::{use_desk, use_words};
use crate::state::{Source, ThingId};
use crate::text::{Words, short_uid};
use kubeloupe_core::object::{Duration, Facts, KnownFrom, Name, Object, Time};
use kubeloupe_core::sim::World;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Whose metadata.
#[derive(Properties, Clone, PartialEq)]
pub struct Props {
    /// What is open.
    pub source: Rc<Source>,
    /// The thing.
    pub thing: ThingId,
    /// Grows when the world that is shown changes.
    pub revision: u64,
}

/// Finalizers with who removes them, and the rest of the metadata as it is at the present step.
#[component]
pub fn Metadata(Props { source, thing, .. }: &Props) -> Html {
    let (words, desk) = (use_words(), use_desk());
    let Some(read) = source.catalog.get(*thing).object.clone() else {
        return html! { <div class="metadata-box"></div> };
    };
    let shown = desk.with_world(|world| {
        let stored = world
            .api()
            .get(&read.key())
            .filter(|stored| stored.meta.uid == read.meta.uid);
        Shown::new(words, world, stored.unwrap_or(&read))
    });
    let Some(shown) = shown else {
        return html! { <div class="metadata-box"></div> };
    };
    html! {
        <div class="metadata-box">
            if !shown.finalizers.is_empty() {
                <h3>{words.finalizers}</h3>
                <ul class="finalizers">
                    for (finalizer, about) in &shown.finalizers {
                        <li><code>{finalizer.clone()}</code><small>{*about}</small></li>
                    }
                </ul>
            }
            <h3>{words.metadata}</h3>
            <dl class="metadata">
                for (name, value, title) in &shown.rows {
                    <dt>{*name}</dt><dd title={title.clone()}>{value.clone()}</dd>
                }
            </dl>
        </div>
    }
}

/// The texts, gathered while the world can be looked at.
struct Shown {
    finalizers: Vec<(String, &'static str)>,
    rows: Vec<(&'static str, String, String)>,
}

impl Shown {
    fn new(words: &'static Words, world: &World, object: &Arc<Object>) -> Self {
        let names = &world.cluster().names;
        let meta = &object.meta;
        let kind = world.cluster().kinds.get(object.kind);
        let mut rows: Vec<(&'static str, String, String)> = Vec::new();
        let uid = names.text(meta.uid);
        rows.push((
            "apiVersion",
            names.text(kind.preferred()).to_owned(),
            String::new(),
        ));
        rows.push(("uid", short_uid(uid), uid.to_owned()));
        rows.push((
            "resourceVersion",
            meta.resource_version.to_string(),
            String::new(),
        ));
        if meta.generation > 0 {
            rows.push(("generation", meta.generation.to_string(), String::new()));
        }
        if let Some(created) = meta.creation_timestamp {
            rows.push((
                words.meta_age,
                relative(words, created, world.now()),
                String::new(),
            ));
        }
        if let Some(deleted) = meta.deletion_timestamp {
            rows.push((
                words.meta_deleting,
                relative(words, deleted, world.now()),
                String::new(),
            ));
        }
        if let Some(grace) = meta.deletion_grace_period_s {
            rows.push((
                words.meta_grace,
                words.spans.of(Duration::from_secs(grace)),
                String::new(),
            ));
        }
        if let Facts::Pod(pod) = &object.facts {
            let node = names.text(pod.node);
            if !node.is_empty() {
                rows.push((words.meta_node, node.to_owned(), String::new()));
            }
        }
        if kind.known_from != KnownFrom::BuiltIn {
            rows.push((
                words.meta_kind_from,
                format!("{:?}", kind.known_from),
                String::new(),
            ));
        }
        if !meta.labels.is_empty() {
            let labels: Vec<String> = meta
                .labels
                .iter()
                .map(|(key, value)| format!("{}={}", names.text(*key), names.text(*value)))
                .collect();
            rows.push((words.meta_labels, labels.join("\n"), String::new()));
        }
        let finalizers = meta
            .finalizers
            .iter()
            .map(|&finalizer| {
                (
                    names.text(finalizer).to_owned(),
                    remover(words, finalizer, names.text(finalizer)),
                )
            })
            .collect();
        Shown { finalizers, rows }
    }
}

fn remover(words: &'static Words, finalizer: Name, text: &str) -> &'static str {
    match finalizer {
        Name::FOREGROUND_DELETION => words.finalizer_foreground,
        Name::ORPHAN => words.finalizer_orphan,
        Name::KUBERNETES => words.finalizer_kubernetes,
        Name::CUSTOM_RESOURCE_CLEANUP => words.finalizer_crd,
        _ if text.starts_with("kubernetes.io/") && text.ends_with("-protection") => {
            words.finalizer_protection
        }
        _ => words.finalizer_custom,
    }
}

fn relative(words: &Words, time: Time, now: Time) -> String {
    if time > now {
        (words.from_now)(&words.spans.of(time - now))
    } else {
        (words.ago)(&words.spans.of(now - time))
    }
}
