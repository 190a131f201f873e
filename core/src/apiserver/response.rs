use crate::object::{Name, Object};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What the API server answers. A refusal is a value like any other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// HTTP status code.
    pub code: u16,
    /// What comes with it.
    pub body: Body,
}

/// The body of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// One object.
    Object(Arc<Object>),
    /// A list.
    List(Vec<Arc<Object>>),
    /// Success that names the removed object's uid (API-13 step 6), or the refusal.
    Status(Box<Status>),
}

/// The API's `Status`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// HTTP status code.
    pub code: u16,
    /// `reason`; `None` for success, and for a path that does not exist.
    pub reason: Option<Reason>,
    /// `details.causes`, in order (API-8).
    pub causes: Vec<Cause>,
    /// `details.uid`, or empty.
    pub uid: Name,
    /// `message`, where it says more than reason and causes do (a quota's limits, a webhook's words); else empty.
    pub message: Name,
}

/// `status.reason`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// 404.
    NotFound,
    /// 409: the name is taken.
    AlreadyExists,
    /// 409: a precondition or a version does not hold.
    Conflict,
    /// 422.
    Invalid,
    /// 403.
    Forbidden,
    /// 400.
    BadRequest,
    /// 415: strategic merge of a custom resource.
    UnsupportedMediaType,
    /// 405: the resource has no such verb.
    MethodNotAllowed,
    /// 429.
    TooManyRequests,
    /// 500.
    InternalError,
    /// 504.
    Timeout,
}

/// One entry of `details.causes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cause {
    /// `reason`.
    pub reason: CauseReason,
    /// `field`.
    pub field: Field,
}

/// `reason` of a cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CauseReason {
    /// A member is missing.
    FieldValueRequired,
    /// A member has a value that it may not have.
    FieldValueInvalid,
    /// A member is none of the words allowed.
    FieldValueNotSupported,
    /// A member may not be changed so.
    FieldValueForbidden,
    /// The namespace is being deleted (NS-4).
    NamespaceTerminating,
}

/// `field` of a cause; numbers are indices into the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// `metadata.name`.
    Name,
    /// `metadata.name`, as far as its length goes.
    NameLength,
    /// `metadata.labels`: this key.
    LabelKey(Name),
    /// `metadata.labels`: this value.
    LabelValue(Name),
    /// `metadata.namespace`.
    Namespace,
    /// `metadata.uid`.
    Uid,
    /// `metadata.deletionTimestamp`.
    DeletionTimestamp,
    /// `metadata.finalizers`.
    Finalizers,
    /// `metadata.finalizers[i]`.
    Finalizer(u32),
    /// `metadata.ownerReferences`.
    OwnerReferences,
    /// `metadata.ownerReferences[i]`.
    OwnerReference(u32),
    /// `metadata.ownerReferences[i].apiVersion`.
    OwnerApiVersion(u32),
    /// `metadata.ownerReferences[i].kind`.
    OwnerKind(u32),
    /// `metadata.ownerReferences[i].name`.
    OwnerName(u32),
    /// `metadata.ownerReferences[i].uid`.
    OwnerUid(u32),
    /// `metadata.ownerReferences.apiVersion`, as minors before 1.37 say without naming the entry.
    AnyOwnerApiVersion,
    /// `metadata.ownerReferences.kind`.
    AnyOwnerKind,
    /// `metadata.ownerReferences.name`.
    AnyOwnerName,
    /// `metadata.ownerReferences.uid`.
    AnyOwnerUid,
    /// `propagationPolicy` of the options.
    PropagationPolicy,
    /// `dryRun` of the options.
    DryRun,
}

impl Response {
    /// An answer with one object.
    pub fn object(code: u16, object: Arc<Object>) -> Self {
        Response {
            code,
            body: Body::Object(object),
        }
    }

    /// A list of objects.
    pub fn list(objects: Vec<Arc<Object>>) -> Self {
        Response {
            code: 200,
            body: Body::List(objects),
        }
    }

    /// A success that names the uid of what was removed (API-13 step 6).
    pub fn removed(uid: Name) -> Self {
        Response::status(Status {
            code: 200,
            uid,
            ..Status::default()
        })
    }

    /// A refusal with this reason and no causes.
    pub fn refused(reason: Reason) -> Self {
        Response::refused_because(reason, Vec::new())
    }

    /// A refusal with this reason and these causes.
    pub fn refused_because(reason: Reason, causes: Vec<Cause>) -> Self {
        Response::status(Status {
            code: reason.code(),
            reason: Some(reason),
            causes,
            ..Status::default()
        })
    }

    /// The answer of a path that does not exist: 404 without a reason (GC-58).
    pub fn no_such_path() -> Self {
        Response::status(Status {
            code: 404,
            ..Status::default()
        })
    }

    fn status(status: Status) -> Self {
        Response {
            code: status.code,
            body: Body::Status(Box::new(status)),
        }
    }

    /// Whether the code is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// The object answered, if it is one.
    pub fn as_object(&self) -> Option<&Arc<Object>> {
        match &self.body {
            Body::Object(object) => Some(object),
            Body::List(_) | Body::Status(_) => None,
        }
    }

    /// The status answered, if it is one.
    pub fn as_status(&self) -> Option<&Status> {
        match &self.body {
            Body::Status(status) => Some(status),
            Body::Object(_) | Body::List(_) => None,
        }
    }

    /// The reason of a refusal.
    pub fn reason(&self) -> Option<Reason> {
        self.as_status()?.reason
    }
}

impl Reason {
    /// The HTTP code that goes with the reason.
    pub fn code(self) -> u16 {
        match self {
            Reason::BadRequest => 400,
            Reason::Forbidden => 403,
            Reason::NotFound => 404,
            Reason::MethodNotAllowed => 405,
            Reason::AlreadyExists | Reason::Conflict => 409,
            Reason::UnsupportedMediaType => 415,
            Reason::Invalid => 422,
            Reason::TooManyRequests => 429,
            Reason::InternalError => 500,
            Reason::Timeout => 504,
        }
    }
}
