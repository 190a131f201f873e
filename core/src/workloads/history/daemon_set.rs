//! The revisions of a DaemonSet (HS-13 to HS-16a).

use super::call::{Answer, Calls, HistoryCall, HistoryError, Refusal};
use super::revision::{LabelledPod, Parent, Revision};
use crate::hash::{CONTROLLER_REVISION_HASH_LABEL, DaemonSetCollision, daemon_set_collision};
use crate::sorted::sort_by_key;
use crate::versions::Switch;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a sync goes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DaemonSetHistory {
    /// The revision of the template.
    pub current: Revision,
    /// All others, in the order of the cache.
    pub old: Vec<Revision>,
}

/// Finds the revision of the template among the cached ones, or creates it (HS-14). `pods` are those of the DaemonSet.
///
/// # Errors
/// Where a call is refused, or the live DaemonSet has another collisionCount.
pub fn construct(
    set: &Parent,
    cached: &[Revision],
    pods: &[LabelledPod],
    calls: &mut Calls<'_>,
) -> Result<DaemonSetHistory, HistoryError> {
    let (mut equal, mut old) = (Vec::new(), Vec::new());
    for revision in claim(set, cached, calls)? {
        let revision = with_hash_label(revision, calls)?;
        if revision.data == set.data {
            equal.push(revision);
        } else {
            old.push(revision);
        }
    }
    let next = old
        .iter()
        .map(|revision| revision.number)
        .max()
        .unwrap_or(0)
        .max(0)
        + 1;
    let current = match equal.len() {
        0 => snapshot(set, next, calls)?,
        _ => {
            let kept = keep_one(set, equal, pods, calls)?;
            if kept.number < next {
                let raised = Revision {
                    number: next,
                    ..kept.clone()
                };
                calls.must(|| HistoryCall::Update(raised))?;
            }
            // The number in hand stays the old one for this sync.
            kept
        }
    };
    Ok(DaemonSetHistory { current, old })
}

/// Claims the revisions that the DaemonSet selects, and lets go of its own that it does not (CR-2 to CR-6).
fn claim(set: &Parent, cached: &[Revision], calls: &mut Calls<'_>) -> Result<Vec<Revision>, HistoryError> {
    let mut claimed = Vec::new();
    let mut errors = Vec::new();
    let mut may_adopt: Option<Result<(), HistoryError>> = None;
    for revision in cached {
        let selected = set.selects(&revision.labels);
        let uid = revision.controller.as_ref().map(|controller| &controller.uid);
        let (name, revision_uid) = (revision.name.clone(), revision.uid.clone());
        match uid {
            Some(uid) if *uid != set.reference.uid => {}
            Some(_) if selected => claimed.push(revision.clone()),
            Some(_) if set.is_deleting => {}
            Some(_) => {
                let release = || HistoryCall::Release {
                    name,
                    uid: revision_uid,
                };
                if let Err(refused) = calls.ask(release)?
                    && !matches!(refused.refusal, Refusal::NotFound | Refusal::Invalid)
                {
                    errors.push(refused.into());
                }
            }
            None if !selected || set.is_deleting || revision.is_deleting => {}
            None => {
                let allowed = match &may_adopt {
                    Some(known) => known.clone(),
                    None => match calls.recheck(&set.reference.uid) {
                        Err(HistoryError::Pending) => return Err(HistoryError::Pending),
                        fresh => may_adopt.insert(fresh).clone(),
                    },
                };
                if let Err(error) = allowed {
                    errors.push(error);
                    continue;
                }
                let adopt = || HistoryCall::Adopt {
                    name,
                    uid: revision_uid,
                };
                match calls.ask(adopt)? {
                    Ok(_) => claimed.push(revision.clone()),
                    Err(refused) if refused.refusal == Refusal::NotFound => {}
                    Err(refused) => errors.push(refused.into()),
                }
            }
        }
    }
    if errors.is_empty() {
        Ok(claimed)
    } else {
        Err(HistoryError::Claim(errors))
    }
}

/// A revision without a hash label gets its own name as one; an empty label counts as there (HS-14).
fn with_hash_label(mut revision: Revision, calls: &mut Calls<'_>) -> Result<Revision, HistoryError> {
    if revision.labels.contains_key(CONTROLLER_REVISION_HASH_LABEL) {
        return Ok(revision);
    }
    let name = revision.name.clone();
    revision
        .labels
        .insert(String::from(CONTROLLER_REVISION_HASH_LABEL), name);
    match calls.must(|| HistoryCall::Update(revision.clone()))? {
        Answer::Revision(written) => Ok(written.clone()),
        _ => Ok(revision),
    }
}

/// Of several revisions of one template the highest stays, of equal numbers the last; pods get its hash, the others go
/// (HS-14).
fn keep_one(
    set: &Parent,
    mut equal: Vec<Revision>,
    pods: &[LabelledPod],
    calls: &mut Calls<'_>,
) -> Result<Revision, HistoryError> {
    let highest = equal.iter().map(|revision| revision.number).max();
    let place = equal
        .iter()
        .rposition(|revision| Some(revision.number) == highest);
    let kept = equal.remove(place.unwrap_or(0));
    if equal.is_empty() {
        return Ok(kept);
    }
    let hash = kept
        .labels
        .get(CONTROLLER_REVISION_HASH_LABEL)
        .cloned()
        .unwrap_or_default();
    let relabel = |calls: &mut Calls<'_>| -> Result<(), HistoryError> {
        for pod in pods.iter().filter(|pod| pod.hash.as_ref() != Some(&hash)) {
            calls.must(|| HistoryCall::LabelPod {
                name: pod.name.clone(),
                hash: hash.clone(),
            })?;
        }
        Ok(())
    };
    let once = set.switches.has(Switch::DaemonsetRelabelOnce);
    if once {
        relabel(calls)?;
    }
    for surplus in &equal {
        // The cache does not have the new labels yet, so they are written again.
        if !once {
            relabel(calls)?;
        }
        calls.must(|| HistoryCall::Delete(surplus.name.clone()))?;
    }
    Ok(kept)
}

/// A new revision of the template (HS-13, HS-15).
fn snapshot(set: &Parent, number: i64, calls: &mut Calls<'_>) -> Result<Revision, HistoryError> {
    let mut labels = set.template_labels.clone();
    labels.insert(
        String::from(CONTROLLER_REVISION_HASH_LABEL),
        set.template_hash.clone(),
    );
    let revision = Revision {
        name: format!("{}-{}", set.reference.name, set.template_hash),
        labels,
        annotations: set.annotations.clone(),
        controller: Some(set.reference.clone()),
        data: set.data.clone(),
        number,
        ..Revision::default()
    };
    let taken = match calls.ask(|| HistoryCall::Create(revision.clone()))? {
        Ok(Answer::Revision(written)) => return Ok(written.clone()),
        Ok(_) => return Ok(revision),
        Err(refused) if refused.refusal == Refusal::AlreadyExists => refused,
        Err(refused) => return Err(refused.into()),
    };
    let there = match calls.must(|| HistoryCall::Get(revision.name.clone()))? {
        Answer::Revision(there) => there,
        _ => return Err(taken.into()),
    };
    if there.data == set.data {
        return Ok(there.clone());
    }
    let live = match calls.must(|| HistoryCall::GetParent)? {
        Answer::Parent(live) => live.collision_count,
        _ => None,
    };
    match daemon_set_collision(set.collision_count, live, false) {
        DaemonSetCollision::Use => Ok(there.clone()),
        DaemonSetCollision::Stale => Err(HistoryError::StaleCount),
        DaemonSetCollision::Count(count) => {
            calls.must(|| HistoryCall::WriteCount(count))?;
            Err(taken.into())
        }
    }
}

/// Deletes as many old revisions as the history limit leaves no room for, the lowest numbers first; those that pods carry
/// are passed over, though they were counted (HS-16a).
///
/// # Errors
/// The first refusal ends it.
pub fn clean_up(
    set: &Parent,
    old: &[Revision],
    pods: &[LabelledPod],
    calls: &mut Calls<'_>,
) -> Result<(), HistoryError> {
    let limit = usize::try_from(set.history_limit).unwrap_or(0);
    let mut surplus = old.len().saturating_sub(limit);
    let mut sorted: Vec<&Revision> = old.iter().collect();
    sort_by_key(&mut sorted, |revision| revision.number);
    let is_carried = |revision: &Revision| {
        let hash = revision.labels.get(CONTROLLER_REVISION_HASH_LABEL);
        hash.is_some() && pods.iter().any(|pod| pod.has_target && pod.hash.as_ref() == hash)
    };
    for revision in sorted {
        if surplus == 0 {
            break;
        }
        if is_carried(revision) {
            continue;
        }
        calls.must(|| HistoryCall::Delete(revision.name.clone()))?;
        surplus -= 1;
    }
    Ok(())
}
