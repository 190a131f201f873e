use super::bench::Shown;
use super::state::{Lab, Situation};
use super::text::Text;
use crate::text::{Language, Narration, Spans, tell};
use kubeloupe_core::sim::{Actor, Effect};
use kubeloupe_core::workloads::WorkloadWhat;

/// More sentences about a step than these are evidence.
const SENTENCES: usize = 2;
const RULES: usize = 4;

/// What goes on in the real world, and why, with the rules behind it.
pub fn narrate(lab: &Lab, shown: &Shown, text: &Text, language: Language, spans: &Spans) -> Narration {
    let mut narration = Narration::default();
    let picture = &shown.pictures[0];
    let line = lab.line(0);
    let done = (0..lab.plan.len())
        .rev()
        .find(|&number| line.done_at(number) == Some(picture.position));
    let done = done.filter(|_| lab.moved(0) || lab.position() == 0);
    if let Some(number) = done {
        narration.add(&(text.done)(&(text.deed)(lab.plan[number].deed, spans)));
    }
    if picture.position == 0 && done.is_none() {
        narration.add(text.beginning);
    }
    let mut told: Vec<(u8, usize, &Effect)> = shown.effects[0]
        .iter()
        .enumerate()
        .filter_map(|(number, effect)| Some((weight(effect)?, number, effect)))
        .collect();
    told.sort_by_key(|&(weight, number, _)| (weight, number));
    told.truncate(if done.is_some() { 0 } else { SENTENCES });
    told.sort_by_key(|&(_, number, _)| number);
    for (_, _, effect) in told {
        narration.add(&tell(effect, &shown.names[0], &shown.kinds, language));
        if let Effect::Workload(effect) = effect
            && narration.rules.len() < RULES
            && !narration.rules.contains(&effect.rule.0)
        {
            narration.rules.push(effect.rule.0);
        }
    }
    narration.add(&(text.situation)(&picture.situation, spans, picture.time));
    for rule in rules(&picture.situation) {
        if narration.rules.len() < RULES && !narration.rules.contains(rule) {
            narration.rules.push(rule);
        }
    }
    if let Some(set) = shown.pictures.get(1).and_then(|other| other.sets.first())
        && i64::from(set.stored) > i64::from(set.desired)
        && picture.sets.first().is_some_and(|real| real.stored < set.stored)
    {
        narration.add(&(text.in_the_other)(set.stored, set.desired));
    }
    narration
}

fn rules(situation: &Situation) -> &'static [&'static str] {
    match situation {
        Situation::Waits { .. } => &["EX-5", "RS-11"],
        Situation::Stalled { .. } => &["EX-6", "EX-7"],
        Situation::Expired => &["EX-6"],
        Situation::TooFew { retry: Some(_), .. } => &["RS-10"],
        Situation::TooMany { .. } | Situation::TooFew { .. } => &["RS-14"],
        Situation::Behind { .. } => &["RS-8"],
        Situation::Working | Situation::Rest => &[],
    }
}

/// How much an effect matters to the story of a step, the weightiest first; `None` for evidence.
fn weight(effect: &Effect) -> Option<u8> {
    match effect {
        Effect::Workload(effect) => Some(match effect.what {
            WorkloadWhat::Gate { .. } => 0,
            WorkloadWhat::ExpectsCreations(_) | WorkloadWhat::ExpectsDeletions(_) => 1,
            WorkloadWhat::Skipped { .. } | WorkloadWhat::DeletionFailed { .. } => 2,
            WorkloadWhat::Failed(_) => 3,
            WorkloadWhat::CreationObserved { .. }
            | WorkloadWhat::DeletionObserved { .. }
            | WorkloadWhat::ExpectationsDeleted => 1,
            WorkloadWhat::Batch { .. } => 4,
            WorkloadWhat::Pods { .. } => 5,
            _ => return None,
        }),
        Effect::Dropped { .. } => Some(0),
        Effect::Call(call) if call.by == Actor::Client => Some(0),
        Effect::Call(_) => Some(6),
        Effect::Delivered { .. } => Some(7),
        Effect::ClockMoved { .. } => Some(8),
        _ => None,
    }
}
