use std::fmt::{self, Write as _};

/// Where the API is on the page's own origin: a path without a slash at its end, empty for the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Base(String);

/// A text that is no path on the page's own origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotABase;

/// The name of a namespace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Namespace(String);

/// A text that no namespace can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotANamespace;

impl Namespace {
    /// Reads a name as a user types it; `None` for all namespaces, where nothing is typed.
    pub fn parse(text: &str) -> Result<Option<Namespace>, NotANamespace> {
        let text = text.trim();
        let inner = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let is_label =
            text.len() <= 63 && text.chars().all(inner) && !text.starts_with('-') && !text.ends_with('-');
        match (text, is_label) {
            ("", _) => Ok(None),
            (_, true) => Ok(Some(Namespace(text.to_owned()))),
            (_, false) => Err(NotANamespace),
        }
    }
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Base {
    /// Reads a path as a user types it: `/`, `k8s/clusters/c-1/`. What would lead to another origin, or out of the
    /// path, is refused.
    pub fn parse(text: &str) -> Result<Base, NotABase> {
        let path = text.trim().trim_end_matches('/');
        let path = path.strip_prefix('/').unwrap_or(path);
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~%@+,=:".contains(letter);
        let is_segment = |segment: &str| {
            !segment.is_empty() && !segment.trim_matches('.').is_empty() && segment.chars().all(plain)
        };
        // A scheme would make an address of its own out of the first segment.
        if path.is_empty() {
            return Ok(Base::default());
        }
        if !path.split('/').all(is_segment) || path.split('/').next().is_some_and(|first| first.contains(':'))
        {
            return Err(NotABase);
        }
        Ok(Base(format!("/{path}")))
    }

    /// The version of the API server.
    pub(super) fn version(&self) -> String {
        format!("{}/version", self.0)
    }

    /// The versions of the core group; aggregated, its resources too.
    pub(super) fn core(&self) -> String {
        format!("{}/api", self.0)
    }

    /// All other groups; aggregated, their resources too.
    pub(super) fn groups(&self) -> String {
        format!("{}/apis", self.0)
    }

    /// The resources of one group version.
    pub(super) fn group_version(&self, group_version: &str) -> String {
        let root = if group_version.contains('/') {
            "apis"
        } else {
            "api"
        };
        format!("{}/{root}/{}", self.0, escaped(group_version, "/"))
    }

    /// One page of the objects of a resource: of all of them, or of those in one namespace.
    pub(super) fn list(
        &self,
        group_version: &str,
        namespace: Option<&Namespace>,
        resource: &str,
        limit: u32,
        continue_token: Option<&str>,
    ) -> String {
        let within = namespace.map_or_else(String::new, |namespace| format!("namespaces/{namespace}/"));
        let mut path = format!(
            "{}/{within}{}?limit={limit}",
            self.group_version(group_version),
            escaped(resource, "")
        );
        if let Some(token) = continue_token {
            path.push_str("&continue=");
            path.push_str(&escaped(token, ""));
        }
        path
    }
}

/// Percent-encoded, except for what RFC 3986 calls unreserved, and `kept`.
fn escaped(text: &str, kept: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        let letter = char::from(byte);
        if letter.is_ascii_alphanumeric() || "-._~".contains(letter) || kept.contains(letter) {
            escaped.push(letter);
        } else {
            // Writing into a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_a_path_of_the_own_origin() {
        for (text, version) in [
            ("", "/version"),
            ("/", "/version"),
            (" /k8s/clusters/c-m-1/ ", "/k8s/clusters/c-m-1/version"),
            ("proxy", "/proxy/version"),
        ] {
            assert_eq!(Base::parse(text).unwrap().version(), version, "{text}");
        }
        for text in [
            "//other.example",
            "https://other.example",
            "/a//b",
            "/../x",
            "/a?b",
            "/a#b",
            "\\\\host",
            "/a b",
        ] {
            assert_eq!(Base::parse(text), Err(NotABase), "{text}");
        }
    }

    #[test]
    fn addresses_of_lists() {
        let base = Base::parse("/k").unwrap();
        assert_eq!(
            base.list("v1", None, "pods", 500, None),
            "/k/api/v1/pods?limit=500"
        );
        assert_eq!(
            base.list("apps/v1", None, "deployments", 2, Some("a+b/c==&x")),
            "/k/apis/apps/v1/deployments?limit=2&continue=a%2Bb%2Fc%3D%3D%26x"
        );
        // A resource's name comes from a server, which may say anything.
        assert_eq!(
            base.list("v1", None, "pods/../secrets?x", 1, None),
            "/k/api/v1/pods%2F..%2Fsecrets%3Fx?limit=1"
        );
        let shop = Namespace::parse(" shop ").unwrap();
        assert_eq!(
            base.list("apps/v1", shop.as_ref(), "deployments", 500, None),
            "/k/apis/apps/v1/namespaces/shop/deployments?limit=500"
        );
    }

    #[test]
    fn a_namespace_is_a_label_or_all_of_them() {
        assert_eq!(Namespace::parse("  "), Ok(None));
        for text in ["a", "shop-2", "0"] {
            assert_eq!(Namespace::parse(text).unwrap().unwrap().to_string(), text);
        }
        for text in ["a/b", "..", "A", "a b", "-a", "a-", "a.b", "a?x", &"a".repeat(64)] {
            assert_eq!(Namespace::parse(text), Err(NotANamespace), "{text}");
        }
    }
}
