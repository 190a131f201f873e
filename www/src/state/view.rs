use super::{
    Answer, BreakpointAct, Breakpoints, Diagnosed, Frame, Grouping, Lens, Opened, RowId, Source, Speed,
    ThingId, Told,
};
use crate::draw::Traces;
use crate::graph::{Subject, Way};
use crate::text::Language;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::Schedule;
use kubeloupe_core::versions::COMPARED;
use kubeloupe_formats::live::Progress;
use std::rc::Rc;

/// Everything about how the session is looked at. One reducer changes it; the worlds live elsewhere.
#[derive(Clone, Debug)]
pub struct View {
    /// The language of the page.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// What the cluster is looked at through.
    pub lens: Lens,
    /// Which lenses were looked through: they keep what they show.
    pub visited: [bool; Lens::ALL.len()],
    /// What is open.
    pub source: Option<Rc<Source>>,
    /// The minor that is simulated: 37 for Kubernetes 1.37.
    pub minor: u32,
    /// The one that was simulated before it.
    pub came_from: u32,
    /// Long work under way.
    pub busy: Option<Busy>,
    /// What could not be done, until it is put away.
    pub problem: Option<Rc<str>>,
    /// Which objects are asked about.
    pub question: Rc<Vec<ThingId>>,
    /// With which policy.
    pub cascade: Cascade,
    /// The answers for the four policies, as they come in.
    pub answers: Policies,
    /// No more answers come in: the forecasts were cancelled.
    pub stopped: bool,
    /// What is wrong with what is open.
    pub diagnosed: Option<Rc<Diagnosed>>,
    /// The finding that is unfolded.
    pub finding: Option<usize>,
    /// The chosen thing.
    pub selected: Option<ThingId>,
    /// How the list of objects is arranged.
    pub grouping: Grouping,
    /// What it is filtered by, as typed.
    pub filter: Rc<str>,
    /// What is unfolded in it.
    pub opened: Rc<Opened>,
    /// What the middle shows.
    pub stage: Stage,
    /// Around what.
    pub scope: Scope,
    /// How many references away from it.
    pub hops: u8,
    /// In which direction.
    pub way: Way,
    /// How everything is arranged, where the picture is of everything.
    pub arranged: Grouping,
    /// The panels' places, in CSS pixels, or folded.
    pub panels: [Place; 3],
    /// What is laid over the page.
    pub sheet: Option<Sheet>,
    /// The present step of what is watched.
    pub frame: Option<Rc<Frame>>,
    /// Whether steps follow each other on their own.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// How the next step is chosen.
    pub schedule: Schedule,
    /// What is open can be changed.
    pub editing: bool,
    /// What can be undone, and what was saved.
    pub traces: Rc<Traces>,
    /// Grows when something else is opened, and not when what is open is changed.
    pub lineage: u64,
    /// The scenario that what is open is, if it is one.
    pub told: Option<Rc<Told>>,
    /// It is played; otherwise something else is asked about its objects.
    pub scripted: bool,
    /// Where playing and running stop.
    pub breakpoints: Rc<Breakpoints>,
}

/// The answers, in the order of [`Cascade::ALL`].
pub type Policies = [Option<Rc<Answer>>; 4];

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Long work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Files are read: how many bytes, of how many.
    Reading(u64, u64),
    /// A running cluster is read.
    Asking(Progress),
    /// The controllers take in what there is.
    WarmingUp,
    /// Forecasts are made; how many steps so far.
    Forecasting(u64),
    /// The history is followed to its end; how many steps so far.
    RunningAhead(u64),
}

/// What the middle shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Owners and dependents as a picture.
    #[default]
    Graph,
    /// What is affected, indented below its owner.
    Tree,
    /// All verdicts with their reasons.
    List,
    /// What is wrong, whatever is asked.
    Findings,
}

/// Around what the picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// What is asked about.
    #[default]
    Question,
    /// The chosen thing.
    Selected,
    /// Everything there is.
    All,
}

/// One of the panels around the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// The list of objects.
    Objects = 0,
    /// The chosen thing.
    Inspector = 1,
    /// Queues and calls.
    Queues = 2,
}

/// How large a panel is, and whether it is folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Width or height in CSS pixels.
    pub size: i32,
    /// Folded away.
    pub folded: bool,
}

/// What is laid over the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sheet {
    /// Opening a file, a sample, or pasted text.
    Open,
    /// What can be taken away from the page.
    Share,
    /// The keys.
    Help,
    /// The version of Kubernetes that is simulated.
    Version,
    /// An object that is to be added to what is open.
    Add,
    /// What was left out or assumed while reading.
    Notes,
    /// What the collector says of itself.
    Collector,
    /// Ways to go through time.
    Moves,
    /// The breakpoints.
    Breakpoints,
    /// The branches of what is watched.
    Branches,
    /// What a rule says.
    Rule(&'static str),
    /// What a scenario expects, and what there is.
    Expected,
    /// A panel, where the page is too narrow to show it beside the picture.
    Panel(Panel),
}

/// What changes a [`View`].
#[derive(Clone, Debug)]
pub enum Act {
    /// Another language.
    Speak(Language),
    /// Light or dark.
    Paint(Theme),
    /// Another lens.
    Look(Lens),
    /// A source was opened.
    Open(Rc<Source>),
    /// The same source, under the rules of another version.
    Reopen(Rc<Source>),
    /// What is open was changed; this is it now.
    Redraw(Rc<Source>),
    /// The same source with objects that came into being while it was watched.
    Grow(Rc<Source>),
    /// What is open can be changed, or not.
    Edit(bool),
    /// Other steps can be undone, or what was drawn was saved.
    Traces(Rc<Traces>),
    /// Another version of Kubernetes is simulated.
    Version(u32),
    /// What is wrong was found out.
    Diagnose(Rc<Diagnosed>),
    /// A finding is unfolded, or folded.
    Finding(Option<usize>),
    /// Long work began, went on, or ended.
    Busy(Option<Busy>),
    /// Something could not be done, or that was put away.
    Problem(Option<Rc<str>>),
    /// Another question.
    Ask(Rc<Vec<ThingId>>),
    /// Another policy.
    Choose(Cascade),
    /// The forecasts were cancelled, or go on.
    Stop(bool),
    /// The answer for a policy.
    Answer(Cascade, Rc<Answer>),
    /// A thing was chosen.
    Select(Option<ThingId>),
    /// Another arrangement of the objects.
    Group(Grouping),
    /// Another filter.
    Filter(Rc<str>),
    /// A row is unfolded or folded.
    Unfold(RowId, bool),
    /// Everything above a thing is unfolded.
    Reveal(ThingId),
    /// Another picture in the middle.
    Stage(Stage),
    /// Around something else.
    Scope(Scope),
    /// More or less of it.
    Hops(u8),
    /// In another direction.
    Follow(Way),
    /// Everything in another arrangement.
    Arrange(Grouping),
    /// A panel gets this size.
    Resize(Panel, i32),
    /// A panel is folded or unfolded.
    Fold(Panel, bool),
    /// Something is laid over the page, or put away.
    Sheet(Option<Sheet>),
    /// Another step is shown, or nothing is watched any more.
    Frame(Option<Rc<Frame>>),
    /// A scenario is played, or more of it is known.
    Tell(Rc<Told>),
    /// Steps follow each other, or not.
    Play(bool),
    /// How fast.
    Speed(Speed),
    /// How the next step is chosen.
    Schedule(Schedule),
    /// Something is done to the breakpoints.
    Breakpoint(BreakpointAct),
}

impl Busy {
    /// How much of it is done, of how much, where that is known.
    pub fn share(&self) -> Option<(u64, u64)> {
        match self {
            Busy::Reading(done, all) if *all > 0 => Some((*done, *all)),
            Busy::Asking(progress) if progress.resources > 0 => {
                Some((progress.resources_done as u64, progress.resources as u64))
            }
            _ => None,
        }
    }
}

impl Default for View {
    fn default() -> Self {
        let place = |size| Place { size, folded: false };
        View {
            language: Language::default(),
            theme: Theme::default(),
            lens: Lens::default(),
            visited: [false; Lens::ALL.len()],
            source: None,
            minor: *COMPARED.end(),
            came_from: *COMPARED.end(),
            busy: None,
            problem: None,
            question: Rc::default(),
            cascade: Cascade::Foreground,
            answers: Policies::default(),
            stopped: false,
            diagnosed: None,
            finding: None,
            selected: None,
            grouping: Grouping::default(),
            filter: Rc::from(""),
            opened: Rc::default(),
            stage: Stage::default(),
            scope: Scope::default(),
            hops: 4,
            way: Way::default(),
            arranged: Grouping::default(),
            panels: [place(288), place(336), place(172)],
            sheet: None,
            frame: None,
            playing: false,
            speed: Speed::default(),
            schedule: Schedule::Fair,
            editing: false,
            traces: Rc::default(),
            lineage: 0,
            told: None,
            scripted: false,
            breakpoints: Rc::default(),
        }
    }
}

impl View {
    /// The view after a change.
    #[must_use]
    pub fn after(&self, act: Act) -> Self {
        let mut view = self.clone();
        match act {
            Act::Speak(language) => view.language = language,
            Act::Paint(theme) => view.theme = theme,
            Act::Look(lens) => view.look_through(lens),
            Act::Open(source) => view.open(source),
            Act::Reopen(source) => view.reopen(source),
            Act::Redraw(source) => view.redraw(source),
            Act::Grow(source) => view.grow(source),
            Act::Edit(editing) => view.editing = editing,
            Act::Traces(traces) => view.traces = traces,
            Act::Version(minor) => view.simulate(minor),
            Act::Diagnose(diagnosed) => view.diagnose(diagnosed),
            Act::Finding(finding) => view.finding = finding,
            Act::Busy(busy) => view.busy = busy,
            Act::Problem(problem) => view.problem = problem,
            Act::Ask(question) => view.ask(question),
            Act::Choose(cascade) => view.cascade = cascade,
            Act::Stop(stopped) => view.stopped = stopped,
            Act::Answer(cascade, answer) => view.answers[cascade as usize] = Some(answer),
            Act::Select(selected) => view.selected = selected,
            Act::Group(grouping) => view.grouping = grouping,
            Act::Filter(filter) => view.filter = filter,
            Act::Unfold(row, open) => {
                let opened = Rc::make_mut(&mut view.opened);
                if open {
                    opened.insert(row)
                } else {
                    opened.remove(&row)
                };
            }
            Act::Reveal(thing) => {
                if let Some(source) = &self.source {
                    reveal(source, Rc::make_mut(&mut view.opened), thing);
                }
            }
            Act::Stage(stage) => view.stage = stage,
            Act::Scope(scope) => view.scope = scope,
            Act::Hops(hops) => view.hops = hops.clamp(1, MOST_HOPS),
            Act::Follow(way) => view.way = way,
            Act::Arrange(arranged) => view.arranged = arranged,
            Act::Resize(panel, size) => view.panels[panel as usize].size = size.clamp(120, 720),
            Act::Fold(panel, folded) => view.panels[panel as usize].folded = folded,
            Act::Sheet(sheet) => view.sheet = sheet,
            Act::Frame(frame) => {
                view.playing &= frame.is_some();
                view.frame = frame;
            }
            Act::Tell(told) => view.tell(told),
            Act::Play(playing) => view.playing = playing && view.frame.is_some(),
            Act::Speed(speed) => view.speed = speed,
            Act::Schedule(schedule) => view.schedule = schedule,
            Act::Breakpoint(act) => view.breakpoints = Rc::new(view.breakpoints.after(act)),
        }
        view
    }

    /// Nothing goes on unseen.
    pub fn look_through(&mut self, lens: Lens) {
        self.lens = lens;
        self.visited[lens as usize] = true;
        self.playing = false;
        self.sheet = None;
    }

    fn tell(&mut self, told: Rc<Told>) {
        if !self.scripted {
            self.question = Rc::default();
            self.scope = Scope::All;
        }
        self.told = Some(told);
        self.scripted = true;
    }

    /// The scenario that is played, unless something else is asked.
    pub fn played(&self) -> Option<&Rc<Told>> {
        self.told.as_ref().filter(|_| self.scripted)
    }

    fn open(&mut self, source: Rc<Source>) {
        self.question = Rc::default();
        self.told = None;
        self.scripted = false;
        self.answers = Policies::default();
        self.stopped = false;
        self.diagnosed = None;
        self.finding = None;
        self.selected = None;
        self.filter = Rc::from("");
        self.opened = Rc::default();
        self.frame = None;
        self.playing = false;
        // Until something is asked, everything is to be seen.
        self.scope = Scope::All;
        self.breakpoints = Rc::new(self.breakpoints.after(BreakpointAct::ForgetThings));
        // With a single namespace there is nothing to choose from.
        if source.forest.namespaces().len() == 1 {
            let only: Opened = source
                .forest
                .namespaces()
                .map(|(name, _)| RowId::Namespace(name))
                .collect();
            self.opened = Rc::new(only);
        }
        self.simulate(source.cluster.minor);
        self.source = Some(source);
        self.lineage += 1;
    }

    /// Things keep their numbers; those that came into being go with the history that made them.
    fn grow(&mut self, source: Rc<Source>) {
        let is_there = |thing: &ThingId| (thing.0 as usize) < source.catalog.thing_count();
        self.selected = self.selected.filter(is_there);
        if !self.question.iter().all(is_there) {
            self.question = Rc::new(self.question.iter().copied().filter(is_there).collect());
        }
        let opened = self.opened.iter().filter(|row| match row {
            RowId::Thing(thing) => is_there(thing),
            RowId::Namespace(_) | RowId::Kind(_) => true,
        });
        self.opened = Rc::new(opened.copied().collect());
        self.source = Some(source);
    }

    /// What is chosen stays chosen, as far as it is still there.
    fn redraw(&mut self, source: Rc<Source>) {
        if let Some(before) = &self.source {
            let carried = |thing: ThingId| source.catalog.carried(&before.catalog, thing);
            self.question = Rc::new(self.question.iter().filter_map(|&thing| carried(thing)).collect());
            self.selected = self.selected.and_then(carried);
            self.breakpoints = Rc::new(self.breakpoints.carried(carried));
            let opened = self.opened.iter().filter_map(|row| match row {
                RowId::Thing(thing) => carried(*thing).map(RowId::Thing),
                RowId::Namespace(_) | RowId::Kind(_) => Some(*row),
            });
            self.opened = Rc::new(opened.collect());
        }
        self.breakpoints = Rc::new(self.breakpoints.after(BreakpointAct::ForgetThings));
        self.simulate(source.cluster.minor);
        self.told = None;
        self.scripted = false;
        self.answers = Policies::default();
        self.stopped = false;
        self.frame = None;
        self.playing = false;
        self.source = Some(source);
    }

    /// Everything that was chosen stays; only what was computed is of another world.
    fn reopen(&mut self, source: Rc<Source>) {
        self.answers = Policies::default();
        self.stopped = false;
        self.frame = None;
        self.playing = false;
        self.source = Some(source);
        self.lineage += 1;
    }

    /// Of a cluster in which something is stuck, that is the first thing to see.
    fn diagnose(&mut self, diagnosed: Rc<Diagnosed>) {
        let first = self.diagnosed.is_none();
        if first && diagnosed.is_anything_stuck() {
            self.stage = Stage::Findings;
            self.finding = Some(0);
        } else if first && self.stage == Stage::Findings {
            self.stage = Stage::Graph;
        }
        self.finding = self.finding.filter(|&number| number < diagnosed.list().len());
        self.diagnosed = Some(diagnosed);
    }

    fn simulate(&mut self, minor: u32) {
        if minor != self.minor {
            self.came_from = std::mem::replace(&mut self.minor, minor);
        }
    }

    fn ask(&mut self, question: Rc<Vec<ThingId>>) {
        self.scripted = false;
        self.answers = Policies::default();
        self.stopped = false;
        self.frame = None;
        self.playing = false;
        if !question.is_empty() {
            self.scope = Scope::Question;
        } else if self.scope == Scope::Question {
            self.scope = Scope::All;
        }
        let Some(source) = self.source.clone() else { return };
        let opened = Rc::make_mut(&mut self.opened);
        for &thing in question.iter() {
            reveal(&source, opened, thing);
            unfold_below(&source, opened, thing);
        }
        self.question = question;
    }

    /// What the picture is of.
    pub fn subject(&self) -> Subject {
        let focus = match (self.scope, self.selected) {
            (Scope::All, _) => return Subject::All(self.arranged),
            (Scope::Selected, Some(thing)) => Rc::new(vec![thing]),
            (Scope::Question, thing) if self.question.is_empty() => Rc::new(thing.into_iter().collect()),
            _ => self.question.clone(),
        };
        if focus.is_empty() {
            return Subject::All(self.arranged);
        }
        Subject::Around {
            focus,
            hops: self.hops,
            way: self.way,
        }
    }

    /// The answer for the policy that is chosen, or what the scenario that is played comes to.
    pub fn answer(&self) -> Option<&Rc<Answer>> {
        if let Some(told) = self.played() {
            return Some(&told.answer);
        }
        self.answers[self.cascade as usize].as_ref()
    }
}

/// The farthest neighbourhood that can be asked for.
pub const MOST_HOPS: u8 = 6;

/// How many rows a question unfolds at most.
const UNFOLDED_AT_MOST: usize = 200;

fn reveal(source: &Source, opened: &mut Opened, thing: ThingId) {
    let catalog = &source.catalog;
    opened.insert(RowId::Namespace(catalog.get(thing).identity.namespace));
    opened.insert(RowId::Kind(catalog.get(thing).identity.kind));
    let mut above = source.forest.parent(thing);
    while let Some(parent) = above {
        opened.insert(RowId::Namespace(catalog.get(parent).identity.namespace));
        if !opened.insert(RowId::Thing(parent)) {
            break;
        }
        above = source.forest.parent(parent);
    }
}

fn unfold_below(source: &Source, opened: &mut Opened, thing: ThingId) {
    let mut waiting = vec![thing];
    let mut unfolded = 0;
    while let Some(next) = waiting.pop() {
        let children = source.forest.children(next);
        unfolded += children.len();
        if children.is_empty() || unfolded > UNFOLDED_AT_MOST {
            continue;
        }
        opened.insert(RowId::Thing(next));
        waiting.extend_from_slice(children);
    }
}
