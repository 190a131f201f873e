use super::member::Member;
use super::metadata::{read_names, read_owner_reference};
use super::object::read_phase;
use super::{WireError, WireProblem};
use kubeloupe_core::apiserver::{OwnerDirective, OwnerPatch, Patch, PatchForm};
use kubeloupe_core::object::{List, Name, Names, Taint, Time};
use serde_json::Value;

/// The body of a PATCH of an object, or of its status.
pub fn read_patch(
    names: &mut Names,
    form: PatchForm,
    status: bool,
    body: &Value,
) -> Result<Patch, WireError> {
    let body = Member::new(body, "body");
    let mut patch = Patch {
        form,
        status,
        ..Patch::default()
    };
    for (key, member) in body.members()? {
        match key {
            "metadata" => read_metadata(names, &member, &mut patch)?,
            "status" if status => patch.pod_phase = read_phase(&member.get("phase"))?,
            "spec" if !status => {
                read_node_spec(names, &member, &mut patch)?;
                patch.touches = true;
            }
            "apiVersion" | "kind" | "status" => {}
            _ => patch.touches = true,
        }
    }
    Ok(patch)
}

/// What is kept of a node's `spec`: both ways of merging replace the list of taints as a whole. Members of these names in
/// other kinds are theirs, and may be of any type.
fn read_node_spec(names: &mut Names, spec: &Member<'_>, patch: &mut Patch) -> Result<(), WireError> {
    let taints = spec.get("taints");
    if taints.value.is_array() {
        let taints = taints.elements()?.map(|taint| {
            Ok(Taint {
                key: taint.get("key").name(names)?,
                value: taint.get("value").name(names)?,
                effect: taint.get("effect").name(names)?,
                time_added: None,
            })
        });
        patch.taints = Some(taints.collect::<Result<List<_>, _>>()?);
    } else if spec.find("taints").is_some_and(|taints| taints.is_null()) {
        patch.taints = Some(List::EMPTY);
    }
    patch.unschedulable = spec.get("unschedulable").value.as_bool();
    Ok(())
}

fn read_metadata(names: &mut Names, meta: &Member<'_>, patch: &mut Patch) -> Result<(), WireError> {
    for (key, member) in meta.members()? {
        match key {
            "uid" => patch.uid = member.text()?.map(|uid| names.intern(uid)),
            "resourceVersion" => patch.resource_version = member.version()?,
            // A strategic merge adds nothing with an empty list, and empties the list with null.
            "finalizers" if patch.form == PatchForm::Strategic && is_empty_list(&member) => {}
            "finalizers" => patch.finalizers = Some(read_names(names, &member)?),
            "ownerReferences" => patch.owner_references = Some(read_references(names, &member, patch.form)?),
            "labels" => patch.labels = read_label_changes(names, &member)?,
            // Which time it is does not matter: it is refused, or replaced by the stored one (API-4).
            "deletionTimestamp" => patch.deletion_timestamp = (!member.is_null()).then_some(Time::START),
            "name" => patch.name = Some(name_or_none(names, &member)?),
            "namespace" => patch.namespace = Some(name_or_none(names, &member)?),
            "creationTimestamp" | "managedFields" | "generation" => {}
            _ => patch.touches = true,
        }
    }
    Ok(())
}

fn name_or_none(names: &mut Names, member: &Member<'_>) -> Result<Name, WireError> {
    Ok(member.text()?.map_or(Name::EMPTY, |text| names.intern(text)))
}

fn is_empty_list(member: &Member<'_>) -> bool {
    member.value.as_array().is_some_and(Vec::is_empty)
}

fn read_references(names: &mut Names, list: &Member<'_>, form: PatchForm) -> Result<OwnerPatch, WireError> {
    if form == PatchForm::Merge || list.is_null() {
        let entries = list.elements()?.map(|entry| read_owner_reference(names, &entry));
        return Ok(OwnerPatch::Replace(entries.collect::<Result<List<_>, _>>()?));
    }
    let directives = list.elements()?.map(|entry| {
        let reference = read_owner_reference(names, &entry)?;
        let directive = entry.get("$patch");
        match directive.text()? {
            // Entries are merged by uid, so each needs one.
            _ if reference.uid == Name::EMPTY => Err(entry.get("uid").wrong(WireProblem::Missing)),
            None => Ok(OwnerDirective::Set(reference)),
            Some("delete") => Ok(OwnerDirective::Delete(reference.uid)),
            Some(_) => Err(directive.wrong(WireProblem::UnknownWord)),
        }
    });
    Ok(OwnerPatch::Merge(directives.collect::<Result<_, _>>()?))
}

fn read_label_changes(
    names: &mut Names,
    labels: &Member<'_>,
) -> Result<Vec<(Name, Option<Name>)>, WireError> {
    if labels.is_null() {
        return Err(labels.wrong(WireProblem::Expected("a mapping")));
    }
    let changes = labels.members()?.map(|(key, value)| {
        let value = value.text()?.map(|value| names.intern(value));
        Ok((names.intern(key), value))
    });
    changes.collect()
}
