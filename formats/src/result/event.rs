use crate::forecast::identity_reference;
use crate::json::to_json;
use crate::text::{event_message, workload_event, workload_key};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::{EventReason, EventRecord};
use kubeloupe_core::workloads::{WorkloadEffect, WorkloadEvent, WorkloadWhat};
use serde::Serialize;

/// An Event that a controller recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EventResult {
    /// When.
    pub at: String,
    /// `Warning` or `Normal`.
    #[serde(rename = "type")]
    pub event_type: &'static str,
    /// Its reason.
    pub reason: &'static str,
    /// The object that it is about.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its message.
    pub message: String,
}

impl EventResult {
    /// An Event that was recorded at `at`.
    pub fn of(cluster: &Cluster, record: &EventRecord, at: Time) -> Self {
        let (event_type, reason) = match record.reason {
            EventReason::OwnerRefInvalidNamespace { .. } => ("Warning", "OwnerRefInvalidNamespace"),
            EventReason::RegisteredNode => ("Normal", "RegisteredNode"),
            EventReason::RemovingNode => ("Normal", "RemovingNode"),
            EventReason::NodeNotReady => ("Normal", "NodeNotReady"),
            EventReason::PodNodeNotReady => ("Warning", "NodeNotReady"),
            EventReason::MarkingForDeletion | EventReason::CancellingDeletion => {
                ("Normal", "TaintManagerEviction")
            }
        };
        EventResult {
            at: at.to_string(),
            event_type,
            reason,
            reference: identity_reference(cluster, &record.regarding),
            message: event_message(&cluster.names, record),
        }
    }

    /// An Event of a controller of workloads; `None` for everything else that they do.
    pub fn of_workload(cluster: &Cluster, effect: &WorkloadEffect, at: Time) -> Option<Self> {
        match &effect.what {
            WorkloadWhat::Event(event) => Some(Self::of_workload_event(cluster, effect, event, at)),
            _ => None,
        }
    }

    /// An Event that a controller of workloads recorded with `effect`.
    pub fn of_workload_event(
        cluster: &Cluster,
        effect: &WorkloadEffect,
        event: &WorkloadEvent,
        at: Time,
    ) -> Self {
        let name = cluster
            .names
            .text(effect.key)
            .rsplit('/')
            .next()
            .unwrap_or_default();
        let (event_type, reason, message) = workload_event(cluster.into(), name, event);
        EventResult {
            at: at.to_string(),
            event_type,
            reason,
            reference: workload_key(&cluster.names, effect.queue, effect.key),
            message,
        }
    }

    /// One JSON document.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}
