/// What the collector does differently from minor to minor (spec versions section 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// DELETE carries the resourceVersion of the object that was classified, so that a change between GET and DELETE is
    /// noticed (GC-43).
    pub delete_names_version: bool,
    /// What a conflict means when the object has gone by the time it is looked at (GC-44).
    pub gone_during_conflict: GoneDuringConflict,
    /// A DELETE answered NotFound queues a virtual delete event at once (GC-45); before, it is an error.
    pub not_found_is_gone: bool,
}

/// What the collector does when the object that answered with a conflict is gone at the second look (GC-44).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoneDuringConflict {
    /// The attempt ends well, and nobody tells the graph.
    Success,
    /// It counts as the DELETE having answered NotFound (GC-45).
    NotFound,
}

impl Rules {
    /// The rules of 1.`minor`.
    pub fn for_minor(minor: u32) -> Self {
        match minor {
            ..=33 => Rules {
                delete_names_version: false,
                gone_during_conflict: GoneDuringConflict::NotFound,
                not_found_is_gone: false,
            },
            34 | 35 => Rules {
                delete_names_version: true,
                gone_during_conflict: GoneDuringConflict::Success,
                not_found_is_gone: false,
            },
            36.. => Rules {
                delete_names_version: true,
                gone_during_conflict: GoneDuringConflict::NotFound,
                not_found_is_gone: true,
            },
        }
    }
}
