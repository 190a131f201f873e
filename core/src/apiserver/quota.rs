use super::server::{Answer, Context};
use super::{ApiServer, Reason, Response};
use crate::object::{Facts, Name, Object};
use crate::versions::Switch;
use alloc::string::String;

/// Letters of generated names: no vowels, and nothing that looks like another.
const LETTERS: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";

/// How many letters a generated name gets.
const GENERATED: usize = 5;

/// How many names are generated at most.
const TRIES: u64 = 8;

/// Longest prefix of a generated name.
const PREFIX_LIMIT: usize = 58;

impl ApiServer {
    /// Limits the unfinished pods of a namespace, or takes the limit off.
    pub fn set_quota(&mut self, namespace: Name, pods: Option<u32>) {
        match pods {
            Some(pods) => drop(self.quotas.insert(namespace, pods)),
            None => drop(self.quotas.remove(&namespace)),
        }
    }

    /// A real server's versions do not begin with 0, which cannot be compared (RS-30).
    pub(crate) fn never_at_version_0(&mut self) {
        self.last_version = self.last_version.max(1);
    }

    /// The limits that are set.
    pub fn quotas(&self) -> impl Iterator<Item = (Name, u32)> {
        self.quotas.iter().map(|(&namespace, &pods)| (namespace, pods))
    }

    /// Admission of a pod: 403 when the namespace holds as many as it may.
    pub(super) fn refuse_over_quota(&self, cx: &Context<'_>, object: &Object) -> Answer<()> {
        let limited = self.quotas.get(&object.meta.namespace);
        let Some(&most) = limited.filter(|_| cx.cluster.kinds.get(object.kind).graceful) else {
            return Ok(());
        };
        let counts = |pod: &&alloc::sync::Arc<Object>| {
            pod.meta.namespace == object.meta.namespace
                && !matches!(&pod.facts, Facts::Pod(facts) if facts.phase.is_finished())
        };
        let used = self.of_kind(object.kind).filter(counts).count();
        if used < most as usize {
            Ok(())
        } else {
            Err(Response::refused(Reason::Forbidden))
        }
    }

    /// Gives an object a generated name; one that is taken stays taken after the last try (RS-19).
    pub(super) fn generate_name(&self, cx: &mut Context<'_>, object: &mut Object, prefix: Name) {
        let tries = if cx.cluster.has(Switch::ApiGenerateNameRetries) {
            TRIES
        } else {
            1
        };
        for tried in 0..tries {
            object.meta.name = self.generated_name(cx, prefix, tried);
            if self.get(&object.key()).is_none() {
                return;
            }
        }
    }

    /// A name that begins with `prefix`. Its letters are made from the version of the write, so that it is new, and from
    /// how often it was tried before.
    fn generated_name(&self, cx: &mut Context<'_>, prefix: Name, tried: u64) -> Name {
        let text = cx.cluster.names.text(prefix);
        let end = (0..=text.len().min(PREFIX_LIMIT))
            .rev()
            .find(|&end| text.is_char_boundary(end));
        let mut name = String::from(&text[..end.unwrap_or(0)]);
        // Steps of a large odd number, so that neighbours do not look alike.
        let seed = self.last_version() + 1 + tried * 104_729;
        let mut number = seed.wrapping_mul(7_919_113) % 27_u64.pow(5);
        for _ in 0..GENERATED {
            name.push(char::from(LETTERS[usize::try_from(number % 27).unwrap_or(0)]));
            number /= 27;
        }
        super::intern(cx.cluster, &name)
    }
}
