use crate::apiserver::*;
use crate::object::*;
use crate::sim::*;
use alloc::sync::Arc;
pub struct GcContext<'a> {
    pub cluster: &'a Cluster,
    pub now: Time,
    pub fx: &'a mut Effects,
    pub monitors: &'a crate::informer::Informers,
}
#[derive(Clone, Debug)]
pub struct GarbageCollector;
impl GarbageCollector {
    pub fn new(_: &Config) -> Self {
        Self
    }
    pub fn observe(&mut self, _: Change, _: Option<Arc<Object>>, _: Arc<Object>) {}
    pub fn graph_changes_len(&self) -> usize {
        0
    }
    pub fn graph_step(&mut self, _: &mut GcContext) {}
    pub fn can_take(&self, _: QueueName) -> bool {
        false
    }
    pub fn head(&self, _: QueueName) -> Option<Item> {
        None
    }
    pub fn take(&mut self, _: WorkerId, _: &mut GcContext) {}
    pub fn request(&self, _: WorkerId) -> Option<&Request> {
        None
    }
    pub fn answer(&mut self, _: WorkerId, _: &Response, _: &mut GcContext) {}
    pub fn wait(&self, _: WorkerId) -> Option<Time> {
        None
    }
    pub fn next_due(&self) -> Option<Time> {
        None
    }
    pub fn advance(&mut self, _: &mut GcContext) {}
    pub fn delayed_items(&self) -> impl Iterator<Item = Item> {
        core::iter::empty()
    }
    pub fn digest(&self, _: &Cluster, _: &mut Digester) {}
}
