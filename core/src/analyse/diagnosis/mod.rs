//! Diagnosis: why things are stuck, why things will be deleted, and which owner references are wrong.

mod chain;
mod circle;
mod finding;
mod fix;
mod index;
mod link;
mod lint;
mod reference;
mod remedy;

pub use chain::MAX_LINKS;
pub use finding::{Coverage, Diagnosis, Finding, Missing, Outcome, Problem, ReferenceFault};
pub use fix::{Aim, Edit, Fix, ReferenceChange};
pub use link::{Blocker, Link};

use super::fates::verdicts;
use super::run::{ForecastRun, since};
use super::subject::Subject;
use super::{Fate, Reason, Verdict};
use crate::gc::Identity;
use crate::object::{ConditionMessage, Facts, KindId, Name, Object, Time};
use crate::sim::{Rule, Watcher, World};
use crate::sorted::sort_by_key;
use crate::versions::Switch;
use crate::{Map, Set};
use alloc::sync::Arc;
use alloc::vec::Vec;
use chain::{Chain, Surroundings, chain};
use circle::circles;
use index::Index;
use lint::{Suspicion, circle, suspicions};
use remedy::freeing;

/// A deletion that takes no longer than this is on its way: the controllers are about to see to it.
const SOON: Time = Time::from_secs(5);

/// The stored object that `object` was, if it is still there.
pub(super) fn live<'w>(world: &'w World, object: &Object) -> Option<&'w Arc<Object>> {
    let live = world.api().get(&object.key())?;
    (live.meta.uid == object.meta.uid).then_some(live)
}

/// What is wrong, from a run in which nothing was asked and that is over.
pub(super) fn diagnose(run: &ForecastRun, coverage: Coverage) -> Diagnosis {
    let parts = run.parts();
    let (world, ledger, outside) = (parts.world, parts.ledger, parts.outside);
    let quiescent = parts.quiescent;
    let found = Index::new(parts.found, parts.start.iter(), outside, coverage);
    let pods_first = world.config().switches().has(Switch::NamespacePodsFirst);
    let verdicts = verdicts(parts.start, world, ledger, outside, quiescent, parts.began, None);
    let fates: Map<Subject, &Verdict> = verdicts
        .iter()
        .map(|verdict| (Subject::of(&verdict.object), verdict))
        .collect();
    let before = Surroundings {
        index: found,
        ledger,
        config: world.config(),
        now: parts.began,
        pods_first,
    };
    let after = Surroundings {
        index: Index::new(world.cluster(), world.api().objects(), outside, coverage),
        ledger,
        config: world.config(),
        now: parts.began,
        pods_first,
    };
    let examination = Examination {
        before,
        after,
        fates,
        quiescent,
    };
    let findings = examination.findings();
    let objects = &examination.before.index.objects;
    Diagnosis {
        findings,
        objects: objects.len(),
        deleting: objects.iter().filter(|object| object.meta.is_deleting()).count(),
        references: objects
            .iter()
            .map(|object| object.meta.owner_references.len())
            .sum(),
        now: parts.began,
        end: since(
            parts.began,
            if quiescent {
                world.last_write()
            } else {
                world.now()
            },
        ),
        quiescent,
        steps: run.steps(),
        waits_for_monitors: waits_for_monitors(world),
    }
}

fn waits_for_monitors(world: &World) -> Vec<KindId> {
    if !world.config().garbage_collector || world.discovering().workers_may_run(world.now()) {
        return Vec::new();
    }
    let monitors = world.informers().iter();
    let waits = monitors.filter(|one| one.id.watcher == Watcher::GarbageCollector && !one.is_synced());
    waits.map(|one| one.id.kind).collect()
}

struct Examination<'a> {
    /// As it was found.
    before: Surroundings<'a>,
    /// As it is left.
    after: Surroundings<'a>,
    fates: Map<Subject, &'a Verdict>,
    quiescent: bool,
}

impl Examination<'_> {
    fn findings(&self) -> Vec<Finding> {
        let index = &self.before.index;
        let mut circle_of: Map<u32, Vec<u32>> = Map::default();
        for members in circles(index) {
            if let Some(&first) = members.first() {
                circle_of.insert(first, members);
            }
        }
        let mut findings = Vec::new();
        for (place, object) in index.objects.iter().enumerate() {
            let mut suspicions = suspicions(index, object);
            // A circle whose members are being deleted shows in what they wait for.
            let circle_here = circle_of
                .get(&(place as u32))
                .filter(|_| !object.meta.is_deleting());
            suspicions.extend(circle_here.map(|members| circle(index, members)));
            let verdict = self.fates.get(&Subject::of(object)).copied();
            if object.meta.is_deleting() {
                let gone = absent_owners(object, &mut suspicions);
                findings.push(Finding {
                    others: gone,
                    ..self.terminating(object, verdict)
                });
            } else if let Some(verdict) = verdict {
                let explained = suspicions
                    .iter()
                    .any(|one| matches!(one.problem, Problem::Reference { .. } | Problem::UidNamedTwice(_)));
                findings.extend(self.follows(object, verdict, explained));
            }
            for suspicion in suspicions {
                findings.push(self.suspected(object, verdict, suspicion));
            }
        }
        sort_by_key(&mut findings, |finding| finding.outcome);
        findings
    }

    /// An object whose deletion is under way.
    fn terminating(&self, object: &Arc<Object>, verdict: Option<&Verdict>) -> Finding {
        let (mut outcome, at) = match verdict.map(|verdict| (verdict.fate, verdict.at)) {
            Some((Fate::Deleted, at)) => {
                let soon = at.is_none_or(|at| at <= SOON);
                (
                    if soon {
                        Outcome::WillBeDeleted
                    } else {
                        Outcome::Slow
                    },
                    at,
                )
            }
            Some((Fate::Deleting, at)) => (Outcome::Slow, at),
            _ => (Outcome::Stuck, None),
        };
        let stuck = outcome == Outcome::Stuck;
        let left = if stuck {
            chain(&self.after, object)
        } else {
            Chain::default()
        };
        let mut held = chain(&self.before, object);
        self.time(&mut held);
        if stuck {
            held.without_what_ends(&left);
        }
        held.extend(&left);
        let mut missing = None;
        if outcome != Outcome::Stuck {
            missing = self.unseen_content(object);
            if outcome == Outcome::Slow && at.is_none() && !self.quiescent {
                missing = missing.or(Some(Missing::Later));
            }
            if missing.is_some() {
                outcome = Outcome::CannotVerify;
            }
        }
        let rule = held
            .links
            .first()
            .map_or(Rule("API-17"), |link| rule_of(&link.blocker));
        Finding {
            fixes: if stuck {
                freeing(&self.after.index, object, &held)
            } else {
                Vec::new()
            },
            at: if outcome == Outcome::CannotVerify {
                None
            } else {
                at
            },
            missing,
            ..self.finding(object, Problem::Terminating, rule, outcome, verdict, held)
        }
    }

    /// An object that goes though nothing is wrong with it; and one that something is wrong with, but that then is held.
    fn follows(&self, object: &Arc<Object>, verdict: &Verdict, explained: bool) -> Option<Finding> {
        let (outcome, at) = self.outcome(Some(verdict));
        if !matches!(outcome, Outcome::WillBeDeleted | Outcome::Slow | Outcome::Stuck) || explained {
            return None;
        }
        let reasons = [
            Reason::OwnersAbsent,
            Reason::OwnerWaits,
            Reason::NamespaceDeleted,
            Reason::DefinitionDeleted,
            Reason::ServiceRemoved,
        ];
        let because = verdict
            .why
            .iter()
            .find(|because| reasons.contains(&because.reason))?;
        let held = if outcome == Outcome::Stuck {
            chain(&self.after, object)
        } else {
            Chain::default()
        };
        let keeps = matches!(because.reason, Reason::OwnersAbsent | Reason::OwnerWaits).then(|| Fix {
            aim: Aim::Keeps,
            edits: alloc::vec![Edit::References {
                object: object.clone(),
                changes: object
                    .meta
                    .owner_references
                    .iter()
                    .map(|&reference| (reference, ReferenceChange::Remove))
                    .collect(),
            }],
        });
        let frees = if outcome == Outcome::Stuck {
            freeing(&self.after.index, object, &held)
        } else {
            Vec::new()
        };
        Some(Finding {
            others: because.refs.clone(),
            fixes: frees.into_iter().chain(keeps).collect(),
            at,
            ..self.finding(
                object,
                Problem::Follows(because.reason),
                because.rule,
                outcome,
                Some(verdict),
                held,
            )
        })
    }

    /// An object that something is wrong with as it was found.
    fn suspected(&self, object: &Arc<Object>, verdict: Option<&Verdict>, suspicion: Suspicion) -> Finding {
        let (mut outcome, mut at) = self.outcome(verdict);
        if suspicion.missing.is_some() {
            (outcome, at) = (Outcome::CannotVerify, None);
        } else if outcome == Outcome::Stays && suspicion.stops_collection {
            outcome = Outcome::Uncollectable;
        }
        let held = if outcome == Outcome::Stuck {
            chain(&self.after, object)
        } else {
            Chain::default()
        };
        Finding {
            fixes: suspicion.fixes(object, outcome),
            others: suspicion.others,
            missing: suspicion.missing,
            at,
            ..self.finding(object, suspicion.problem, suspicion.rule, outcome, verdict, held)
        }
    }

    fn finding(
        &self,
        object: &Arc<Object>,
        problem: Problem,
        rule: Rule,
        outcome: Outcome,
        verdict: Option<&Verdict>,
        held: Chain,
    ) -> Finding {
        Finding {
            object: object.clone(),
            problem,
            rule,
            outcome,
            at: None,
            others: Vec::new(),
            chain: held.links,
            more_links: held.more,
            why: verdict.map_or_else(Vec::new, |verdict| verdict.why.clone()),
            fixes: Vec::new(),
            assumes: verdict.map_or_else(Vec::new, |verdict| verdict.assumes.clone()),
            missing: None,
        }
    }

    /// What becomes of an object that nobody was deleting.
    fn outcome(&self, verdict: Option<&Verdict>) -> (Outcome, Option<Time>) {
        let Some(verdict) = verdict else {
            return (Outcome::Stays, None);
        };
        match verdict.fate {
            Fate::Deleted => (Outcome::WillBeDeleted, verdict.at),
            Fate::Stuck => (Outcome::Stuck, None),
            Fate::Deleting => (Outcome::Slow, verdict.at),
            Fate::Uncollectable => (Outcome::Uncollectable, None),
            Fate::Orphaned => (Outcome::LosesReference, verdict.at),
            Fate::Kept | Fate::Created | Fate::Changed | Fate::Untouched => (Outcome::Stays, None),
        }
    }

    /// When each object of the chain is gone, where it goes.
    fn time(&self, held: &mut Chain) {
        for link in &mut held.links {
            if link.at.is_some() {
                continue;
            }
            let next = match &link.blocker {
                Blocker::Dependent(next) | Blocker::Instance(next) => next,
                Blocker::Content { object, .. } => object,
                _ => continue,
            };
            let subject = Subject::of_identity(&self.before.index.cluster.kinds, next);
            let verdict = subject.and_then(|subject| self.fates.get(&subject));
            link.at = verdict
                .filter(|verdict| verdict.fate == Fate::Deleted)
                .and_then(|verdict| verdict.at);
        }
    }

    /// Content of a namespace that its conditions tell of and the dump does not hold.
    fn unseen_content(&self, object: &Object) -> Option<Missing> {
        let Facts::Namespace(facts) = &object.facts else {
            return None;
        };
        let index = &self.before.index;
        let kinds = &index.cluster.kinds;
        let held: Set<(Name, Name)> = index
            .content(object.meta.name)
            .iter()
            .map(|&place| kinds.get(index.at(place).kind))
            .map(|kind| (kind.group, kind.resource))
            .collect();
        let mut unseen = Vec::new();
        for condition in facts
            .conditions
            .iter()
            .filter(|condition| condition.status == Name::TRUE)
        {
            if let ConditionMessage::Remaining(counts) = &condition.message {
                let resources = counts.iter().map(|count| (count.group, count.resource));
                unseen.extend(resources.filter(|resource| !held.contains(resource)));
            }
        }
        (!unseen.is_empty()).then_some(Missing::Content(unseen))
    }
}

/// Takes the owners that do not exist out of what is suspicious: that they are gone is why most objects are deleted.
fn absent_owners(object: &Object, suspicions: &mut Vec<Suspicion>) -> Vec<Identity> {
    let mut gone = Vec::new();
    suspicions.retain(|suspicion| match &suspicion.problem {
        Problem::Reference {
            reference,
            fault: ReferenceFault::Absent,
        } => {
            gone.push(Identity::of_reference(reference, object.meta.namespace));
            false
        }
        Problem::Reference {
            fault: ReferenceFault::NotInDump,
            ..
        } => false,
        _ => true,
    });
    gone
}

fn rule_of(blocker: &Blocker) -> Rule {
    Rule(match blocker {
        Blocker::Finalizer(_) | Blocker::Nothing => "API-17",
        Blocker::Dependent(_) => "GC-50",
        Blocker::UnmappedKind { .. } => "GC-38",
        Blocker::ScopeMismatch(_) => "GC-39",
        Blocker::Deadlock(_) => "GC-42",
        Blocker::Refusal { .. } => "GC-55",
        Blocker::Instance(_) => "GC-72",
        Blocker::Content { .. } => "NS-13",
        Blocker::Discovery(_) | Blocker::WholeDiscovery(_) => "NS-12",
        Blocker::Condition(_) => "NS-15",
        Blocker::SpecFinalizer(_) => "NS-3",
        Blocker::Grace { .. }
        | Blocker::SilentNode(_)
        | Blocker::Unconfirmed(_)
        | Blocker::NoNode
        | Blocker::NoKubelet => "API-12",
        Blocker::Controller(Name::KUBERNETES) => "NS-11",
        Blocker::Controller(Name::ORPHAN) => "GC-55",
        Blocker::Controller(_) => "GC-52",
    })
}
