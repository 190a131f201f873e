//! Follows a recording of the token bucket (RQ-5, RQ-7).

use super::compare::same_tokens;
use kubeloupe_core::object::{Duration, Time};
use kubeloupe_core::queue::TokenBucket;
use serde_json::Value;

/// Follows `recording` and compares everything that it shows. Returns the number of steps, or the first difference.
pub fn replay_token_bucket(recording: &Value) -> Result<usize, String> {
    let qps = recording["qps"].as_f64().ok_or("no qps")? as f32;
    let limit = recording["limit"].as_f64().ok_or("no limit")?;
    // The JSON reader may miss the last bit of a float.
    if (f64::from(qps) - limit).abs() > f64::EPSILON * limit.abs() {
        return Err(format!("limit: ours {}, recorded {limit}", f64::from(qps)));
    }
    let burst = recording["burst"]
        .as_u64()
        .and_then(|burst| u32::try_from(burst).ok());
    let mut bucket = TokenBucket::new(f64::from(qps), burst.ok_or("no burst")?);
    let mut now = Time::START;
    let steps = recording["steps"].as_array().ok_or("no steps")?;
    for (number, step) in steps.iter().enumerate() {
        now = now + Duration(step[0].as_i64().ok_or("no advance")?);
        let taken = bucket.try_take(now);
        let (tokens, last) = bucket.last_taken();
        let differs = |what: &str| format!("step {number} at {now}: {what}");
        if Some(taken) != step[1].as_bool() {
            return Err(differs(&format!("ours {taken}, recorded {}", step[1])));
        }
        same_tokens(tokens, &step[2]).map_err(|difference| differs(&difference))?;
        if last.map(|last| last.0) != step[3].as_i64() {
            return Err(differs(&format!("last: ours {last:?}, recorded {}", step[3])));
        }
    }
    Ok(steps.len())
}
