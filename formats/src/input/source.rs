use super::encoding::decode;
use super::{Documents, chatter, json};
use crate::error::{LoadError, Place, Problem};
use crate::limits::Limit;

/// One input: a file, standard input, what was pasted.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
}

enum Format {
    Json,
    Yaml,
}

/// Reads every document of `source`. `already` is the size of the sources before it.
pub(crate) fn read_source<'n, D: Documents<'n>>(
    source: Source<'_>,
    already: u64,
    documents: &mut D,
) -> Result<(), LoadError> {
    let value = documents.context().limits.get(Limit::InputBytes);
    if source.bytes.len() as u64 > value.saturating_sub(already) {
        return Err(whole_source(
            source,
            Problem::Limit {
                limit: Limit::InputBytes,
                value,
            },
        ));
    }
    if source.bytes.starts_with(b"\x1f\x8b") || source.bytes.starts_with(b"PK\x03\x04") {
        return Err(whole_source(source, Problem::Compressed));
    }
    let bytes = decode(source.bytes).ok_or_else(|| whole_source(source, Problem::NotText))?;
    let format = detect(&bytes);
    documents.context().yaml = matches!(format, Format::Yaml);
    match format {
        Format::Json => json::read_json(source.name, &bytes, documents),
        Format::Yaml => read_yaml(source, &bytes, documents),
    }
}

#[cfg(feature = "yaml")]
fn read_yaml<'n, D: Documents<'n>>(
    source: Source<'_>,
    bytes: &[u8],
    documents: &mut D,
) -> Result<(), LoadError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => super::yaml::read_yaml(source.name, text, documents),
        Err(error) => {
            let place = place_of(source.name, 0, bytes, error.valid_up_to());
            Err(LoadError::of_document(place, Problem::NotText))
        }
    }
}

#[cfg(not(feature = "yaml"))]
fn read_yaml<'n, D: Documents<'n>>(source: Source<'_>, _: &[u8], _: &mut D) -> Result<(), LoadError> {
    Err(whole_source(source, Problem::YamlNotBuiltIn))
}

fn whole_source(source: Source<'_>, problem: Problem) -> LoadError {
    let place = Place {
        source: source.name.to_owned(),
        ..Place::default()
    };
    LoadError::of_document(place, problem)
}

/// Line and column of the byte at `offset`.
pub(crate) fn place_of(source: &str, document: u32, bytes: &[u8], offset: usize) -> Place {
    let before = &bytes[..offset];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    Place {
        source: source.to_owned(),
        document,
        line: 1 + count_lines(before),
        column: 1 + (offset - line_start) as u64,
    }
}

pub(crate) fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// JSON begins with a bracket, after what kubectl may have said. A brace that is not followed by a quoted key opens a
/// flow mapping, which only YAML has.
fn detect(bytes: &[u8]) -> Format {
    let mut rest = bytes.trim_ascii_start();
    while let Some(&first) = rest.first() {
        match first {
            b'[' => return Format::Json,
            b'{' => {
                let inside = rest[1..].trim_ascii_start().first();
                return if matches!(inside, None | Some(b'"' | b'}')) {
                    Format::Json
                } else {
                    Format::Yaml
                };
            }
            _ => {}
        }
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        if chatter::classify(&rest[..end]).is_none() {
            return Format::Yaml;
        }
        rest = rest[end..].trim_ascii_start();
    }
    Format::Json
}
