//! What a controller does when the name that it computed is taken.

/// What the cache says of the ReplicaSet that holds a Deployment's computed name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameHolder {
    /// The cache does not have it.
    NotCached,
    /// It belongs to this Deployment (by uid), and its template is equal, the hash label aside.
    OwnAndEqual,
    /// Anything else.
    Other,
}

/// What a Deployment does after its ReplicaSet's create was answered AlreadyExists (HS-9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeploymentCollision {
    /// It takes the ReplicaSet that is there.
    Use,
    /// It returns the cache's not-found, and counts nothing.
    NotFound,
    /// It writes this collisionCount, and returns the AlreadyExists: the next sync computes another name.
    Count(i32),
}

/// HS-9: one increment per sync.
pub fn deployment_collision(count: Option<i32>, holder: NameHolder) -> DeploymentCollision {
    match holder {
        NameHolder::NotCached => DeploymentCollision::NotFound,
        NameHolder::OwnAndEqual => DeploymentCollision::Use,
        NameHolder::Other => DeploymentCollision::Count(next_count(count)),
    }
}

/// What a StatefulSet does after its revision's create was answered AlreadyExists and the one that is there was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatefulSetCollision {
    /// It takes the revision that is there, whoever owns it.
    Use,
    /// It tries again at once with this count.
    Again(i32),
}

/// HS-22: the bytes decide.
pub fn stateful_set_collision(count: i32, same_bytes: bool) -> StatefulSetCollision {
    if same_bytes {
        StatefulSetCollision::Use
    } else {
        StatefulSetCollision::Again(next_count(Some(count)))
    }
}

/// What a DaemonSet does after its revision's create was answered AlreadyExists and the one that is there was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DaemonSetCollision {
    /// It takes the revision that is there.
    Use,
    /// The live DaemonSet has another count than the one used: an error, and nothing is counted.
    Stale,
    /// It writes this count into the live object's status, and returns the AlreadyExists.
    Count(i32),
}

/// HS-15: `used` is the count in the cache, `live` that of the object just read; absent and 0 differ.
pub fn daemon_set_collision(used: Option<i32>, live: Option<i32>, same_bytes: bool) -> DaemonSetCollision {
    if same_bytes {
        DaemonSetCollision::Use
    } else if used != live {
        DaemonSetCollision::Stale
    } else {
        DaemonSetCollision::Count(next_count(live))
    }
}

fn next_count(count: Option<i32>) -> i32 {
    count.unwrap_or(0).wrapping_add(1)
}
