use super::same;
use kubeloupe_core::hash::Quantity;
use serde_json::Value;

/// One quantity: its inner state on every step of its way, its texts, its values.
pub fn replay_quantity(recording: &Value) -> Result<usize, String> {
    let token = recording["json"].as_str().ok_or("no token")?;
    // The real reader cuts the quotes off and unescapes nothing.
    let text = match token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => inside,
        None => token,
    };
    let parsed = if token == "null" {
        Ok(Quantity::default())
    } else {
        Quantity::parse(text.trim())
    };
    let quantity = match (parsed, recording["ok"].as_bool()) {
        (Ok(quantity), Some(true)) => quantity,
        (Err(_), Some(false)) => return Ok(1),
        (ours, _) => return Err(format!("ours {ours:?}, recorded {}", recording["error"])),
    };
    same("parsed", state(&quantity).as_str(), text_of(recording, "parsed"))?;
    same(
        "canonical",
        quantity.canonical().as_str(),
        text_of(recording, "canonical"),
    )?;
    let mut asked = quantity.clone();
    asked.keep_text();
    let after = recording["afterString"]
        .as_str()
        .unwrap_or(text_of(recording, "parsed"));
    same("after its text was asked for", state(&asked).as_str(), after)?;
    let stored = parse(&quantity.canonical())?;
    same("stored", state(&stored).as_str(), text_of(recording, "stored"))?;
    let restored = recording["restored"]
        .as_str()
        .unwrap_or(text_of(recording, "canonical"));
    same("restored", stored.canonical().as_str(), restored)?;
    same(
        "value",
        quantity.value().to_string().as_str(),
        text_of(recording, "value"),
    )?;
    same(
        "value in thousandths",
        quantity.milli_value().to_string().as_str(),
        text_of(recording, "milliValue"),
    )?;
    same(
        "sign",
        i64::from(quantity.sign()),
        recording["sign"].as_i64().unwrap_or(9),
    )?;

    let list = &recording["list"];
    let mut rounded = quantity;
    let exact = rounded.round_up_to_milli();
    same("rounded", state(&rounded).as_str(), text_of(list, "rounded"))?;
    same("exact", Some(exact), list["exact"].as_bool())?;
    same(
        "canonical in a list",
        rounded.canonical().as_str(),
        text_of(list, "canonical"),
    )?;
    let stored = parse(&rounded.canonical())?;
    same(
        "stored in a list",
        state(&stored).as_str(),
        text_of(list, "stored"),
    )?;
    Ok(12)
}

fn parse(text: &str) -> Result<Quantity, String> {
    Quantity::parse(text).map_err(|error| format!("{text} is not readable again: {error:?}"))
}

fn state(quantity: &Quantity) -> String {
    let mut text = String::new();
    quantity.dump(&mut |piece| text.push_str(piece));
    text
}

fn text_of<'v>(recording: &'v Value, member: &str) -> &'v str {
    recording[member].as_str().unwrap_or_default()
}
