use super::collector::Collector;
use super::document::Reader;
use super::note::Note;
use crate::error::{LoadError, Problem};
use crate::input::{Context, Packing, Stream, Unpacked, Unpacker, of_source};
use crate::limits::Limit;
use std::borrow::Cow;
use std::collections::VecDeque;

/// Sources on their way to drafts, in slices: whoever feeds it decides how much is read at a time.
#[derive(Debug, Default)]
pub(crate) struct Feed<'a> {
    waiting: VecDeque<Input<'a>>,
    /// What is being read: archives, and in the innermost a text.
    open: Vec<Open<'a>>,
    /// Files begun, those of archives too.
    files: u64,
    /// Bytes of text, of all files.
    bytes: u64,
    /// Bytes of all sources as they were given, and of those that are done.
    fed: u64,
    done: u64,
}

#[derive(Debug)]
struct Input<'a> {
    name: String,
    bytes: Cow<'a, [u8]>,
    found: bool,
}

/// A source that is being read.
#[derive(Debug)]
struct Open<'a> {
    name: String,
    /// It was found in a folder or an archive, where it may well be something else than objects: then it is left out.
    found: bool,
    /// Its size as it was given; 0 for a file of an archive.
    size: u64,
    stage: Stage<'a>,
}

#[derive(Debug)]
enum Stage<'a> {
    Packed {
        unpacker: Box<Unpacker<'a>>,
        /// How many drafts and lists there were when it was opened.
        before: (usize, u64),
    },
    Text(Box<Stream<'a>>),
}

/// Archives in archives: a must-gather has gzip files in its tar.
const DEEPEST: usize = 3;

impl<'a> Feed<'a> {
    /// Adds a source. One that was `found` in a folder is left out where it is broken or holds no objects.
    pub(crate) fn add(&mut self, name: String, bytes: Cow<'a, [u8]>, found: bool) {
        self.fed += bytes.len() as u64;
        self.waiting.push_back(Input { name, bytes, found });
    }

    /// How many bytes were read, and how many were fed.
    pub(crate) fn progress(&self) -> (u64, u64) {
        let begun = self.open.first().map_or(0, |open| match &open.stage {
            Stage::Packed { unpacker, .. } => unpacker.position().min(open.size),
            Stage::Text(stream) => {
                let (read, of) = stream.progress();
                // The text may be another than what was given: unpacked, or converted.
                (u128::from(open.size) * read as u128 / (of as u128).max(1)) as u64
            }
        });
        (self.done + begun, self.fed)
    }

    /// Reads about `budget` bytes. Returns whether that was all.
    pub(crate) fn advance(
        &mut self,
        context: &mut Context<'_>,
        collector: &mut Collector,
        budget: usize,
    ) -> Result<bool, LoadError> {
        let mut left = budget;
        while left > 0 {
            let Some(open) = self.open.last_mut() else {
                let Some(input) = self.waiting.pop_front() else {
                    return Ok(true);
                };
                let size = input.bytes.len() as u64;
                let found = input.found;
                let opened = self.begin(input, size, context, collector);
                settle(opened, found, collector)?.map_or_else(|| self.done += size, drop);
                continue;
            };
            let found = open.found;
            let outcome = match &mut open.stage {
                Stage::Text(stream) => {
                    let before = stream.progress().0;
                    let ended = stream.advance(&mut Reader::new(context, collector), left);
                    left = if stream.is_looking() {
                        // That moved nothing on, and took the time of what was to be read.
                        0
                    } else {
                        left.saturating_sub((stream.progress().0 - before).max(1))
                    };
                    ended.and_then(|ended| {
                        if ended && !collector.found_anything() {
                            return Err(of_source(stream.name(), Problem::NothingFound));
                        }
                        if ended {
                            collector.end_source();
                        }
                        Ok(ended)
                    })
                }
                Stage::Packed { unpacker, before } => {
                    let unpacked = unpacker.unpacked();
                    let step = unpacker.step(left, &context.limits);
                    let came = unpacker.unpacked() - unpacked;
                    left = left.saturating_sub(usize::try_from(came).unwrap_or(left).max(1));
                    let nothing = *before == collector.found_so_far();
                    let name = open.name.clone();
                    match step {
                        Ok(Unpacked::More) => Ok(false),
                        Ok(Unpacked::End) if nothing && unpacker.is_archive() => {
                            Err(of_source(&name, Problem::NothingFound))
                        }
                        Ok(Unpacked::End) => Ok(true),
                        Ok(Unpacked::PassedOver { name: entry, why }) => {
                            collector.pass_over(format!("{name}/{entry}"), why);
                            Ok(false)
                        }
                        Ok(Unpacked::File { name: entry, bytes }) => {
                            // A file that is compressed by itself is the same file; others are found in an archive.
                            let inside = Input {
                                found: found || entry.is_some(),
                                name: entry.map_or(name.clone(), |entry| format!("{name}/{entry}")),
                                bytes: Cow::Owned(bytes),
                            };
                            self.unpacked(inside, context, collector)
                        }
                        Err(problem) => Err(of_source(&name, problem)),
                    }
                }
            };
            if settle(outcome, found, collector)?.unwrap_or(true)
                && let Some(closed) = self.open.pop()
            {
                self.done += closed.size;
            }
        }
        Ok(self.open.is_empty() && self.waiting.is_empty())
    }

    /// Goes on with a file that was unpacked. Returns whether the packed one is done, which it is not: the file is on
    /// top of it.
    fn unpacked(
        &mut self,
        input: Input<'a>,
        context: &mut Context<'_>,
        collector: &mut Collector,
    ) -> Result<bool, LoadError> {
        let found = input.found;
        let opened = self.begin(input, 0, context, collector);
        settle(opened, found, collector)?;
        Ok(false)
    }

    /// Opens a source.
    fn begin(
        &mut self,
        Input { name, bytes, found }: Input<'a>,
        size: u64,
        context: &Context<'_>,
        collector: &mut Collector,
    ) -> Result<(), LoadError> {
        let check = |limit: Limit, count: u64| {
            let value = context.limits.get(limit);
            if count > value {
                return Err(of_source(&name, Problem::Limit { limit, value }));
            }
            Ok(())
        };
        self.files += 1;
        check(Limit::Files, self.files)?;
        check(Limit::SourceBytes, bytes.len() as u64)?;
        let packing = Packing::of(&bytes);
        let stage = match packing {
            Packing::Foreign => return Err(of_source(&name, Problem::Compressed)),
            Packing::Gzip | Packing::Tar if self.open.len() >= DEEPEST => {
                return Err(of_source(&name, Problem::Compressed));
            }
            Packing::Gzip | Packing::Tar => Stage::Packed {
                unpacker: Box::new(Unpacker::new(bytes, packing)),
                before: collector.found_so_far(),
            },
            Packing::Plain => {
                self.bytes = self.bytes.saturating_add(bytes.len() as u64);
                check(Limit::InputBytes, self.bytes)?;
                collector.begin_source(&name);
                Stage::Text(Box::new(Stream::new(name.clone(), bytes)?))
            }
        };
        self.open.push(Open {
            name,
            found,
            size,
            stage,
        });
        Ok(())
    }
}

/// Leaves a source out that was found, where the error is about nothing else: `None`. A limit that is reached, or a
/// format that this build cannot read at all, is an error there too: leaving the source out would make answers wrong.
fn settle<T>(
    outcome: Result<T, LoadError>,
    found: bool,
    collector: &mut Collector,
) -> Result<Option<T>, LoadError> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(error) if found && is_about_the_file(&error.problem) => {
            collector.abandon_source();
            collector.notes.push(Note::FileSkipped(error));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn is_about_the_file(problem: &Problem) -> bool {
    match problem {
        Problem::YamlNotBuiltIn => false,
        Problem::Limit { limit, .. } => matches!(
            limit,
            Limit::Depth | Limit::Aliases | Limit::AliasExpansion | Limit::UnpackedBytes
        ),
        _ => true,
    }
}
