use super::{Entry, Hashes, Made, Makers, Meeting};
use kubeloupe_core::hash::Form;
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use std::rc::Rc;

/// How the lens is looked through. One reducer changes it.
#[derive(Clone, Debug)]
pub struct HashView {
    /// Everything that was given, in its order.
    pub entries: Rc<Vec<Rc<Entry>>>,
    /// Which of them is looked at.
    pub chosen: usize,
    /// In which version.
    pub minor: u32,
    /// The collisionCount that was typed; without one that of the object's status counts.
    pub count: Option<i32>,
    /// What is asked.
    pub stage: Stage,
    /// What it is compared with.
    pub other: Option<Other>,
    /// The part of the dump that is looked at.
    pub part: Option<usize>,
    /// Fields that say nothing are listed too.
    pub all_fields: bool,
    /// The dump is shown with a line for each field.
    pub broken: bool,
    /// The hashes of the chosen entry in all versions; those of the one before while they are computed.
    pub hashes: Option<Rc<Hashes>>,
    /// Who made the labels of all ReplicaSets.
    pub makers: Option<Rc<Makers>>,
    /// A label that was typed, and who makes it of the chosen entry.
    pub label: Rc<str>,
    /// Who that is.
    pub made: Option<Rc<Made>>,
    /// The image of the template that is to collide; without one, another tag of the chosen entry's.
    pub image: Option<Rc<str>>,
    /// The search for it.
    pub search: Search,
    /// Long work under way.
    pub busy: Option<Busy>,
    /// What could not be done, until it is put away or done.
    pub problem: Option<Rc<str>>,
    /// Why the text that is edited is none yet; the last one that was counts.
    pub edit_problem: Option<Rc<str>>,
}

/// What is asked of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// What is hashed.
    #[default]
    Dump,
    /// What tells it from another one.
    Compare,
    /// Who made labels.
    Makers,
    /// What collides with it.
    Collide,
    /// How sums and hashes are written.
    Code,
}

impl Stage {
    /// All, in the order of the page.
    pub const ALL: [Stage; 5] = [
        Stage::Dump,
        Stage::Compare,
        Stage::Makers,
        Stage::Collide,
        Stage::Code,
    ];
}

/// What the chosen entry is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Other {
    /// Another entry, in the same version.
    Entry(usize),
    /// Itself in another version.
    Minor(u32),
}

/// A search for a template that collides.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Search {
    /// None was begun, or it was cancelled.
    #[default]
    Idle,
    /// It goes on: tried, and about how many it takes.
    On(u32, u32),
    /// It has found one.
    Met(Rc<Meeting>),
    /// It cannot be done.
    Failed(Rc<str>),
}

/// Long work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Files are read: bytes, of how many.
    Reading(u64, u64),
    /// Makers are looked for: ReplicaSets, of how many.
    Tracing(usize, usize),
}

/// What changes a [`HashView`].
#[derive(Clone, Debug)]
pub enum HashAct {
    /// Other templates were given.
    Open(Rc<Vec<Rc<Entry>>>),
    /// One is chosen.
    Choose(usize),
    /// A changed copy takes the place of the chosen one, and is compared with it.
    Edit(Rc<Entry>),
    /// The changed copy goes.
    Revert,
    /// What collides is put among the entries, and compared with what it collides with.
    Adopt(Rc<Meeting>),
    /// The text that is edited is none.
    EditProblem(Option<Rc<str>>),
    /// The chosen one is taken for another form.
    TakeAs(Form),
    /// Another version.
    Minor(u32),
    /// Another collisionCount.
    Count(Option<i32>),
    /// Another question.
    Stage(Stage),
    /// Something else to compare with.
    Other(Option<Other>),
    /// Another part of the dump.
    Part(Option<usize>),
    /// Fields that say nothing are listed, or not.
    AllFields(bool),
    /// A line for each field, or as it is hashed.
    Broken(bool),
    /// All hashes were computed.
    Hashes(Rc<Hashes>),
    /// All makers were found out.
    Makers(Rc<Makers>),
    /// Another label.
    Label(Rc<str>),
    /// Who makes it.
    Made(Option<Rc<Made>>),
    /// Another image.
    Image(Rc<str>),
    /// A search began, went on, or ended.
    Search(Search),
    /// Long work began, went on, or ended.
    Busy(Option<Busy>),
    /// Something could not be done, or that was put away.
    Problem(Option<Rc<str>>),
}

impl Default for HashView {
    fn default() -> Self {
        HashView {
            entries: Rc::default(),
            chosen: 0,
            minor: NEWEST_MINOR,
            count: None,
            stage: Stage::default(),
            other: None,
            part: None,
            all_fields: false,
            broken: true,
            hashes: None,
            makers: None,
            label: Rc::from(""),
            made: None,
            image: None,
            search: Search::default(),
            busy: None,
            problem: None,
            edit_problem: None,
        }
    }
}

impl HashView {
    /// The chosen entry.
    pub fn entry(&self) -> Option<&Rc<Entry>> {
        self.entries.get(self.chosen)
    }

    /// The collisionCount that counts.
    pub fn collision_count(&self) -> Option<i32> {
        self.count
            .or_else(|| self.entry().and_then(|entry| entry.object.collision_count))
    }

    /// The nearest older version that comes to another hash, or the nearest newer one where there is none.
    pub fn other_minor(&self) -> u32 {
        let neighbour = if self.minor > OLDEST_MINOR {
            self.minor - 1
        } else {
            self.minor + 1
        };
        let Some(hashes) = self
            .hashes
            .as_ref()
            .filter(|hashes| self.entry() == Some(&hashes.entry))
        else {
            return neighbour;
        };
        let groups = &hashes.groups;
        let own = groups
            .iter()
            .position(|group| group.rows.iter().any(|row| row.minor == self.minor));
        let Some(own) = own else { return neighbour };
        match (
            groups.get(own + 1),
            own.checked_sub(1).and_then(|newer| groups.get(newer)),
        ) {
            (Some(older), _) => older.newest().minor,
            (None, Some(newer)) => newer.oldest(),
            (None, None) => neighbour,
        }
    }

    /// The image of the template that is to collide: what was typed, or another tag of the chosen entry's.
    pub fn wanted_image(&self) -> String {
        if let Some(image) = &self.image {
            return image.to_string();
        }
        let containers = self.entry().and_then(|entry| {
            let containers = entry.template.value().at(&["spec", "containers"])?;
            containers.elements().first()?.get("image")?.as_text()
        });
        let image = containers.unwrap_or("app");
        // A colon before a slash is that of a port.
        let tag = image.rfind(':').filter(|&place| !image[place..].contains('/'));
        format!("{}:next", &image[..tag.unwrap_or(image.len())])
    }

    /// The view after a change.
    #[must_use]
    pub fn after(&self, act: HashAct) -> Self {
        let mut view = self.clone();
        match act {
            HashAct::Open(entries) => {
                view = HashView {
                    minor: self.minor,
                    stage: self.stage,
                    all_fields: self.all_fields,
                    broken: self.broken,
                    hashes: self.hashes.clone(),
                    entries,
                    ..HashView::default()
                };
            }
            HashAct::Choose(chosen) => view.choose(chosen),
            HashAct::Edit(entry) => view.edit(entry),
            HashAct::Revert => view.revert(),
            HashAct::Adopt(meeting) => view.adopt(&meeting),
            HashAct::EditProblem(problem) => view.edit_problem = problem,
            HashAct::TakeAs(form) => {
                if let Some(entry) = self.entry() {
                    let taken = Rc::new(entry.taken_as(form));
                    Rc::make_mut(&mut view.entries)[self.chosen] = taken;
                    view.part = None;
                }
            }
            HashAct::Minor(minor) => {
                view.minor = minor;
                view.part = None;
            }
            HashAct::Count(count) => view.count = count,
            HashAct::Stage(stage) => view.stage = stage,
            HashAct::Other(other) => view.other = other,
            HashAct::Part(part) => view.part = part,
            HashAct::AllFields(all) => view.all_fields = all,
            HashAct::Broken(broken) => view.broken = broken,
            HashAct::Hashes(hashes) => view.hashes = Some(hashes),
            HashAct::Makers(makers) => view.makers = Some(makers),
            HashAct::Label(label) => {
                view.made = None;
                view.label = label;
            }
            HashAct::Made(made) => view.made = made,
            HashAct::Image(image) => {
                view.image = Some(image);
                view.search = Search::Idle;
            }
            HashAct::Search(search) => view.search = search,
            HashAct::Busy(busy) => view.busy = busy,
            HashAct::Problem(problem) => view.problem = problem,
        }
        view
    }

    fn choose(&mut self, chosen: usize) {
        if chosen >= self.entries.len() {
            return;
        }
        self.chosen = chosen;
        self.count = None;
        self.part = None;
        self.label = Rc::from("");
        self.made = None;
        self.image = None;
        self.search = Search::Idle;
        self.edit_problem = None;
        if self.other == Some(Other::Entry(chosen)) {
            self.other = None;
        }
    }

    /// The first change of an entry puts a copy behind it; every further one changes the copy.
    fn edit(&mut self, entry: Rc<Entry>) {
        let chosen = self.chosen;
        let is_copy = self.entry().is_some_and(|entry| entry.changed);
        let entries = Rc::make_mut(&mut self.entries);
        if is_copy {
            entries[chosen] = entry;
        } else {
            let place = (chosen + 1).min(entries.len());
            entries.insert(place, entry);
            self.chosen = place;
            self.other = Some(Other::Entry(chosen));
        }
        self.part = None;
        self.search = Search::Idle;
        self.made = None;
        self.edit_problem = None;
    }

    fn revert(&mut self) {
        self.edit_problem = None;
        if !self.entry().is_some_and(|entry| entry.changed) {
            return;
        }
        let gone = self.chosen;
        Rc::make_mut(&mut self.entries).remove(gone);
        self.other = match self.other {
            Some(Other::Entry(place)) if place > gone => Some(Other::Entry(place - 1)),
            other => other,
        };
        self.choose(gone.saturating_sub(1));
        self.other = None;
    }

    fn adopt(&mut self, meeting: &Meeting) {
        let entries = Rc::make_mut(&mut self.entries);
        let first = entries.iter().position(|entry| Rc::ptr_eq(entry, &meeting.first));
        let Some(first) = first else { return };
        entries.insert(first + 1, meeting.second.clone());
        self.choose(first + 1);
        self.minor = meeting.minor;
        self.other = Some(Other::Entry(first));
        self.stage = Stage::Compare;
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{edited, sample_entries};
    use super::*;
    use crate::text::Language;

    fn opened() -> HashView {
        HashView::default().after(HashAct::Open(Rc::new(sample_entries())))
    }

    #[test]
    fn a_change_is_a_copy_that_is_compared_with_what_it_was() {
        let view = opened();
        let count = view.entries.len();
        let text = view.entry().unwrap().text.clone().unwrap();
        let change = |text: &str| {
            let entry = edited(view.entry().unwrap(), text, Language::English).unwrap();
            HashAct::Edit(Rc::new(entry))
        };
        let first = view.after(change(&text.replace("image: nginx", "image: nginx:2")));
        assert_eq!((first.chosen, first.other), (1, Some(Other::Entry(0))));
        let second = first.after(change(&text.replace("image: nginx", "image: nginx:3")));
        assert_eq!(second.entries.len(), count + 1);
        assert_eq!((second.chosen, second.other), (1, Some(Other::Entry(0))));
        let back = second.after(HashAct::Revert);
        assert_eq!((back.chosen, back.other, back.entries.len()), (0, None, count));
        assert!(!back.after(HashAct::Revert).entry().unwrap().changed);
    }

    #[test]
    fn choosing_forgets_what_belongs_to_another_entry() {
        let view = opened()
            .after(HashAct::Other(Some(Other::Entry(2))))
            .after(HashAct::Count(Some(3)))
            .after(HashAct::Part(Some(7)))
            .after(HashAct::Choose(2));
        assert_eq!(
            (view.chosen, view.other, view.count, view.part),
            (2, None, None, None)
        );
        assert_eq!(view.after(HashAct::Choose(1_000)).chosen, 2);
    }

    #[test]
    fn another_image_is_another_tag() {
        let view = opened();
        assert_eq!(view.wanted_image(), "nginx:next");
        assert_eq!(
            view.after(HashAct::Choose(1)).wanted_image(),
            "registry.example.com/shop/web:next"
        );
    }
}
