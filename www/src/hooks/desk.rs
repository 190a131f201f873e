use super::breath::{Breath, paint};
use super::gather::{Gathered, read_file};
use super::picture::SavedPicture;
use super::settings::remember_version;
use super::use_view::Viewing;
use super::yaml::{load_yaml, wants_yaml};
use crate::draw::{Document, Drawing};
use crate::host::Host;
use crate::state::{
    Act, Busy, Diagnosed, Inputs, Lens, Live, Player, PlayerError, Queues, Read, Reading, Sample, Scope,
    Script, Session, Shared, SharedPlace, Sheet, Source, Stage, ThingId, View, Written,
};
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::object::ObjectKey;
use kubeloupe_core::sim::{Action, BranchId, Schedule, World};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, File};
use yew::UseReducerDispatcher;

/// Where the worlds live, and the one who does everything that is more than a change of view: opening, asking,
/// watching. Long work runs in slices; beginning another one of the same sort ends it.
#[derive(Clone)]
pub struct Desk(pub(super) Rc<Inner>);

pub(super) struct Inner {
    pub(super) session: RefCell<Option<Session>>,
    view: RefCell<Rc<View>>,
    dispatcher: UseReducerDispatcher<Viewing>,
    host: Host,
    /// Counts what is shown, so that components see a change without looking into worlds.
    revision: Cell<u64>,
    /// The reading or forecasting under way; any other number means that it has been ended.
    task: Cell<u64>,
    /// The following of a history to its end, in the same way. It goes on beside the forecasts.
    chase: Cell<u64>,
    forecasting: Cell<bool>,
    chasing: Cell<bool>,
    /// Another version was chosen while a source was being read.
    wants_version: Cell<bool>,
    /// The task with which something is opened or prepared.
    pub(super) preparing: Cell<u64>,
    /// Ends the requests to a cluster that is being read.
    requests: RefCell<Option<AbortController>>,
    /// Where what is open came from, and where what is being opened does.
    pub(super) origin: RefCell<Origin>,
    opening: RefCell<Origin>,
    /// Whoever paints the picture where it is no part of the page that could be copied.
    painter: RefCell<Option<PictureMaker>>,
    /// Whoever takes what is dropped and pasted instead of its being opened.
    receiver: RefCell<Option<Receiver>>,
    /// The steps that were drawn; as they were when the page last showed what they led to; and what is to be shown next.
    pub(super) drawing: RefCell<Drawing>,
    pub(super) settled: RefCell<Drawing>,
    pub(super) pending: RefCell<Option<Document>>,
    /// The tab keeps what is drawn over a reload.
    pub(super) kept: Cell<bool>,
}

/// Where what is open can be read again. Contents of templates are passed over when a dump is read, and what was read is
/// not kept, so whoever needs them has to.
#[derive(Clone, Default)]
pub(super) enum Origin {
    /// It cannot: it was pasted, or read of a running cluster.
    #[default]
    Nowhere,
    /// It comes with the page.
    Sample(Sample),
    /// In these files, by their names.
    Files(Vec<(String, File)>),
}

/// Takes what is dropped and pasted.
type Receiver = Rc<dyn Fn(Inputs)>;

/// Makes a file of the picture that is shown.
type PictureMaker = Rc<dyn Fn() -> Option<SavedPicture>>;

/// What comes after a session is prepared.
pub(super) enum Next {
    /// Something else is opened; a sample brings its question.
    Asks(Option<Sample>),
    /// What a link says.
    Follows(Box<Shared>),
    /// The scenario is played, up to this place.
    Plays(Option<Box<SharedPlace>>),
    /// The question that was asked before.
    AsksTheSame,
    /// What is open was changed, this object above all.
    Drawn(Option<ObjectKey>),
    /// What was open before is open again.
    Returns,
    /// What the tab kept over a reload is open again.
    Restores,
}

/// Bytes read between two looks at the clock.
const SLICE_BYTES: usize = 16 << 10;
/// Steps between two looks at the clock.
const STRIDE: u32 = 64;

impl PartialEq for Desk {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Desk {
    pub(super) fn new(dispatcher: UseReducerDispatcher<Viewing>, host: Host) -> Self {
        Desk(Rc::new(Inner {
            session: RefCell::default(),
            view: RefCell::default(),
            dispatcher,
            host,
            revision: Cell::new(0),
            task: Cell::new(0),
            chase: Cell::new(0),
            forecasting: Cell::new(false),
            chasing: Cell::new(false),
            wants_version: Cell::new(false),
            preparing: Cell::new(u64::MAX),
            requests: RefCell::default(),
            origin: RefCell::default(),
            opening: RefCell::default(),
            painter: RefCell::default(),
            receiver: RefCell::default(),
            drawing: RefCell::default(),
            settled: RefCell::default(),
            pending: RefCell::default(),
            kept: Cell::new(false),
        }))
    }

    pub(super) fn look_at(&self, view: Rc<View>) {
        self.0.view.replace(view);
    }

    /// Ends all work: the visualizer is taken off its page.
    pub fn close(&self) {
        self.begin();
        self.0.session.take();
        self.0.view.take();
        self.0.origin.take();
        self.0.receiver.take();
        self.0.painter.take();
        self.0.drawing.take();
        self.0.settled.take();
        self.0.pending.take();
    }

    /// Where all of this lives.
    pub fn host(&self) -> &Host {
        &self.0.host
    }

    /// The view as it was last drawn.
    pub fn view(&self) -> Rc<View> {
        self.0.view.borrow().clone()
    }

    /// Changes the view.
    pub fn act(&self, act: Act) {
        self.0.dispatcher.dispatch(act);
    }

    /// Chooses a thing that was looked for, and shows it in the list and in the picture.
    pub fn find(&self, thing: ThingId) {
        self.act(Act::Filter("".into()));
        self.act(Act::Reveal(thing));
        self.act(Act::Select(Some(thing)));
        let view = self.view();
        // In a picture of everything there is a place for it already.
        if view.scope != Scope::All {
            let asked = view.question.contains(&thing);
            self.act(Act::Scope(if asked { Scope::Question } else { Scope::Selected }));
        }
    }

    /// Looks at the session that the view shows. There is none while another source is just being put in its place:
    /// the numbers of things in the view would mean other things in it.
    pub(super) fn with_session<T>(&self, look: impl FnOnce(&Session) -> T) -> Option<T> {
        let session = self.0.session.borrow();
        let session = session.as_ref()?;
        let view = self.0.view.borrow();
        let is_shown = view
            .source
            .as_ref()
            .is_some_and(|source| Rc::ptr_eq(source, session.source()));
        is_shown.then(|| look(session))
    }

    /// Looks at the world that is shown.
    pub fn with_world<T>(&self, look: impl FnOnce(&World) -> T) -> Option<T> {
        self.with_session(|session| look(session.world()))
    }

    /// Looks at the history that is watched.
    pub fn with_player<T>(&self, look: impl FnOnce(&Player) -> T) -> Option<T> {
        self.with_session(|session| session.player().map(look)).flatten()
    }

    /// The queues of the world that is shown, while nothing is watched.
    pub fn queues(&self) -> Queues {
        self.with_session(Session::queues).unwrap_or_default()
    }

    /// Chooses a policy. What is watched belongs to another one, so the watching ends. A scenario says its policies itself.
    pub fn choose_policy(&self, cascade: Cascade) {
        if self.view().played().is_some() {
            return;
        }
        if self.view().cascade != cascade && self.with_player(|_| ()).is_some() {
            self.leave();
        }
        self.act(Act::Choose(cascade));
        if self.view().stopped {
            self.resume();
        }
    }

    /// Goes on with the forecasts that were cancelled.
    pub fn resume(&self) {
        let view = self.view();
        let task = self.begin();
        self.act(Act::Stop(false));
        let missing = Cascade::ALL
            .into_iter()
            .filter(|&one| view.answers[one as usize].is_none())
            .collect();
        self.forecast_all(task, view.question.clone(), missing);
    }

    /// What a thing is like in the world that is shown.
    pub fn live(&self, thing: ThingId) -> Live {
        self.with_session(|session| session.live(thing))
            .unwrap_or(Live::Here)
    }

    /// Chooses a thing that is seen in the picture, and shows it in the list as well.
    pub fn choose_seen(&self, thing: ThingId) {
        self.act(Act::Reveal(thing));
        self.act(Act::Select(Some(thing)));
    }

    /// Ends all long work, and begins another one.
    pub(super) fn begin(&self) -> u64 {
        self.end_chase();
        self.revert();
        self.0.opening.take();
        if let Some(requests) = self.0.requests.take() {
            requests.abort();
        }
        self.0.forecasting.set(false);
        self.0.task.set(self.0.task.get() + 1);
        self.0.task.get()
    }

    /// Whoever begins other work ends these requests.
    pub(super) fn keep_requests(&self, requests: AbortController) {
        self.0.requests.replace(Some(requests));
    }

    pub(super) fn is_current(&self, task: u64) -> bool {
        self.0.task.get() == task
    }

    /// Ends the following of a history. Forecasts go on.
    pub(super) fn end_chase(&self) {
        self.0.chase.set(self.0.chase.get() + 1);
        self.0.chasing.set(false);
    }

    /// Says that nothing is computed any more, if that is so.
    pub(super) fn rest(&self) {
        if !self.0.chasing.get() && !self.0.forecasting.get() {
            self.act(Act::Busy(None));
        }
    }

    /// Ends the long work that is shown as under way. What it has found so far stays. Forecasts go on behind a
    /// history that is watched.
    pub fn cancel(&self) {
        if self.0.chasing.get() {
            self.end_chase();
            self.rest();
        } else {
            let unanswered = self.0.forecasting.get();
            self.begin();
            self.act(Act::Busy(None));
            if unanswered {
                self.act(Act::Stop(true));
            }
        }
        if self.with_player(|_| ()).is_some() {
            let shown = self.with_player(Player::position).unwrap_or(0);
            self.seek(shown);
            self.tell_acted();
        }
    }

    /// Opens a sample and asks its question.
    pub fn open_sample(&self, sample: Sample) {
        let inputs = Inputs::one(sample.name, sample.json.as_bytes());
        self.open(inputs, Next::Asks(Some(sample)), Origin::Sample(sample));
    }

    /// Opens what was pasted.
    pub fn open_files(&self, inputs: Inputs) {
        if wants_yaml(inputs.files.iter().map(|file| &*file.bytes)) {
            return self.once_yaml_is_there(|desk| desk.open_files(inputs));
        }
        if let Some(scenario) = inputs.scenario() {
            return self.open_scenario(scenario);
        }
        self.open(inputs, Next::Asks(None), Origin::Nowhere);
    }

    fn open_scenario(&self, scenario: Written) {
        match scenario {
            Written::Question(shared) => self.open_shared(*shared),
            Written::Script(script) => self.open_script(script, Next::Plays(None)),
        }
    }

    /// Opens what a link carries, and shows the step that it was made at.
    pub fn open_shared(&self, shared: Shared) {
        if let Some(script) = shared.script {
            return self.open_script(script, Next::Plays(Some(Box::new(shared.place))));
        }
        self.open(
            Inputs::of_shared(&shared),
            Next::Follows(Box::new(shared)),
            Origin::Nowhere,
        );
    }

    /// Opens what was dropped or chosen, unless nothing was.
    pub fn open_gathered(&self, Gathered { inputs, files }: Gathered) {
        if wants_yaml(inputs.files.iter().map(|file| &*file.bytes)) {
            return self.once_yaml_is_there(|desk| desk.open_gathered(Gathered { inputs, files }));
        }
        if let Some(scenario) = inputs.scenario() {
            return self.open_scenario(scenario);
        }
        if !inputs.files.is_empty() || !inputs.passed_over.is_empty() {
            let origin = if files.is_empty() {
                Origin::Nowhere
            } else {
                Origin::Files(files)
            };
            self.open(inputs, Next::Asks(None), origin);
        }
    }

    /// Takes what was dropped or pasted: the lens that is looked through may want it for itself.
    pub fn receive(&self, gathered: Gathered) {
        let receiver = self.0.receiver.borrow().clone();
        match receiver {
            Some(receiver) => receiver(gathered.inputs),
            None => self.open_gathered(gathered),
        }
    }

    /// From now on what is dropped and pasted goes there, or is opened again.
    pub fn hand_over(&self, receiver: Option<Receiver>) {
        self.0.receiver.replace(receiver);
    }

    /// From now on the picture that is shown is saved by this, or copied from the page again.
    pub fn paint_by(&self, painter: Option<PictureMaker>) {
        self.0.painter.replace(painter);
    }

    /// The picture, where it is no part of the page that could be copied.
    pub(super) fn painted(&self) -> Option<SavedPicture> {
        let painter = self.0.painter.borrow().clone();
        painter.and_then(|painter| painter())
    }

    /// Reads again what is open, where that is possible.
    pub async fn read_again(&self) -> Option<Inputs> {
        let origin = self.0.origin.borrow().clone();
        match origin {
            Origin::Nowhere => None,
            Origin::Sample(sample) => Some(Inputs::one(sample.name, sample.json.as_bytes())),
            Origin::Files(files) => {
                let mut inputs = Inputs::default();
                for (name, file) in &files {
                    let input = read_file(file, name.clone(), files.len() > 1).await;
                    inputs.files.push(input);
                }
                Some(inputs)
            }
        }
    }

    /// Opens what the tab kept over a reload.
    pub(super) fn open_kept(&self, shared: &Shared) {
        self.open(Inputs::of_shared(shared), Next::Restores, Origin::Nowhere);
    }

    fn open(&self, inputs: Inputs, next: Next, origin: Origin) {
        if matches!(next, Next::Follows(_)) {
            self.act(Act::Look(Lens::Deletion));
        }
        let minor = match &next {
            Next::Follows(shared) => shared.minor(),
            _ => None,
        };
        let minor = minor.unwrap_or(self.view().minor);
        let task = self.begin();
        self.0.preparing.set(task);
        self.0.opening.replace(origin);
        self.act(Act::Busy(Some(Busy::Reading(0, 0))));
        // The sample that comes with the page closes nothing that is open at its start.
        if !matches!(next, Next::Asks(Some(_))) || self.view().source.is_some() {
            self.act(Act::Problem(None));
            self.act(Act::Sheet(None));
        }
        let desk = self.clone();
        spawn_local(async move {
            paint().await;
            if !desk.is_current(task) {
                return;
            }
            let mut reading = Reading::new(inputs, minor, desk.view().language);
            let mut breath = Breath::new();
            loop {
                match reading.advance(SLICE_BYTES) {
                    Err(_) if reading.lacks_yaml() && load_yaml().await => {}
                    Err(problem) => return desk.refuse(problem),
                    Ok(progress) if progress.done => break,
                    Ok(progress) => {
                        let paused = breath.take().await;
                        if !desk.is_current(task) {
                            return;
                        }
                        if paused {
                            desk.act(Act::Busy(Some(Busy::Reading(progress.read, progress.added))));
                        }
                    }
                }
            }
            let read = match reading.finish() {
                Ok(read) => read,
                Err(problem) => return desk.refuse(problem),
            };
            if let Some(session) = desk.arrange(task, read).await {
                desk.prepare(task, session, next).await;
            }
        });
    }

    pub(super) fn refuse(&self, problem: String) {
        self.0.preparing.set(u64::MAX);
        self.act(Act::Busy(None));
        self.act(Act::Problem(Some(problem.into())));
        self.take_up();
    }

    /// Goes on with what was interrupted for something else that came to nothing.
    fn take_up(&self) {
        let view = self.view();
        let unanswered = view.answers.iter().any(Option::is_none);
        if !view.stopped && !view.question.is_empty() && unanswered {
            self.resume();
        }
        match self.with_player(|player| (player.position(), player.is_complete())) {
            None => {}
            Some((shown, complete)) if complete || view.schedule == Schedule::Manual => self.seek(shown),
            Some((shown, _)) => self.run_ahead(view.schedule, shown, view.playing),
        }
    }

    /// Arranges what was read, stage by stage; `None` where that was ended.
    pub(super) async fn arrange(&self, task: u64, read: Read) -> Option<Session> {
        paint().await;
        let mut breath = Breath::new();
        let mut arranging = read.arrange();
        while self.is_current(task) {
            match arranging.advance() {
                Ok(session) => return Some(*session),
                Err(further) => arranging = further,
            }
            breath.take().await;
        }
        None
    }

    /// Lets the controllers of a new session take in the objects, finds out what happens anyway, and shows it.
    pub(super) async fn prepare(&self, task: u64, mut session: Session, next: Next) {
        let mut breath = Breath::new();
        self.act(Act::Busy(Some(Busy::WarmingUp)));
        while !session.warm_up(STRIDE) {
            breath.take().await;
            if !self.is_current(task) {
                return;
            }
        }
        let mut run = session.forecast(&[], Cascade::Background);
        while !run.advance(u64::from(STRIDE)) {
            let paused = breath.take().await;
            if !self.is_current(task) {
                return;
            }
            if paused {
                self.act(Act::Busy(Some(Busy::Forecasting(run.steps()))));
            }
        }
        // Neither can be divided, but the page gets its turn between the two.
        session.set_baseline(&run);
        breath.take().await;
        session.diagnose(&run);
        breath.take().await;
        if !self.is_current(task) {
            return;
        }
        self.0.preparing.set(u64::MAX);
        let source = session.source().clone();
        let diagnosed = session.diagnosed().cloned();
        if matches!(next, Next::Asks(_) | Next::Follows(_) | Next::Plays(_)) {
            self.leave_drawing(&source.name);
        }
        self.0.session.replace(Some(session));
        let mut place = None;
        let question = match next {
            Next::Asks(sample) => {
                self.0.origin.replace(self.0.opening.take());
                self.act(Act::Open(source.clone()));
                let asked =
                    sample.and_then(|sample| source.catalog.find(sample.ask.0, sample.ask.1, sample.ask.2));
                asked.into_iter().collect()
            }
            Next::Follows(shared) => {
                self.0.origin.replace(self.0.opening.take());
                self.act(Act::Open(source));
                self.act(Act::Choose(shared.place.cascade));
                self.act(Act::Schedule(shared.place.schedule));
                place = Some(shared.place.clone());
                let session = self.0.session.borrow();
                session
                    .as_ref()
                    .map(|session| session.asked_in(&shared))
                    .unwrap_or_default()
            }
            Next::Plays(place) => {
                self.0.origin.take();
                let Some(begun) = self.begin_script() else { return };
                self.act(Act::Open(begun.source.clone()));
                if let Some(diagnosed) = diagnosed {
                    self.act(Act::Diagnose(diagnosed));
                }
                let wanted = self.view().minor;
                self.show_script(begun, place.map(|place| *place));
                if self.0.wants_version.replace(false) {
                    self.simulate(wanted);
                }
                return;
            }
            Next::AsksTheSame => {
                self.act(Act::Reopen(source));
                self.view().question.to_vec()
            }
            Next::Drawn(focus) => {
                let wanted = self.view().minor;
                self.show_drawn(task, &source, diagnosed, focus);
                if self.0.wants_version.replace(false) {
                    self.simulate(wanted);
                }
                return;
            }
            Next::Returns | Next::Restores => {
                self.0.origin.take();
                self.act(Act::Open(source.clone()));
                self.show_returned(&source, matches!(next, Next::Restores));
                Vec::new()
            }
        };
        if let Some(diagnosed) = diagnosed {
            self.act(Act::Diagnose(diagnosed));
        }
        let wanted = self.view().minor;
        self.ask(question.clone());
        if let Some(place) = place.filter(|place| place.step.is_some()) {
            self.follow(&question, place);
        }
        // The version may have been changed while this was read.
        if self.0.wants_version.replace(false) {
            self.simulate(wanted);
        }
    }

    /// Simulates another version of Kubernetes: the same objects, the same question.
    pub fn simulate(&self, minor: u32) {
        let view = self.view();
        if view.minor == minor
            && view
                .source
                .as_ref()
                .is_none_or(|source| source.cluster.minor == minor)
        {
            return;
        }
        self.act(Act::Version(minor));
        remember_version(minor);
        let is_reading = matches!(
            view.busy,
            Some(Busy::Reading(..) | Busy::Asking(_) | Busy::WarmingUp)
        );
        if is_reading || self.0.preparing.get() == self.0.task.get() {
            self.0.wants_version.set(true);
            return;
        }
        let script = self.with_session(|session| session.script().cloned()).flatten();
        if let Some(script) = script {
            let next = match view.played() {
                Some(_) => Next::Plays(None),
                None => Next::AsksTheSame,
            };
            let minor = Some(minor);
            return self.open_script(Script { minor, ..script }, next);
        }
        let session = self
            .0
            .session
            .borrow()
            .as_ref()
            .map(|session| session.under(minor));
        let Some(session) = session else { return };
        let task = self.begin();
        self.act(Act::Busy(Some(Busy::WarmingUp)));
        let desk = self.clone();
        spawn_local(async move {
            paint().await;
            if desk.is_current(task) {
                desk.prepare(task, session, Next::AsksTheSame).await;
            }
        });
    }

    /// Asks what happens if these objects are deleted, under each policy.
    pub fn ask(&self, question: Vec<ThingId>) {
        let task = self.begin();
        if let Some(session) = self.0.session.borrow_mut().as_mut() {
            session.leave();
        }
        self.show_source();
        let question = Rc::new(question);
        self.act(Act::Ask(question.clone()));
        if let Some(&last) = question.last() {
            self.act(Act::Select(Some(last)));
        }
        self.forecast_all(task, question, Cascade::ALL.into());
    }

    /// Makes the forecasts, that of the chosen policy first.
    pub(super) fn forecast_all(&self, task: u64, question: Rc<Vec<ThingId>>, mut order: Vec<Cascade>) {
        let chosen = self.view().cascade;
        order.sort_by_key(|&cascade| cascade != chosen);
        self.0.forecasting.set(true);
        let desk = self.clone();
        spawn_local(async move { desk.forecast(task, &question, order).await });
    }

    async fn forecast(&self, task: u64, question: &[ThingId], order: Vec<Cascade>) {
        let mut breath = Breath::new();
        for cascade in order {
            let begun = self
                .0
                .session
                .borrow()
                .as_ref()
                .map(|session| session.forecast(question, cascade));
            let Some(mut run) = begun else { break };
            breath.take().await;
            while !run.advance(u64::from(STRIDE)) {
                let paused = breath.take().await;
                if !self.is_current(task) {
                    return;
                }
                if paused && !self.0.chasing.get() {
                    self.act(Act::Busy(Some(Busy::Forecasting(run.steps()))));
                }
            }
            breath.take().await;
            if !self.is_current(task) {
                return;
            }
            let answer = self
                .0
                .session
                .borrow()
                .as_ref()
                .map(|session| session.answer(&run));
            if let Some(answer) = answer {
                self.act(Act::Answer(cascade, Rc::new(answer)));
            }
            breath.take().await;
            if !self.is_current(task) {
                return;
            }
        }
        self.0.forecasting.set(false);
        self.rest();
    }

    /// Begins to watch the deletion happen, or plays the scenario from its start.
    pub fn watch(&self) {
        if self.view().played().is_some() {
            return self.play_from_start();
        }
        self.begin_to_watch(1, true);
    }

    /// Shows the deletion after this many steps, or the scenario that is played.
    pub fn watch_from(&self, step: usize) {
        let view = self.view();
        if view.played().is_some() && self.with_player(|_| ()).is_some() {
            return self.run_ahead(view.schedule, step, false);
        }
        self.begin_to_watch(step, false);
    }

    fn begin_to_watch(&self, show: usize, play: bool) {
        let view = self.view();
        if view.question.is_empty() {
            return;
        }
        let begun = match self.0.session.borrow_mut().as_mut() {
            None => return,
            Some(session) => session.watch(&view.question, view.cascade),
        };
        self.show_source();
        match begun {
            Err(error) => self.fail(error),
            Ok(()) => {
                self.act(Act::Stage(Stage::Graph));
                self.run_ahead(view.schedule, show, play);
            }
        }
    }

    /// Goes the way that a link tells, and shows the step that it was made at.
    fn follow(&self, question: &[ThingId], place: SharedPlace) {
        let begun = match self.0.session.borrow_mut().as_mut() {
            None => return,
            Some(session) => session.watch(question, place.cascade),
        };
        if let Err(error) = begun {
            return self.fail(error);
        }
        self.go_to(place);
    }

    /// Goes the way that a link tells in the history that was begun.
    pub(super) fn go_to(&self, place: SharedPlace) {
        self.act(Act::Stage(Stage::Graph));
        self.end_chase();
        let chase = self.0.chase.get();
        self.0.chasing.set(true);
        let desk = self.clone();
        spawn_local(async move {
            let mut breath = Breath::new();
            for (at, step) in &place.chosen {
                let at = *at;
                let mut known = false;
                while !known {
                    let ahead = desk.play(|player, source| {
                        let ended = player.run_ahead(&source.catalog, place.schedule, STRIDE);
                        ended.map(|ended| ended || player.length() >= at)
                    });
                    known = match ahead {
                        Some(Ok(known)) => known,
                        failed => return desk.lose_way(failed.and_then(Result::err), place.schedule),
                    };
                    breath.take().await;
                    if desk.0.chase.get() != chase {
                        return;
                    }
                }
                let chosen = desk.play(|player, _| player.seek(at)).map(|sought| {
                    let mut session = desk.0.session.borrow_mut();
                    let session = session.as_mut().ok_or(PlayerError::NoSuchStep)?;
                    sought.and_then(|()| session.choose(step))
                });
                if let Some(Err(error)) = chosen {
                    return desk.lose_way(Some(error), place.schedule);
                }
                desk.show_source();
            }
            desk.run_ahead(place.schedule, place.step.unwrap_or(0), false);
        });
    }

    /// Says why a way cannot be gone, and shows what is known of it from the start.
    fn lose_way(&self, error: Option<PlayerError>, schedule: Schedule) {
        self.end_chase();
        self.rest();
        if let Some(error) = error {
            self.fail(error);
            self.run_ahead(schedule, 0, false);
        }
    }

    /// Applies a way to put something right, and watches what comes of it.
    pub fn apply_fix(&self, diagnosed: &Diagnosed, finding: usize, fix: usize) {
        let Some(finding) = diagnosed.list().get(finding) else {
            return;
        };
        let Some(fix) = finding.fixes.get(fix) else { return };
        let begun = match self.0.session.borrow_mut().as_mut() {
            None => return,
            Some(session) => session.apply(fix),
        };
        match begun {
            Err(error) => self.fail(error),
            Ok(position) => {
                let view = self.view();
                if let Some(thing) = view
                    .source
                    .as_ref()
                    .and_then(|source| source.catalog.by_key(&finding.object.key()))
                {
                    self.choose_seen(thing);
                    self.act(Act::Scope(Scope::Selected));
                }
                self.act(Act::Stage(Stage::Graph));
                self.run_ahead(view.schedule, position, true);
            }
        }
    }

    /// Ends the watching.
    pub fn leave(&self) {
        self.end_chase();
        if let Some(session) = self.0.session.borrow_mut().as_mut() {
            session.leave();
        }
        self.show_source();
        self.rest();
        self.act(Act::Frame(None));
    }

    /// Follows the schedule to the end, so that the way ahead is known, and then shows a position.
    pub(super) fn run_ahead(&self, schedule: Schedule, show: usize, play: bool) {
        self.end_chase();
        let chase = self.0.chase.get();
        self.0.chasing.set(true);
        let desk = self.clone();
        spawn_local(async move {
            let mut breath = Breath::new();
            let mut steps = 0;
            loop {
                match desk.play(|player, source| player.run_ahead(&source.catalog, schedule, STRIDE)) {
                    None => {
                        desk.0.chasing.set(false);
                        desk.rest();
                        return;
                    }
                    Some(Ok(true)) => break,
                    Some(Ok(false)) => steps += u64::from(STRIDE),
                    // What is known so far can still be watched.
                    Some(Err(error)) => {
                        desk.fail(error);
                        break;
                    }
                }
                let paused = breath.take().await;
                if desk.0.chase.get() != chase {
                    return;
                }
                if paused {
                    desk.act(Act::Busy(Some(Busy::RunningAhead(steps))));
                }
            }
            desk.0.chasing.set(false);
            desk.rest();
            desk.seek(show);
            desk.tell_acted();
            if play && schedule != Schedule::Manual {
                desk.act(Act::Play(true));
            }
        });
    }

    pub(super) fn play<T>(&self, act: impl FnOnce(&mut Player, &Source) -> T) -> Option<T> {
        self.0
            .session
            .borrow_mut()
            .as_mut()
            .and_then(|session| session.play(act))
    }

    /// Shows the state after this many steps.
    pub fn seek(&self, position: usize) {
        match self.play(|player, _| player.seek(position)) {
            None => {}
            Some(Ok(())) => self.show(),
            Some(Err(error)) => self.fail(error),
        }
    }

    /// Shows the state this many steps later or earlier.
    pub fn step_by(&self, steps: isize) {
        if let Some(position) = self.with_player(Player::position) {
            self.seek(position.saturating_add_signed(steps));
        }
    }

    /// Shows the state when the clock moves on.
    pub fn next_due(&self) {
        if let Some(position) = self.with_player(Player::next_due) {
            self.seek(position);
        }
    }

    /// Takes a step that the user chose.
    pub fn choose(&self, action: &Action) {
        let schedule = self.view().schedule;
        match self.play(|player, source| player.act(&source.catalog, action).map(|()| player.position())) {
            None => {}
            Some(Err(error)) => self.fail(error),
            Some(Ok(_)) if schedule == Schedule::Manual => {
                self.show();
                self.tell_acted();
            }
            Some(Ok(position)) => self.run_ahead(schedule, position, false),
        }
    }

    /// Chooses the next steps in another way, from what is shown on.
    pub fn reschedule(&self, schedule: Schedule) {
        self.act(Act::Schedule(schedule));
        self.act(Act::Play(false));
        self.end_chase();
        self.rest();
        match self.play(|player, _| player.reschedule().map(|()| player.position())) {
            Some(Ok(shown)) if schedule != Schedule::Manual => self.run_ahead(schedule, shown, false),
            Some(Ok(shown)) => self.seek(shown),
            Some(Err(error)) => self.fail(error),
            None => {}
        }
    }

    /// Shows another branch of the history.
    pub fn switch(&self, branch: BranchId) {
        match self.play(|player, _| player.switch(branch)) {
            None => {}
            Some(Ok(())) => {
                self.show();
                self.tell_acted();
            }
            Some(Err(error)) => self.fail(error),
        }
    }

    pub(super) fn show(&self) {
        let revision = self.0.revision.get() + 1;
        self.0.revision.set(revision);
        let frame = self
            .0
            .session
            .borrow()
            .as_ref()
            .map(|session| Rc::new(session.frame(revision)));
        self.act(Act::Frame(frame));
    }

    pub(super) fn fail(&self, error: PlayerError) {
        let most = self.with_player(Player::most_branches).unwrap_or_default();
        let text = (self.view().language.time().failed)(error, most);
        self.act(Act::Problem(Some(text.into())));
        self.act(Act::Play(false));
    }

    /// Opens or closes what is laid over the page.
    pub fn toggle_sheet(&self, sheet: Sheet) {
        let open = self.view().sheet == Some(sheet);
        self.act(Act::Sheet((!open).then_some(sheet)));
    }
}
