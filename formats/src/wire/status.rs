use super::words::{cause_reason, field, reason};
use kubeloupe_core::apiserver::{Cause, Status};
use serde_json::{Value, json};

/// A refusal as recordings show it, without the message; causes only where there are any.
pub fn status(status: &Status) -> Value {
    let mut shown = serde_json::Map::new();
    if let Some(why) = status.reason {
        shown.insert("reason".to_owned(), reason(why).into());
    }
    if !status.causes.is_empty() {
        shown.insert("causes".to_owned(), status.causes.iter().map(cause).collect());
    }
    Value::Object(shown)
}

fn cause(cause: &Cause) -> Value {
    json!({ "reason": cause_reason(cause.reason), "field": field(cause.field) })
}
