use super::{Answer, Catalog, Session, Source};
use crate::text::Language;
use kubeloupe_core::Set;
use kubeloupe_core::analyse::Forecast;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Name, Names, Object};
use kubeloupe_core::sim::World;
use kubeloupe_core::versions::COMPARED;
use kubeloupe_formats::input::Source as Text;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::result::ExpectationResult;
use kubeloupe_formats::scenario::{RunOptions, Scenario, ScenarioRun, Timed, read_scenario_as};
use kubeloupe_formats::text::describe_error;
use kubeloupe_formats::versions::VersionChoice;
use serde_json::{Map, Value, json};
use std::rc::Rc;
use std::sync::Arc;

/// A scenario file, as it was opened: it can be read again for another version, and a link carries it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// What messages call it.
    pub name: Rc<str>,
    /// The file.
    pub text: Rc<str>,
    /// The files that it names, by their names.
    pub files: Rc<[(String, Vec<u8>)]>,
    /// The minor to simulate, where that is not the file's.
    pub minor: Option<u32>,
}

impl Script {
    /// Whether the file is JSON.
    pub fn is_json(&self) -> bool {
        serde_json::from_str::<Value>(&self.text).is_ok()
    }

    /// The file, naming the version that is simulated.
    pub fn written(&self) -> String {
        let Some(minor) = self.minor else {
            return self.text.to_string();
        };
        let version = format!("1.{minor}");
        if let Ok(mut scenario) = serde_json::from_str::<Value>(&self.text) {
            scenario["kubernetes"] = version.into();
            return serde_json::to_string_pretty(&scenario).unwrap_or_default();
        }
        let others = self.text.lines().filter(|line| !line.starts_with("kubernetes:"));
        let mut written = Vec::new();
        for line in others {
            written.push(line.to_owned());
            if line.starts_with("kubeloupe:") {
                written.push(format!("kubernetes: \"{version}\""));
            }
        }
        written.join("\n") + "\n"
    }

    /// As a link carries it; none where a file that it names is no text.
    pub fn to_json(&self) -> Option<Value> {
        let mut files = Map::new();
        for (name, bytes) in self.files.iter() {
            files.insert(name.clone(), std::str::from_utf8(bytes).ok()?.into());
        }
        Some(json!({ "name": &*self.name, "text": &*self.text, "files": files, "minor": self.minor }))
    }

    /// What a link carried.
    pub fn of_json(value: &Value) -> Option<Self> {
        let file = |(name, text): (&String, &Value)| Some((name.clone(), text.as_str()?.into()));
        let files = value["files"].as_object()?.iter().map(file);
        Some(Script {
            name: value["name"].as_str()?.into(),
            text: value["text"].as_str()?.into(),
            files: files.collect::<Option<Vec<_>>>()?.into(),
            minor: value["minor"]
                .as_u64()
                .and_then(|minor| minor.try_into().ok())
                .filter(|minor| COMPARED.contains(minor)),
        })
    }

    /// Reads it, and makes ready to find out what it comes to. What is wrong with it is told in `language`.
    pub fn rehearse(self, language: Language) -> Result<Rehearsal, String> {
        let words = language.words();
        let choice = VersionChoice {
            minor: self.minor,
            ..VersionChoice::default()
        };
        let mut loader = |name: &str| {
            let file = self.files.iter().find(|(given, _)| is_file(given, name));
            let missing = || words.script_words.needs_file.to_owned();
            file.map(|(_, bytes)| bytes.clone()).ok_or_else(missing)
        };
        let text = Text {
            name: &self.name,
            bytes: self.text.as_bytes(),
        };
        let read = read_scenario_as(text, &mut loader, Limits::default(), &choice);
        let scenario = read.map_err(|error| {
            let why = describe_error(&error, language.formats());
            format!("{} {why}", (words.cannot_open)(&self.name))
        })?;
        Ok(Rehearsal {
            run: ScenarioRun::owned(scenario.clone(), RunOptions::default()),
            scenario: Rc::new(scenario),
            script: self,
        })
    }
}

/// Whether a file that was given is the one that a scenario names: where one was dropped with others, the folders in which
/// they are may be missing.
pub(super) fn is_file(given: &str, named: &str) -> bool {
    let named = named.trim_start_matches("./");
    given == named || given.ends_with(&format!("/{named}"))
}

/// A scenario that is run once before it is shown: so that what comes into being has its place from the start, and the
/// answer is there before anything is watched.
pub struct Rehearsal {
    script: Script,
    scenario: Rc<Scenario>,
    run: ScenarioRun<'static>,
}

impl Rehearsal {
    /// Runs up to `steps` steps. Returns whether it is over.
    pub fn advance(&mut self, steps: u64) -> bool {
        self.run.advance(steps)
    }

    /// How many steps were run.
    pub fn steps(&self) -> u64 {
        self.run.steps()
    }

    /// What is known then.
    pub fn finish(self) -> Rehearsed {
        let Rehearsal {
            script,
            scenario,
            run,
        } = self;
        let forecast = run.forecast();
        let known: Set<Name> = scenario.objects.iter().map(|object| object.meta.uid).collect();
        let kinds: Set<KindId> = scenario.cluster.kinds.ids().collect();
        let created = forecast
            .verdicts
            .iter()
            .map(|verdict| &verdict.object)
            .filter(|object| !known.contains(&object.meta.uid) && kinds.contains(&object.kind))
            .cloned();
        Rehearsed {
            created: created.collect(),
            names: run.world().cluster().names.clone(),
            expectations: run.finish().expectations,
            forecast,
            scenario,
            script,
        }
    }
}

/// A scenario, and what it comes to.
#[derive(Clone, Debug)]
pub struct Rehearsed {
    /// The file.
    pub script: Script,
    /// What is done, and when.
    pub scenario: Rc<Scenario>,
    /// Objects that come into being.
    created: Vec<Arc<Object>>,
    /// The scenario's strings and those that come into being.
    names: Arc<Names>,
    forecast: Forecast,
    expectations: Vec<ExpectationResult>,
}

impl Rehearsed {
    /// Strings and kinds at the start. The strings of what comes into being are among them already, so that they have the
    /// same numbers wherever that is.
    pub(super) fn cluster(&self) -> Cluster {
        Cluster {
            names: self.names.clone(),
            ..self.scenario.cluster.clone()
        }
    }

    /// The objects at the start, arranged for looking at.
    pub(super) fn source(&self) -> Source {
        let scenario = &self.scenario;
        let title = match scenario.title.as_str() {
            "" => self.script.name.to_string(),
            title => title.to_owned(),
        };
        Source {
            epoch: scenario.epoch,
            ..Source::new(title, &scenario.objects, &self.cluster(), scenario.notes.clone())
        }
    }

    /// The same things, and those that come into being.
    pub(super) fn grown(&self, catalog: &Catalog) -> Catalog {
        catalog.grown(&self.created, self.names.clone())
    }

    /// A session that begins with the objects, before anything is done.
    pub fn into_session(self) -> Session {
        Session::of_script(self)
    }

    /// What is told of it beside the picture, where things have the numbers of this catalog.
    pub fn told(&self, catalog: &Catalog, world: &World, acted: Vec<usize>) -> Told {
        Told {
            world: Rc::new(world.clone()),
            script: self.script.clone(),
            scenario: self.scenario.clone(),
            answer: Rc::new(Answer::new(catalog, self.forecast.clone())),
            expectations: self.expectations.clone().into(),
            acted: acted.into(),
        }
    }
}

/// What is told of a scenario that is played.
#[derive(Clone, Debug)]
pub struct Told {
    /// The file.
    pub script: Script,
    scenario: Rc<Scenario>,
    /// In which it begins.
    pub world: Rc<World>,
    /// What becomes of everything.
    pub answer: Rc<Answer>,
    /// What the file expects, and what there is.
    pub expectations: Rc<[ExpectationResult]>,
    /// The positions after each action, as far as they are known.
    pub acted: Rc<[usize]>,
}

impl Told {
    /// What the file does, earliest first.
    pub fn actions(&self) -> &[Timed] {
        &self.scenario.actions
    }

    /// The same once more is known of the history.
    pub fn acting(&self, acted: Vec<usize>) -> Self {
        Told {
            acted: acted.into(),
            ..self.clone()
        }
    }

    /// How many expectations hold.
    pub fn as_expected(&self) -> usize {
        self.expectations.iter().filter(|one| one.ok).count()
    }
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.answer, &other.answer) && self.acted == other.acted
    }
}
