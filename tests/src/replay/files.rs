use super::{FORMATS, Format, hash};
use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What the replay of one file came to.
#[derive(Default)]
pub struct Report {
    /// Names of the formats found.
    pub formats: Vec<&'static str>,
    /// Recordings replayed without a difference.
    pub passed: usize,
    /// The others, each with its first difference.
    pub failures: Vec<Failure>,
    /// Calls (or steps, or passes) compared in those that passed.
    pub compared: usize,
}

/// A recording that was not replayed as recorded.
pub struct Failure {
    /// `id`, or the line number.
    pub id: String,
    /// The first difference.
    pub difference: String,
}

impl Report {
    /// How many recordings the file holds.
    pub fn recordings(&self) -> usize {
        self.passed + self.failures.len()
    }
}

/// The recordings among `paths`: files as they are, folders with everything under them that ends in `.jsonl` or
/// `.jsonl.gz`, sorted.
pub fn recordings_in(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = fs::read_dir(path)?
                .map(|entry| Ok(entry?.path()))
                .collect::<io::Result<_>>()?;
            inside.retain(|path| path.is_dir() || is_recording(path));
            inside.sort();
            found.extend(recordings_in(&inside)?);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn is_recording(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy())
        .unwrap_or_default();
    name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
}

/// The recordings of one file, one a line.
pub fn read_recordings(path: &Path) -> io::Result<Vec<Value>> {
    let file = File::open(path)?;
    let zipped = path.extension().is_some_and(|extension| extension == "gz");
    let reader: Box<dyn Read> = if zipped {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut recordings = Vec::new();
    for (number, line) in BufReader::new(reader).lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let recording = serde_json::from_str(&line);
            recordings.push(recording.map_err(|error| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("line {}: {error}", number + 1),
                )
            })?);
        }
    }
    Ok(recordings)
}

/// Replays every recording of one file.
pub fn replay_file(path: &Path) -> io::Result<Report> {
    let mut report = Report::default();
    let mut recordings = read_recordings(path)?;
    hash::complete(&mut recordings, path)?;
    for (number, recording) in recordings.iter().enumerate() {
        let outcome = match FORMATS.iter().find(|format| (format.fits)(recording)) {
            None => Err(unknown_format(recording)),
            Some(format) => {
                if !report.formats.contains(&format.name) {
                    report.formats.push(format.name);
                }
                replay(format, recording)
            }
        };
        match outcome {
            Ok(compared) => {
                report.passed += 1;
                report.compared += compared;
            }
            Err(difference) => {
                let id = recording["id"]
                    .as_str()
                    .map_or_else(|| format!("line {}", number + 1), str::to_owned);
                report.failures.push(Failure { id, difference });
            }
        }
    }
    Ok(report)
}

/// A panic is a difference too, so that the other recordings are still replayed.
fn replay(format: &Format, recording: &Value) -> Result<usize, String> {
    catch_unwind(AssertUnwindSafe(|| (format.replay)(recording)))
        .unwrap_or_else(|_| Err("the simulation panicked (see above)".to_owned()))
}

fn unknown_format(recording: &Value) -> String {
    let members: Vec<&str> = recording
        .as_object()
        .into_iter()
        .flat_map(|members| members.keys())
        .map(String::as_str)
        .collect();
    format!("unknown format, with members {}", members.join(", "))
}
