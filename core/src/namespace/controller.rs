//! x
use crate::apiserver::*;
use crate::object::*;
use crate::sim::*;
use alloc::sync::Arc;
pub struct NamespaceContext<'a> {
    pub cluster: &'a Cluster,
    pub now: Time,
    pub fx: &'a mut Effects,
}
#[derive(Clone, Debug)]
pub struct NamespaceController;
impl NamespaceController {
    pub fn new(_: &Config) -> Self {
        Self
    }
    pub fn observe(&mut self, _: Change, _: &Arc<Object>, _: &mut NamespaceContext) {}
    pub fn can_take(&self) -> bool {
        false
    }
    pub fn head(&self) -> Option<Item> {
        None
    }
    pub fn take(&mut self, _: WorkerId, _: &mut NamespaceContext) {}
    pub fn request(&self, _: WorkerId) -> Option<&Request> {
        None
    }
    pub fn answer(&mut self, _: WorkerId, _: &Response, _: &mut NamespaceContext) {}
    pub fn next_due(&self) -> Option<Time> {
        None
    }
    pub fn advance(&mut self, _: &mut NamespaceContext) {}
    pub fn delayed_items(&self) -> impl Iterator<Item = Item> {
        core::iter::empty()
    }
    pub fn digest(&self, _: &Cluster, _: &mut Digester) {}
}
