use super::subject::explained;
use super::{Entry, by_revision};
use kubeloupe_core::hash::analyse::{Difference, Explained, compare};
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use kubeloupe_core::hash::{
    Certainty, HashError, Integers, Prepared, controller_revision_name, names_are_cut, prepare,
    replica_set_name, revision_data, revision_hash, safe_decode, unknown_fields,
};
use std::rc::Rc;

/// What one version makes of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The version `1.minor`.
    pub minor: u32,
    /// The hash as names carry it.
    pub hash: String,
    /// The value of the label `pod-template-hash`, where there is one: up to 1.11 not the same text.
    pub label: String,
    /// The 32-bit sum.
    pub sum: u32,
    /// The name that it makes, where the object makes one.
    pub name: Option<String>,
    /// What the API server makes of the manifest was recorded, or the template is stored.
    pub certain: bool,
    /// It depends on the time zone of the controller-manager.
    pub depends_on_zone: bool,
    /// Fields that the version does not have.
    pub unknown: Vec<String>,
    /// Fields that the API server drops or rewrites.
    pub gated: Vec<String>,
}

impl Row {
    pub(super) fn new(entry: &Entry, prepared: &Prepared, count: Option<i32>) -> Row {
        let object = &entry.object;
        let (hash, label, sum, name);
        if by_revision(entry) {
            let data = revision_data(prepared, Integers::Float64);
            // A StatefulSet without a count starts with 0 (HS-22).
            hash = revision_hash(&data, Some(count.unwrap_or(0)));
            sum = safe_decode(&hash).unwrap_or_default();
            name = Some(controller_revision_name(&object.name, &hash));
            label = hash.clone();
        } else {
            let computed = prepared.hash(count);
            hash = computed.encoded();
            label = computed.label(prepared.minor);
            sum = computed.sum;
            name = match object.kind.as_str() {
                "Deployment" => Some(replica_set_name(
                    &object.name,
                    &hash,
                    names_are_cut(prepared.minor),
                )),
                "DaemonSet" => Some(format!("{}-{hash}", object.name)),
                _ => None,
            };
        }
        Row {
            minor: prepared.minor,
            name: name.filter(|_| !object.name.is_empty()),
            hash,
            label,
            sum,
            certain: prepared.certainty() == Certainty::Certain,
            depends_on_zone: prepared.depends_on_zone(),
            unknown: prepared.unknown.clone(),
            gated: prepared.gated.clone(),
        }
    }
}

/// Neighbouring versions that agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The newest first.
    pub rows: Vec<Row>,
    /// What makes it differ from the group before it in time: fields of both sides, the older one first.
    pub changes: Vec<Difference>,
}

impl Group {
    /// The newest version.
    pub fn newest(&self) -> &Row {
        &self.rows[0]
    }

    /// The oldest minor.
    pub fn oldest(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.minor)
    }

    /// The minors for which only the hash of the stored form is certain.
    pub fn unsure(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().filter(|row| !row.certain).map(|row| row.minor)
    }
}

/// The hashes of an entry in all versions.
#[derive(Debug)]
pub struct Hashes {
    /// The entry.
    pub entry: Rc<Entry>,
    /// The collisionCount.
    pub count: Option<i32>,
    /// The newest first.
    pub groups: Vec<Group>,
}

impl PartialEq for Hashes {
    /// They are computed once and never change.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The computing of [`Hashes`], a version at a time.
pub struct Hashing {
    entry: Rc<Entry>,
    count: Option<i32>,
    next: u32,
    before: Option<Explained>,
    groups: Vec<Group>,
}

impl Hashing {
    /// Begins.
    pub fn new(entry: Rc<Entry>, count: Option<i32>) -> Self {
        Hashing {
            entry,
            count,
            next: NEWEST_MINOR,
            before: None,
            groups: Vec::new(),
        }
    }

    /// Computes the next version. Returns whether that was the last.
    ///
    /// # Errors
    /// Where the template cannot be read, or has fields that no version knows.
    pub fn advance(&mut self) -> Result<bool, HashError> {
        if self.next == NEWEST_MINOR {
            let misspelt = unknown_fields(&self.entry.template)?;
            if !misspelt.is_empty() {
                return Err(HashError::UnknownFields(misspelt));
            }
        }
        let prepared = prepare(&self.entry.template, self.entry.object.form, self.next)?;
        let row = Row::new(&self.entry, &prepared, self.count);
        let dumped = explained(&self.entry, &prepared)?;
        match self.groups.last_mut() {
            Some(group) if group.newest().hash == row.hash && group.newest().label == row.label => {
                group.rows.push(row);
            }
            newer => {
                if let (Some(group), Some(before)) = (newer, &self.before) {
                    group.changes = compare(&dumped, before);
                }
                self.groups.push(Group {
                    rows: vec![row],
                    changes: Vec::new(),
                });
            }
        }
        self.before = Some(dumped);
        let last = self.next == OLDEST_MINOR;
        self.next -= 1;
        Ok(last)
    }

    /// The hashes, once all are computed.
    pub fn finish(self) -> Hashes {
        Hashes {
            entry: self.entry,
            count: self.count,
            groups: self.groups,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::sample_entries;
    use super::*;

    fn all(entry: &Rc<Entry>) -> Hashes {
        let mut hashing = Hashing::new(entry.clone(), None);
        while !hashing.advance().unwrap() {}
        hashing.finish()
    }

    #[test]
    fn versions_that_agree_are_grouped_and_what_changed_is_told() {
        let entries = sample_entries();
        let hashes = all(&entries[0]);
        let told: u32 = hashes.groups.iter().map(|group| group.rows.len() as u32).sum();
        assert_eq!(told, NEWEST_MINOR - OLDEST_MINOR + 1);
        let known = |minor| {
            let group = hashes
                .groups
                .iter()
                .find(|group| (group.oldest()..=group.newest().minor).contains(&minor));
            group.unwrap().newest().name.clone().unwrap()
        };
        // What `kubectl create deployment nginx --image=nginx` gives in real clusters.
        assert_eq!(known(17), "nginx-86c57db685");
        assert_eq!(known(20), "nginx-6799fc88d8");
        assert_eq!(known(32), "nginx-5869d7778c");
        let (oldest, newer) = hashes.groups.split_last().unwrap();
        assert!(oldest.changes.is_empty());
        for group in newer {
            assert!(!group.changes.is_empty(), "{}", group.newest().minor);
        }
        // A manifest: some versions' defaults were not recorded.
        assert!(hashes.groups.iter().any(|group| group.unsure().next().is_some()));
    }

    #[test]
    fn a_stateful_set_is_named_by_its_revision() {
        let entries = sample_entries();
        let orders = entries
            .iter()
            .find(|entry| entry.object.kind == "StatefulSet")
            .unwrap();
        let hashes = all(orders);
        // HS-21: the zero creation time is no longer written from 1.34 on.
        let group = hashes.groups.iter().find(|group| group.oldest() == 34).unwrap();
        assert_eq!(group.changes.len(), 1);
        assert_eq!(group.changes[0].field, "metadata.creationTimestamp");
        assert_ne!(group.newest().name, hashes.groups.last().unwrap().newest().name);
    }
}
