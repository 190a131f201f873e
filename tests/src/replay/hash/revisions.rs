use super::{count_of, same, template_of};
use kubeloupe_core::hash::schema::NEWEST_MINOR;
use kubeloupe_core::hash::{
    DaemonSetCollision, DeploymentCollision, Form, Integers, NameHolder, Prepared, StatefulSetCollision,
    controller_revision_name, daemon_set_collision, deployment_collision, prepare, replica_set_name,
    revision_data, revision_hash, stateful_set_collision,
};
use serde_json::Value;

fn prepared(recording: &Value) -> Result<Prepared, String> {
    let minor = match recording.get("kubernetes") {
        Some(_) => super::minor_of(recording)?,
        None => NEWEST_MINOR,
    };
    let template = template_of(&recording["rawTemplate"]).map_err(|error| format!("{error:?}"))?;
    prepare(&template, Form::Manifest, minor).map_err(|error| format!("{error:?}"))
}

fn text_of<'v>(recording: &'v Value, member: &str) -> &'v str {
    recording[member].as_str().unwrap_or_default()
}

/// The data of a revision, byte for byte, with its hashes and names.
pub fn replay_revision(recording: &Value) -> Result<usize, String> {
    let recorded = text_of(recording, "data");
    let kind = text_of(recording, "kind");
    let template = match kind {
        "raw" => None,
        _ => Some(prepared(recording)?),
    };
    if let Some(template) = &template {
        let integers = if kind == "StatefulSet" {
            Integers::Float64
        } else {
            Integers::Exact
        };
        same("data", revision_data(template, integers).as_str(), recorded)?;
    }
    let parent = text_of(recording, "parent");
    let revisions = recording["revisions"].as_array().ok_or("no revisions")?;
    for revision in revisions {
        let count = count_of(&revision["collisionCount"]);
        let (hash, name) = match (&template, kind) {
            (Some(template), "DaemonSet") => {
                let hash = template.hash(count).encoded();
                let name = format!("{parent}-{hash}");
                (hash, name)
            }
            _ => {
                let hash = revision_hash(recorded, count);
                let name = controller_revision_name(parent, &hash);
                (hash, name)
            }
        };
        same(
            &format!("hash with {}", revision["collisionCount"]),
            hash.as_str(),
            text_of(revision, "hash"),
        )?;
        if let Some(recorded) = revision["name"].as_str() {
            same("name", name.as_str(), recorded)?;
        }
    }
    Ok(1 + revisions.len())
}

/// What the controllers do when the name that they computed is taken.
pub fn replay_collision(recording: &Value) -> Result<usize, String> {
    let template = prepared(recording)?;
    match text_of(recording, "kind") {
        "DeploymentCollision" => deployment(recording, &template),
        "StatefulSetCollision" => stateful_set(recording, &template),
        "DaemonSetCollision" => daemon_set(recording, &template),
        other => Err(format!("unknown kind {other}")),
    }
}

fn deployment(recording: &Value, template: &Prepared) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    // What holds a name in one step still holds it in the next.
    let mut held: Vec<(String, NameHolder)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let before = count_of(&step["collisionCountBefore"]);
        let hash = template.hash(before).encoded();
        let name = replica_set_name(text_of(recording, "parent"), &hash, true);
        let holder = match text_of(step, "occupied") {
            "free" => held
                .iter()
                .find(|(held, _)| *held == name)
                .map(|(_, holder)| *holder),
            "ownedSame" => Some(NameHolder::OwnAndEqual),
            "notCached" => Some(NameHolder::NotCached),
            "foreign" | "ownedOther" => Some(NameHolder::Other),
            other => return Err(format!("unknown holder {other}")),
        };
        held.extend(holder.map(|holder| (name.clone(), holder)));
        let (after, error, taken) = match holder.map(|holder| deployment_collision(before, holder)) {
            None | Some(DeploymentCollision::Use) => (before, None, Some(name.clone())),
            Some(DeploymentCollision::NotFound) => (before, Some("NotFound"), None),
            Some(DeploymentCollision::Count(count)) => (Some(count), Some("AlreadyExists"), None),
        };
        let place = |what: &str| format!("step {index}, {what}");
        same(&place("hash"), hash.as_str(), text_of(step, "triedHash"))?;
        same(&place("name"), name.as_str(), text_of(step, "triedName"))?;
        same(&place("count"), after, count_of(&step["collisionCountAfter"]))?;
        same(&place("error"), error, step["error"].as_str())?;
        same(
            &place("ReplicaSet"),
            taken.as_deref(),
            step["replicaSet"].as_str(),
        )?;
        if holder.is_none() {
            same(&place("label"), hash.as_str(), text_of(step, "templateLabelHash"))?;
        }
    }
    Ok(steps.len())
}

fn stateful_set(recording: &Value, template: &Prepared) -> Result<usize, String> {
    let data = revision_data(template, Integers::Float64);
    let parent = text_of(recording, "parent");
    let mut count = count_of(&recording["collisionCountBefore"]).unwrap_or(0);
    let name = |count| controller_revision_name(parent, &revision_hash(&data, Some(count)));
    let label = revision_hash(&data, Some(count));
    same(
        "name before the create",
        name(count).as_str(),
        text_of(recording, "nameBeforeCreate"),
    )?;
    let mut taken = false;
    let occupied = recording["occupied"].as_array().ok_or("no occupied names")?;
    for (index, occupant) in occupied.iter().enumerate() {
        let tried = name(count);
        let recorded = recording["occupiedNames"][index].as_str().unwrap_or_default();
        same(&format!("occupied name {index}"), tried.as_str(), recorded)?;
        match stateful_set_collision(count, occupant == "same") {
            StatefulSetCollision::Use => {
                taken = true;
                break;
            }
            StatefulSetCollision::Again(next) => count = next,
        }
    }
    same("count", Some(count), count_of(&recording["collisionCountAfter"]))?;
    same("result", name(count).as_str(), text_of(recording, "result"))?;
    if !taken {
        same("label", label.as_str(), text_of(recording, "resultHashLabel"))?;
    }
    Ok(occupied.len() + 1)
}

fn daemon_set(recording: &Value, template: &Prepared) -> Result<usize, String> {
    let used = count_of(&recording["collisionCountCached"]);
    let live = count_of(&recording["collisionCountLive"]);
    let name = format!(
        "{}-{}",
        text_of(recording, "parent"),
        template.hash(used).encoded()
    );
    same("name", name.as_str(), text_of(recording, "triedName"))?;
    let occupant = recording["occupied"][0].as_str();
    let outcome = occupant.map(|occupant| daemon_set_collision(used, live, occupant == "same"));
    let (after, error, taken) = match outcome {
        None | Some(DaemonSetCollision::Use) => (live, None, Some(name.as_str())),
        Some(DaemonSetCollision::Stale) => (live, Some("stale"), None),
        Some(DaemonSetCollision::Count(count)) => (Some(count), Some("AlreadyExists"), None),
    };
    same("count", after, count_of(&recording["collisionCountAfter"]))?;
    same("error", error, recording["error"].as_str())?;
    same("revision", taken, recording["result"].as_str())?;
    Ok(1)
}
