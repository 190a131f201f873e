use super::{Language, tell};
use crate::state::{Frame, rule_of};
use kubeloupe_core::sim::{Actor, Effect};

/// What is said about a step, with the rules behind it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narration {
    /// One or a few sentences.
    pub text: String,
    /// The ids of the rules, each once.
    pub rules: Vec<&'static str>,
}

/// More sentences than these are evidence, not narration; the calls and queues show it.
const SENTENCES: usize = 3;
/// More rules than these do not fit beside the sentence.
const RULES: usize = 3;

impl Narration {
    /// A sentence without rules.
    pub fn plain(text: &str) -> Self {
        Narration {
            text: text.to_owned(),
            rules: Vec::new(),
        }
    }

    /// One more sentence.
    pub fn add(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }
}

/// What happened in the step that led to a frame: what weighs most comes first.
pub fn narrate(frame: &Frame, language: Language) -> Narration {
    let (names, kinds) = (&frame.cluster.names, &frame.cluster.kinds);
    let mut told: Vec<(u8, usize, &Effect)> = frame
        .effects
        .iter()
        .enumerate()
        .filter_map(|(number, effect)| Some((weight(effect)?, number, effect)))
        .collect();
    told.sort_by_key(|&(weight, number, _)| (weight, number));
    told.truncate(SENTENCES);
    // Told in the order in which it happened.
    told.sort_by_key(|&(_, number, _)| number);
    let mut narration = Narration::default();
    for (_, _, effect) in told {
        narration.add(&tell(effect, names, kinds, language));
        let rule = rule_of(effect).filter(|rule| !narration.rules.contains(rule));
        if narration.rules.len() < RULES {
            narration.rules.extend(rule);
        }
    }
    if narration.text.is_empty() {
        // What changed nothing is told as the call that it was.
        let asked = frame.calls.iter().filter(|call| call.by == Actor::Client);
        for call in asked.take(SENTENCES) {
            narration.add(&format!("{} {}: {}", call.verb, call.path, call.answer));
        }
    }
    narration
}

/// How much an effect matters to the story of a step, the weightiest first; `None` for evidence.
fn weight(effect: &Effect) -> Option<u8> {
    match effect {
        Effect::Decided { .. } => Some(0),
        Effect::Written { .. }
        | Effect::EventRecorded(_)
        | Effect::MonitorStarted { .. }
        | Effect::MonitorsStarted { .. }
        | Effect::MonitorStopped { .. }
        | Effect::MonitorBroke { .. }
        | Effect::WorkersStarted { .. } => Some(1),
        Effect::Delivered { .. }
        | Effect::TakenIn { .. }
        | Effect::Dropped { .. }
        | Effect::ClockMoved { .. }
        | Effect::DiscoveryRound { .. }
        | Effect::MapperReset { .. }
        | Effect::Throttled { .. }
        | Effect::Waits { .. } => Some(2),
        Effect::NodeAdded { .. }
        | Effect::VirtualAdded { .. }
        | Effect::NodeObserved { .. }
        | Effect::NodeReidentified { .. }
        | Effect::NodeUpdated { .. }
        | Effect::NodeRemoved { .. } => Some(3),
        Effect::Dequeued { .. } => Some(4),
        Effect::Enqueued { .. } => Some(5),
        Effect::Forgotten { .. } => Some(6),
        _ => None,
    }
}
