use super::address::{Base, Namespace};
use super::discovery::{self, Found, GroupVersion, read_group_version, read_root};
use super::listing::{Listing, Next};
use super::reply::{NotListed, Reply};
use super::resource::{Resource, resources, state};
use crate::dump::{Assembled, Collector, Document, Draft, DraftFacts, Dump, Epoch, Note, assemble};
use crate::input::{Context, Seed, erase};
use crate::limits::{Limit, Limits};
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{
    CrdFacts, DiscoveryFailure, Facts, GroupError, GroupFailure, KindId, Kinds, KnownFrom, Name, Names,
    PodPhase, builtin_kinds,
};
use kubeloupe_core::versions::KNOWN;
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::Arc;

/// How a cluster is read.
#[derive(Clone, Debug, Default)]
pub struct LiveOptions {
    /// Where the API is.
    pub base: Base,
    /// Only what is in this namespace is asked for: what somebody may read who has but a Role in it.
    pub namespace: Option<Namespace>,
    /// Pods, nodes, namespaces and leases are asked for whole, and what the controllers read of them is kept.
    pub facts: bool,
    /// The moment of reading, which becomes time 0 unless something in the cluster is younger.
    pub now: Option<Epoch>,
    /// The limits.
    pub limits: Limits,
}

/// One GET request to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// What the answer is handed back with.
    pub ticket: Ticket,
    /// Path and query on the page's own origin.
    pub path: String,
    /// The Accept header.
    pub accept: &'static str,
    /// How long to wait before it is made, in milliseconds.
    pub delay_ms: u32,
}

/// Which request an answer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket(u32);

/// How far the reading is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Resources that are read, or given up.
    pub resources_done: usize,
    /// Resources to read; 0 until discovery is over.
    pub resources: usize,
    /// Objects read so far.
    pub objects: usize,
    /// Objects that the server says are still to come in the lists begun.
    pub remaining: u64,
}

/// Why nothing at all was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiveError {
    /// There is no Kubernetes API at that place.
    NoApi,
    /// It did not answer.
    Unreachable,
    /// It refused to say what it serves: the HTTP status.
    Refused(u16),
    /// There is more than may be read: the limit, and its value.
    Limit(Limit, u64),
}

/// A cluster as it was read.
#[derive(Debug)]
pub struct LiveRead {
    /// Strings and kinds, as discovery tells them, and the minor that is simulated.
    pub cluster: Cluster,
    /// The objects.
    pub dump: Dump,
    /// Kinds whose objects were all read: what is not among them is not there.
    pub listed: Vec<KindId>,
    /// The server's own version: `v1.37.2`.
    pub version: String,
}

/// The reading of a running cluster. Requests are taken with [`LiveReading::request`], and their answers handed to
/// [`LiveReading::answer`] in any order.
pub struct LiveReading {
    options: LiveOptions,
    names: Names,
    version: String,
    minor: u32,
    waiting: VecDeque<(Task, u32)>,
    under_way: Vec<(Ticket, Task)>,
    next_ticket: u32,
    /// The core group, and all others: what they serve, once they have said.
    roots: [Root; 2],
    planned: bool,
    resources: Vec<Resource>,
    /// One for each resource.
    listings: Vec<Listing>,
    objects: usize,
    bytes: u64,
    notes: Vec<Note>,
    newest: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    Version,
    Root(usize),
    GroupVersion { root: usize, index: usize },
    List(usize),
}

#[derive(Default)]
struct Root {
    group_versions: Vec<GroupVersion>,
    failed: Option<NotListed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ServerVersion {
    #[serde(default)]
    major: String,
    #[serde(default)]
    minor: String,
    git_version: String,
}

/// Objects of a page when only metadata is asked for.
const PAGE: u32 = 500;
/// Whole objects are several times as large.
const PAGE_OF_WHOLE_OBJECTS: u32 = 200;

const PLAIN: &str = "application/json";
/// Nothing else is accepted, so that a server that cannot do it answers nothing instead of specs.
const METADATA_ONLY: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

/// Of these the controllers read a few fields outside metadata.
const WITH_FACTS: [(&str, &str); 4] = [
    ("v1", "nodes"),
    ("v1", "pods"),
    ("v1", "namespaces"),
    ("coordination.k8s.io/v1", "leases"),
];

/// The node of pods of which only metadata was read. No real node has that name.
const NODE_NOT_READ: &str = "(not read)";

impl LiveReading {
    /// Nothing is read yet; the first request asks for the server's version.
    pub fn new(options: LiveOptions) -> Self {
        LiveReading {
            options,
            names: Names::default(),
            version: String::new(),
            minor: *KNOWN.end(),
            waiting: VecDeque::from([(Task::Version, 0)]),
            under_way: Vec::new(),
            next_ticket: 0,
            roots: Default::default(),
            planned: false,
            resources: Vec::new(),
            listings: Vec::new(),
            objects: 0,
            bytes: 0,
            notes: Vec::new(),
            newest: None,
        }
    }

    /// The next request to make; `None` while answers have to come in first, and when the reading is over.
    pub fn request(&mut self) -> Option<Request> {
        let (task, delay_ms) = self.waiting.pop_front()?;
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        self.under_way.push((ticket, task));
        let base = &self.options.base;
        let (path, accept) = match task {
            Task::Version => (base.version(), PLAIN),
            Task::Root(0) => (base.core(), discovery::ACCEPT),
            Task::Root(_) => (base.groups(), discovery::ACCEPT),
            Task::GroupVersion { root, index } => (
                base.group_version(&self.roots[root].group_versions[index].name),
                PLAIN,
            ),
            Task::List(index) => {
                let Resource {
                    group_version,
                    resource,
                    ..
                } = &self.resources[index];
                let token = self.listings[index].continue_token.as_deref();
                let (limit, accept) = if self.is_asked_whole(index) {
                    (PAGE_OF_WHOLE_OBJECTS, PLAIN)
                } else {
                    (PAGE, METADATA_ONLY)
                };
                let namespace = self.options.namespace.as_ref();
                let path = base.list(group_version, namespace, resource, limit, token);
                (path, accept)
            }
        };
        Some(Request {
            ticket,
            path,
            accept,
            delay_ms,
        })
    }

    /// Whether everything is read.
    pub fn is_over(&self) -> bool {
        self.planned && self.waiting.is_empty() && self.under_way.is_empty()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        Progress {
            resources_done: self.listings.iter().filter(|one| one.outcome.is_some()).count(),
            resources: self.listings.len(),
            objects: self.objects,
            remaining: self.listings.iter().map(|one| one.remaining).sum(),
        }
    }

    /// Takes the answer of a request. After an error the reading is of no use any more.
    pub fn answer(&mut self, ticket: Ticket, reply: Reply) -> Result<(), LiveError> {
        let Some(place) = self.under_way.iter().position(|(one, _)| *one == ticket) else {
            return Ok(());
        };
        let (_, task) = self.under_way.swap_remove(place);
        if let Reply::Answer { body, .. } = &reply {
            self.bytes += body.len() as u64;
            let most = self.options.limits.get(Limit::InputBytes);
            if self.bytes > most {
                return Err(LiveError::Limit(Limit::InputBytes, most));
            }
        }
        match task {
            Task::Version => self.take_version(reply),
            Task::Root(root) => self.take_root(root, reply),
            Task::GroupVersion { root, index } => {
                self.take_group_version(root, index, reply);
                Ok(())
            }
            Task::List(index) => self.take_list(index, reply),
        }?;
        self.plan()
    }

    fn take_version(&mut self, reply: Reply) -> Result<(), LiveError> {
        let body = match reply {
            Reply::Unreachable => return Err(LiveError::Unreachable),
            Reply::Answer {
                status: 200, body, ..
            } => body,
            Reply::Answer {
                status: status @ (401 | 403),
                ..
            } => return Err(LiveError::Refused(status)),
            Reply::Answer { .. } => return Err(LiveError::NoApi),
        };
        let version: ServerVersion = serde_json::from_slice(&body).map_err(|_| LiveError::NoApi)?;
        // `33+` is what some vendors say.
        let digits: String = version.minor.chars().take_while(char::is_ascii_digit).collect();
        let minor = digits.parse().ok().filter(|_| version.major == "1");
        let simulated = minor.unwrap_or(*KNOWN.end()).clamp(*KNOWN.start(), *KNOWN.end());
        if minor != Some(simulated) {
            self.notes.push(Note::OtherVersion {
                server: version.git_version.clone(),
                simulated,
            });
        }
        self.minor = simulated;
        self.version = version.git_version;
        self.waiting.extend([(Task::Root(0), 0), (Task::Root(1), 0)]);
        Ok(())
    }

    fn take_root(&mut self, root: usize, reply: Reply) -> Result<(), LiveError> {
        let found = match reply {
            Reply::Answer {
                status: 200, body, ..
            } => read_root(&body).ok_or(NotListed::Unreadable),
            Reply::Answer { status, .. } => Err(NotListed::of_status(status)),
            Reply::Unreachable => Err(NotListed::Unreachable),
        };
        match found {
            Ok(Found::Aggregated(group_versions)) => self.roots[root].group_versions = group_versions,
            Ok(Found::Names(names)) => {
                self.waiting
                    .extend((0..names.len()).map(|index| (Task::GroupVersion { root, index }, 0)));
                self.roots[root].group_versions = names
                    .into_iter()
                    .map(|name| GroupVersion {
                        name,
                        resources: Vec::new(),
                        failed: None,
                    })
                    .collect();
            }
            Err(why) => self.roots[root].failed = Some(why),
        }
        match (self.roots[0].failed, self.roots[1].failed) {
            (Some(NotListed::Unauthorized), Some(_)) => Err(LiveError::Refused(401)),
            (Some(NotListed::Forbidden), Some(_)) => Err(LiveError::Refused(403)),
            (Some(NotListed::Unreachable), Some(_)) => Err(LiveError::Unreachable),
            (Some(_), Some(_)) => Err(LiveError::NoApi),
            _ => Ok(()),
        }
    }

    fn take_group_version(&mut self, root: usize, index: usize, reply: Reply) {
        let known = &mut self.roots[root].group_versions[index];
        let found = match reply {
            Reply::Answer {
                status: 200, body, ..
            } => read_group_version(&body).ok_or(NotListed::Unreadable),
            Reply::Answer { status, .. } => Err(NotListed::of_status(status)),
            Reply::Unreachable => Err(NotListed::Unreachable),
        };
        match found {
            Ok(found) => known.resources = found.resources,
            Err(why) => known.failed = Some(why),
        }
    }

    /// Once discovery is over, plans the lists.
    fn plan(&mut self) -> Result<(), LiveError> {
        if self.planned || self.version.is_empty() || !self.waiting.is_empty() || !self.under_way.is_empty() {
            return Ok(());
        }
        self.planned = true;
        for (root, path) in self.roots.iter().zip(["/api", "/apis"]) {
            let failed = root.failed.map(|why| (path, why));
            let parts = root
                .group_versions
                .iter()
                .filter_map(|one| Some((one.name.as_str(), one.failed?)));
            self.notes
                .extend(failed.into_iter().chain(parts).map(|(what, why)| Note::NotRead {
                    what: what.to_owned(),
                    why,
                }));
        }
        let all: Vec<GroupVersion> = self
            .roots
            .iter()
            .flat_map(|root| root.group_versions.iter().cloned())
            .collect();
        self.resources = resources(&all);
        self.listings = self
            .resources
            .iter()
            .map(|resource| {
                let reachable = resource.namespaced || self.options.namespace.is_none();
                Listing::new(resource.listed && reachable && !resource.is_events())
            })
            .collect();
        if let Some(namespace) = &self.options.namespace {
            let beyond = |one: &&Resource| one.listed && !one.namespaced;
            self.notes.push(Note::OneNamespaceRead {
                namespace: namespace.to_string(),
                beyond: self.resources.iter().filter(beyond).count(),
            });
        }
        if self.resources.iter().any(Resource::is_events) {
            self.notes.push(Note::EventsNotRead);
        }
        let open = |index: &usize| self.listings[*index].outcome.is_none();
        self.waiting.extend(
            (0..self.listings.len())
                .filter(open)
                .map(|index| (Task::List(index), 0)),
        );
        Ok(())
    }

    fn is_asked_whole(&self, index: usize) -> bool {
        let resource = &self.resources[index];
        self.options.facts
            && WITH_FACTS.iter().any(|&(group_version, name)| {
                resource.group_version == group_version && resource.resource == name
            })
    }

    fn take_list(&mut self, index: usize, reply: Reply) -> Result<(), LiveError> {
        let before = self.listings[index].drafts.len();
        let next = match self.listings[index].take(reply) {
            Next::Page(body) => match self.read_page(index, &body) {
                Ok(drafts) => self.listings[index].page(&body, drafts),
                Err(NotListed::Unreadable) => self.listings[index].give_up(NotListed::Unreadable),
                Err(why) => self.listings[index].give_up(why),
            },
            next => next,
        };
        self.objects = self.objects + self.listings[index].drafts.len() - before;
        let most = self.options.limits.get(Limit::Objects);
        if self.objects as u64 > most {
            return Err(LiveError::Limit(Limit::Objects, most));
        }
        match next {
            // Before the others: the pages of a list should be read before they expire.
            Next::Ask { delay_ms } => self.waiting.push_front((Task::List(index), delay_ms)),
            Next::Page(_) | Next::Over => {}
        }
        if let Some(Err(why)) = self.listings[index].outcome {
            self.notes.push(Note::NotRead {
                what: self.resources[index].title(),
                why,
            });
        }
        Ok(())
    }

    fn read_page(&mut self, index: usize, body: &[u8]) -> Result<Vec<Draft>, NotListed> {
        let resource = &self.resources[index];
        let mut collector = Collector::default();
        collector.begin_source(&resource.title());
        collector.begin_document(1);
        let mut context = Context::new(&mut self.names, self.options.limits);
        let mut input = serde_json::Deserializer::from_slice(body);
        let read = erase(&mut input, |input| {
            Document::new(&mut context, &mut collector).read(input)
        });
        if read.is_err() || input.end().is_err() || !collector.has_list() {
            return Err(NotListed::Unreadable);
        }
        let api_version = self.names.intern(&resource.group_version);
        let kind = self.names.intern(&resource.kind);
        // Items of such a list say that they are PartialObjectMetadata, or nothing; the resource tells what they are.
        for draft in &mut collector.drafts {
            draft.api_version = api_version;
            draft.kind = kind;
            if matches!(draft.facts, DraftFacts::None) {
                draft.facts = DraftFacts::Undecided(Box::default());
            }
        }
        self.newest = self.newest.max(collector.newest);
        self.notes.append(&mut collector.notes);
        Ok(collector.drafts)
    }

    /// What was read, once it is over.
    pub fn finish(mut self) -> LiveRead {
        let mut kinds = builtin_kinds(&mut self.names, self.minor);
        let roots = &self.roots;
        let is_complete = |group: &str| {
            let root = &roots[usize::from(!group.is_empty())];
            root.failed.is_none()
                && root
                    .group_versions
                    .iter()
                    .all(|one| one.group() != group || one.failed.is_none())
        };
        let kind_of = state(&self.resources, is_complete, &mut self.names, &mut kinds);
        let failures = group_failures(roots, &mut self.names);
        let mut collector = Collector::default();
        let mut listed = Vec::new();
        for ((resource, listing), &kind) in self.resources.iter().zip(self.listings).zip(&kind_of) {
            if listing.outcome == Some(Ok(())) && resource.listed && !resource.is_events() {
                listed.push(kind);
            }
            collector.drafts.extend(listing.drafts);
        }
        collector.newest = self.newest;
        collector.notes = self.notes;
        let newest = self.newest.map(Epoch::not_before);
        let Assembled {
            mut objects,
            mut notes,
            epoch,
            short_names,
            discovery_failure: _,
            graphs,
            silent_nodes,
            guessed_owners,
        } = assemble(
            &mut self.names,
            &mut kinds,
            collector,
            self.options.now.max(newest),
        );
        let mut bare_pods = 0;
        let not_read = self.names.intern(NODE_NOT_READ);
        for object in &mut objects {
            match &mut object.facts {
                Facts::Crd(facts) => *facts = defines(&self.names, &mut kinds, object.meta.name),
                Facts::Pod(facts) if !self.options.facts => {
                    bare_pods += 1;
                    facts.node = not_read;
                    facts.phase = PodPhase::Running;
                }
                _ => {}
            }
        }
        if bare_pods > 0 {
            notes.push(Note::PodsTakenAsRunning(bare_pods));
        }
        let discovery_failure = DiscoveryFailure::of_groups(&self.names, failures);
        LiveRead {
            cluster: Cluster {
                names: Arc::new(self.names),
                kinds: Arc::new(kinds),
                minor: self.minor,
                discovery_failure,
                ..Cluster::default()
            },
            dump: Dump {
                objects,
                notes,
                epoch,
                short_names,
                graphs,
                silent_nodes,
                guessed_owners,
            },
            listed,
            version: self.version,
        }
    }
}

/// A definition is called `plural.group`, which is enough to find the kind that it defines among what is served.
fn defines(names: &Names, kinds: &mut Kinds, definition: Name) -> CrdFacts {
    let (plural, group) = names.text(definition).split_once('.').unwrap_or_default();
    let defined = kinds.ids().find(|&id| {
        let kind = kinds.get(id);
        kind.known_from != KnownFrom::BuiltIn
            && names.text(kind.resource) == plural
            && names.text(kind.group) == group
    });
    if let Some(defined) = defined {
        kinds.get_mut(defined).known_from = KnownFrom::Crd;
    }
    CrdFacts { defines: defined }
}

/// What is wrong with discovery, in the words of the namespace controller's conditions (NS-12).
fn group_failures(roots: &[Root; 2], names: &mut Names) -> Vec<GroupFailure> {
    let group_versions = roots.iter().flat_map(|root| &root.group_versions);
    group_versions
        .filter_map(|one| {
            let error = match one.failed? {
                NotListed::Status(503) => GroupError::Stale,
                _ => GroupError::Unavailable,
            };
            Some(GroupFailure {
                group_version: names.intern(&one.name),
                error,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Lang, describe_note};
    use kubeloupe_core::object::Scope;

    fn answer(status: u16, body: &str) -> Reply {
        Reply::Answer {
            status,
            retry_after_s: None,
            body: body.as_bytes().to_vec(),
        }
    }

    /// Carries out the requests one after the other.
    fn read(
        options: LiveOptions,
        mut serve: impl FnMut(&str, &'static str) -> Reply,
    ) -> Result<LiveRead, LiveError> {
        let mut reading = LiveReading::new(options);
        let mut made = 0;
        while let Some(request) = reading.request() {
            made += 1;
            assert!(made < 1_000, "it goes on for ever");
            reading.answer(request.ticket, serve(&request.path, request.accept))?;
        }
        assert!(reading.is_over());
        Ok(reading.finish())
    }

    const VERSION: &str = r#"{"major":"1","minor":"33+","gitVersion":"v1.33.2-gke.1"}"#;
    const CORE: &str = r#"{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","freshness":"Current","resources":[
        {"resource":"configmaps","responseKind":{"kind":"ConfigMap"},"scope":"Namespaced","verbs":["delete","list","watch"]},
        {"resource":"pods","responseKind":{"kind":"Pod"},"scope":"Namespaced","verbs":["delete","list","watch"]},
        {"resource":"secrets","responseKind":{"kind":"Secret"},"scope":"Namespaced","verbs":["delete","list","watch"]},
        {"resource":"events","responseKind":{"kind":"Event"},"scope":"Namespaced","verbs":["delete","list","watch"]},
        {"resource":"bindings","responseKind":{"kind":"Binding"},"scope":"Namespaced","verbs":["create"]}]}]}]}"#;
    const GROUPS: &str = r#"{"kind":"APIGroupDiscoveryList","items":[
        {"metadata":{"name":"example.com"},"versions":[{"version":"v2","freshness":"Current","resources":[
            {"resource":"things","responseKind":{"kind":"Thing"},"scope":"Cluster","verbs":["delete","list","watch"]}]},
            {"version":"v1","freshness":"Current","resources":[
            {"resource":"things","responseKind":{"kind":"Thing"},"scope":"Cluster","verbs":["delete","list","watch"]}]}]},
        {"metadata":{"name":"apiextensions.k8s.io"},"versions":[{"version":"v1","freshness":"Current","resources":[
            {"resource":"customresourcedefinitions","responseKind":{"kind":"CustomResourceDefinition"},"scope":"Cluster","verbs":["delete","list","watch"]}]}]},
        {"metadata":{"name":"broken.example.com"},"versions":[{"version":"v1","freshness":"Stale"}]}]}"#;

    fn items(items: &str, token: &str) -> Reply {
        answer(
            200,
            &format!(
                r#"{{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{{"continue":"{token}"}},"items":[{items}]}}"#
            ),
        )
    }

    fn serve(path: &str) -> Reply {
        match path {
            "/version" => answer(200, VERSION),
            "/api" => answer(200, CORE),
            "/apis" => answer(200, GROUPS),
            "/api/v1/configmaps?limit=500" => items(
                r#"{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"a","namespace":"n","uid":"1","resourceVersion":"5"}}"#,
                "next",
            ),
            "/api/v1/configmaps?limit=500&continue=next" => {
                items(r#"{"metadata":{"name":"b","namespace":"n","uid":"2"}}"#, "")
            }
            "/api/v1/pods?limit=500" => items(r#"{"metadata":{"name":"p","namespace":"n","uid":"3"}}"#, ""),
            "/api/v1/secrets?limit=500" => answer(403, r#"{"kind":"Status","code":403}"#),
            "/apis/example.com/v2/things?limit=500" => items("", ""),
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=500" => {
                items(r#"{"metadata":{"name":"things.example.com","uid":"4"}}"#, "")
            }
            _ => panic!("asked for {path}"),
        }
    }

    #[test]
    fn discovery_then_every_deletable_resource() {
        let mut accepted = Vec::new();
        let read = read(LiveOptions::default(), |path, accept| {
            if path.contains("limit=") {
                accepted.push(accept);
            }
            serve(path)
        })
        .unwrap();
        assert!(accepted.iter().all(|accept| *accept == METADATA_ONLY));
        let cluster = &read.cluster;
        assert_eq!((cluster.minor, read.version.as_str()), (33, "v1.33.2-gke.1"));
        let text = |name| cluster.names.text(name);
        let found: Vec<String> = read
            .dump
            .objects
            .iter()
            .map(|object| {
                let kind = cluster.kinds.get(object.kind);
                format!(
                    "{} {} {}",
                    text(kind.preferred()),
                    text(kind.kind),
                    text(object.meta.name)
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                "v1 ConfigMap a",
                "v1 ConfigMap b",
                "v1 Pod p",
                "apiextensions.k8s.io/v1 CustomResourceDefinition things.example.com"
            ]
        );
        let Facts::Pod(pod) = &read.dump.objects[2].facts else {
            panic!("no facts of a pod");
        };
        assert_eq!((text(pod.node), pod.phase), (NODE_NOT_READ, PodPhase::Running));
        // The kind is known from discovery, its definition is found by name, and its scope is the server's.
        let Facts::Crd(CrdFacts { defines: Some(thing) }) = read.dump.objects[3].facts else {
            panic!("the definition defines nothing");
        };
        let thing = cluster.kinds.get(thing);
        assert_eq!(
            (thing.scope, thing.known_from, thing.versions.len()),
            (Scope::Cluster, KnownFrom::Crd, 2)
        );
        let listed: Vec<&str> = read
            .listed
            .iter()
            .map(|&id| text(cluster.kinds.get(id).kind))
            .collect();
        assert_eq!(listed, ["ConfigMap", "Pod", "Thing", "CustomResourceDefinition"]);
        let notes: Vec<String> = read
            .dump
            .notes
            .iter()
            .map(|note| describe_note(note, cluster, Lang::En))
            .collect();
        assert!(
            notes
                .iter()
                .any(|note| note.contains("secrets") && note.contains("403")),
            "{notes:?}"
        );
        assert!(
            notes.iter().any(|note| note.contains("broken.example.com/v1")),
            "{notes:?}"
        );
        assert!(notes.iter().any(|note| note.contains("Events")), "{notes:?}");
        assert!(matches!(
            cluster.discovery_failure,
            Some(DiscoveryFailure::Groups(_))
        ));
        // What this server does not serve is not served, though it is built in.
        let (group, kind) = (
            cluster.names.find("apps").unwrap(),
            cluster.names.find("Deployment").unwrap(),
        );
        let deployment = cluster.kinds.of_group(group, kind).unwrap();
        assert!(!cluster.kinds.get(deployment).is_served());
    }

    #[test]
    fn servers_without_aggregated_discovery_are_asked_group_by_group() {
        let mut asked = Vec::new();
        let read = read(LiveOptions::default(), |path, _| {
            asked.push(path.to_owned());
            match path {
                "/version" => answer(200, r#"{"major":"1","minor":"29","gitVersion":"v1.29.0"}"#),
                "/api" => answer(200, r#"{"kind":"APIVersions","versions":["v1"]}"#),
                "/apis" => answer(
                    200,
                    r#"{"kind":"APIGroupList","groups":[{"versions":[{"groupVersion":"apps/v1"}]},{"versions":[{"groupVersion":"x.io/v1"}]}]}"#,
                ),
                "/api/v1" => answer(
                    200,
                    r#"{"groupVersion":"v1","resources":[{"name":"pods","namespaced":true,"kind":"Pod","verbs":["list","delete"]}]}"#,
                ),
                "/apis/apps/v1" => answer(200, r#"{"groupVersion":"apps/v1","resources":[]}"#),
                "/apis/x.io/v1" => answer(503, "service unavailable"),
                _ => items("", ""),
            }
        })
        .unwrap();
        assert_eq!(asked.last().map(String::as_str), Some("/api/v1/pods?limit=500"));
        assert!(read.dump.notes.contains(&Note::NotRead {
            what: "x.io/v1".into(),
            why: NotListed::Status(503)
        }));
    }

    #[test]
    fn whole_objects_are_asked_for_only_where_controllers_read_them() {
        let mut plain = Vec::new();
        let options = LiveOptions {
            facts: true,
            ..LiveOptions::default()
        };
        let read = read(options, |path, accept| {
            if accept == PLAIN && path.contains("limit=") {
                plain.push(path.to_owned());
                return answer(
                    200,
                    r#"{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[
                        {"metadata":{"name":"p","namespace":"n","uid":"3"},"spec":{"nodeName":"n1","terminationGracePeriodSeconds":5},"status":{"phase":"Running"}}]}"#,
                );
            }
            serve(path)
        })
        .unwrap();
        assert_eq!(plain, ["/api/v1/pods?limit=200"]);
        let pod = read.dump.objects.iter().find_map(|object| match &object.facts {
            Facts::Pod(pod) => Some(pod),
            _ => None,
        });
        assert_eq!(pod.map(|pod| pod.termination_grace_period_s), Some(5));
    }

    #[test]
    fn a_place_without_an_api_says_so() {
        let ended = |reply: Reply| read(LiveOptions::default(), |_, _| reply.clone()).err();
        assert_eq!(ended(answer(200, "<!doctype html>")), Some(LiveError::NoApi));
        assert_eq!(ended(answer(404, "")), Some(LiveError::NoApi));
        assert_eq!(ended(answer(401, "")), Some(LiveError::Refused(401)));
        assert_eq!(ended(Reply::Unreachable), Some(LiveError::Unreachable));
        let forbidden = read(LiveOptions::default(), |path, _| match path {
            "/version" => answer(200, VERSION),
            _ => answer(403, ""),
        });
        assert_eq!(forbidden.err(), Some(LiveError::Refused(403)));
    }

    #[test]
    fn more_than_may_be_read_is_refused() {
        let options = LiveOptions {
            limits: Limits::default().with(Limit::Objects, 2),
            ..LiveOptions::default()
        };
        let ended = read(options, |path, _| serve(path));
        assert_eq!(ended.err(), Some(LiveError::Limit(Limit::Objects, 2)));
    }
}
