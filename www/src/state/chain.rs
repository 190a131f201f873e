use super::Catalog;
use kubeloupe_core::analyse::{Because, Reason, Verdict};
use kubeloupe_core::gc::Identity;

/// One link of a verdict's chain of reasons, with the thing that it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct ChainLink<'a> {
    /// About which other thing it is; `None` for the verdict's own object.
    pub about: Option<Identity>,
    /// The reason.
    pub because: &'a Because,
}

/// The chain of reasons of a verdict: what happened to its object, then to the owner that this came from, and so on.
/// The part about an owner begins where time jumps back.
pub fn chain(verdict: &Verdict) -> Vec<ChainLink<'_>> {
    let mut links = Vec::with_capacity(verdict.why.len());
    let mut about = None;
    let mut owner: Option<Identity> = None;
    let mut last = None;
    for because in &verdict.why {
        if last.is_some_and(|last| because.at < last) && owner.is_some() {
            about = owner.take();
        }
        if owner.is_none() && matches!(because.reason, Reason::OwnersAbsent | Reason::OwnerWaits) {
            owner = because.refs.first().copied();
        }
        last = Some(because.at);
        links.push(ChainLink { about, because });
    }
    links
}

/// `ReplicaSet web-1, Deployment web`.
pub fn list_refs(catalog: &Catalog, refs: &[Identity]) -> String {
    let named: Vec<String> = refs.iter().map(|identity| call(catalog, identity)).collect();
    named.join(", ")
}

/// `ReplicaSet web-1`.
pub fn call(catalog: &Catalog, identity: &Identity) -> String {
    format!("{} {}", catalog.text(identity.kind), catalog.text(identity.name))
}
