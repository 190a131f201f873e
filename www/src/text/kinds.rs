/// The short names that kubectl knows, by the kind in small letters.
const SHORT: &[(&str, &str)] = &[
    ("apiservice", "apisvc"),
    ("certificatesigningrequest", "csr"),
    ("clusterrole", "clusterrole"),
    ("configmap", "cm"),
    ("controllerrevision", "revision"),
    ("cronjob", "cj"),
    ("customresourcedefinition", "crd"),
    ("daemonset", "ds"),
    ("deployment", "deploy"),
    ("endpoints", "ep"),
    ("endpointslice", "slice"),
    ("flowschema", "flow"),
    ("horizontalpodautoscaler", "hpa"),
    ("ingress", "ing"),
    ("ipaddress", "ip"),
    ("limitrange", "limits"),
    ("namespace", "ns"),
    ("networkpolicy", "netpol"),
    ("node", "node"),
    ("persistentvolume", "pv"),
    ("persistentvolumeclaim", "pvc"),
    ("pod", "pod"),
    ("poddisruptionbudget", "pdb"),
    ("priorityclass", "pc"),
    ("prioritylevelconfiguration", "level"),
    ("replicaset", "rs"),
    ("replicationcontroller", "rc"),
    ("resourcequota", "quota"),
    ("secret", "secret"),
    ("service", "svc"),
    ("serviceaccount", "sa"),
    ("statefulset", "sts"),
    ("storageclass", "sc"),
];

/// What kubectl calls a kind for short; other kinds are called by their name in small letters.
pub fn short_kind(kind: &str) -> String {
    let lower = kind.to_lowercase();
    match SHORT.binary_search_by_key(&lower.as_str(), |(long, _)| long) {
        Ok(found) => SHORT[found].1.to_owned(),
        Err(_) => lower,
    }
}

#[cfg(test)]
mod tests {
    use super::{SHORT, short_kind};

    #[test]
    fn the_table_is_sorted() {
        assert!(SHORT.is_sorted_by_key(|(long, _)| long));
    }

    #[test]
    fn kinds_are_called_as_kubectl_calls_them() {
        assert_eq!(short_kind("Deployment"), "deploy");
        assert_eq!(short_kind("Database"), "database");
    }
}
