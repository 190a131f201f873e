use super::annotations;
use super::sync::{Deed, DeploymentEvent, Work, available, older, set_facts, size, sizes};
use crate::object::{Object, StrategyKind};
use crate::sorted::sort_by;
use crate::workloads::Stop;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl Work<'_, '_> {
    /// DP-6: to the size wanted, or in proportion.
    pub(super) fn scale(&mut self, new: Option<&Arc<Object>>, old: &[Arc<Object>]) -> Result<(), Stop> {
        let wanted = self.spec().replicas;
        let youngest_first: Vec<Arc<Object>> = old.iter().rev().cloned().collect();
        let active: Vec<Arc<Object>> = youngest_first
            .iter()
            .chain(new)
            .filter(|set| size(set) > 0)
            .cloned()
            .collect();
        let only = match active.as_slice() {
            [] => new.or(youngest_first.first()),
            [only] => Some(only),
            _ => None,
        };
        if let Some(only) = only {
            return self.resize_if_other(only, wanted).map(drop);
        }
        if self.is_saturated(new) {
            for set in youngest_first.iter().filter(|set| size(set) > 0) {
                self.resize_if_other(set, 0)?;
            }
            return Ok(());
        }
        if self.spec().strategy.kind == StrategyKind::RollingUpdate {
            self.scale_in_proportion(active)?;
        }
        Ok(())
    }

    fn is_saturated(&self, new: Option<&Arc<Object>>) -> bool {
        let Some((set, facts)) = new.and_then(|new| Some((new, set_facts(new)?))) else {
            return false;
        };
        let wanted = self.spec().replicas;
        let noted = annotations::get(
            self.script.cluster,
            &facts.annotations,
            annotations::DESIRED_REPLICAS,
        );
        let noted: Option<i64> = noted.and_then(|text| text.parse().ok());
        size(set) == wanted && noted == Some(i64::from(wanted)) && available(set) == wanted
    }

    fn scale_in_proportion(&mut self, mut sets: Vec<Arc<Object>>) -> Result<(), Stop> {
        let wanted = self.spec().replicas;
        let allowed = if wanted > 0 {
            wanted.wrapping_add(self.budget().surge)
        } else {
            0
        };
        let to_add = allowed.wrapping_sub(sizes(&sets));
        let names = self.script.cluster.names.clone();
        match to_add {
            0 => {}
            1.. => sort_by(&mut sets, |left, right| {
                size(right)
                    .cmp(&size(left))
                    .then_with(|| older(&names, right, left))
            }),
            _ => sort_by(&mut sets, |left, right| {
                size(right)
                    .cmp(&size(left))
                    .then_with(|| older(&names, left, right))
            }),
        }
        let mut added = 0_i32;
        let mut new_sizes = Vec::with_capacity(sets.len());
        for set in &sets {
            let share = self.share(set, to_add, added);
            new_sizes.push(size(set).wrapping_add(share));
            added = added.wrapping_add(share);
        }
        if to_add != 0
            && let Some(first) = new_sizes.first_mut()
        {
            *first = first.wrapping_add(to_add.wrapping_sub(added)).max(0);
        }
        for (set, new_size) in sets.iter().zip(new_sizes) {
            self.resize(set, new_size)?;
        }
        Ok(())
    }

    /// What one ReplicaSet gets of `to_add`, of which `added` is given away already.
    fn share(&self, set: &Object, to_add: i32, added: i32) -> i32 {
        if size(set) == 0 || to_add == 0 || to_add == added {
            return 0;
        }
        let (fraction, left) = (self.fraction(set), to_add.wrapping_sub(added));
        if to_add > 0 {
            fraction.min(left)
        } else {
            fraction.max(left)
        }
    }

    fn fraction(&self, set: &Object) -> i32 {
        let wanted = self.spec().replicas;
        if wanted == 0 {
            return size(set).wrapping_neg();
        }
        let noted = set_facts(set).and_then(|facts| {
            annotations::count(self.script.cluster, &facts.annotations, annotations::MAX_REPLICAS)
        });
        let before = noted
            .filter(|&noted| noted != 0)
            .unwrap_or(self.facts.status.replicas);
        if before == 0 {
            return 0;
        }
        let most = wanted.wrapping_add(self.budget().surge);
        let exact = f64::from(size(set).wrapping_mul(most)) / f64::from(before);
        round(exact).wrapping_sub(size(set))
    }

    /// Sets the size of a ReplicaSet; the same size is no write. Says whether it changed, and the object as it is now.
    pub(super) fn resize_if_other(
        &mut self,
        set: &Arc<Object>,
        new_size: i32,
    ) -> Result<(bool, Arc<Object>), Stop> {
        if size(set) == new_size {
            return Ok((false, set.clone()));
        }
        self.resize(set, new_size)
    }

    /// Sets size and annotations of a ReplicaSet, if either differs.
    fn resize(&mut self, set: &Arc<Object>, new_size: i32) -> Result<(bool, Arc<Object>), Stop> {
        let Some(known) = set_facts(set) else {
            return Ok((false, set.clone()));
        };
        let mut facts = known.clone();
        let wanted = self.spec().replicas;
        let most = wanted.wrapping_add(self.budget().surge);
        let noted = annotations::set_counts(self.script.cluster, &mut facts.annotations, wanted, most);
        let from = facts.spec.replicas;
        if from == new_size && !noted {
            return Ok((false, set.clone()));
        }
        facts.spec.replicas = new_size;
        let written = self.put_set(set, facts)?;
        if from != new_size {
            self.script.does(Deed::Records(DeploymentEvent::Scaled {
                set: set.meta.name,
                from,
                to: new_size,
            }));
        }
        Ok((from != new_size, written))
    }
}

/// Half away from zero.
fn round(exact: f64) -> i32 {
    let half = if exact < 0.0 { -0.5 } else { 0.5 };
    #[expect(clippy::cast_possible_truncation, reason = "what is wanted is the whole part")]
    let whole = (exact + half) as i32;
    whole
}
