use super::member::Member;
use super::metadata::{read_labels, read_metadata, read_names};
use super::{WireError, WireProblem};
use kubeloupe_core::apiserver::Create;
use kubeloupe_core::object::{Facts, KindId, Names, NamespaceFacts, Object, PodFacts, PodPhase};
use serde_json::Value;
use std::sync::Arc;

/// Grace of a pod that says nothing of it.
const DEFAULT_GRACE_S: i64 = 30;

/// The body of a POST of an object of `kind`, whose word is `word`.
pub fn read_create(names: &mut Names, kind: KindId, word: &str, body: &Value) -> Result<Create, WireError> {
    let body = Member::new(body, "body");
    if !body.value.is_object() {
        return Err(body.wrong(WireProblem::Expected("an object")));
    }
    let meta = read_metadata(names, &body.get("metadata"))?;
    let spec = body.get("spec");
    let facts = match word {
        "Pod" => Facts::Pod(PodFacts {
            node: spec.get("nodeName").name(names)?,
            phase: PodPhase::Pending,
            termination_grace_period_s: spec
                .get("terminationGracePeriodSeconds")
                .integer()?
                .unwrap_or(DEFAULT_GRACE_S),
            detail: None,
        }),
        "Namespace" => Facts::Namespace(Arc::new(NamespaceFacts {
            spec_finalizers: read_names(names, &spec.get("finalizers"))?,
            ..NamespaceFacts::default()
        })),
        _ => Facts::None,
    };
    let template = spec.get("template").get("metadata").get("labels");
    Ok(Create {
        object: Object { kind, meta, facts },
        template_labels: read_labels(names, &template)?,
        generate_name: body.get("metadata").get("generateName").name(names)?,
        dry_run: false,
    })
}

/// The phase of a pod, as a word.
pub(super) fn read_phase(phase: &Member<'_>) -> Result<Option<PodPhase>, WireError> {
    Ok(match phase.text()? {
        None => None,
        Some("Pending") => Some(PodPhase::Pending),
        Some("Running") => Some(PodPhase::Running),
        Some("Succeeded") => Some(PodPhase::Succeeded),
        Some("Failed") => Some(PodPhase::Failed),
        Some("Unknown") => Some(PodPhase::Unknown),
        Some(_) => return Err(phase.wrong(WireProblem::UnknownWord)),
    })
}
