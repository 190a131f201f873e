use super::Lang;
use super::effect::policy_word;
use super::part::{Part, fill, join, object, text, word};
use super::phrase::Phrase;
use crate::wire;
use kubeloupe_core::apiserver::{Body, DeleteOptions, Request, Response, Verb};
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Kinds, Name, Names};

/// A request in one line: `DELETE Pod shop/web-1 (Background, uid …)`. It is the same in every language.
pub fn describe_request(names: &Names, kinds: &Kinds, asked: &Request) -> String {
    join(&request(names, kinds, asked))
}

pub(super) fn request(names: &Names, kinds: &Kinds, request: &Request) -> Vec<Part> {
    let (target, kind) = (&request.target, kinds.get(request.target.kind));
    let mut parts = vec![word(method(&request.verb)), text(" ")];
    let name = match &request.verb {
        Verb::Create(create) => create.object.meta.name,
        _ => target.name,
    };
    if name == Name::EMPTY {
        let resource = names.text(kind.resource);
        parts.push(word(match target.namespace {
            Name::EMPTY => resource.to_owned(),
            namespace => format!("{resource} {}", names.text(namespace)),
        }));
    } else {
        let identity = Identity {
            api_version: target.api_version,
            kind: kind.kind,
            namespace: target.namespace,
            name,
            uid: Name::EMPTY,
        };
        parts.push(object(names, identity));
    }
    let details = match &request.verb {
        Verb::Delete(options) | Verb::DeleteCollection(options) => delete_details(names, options),
        Verb::UpdateNamespaceStatus(_) | Verb::UpdateStatus(_) => vec!["status".to_owned()],
        Verb::Finalize(_) => vec!["finalize".to_owned()],
        Verb::Patch(patch) => {
            let version = patch
                .resource_version
                .map(|version| format!("resourceVersion {version}"));
            let uid = patch.uid.map(|uid| format!("uid {}", names.text(uid)));
            let condition = patch.pod_condition.map(|condition| {
                let of = match condition.observed_generation {
                    0 => String::new(),
                    generation => format!(" of generation {generation}"),
                };
                format!("{}={}{of}", names.text(condition.kind), condition.status.text())
            });
            condition.into_iter().chain(uid).chain(version).collect()
        }
        Verb::Get | Verb::List | Verb::Create(_) | Verb::Update(_) => Vec::new(),
    };
    if !details.is_empty() {
        parts.push(text(format!(" ({})", details.join(", "))));
    }
    parts
}

fn method(verb: &Verb) -> &'static str {
    match verb {
        Verb::Get => "GET",
        Verb::List => "LIST",
        Verb::Create(_) => "POST",
        Verb::Patch(_) => "PATCH",
        Verb::Update(_) | Verb::UpdateStatus(_) | Verb::UpdateNamespaceStatus(_) | Verb::Finalize(_) => "PUT",
        Verb::Delete(_) => "DELETE",
        Verb::DeleteCollection(_) => "DELETECOLLECTION",
    }
}

fn delete_details(names: &Names, options: &DeleteOptions) -> Vec<String> {
    let mut details = Vec::new();
    if let Some(policy) = options.policy {
        details.push(policy_word(names, policy).to_owned());
    }
    if let Some(orphan) = options.orphan_dependents {
        details.push(format!("orphanDependents {orphan}"));
    }
    if let Some(seconds) = options.grace_period_s {
        details.push(format!("gracePeriodSeconds {seconds}"));
    }
    if let Some(uid) = options.uid {
        details.push(format!("uid {}", names.text(uid)));
    }
    if let Some(version) = options.resource_version {
        details.push(format!("resourceVersion {version}"));
    }
    if !options.dry_run.is_empty() {
        details.push("dryRun".to_owned());
    }
    details
}

/// Code and reason of an answer.
pub(super) fn answer(response: &Response, lang: Lang) -> Vec<Part> {
    let code = match response.reason() {
        Some(reason) => format!("{} {}", response.code, wire::reason(reason)),
        None => response.code.to_string(),
    };
    match &response.body {
        Body::List(objects) => fill(
            Phrase::AnswerList,
            lang,
            &[&[word(code)], &[text(objects.len().to_string())]],
        ),
        Body::Object(_) | Body::Status(_) => vec![word(code)],
    }
}
