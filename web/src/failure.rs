use js_sys::{Error, JsString, Object, Reflect};
use kubeloupe_formats::forecast::{TargetError, describe_target_error};
use kubeloupe_formats::text::{Lang, describe_error};
use kubeloupe_formats::{LoadError, Problem};
use wasm_bindgen::JsValue;

/// The error of an input that was refused. Its `code` tells programs what is wrong: `yaml` when it is YAML and nobody
/// has handed over a parser, otherwise `input`; its `place` where: `source`, `document`, `line`, `column`, `field`, as far as they are known.
pub(crate) fn refused(error: &LoadError, lang: Lang) -> JsValue {
    let code = match error.problem {
        Problem::YamlNotBuiltIn => "yaml",
        _ => "input",
    };
    let failed = failure(&describe_error(error, lang), code);
    let place = Object::new();
    let LoadError { place: at, field, .. } = error;
    for (name, text) in [("source", &at.source), ("field", field)] {
        if !text.is_empty() {
            set(&place, name, JsString::from(text.as_str()).into());
        }
    }
    // Numbers in a place are below 2^53.
    let numbers = [
        ("document", f64::from(at.document)),
        ("line", at.line as f64),
        ("column", at.column as f64),
    ];
    for (name, number) in numbers {
        if number > 0.0 {
            set(&place, name, JsValue::from_f64(number));
        }
    }
    set(&failed, "place", place.into());
    failed
}

/// The error of a step that cannot be taken now, with the code `rejected` and its `reason`.
pub(crate) fn not_possible(message: &str, reason: &str) -> JsValue {
    let failed = failure(message, "rejected");
    set(&failed, "reason", JsString::from(reason).into());
    failed
}

/// The error of a text that names no object, with the code `target`.
pub(crate) fn no_target(error: &TargetError, lang: Lang) -> JsValue {
    failure(&describe_target_error(error, lang), "target")
}

/// The error of a word that is none of those allowed, with the code `option`.
pub(crate) fn no_option(name: &str, word: &str, known: &[&str]) -> JsValue {
    failure(
        &format!("{name} cannot be `{word}`; it is one of {}", known.join(", ")),
        "option",
    )
}

/// The error of a template that cannot be hashed, with the code `input`.
pub(crate) fn no_hash(message: &str) -> JsValue {
    failure(message, "input")
}

/// The error of a broken invariant, with the code `stopped`.
pub(crate) fn stopped(panic: &str) -> JsValue {
    let message = format!(
        "kubeloupe has stopped because of a mistake of its own: {panic} Please report it with the input that led to it."
    );
    failure(&message, "stopped")
}

fn failure(message: &str, code: &str) -> JsValue {
    let error: JsValue = Error::new(message).into();
    set(&error, "code", JsString::from(code).into());
    error
}

fn set(object: &JsValue, name: &str, value: JsValue) {
    // An object that was just made takes any member.
    let _ = Reflect::set(object, &JsString::from(name), &value);
}
