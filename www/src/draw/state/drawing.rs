use super::Document;
use super::limits::{MOST_DEPTH, MOST_PLACES};
use kubeloupe_core::object::Names;
use std::rc::Rc;
use std::sync::Arc;

/// What a step was; each names the object that it was about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepName {
    /// An object was added.
    Add(String),
    /// An object was copied.
    Duplicate(String),
    /// An object was taken out.
    Remove(String),
    /// Its name was changed.
    Name(String),
    /// Its namespace was changed.
    Namespace(String),
    /// Its uid was changed.
    Uid(String),
    /// Its finalizers were changed.
    Finalizers(String),
    /// Its labels were changed.
    Labels(String),
    /// It got an owner.
    AddOwner(String),
    /// A reference of it was changed.
    WriteOwner(String),
    /// `controller` of a reference of it was changed.
    Controller(String),
    /// `blockOwnerDeletion` of a reference of it was changed.
    Blocks(String),
    /// A reference of it was taken away.
    RemoveOwner(String),
    /// Something else of this name was opened.
    Open(String),
}

/// A way back, or forward again.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it undoes, or does again.
    pub name: StepName,
    /// The document that it leads to.
    pub document: Rc<Document>,
    /// Whether that holds changes that were saved nowhere.
    unsaved: bool,
}

/// The steps that were made, and those that were undone.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    done: Vec<Step>,
    undone: Vec<Step>,
    unsaved: bool,
}

/// What the page shows of a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Traces {
    /// What can be undone.
    pub undo: Option<StepName>,
    /// What can be done again.
    pub redo: Option<StepName>,
    /// There are changes that were saved nowhere.
    pub unsaved: bool,
    /// There are such changes, now or a few steps back: leaving the page would lose them.
    pub at_risk: bool,
    /// The tab keeps the drawing over a reload.
    pub kept: bool,
}

impl Drawing {
    /// Notes a step that led away from `before` to a document with these strings. What was undone can no longer be done
    /// again.
    pub fn push(&mut self, name: StepName, before: Document, names: &Arc<Names>) {
        self.undone.clear();
        // Strings are only ever added, so the newest table serves every earlier document of the same source; holding
        // each table would be holding every string many times.
        let opened = matches!(name, StepName::Open(_));
        self.done.push(Step {
            name,
            document: Rc::new(before),
            unsaved: self.unsaved,
        });
        if !opened {
            self.share_strings(names);
        }
        self.unsaved = !opened;
        self.forget();
    }

    fn share_strings(&mut self, newest: &Arc<Names>) {
        for step in self.done.iter_mut().rev() {
            Rc::make_mut(&mut step.document).cluster.names = newest.clone();
            if matches!(step.name, StepName::Open(_)) {
                break;
            }
        }
    }

    /// Goes one step back from `now`.
    pub fn undo(&mut self, now: Document) -> Option<Step> {
        let step = self.done.pop()?;
        Some(self.go(step, now, true))
    }

    /// Goes one step forward again from `now`.
    pub fn redo(&mut self, now: Document) -> Option<Step> {
        let step = self.undone.pop()?;
        Some(self.go(step, now, false))
    }

    fn go(&mut self, mut step: Step, now: Document, back: bool) -> Step {
        if !matches!(step.name, StepName::Open(_)) {
            let document = Rc::make_mut(&mut step.document);
            let newest = longer(&document.cluster.names, &now.cluster.names);
            document.cluster.names = newest;
        }
        let other = Step {
            name: step.name.clone(),
            document: Rc::new(now),
            unsaved: self.unsaved,
        };
        if back { &mut self.undone } else { &mut self.done }.push(other);
        self.unsaved = step.unsaved;
        step
    }

    /// Keeps no more than may be kept.
    fn forget(&mut self) {
        let places = |steps: &[Step]| {
            steps
                .iter()
                .map(|step| step.document.objects.len())
                .sum::<usize>()
        };
        while self.done.len() > MOST_DEPTH || self.done.len() > 1 && places(&self.done) > MOST_PLACES {
            self.done.remove(0);
        }
    }

    /// Nothing of what was drawn can be come back to.
    pub fn clear(&mut self) {
        *self = Drawing::default();
    }

    /// What is drawn was saved.
    pub fn saved(&mut self) {
        self.unsaved = false;
    }

    /// What is drawn comes from nowhere and was saved nowhere.
    pub fn begin_unsaved(&mut self) {
        self.unsaved = true;
    }

    /// Whether anything was drawn that was saved nowhere.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// What the page shows.
    pub fn traces(&self, kept: bool) -> Traces {
        let name = |steps: &[Step]| steps.last().map(|step| step.name.clone());
        Traces {
            undo: name(&self.done),
            redo: name(&self.undone),
            unsaved: self.unsaved,
            at_risk: self.unsaved
                || self
                    .done
                    .iter()
                    .any(|step| step.unsaved && matches!(step.name, StepName::Open(_))),
            kept: kept && self.unsaved,
        }
    }
}

fn longer(one: &Arc<Names>, other: &Arc<Names>) -> Arc<Names> {
    if one.len() >= other.len() {
        one.clone()
    } else {
        other.clone()
    }
}
