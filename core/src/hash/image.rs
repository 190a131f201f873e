//! Image references, as far as the default of `imagePullPolicy` depends on them (DF-5).

/// `Always` for references whose tag is `latest` or that have neither tag nor digest; `IfNotPresent` for all others, also
/// for what is no reference at all.
pub(super) fn default_pull_policy(image: &str) -> &'static str {
    match tag(image) {
        Some("latest") => "Always",
        _ => "IfNotPresent",
    }
}

/// The tag of a reference: `latest` where nothing is said, empty where only a digest is; `None` for what cannot be read.
fn tag(image: &str) -> Option<&str> {
    if image.len() == 64 && image.bytes().all(is_lower_hex) {
        return None;
    }
    let (host, rest) = match image.split_once('/') {
        Some((host, rest)) if is_host(host) => (host, rest),
        _ => ("", image),
    };
    if !host.is_empty() && !is_valid_host(host) {
        return None;
    }
    let (name, digest) = match rest.split_once('@') {
        Some((name, digest)) => (name, Some(digest)),
        None => (rest, None),
    };
    let (path, tag) = match name.split_once(':') {
        Some((path, tag)) => (path, Some(tag)),
        None => (name, None),
    };
    let readable = path.split('/').all(is_path_component)
        && path.len() <= 255
        && tag.is_none_or(is_tag)
        && digest.is_none_or(is_digest);
    readable.then_some(match (tag, digest) {
        (Some(tag), _) => tag,
        (None, Some(_)) => "",
        (None, None) => "latest",
    })
}

fn is_lower_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// Whether the part before the first slash is a host and not the beginning of a path.
fn is_host(part: &str) -> bool {
    part.contains(['.', ':']) || part == "localhost" || part.bytes().any(|byte| byte.is_ascii_uppercase())
}

fn is_valid_host(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !host.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let numeric = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let labels = |name: &str| {
        name.split('.').all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
    };
    let address = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|inside| {
            !inside.is_empty()
                && inside
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit() || byte == b':')
        });
    port.is_none_or(numeric) && (labels(name) || address)
}

/// Lower-case letters and digits, joined by a dot, one or two underscores, or dashes.
fn is_path_component(component: &str) -> bool {
    let alphanumeric = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9');
    let bytes = component.as_bytes();
    let mut at = 0;
    loop {
        let word = bytes[at..].iter().take_while(|byte| alphanumeric(byte)).count();
        if word == 0 {
            return false;
        }
        at += word;
        if at == bytes.len() {
            return true;
        }
        let joint = bytes[at..].iter().take_while(|byte| !alphanumeric(byte)).count();
        let allowed = match &bytes[at..at + joint] {
            b"." | b"_" | b"__" => true,
            dashes => dashes.iter().all(|byte| *byte == b'-'),
        };
        if !allowed {
            return false;
        }
        at += joint;
    }
}

fn is_tag(tag: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut bytes = tag.bytes();
    tag.len() <= 128
        && bytes.next().is_some_and(word)
        && bytes.all(|byte| word(byte) || matches!(byte, b'.' | b'-'))
}

fn is_digest(digest: &str) -> bool {
    let length = |algorithm| match algorithm {
        "sha256" => Some(64),
        "sha384" => Some(96),
        "sha512" => Some(128),
        _ => None,
    };
    digest
        .split_once(':')
        .is_some_and(|(algorithm, hex)| length(algorithm) == Some(hex.len()) && hex.bytes().all(is_lower_hex))
}
