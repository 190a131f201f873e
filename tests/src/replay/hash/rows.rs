use super::{count_of, minor_of, same, template_of, value_of};
use kubeloupe_core::hash::{Form, HashError, Prepared, form_of, prepare};
use serde_json::Value;

/// One template in one version: what is stored of it, its dump, and its hashes. Returns how many things were compared.
pub fn replay_template(recording: &Value) -> Result<usize, String> {
    let minor = minor_of(recording)?;
    let mut compared = 0;
    if let Some(raw) = recording.get("rawTemplate") {
        let template = template_of(raw).map_err(|error| format!("{error:?}"))?;
        let prepared = prepare(&template, Form::Manifest, minor);
        if recording["decodes"] == false {
            return refused(prepared, recording);
        }
        let prepared = prepared.map_err(|error| format!("refused: {error:?}"))?;
        let mut unknown = prepared.unknown.clone();
        unknown.sort();
        let mut recorded = texts(&recording["unknownFields"]);
        recorded.sort();
        let below_template =
            |field: &String| field.strip_prefix("spec.template.").unwrap_or(field).to_owned();
        same(
            "unknown fields",
            unknown,
            recorded.iter().map(below_template).collect(),
        )?;
        same(
            "stored template",
            prepared.encoded(),
            value_of(&recording["storedTemplate"]),
        )?;
        compared += 2 + compare(&prepared, recording)?;
    }
    if recording["environmentDependent"] == true && recording.get("rawTemplate").is_some() {
        // JSON does not tell a zero time behind a pointer from none (SP-12).
        return Ok(compared);
    }
    // What is stored hashes to the same, without anything done to it.
    let stored = template_of(&recording["storedTemplate"]).map_err(|error| format!("stored: {error:?}"))?;
    let prepared = prepare(&stored, Form::Stored, minor).map_err(|error| format!("stored: {error:?}"))?;
    compared += compare(&prepared, recording).map_err(|difference| format!("stored: {difference}"))?;
    if recording.get("rawTemplate").is_some() {
        same("form of what is stored", form_of(&stored), Form::Stored)?;
    }
    Ok(compared)
}

fn refused(prepared: Result<Prepared, HashError>, recording: &Value) -> Result<usize, String> {
    let field = match prepared {
        Err(
            HashError::WrongType { field, .. }
            | HashError::Number { field, .. }
            | HashError::Quantity { field, .. }
            | HashError::Time { field, .. }
            | HashError::Unsupported(field),
        ) => field,
        other => return Err(format!("refused as {}, ours {other:?}", recording["decodeError"])),
    };
    let error = recording["decodeError"].as_str().unwrap_or_default();
    // Errors of the types that read themselves do not say where they were met.
    let last = field.rsplit(['.', '[']).next().unwrap_or_default();
    if error.contains("Go struct field")
        && last.parse::<u32>().is_err()
        && !last.ends_with(']')
        && !error.contains(last)
    {
        return Err(format!("the error {error} is not about {field}"));
    }
    Ok(1)
}

fn compare(prepared: &Prepared, recording: &Value) -> Result<usize, String> {
    let dump = prepared.dump();
    if let Some(recorded) = recording["dump"].as_str()
        && dump != recorded
    {
        let at = dump
            .bytes()
            .zip(recorded.bytes())
            .take_while(|(ours, theirs)| ours == theirs)
            .count();
        let around = |text: &str| {
            let from = text.floor_char_boundary(at.saturating_sub(60));
            text[from..text.floor_char_boundary(at + 60)].to_owned()
        };
        return Err(format!(
            "dump from byte {at}: ours …{}…, recorded …{}…",
            around(&dump),
            around(recorded)
        ));
    }
    same(
        "bytes of the dump",
        dump.len() as u64,
        recording["dumpLength"].as_u64().unwrap_or(0),
    )?;
    let hashes = recording["hashes"].as_array().ok_or("no hashes")?;
    for row in hashes {
        let hash = prepared.hash(count_of(&row["collisionCount"]));
        same(
            &format!("hash with count {}", row["collisionCount"]),
            hash.encoded().as_str(),
            row["hash"].as_str().unwrap_or_default(),
        )?;
    }
    Ok(1 + hashes.len())
}

fn texts(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}
