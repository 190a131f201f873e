use super::store::Store;
use super::{Change, Cluster, Reason, Request, Response, Target, Verb, WatchEvent, namespace};
use crate::object::{KindId, Name, Names, Object, ObjectKey, Time};
use crate::sim::{Actor, Effect, Effects, Rule};
use crate::sorted::SortedMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The API server with its storage. It is asked by [`ApiServer::handle`] alone, and answers with values.
#[derive(Clone, Debug, Default)]
pub struct ApiServer {
    /// A namespace that is not stored is taken to exist: dumps often come without their namespaces.
    pub namespaces_assumed: bool,
    /// Pods that are created tolerate the taints of dead nodes for a while (TE-9); nobody else reads tolerations.
    pub tolerations_defaulted: bool,
    /// How many unfinished pods a namespace may hold, where that is limited.
    pub(super) quotas: SortedMap<Name, u32>,
    pub(super) store: Store,
    /// The newest resourceVersion given out.
    pub(super) last_version: u64,
    /// What was written since the log was last taken, in order.
    log: Vec<WatchEvent>,
}

/// One request's surroundings.
pub(super) struct Context<'a> {
    pub(super) cluster: &'a mut Cluster,
    pub(super) now: Time,
    pub(super) by: Actor,
    pub(super) fx: &'a mut Effects,
}

/// What a part of the API server comes to: its result, or the refusal to answer with.
pub(super) type Answer<T> = Result<T, Response>;

impl ApiServer {
    /// Answers `request` of `by` at `now`; what it writes is appended to the watch log and told in `fx`.
    pub fn handle(
        &mut self,
        cluster: &mut Cluster,
        now: Time,
        by: Actor,
        request: &Request,
        fx: &mut Effects,
    ) -> Response {
        let mut cx = Context { cluster, now, by, fx };
        let answer = route(cx.cluster, request).and_then(|()| self.answer(&mut cx, request));
        answer.unwrap_or_else(|refusal| refusal)
    }

    fn answer(&mut self, cx: &mut Context<'_>, request: &Request) -> Answer<Response> {
        let target = &request.target;
        match &request.verb {
            Verb::Get => Ok(Response::object(200, self.stored(&target.key())?.clone())),
            Verb::List => Ok(Response::list(self.list(
                &cx.cluster.names,
                target.kind,
                target.namespace,
            ))),
            Verb::Create(create) => self.create(cx, target, create),
            Verb::Patch(patch) => self.patch(cx, target, patch),
            Verb::Update(object) => self.put(cx, target, object, false),
            Verb::UpdateStatus(object) => self.put(cx, target, object, true),
            Verb::UpdateNamespaceStatus(status) => self.update_namespace_status(cx, target, status),
            Verb::Finalize(finalize) => self.finalize_namespace(cx, target, finalize),
            Verb::Delete(options) => self.delete(cx, target.key(), options),
            Verb::DeleteCollection(options) => self.delete_collection(cx, target, options),
        }
    }

    /// Puts an object into storage as it is (world loading): uid, resourceVersion and timestamps are kept, no event.
    pub fn insert(&mut self, object: Arc<Object>) {
        self.last_version = self.last_version.max(object.meta.resource_version);
        self.store.insert(object);
    }

    /// The stored object with this key.
    pub fn get(&self, key: &ObjectKey) -> Option<&Arc<Object>> {
        self.store.get(key)
    }

    /// Forgets so many objects, or how many there are; nothing can be found afterwards.
    pub(crate) fn unload(&mut self, most: usize) -> usize {
        self.store.unload(most)
    }

    /// All stored objects, in an order that depends only on the history of writes.
    pub fn objects(&self) -> impl Iterator<Item = &Arc<Object>> {
        self.store.objects()
    }

    /// The stored objects of one kind, in an order that depends only on the history of writes.
    pub fn of_kind(&self, kind: KindId) -> impl Iterator<Item = &Arc<Object>> {
        self.store.of_kind(kind)
    }

    /// The stored objects of one kind in one namespace (in all, where that is empty), sorted as etcd sorts its keys.
    pub fn list(&self, names: &Names, kind: KindId, namespace: Name) -> Vec<Arc<Object>> {
        self.store.list(names, kind, namespace)
    }

    /// How many objects are stored.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The newest resourceVersion given out.
    pub fn last_version(&self) -> u64 {
        self.last_version
    }

    /// Takes the watch events written since the last call, in order.
    pub fn take_log(&mut self) -> Vec<WatchEvent> {
        core::mem::take(&mut self.log)
    }

    /// The uid of an object that the next write creates. It is made from that write's version, so that it differs from
    /// every uid in a world that was written out and loaded again.
    pub(super) fn next_uid(&self, names: &mut Names) -> Name {
        names.intern(&alloc::format!(
            "5eed0000-0000-4000-8000-{:012x}",
            self.last_version + 1
        ))
    }

    pub(super) fn stored(&self, key: &ObjectKey) -> Answer<&Arc<Object>> {
        self.get(key).ok_or_else(|| Response::refused(Reason::NotFound))
    }

    /// Stores `object` under a version of its own.
    pub(super) fn write(&mut self, cx: &mut Context<'_>, mut object: Object, rule: Rule) -> Arc<Object> {
        object.meta.resource_version = self.next_version();
        let object = Arc::new(object);
        let before = self.store.insert(object.clone());
        let change = if before.is_some() {
            Change::Modified
        } else {
            Change::Added
        };
        self.announce(cx, change, before, object.clone(), rule);
        object
    }

    /// Removes the object with this key. The event shows it as last stored, with a version of its own (API-15).
    pub(super) fn remove(
        &mut self,
        cx: &mut Context<'_>,
        key: &ObjectKey,
        rule: Rule,
    ) -> Answer<Arc<Object>> {
        let Some(before) = self.store.remove(key) else {
            return Err(Response::refused(Reason::NotFound));
        };
        let mut object = Object::clone(&before);
        object.meta.resource_version = self.next_version();
        let object = Arc::new(object);
        self.announce(cx, Change::Deleted, Some(before), object.clone(), rule);
        self.after_removal(cx, &object);
        Ok(object)
    }

    fn next_version(&mut self) -> u64 {
        self.last_version += 1;
        self.last_version
    }

    fn announce(
        &mut self,
        cx: &mut Context<'_>,
        change: Change,
        before: Option<Arc<Object>>,
        after: Arc<Object>,
        rule: Rule,
    ) {
        let by = cx.by;
        self.log.push(WatchEvent {
            change,
            object: after.clone(),
            at: cx.now,
        });
        cx.fx.push(|| Effect::Written {
            change,
            before,
            after,
            by,
            rule,
        });
    }
}

/// Whether the path of the request exists, and has the verb.
fn route(cluster: &Cluster, request: &Request) -> Answer<()> {
    let Target {
        kind,
        api_version,
        namespace,
        name,
    } = request.target;
    let about = cluster.kinds.get(kind);
    let served = about
        .versions
        .iter()
        .any(|version| version.api_version == api_version && version.served);
    let is_namespace = namespace::is_namespace(cluster, kind);
    let namespaced = about.is_namespaced();
    let in_namespace = namespace != Name::EMPTY;
    let exists = match request.verb {
        Verb::List | Verb::Create(_) | Verb::DeleteCollection(_) => namespaced || !in_namespace,
        Verb::UpdateNamespaceStatus(_) | Verb::Finalize(_) => is_namespace && !in_namespace,
        Verb::Get | Verb::Patch(_) | Verb::Update(_) | Verb::UpdateStatus(_) | Verb::Delete(_) => {
            namespaced == in_namespace
        }
    };
    if !(served && exists) {
        return Err(Response::no_such_path());
    }
    let allowed = match request.verb {
        Verb::List => true,
        Verb::Create(_) => namespaced == in_namespace,
        Verb::DeleteCollection(_) => namespaced == in_namespace && !is_namespace,
        _ => name != Name::EMPTY,
    };
    if allowed {
        Ok(())
    } else {
        Err(Response::refused(Reason::MethodNotAllowed))
    }
}
