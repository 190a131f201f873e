use super::controller::{DeploymentController, Told};
use super::sync::set_facts;
use crate::apiserver::Cluster;
use crate::object::{Facts, Name, Object, OwnerReference, StrategyKind};
use crate::workloads::{Payload, WorkloadCache, controller_of};
use alloc::sync::Arc;
use alloc::vec::Vec;

impl DeploymentController {
    /// A Deployment appeared or changed (DP-16): each time, uids are not compared.
    pub fn deployment_changed(&mut self, cluster: &mut Cluster, deployment: &Object) -> Vec<Told> {
        let mut told = Vec::new();
        self.enqueue(cluster, deployment, &mut told);
        told
    }

    /// A Deployment went.
    pub fn deployment_deleted(&mut self, cluster: &mut Cluster, payload: &Payload) -> Vec<Told> {
        let mut told = Vec::new();
        match payload.object(self.config.deployments) {
            Ok(deployment) => self.enqueue(cluster, deployment, &mut told),
            Err(error) => told.push(Told::Reported(error)),
        }
        told
    }

    /// A ReplicaSet appeared.
    pub fn set_added(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        set: &Arc<Object>,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        if set.meta.is_deleting() {
            self.set_gone(cluster, cache, set, &mut told);
        } else if let Some(reference) = controller_of(set) {
            self.enqueue_owner(cluster, cache, set.meta.namespace, reference, &mut told);
        } else {
            self.enqueue_selecting(cluster, cache, set, &mut told);
        }
        told
    }

    /// A ReplicaSet changed.
    pub fn set_updated(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        old: &Arc<Object>,
        new: &Arc<Object>,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        if old.meta.resource_version == new.meta.resource_version {
            return told;
        }
        let (was, is) = (controller_of(old), controller_of(new));
        if was != is
            && let Some(was) = was
        {
            self.enqueue_owner(cluster, cache, old.meta.namespace, was, &mut told);
        }
        match is {
            Some(is) => self.enqueue_owner(cluster, cache, new.meta.namespace, is, &mut told),
            None if was != is || old.meta.labels != new.meta.labels => {
                self.enqueue_selecting(cluster, cache, new, &mut told);
            }
            None => {}
        }
        told
    }

    /// A ReplicaSet went.
    pub fn set_deleted(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        payload: &Payload,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        match payload.object(self.config.replica_sets) {
            Ok(set) => self.set_gone(cluster, cache, set, &mut told),
            Err(error) => told.push(Told::Reported(error)),
        }
        told
    }

    fn set_gone(&mut self, cluster: &mut Cluster, cache: &WorkloadCache, set: &Object, told: &mut Vec<Told>) {
        if let Some(reference) = controller_of(set) {
            self.enqueue_owner(cluster, cache, set.meta.namespace, reference, told);
        }
    }

    /// A pod went: of interest to a Recreate Deployment, which waits for that.
    pub fn pod_deleted(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        payload: &Payload,
    ) -> Vec<Told> {
        let mut told = Vec::new();
        let pod = match payload.object(self.config.pods) {
            Ok(pod) => pod,
            Err(error) => {
                told.push(Told::Reported(error));
                return told;
            }
        };
        let Some(deployment) = self.deployment_of(cluster, cache, pod) else {
            return told;
        };
        let recreates = matches!(
            &deployment.facts,
            Facts::Deployment(facts) if facts.spec.strategy.kind == StrategyKind::Recreate
        );
        let pods_left = || {
            let sets = cache.replica_sets.controlled_by(deployment.meta.uid);
            sets.into_iter()
                .any(|set| cache.pods.controlled_by(set.meta.uid).next().is_some())
        };
        if recreates && (self.config.pod_deletion_enqueues || !pods_left()) {
            self.enqueue(cluster, &deployment, &mut told);
        }
        told
    }

    fn deployment_of(&self, cluster: &Cluster, cache: &WorkloadCache, pod: &Object) -> Option<Arc<Object>> {
        let owner = controller_of(pod)?;
        if owner.kind != cluster.kinds.get(self.config.replica_sets).kind {
            return None;
        }
        let set = cache.replica_sets.get(pod.meta.namespace, owner.name)?;
        if set.meta.uid != owner.uid {
            return None;
        }
        self.resolve(cluster, cache, set.meta.namespace, controller_of(set)?)
    }

    fn resolve(
        &self,
        cluster: &Cluster,
        cache: &WorkloadCache,
        namespace: Name,
        reference: &OwnerReference,
    ) -> Option<Arc<Object>> {
        if reference.kind != cluster.kinds.get(self.config.deployments).kind {
            return None;
        }
        let deployment = cache.deployments.get(namespace, reference.name)?;
        (deployment.meta.uid == reference.uid).then(|| deployment.clone())
    }

    fn enqueue_owner(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        namespace: Name,
        reference: &OwnerReference,
        told: &mut Vec<Told>,
    ) {
        if let Some(deployment) = self.resolve(cluster, cache, namespace, reference) {
            self.enqueue(cluster, &deployment, told);
        }
    }

    /// Every Deployment that selects an ownerless ReplicaSet is enqueued.
    fn enqueue_selecting(
        &mut self,
        cluster: &mut Cluster,
        cache: &WorkloadCache,
        set: &Object,
        told: &mut Vec<Told>,
    ) {
        if set.meta.labels.is_empty() || set_facts(set).is_none() {
            return;
        }
        let selects = |deployment: &&Arc<Object>| match &deployment.facts {
            Facts::Deployment(facts) => {
                let selector = &facts.spec.selector;
                !selector.is_empty() && selector.invalid().is_none() && selector.matches(&set.meta.labels)
            }
            _ => false,
        };
        let selecting: Vec<Arc<Object>> = cache
            .deployments
            .in_namespace(set.meta.namespace)
            .filter(selects)
            .cloned()
            .collect();
        for deployment in selecting {
            self.enqueue(cluster, &deployment, told);
        }
    }

    fn enqueue(&mut self, cluster: &mut Cluster, deployment: &Object, told: &mut Vec<Told>) {
        let key = Self::key_of(cluster, deployment);
        self.queue.add(key);
        told.push(Told::Added(key));
    }
}
