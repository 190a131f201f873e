use crate::text::Lang;
use serde::Deserialize;
use std::sync::OnceLock;

const DATA: &str = include_str!("../../data/finalizers.json");

/// What is known of a finalizer, or of a family of them. Texts are in English and Simplified Chinese.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct KnownFinalizer {
    /// The finalizer; a `*` at its end or beginning stands for anything.
    #[serde(rename = "match")]
    pub pattern: String,
    /// Whose it is: Kubernetes, or the project.
    pub owner: String,
    /// Who takes it off.
    by: [String; 2],
    /// When.
    when: [String; 2],
    /// What usually stands in the way.
    obstacle: [String; 2],
    /// Where that is written: public documentation, source or an issue.
    pub source: String,
}

impl KnownFinalizer {
    /// Who takes it off.
    pub fn by(&self, lang: Lang) -> &str {
        in_language(&self.by, lang)
    }

    /// When.
    pub fn when(&self, lang: Lang) -> &str {
        in_language(&self.when, lang)
    }

    /// What usually stands in the way.
    pub fn obstacle(&self, lang: Lang) -> &str {
        in_language(&self.obstacle, lang)
    }

    fn fits(&self, finalizer: &str) -> bool {
        match (self.pattern.strip_prefix('*'), self.pattern.strip_suffix('*')) {
            (Some(end), _) => finalizer.ends_with(end),
            (None, Some(begin)) => finalizer.starts_with(begin),
            (None, None) => finalizer == self.pattern,
        }
    }
}

fn in_language(texts: &[String; 2], lang: Lang) -> &str {
    match lang {
        Lang::En => &texts[0],
        Lang::Zh => &texts[1],
    }
}

/// Every finalizer that is known.
pub fn known_finalizers() -> &'static [KnownFinalizer] {
    static KNOWN: OnceLock<Vec<KnownFinalizer>> = OnceLock::new();
    KNOWN.get_or_init(|| serde_json::from_str(DATA).expect("a test reads the data file"))
}

/// What is known of this finalizer; the first entry that fits it counts.
pub fn known_finalizer(finalizer: &str) -> Option<&'static KnownFinalizer> {
    known_finalizers().iter().find(|known| known.fits(finalizer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_entry_is_whole() {
        let known = known_finalizers();
        let patterns: BTreeSet<&str> = known.iter().map(|entry| entry.pattern.as_str()).collect();
        assert_eq!(patterns.len(), known.len());
        assert!(known.len() >= 60, "{}", known.len());
        for entry in known {
            let KnownFinalizer {
                pattern,
                owner,
                by,
                when,
                obstacle,
                source,
            } = entry;
            assert!(source.starts_with("https://"), "{pattern}: {source}");
            assert!(
                !owner.is_empty() && pattern.matches('*').count() <= 1,
                "{pattern}"
            );
            for [en, zh] in [by, when, obstacle] {
                assert!(
                    !en.is_empty() && !zh.is_empty() && en.is_ascii(),
                    "{pattern}: {en}"
                );
                assert!(!en.ends_with('.') && !zh.ends_with('。'), "{pattern}");
            }
        }
    }

    #[test]
    fn families_are_known_by_their_pattern() {
        let owner = |finalizer| known_finalizer(finalizer).map(|known| known.owner.as_str());
        for (finalizer, wanted) in [
            ("kubernetes.io/pvc-protection", "Kubernetes"),
            ("external-attacher/disk-csi-azure-com", "Kubernetes CSI"),
            (
                "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection",
                "Kubernetes CSI",
            ),
            ("resources-finalizer.argocd.argoproj.io/background", "Argo CD"),
            ("cephblockpool.ceph.rook.io", "Rook"),
            ("controller.cattle.io/namespace-auth", "Rancher"),
            ("machine.cluster.x-k8s.io", "Cluster API"),
            ("subscriptions.messaging.knative.dev", "Knative"),
            ("finalizers.gatekeeper.sh/sync", "OPA Gatekeeper"),
            ("kubevirt.io/foregroundDeleteVirtualMachine", "KubeVirt"),
            ("postgres-operator.acid.zalan.do", "Zalando Postgres Operator"),
        ] {
            assert_eq!(owner(finalizer), Some(wanted), "{finalizer}");
        }
        for finalizer in [
            "",
            "example.com/hold",
            "pvc-protection",
            "kubernetes.io/pvc-protection2",
        ] {
            assert_eq!(owner(finalizer), None, "{finalizer}");
        }
    }
}
