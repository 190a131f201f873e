use super::Time;

/// What is read of a Lease: a node's sign of life. The node controller never reads its duration (KL-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeaseFacts {
    /// `spec.renewTime`, in microseconds.
    pub renew_time: Option<Time>,
}
