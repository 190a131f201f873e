use super::plain::plain_names;
use super::script::is_file;
use super::{Catalog, Script, Session, Shared, Source};
use crate::draw::state_kinds;
use crate::text::Language;
use kubeloupe_core::Set;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{KindId, Name, Names, Object, builtin_kinds};
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dump::{Dump, DumpReader, Epoch, Note, Options, PassedOver, Progress};
use kubeloupe_formats::input::Source as Text;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::live::LiveRead;
use kubeloupe_formats::scenario::files_needed;
use kubeloupe_formats::text::{describe_error, describe_note};
use kubeloupe_formats::{LoadError, Problem};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// What is to be read.
#[derive(Default)]
pub struct Inputs {
    /// The files.
    pub files: Vec<Input>,
    /// Files of a folder that are not looked into, and why.
    pub passed_over: Vec<(String, PassedOver)>,
    /// The moment that becomes time 0, where it is known already.
    pub epoch: Option<Epoch>,
    /// The kinds that a scenario states (design 4.1).
    pub kinds: Value,
}

/// What a scenario file is for the page.
#[derive(Clone, PartialEq, Debug)]
pub enum Written {
    /// Objects and a question about them, as the page saves them.
    Question(Box<Shared>),
    /// Something that is played.
    Script(Script),
}

/// Whether a scenario is objects and a question about them: deletions of some of them at its start, all with one policy,
/// as the page writes them.
fn is_question(scenario: &Value) -> bool {
    const MEMBERS: [&str; 6] = ["kubeloupe", "title", "kubernetes", "kinds", "objects", "actions"];
    const DELETION: [&str; 5] = ["apiVersion", "kind", "namespace", "name", "propagationPolicy"];
    const POLICIES: [&str; 3] = ["Background", "Foreground", "Orphan"];
    let known = |members: &[&str], value: &Value| {
        let object = value.as_object();
        object.is_some_and(|object| object.keys().all(|key| members.contains(&key.as_str())))
    };
    let objects = scenario["objects"].as_array().map_or(&[][..], Vec::as_slice);
    let actions = scenario["actions"].as_array().map_or(&[][..], Vec::as_slice);
    let policy = |action: &Value| action["delete"]["propagationPolicy"].clone();
    let is_there = |target: &Value| {
        objects.iter().any(|object| {
            let meta = &object["metadata"];
            object["apiVersion"] == target["apiVersion"]
                && object["kind"] == target["kind"]
                && meta["name"] == target["name"]
                && meta["namespace"] == target["namespace"]
        })
    };
    let is_minor = |version: &str| {
        version
            .strip_prefix("1.")
            .is_some_and(|minor| minor.parse::<u32>().is_ok())
    };
    known(&MEMBERS, scenario)
        && !objects.is_empty()
        && (scenario["kubernetes"].is_null() || scenario["kubernetes"].as_str().is_some_and(is_minor))
        && actions.iter().all(|action| {
            known(&["at", "delete"], action)
                && known(&DELETION, &action["delete"])
                && matches!(action["at"].as_str(), None | Some("0s"))
                && (policy(action).is_null()
                    || policy(action)
                        .as_str()
                        .is_some_and(|word| POLICIES.contains(&word)))
                && policy(action) == policy(&actions[0])
                && is_there(&action["delete"])
        })
}

/// Whether a file says that it is a scenario, of whatever version.
fn is_scenario(file: &Input) -> bool {
    let Ok(text) = std::str::from_utf8(&file.bytes) else {
        return false;
    };
    let text = text.trim_start_matches('\u{feff}');
    let says = |line: &str| {
        let key = line
            .trim_start_matches(['{', ' ', '"', '\''])
            .strip_prefix("kubeloupe");
        key.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with(':'))
    };
    let whole = text.trim_start();
    if whole.starts_with('{') {
        let is_candidate = text.contains("\"kubeloupe\"");
        let scenario: Option<Value> = is_candidate.then(|| serde_json::from_str(text).ok()).flatten();
        return scenario.map_or_else(|| says(whole), |scenario| scenario.get("kubeloupe").is_some());
    }
    text.lines()
        .any(|line| !line.starts_with([' ', '{']) && says(line))
}

/// One file.
pub struct Input {
    /// What messages call it.
    pub name: String,
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// It came with others, or in a folder: where it is broken or holds no objects, it is left out with a note.
    pub found: bool,
}

impl Inputs {
    /// One file, which has to be readable.
    pub fn one(name: impl Into<String>, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        Inputs {
            files: vec![Input {
                name: name.into(),
                bytes: bytes.into(),
                found: false,
            }],
            passed_over: Vec::new(),
            epoch: None,
            kinds: Value::Null,
        }
    }

    /// The scenario that is among the files, if one is: the only file, or one that names all the others.
    pub fn scenario(&self) -> Option<Written> {
        let mut scenarios = self.files.iter().filter(|file| is_scenario(file));
        let (Some(file), None) = (scenarios.next(), scenarios.next()) else {
            return None;
        };
        let text = std::str::from_utf8(&file.bytes).ok()?;
        let others: Vec<&Input> = self
            .files
            .iter()
            .filter(|other| !std::ptr::eq(*other, file))
            .collect();
        if others.is_empty()
            && let Ok(scenario) = serde_json::from_str(text)
            && is_question(&scenario)
        {
            return Some(Written::Question(Box::new(Shared::of_scenario(scenario))));
        }
        if !others.is_empty() {
            let text = Text {
                name: &file.name,
                bytes: &file.bytes,
            };
            // What is not named would be lost without a word. A file that cannot be read is refused in its own words.
            let needed = files_needed(text, Limits::default());
            if let Ok(named) = needed
                && !others
                    .iter()
                    .all(|other| named.iter().any(|name| is_file(&other.name, name)))
            {
                return None;
            }
        }
        Some(Written::Script(Script {
            name: file.name.as_str().into(),
            text: text.into(),
            files: others
                .iter()
                .map(|other| (other.name.clone(), other.bytes.to_vec()))
                .collect(),
            minor: None,
        }))
    }

    /// The objects of a link.
    pub fn of_shared(shared: &Shared) -> Self {
        let title = shared.scenario["title"].as_str().unwrap_or_default();
        let list = json!({ "apiVersion": "v1", "kind": "List", "items": shared.scenario["objects"] });
        Inputs {
            epoch: shared.epoch,
            kinds: shared.scenario["kinds"].clone(),
            ..Inputs::one(title, list.to_string().into_bytes())
        }
    }

    fn title(&self) -> String {
        let first = self.files.first().map_or("", |file| file.name.as_str());
        // The files of one folder are called by the folder.
        let folder = first.split_once('/').map(|(folder, _)| folder);
        let in_folder = |file: &Input| file.name.split_once('/').map(|(one, _)| one) == folder;
        match (folder, self.files.len()) {
            (Some(folder), _) if self.files.iter().all(in_folder) => folder.to_owned(),
            (_, 0 | 1) => first.to_owned(),
            (_, count) => format!("{first} +{}", count - 1),
        }
    }
}

/// Files on their way to objects, a slice at a time.
pub struct Reading {
    title: String,
    language: Language,
    reader: DumpReader<'static>,
    lacks_yaml: bool,
}

/// What was read: objects, and the strings and kinds that they refer to.
pub struct Read {
    title: String,
    cluster: Cluster,
    dump: Dump,
    /// Kinds of which every object was read.
    listed: Set<KindId>,
}

impl Reading {
    /// Begins to read files as a cluster of 1.`minor`; what is wrong with them is told in `language`.
    pub fn new(inputs: Inputs, minor: u32, language: Language) -> Self {
        let mut names = Names::default();
        let kinds = builtin_kinds(&mut names, minor);
        let mut cluster = Cluster {
            names: Arc::new(names),
            kinds: Arc::new(kinds),
            minor,
            ..Cluster::default()
        };
        state_kinds(&mut cluster, &inputs.kinds);
        let title = inputs.title();
        let options = Options {
            epoch: inputs.epoch,
            ..Options::default()
        };
        let mut reader = DumpReader::new(cluster, options);
        for Input { name, bytes, found } in inputs.files {
            if found {
                reader.add_found(name, bytes);
            } else {
                reader.add(name, bytes);
            }
        }
        for (name, why) in inputs.passed_over {
            reader.pass_over(name, why);
        }
        Reading {
            title,
            language,
            reader,
            lacks_yaml: false,
        }
    }

    /// Reads about `bytes` more.
    pub fn advance(&mut self, bytes: usize) -> Result<Progress, String> {
        let read = self.reader.advance(bytes);
        read.map_err(|error| {
            self.lacks_yaml = error.problem == Problem::YamlNotBuiltIn;
            self.refuse(&error)
        })
    }

    /// Whether the last error was that there is no parser of YAML. Once there is one, reading goes on.
    pub fn lacks_yaml(&self) -> bool {
        self.lacks_yaml
    }

    fn refuse(&self, error: &LoadError) -> String {
        let why = describe_error(error, self.language.formats());
        format!("{} {why}", (self.language.words().cannot_open)(&self.title))
    }

    /// What was read, once it is done.
    pub fn finish(self) -> Result<Read, String> {
        let Reading {
            title,
            language,
            reader,
            ..
        } = self;
        let words = language.words();
        let refuse = |why: &str| format!("{} {why}", (words.cannot_open)(&title));
        let (cluster, dump) = reader.finish();
        let dump = dump.map_err(|error| refuse(&describe_error(&error, language.formats())))?;
        if dump.objects.is_empty() {
            // Where everything was left out, the first reason is the one to tell.
            let left_out = dump.notes.iter().find(|note| {
                matches!(
                    note,
                    Note::FileSkipped(_) | Note::FilesPassedOver { .. } | Note::Skipped { .. }
                )
            });
            let why = left_out.map(|note| describe_note(note, &cluster, language.formats()));
            return Err(refuse(&why.unwrap_or_else(|| words.no_objects.to_owned())));
        }
        Ok(Read {
            title,
            cluster,
            dump,
            listed: Set::default(),
        })
    }
}

impl Read {
    /// What was read of a running cluster.
    pub fn of_cluster(title: String, read: LiveRead, language: Language) -> Result<Self, String> {
        let words = language.words();
        let LiveRead {
            cluster,
            dump,
            listed,
            ..
        } = read;
        if dump.objects.is_empty() {
            return Err(format!("{} {}", (words.cannot_open)(&title), words.no_objects));
        }
        Ok(Read {
            title,
            cluster,
            dump,
            listed: listed.into_iter().collect(),
        })
    }

    /// Begins to arrange what was read.
    pub fn arrange(self) -> Arranging {
        Arranging::Read(Box::new(self))
    }

    /// A session with what was read, at once.
    #[cfg(test)]
    pub fn into_session(self) -> Session {
        let mut arranging = self.arrange();
        loop {
            match arranging.advance() {
                Ok(session) => return *session,
                Err(further) => arranging = further,
            }
        }
    }
}

/// What was read on its way to a session, a stage at a time, so that the page gets its turn in between.
pub enum Arranging {
    /// As it was read.
    Read(Box<Read>),
    /// Its objects can be shared.
    Parted(Box<Parts>),
    /// Its things are numbered.
    Catalogued(Box<Parts>, Box<Catalog>),
    /// It is arranged for looking at.
    Arranged(Box<Parts>, Rc<Source>),
}

/// What was read, as views and worlds share it.
pub struct Parts {
    title: String,
    cluster: Cluster,
    objects: Vec<Arc<Object>>,
    notes: Vec<Note>,
    listed: Set<KindId>,
    config: Config,
    epoch: Epoch,
    silent_nodes: Vec<Name>,
}

impl Arranging {
    /// Goes on by one stage; the session is the last one.
    pub fn advance(self) -> Result<Box<Session>, Arranging> {
        match self {
            Arranging::Read(read) => {
                let Read {
                    title,
                    mut cluster,
                    dump,
                    listed,
                } = *read;
                if let Some(plain) = plain_names(&cluster.names) {
                    cluster.names = Arc::new(plain);
                }
                let config = dump.config(Config::default());
                Err(Arranging::Parted(Box::new(Parts {
                    title,
                    cluster,
                    objects: dump.objects.into_iter().map(Arc::new).collect(),
                    notes: dump.notes,
                    listed,
                    config,
                    epoch: dump.epoch,
                    silent_nodes: dump.silent_nodes,
                })))
            }
            Arranging::Parted(shared) => {
                let Cluster { names, kinds, .. } = &shared.cluster;
                let catalog = Catalog::new(&shared.objects, names.clone(), kinds.clone());
                Err(Arranging::Catalogued(shared, Box::new(catalog)))
            }
            Arranging::Catalogued(mut shared, catalog) => {
                let (title, notes) = (
                    std::mem::take(&mut shared.title),
                    std::mem::take(&mut shared.notes),
                );
                let source = Source {
                    epoch: shared.epoch,
                    silent_nodes: std::mem::take(&mut shared.silent_nodes),
                    ..Source::of_catalog(title, *catalog, &shared.cluster, notes)
                };
                Err(Arranging::Arranged(shared, Rc::new(source)))
            }
            Arranging::Arranged(shared, source) => {
                let Parts {
                    cluster,
                    objects,
                    listed,
                    config,
                    ..
                } = *shared;
                Ok(Box::new(Session::new(source, cluster, objects, listed, config)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(text: &str) -> Option<bool> {
        let inputs = Inputs::one("s", text.as_bytes().to_vec());
        let written = inputs.scenario();
        written.map(|written| matches!(written, Written::Script(_)))
    }

    #[test]
    fn a_scenario_that_says_more_than_a_question_is_played() {
        let delete = r#"{ "at": "0s", "delete": { "apiVersion": "v1", "kind": "Pod", "name": "a", "propagationPolicy": "Orphan" } }"#;
        let pod = |name: &str| {
            format!(r#"{{ "apiVersion": "v1", "kind": "Pod", "metadata": {{ "name": "{name}" }} }}"#)
        };
        let objects = format!("{}, {}", pod("a"), pod("b"));
        let of = |rest: &str| format!(r#"{{ "kubeloupe": "v1", "objects": [{objects}], {rest} }}"#);
        assert_eq!(
            scenario(&of(&format!(r#""actions": [{delete}, {delete}]"#))),
            Some(false)
        );
        for more in [
            r#""flags": {}"#.to_owned(),
            r#""actions": [{ "at": "3s", "delete": { "apiVersion": "v1", "kind": "Pod", "name": "a" } }]"#
                .to_owned(),
            r#""actions": [{ "patch": { "kind": "Pod", "name": "a" } }]"#.to_owned(),
            format!(
                r#""actions": [{delete}, {{ "delete": {{ "apiVersion": "v1", "kind": "Pod", "name": "b" }} }}]"#
            ),
        ] {
            assert_eq!(scenario(&of(&more)), Some(true), "{more}");
        }
        assert_eq!(scenario("# a file\nkubeloupe: v1\nobjects: []\n"), Some(true));
        assert_eq!(scenario("apiVersion: v1\nkind: List\nitems: []\n"), None);
        assert_eq!(
            scenario(r#"{ "apiVersion": "v1", "kind": "List", "items": [] }"#),
            None
        );
    }

    #[test]
    fn a_scenario_takes_the_files_that_it_names_and_no_others() {
        let file = |name: &str, text: &str| Input {
            name: name.to_owned(),
            bytes: text.as_bytes().to_vec().into(),
            found: true,
        };
        let of = |named: &str, other: &str| Inputs {
            files: vec![
                file("d/s.yaml", &format!("kubeloupe: v1\nfiles: [{named}]\n")),
                file(other, "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n"),
            ],
            ..Inputs::default()
        };
        match of("dump.yaml", "d/dump.yaml").scenario() {
            Some(Written::Script(script)) => assert_eq!(script.files.len(), 1),
            other => panic!("{other:?}"),
        }
        assert_eq!(of("dump.yaml", "d/more.yaml").scenario(), None);
    }
}
