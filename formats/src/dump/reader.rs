use super::{Assembled, Collector, Dump, Feed, Options, PassedOver, assemble};
use crate::error::{LoadError, Problem};
use crate::input::Context;
use kubeloupe_core::apiserver::Cluster;
use std::borrow::Cow;
use std::sync::Arc;

/// Reads dumps in slices, so that whoever shows progress stays in charge: add sources, advance until it is done, finish.
/// Dropping it is all that it takes to stop.
pub struct DumpReader<'a> {
    cluster: Cluster,
    options: Options,
    feed: Feed<'a>,
    collector: Collector,
    failed: Option<LoadError>,
}

/// How far a [`DumpReader`] has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Bytes read, as the sources were given: a compressed one counts with its compressed bytes.
    pub read: u64,
    /// Bytes added.
    pub added: u64,
    /// Objects so far.
    pub objects: usize,
    /// Everything that was added is read.
    pub done: bool,
}

impl<'a> DumpReader<'a> {
    /// A reader into `cluster`, which has to know the kinds built into its version.
    pub fn new(cluster: Cluster, options: Options) -> Self {
        DumpReader {
            cluster,
            options,
            feed: Feed::default(),
            collector: Collector::default(),
            failed: None,
        }
    }

    /// Adds a source: text, perhaps compressed, or an archive. It is an error if it is broken or holds no Kubernetes
    /// objects.
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) {
        self.feed.add(name.into(), bytes.into(), false);
    }

    /// Adds a source that was found in a folder, where it may well be something else: where it is broken or holds no
    /// Kubernetes objects it is left out, with a note.
    pub fn add_found(&mut self, name: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) {
        self.feed.add(name.into(), bytes.into(), true);
    }

    /// Notes a file of a folder that was not looked into.
    pub fn pass_over(&mut self, name: impl Into<String>, why: PassedOver) {
        self.collector.pass_over(name.into(), why);
    }

    /// Reads about `bytes` bytes of text on. After an error there is nothing more to read, but for YAML that needs a parser
    /// ([`Problem::YamlNotBuiltIn`]): once there is one it goes on.
    pub fn advance(&mut self, bytes: usize) -> Result<Progress, LoadError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let names = Arc::make_mut(&mut self.cluster.names);
        let mut context = Context::new(names, self.options.limits);
        context.keep_nodes = self.options.nodes;
        context.workloads = self.options.workloads;
        match self.feed.advance(&mut context, &mut self.collector, bytes) {
            Ok(done) => {
                let (read, added) = self.feed.progress();
                Ok(Progress {
                    read,
                    added,
                    objects: self.collector.drafts.len(),
                    done,
                })
            }
            Err(error) => {
                if error.problem != Problem::YamlNotBuiltIn {
                    self.failed = Some(error.clone());
                }
                Err(error)
            }
        }
    }

    /// The cluster, and the objects of everything that was added; it is read to its end if it was not. Where that fails
    /// the cluster knows no other kinds than before.
    pub fn finish(mut self) -> (Cluster, Result<Dump, LoadError>) {
        let read = loop {
            match self.advance(usize::MAX) {
                Ok(progress) if !progress.done => {}
                Ok(_) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        let names = Arc::make_mut(&mut self.cluster.names);
        let read = read.and_then(|()| self.collector.take_from_graphs(names, &self.options.limits));
        let dump = read.map(|()| {
            self.collector.note_uncounted();
            let Assembled {
                objects,
                notes,
                epoch,
                short_names,
                discovery_failure,
                graphs,
                silent_nodes,
                guessed_owners,
            } = assemble(
                Arc::make_mut(&mut self.cluster.names),
                Arc::make_mut(&mut self.cluster.kinds),
                self.collector,
                self.options.epoch,
            );
            self.cluster.discovery_failure = discovery_failure;
            Dump {
                objects,
                notes,
                epoch,
                short_names,
                graphs,
                silent_nodes,
                guessed_owners,
            }
        });
        (self.cluster, dump)
    }
}
