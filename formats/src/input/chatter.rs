use memchr::memmem::Finder;

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
    "WARNING: ",
    "warning: ",
    "error: ",
    "Error: ",
    "Error from server",
    "Flag --",
    "No resources found",
    "The connection to the server ",
    "Throttling request",
    "Unable to connect to the server",
    "Waited for ",
    "Waiting for ",
    "Cluster info dumped to ",
    "Defaulted container ",
    "To learn more, consult https://",
    "couldn't get current server API group list",
    "couldn't get resource list for ",
    "unable to retrieve the complete list of server APIs",
    "Please enter ",
];

const NO_DISCOVERY: &[&str] = &[
    "unable to retrieve the complete list of server APIs: ",
    "couldn't get resource list for ",
    "unable to retrieve the complete list of server APIs due to error: ",
];

const LOGS_BEGIN: &[u8] = b"==== START logs ";
const LOGS_END: &[u8] = b"==== END logs ";

/// What a line that is no part of a document is, or `None` for a line that nothing known prints.
pub(super) fn classify(line: &[u8]) -> Option<Chatter> {
    if line.starts_with(LOGS_BEGIN) {
        return Some(Chatter::LogsBegin);
    }
    let line = std::str::from_utf8(line).ok()?.trim_end();
    let known = PREFIXES.iter().any(|prefix| line.starts_with(prefix)) || is_klog(line);
    known.then(|| match failing_groups(line) {
        Some(groups) => Chatter::IncompleteDiscovery(groups),
        None => Chatter::Message,
    })
}

/// Whether a line that begins like this may be one that [`classify`] knows: cheap, since most lines are none. A dump
/// has but `apiVersion`, `items`, `kind`, `metadata` and list dashes in the first column.
pub(super) fn may_begin(byte: u8) -> bool {
    byte.is_ascii_uppercase() || matches!(byte, b'e' | b'=' | b'w' | b'c' | b'u')
}

/// Where the logs end that the line `begin` begins, whose end is at `offset`; `bytes.len()` where nothing says so.
/// kubectl puts no newline after the last line of a log that has none, so the end may stand behind it.
pub(super) fn logs_end(bytes: &[u8], begin: &[u8], offset: usize) -> usize {
    let end = [
        LOGS_END,
        begin.trim_ascii_end().get(LOGS_BEGIN.len()..).unwrap_or_default(),
    ]
    .concat();
    let finder = Finder::new(LOGS_END);
    let mut at = offset;
    while let Some(found) = finder.find(&bytes[at..]) {
        let start = at + found;
        let line_end = super::lines::line_end(bytes, start);
        let own_line = start == 0 || bytes[start - 1] == b'\n';
        if own_line || bytes[start..line_end].trim_ascii_end() == end {
            return line_end;
        }
        at = start + LOGS_END.len();
    }
    bytes.len()
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
            "WARNING: version difference between client (1.37) and server (1.34) exceeds the supported minor version skew",
            "To learn more, consult https://cloud.google.com/blog/products/containers-kubernetes",
        ] {
            assert_eq!(classify(line.as_bytes()), Some(Chatter::Message), "{line}");
            assert!(may_begin(line.as_bytes()[0]), "{line}");
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
        for prefix in PREFIXES {
            assert!(may_begin(prefix.as_bytes()[0]), "{prefix}");
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
            Some(Chatter::IncompleteDiscovery(groups.clone()))
        );
        assert_eq!(
            classify(line.trim_start_matches("error: ").as_bytes()),
            Some(Chatter::IncompleteDiscovery(groups))
        );
        let line = "E0101 10:00:00.000000    1 memcache.go:287] couldn't get resource list for x.io/v1: no";
        let groups = vec!["x.io/v1".to_owned()];
        assert_eq!(
            classify(line.as_bytes()),
            Some(Chatter::IncompleteDiscovery(groups))
        );
    }

    #[test]
    fn logs_end_where_kubectl_says_so() {
        let begin = b"==== START logs for container c of pod n/p ====\n";
        for (logs, rest) in [
            (
                &b"a\n==== END logs for container c of pod n/p ====\n{}"[..],
                &b"{}"[..],
            ),
            (
                b"no newline==== END logs for container c of pod n/p ====\r\n{}",
                b"{}",
            ),
            (
                b"says ==== END logs for nothing\n==== END logs for container c of pod n/p ====\n",
                b"",
            ),
            (b"==== END logs of another wording\n{}", b"{}"),
            (b"never ends\n{}", b""),
        ] {
            assert_eq!(
                &logs[logs_end(logs, begin, 0)..],
                rest,
                "{}",
                String::from_utf8_lossy(logs)
            );
        }
    }
}
