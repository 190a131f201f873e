use super::action::Actions;
use super::expectation::Expectations;
use super::fields::{Span, Word, span_of, unknown_field, unknown_word};
use super::node_flags::DraftNodeFlags;
use super::resolve::{resolve, resolve_action};
use super::words::{CONTROLLERS, FINALIZER, FLAGS, KIND, LATENCY, MONITOR, SCHEDULES, TOP};
use super::{Loader, Scenario, Until};
use crate::dump::{Collector, Document, Epoch, Note, read_into};
use crate::error::{Expected, LoadError, Place, Problem, Vocabulary};
use crate::input::{
    Bool, Context, Documents, Element, Elements, Erased, ErasedMapping, Failed, Fields, Members, Owned, Seed,
    Source, Text, Token, Whole, read_source,
};
use crate::json::number_of;
use crate::limits::{Limit, Limits};
use crate::versions::{VersionChoice, gate_of, minor_of, switch_of};
use kubeloupe_core::object::{Duration, Name, Names, Time};
use kubeloupe_core::sim::{Action, Config, Schedule, World};
use std::sync::Arc;

const DEFAULT_STEPS: u64 = 1_000_000;

/// A scenario file as it was read.
pub(super) struct File {
    pub(super) title: String,
    pub(super) config: Config,
    pub(super) choice: VersionChoice,
    pub(super) seed: u64,
    pub(super) schedule: Schedule,
    pub(super) kinds: Vec<StatedKind>,
    pub(super) unsynced_monitors: Vec<Monitor>,
    files: Vec<String>,
    pub(super) actions: Actions,
    pub(super) until: Until,
    pub(super) max_steps: u64,
    pub(super) expectations: Expectations,
    pub(super) notes: Vec<Note>,
    pub(super) collector: Collector,
    objects: u32,
    version: bool,
    /// `enable-garbage-collector: false`, which goes before the list of controllers.
    pub(super) collector_disabled: bool,
    pub(super) node_flags: DraftNodeFlags,
}

/// One entry of `kinds`.
#[derive(Clone, Copy)]
pub(super) struct StatedKind {
    pub(super) api_version: Name,
    pub(super) kind: Name,
    pub(super) resource: Name,
    pub(super) namespaced: bool,
    pub(super) served: bool,
}

pub(super) fn read(
    source: Source<'_>,
    loader: Loader<'_>,
    limits: Limits,
    version: &VersionChoice,
) -> Result<Scenario, LoadError> {
    let mut names = Names::default();
    let mut context = Context::new(&mut names, limits);
    // Which controllers run may only be said after the objects.
    context.workloads = true;
    context.keep_nodes = true;
    let mut reader = Reader {
        context: &mut context,
        file: File::new(source.name),
    };
    read_source(source, &mut reader)?;
    let mut file = reader.file;
    file.config.start_pods_by_default();
    context.workloads = file.config.runs_workloads();
    context.keep_nodes = file.config.nodes.is_on();
    let place = Place {
        source: source.name.to_owned(),
        document: 1,
        ..Place::default()
    };
    if !file.version {
        let problem = Problem::MissingField("kubeloupe");
        return Err(LoadError::of_document(place, problem));
    }
    file.choice = file.choice.then(version);
    read_files(&mut context, &mut file, loader, source.bytes.len() as u64, &place)?;
    resolve(file, names, place)
}

/// An action by itself.
pub(super) fn read_action(
    source: Source<'_>,
    world: &mut World,
    epoch: Epoch,
    limits: Limits,
) -> Result<Action, LoadError> {
    let (workloads, keep_nodes) = (world.config().runs_workloads(), world.config().nodes.is_on());
    let cluster = world.cluster_mut();
    let mut context = Context::new(Arc::make_mut(&mut cluster.names), limits);
    context.workloads = workloads;
    context.keep_nodes = keep_nodes;
    let mut reader = ActionReader {
        context: &mut context,
        actions: Actions::default(),
    };
    read_source(source, &mut reader)?;
    let place = Place {
        source: source.name.to_owned(),
        ..Place::default()
    };
    match reader.actions.0.pop() {
        Some(action) => resolve_action(action, world, epoch, place),
        None => Err(LoadError::of_document(place, Problem::OneVerb)),
    }
}

/// The names listed under `files`.
pub(super) fn files_needed(source: Source<'_>, limits: Limits) -> Result<Vec<String>, LoadError> {
    let mut names = Names::default();
    let mut context = Context::new(&mut names, limits);
    let mut reader = Reader {
        context: &mut context,
        file: File::new(source.name),
    };
    read_source(source, &mut reader)?;
    Ok(reader.file.files)
}

/// Reads what is listed under `files`.
fn read_files(
    context: &mut Context<'_>,
    file: &mut File,
    loader: Loader<'_>,
    mut bytes: u64,
    place: &Place,
) -> Result<(), LoadError> {
    for (index, name) in std::mem::take(&mut file.files).into_iter().enumerate() {
        let failed = |problem| LoadError::of_field(place.clone(), format!("files[{index}]"), problem);
        let content = loader(&name).map_err(|reason| {
            failed(Problem::File {
                name: name.clone(),
                reason,
            })
        })?;
        bytes = bytes.saturating_add(content.len() as u64);
        let value = context.limits.get(Limit::InputBytes);
        if bytes > value {
            return Err(failed(Problem::Limit {
                limit: Limit::InputBytes,
                value,
            }));
        }
        read_into(
            Source {
                name: &name,
                bytes: &content,
            },
            context,
            &mut file.collector,
        )?;
    }
    Ok(())
}

struct Reader<'c, 'n> {
    context: &'c mut Context<'n>,
    file: File,
}

struct ActionReader<'c, 'n> {
    context: &'c mut Context<'n>,
    actions: Actions,
}

impl<'n> Documents<'n> for Reader<'_, 'n> {
    fn context(&mut self) -> &mut Context<'n> {
        self.context
    }

    fn document(&mut self, number: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        if number > 1 {
            return Err(self.context.fail(Problem::SecondDocument));
        }
        Members::strict(self.context, &mut self.file).read(input)
    }
}

impl<'n> Documents<'n> for ActionReader<'_, 'n> {
    fn context(&mut self) -> &mut Context<'n> {
        self.context
    }

    fn document(&mut self, number: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        if number > 1 {
            return Err(self.context.fail(Problem::SecondDocument));
        }
        self.actions.element(self.context, input)
    }
}

impl File {
    fn new(source: &str) -> Self {
        let mut collector = Collector::default();
        collector.begin_source(source);
        collector.begin_document(1);
        File {
            title: String::new(),
            config: Config::default(),
            choice: VersionChoice::default(),
            seed: 1,
            schedule: Schedule::Fair,
            kinds: Vec::new(),
            unsynced_monitors: Vec::new(),
            files: Vec::new(),
            actions: Actions::default(),
            until: Until::Quiescent,
            max_steps: DEFAULT_STEPS,
            expectations: Expectations::default(),
            notes: Vec::new(),
            collector,
            objects: 0,
            version: false,
            collector_disabled: false,
            node_flags: DraftNodeFlags::default(),
        }
    }
}

impl Fields for File {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "kubeloupe" => {
                let version = map.read(Owned { context })?;
                if version != "v1" {
                    return Err(context.unreadable(Expected::FormatVersion, &version));
                }
                self.version = true;
            }
            "title" => self.title = map.read(Owned { context })?,
            "kubernetes" => self.choice.minor = Some(map.read(Minor { context })?),
            "switches" => map.read(Members::strict(context, &mut Switches(&mut self.choice)))?,
            "featureGates" => map.read(Members::strict(context, &mut Gates(&mut self.choice)))?,
            "seed" => {
                let seed = Whole {
                    context,
                    least: 0,
                    most: u64::MAX,
                };
                self.seed = map.read(seed)?.unwrap_or(1);
            }
            "schedule" => {
                let word = Word {
                    context,
                    vocabulary: Vocabulary::Schedule,
                    known: SCHEDULES,
                };
                let random = map.read(word)? == "random";
                self.schedule = if random { Schedule::Random } else { Schedule::Fair };
            }
            "controllers" => {
                let mut controllers = Controllers::default();
                map.read(Elements::strict(context, &mut controllers, Limit::Actions))?;
                controllers.apply(self);
            }
            "flags" => map.read(Members::strict(context, &mut Flags(self)))?,
            "latency" => map.read(Members::strict(context, &mut Latency(&mut self.config)))?,
            "finalizers" => {
                map.read(Members::strict(context, &mut Finalizers(&mut self.config)))?;
            }
            "kinds" => map.read(Elements::strict(
                context,
                &mut Kinds(&mut self.kinds),
                Limit::Actions,
            ))?,
            "unsyncedMonitors" => {
                let mut monitors = Monitors(&mut self.unsynced_monitors);
                map.read(Elements::strict(context, &mut monitors, Limit::Actions))?;
            }
            "objects" => map.read(Elements::strict(context, &mut Objects(self), Limit::Objects))?,
            "files" => {
                map.read(Elements::strict(
                    context,
                    &mut FileNames(&mut self.files),
                    Limit::Actions,
                ))?;
            }
            "actions" => map.read(Elements::strict(context, &mut self.actions, Limit::Actions))?,
            "until" => self.until = map.read(End { context })?,
            "maxSteps" => self.max_steps = steps(context, map)?,
            "expect" => map.read(Members::strict(context, &mut self.expectations))?,
            _ => return Err(unknown_field(context, key, TOP)),
        }
        Ok(())
    }
}

fn steps(context: &mut Context<'_>, map: &mut ErasedMapping<'_, '_>) -> Result<u64, Failed> {
    let most = context.limits.get(Limit::Steps);
    let steps = Whole {
        context,
        least: 0,
        most,
    };
    Ok(map.read(steps)?.unwrap_or(DEFAULT_STEPS))
}

/// `1.37`, `v1.37`, `1.37.2`.
struct Minor<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl Seed for Minor<'_, '_> {
    type Value = u32;

    fn read(self, input: Erased<'_, '_>) -> Result<u32, Failed> {
        let Minor { context } = self;
        input.any(|token| match token {
            Token::Text(text) => minor_of(text).map_err(|problem| context.fail(problem)),
            // As a number, 1.30 would be 1.3.
            other => Err(context.wrong(Expected::Version, other.found())),
        })
    }
}

/// `quiescent`, or a span of time.
struct End<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl Seed for End<'_, '_> {
    type Value = Until;

    fn read(self, input: Erased<'_, '_>) -> Result<Until, Failed> {
        let End { context } = self;
        input.any(|token| match token {
            Token::Text("quiescent") => Ok(Until::Quiescent),
            token => Ok(Until::Time(Time::START + span_of(context, token)?)),
        })
    }
}

#[derive(Default)]
struct Controllers(Vec<&'static str>);

impl Element for Controllers {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let word = Word {
            context,
            vocabulary: Vocabulary::Controller,
            known: CONTROLLERS,
        };
        self.0.push(word.read(input)?);
        Ok(())
    }
}

impl Controllers {
    fn apply(self, file: &mut File) {
        let on = |controller: &str| self.0.contains(&controller);
        file.config.garbage_collector = on("garbagecollector");
        file.config.namespace_controller = on("namespace");
        file.config.kubelet = on("kubelet");
        file.config.replica_set_controller = on("replicaset");
        file.config.deployment_controller = on("deployment");
        file.config.stateful_set_controller = on("statefulset");
        file.config.daemon_set_controller = on("daemonset");
        file.config.nodes.lifecycle = on("nodelifecycle");
        file.config.nodes.taint_eviction = on("tainteviction");
        file.config.nodes.heartbeats = file.config.nodes.is_on();
        let in_part = self
            .0
            .iter()
            .filter(|name| ["statefulset", "daemonset"].contains(name));
        file.notes
            .extend(in_part.map(|&controller| Note::ControllerWithoutPods(controller)));
    }
}

struct Flags<'f>(&'f mut File);

impl Fields for Flags<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if self.0.node_flags.read(context, key, map)? {
            return Ok(());
        }
        let config = &mut self.0.config;
        match key {
            "concurrent-gc-syncs" => config.concurrent_gc_syncs = workers(context, map)?,
            "concurrent-replicaset-syncs" => config.concurrent_replica_set_syncs = workers(context, map)?,
            "concurrent-statefulset-syncs" => config.concurrent_stateful_set_syncs = workers(context, map)?,
            "concurrent-daemonset-syncs" => config.concurrent_daemon_set_syncs = workers(context, map)?,
            "concurrent-deployment-syncs" => config.concurrent_deployment_syncs = workers(context, map)?,
            "concurrent-namespace-syncs" => config.concurrent_namespace_syncs = workers(context, map)?,
            "kube-api-burst" => config.kube_api_burst = workers(context, map)?,
            "kube-api-qps" => config.kube_api_qps_milli = map.read(Rate { context })?,
            "enable-garbage-collector" => {
                self.0.collector_disabled = map.read(Bool { context })? == Some(false);
            }
            _ => match FLAGS.iter().find(|flag| **flag == key) {
                Some(flag) => {
                    map.ignore()?;
                    self.0.notes.push(Note::FlagWithoutEffect(flag));
                }
                None => return Err(unknown_word(context, Vocabulary::Flag, key, FLAGS)),
            },
        }
        Ok(())
    }
}

/// `kube-api-qps`, in thousandths: a number of calls a second. One below zero switches the limit off.
struct Rate<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl Seed for Rate<'_, '_> {
    type Value = u32;

    fn read(self, input: Erased<'_, '_>) -> Result<u32, Failed> {
        const MOST: f64 = 1e6;
        let Rate { context } = self;
        input.any(|token| {
            let rate = match token {
                Token::Text(text) => match number_of(text) {
                    Some(rate) => rate,
                    None => return Err(context.unreadable(Expected::Rate, text)),
                },
                Token::Unsigned(rate) => rate as f64,
                Token::Signed(rate) => rate as f64,
                Token::Float(rate) => rate,
                other => return Err(context.wrong(Expected::Rate, other.found())),
            };
            match rate {
                // What is left of the point fits, and a rate that is not zero does not become it.
                0.001..=MOST => Ok((rate * 1000.0).round() as u32),
                _ if rate < 0.0 => Ok(0),
                _ => Err(context.unreadable(Expected::Rate, &rate.to_string())),
            }
        })
    }
}

fn workers(context: &mut Context<'_>, map: &mut ErasedMapping<'_, '_>) -> Result<u32, Failed> {
    /// More workers than any cluster has.
    const MOST: u64 = 10_000;
    let count = map.read(Whole {
        context,
        least: 1,
        most: MOST,
    })?;
    match count.map(u32::try_from) {
        Some(Ok(count)) => Ok(count),
        _ => Err(context.wrong(Expected::Integer, crate::error::Found::Null)),
    }
}

struct Switches<'v>(&'v mut VersionChoice);

impl Fields for Switches<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let switch = switch_of(key).map_err(|problem| context.fail(problem))?;
        // `null` leaves it as the version has it.
        if let Some(on) = map.read(Bool { context })? {
            self.0.switches.push((switch, on));
        }
        Ok(())
    }
}

struct Gates<'v>(&'v mut VersionChoice);

impl Fields for Gates<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let gate = gate_of(key).map_err(|problem| context.fail(problem))?;
        if let Some(on) = map.read(Bool { context })? {
            self.0.gates.push((gate, on));
        }
        Ok(())
    }
}

struct Latency<'c>(&'c mut Config);

impl Fields for Latency<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "watch" => self.0.watch_latency = map.read(Span { context })?,
            "api" => self.0.api_latency = map.read(Span { context })?,
            "podStart" => self.0.pod_start = Some(map.read(Span { context })?),
            _ => return Err(unknown_field(context, key, LATENCY)),
        }
        Ok(())
    }
}

/// Who removes custom finalizers: finalizer to `{ after: span }`.
struct Finalizers<'c>(&'c mut Config);

impl Fields for Finalizers<'_> {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        context.check(Limit::NameBytes, key.len())?;
        let finalizer = context.names.intern(key);
        let mut after = After(Duration::ZERO);
        map.read(Members::strict(context, &mut after))?;
        let list = &mut self.0.finalizer_controllers;
        list.retain(|(known, _)| *known != finalizer);
        list.push((finalizer, after.0));
        let count = list.len();
        context.check(Limit::Finalizers, count)
    }
}

struct After(Duration);

impl Fields for After {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "after" => self.0 = map.read(Span { context })?,
            _ => return Err(unknown_field(context, key, FINALIZER)),
        }
        Ok(())
    }
}

struct Kinds<'k>(&'k mut Vec<StatedKind>);

impl Element for Kinds<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut kind = StatedKind {
            api_version: Name::EMPTY,
            kind: Name::EMPTY,
            resource: Name::EMPTY,
            namespaced: true,
            served: true,
        };
        Members::strict(context, &mut kind).read(input)?;
        for (name, field) in [(kind.api_version, "apiVersion"), (kind.kind, "kind")] {
            if name == Name::EMPTY {
                return Err(context.fail(Problem::MissingField(field)));
            }
        }
        self.0.push(kind);
        Ok(())
    }
}

impl Fields for StatedKind {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "apiVersion" => self.api_version = map.read(Text::new(context))?,
            "kind" => self.kind = map.read(Text::new(context))?,
            "resource" => self.resource = map.read(Text::new(context))?,
            "namespaced" => self.namespaced = map.read(Bool { context })?.unwrap_or(true),
            "served" => self.served = map.read(Bool { context })?.unwrap_or(true),
            _ => return Err(unknown_field(context, key, KIND)),
        }
        Ok(())
    }
}

/// One entry of `unsyncedMonitors`: a kind of which the collector's monitor never synchronises (GC-73).
#[derive(Clone, Copy, Default)]
pub(super) struct Monitor {
    pub(super) api_version: Name,
    pub(super) kind: Name,
}

struct Monitors<'k>(&'k mut Vec<Monitor>);

impl Element for Monitors<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut monitor = Monitor::default();
        Members::strict(context, &mut monitor).read(input)?;
        if monitor.kind == Name::EMPTY {
            return Err(context.fail(Problem::MissingField("kind")));
        }
        self.0.push(monitor);
        Ok(())
    }
}

impl Fields for Monitor {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "apiVersion" => self.api_version = map.read(Text::new(context))?,
            "kind" => self.kind = map.read(Text::new(context))?,
            _ => return Err(unknown_field(context, key, MONITOR)),
        }
        Ok(())
    }
}

struct Objects<'f>(&'f mut File);

impl Element for Objects<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.0.objects = self.0.objects.saturating_add(1);
        Document::element(context, &mut self.0.collector, self.0.objects).read(input)
    }
}

struct FileNames<'f>(&'f mut Vec<String>);

impl Element for FileNames<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.0.push(Owned { context }.read(input)?);
        Ok(())
    }
}
