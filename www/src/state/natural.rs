use std::cmp::Ordering;

/// Orders two names as people count: `web-2` before `web-10`.
pub fn natural(left: &str, right: &str) -> Ordering {
    let (mut one, mut other) = (left.as_bytes(), right.as_bytes());
    loop {
        let (Some(&first), Some(&second)) = (one.first(), other.first()) else {
            // Equal but for zeros in front of a number: some order has to hold.
            return one.len().cmp(&other.len()).then_with(|| left.cmp(right));
        };
        if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, rest) = number(one);
            let (other_number, other_rest) = self::number(other);
            let by_number = number
                .len()
                .cmp(&other_number.len())
                .then_with(|| number.cmp(other_number));
            if by_number != Ordering::Equal {
                return by_number;
            }
            (one, other) = (rest, other_rest);
        } else if first == second {
            (one, other) = (&one[1..], &other[1..]);
        } else {
            return first.cmp(&second);
        }
    }
}

/// The digits at the beginning, without zeros in front, and what follows them.
fn number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_count() {
        let mut names = ["web-10", "web-2", "web", "web-02", "web-2a", "db-1", "web-1"];
        names.sort_by(|left, right| natural(left, right));
        assert_eq!(
            names,
            ["db-1", "web", "web-1", "web-02", "web-2", "web-2a", "web-10"]
        );
        assert_eq!(natural("a", "a"), std::cmp::Ordering::Equal);
    }
}
