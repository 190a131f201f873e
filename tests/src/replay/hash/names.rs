use super::same;
use kubeloupe_core::hash::{controller_revision_name, pod_generate_name, replica_set_name, safe_encode};
use serde_json::Value;

/// Names made of a parent and a hash, and encoded texts.
pub fn replay_names(recording: &Value) -> Result<usize, String> {
    let text = |member: &str| recording[member].as_str().ok_or_else(|| format!("no {member}"));
    if recording["op"] == "encode" {
        same("encoded", safe_encode(text("in")?).as_str(), text("out")?)?;
        return Ok(1);
    }
    let (parent, hash) = (text("parent")?, text("hash")?);
    same(
        "name of the ReplicaSet",
        replica_set_name(parent, hash, true).as_str(),
        text("replicaSet")?,
    )?;
    same(
        "name of the revision",
        controller_revision_name(parent, hash).as_str(),
        text("controllerRevision")?,
    )?;
    same(
        "beginning of pods' names",
        pod_generate_name(parent).as_str(),
        text("podGenerateName")?,
    )?;
    Ok(3)
}
