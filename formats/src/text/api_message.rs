use crate::json::to_json;
use crate::wire;
use kubeloupe_core::apiserver::{
    Cause, CauseReason, Cluster, DeleteOptions, Field, NameForm, OwnerPatch, Reason, Request, Status, Verb,
};
use kubeloupe_core::object::{Kind, Name, Names, OwnerReference};
use kubeloupe_core::sim::{EventReason, EventRecord};
use kubeloupe_core::versions::Switch;

/// The message of an Event, in the words of the controller that records it.
pub fn event_message(names: &Names, record: &EventRecord) -> String {
    match record.reason {
        EventReason::OwnerRefInvalidNamespace { owner } => {
            let text = |name: Name| names.text(name);
            format!(
                "ownerRef [{}/{}, namespace: {}, name: {}, uid: {}] does not exist in namespace \"{}\"",
                text(owner.api_version),
                text(owner.kind),
                text(owner.namespace),
                text(owner.name),
                text(owner.uid),
                text(record.regarding.namespace),
            )
        }
        EventReason::RegisteredNode => {
            let node = names.text(record.regarding.name);
            format!("Node {node} event: Registered Node {node} in Controller")
        }
        EventReason::RemovingNode => {
            let node = names.text(record.regarding.name);
            format!("Node {node} event: Removing Node {node} from Controller")
        }
        EventReason::NodeNotReady => {
            format!(
                "Node {} status is now: NodeNotReady",
                names.text(record.regarding.name)
            )
        }
        EventReason::PodNodeNotReady => "Node is not ready".to_owned(),
        EventReason::MarkingForDeletion => format!("Marking for deletion {}", pod_of(names, record)),
        EventReason::CancellingDeletion => format!("Cancelling deletion of {}", pod_of(names, record)),
    }
}

fn pod_of(names: &Names, record: &EventRecord) -> String {
    let pod = record.regarding;
    format!("Pod {}/{}", names.text(pod.namespace), names.text(pod.name))
}

/// The message of a refusal, in the API server's words. Values that only the stored object shows are left out.
pub fn status_message(cluster: &Cluster, request: &Request, status: &Status) -> String {
    if status.message != Name::EMPTY {
        return cluster.names.text(status.message).to_owned();
    }
    let message = Message {
        cluster,
        request,
        kind: cluster.kinds.get(request.target.kind),
    };
    match status.reason {
        None if status.code < 400 => String::new(),
        None => "the server could not find the requested resource".to_owned(),
        Some(reason) => message.refusal(reason, status),
    }
}

const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const PART: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

/// Names are counted in what the API server calls characters, labels in bytes; it means the same.
fn too_long(most: usize, of: &str) -> String {
    format!("must be no more than {most} {of}")
}

/// What a text has to look like, with examples and the expression that says so, as the API server tells it.
fn shape(rule: &str, examples: &[&str], expression: &str) -> String {
    let examples: Vec<String> = examples.iter().map(|example| format!("'{example}', ")).collect();
    format!(
        "{rule} (e.g. {}regex used for validation is '{expression}')",
        examples.join(" or ")
    )
}

fn wrong_subdomain() -> String {
    shape(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start \
         and end with an alphanumeric character",
        &["example.com"],
        &format!("{LABEL}(\\.{LABEL})*"),
    )
}

/// Everything that is wrong with a label's key, in the order in which the API server looks.
fn wrong_label_key(key: &str) -> Vec<String> {
    let shape = shape(
        "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        &["MyName", "my.name", "123-abc"],
        PART,
    );
    let mut wrong = Vec::new();
    let name = match key.split_once('/') {
        None => key,
        Some((_, rest)) if rest.contains('/') => {
            return vec![format!(
                "a valid label key {shape} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
        Some((prefix, name)) => {
            if prefix.is_empty() {
                wrong.push("prefix part must be non-empty".to_owned());
            } else {
                if prefix.len() > 253 {
                    wrong.push(format!("prefix part {}", too_long(253, "bytes")));
                }
                if !NameForm::Subdomain.accepts(prefix) {
                    wrong.push(format!("prefix part {}", wrong_subdomain()));
                }
            }
            name
        }
    };
    if name.is_empty() {
        wrong.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        wrong.push(format!("name part {}", too_long(63, "bytes")));
    }
    if !is_part(name) {
        wrong.push(format!("name part {shape}"));
    }
    wrong
}

fn wrong_label_value(value: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    if value.len() > 63 {
        wrong.push(too_long(63, "bytes"));
    }
    if !value.is_empty() && !is_part(value) {
        wrong.push(shape(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start \
             and end with an alphanumeric character",
            &["MyValue", "my_value", "12345"],
            &format!("({PART})?"),
        ));
    }
    wrong
}

fn is_part(text: &str) -> bool {
    let inner = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let outer = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    outer(text.chars().next()) && outer(text.chars().next_back()) && text.chars().all(inner)
}

struct Message<'a> {
    cluster: &'a Cluster,
    request: &'a Request,
    kind: &'a Kind,
}

impl Message<'_> {
    fn refusal(&self, reason: Reason, status: &Status) -> String {
        let object = self.object();
        match reason {
            // What is not found where something is created is its namespace.
            Reason::NotFound if matches!(self.request.verb, Verb::Create(_)) => {
                let namespace = self.text(self.request.target.namespace);
                format!("namespaces \"{namespace}\" not found")
            }
            Reason::NotFound => format!("{object} not found"),
            Reason::AlreadyExists => format!("{object} already exists"),
            Reason::Conflict => match &self.request.verb {
                Verb::Delete(options) => {
                    format!(
                        "Operation cannot be fulfilled on {object}: {}",
                        self.precondition(options)
                    )
                }
                _ => format!(
                    "Operation cannot be fulfilled on {object}: the object has been modified; please apply your changes \
                     to the latest version and try again"
                ),
            },
            Reason::Invalid => self.invalid(status),
            Reason::Forbidden
                if status
                    .causes
                    .iter()
                    .any(|cause| cause.reason == CauseReason::NamespaceTerminating) =>
            {
                let namespace = self.text(self.request.target.namespace);
                format!(
                    "{object} is forbidden: unable to create new content in namespace {namespace} because it is being \
                     terminated"
                )
            }
            Reason::Forbidden => format!("{object} is forbidden: this namespace may not be deleted"),
            Reason::BadRequest => self.bad_request(),
            Reason::UnsupportedMediaType => {
                "the body of the request was in an unknown format - accepted media types include: \
                 application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml"
                    .to_owned()
            }
            Reason::MethodNotAllowed => {
                "the server does not allow this method on the requested resource".to_owned()
            }
            Reason::TooManyRequests => {
                "the server has received too many requests and has asked us to try again later".to_owned()
            }
            Reason::InternalError => "Internal error occurred".to_owned(),
            Reason::Timeout => "Timeout: request did not complete within the allotted timeout".to_owned(),
        }
    }

    fn bad_request(&self) -> String {
        let target = &self.request.target;
        match &self.request.verb {
            Verb::Patch(patch) => match (patch.name, patch.namespace) {
                (Some(Name::EMPTY), _) => format!(
                    "the name of the object ({} based on URL) was undeterminable: name must be provided",
                    self.text(target.name)
                ),
                (Some(name), _) if name != target.name => format!(
                    "the name of the object ({}) does not match the name on the URL ({})",
                    self.text(name),
                    self.text(target.name)
                ),
                (_, namespace) => format!(
                    "the namespace of the object ({}) does not match the namespace on the request ({})",
                    self.text(namespace.unwrap_or_default()),
                    self.text(target.namespace)
                ),
            },
            Verb::Create(_) => {
                "the namespace of the provided object does not match the namespace sent on the request"
                    .to_owned()
            }
            _ => "the server rejected our request for an unknown reason".to_owned(),
        }
    }

    /// `widgets.example.com "x"`.
    fn object(&self) -> String {
        let resource = self.qualified(self.kind.resource);
        format!("{resource} \"{}\"", self.text(self.name()))
    }

    fn name(&self) -> Name {
        match &self.request.verb {
            Verb::Create(create) => create.object.meta.name,
            _ => self.request.target.name,
        }
    }

    fn qualified(&self, word: Name) -> String {
        match self.text(self.kind.group) {
            "" => self.text(word).to_owned(),
            group => format!("{}.{group}", self.text(word)),
        }
    }

    fn precondition(&self, options: &DeleteOptions) -> String {
        match (options.uid, options.resource_version) {
            (Some(uid), None) => format!("Precondition failed: UID in precondition: {}", self.text(uid)),
            (None, Some(version)) => {
                format!("Precondition failed: ResourceVersion in precondition: {version}")
            }
            _ => "Precondition failed".to_owned(),
        }
    }

    fn invalid(&self, status: &Status) -> String {
        let subject = match &self.request.verb {
            Verb::Delete(_) | Verb::DeleteCollection(_) => "DeleteOptions.meta.k8s.io \"\"".to_owned(),
            _ => format!(
                "{} \"{}\"",
                self.qualified(self.kind.kind),
                self.text(self.name())
            ),
        };
        let mut causes: Vec<String> = Vec::new();
        for cause in &status.causes {
            // A cause that is repeated (API-8) is told once.
            for wrong in self.all_of(cause) {
                let cause = format!("{}: {wrong}", wire::field(cause.field));
                if !causes.contains(&cause) {
                    causes.push(cause);
                }
            }
        }
        match causes.as_slice() {
            [one] => format!("{subject} is invalid: {one}"),
            several => format!("{subject} is invalid: [{}]", several.join(", ")),
        }
    }

    /// What a cause says; those of a label are told together.
    fn all_of(&self, cause: &Cause) -> Vec<String> {
        let (label, wrong) = match cause.field {
            Field::LabelKey(key) => (key, wrong_label_key(self.text(key))),
            Field::LabelValue(value) => (value, wrong_label_value(self.text(value))),
            _ => return vec![self.cause(cause)],
        };
        let label = self.quoted(label);
        wrong
            .into_iter()
            .map(|wrong| format!("Invalid value: {label}: {wrong}"))
            .collect()
    }

    fn cause(&self, cause: &Cause) -> String {
        match (cause.reason, cause.field) {
            (CauseReason::FieldValueRequired, Field::Name) => {
                "Required value: name or generateName is required".to_owned()
            }
            (CauseReason::FieldValueRequired, _) => "Required value: must not be empty".to_owned(),
            (CauseReason::FieldValueForbidden, Field::Finalizers) => {
                "Forbidden: no new finalizers can be added if the object is being deleted".to_owned()
            }
            (CauseReason::FieldValueForbidden, _) => "Forbidden: field is immutable".to_owned(),
            (CauseReason::FieldValueNotSupported, Field::DryRun) => {
                let sent = match &self.request.verb {
                    Verb::Delete(options) | Verb::DeleteCollection(options) => self.texts(&options.dry_run),
                    _ => String::new(),
                };
                format!("Unsupported value: {sent}: supported values: \"All\"")
            }
            (CauseReason::FieldValueNotSupported, _) => format!(
                "Unsupported value: {}: supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"",
                self.policy()
            ),
            (CauseReason::NamespaceTerminating, _) => {
                format!(
                    "namespace {} is being terminated",
                    self.text(self.request.target.namespace)
                )
            }
            (CauseReason::FieldValueInvalid, field) => self.invalid_value(field),
        }
    }

    fn invalid_value(&self, field: Field) -> String {
        let owners = self.owners();
        let owner = |index: u32| owners.get(index as usize);
        let (value, why) = match field {
            Field::Finalizer(index) => (
                self.finalizers()
                    .get(index as usize)
                    .map(|&name| self.quoted(name)),
                "name is neither a standard finalizer name nor is it fully qualified".to_owned(),
            ),
            Field::Finalizers => (
                Some(self.texts(self.finalizers())),
                "finalizer orphan and foregroundDeletion cannot be both set".to_owned(),
            ),
            Field::OwnerApiVersion(index) => (
                owner(index).map(|owner| self.quoted(owner.api_version)),
                "must be <group>/<version> or <version>".to_owned(),
            ),
            Field::OwnerReference(index) => (
                owner(index).map(|owner| self.owner(owner)),
                owner(index).map_or_else(String::new, |owner| {
                    let version = self.text(owner.api_version);
                    let slash = if version.contains('/') { "" } else { "/" };
                    format!(
                        "{slash}{version}, Kind={} is disallowed from being an owner",
                        self.text(owner.kind)
                    )
                }),
            ),
            Field::OwnerReferences => {
                let sent: Vec<String> = owners.iter().map(|owner| self.owner(owner)).collect();
                (
                    Some(format!("[{}]", sent.join(","))),
                    self.two_controllers(&owners),
                )
            }
            Field::AnyOwnerApiVersion => (Some("\"\"".to_owned()), "version must not be empty".to_owned()),
            Field::AnyOwnerKind => (Some("\"\"".to_owned()), self.empty_member("kind")),
            Field::AnyOwnerName => (Some("\"\"".to_owned()), self.empty_member("name")),
            Field::AnyOwnerUid => (Some("\"\"".to_owned()), self.empty_member("uid")),
            Field::PropagationPolicy => (
                Some(self.policy()),
                "orphanDependents and deletionPropagation cannot be both set".to_owned(),
            ),
            Field::Uid => (self.patched_uid(), "field is immutable".to_owned()),
            Field::Name | Field::NameLength => (Some(self.quoted(self.name())), self.wrong_name(field)),
            Field::LabelKey(label) | Field::LabelValue(label) => (Some(self.quoted(label)), String::new()),
            Field::Namespace
            | Field::DeletionTimestamp
            | Field::OwnerKind(_)
            | Field::OwnerName(_)
            | Field::OwnerUid(_)
            | Field::DryRun => (None, "field is immutable".to_owned()),
        };
        match value {
            Some(value) => format!("Invalid value: {value}: {why}"),
            None => format!("Invalid value: {why}"),
        }
    }

    fn wrong_name(&self, field: Field) -> String {
        let form = NameForm::of(&self.cluster.names, self.kind);
        let name = self.text(self.name());
        match form {
            NameForm::Label if field == Field::NameLength => too_long(63, "characters"),
            _ if field == Field::NameLength => too_long(253, "characters"),
            // What is a subdomain and no label has dots.
            NameForm::Label if NameForm::Subdomain.accepts(name) => "must not contain dots".to_owned(),
            NameForm::Label => shape(
                "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and \
                 end with an alphanumeric character",
                &["my-name", "123-abc"],
                LABEL,
            ),
            NameForm::PathSegment | NameForm::Unchecked => match name {
                "." | ".." => format!("may not be '{name}'"),
                _ if name.contains('/') => "may not contain '/'".to_owned(),
                _ => "may not contain '%'".to_owned(),
            },
            NameForm::Subdomain => wrong_subdomain(),
        }
    }

    /// Minors before 1.34 name the member once more.
    fn empty_member(&self, member: &str) -> String {
        if self.cluster.has(Switch::ApiOwnerReferencePlainTexts) {
            "must not be empty".to_owned()
        } else {
            format!("{member} must not be empty")
        }
    }

    fn two_controllers(&self, owners: &[OwnerReference]) -> String {
        let mut controllers = owners
            .iter()
            .filter(|owner| owner.controller == Some(true))
            .map(|owner| format!("{}/{}", self.text(owner.kind), self.text(owner.name)));
        let (first, second) = (
            controllers.next().unwrap_or_default(),
            controllers.next().unwrap_or_default(),
        );
        format!(
            "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {second}"
        )
    }

    /// The references as sent, without the repetitions that the API server drops (API-2).
    fn owners(&self) -> Vec<OwnerReference> {
        let sent: &[OwnerReference] = match &self.request.verb {
            Verb::Create(create) => &create.object.meta.owner_references,
            Verb::Patch(patch) => match &patch.owner_references {
                Some(OwnerPatch::Replace(owners)) => owners,
                _ => &[],
            },
            _ => &[],
        };
        let mut owners: Vec<OwnerReference> = Vec::new();
        for owner in sent {
            let keeps_all = !self.cluster.has(Switch::ApiDuplicateOwnersDropped);
            if keeps_all || !owners.contains(owner) {
                owners.push(*owner);
            }
        }
        owners
    }

    fn finalizers(&self) -> &[Name] {
        match &self.request.verb {
            Verb::Create(create) => &create.object.meta.finalizers,
            Verb::Patch(patch) => patch.finalizers.as_deref().unwrap_or_default(),
            _ => &[],
        }
    }

    fn patched_uid(&self) -> Option<String> {
        match &self.request.verb {
            Verb::Patch(patch) => patch.uid.map(|uid| self.quoted(uid)),
            _ => None,
        }
    }

    fn policy(&self) -> String {
        match &self.request.verb {
            Verb::Delete(options) | Verb::DeleteCollection(options) => {
                options.policy.map_or_else(String::new, |policy| {
                    to_json(&wire::policy(&self.cluster.names, policy))
                })
            }
            _ => String::new(),
        }
    }

    fn owner(&self, owner: &OwnerReference) -> String {
        let flag = |name: &str, flag: Option<bool>| {
            flag.map_or_else(String::new, |flag| format!(",\"{name}\":{flag}"))
        };
        let text = |name: Name| self.quoted(name);
        // Written by hand, because the API server writes the members in this order.
        format!(
            "{{\"apiVersion\":{},\"kind\":{},\"name\":{},\"uid\":{}{}{}}}",
            text(owner.api_version),
            text(owner.kind),
            text(owner.name),
            text(owner.uid),
            flag("controller", owner.controller),
            flag("blockOwnerDeletion", owner.block_owner_deletion),
        )
    }

    fn texts(&self, list: &[Name]) -> String {
        let texts: Vec<&str> = list.iter().map(|&name| self.text(name)).collect();
        to_json(&texts)
    }

    fn quoted(&self, name: Name) -> String {
        to_json(self.text(name))
    }

    fn text(&self, name: Name) -> &str {
        self.cluster.names.text(name)
    }
}
