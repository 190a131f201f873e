use super::Entry;
use kubeloupe_core::hash::analyse::{CollisionSearch, SearchState};
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use kubeloupe_core::hash::{
    DeploymentCollision, HashError, NameHolder, deployment_collision, names_are_cut, prepare,
    replica_set_name,
};
use kubeloupe_formats::template::with_image;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// A search for a template that has the hash of an entry's though it runs another image.
pub struct Finder {
    entry: Rc<Entry>,
    minor: u32,
    search: CollisionSearch,
    /// What was found, and the versions that are still to be asked whether it collides there too.
    met: Option<(Meeting, RangeInclusive<u32>)>,
}

/// How far a search is.
pub enum Finding {
    /// It goes on: tried, and about how many it takes.
    On(u32, u32),
    /// It has found one.
    Met(Box<Meeting>),
    /// Nothing collides.
    Nothing,
}

/// Two templates with one hash, and what a Deployment makes of them.
#[derive(Debug)]
pub struct Meeting {
    /// The template that was there.
    pub first: Rc<Entry>,
    /// The one that collides with it.
    pub second: Rc<Entry>,
    /// The version `1.minor` in which they do.
    pub minor: u32,
    /// The value of the annotation that makes them collide.
    pub value: String,
    /// The hash of both, without a collisionCount.
    pub hash: String,
    /// What happens when a Deployment goes from one to the other and back.
    pub rounds: Vec<Round>,
    /// The minors in which they collide too.
    pub minors: Vec<u32>,
}

impl PartialEq for Meeting {
    /// It is found once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// One sync of the Deployment controller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Round {
    /// No ReplicaSet has the first template: this one is made.
    First(String),
    /// None has the second template either, but the name is taken: this count is written, and the sync fails.
    Taken(String, i32),
    /// The sync is tried again with the count: this one is made.
    Again(String, i32),
    /// Back to the first template: the ReplicaSet is found by its template, whatever its name.
    Back(String),
}

impl Finder {
    /// Begins to look for a template with this image in its first container and the hash of the entry's.
    ///
    /// # Errors
    /// Where the template cannot be read.
    pub fn new(entry: &Rc<Entry>, image: &str, minor: u32) -> Result<Self, HashError> {
        let changed = with_image(&entry.template, image)?;
        Ok(Finder {
            search: CollisionSearch::new(&entry.template, &changed, entry.object.form, minor)?,
            entry: entry.clone(),
            minor,
            met: None,
        })
    }

    /// Tries this many more; once it has found one, asks the next version about it.
    ///
    /// # Errors
    /// Where the template that was found is beyond a limit.
    pub fn advance(&mut self, tries: u32) -> Result<Finding, HashError> {
        if let Some((mut meeting, mut minors)) = self.met.take() {
            let Some(minor) = minors.next() else {
                return Ok(Finding::Met(Box::new(meeting)));
            };
            let hash =
                |entry: &Entry| prepare(&entry.template, entry.object.form, minor).map(|p| p.hash(None));
            if hash(&meeting.first)? == hash(&meeting.second)? {
                meeting.minors.push(minor);
            }
            self.met = Some((meeting, minors));
            return Ok(Finding::On(1, 1));
        }
        Ok(match self.search.run(tries)? {
            SearchState::Searching { tried, expected } => Finding::On(tried, expected),
            SearchState::Exhausted => Finding::Nothing,
            SearchState::Found(found) => {
                let second = Rc::new(self.entry.with_template(found.template));
                let meeting = self.meet(second, found.value)?;
                self.met = Some((meeting, OLDEST_MINOR..=NEWEST_MINOR));
                Finding::On(1, 1)
            }
        })
    }

    fn meet(&self, second: Rc<Entry>, value: String) -> Result<Meeting, HashError> {
        let (first, minor) = (self.entry.clone(), self.minor);
        let name = |entry: &Entry, count| -> Result<String, HashError> {
            let hash = prepare(&entry.template, entry.object.form, minor)?.hash(count);
            Ok(replica_set_name(
                entry.object.deployment(),
                &hash.encoded(),
                names_are_cut(minor),
            ))
        };
        let taken = name(&second, None)?;
        // HS-9: whose template is another one.
        let count = match deployment_collision(None, NameHolder::Other) {
            DeploymentCollision::Count(count) => count,
            DeploymentCollision::Use | DeploymentCollision::NotFound => 0,
        };
        let rounds = vec![
            Round::First(name(&first, None)?),
            Round::Taken(taken, count),
            Round::Again(name(&second, Some(count))?, count),
            Round::Back(name(&first, None)?),
        ];
        let hash = prepare(&first.template, first.object.form, minor)?.hash(None);
        Ok(Meeting {
            first,
            second,
            minor,
            value,
            hash: hash.encoded(),
            rounds,
            minors: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::sample_entries;
    use super::*;

    #[test]
    fn a_collision_is_found_and_gets_around_by_its_count() {
        let entries = sample_entries();
        let mut finder = Finder::new(&entries[0], "nginx:2", 37).unwrap();
        let mut tried = 0;
        let meeting = loop {
            match finder.advance(20_000).unwrap() {
                Finding::On(now, expected) => {
                    assert!(expected == 1 || now > tried);
                    tried = now;
                }
                Finding::Met(meeting) => break meeting,
                Finding::Nothing => panic!("one in 10^40"),
            }
        };
        assert!(meeting.minors.contains(&37));
        let [
            Round::First(first),
            Round::Taken(taken, 1),
            Round::Again(again, 1),
            Round::Back(back),
        ] = &meeting.rounds[..]
        else {
            panic!("{:?}", meeting.rounds);
        };
        assert_eq!((first, first), (taken, back));
        assert_ne!(first, again);
        assert!(first.ends_with(&meeting.hash));
        let text = meeting.second.text.as_deref().unwrap();
        assert!(
            text.contains("nginx:2") && text.contains(&meeting.value),
            "{text}"
        );
    }
}
