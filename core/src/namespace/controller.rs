use super::pass::{Outcome, Pass, Turn};
use crate::apiserver::{Change, Cluster, Request, Response};
use crate::object::{Duration, KindId, Name, Object, Time};
use crate::queue::{Added, QueueConfig, WorkQueue};
use crate::sim::{Config, Digester, Effect, Effects, Item, QueueName, Rule, Why, WorkerId};
use crate::sorted::sort_by;
use crate::sorted::{SortedMap, SortedSet};
use crate::versions::Switch;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// From a namespace's being seen deleted to the first pass over it (C-10): time for the caches of others to catch up.
const FIRST_DELAY: Duration = Duration::from_secs(5);

/// What the controller sees while it runs.
pub struct NamespaceContext<'a> {
    /// Strings, kinds, version, discovery.
    pub cluster: &'a Cluster,
    /// Virtual time.
    pub now: Time,
    /// Where it tells what it does.
    pub fx: &'a mut Effects,
}

/// The namespace controller: it empties namespaces that are being deleted (NS-10). It makes no call itself; each worker
/// shows the next one, and is given the answer.
#[derive(Clone, Debug)]
pub struct NamespaceController {
    settings: Arc<Settings>,
    queue: WorkQueue<Name>,
    /// The namespaces that its informer holds.
    known: SortedSet<Name>,
    /// Those in which the last pass found pods within their grace period.
    in_grace: SortedSet<Name>,
    passes: SortedMap<WorkerId, Pass>,
}

/// How the simulated version goes about it.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Nothing else is touched while pods are left (NS-12).
    pub(super) pods_first: bool,
    /// What remains is not reported when a pass stops at pods (NS-15).
    pub(super) totals_missing: bool,
    /// The resources that discovery shows; `None` for all.
    pub(super) resources: Option<Vec<KindId>>,
}

impl NamespaceController {
    /// A controller that has seen nothing yet.
    pub fn new(config: &Config) -> Self {
        let queue = QueueConfig {
            max_delay: Duration::from_secs(60),
            overall: config.overall_rate_limit,
            ..QueueConfig::CONTROLLER
        };
        NamespaceController {
            settings: Arc::new(Settings {
                pods_first: config.switches().has(Switch::NamespacePodsFirst),
                totals_missing: config.namespace_totals_missing,
                resources: config.namespace_resources.clone(),
            }),
            queue: WorkQueue::new(queue),
            known: SortedSet::new(),
            in_grace: SortedSet::new(),
            passes: SortedMap::new(),
        }
    }

    /// Takes a change of its informer's store: a namespace that is being deleted is put off by five seconds (NS-10).
    pub fn observe(&mut self, change: Change, object: &Arc<Object>, cx: &mut NamespaceContext<'_>) {
        let name = object.meta.name;
        if change == Change::Deleted {
            self.known.remove(&name);
            return;
        }
        self.known.insert(name);
        if object.meta.is_deleting() {
            let added = self.queue.add_after(name, FIRST_DELAY, cx.now);
            enqueued(name, added, None, Why::NamespaceDeleting, cx);
        }
    }

    /// Whether a worker would find an item.
    pub fn can_take(&self) -> bool {
        !self.queue.is_empty()
    }

    /// The head of the queue.
    pub fn head(&self) -> Option<Item> {
        self.queue.listed().next().map(item)
    }

    /// Lets a worker take the head of the queue. Afterwards it either has a call to make or is done already.
    pub fn take(&mut self, worker: WorkerId, cx: &mut NamespaceContext<'_>) {
        let Some(name) = self.queue.take() else {
            return;
        };
        cx.fx.push(|| Effect::Dequeued {
            queue: QueueName::Namespace,
            item: item(name),
        });
        let turn = if self.known.contains(&name) {
            Pass::begin(name, cx.cluster)
        } else {
            Turn::End(Outcome::Done)
        };
        self.go_on(worker, name, turn, cx);
    }

    /// The call that a worker has to make.
    pub fn request(&self, worker: WorkerId) -> Option<&Request> {
        self.passes.get(&worker).map(|pass| &pass.request)
    }

    /// Whether any worker has a call to make.
    pub fn is_at_work(&self) -> bool {
        !self.passes.is_empty()
    }

    /// Gives a worker the answer to its call.
    pub fn answer(&mut self, worker: WorkerId, response: &Response, cx: &mut NamespaceContext<'_>) {
        let Some(pass) = self.passes.remove(&worker) else {
            return;
        };
        let name = pass.item();
        let turn = pass.answer(response, cx, &self.settings);
        self.go_on(worker, name, turn, cx);
    }

    fn go_on(&mut self, worker: WorkerId, name: Name, turn: Turn, cx: &mut NamespaceContext<'_>) {
        match turn {
            Turn::Call(pass) => {
                self.passes.insert(worker, pass);
            }
            Turn::End(outcome) => {
                self.end(name, outcome, cx);
                self.queue.done(name);
            }
        }
    }

    fn end(&mut self, name: Name, outcome: Outcome, cx: &mut NamespaceContext<'_>) {
        match outcome {
            Outcome::Remaining { grace_runs: true, .. } | Outcome::Failed { grace_runs: true } => {
                self.in_grace.insert(name);
            }
            Outcome::Done | Outcome::Remaining { .. } | Outcome::Failed { .. } => {
                self.in_grace.remove(&name);
            }
        }
        match outcome {
            Outcome::Done => {
                self.queue.forget(name);
                cx.fx.push(|| Effect::Forgotten {
                    queue: QueueName::Namespace,
                    item: item(name),
                    why: Why::Done,
                    rule: Rule("NS-10"),
                });
            }
            Outcome::Remaining { estimate_s, .. } => {
                // Half of what it may take, and a second (C-13); the failures are not forgotten.
                let delay = Duration::from_secs(estimate_s / 2 + 1);
                let added = self.queue.add_after(name, delay, cx.now);
                enqueued(name, added, None, Why::Remaining, cx);
            }
            Outcome::Failed { .. } => {
                let limited = self.queue.add_rate_limited(name, cx.now);
                enqueued(name, limited.added, Some(limited.failures), Why::Failed, cx);
            }
        }
    }

    /// When the first namespace that was put off is due.
    pub fn next_due(&self) -> Option<Time> {
        self.queue.next_due()
    }

    /// Adds what is due.
    pub fn advance(&mut self, cx: &mut NamespaceContext<'_>) {
        while let Some((name, _)) = self.queue.add_due(cx.now) {
            cx.fx.push(|| Effect::Due {
                queue: QueueName::Namespace,
                item: item(name),
            });
        }
    }

    /// What is put off.
    pub fn delayed_items(&self) -> impl Iterator<Item = Item> {
        self.queue.delayed().map(|delayed| item(delayed.item))
    }

    /// Whether a pass over this item may come to something else later though nothing changes: grace periods end.
    pub fn depends_on_time(&self, item: &Item) -> bool {
        matches!(item, Item::Namespace { name } if self.in_grace.contains(name))
    }

    /// The queue, for views.
    pub fn queue(&self) -> &WorkQueue<Name> {
        &self.queue
    }

    /// Adds the state to a digest.
    pub fn digest(&self, cluster: &Cluster, digester: &mut Digester) {
        let names = &cluster.names;
        digester.number(u64::from(cluster.discovery_failure.is_some()));
        self.queue
            .digest(digester, |name, digester| digester.name(names, name));
        // By their texts, since the order of the set is that in which they were first named.
        let mut known: Vec<Name> = self.known.iter().copied().collect();
        sort_by(&mut known, |&one, &other| names.compare(one, other));
        for name in known {
            digester.name(names, name);
            digester.number(u64::from(self.in_grace.contains(&name)));
        }
        for (worker, pass) in &self.passes {
            digester.number(u64::from(worker.number));
            pass.digest(cluster, digester);
        }
    }
}

fn item(name: Name) -> Item {
    Item::Namespace { name }
}

fn enqueued(name: Name, added: Added, failures: Option<u32>, why: Why, cx: &mut NamespaceContext<'_>) {
    let due = match added {
        Added::Queued => None,
        Added::At(due) => Some(due),
        Added::Ignored => return,
    };
    cx.fx.push(|| Effect::Enqueued {
        queue: QueueName::Namespace,
        item: item(name),
        due,
        failures,
        why,
        rule: Rule("NS-10"),
    });
}
