//! Scenario files (design 4.1), version `kubeloupe/v1`: a cluster, what is done to it and when, and what is expected.

mod action;
mod duration;
mod expectation;
mod fields;
mod file;
mod node_fault;
mod node_flags;
mod resolve;
mod run;
mod words;

pub use duration::parse_duration;
pub use expectation::{Comparison, Expectation, Operator, WaitsExpected};
pub use run::{Course, NextStep, RunOptions, ScenarioRun, next_step, run_scenario};
pub use words::words;

use crate::dump::{Epoch, Note};
use crate::error::LoadError;
use crate::input::Source;
use crate::limits::Limits;
use crate::versions::VersionChoice;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Object, Time};
use kubeloupe_core::sim::{Action, Config, Schedule, World};
use std::sync::Arc;

/// A scenario that is ready to be run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is about.
    pub title: String,
    /// The configuration of the world.
    pub config: Config,
    /// The seed of random schedules.
    pub seed: u64,
    /// How steps are chosen.
    pub schedule: Schedule,
    /// Strings and kinds.
    pub cluster: Cluster,
    /// The objects at the start.
    pub objects: Vec<Arc<Object>>,
    /// No namespaces are among the objects, so that all are taken to exist.
    pub namespaces_assumed: bool,
    /// What is done, earliest first.
    pub actions: Vec<Timed>,
    /// When it ends.
    pub until: Until,
    /// How many steps it may take.
    pub max_steps: u64,
    /// What is expected at the end.
    pub expectations: Vec<Expectation>,
    /// What was assumed, made up or left out.
    pub notes: Vec<Note>,
    /// Which moment time 0 is.
    pub epoch: Epoch,
}

impl Scenario {
    /// The world at the start.
    pub fn world(&self, seed: u64) -> World {
        let mut world = World::new(self.config.clone(), self.cluster.clone(), seed);
        if self.namespaces_assumed {
            world.assume_namespaces();
        }
        world.load(self.objects.iter().cloned());
        world
    }
}

/// Something that is done at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timed {
    /// When.
    pub at: Time,
    /// What.
    pub action: Action,
}

/// When a scenario ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When nothing will change any more.
    Quiescent,
    /// At this time.
    Time(Time),
}

/// Fetches the files that a scenario names, relative to its own. The error is what is told to the user.
pub type Loader<'l> = &'l mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// Reads a scenario file, and the files that it names.
pub fn read_scenario(source: Source<'_>, loader: Loader<'_>, limits: Limits) -> Result<Scenario, LoadError> {
    file::read(source, loader, limits, &VersionChoice::default())
}

/// The same in another version of Kubernetes than the file names, or with other switches.
pub fn read_scenario_as(
    source: Source<'_>,
    loader: Loader<'_>,
    limits: Limits,
    version: &VersionChoice,
) -> Result<Scenario, LoadError> {
    file::read(source, loader, limits, version)
}

/// Reads one action as scenario files write it, without its time, for a world that is under way: kinds, nodes and zones
/// are those that it knows.
pub fn read_action(
    source: Source<'_>,
    world: &mut World,
    epoch: Epoch,
    limits: Limits,
) -> Result<Action, LoadError> {
    file::read_action(source, world, epoch, limits)
}

/// The files that a scenario file names, for whoever has to fetch them before the scenario is read.
pub fn files_needed(source: Source<'_>, limits: Limits) -> Result<Vec<String>, LoadError> {
    file::files_needed(source, limits)
}
