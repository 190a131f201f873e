use super::status::is_complete;
use super::sync::{Work, set_facts, size};
use crate::object::{Facts, Object};
use crate::workloads::{Stop, controller_of};
use alloc::sync::Arc;

impl Work<'_, '_> {
    /// DP-9.
    pub(super) fn recreate(&mut self) -> Result<(), Stop> {
        let (mut new, mut old) = self.find(false)?;
        let mut scaled = false;
        for set in old.iter().filter(|set| size(set) > 0) {
            let (changed, _) = self.resize_if_other(set, 0)?;
            scaled |= changed;
        }
        if scaled || self.old_pods_run(new.as_ref(), &old) {
            return self.write_rollout_status(&old, new.as_ref());
        }
        if new.is_none() {
            (new, old) = self.find(true)?;
        }
        if let Some(new) = &new {
            self.resize_if_other(new, self.spec().replicas)?;
        }
        if is_complete(self.spec(), self.object.meta.generation, &self.facts.status) {
            self.clean_up(&old)?;
        }
        self.write_rollout_status(&old, new.as_ref())
    }

    /// Whether a pod of an old ReplicaSet may still run: as its status counts, or as the cache of pods shows.
    fn old_pods_run(&self, new: Option<&Arc<Object>>, old: &[Arc<Object>]) -> bool {
        let counted = |set: &Arc<Object>| set_facts(set).map_or(0, |facts| facts.status.replicas);
        if old.iter().map(counted).fold(0, i32::wrapping_add) > 0 {
            return true;
        }
        let kind = self.script.cluster.kinds.get(self.config.replica_sets).kind;
        self.view.pods.iter().any(|pod| {
            let Some(owner) = controller_of(pod).filter(|owner| owner.kind == kind) else {
                return false;
            };
            let is_owner = |set: &Arc<Object>| set.meta.uid == owner.uid && set.meta.name == owner.name;
            let claimed = self.sets.iter().any(is_owner);
            let finished = matches!(&pod.facts, Facts::Pod(facts) if facts.phase.is_finished());
            claimed && !finished && new.is_none_or(|new| new.meta.uid != owner.uid)
        })
    }
}
