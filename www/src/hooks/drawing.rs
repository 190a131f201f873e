use super::desk::Next;
use super::{Desk, download};
use crate::draw::{
    Applied, Deed, Document, Edit, Refusal, Say, Step, StepName, Why, apply, kept_text, manifest, read_kept,
};
use crate::state::{Act, Busy, Diagnosed, Sheet, Source, Stage, ThingId, scenario};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::object::ObjectKey;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::Storage;

/// Where a tab keeps its drawing.
const KEPT: &str = "kubeloupe.drawing";

/// How a drawing is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saving {
    /// As a scenario file.
    Scenario,
    /// As manifests for kubectl.
    Manifest,
}

impl Desk {
    /// What is open, as it is drawn: with changes that are not shown yet.
    fn document(&self) -> Option<Document> {
        let pending = self.0.pending.borrow().clone();
        pending.or_else(|| self.0.session.borrow().as_ref().map(|session| session.document()))
    }

    /// Changes what is open, at its start. Whatever is watched ends.
    pub fn draw(&self, edit: &Edit) -> Result<(), Refusal> {
        let before = self.document().ok_or(Why::Gone)?;
        let Applied {
            document,
            name,
            focus,
        } = apply(&before, edit)?;
        let names = document.cluster.names.clone();
        self.0.drawing.borrow_mut().push(name, before, &names);
        self.redraw(document, Next::Drawn(focus));
        Ok(())
    }

    /// Takes the last change back.
    pub fn undo(&self) {
        let Some(now) = self.document() else { return };
        let step = self.0.drawing.borrow_mut().undo(now);
        self.go(step);
    }

    /// Makes the change again that was taken back last.
    pub fn redo(&self) {
        let Some(now) = self.document() else { return };
        let step = self.0.drawing.borrow_mut().redo(now);
        self.go(step);
    }

    fn go(&self, step: Option<Step>) {
        let Some(step) = step else { return };
        let next = match step.name {
            StepName::Open(_) => Next::Returns,
            _ => Next::Drawn(None),
        };
        let document = Rc::unwrap_or_clone(step.document);
        self.redraw(document.in_minor(self.view().minor), next);
    }

    /// Begins a drawing of its own. What was drawn before can be come back to.
    pub fn draw_blank(&self) {
        let say = Say::of(self.view().language);
        let blank = Document::blank(say.draw_title().to_owned(), self.view().minor);
        self.leave_drawing(&blank.title);
        self.act(Act::Sheet(None));
        self.act(Act::Edit(true));
        self.act(Act::Stage(Stage::Graph));
        self.redraw(blank, Next::Returns);
    }

    fn redraw(&self, document: Document, next: Next) {
        // Beginning other work gives up what is pending; this is what comes of it.
        self.0.pending.take();
        let task = self.begin();
        self.0.pending.replace(Some(document.clone()));
        self.act(Act::Problem(None));
        let desk = self.clone();
        spawn_local(async move {
            desk.act(Act::Busy(Some(Busy::WarmingUp)));
            let session = crate::state::Session::of_document(document);
            desk.prepare(task, session, next).await;
        });
    }

    /// Gives up changes that are not shown yet: other work began before they could be.
    pub(super) fn revert(&self) {
        if self.0.pending.take().is_some() {
            self.0.drawing.replace(self.0.settled.borrow().clone());
            self.trace();
        }
    }

    /// Something else is being opened: a drawing that was saved nowhere can be come back to, any other one is over.
    pub(super) fn leave_drawing(&self, title: &str) {
        let before = self.document();
        let mut drawing = self.0.drawing.borrow_mut();
        match before.filter(|_| drawing.is_unsaved()) {
            Some(before) => {
                let names = before.cluster.names.clone();
                drawing.push(StepName::Open(title.to_owned()), before, &names);
            }
            None => drawing.clear(),
        }
        drop(drawing);
        self.0.pending.take();
        self.settle();
    }

    fn settle(&self) {
        self.0.pending.take();
        self.0.settled.replace(self.0.drawing.borrow().clone());
        if !self.0.drawing.borrow().is_unsaved() {
            self.forget_kept();
        }
        self.trace();
    }

    fn trace(&self) {
        let traces = self.0.drawing.borrow().traces(self.0.kept.get());
        self.act(Act::Traces(Rc::new(traces)));
    }

    /// Shows a change that was made.
    pub(super) fn show_drawn(
        &self,
        task: u64,
        source: &Rc<Source>,
        diagnosed: Option<Rc<Diagnosed>>,
        focus: Option<ObjectKey>,
    ) {
        let before = self.view();
        let carried = |thing: &ThingId| {
            let before = before.source.as_ref()?;
            source.catalog.carried(&before.catalog, *thing)
        };
        let question: Vec<ThingId> = before.question.iter().filter_map(carried).collect();
        self.act(Act::Redraw(source.clone()));
        if let Some(diagnosed) = diagnosed {
            self.act(Act::Diagnose(diagnosed));
        }
        if let Some(thing) = focus.and_then(|key| source.catalog.by_key(&key)) {
            self.act(Act::Reveal(thing));
            self.act(Act::Select(Some(thing)));
        }
        self.keep_drawing(source);
        self.settle();
        self.forecast_all(task, Rc::new(question), Cascade::ALL.into());
    }

    /// Shows what is open again.
    pub(super) fn show_returned(&self, source: &Rc<Source>, restored: bool) {
        if restored {
            self.0.drawing.borrow_mut().begin_unsaved();
            self.act(Act::Edit(true));
        }
        self.keep_drawing(source);
        self.settle();
    }

    /// Shows the source as it is after objects joined it or left it.
    pub(super) fn show_source(&self) {
        let session = self.0.session.borrow();
        let source = session.as_ref().map(|session| session.source().clone());
        let view = self.view();
        if let (Some(source), Some(shown)) = (source, &view.source)
            && !Rc::ptr_eq(&source, shown)
            && source.name == shown.name
        {
            self.act(Act::Grow(source));
        }
    }

    /// Makes a request to the running cluster at the step that is shown, and plays what comes of it.
    pub fn request(&self, deed: &Deed) -> Result<(), Refusal> {
        let outcome = match self.0.session.borrow_mut().as_mut() {
            None => return Err(Why::Gone.into()),
            Some(session) => session.request(deed)?,
        };
        self.show_source();
        match outcome {
            Err(error) => self.fail(error),
            Ok(position) => {
                self.act(Act::Stage(Stage::Graph));
                self.run_ahead(self.view().schedule, position, true);
            }
        }
        Ok(())
    }

    /// Saves what is drawn.
    pub fn save_drawing(&self, saving: Saving) {
        let view = self.view();
        let Some(document) = self.document() else { return };
        let name = file_name(&document.title);
        let saved = match saving {
            Saving::Scenario => download(
                &format!("{name}.scenario.json"),
                "application/json",
                &self.scenario_text(),
            ),
            Saving::Manifest => {
                let text = manifest(&document, &Say::of(view.language).manifest());
                download(&format!("{name}.yaml"), "application/yaml", &text)
            }
        };
        if saved {
            self.note_saved();
        } else {
            self.act(Act::Problem(Some(view.language.words().save_failed.into())));
        }
    }

    /// What is drawn was saved.
    pub fn note_saved(&self) {
        self.0.drawing.borrow_mut().saved();
        self.settle();
    }

    /// Opens the sheet for adding an object.
    pub fn begin_to_add(&self) {
        self.act(Act::Edit(true));
        self.act(Act::Sheet(Some(Sheet::Add)));
    }

    fn keep_drawing(&self, source: &Source) {
        if !self.0.drawing.borrow().is_unsaved() || !self.host().is_page() {
            return;
        }
        let view = self.view();
        let text = kept_text(source, || scenario(source, &[], view.cascade));
        let kept = text
            .zip(tab())
            .is_some_and(|(text, tab)| tab.set_item(KEPT, &text).is_ok());
        self.0.kept.set(kept);
        if !kept {
            self.forget_kept();
        }
    }

    fn forget_kept(&self) {
        self.0.kept.set(false);
        if let Some(tab) = tab() {
            // Where nothing can be removed, nothing was kept.
            let _ = tab.remove_item(KEPT);
        }
    }

    /// Opens the drawing that the tab kept over a reload. Returns whether there is one.
    pub fn open_kept_drawing(&self) -> bool {
        let text = tab().and_then(|tab| tab.get_item(KEPT).ok().flatten());
        match text.and_then(|text| read_kept(&text)) {
            None => false,
            Some(shared) => {
                self.open_kept(&shared);
                true
            }
        }
    }
}

fn tab() -> Option<Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}

/// A title as a part of a file's name.
fn file_name(title: &str) -> String {
    let stem = title.split('.').next().unwrap_or_default();
    let name: String = stem
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() || letter == '-' {
                letter
            } else {
                '-'
            }
        })
        .take(60)
        .collect();
    if name.is_empty() {
        "kubeloupe".to_owned()
    } else {
        name
    }
}
