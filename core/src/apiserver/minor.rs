use super::Cluster;

/// What the API server of an older minor does differently (spec versions, section 2).
impl Cluster {
    /// API-12: a shortened grace never moves deletionTimestamp before now.
    pub(super) fn shortened_grace_has_floor(&self) -> bool {
        self.minor >= 33
    }

    /// API-1: causes name the entry of ownerReferences, and tell missing members from bad ones.
    pub(super) fn owner_causes_name_the_entry(&self) -> bool {
        self.minor >= 37
    }

    /// A PUT with a uid on an object that is gone is a conflict instead of 404.
    pub(super) fn put_on_nothing_conflicts(&self) -> bool {
        self.minor <= 33
    }

    /// NS-4: updates too need their namespace.
    pub(super) fn updates_need_a_namespace(&self) -> bool {
        self.minor <= 36
    }
}
