use super::target::{TargetError, resolve};
use crate::LoadError;
use crate::Source;
use crate::dump::{Dump, Epoch, Note, Options, read_dump};
use crate::versions::minor_note;
use kubeloupe_core::Set;
use kubeloupe_core::analyse::{
    Baseline, Cascade, Forecast, ForecastLimits, ForecastRun, Question, owners_outside,
};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Name, Object, ObjectKey, builtin_kinds};
use kubeloupe_core::sim::{Config, World};
use std::sync::Arc;

/// A dump that is ready to be asked what a deletion would do.
#[derive(Clone, Debug)]
pub struct Forecaster {
    /// The dump as it was found.
    start: World,
    /// Worked off up to the point at which a question is asked.
    settled: ForecastRun,
    /// Objects that stand for owners which the dump does not hold.
    outside: Set<Name>,
    baseline: Baseline,
    short_names: Vec<(Name, KindId)>,
    notes: Vec<Note>,
    epoch: Epoch,
}

impl Forecaster {
    /// Reads dumps of one cluster, and lets its controllers learn what there is.
    pub fn read(sources: &[Source<'_>], config: Config, options: &Options) -> Result<Self, LoadError> {
        let mut cluster = built_in(config.minor);
        let dump = read_dump(sources, &mut cluster, options)?;
        Ok(Self::of_dump(cluster, dump, config))
    }

    /// The same for a dump that was read into `cluster`.
    pub fn of_dump(cluster: Cluster, dump: Dump, config: Config) -> Self {
        Preparation::new(cluster, dump, config).finish()
    }

    /// The same for objects at hand.
    pub fn new(cluster: Cluster, objects: Vec<Arc<Object>>, config: Config) -> Self {
        Preparation::of_objects(cluster, objects, config).finish()
    }

    /// The object that `text` names (`KIND[.GROUP]/[NAMESPACE/]NAME`); without a namespace it is looked for in
    /// `namespace`, and in all of them when that is not given either.
    pub fn object(&self, text: &str, namespace: Option<&str>) -> Result<ObjectKey, TargetError> {
        resolve(&self.start, &self.short_names, text, namespace)
    }

    /// Runs the deletion of these objects, in this order, to its end.
    pub fn run(&self, delete: &[ObjectKey], cascade: Cascade) -> ForecastRun {
        let mut run = self.ask(delete, cascade);
        while !run.advance(u64::MAX) {}
        run
    }

    /// The same before its first step.
    pub fn ask(&self, delete: &[ObjectKey], cascade: Cascade) -> ForecastRun {
        self.settled.with_question(Question {
            delete: delete.to_vec(),
            cascade,
        })
    }

    /// What the deletion of these objects, in this order, does.
    pub fn forecast(&self, delete: &[ObjectKey], cascade: Cascade) -> Forecast {
        self.finish(&self.run(delete, cascade))
    }

    /// What happens when nothing is asked, to its end: what a diagnosis is made from.
    pub fn undisturbed(&self) -> ForecastRun {
        let mut run = self.settled();
        while !run.advance(u64::MAX) {}
        run
    }

    /// The same before its first step.
    pub fn settled(&self) -> ForecastRun {
        self.settled.clone()
    }

    /// The answer of a run.
    pub fn finish(&self, run: &ForecastRun) -> Forecast {
        run.finish(Some(&self.baseline))
    }

    /// The world as it was found, with everything that the controllers know, before they have acted.
    pub fn world(&self) -> &World {
        &self.start
    }

    /// The objects of the dump, without those that only stand for owners outside it.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        let stored = self.start.api().objects();
        stored
            .map(|object| &**object)
            .filter(|object| !self.outside.contains(&object.meta.uid))
    }

    /// Strings, kinds, version.
    pub fn cluster(&self) -> &Cluster {
        self.start.cluster()
    }

    /// What the reader assumed, made up or left out.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Which moment time 0 is.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }
}

/// A dump on its way to a [`Forecaster`], in slices: the controllers learn what there is, work off what they find, and
/// everything is followed to its end once without a question.
#[derive(Clone, Debug)]
pub struct Preparation {
    world: World,
    outside: Set<Name>,
    runs: Option<Runs>,
    short_names: Vec<(Name, KindId)>,
    notes: Vec<Note>,
    epoch: Epoch,
}

/// The world as it was found, worked off, and as it ends.
#[derive(Clone, Debug)]
struct Runs {
    settled: ForecastRun,
    undisturbed: ForecastRun,
}

impl Preparation {
    /// Begins with a dump that was read into `cluster`.
    pub fn new(cluster: Cluster, dump: Dump, config: Config) -> Self {
        let version = minor_note(config.minor);
        let config = dump.config(config);
        let objects = dump.objects.into_iter().map(Arc::new).collect();
        Preparation {
            notes: version.into_iter().chain(dump.notes).collect(),
            epoch: dump.epoch,
            short_names: dump.short_names,
            ..Self::of_objects(cluster, objects, config)
        }
    }

    fn of_objects(cluster: Cluster, objects: Vec<Arc<Object>>, config: Config) -> Self {
        let strangers = owners_outside(&cluster, &objects);
        let outside: Set<Name> = strangers.iter().map(|object| object.meta.uid).collect();
        let mut world = World::new(config, cluster, 1);
        world.load(objects);
        world.load(strangers);
        Preparation {
            world,
            outside,
            runs: None,
            short_names: Vec::new(),
            notes: Vec::new(),
            epoch: Epoch::DEFAULT,
        }
    }

    /// Takes up to `steps` steps. Returns whether it is done.
    pub fn advance(&mut self, steps: u64) -> bool {
        if let Some(runs) = &mut self.runs {
            return runs.undisturbed.advance(steps);
        }
        for _ in 0..steps {
            let next = self.world.next_of_start();
            if next.is_none_or(|action| self.world.apply_silently(&action).is_err()) {
                let nothing = Question {
                    delete: Vec::new(),
                    cascade: Cascade::ApiDefault,
                };
                let limits = ForecastLimits::default();
                let mut settled = ForecastRun::new(&self.world, nothing, self.outside.clone(), limits);
                settled.settle();
                self.runs = Some(Runs {
                    undisturbed: settled.clone(),
                    settled,
                });
                break;
            }
        }
        false
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u64 {
        let runs = self.runs.as_ref();
        runs.map_or(self.world.steps(), |runs| {
            self.world.steps() + runs.undisturbed.steps()
        })
    }

    /// The dump, ready; what is left is done now.
    pub fn finish(mut self) -> Forecaster {
        let Runs { settled, undisturbed } = loop {
            if self.advance(u64::MAX)
                && let Some(runs) = self.runs.take()
            {
                break runs;
            }
        };
        Forecaster {
            start: self.world,
            settled,
            outside: self.outside,
            baseline: undisturbed.baseline(),
            short_names: self.short_names,
            notes: self.notes,
            epoch: self.epoch,
        }
    }
}

/// A cluster with the kinds that Kubernetes `1.minor` brings.
pub fn built_in(minor: u32) -> Cluster {
    let mut cluster = Cluster {
        minor,
        ..Cluster::default()
    };
    cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), minor));
    cluster
}
