use super::member::Member;
use super::metadata::read_names;
use super::{WireError, WireProblem, read_create, read_patch};
use kubeloupe_core::apiserver::{Cluster, DeleteOptions, PatchForm, Policy, Request, Target, Verb};
use kubeloupe_core::object::{KindId, Name, Names};
use serde_json::Value;
use std::sync::Arc;

/// A client's request in the form of the recordings: `verb`, `kind` (or `resource`) with or without `apiVersion`,
/// `namespace`, `name`, `subresource`, `patchType`, `body`.
pub fn read_request(cluster: &mut Cluster, request: &Value) -> Result<Request, WireError> {
    let request = Member::new(request, "");
    let body = request.get("body");
    let target = read_target(cluster, &request)?;
    let names = Arc::make_mut(&mut cluster.names);
    let verb = request.get("verb");
    let verb = match verb.text()? {
        None => return Err(verb.wrong(WireProblem::Missing)),
        Some("get") => Verb::Get,
        Some("list") => Verb::List,
        Some("create") => {
            let kind = cluster.kinds.get(target.kind).kind;
            let kind = names.text(kind).to_owned();
            Verb::Create(Box::new(read_create(names, target.kind, &kind, body.value)?))
        }
        Some("patch") => {
            let form = request.get("patchType");
            let form = match form.text()? {
                Some("merge") => PatchForm::Merge,
                Some("strategic") => PatchForm::Strategic,
                None => return Err(form.wrong(WireProblem::Missing)),
                Some(_) => return Err(form.wrong(WireProblem::UnknownWord)),
            };
            let subresource = request.get("subresource");
            let status = match subresource.text()? {
                None | Some("") => false,
                Some("status") => true,
                Some(_) => return Err(subresource.wrong(WireProblem::UnknownWord)),
            };
            Verb::Patch(Box::new(read_patch(names, form, status, body.value)?))
        }
        Some("delete") => Verb::Delete(read_delete_options(names, body.value)?),
        Some("deletecollection") => Verb::DeleteCollection(read_delete_options(names, body.value)?),
        Some(_) => return Err(verb.wrong(WireProblem::UnknownWord)),
    };
    Ok(Request { target, verb })
}

fn read_target(cluster: &mut Cluster, request: &Member<'_>) -> Result<Target, WireError> {
    let in_body = request.get("body").get("apiVersion");
    let created = request.get("verb").text()? == Some("create");
    let given = request
        .get("apiVersion")
        .text()?
        .or(if created { in_body.text()? } else { None });
    let (kind, api_version) = match (request.get("kind"), request.get("resource")) {
        (kind, resource) if kind.is_null() => {
            let word = resource.text()?.ok_or_else(|| kind.wrong(WireProblem::Missing))?;
            let found = resolve(cluster, given, |names, about| names.text(about.resource) == word);
            found.ok_or_else(|| resource.wrong(WireProblem::UnknownKind))?
        }
        (kind, _) => {
            let word = kind.text()?.unwrap_or_default();
            let found = resolve(cluster, given, |names, about| names.text(about.kind) == word);
            found.ok_or_else(|| kind.wrong(WireProblem::UnknownKind))?
        }
    };
    let names = Arc::make_mut(&mut cluster.names);
    let namespace = request.get("namespace").name(names)?;
    let name = if created {
        Name::EMPTY
    } else {
        request.get("name").name(names)?
    };
    Ok(Target {
        kind,
        api_version,
        namespace,
        name,
    })
}

/// The only kind that `fits` (and has the version, where one is given), with the version to ask for.
pub fn resolve(
    cluster: &Cluster,
    api_version: Option<&str>,
    fits: impl Fn(&Names, &kubeloupe_core::object::Kind) -> bool,
) -> Option<(KindId, Name)> {
    let mut found = cluster.kinds.ids().filter_map(|id| {
        let kind = cluster.kinds.get(id);
        let version = match api_version {
            None => kind.preferred(),
            Some(text) => {
                let name = cluster.names.find(text)?;
                kind.versions
                    .iter()
                    .find(|version| version.api_version == name)?
                    .api_version
            }
        };
        fits(&cluster.names, kind).then_some((id, version))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The body of a DELETE; `null` is a request without one, and a text is one that cannot be read.
pub fn read_delete_options(names: &mut Names, body: &Value) -> Result<DeleteOptions, WireError> {
    if body.is_string() {
        return Ok(DeleteOptions {
            malformed: true,
            ..DeleteOptions::default()
        });
    }
    let body = Member::new(body, "body");
    let preconditions = body.get("preconditions");
    let policy = body.get("propagationPolicy").text()?.map(|word| match word {
        "Foreground" => Policy::Foreground,
        "Background" => Policy::Background,
        "Orphan" => Policy::Orphan,
        _ => Policy::Unknown(names.intern(word)),
    });
    Ok(DeleteOptions {
        grace_period_s: body.get("gracePeriodSeconds").integer()?,
        orphan_dependents: body.get("orphanDependents").boolean()?,
        policy,
        uid: preconditions.get("uid").text()?.map(|uid| names.intern(uid)),
        resource_version: preconditions
            .find("resourceVersion")
            .map_or(Ok(None), |version| {
                Ok(version.text()?.map(|text| text.parse().unwrap_or(u64::MAX)))
            })?,
        dry_run: read_names(names, &body.get("dryRun"))?,
        malformed: false,
    })
}
