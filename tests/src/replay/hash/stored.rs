use super::{same, template_of, value_of};
use crate::replay::read_recordings;
use kubeloupe_core::hash::schema::NEWEST_MINOR;
use kubeloupe_core::hash::{Form, prepare};
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};

/// A template as it is stored: written again it is the same. The template may hold fields that only old versions have.
pub fn replay_stored(recording: &Value) -> Result<usize, String> {
    let recorded = &recording["storedTemplate"];
    let template = template_of(recorded).map_err(|error| format!("{error:?}"))?;
    let prepared = prepare(&template, Form::Stored, NEWEST_MINOR).map_err(|error| format!("{error:?}"))?;
    let mut expected = value_of(recorded);
    for field in &prepared.unknown {
        remove(&mut expected, field);
    }
    same("what is written again", prepared.encoded(), expected)?;
    Ok(1)
}

fn remove(value: &mut kubeloupe_core::hash::Value, field: &str) {
    use kubeloupe_core::hash::Value;
    let (step, rest) = match field.split_once('.') {
        Some((step, rest)) => (step, Some(rest)),
        None => (field, None),
    };
    let (name, index) = match step.strip_suffix(']').and_then(|step| step.split_once('[')) {
        Some((name, index)) => (name, index.parse::<usize>().ok()),
        None => (step, None),
    };
    let Value::Map(members) = value else { return };
    match (rest, index, members.get_mut(name)) {
        (None, ..) => {
            members.remove(name);
        }
        (Some(rest), Some(index), Some(Value::List(elements))) => {
            if let Some(element) = elements.get_mut(index) {
                remove(element, rest);
            }
        }
        (Some(rest), None, Some(value)) => remove(value, rest),
        _ => {}
    }
}

/// Gives recordings that name a stored template by its id the template itself, from the file beside theirs, or from the
/// project's copy.
pub(in crate::replay) fn complete(recordings: &mut [Value], path: &Path) -> io::Result<()> {
    let lacks =
        |recording: &Value| recording["hashes"].is_array() && recording.get("storedTemplate").is_none();
    if !recordings.iter().any(lacks) {
        return Ok(());
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/hash");
    let folders = [path.parent().unwrap_or(Path::new(".")).to_owned(), own];
    let mut stored = Vec::new();
    for folder in folders {
        let files = ["stored-templates.jsonl", "stored-templates.jsonl.gz"].map(|name| folder.join(name));
        let found: Vec<PathBuf> = files.into_iter().filter(|file| file.exists()).collect();
        for file in found {
            stored.extend(read_recordings(&file)?);
        }
    }
    for recording in recordings.iter_mut().filter(|recording| lacks(recording)) {
        if let Some(row) = stored.iter().find(|row| row["id"] == recording["id"]) {
            recording["storedTemplate"] = row["storedTemplate"].clone();
        }
    }
    Ok(())
}
