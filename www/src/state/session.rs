use super::{
    Answer, Catalog, Chosen, Diagnosed, Forest, Frame, LinkError, Live, Player, PlayerError, Queues,
    Rehearsed, Script, Shared, SharedPlace, Source, ThingId, Told, as_minor, candidates, live, read_deed,
    scenario,
};
use crate::draw::{Deed, Document, Refusal, Requested, Why, request_of, tried};
use kubeloupe_core::Set;
use kubeloupe_core::analyse::diagnosis::{Coverage, Fix};
use kubeloupe_core::analyse::{
    Baseline, Cascade, Forecast, ForecastLimits, ForecastRun, Question, delete_request, owners_outside,
};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{Duration, KindId, Name, Object, Time};
use kubeloupe_core::sim::{Action, Config, Fault, Schedule, World};
use std::rc::Rc;
use std::sync::Arc;

/// More objects than these fit into no link, however well they are compressed.
const MOST_SHARED: usize = 5_000;

/// An opened source with the worlds that are made from it.
#[derive(Debug)]
pub struct Session {
    source: Rc<Source>,
    /// What was opened, where objects have joined it while it was watched.
    opened: Option<Rc<Source>>,
    /// The cluster before any question, its controllers running; later with everything done that they found to do.
    start: ForecastRun,
    /// The world as it is loaded, until the controllers have taken it in.
    loading: Option<World>,
    /// What is still to be loaded, the last first.
    unloaded: Vec<Arc<Object>>,
    /// uids of objects that stand for owners outside the source.
    outside: Set<Name>,
    baseline: Option<Baseline>,
    diagnosed: Option<Rc<Diagnosed>>,
    /// Kinds of which the source has every object there is.
    listed: Set<KindId>,
    player: Option<Player>,
    /// The scenario that is played, and the world in which it begins.
    script: Option<Rc<Rehearsed>>,
    opening: Option<World>,
    /// How many steps the controllers took to learn what there is.
    begun: u64,
}

impl Session {
    /// Loads the objects into a world whose controllers have not heard of them yet. Of the kinds in `listed` there are
    /// no other objects than these; `config` says how the cluster is.
    pub fn new(
        source: Rc<Source>,
        cluster: Cluster,
        objects: Vec<Arc<Object>>,
        listed: Set<KindId>,
        config: Config,
    ) -> Self {
        let mut absent = owners_outside(&cluster, &objects);
        absent.retain(|owner| !listed.contains(&owner.kind));
        let outside: Set<Name> = absent.iter().map(|object| object.meta.uid).collect();
        let config = Config {
            minor: cluster.minor,
            ..config
        };
        let world = World::new(config, cluster, 1);
        let loaded = objects.into_iter().chain(absent).collect();
        Session {
            listed,
            ..Session::in_world(source, world, loaded, outside)
        }
    }

    /// A scenario says all that there is, and how the cluster is.
    pub(super) fn of_script(script: Rehearsed) -> Self {
        let scenario = &script.scenario;
        let mut world = World::new(scenario.config.clone(), script.cluster(), scenario.seed);
        if scenario.namespaces_assumed {
            world.assume_namespaces();
        }
        let source = Rc::new(script.source());
        let objects = scenario.objects.clone();
        Session {
            script: Some(Rc::new(script)),
            ..Session::in_world(source, world, objects, Set::default())
        }
    }

    fn in_world(
        source: Rc<Source>,
        world: World,
        mut unloaded: Vec<Arc<Object>>,
        outside: Set<Name>,
    ) -> Self {
        unloaded.reverse();
        let start = ForecastRun::new(&world, nothing(), outside.clone(), ForecastLimits::default());
        Session {
            source,
            opened: None,
            start,
            loading: Some(world),
            unloaded,
            outside,
            baseline: None,
            diagnosed: None,
            listed: Set::default(),
            player: None,
            script: None,
            opening: None,
            begun: 0,
        }
    }

    /// A session of a document that nothing is asked of yet.
    pub fn of_document(document: Document) -> Self {
        let source = Rc::new(document.source());
        let Document {
            cluster,
            objects,
            listed,
            config,
            ..
        } = document;
        Session::new(source, cluster, objects, listed, config)
    }

    /// What was opened, to be changed.
    pub fn document(&self) -> Document {
        let source = &self.source;
        let catalog = &source.catalog;
        Document {
            title: source.name.clone(),
            cluster: Cluster {
                names: catalog.names().clone(),
                ..source.cluster.clone()
            },
            objects: catalog
                .opened()
                .filter_map(|id| catalog.get(id).object.clone())
                .collect(),
            listed: self.listed.clone(),
            config: self.start.world().config().clone(),
            notes: source.notes.clone(),
            epoch: source.epoch,
            silent_nodes: source.silent_nodes.clone(),
        }
    }

    /// Makes a request to the world that is shown: where a history is watched, in a branch of it from the step that is
    /// shown; else in a history of its own. Returns the position after it. What it creates joins the source.
    pub fn request(&mut self, deed: &Deed) -> Result<Result<usize, PlayerError>, Refusal> {
        self.make(|world| request_of(world, deed))
    }

    fn make(
        &mut self,
        make: impl FnOnce(&mut World) -> Result<Requested, Refusal>,
    ) -> Result<Result<usize, PlayerError>, Refusal> {
        let was_watched = self.player.is_some();
        let mut player = match self.player.take() {
            Some(player) => player,
            None => match Player::new(self.start.world().clone(), &self.source.catalog, Vec::new()) {
                Ok(player) => player,
                Err(error) => return Ok(Err(error)),
            },
        };
        let made = match player.world_for_request() {
            Ok(world) => make(world),
            Err(error) => {
                self.player = Some(player);
                return Ok(Err(error));
            }
        };
        let (action, created, names) = match made {
            Ok(made) => made,
            Err(refusal) => {
                self.player = was_watched.then_some(player);
                return Err(refusal);
            }
        };
        if !created.is_empty() {
            self.join(self.source.catalog.grown(&created, names));
        }
        let acted = player
            .act(&self.source.catalog, &action)
            .map(|()| player.position());
        self.player = Some(player);
        Ok(acted)
    }

    /// The same objects under the rules of another minor, with nothing asked or watched yet. What a running cluster said
    /// that it serves stays as it said.
    pub fn under(&self, minor: u32) -> Self {
        let source = &self.source;
        let cluster = if self.listed.is_empty() {
            as_minor(&source.cluster, minor)
        } else {
            Cluster {
                minor,
                ..source.cluster.clone()
            }
        };
        let objects: Vec<Arc<Object>> = source
            .catalog
            .opened()
            .filter_map(|id| source.catalog.get(id).object.clone())
            .collect();
        let source = Source {
            epoch: source.epoch,
            silent_nodes: source.silent_nodes.clone(),
            ..Source::new(source.name.clone(), &objects, &cluster, source.notes.clone())
        };
        let config = self.start.world().config().clone();
        Session::new(Rc::new(source), cluster, objects, self.listed.clone(), config)
    }

    /// What was opened.
    pub fn source(&self) -> &Rc<Source> {
        &self.source
    }

    /// Lets the controllers take in what there is, and then do what they find to do, for up to `steps` steps. Returns
    /// whether they have.
    pub fn warm_up(&mut self, steps: u32) -> bool {
        if let Some(mut world) = self.loading.take() {
            if !self.unloaded.is_empty() {
                let left = self.unloaded.len().saturating_sub(steps as usize);
                world.load(self.unloaded.split_off(left).into_iter().rev());
                self.loading = Some(world);
                return false;
            }
            for _ in 0..steps {
                let next = world.next_of_start();
                if next.is_none_or(|action| world.apply_silently(&action).is_err()) {
                    self.opening = self.script.as_ref().map(|_| world.clone());
                    self.start = ForecastRun::in_world(
                        world,
                        nothing(),
                        self.outside.clone(),
                        ForecastLimits::default(),
                    );
                    return false;
                }
                self.begun += 1;
            }
            self.loading = Some(world);
            return false;
        }
        for _ in 0..steps {
            if self.start.world().is_settled() {
                return true;
            }
            self.start.advance(1);
        }
        false
    }

    /// Begins a forecast; with nothing to delete it becomes the baseline.
    pub fn forecast(&self, delete: &[ThingId], cascade: Cascade) -> ForecastRun {
        self.start.with_question(self.question(delete, cascade))
    }

    /// The answer of a forecast that is over.
    pub fn answer(&self, run: &ForecastRun) -> Answer {
        let forecast: Forecast = run.finish(self.baseline.as_ref());
        Answer::new(&self.source.catalog, forecast)
    }

    /// Keeps what happens when nothing is asked.
    pub fn set_baseline(&mut self, run: &ForecastRun) {
        self.baseline = Some(run.baseline());
    }

    /// Looks for what is wrong when nothing is asked.
    pub fn diagnose(&mut self, run: &ForecastRun) {
        let coverage = if self.listed.is_empty() {
            Coverage::Dump
        } else {
            Coverage::Cluster
        };
        self.diagnosed = Some(Rc::new(Diagnosed::new(&self.source.catalog, run, coverage)));
    }

    /// What is wrong, once it is known what happens when nothing is asked.
    pub fn diagnosed(&self) -> Option<&Rc<Diagnosed>> {
        self.diagnosed.as_ref()
    }

    fn question(&self, delete: &[ThingId], cascade: Cascade) -> Question {
        let catalog = &self.source.catalog;
        let keys = delete
            .iter()
            .filter_map(|&id| catalog.get(id).object.as_ref().map(|object| object.key()));
        Question {
            delete: keys.collect(),
            cascade,
        }
    }

    /// Begins a history with these deletions.
    pub fn watch(&mut self, delete: &[ThingId], cascade: Cascade) -> Result<(), PlayerError> {
        self.leave();
        let question = self.question(delete, cascade);
        let requests = question
            .delete
            .iter()
            .map(|&key| Action::Client(Box::new(delete_request(self.start.world(), key, &question))))
            .collect();
        let mut world = self.start.world().clone();
        // As for the forecast: what the start took of the client's calls is back when the question is asked.
        let refill = world.throttle().fills_in(world.now());
        if refill > Duration::ZERO && !delete.is_empty() {
            let full = Action::Fault(Fault::Sleep(world.now() + refill));
            // Sleeping is always possible; should it not be, the history begins at once.
            let _ = world.apply_silently(&full);
        }
        self.player = Some(Player::new(world, &self.source.catalog, requests)?);
        Ok(())
    }

    /// Begins to play the scenario. What comes into being on the way joins the source.
    pub fn play_script(&mut self) -> bool {
        self.leave();
        let (Some(script), Some(world)) = (&self.script, &self.opening) else {
            return false;
        };
        self.player = Some(Player::of_script(
            world.clone(),
            script.scenario.clone(),
            self.begun,
        ));
        let catalog = script.grown(&self.source.catalog);
        if catalog.thing_count() > self.source.catalog.thing_count() {
            self.join(catalog);
        }
        true
    }

    /// What came into being joins the source until the watching ends.
    fn join(&mut self, catalog: Catalog) {
        let source = Source {
            forest: Forest::new(&catalog),
            catalog,
            ..Source::clone(&self.source)
        };
        let opened = std::mem::replace(&mut self.source, Rc::new(source));
        self.opened.get_or_insert(opened);
    }

    /// What is told of the scenario that is played.
    pub fn told(&self) -> Option<Told> {
        let (script, player, world) = (
            self.script.as_ref()?,
            self.player.as_ref()?,
            self.opening.as_ref()?,
        );
        player
            .is_scripted()
            .then(|| script.told(&self.source.catalog, world, player.acted()))
    }

    /// How the scenario chooses steps.
    pub fn schedule(&self) -> Schedule {
        self.script
            .as_ref()
            .map_or(Schedule::Fair, |script| script.scenario.schedule)
    }

    /// The scenario file that this is, if it is one.
    pub fn script(&self) -> Option<&Script> {
        self.script.as_ref().map(|script| &script.script)
    }

    /// Puts something right: where a history is watched, in a branch of it from the step that is shown; else in a history
    /// of its own. Returns the position after it.
    pub fn apply(&mut self, fix: &Fix) -> Result<usize, PlayerError> {
        let source = self.source.clone();
        if let Some(player) = &mut self.player {
            for action in fix.actions(player.world()) {
                player.act(&source.catalog, &action)?;
            }
            return Ok(player.position());
        }
        let mut player = Player::new(self.start.world().clone(), &source.catalog, Vec::new())?;
        for action in fix.actions(self.start.world()) {
            player.act(&source.catalog, &action)?;
        }
        let position = player.position().min(1);
        self.player = Some(player);
        Ok(position)
    }

    /// Everything that a link carries of what is shown.
    pub fn shared(
        &self,
        question: &[ThingId],
        cascade: Cascade,
        schedule: Schedule,
    ) -> Result<Shared, LinkError> {
        if !self.listed.is_empty() {
            return Err(LinkError::OfCluster);
        }
        if self.source.catalog.object_count() > MOST_SHARED {
            return Err(LinkError::TooLong);
        }
        let player = self.player.as_ref();
        let place = SharedPlace::of(
            cascade,
            schedule,
            self.source.epoch,
            player,
            self.diagnosed.as_deref(),
        );
        if let Some(script) = self.script().filter(|_| player.is_some_and(Player::is_scripted)) {
            script.to_json().ok_or(LinkError::Untold)?;
            return Ok(Shared::of_script(script.clone(), place.ok_or(LinkError::Untold)?));
        }
        Ok(Shared {
            script: None,
            scenario: scenario(&self.source, question, cascade),
            epoch: Some(self.source.epoch),
            place: place.ok_or(LinkError::Untold)?,
        })
    }

    /// The things that a link asks about.
    pub fn asked_in(&self, shared: &Shared) -> Vec<ThingId> {
        let catalog = &self.source.catalog;
        let actions = shared.scenario["actions"].as_array();
        let asked = actions.into_iter().flatten().filter_map(|action| {
            let word = |key: &str| action["delete"][key].as_str().unwrap_or_default();
            catalog.objects().find(|&id| {
                let identity = &catalog.get(id).identity;
                catalog.text(identity.api_version) == word("apiVersion")
                    && catalog.text(identity.kind) == word("kind")
                    && catalog.text(identity.namespace) == word("namespace")
                    && catalog.text(identity.name) == word("name")
            })
        });
        asked.collect()
    }

    /// Takes a step that a link tells.
    pub fn choose(&mut self, chosen: &Chosen) -> Result<(), PlayerError> {
        match chosen {
            Chosen::Candidate(number) => self.choose_candidate(*number),
            Chosen::Request(request) => {
                let epoch = self.source.epoch;
                let made = self.make(|world| {
                    let action = read_deed(world, epoch, request).ok_or(Why::Gone)?;
                    tried(world, action)
                });
                made.unwrap_or(Err(PlayerError::NoSuchStep)).map(drop)
            }
        }
    }

    /// Takes the candidate with this number.
    fn choose_candidate(&mut self, number: usize) -> Result<(), PlayerError> {
        let (source, diagnosed) = (self.source.clone(), self.diagnosed.clone());
        let Some(player) = &mut self.player else {
            return Err(PlayerError::NoSuchStep);
        };
        let action = candidates(player, diagnosed.as_deref()).into_iter().nth(number);
        player.act(&source.catalog, &action.ok_or(PlayerError::NoSuchStep)?)
    }

    /// The history that is watched.
    pub fn player(&self) -> Option<&Player> {
        self.player.as_ref()
    }

    /// Does something with the history that is watched.
    pub fn play<T>(&mut self, act: impl FnOnce(&mut Player, &Source) -> T) -> Option<T> {
        let source = self.source.clone();
        self.player.as_mut().map(|player| act(player, &source))
    }

    /// Ends the watching.
    pub fn leave(&mut self) {
        self.player = None;
        if let Some(opened) = self.opened.take() {
            self.source = opened;
        }
    }

    /// The world that is shown: that of the history, or the one before any question.
    pub fn world(&self) -> &World {
        self.player.as_ref().map_or(self.start.world(), Player::world)
    }

    /// What a thing is like in the world that is shown.
    pub fn live(&self, id: ThingId) -> Live {
        live(self.world(), &self.source.catalog, id)
    }

    /// The queues of the world that is shown, while nothing is watched.
    pub fn queues(&self) -> Queues {
        let origin = self.world().now();
        Queues::of(self.world(), &self.source.catalog, |time| {
            Time::START + (time - origin)
        })
    }

    /// What is shown of the present step.
    pub fn frame(&self, revision: u64) -> Frame {
        Frame::new(self, revision)
    }
}

/// The question that asks nothing.
fn nothing() -> Question {
    Question {
        delete: Vec::new(),
        cascade: Cascade::ApiDefault,
    }
}
