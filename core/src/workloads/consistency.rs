use super::{Stale, WorkloadCache};
use crate::object::Names;
use crate::object::{KindId, Name};
use crate::sim::Digester;
use crate::sorted::SortedMap;

/// Versions that are no plain positive numbers cannot be compared (RS-30).
fn comparable(version: u64) -> bool {
    version != 0 && version < 1 << 63
}

/// What each owner has written, so that a sync can tell that its caches are older than that (RS-30 to RS-32, 1.36 and
/// later).
#[derive(Clone, Debug, Default)]
pub struct ConsistencyStore {
    owners: SortedMap<Name, Written>,
}

/// What one owner has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The owner's uid.
    pub uid: Name,
    /// The highest version written, by kind.
    pub versions: SortedMap<KindId, u64>,
}

impl ConsistencyStore {
    /// Remembers that the owner wrote this version of an object of `kind` (RS-31).
    pub fn wrote(&mut self, owner: Name, uid: Name, kind: KindId, version: u64) {
        let written = self.owners.entry(owner).or_insert_with(|| Written {
            uid,
            versions: SortedMap::new(),
        });
        if written.uid != uid {
            written.uid = uid;
            written.versions.clear();
        }
        let known = written.versions.entry(kind).or_insert(version);
        if !comparable(*known) || !comparable(version) || version > *known {
            *known = version;
        }
    }

    /// Whether the caches are as new as what the owner wrote. If so, the record goes (RS-30).
    pub fn ready(&mut self, owner: Name, seen: impl Fn(KindId) -> Option<u64>) -> Result<(), Stale> {
        let Some(written) = self.owners.get(&owner) else {
            return Ok(());
        };
        for (&kind, &version) in &written.versions {
            let Some(read) = seen(kind) else { continue };
            if comparable(read) && comparable(version) && read < version {
                return Err(Stale {
                    kind,
                    read,
                    written: version,
                });
            }
        }
        self.owners.remove(&owner);
        Ok(())
    }

    /// Forgets the owner, if it has this uid, or any where none is given (RS-2, RS-11).
    pub fn clear(&mut self, owner: Name, uid: Option<Name>) {
        let known = self.owners.get(&owner);
        if known.is_some_and(|written| uid.is_none_or(|uid| uid == written.uid)) {
            self.owners.remove(&owner);
        }
    }

    /// What the owner has written.
    pub fn get(&self, owner: Name) -> Option<&Written> {
        self.owners.get(&owner)
    }

    /// Adds everything to a digest.
    pub fn digest(&self, names: &Names, digester: &mut Digester) {
        let mut sum: u128 = 0;
        for (&owner, written) in &self.owners {
            let mut own = Digester::default();
            own.name(names, owner);
            own.name(names, written.uid);
            for (&kind, &version) in &written.versions {
                own.number(u64::from(kind.0));
                own.number(version);
            }
            sum = sum.wrapping_add(own.finish());
        }
        digester.number(sum as u64);
        digester.number((sum >> 64) as u64);
    }
}

impl WorkloadCache {
    /// The version last seen of a kind: pods and ReplicaSets have stores, others none.
    pub fn seen(&self, kind: KindId, pods: KindId, replica_sets: KindId) -> Option<u64> {
        if kind == pods {
            Some(self.pods.seen())
        } else if kind == replica_sets {
            Some(self.replica_sets.seen())
        } else {
            None
        }
    }
}
