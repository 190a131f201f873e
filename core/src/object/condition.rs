use super::{DiscoveryFailure, List, Name, Time};
use crate::apiserver::Reason;

/// One entry of a namespace's `status.conditions`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionFact {
    /// `type`.
    pub kind: Name,
    /// `status`: True, False or Unknown.
    pub status: Name,
    /// `reason`.
    pub reason: Name,
    /// `message`.
    pub message: ConditionMessage,
    /// `lastTransitionTime`.
    pub last_transition: Option<Time>,
}

/// What a condition's message says (NS-15). The words are not kept, but for a message that says something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConditionMessage {
    /// The text that goes with the type while nothing is wrong.
    Fine,
    /// Discovery is incomplete.
    Discovery(DiscoveryFailure),
    /// Resources whose content could not be deleted, sorted by their texts.
    Content(List<ContentFailure>),
    /// How many objects are left of which resource, sorted by their texts.
    Remaining(List<ResourceCount>),
    /// How many objects are left with which finalizer, sorted by the finalizer.
    Finalizers(List<FinalizerCount>),
    /// Any other text.
    Text(Name),
}

/// How many objects of one resource are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceCount {
    /// The group; empty for core.
    pub group: Name,
    /// The resource.
    pub resource: Name,
    /// How many.
    pub count: u32,
}

/// How many objects are left with one finalizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinalizerCount {
    /// The finalizer.
    pub finalizer: Name,
    /// How many objects have it.
    pub count: u32,
}

/// One resource whose content could not be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentFailure {
    /// The group version in which it was tried.
    pub group_version: Name,
    /// The resource.
    pub resource: Name,
    /// Why.
    pub fault: ContentFault,
}

/// Why content could not be deleted (NS-13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContentFault {
    /// Objects without finalizers are left, which nothing accounts for.
    ItemsRemain,
    /// The API server refused a call.
    Refused(Reason),
}
