use super::index::Index;
use super::{Blocker, Link};
use crate::Set;
use crate::analyse::ledger::Ledger;
use crate::analyse::run::since;
use crate::analyse::subject::Subject;
use crate::gc::Identity;
use crate::object::{
    ConditionMessage, DiscoveryFailure, Facts, Name, NamespaceFacts, Object, OwnerReference, Time,
};
use crate::sim::Config;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How many links a chain has at most; what is beyond is counted.
pub const MAX_LINKS: usize = 200;

/// What an object waits for, and what that waits for, down to what has to be dealt with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
    pub(super) more: usize,
}

impl Chain {
    /// Takes out what is not waited for in the end, and of which nothing tells when it is over: a controller that is about
    /// to act.
    pub(super) fn without_what_ends(&mut self, end: &Chain) {
        let stays = |link: &Link| {
            let same = |left: &Link| left.of == link.of && left.blocker == link.blocker;
            link.at.is_some() || end.links.iter().any(same)
        };
        self.links.retain(stays);
    }

    /// Adds what is still waited for in the end and was not in the beginning.
    pub(super) fn extend(&mut self, end: &Chain) {
        self.more += end.more;
        for link in &end.links {
            let same = |known: &Link| known.of == link.of && known.blocker == link.blocker;
            if self.links.iter().any(same) {
                continue;
            }
            if self.links.len() >= MAX_LINKS {
                self.more += 1;
                continue;
            }
            let after = self.links.iter().rposition(|known| known.of == link.of);
            let place = after.map_or(self.links.len(), |last| last + 1);
            self.links.insert(place, link.clone());
        }
    }
}

/// What a chain is made from.
pub(super) struct Surroundings<'a> {
    /// The objects as they are while the waiting lasts.
    pub(super) index: Index<'a>,
    pub(super) ledger: &'a Ledger,
    pub(super) config: &'a Config,
    /// The moment that times are counted from.
    pub(super) now: Time,
    /// Pods are seen to before all other content of a namespace (NS-12).
    pub(super) pods_first: bool,
}

/// What one object waits for.
pub(super) fn chain(around: &Surroundings<'_>, object: &Arc<Object>) -> Chain {
    let mut walk = Walk {
        around,
        chain: Chain::default(),
        path: Vec::new(),
        seen: Set::default(),
    };
    if let Some(place) = around.index.place(&object.key()) {
        walk.visit(place);
    }
    walk.chain
}

struct Walk<'w, 'a> {
    around: &'w Surroundings<'a>,
    chain: Chain,
    /// From the object of the finding to the one that is looked at.
    path: Vec<u32>,
    seen: Set<u32>,
}

impl Walk<'_, '_> {
    fn add(&mut self, blocker: Blocker, at: Option<Time>, is_cause: bool) {
        if self.chain.links.len() >= MAX_LINKS {
            self.chain.more += 1;
            return;
        }
        let Some(&of) = self.path.last() else { return };
        self.chain.links.push(Link {
            of: self.identity(of),
            depth: u32::try_from(self.path.len() - 1).unwrap_or(u32::MAX),
            blocker,
            is_cause,
            at,
        });
    }

    fn cause(&mut self, blocker: Blocker) {
        self.add(blocker, None, true);
    }

    fn identity(&self, place: u32) -> Identity {
        self.around.index.identity(self.around.index.at(place))
    }

    /// Says that the object looked at waits for the one at `place`, and then what that waits for.
    fn behind(&mut self, blocker: Blocker, place: u32) {
        self.add(blocker, None, false);
        if self.seen.contains(&place) {
            return;
        }
        // Only ever as deep as there is room for links, however long a chain of owners is.
        if self.path.len() < MAX_LINKS {
            self.visit(place);
        }
    }

    fn visit(&mut self, place: u32) {
        self.seen.insert(place);
        self.path.push(place);
        let object = self.around.index.at(place).clone();
        let before = (self.chain.links.len(), self.chain.more);
        for &finalizer in &object.meta.finalizers {
            self.finalizer(&object, finalizer);
        }
        if !object.meta.grace_is_over() {
            self.grace(&object);
        }
        if let Facts::Namespace(facts) = &object.facts
            && !facts.spec_finalizers.is_empty()
        {
            self.namespace(&object, facts);
        }
        if (self.chain.links.len(), self.chain.more) == before && object.meta.is_deleting() {
            self.cause(Blocker::Nothing);
        }
        self.path.pop();
    }

    fn finalizer(&mut self, object: &Arc<Object>, finalizer: Name) {
        match finalizer {
            // Without a deletion the collector's finalizers mean nothing.
            Name::FOREGROUND_DELETION | Name::ORPHAN if !object.meta.is_deleting() => {}
            Name::FOREGROUND_DELETION => self.foreground(object),
            Name::ORPHAN => self.orphan(object),
            Name::CUSTOM_RESOURCE_CLEANUP if matches!(object.facts, Facts::Crd(_)) => {
                self.definition(object);
            }
            _ => self.cause(Blocker::Finalizer(finalizer)),
        }
    }

    fn foreground(&mut self, object: &Arc<Object>) {
        let index = &self.around.index;
        let blocking: Vec<u32> = index.blocking(object.meta.uid).to_vec();
        if blocking.is_empty() {
            return self.cause(Blocker::Controller(Name::FOREGROUND_DELETION));
        }
        for place in blocking {
            let dependent = self.around.index.at(place).clone();
            let identity = self.identity(place);
            if let Some(from) = self.path.iter().position(|&one| one == place) {
                let members: Vec<Identity> =
                    self.path[from..].iter().map(|&one| self.identity(one)).collect();
                self.cause(Blocker::Deadlock(members));
            } else if dependent.meta.is_deleting() {
                self.behind(Blocker::Dependent(identity), place);
            } else {
                let blocker = self.undecided(&dependent, identity);
                let is_cause = !matches!(blocker, Blocker::Dependent(_));
                self.add(blocker, None, is_cause);
            }
        }
    }

    /// Why a blocking dependent is not being deleted itself.
    fn undecided(&self, dependent: &Object, identity: Identity) -> Blocker {
        match self.stopping(dependent) {
            Some(reference) if self.is_served(&reference) => Blocker::ScopeMismatch(identity),
            Some(OwnerReference {
                api_version, kind, ..
            }) => Blocker::UnmappedKind {
                dependent: identity,
                api_version,
                kind,
            },
            // The collector will come to it.
            None => Blocker::Dependent(identity),
        }
    }

    /// The reference that keeps the collector from deciding about the object (GC-38, GC-39).
    fn stopping(&self, dependent: &Object) -> Option<OwnerReference> {
        let namespaced = |reference: &OwnerReference| {
            let kinds = &self.around.index.cluster.kinds;
            let kind = kinds.served(reference.api_version, reference.kind);
            kind.is_none_or(|kind| kinds.get(kind).is_namespaced() && dependent.meta.namespace == Name::EMPTY)
        };
        let references = dependent.meta.owner_references.iter();
        references.copied().find(namespaced)
    }

    fn is_served(&self, reference: &OwnerReference) -> bool {
        let kinds = &self.around.index.cluster.kinds;
        kinds.served(reference.api_version, reference.kind).is_some()
    }

    fn orphan(&mut self, object: &Object) {
        let entry = self.around.ledger.get(Subject::of(object));
        let refusals = entry.map_or(&[][..], |entry| &entry.refusals);
        if refusals.is_empty() {
            return self.cause(Blocker::Controller(Name::ORPHAN));
        }
        for refusal in refusals {
            self.cause(Blocker::Refusal {
                dependent: refusal.dependent,
                causes: refusal.causes.clone(),
            });
        }
    }

    fn definition(&mut self, definition: &Object) {
        let kind = match definition.facts {
            Facts::Crd(facts) => facts.defines,
            _ => None,
        };
        let instances = kind
            .map_or(&[][..], |kind| self.around.index.instances(kind))
            .to_vec();
        if instances.is_empty() {
            return self.cause(Blocker::Controller(Name::CUSTOM_RESOURCE_CLEANUP));
        }
        for place in instances {
            let identity = self.identity(place);
            self.behind(Blocker::Instance(identity), place);
        }
    }

    fn grace(&mut self, object: &Object) {
        let config = self.around.config;
        let Facts::Pod(pod) = &object.facts else {
            return self.cause(Blocker::NoKubelet);
        };
        if pod.node == Name::EMPTY {
            self.cause(Blocker::NoNode);
        } else if !config.kubelet {
            self.cause(Blocker::NoKubelet);
        } else if config.silent_nodes.contains(&pod.node) {
            self.cause(Blocker::SilentNode(pod.node));
        } else if config.unconfirmed_pods.contains(&object.meta.uid) {
            self.cause(Blocker::Unconfirmed(pod.node));
        } else {
            let ends = object.meta.deletion_timestamp;
            let due = ends.map(|at| since(self.around.now, at));
            self.add(Blocker::Grace { node: pod.node }, due, true);
        }
    }

    fn namespace(&mut self, namespace: &Object, facts: &NamespaceFacts) {
        for &token in facts
            .spec_finalizers
            .iter()
            .filter(|&&token| token != Name::KUBERNETES)
        {
            self.cause(Blocker::SpecFinalizer(token));
        }
        if !facts.spec_finalizers.contains(&Name::KUBERNETES) {
            return;
        }
        match &self.around.index.cluster.discovery_failure {
            Some(DiscoveryFailure::Groups(groups)) => {
                for &failure in groups {
                    self.cause(Blocker::Discovery(failure));
                }
            }
            Some(DiscoveryFailure::Whole(error)) => self.cause(Blocker::WholeDiscovery(*error)),
            None => {}
        }
        let content = self.around.index.content(namespace.meta.name).to_vec();
        let (pods, others): (Vec<u32>, Vec<u32>) = content
            .into_iter()
            .partition(|&place| matches!(self.around.index.at(place).facts, Facts::Pod(_)));
        let after_pods = self.around.pods_first && !pods.is_empty();
        let mut held = !pods.is_empty();
        for place in pods {
            let object = self.identity(place);
            self.behind(
                Blocker::Content {
                    object,
                    after_pods: false,
                },
                place,
            );
        }
        for place in others {
            let object = self.around.index.at(place);
            // What nothing holds goes when its turn comes.
            if !object.meta.is_deleting() && object.meta.finalizers.is_empty() {
                continue;
            }
            held = true;
            let object = self.identity(place);
            self.behind(Blocker::Content { object, after_pods }, place);
        }
        let unseen = if held { None } else { remaining(facts) };
        if let Some(condition) = unseen {
            self.cause(Blocker::Condition(condition.clone()));
        } else if !held && self.around.index.cluster.discovery_failure.is_none() {
            self.cause(Blocker::Controller(Name::KUBERNETES));
        }
    }
}

/// The condition that tells of content.
fn remaining(facts: &NamespaceFacts) -> Option<&crate::object::ConditionFact> {
    let tells = [
        Name::NAMESPACE_CONTENT_REMAINING,
        Name::NAMESPACE_FINALIZERS_REMAINING,
        Name::NAMESPACE_DELETION_CONTENT_FAILURE,
    ];
    facts.conditions.iter().find(|condition| {
        tells.contains(&condition.kind)
            && condition.status == Name::TRUE
            && condition.message != ConditionMessage::Fine
    })
}
