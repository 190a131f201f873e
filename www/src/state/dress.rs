use super::{Answer, Catalog, Frame, Live, Mark, ThingId};
use crate::graph::{Look, Node, Picture, Tally, Tone};
use kubeloupe_core::sim::{Effect, Item};
use std::collections::BTreeSet;

/// What the looks of a picture go by.
pub struct Dress<'a> {
    /// The answer whose fates are marked.
    pub answer: Option<&'a Answer>,
    /// The objects asked about.
    pub question: &'a [ThingId],
    /// What the present step is about.
    pub current: &'a BTreeSet<ThingId>,
    /// Something is watched.
    pub watching: bool,
    /// What a box says that waits.
    pub waiting_tag: &'static str,
    /// What a thing is like now.
    pub live: &'a dyn Fn(ThingId) -> Live,
    /// Everything that something has happened to since the watching began.
    pub touched: &'a [ThingId],
}

impl Dress<'_> {
    /// What each box is like.
    pub fn looks(&self, picture: &Picture) -> Vec<Look> {
        let mut looks: Vec<Look> = picture
            .nodes
            .iter()
            .zip(&picture.weights)
            .map(|(node, &count)| match node {
                Node::Thing(thing) => self.look(*thing),
                Node::Group(_) => Look {
                    tone: Tone::Group,
                    tally: Some(Tally {
                        all: count,
                        ..Tally::default()
                    }),
                    ..Look::default()
                },
            })
            .collect();
        self.count(picture, &mut looks);
        looks
    }

    fn look(&self, thing: ThingId) -> Look {
        let live = (self.live)(thing);
        let mark = self.answer.map_or(Mark::Untouched, |answer| answer.mark(thing));
        Look {
            tone: Tone::of(live, mark, self.watching),
            live: Some(live),
            mark: (mark != Mark::Untouched).then_some(mark),
            tag: matches!(live, Live::WaitsForDependents if self.watching).then_some(self.waiting_tag),
            percent: match live {
                Live::Stopping { percent } => Some(percent),
                _ => None,
            },
            asked: self.question.contains(&thing),
            current: self.current.contains(&thing),
            ..Look::default()
        }
    }

    /// Counts in closed groups what will become of their things, and what has. Only things with a verdict or a history are
    /// looked at: nothing else can count.
    fn count(&self, picture: &Picture, looks: &mut [Look]) {
        let mut at_group = |thing: ThingId, act: &mut dyn FnMut(&mut Look, &mut Tally)| {
            let Some(at) = picture.holder(thing) else { return };
            let Some(mut tally) = looks[at].tally.take() else {
                return;
            };
            act(&mut looks[at], &mut tally);
            looks[at].tally = Some(tally);
        };
        for (thing, mark) in self.answer.into_iter().flat_map(Answer::marks) {
            at_group(thing, &mut |_, tally| tally.count(mark));
        }
        for &thing in self.touched.iter().filter(|_| self.watching) {
            if (self.live)(thing) == Live::Gone {
                at_group(thing, &mut |_, tally| tally.gone += 1);
            }
        }
        for &thing in self.current {
            at_group(thing, &mut |look, _| look.current = true);
        }
        for &thing in self.question {
            at_group(thing, &mut |look, _| look.asked = true);
        }
        for look in looks.iter_mut() {
            let Some(tally) = look.tally else { continue };
            look.mark = tally.largest().map(|(mark, _)| mark);
            if tally.gone > 0 && tally.gone >= tally.all {
                look.tone = Tone::Gone;
            }
        }
    }

    /// Which references are no more: an end is gone, or the dependent has lost it.
    pub fn broken(&self, picture: &Picture, looks: &[Look]) -> Vec<bool> {
        let gone = |at: usize| match (picture.nodes[at], looks[at].tone) {
            (_, Tone::Gone) => true,
            (Node::Thing(thing), _) => matches!((self.live)(thing), Live::Absent | Live::NotYet),
            (Node::Group(_), _) => false,
        };
        picture
            .edges
            .iter()
            .map(|edge| {
                let freed = match picture.nodes[edge.dependent] {
                    Node::Thing(thing) => (self.live)(thing) == Live::Freed,
                    Node::Group(_) => false,
                };
                gone(edge.owner) || gone(edge.dependent) || freed
            })
            .collect()
    }
}

/// The things that a step is about.
pub fn current(catalog: &Catalog, frame: &Frame) -> BTreeSet<ThingId> {
    frame
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Written { after, .. } => catalog.of_object(after),
            Effect::Delivered { object, .. } => catalog.of_object(object),
            Effect::Dequeued {
                item: Item::Node { identity, .. },
                ..
            }
            | Effect::Decided { item: identity, .. } => catalog.by_identity(identity),
            _ => None,
        })
        .collect()
}
