/// `1.37`.
pub fn version(minor: u32) -> String {
    format!("1.{minor}")
}

/// Neighbouring minors as ranges, the oldest first.
pub fn fold(minors: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut sorted: Vec<u32> = minors.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for minor in sorted {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == minor => *last = minor,
            _ => ranges.push((minor, minor)),
        }
    }
    ranges
}

/// `1.19 – 1.22, 1.30`.
pub fn minors_text(minors: impl IntoIterator<Item = u32>) -> String {
    let texts = fold(minors).into_iter().map(|(first, last)| {
        if first == last {
            version(first)
        } else {
            format!("{} – {}", version(first), version(last))
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::minors_text;

    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(minors_text([22, 20, 21, 19, 30]), "1.19 – 1.22, 1.30");
        assert_eq!(minors_text([]), "");
    }
}
