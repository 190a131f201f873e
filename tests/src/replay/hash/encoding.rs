use super::{same, template_of};
use kubeloupe_core::hash::schema::NEWEST_MINOR;
use kubeloupe_core::hash::{Form, prepare};
use serde_json::{Value, json};

/// Encoding an object keeps the texts of some of its quantities, and so changes its hash (QT-10). The id names the place
/// and the text of the one quantity: `size-128Mi`.
pub fn replay_encoding(recording: &Value) -> Result<usize, String> {
    let id = recording["id"].as_str().ok_or("no id")?;
    let (place, text) = id.split_once('-').ok_or("no place")?;
    let mut template = json!({ "metadata": { "labels": { "app": "web" } },
        "spec": { "containers": [{ "name": "c", "image": "x:1" }] } });
    let spec = &mut template["spec"];
    match place {
        "limit" => spec["containers"][0]["resources"] = json!({ "limits": { "memory": text } }),
        "size" => spec["volumes"] = json!([{ "name": "v", "emptyDir": { "sizeLimit": text } }]),
        "div" => {
            let source = json!({ "resource": "limits.memory", "divisor": text });
            spec["containers"][0]["env"] =
                json!([{ "name": "R", "valueFrom": { "resourceFieldRef": source } }]);
        }
        other => return Err(format!("unknown place {other}")),
    }
    let template = template_of(&template).map_err(|error| format!("{error:?}"))?;
    let prepared = prepare(&template, Form::Manifest, NEWEST_MINOR).map_err(|error| format!("{error:?}"))?;
    let (before, after) = (prepared.hash(None), prepared.hash_after_encoding(None));
    let recorded = |member: &str| recording[member].as_str().unwrap_or_default();
    same("before", before.encoded().as_str(), recorded("before"))?;
    same("after JSON", after.encoded().as_str(), recorded("afterJSON"))?;
    same(
        "after protobuf",
        after.encoded().as_str(),
        recorded("afterProtobuf"),
    )?;
    same("changed", Some(before != after), recording["changed"].as_bool())?;
    Ok(4)
}
