use crate::condition::message;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Facts, Name, NamespacePhase, Object, Time};
use kubeloupe_core::sim::{Decision, Effect, Item, NamespaceDecision, QueueName, World};
use serde::Serialize;

/// A namespace that is being deleted, or was: what the passes over it found (NS-11 to NS-15).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamespaceResult {
    /// `Namespace name`.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its phase at the end; nothing for one that is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// `spec.finalizers` at the end.
    #[serde(rename = "specFinalizers")]
    pub spec_finalizers: Vec<String>,
    /// `status.conditions` at the end.
    pub conditions: Vec<ConditionResult>,
    /// The passes over it, in order; no more than the first hundred.
    pub passes: Vec<PassResult>,
}

/// One condition, as `kubectl` shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConditionResult {
    /// Its type.
    #[serde(rename = "type")]
    pub condition: String,
    /// `True`, `False` or `Unknown`.
    pub status: String,
    /// Its reason.
    pub reason: String,
    /// Its message.
    pub message: String,
}

/// How one pass over a namespace ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PassResult {
    /// When.
    pub at: String,
    /// `podsFirst`, `contentRemains`, `contentFails`, `discoveryIncomplete` or `finalize`.
    pub outcome: &'static str,
    /// How many pods, objects or resources that is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// How long the content may still take, in seconds (NS-13).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_seconds: Option<i64>,
    /// When the next pass is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// More passes over one namespace are not listed.
const PASSES: usize = 100;

/// The passes over each namespace, as they happen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passes(Vec<(Name, Vec<PassResult>)>);

impl Passes {
    /// Takes in what happened in one step that ended at `at`.
    pub(crate) fn record(&mut self, effects: &[Effect], at: Time) {
        for effect in effects {
            match effect {
                Effect::Decided {
                    item,
                    decision: Decision::Namespace(decision),
                    ..
                } => self.add(item, decision, at),
                Effect::Enqueued {
                    queue: QueueName::Namespace,
                    item: Item::Namespace { name },
                    due: Some(due),
                    ..
                } => {
                    let known = self.0.iter_mut().find(|(known, _)| known == name);
                    if let Some(pass) = known.and_then(|(_, passes)| passes.last_mut()) {
                        pass.next = Some(due.to_string());
                    }
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, item: &Identity, decision: &NamespaceDecision, at: Time) {
        let (outcome, count, estimate_seconds) = match *decision {
            NamespaceDecision::PodsFirst { pods } => ("podsFirst", Some(pods), None),
            NamespaceDecision::ContentRemains { objects, estimate_s } => {
                ("contentRemains", Some(objects), Some(estimate_s))
            }
            NamespaceDecision::ContentFails { resources } => ("contentFails", Some(resources), None),
            NamespaceDecision::DiscoveryIncomplete => ("discoveryIncomplete", None, None),
            NamespaceDecision::Finalize => ("finalize", None, None),
        };
        let pass = PassResult {
            at: at.to_string(),
            outcome,
            count,
            estimate_seconds,
            next: None,
        };
        let place = self.0.iter().position(|(known, _)| *known == item.name);
        let place = place.unwrap_or_else(|| {
            self.0.push((item.name, Vec::new()));
            self.0.len() - 1
        });
        let passes = &mut self.0[place].1;
        if passes.len() < PASSES {
            passes.push(pass);
        }
    }

    /// Every namespace that had a pass, or is being deleted at the end.
    pub(crate) fn finish(&self, world: &World) -> Vec<NamespaceResult> {
        let cluster = world.cluster();
        let stored = |name: Name| {
            let kind = cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE)?;
            let mut namespaces = world.api().of_kind(kind);
            namespaces.find(|object| object.meta.name == name)
        };
        let mut results: Vec<NamespaceResult> = self
            .0
            .iter()
            .map(|(name, passes)| result(cluster, *name, stored(*name).map(AsRef::as_ref), passes.clone()))
            .collect();
        let kind = cluster.kinds.of_group(Name::EMPTY, Name::NAMESPACE);
        let dying = kind.into_iter().flat_map(|kind| world.api().of_kind(kind));
        let dying = dying.filter(|object| object.meta.is_deleting());
        for object in dying.filter(|object| self.0.iter().all(|(known, _)| *known != object.meta.name)) {
            results.push(result(cluster, object.meta.name, Some(object), Vec::new()));
        }
        results
    }
}

fn result(
    cluster: &Cluster,
    name: Name,
    stored: Option<&Object>,
    passes: Vec<PassResult>,
) -> NamespaceResult {
    let names = &cluster.names;
    let facts = stored.and_then(|object| match &object.facts {
        Facts::Namespace(facts) => Some(facts),
        _ => None,
    });
    let conditions = facts.into_iter().flat_map(|facts| &facts.conditions);
    let tokens = facts.into_iter().flat_map(|facts| &facts.spec_finalizers);
    NamespaceResult {
        reference: format!("Namespace {}", names.text(name)),
        phase: facts.map(|facts| match facts.phase {
            NamespacePhase::Active => "Active",
            NamespacePhase::Terminating => "Terminating",
        }),
        spec_finalizers: tokens.map(|&token| names.text(token).to_owned()).collect(),
        conditions: conditions
            .map(|condition| ConditionResult {
                condition: names.text(condition.kind).to_owned(),
                status: names.text(condition.status).to_owned(),
                reason: names.text(condition.reason).to_owned(),
                message: message(names, names.text(name), condition),
            })
            .collect(),
        passes,
    }
}
