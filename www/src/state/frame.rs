use super::{BranchView, Player, Queues, Session, ThingId};
use kubeloupe_core::apiserver::{Body, Cluster, OwnerPatch, Patch, Policy, Request, Verb};
use kubeloupe_core::object::{Name, Names, Time};
use kubeloupe_core::sim::{Action, Actor, BranchId, Call, DueReason, Effect};
use std::rc::Rc;

/// One step, ready to be shown. Made once for each step that is shown; components share it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Grows with each frame, so that comparing frames is comparing numbers.
    pub revision: u64,
    /// How many steps were taken.
    pub position: usize,
    /// How many are known.
    pub length: usize,
    /// The known steps lead to the end.
    pub complete: bool,
    /// Virtual time, counted from the question.
    pub time: Time,
    /// What happened in it.
    pub effects: Rc<Vec<Effect>>,
    /// The requests made in it.
    pub calls: Rc<Vec<CallRow>>,
    /// The queues after it.
    pub queues: Rc<Queues>,
    /// What may be chosen next.
    pub choices: Rc<Vec<Action>>,
    /// The branches of the history.
    pub branches: Rc<Vec<BranchView>>,
    /// The branch that is shown.
    pub branch: BranchId,
    /// When the next thing becomes due, and what it is.
    pub due: Option<(Time, DueReason)>,
    /// The next step is an attempt, which can be stepped into.
    pub attempt_next: bool,
    /// Strings and kinds that effects and actions refer to.
    pub cluster: Cluster,
}

/// One API call, in the API's own words.
#[derive(Clone, PartialEq, Debug)]
pub struct CallRow {
    /// Who called.
    pub by: Actor,
    /// GET, DELETE, PATCH …
    pub verb: &'static str,
    /// `pods/web-1`.
    pub path: String,
    /// What the body says, shortly.
    pub detail: String,
    /// The answer's code with its reason.
    pub answer: String,
    /// The answer is a refusal.
    pub refused: bool,
    /// The answer is a fault put in place of the real one.
    pub injected: bool,
    /// The object asked for, where the source has it.
    pub thing: Option<ThingId>,
}

impl PartialEq for Frame {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision
    }
}

impl Frame {
    pub(super) fn new(session: &Session, revision: u64) -> Self {
        let world = session.world();
        let player = session.player();
        let catalog = &session.source().catalog;
        let cluster = world.cluster().clone();
        let effects = player.map_or(&[][..], Player::effects);
        let calls = effects.iter().filter_map(|effect| match effect {
            Effect::Call(call) => Some(CallRow {
                thing: catalog.by_key(&call.request.target.key()),
                ..row(&cluster, call)
            }),
            _ => None,
        });
        Frame {
            revision,
            position: player.map_or(0, Player::position),
            length: player.map_or(0, Player::length),
            complete: player.is_some_and(Player::is_complete),
            time: player.map_or(Time::START, Player::now),
            calls: Rc::new(calls.collect()),
            queues: Rc::new(Queues::of(world, catalog, |time| {
                player.map_or(time, |player| player.since_start(time))
            })),
            choices: Rc::new(player.map_or_else(Vec::new, Player::choices)),
            branches: Rc::new(player.map_or_else(Vec::new, Player::branches)),
            branch: player.map_or_else(BranchId::default, Player::branch),
            effects: Rc::new(effects.to_vec()),
            due: player.and_then(|player| {
                let (due, reason) = player.world().next_due_with_reason()?;
                Some((player.since_start(due), reason))
            }),
            attempt_next: player.is_some_and(|player| player.step_into().is_some()),
            cluster,
        }
    }
}

fn row(cluster: &Cluster, call: &Call) -> CallRow {
    let response = &call.response;
    let answer = match &response.body {
        Body::Status(status) if !response.is_success() => match status.reason {
            Some(reason) => format!("{} {reason:?}", response.code),
            None => response.code.to_string(),
        },
        Body::List(objects) => format!("{}, {}", response.code, objects.len()),
        Body::Object(_) | Body::Status(_) => response.code.to_string(),
    };
    CallRow {
        by: call.by,
        verb: call_verb(&call.request.verb),
        path: call_path(cluster, &call.request),
        detail: call_detail(&cluster.names, &call.request.verb),
        answer,
        refused: !response.is_success(),
        injected: call.injected,
        thing: None,
    }
}

/// The method of a request.
pub fn call_verb(verb: &Verb) -> &'static str {
    match verb {
        Verb::Get => "GET",
        Verb::List => "LIST",
        Verb::Create(_) => "POST",
        Verb::Patch(_) => "PATCH",
        Verb::Delete(_) => "DELETE",
        Verb::DeleteCollection(_) => "DELETE all",
        _ => "PUT",
    }
}

/// `pods/web-1`, or `pods/web-1/status`.
pub fn call_path(cluster: &Cluster, request: &Request) -> String {
    let resource = cluster
        .names
        .text(cluster.kinds.get(request.target.kind).resource);
    let name = cluster.names.text(request.target.name);
    let namespace = cluster.names.text(request.target.namespace);
    let subresource = match &request.verb {
        Verb::UpdateNamespaceStatus(_) | Verb::UpdateStatus(_) => "/status",
        Verb::Finalize(_) => "/finalize",
        _ => "",
    };
    match (name, namespace) {
        ("", "") => resource.to_owned(),
        ("", namespace) => format!("{namespace}/{resource}"),
        (name, _) => format!("{resource}/{name}{subresource}"),
    }
}

/// What the body of a request says, shortly.
pub fn call_detail(names: &Names, verb: &Verb) -> String {
    match verb {
        Verb::Delete(options) | Verb::DeleteCollection(options) => {
            let mut parts = Vec::new();
            parts.extend(options.policy.map(|policy| match policy {
                Policy::Foreground => "Foreground".to_owned(),
                Policy::Background => "Background".to_owned(),
                Policy::Orphan => "Orphan".to_owned(),
                Policy::Unknown(word) => names.text(word).to_owned(),
            }));
            parts.extend(options.grace_period_s.map(|grace| format!("grace {grace}")));
            parts.extend(
                options
                    .uid
                    .map(|uid| format!("uid {}", crate::text::short_uid(names.text(uid)))),
            );
            parts.extend(options.resource_version.map(|version| format!("rv {version}")));
            parts.join(", ")
        }
        Verb::Patch(patch) => patched(names, patch),
        _ => String::new(),
    }
}

fn patched(names: &Names, patch: &Patch) -> String {
    let mut parts = Vec::new();
    if let Some(finalizers) = &patch.finalizers {
        let left: Vec<&str> = finalizers
            .iter()
            .map(|&finalizer: &Name| names.text(finalizer))
            .collect();
        parts.push(format!("finalizers [{}]", left.join(", ")));
    }
    match &patch.owner_references {
        None => {}
        Some(OwnerPatch::Replace(list)) => parts.push(format!("ownerReferences: {} left", list.len())),
        Some(OwnerPatch::Merge(changes)) => parts.push(format!("ownerReferences: {} changed", changes.len())),
    }
    parts.extend(patch.resource_version.map(|version| format!("rv {version}")));
    parts.join(", ")
}
