use kubeloupe_core::hash::{Form, HASH_LABEL, HashError, Template, Value, form_of};

/// An object with a pod template, or a bare template.
#[derive(Clone, Debug)]
pub struct TemplateObject {
    /// The source that it is from.
    pub source: String,
    /// Its kind; empty for a bare template.
    pub kind: String,
    /// Its namespace; empty where none is written.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// Its uid; empty where none is written.
    pub uid: String,
    /// Its template, or why it is none.
    pub template: Result<Template, HashError>,
    /// What the template is taken for: stored where the API server's traces are on the object, or where nothing is left
    /// to be defaulted.
    pub form: Form,
    /// `status.collisionCount`.
    pub collision_count: Option<i32>,
    /// The label `pod-template-hash` of the object.
    pub hash_label: Option<String>,
}

impl TemplateObject {
    /// The template in an object; `None` where there is none.
    pub(super) fn of(object: &Value, source: &str) -> Option<TemplateObject> {
        let kind = object.get("kind").and_then(Value::as_text).unwrap_or_default();
        let template = match kind {
            "Deployment" | "ReplicaSet" | "DaemonSet" | "StatefulSet" | "ReplicationController" | "Job" => {
                object.at(&["spec", "template"])?.clone()
            }
            "CronJob" => object.at(&["spec", "jobTemplate", "spec", "template"])?.clone(),
            "PodTemplate" => object.get("template")?.clone(),
            // A bare template has containers, and nothing that says what it is.
            "" if object.get("apiVersion").is_none() => {
                object.at(&["spec", "containers"])?;
                let members = ["metadata", "spec"].map(|name| Some((name.into(), object.get(name)?.clone())));
                Value::from(members.into_iter().flatten().collect::<Vec<_>>())
            }
            _ => return None,
        };
        let metadata = |name: &str| match kind {
            "" => String::new(),
            _ => {
                let text = object.at(&["metadata", name]).and_then(Value::as_text);
                text.unwrap_or_default().to_owned()
            }
        };
        let template = Template::new(template);
        let uid = metadata("uid");
        let was_stored = !uid.is_empty() || !metadata("resourceVersion").is_empty();
        let form = match &template {
            _ if was_stored => Form::Stored,
            Ok(template) => form_of(template),
            Err(_) => Form::Manifest,
        };
        let label = object
            .at(&["metadata", "labels", HASH_LABEL])
            .and_then(Value::as_text);
        let count = match object.at(&["status", "collisionCount"]) {
            Some(Value::Int(count)) => i32::try_from(*count).ok(),
            _ => None,
        };
        Some(TemplateObject {
            source: source.to_owned(),
            kind: kind.to_owned(),
            namespace: metadata("namespace"),
            name: metadata("name"),
            uid,
            template,
            form,
            collision_count: count,
            hash_label: (kind == "ReplicaSet")
                .then_some(label)
                .flatten()
                .map(str::to_owned),
        })
    }

    /// The Deployment that the template is one of: of a ReplicaSet, its name without the hash.
    pub fn deployment(&self) -> &str {
        let label = self.hash_label.as_deref().unwrap_or_default();
        let parent = self
            .name
            .strip_suffix(label)
            .and_then(|name| name.strip_suffix('-'));
        match parent.filter(|_| !label.is_empty()) {
            Some(parent) => parent,
            None if self.name.is_empty() => "web",
            None => &self.name,
        }
    }

    /// `Deployment shop/web`; the source for a bare template.
    pub fn reference(&self) -> String {
        match (self.kind.as_str(), self.namespace.as_str()) {
            ("", _) => self.source.clone(),
            (kind, "") => format!("{kind} {}", self.name),
            (kind, namespace) => format!("{kind} {namespace}/{}", self.name),
        }
    }
}
