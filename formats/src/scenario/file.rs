use super::action::Actions;
use super::expectation::Expectations;
use super::fields::{Span, Word, unknown_field, unknown_word};
use super::node_flags::DraftNodeFlags;
use super::resolve::{resolve, resolve_action};
use super::words::{CONTROLLERS, FINALIZER, FLAGS, KIND, LATENCY, MONITOR, SCHEDULES, TOP};
use super::{Loader, Scenario, Until};
use crate::dump::{Collector, Document, Epoch, Note, read_into};
use crate::error::{Expected, LoadError, Place, Problem, Vocabulary};
use crate::input::{
    Bool, Context, Documents, Element, Elements, Erased, Failed, Fields, Members, Owned, Source, Text, Whole,
    read_source, refuse,
};
use crate::limits::{Limit, Limits};
use crate::versions::{VersionChoice, gate_of, minor_of, switch_of};
use kubeloupe_core::object::{Duration, Name, Names, Time};
use kubeloupe_core::sim::{Action, Config, Schedule, World};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use std::fmt;
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
        Members::strict(self.context, &mut self.file).deserialize(input)
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

impl<'de> Fields<'de> for File {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "kubeloupe" => {
                let version = map.next_value_seed(Owned { context })?;
                if version != "v1" {
                    return Err(context.unreadable(Expected::FormatVersion, &version));
                }
                self.version = true;
            }
            "title" => self.title = map.next_value_seed(Owned { context })?,
            "kubernetes" => self.choice.minor = Some(map.next_value_seed(Minor { context })?),
            "switches" => map.next_value_seed(Members::strict(context, &mut Switches(&mut self.choice)))?,
            "featureGates" => map.next_value_seed(Members::strict(context, &mut Gates(&mut self.choice)))?,
            "seed" => {
                let seed = Whole {
                    context,
                    least: 0,
                    most: u64::MAX,
                };
                self.seed = map.next_value_seed(seed)?.unwrap_or(1);
            }
            "schedule" => {
                let word = Word {
                    context,
                    vocabulary: Vocabulary::Schedule,
                    known: SCHEDULES,
                };
                let random = map.next_value_seed(word)? == "random";
                self.schedule = if random { Schedule::Random } else { Schedule::Fair };
            }
            "controllers" => {
                let mut controllers = Controllers::default();
                map.next_value_seed(Elements::strict(context, &mut controllers, Limit::Actions))?;
                controllers.apply(self);
            }
            "flags" => map.next_value_seed(Members::strict(context, &mut Flags(self)))?,
            "latency" => map.next_value_seed(Members::strict(context, &mut Latency(&mut self.config)))?,
            "finalizers" => {
                map.next_value_seed(Members::strict(context, &mut Finalizers(&mut self.config)))?;
            }
            "kinds" => map.next_value_seed(Elements::strict(
                context,
                &mut Kinds(&mut self.kinds),
                Limit::Actions,
            ))?,
            "unsyncedMonitors" => {
                let mut monitors = Monitors(&mut self.unsynced_monitors);
                map.next_value_seed(Elements::strict(context, &mut monitors, Limit::Actions))?;
            }
            "objects" => {
                map.next_value_seed(Elements::strict(context, &mut Objects(self), Limit::Objects))?
            }
            "files" => {
                map.next_value_seed(Elements::strict(
                    context,
                    &mut FileNames(&mut self.files),
                    Limit::Actions,
                ))?;
            }
            "actions" => map.next_value_seed(Elements::strict(context, &mut self.actions, Limit::Actions))?,
            "until" => self.until = map.next_value_seed(End { context })?,
            "maxSteps" => self.max_steps = steps(context, map)?,
            "expect" => map.next_value_seed(Members::strict(context, &mut self.expectations))?,
            _ => return Err(unknown_field(context, key, TOP)),
        }
        Ok(())
    }
}

fn steps<'de, A: MapAccess<'de>>(context: &mut Context<'_>, map: &mut A) -> Result<u64, A::Error> {
    let most = context.limits.get(Limit::Steps);
    let steps = Whole {
        context,
        least: 0,
        most,
    };
    Ok(map.next_value_seed(steps)?.unwrap_or(DEFAULT_STEPS))
}

/// `1.37`, `v1.37`, `1.37.2`.
struct Minor<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl<'de> DeserializeSeed<'de> for Minor<'_, '_> {
    type Value = u32;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<u32, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Minor<'_, '_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a minor version")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u32, E> {
        minor_of(text).map_err(|problem| self.context.fail(problem))
    }

    // As a number, 1.30 would be 1.3.
    refuse!(Expected::Version => Bool Number Null List Mapping);
}

/// `quiescent`, or a span of time.
struct End<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl<'de> DeserializeSeed<'de> for End<'_, '_> {
    type Value = Until;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Until, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for End<'_, '_> {
    type Value = Until;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an end")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Until, E> {
        match text {
            "quiescent" => Ok(Until::Quiescent),
            text => until(
                Span {
                    context: self.context,
                }
                .visit_str(text)?,
            ),
        }
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Until, E> {
        until(
            Span {
                context: self.context,
            }
            .visit_u64(seconds)?,
        )
    }

    fn visit_i64<E: Error>(self, seconds: i64) -> Result<Until, E> {
        until(
            Span {
                context: self.context,
            }
            .visit_i64(seconds)?,
        )
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Until, E> {
        until(
            Span {
                context: self.context,
            }
            .visit_f64(seconds)?,
        )
    }

    refuse!(Expected::Duration => Bool Null List Mapping);
}

fn until<E: Error>(span: Duration) -> Result<Until, E> {
    Ok(Until::Time(Time::START + span))
}

#[derive(Default)]
struct Controllers(Vec<&'static str>);

impl<'de> Element<'de> for Controllers {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let word = Word {
            context,
            vocabulary: Vocabulary::Controller,
            known: CONTROLLERS,
        };
        self.0.push(word.deserialize(input)?);
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

impl<'de> Fields<'de> for Flags<'_> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
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
            "kube-api-qps" => config.kube_api_qps_milli = map.next_value_seed(Rate { context })?,
            "enable-garbage-collector" => {
                self.0.collector_disabled = map.next_value_seed(Bool { context })? == Some(false);
            }
            _ => match FLAGS.iter().find(|flag| **flag == key) {
                Some(flag) => {
                    map.next_value::<serde::de::IgnoredAny>()?;
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

impl<'de> DeserializeSeed<'de> for Rate<'_, '_> {
    type Value = u32;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<u32, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Rate<'_, '_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of calls a second")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u32, E> {
        match text.parse::<f64>() {
            Ok(rate) => self.visit_f64(rate),
            Err(_) => Err(self.context.unreadable(Expected::Rate, text)),
        }
    }

    fn visit_u64<E: Error>(self, rate: u64) -> Result<u32, E> {
        self.visit_f64(rate as f64)
    }

    fn visit_i64<E: Error>(self, rate: i64) -> Result<u32, E> {
        self.visit_f64(rate as f64)
    }

    fn visit_f64<E: Error>(self, rate: f64) -> Result<u32, E> {
        const MOST: f64 = 1e6;
        match rate {
            // What is left of the point fits, and a rate that is not zero does not become it.
            0.001..=MOST => Ok((rate * 1000.0).round() as u32),
            _ if rate < 0.0 => Ok(0),
            _ => Err(self.context.unreadable(Expected::Rate, &rate.to_string())),
        }
    }

    refuse!(Expected::Rate => Bool Null List Mapping);
}

fn workers<'de, A: MapAccess<'de>>(context: &mut Context<'_>, map: &mut A) -> Result<u32, A::Error> {
    /// More workers than any cluster has.
    const MOST: u64 = 10_000;
    let count = map.next_value_seed(Whole {
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

impl<'de> Fields<'de> for Switches<'_> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let switch = switch_of(key).map_err(|problem| context.fail(problem))?;
        // `null` leaves it as the version has it.
        if let Some(on) = map.next_value_seed(Bool { context })? {
            self.0.switches.push((switch, on));
        }
        Ok(())
    }
}

struct Gates<'v>(&'v mut VersionChoice);

impl<'de> Fields<'de> for Gates<'_> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let gate = gate_of(key).map_err(|problem| context.fail(problem))?;
        if let Some(on) = map.next_value_seed(Bool { context })? {
            self.0.gates.push((gate, on));
        }
        Ok(())
    }
}

struct Latency<'c>(&'c mut Config);

impl<'de> Fields<'de> for Latency<'_> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "watch" => self.0.watch_latency = map.next_value_seed(Span { context })?,
            "api" => self.0.api_latency = map.next_value_seed(Span { context })?,
            "podStart" => self.0.pod_start = Some(map.next_value_seed(Span { context })?),
            _ => return Err(unknown_field(context, key, LATENCY)),
        }
        Ok(())
    }
}

/// Who removes custom finalizers: finalizer to `{ after: span }`.
struct Finalizers<'c>(&'c mut Config);

impl<'de> Fields<'de> for Finalizers<'_> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        context.check(Limit::NameBytes, key.len())?;
        let finalizer = context.names.intern(key);
        let mut after = After(Duration::ZERO);
        map.next_value_seed(Members::strict(context, &mut after))?;
        let list = &mut self.0.finalizer_controllers;
        list.retain(|(known, _)| *known != finalizer);
        list.push((finalizer, after.0));
        let count = list.len();
        context.check(Limit::Finalizers, count)
    }
}

struct After(Duration);

impl<'de> Fields<'de> for After {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "after" => self.0 = map.next_value_seed(Span { context })?,
            _ => return Err(unknown_field(context, key, FINALIZER)),
        }
        Ok(())
    }
}

struct Kinds<'k>(&'k mut Vec<StatedKind>);

impl<'de> Element<'de> for Kinds<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let mut kind = StatedKind {
            api_version: Name::EMPTY,
            kind: Name::EMPTY,
            resource: Name::EMPTY,
            namespaced: true,
            served: true,
        };
        Members::strict(context, &mut kind).deserialize(input)?;
        for (name, field) in [(kind.api_version, "apiVersion"), (kind.kind, "kind")] {
            if name == Name::EMPTY {
                return Err(context.fail(Problem::MissingField(field)));
            }
        }
        self.0.push(kind);
        Ok(())
    }
}

impl<'de> Fields<'de> for StatedKind {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "apiVersion" => self.api_version = map.next_value_seed(Text::new(context))?,
            "kind" => self.kind = map.next_value_seed(Text::new(context))?,
            "resource" => self.resource = map.next_value_seed(Text::new(context))?,
            "namespaced" => self.namespaced = map.next_value_seed(Bool { context })?.unwrap_or(true),
            "served" => self.served = map.next_value_seed(Bool { context })?.unwrap_or(true),
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

impl<'de> Element<'de> for Monitors<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let mut monitor = Monitor::default();
        Members::strict(context, &mut monitor).deserialize(input)?;
        if monitor.kind == Name::EMPTY {
            return Err(context.fail(Problem::MissingField("kind")));
        }
        self.0.push(monitor);
        Ok(())
    }
}

impl<'de> Fields<'de> for Monitor {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "apiVersion" => self.api_version = map.next_value_seed(Text::new(context))?,
            "kind" => self.kind = map.next_value_seed(Text::new(context))?,
            _ => return Err(unknown_field(context, key, MONITOR)),
        }
        Ok(())
    }
}

struct Objects<'f>(&'f mut File);

impl<'de> Element<'de> for Objects<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        self.0.objects = self.0.objects.saturating_add(1);
        Document::element(context, &mut self.0.collector, self.0.objects).deserialize(input)
    }
}

struct FileNames<'f>(&'f mut Vec<String>);

impl<'de> Element<'de> for FileNames<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        self.0.push(Owned { context }.deserialize(input)?);
        Ok(())
    }
}
