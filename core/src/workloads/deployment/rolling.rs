use super::budget::new_replicas;
use super::status::is_complete;
use super::sync::{Work, available, size, sizes};
use crate::object::Object;
use crate::workloads::Stop;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl Work<'_, '_> {
    /// DP-8.
    pub(super) fn rolling(&mut self) -> Result<(), Stop> {
        let (new, old) = self.find(true)?;
        let Some(new) = new else { return Ok(()) };
        if self.scale_new(&new, &old)? {
            return self.write_rollout_status(&old, Some(&new));
        }
        let scaled = match self.scale_old(&new, &old) {
            Err(Stop::Pending) => return Err(Stop::Pending),
            // HS-10a: an error with old ReplicaSets counts as nothing scaled.
            Err(Stop::Failed(_)) => false,
            Ok(scaled) => scaled,
        };
        if scaled {
            return self.write_rollout_status(&old, Some(&new));
        }
        if is_complete(self.spec(), self.object.meta.generation, &self.facts.status) {
            self.clean_up(&old)?;
        }
        self.write_rollout_status(&old, Some(&new))
    }

    /// DP-8 (1).
    fn scale_new(&mut self, new: &Arc<Object>, old: &[Arc<Object>]) -> Result<bool, Stop> {
        let wanted = self.spec().replicas;
        let target = if size(new) >= wanted {
            wanted
        } else {
            let all = sizes(old).wrapping_add(size(new));
            new_replicas(&self.script.cluster.names, self.spec(), size(new), all)?
        };
        let (scaled, _) = self.resize_if_other(new, target)?;
        Ok(scaled)
    }

    /// DP-8 (2).
    fn scale_old(&mut self, new: &Arc<Object>, old: &[Arc<Object>]) -> Result<bool, Stop> {
        let mut active: Vec<Arc<Object>> = old.iter().filter(|set| size(set) > 0).cloned().collect();
        if sizes(&active) == 0 {
            return Ok(false);
        }
        let all = sizes(old).wrapping_add(size(new));
        let least_available = self.spec().replicas.wrapping_sub(self.budget().unavailable);
        let new_missing = size(new).wrapping_sub(available(new));
        let most = all.wrapping_sub(least_available).wrapping_sub(new_missing);
        if most <= 0 {
            return Ok(false);
        }
        let mut taken = 0;
        for set in &mut active {
            if taken >= most {
                break;
            }
            if size(set) == 0 || size(set) == available(set) {
                continue;
            }
            let number = (most - taken).min(size(set).wrapping_sub(available(set)));
            if number < 0 {
                // More are available than wanted: the real code gives up here.
                return Ok(false);
            }
            let target = size(set) - number;
            let (_, written) = self.resize_if_other(set, target)?;
            taken += number;
            *set = written;
        }
        let surplus = active
            .iter()
            .map(|set| available(set))
            .fold(available(new), i32::wrapping_add)
            .wrapping_sub(least_available);
        let mut more = 0;
        for set in &active {
            if surplus <= 0 || more >= surplus {
                break;
            }
            if size(set) == 0 {
                continue;
            }
            let number = size(set).min(surplus - more);
            self.resize_if_other(set, size(set) - number)?;
            more += number;
        }
        Ok(taken + more > 0)
    }
}
