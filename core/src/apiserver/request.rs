use crate::object::ConditionFact;
use crate::object::{
    KindId, List, Name, NamespacePhase, Object, ObjectKey, OwnerReference, PodCondition, PodPhase, Taint,
    Time,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What a client asks of the API server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// What it is asked about.
    pub target: Target,
    /// What to do.
    pub verb: Verb,
}

/// The path of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The kind asked for.
    pub kind: KindId,
    /// The apiVersion in the path.
    pub api_version: Name,
    /// The namespace in the path; empty for none. A namespaced path of a cluster-scoped kind does not exist: 404
    /// without a reason (GC-58).
    pub namespace: Name,
    /// The name in the path; empty for lists, creations and deletecollection.
    pub name: Name,
}

/// The verb with its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verb {
    /// GET of one object.
    Get,
    /// GET of all objects of the kind in the namespace (all namespaces where that is empty).
    List,
    /// POST. `uid`, `resourceVersion` and timestamps in the body are not read.
    Create(Box<Create>),
    /// PATCH of the object.
    Patch(Box<Patch>),
    /// PUT of the whole object: `status` in the body is not read. With a resourceVersion that must be the stored one.
    Update(Box<Object>),
    /// PUT of an object's `status`: only `status` and annotations of the body are read.
    UpdateStatus(Box<Object>),
    /// PUT of a namespace's `status`: phase and conditions as given, with the resourceVersion read before.
    UpdateNamespaceStatus(Box<NamespaceStatus>),
    /// PUT of a namespace's `finalize` subresource (NS-11): `spec.finalizers` as given.
    Finalize(Box<Finalize>),
    /// DELETE.
    Delete(DeleteOptions),
    /// DELETE of a whole collection (API-19).
    DeleteCollection(DeleteOptions),
}

/// The body of a POST.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Create {
    /// The object as sent.
    pub object: Object,
    /// Labels of `spec.template`, sorted like the object's own: a ReplicationController or Job without labels gets them.
    pub template_labels: List<(Name, Name)>,
    /// `metadata.generateName`: where the object has no name, the API server makes one that begins so.
    pub generate_name: Name,
    /// `dryRun=All`.
    pub dry_run: bool,
}

/// The body of a PATCH, as far as it touches what is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// Content type.
    pub form: PatchForm,
    /// Subresource `status` instead of the object itself.
    pub status: bool,
    /// `metadata.name`: another one than that of the path is refused; empty for `null`.
    pub name: Option<Name>,
    /// `metadata.namespace`: another one than that of the path is refused.
    pub namespace: Option<Name>,
    /// `metadata.uid`: another one than the stored is refused (API-18).
    pub uid: Option<Name>,
    /// `metadata.resourceVersion`: another one than the stored is a conflict (API-18).
    pub resource_version: Option<u64>,
    /// `metadata.finalizers`; empty for both `null` and `[]`.
    pub finalizers: Option<List<Name>>,
    /// `metadata.$deleteFromPrimitiveList/finalizers` of a strategic merge.
    pub removed_finalizers: List<Name>,
    /// `metadata.ownerReferences`.
    pub owner_references: Option<OwnerPatch>,
    /// `metadata.labels` to set, or to remove.
    pub labels: Vec<(Name, Option<Name>)>,
    /// `metadata.deletionTimestamp` set by hand (API-4).
    pub deletion_timestamp: Option<Time>,
    /// `status.phase` of a pod.
    pub pod_phase: Option<PodPhase>,
    /// `spec.taints` of a node, whole.
    pub taints: Option<List<Taint>>,
    /// `spec.unschedulable` of a node.
    pub unschedulable: Option<bool>,
    /// One entry of `status.conditions` of a pod, merged by its type.
    pub pod_condition: Option<PodCondition>,
    /// It also changes members that are not kept (annotations, spec): it writes, even if nothing else changes.
    pub touches: bool,
    /// `dryRun=All`.
    pub dry_run: bool,
}

/// How a patch is merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PatchForm {
    /// `application/merge-patch+json`: lists are replaced whole.
    #[default]
    Merge,
    /// `application/strategic-merge-patch+json`: lists are merged by key; refused (415) for custom resources.
    Strategic,
}

/// What a patch does to the owner references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OwnerPatch {
    /// The list becomes this one.
    Replace(List<OwnerReference>),
    /// Entries are merged by uid (strategic): GC-58, GC-59.
    Merge(Vec<OwnerDirective>),
}

/// One entry of a strategic list of owner references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnerDirective {
    /// `$patch: delete` of the entries with this uid.
    Delete(Name),
    /// Set the members of the entry with the same uid, or add it.
    Set(OwnerReference),
}

/// `DeleteOptions`. The default is what a request without a body means.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeleteOptions {
    /// `gracePeriodSeconds`.
    pub grace_period_s: Option<i64>,
    /// `orphanDependents` (deprecated).
    pub orphan_dependents: Option<bool>,
    /// `propagationPolicy`.
    pub policy: Option<Policy>,
    /// `preconditions.uid`.
    pub uid: Option<Name>,
    /// `preconditions.resourceVersion`.
    pub resource_version: Option<u64>,
    /// `dryRun`, as sent: anything but `All` is refused.
    pub dry_run: List<Name>,
    /// The body cannot be read as `DeleteOptions`, whatever it is.
    pub malformed: bool,
}

/// `propagationPolicy`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// The object waits for its blocking dependents.
    Foreground,
    /// The object goes at once, its dependents after it.
    Background,
    /// The dependents lose their reference and stay.
    Orphan,
    /// A word that is no policy, which the API server refuses (API-5).
    Unknown(Name),
}

/// The body of a PUT on a namespace's status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamespaceStatus {
    /// The version read before.
    pub resource_version: u64,
    /// `status.phase`.
    pub phase: NamespacePhase,
    /// `status.conditions`.
    pub conditions: List<ConditionFact>,
}

/// The body of a PUT on a namespace's `finalize`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finalize {
    /// The version read before.
    pub resource_version: u64,
    /// `spec.finalizers` that are left.
    pub spec_finalizers: List<Name>,
}

impl Create {
    /// A POST of this object.
    pub fn new(object: Object) -> Self {
        Create {
            object,
            template_labels: List::EMPTY,
            generate_name: Name::EMPTY,
            dry_run: false,
        }
    }
}

impl Target {
    /// The path of one object.
    pub fn object(key: ObjectKey, api_version: Name) -> Self {
        Target {
            kind: key.kind,
            api_version,
            namespace: key.namespace,
            name: key.name,
        }
    }

    /// Where the object with this path is stored.
    pub fn key(&self) -> ObjectKey {
        ObjectKey {
            kind: self.kind,
            namespace: self.namespace,
            name: self.name,
        }
    }
}

impl Default for Patch {
    fn default() -> Self {
        Patch {
            form: PatchForm::Merge,
            status: false,
            name: None,
            namespace: None,
            uid: None,
            resource_version: None,
            finalizers: None,
            removed_finalizers: List::EMPTY,
            owner_references: None,
            labels: Vec::new(),
            deletion_timestamp: None,
            pod_phase: None,
            taints: None,
            unschedulable: None,
            pod_condition: None,
            touches: false,
            dry_run: false,
        }
    }
}
