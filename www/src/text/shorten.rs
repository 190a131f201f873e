/// A name cut in the middle to `most` characters, so that the end, which tells pods apart, stays.
pub fn shorten(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most || most < 4 {
        return name.to_owned();
    }
    let tail = (most - 1) * 3 / 5;
    let head = most - 1 - tail;
    let start: String = name.chars().take(head).collect();
    let end: String = name.chars().skip(count - tail).collect();
    format!("{start}…{end}")
}

/// The two ends of a uid, by which people recognise it.
pub fn short_uid(uid: &str) -> String {
    let (Some(head), Some(tail)) = (uid.get(..4), uid.get(uid.len().saturating_sub(4)..)) else {
        return uid.to_owned();
    };
    if uid.len() <= 12 {
        uid.to_owned()
    } else {
        format!("{head}…{tail}")
    }
}

#[cfg(test)]
mod tests {
    use super::{short_uid, shorten};

    #[test]
    fn the_telling_end_of_a_name_stays() {
        assert_eq!(shorten("web-58c44d967-mrlgp", 14), "web-58…7-mrlgp");
        assert_eq!(shorten("web", 14), "web");
    }

    #[test]
    fn a_uid_shows_both_ends() {
        assert_eq!(short_uid("172a8399-ca11-4dcc-ba56-99b7f23f348a"), "172a…348a");
        assert_eq!(short_uid("u1"), "u1");
    }
}
