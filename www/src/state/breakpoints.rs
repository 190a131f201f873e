use super::{ThingId, Touch};

/// The most breakpoints at a time.
pub const MOST_BREAKPOINTS: usize = 64;

/// Where running and playing stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakpoint {
    /// A step that has to do with this hits it.
    pub on: Touch,
    /// It counts at present.
    pub enabled: bool,
}

/// The breakpoints, in the order in which they were set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Breakpoints(Vec<Breakpoint>);

/// What is done to breakpoints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BreakpointAct {
    /// Sets one, or takes it away.
    Toggle(Touch),
    /// Lets one count, or not.
    Enable(Touch, bool),
    /// Lets all of them count, or none.
    EnableAll(bool),
    /// Takes all of them away.
    Clear,
    /// Takes away those on things, which mean others in another source.
    ForgetThings,
}

impl Breakpoints {
    /// All of them.
    pub fn list(&self) -> &[Breakpoint] {
        &self.0
    }

    /// Whether there is no room for another one.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST_BREAKPOINTS
    }

    /// The one on this.
    pub fn on(&self, touch: Touch) -> Option<Breakpoint> {
        self.0.iter().copied().find(|one| one.on == touch)
    }

    /// What is stopped at.
    pub fn stops(&self) -> Vec<Touch> {
        let enabled = self.0.iter().filter(|one| one.enabled);
        enabled.map(|one| one.on).collect()
    }

    /// The same ones where things have other numbers; those on things that are gone go.
    #[must_use]
    pub fn carried(&self, carried: impl Fn(ThingId) -> Option<ThingId>) -> Self {
        let list = self.0.iter().filter_map(|one| {
            let on = match one.on {
                Touch::Thing(thing) => Touch::Thing(carried(thing)?),
                Touch::Decision(thing) => Touch::Decision(carried(thing)?),
                other => other,
            };
            Some(Breakpoint { on, ..*one })
        });
        Breakpoints(list.collect())
    }

    /// The breakpoints after something was done. What there is no room for is left out.
    #[must_use]
    pub fn after(&self, act: BreakpointAct) -> Self {
        let mut list = self.0.clone();
        match act {
            BreakpointAct::Toggle(on) => match list.iter().position(|one| one.on == on) {
                Some(place) => {
                    list.remove(place);
                }
                None if list.len() < MOST_BREAKPOINTS => list.push(Breakpoint { on, enabled: true }),
                None => {}
            },
            BreakpointAct::Enable(on, enabled) => {
                for one in list.iter_mut().filter(|one| one.on == on) {
                    one.enabled = enabled;
                }
            }
            BreakpointAct::EnableAll(enabled) => {
                for one in &mut list {
                    one.enabled = enabled;
                }
            }
            BreakpointAct::Clear => list.clear(),
            BreakpointAct::ForgetThings => {
                list.retain(|one| !matches!(one.on, Touch::Thing(_) | Touch::Decision(_)));
            }
        }
        Breakpoints(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{EffectKind, ThingId};

    #[test]
    fn breakpoints_are_set_switched_and_taken_away() {
        let thing = Touch::Thing(ThingId(3));
        let kind = Touch::Kind(EffectKind::Deleted);
        let set = Breakpoints::default()
            .after(BreakpointAct::Toggle(thing))
            .after(BreakpointAct::Toggle(kind));
        assert_eq!(set.stops(), [thing, kind]);
        let off = set.after(BreakpointAct::Enable(thing, false));
        assert_eq!((off.stops(), off.list().len()), (vec![kind], 2));
        assert_eq!(off.after(BreakpointAct::EnableAll(true)), set);
        assert_eq!(off.after(BreakpointAct::EnableAll(false)).stops(), []);
        assert_eq!(set.after(BreakpointAct::Toggle(thing)).stops(), [kind]);
        assert_eq!(set.after(BreakpointAct::ForgetThings).stops(), [kind]);
        assert_eq!(set.after(BreakpointAct::Clear), Breakpoints::default());
    }

    #[test]
    fn breakpoints_go_with_their_things() {
        let things = [1, 2].map(|number| Touch::Thing(ThingId(number)));
        let kind = Touch::Kind(EffectKind::Deleted);
        let set = [things[0], kind, things[1]]
            .into_iter()
            .fold(Breakpoints::default(), |set, on| {
                set.after(BreakpointAct::Toggle(on))
            });
        let moved = set.carried(|thing| (thing == ThingId(2)).then_some(ThingId(7)));
        assert_eq!(moved.stops(), [kind, Touch::Thing(ThingId(7))]);
    }

    #[test]
    fn there_are_only_so_many() {
        let mut full = Breakpoints::default();
        for number in 0..MOST_BREAKPOINTS + 3 {
            let thing = ThingId(u32::try_from(number).expect("a small number"));
            full = full.after(BreakpointAct::Toggle(Touch::Thing(thing)));
        }
        assert_eq!(full.list().len(), MOST_BREAKPOINTS);
        assert!(full.is_full());
        // One that is there can still be taken away.
        let fewer = full.after(BreakpointAct::Toggle(Touch::Thing(ThingId(0))));
        assert!(!fewer.is_full());
    }
}
