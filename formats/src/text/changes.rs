use super::Lang;
use super::part::{Part, fill, listed, owner, word};
use super::phrase::Phrase;
use kubeloupe_core::object::{
    ConditionStatus, Facts, Name, Names, NamespaceFacts, NamespacePhase, NodeFacts, Object, OwnerReference,
    PodFacts, PodPhase, Taint,
};

/// What differs between two states of an object, as far as it is kept.
pub(super) fn object_changes(names: &Names, before: &Object, after: &Object, lang: Lang) -> Vec<Part> {
    let mut changes = Changes {
        names,
        lang,
        list: Vec::new(),
    };
    changes.deletion(before, after);
    let (old, new) = (&before.meta, &after.meta);
    changes.words(
        Phrase::ChangeFinalizersAdded,
        new.finalizers.iter().filter(|one| !old.finalizers.contains(one)),
    );
    changes.words(
        Phrase::ChangeFinalizersRemoved,
        old.finalizers.iter().filter(|one| !new.finalizers.contains(one)),
    );
    changes.owners(&old.owner_references, &new.owner_references, new.namespace);
    if old.labels != new.labels {
        changes.push(Phrase::ChangeLabels, &[]);
    }
    changes.facts(&before.facts, &after.facts);
    listed(changes.list, lang.semicolon())
}

/// What a node of the graph gained and lost.
pub(super) fn node_changes(
    names: &Names,
    namespace: Name,
    added: &[OwnerReference],
    removed: &[OwnerReference],
    (being_deleted, deleting_dependents): (bool, bool),
    lang: Lang,
) -> Vec<Part> {
    let mut changes = Changes {
        names,
        lang,
        list: Vec::new(),
    };
    changes.references(Phrase::ChangeOwnersAdded, added.iter(), namespace);
    changes.references(Phrase::ChangeOwnersRemoved, removed.iter(), namespace);
    if being_deleted {
        changes.push(Phrase::ChangeBeingDeleted, &[]);
    }
    if deleting_dependents {
        changes.push(Phrase::ChangeDeletingDependents, &[]);
    }
    listed(changes.list, lang.semicolon())
}

struct Changes<'a> {
    names: &'a Names,
    lang: Lang,
    list: Vec<Vec<Part>>,
}

impl Changes<'_> {
    fn push(&mut self, phrase: Phrase, arguments: &[&[Part]]) {
        self.list.push(fill(phrase, self.lang, arguments));
    }

    fn deletion(&mut self, before: &Object, after: &Object) {
        let grace = after.meta.deletion_grace_period_s.unwrap_or(0);
        let seconds = [word(grace.to_string())];
        if after.meta.is_deleting() && !before.meta.is_deleting() {
            if grace > 0 {
                self.push(Phrase::ChangeDeletionBeganWithGrace, &[&seconds]);
            } else {
                self.push(Phrase::ChangeDeletionBegan, &[]);
            }
        } else if before.meta.deletion_grace_period_s != after.meta.deletion_grace_period_s {
            self.push(Phrase::ChangeGrace, &[&seconds]);
        }
    }

    fn words<'n>(&mut self, phrase: Phrase, words: impl Iterator<Item = &'n Name>) {
        let words: Vec<Vec<Part>> = words.map(|&name| vec![word(self.names.text(name))]).collect();
        if !words.is_empty() {
            self.push(phrase, &[&listed(words, self.lang.comma())]);
        }
    }

    fn references<'r>(
        &mut self,
        phrase: Phrase,
        references: impl Iterator<Item = &'r OwnerReference>,
        namespace: Name,
    ) {
        let owners: Vec<Vec<Part>> = references
            .map(|reference| vec![owner(self.names, reference, namespace)])
            .collect();
        if !owners.is_empty() {
            self.push(phrase, &[&listed(owners, self.lang.comma())]);
        }
    }

    fn owners(&mut self, old: &[OwnerReference], new: &[OwnerReference], namespace: Name) {
        let of_uid = |list: &[OwnerReference], uid: Name| list.iter().find(|one| one.uid == uid).copied();
        self.references(
            Phrase::ChangeOwnersAdded,
            new.iter().filter(|one| of_uid(old, one.uid).is_none()),
            namespace,
        );
        self.references(
            Phrase::ChangeOwnersRemoved,
            old.iter().filter(|one| of_uid(new, one.uid).is_none()),
            namespace,
        );
        let changed = |wanted: fn(&OwnerReference, &OwnerReference) -> bool| {
            new.iter()
                .filter(move |one| of_uid(old, one.uid).is_some_and(|was| was != **one && wanted(&was, one)))
        };
        self.references(
            Phrase::ChangeOwnersBlock,
            changed(|was, is| !was.blocks() && is.blocks()),
            namespace,
        );
        self.references(
            Phrase::ChangeOwnersUnblocked,
            changed(|was, is| was.blocks() && !is.blocks()),
            namespace,
        );
        self.references(
            Phrase::ChangeOwnersOther,
            changed(|was, is| was.blocks() == is.blocks()),
            namespace,
        );
    }

    fn facts(&mut self, old: &Facts, new: &Facts) {
        match (old, new) {
            (Facts::Pod(old), Facts::Pod(new)) => self.pod(old, new),
            (Facts::Node(old), Facts::Node(new)) => self.node(old, new),
            (Facts::Lease(old), Facts::Lease(new)) if old != new => {
                let renewed = new.renew_time.map_or("-".to_owned(), |time| time.to_string());
                self.push(Phrase::ChangeRenewed, &[&[word(renewed)]]);
            }
            (Facts::Namespace(old), Facts::Namespace(new)) => self.namespace(old, new),
            _ => {}
        }
    }

    fn pod(&mut self, old: &PodFacts, new: &PodFacts) {
        if old.phase != new.phase {
            self.push(Phrase::ChangePhase, &[&[word(pod_phase(new.phase))]]);
        }
        let ready = |facts: &PodFacts| {
            let detail = facts.detail.as_deref()?;
            Some(detail.condition(Name::READY)?.status)
        };
        self.ready(ready(old), ready(new));
        let conditions = |facts: &PodFacts| facts.detail.as_ref().map(|detail| detail.conditions.clone());
        if ready(old) == ready(new) && conditions(old) != conditions(new) {
            self.push(Phrase::ChangeConditions, &[]);
        }
    }

    fn node(&mut self, old: &NodeFacts, new: &NodeFacts) {
        let ready = |facts: &NodeFacts| Some(facts.condition(Name::READY)?.status);
        self.ready(ready(old), ready(new));
        if ready(old) == ready(new) && old.conditions != new.conditions {
            self.push(Phrase::ChangeConditions, &[]);
        }
        let only = |one: &NodeFacts, other: &NodeFacts| -> Vec<Vec<Part>> {
            let taints = one
                .taints
                .iter()
                .filter(|taint| !other.has_taint(taint.key, taint.effect));
            taints
                .map(|taint| vec![word(taint_text(self.names, taint))])
                .collect()
        };
        let lists = [
            (Phrase::ChangeTaintAdded, only(new, old)),
            (Phrase::ChangeTaintRemoved, only(old, new)),
        ];
        for (phrase, taints) in lists {
            if !taints.is_empty() {
                self.push(phrase, &[&listed(taints, self.lang.comma())]);
            }
        }
    }

    fn ready(&mut self, old: Option<ConditionStatus>, new: Option<ConditionStatus>) {
        if let Some(new) = new.filter(|_| old != new) {
            self.push(Phrase::ChangeReady, &[&[word(new.text())]]);
        }
    }

    fn namespace(&mut self, old: &NamespaceFacts, new: &NamespaceFacts) {
        if old.phase != new.phase {
            let phase = match new.phase {
                NamespacePhase::Active => "Active",
                NamespacePhase::Terminating => "Terminating",
            };
            self.push(Phrase::ChangePhase, &[&[word(phase)]]);
        }
        if old.spec_finalizers != new.spec_finalizers {
            if new.spec_finalizers.is_empty() {
                self.push(Phrase::ChangeNoSpecFinalizers, &[]);
            } else {
                self.words(Phrase::ChangeSpecFinalizers, new.spec_finalizers.iter());
            }
        }
        if old.conditions != new.conditions {
            self.push(Phrase::ChangeConditions, &[]);
        }
    }
}

/// A taint as people write it: `key:Effect`, or `key=value:Effect`.
pub fn taint_text(names: &Names, taint: &Taint) -> String {
    let (key, effect) = (names.text(taint.key), names.text(taint.effect));
    match names.text(taint.value) {
        "" => format!("{key}:{effect}"),
        value => format!("{key}={value}:{effect}"),
    }
}

fn pod_phase(phase: PodPhase) -> &'static str {
    match phase {
        PodPhase::Pending => "Pending",
        PodPhase::Running => "Running",
        PodPhase::Succeeded => "Succeeded",
        PodPhase::Failed => "Failed",
        PodPhase::Unknown => "Unknown",
    }
}
