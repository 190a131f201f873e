use super::{Effects, Fault, InformerId, Watcher, WorkerId, World};
use crate::agents::MADE_UP_NODE;
use crate::apiserver::Response;
use crate::informer::Delivery;
use crate::object::KindId;
use crate::versions::Switch;
use crate::workloads::{WorkloadContext, Workloads};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What the world does for the controllers of workloads.
impl World {
    pub(super) fn start_workload_informers(&mut self) {
        let kinds: Vec<KindId> = self.workloads.watched().collect();
        if !kinds.is_empty() {
            self.api.never_at_version_0();
        }
        for kind in kinds {
            self.start_informer(informer_of(kind), None);
        }
        self.workloads_listed();
        if self.config.pod_start.is_some() {
            for text in [MADE_UP_NODE, "Ready"] {
                if self.cluster.names.find(text).is_none() {
                    Arc::make_mut(&mut self.cluster.names).intern(text);
                }
            }
        }
    }

    /// The informers' lists show everything up to the newest version (RS-30).
    pub(super) fn workloads_listed(&mut self) {
        for kind in self.workloads.watched() {
            self.workloads.saw(kind, self.api.last_version());
        }
    }

    pub(super) fn restart_workloads(&mut self) {
        self.informers.stop_all_of(Watcher::Workloads);
        self.workloads = Workloads::new(&self.config, &mut self.cluster);
    }

    pub(super) fn show_to_workloads(&mut self, delivery: Delivery, relisted: bool, fx: &mut Effects) {
        let mut cx = WorkloadContext {
            cluster: &mut self.cluster,
            now: self.now,
            fx,
        };
        self.workloads.observe(delivery, relisted, &mut cx);
    }

    pub(super) fn take_workload(&mut self, worker: WorkerId, fx: &mut Effects) {
        let mut cx = WorkloadContext {
            cluster: &mut self.cluster,
            now: self.now,
            fx,
        };
        self.workloads.take(worker, &mut cx);
    }

    pub(super) fn answer_workload(&mut self, worker: WorkerId, response: &Response, fx: &mut Effects) {
        let mut cx = WorkloadContext {
            cluster: &mut self.cluster,
            now: self.now,
            fx,
        };
        self.workloads.answer(worker, response, &mut cx);
    }

    pub(super) fn advance_workloads(&mut self, fx: &mut Effects) {
        let mut cx = WorkloadContext {
            cluster: &mut self.cluster,
            now: self.now,
            fx,
        };
        self.workloads.advance(&mut cx);
    }

    /// Whether all that is put off was tried in vain since anything last changed. What is put off without a failure
    /// waits for something that time brings.
    pub(super) fn workloads_rest(&self) -> bool {
        self.workloads.delayed().all(|(queue, delayed)| {
            delayed.failures > 0
                && self
                    .fruitless
                    .contains(&super::world::Tried::Key(queue, delayed.item))
        })
    }

    pub(super) fn workload_fault(&mut self, fault: &Fault) {
        match *fault {
            Fault::Lag { kind, by } => self.informers.set_lag(informer_of(kind), by),
            Fault::LoseEvents { kind, count } => self.informers.lose_next(informer_of(kind), count),
            Fault::Relist(kind) => {
                let listed = self
                    .api
                    .list(&self.cluster.names, kind, crate::object::Name::EMPTY);
                let deleted_first = self.config.switches().has(Switch::InformerRelistDeletesFirst);
                self.informers
                    .relist(informer_of(kind), &listed, self.now, self.now, deleted_first);
                self.workloads.saw(kind, self.api.last_version());
            }
            Fault::Quota { namespace, pods } => self.api.set_quota(namespace, pods),
            Fault::Expectations(wait) => {
                Arc::make_mut(&mut self.config).expectations = wait;
                self.workloads.set_expectations(wait);
            }
            Fault::RestartControllers
            | Fault::Sleep(_)
            | Fault::Discovery(_)
            | Fault::Monitor { .. }
            | Fault::Nodes(_) => {}
        }
        self.news();
    }
}

fn informer_of(kind: KindId) -> InformerId {
    InformerId {
        watcher: Watcher::Workloads,
        kind,
    }
}
