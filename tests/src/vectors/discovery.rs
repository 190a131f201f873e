//! Bench for discovery and monitors (GC-70 to GC-72).
//!
//! Steps: `discovery` (what it answers from now on: `lists`, and `error` of `failed` groups or `other`), `mapped` (resources that the REST
//! mapper knows from now on; all of them unless said), `canSync` (resources whose monitors sync from now on; all but those of `cannotSync`),
//! `monitors` (starts and stops monitors by hand), `run` (a span of time goes by), `assert`.

use super::{each_step, same, span, texts};
use kubeloupe_core::gc::{
    Deletable, Discovery, DiscoveryError, Monitors, Resource, ResourceList, ResourceSync, deletable_resources,
};
use kubeloupe_core::object::{Duration, Names, Time};
use kubeloupe_core::sorted::SortedSet;
use kubeloupe_core::versions::Switches;
use serde_json::Value;

struct Bench {
    names: Names,
    discovery: Discovery,
    unmapped: SortedSet<Resource>,
    unsyncable: SortedSet<Resource>,
    by_hand: Monitors,
    sync: ResourceSync,
    now: Time,
}

pub(super) fn run(vector: &Value) -> Result<(), String> {
    let period = vector.get("period").map_or(Ok(30_000_000_000), span)?;
    let minor = vector["minor"]
        .as_u64()
        .map_or(Ok(37), u32::try_from)
        .map_err(|error| error.to_string())?;
    let mut bench = Bench {
        names: Names::default(),
        discovery: Discovery::default(),
        unmapped: SortedSet::new(),
        unsyncable: SortedSet::new(),
        by_hand: Monitors::default(),
        sync: ResourceSync::new(Time::START, Duration(period), Switches::of_minor(minor)),
        now: Time::START,
    };
    each_step(vector, |verb, about| bench.step(verb, about))
}

impl Bench {
    fn step(&mut self, verb: &str, about: &Value) -> Result<(), String> {
        match verb {
            "discovery" => self.discovery = self.read_discovery(about)?,
            "unmapped" => self.unmapped = self.resources(about)?,
            "unsyncable" => self.unsyncable = self.resources(about)?,
            "monitors" => {
                let wanted = self.resources(about)?;
                let unmapped = &self.unmapped;
                self.by_hand
                    .sync(&self.names, &wanted, |resource| !unmapped.contains(&resource));
            }
            "run" => self.pass(span(about)?),
            "assert" => return self.assert(about),
            other => return Err(format!("unknown step {other}")),
        }
        Ok(())
    }

    /// Lets time go by; what becomes due on the way is done.
    fn pass(&mut self, nanos: i64) {
        let end = self.now + Duration(nanos);
        loop {
            let syncable: Vec<Resource> = self.sync.monitors().resources().collect();
            for resource in syncable {
                if !self.unsyncable.contains(&resource) {
                    self.sync.set_synced(resource);
                }
            }
            let unmapped = &self.unmapped;
            self.sync.look(self.now);
            let due = self.sync.next_due();
            if due <= self.now {
                let is_mapped = |resource| !unmapped.contains(&resource);
                let found = Deletable::of(&self.names, &self.discovery);
                self.sync.round(&self.names, &found, is_mapped, self.now);
            } else if due < end {
                self.now = due;
            } else {
                self.now = end;
                return;
            }
        }
    }

    fn read_discovery(&mut self, about: &Value) -> Result<Discovery, String> {
        let mut lists = Vec::new();
        for (group_version, resources) in about["lists"].as_object().into_iter().flatten() {
            let mut list = ResourceList {
                group_version: self.names.intern(group_version),
                resources: Vec::new(),
            };
            for (resource, verbs) in resources.as_object().ok_or("resources are an object")? {
                let verbs = texts(verbs)?.iter().map(|verb| self.names.intern(verb)).collect();
                list.resources.push((self.names.intern(resource), verbs));
            }
            lists.push(list);
        }
        let error = match &about["error"] {
            Value::Null => DiscoveryError::None,
            Value::String(_) => DiscoveryError::Other,
            failed => {
                let failed = texts(&failed["failed"])?;
                DiscoveryError::GroupsFailed(failed.iter().map(|group| self.names.intern(group)).collect())
            }
        };
        Ok(Discovery { lists, error })
    }

    fn resources(&mut self, list: &Value) -> Result<SortedSet<Resource>, String> {
        texts(list)?.iter().map(|text| self.resource(text)).collect()
    }

    fn resource(&mut self, text: &str) -> Result<Resource, String> {
        let (api_version, resource) = text.rsplit_once(' ').ok_or(format!("{text} is no resource"))?;
        Ok(Resource {
            api_version: self.names.intern(api_version),
            resource: self.names.intern(resource),
        })
    }

    fn shown(&self, resources: impl IntoIterator<Item = Resource>) -> Vec<String> {
        let text = |one: Resource| {
            format!(
                "{} {}",
                self.names.text(one.api_version),
                self.names.text(one.resource)
            )
        };
        let mut shown: Vec<String> = resources.into_iter().map(text).collect();
        shown.sort();
        shown
    }

    fn assert(&self, about: &Value) -> Result<(), String> {
        for (what, expected) in about.as_object().ok_or("assert has to be an object")? {
            match what.as_str() {
                "deletable" => {
                    let ours = self.shown(deletable_resources(&self.names, &self.discovery));
                    same(what, &ours, &texts(expected)?)?;
                }
                "monitorsByHand" => same(what, &self.shown(self.by_hand.resources()), &texts(expected)?)?,
                "monitors" => same(
                    what,
                    &self.shown(self.sync.monitors().resources()),
                    &texts(expected)?,
                )?,
                "accepted" => same(
                    what,
                    &self.shown(self.sync.accepted().iter().copied()),
                    &texts(expected)?,
                )?,
                "isSynced" => same(what, &Some(self.sync.monitors().is_synced()), &expected.as_bool())?,
                "workersMayRun" => same(what, &Some(self.sync.workers_may_run()), &expected.as_bool())?,
                "errors" => same(what, &Some(self.sync.errors()), &expected.as_u64())?,
                other => return Err(format!("unknown assertion {other}")),
            }
        }
        Ok(())
    }
}
