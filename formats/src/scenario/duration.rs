use kubeloupe_core::object::Duration;

/// Reads a span of time as Go writes it: `3s`, `1m30s`, `1.5h`, `20ms`, or `0`.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(Duration::ZERO);
    }
    if rest.is_empty() {
        return None;
    }
    let mut total: i64 = 0;
    while !rest.is_empty() {
        let number = rest.find(|letter: char| letter != '.' && !letter.is_ascii_digit())?;
        let (digits, after) = rest.split_at(number);
        let unit = after
            .find(|letter: char| letter == '.' || letter.is_ascii_digit())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit);
        total = total.checked_add(scaled(digits, unit_ns(unit)?)?)?;
        rest = after;
    }
    Some(Duration(total * sign))
}

fn unit_ns(unit: &str) -> Option<i64> {
    Some(match unit {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

/// `digits`, perhaps with a fraction, times `unit`.
fn scaled(digits: &str, unit: i64) -> Option<i64> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut total = whole.checked_mul(unit)?;
    let mut place = unit;
    for digit in fraction.bytes() {
        // Digits below a nanosecond do not count.
        place /= 10;
        total = total.checked_add(place.checked_mul(i64::from(digit - b'0'))?)?;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_gos() {
        for (text, nanoseconds) in [
            ("0", 0),
            ("3s", 3_000_000_000),
            ("1m30s", 90_000_000_000),
            ("1.5h", 5_400_000_000_000),
            ("20ms", 20_000_000),
            (".5s", 500_000_000),
            ("-2s", -2_000_000_000),
            ("7µs", 7_000),
        ] {
            assert_eq!(parse_duration(text), Some(Duration(nanoseconds)), "{text}");
        }
        for text in [
            "",
            "s",
            "3",
            "3 s",
            "1d",
            "1..5s",
            "9999999999h",
            "-",
            "1.s.",
            ".",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
