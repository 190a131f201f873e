//! How vectors write a controller's call: `GET v1 pods ns1/p`, then in brackets what it carries, then the code of a refusal.

use super::notation::Table;
use kubeloupe_core::apiserver::{
    Cluster, DeleteOptions, OwnerDirective, OwnerPatch, Patch, PatchForm, Policy, Verb,
};
use kubeloupe_core::object::{Name, OwnerReference};
use kubeloupe_core::sim::Call;

pub(super) fn show(table: &Table, cluster: &Cluster, call: &Call) -> String {
    let target = &call.request.target;
    let names = &cluster.names;
    let (verb, carries) = match &call.request.verb {
        Verb::Get => ("GET", Vec::new()),
        Verb::List => ("LIST", Vec::new()),
        Verb::Create(_) => ("CREATE", Vec::new()),
        Verb::Patch(patch) => ("PATCH", show_patch(table, cluster, patch)),
        Verb::Update(_) => ("UPDATE", Vec::new()),
        Verb::UpdateStatus(_) | Verb::UpdateNamespaceStatus(_) => ("STATUS", Vec::new()),
        Verb::Finalize(_) => ("FINALIZE", Vec::new()),
        Verb::Delete(options) => ("DELETE", show_options(cluster, options)),
        Verb::DeleteCollection(options) => ("DELETECOLLECTION", show_options(cluster, options)),
    };
    let resource = names.text(cluster.kinds.get(target.kind).resource);
    let mut text = format!("{verb} {} {resource}", names.text(target.api_version));
    match (names.text(target.namespace), names.text(target.name)) {
        ("", "") => {}
        ("", name) => text.push_str(&format!(" {name}")),
        (namespace, "") => text.push_str(&format!(" {namespace}")),
        (namespace, name) => text.push_str(&format!(" {namespace}/{name}")),
    }
    if !carries.is_empty() {
        text.push_str(&format!(" ({})", carries.join(", ")));
    }
    if !call.response.is_success() {
        text.push_str(&format!(" {}", call.response.code));
    }
    text
}

fn show_options(cluster: &Cluster, options: &DeleteOptions) -> Vec<String> {
    let mut carries: Vec<String> = Vec::new();
    if let Some(policy) = options.policy {
        carries.push(match policy {
            Policy::Foreground => "Foreground".to_owned(),
            Policy::Background => "Background".to_owned(),
            Policy::Orphan => "Orphan".to_owned(),
            Policy::Unknown(word) => cluster.names.text(word).to_owned(),
        });
    }
    if options.uid.is_some() {
        carries.push("uid".to_owned());
    }
    if options.resource_version.is_some() {
        carries.push("resourceVersion".to_owned());
    }
    if let Some(grace) = options.grace_period_s {
        carries.push(format!("grace {grace}"));
    }
    carries
}

fn show_patch(table: &Table, cluster: &Cluster, patch: &Patch) -> Vec<String> {
    let names = &cluster.names;
    let form = match patch.form {
        PatchForm::Merge => "merge",
        PatchForm::Strategic => "strategic",
    };
    let mut carries = vec![form.to_owned()];
    if patch.uid.is_some() {
        carries.push("uid".to_owned());
    }
    if patch.resource_version.is_some() {
        carries.push("resourceVersion".to_owned());
    }
    if let Some(finalizers) = &patch.finalizers {
        let finalizers: Vec<&str> = finalizers
            .iter()
            .map(|&finalizer: &Name| names.text(finalizer))
            .collect();
        carries.push(format!("finalizers [{}]", finalizers.join(", ")));
    }
    let show = |reference: &OwnerReference| table.show_reference(cluster, reference);
    match &patch.owner_references {
        None => {}
        Some(OwnerPatch::Replace(list)) => {
            let list: Vec<String> = list.iter().map(show).collect();
            carries.push(format!("owners [{}]", list.join(", ")));
        }
        Some(OwnerPatch::Merge(directives)) => {
            for directive in directives {
                carries.push(match directive {
                    OwnerDirective::Delete(uid) => format!("remove {}", names.text(*uid)),
                    OwnerDirective::Set(reference) => format!("set {}", show(reference)),
                });
            }
        }
    }
    carries
}
