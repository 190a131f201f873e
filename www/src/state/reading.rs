use super::plain::plain_names;
use super::{Session, Source};
use crate::text::Language;
use kubeloupe_core::Set;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Names, builtin_kinds};
use kubeloupe_formats::dump::{Dump, Options, read_dump};
use kubeloupe_formats::live::LiveRead;
use kubeloupe_formats::text::describe_error;
use std::rc::Rc;
use std::sync::Arc;

/// What was read: objects, and the strings and kinds that they refer to.
pub struct Read {
    title: String,
    cluster: Cluster,
    dump: Dump,
    /// Kinds of which every object was read.
    listed: Set<KindId>,
}

/// Reads files, given by name and content, as a cluster of 1.`minor`, or says what is wrong with them.
pub fn read(files: &[(String, Vec<u8>)], minor: u32, language: Language) -> Result<Read, String> {
    let words = language.words();
    let mut names = Names::default();
    let kinds = builtin_kinds(&mut names, minor);
    let mut cluster = Cluster {
        names: Arc::new(names),
        kinds: Arc::new(kinds),
        minor,
        ..Cluster::default()
    };
    let sources: Vec<kubeloupe_formats::Source<'_>> = files
        .iter()
        .map(|(name, bytes)| kubeloupe_formats::Source { name, bytes })
        .collect();
    let title = title(files);
    let refuse = |why: &str| format!("{} {why}", (words.cannot_open)(&title));
    let dump = read_dump(&sources, &mut cluster, &Options::default())
        .map_err(|error| refuse(&describe_error(&error, language.formats())))?;
    if dump.objects.is_empty() {
        return Err(refuse(words.no_objects));
    }
    Ok(Read {
        title,
        cluster,
        dump,
        listed: Set::default(),
    })
}

impl Read {
    /// What was read of a running cluster.
    pub fn of_cluster(title: String, read: LiveRead, language: Language) -> Result<Self, String> {
        let words = language.words();
        let LiveRead {
            cluster,
            dump,
            listed,
            ..
        } = read;
        if dump.objects.is_empty() {
            return Err(format!("{} {}", (words.cannot_open)(&title), words.no_objects));
        }
        Ok(Read {
            title,
            cluster,
            dump,
            listed: listed.into_iter().collect(),
        })
    }

    /// A session with what was read.
    pub fn into_session(mut self) -> Session {
        if let Some(plain) = plain_names(&self.cluster.names) {
            self.cluster.names = Arc::new(plain);
        }
        let objects: Vec<_> = self.dump.objects.into_iter().map(Arc::new).collect();
        let source = Source::new(self.title, &objects, &self.cluster, self.dump.notes);
        Session::new(Rc::new(source), self.cluster, objects, self.listed)
    }
}

fn title(files: &[(String, Vec<u8>)]) -> String {
    match files {
        [] => String::new(),
        [(name, _)] => name.clone(),
        [(name, _), others @ ..] => format!("{name} +{}", others.len()),
    }
}
