use super::CallResult;
use crate::text::{Lang, refusal_note, status_message};
use kubeloupe_core::apiserver::{Cluster, Field, Reason, Request, Status, Verb};
use kubeloupe_core::object::Time;
use kubeloupe_core::sim::Call;
use serde::Serialize;

/// An action of the scenario that the API server refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RefusalResult {
    /// When.
    pub at: String,
    /// What was asked for.
    pub verb: &'static str,
    /// The object, or the resource and its namespace.
    #[serde(rename = "ref")]
    pub reference: String,
    /// HTTP status code.
    pub code: u16,
    /// Its reason; nothing for a path that does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The API server's words.
    pub message: String,
    /// The rule behind it.
    pub rule: &'static str,
}

impl RefusalResult {
    /// The refusal of `call`, which was answered at `at`; `None` if it was not refused.
    pub fn of(cluster: &Cluster, call: &Call, at: Time) -> Option<Self> {
        let status = call.response.as_status().filter(|status| status.code >= 400)?;
        let CallResult {
            at,
            verb,
            reference,
            code,
            reason,
            ..
        } = CallResult::of(cluster, call, at);
        Some(RefusalResult {
            at,
            verb,
            reference,
            code,
            reason,
            message: status_message(cluster, &call.request, status),
            rule: rule_of(&call.request, status),
        })
    }

    /// The same in a sentence.
    pub fn note(&self, lang: Lang) -> String {
        let reason = self
            .reason
            .map_or_else(String::new, |reason| format!(" {reason}"));
        refusal_note(
            lang,
            &self.at,
            &format!("{} {}", self.verb, self.reference),
            &format!("{}{reason}", self.code),
            &self.message,
            self.rule,
        )
    }
}

/// The rule by which the API server refuses so.
fn rule_of(request: &Request, status: &Status) -> &'static str {
    let is_create = matches!(request.verb, Verb::Create(_));
    let is_delete = matches!(request.verb, Verb::Delete(_) | Verb::DeleteCollection(_));
    if let Some(cause) = status.causes.first() {
        return match cause.field {
            Field::PropagationPolicy | Field::DryRun => "API-5",
            Field::Finalizers | Field::Finalizer(_) if is_create => "API-3",
            Field::Finalizers
                if cause.reason == kubeloupe_core::apiserver::CauseReason::FieldValueForbidden =>
            {
                "API-4"
            }
            Field::Finalizers | Field::Finalizer(_) => "API-3",
            Field::Uid => "API-18",
            Field::DeletionTimestamp => "API-4",
            Field::Name | Field::Namespace if status.reason == Some(Reason::Forbidden) => "NS-4",
            Field::Name
            | Field::NameLength
            | Field::LabelKey(_)
            | Field::LabelValue(_)
            | Field::Namespace => "API-8",
            Field::OwnerReferences
            | Field::OwnerReference(_)
            | Field::OwnerApiVersion(_)
            | Field::OwnerKind(_)
            | Field::OwnerName(_)
            | Field::OwnerUid(_)
            | Field::AnyOwnerApiVersion
            | Field::AnyOwnerKind
            | Field::AnyOwnerName
            | Field::AnyOwnerUid => "API-1",
        };
    }
    match status.reason {
        Some(Reason::Conflict) if is_delete => "API-6",
        Some(Reason::AlreadyExists) => "API-20",
        Some(Reason::Forbidden) => "NS-4",
        Some(Reason::NotFound) if is_create => "NS-4",
        Some(Reason::NotFound | Reason::MethodNotAllowed) | None if is_delete => "API-13",
        _ => "API-18",
    }
}
