use super::WireError;
use super::member::Member;
use kubeloupe_core::object::{List, Names, Toleration, TolerationOperator};

/// `spec.tolerations` of a pod or a template, in their order (TE-4, TE-10).
pub(super) fn read_tolerations(
    names: &mut Names,
    tolerations: &Member<'_>,
) -> Result<List<Toleration>, WireError> {
    let mut read = Vec::new();
    for toleration in tolerations.elements()? {
        read.push(Toleration {
            key: toleration.get("key").name(names)?,
            operator: TolerationOperator::of_text(toleration.get("operator").text()?.unwrap_or_default()),
            value: toleration.get("value").name(names)?,
            effect: toleration.get("effect").name(names)?,
            seconds: toleration.get("tolerationSeconds").integer()?,
        });
    }
    Ok(read.into())
}
