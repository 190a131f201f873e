use super::{Name, Names};
use crate::Map;
use crate::sorted::sort_by;
use alloc::vec::Vec;

/// An index into the world's [`Kinds`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KindId(pub u32);

/// Whether objects of a kind live in namespaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// In a namespace.
    Namespaced,
    /// In none.
    Cluster,
}

/// What a DELETE without a policy does to dependents (API-11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultPolicy {
    /// Background.
    DeleteDependents,
    /// Dependents are orphaned: v1 ReplicationControllers and batch/v1 Jobs.
    OrphanDependents,
    /// The collector's finalizers are never set: events.
    Unsupported,
}

/// Where the knowledge about a kind comes from; anything but the first three is an assumption that verdicts name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownFrom {
    /// Built into Kubernetes.
    BuiltIn,
    /// A CustomResourceDefinition among the objects.
    Crd,
    /// Stated by discovery, or by the scenario (`kinds:`) in its place.
    Stated,
    /// Only objects of it were seen: that it is served, and its scope, are assumed from them.
    Objects,
}

/// One version of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServedVersion {
    /// `group/version`, or the version alone in the core group.
    pub api_version: Name,
    /// Whether the API server serves it now.
    pub served: bool,
}

/// One kind (group and kind) and how the API server and the controllers treat it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// API group; empty for core.
    pub group: Name,
    /// Kind.
    pub kind: Name,
    /// Resource (plural).
    pub resource: Name,
    /// Its versions, the preferred one first.
    pub versions: Vec<ServedVersion>,
    /// Scope.
    pub scope: Scope,
    /// Where this knowledge comes from.
    pub known_from: KnownFrom,
    /// A custom resource: strategic-merge patches are refused (API-18), any qualified finalizer is fine (API-3).
    pub custom: bool,
    /// What DELETE does without a policy.
    pub default_policy: DefaultPolicy,
    /// DELETE has a grace period: pods.
    pub graceful: bool,
    /// Objects get `generation: 1` when created; pods not before 1.33 (API-14).
    pub has_generation: bool,
    /// Verbs delete, list and watch are all there, and the kind is not ignored (C-16, GC-70): the collector watches it.
    pub monitored: bool,
}

/// Every kind of one world: the REST mapper's and the API server's knowledge.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    table: Vec<Kind>,
    by_version: Map<(Name, Name), KindId>,
    by_group: Map<(Name, Name), KindId>,
    revision: u64,
}

impl Kinds {
    /// Adds `kind`, or replaces what was known of the same group and kind. Returns its id.
    pub fn add(&mut self, kind: Kind) -> KindId {
        self.revision += 1;
        let known = self.by_group.get(&(kind.group, kind.kind)).copied();
        let id = known.unwrap_or(KindId(u32::try_from(self.table.len()).expect("kinds fit u32")));
        for version in &kind.versions {
            self.by_version.insert((version.api_version, kind.kind), id);
        }
        self.by_group.insert((kind.group, kind.kind), id);
        match known {
            Some(_) => self.table[id.0 as usize] = kind,
            None => self.table.push(kind),
        }
        id
    }

    /// Adds a kind that is not served before its definition is created, as a string is interned: nothing that happens
    /// depends on it till then. What is known of the same group and kind stays as it is. Returns its id.
    pub fn declare(&mut self, mut kind: Kind) -> KindId {
        if let Some(known) = self.of_group(kind.group, kind.kind) {
            return known;
        }
        for version in &mut kind.versions {
            version.served = false;
        }
        let revision = self.revision;
        let id = self.add(kind);
        self.revision = revision;
        id
    }

    /// Declares what a later table of the same world knows beside what this one does, under the same ids.
    pub fn declare_later(&mut self, later: &Kinds) {
        for kind in later.table.get(self.table.len()..).unwrap_or_default() {
            self.declare(kind.clone());
        }
    }

    /// The kind with this id.
    pub fn get(&self, id: KindId) -> &Kind {
        &self.table[id.0 as usize]
    }

    /// The kind with this id, to change it (a version that is no longer served, a removed CRD).
    pub fn get_mut(&mut self, id: KindId) -> &mut Kind {
        self.revision += 1;
        &mut self.table[id.0 as usize]
    }

    /// What the REST mapper answers for `apiVersion` and `kind`: only what is served now.
    pub fn served(&self, api_version: Name, kind: Name) -> Option<KindId> {
        let id = self.known(api_version, kind)?;
        let served = self
            .get(id)
            .versions
            .iter()
            .any(|version| version.api_version == api_version && version.served);
        served.then_some(id)
    }

    /// The kind that has this version, served or not.
    pub fn known(&self, api_version: Name, kind: Name) -> Option<KindId> {
        self.by_version.get(&(api_version, kind)).copied()
    }

    /// The kind of this group and kind.
    pub fn of_group(&self, group: Name, kind: Name) -> Option<KindId> {
        self.by_group.get(&(group, kind)).copied()
    }

    /// All ids, in the order in which the kinds were added.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = KindId> + use<> {
        (0..u32::try_from(self.table.len()).expect("kinds fit u32")).map(KindId)
    }

    /// All ids sorted by group, version and resource, the order taken where Go's is that of a map (spec gc section 14).
    pub fn sorted(&self, names: &Names) -> Vec<KindId> {
        let mut ids: Vec<KindId> = self.ids().collect();
        sort_by(&mut ids, |&left, &right| {
            let (left, right) = (self.get(left), self.get(right));
            names
                .compare(left.group, right.group)
                .then_with(|| names.compare(left.preferred(), right.preferred()))
                .then_with(|| names.compare(left.resource, right.resource))
        });
        ids
    }

    /// Another number after each change: what was learnt from the table of the same number is still so.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// How many kinds there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether no kind is known.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}

impl Kind {
    /// The apiVersion that monitors and lists use: the first served one, or the first where none is served.
    pub fn preferred(&self) -> Name {
        let served = self.versions.iter().find(|version| version.served);
        served
            .or(self.versions.first())
            .map_or(Name::EMPTY, |version| version.api_version)
    }

    /// Whether any version is served.
    pub fn is_served(&self) -> bool {
        self.versions.iter().any(|version| version.served)
    }

    /// Whether the resource has the verb delete: what the collector watches has it, and so have the events that it
    /// ignores (C-16).
    pub fn is_deletable(&self) -> bool {
        self.monitored || self.default_policy == DefaultPolicy::Unsupported
    }

    /// Whether objects of this kind have a namespace.
    pub fn is_namespaced(&self) -> bool {
        self.scope == Scope::Namespaced
    }
}
