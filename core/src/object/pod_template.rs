use super::{List, Name, PodFacts};

/// `spec.template` of a workload, as far as it is kept: nothing of it can show what stands in a container's environment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PodTemplate {
    /// `metadata.labels`, sorted by the text of their keys.
    pub labels: List<(Name, Name)>,
    /// `metadata.finalizers`.
    pub finalizers: List<Name>,
    /// What a pod made from it starts with.
    pub pod: PodFacts,
    /// A digest of all the rest, equal for templates that are equal by meaning (HS-6).
    pub content: u128,
    /// The 32-bit FNV-1a state after the dump of the template without the label `pod-template-hash`: whatever is hashed
    /// after it (the collision count) can be added without knowing the template (HS-3).
    pub hash_state: u32,
}

impl PodTemplate {
    /// EqualIgnoreHash (HS-6): the same but for the label `ignored`.
    pub fn equals_ignoring(&self, other: &PodTemplate, ignored: Name) -> bool {
        let labels = |template: &'_ PodTemplate| {
            let kept = template.labels.iter().filter(|(key, _)| *key != ignored).copied();
            kept.collect::<List<(Name, Name)>>()
        };
        self.content == other.content && self.finalizers == other.finalizers && labels(self) == labels(other)
    }
}
