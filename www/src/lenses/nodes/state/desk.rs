use super::{ClusterPlan, FaultPlan, Fleet, Place, PlanError, Preset, Settings, Tape};
use kubeloupe_core::object::{Duration, Time};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Everything that was asked and chosen in the lens; the worlds are elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Desk {
    /// The minor version that is simulated.
    pub minor: u32,
    /// The cluster that is built.
    pub plan: ClusterPlan,
    /// The nodes and pods of what is open on the page are taken instead.
    pub opened: bool,
    /// Evicted pods of ReplicaSets are replaced.
    pub replaces: bool,
    /// What goes wrong when.
    pub faults: Rc<Vec<FaultPlan>>,
    /// How long it is watched.
    pub until: Time,
    /// The preset that all this is, as long as nothing of it was changed.
    pub preset: Option<Preset>,
    /// The settings, and those to compare with.
    pub settings: [Settings; 2],
    /// Both are run.
    pub compares: bool,
    /// Whose picture is shown, and whose sliders.
    pub side: Side,
    /// The nodes.
    pub fleet: Option<Rc<Fleet>>,
    /// Why there are none.
    pub refused: Option<PlanError>,
    /// How often nodes were asked for: they are made anew even where the numbers are the same.
    pub built: u32,
    /// How often the question was asked, in the same way.
    pub asked: u32,
    /// What the runs have shown.
    pub told: [Told; 2],
    /// The moment that is shown.
    pub cursor: Time,
    /// Time passes by itself.
    pub playing: bool,
    /// How fast.
    pub pace: Pace,
    /// Chosen nodes.
    pub chosen: Rc<BTreeSet<usize>>,
    /// The zone that buttons are about; none for all.
    pub zone: Option<usize>,
}

/// What a run has shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Told {
    /// The tape, as it was last looked at.
    pub tape: Option<Rc<Tape>>,
    /// How much is done, in thousandths.
    pub progress: u32,
}

/// One of two runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// The one.
    #[default]
    A,
    /// The one that it is compared with.
    B,
}

/// How fast time passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// A second in a second.
    Real,
    /// Ten.
    #[default]
    Ten,
    /// A minute in a second.
    Sixty,
    /// All of it in eight.
    Max,
}

/// What changes a [`Desk`].
#[derive(Clone, Debug)]
pub enum Act {
    /// Another minor version.
    Minor(u32),
    /// Start from a preset.
    Preset(Preset),
    /// Another cluster.
    Plan(ClusterPlan),
    /// What is open on the page.
    UseOpened,
    /// Another fault.
    Add(FaultPlan),
    /// Not this fault.
    Remove(usize),
    /// As long as this.
    Until(Time),
    /// Other settings of a side.
    Set(Side, Settings),
    /// Compare, or not.
    Compare(bool),
    /// Look at this side.
    Look(Side),
    /// Evicted pods are replaced, or not.
    Replaces(bool),
    /// The nodes are there.
    Fleet(Rc<Fleet>),
    /// There are none that could be taken.
    Refused(PlanError),
    /// A run has come so far.
    Told(Side, Told),
    /// Another moment.
    Seek(Time),
    /// Time passes, or not.
    Play(bool),
    /// Time has passed: so many seconds of the one who watches.
    Tick(f64),
    /// How fast.
    Pace(Pace),
    /// A node is chosen, or not any more.
    Choose(usize),
    /// No node is chosen.
    ChooseNone,
    /// Buttons are about this zone.
    Zone(Option<usize>),
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::A, Side::B];
}

impl Pace {
    /// All of them.
    pub const ALL: [Pace; 4] = [Pace::Real, Pace::Ten, Pace::Sixty, Pace::Max];

    /// Virtual time that passes in so many seconds.
    pub fn span(self, seconds: f64, until: Time) -> Duration {
        #[expect(clippy::cast_precision_loss, reason = "a run of hours")]
        let rate = match self {
            Pace::Real => 1.0,
            Pace::Ten => 10.0,
            Pace::Sixty => 60.0,
            Pace::Max => until.0 as f64 / 8e9,
        };
        #[expect(clippy::cast_possible_truncation, reason = "less than a run")]
        let span = (seconds * rate * 1e9) as i64;
        Duration(span)
    }
}

impl Desk {
    /// Begins with a preset, so that there is always something to see.
    pub fn new(minor: u32) -> Self {
        let preset = Preset::HalfZone;
        let settings = preset.settings(Settings::of(minor));
        Desk {
            minor,
            plan: preset.plan(),
            opened: false,
            replaces: false,
            faults: Rc::new(preset.faults()),
            until: preset.until(),
            preset: Some(preset),
            settings: [settings; 2],
            compares: false,
            side: Side::A,
            fleet: None,
            refused: None,
            built: 0,
            asked: 0,
            told: Default::default(),
            cursor: preset.look_at(),
            playing: false,
            pace: Pace::default(),
            chosen: Rc::default(),
            zone: Some(1),
        }
    }

    /// The desk after a change.
    #[must_use]
    pub fn after(&self, act: Act) -> Self {
        let mut desk = self.clone();
        match act {
            Act::Minor(minor) => desk.simulate(minor),
            Act::Preset(preset) => desk.start(preset),
            Act::Plan(plan) => desk.build(plan),
            Act::UseOpened => {
                desk.opened = true;
                desk.preset = None;
                desk.forget_nodes();
            }
            Act::Replaces(replaces) => {
                desk.replaces = replaces;
                desk.forget_nodes();
            }
            Act::Add(fault) => {
                let faults = Rc::make_mut(&mut desk.faults);
                let place = faults.partition_point(|other| other.at <= fault.at);
                faults.insert(place, fault);
                desk.until = desk.until.max(fault.at);
                desk.asks_anew();
            }
            Act::Remove(index) => {
                if index < desk.faults.len() {
                    Rc::make_mut(&mut desk.faults).remove(index);
                    desk.asks_anew();
                }
            }
            Act::Until(until) => {
                desk.until = until;
                desk.asks_anew();
                desk.cursor = desk.cursor.min(until);
            }
            Act::Set(side, settings) => {
                if desk.settings[side as usize] != settings {
                    desk.settings[side as usize] = settings;
                    desk.told[side as usize].progress = 0;
                }
                desk.preset = desk.preset.filter(|_| side == Side::B);
            }
            Act::Compare(compares) => {
                desk.compares = compares;
                desk.told[1] = Told::default();
                desk.side = if compares { Side::B } else { Side::A };
                if compares {
                    desk.settings[1] = desk.settings[0];
                }
            }
            Act::Look(side) => desk.side = side,
            Act::Fleet(fleet) => desk.place(fleet),
            Act::Refused(why) => desk.refused = Some(why),
            Act::Told(side, told) => desk.tell(side, told),
            Act::Seek(at) => {
                desk.cursor = at.max(Time::START).min(desk.until);
            }
            Act::Play(playing) => {
                if playing && desk.cursor >= desk.until {
                    desk.cursor = Time::START;
                }
                desk.playing = playing;
            }
            Act::Tick(seconds) => {
                let limit = desk.tape().map_or(desk.cursor, |tape| tape.end).min(desk.until);
                desk.cursor = (desk.cursor + desk.pace.span(seconds, desk.until)).min(limit.max(desk.cursor));
                desk.playing &= desk.cursor < desk.until;
            }
            Act::Pace(pace) => desk.pace = pace,
            Act::Choose(node) => {
                let chosen = Rc::make_mut(&mut desk.chosen);
                if !chosen.remove(&node) {
                    chosen.insert(node);
                }
            }
            Act::ChooseNone => desk.chosen = Rc::default(),
            Act::Zone(zone) => {
                desk.zone = zone;
                desk.chosen = Rc::default();
            }
        }
        desk
    }

    /// The tape that is shown.
    pub fn tape(&self) -> Option<&Rc<Tape>> {
        self.told[self.side as usize].tape.as_ref()
    }

    /// The settings of the side that is shown.
    pub fn shown(&self) -> &Settings {
        &self.settings[self.side as usize]
    }

    /// Where a button does what it does.
    pub fn places(&self) -> Vec<Place> {
        if !self.chosen.is_empty() {
            return self.chosen.iter().copied().map(Place::Node).collect();
        }
        vec![self.zone.map_or(Place::All, Place::Zone)]
    }

    fn simulate(&mut self, minor: u32) {
        if minor == self.minor {
            return;
        }
        let (was, is) = (Settings::of(self.minor), Settings::of(minor));
        for settings in &mut self.settings {
            if *settings == was {
                *settings = is;
            }
        }
        self.minor = minor;
        self.forget_nodes();
    }

    fn start(&mut self, preset: Preset) {
        let settings = preset.settings(Settings::of(self.minor));
        if self.plan != preset.plan() || self.opened {
            self.plan = preset.plan();
            self.opened = false;
            self.forget_nodes();
        }
        self.faults = Rc::new(preset.faults());
        self.until = preset.until();
        self.settings = [settings; 2];
        self.compares = false;
        self.side = Side::A;
        self.asks_anew();
        self.preset = Some(preset);
        self.playing = false;
        self.cursor = preset.look_at();
    }

    fn build(&mut self, plan: ClusterPlan) {
        self.plan = plan;
        self.opened = false;
        self.preset = None;
        self.forget_nodes();
    }

    /// The nodes are others: nothing that was shown means anything any more.
    fn forget_nodes(&mut self) {
        self.built += 1;
        self.fleet = None;
        self.refused = None;
        self.chosen = Rc::default();
        self.told = Default::default();
    }

    /// What was shown stays until the new run has come as far.
    fn asks_anew(&mut self) {
        self.asked += 1;
        self.told.iter_mut().for_each(|told| told.progress = 0);
        self.preset = None;
    }

    fn place(&mut self, fleet: Rc<Fleet>) {
        let zones = fleet.zones.len();
        let fits = |fault: &FaultPlan| match fault.place {
            Place::All => true,
            Place::Zone(zone) | Place::First { zone, .. } => zone < zones,
            Place::Node(node) => node < fleet.nodes.len(),
        };
        if !self.faults.iter().all(fits) {
            Rc::make_mut(&mut self.faults).retain(fits);
        }
        self.zone = self.zone.filter(|&zone| zone < zones);
        self.fleet = Some(fleet);
    }

    fn tell(&mut self, side: Side, told: Told) {
        let covers = |tape: &Tape| tape.complete || tape.end >= self.cursor;
        let old = &mut self.told[side as usize];
        old.progress = told.progress;
        if old.tape.is_none() || told.tape.as_deref().is_some_and(covers) {
            old.tape = told.tape;
        }
    }
}
