//! What the replays of the nodes' recordings share: times, floats, and comparing.

use kubeloupe_core::nodes::Limiter;
use kubeloupe_core::object::Time;
use serde_json::{Value, json};

/// How far two token counts may be apart, relatively.
const TOKENS_APART: f64 = 1e-12;

/// A time in microseconds, with nanoseconds as a fraction.
pub(super) fn micros(value: &Value) -> Result<Time, String> {
    let text = value.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole: i64 = whole.parse().map_err(|_| format!("{value} is no time"))?;
    let nanos: i64 = format!("{fraction:0<3}")
        .parse()
        .map_err(|_| format!("{value} is no time"))?;
    Ok(Time(whole * 1000 + if whole < 0 { -nanos } else { nanos }))
}

/// A time as recordings write it, in microseconds.
pub(super) fn shown(time: Time) -> Value {
    match time.0 % 1000 {
        0 => json!(time.0 / 1000),
        nanos => serde_json::from_str(&format!("{}.{:03}", time.0 / 1000, nanos)).unwrap_or_default(),
    }
}

pub(super) fn shown_or_null(time: Option<Time>) -> Value {
    time.map_or(Value::Null, shown)
}

pub(super) fn text<'v>(value: &'v Value, what: &str) -> Result<&'v str, String> {
    value
        .as_str()
        .ok_or_else(|| format!("{what} is no text: {value}"))
}

pub(super) fn same(what: &str, ours: &Value, recorded: &Value) -> Result<(), String> {
    if ours == recorded {
        Ok(())
    } else {
        Err(format!("{what}:\n  ours     {ours}\n  recorded {recorded}"))
    }
}

/// Compares a limiter with `{kind, qps, tokens, last}`; `time` reads the recorded instant.
pub(super) fn same_limiter(
    limiter: &Limiter,
    recorded: &Value,
    time: impl Fn(&Value) -> Result<Time, String>,
) -> Result<(), String> {
    let kind = match limiter {
        Limiter::Bucket { .. } => "bucket",
        Limiter::Never => "never",
        Limiter::Always => "always",
    };
    same("limiter", &json!(kind), &recorded["kind"])?;
    let qps = recorded["qps"].as_f64().unwrap_or(f64::NAN) as f32;
    if limiter.qps().to_bits() != qps.to_bits() && limiter.qps() != qps {
        return Err(format!("qps: ours {}, recorded {qps}", limiter.qps()));
    }
    if let Limiter::Bucket { bucket, .. } = limiter {
        let (tokens, last) = bucket.last_taken();
        same_tokens(tokens, &recorded["tokens"])?;
        let recorded_last = match &recorded["last"] {
            Value::Null => None,
            last => Some(time(last)?),
        };
        if last != recorded_last {
            return Err(format!("last: ours {last:?}, recorded {recorded_last:?}"));
        }
    }
    Ok(())
}

pub(super) fn same_tokens(ours: f64, recorded: &Value) -> Result<(), String> {
    let recorded = recorded.as_f64().ok_or("no tokens recorded")?;
    let apart = (ours - recorded).abs();
    if apart <= TOKENS_APART * recorded.abs().max(ours.abs()) {
        Ok(())
    } else {
        Err(format!("tokens: ours {ours}, recorded {recorded}"))
    }
}
