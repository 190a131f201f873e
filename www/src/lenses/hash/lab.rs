use super::state::{
    Busy, Entry, Finder, Finding, HashAct, HashView, Hashing, OpenNow, Search, TemplateReading, Tracing,
    edited, makers_of_label,
};
use super::text::{HashWords, words};
use crate::hooks::{Breath, load_yaml};
use crate::state::{Inputs, Source};
use crate::text::Language;
use kubeloupe_core::hash::HashError;
use kubeloupe_formats::template::describe_hash_error;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Bytes read between two looks at the clock.
const SLICE_BYTES: usize = 64 << 10;
/// Values tried between two looks at the clock.
const SLICE_TRIES: u32 = 4_096;

/// The view as Yew's reducer sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct Looking(pub(super) Rc<HashView>);

impl Reducible for Looking {
    type Action = HashAct;

    fn reduce(self: Rc<Self>, act: HashAct) -> Rc<Self> {
        Rc::new(Looking(Rc::new(self.0.after(act))))
    }
}

/// The one who does everything in this lens that is more than a change of view: reading, and long work, in slices.
/// Beginning another one of the same sort ends it.
#[derive(Clone)]
pub(super) struct Lab(Rc<Inner>);

struct Inner {
    dispatcher: UseReducerDispatcher<Looking>,
    view: RefCell<Rc<HashView>>,
    language: Cell<Language>,
    reading: Cell<u64>,
    hashing: Cell<u64>,
    tracing: Cell<u64>,
    searching: Cell<u64>,
}

impl PartialEq for Lab {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Lab {
    pub(super) fn new(dispatcher: UseReducerDispatcher<Looking>) -> Self {
        Lab(Rc::new(Inner {
            dispatcher,
            view: RefCell::default(),
            language: Cell::default(),
            reading: Cell::new(0),
            hashing: Cell::new(0),
            tracing: Cell::new(0),
            searching: Cell::new(0),
        }))
    }

    /// Notes what is shown.
    pub(super) fn look_at(&self, view: Rc<HashView>, language: Language) {
        self.0.view.replace(view);
        self.0.language.set(language);
    }

    /// The view as it was last drawn.
    pub(super) fn view(&self) -> Rc<HashView> {
        self.0.view.borrow().clone()
    }

    /// Changes the view.
    pub(super) fn act(&self, act: HashAct) {
        self.0.dispatcher.dispatch(act);
    }

    fn describe(&self, error: &HashError) -> Rc<str> {
        describe_hash_error(error, self.0.language.get().formats()).into()
    }

    /// Reads what was dropped, pasted or chosen.
    pub(super) fn open_inputs(&self, inputs: Inputs) {
        if !inputs.files.is_empty() {
            let files = inputs.files.into_iter();
            self.open(files.map(|file| (file.name, file.bytes, file.found)).collect());
        }
    }

    /// Reads the files of what is open on the page, and takes what is there now.
    pub(super) fn open_again(&self, inputs: Inputs, source: Rc<Source>) {
        let files = inputs.files.into_iter();
        let files = files.map(|file| (file.name, file.bytes, file.found)).collect();
        let reading = TemplateReading::new(files, self.0.language.get());
        self.read(reading.of_open(OpenNow::new(source)));
    }

    /// Reads files, each with its name and whether it came with others. What was open stays open where none can be read.
    pub(super) fn open(&self, files: Vec<(String, Cow<'static, [u8]>, bool)>) {
        self.read(TemplateReading::new(files, self.0.language.get()));
    }

    fn read(&self, mut reading: TemplateReading) {
        let task = begin(&self.0.reading);
        let lab = self.clone();
        spawn_local(async move {
            // Whatever is read can be edited, as YAML.
            let is_readable = load_yaml().await;
            if lab.0.reading.get() != task {
                return;
            }
            if !is_readable {
                return lab.refuse(lab.0.language.get().words().yaml_lost);
            }
            let mut breath = Breath::new();
            loop {
                match reading.advance(SLICE_BYTES) {
                    Err(why) => return lab.refuse(&why),
                    Ok(true) => break,
                    Ok(false) => {}
                }
                let paused = breath.take().await;
                if lab.0.reading.get() != task {
                    return;
                }
                if paused {
                    let (read, of) = reading.progress();
                    lab.act(HashAct::Busy(Some(Busy::Reading(read, of))));
                }
            }
            match reading.finish() {
                Err(why) => lab.refuse(&why),
                Ok((entries, left_out)) => {
                    lab.act(HashAct::Busy(None));
                    let words = words(lab.0.language.get());
                    lab.act(HashAct::Problem(
                        left_out.map(|why| (words.left_out)(&why).into()),
                    ));
                    let entries = Rc::new(entries);
                    lab.act(HashAct::Open(entries.clone()));
                    lab.trace(&entries);
                }
            }
        });
    }

    fn refuse(&self, why: &str) {
        let words = words(self.0.language.get());
        self.act(HashAct::Busy(None));
        self.act(HashAct::Problem(Some(
            format!("{why} {}", words.kept_former).into(),
        )));
    }

    /// Ends the reading or the tracing that is shown as under way. What is open stays.
    pub(super) fn cancel(&self) {
        begin(&self.0.reading);
        begin(&self.0.tracing);
        self.act(HashAct::Busy(None));
    }

    /// Takes over a text that is being edited. Where it is none, the last one that was counts.
    pub(super) fn edit(&self, text: &str) {
        let view = self.view();
        let Some(entry) = view.entry() else { return };
        match edited(entry, text, self.0.language.get()) {
            Ok(entry) => self.act(HashAct::Edit(Rc::new(entry))),
            Err(why) => self.act(HashAct::EditProblem(Some(why.into()))),
        }
    }

    /// Computes the hashes of an entry in all versions.
    pub(super) fn hash(&self, entry: Rc<Entry>, count: Option<i32>) {
        let task = begin(&self.0.hashing);
        let lab = self.clone();
        spawn_local(async move {
            let mut hashing = Hashing::new(entry, count);
            let mut breath = Breath::new();
            loop {
                match hashing.advance() {
                    Err(error) => return lab.act(HashAct::Problem(Some(lab.describe(&error)))),
                    Ok(true) => break,
                    Ok(false) => {}
                }
                breath.take().await;
                if lab.0.hashing.get() != task {
                    return;
                }
            }
            lab.act(HashAct::Hashes(Rc::new(hashing.finish())));
        });
    }

    /// Looks for the makers of all labels.
    fn trace(&self, entries: &[Rc<Entry>]) {
        let task = begin(&self.0.tracing);
        let mut tracing = Tracing::new(entries);
        let lab = self.clone();
        spawn_local(async move {
            let mut breath = Breath::new();
            while !tracing.advance() {
                let paused = breath.take().await;
                if lab.0.tracing.get() != task {
                    return;
                }
                if paused {
                    let (done, of) = tracing.progress();
                    lab.act(HashAct::Busy(Some(Busy::Tracing(done, of))));
                }
            }
            lab.act(HashAct::Busy(None));
            lab.act(HashAct::Makers(Rc::new(tracing.finish())));
        });
    }

    /// Looks for the makers of a label that was typed, of the chosen entry.
    pub(super) fn trace_label(&self, label: &str) {
        self.act(HashAct::Label(label.into()));
        let view = self.view();
        let Some(entry) = view.entry() else { return };
        if !label.is_empty() {
            match makers_of_label(entry, label) {
                Ok(made) => self.act(HashAct::Made(Some(Rc::new(made)))),
                Err(error) => self.act(HashAct::Problem(Some(self.describe(&error)))),
            }
        }
    }

    /// Looks for a template that collides with the chosen entry.
    pub(super) fn search(&self) {
        let task = begin(&self.0.searching);
        let view = self.view();
        let Some(entry) = view.entry() else { return };
        let mut finder = match Finder::new(entry, &view.wanted_image(), view.minor) {
            Ok(finder) => finder,
            Err(error) => return self.act(HashAct::Search(Search::Failed(self.describe(&error)))),
        };
        self.act(HashAct::Search(Search::On(0, 0)));
        let lab = self.clone();
        spawn_local(async move {
            let mut breath = Breath::new();
            loop {
                let found = match finder.advance(SLICE_TRIES) {
                    Ok(Finding::Met(meeting)) => Search::Met(Rc::new(*meeting)),
                    Ok(Finding::On(tried, expected)) => Search::On(tried, expected),
                    Ok(Finding::Nothing) => Search::Idle,
                    Err(error) => Search::Failed(lab.describe(&error)),
                };
                let goes_on = matches!(found, Search::On(..));
                let paused = breath.take().await;
                if lab.0.searching.get() != task {
                    return;
                }
                if paused || !goes_on {
                    lab.act(HashAct::Search(found));
                }
                if !goes_on {
                    return;
                }
            }
        });
    }

    /// Ends the search.
    pub(super) fn end_search(&self) {
        begin(&self.0.searching);
        self.act(HashAct::Search(Search::Idle));
    }
}

fn begin(task: &Cell<u64>) -> u64 {
    task.set(task.get() + 1);
    task.get()
}

/// Everything that the lens says.
#[hook]
pub(super) fn use_hash_words() -> &'static HashWords {
    use_context::<&'static HashWords>().expect("the lens provides the words")
}

/// Who does things.
#[hook]
pub(super) fn use_lab() -> Lab {
    use_context::<Lab>().expect("the lens provides the lab")
}
