use super::controller::{ReplicaSetController, Told};
use super::sync::facts;
use crate::apiserver::Cluster;
use crate::object::{Duration, Name, Object, OwnerReference, Time};
use crate::workloads::{Payload, PodKey, SyncError, WorkloadCache, controller_of, ready_since};
use alloc::sync::Arc;
use alloc::vec::Vec;

impl ReplicaSetController {
    /// A ReplicaSet appeared (RS-1).
    pub fn set_added(&mut self, cluster: &mut Cluster, set: &Object) -> Vec<Told> {
        let mut told = Vec::new();
        self.enqueue(cluster, set, &mut told);
        told
    }

    /// A ReplicaSet changed (RS-1): another uid means that the old one went unnoticed.
    pub fn set_updated(&mut self, cluster: &mut Cluster, old: &Object, new: &Object) -> Vec<Told> {
        let mut told = Vec::new();
        if old.meta.uid != new.meta.uid {
            self.set_gone(cluster, old, &mut told);
        }
        self.enqueue(cluster, new, &mut told);
        told
    }

    /// A ReplicaSet went (RS-2).
    pub fn set_deleted(&mut self, cluster: &mut Cluster, payload: &Payload) -> Vec<Told> {
        let mut told = Vec::new();
        match payload.object(self.config.replica_sets) {
            Ok(set) => self.set_gone(cluster, set, &mut told),
            Err(error) => told.push(Told::Reported(error)),
        }
        told
    }

    fn set_gone(&mut self, cluster: &mut Cluster, set: &Object, told: &mut Vec<Told>) {
        let key = Self::key_of(cluster, set);
        self.consistency.clear(key, Some(set.meta.uid));
        if self.expectations.delete(key) {
            told.push(Told::ExpectationsDeleted(key));
        }
        self.enqueue(cluster, set, told);
    }

    /// A pod appeared (RS-4, RS-5).
    pub fn pod_added(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        pod: &Arc<Object>,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        if pod.meta.is_deleting() {
            self.pod_gone(cluster, cache, pod, &mut told);
        } else if let Some(reference) = controller_of(pod) {
            if let Some(set) = self.resolve(cluster, cache, pod.meta.namespace, reference) {
                let key = Self::key_of(cluster, &set);
                self.expectations.counters_mut().creation_observed(key);
                told.push(Told::CreationObserved(key));
                self.enqueue(cluster, &set, &mut told);
            }
        } else {
            self.enqueue_selecting(cluster, cache, pod, &mut told);
        }
        told
    }

    /// A pod changed (RS-6).
    pub fn pod_updated(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        old: &Arc<Object>,
        new: &Arc<Object>,
        now: Time,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        if old.meta.resource_version == new.meta.resource_version {
            return told;
        }
        let labels_changed = old.meta.labels != new.meta.labels;
        if new.meta.is_deleting() {
            self.pod_gone(cluster, cache, new, &mut told);
            if labels_changed {
                self.pod_gone(cluster, cache, old, &mut told);
            }
            return told;
        }
        let (was, is) = (controller_of(old), controller_of(new));
        let owner_changed = was != is;
        if owner_changed
            && let Some(was) = was
            && let Some(set) = self.resolve(cluster, cache, old.meta.namespace, was)
        {
            self.enqueue(cluster, &set, &mut told);
        }
        if let Some(is) = is {
            let Some(set) = self.resolve(cluster, cache, new.meta.namespace, is) else {
                return told;
            };
            self.enqueue(cluster, &set, &mut told);
            let became_ready = ready_since(old, self.config.ready).is_none()
                && ready_since(new, self.config.ready).is_some();
            let seconds = facts(&set).map_or(0, |facts| facts.spec.min_ready_seconds);
            if became_ready && seconds > 0 {
                let extra = i64::from(!self.config.exact_availability);
                let delay = Duration::from_secs(i64::from(seconds) + extra);
                let key = Self::key_of(cluster, &set);
                self.queue.add_after(key, delay, now);
                told.push(Told::AddedAfter(key, delay));
            }
        } else if labels_changed || owner_changed {
            self.enqueue_selecting(cluster, cache, new, &mut told);
        }
        told
    }

    /// A pod went (RS-7).
    pub fn pod_deleted(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        payload: &Payload,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        match payload.object(self.config.pods) {
            Ok(pod) => self.pod_gone(cluster, cache, pod, &mut told),
            Err(error) => told.push(Told::Reported(error)),
        }
        told
    }

    fn pod_gone(&mut self, cluster: &mut Cluster, cache: &WorkloadCache, pod: &Object, told: &mut Vec<Told>) {
        let Some(reference) = controller_of(pod) else {
            return;
        };
        let Some(set) = self.resolve(cluster, cache, pod.meta.namespace, reference) else {
            return;
        };
        let key = Self::key_of(cluster, &set);
        let pod = PodKey {
            namespace: pod.meta.namespace,
            name: pod.meta.name,
        };
        let was_tracked = self.expectations.deletion_observed(key, pod);
        told.push(Told::DeletionObserved(key, pod, was_tracked));
        self.enqueue(cluster, &set, told);
    }

    /// resolveControllerRef (RS-3): the kind's word, name and uid have to fit.
    fn resolve(
        &self,
        cluster: &Cluster,
        cache: &WorkloadCache,
        namespace: Name,
        reference: &OwnerReference,
    ) -> Option<Arc<Object>> {
        if reference.kind != cluster.kinds.get(self.config.replica_sets).kind {
            return None;
        }
        let set = cache.replica_sets.get(namespace, reference.name)?;
        (set.meta.uid == reference.uid).then(|| set.clone())
    }

    /// RS-9: every set that selects an orphan is enqueued.
    fn enqueue_selecting(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        pod: &Object,
        told: &mut Vec<Told>,
    ) {
        if pod.meta.labels.is_empty() {
            return;
        }
        let mut sets: Vec<Arc<Object>> = Vec::new();
        for set in cache.replica_sets.in_namespace(pod.meta.namespace) {
            let selector = facts(set).and_then(|facts| facts.spec.selector.as_deref());
            if selector.is_some_and(|selector| {
                !selector.is_empty() && selector.invalid().is_none() && selector.matches(&pod.meta.labels)
            }) {
                sets.push(set.clone());
            }
        }
        if sets.len() > 1 {
            told.push(Told::Reported(SyncError::ManySelect {
                kind: self.config.replica_sets,
                labels: pod.meta.labels.clone(),
            }));
        }
        for set in sets {
            self.enqueue(cluster, &set, told);
        }
    }

    fn enqueue(&mut self, cluster: &mut Cluster, set: &Object, told: &mut Vec<Told>) {
        let key = Self::key_of(cluster, set);
        self.queue.add(key);
        told.push(Told::Added(key));
    }
}
