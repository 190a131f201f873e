use crate::object::Name;
use crate::sorted::SortedMap;
use alloc::string::String;
use core::cmp::Ordering;

/// Whose writes, or reads past the cache, are remembered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Owner {
    /// Namespace.
    pub namespace: Name,
    /// Name.
    pub name: Name,
}

/// Remembers which version a controller has seen past its cache, until the cache has caught up (CB-2 to CB-4).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConsistencyStore {
    records: SortedMap<Owner, Record>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Record {
    uid: Name,
    versions: SortedMap<Name, String>,
}

impl ConsistencyStore {
    /// WroteAt: the first version is kept whatever it is; a later one unless both are valid and the kept one is not
    /// older (CB-3).
    pub fn wrote_at(&mut self, owner: Owner, uid: Name, resource: Name, version: &str) {
        let record = self.records.entry(owner).or_insert_with(|| Record {
            uid,
            versions: SortedMap::new(),
        });
        if record.uid != uid {
            *record = Record {
                uid,
                versions: SortedMap::new(),
            };
        }
        let kept = record.versions.get(&resource);
        let stays = kept
            .and_then(|kept| compare(kept, version))
            .is_some_and(Ordering::is_ge);
        if !stays {
            record.versions.insert(resource, String::from(version));
        }
    }

    /// EnsureReady: whether the caches have caught up; `last_sync` answers for the resources that have a cache. A record
    /// that was reached is forgotten (CB-4).
    pub fn ensure_ready(&mut self, owner: Owner, last_sync: impl Fn(Name) -> Option<String>) -> bool {
        let Some(record) = self.records.get(&owner) else {
            return true;
        };
        let behind = record.versions.iter().any(|(&resource, version)| {
            let seen = last_sync(resource).filter(|seen| !seen.is_empty());
            seen.and_then(|seen| compare(version, &seen)) == Some(Ordering::Greater)
        });
        if !behind {
            self.records.remove(&owner);
        }
        !behind
    }

    /// Clear: forgets the record of this uid, or any where the uid is empty (CB-3).
    pub fn clear(&mut self, owner: Owner, uid: Name) {
        let fits = |record: &Record| record.uid == uid || uid == Name::EMPTY;
        if self.records.get(&owner).is_some_and(fits) {
            self.records.remove(&owner);
        }
    }

    /// What is remembered: owner, its uid, resource, version.
    pub fn records(&self) -> impl Iterator<Item = (Owner, Name, Name, &str)> {
        self.records.iter().flat_map(|(&owner, record)| {
            let versions = record.versions.iter();
            versions.map(move |(&resource, version)| (owner, record.uid, resource, version.as_str()))
        })
    }

    /// The owners that have a record, with its uid.
    pub fn owners(&self) -> impl Iterator<Item = (Owner, Name)> {
        self.records.iter().map(|(&owner, record)| (owner, record.uid))
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

/// Compares two resourceVersions as whole numbers of any length; `None` where one is none.
fn compare(left: &str, right: &str) -> Option<Ordering> {
    let valid = |version: &str| {
        !version.is_empty() && !version.starts_with('0') && version.bytes().all(|byte| byte.is_ascii_digit())
    };
    (valid(left) && valid(right)).then(|| left.len().cmp(&right.len()).then_with(|| left.cmp(right)))
}
