use super::{ApiError, CannotAdopt, Pending, Script, SyncError};
use crate::apiserver::{OwnerDirective, OwnerPatch, Patch, PatchForm, Reason, Verb};
use crate::object::{KindId, LabelSelector, List, Name, Object, OwnerReference};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A controller that claims its dependents (`PodControllerRefManager` and its kin).
#[derive(Clone, Debug)]
pub struct Claimer<'a> {
    /// The controller as the cache has it.
    pub controller: &'a Arc<Object>,
    /// What it selects; `None` selects nothing.
    pub selector: Option<&'a LabelSelector>,
    /// The reference by which it owns.
    pub reference: OwnerReference,
    /// Finalizers set with an adoption and taken off with a release.
    pub finalizers: List<Name>,
    /// Whether the live controller is looked at before the first adoption (CR-5, CR-6).
    pub rechecks: bool,
}

/// What claiming came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// What the controller owns now, in the order given.
    pub owned: Vec<Arc<Object>>,
    /// What went wrong, in order; the rest was claimed all the same (CR-3).
    pub errors: Vec<SyncError>,
}

/// What is done with one object (CR-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// Nothing: it is another controller's, does not match, or may not be adopted.
    Ignore,
    /// It is the controller's, and stays so.
    Keep,
    /// It is the controller's, but no longer matches.
    Release,
    /// It is nobody's, and matches.
    Adopt,
}

/// The controller reference of an object: the first owner reference that says so (CR-1).
pub fn controller_of(object: &Object) -> Option<&OwnerReference> {
    let references = &object.meta.owner_references;
    references
        .iter()
        .find(|reference| reference.controller == Some(true))
}

impl Claimer<'_> {
    /// The decision table (CR-2).
    pub fn decide(&self, object: &Object, passes: bool) -> Claim {
        let controller = &self.controller.meta;
        let selects = |selector: &LabelSelector| selector.matches(&object.meta.labels);
        let matches = self.selector.is_some_and(selects) && passes;
        match controller_of(object) {
            Some(reference) if reference.uid != controller.uid => Claim::Ignore,
            Some(_) if matches => Claim::Keep,
            Some(_) if controller.is_deleting() => Claim::Ignore,
            Some(_) => Claim::Release,
            None if !matches || controller.is_deleting() || object.meta.is_deleting() => Claim::Ignore,
            None if controller.namespace != Name::EMPTY && controller.namespace != object.meta.namespace => {
                Claim::Ignore
            }
            None => Claim::Adopt,
        }
    }

    /// Claims `objects`, one after the other. `passes` is the extra filter; `note` is told each decision that leads to
    /// a call.
    pub fn claim<D>(
        &self,
        script: &mut Script<'_, D>,
        objects: impl IntoIterator<Item = Arc<Object>>,
        passes: impl Fn(&Object) -> bool,
        adopted: impl Fn(&Arc<Object>) -> Option<D>,
    ) -> Result<Claimed, Pending> {
        let mut claimed = Claimed {
            owned: Vec::new(),
            errors: Vec::new(),
        };
        let mut may_adopt: Option<Result<(), CannotAdopt>> = None;
        for object in objects {
            match self.decide(&object, passes(&object)) {
                Claim::Ignore => {}
                Claim::Keep => claimed.owned.push(object),
                Claim::Release => {
                    let answer = self.patch(script, &object, self.release_patch(&object))?;
                    if let Err(error) = answer
                        && !error.is(Reason::NotFound)
                        && !error.is(Reason::Invalid)
                    {
                        claimed.errors.push(error.into());
                    }
                }
                Claim::Adopt => {
                    let allowed = match &may_adopt {
                        Some(known) => known.clone(),
                        None => {
                            let fresh = self.recheck(script)?;
                            may_adopt.insert(fresh).clone()
                        }
                    };
                    if let Err(cause) = allowed {
                        claimed.errors.push(SyncError::CannotAdopt {
                            kind: object.kind,
                            namespace: object.meta.namespace,
                            name: object.meta.name,
                            uid: object.meta.uid,
                            cause: Box::new(cause),
                        });
                        continue;
                    }
                    let patch = self.adoption_patch(&object);
                    match self.patch(script, &object, patch)? {
                        Ok(answered) => {
                            if let Some(deed) = adopted(&answered) {
                                script.does(deed);
                            }
                            claimed.owned.push(object);
                        }
                        Err(error) if error.is(Reason::NotFound) => {}
                        Err(error) => claimed.errors.push(error.into()),
                    }
                }
            }
        }
        Ok(claimed)
    }

    /// RecheckDeletionTimestamp (CR-6).
    fn recheck<D>(&self, script: &mut Script<'_, D>) -> Result<Result<(), CannotAdopt>, Pending> {
        if !self.rechecks {
            return Ok(Ok(()));
        }
        let (kind, meta) = (self.controller.kind, &self.controller.meta);
        let live = script.ask(kind, meta.namespace, meta.name, || Verb::Get)?;
        Ok(match live {
            Err(error) => Err(CannotAdopt::Get(error)),
            Ok(live) if live.meta.uid != meta.uid => Err(CannotAdopt::Gone {
                kind,
                namespace: meta.namespace,
                name: meta.name,
                got: live.meta.uid,
                wanted: meta.uid,
            }),
            Ok(live) => match live.meta.deletion_timestamp {
                Some(at) => Err(CannotAdopt::JustDeleted {
                    namespace: live.meta.namespace,
                    name: live.meta.name,
                    at,
                }),
                None => Ok(()),
            },
        })
    }

    fn patch<D>(
        &self,
        script: &mut Script<'_, D>,
        object: &Object,
        patch: Patch,
    ) -> Result<Result<Arc<Object>, ApiError>, Pending> {
        let (kind, meta): (KindId, _) = (object.kind, &object.meta);
        script.ask(kind, meta.namespace, meta.name, || Verb::Patch(Box::new(patch)))
    }

    /// CR-7. The uid makes the patch fail on a namesake.
    fn adoption_patch(&self, object: &Object) -> Patch {
        let finalizers = (!self.finalizers.is_empty()).then(|| self.finalizers.clone());
        Patch {
            form: PatchForm::Strategic,
            uid: Some(object.meta.uid),
            owner_references: Some(OwnerPatch::Merge([OwnerDirective::Set(self.reference)].into())),
            finalizers,
            ..Patch::default()
        }
    }

    /// CR-7.
    fn release_patch(&self, object: &Object) -> Patch {
        release_patch(
            object.meta.uid,
            &[self.controller.meta.uid],
            self.finalizers.clone(),
        )
    }
}

/// The reference by which a controller owns what it creates or adopts.
pub fn controller_reference(cluster: &crate::apiserver::Cluster, controller: &Object) -> OwnerReference {
    let kind = cluster.kinds.get(controller.kind);
    OwnerReference {
        api_version: kind.preferred(),
        kind: kind.kind,
        name: controller.meta.name,
        uid: controller.meta.uid,
        controller: Some(true),
        block_owner_deletion: Some(true),
    }
}

/// The patch that takes the references to `owners`, and `finalizers`, off the object with this uid (CR-7).
pub fn release_patch(uid: Name, owners: &[Name], finalizers: List<Name>) -> Patch {
    let directives = owners.iter().map(|&owner| OwnerDirective::Delete(owner));
    Patch {
        form: PatchForm::Strategic,
        uid: Some(uid),
        owner_references: Some(if owners.is_empty() {
            OwnerPatch::Replace(List::EMPTY)
        } else {
            OwnerPatch::Merge(directives.collect())
        }),
        removed_finalizers: finalizers,
        ..Patch::default()
    }
}
