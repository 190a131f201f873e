use js_sys::{Error, JsString, Reflect};
use kubeloupe_formats::forecast::{TargetError, describe_target_error};
use kubeloupe_formats::text::{Lang, describe_error};
use kubeloupe_formats::{LoadError, Problem};
use wasm_bindgen::JsValue;

/// The error of an input that was refused. Its `code` tells programs what is wrong: `yaml` when this module reads JSON
/// alone, otherwise `input`.
pub(crate) fn refused(error: &LoadError, lang: Lang) -> JsValue {
    let code = match error.problem {
        Problem::YamlNotBuiltIn => "yaml",
        _ => "input",
    };
    failure(&describe_error(error, lang), code)
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
    let error = Error::new(message);
    // An object that was just made takes any member.
    let _ = Reflect::set(&error, &JsString::from("code"), &JsString::from(code));
    error.into()
}
