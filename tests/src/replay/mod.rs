//! Replays recordings of the real controllers against the simulated ones, and compares everything that they show.

mod api;
mod check;
mod exchange;
mod files;
mod hash;
mod namespace;
mod namespace_order;
mod nodes;
mod real;
mod steps;
mod symbols;
mod workloads;
mod workqueue;

pub use api::replay_api;
pub use check::check_recordings;
pub use exchange::{compare_exchange, recorded_event, recorded_metadata, recorded_object};
pub use files::{Failure, Report, read_recordings, recordings_in, replay_file};
pub use hash::{
    replay_collision, replay_encoding, replay_equality, replay_history, replay_names, replay_quantity,
    replay_revision, replay_stored, replay_template, template_of, value_of,
};
pub use namespace::replay_namespace;
pub use namespace_order::take_over_order;
pub use nodes::{
    replay_consistency_store, replay_node_queue, replay_node_steps, replay_taint_eviction,
    replay_token_bucket,
};
pub use real::{Order, replay_real, replay_real_in};
pub use steps::replay_steps;
pub use symbols::Symbols;
pub use workloads::{
    replay_claim, replay_deployments, replay_expectations, replay_ranking, replay_replica_sets,
    replay_slow_start,
};
pub use workqueue::replay_workqueue;

use serde_json::Value;

/// One kind of recording, told by its content.
pub struct Format {
    /// Its name, for people.
    pub name: &'static str,
    /// Whether a recording is of this format.
    pub fits: fn(&Value) -> bool,
    /// Follows a recording; returns how many calls were compared, or the first difference.
    pub replay: fn(&Value) -> Result<usize, String>,
}

/// Every format that can be replayed; the first that fits is taken.
pub const FORMATS: &[Format] = &[
    Format {
        name: "expectations",
        fits: workloads::fits::expectations,
        replay: replay_expectations,
    },
    Format {
        name: "slowstart",
        fits: workloads::fits::slow_start,
        replay: replay_slow_start,
    },
    Format {
        name: "pod-ranking",
        fits: workloads::fits::ranking,
        replay: replay_ranking,
    },
    Format {
        name: "claim",
        fits: workloads::fits::claim,
        replay: replay_claim,
    },
    Format {
        name: "deployment-sync",
        fits: workloads::fits::deployments,
        replay: replay_deployments,
    },
    Format {
        name: "replicaset-sync",
        fits: workloads::fits::replica_sets,
        replay: replay_replica_sets,
    },
    Format {
        name: "api",
        fits: |recording| recording["requests"].is_array(),
        replay: replay_api,
    },
    Format {
        name: "namespace",
        fits: |recording| recording["steps"][0]["do"] == "namespace",
        replay: replay_namespace,
    },
    Format {
        name: "node steps",
        fits: |recording| recording["config"]["nodeMonitorGracePeriod"].is_number(),
        replay: replay_node_steps,
    },
    Format {
        name: "node queue",
        fits: |recording| begins(recording, "queue/"),
        replay: replay_node_queue,
    },
    Format {
        name: "taint eviction",
        fits: |recording| begins(recording, "taint-eviction/"),
        replay: replay_taint_eviction,
    },
    Format {
        name: "token bucket",
        fits: |recording| recording["burst"].is_u64(),
        replay: replay_token_bucket,
    },
    Format {
        name: "consistency store",
        fits: |recording| recording["stores"].is_array(),
        replay: replay_consistency_store,
    },
    Format {
        name: "real",
        fits: |recording| recording["objectsAgreeInTwoRuns"].is_boolean(),
        replay: replay_real,
    },
    Format {
        name: "steps",
        fits: |recording| recording["absentOwnerCacheSize"].is_u64(),
        replay: replay_steps,
    },
    Format {
        name: "pod-template-hash",
        fits: |recording| recording["hashes"].is_array() || recording["decodes"].is_boolean(),
        replay: replay_template,
    },
    Format {
        name: "stored-template",
        fits: |recording| recording["storedTemplate"].is_object(),
        replay: replay_stored,
    },
    Format {
        name: "quantity",
        fits: |recording| recording["json"].is_string(),
        replay: replay_quantity,
    },
    Format {
        name: "name",
        fits: |recording| recording["op"].is_string(),
        replay: replay_names,
    },
    Format {
        name: "template-equality",
        fits: |recording| recording["direct"].is_object(),
        replay: replay_equality,
    },
    Format {
        name: "encoding-side-effect",
        fits: |recording| recording["afterProtobuf"].is_string(),
        replay: replay_encoding,
    },
    Format {
        name: "history",
        fits: |recording| recording["rawOfSet"].is_string(),
        replay: replay_history,
    },
    Format {
        name: "revision",
        fits: |recording| recording["revisions"].is_array() && recording["data"].is_string(),
        replay: replay_revision,
    },
    Format {
        name: "name-collision",
        fits: |recording| {
            recording["kind"]
                .as_str()
                .is_some_and(|kind| kind.ends_with("Collision"))
        },
        replay: replay_collision,
    },
    Format {
        name: "workqueue",
        fits: |recording| does(recording, "op"),
        replay: replay_workqueue,
    },
];

/// Whether the first step's `do` is a mapping with this member.
fn does(recording: &Value, member: &str) -> bool {
    recording["steps"][0]["do"].get(member).is_some()
}

/// Whether the recording's id begins so.
fn begins(recording: &Value, prefix: &str) -> bool {
    recording["id"].as_str().is_some_and(|id| id.starts_with(prefix))
}

/// The minor version in `kubernetes: 1.37.2`.
pub fn minor_of(recording: &Value) -> Result<u32, String> {
    let version = recording["kubernetes"].as_str().unwrap_or_default();
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse().ok());
    minor.ok_or_else(|| format!("no minor version in {version:?}"))
}
