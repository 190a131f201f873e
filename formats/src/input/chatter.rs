/// What kubectl prints beside objects, as one line of its output shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Chatter {
    /// Nothing that matters for what is loaded.
    Message,
    /// Some groups could not be listed, so their objects are missing: the group versions.
    IncompleteDiscovery(Vec<String>),
    /// The logs of containers begin, and go on to the line that says they end.
    LogsBegin,
}

const PREFIXES: &[&str] = &[
    "Warning: ",
    "error: ",
    "Error from server",
    "Flag --",
    "No resources found",
    "The connection to the server ",
    "Throttling request",
    "Unable to connect to the server",
    "Waited for ",
    "Cluster info dumped to ",
];

const NO_DISCOVERY: &[&str] = &[
    "unable to retrieve the complete list of server APIs: ",
    "couldn't get resource list for ",
    "unable to retrieve the complete list of server APIs due to error: ",
];

/// What a line that is no part of a document is, or `None` for a line that nothing known prints.
pub(super) fn classify(line: &[u8]) -> Option<Chatter> {
    let line = std::str::from_utf8(line).ok()?.trim_end();
    if line.starts_with("==== START logs ") {
        return Some(Chatter::LogsBegin);
    }
    let known = PREFIXES.iter().any(|prefix| line.starts_with(prefix)) || is_klog(line);
    known.then(|| match failing_groups(line) {
        Some(groups) => Chatter::IncompleteDiscovery(groups),
        None => Chatter::Message,
    })
}

/// Whether `line` ends the logs that [`Chatter::LogsBegin`] began.
pub(super) fn ends_logs(line: &[u8]) -> bool {
    line.starts_with(b"==== END logs ")
}

/// `W0719 11:28:47.741188   68771 gcp.go:120] …`
fn is_klog(line: &str) -> bool {
    let bytes = line.as_bytes();
    matches!(bytes, [b'I' | b'W' | b'E' | b'F', rest @ ..]
        if rest.len() > 14 && rest[..4].iter().all(u8::is_ascii_digit) && rest[4] == b' ' && rest[7] == b':')
        && line.contains("] ")
}

/// The group versions of `…: metrics.k8s.io/v1beta1: the server is …, x.io/v1: …`.
fn failing_groups(line: &str) -> Option<Vec<String>> {
    let rest = NO_DISCOVERY.iter().find_map(|words| line.split_once(words))?.1;
    let groups: Vec<String> = rest
        .split([' ', ','])
        .filter_map(|word| word.strip_suffix(':'))
        .filter(|word| word.contains('/') && word.split('/').count() == 2)
        .map(str::to_owned)
        .collect();
    Some(groups)
}

/// `text` with the lines that kubectl printed beside the objects made empty, so that all other lines keep their number;
/// `None` where there are none. Such a line begins in the first column, where a dump has but `apiVersion`, `items`,
/// `kind`, `metadata` and list dashes.
#[cfg(feature = "yaml")]
pub(super) fn blank_out(text: &str, mut found: impl FnMut(u64, Chatter)) -> Option<String> {
    let mut blanked: Option<String> = None;
    let mut logs = false;
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let chatter = if logs {
            logs = !ends_logs(line.as_bytes());
            Some(Chatter::Message)
        } else if line.starts_with(|first: char| first.is_ascii_uppercase() || first == 'e' || first == '=') {
            classify(line.as_bytes())
        } else {
            None
        };
        match chatter {
            Some(chatter) => {
                logs |= chatter == Chatter::LogsBegin;
                blanked
                    .get_or_insert_with(|| text[..offset].to_owned())
                    .push('\n');
                found(index as u64 + 1, chatter);
            }
            None => {
                if let Some(blanked) = &mut blanked {
                    blanked.push_str(line);
                }
            }
        }
        offset += line.len();
    }
    blanked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn klog_lines_and_kubectl_messages_are_known() {
        for line in [
            "W0719 11:28:47.741188   68771 gcp.go:120] WARNING: the auth plugin is deprecated",
            "Warning: v1 ComponentStatus is deprecated in v1.19+",
            "No resources found in team-b namespace.",
            "Error from server (NotFound): pods \"x\" not found",
        ] {
            assert_eq!(classify(line.as_bytes()), Some(Chatter::Message), "{line}");
        }
        for line in [
            "apiVersion: v1",
            "items:",
            "Warnings: 3",
            "W071 x",
            "Ingress 12:30",
            "E0000 ab:",
        ] {
            assert_eq!(classify(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn groups_that_could_not_be_listed_are_named() {
        let line = "error: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: \
                    the server is currently unable to handle the request, custom.metrics.k8s.io/v1: no";
        let groups = vec![
            "metrics.k8s.io/v1beta1".to_owned(),
            "custom.metrics.k8s.io/v1".to_owned(),
        ];
        assert_eq!(
            classify(line.as_bytes()),
            Some(Chatter::IncompleteDiscovery(groups))
        );
        let line = "E0101 10:00:00.000000    1 memcache.go:287] couldn't get resource list for x.io/v1: no";
        let groups = vec!["x.io/v1".to_owned()];
        assert_eq!(
            classify(line.as_bytes()),
            Some(Chatter::IncompleteDiscovery(groups))
        );
    }
}
