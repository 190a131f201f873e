use super::{GcContext, Identity, RestMapper};
use crate::apiserver::{OwnerDirective, OwnerPatch, Patch, PatchForm, Request, Response, Target, Verb};
use crate::object::{Duration, List, Name, Object, ObjectKey, OwnerReference};
use crate::sim::{Actor, Effect, Rule};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The pauses between the tries to remove a finalizer (C-9), without Go's jitter.
const BACKOFF: [Duration; 3] = [
    Duration::from_millis(10),
    Duration::from_millis(50),
    Duration::from_millis(250),
];

/// Why an object cannot be asked for (GC-33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoTarget {
    /// The REST mapper does not know the kind.
    Unmapped,
    /// The kind is namespaced, and no namespace is known.
    Scope,
}

/// The path of an object: the namespace is dropped if the kind has none (GC-33).
pub(super) fn target(identity: &Identity, mapper: &RestMapper) -> Result<Target, NoTarget> {
    let kind = mapper
        .served(identity.api_version, identity.kind)
        .ok_or(NoTarget::Unmapped)?;
    let is_namespaced = mapper.kinds().get(kind).is_namespaced();
    if is_namespaced && identity.namespace == Name::EMPTY {
        return Err(NoTarget::Scope);
    }
    let namespace = if is_namespaced {
        identity.namespace
    } else {
        Name::EMPTY
    };
    Ok(Target {
        kind,
        api_version: identity.api_version,
        namespace,
        name: identity.name,
    })
}

/// Where a chain of calls stands.
#[derive(Debug)]
pub(super) enum Progress {
    /// This call comes next.
    Call(Request),
    /// This call comes next, after a pause.
    CallAfter(Duration, Request),
    /// All done.
    Done,
    /// A call failed.
    Failed {
        /// With 404.
        not_found: bool,
    },
}

fn failed(response: &Response) -> Progress {
    Progress::Failed {
        not_found: response.code == 404,
    }
}

/// What is done to the owner references of an object.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReferenceChange<'a> {
    /// Those with these uids are taken off.
    Strip(&'a [Name]),
    /// Those that block do so no longer; these are the ones that the graph knows.
    Unblock(&'a [OwnerReference]),
}

/// A patch of owner references: strategic first, and where that is refused a JSON merge (GC-58, GC-59).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReferencePatch {
    identity: Identity,
    stage: PatchStage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PatchStage {
    Strategic,
    Read,
    Merge,
}

impl ReferencePatch {
    pub(super) fn begin(
        identity: Identity,
        change: ReferenceChange,
        mapper: &RestMapper,
    ) -> (Self, Progress) {
        let patch = ReferencePatch {
            identity,
            stage: PatchStage::Strategic,
        };
        let Ok(target) = target(&identity, mapper) else {
            return (patch, Progress::Failed { not_found: false });
        };
        let body = Patch {
            form: PatchForm::Strategic,
            uid: Some(identity.uid),
            owner_references: change.strategic(),
            ..Patch::default()
        };
        (
            patch,
            Progress::Call(Request {
                target,
                verb: Verb::Patch(Box::new(body)),
            }),
        )
    }

    /// Whether its first call has not been answered yet.
    pub(super) fn is_first(&self) -> bool {
        self.stage == PatchStage::Strategic
    }

    /// What tells one state of the patch from another, beside the object and the change.
    pub(super) fn state(&self) -> u64 {
        self.stage as u64
    }

    pub(super) fn answer(
        &mut self,
        response: &Response,
        change: ReferenceChange,
        cx: &GcContext,
    ) -> Progress {
        match self.stage {
            PatchStage::Strategic if response.code == 415 => self.fall_back(change, cx),
            PatchStage::Strategic | PatchStage::Merge if response.is_success() => Progress::Done,
            PatchStage::Read if response.is_success() => match response.as_object() {
                Some(object) => self.merge(object, change, cx),
                None => Progress::Failed { not_found: false },
            },
            _ => failed(response),
        }
    }

    /// Looks for the object in the monitor's store, then asks for it, in either case with the node's own namespace
    /// whether or not the kind has one.
    fn fall_back(&mut self, change: ReferenceChange, cx: &GcContext) -> Progress {
        let Identity {
            api_version,
            namespace,
            name,
            ..
        } = self.identity;
        let Some(kind) = cx.mapper.served(api_version, self.identity.kind) else {
            return Progress::Failed { not_found: false };
        };
        // There is one monitor per kind, that of the preferred version.
        if cx.mapper.kinds().get(kind).preferred() == api_version
            && let Some(object) = cx.monitors.monitored(&ObjectKey {
                kind,
                namespace,
                name,
            })
        {
            return self.merge(object, change, cx);
        }
        self.stage = PatchStage::Read;
        Progress::Call(Request {
            target: Target {
                kind,
                api_version,
                namespace,
                name,
            },
            verb: Verb::Get,
        })
    }

    fn merge(&mut self, object: &Object, change: ReferenceChange, cx: &GcContext) -> Progress {
        let Ok(target) = target(&self.identity, cx.mapper) else {
            return Progress::Failed { not_found: false };
        };
        self.stage = PatchStage::Merge;
        let body = Patch {
            form: PatchForm::Merge,
            resource_version: Some(object.meta.resource_version),
            owner_references: Some(OwnerPatch::Replace(change.merged(&object.meta.owner_references))),
            ..Patch::default()
        };
        Progress::Call(Request {
            target,
            verb: Verb::Patch(Box::new(body)),
        })
    }
}

impl ReferenceChange<'_> {
    fn strategic(self) -> Option<OwnerPatch> {
        let directives: Vec<OwnerDirective> = match self {
            ReferenceChange::Strip(uids) => uids.iter().map(|&uid| OwnerDirective::Delete(uid)).collect(),
            ReferenceChange::Unblock(owners) => {
                let blocking = owners.iter().filter(|reference| reference.blocks());
                blocking
                    .map(|&reference| OwnerDirective::Set(unblocked(reference)))
                    .collect()
            }
        };
        (!directives.is_empty()).then_some(OwnerPatch::Merge(directives))
    }

    fn merged(self, found: &[OwnerReference]) -> List<OwnerReference> {
        match self {
            ReferenceChange::Strip(uids) => found
                .iter()
                .filter(|reference| !uids.contains(&reference.uid))
                .copied()
                .collect(),
            ReferenceChange::Unblock(owners) => owners.iter().copied().map(unblocked).collect(),
        }
    }
}

fn unblocked(reference: OwnerReference) -> OwnerReference {
    OwnerReference {
        block_owner_deletion: Some(false),
        ..reference
    }
}

/// Takes one of the collector's finalizers off an object: up to four tries on conflicts (GC-52).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FinalizerRemoval {
    identity: Identity,
    finalizer: Name,
    conflicts: usize,
    patching: bool,
}

impl FinalizerRemoval {
    pub(super) fn begin(identity: Identity, finalizer: Name, cx: &GcContext) -> (Self, Progress) {
        let removal = FinalizerRemoval {
            identity,
            finalizer,
            conflicts: 0,
            patching: false,
        };
        (removal, removal.read(cx))
    }

    fn read(&self, cx: &GcContext) -> Progress {
        match target(&self.identity, cx.mapper) {
            Ok(target) => Progress::Call(Request {
                target,
                verb: Verb::Get,
            }),
            Err(_) => Progress::Failed { not_found: false },
        }
    }

    pub(super) fn answer(&mut self, response: &Response, cx: &mut GcContext) -> Progress {
        if self.patching {
            return self.patched(response, cx);
        }
        if response.code == 404 {
            return Progress::Done;
        }
        let Some(object) = response.as_object().filter(|_| response.is_success()) else {
            return failed(response);
        };
        if !object.meta.has_finalizer(self.finalizer) {
            return Progress::Done;
        }
        let Ok(target) = target(&self.identity, cx.mapper) else {
            return Progress::Failed { not_found: false };
        };
        let left = object
            .meta
            .finalizers
            .iter()
            .copied()
            .filter(|&other| other != self.finalizer)
            .collect();
        let body = Patch {
            form: PatchForm::Merge,
            resource_version: Some(object.meta.resource_version),
            finalizers: Some(left),
            ..Patch::default()
        };
        self.patching = true;
        Progress::Call(Request {
            target,
            verb: Verb::Patch(Box::new(body)),
        })
    }

    fn patched(&mut self, response: &Response, cx: &mut GcContext) -> Progress {
        if response.is_success() {
            return Progress::Done;
        }
        if response.code != 409 {
            return failed(response);
        }
        let Some(&delay) = BACKOFF.get(self.conflicts) else {
            return failed(response);
        };
        self.conflicts += 1;
        self.patching = false;
        match self.read(cx) {
            Progress::Call(request) => {
                let by = Actor::GarbageCollector;
                cx.fx.push(|| Effect::Waits {
                    by,
                    delay,
                    rule: Rule("GC-52"),
                });
                Progress::CallAfter(delay, request)
            }
            other => other,
        }
    }

    /// What tells one state of the removal from another, beside the object and the finalizer.
    pub(super) fn state(&self) -> (usize, bool) {
        (self.conflicts, self.patching)
    }
}
