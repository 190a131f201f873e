use super::member::Member;
use super::metadata::read_labels;
use super::template::hash_value;
use super::workload::{int, read_selector};
use super::{WireError, WireProblem};
use kubeloupe_core::hash::{Form, Integers, Prepared, Template, form_of, go_json, prepare, revision_data};
use kubeloupe_core::object::{Names, RevisedSetFacts, RevisedSetSpec, RevisedSetStatus, RevisionFacts};
use serde_json::Value;
use std::sync::Arc;

/// `revisionHistoryLimit` where the API server defaults it.
const HISTORY_LIMIT: i32 = 10;

/// What is kept of a StatefulSet or, with `is_daemon`, a DaemonSet.
pub(super) fn read_revised_set(
    names: &mut Names,
    minor: u32,
    is_daemon: bool,
    object: &Value,
) -> Result<RevisedSetFacts, WireError> {
    let object = Member::new(object, "");
    let (spec, status) = (object.get("spec"), object.get("status"));
    let template = spec.get("template");
    let prepared = prepared(template.value, minor, None)
        .ok_or_else(|| template.wrong(WireProblem::Expected("a pod template")))?;
    let integers = if is_daemon {
        Integers::Exact
    } else {
        Integers::Float64
    };
    Ok(RevisedSetFacts {
        spec: RevisedSetSpec {
            replicas: int(&spec.get("replicas"))?.unwrap_or(1),
            selector: Arc::new(read_selector(names, &spec.get("selector"))?),
            template_labels: read_labels(names, &template.get("metadata").get("labels"))?,
            data: revision_data(&prepared, integers).into(),
            hash_state: prepared.dump_state().0,
            history_limit: int(&spec.get("revisionHistoryLimit"))?.unwrap_or(HISTORY_LIMIT),
            on_delete: spec.get("updateStrategy").get("type").text()? == Some("OnDelete"),
        },
        status: RevisedSetStatus {
            observed_generation: status.get("observedGeneration").integer()?.unwrap_or(0),
            current_revision: status.get("currentRevision").name(names)?,
            update_revision: status.get("updateRevision").name(names)?,
            collision_count: int(&status.get("collisionCount"))?,
        },
    })
}

/// What is kept of a ControllerRevision. Members that are null are bytes of its data like any other.
pub(super) fn read_revision(minor: u32, object: &Value) -> Result<RevisionFacts, WireError> {
    let number = Member::new(object, "").get("revision").integer()?.unwrap_or(0);
    let data = &object["data"];
    Ok(RevisionFacts {
        data: go_json(&hash_value(data), Integers::Exact).into(),
        rebuilt: rebuilt(data, minor),
        number,
    })
}

/// Restores a revision's data, defaults it and builds it anew (HS-24). Only StatefulSets compare that.
fn rebuilt(data: &Value, minor: u32) -> Option<Arc<str>> {
    let mut template = data["spec"]["template"].as_object()?.clone();
    if template.remove("$patch")? != "replace" {
        return None;
    }
    let prepared = prepared(&Value::Object(template), minor, Some(Form::Manifest))?;
    Some(revision_data(&prepared, Integers::Float64).into())
}

fn prepared(template: &Value, minor: u32, form: Option<Form>) -> Option<Prepared> {
    let template = Template::new(hash_value(template)).ok()?;
    prepare(&template, form.unwrap_or_else(|| form_of(&template)), minor).ok()
}
