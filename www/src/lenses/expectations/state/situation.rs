use super::picture::{Picture, SetPicture};
use kubeloupe_core::object::Time;
use kubeloupe_core::workloads::Verdict;

/// What is going on with the story's ReplicaSet, and why nothing more happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Situation {
    /// A sync goes on.
    Working,
    /// The gate holds until events arrive that are on their way.
    Waits {
        /// Creations not seen.
        add: i64,
        /// Deletions not seen.
        del: i64,
        /// When the next event arrives.
        arrives: Time,
    },
    /// The gate holds, and nothing is on its way that would open it.
    Stalled {
        /// Creations not seen.
        add: i64,
        /// Deletions not seen.
        del: i64,
        /// Until when it holds.
        until: Time,
    },
    /// What is expected is too old to hold the gate, but nobody has asked since.
    Expired,
    /// There are more pods than wanted.
    TooMany {
        /// How many are there.
        stored: u32,
        /// How many are wanted.
        desired: i32,
    },
    /// There are fewer pods than wanted; the next attempt comes then, after so many failures.
    TooFew {
        /// How many are there.
        stored: u32,
        /// How many are wanted.
        desired: i32,
        /// When it is tried again.
        retry: Option<(Time, u32)>,
    },
    /// The cache is behind, and no gate holds.
    Behind {
        /// Active pods at the API server.
        stored: u32,
        /// Active pods in the cache.
        cached: u32,
    },
    /// Everything is as wanted, and seen.
    Rest,
}

pub(super) fn situation(picture: &Picture) -> Situation {
    let Some(set) = picture.sets.first() else {
        return Situation::Rest;
    };
    if set.in_sync {
        return Situation::Working;
    }
    match (set.verdict, set.expected) {
        (Verdict::Waiting, Some(expected)) => {
            let (add, del) = (expected.add.max(0), expected.del.max(0));
            match picture.next_arrival {
                Some(arrives) => Situation::Waits { add, del, arrives },
                None => Situation::Stalled {
                    add,
                    del,
                    until: expected.holds_until(),
                },
            }
        }
        (Verdict::Expired, _) => Situation::Expired,
        _ => counted(set),
    }
}

fn counted(set: &SetPicture) -> Situation {
    let (stored, desired) = (set.stored, set.desired);
    if i64::from(stored) > i64::from(desired) {
        Situation::TooMany { stored, desired }
    } else if i64::from(stored) < i64::from(desired) {
        Situation::TooFew {
            stored,
            desired,
            retry: set.delayed,
        }
    } else if set.cached != stored {
        Situation::Behind {
            stored,
            cached: set.cached,
        }
    } else {
        Situation::Rest
    }
}
