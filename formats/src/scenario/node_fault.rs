//! Faults of nodes in a scenario file.

use super::fields::{Span, Word, unknown_field};
use crate::error::{Expected, Found, Problem, Vocabulary};
use crate::input::{Context, ErasedMapping, Failed, Fields, Integer, Owned, Text};
use kubeloupe_core::apiserver::Reason;
use kubeloupe_core::nodes::RefusedVerb;
use kubeloupe_core::object::{ConditionStatus, Duration, Name};

const VERBS: &[&str] = &["get", "patch", "update", "delete"];
const KINDS: &[&str] = &["Node", "Lease", "Pod"];
const STATUSES: &[&str] = &["True", "False"];
const REASONS: &[&str] = &[
    "NotFound",
    "Conflict",
    "Forbidden",
    "TooManyRequests",
    "InternalError",
    "Timeout",
];
const MEMBERS: &[&str] = &[
    "zone", "node", "by", "kind", "ready", "verb", "name", "times", "reason",
];

/// A fault of nodes as it was read: the word, and the members that were given.
#[derive(Default)]
pub(super) struct DraftNodeFault {
    pub(super) zone: Option<String>,
    pub(super) node: Name,
    pub(super) by: Duration,
    pub(super) kind: Option<&'static str>,
    pub(super) ready: Option<ConditionStatus>,
    pub(super) verb: Option<RefusedVerb>,
    pub(super) name: Name,
    pub(super) times: Option<u32>,
    pub(super) reason: Option<Reason>,
}

/// The members that a fault needs, by its word.
pub(super) fn needs(fault: &str) -> &'static [&'static str] {
    match fault {
        "zoneOutage" | "zoneRecovers" => &["zone"],
        "cacheStalls" | "cacheResumes" => &["kind"],
        "apiErrors" => &["verb", "kind"],
        "clockBack" => &["node", "by"],
        "kubeletReports" => &["node", "ready"],
        _ => &["node"],
    }
}

impl DraftNodeFault {
    /// The first member that is needed and missing.
    pub(super) fn missing(&self, fault: &str) -> Option<&'static str> {
        needs(fault).iter().copied().find(|member| match *member {
            "zone" => self.zone.is_none(),
            "node" => self.node == Name::EMPTY,
            "by" => self.by == Duration::ZERO,
            "kind" => self.kind.is_none(),
            "ready" => self.ready.is_none(),
            "verb" => self.verb.is_none(),
            _ => false,
        })
    }
}

impl Fields for DraftNodeFault {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let word = |context, known| Word {
            context,
            vocabulary: Vocabulary::Fault,
            known,
        };
        match key {
            "zone" => self.zone = Some(map.read(Owned { context })?),
            "node" => self.node = map.read(Text::new(context))?,
            "name" => self.name = map.read(Text::new(context))?,
            "by" => self.by = map.read(Span { context })?,
            "kind" => self.kind = Some(map.read(word(context, KINDS))?),
            "ready" => {
                let status = map.read(word(context, STATUSES))?;
                self.ready = Some(ConditionStatus::of_text(status));
            }
            "verb" => {
                self.verb = Some(match map.read(word(context, VERBS))? {
                    "get" => RefusedVerb::Get,
                    "patch" => RefusedVerb::Patch,
                    "update" => RefusedVerb::Update,
                    _ => RefusedVerb::Delete,
                });
            }
            "reason" => {
                self.reason = Some(match map.read(word(context, REASONS))? {
                    "NotFound" => Reason::NotFound,
                    "Conflict" => Reason::Conflict,
                    "Forbidden" => Reason::Forbidden,
                    "TooManyRequests" => Reason::TooManyRequests,
                    "Timeout" => Reason::Timeout,
                    _ => Reason::InternalError,
                });
            }
            "times" => {
                let times = map.read(Integer { context })?;
                let times = times.ok_or_else(|| context.wrong(Expected::Integer, Found::Null))?;
                let fits = u32::try_from(times).ok().filter(|times| *times > 0);
                self.times =
                    Some(fits.ok_or_else(|| context.unreadable(Expected::Integer, &times.to_string()))?);
            }
            _ => return Err(unknown_field(context, key, MEMBERS)),
        }
        Ok(())
    }
}

/// The error for a fault that lacks a member.
pub(super) fn check(context: &mut Context<'_>, fault: &str, draft: &DraftNodeFault) -> Result<(), Failed> {
    match draft.missing(fault) {
        None => Ok(()),
        Some(member) => Err(context.fail(Problem::MissingField(member))),
    }
}
