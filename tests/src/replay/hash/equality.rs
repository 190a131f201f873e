use super::{same, template_of};
use kubeloupe_core::hash::schema::NEWEST_MINOR;
use kubeloupe_core::hash::{Form, Zone, prepare};
use serde_json::Value;

/// Two templates: whether the API calls them equal, before and after they are stored, and their hashes.
pub fn replay_equality(recording: &Value) -> Result<usize, String> {
    let template = |member: &str| template_of(&recording[member]).map_err(|error| format!("{error:?}"));
    let (a, b) = (template("a")?, template("b")?);
    for (member, form) in [("stored", Form::Manifest), ("direct", Form::Decoded)] {
        let prepare = |template| prepare(template, form, NEWEST_MINOR).map_err(|error| format!("{error:?}"));
        let (mut a, mut b) = (prepare(&a)?, prepare(&b)?);
        // Unlike all others, these recordings were made on a machine that knows its zone (SP-12).
        (a.zone, b.zone) = (Zone::LocaltimeUtc, Zone::LocaltimeUtc);
        let recorded = &recording[member];
        let text = |name: &str| recorded[name].as_str().unwrap_or_default().to_owned();
        let flag = |name: &str| recorded[name].as_bool();
        same(&format!("{member} a"), a.hash(None).encoded(), text("hashA"))?;
        same(&format!("{member} b"), b.hash(None).encoded(), text("hashB"))?;
        same(
            &format!("{member} equal"),
            Some(a.equals_ignoring_hash(&b)),
            flag("equal"),
        )?;
        same(
            &format!("{member} equal the other way"),
            Some(b.equals_ignoring_hash(&a)),
            flag("equalSwapped"),
        )?;
    }
    Ok(8)
}
