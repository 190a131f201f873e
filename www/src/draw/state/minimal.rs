use serde_json::{Value, json};

/// What a manifest of a kind needs beside its metadata for an API server to take it, so small that no controller does
/// anything about it: workloads have no replicas. `None` for kinds that need nothing more, or of which it is not known.
pub(super) fn minimal(group: &str, kind: &str, name: &str) -> Option<Value> {
    let label = json!({ "app": name });
    let selector = json!({ "matchLabels": label });
    let containers = json!({ "containers": [{ "name": "main", "image": "registry.k8s.io/pause:3.10" }] });
    let template = json!({ "metadata": { "labels": label }, "spec": containers });
    let ended = json!({ "spec": { "restartPolicy": "Never", "containers": containers["containers"] } });
    let role = json!({ "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view" });
    Some(match (group, kind) {
        ("", "Pod") => json!({ "spec": containers }),
        ("", "ReplicationController") => {
            json!({ "spec": { "replicas": 0, "selector": label, "template": template } })
        }
        ("apps", "ReplicaSet" | "Deployment") => {
            json!({ "spec": { "replicas": 0, "selector": selector, "template": template } })
        }
        ("apps", "StatefulSet") => {
            json!({ "spec": { "replicas": 0, "serviceName": name, "selector": selector, "template": template } })
        }
        ("apps", "DaemonSet") => {
            let mut template = template;
            template["spec"]["nodeSelector"] = json!({ "kubeloupe.example/none": "true" });
            json!({ "spec": { "selector": selector, "template": template } })
        }
        ("apps", "ControllerRevision") => json!({ "revision": 1 }),
        ("batch", "Job") => json!({ "spec": { "suspend": true, "template": ended } }),
        ("batch", "CronJob") => json!({ "spec": {
            "suspend": true, "schedule": "0 0 1 1 *", "jobTemplate": { "spec": { "template": ended } },
        } }),
        ("", "Service") => json!({ "spec": { "ports": [{ "port": 80 }] } }),
        ("", "PersistentVolumeClaim") => json!({ "spec": {
            "accessModes": ["ReadWriteOnce"], "resources": { "requests": { "storage": "1Mi" } },
        } }),
        ("", "PersistentVolume") => json!({ "spec": {
            "accessModes": ["ReadWriteOnce"], "capacity": { "storage": "1Mi" }, "hostPath": { "path": "/tmp" },
        } }),
        ("networking.k8s.io", "Ingress") => json!({ "spec": {
            "defaultBackend": { "service": { "name": name, "port": { "number": 80 } } },
        } }),
        ("networking.k8s.io", "NetworkPolicy") => json!({ "spec": { "podSelector": {} } }),
        ("policy", "PodDisruptionBudget") => json!({ "spec": { "minAvailable": 0, "selector": selector } }),
        ("autoscaling", "HorizontalPodAutoscaler") => json!({ "spec": {
            "maxReplicas": 1, "scaleTargetRef": { "apiVersion": "apps/v1", "kind": "Deployment", "name": name },
        } }),
        ("storage.k8s.io", "StorageClass") => json!({ "provisioner": "kubernetes.io/no-provisioner" }),
        ("scheduling.k8s.io", "PriorityClass") => json!({ "value": 0 }),
        ("discovery.k8s.io", "EndpointSlice") => json!({ "addressType": "IPv4", "endpoints": [] }),
        ("rbac.authorization.k8s.io", "RoleBinding" | "ClusterRoleBinding") => json!({ "roleRef": role }),
        _ => return None,
    })
}
