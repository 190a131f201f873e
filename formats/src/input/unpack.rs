use super::tar::{self, BLOCK, Header, Kind};
use crate::dump::PassedOver;
use crate::error::Problem;
use crate::limits::{Limit, Limits};
use flate2::bufread::MultiGzDecoder;
use std::borrow::Cow;
use std::io::{Cursor, Read};

/// How a file is packed, as its first bytes show; its name is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    /// Not at all.
    Plain,
    /// gzip, perhaps with an archive in it.
    Gzip,
    /// A tar archive.
    Tar,
    /// Some other archive or compression.
    Foreign,
}

impl Packing {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        const FOREIGN: [&[u8]; 6] = [
            b"PK\x03\x04",
            b"BZh",
            b"\xfd7zXZ\0",
            b"\x28\xb5\x2f\xfd",
            b"7z\xbc\xaf\x27\x1c",
            b"Rar!\x1a\x07",
        ];
        if bytes.starts_with(b"\x1f\x8b") {
            Packing::Gzip
        } else if tar::is_header(bytes) {
            Packing::Tar
        } else if FOREIGN.iter().any(|magic| bytes.starts_with(magic)) {
            Packing::Foreign
        } else {
            Packing::Plain
        }
    }
}

/// Unpacks a compressed file, or the files of an archive one after the other. What is passed over is never held.
#[derive(Debug)]
pub(crate) struct Unpacker<'a> {
    raw: Raw<'a>,
    state: State,
    /// What the next entry is called instead, and how large it is.
    named: Option<String>,
    sized: Option<u64>,
    /// Bytes that came out so far.
    unpacked: u64,
    archive: bool,
}

/// What one step of unpacking gave.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Unpacked {
    /// Nothing yet.
    More,
    /// A file; one without a name is the whole.
    File { name: Option<String>, bytes: Vec<u8> },
    /// An entry that is not looked into.
    PassedOver { name: String, why: PassedOver },
    /// There is nothing more.
    End,
}

#[derive(Debug)]
enum State {
    /// The first block tells what it is.
    Start,
    Whole(Vec<u8>),
    Header,
    /// The content of an entry: what is still to come, and the filling after it.
    Content {
        header: Header,
        bytes: Vec<u8>,
        left: u64,
        filling: u64,
    },
    /// The content of an entry that is passed over.
    Passing {
        left: u64,
    },
    End,
}

#[derive(Debug)]
enum Raw<'a> {
    Plain(Cursor<Cow<'a, [u8]>>),
    Gzip(Box<MultiGzDecoder<Cursor<Cow<'a, [u8]>>>>),
}

/// Names and records of entries; a path is no longer than 4 KiB.
const LONGEST_RECORD: u64 = 1 << 16;

impl<'a> Unpacker<'a> {
    /// Unpacks what is packed as `packing`, which must be gzip or tar.
    pub(crate) fn new(bytes: Cow<'a, [u8]>, packing: Packing) -> Self {
        let (raw, state) = if packing == Packing::Gzip {
            let decoder = MultiGzDecoder::new(Cursor::new(bytes));
            (Raw::Gzip(Box::new(decoder)), State::Start)
        } else {
            (Raw::Plain(Cursor::new(bytes)), State::Header)
        };
        Unpacker {
            raw,
            state,
            named: None,
            sized: None,
            unpacked: 0,
            archive: packing == Packing::Tar,
        }
    }

    /// How many of the packed bytes were read.
    pub(crate) fn position(&self) -> u64 {
        match &self.raw {
            Raw::Plain(cursor) => cursor.position(),
            Raw::Gzip(decoder) => decoder.get_ref().position(),
        }
    }

    /// How much came out.
    pub(crate) fn unpacked(&self) -> u64 {
        self.unpacked
    }

    /// Whether it is an archive.
    pub(crate) fn is_archive(&self) -> bool {
        self.archive
    }

    /// Unpacks up to `budget` bytes, or to the next file.
    pub(crate) fn step(&mut self, budget: usize, limits: &Limits) -> Result<Unpacked, Problem> {
        match &mut self.state {
            State::Start => {
                let (block, length) = self.block(limits)?;
                if tar::is_header(&block[..length]) {
                    self.archive = true;
                    return self.header(&block);
                }
                self.state = State::Whole(block[..length].to_vec());
                Ok(Unpacked::More)
            }
            State::Whole(bytes) => {
                let got = fill(&mut self.raw, bytes, budget)?;
                self.unpacked += got as u64;
                within(limits, Limit::UnpackedBytes, self.unpacked)?;
                within(limits, Limit::SourceBytes, bytes.len() as u64)?;
                if got == budget {
                    return Ok(Unpacked::More);
                }
                let bytes = std::mem::take(bytes);
                self.state = State::End;
                Ok(Unpacked::File { name: None, bytes })
            }
            State::Header => {
                let (block, length) = self.block(limits)?;
                // An archive ends with blocks of zeros, or without.
                if length == 0 || block.iter().all(|&byte| byte == 0) {
                    self.state = State::End;
                    return Ok(Unpacked::End);
                }
                if length < BLOCK {
                    return Err(Problem::Damaged);
                }
                self.header(&block)
            }
            State::Content {
                bytes, left, filling, ..
            } => {
                let wanted = budget.min(usize::try_from(*left).unwrap_or(usize::MAX));
                let got = fill(&mut self.raw, bytes, wanted)?;
                self.unpacked += got as u64;
                *left -= got as u64;
                let (done, filling) = (*left == 0, *filling);
                within(limits, Limit::UnpackedBytes, self.unpacked)?;
                if got < wanted {
                    return Err(Problem::Damaged);
                }
                if !done {
                    return Ok(Unpacked::More);
                }
                let state = std::mem::replace(&mut self.state, State::Passing { left: filling });
                match state {
                    State::Content { header, bytes, .. } => Ok(self.content(header, bytes)),
                    _ => Ok(Unpacked::More),
                }
            }
            State::Passing { left } => {
                let wanted = budget.min(usize::try_from(*left).unwrap_or(usize::MAX));
                let got = drain(&mut self.raw, wanted)?;
                *left -= got as u64;
                let done = *left == 0;
                self.unpacked += got as u64;
                within(limits, Limit::UnpackedBytes, self.unpacked)?;
                if got < wanted {
                    return Err(Problem::Damaged);
                }
                if done {
                    self.state = State::Header;
                }
                Ok(Unpacked::More)
            }
            State::End => Ok(Unpacked::End),
        }
    }

    fn block(&mut self, limits: &Limits) -> Result<([u8; BLOCK], usize), Problem> {
        let mut block = Vec::with_capacity(BLOCK);
        let length = fill(&mut self.raw, &mut block, BLOCK)?;
        self.unpacked += length as u64;
        within(limits, Limit::UnpackedBytes, self.unpacked)?;
        block.resize(BLOCK, 0);
        Ok((*block.first_chunk().unwrap_or(&[0; BLOCK]), length))
    }

    /// What follows the header in `block`.
    fn header(&mut self, block: &[u8; BLOCK]) -> Result<Unpacked, Problem> {
        let mut header = tar::parse(block).ok_or(Problem::Damaged)?;
        let filling = |size: u64| size.next_multiple_of(BLOCK as u64) - size;
        let about_next = matches!(header.kind, Kind::LongName | Kind::Records | Kind::Ignored);
        if !about_next {
            header.name = self.named.take().unwrap_or(header.name);
            header.size = self.sized.take().unwrap_or(header.size);
        }
        let size = header.size;
        // Nothing is as large, and the sums below must not overflow.
        if size > 1 << 60 || (about_next && size > LONGEST_RECORD) {
            return Err(Problem::Damaged);
        }
        let passed_over = match header.kind {
            Kind::File if is_readable(&header.name) => None,
            Kind::LongName | Kind::Records => None,
            Kind::File => Some(Some(PassedOver::Name)),
            Kind::Link => Some(Some(PassedOver::Link)),
            Kind::Special => Some(Some(PassedOver::Special)),
            Kind::Folder | Kind::Ignored => Some(None),
        };
        let Some(why) = passed_over else {
            self.state = State::Content {
                header,
                bytes: Vec::new(),
                left: size,
                filling: filling(size),
            };
            return Ok(Unpacked::More);
        };
        // A link has a size in some archives, but no content.
        let left = if header.kind == Kind::Link {
            0
        } else {
            size + filling(size)
        };
        self.state = State::Passing { left };
        Ok(match why {
            Some(why) => Unpacked::PassedOver {
                name: header.name,
                why,
            },
            None => Unpacked::More,
        })
    }

    /// An entry whose content is there.
    fn content(&mut self, header: Header, bytes: Vec<u8>) -> Unpacked {
        match header.kind {
            Kind::LongName => self.named = Some(tar::text(&bytes)),
            Kind::Records => {
                let (path, size) = tar::records(&bytes);
                self.named = path.or(self.named.take());
                self.sized = size.or(self.sized.take());
            }
            _ => {
                return Unpacked::File {
                    name: Some(header.name),
                    bytes,
                };
            }
        }
        Unpacked::More
    }
}

impl Read for Raw<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Raw::Plain(cursor) => cursor.read(buffer),
            Raw::Gzip(decoder) => decoder.read(buffer),
        }
    }
}

/// Whether a file in a folder or an archive may hold objects, by its name: they hold logs and pictures too.
pub(crate) fn is_readable(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    // macOS packs a shadow of every file.
    let shadow = name.rsplit('/').next().is_some_and(|last| last.starts_with("._"));
    !shadow
        && [".yaml", ".yml", ".json", ".dot"]
            .iter()
            .any(|end| name.ends_with(end))
}

fn within(limits: &Limits, limit: Limit, count: u64) -> Result<(), Problem> {
    let value = limits.get(limit);
    if count > value {
        return Err(Problem::Limit { limit, value });
    }
    Ok(())
}

/// Appends up to `wanted` bytes; fewer only at the end.
fn fill(raw: &mut Raw<'_>, bytes: &mut Vec<u8>, wanted: usize) -> Result<usize, Problem> {
    raw.take(wanted as u64)
        .read_to_end(bytes)
        .map_err(|_| Problem::Damaged)
}

/// Passes over up to `wanted` bytes; fewer only at the end.
fn drain(raw: &mut Raw<'_>, wanted: usize) -> Result<usize, Problem> {
    if let Raw::Plain(cursor) = raw {
        let left = (cursor.get_ref().len() as u64).saturating_sub(cursor.position());
        let passed = left.min(wanted as u64);
        cursor.set_position(cursor.position() + passed);
        return Ok(usize::try_from(passed).unwrap_or(wanted));
    }
    let mut buffer = vec![0; 1 << 15];
    let mut passed = 0;
    while passed < wanted {
        let most = buffer.len().min(wanted - passed);
        match raw.read(&mut buffer[..most]).map_err(|_| Problem::Damaged)? {
            0 => break,
            got => passed += got,
        }
    }
    Ok(passed)
}
