use super::server::Context;
use super::store::Link;
use super::{ApiServer, DeleteOptions};
use crate::object::{Name, Object, ObjectKey};
use crate::sim::Actor;
use alloc::vec::Vec;

impl ApiServer {
    /// A Service's addresses are given back when it is gone: by the API server's own allocator, which deletes each
    /// IPAddress as any client would.
    pub(super) fn release_addresses(&mut self, cx: &mut Context<'_>, removed: &Object) {
        let kind = cx.cluster.kinds.get(removed.kind);
        if kind.group != Name::EMPTY || cx.cluster.names.text(kind.kind) != "Service" {
            return;
        }
        let of_service = Link::AddressOf {
            namespace: removed.meta.namespace,
            name: removed.meta.name,
        };
        let addresses: Vec<ObjectKey> = self.store.linked(of_service).to_vec();
        let mut cx = Context {
            cluster: cx.cluster,
            now: cx.now,
            by: Actor::ApiServer,
            fx: cx.fx,
        };
        for address in addresses {
            // A refusal leaves the address behind, as it does in a real cluster, whose allocator repairs that later.
            let _ = self.delete(&mut cx, address, &DeleteOptions::default());
        }
    }
}
