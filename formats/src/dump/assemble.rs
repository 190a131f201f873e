use super::collector::{Collector, Graph};
use super::definition::{CustomKind, api_version, define, group_of, plural_of};
use super::draft::{Draft, DraftFacts, DraftNamespace};
use super::epoch::Epoch;
use super::leases::Leases;
use super::note::{Note, Skipped};
use kubeloupe_core::object::{
    ConditionFact, ConditionMessage, CrdFacts, DiscoveryFailure, Facts, GroupError, GroupFailure,
    IpAddressFacts, KindId, Kinds, KnownFrom, LeaseFacts, List, Name, Names, NamespaceFacts, NamespacePhase,
    Object, ObjectKey, OwnerReference, PodFacts, Scope, ServedVersion, Time,
};
use kubeloupe_core::{Map, Set};
use std::sync::Arc;

/// Objects made of drafts.
pub(crate) struct Assembled {
    pub(crate) objects: Vec<Object>,
    pub(crate) notes: Vec<Note>,
    pub(crate) epoch: Epoch,
    pub(crate) short_names: Vec<(Name, KindId)>,
    /// What the dump shows of discovery.
    pub(crate) discovery_failure: Option<DiscoveryFailure>,
    pub(crate) graphs: Vec<Graph>,
    /// Nodes whose kubelets have stopped renewing their leases.
    pub(crate) silent_nodes: Vec<Name>,
    /// Dependents' uids with the uids that their references got by kind and name.
    pub(crate) guessed_owners: Vec<(Name, Name)>,
}

/// Makes objects of what was collected, and adds the kinds that it defines or shows. Times are counted from `epoch`, or
/// from the newest moment that is mentioned.
pub(crate) fn assemble(
    names: &mut Names,
    kinds: &mut Kinds,
    mut collector: Collector,
    epoch: Option<Epoch>,
) -> Assembled {
    let epoch = epoch
        .or(collector.newest.map(Epoch::not_before))
        .unwrap_or_default();
    let defined = define_all(names, kinds, &collector.drafts);
    let short_names = short_names(&collector.drafts, &defined);
    let drafts = std::mem::take(&mut collector.drafts);
    let mut assembly = Assembly {
        names,
        kinds,
        epoch,
        collector,
        known: Map::default(),
        objects: Vec::with_capacity(drafts.len()),
        places: Map::default(),
        gathered: Gathered::default(),
        failures: Vec::new(),
        made_up: 0,
        leases: Leases::default(),
        guessed_owners: Vec::new(),
    };
    let found: Vec<Option<KindId>> = drafts.iter().map(|draft| assembly.kind_of(draft)).collect();
    for ((draft, kind), defined) in drafts.into_iter().zip(found).zip(defined) {
        if let Some(kind) = kind {
            assembly.add(draft, kind, defined);
        }
    }
    assembly.take_uids_from_references();
    assembly.make_up_uids();
    assembly.complete_references();
    assembly.make_up_versions();
    assembly.look_for_shared_uids();
    let Assembly {
        names,
        kinds,
        collector,
        objects,
        gathered,
        mut failures,
        leases,
        guessed_owners,
        ..
    } = assembly;
    let mut notes = collector.notes;
    for note in &notes {
        if let Note::IncompleteDiscovery { groups, .. } = note {
            failures.extend(groups.iter().map(|group_version| GroupFailure {
                group_version: names.intern(group_version),
                error: GroupError::Unavailable,
            }));
        }
    }
    let mut discovery_failure = DiscoveryFailure::of_groups(names, failures);
    if discovery_failure.is_none()
        && let Some((namespace, failure)) = told_by_namespace(names, kinds, &objects)
    {
        notes.push(Note::DiscoveryFailureTold(namespace));
        discovery_failure = Some(failure);
    }
    notes.extend(gathered.into_notes());
    Assembled {
        objects,
        notes,
        epoch,
        short_names,
        discovery_failure,
        graphs: collector.graphs,
        silent_nodes: leases.silent(),
        guessed_owners,
    }
}

/// What a namespace that is being deleted says of discovery, and which one: the latest to say so. Where the dump holds
/// APIServices they say it themselves, and newer.
fn told_by_namespace(
    names: &Names,
    kinds: &Kinds,
    objects: &[Object],
) -> Option<(ObjectKey, DiscoveryFailure)> {
    if objects
        .iter()
        .any(|object| names.text(kinds.get(object.kind).kind) == "APIService")
    {
        return None;
    }
    let mut latest: Option<(Option<Time>, ObjectKey, DiscoveryFailure)> = None;
    for object in objects.iter().filter(|object| object.meta.is_deleting()) {
        let Facts::Namespace(facts) = &object.facts else {
            continue;
        };
        for condition in facts
            .conditions
            .iter()
            .filter(|condition| condition.status == Name::TRUE)
        {
            let ConditionMessage::Discovery(failure) = &condition.message else {
                continue;
            };
            if latest
                .as_ref()
                .is_none_or(|(at, ..)| *at < condition.last_transition)
            {
                latest = Some((condition.last_transition, object.key(), failure.clone()));
            }
        }
    }
    latest.map(|(_, namespace, failure)| (namespace, failure))
}

fn short_names(drafts: &[Draft], defined: &[Option<KindId>]) -> Vec<(Name, KindId)> {
    let mut short_names = Vec::new();
    for (draft, kind) in drafts.iter().zip(defined) {
        if let (DraftFacts::Definition(definition), Some(kind)) = (&draft.facts, *kind) {
            short_names.extend(definition.short_names.iter().map(|&name| (name, kind)));
        }
    }
    short_names
}

/// The kinds that the definitions among `drafts` define, one entry per draft.
fn define_all(names: &mut Names, kinds: &mut Kinds, drafts: &[Draft]) -> Vec<Option<KindId>> {
    let group = names.intern("apiextensions.k8s.io");
    drafts
        .iter()
        .map(|draft| match &draft.facts {
            DraftFacts::Definition(definition) if group_of(names, draft.api_version) == group => {
                define(definition, names, kinds)
            }
            _ => None,
        })
        .collect()
}

struct Assembly<'a> {
    names: &'a mut Names,
    kinds: &'a mut Kinds,
    epoch: Epoch,
    collector: Collector,
    /// What apiVersion and kind were found to be.
    known: Map<(Name, Name), Option<KindId>>,
    objects: Vec<Object>,
    /// Where in `objects` an object is.
    places: Map<ObjectKey, usize>,
    gathered: Gathered,
    failures: Vec<GroupFailure>,
    /// How many uids were made up.
    made_up: u64,
    leases: Leases,
    guessed_owners: Vec<(Name, Name)>,
}

/// Objects about which there is the same to note.
#[derive(Default)]
struct Gathered {
    duplicates: Vec<ObjectKey>,
    recreated: Vec<ObjectKey>,
    shared_uid: Vec<ObjectKey>,
    uid_made_up: Vec<ObjectKey>,
    owner_without_uid: Vec<ObjectKey>,
    owner_guessed: Vec<ObjectKey>,
    uid_from_references: Vec<ObjectKey>,
    namespace_assumed: Vec<ObjectKey>,
    namespace_dropped: Vec<ObjectKey>,
    api_version_assumed: Vec<ObjectKey>,
}

impl Gathered {
    fn into_notes(self) -> impl Iterator<Item = Note> {
        type Noted = (Vec<ObjectKey>, fn(Vec<ObjectKey>) -> Note);
        let notes: [Noted; 10] = [
            (self.duplicates, Note::Duplicates),
            (self.recreated, Note::Recreated),
            (self.shared_uid, Note::SharedUid),
            (self.uid_from_references, Note::UidFromReferences),
            (self.uid_made_up, Note::UidMadeUp),
            (self.owner_guessed, Note::OwnerGuessed),
            (self.owner_without_uid, Note::OwnerWithoutUid),
            (self.namespace_assumed, Note::NamespaceAssumed),
            (self.namespace_dropped, Note::NamespaceDropped),
            (self.api_version_assumed, Note::ApiVersionAssumed),
        ];
        notes
            .into_iter()
            .filter(|(keys, _)| !keys.is_empty())
            .map(|(keys, note)| note(keys))
    }
}

impl Assembly<'_> {
    /// The kind of a draft, added where only objects show it; `None` where it cannot be known.
    fn kind_of(&mut self, draft: &Draft) -> Option<KindId> {
        if draft.kind == Name::EMPTY {
            self.collector.skip(draft.origin, Skipped::NoKind);
            return None;
        }
        let words = (draft.api_version, draft.kind);
        let found = match self.known.get(&words) {
            Some(found) => *found,
            None => {
                let found = if draft.api_version == Name::EMPTY {
                    self.only_builtin_of(draft.kind)
                } else {
                    Some(self.find_or_assume(draft))
                };
                self.known.insert(words, found);
                found
            }
        };
        match found {
            None => self.collector.skip(draft.origin, Skipped::NoApiVersion),
            Some(kind) => {
                let namespaced = draft.meta.namespace != Name::EMPTY;
                let kind = self.kinds.get_mut(kind);
                // One object in a namespace is proof enough; the others may come from elsewhere.
                if kind.known_from == KnownFrom::Objects && namespaced {
                    kind.scope = Scope::Namespaced;
                }
            }
        }
        found
    }

    /// The built-in kind of this name, if only one group has it.
    fn only_builtin_of(&self, kind: Name) -> Option<KindId> {
        let mut candidates = self.kinds.ids().filter(|&id| self.kinds.get(id).kind == kind);
        candidates.next().filter(|_| candidates.next().is_none())
    }

    fn find_or_assume(&mut self, draft: &Draft) -> KindId {
        let Draft {
            api_version, kind, ..
        } = *draft;
        let served = ServedVersion {
            api_version,
            served: true,
        };
        if let Some(known) = self.kinds.known(api_version, kind) {
            let found = self.kinds.get_mut(known);
            let version = found
                .versions
                .iter_mut()
                .find(|version| version.api_version == api_version);
            if let Some(version) = version.filter(|version| !version.served)
                && found.known_from == KnownFrom::BuiltIn
            {
                // Somebody switched the version on, or there would be no object of it.
                version.served = true;
                self.collector.notes.push(Note::VersionAssumed {
                    kind: known,
                    api_version,
                });
            }
            return known;
        }
        let group = group_of(self.names, api_version);
        if let Some(known) = self.kinds.of_group(group, kind) {
            let mut extended = self.kinds.get(known).clone();
            extended.versions.push(served);
            self.collector.notes.push(Note::VersionAssumed {
                kind: known,
                api_version,
            });
            return self.kinds.add(extended);
        }
        let custom = CustomKind {
            group,
            kind,
            resource: plural_of(self.names, kind),
            scope: Scope::Cluster,
            versions: vec![served],
            known_from: KnownFrom::Objects,
        };
        let assumed = self.kinds.add(custom.into_kind());
        self.collector.notes.push(Note::KindAssumed(assumed));
        assumed
    }

    fn add(&mut self, draft: Draft, kind: KindId, defined: Option<KindId>) {
        let without_version = draft.api_version == Name::EMPTY;
        self.note_unavailable(&draft, kind);
        let renewed = match &draft.facts {
            DraftFacts::Lease { renewed, .. } => Some(*renewed),
            DraftFacts::Undecided(parts) => parts.renewed,
            _ => None,
        };
        let mut object = object_of(draft, kind, defined, self.epoch, self.names, self.kinds);
        if let Some(renewed) = renewed.filter(|_| self.names.text(self.kinds.get(kind).kind) == "Lease") {
            self.leases.add(self.names, &object, renewed);
        }
        let meta = &mut object.meta;
        let namespaced = self.kinds.get(kind).is_namespaced();
        let (assumed, dropped) = (
            namespaced && meta.namespace == Name::EMPTY,
            !namespaced && meta.namespace != Name::EMPTY,
        );
        if assumed {
            meta.namespace = self.names.intern("default");
        }
        if dropped {
            meta.namespace = Name::EMPTY;
        }
        let key = object.key();
        let gathered = &mut self.gathered;
        if let Some(&place) = self.places.get(&key) {
            let kept = &mut self.objects[place];
            let (old, new) = (kept.meta.uid, object.meta.uid);
            let same = old == new || old == Name::EMPTY || new == Name::EMPTY;
            let list = if same {
                &mut gathered.duplicates
            } else {
                &mut gathered.recreated
            };
            if list.last() != Some(&key) {
                list.push(key);
            }
            if is_newer(&object, kept, same) {
                *kept = object;
            }
            return;
        }
        for (noted, list) in [
            (assumed, &mut gathered.namespace_assumed),
            (dropped, &mut gathered.namespace_dropped),
            (without_version, &mut gathered.api_version_assumed),
        ] {
            if noted {
                list.push(key);
            }
        }
        self.places.insert(key, self.objects.len());
        self.objects.push(object);
    }

    fn note_unavailable(&mut self, draft: &Draft, kind: KindId) {
        let DraftFacts::UnavailableApiService {
            group,
            version,
            reason,
        } = draft.facts
        else {
            return;
        };
        if self.names.text(self.kinds.get(kind).group) == "apiregistration.k8s.io" {
            self.collector.notes.push(Note::ApiServiceUnavailable {
                name: draft.meta.name,
                reason,
            });
            let group_version = api_version(self.names, group, version);
            self.failures.push(GroupFailure {
                group_version,
                error: GroupError::Stale,
            });
        }
    }

    /// The object that a reference of one in `namespace` means by kind and name, whatever its uid.
    fn meant_by(&self, reference: &OwnerReference, namespace: Name) -> Option<ObjectKey> {
        let known = self.kinds.known(reference.api_version, reference.kind);
        let kind = known.or_else(|| {
            let group = match self.names.text(reference.api_version).split_once('/') {
                Some((group, _)) => self.names.find(group)?,
                None => Name::EMPTY,
            };
            self.kinds.of_group(group, reference.kind)
        })?;
        let namespaced = self.kinds.get(kind).is_namespaced();
        Some(ObjectKey {
            kind,
            namespace: if namespaced { namespace } else { Name::EMPTY },
            name: reference.name,
        })
    }

    /// Manifests from which somebody took the uid: what depends on them still says it, if all agree and nothing else
    /// has it.
    fn take_uids_from_references(&mut self) {
        let mut wanted: Map<ObjectKey, Option<Name>> = self
            .objects
            .iter()
            .filter(|object| object.meta.uid == Name::EMPTY)
            .map(|object| (object.key(), None))
            .collect();
        if wanted.is_empty() {
            return;
        }
        let mut taken: Set<Name> = self.objects.iter().map(|object| object.meta.uid).collect();
        let mut disputed: Set<ObjectKey> = Set::default();
        for object in &self.objects {
            for reference in object.meta.owner_references.iter() {
                if taken.contains(&reference.uid) {
                    continue;
                }
                let Some(key) = self.meant_by(reference, object.meta.namespace) else {
                    continue;
                };
                if let Some(uid) = wanted.get_mut(&key)
                    && *uid.get_or_insert(reference.uid) != reference.uid
                {
                    disputed.insert(key);
                }
            }
        }
        for object in &mut self.objects {
            let key = object.key();
            let uid = wanted.get(&key).copied().flatten();
            if let Some(uid) = uid.filter(|uid| !disputed.contains(&key) && taken.insert(*uid)) {
                object.meta.uid = uid;
                self.gathered.uid_from_references.push(key);
            }
        }
    }

    fn make_up_uids(&mut self) {
        for index in 0..self.objects.len() {
            if self.objects[index].meta.uid == Name::EMPTY {
                self.objects[index].meta.uid = self.made_up_uid();
                self.gathered.uid_made_up.push(self.objects[index].key());
            }
        }
    }

    fn made_up_uid(&mut self) -> Name {
        loop {
            self.made_up += 1;
            let uid = format!("00000000-0000-4000-8000-{:012x}", self.made_up);
            if self.names.find(&uid).is_none() {
                break self.names.intern(&uid);
            }
        }
    }

    /// Owner references without a uid, which no API server would have stored: they get that of the object of their kind
    /// and name, or one made up for the owner that is not there.
    fn complete_references(&mut self) {
        let mut absent: Map<(Name, Name, Name, Name), Name> = Map::default();
        for index in 0..self.objects.len() {
            let meta = &self.objects[index].meta;
            if meta
                .owner_references
                .iter()
                .all(|reference| reference.uid != Name::EMPTY)
            {
                continue;
            }
            let namespace = meta.namespace;
            let mut references = meta.owner_references.to_vec();
            let (mut guessed, mut made_up) = (false, false);
            for reference in references
                .iter_mut()
                .filter(|reference| reference.uid == Name::EMPTY)
            {
                let meant = self.meant_by(reference, namespace);
                reference.uid = match meant.and_then(|key| self.places.get(&key)) {
                    Some(&place) => {
                        guessed = true;
                        let uid = self.objects[place].meta.uid;
                        self.guessed_owners.push((self.objects[index].meta.uid, uid));
                        uid
                    }
                    None => {
                        made_up = true;
                        let scope = meant.map_or(namespace, |key| key.namespace);
                        let words = (reference.api_version, reference.kind, scope, reference.name);
                        match absent.get(&words) {
                            Some(&uid) => uid,
                            None => {
                                let uid = self.made_up_uid();
                                absent.insert(words, uid);
                                uid
                            }
                        }
                    }
                };
            }
            let object = &mut self.objects[index];
            object.meta.owner_references = references.into();
            if guessed {
                self.gathered.owner_guessed.push(object.key());
            }
            if made_up {
                self.gathered.owner_without_uid.push(object.key());
            }
        }
    }

    /// Whatever is stored has a version. Objects that were written by hand get ones that are newer than all others.
    fn make_up_versions(&mut self) {
        let mut newest = self
            .objects
            .iter()
            .map(|object| object.meta.resource_version)
            .max()
            .unwrap_or(0);
        for object in self
            .objects
            .iter_mut()
            .filter(|object| object.meta.resource_version == 0)
        {
            newest = newest.saturating_add(1);
            object.meta.resource_version = newest;
        }
    }

    fn look_for_shared_uids(&mut self) {
        let mut first: Map<Name, usize> = Map::default();
        for (index, object) in self.objects.iter().enumerate() {
            if let Some(other) = first.insert(object.meta.uid, index) {
                self.gathered
                    .shared_uid
                    .extend([self.objects[other].key(), object.key()]);
            }
        }
    }
}

/// Whether `new` shows a later state than `old`. Versions of different uids are comparable too, but a restored object may
/// have none, while everything was created some time.
fn is_newer(new: &Object, old: &Object, same_uid: bool) -> bool {
    let (new, old) = (&new.meta, &old.meta);
    if same_uid && (new.uid == Name::EMPTY) != (old.uid == Name::EMPTY) {
        return old.uid == Name::EMPTY;
    }
    if same_uid {
        return new.resource_version > old.resource_version;
    }
    (new.creation_timestamp, new.resource_version) > (old.creation_timestamp, old.resource_version)
}

/// A draft whose kind is known as an object. `defined` is the kind that a definition defines.
pub(crate) fn object_of(
    draft: Draft,
    kind: KindId,
    defined: Option<KindId>,
    epoch: Epoch,
    names: &mut Names,
    kinds: &Kinds,
) -> Object {
    let Draft {
        mut meta,
        facts,
        kind: word,
        whole,
        ..
    } = draft;
    let counted = |time: &mut Option<Time>| *time = time.map(|time| epoch.time(time.0));
    counted(&mut meta.creation_timestamp);
    counted(&mut meta.deletion_timestamp);
    let facts = match facts {
        DraftFacts::Undecided(parts) => parts.into_facts_of(word, names),
        facts => facts,
    };
    // The same word may be a kind of another group.
    let facts = match (names.text(kinds.get(kind).group), facts) {
        ("", DraftFacts::Pod(pod, nodes)) => Facts::Pod(PodFacts {
            detail: nodes.map(|nodes| Arc::new(nodes.into_pod(epoch, names))),
            ..pod
        }),
        ("", DraftFacts::Node(nodes)) => Facts::Node(Arc::new(nodes.into_node(epoch, names))),
        ("coordination.k8s.io", DraftFacts::Lease { renewed, kept: true }) => Facts::Lease(LeaseFacts {
            renew_time: Some(epoch.time(renewed)),
        }),
        ("", DraftFacts::Namespace(namespace)) => {
            let facts = namespace_facts(*namespace, meta.is_deleting(), epoch, names);
            Facts::Namespace(Arc::new(facts))
        }
        ("apiextensions.k8s.io", DraftFacts::Definition(_)) => Facts::Crd(CrdFacts { defines: defined }),
        ("networking.k8s.io", DraftFacts::IpAddress { namespace, name }) => {
            Facts::IpAddress(IpAddressFacts {
                parent_namespace: namespace,
                parent_name: name,
            })
        }
        _ => Facts::None,
    };
    let facts = match &whole {
        Some(whole) => crate::wire::workload_facts(names, kinds, kind, epoch, whole).unwrap_or(facts),
        None => facts,
    };
    Object { kind, meta, facts }
}

fn namespace_facts(draft: DraftNamespace, deleting: bool, epoch: Epoch, names: &mut Names) -> NamespaceFacts {
    let phase = match names.text(draft.phase) {
        "Terminating" => NamespacePhase::Terminating,
        "" if deleting => NamespacePhase::Terminating,
        _ => NamespacePhase::Active,
    };
    let mut conditions: Vec<ConditionFact> = draft.conditions;
    for condition in &mut conditions {
        condition.last_transition = condition.last_transition.map(|time| epoch.time(time.0));
        crate::condition::recognise(names, condition);
    }
    NamespaceFacts {
        spec_finalizers: List::from(draft.spec_finalizers),
        phase,
        conditions: conditions.into(),
    }
}
