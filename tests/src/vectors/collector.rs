//! Bench for the garbage collector, the API server and the namespace controller: a whole world.
//!
//! Members of a vector: `objects` (see [`notation`](super::notation)), `api` (what is stored at the start), `kinds`, `minor`, `config`
//! (members as of [`Config`], and `rateLimitedAtOnce`: rate-limited adds go to the tail of the queue at once, as the queue does that the
//! Go tests put in its place).
//!
//! | step | what |
//! |---|---|
//! | `add`, `update`, `del` | an informer's event, put on graphChanges and processed; the object need not be what is stored |
//! | `observe` | the same for `{"add": …}`, put on graphChanges only |
//! | `run` | `D` or `O`: one worker takes the head of that queue, to its end; `G`: the graph builder takes one change |
//! | `take`, `call`, `finish` | the same in pieces: take the head and stop before the first call; make the next call `of` that queue's worker, several `times`, or get `answer` in place of the server's; go on to the end |
//! | `request` | a client's request (see [`requests`](super::requests)) |
//! | `deliver`, `drop` | the next watch event of a kind reaches, or misses, its informer |
//! | `deliverAll` | every event on its way is delivered and put into the graph; with a list of kinds, only theirs |
//! | `advance` | the clock moves to the next due thing |
//! | `sleep` | the clock moves by a span, nothing else happens |
//! | `settle` | everything takes its course until the cluster is at rest; with a span, until that much time has passed |
//! | `restart` | the controllers start anew |
//! | `repeat` | `{"times": n, "steps": […]}` |
//! | `assert` | see [`expect`](super::expect) |

use super::notation::{Table, cluster};
use super::{calls, each_step, expect, requests, span, texts, view};
use kubeloupe_core::Map;
use kubeloupe_core::apiserver::{Change, Cluster, Reason, Response};
use kubeloupe_core::object::{Duration, KindId, Object, ObjectKey};
use kubeloupe_core::sim::{
    Action, Actor, Config, Effect, Fault, InformerId, Injected, QueueName, Schedule, Watcher, WorkerId, World,
};
use serde_json::Value;
use std::sync::Arc;

/// A world under test, with what happened in it since the last assertion.
pub(super) struct Bench {
    pub(super) table: Table,
    pub(super) world: World,
    pub(super) calls: Vec<String>,
    pub(super) watch: Vec<String>,
    pub(super) events: Vec<String>,
    pub(super) answer: Option<Response>,
    /// What the informers played by hand hold.
    observed: Map<ObjectKey, Arc<Object>>,
    at_once: bool,
}

pub(super) fn run(vector: &Value) -> Result<(), String> {
    let mut bench = Bench::new(vector)?;
    each_step(vector, |verb, about| bench.step(verb, about))
}

fn config(about: &Value, cluster: &Cluster) -> Result<Config, String> {
    let mut config = Config {
        minor: cluster.minor,
        kubelet: false,
        namespace_controller: false,
        concurrent_gc_syncs: 1,
        concurrent_namespace_syncs: 1,
        overall_rate_limit: false,
        kube_api_qps_milli: 0,
        watch_latency: Duration::ZERO,
        api_latency: Duration::ZERO,
        ..Config::default()
    };
    for (member, value) in about.as_object().into_iter().flatten() {
        let flag = || value.as_bool().ok_or(format!("{member} has to be true or false"));
        match member.as_str() {
            "kubelet" => config.kubelet = flag()?,
            "namespaceController" => config.namespace_controller = flag()?,
            "garbageCollector" => config.garbage_collector = flag()?,
            "overallRateLimit" => config.overall_rate_limit = flag()?,
            "namespaceTotalsMissing" => config.namespace_totals_missing = flag()?,
            "absentOwnerCacheSize" => {
                let size = value.as_u64().and_then(|size| u32::try_from(size).ok());
                config.absent_owner_cache_size = size.ok_or("a size is a number")?;
            }
            "unsyncedMonitors" => {
                for text in texts(value)? {
                    config.unsynced_monitors.push(kind(cluster, &text)?);
                }
            }
            "rateLimitedAtOnce" => {}
            other => return Err(format!("unknown member {other} of config")),
        }
    }
    Ok(config)
}

fn kind(cluster: &Cluster, text: &str) -> Result<KindId, String> {
    let (api_version, kind) = text.split_once(' ').ok_or(format!("{text} is no kind"))?;
    let name = |text: &str| cluster.names.find(text).ok_or(format!("{text} is unknown"));
    cluster
        .kinds
        .known(name(api_version)?, name(kind)?)
        .ok_or(format!("{text} is unknown"))
}

fn queue(name: &Value) -> Result<QueueName, String> {
    match name.as_str() {
        Some("D") => Ok(QueueName::AttemptToDelete),
        Some("O") => Ok(QueueName::AttemptToOrphan),
        Some("N") => Ok(QueueName::Namespace),
        _ => Err(format!("{name} is no queue with workers")),
    }
}

impl Bench {
    fn new(vector: &Value) -> Result<Self, String> {
        let minor = vector["minor"].as_u64().unwrap_or(37);
        let minor = u32::try_from(minor).map_err(|error| error.to_string())?;
        let mut cluster = cluster(vector, minor)?;
        let table = Table::read(vector, &mut cluster)?;
        let mut stored = Vec::new();
        for about in vector["api"].as_array().into_iter().flatten() {
            let (_, mut object) = table.object(&mut cluster, about)?;
            if object.meta.resource_version == 0 {
                object.meta.resource_version = 1 + stored.len() as u64;
            }
            stored.push(Arc::new(object));
        }
        let mut world = World::new(config(&vector["config"], &cluster)?, cluster, 1);
        world.load(stored);
        if world.config().unsynced_monitors.is_empty() {
            // The informers are played by hand.
            world.skip_start_gate();
        }
        Ok(Bench {
            table,
            world,
            calls: Vec::new(),
            watch: Vec::new(),
            events: Vec::new(),
            answer: None,
            observed: Map::default(),
            at_once: vector["config"]["rateLimitedAtOnce"] == Value::Bool(true),
        })
    }

    fn step(&mut self, verb: &str, about: &Value) -> Result<(), String> {
        match verb {
            "add" => self.observe(Change::Added, about, true)?,
            "update" => self.observe(Change::Modified, about, true)?,
            "del" => self.observe(Change::Deleted, about, true)?,
            "observe" => self.observe(Change::Added, &about["add"], false)?,
            "run" if about == "G" => self.apply(Action::Graph)?,
            "run" => self.apply(Action::Attempt(WorkerId {
                queue: queue(about)?,
                number: 0,
            }))?,
            "take" => self.apply(Action::Take(WorkerId {
                queue: queue(about)?,
                number: 0,
            }))?,
            "call" => {
                let answer = match about["answer"].as_str() {
                    None => None,
                    Some("Conflict") => Some(Injected {
                        reason: Reason::Conflict,
                    }),
                    Some(other) => return Err(format!("unknown answer {other}")),
                };
                for _ in 0..about["times"].as_u64().unwrap_or(1) {
                    self.call(&about["of"], answer)?;
                }
            }
            "finish" => while self.call(about, None).is_ok() {},
            "request" => {
                let request = requests::read(&self.table, self.world.cluster_mut(), about)?;
                self.apply(Action::Client(Box::new(request)))?;
                let created = self.answer.as_ref().and_then(|answer| answer.as_object());
                if let (Some(name), Some(created)) = (about["create"].as_str(), created) {
                    self.table.rebind(name, created.meta.uid);
                }
            }
            "deliver" => self.apply(Action::Deliver(self.informer(about)?))?,
            "drop" => self.apply(Action::Drop(self.informer(about)?))?,
            "deliverAll" => self.deliver_all(about)?,
            "advance" => self.apply(Action::Advance)?,
            "sleep" => {
                let until = self.world.now() + Duration(span(about)?);
                self.apply(Action::Fault(Fault::Sleep(until)))?;
            }
            "settle" => self.settle(about)?,
            "restart" => self.apply(Action::Fault(Fault::RestartControllers))?,
            "repeat" => {
                for _ in 0..about["times"].as_u64().ok_or("how many times?")? {
                    each_step(about, |verb, about| self.step(verb, about))?;
                }
            }
            "assert" => {
                expect::check(self, about)?;
                self.calls.clear();
                self.watch.clear();
                self.events.clear();
            }
            other => return Err(format!("unknown step {other}")),
        }
        while self.at_once && self.world.gc().next_due().is_some() {
            self.apply(Action::Advance)?;
        }
        let broken = self.world.gc().check();
        if broken.is_empty() {
            Ok(())
        } else {
            Err(format!("GC-4 is broken: {broken:?}"))
        }
    }

    /// Takes one step of the world and keeps what vectors look at.
    fn apply(&mut self, action: Action) -> Result<(), String> {
        let step = self
            .world
            .apply(&action)
            .map_err(|rejected| format!("{rejected:?}: {action:?}"))?;
        let cluster = self.world.cluster();
        for effect in &step.effects {
            match effect {
                Effect::Call(call) if call.by == Actor::Client => self.answer = Some(call.response.clone()),
                Effect::Call(call) => self.calls.push(calls::show(&self.table, cluster, call)),
                Effect::Written { change, after, .. } => {
                    let change = match change {
                        Change::Added => "ADDED",
                        Change::Modified => "MODIFIED",
                        Change::Deleted => "DELETED",
                    };
                    self.watch
                        .push(format!("{change} {}", self.table.show_object(cluster, after)));
                }
                Effect::EventRecorded(event) => self.events.push(view::event(&self.table, cluster, event)),
                _ => {}
            }
        }
        Ok(())
    }

    fn observe(&mut self, change: Change, about: &Value, at_once: bool) -> Result<(), String> {
        let (_, object) = self.table.object(self.world.cluster_mut(), about)?;
        let object = Arc::new(object);
        let key = object.key();
        let old = match change {
            Change::Deleted => self.observed.remove(&key),
            Change::Added | Change::Modified => self.observed.insert(key, object.clone()),
        };
        self.world.gc_mut().observe(change, old, object);
        if at_once {
            self.apply(Action::Graph)?;
        }
        Ok(())
    }

    fn call(&mut self, of: &Value, answer: Option<Injected>) -> Result<(), String> {
        let worker = WorkerId {
            queue: queue(of)?,
            number: 0,
        };
        self.apply(Action::Call { worker, answer })
    }

    fn informer(&self, about: &Value) -> Result<InformerId, String> {
        let kind = kind(self.world.cluster(), about.as_str().ok_or("which kind?")?)?;
        Ok(InformerId {
            watcher: Watcher::GarbageCollector,
            kind,
        })
    }

    fn deliver_all(&mut self, about: &Value) -> Result<(), String> {
        let mut kinds = Vec::new();
        if about.is_array() {
            for text in texts(about)? {
                kinds.push(kind(self.world.cluster(), &text)?);
            }
        }
        loop {
            let now = self.world.now();
            let wanted = |id: &InformerId| kinds.is_empty() || kinds.contains(&id.kind);
            let next = self.world.informers().ready(now).find(wanted);
            match next {
                Some(informer) => self.apply(Action::Deliver(informer))?,
                None if self.world.gc().graph_changes_len() > 0 => self.apply(Action::Graph)?,
                None => return Ok(()),
            }
        }
    }

    fn settle(&mut self, about: &Value) -> Result<(), String> {
        const MAX_STEPS: u32 = 100_000;
        let until = match about {
            Value::String(_) => Some(self.world.now() + Duration(span(about)?)),
            _ => None,
        };
        for _ in 0..MAX_STEPS {
            // At rest what is put off changes nothing, but within a span it is still seen to when it is due.
            let action = match (self.world.next(Schedule::Fair), until) {
                (Some(action), _) => action,
                (None, Some(_)) if self.world.next_due().is_some() => Action::Advance,
                (None, Some(until)) => return self.apply(Action::Fault(Fault::Sleep(until))),
                (None, None) => return Ok(()),
            };
            if let (Action::Advance, Some(until)) = (&action, until)
                && self.world.next_due().is_none_or(|due| due > until)
            {
                return self.apply(Action::Fault(Fault::Sleep(until)));
            }
            self.apply(action)?;
        }
        Err("does not come to rest".to_owned())
    }
}
