use kubeloupe_core::hash::{HashError, Template, Value};
use kubeloupe_formats::template::go_float;

/// The core's form of a JSON value.
pub fn value_of(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(value) => Value::Bool(*value),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(int) => Value::Int(int),
            None if number.is_u64() => Value::Number(number.to_string().into()),
            None => Value::Number(go_float(number.as_f64().unwrap_or_default()).into()),
        },
        serde_json::Value::String(text) => Value::text(text),
        serde_json::Value::Array(elements) => Value::List(elements.iter().map(value_of).collect()),
        serde_json::Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.as_str().into(), value_of(value)));
            Value::from(members.collect::<Vec<_>>())
        }
    }
}

/// The template that a recording shows.
pub fn template_of(value: &serde_json::Value) -> Result<Template, HashError> {
    Template::new(value_of(value))
}
