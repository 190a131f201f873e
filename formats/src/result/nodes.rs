//! What happened to nodes and zones, gathered while a scenario runs.

use crate::json::number_of;
use crate::text::taint_text;
use kubeloupe_core::apiserver::{Change, Cluster};
use kubeloupe_core::nodes::{NodeEffect, Rate, ZoneKey, ZoneState};
use kubeloupe_core::object::{ConditionStatus, Facts, Name, Names, NodeFacts, Object, Time};
use kubeloupe_core::sim::Effect;
use serde::Serialize;

/// One change of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NodeResult {
    /// When.
    pub at: String,
    /// The node.
    pub node: String,
    /// What changed: `ready`, `taint`, `untaint`.
    pub change: &'static str,
    /// The taint, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taint: Option<String>,
    /// The new status of Ready, where it is that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
}

/// One change of a zone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ZoneResult {
    /// When.
    pub at: String,
    /// The zone: `region::zone`, empty for nodes without labels.
    pub zone: String,
    /// Its new state; `null` where it is forgotten.
    pub state: Option<&'static str>,
    /// Evictions per second from then on.
    pub qps: f64,
    /// Counted nodes that are not ready, where the state was judged.
    #[serde(rename = "notReady", skip_serializing_if = "Option::is_none")]
    pub not_ready: Option<u32>,
    /// Counted nodes, where the state was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

/// The changes of a node that an effect tells of.
pub(crate) fn node_results(cluster: &Cluster, effect: &Effect, at: Time) -> Vec<NodeResult> {
    let Effect::Written {
        change: Change::Added | Change::Modified,
        before,
        after,
        ..
    } = effect
    else {
        return Vec::new();
    };
    let Some(new) = facts(after) else {
        return Vec::new();
    };
    let none = NodeFacts::default();
    let old = before.as_deref().and_then(facts).unwrap_or(&none);
    let names = &cluster.names;
    let result = |change, taint, status| NodeResult {
        at: at.to_string(),
        node: names.text(after.meta.name).to_owned(),
        change,
        taint,
        status,
    };
    let mut results = Vec::new();
    let ready = |facts: &NodeFacts| Some(facts.condition(Name::READY)?.status);
    if let Some(status) = ready(new).filter(|_| ready(old) != ready(new)) {
        results.push(result("ready", None, Some(ConditionStatus::text(status))));
    }
    let only = |one: &NodeFacts, other: &NodeFacts| -> Vec<String> {
        let taints = one
            .taints
            .iter()
            .filter(|taint| !other.has_taint(taint.key, taint.effect));
        taints.map(|taint| taint_text(names, taint)).collect()
    };
    results.extend(
        only(old, new)
            .into_iter()
            .map(|taint| result("untaint", Some(taint), None)),
    );
    results.extend(
        only(new, old)
            .into_iter()
            .map(|taint| result("taint", Some(taint), None)),
    );
    results
}

/// The change of a zone that an effect tells of.
pub(crate) fn zone_result(cluster: &Cluster, effect: &Effect, at: Time) -> Option<ZoneResult> {
    let Effect::Nodes { effect, .. } = effect else {
        return None;
    };
    let result =
        |zone: ZoneKey, state: Option<ZoneState>, qps: Rate, counted: Option<(u32, u32)>| ZoneResult {
            at: at.to_string(),
            zone: zone_text(zone, &cluster.names),
            state: state.map(ZoneState::text),
            // The shortest decimal of the 32-bit float.
            qps: number_of(&qps.get().to_string()).unwrap_or(0.0),
            not_ready: counted.map(|(not_ready, _)| not_ready),
            size: counted.map(|(_, size)| size),
        };
    Some(match *effect {
        NodeEffect::ZoneAdded { zone, qps } => result(zone, Some(ZoneState::Initial), qps, None),
        NodeEffect::ZoneForgotten { zone } => result(zone, None, Rate::new(0.0), None),
        NodeEffect::ZoneChanged {
            zone,
            to,
            size,
            not_ready,
            qps,
            ..
        } => result(zone, Some(to), qps, Some((not_ready, size))),
        _ => return None,
    })
}

/// A zone as results write it: the controller's key without its NUL.
pub(super) fn zone_text(zone: ZoneKey, names: &Names) -> String {
    zone.text(names).replace('\0', "")
}

fn facts(object: &Object) -> Option<&NodeFacts> {
    match &object.facts {
        Facts::Node(facts) => Some(facts),
        _ => None,
    }
}
