use super::plain::{Out, Plain, union, view};
use kubeloupe_core::apiserver::{Change, Cluster};
use kubeloupe_core::gc::{GraphChangeKind, Identity, Round};
use kubeloupe_core::nodes::{NodeEffect, Rate, SkipReason, ZoneKey, ZoneState};
use kubeloupe_core::object::{ConditionStatus, Duration, KindId, Name, Object, OwnerReference, Time};
use kubeloupe_core::sim::{
    Actor, Call, ClassReason, Decision, Effect, EventRecord, InformerId, Item, NamespaceDecision, QueueName,
    ReferenceClass, Rule, Watcher, Why,
};
use kubeloupe_core::workloads::{Expected, PodKey, Verdict, WorkloadEffect, WorkloadWhat};
use kubeloupe_formats::result::{CallResult, EventResult};
use kubeloupe_formats::text::{sentence, sync_error, workload_key};
use kubeloupe_formats::wire;

/// An effect with its sentence.
pub(super) struct Told<'e>(pub(super) &'e Effect);

impl Plain for Told<'_> {
    #[cfg(test)]
    fn ts() -> String {
        "Effect".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        let Told(effect) = self;
        effect.write(out);
        // The sentence is one more member.
        out.json.pop();
        let text = sentence(effect, &out.cluster.names, &out.cluster.kinds, out.lang);
        out.member("text");
        out.text(&text);
        out.close('}');
    }
}

union! { "What happened in a step, apart from its sentence." EffectData(effect: Effect, out) {
    "An object was written or removed, and the watch event queued for every informer of its kind."
    Effect::Written { change, before, after, by, rule } => "written" {
        rule: &Rule = rule,
        by: &Actor = by,
        ref: Identity = identity(out.cluster, after),
        change: &Change = change,
        before: Option<&Object> = before.as_deref(),
        after: &Object = after,
    },
    "A request was made and answered."
    Effect::Call(call) => "call" {
        by: &Actor = &call.by,
        call: &Call = call,
        injected: &bool = &call.injected,
    },
    "An informer got its next watch event."
    Effect::Delivered { informer, change, object } => "delivered" {
        informer: &InformerId = informer,
        ref: Identity = identity(out.cluster, object),
        change: &Change = change,
        object: &Object = object,
    },
    "Several changes entered an informer's store together, before any of them is handed over."
    Effect::TakenIn { informer, count } => "takenIn" {
        informer: &InformerId = informer,
        count: &u32 = count,
    },
    "A watch event was lost."
    Effect::Dropped { informer, object } => "dropped" {
        informer: &InformerId = informer,
        ref: Identity = identity(out.cluster, object),
        object: &Object = object,
    },
    "An item was put into a queue: at once, or when it is due."
    Effect::Enqueued { queue, item, due, failures, why, rule } => "enqueued" {
        rule: &Rule = rule,
        queue: &QueueName = queue,
        item: &Item = item,
        due: &Option<Time> = due,
        failures: &Option<u32> = failures,
        why: &Why = why,
    },
    "A delayed item became due and was added."
    Effect::Due { queue, item } => "due" { queue: &QueueName = queue, item: &Item = item },
    "A worker took an item."
    Effect::Dequeued { queue, item } => "dequeued" { queue: &QueueName = queue, item: &Item = item },
    "A worker was done with an item and does not want it back."
    Effect::Forgotten { queue, item, why, rule } => "forgotten" {
        rule: &Rule = rule,
        queue: &QueueName = queue,
        item: &Item = item,
        why: &Why = why,
    },
    "The graph builder put an observed node into the graph."
    Effect::NodeAdded { node, rule } => "nodeAdded" { rule: &Rule = rule, ref: &Identity = node, node: Full = Full(*node) },
    "The graph builder made a node for an owner that nobody has observed yet."
    Effect::VirtualAdded { node, dependent, rule } => "virtualAdded" {
        rule: &Rule = rule,
        ref: &Identity = node,
        node: Full = Full(*node),
        dependent: Full = Full(*dependent),
    },
    "A virtual node's object was observed; `was` is what it was thought to be, where that was something else."
    Effect::NodeObserved { node, was, rule } => "nodeObserved" {
        rule: &Rule = rule,
        ref: &Identity = node,
        node: Full = Full(*node),
        was: Option<Full> = was.map(Full),
    },
    "A virtual node took the identity that another dependent claims (GC-25)."
    Effect::NodeReidentified { node, was, rule } => "nodeReidentified" {
        rule: &Rule = rule,
        ref: &Identity = node,
        node: Full = Full(*node),
        was: Full = Full(*was),
    },
    "An observed node changed its owners or flags."
    Effect::NodeUpdated { node, added, removed, being_deleted, deleting_dependents, rule } => "nodeUpdated" {
        rule: &Rule = rule,
        ref: &Identity = node,
        node: Full = Full(*node),
        added: &[OwnerReference] = added,
        removed: &[OwnerReference] = removed,
        beingDeleted: &bool = being_deleted,
        deletingDependents: &bool = deleting_dependents,
    },
    "A node left the graph."
    Effect::NodeRemoved { node, rule } => "nodeRemoved" { rule: &Rule = rule, ref: &Identity = node, node: Full = Full(*node) },
    "An absent owner was remembered."
    Effect::CacheAdded { owner, rule } => "cacheAdded" { rule: &Rule = rule, ref: &Identity = owner, owner: Full = Full(*owner) },
    "An absent owner was found in the cache, which saved a request."
    Effect::CacheHit { owner, rule } => "cacheHit" { rule: &Rule = rule, ref: &Identity = owner, owner: Full = Full(*owner) },
    "The oldest entry of the cache had to go."
    Effect::CacheEvicted { owner } => "cacheEvicted" { ref: &Identity = owner, owner: Full = Full(*owner) },
    "A reference of an object under attempt was classified."
    Effect::Classified { item, reference, class, because, rule } => "classified" {
        rule: &Rule = rule,
        ref: &Identity = item,
        item: Full = Full(*item),
        reference: &OwnerReference = reference,
        class: &ReferenceClass = class,
        because: &ClassReason = because,
    },
    "A controller decided."
    Effect::Decided { item, decision, rule } => "decided" {
        rule: &Rule = rule,
        ref: &Identity = item,
        item: Full = Full(*item),
        decision: &Decision = decision,
    },
    "A controller recorded an Event."
    Effect::EventRecorded(record) => "eventRecorded" {
        ref: &Identity = &record.regarding,
        event: &EventRecord = record,
    },
    "A controller of workloads did or found something."
    Effect::Workload(workload) => "workload" {
        rule: &Rule = &workload.rule,
        by: &Actor = &workload.by,
        ref: String = workload_key(&out.cluster.names, workload.queue, workload.key),
        what: What = What(workload),
    },
    "A controller waits before it goes on (back-off inside an attempt)."
    Effect::Waits { by, delay, rule } => "waits" { rule: &Rule = rule, by: &Actor = by, delay: &Duration = delay },
    "Something happened in the nodes' controllers."
    Effect::Nodes { effect, rule } => "nodes" { rule: &Rule = rule, what: &NodeEffect = effect },
    "The collector looked at discovery, or a wait for its monitors ended."
    Effect::DiscoveryRound { round, rule } => "discoveryRound" { rule: &Rule = rule, round: &Round = round },
    "The REST mapper forgot what it knew, and asked discovery anew."
    Effect::MapperReset { rule } => "mapperReset" { rule: &Rule = rule },
    "The collector started with as many monitors."
    Effect::MonitorsStarted { count, rule } => "monitorsStarted" { rule: &Rule = rule, count: &u64 = count },
    "The collector began to watch a kind."
    Effect::MonitorStarted { kind, rule } => "monitorStarted" { rule: &Rule = rule, kind: &KindId = kind },
    "The collector no longer watches a kind; its nodes stay in the graph."
    Effect::MonitorStopped { kind, rule } => "monitorStopped" { rule: &Rule = rule, kind: &KindId = kind },
    "A fault: the lists and watches of the collector's monitor fail from now on, or work again."
    Effect::MonitorBroke { kind, fails } => "monitorBroke" { kind: &KindId = kind, fails: &bool = fails },
    "The collector's workers start, after they had to wait for its monitors."
    Effect::WorkersStarted { all_synced, rule } => "workersStarted" { rule: &Rule = rule, allSynced: &bool = all_synced },
    "A call has to wait for the client's rate limit."
    Effect::Throttled { by, delay, rule } => "throttled" { rule: &Rule = rule, by: &Actor = by, delay: &Duration = delay },
    "The clock moved."
    Effect::ClockMoved { to } => "clockMoved" { to: &Time = to },
} }

/// What the collector calls a stored object by.
pub(super) fn identity(cluster: &Cluster, object: &Object) -> Identity {
    let kind = cluster.kinds.get(object.kind);
    Identity::of(object, kind.preferred(), kind.kind)
}

/// An identity with all its coordinates.
pub(super) struct Full(pub(super) Identity);

view! { "What the collector calls an object by: coordinates and namespace (GC-1)." ObjectIdentity(full: Full, out) {
    "`apiVersion`." apiVersion: Name = full.0.api_version,
    "`kind`." kind: Name = full.0.kind,
    "Its namespace, empty for none; for virtual nodes that of the dependent, right or wrong." namespace: Name = full.0.namespace,
    "Its name." name: Name = full.0.name,
    "Its uid." uid: Name = full.0.uid,
} }

view! { "One informer: whose, and of which kind." Informer(informer: InformerId, out) {
    "Who watches." watcher: Watcher = informer.watcher,
    "What: a resource, with its group behind it." kind: KindId = informer.kind,
} }

union! { "What a queue holds." QueueItem(item: Item, out) {
    "A node of the collector's graph."
    Item::Node { node, identity } => "node" {
        ref: &Identity = identity,
        node: &u32 = &node.0,
        identity: Full = Full(*identity),
    },
    "A change that waits for the collector's graph builder."
    Item::GraphChange { change, identity } => "graphChange" {
        ref: &Identity = identity,
        change: &GraphChangeKind = change,
        identity: Full = Full(*identity),
    },
    "A namespace."
    Item::Namespace { name } => "namespace" { ref: String = format!("Namespace {}", out.cluster.names.text(*name)), namespace: &Name = name },
    "A workload."
    Item::Key { queue, key } => "key" { ref: String = workload_key(&out.cluster.names, *queue, *key), key: &Name = key },
} }

union! { "What was decided." Decision(decision: Decision, out) {
    "At least one owner is solid: the object stays as it is."
    Decision::Keep => "keep" {},
    "At least one owner is solid: the references with these uids are taken off, dangling ones first."
    Decision::StripReferences { uids } => "stripReferences" { uids: &[Name] = uids },
    "No owner is solid: the object is deleted."
    Decision::Delete(policy) => "delete" { policy: &str = wire::policy(&out.cluster.names, *policy) },
    "A circle of waiting objects is broken: the object's blocking references are unblocked."
    Decision::Unblock => "unblock" {},
    "A waiting object has no blocking dependents left: its finalizer is taken off."
    Decision::RemoveFinalizer(finalizer) => "removeFinalizer" { finalizer: &Name = finalizer },
    "A waiting object still has blocking dependents."
    Decision::WaitForDependents { blocking } => "waitForDependents" { blocking: &u32 = blocking },
    "The object has no owners: nothing to do."
    Decision::NoOwners => "noOwners" {},
    "The dependents lose their reference to the object."
    Decision::OrphanDependents { dependents } => "orphanDependents" { dependents: &u32 = dependents },
    "The kind that a reference names is not known to the REST mapper."
    Decision::UnmappedKind { reference } => "unmappedKind" { reference: &OwnerReference = reference },
    "A cluster-scoped object names an owner of a namespaced kind."
    Decision::ScopeMismatch { reference } => "scopeMismatch" { reference: &OwnerReference = reference },
    "The object's own kind is not known to the REST mapper, or is namespaced and it names no namespace."
    Decision::Unreadable => "unreadable" {},
    "The conflict was harmless: the DELETE is repeated with the uid alone."
    Decision::RetryWithUidOnly => "retryWithUidOnly" {},
    "How a pass over a namespace that is being deleted ends."
    Decision::Namespace(pass) => "namespace" { pass: &NamespaceDecision = pass },
} }

union! { "How a pass over a namespace that is being deleted ends (NS-11, NS-12)." NamespaceDecision(decision: NamespaceDecision, out) {
    "Pods are left: nothing else was touched."
    NamespaceDecision::PodsFirst { pods } => "podsFirst" { pods: &u32 = pods },
    "Content is left, and is expected to go."
    NamespaceDecision::ContentRemains { objects, estimate_s } => "contentRemains" { objects: &u32 = objects, estimateSeconds: &i64 = estimate_s },
    "Content could not be deleted, or is left though nothing holds it."
    NamespaceDecision::ContentFails { resources } => "contentFails" { resources: &u32 = resources },
    "Discovery is incomplete, so that nobody knows whether content is left."
    NamespaceDecision::DiscoveryIncomplete => "discoveryIncomplete" {},
    "Nothing is left: the controller's token is taken off."
    NamespaceDecision::Finalize => "finalize" {},
} }

impl Plain for Call {
    #[cfg(test)]
    fn ts() -> String {
        "CallResult".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        CallResult::of(out.cluster, self, out.at).write(out);
    }
}

impl Plain for EventRecord {
    #[cfg(test)]
    fn ts() -> String {
        "EventResult".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        EventResult::of(out.cluster, self, out.at).write(out);
    }
}

impl Plain for CallResult {
    #[cfg(test)]
    fn ts() -> String {
        "CallResult".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        out.json.push_str(&self.to_json());
    }
}

impl Plain for EventResult {
    #[cfg(test)]
    fn ts() -> String {
        "EventResult".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        out.json.push_str(&self.to_json());
    }
}

union! { "What happened in the nodes' controllers." NodeEffect(effect: NodeEffect, out) {
    "A pass over all nodes is over (NL-4)."
    NodeEffect::Passed { nodes, skipped } => "passed" { nodes: &u32 = nodes, skipped: &u32 = skipped },
    "A node that was silent for longer than its grace (NL-12)."
    NodeEffect::Silent { node, since, grace } => "silent" { node: &Name = node, since: &Time = since, grace: &Duration = grace },
    "A node that is not looked at in this pass (NL-7)."
    NodeEffect::Skipped { node, why } => "skipped" { node: &Name = node, why: &SkipReason = why },
    "The live lease is newer than what the cache knows: all evaluation waits for the cache (CB-6)."
    NodeEffect::LeaseRecorded { node, version } => "leaseRecorded" { node: &Name = node, version: String = version.to_string() },
    "A node that will be tainted when its turn comes (NT-7)."
    NodeEffect::Queued { node, zone } => "queued" { node: &Name = node, zone: &ZoneKey = zone },
    "A node was taken out of a queue without being tainted (NT-9)."
    NodeEffect::Unqueued { node, zone } => "unqueued" { node: &Name = node, zone: &ZoneKey = zone },
    "A token let a node through (RQ-4); it was tainted for it, or not."
    NodeEffect::Token { zone, node, tainted } => "token" { node: &Name = node, zone: &ZoneKey = zone, tainted: &bool = tainted },
    "A zone is seen for the first time, or anew: its queue is empty and its bucket full (ZN-11)."
    NodeEffect::ZoneAdded { zone, qps } => "zoneAdded" { zone: &ZoneKey = zone, qps: &Rate = qps },
    "No node of the zone was counted in this pass: its state is forgotten (ZN-6)."
    NodeEffect::ZoneForgotten { zone } => "zoneForgotten" { zone: &ZoneKey = zone },
    "A zone changed its state (ZN-6); its limiter was swapped for it, or stays as it was (RQ-6)."
    NodeEffect::ZoneChanged { zone, from, to, size, not_ready, qps, swapped } => "zoneChanged" {
        zone: &ZoneKey = zone,
        from: &ZoneState = from,
        to: &ZoneState = to,
        size: &u32 = size,
        notReady: &u32 = not_ready,
        qps: &Rate = qps,
        swapped: &bool = swapped,
    },
    "No zone has a ready node: nothing is evicted, and what was tainted NoExecute is untainted (ZN-8)."
    NodeEffect::MasterDisruptionEntered => "masterDisruptionEntered" {},
    "Some zone has a ready node again (ZN-9)."
    NodeEffect::MasterDisruptionLeft => "masterDisruptionLeft" {},
    "Ready changed by the controller's hand (NL-14)."
    NodeEffect::ReadyWritten { node, from } => "readyWritten" { node: &Name = node, from: &Option<ConditionStatus> = from },
    "A pod will be deleted by the taint eviction (TE-4)."
    NodeEffect::EvictionSet { namespace, name, at } => "evictionSet" { ref: String = pod(out.cluster, *namespace, *name), at: &Time = at },
    "It will not (TE-8)."
    NodeEffect::EvictionCancelled { namespace, name } => "evictionCancelled" { ref: String = pod(out.cluster, *namespace, *name) },
    "The kubelets' signs of life came in together (KL-1, KL-3)."
    NodeEffect::Heartbeats { leases, statuses } => "heartbeats" { leases: &u32 = leases, statuses: &u32 = statuses },
    "A pod's grace is over, and the kubelet that has to say so does not answer."
    NodeEffect::KubeletSilent { node, namespace, name } => "kubeletSilent" { node: &Name = node, ref: String = pod(out.cluster, *namespace, *name) },
    "Here the real process would have crashed (ZN-17)."
    NodeEffect::WouldCrash { node } => "wouldCrash" { node: &Name = node },
} }

pub(super) fn pod(cluster: &Cluster, namespace: Name, name: Name) -> String {
    let names = &cluster.names;
    format!("Pod {}/{}", names.text(namespace), names.text(name))
}

impl Plain for PodKey {
    #[cfg(test)]
    fn ts() -> String {
        "string".to_owned()
    }
    fn write(&self, out: &mut Out<'_>) {
        let text = pod(out.cluster, self.namespace, self.name);
        out.text(&text);
    }
}

view! { "What a controller still waits to see of one key's writes (EX-1)." Expected(expected: Expected, out) {
    "Creations not seen yet; below zero when more were seen than expected (EX-3)." add: i64 = expected.add,
    "Deletions not seen yet." del: i64 = expected.del,
    "When the record was last set (EX-2)." setAt: Time = expected.set_at,
} }

/// What a controller of workloads did or found: its Events depend on who it was.
pub(super) struct What<'w>(&'w WorkloadEffect);

union! { "What a controller of workloads did or found." WorkloadWhat(what: What<'_>, out) match &what.0.what, {
    "The gate was read at the start of a sync (EX-7)."
    WorkloadWhat::Gate { verdict, expected } => "gate" { verdict: &Verdict = verdict, expected: &Option<Expected> = expected },
    "The pods were counted (RS-14)."
    WorkloadWhat::Pods { active, desired, terminating } => "pods" { active: &u32 = active, desired: &i32 = desired, terminating: &u32 = terminating },
    "So many creations are expected from now on."
    WorkloadWhat::ExpectsCreations(count) => "expectsCreations" { count: &u32 = count },
    "These deletions are expected from now on."
    WorkloadWhat::ExpectsDeletions(pods) => "expectsDeletions" { pods: &[PodKey] = pods },
    "A creation was observed."
    WorkloadWhat::CreationObserved { left } => "creationObserved" { left: &Option<Expected> = left },
    "A deletion was observed; it was expected, or not."
    WorkloadWhat::DeletionObserved { pod, tracked, left } => "deletionObserved" { pod: &PodKey = pod, tracked: &bool = tracked, left: &Option<Expected> = left },
    "Expectations were deleted, with their owner."
    WorkloadWhat::ExpectationsDeleted => "expectationsDeleted" {},
    "A batch of creations starts, numbered from 1 (RS-18)."
    WorkloadWhat::Batch { number, size } => "batch" { number: &u32 = number, size: &u32 = size },
    "Creations that were not made, or failed, are no longer expected (RS-15)."
    WorkloadWhat::Skipped { number, left } => "skipped" { number: &u32 = number, left: &Option<Expected> = left },
    "A deletion that failed is no longer expected (RS-17)."
    WorkloadWhat::DeletionFailed { pod, left } => "deletionFailed" { pod: &PodKey = pod, left: &Option<Expected> = left },
    "A name was computed for the new ReplicaSet (HS-7, HS-8)."
    WorkloadWhat::Named { name, collision_count } => "named" { name: &Name = name, collisionCount: &Option<i32> = collision_count },
    "The name is taken by another ReplicaSet (HS-9)."
    WorkloadWhat::Collided { name, collision_count } => "collided" { name: &Name = name, collisionCount: &i32 = collision_count },
    "The revision that a set's pods go to was found or made (HS-14, HS-24)."
    WorkloadWhat::RevisionChosen { name, number } => "revisionChosen" { name: &Name = name, number: &i64 = number },
    "An Event was recorded."
    WorkloadWhat::Event(event) => "event" { event: EventResult = EventResult::of_workload_event(out.cluster, what.0, event, out.at) },
    "An error was reported, and the sync went on."
    WorkloadWhat::Reported(error) => "reported" { error: String = sync_error(out.cluster, out.epoch, error) },
    "The sync failed."
    WorkloadWhat::Failed(error) => "failed" { error: String = sync_error(out.cluster, out.epoch, error) },
} }
