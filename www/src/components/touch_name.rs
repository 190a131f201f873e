use crate::state::{Source, Touch, call};
use crate::text::{Words, queue_name};

/// What a breakpoint is on, in words.
pub fn touch_name(words: &Words, source: Option<&Source>, touch: Touch) -> String {
    let time = words.time_words;
    let thing = |thing| {
        source.map_or_else(String::new, |source| {
            call(&source.catalog, &source.catalog.get(thing).identity)
        })
    };
    match touch {
        Touch::Thing(one) => thing(one),
        Touch::Decision(one) => (time.decision_of)(&thing(one)),
        Touch::Rule(rule) => (words.rule)(rule),
        Touch::Queue(queue) => queue_name(queue).to_owned(),
        Touch::Kind(kind) => (time.kind)(kind).to_owned(),
    }
}
