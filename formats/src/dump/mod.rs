//! What `kubectl get -o json|yaml` and its relatives print, to the core's objects: metadata and the few facts that a
//! controller reads. Everything else (data of secrets, environments, annotations) is passed over while parsing and
//! never stored.

mod assemble;
mod collector;
mod definition;
mod document;
mod draft;
mod epoch;
mod metadata;
mod note;
mod parts;

pub use epoch::Epoch;
pub(crate) use epoch::parse_timestamp;
pub use note::{Note, Skipped};

pub(crate) use assemble::{Assembled, assemble, object_of};
pub(crate) use collector::Collector;
pub(crate) use definition::{CustomKind, define, group_of, plural_of};
pub(crate) use document::Document;
pub(crate) use draft::{Draft, DraftFacts};

use crate::error::{LoadError, Place, Problem};
use crate::input::{Context, Source, read_source};
use crate::limits::Limits;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Name, Object};
use std::sync::Arc;

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
}

/// How a dump is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The limits.
    pub limits: Limits,
    /// The moment that becomes time 0; without one it is the newest that the dump knows of.
    pub epoch: Option<Epoch>,
}

/// Reads `sources` into `cluster`, which has to know the kinds built into its version: it gets the dump's strings, and
/// the kinds that its definitions and objects add, and what is wrong with its discovery. A source that is broken loads nothing of any.
pub fn read_dump(
    sources: &[Source<'_>],
    cluster: &mut Cluster,
    options: &Options,
) -> Result<Dump, LoadError> {
    let mut context = Context::new(Arc::make_mut(&mut cluster.names), options.limits);
    let mut collector = Collector::default();
    read_into(sources, &mut context, &mut collector)?;
    let Assembled {
        objects,
        notes,
        epoch,
        short_names,
        discovery_failure,
    } = assemble(
        context.names,
        Arc::make_mut(&mut cluster.kinds),
        collector,
        options.epoch,
    );
    cluster.discovery_failure = discovery_failure;
    Ok(Dump {
        objects,
        notes,
        epoch,
        short_names,
    })
}

/// Reads `sources` into `collector`.
pub(crate) fn read_into(
    sources: &[Source<'_>],
    context: &mut Context<'_>,
    collector: &mut Collector,
) -> Result<(), LoadError> {
    let mut bytes = 0;
    for source in sources {
        collector.begin_source(source.name);
        read_source(*source, bytes, &mut document::Reader { context, collector })?;
        bytes += source.bytes.len() as u64;
        if !collector.found_anything() {
            let place = Place {
                source: source.name.to_owned(),
                ..Place::default()
            };
            return Err(LoadError::of_document(place, Problem::NothingFound));
        }
    }
    Ok(())
}
