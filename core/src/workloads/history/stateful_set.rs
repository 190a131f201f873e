//! The revisions of a StatefulSet (HS-22 to HS-26).

use super::call::{Answer, Calls, HistoryCall, HistoryError, Refusal};
use super::revision::{LabelledPod, Parent, Revision};
use crate::hash::{
    REVISION_HASH_LABEL, StatefulSetCollision, controller_revision_name, revision_hash,
    stateful_set_collision,
};
use crate::sorted::sort_by;
use alloc::string::String;
use alloc::vec::Vec;

/// What a sync goes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The revision that its pods are at.
    pub current: Revision,
    /// The one that they go to.
    pub update: Revision,
    /// What becomes `status.collisionCount`.
    pub collision_count: i32,
}

/// The revisions of a set, in the order of its history: its own, and those that nobody controls (HS-26).
pub fn list(set: &Parent, cached: &[Revision]) -> Vec<Revision> {
    let is_its = |revision: &&Revision| {
        set.selects(&revision.labels) && (revision.controller.is_none() || set.owns(revision))
    };
    let mut listed: Vec<Revision> = cached.iter().filter(is_its).cloned().collect();
    sort_by(&mut listed, Revision::compare);
    listed
}

/// Adopts the listed revisions that nobody controls, after one look at the live set (HS-26).
///
/// # Errors
/// Where that look forbids it, or a patch is refused for whatever reason.
pub fn adopt_orphans(set: &Parent, listed: &[Revision], calls: &mut Calls<'_>) -> Result<(), HistoryError> {
    let mut rechecked = false;
    for orphan in listed.iter().filter(|revision| revision.controller.is_none()) {
        if !rechecked {
            calls.recheck(&set.reference.uid)?;
            rechecked = true;
        }
        calls.must(|| HistoryCall::Adopt {
            name: orphan.name.clone(),
            uid: orphan.uid.clone(),
        })?;
    }
    Ok(())
}

/// Chooses the revision that the set's pods go to: an equal one that is there, or a new one (HS-24). `by_meaning`:
/// whether the latest one may also be equal by meaning.
///
/// # Errors
/// Where a call is refused.
pub fn choose(
    set: &Parent,
    listed: &[Revision],
    by_meaning: bool,
    calls: &mut Calls<'_>,
) -> Result<Chosen, HistoryError> {
    let mut count = set.collision_count.unwrap_or(0);
    let next = listed.last().map_or(1, |latest| latest.number + 1);
    let label = revision_hash(&set.data, Some(count));
    let ours = (&*set.data, Some(&label));
    let equal = listed.iter().rfind(|revision| set.calls_equal(ours, revision));
    let latest = listed.last();
    let is_equal_to = |equal: &Revision, latest: &Revision| {
        set.calls_equal((&equal.data, equal.labels.get(REVISION_HASH_LABEL)), latest)
    };
    let update = match (equal, latest) {
        (Some(equal), Some(latest)) if is_equal_to(equal, latest) => latest.clone(),
        (Some(equal), _) => raise(equal, next, calls)?,
        (None, Some(latest)) if by_meaning && latest.rebuilt.as_ref() == Some(&set.data) => latest.clone(),
        (None, _) => create(set, next, &mut count, calls)?,
    };
    let current = listed
        .iter()
        .find(|revision| revision.name == set.current_revision);
    Ok(Chosen {
        current: current.unwrap_or(&update).clone(),
        update,
        collision_count: count,
    })
}

/// Gives a revision the next number. After a conflict the helper goes on with the empty object of the failed call, which
/// the client refuses to send (HS-24).
fn raise(revision: &Revision, number: i64, calls: &mut Calls<'_>) -> Result<Revision, HistoryError> {
    let raised = Revision {
        number,
        ..revision.clone()
    };
    match calls.ask(|| HistoryCall::Update(raised.clone()))? {
        Err(refused) if refused.refusal == Refusal::Conflict => Err(HistoryError::NameMissing),
        Err(refused) => Err(refused.into()),
        Ok(Answer::Revision(written)) => Ok(written.clone()),
        Ok(_) => Ok(raised),
    }
}

/// Creates a revision, with another name as long as the one computed is taken by other data (HS-22).
fn create(
    set: &Parent,
    number: i64,
    count: &mut i32,
    calls: &mut Calls<'_>,
) -> Result<Revision, HistoryError> {
    let mut labels = set.template_labels.clone();
    // The label keeps the first hash, whatever the name becomes (HS-18).
    labels.insert(
        String::from(REVISION_HASH_LABEL),
        revision_hash(&set.data, Some(*count)),
    );
    loop {
        let hash = revision_hash(&set.data, Some(*count));
        let name = controller_revision_name(&set.reference.name, &hash);
        let revision = Revision {
            name: name.clone(),
            labels: labels.clone(),
            annotations: set.annotations.clone(),
            controller: Some(set.reference.clone()),
            data: set.data.clone(),
            number,
            ..Revision::default()
        };
        match calls.ask(|| HistoryCall::Create(revision.clone()))? {
            Ok(Answer::Revision(written)) => return Ok(written.clone()),
            Ok(_) => return Ok(revision),
            Err(refused) if refused.refusal != Refusal::AlreadyExists => return Err(refused.into()),
            Err(_) => {}
        }
        if let Answer::Revision(there) = calls.must(|| HistoryCall::Get(name))? {
            match stateful_set_collision(*count, there.data == set.data) {
                StatefulSetCollision::Use => return Ok(there.clone()),
                StatefulSetCollision::Again(next) => *count = next,
            }
        }
    }
}

/// Deletes what the history limit leaves no room for: of the revisions that are neither current, nor gone to, nor named
/// by a pod, the lowest (HS-26). It also runs when choosing failed.
///
/// # Errors
/// The first refusal ends it.
pub fn truncate(
    set: &Parent,
    listed: &[Revision],
    chosen: Option<&Chosen>,
    pods: &[LabelledPod],
    calls: &mut Calls<'_>,
) -> Result<(), HistoryError> {
    let is_live = |revision: &Revision| {
        let is_chosen = chosen.is_some_and(|chosen| {
            revision.name == chosen.current.name || revision.name == chosen.update.name
        });
        is_chosen || pods.iter().any(|pod| pod.hash.as_ref() == Some(&revision.name))
    };
    let history: Vec<&Revision> = listed.iter().filter(|revision| !is_live(revision)).collect();
    // A negative limit deletes nothing.
    let Ok(limit) = usize::try_from(set.history_limit) else {
        return Ok(());
    };
    for revision in &history[..history.len().saturating_sub(limit)] {
        calls.must(|| HistoryCall::Delete(revision.name.clone()))?;
    }
    Ok(())
}

/// `currentRevision` and `updateRevision` of the status after a sync of a set without pods whose strategy is
/// RollingUpdate: the rollout is complete, so both are the one that pods go to.
pub fn next_status(chosen: &Chosen) -> (&str, &str) {
    (&chosen.update.name, &chosen.update.name)
}
