use super::annotations;
use super::sync::{Work, older, set_facts, size};
use crate::apiserver::{DeleteOptions, Reason, Verb};
use crate::object::Object;
use crate::sorted::sort_by;
use crate::workloads::Stop;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl Work<'_, '_> {
    /// DP-10: old ReplicaSets beyond the history limit go, lowest revision first.
    pub(super) fn clean_up(&mut self, old: &[Arc<Object>]) -> Result<(), Stop> {
        let Some(limit) = self
            .spec()
            .revision_history_limit
            .filter(|&limit| limit != i32::MAX)
        else {
            return Ok(());
        };
        let mut sets: Vec<Arc<Object>> = old
            .iter()
            .filter(|set| !set.meta.is_deleting())
            .cloned()
            .collect();
        // A negative limit, which the API refuses, makes the real controller crash; here it keeps nothing.
        let surplus = sets.len().saturating_sub(usize::try_from(limit).unwrap_or(0));
        let cluster = self.script.cluster.clone();
        let revision = |set: &Object| annotations::revision(&cluster, &set_facts(set)?.annotations);
        sort_by(&mut sets, |left, right| match (revision(left), revision(right)) {
            (Some(a), Some(b)) if a != b => a.cmp(&b),
            _ => older(&cluster.names, left, right),
        });
        for set in sets.iter().take(surplus) {
            let in_use = set_facts(set).is_none_or(|facts| {
                facts.status.replicas != 0
                    || size(set) != 0
                    || set.meta.generation > facts.status.observed_generation
            });
            if in_use {
                continue;
            }
            let answer = self
                .script
                .call(set.kind, set.meta.namespace, set.meta.name, || {
                    Verb::Delete(DeleteOptions::default())
                })?;
            if let Err(error) = answer
                && !error.is(Reason::NotFound)
            {
                return Err(error.into());
            }
        }
        Ok(())
    }
}
