//! How much of anything is read. Every limit has a name, and a message that says what to do when it is reached.

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// Bytes of all files together; also what keeps the interned strings below 4 GiB.
    InputBytes,
    /// Objects of all files together.
    Objects,
    /// Documents in one file.
    Documents,
    /// Nesting of mappings and lists.
    Depth,
    /// Aliases in one YAML document.
    Aliases,
    /// Nodes that the aliases of one YAML document are expanded to.
    AliasExpansion,
    /// Finalizers of one object.
    Finalizers,
    /// Owner references of one object.
    OwnerReferences,
    /// Labels of one object.
    Labels,
    /// Versions of one CustomResourceDefinition.
    Versions,
    /// Conditions in one status.
    Conditions,
    /// Bytes of one name, uid, finalizer or label.
    NameBytes,
    /// Bytes of one condition's message.
    MessageBytes,
    /// Actions of one scenario.
    Actions,
    /// Expectations of one scenario.
    Expectations,
    /// Steps that a scenario may ask for.
    Steps,
    /// Bytes of one file, unpacked.
    SourceBytes,
    /// Files, those in archives included.
    Files,
    /// Bytes that one compressed file or archive unpacks to, with all that is passed over.
    UnpackedBytes,
    /// Nodes whose kubelets are simulated.
    Nodes,
    /// Requests, and as many Events, changes of nodes and changes of zones, that the result of one scenario lists.
    Recorded,
    /// Values in an object whose template is hashed.
    TemplateValues,
}

/// The limits in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits([u64; Limit::ALL.len()]);

impl Limit {
    /// All limits.
    pub const ALL: [Limit; 22] = [
        Limit::InputBytes,
        Limit::Objects,
        Limit::Documents,
        Limit::Depth,
        Limit::Aliases,
        Limit::AliasExpansion,
        Limit::Finalizers,
        Limit::OwnerReferences,
        Limit::Labels,
        Limit::Versions,
        Limit::Conditions,
        Limit::NameBytes,
        Limit::MessageBytes,
        Limit::Actions,
        Limit::Expectations,
        Limit::Steps,
        Limit::SourceBytes,
        Limit::Files,
        Limit::UnpackedBytes,
        Limit::Nodes,
        Limit::Recorded,
        Limit::TemplateValues,
    ];

    /// The limit where nobody asked for another.
    pub const fn default_value(self) -> u64 {
        match self {
            Limit::InputBytes => 3 << 30,
            Limit::Objects => 1_000_000,
            Limit::Documents => 1_000_000,
            Limit::Depth => 64,
            Limit::Aliases => 1_000,
            Limit::AliasExpansion => 200_000,
            Limit::Finalizers => 1_000,
            Limit::OwnerReferences => 1_000,
            Limit::Labels => 1_000,
            Limit::Versions => 100,
            Limit::Conditions => 100,
            Limit::NameBytes => 1_024,
            Limit::MessageBytes => 32 << 10,
            Limit::Actions => 10_000,
            Limit::Expectations => 100_000,
            Limit::Steps => 100_000_000,
            Limit::SourceBytes => 2 << 30,
            Limit::Files => 100_000,
            Limit::UnpackedBytes => 16 << 30,
            Limit::Nodes => 20_000,
            Limit::Recorded => 100_000,
            Limit::TemplateValues => 200_000,
        }
    }
}

impl Limits {
    /// The value of one limit.
    pub fn get(&self, limit: Limit) -> u64 {
        self.0[limit as usize]
    }

    /// These limits with one of them changed.
    #[must_use]
    pub fn with(mut self, limit: Limit, value: u64) -> Self {
        self.0[limit as usize] = value;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits(Limit::ALL.map(Limit::default_value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_its_own_place() {
        for (index, limit) in Limit::ALL.into_iter().enumerate() {
            assert_eq!(limit as usize, index);
            assert_eq!(Limits::default().get(limit), limit.default_value());
        }
        let limits = Limits::default().with(Limit::Objects, 3);
        assert_eq!((limits.get(Limit::Objects), limits.get(Limit::Depth)), (3, 64));
    }
}
