//! What `kubectl get -o json|yaml` and its relatives print, to the core's objects: metadata and the few facts that a
//! controller reads. Everything else (data of secrets, environments, annotations) is passed over while parsing and
//! never stored.

mod assemble;
mod collector;
mod definition;
mod document;
mod draft;
mod epoch;
mod feed;
mod leases;
mod metadata;
mod node_parts;
mod note;
mod parts;
mod reader;

pub use collector::Graph;
pub use epoch::Epoch;
pub(crate) use epoch::parse_timestamp;
pub use note::{Note, PassedOver, Skipped};
pub use reader::{DumpReader, Progress};

pub(crate) use assemble::{Assembled, assemble, object_of};
pub(crate) use collector::Collector;
pub(crate) use definition::{CustomKind, define, group_of, plural_of};
pub(crate) use document::Document;
pub(crate) use draft::{Draft, DraftFacts};
pub(crate) use feed::Feed;

use crate::error::LoadError;
use crate::input::{Context, Source};
use crate::limits::Limits;
use kubeloupe_core::analyse::unconfirmed_pods;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Name, Object};
use kubeloupe_core::sim::Config;

/// The objects of one or more dumps.
#[derive(Clone, Debug)]
pub struct Dump {
    /// Each object once, in the order of the files.
    pub objects: Vec<Object>,
    /// What was assumed, made up or left out.
    pub notes: Vec<Note>,
    /// Which moment the core's time 0 is.
    pub epoch: Epoch,
    /// Short names that CustomResourceDefinitions give to their kinds.
    pub short_names: Vec<(Name, KindId)>,
    /// The collector's own pictures of its graph that were among the sources.
    pub graphs: Vec<Graph>,
    /// Nodes whose kubelets had stopped renewing their leases: they confirm nothing (`Config::silent_nodes`).
    pub silent_nodes: Vec<Name>,
    /// Owner references whose uids were guessed by kind and name (`Config::guessed_owners`).
    pub guessed_owners: Vec<(Name, Name)>,
}

impl Dump {
    /// `config` with what the dump tells of how its cluster is.
    pub fn config(&self, mut config: Config) -> Config {
        config.silent_nodes.extend(self.silent_nodes.iter().copied());
        config
            .unconfirmed_pods
            .extend(unconfirmed_pods(self.objects.iter()));
        config.guessed_owners.extend(self.guessed_owners.iter().copied());
        config
    }
}

/// How a dump is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The limits.
    pub limits: Limits,
    /// The moment that becomes time 0; without one it is the newest that the dump knows of.
    pub epoch: Option<Epoch>,
    /// What the controllers of nodes read of nodes, pods and leases is kept.
    pub nodes: bool,
    /// What the controllers of workloads read of ReplicaSets, their likes and pods is kept, templates too.
    pub workloads: bool,
}

/// Reads `sources` into `cluster`, which has to know the kinds built into its version: it gets the dump's strings, and
/// the kinds that its definitions and objects add, and what is wrong with its discovery. A source that is broken loads
/// nothing of any.
pub fn read_dump(
    sources: &[Source<'_>],
    cluster: &mut Cluster,
    options: &Options,
) -> Result<Dump, LoadError> {
    let mut reader = DumpReader::new(std::mem::take(cluster), *options);
    for source in sources {
        reader.add(source.name, source.bytes);
    }
    let (whole, dump) = reader.finish();
    *cluster = whole;
    dump
}

/// Reads one source into `collector`, from a scenario that names it.
pub(crate) fn read_into(
    source: Source<'_>,
    context: &mut Context<'_>,
    collector: &mut Collector,
) -> Result<(), LoadError> {
    let mut feed = Feed::default();
    feed.add(source.name.to_owned(), source.bytes.into(), false);
    while !feed.advance(context, collector, usize::MAX)? {}
    Ok(())
}
