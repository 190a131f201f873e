use super::{Catalog, ThingId};
use kubeloupe_core::apiserver::Change;
use kubeloupe_core::sim::{Effect, Item, QueueName, Why};

/// Something that a step has to do with, and at which one can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Something happens to this thing.
    Thing(ThingId),
    /// The collector decides about this thing.
    Decision(ThingId),
    /// This rule is applied.
    Rule(&'static str),
    /// Something enters or leaves this queue.
    Queue(QueueName),
    /// An effect of this kind.
    Kind(EffectKind),
}

/// Kinds of effects that are worth stopping at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// An object is gone.
    Deleted,
    /// An object is created or changed.
    Written,
    /// The API server refuses a call.
    Refused,
    /// The collector decides.
    Decided,
    /// An Event is recorded.
    Event,
    /// A virtual node enters the graph.
    Virtual,
    /// An owner is found among those remembered as absent.
    CacheHit,
    /// An attempt failed and its item is put off.
    Failed,
    /// An informer gets an event.
    Delivered,
    /// An informer loses an event.
    Dropped,
    /// A call waits for the client's rate limit.
    Throttled,
    /// The clock moves.
    Clock,
}

impl EffectKind {
    /// All of them, in the order of the page.
    pub const ALL: [EffectKind; 12] = [
        EffectKind::Deleted,
        EffectKind::Written,
        EffectKind::Refused,
        EffectKind::Decided,
        EffectKind::Event,
        EffectKind::Virtual,
        EffectKind::CacheHit,
        EffectKind::Failed,
        EffectKind::Delivered,
        EffectKind::Dropped,
        EffectKind::Throttled,
        EffectKind::Clock,
    ];

    fn of(effect: &Effect) -> Option<Self> {
        Some(match effect {
            Effect::Written {
                change: Change::Deleted,
                ..
            } => EffectKind::Deleted,
            Effect::Written { .. } => EffectKind::Written,
            Effect::Call(call) if !call.response.is_success() => EffectKind::Refused,
            Effect::Decided { .. } => EffectKind::Decided,
            Effect::EventRecorded(_) => EffectKind::Event,
            Effect::VirtualAdded { .. } => EffectKind::Virtual,
            Effect::CacheHit { .. } => EffectKind::CacheHit,
            Effect::Enqueued { why: Why::Failed, .. } => EffectKind::Failed,
            Effect::Delivered { .. } | Effect::TakenIn { .. } => EffectKind::Delivered,
            Effect::Dropped { .. } => EffectKind::Dropped,
            Effect::Throttled { .. } => EffectKind::Throttled,
            Effect::ClockMoved { .. } => EffectKind::Clock,
            _ => return None,
        })
    }
}

/// The queues of the collector and of namespaces, in the order of the page.
pub const STOPPABLE_QUEUES: [QueueName; 4] = [
    QueueName::GraphChanges,
    QueueName::AttemptToDelete,
    QueueName::AttemptToOrphan,
    QueueName::Namespace,
];

/// The thing that an effect changes or decides about; effects that are mere evidence are about none.
pub fn about(catalog: &Catalog, effect: &Effect) -> Option<ThingId> {
    match effect {
        Effect::Written { after, .. } => catalog.of_object(after),
        Effect::Decided { item, .. } => catalog.by_identity(item),
        Effect::Enqueued {
            item: Item::Node { identity, .. },
            ..
        } => catalog.by_identity(identity),
        Effect::EventRecorded(record) => catalog.by_identity(&record.regarding),
        _ => None,
    }
}

/// The rule behind an effect.
pub fn rule_of(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Written { rule, .. }
        | Effect::Enqueued { rule, .. }
        | Effect::Forgotten { rule, .. }
        | Effect::NodeAdded { rule, .. }
        | Effect::VirtualAdded { rule, .. }
        | Effect::NodeObserved { rule, .. }
        | Effect::NodeReidentified { rule, .. }
        | Effect::NodeUpdated { rule, .. }
        | Effect::NodeRemoved { rule, .. }
        | Effect::CacheAdded { rule, .. }
        | Effect::CacheHit { rule, .. }
        | Effect::Classified { rule, .. }
        | Effect::Nodes { rule, .. }
        | Effect::Decided { rule, .. }
        | Effect::DiscoveryRound { rule, .. }
        | Effect::MapperReset { rule }
        | Effect::MonitorStarted { rule, .. }
        | Effect::MonitorsStarted { rule, .. }
        | Effect::MonitorStopped { rule, .. }
        | Effect::WorkersStarted { rule, .. }
        | Effect::Throttled { rule, .. }
        | Effect::Waits { rule, .. } => Some(rule.0),
        _ => None,
    }
}

fn queue_of(effect: &Effect) -> Option<QueueName> {
    match effect {
        Effect::Enqueued { queue, .. }
        | Effect::Due { queue, .. }
        | Effect::Dequeued { queue, .. }
        | Effect::Forgotten { queue, .. } => Some(*queue),
        _ => None,
    }
}

/// Everything that an effect has to do with.
fn of(catalog: &Catalog, effect: &Effect) -> impl Iterator<Item = Touch> {
    let thing = about(catalog, effect);
    let decided = thing.filter(|_| matches!(effect, Effect::Decided { .. }));
    thing
        .map(Touch::Thing)
        .into_iter()
        .chain(decided.map(Touch::Decision))
        .chain(rule_of(effect).map(Touch::Rule))
        .chain(queue_of(effect).map(Touch::Queue))
        .chain(EffectKind::of(effect).map(Touch::Kind))
}

/// What each step of a branch has to do with, each thing once, four bytes each: histories are long.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    ends: Vec<u32>,
    codes: Vec<u32>,
}

/// The rules that were applied, by numbers that all branches share.
pub type Rules = Vec<&'static str>;

const VALUE_BITS: u32 = 24;

impl Touches {
    /// Takes in the effects of the next step.
    pub fn record(&mut self, catalog: &Catalog, rules: &mut Rules, effects: &[Effect]) {
        let start = self.codes.len();
        for touch in effects.iter().flat_map(|effect| of(catalog, effect)) {
            if let Touch::Rule(rule) = touch
                && !rules.contains(&rule)
            {
                rules.push(rule);
            }
            if let Some(code) = code(rules, touch)
                && !self.codes[start..].contains(&code)
            {
                self.codes.push(code);
            }
        }
        self.ends
            .push(u32::try_from(self.codes.len()).unwrap_or(u32::MAX));
    }

    /// What the step of this number, counted from the branch's first own one, has to do with.
    pub fn of(&self, step: usize) -> &[u32] {
        let end = |number: usize| {
            self.ends
                .get(number)
                .map_or(self.codes.len(), |&end| end as usize)
        };
        let start = step.checked_sub(1).map_or(0, end);
        self.codes.get(start..end(step)).unwrap_or_default()
    }

    /// Forgets all steps but the first ones.
    pub fn truncate(&mut self, steps: usize) {
        if steps < self.ends.len() {
            let end = steps.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
            self.ends.truncate(steps);
            self.codes.truncate(end);
        }
    }
}

/// A touch as a number; `None` for a rule that was never applied.
pub fn code(rules: &Rules, touch: Touch) -> Option<u32> {
    let (tag, value) = match touch {
        Touch::Thing(thing) => (0, thing.0),
        Touch::Decision(thing) => (1, thing.0),
        Touch::Rule(rule) => {
            let number = rules.iter().position(|known| *known == rule)?;
            (2, u32::try_from(number).ok()?)
        }
        Touch::Queue(queue) => (3, queue as u32),
        Touch::Kind(kind) => (4, kind as u32),
    };
    (value >> VALUE_BITS == 0).then_some(tag << VALUE_BITS | value)
}
