/// What came back for a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The server answered.
    Answer {
        /// The HTTP status.
        status: u16,
        /// `Retry-After` in seconds.
        retry_after_s: Option<u32>,
        /// The body.
        body: Vec<u8>,
    },
    /// Nobody answered, or the answer broke off.
    Unreachable,
}

/// Why the objects of a resource, or a whole group version, could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotListed {
    /// 401: the server does not know who asks.
    Unauthorized,
    /// 403: whoever asks may not list it.
    Forbidden,
    /// 404: it is not there, though discovery names it.
    NotFound,
    /// 406: the server does not hand out metadata alone, and nothing else was asked for.
    WholeObjectsOnly,
    /// 410 again and again: the list changed faster than its pages could be read.
    ChangesTooFast,
    /// Another status.
    Status(u16),
    /// Nobody answered.
    Unreachable,
    /// The answer is not what was asked for.
    Unreadable,
}

impl NotListed {
    /// What a status other than success means.
    pub(super) fn of_status(status: u16) -> Self {
        match status {
            401 => NotListed::Unauthorized,
            403 => NotListed::Forbidden,
            404 => NotListed::NotFound,
            406 => NotListed::WholeObjectsOnly,
            410 => NotListed::ChangesTooFast,
            _ => NotListed::Status(status),
        }
    }
}
