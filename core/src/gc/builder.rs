use super::collector::Shared;
use super::{GcContext, Graph, GraphChange, Identity, Node, NodeId};
use crate::Map;
use crate::apiserver::Change;
use crate::object::{Name, Names, Object, OwnerReference};
use crate::sim::{Effect, EventReason, EventRecord, Item, QueueName, Rule, Why};
use core::cmp::Ordering;

/// The graph builder: the only one that changes nodes (GC-2), one change at a time, in the order of arrival (GC-3).
impl Shared {
    pub(super) fn process(&mut self, change: &GraphChange, cx: &mut GcContext) {
        let identity = change.identity(cx.cluster);
        cx.fx.push(|| Effect::Dequeued {
            queue: QueueName::GraphChanges,
            item: Item::GraphChange {
                change: change.kind(),
                identity,
            },
        });
        let (change, object, starts_orphaning, starts_waiting) = match change {
            GraphChange::VirtualDelete(_) => return self.virtual_delete(identity, cx),
            GraphChange::Observed {
                change,
                object,
                starts_orphaning,
                starts_waiting,
            } => (*change, &**object, *starts_orphaning, *starts_waiting),
        };
        let mut node = self.graph.find(identity.uid);
        if let Some(found) = node
            && self.graph[found].is_virtual()
        {
            node = Some(self.first_observation(found, identity, cx));
        }
        let node = match (change, node) {
            (Change::Deleted, None) => return,
            (Change::Deleted, Some(node)) => return self.remove(node, identity, Rule("GC-17"), cx),
            (_, None) => self.insert(identity, object, cx),
            (_, Some(node)) => self.update(node, object, starts_waiting && !starts_orphaning, cx),
        };
        self.transitions(node, starts_orphaning, starts_waiting, cx);
    }

    /// GC-13. The node may be another one afterwards: an identity never changes, so a node that was thought to be
    /// something else is replaced, and the old one may still sit in a queue (GC-31).
    fn first_observation(&mut self, node: NodeId, observed: Identity, cx: &mut GcContext) -> NodeId {
        const RULE: Rule = Rule("GC-13");
        let was = self.graph[node].identity();
        if was == observed {
            self.graph.node_mut(node).set_observed();
            cx.fx.push(|| Effect::NodeObserved {
                node: observed,
                was: None,
                rule: RULE,
            });
            return node;
        }
        if cx.fx.is_on() {
            for dependent in self.graph.dependents(node) {
                let dependent = &self.graph[dependent];
                if match_owner(dependent, &observed).mismatch && is_elsewhere(dependent, &observed) {
                    warn(dependent, observed.uid, cx);
                }
            }
        }
        let mismatches = |graph: &Graph, dependent| match_owner(&graph[dependent], &observed).mismatch;
        self.add_dependents_to_delete(node, mismatches, Why::BadCoordinates, RULE, cx);
        let new = self.replace(node, observed);
        self.graph.node_mut(new).set_observed();
        cx.fx.push(|| Effect::NodeObserved {
            node: observed,
            was: Some(was),
            rule: RULE,
        });
        new
    }

    fn replace(&mut self, node: NodeId, identity: Identity) -> NodeId {
        let Shared {
            graph,
            attempt_to_delete,
            attempt_to_orphan,
            ..
        } = self;
        graph.replace(node, identity, |node| {
            attempt_to_delete.holds(node) || attempt_to_orphan.holds(node)
        })
    }

    /// GC-14.
    fn insert(&mut self, identity: Identity, object: &Object, cx: &mut GcContext) -> NodeId {
        let meta = &object.meta;
        let mut node = Node::observed(identity, meta.owner_references.clone());
        if meta.is_deleting() {
            node.set_being_deleted();
            if meta.has_finalizer(Name::FOREGROUND_DELETION) {
                node.set_deleting_dependents();
            }
        }
        let node = self.graph.insert(node);
        cx.fx.push(|| Effect::NodeAdded {
            node: identity,
            rule: Rule("GC-14"),
        });
        self.link(node, meta.owner_references.iter(), cx);
        node
    }

    /// GC-15.
    fn update(&mut self, node: NodeId, object: &Object, starts_waiting: bool, cx: &mut GcContext) -> NodeId {
        let meta = &object.meta;
        let old = self.graph[node].owners().clone();
        let new = &meta.owner_references;
        // The same references in another order are no difference, and leave the node as it was.
        let differences = (old != *new).then(|| Differences::between(&old, new));
        let differences = differences.filter(|differences| !differences.is_empty(&old, new));
        let starts_deletion = meta.is_deleting() && !self.graph[node].is_being_deleted();
        if differences.is_some() || starts_deletion || starts_waiting {
            cx.fx.push(|| Effect::NodeUpdated {
                node: self.graph[node].identity(),
                added: differences
                    .iter()
                    .flat_map(|differences| differences.added(new))
                    .copied()
                    .collect(),
                removed: differences
                    .iter()
                    .flat_map(|differences| differences.removed(&old))
                    .copied()
                    .collect(),
                being_deleted: starts_deletion,
                deleting_dependents: starts_waiting,
                rule: Rule("GC-15"),
            });
        }
        if let Some(differences) = differences {
            let removed = differences.removed(&old).filter(|reference| reference.blocks());
            let changed = differences
                .changed(new)
                .filter(|(old, new)| old.blocks() && !new.blocks());
            for uid in removed
                .chain(changed.map(|(_, new)| new))
                .map(|reference| reference.uid)
            {
                if let Some(owner) = self.graph.find(uid) {
                    self.add_to_delete(owner, Why::Unblocked, Rule("GC-12"), cx);
                }
            }
            self.graph.node_mut(node).set_owners(new.clone());
            self.link(node, differences.added(new), cx);
            for reference in differences.removed(&old) {
                if let Some(owner) = self.graph.find(reference.uid) {
                    self.graph.unlink(owner, node);
                }
            }
        }
        if meta.is_deleting() {
            self.graph.node_mut(node).set_being_deleted();
        }
        node
    }

    /// GC-16.
    fn transitions(&mut self, node: NodeId, orphaning: bool, waiting: bool, cx: &mut GcContext) {
        const RULE: Rule = Rule("GC-16");
        if orphaning {
            self.add_to_orphan(node, Why::StartsOrphaning, RULE, cx);
        } else if waiting {
            self.graph.node_mut(node).set_deleting_dependents();
            self.add_dependents_to_delete(node, |_, _| true, Why::OwnerWaits, RULE, cx);
            self.add_to_delete(node, Why::StartsWaiting, RULE, cx);
        }
    }

    /// GC-10.
    fn link<'r>(
        &mut self,
        node: NodeId,
        references: impl Iterator<Item = &'r OwnerReference>,
        cx: &mut GcContext,
    ) {
        let own = self.graph[node].identity();
        let mut bad = false;
        for reference in references {
            let Some(owner) = self.graph.find(reference.uid) else {
                let claimed = Identity::of_reference(reference, own.namespace);
                let owner = self.graph.insert(Node::virtual_owner(claimed));
                self.graph.link(owner, node);
                let rule = Rule("GC-10");
                cx.fx.push(|| Effect::VirtualAdded {
                    node: claimed,
                    dependent: own,
                    rule,
                });
                self.add_to_delete(owner, Why::VirtualOwner, rule, cx);
                continue;
            };
            self.graph.link(owner, node);
            if bad {
                continue;
            }
            let (known, is_virtual) = (self.graph[owner].identity(), self.graph[owner].is_virtual());
            if is_elsewhere(&self.graph[node], &known) {
                bad = true;
                if !is_virtual {
                    warn(&self.graph[node], reference.uid, cx);
                }
            } else {
                let claimed = Identity::of_reference(reference, own.namespace);
                bad = !claimed.same_coordinates(&known) || (is_virtual && known.namespace != own.namespace);
            }
        }
        if bad {
            self.add_to_delete(node, Why::BadCoordinates, Rule("GC-10"), cx);
        }
    }

    /// GC-17; for a virtual delete event GC-18.
    fn remove(&mut self, node: NodeId, event: Identity, rule: Rule, cx: &mut GcContext) {
        self.graph.detach(node);
        cx.fx.push(|| Effect::NodeRemoved {
            node: self.graph[node].identity(),
            rule,
        });
        if self.graph.dependents_len(node) > 0 {
            self.remember_absent(event, rule, cx);
        }
        self.add_dependents_to_delete(node, |_, _| true, Why::OwnerRemoved, rule, cx);
        let owners = self.graph[node].owners().clone();
        for reference in &owners {
            if let Some(owner) = self.graph.find(reference.uid)
                && self.graph[owner].is_deleting_dependents()
            {
                self.add_to_delete(owner, Why::DependentRemoved, rule, cx);
            }
        }
        let Shared {
            graph,
            attempt_to_delete,
            attempt_to_orphan,
            ..
        } = self;
        graph.settle(node, |node| {
            attempt_to_delete.holds(node) || attempt_to_orphan.holds(node)
        });
    }

    /// GC-18.
    fn virtual_delete(&mut self, absent: Identity, cx: &mut GcContext) {
        const RULE: Rule = Rule("GC-18");
        let Some(node) = self.graph.find(absent.uid) else {
            return;
        };
        let (known, is_virtual) = (self.graph[node].identity(), self.graph[node].is_virtual());
        let (mut matching, mut mismatching) = (false, false);
        if is_virtual || known != absent {
            for dependent in self.graph.dependents(node) {
                let found = match_owner(&self.graph[dependent], &absent);
                matching |= found.matching;
                mismatching |= found.mismatch;
            }
        }
        let removes = if is_virtual { !mismatching } else { known == absent };
        if removes {
            return self.remove(node, absent, RULE, cx);
        }
        if matching {
            self.remember_absent(absent, RULE, cx);
            let matches = |graph: &Graph, dependent| match_owner(&graph[dependent], &absent).matching;
            self.add_dependents_to_delete(node, matches, Why::OwnerRemoved, RULE, cx);
        }
        if is_virtual
            && known == absent
            && let Some(other) = alternate_identity(&self.graph, node, &absent, &cx.cluster.names)
        {
            let rule = Rule("GC-25");
            let new = self.replace(node, other);
            cx.fx.push(|| Effect::NodeReidentified {
                node: other,
                was: known,
                rule,
            });
            self.put_off(QueueName::AttemptToDelete, new, Why::Reidentified, rule, cx);
        }
    }
}

/// What changed between two lists of owner references, by uid (GC-11).
struct Differences {
    /// Where each uid of the old list is last.
    old: Map<Name, (usize, OwnerReference)>,
    /// The uids of the new list.
    new: Map<Name, ()>,
}

impl Differences {
    fn between(old: &[OwnerReference], new: &[OwnerReference]) -> Self {
        Differences {
            old: old
                .iter()
                .enumerate()
                .map(|(place, &reference)| (reference.uid, (place, reference)))
                .collect(),
            new: new.iter().map(|reference| (reference.uid, ())).collect(),
        }
    }

    fn is_empty(&self, old: &[OwnerReference], new: &[OwnerReference]) -> bool {
        self.added(new).next().is_none()
            && self.removed(old).next().is_none()
            && self.changed(new).next().is_none()
    }

    fn added<'a>(&'a self, new: &'a [OwnerReference]) -> impl Iterator<Item = &'a OwnerReference> {
        new.iter()
            .filter(|reference| !self.old.contains_key(&reference.uid))
    }

    /// Each removed uid once, in the order of the old list.
    fn removed<'a>(&'a self, old: &'a [OwnerReference]) -> impl Iterator<Item = &'a OwnerReference> {
        old.iter().enumerate().filter_map(|(place, reference)| {
            let is_last = self
                .old
                .get(&reference.uid)
                .is_some_and(|&(last, _)| last == place);
            (is_last && !self.new.contains_key(&reference.uid)).then_some(reference)
        })
    }

    fn changed<'a>(
        &'a self,
        new: &'a [OwnerReference],
    ) -> impl Iterator<Item = (&'a OwnerReference, &'a OwnerReference)> {
        new.iter().filter_map(|reference| {
            let (_, old) = self.old.get(&reference.uid)?;
            (old != reference).then_some((old, reference))
        })
    }
}

/// Whether a dependent means an owner of this identity: both can be true of one that names the uid twice (GC-24).
struct Match {
    matching: bool,
    mismatch: bool,
}

fn match_owner(dependent: &Node, owner: &Identity) -> Match {
    let mut found = Match {
        matching: false,
        mismatch: is_elsewhere(dependent, owner),
    };
    if !found.mismatch {
        for reference in dependent
            .owners()
            .iter()
            .filter(|reference| reference.uid == owner.uid)
        {
            let matches = Identity::of_reference(reference, owner.namespace).same_coordinates(owner);
            found.matching |= matches;
            found.mismatch |= !matches;
        }
    }
    found
}

/// Whether the owner is namespaced, and in another namespace than the dependent.
fn is_elsewhere(dependent: &Node, owner: &Identity) -> bool {
    owner.namespace != Name::EMPTY && dependent.identity().namespace != owner.namespace
}

/// Records the Warning event about the first reference of `dependent` with this uid (GC-60).
fn warn(dependent: &Node, uid: Name, cx: &mut GcContext) {
    cx.fx.push(|| {
        let regarding = dependent.identity();
        let reference = dependent.owners().iter().find(|reference| reference.uid == uid);
        let owner = reference.map(|reference| Identity::of_reference(reference, regarding.namespace));
        let reason = EventReason::OwnerRefInvalidNamespace {
            owner: owner.unwrap_or_default(),
        };
        Effect::EventRecorded(EventRecord { regarding, reason })
    });
}

/// What else the dependents that do not mean `absent` call this uid (GC-25).
fn alternate_identity(graph: &Graph, node: NodeId, absent: &Identity, names: &Names) -> Option<Identity> {
    let is_cluster_scoped = absent.namespace == Name::EMPTY;
    let (mut larger, mut smallest): (Option<Identity>, Option<Identity>) = (None, None);
    for dependent in graph.dependents(node) {
        let dependent = &graph[dependent];
        if !match_owner(dependent, absent).mismatch {
            continue;
        }
        for reference in dependent
            .owners()
            .iter()
            .filter(|reference| reference.uid == absent.uid)
        {
            let mut other = Identity::of_reference(reference, dependent.identity().namespace);
            if other == *absent || (is_cluster_scoped && other.same_coordinates(absent)) {
                continue;
            }
            if is_cluster_scoped && other.api_version == absent.api_version && other.kind == absent.kind {
                other.namespace = Name::EMPTY;
            }
            let is_smaller = |than: Option<Identity>| {
                than.is_none_or(|than| compare(&other, &than, names) == Ordering::Less)
            };
            if is_smaller(smallest) {
                smallest = Some(other);
            }
            if compare(&other, absent, names) == Ordering::Greater && is_smaller(larger) {
                larger = Some(other);
            }
        }
    }
    larger.or(smallest)
}

fn compare(left: &Identity, right: &Identity, names: &Names) -> Ordering {
    let parts = |one: &Identity| [one.kind, one.api_version, one.namespace, one.name, one.uid];
    let pairs = parts(left).into_iter().zip(parts(right));
    pairs
        .map(|(left, right)| names.compare(left, right))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}
