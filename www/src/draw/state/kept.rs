use super::MOST_KEPT_BYTES;
use crate::state::{Shared, Source};
use kubeloupe_formats::dump::Epoch;
use serde_json::{Value, json};

/// A drawing as a tab keeps it over a reload; `None` where it is larger than may be kept.
pub fn kept_text(source: &Source, scenario: impl FnOnce() -> Value) -> Option<String> {
    // Nothing that a browser keeps is worth writing out a hundred thousand objects for.
    let most_objects = MOST_KEPT_BYTES / 100;
    if source.catalog.object_count() > most_objects {
        return None;
    }
    let text = json!({ "epoch": source.epoch.unix_s, "scenario": scenario() }).to_string();
    (text.len() <= MOST_KEPT_BYTES).then_some(text)
}

/// What a tab kept, if that is a drawing.
pub fn read_kept(text: &str) -> Option<Shared> {
    let kept: Value = serde_json::from_str(text).ok()?;
    let scenario = kept["scenario"].is_object().then(|| kept["scenario"].clone())?;
    Some(Shared {
        epoch: Some(Epoch {
            unix_s: kept["epoch"].as_i64()?,
        }),
        ..Shared::of_scenario(scenario)
    })
}
