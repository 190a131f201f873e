//! The requests that clients make in vectors.
//!
//! `{"delete": "P1"}` with any of `policy`, `orphanDependents`, `grace`, `uid`, `resourceVersion`; `{"create": object}`, whose name then
//! stands for the object that was made;
//! `{"patch": "P1"}` with any of `finalizers`, `owners`, `label`, `form` (merge, strategic), `remove` (uids of references, strategic),
//! `set` (references, strategic), `uid`, `resourceVersion`. `uid: true` means the object's own.

use super::notation::Table;
use super::texts;
use kubeloupe_core::apiserver::{
    Cluster, Create, DeleteOptions, OwnerDirective, OwnerPatch, Patch, PatchForm, Policy, Request, Target,
    Verb,
};
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Name, Names};
use serde_json::Value;
use std::sync::Arc;

pub(super) fn read(table: &Table, cluster: &mut Cluster, about: &Value) -> Result<Request, String> {
    let verb = ["delete", "deletecollection", "create", "patch"]
        .into_iter()
        .find(|verb| about.get(verb).is_some());
    let verb = verb.ok_or(format!("{about} is no request"))?;
    if verb == "create" {
        let (_, object) = table.object(cluster, &about[verb])?;
        let api_version = cluster.kinds.get(object.kind).preferred();
        let target = Target {
            kind: object.kind,
            api_version,
            namespace: object.meta.namespace,
            name: Name::EMPTY,
        };
        return Ok(Request {
            target,
            verb: Verb::Create(Box::new(Create::new(object))),
        });
    }
    let identity = table.identity(cluster, about[verb].as_str().ok_or("a request names an object")?)?;
    let kind = cluster
        .kinds
        .known(identity.api_version, identity.kind)
        .ok_or("unknown kind")?;
    let name = if verb == "deletecollection" {
        Name::EMPTY
    } else {
        identity.name
    };
    let target = Target {
        kind,
        api_version: identity.api_version,
        namespace: identity.namespace,
        name,
    };
    let verb = match verb {
        "patch" => Verb::Patch(Box::new(patch(table, cluster, about, &identity)?)),
        "delete" => Verb::Delete(options(Arc::make_mut(&mut cluster.names), about, &identity)),
        _ => Verb::DeleteCollection(options(Arc::make_mut(&mut cluster.names), about, &identity)),
    };
    Ok(Request { target, verb })
}

fn uid(names: &mut Names, about: &Value, identity: &Identity) -> Option<Name> {
    match &about["uid"] {
        Value::Bool(true) => Some(identity.uid),
        Value::String(text) => Some(names.intern(text)),
        _ => None,
    }
}

fn options(names: &mut Names, about: &Value, identity: &Identity) -> DeleteOptions {
    DeleteOptions {
        grace_period_s: about["grace"].as_i64(),
        orphan_dependents: about["orphanDependents"].as_bool(),
        policy: about["policy"].as_str().map(|policy| match policy {
            "Foreground" => Policy::Foreground,
            "Background" => Policy::Background,
            "Orphan" => Policy::Orphan,
            other => Policy::Unknown(names.intern(other)),
        }),
        uid: uid(names, about, identity),
        resource_version: about["resourceVersion"].as_u64(),
        ..DeleteOptions::default()
    }
}

fn patch(table: &Table, cluster: &mut Cluster, about: &Value, identity: &Identity) -> Result<Patch, String> {
    let strategic = about["form"].as_str() == Some("strategic");
    let mut directives = Vec::new();
    for uid in texts(&about["remove"])? {
        directives.push(OwnerDirective::Delete(
            Arc::make_mut(&mut cluster.names).intern(&uid),
        ));
    }
    for reference in table.references(cluster, &about["set"])?.iter() {
        directives.push(OwnerDirective::Set(*reference));
    }
    let owner_references = match about.get("owners") {
        Some(list) => Some(OwnerPatch::Replace(table.references(cluster, list)?)),
        None => (!directives.is_empty()).then_some(OwnerPatch::Merge(directives)),
    };
    let names = Arc::make_mut(&mut cluster.names);
    let finalizers = match about.get("finalizers") {
        Some(list) => Some(texts(list)?.iter().map(|text| names.intern(text)).collect()),
        None => None,
    };
    let labels = about["label"]
        .as_str()
        .map(|value| (names.intern("label"), Some(names.intern(value))));
    Ok(Patch {
        form: if strategic {
            PatchForm::Strategic
        } else {
            PatchForm::Merge
        },
        uid: uid(names, about, identity),
        resource_version: about["resourceVersion"].as_u64(),
        finalizers,
        owner_references,
        labels: labels.into_iter().collect(),
        ..Patch::default()
    })
}
