use super::explain;
use crate::hash::prepare::{Form, prepare};
use crate::hash::{Fnv1a, HashError, PodTemplateHash, Template, Value};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The annotation whose value is searched for.
pub const COLLISION_ANNOTATION: &str = "kubeloupe/collides";

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// Characters of each half of the value.
const HALF: usize = 4;
/// First halves that are remembered. 2^32 sums over these many make about 2^14 second halves to try.
const FIRST_HALVES: u32 = 1 << 18;
const HALVES: u32 = 36 * 36 * 36 * 36;
/// Places for what is remembered: twice as many, so that looking for one takes a few steps.
const PLACES: usize = 2 * FIRST_HALVES as usize;

/// A search for a template that collides with another one in one version.
///
/// Every step of FNV can be undone, so a collision is not found by trying whole templates: from the front, the states
/// after the text before the annotation and each first half of its value are remembered; from the back, the state that
/// is wanted is taken back over the text after it and each second half, until the two meet.
#[derive(Clone, Debug)]
pub struct CollisionSearch {
    changed: Template,
    form: Form,
    minor: u32,
    /// The state before the value, and the one wanted after it.
    before: u32,
    after: u32,
    /// The states after first halves, each at the first free place from its own on; sorting them would take longer than a
    /// slice may.
    places: Vec<Option<(u32, u32)>>,
    first: u32,
    second: u32,
}

/// How far a search is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchState {
    /// It goes on. Halves tried, and about how many it takes.
    Searching {
        /// Halves tried so far.
        tried: u32,
        /// How many are tried on average.
        expected: u32,
    },
    /// It has found one.
    Found(Collision),
    /// No value collides, which one search in 10^40 comes to.
    Exhausted,
}

/// A template that has the hash of another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collision {
    /// The value of the annotation.
    pub value: String,
    /// The template with it.
    pub template: Template,
    /// The hash of both without a collisionCount; with any, they are equal too.
    pub hash: PodTemplateHash,
}

impl CollisionSearch {
    /// A search for a value of the annotation [`COLLISION_ANNOTATION`] that gives `changed` the hash of `wanted` in the
    /// version `1.minor`.
    ///
    /// # Errors
    /// Where one of the templates cannot be read.
    pub fn new(wanted: &Template, changed: &Template, form: Form, minor: u32) -> Result<Self, HashError> {
        let target = prepare(wanted, form, minor)?.dump_state();
        let marked = with_value(changed, &"0".repeat(2 * HALF))?;
        let explained = explain(&prepare(&marked, form, minor)?, &marked)?;
        let way = alloc::format!("metadata.annotations[{COLLISION_ANNOTATION}]");
        let entry = explained.parts.iter().find(|part| part.field == way);
        // It was just set.
        let end = entry.map_or(explained.text.len(), |part| part.end);
        let start = end.saturating_sub(2 * HALF);
        let mut before = Fnv1a::default();
        before.write(&explained.text.as_bytes()[..start]);
        let mut after = target;
        after.unwrite(&explained.text.as_bytes()[end..]);
        Ok(CollisionSearch {
            changed: changed.clone(),
            form,
            minor,
            before: before.0,
            after: after.0,
            places: vec![None; PLACES],
            first: 0,
            second: 0,
        })
    }

    /// Tries up to `tries` more halves. Call it until it no longer says that it is searching; dropping the search
    /// cancels it.
    ///
    /// # Errors
    /// Where the template with the value found is beyond a limit.
    pub fn run(&mut self, tries: u32) -> Result<SearchState, HashError> {
        for _ in 0..tries {
            if self.first < FIRST_HALVES {
                let mut state = Fnv1a(self.before);
                state.write(&half(self.first));
                self.remember(state.0);
                self.first += 1;
            } else if self.second < HALVES {
                let second = half(self.second);
                self.second += 1;
                let mut state = Fnv1a(self.after);
                state.unwrite(&second);
                if let Some(first) = self.recall(state.0) {
                    return self.found(&half(first), &second);
                }
            } else {
                return Ok(SearchState::Exhausted);
            }
        }
        Ok(SearchState::Searching {
            tried: self.first + self.second,
            expected: FIRST_HALVES + (1 << 14),
        })
    }

    fn remember(&mut self, state: u32) {
        let mut place = place_of(state);
        while self.places[place].is_some() {
            place = (place + 1) % PLACES;
        }
        self.places[place] = Some((state, self.first));
    }

    fn recall(&self, state: u32) -> Option<u32> {
        let mut place = place_of(state);
        while let Some((other, first)) = self.places[place] {
            if other == state {
                return Some(first);
            }
            place = (place + 1) % PLACES;
        }
        None
    }

    fn found(&self, first: &[u8; HALF], second: &[u8; HALF]) -> Result<SearchState, HashError> {
        let value: String = first
            .iter()
            .chain(second)
            .map(|&digit| char::from(digit))
            .collect();
        let template = with_value(&self.changed, &value)?;
        let hash = prepare(&template, self.form, self.minor)?.hash(None);
        Ok(SearchState::Found(Collision {
            value,
            template,
            hash,
        }))
    }
}

fn with_value(template: &Template, value: &str) -> Result<Template, HashError> {
    template.changed(|template| {
        let root = template.as_map_mut();
        let annotations = root.map_mut("metadata").map_mut("annotations");
        annotations.set(COLLISION_ANNOTATION, Value::text(value));
    })
}

/// States differ in their high bits as much as in their low ones.
fn place_of(state: u32) -> usize {
    (state.wrapping_mul(0x9e37_79b1) >> 13) as usize % PLACES
}

fn half(mut number: u32) -> [u8; HALF] {
    let mut half = [b'0'; HALF];
    for digit in half.iter_mut().rev() {
        *digit = DIGITS[(number % 36) as usize];
        number /= 36;
    }
    half
}
