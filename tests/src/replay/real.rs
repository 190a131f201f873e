//! Follows a recording of the whole controller manager running freely: after each of a client's steps, the same objects
//! must be left, and where two real runs agreed, the same writes made.

use super::{Symbols, minor_of, recorded_object};
use crate::oracle_cluster;
use kubeloupe_core::apiserver::{PatchForm, Verb};
use kubeloupe_core::object::{Duration, Name, Time};
use kubeloupe_core::sim::{Action, Call, Config, Effect, Effects, Fault, Random, Schedule, World};
use kubeloupe_formats::wire;
use serde_json::{Value, json};

/// For how long the recorder waited for a further write.
const QUIET: Duration = Duration::from_millis(1200);
/// How many orders of events are tried beside the serial one: some recordings need two attempts interleaved.
const OTHER_ORDERS: u64 = 400;
const MAX_STEPS: u32 = 100_000;
/// The namespaces that exist from the start.
const NAMESPACES: [&str; 2] = ["a", "b"];

/// In which order things happen that may happen in any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Each kind of work is done to its end before the next: deliveries, graph changes, orphaning, deletions.
    Serial,
    /// Drawn from a generator with this seed; the clock only moves when nothing else can be done.
    Drawn(u64),
}

/// Follows `recording` under the first order that leads to what is recorded, the serial one first. Returns how many
/// objects and writes were compared, or the first difference under the serial order.
pub fn replay_real(recording: &Value) -> Result<usize, String> {
    let serial = replay_real_in(recording, Order::Serial);
    if serial.is_ok() {
        return serial;
    }
    (1..=OTHER_ORDERS)
        .find_map(|seed| replay_real_in(recording, Order::Drawn(seed)).ok())
        .map_or(serial, Ok)
}

/// Follows `recording` under one order.
pub fn replay_real_in(recording: &Value, order: Order) -> Result<usize, String> {
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    let mut replay = Replay::new(recording, order)?;
    for (number, step) in steps.iter().enumerate() {
        replay
            .step(step, &steps[number..])
            .map_err(|difference| format!("step {number}: {difference}"))?;
    }
    Ok(replay.compared)
}

struct Replay {
    world: World,
    symbols: Symbols,
    random: Option<Random>,
    compare_writes: bool,
    compared: usize,
}

impl Replay {
    fn new(recording: &Value, order: Order) -> Result<Self, String> {
        let minor = minor_of(recording)?;
        let config = Config {
            minor,
            kubelet: false,
            kube_api_qps_milli: 0,
            watch_latency: Duration::ZERO,
            api_latency: Duration::ZERO,
            ..Config::default()
        };
        let random = match order {
            Order::Serial => None,
            Order::Drawn(seed) => Some(Random::new(seed)),
        };
        let mut replay = Replay {
            world: World::new(config, oracle_cluster(minor), 1),
            symbols: Symbols::default(),
            random,
            compare_writes: recording["writesAgreeInTwoRuns"] == true,
            compared: 0,
        };
        for name in NAMESPACES {
            let body = json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": name } });
            replay.request(&json!({ "verb": "create", "kind": "Namespace", "body": body }))?;
        }
        replay.run_until_quiet()?;
        Ok(replay)
    }

    /// Makes one step; `rest` are the steps from this one on.
    fn step(&mut self, step: &Value, rest: &[Value]) -> Result<(), String> {
        let requests = step["requests"].as_array().map_or(&[][..], Vec::as_slice);
        for (number, request) in requests.iter().enumerate() {
            let answer = self.request(request)?;
            if let Some(uid) = answer.created
                && let Some(symbol) = symbol_of_created(request, number, rest)
            {
                self.symbols.meet_uid(&symbol, &uid)?;
            }
            if request["code"] != answer.code {
                return Err(format!("request {number} {request}: answered {}", answer.code));
            }
        }
        let writes = self.run_until_quiet()?;
        self.compare_objects(&step["objects"])?;
        if self.compare_writes {
            self.compare_writes(&step["writes"], &writes)?;
        }
        Ok(())
    }

    fn request(&mut self, recorded: &Value) -> Result<Answer, String> {
        let concrete = self.symbols.request(recorded);
        let request =
            wire::read_request(self.world.cluster_mut(), &concrete).map_err(|error| error.to_string())?;
        let calls = self.apply(&Action::Client(Box::new(request)))?;
        let [call] = calls.as_slice() else {
            return Err(format!("{} calls for one request", calls.len()));
        };
        let created = match (&call.request.verb, call.response.as_object()) {
            (Verb::Create(_), Some(object)) => Some(self.text(object.meta.uid)),
            _ => None,
        };
        Ok(Answer {
            code: call.response.code,
            created,
        })
    }

    /// Applies one action and returns the calls that were made.
    fn apply(&mut self, action: &Action) -> Result<Vec<Call>, String> {
        let mut fx = Effects::default();
        self.world
            .apply_with(action, &mut fx)
            .map_err(|rejected| format!("rejected: {rejected:?}"))?;
        let calls = fx.take().into_iter().filter_map(|effect| match effect {
            Effect::Call(call) => Some(*call),
            _ => None,
        });
        Ok(calls.collect())
    }

    /// Lets the controllers work until nothing was written for as long as the recorder waited. Returns their writes.
    fn run_until_quiet(&mut self) -> Result<Vec<Value>, String> {
        let since = self.world.now();
        let mut writes = Vec::new();
        for _ in 0..MAX_STEPS {
            let quiet = self.world.last_write().max(since) + QUIET;
            let next = self
                .next()
                .filter(|action| *action != Action::Advance || self.due_by(quiet));
            let Some(action) = next else {
                self.apply(&Action::Fault(Fault::Sleep(quiet)))?;
                return Ok(writes);
            };
            let calls = self.apply(&action)?;
            writes.extend(calls.iter().filter_map(|call| self.write(call)));
        }
        Err(format!("not quiet after {MAX_STEPS} steps"))
    }

    fn due_by(&self, time: Time) -> bool {
        self.world.next_due().is_some_and(|due| due <= time)
    }

    fn next(&mut self) -> Option<Action> {
        let Some(random) = &mut self.random else {
            return self.world.next(Schedule::Fair);
        };
        let mut enabled = self.world.enabled();
        if enabled.len() > 1 {
            enabled.retain(|action| *action != Action::Advance);
        }
        (!enabled.is_empty()).then(|| enabled.swap_remove(random.below(enabled.len())))
    }

    /// A writing call as recordings show it, or `None` for one that only reads.
    fn write(&self, call: &Call) -> Option<Value> {
        let cluster = self.world.cluster();
        let verb = &call.request.verb;
        if matches!(verb, Verb::Get | Verb::List) {
            return None;
        }
        let target = &call.request.target;
        let mut shown = json!({ "verb": wire::verb(verb), "code": call.response.code });
        let resource = cluster.kinds.get(target.kind).resource;
        for (key, name) in [
            ("resource", resource),
            ("namespace", target.namespace),
            ("name", target.name),
        ] {
            if name != Name::EMPTY {
                shown[key] = self.text(name).into();
            }
        }
        let refused = matches!(verb, Verb::Patch(patch) if patch.form == PatchForm::Strategic)
            && call.response.code == 415;
        if !refused && let Some(body) = wire::body(&cluster.names, verb) {
            shown["body"] = body;
        }
        Some(shown)
    }

    fn compare_objects(&mut self, recorded: &Value) -> Result<(), String> {
        let cluster = self.world.cluster();
        let stored = self
            .world
            .api()
            .objects()
            .map(|object| recorded_object(cluster, object));
        let stored: Vec<Value> = stored.filter(|object| object["kind"] != "Namespace").collect();
        let recorded = recorded.as_array().cloned().unwrap_or_default();
        self.compared += recorded.len();
        self.symbols
            .compare("objects", &sorted(recorded), &sorted(stored))
    }

    fn compare_writes(&mut self, recorded: &Value, simulated: &[Value]) -> Result<(), String> {
        let recorded = recorded.as_array().map_or(&[][..], Vec::as_slice);
        self.compared += recorded.len();
        let listed = |writes: Vec<Value>| {
            let mut lines: Vec<String> = writes.iter().map(Value::to_string).collect();
            lines.sort();
            lines
        };
        let simulated = listed(simulated.iter().map(|write| self.symbolic(write)).collect());
        let recorded = listed(recorded.iter().map(|write| self.symbolic(write)).collect());
        if recorded == simulated {
            return Ok(());
        }
        Err(format!(
            "writes\n  recorded {recorded:#?}\n  simulated {simulated:#?}"
        ))
    }

    /// A write with the recording's symbols for uids, and nothing about versions but that there is one.
    fn symbolic(&self, write: &Value) -> Value {
        match write {
            Value::Array(items) => items.iter().map(|item| self.symbolic(item)).collect(),
            Value::Object(members) => {
                let member = |(key, value): (&String, &Value)| {
                    let value = match (key.as_str(), value) {
                        ("resourceVersion", _) => Value::Bool(true),
                        ("uid", Value::String(uid)) => self
                            .symbols
                            .symbol_of_uid(uid)
                            .map_or_else(|| value.clone(), Value::from),
                        _ => self.symbolic(value),
                    };
                    (key.clone(), value)
                };
                Value::Object(members.iter().map(member).collect())
            }
            _ => write.clone(),
        }
    }

    fn text(&self, name: Name) -> String {
        self.world.cluster().names.text(name).to_owned()
    }
}

struct Answer {
    code: u16,
    /// uid of the object created.
    created: Option<String>,
}

/// Objects by kind, namespace and name, without their versions.
fn sorted(mut objects: Vec<Value>) -> Value {
    for object in &mut objects {
        if let Some(metadata) = object["metadata"].as_object_mut() {
            metadata.remove("resourceVersion");
        }
    }
    objects.sort_by_key(|object| {
        let metadata = &object["metadata"];
        format!(
            "{} {} {}",
            object["kind"], metadata["namespace"], metadata["name"]
        )
    });
    objects.into()
}

/// The symbol of the object that `request`, number `number` of the first step, created: requests show no answer, so it
/// is looked for among the objects left, then among the writes about it, then in references to it.
fn symbol_of_created(request: &Value, number: usize, steps: &[Value]) -> Option<String> {
    let metadata = &request["body"]["metadata"];
    let (name, namespace) = (&metadata["name"], &metadata["namespace"]);
    let list = |step: &Value, member: &str| step[member].as_array().cloned().unwrap_or_default();
    let step = steps.first()?;
    let later = list(step, "requests").split_off(number + 1);
    let made_again = later.iter().any(|other| {
        other["verb"] == "create"
            && other["kind"] == request["kind"]
            && other["body"]["metadata"]["name"] == *name
            && other["body"]["metadata"]["namespace"] == *namespace
    });
    let left = list(step, "objects").into_iter().find_map(|object| {
        let metadata = &object["metadata"];
        let same = object["kind"] == request["kind"]
            && metadata["name"] == *name
            && metadata["namespace"] == *namespace;
        same.then(|| metadata["uid"].clone())
    });
    if !made_again && left.is_some() {
        return left?.as_str().map(str::to_owned);
    }
    let resource = format!("{}s", request["kind"].as_str()?.to_lowercase());
    let written = list(step, "writes").into_iter().find_map(|write| {
        let same =
            write["resource"] == resource && write["name"] == *name && write["namespace"] == *namespace;
        let body = &write["body"];
        let uid = [&body["preconditions"]["uid"], &body["metadata"]["uid"]]
            .into_iter()
            .find(|uid| uid.is_string());
        uid.filter(|uid| same && Some(*uid) != left.as_ref()).cloned()
    });
    let referred = || {
        let others = steps[1..].iter().flat_map(|step| list(step, "requests"));
        later.iter().cloned().chain(others).find_map(|other| {
            let references = other["body"]["metadata"]["ownerReferences"].as_array().cloned()?;
            let to_it = |reference: &Value| {
                reference["kind"] == request["kind"]
                    && reference["name"] == *name
                    && reference["apiVersion"] == request["body"]["apiVersion"]
                    && Some(&reference["uid"]) != left.as_ref()
            };
            references
                .iter()
                .find(|reference| to_it(reference))
                .map(|reference| reference["uid"].clone())
        })
    };
    written.or_else(referred)?.as_str().map(str::to_owned)
}
