use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::hash::Form;
use kubeloupe_core::object::{
    Facts, KindId, List, Name, Object, ObjectMeta, OwnerReference, PodTemplate, Time, builtin_kinds,
};
use kubeloupe_formats::dump::Epoch;
use kubeloupe_formats::wire::{
    Hashed, WorkloadReader, hash_template, read_deployment, read_pod, read_replica_set,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The start of every recording.
pub(super) const EPOCH: Epoch = Epoch { unix_s: 946_684_800 };

/// Versions that no server gives out stand for texts that are no plain numbers.
const ODD_VERSION: u64 = 1 << 63;

/// The cluster of one recording, and what of its objects the simulation does not keep.
pub(super) struct Book {
    pub(super) cluster: Cluster,
    pub(super) pods: KindId,
    pub(super) replica_sets: KindId,
    pub(super) deployments: KindId,
    /// Templates by the digest that stands for them.
    templates: BTreeMap<u128, Value>,
    odd_versions: Vec<String>,
}

impl Book {
    pub(super) fn new(recording: &Value) -> Book {
        let mut cluster = Cluster {
            minor: 37,
            ..Cluster::default()
        };
        let names = Arc::make_mut(&mut cluster.names);
        // Where an order is free the recordings take that of the names, and the simulation that of interning.
        let mut sorted = BTreeSet::new();
        collect_names(recording, &mut sorted);
        for name in sorted {
            names.intern(name);
        }
        cluster.kinds = Arc::new(builtin_kinds(names, 37));
        let find = |group: &str, kind: &str| {
            let (group, kind) = (cluster.names.find(group), cluster.names.find(kind));
            let found = group
                .zip(kind)
                .and_then(|(group, kind)| cluster.kinds.of_group(group, kind));
            found.expect("a built-in kind")
        };
        Book {
            pods: find("", "Pod"),
            replica_sets: find("apps", "ReplicaSet"),
            deployments: find("apps", "Deployment"),
            cluster,
            templates: BTreeMap::new(),
            odd_versions: Vec::new(),
        }
    }

    pub(super) fn kind(&self, resource: &str) -> KindId {
        let ids = self.cluster.kinds.ids();
        let of = |id: &KindId| self.text(self.cluster.kinds.get(*id).resource) == resource;
        ids.into_iter().find(of).expect("a built-in resource")
    }

    pub(super) fn intern(&mut self, text: &str) -> Name {
        Arc::make_mut(&mut self.cluster.names).intern(text)
    }

    pub(super) fn text(&self, name: Name) -> &str {
        self.cluster.names.text(name)
    }

    /// A recorded object with its facts.
    pub(super) fn object(&mut self, kind: KindId, recorded: &Value) -> Result<Arc<Object>, String> {
        let meta = self.meta(&recorded["metadata"])?;
        if let Some(template) = recorded["spec"].get("template") {
            let mut template_alone = template.clone();
            if let Some(labels) = template_alone["metadata"]["labels"].as_object_mut() {
                labels.remove("pod-template-hash");
            }
            let content = hashed(&template_alone).content;
            self.templates.entry(content).or_insert_with(|| template.clone());
        }
        let mut reader = WorkloadReader {
            names: Arc::make_mut(&mut self.cluster.names),
            epoch: EPOCH,
            template: |template: &Value| Some(hashed(template)),
            keep_annotation: |_| true,
        };
        let facts = if kind == self.pods {
            read_pod(&mut reader, recorded).map(Facts::Pod)
        } else if kind == self.replica_sets {
            read_replica_set(&mut reader, recorded).map(|facts| Facts::ReplicaSet(Arc::new(facts)))
        } else if kind == self.deployments {
            read_deployment(&mut reader, recorded).map(|facts| Facts::Deployment(Arc::new(facts)))
        } else {
            Ok(Facts::None)
        };
        let facts = facts.map_err(|error| format!("{}: {:?}", error.field, error.problem))?;
        Ok(Arc::new(Object { kind, meta, facts }))
    }

    fn meta(&mut self, meta: &Value) -> Result<ObjectMeta, String> {
        let time = |text: &Value| match text.as_str() {
            None => Ok(None),
            Some(text) => match Epoch::parse(text) {
                Some(moment) => Ok(Some(Time::from_secs(moment.unix_s - EPOCH.unix_s))),
                None => Err(format!("no time: {text}")),
            },
        };
        let (creation_timestamp, deletion_timestamp) = (
            time(&meta["creationTimestamp"])?,
            time(&meta["deletionTimestamp"])?,
        );
        let references = meta["ownerReferences"].as_array().cloned().unwrap_or_default();
        let owner_references: Vec<OwnerReference> = references
            .iter()
            .map(|reference| self.reference(reference))
            .collect();
        let mut labels: Vec<(Name, Name)> = Vec::new();
        for (key, value) in meta["labels"].as_object().into_iter().flatten() {
            labels.push((self.intern(key), self.intern(value.as_str().unwrap_or_default())));
        }
        let finalizers: List<Name> = super::strings(&meta["finalizers"])
            .iter()
            .map(|name| self.intern(name))
            .collect();
        let member = |name: &str| meta[name].as_str().unwrap_or_default().to_owned();
        Ok(ObjectMeta {
            name: self.intern(&member("name")),
            namespace: self.intern(&member("namespace")),
            uid: self.intern(&member("uid")),
            resource_version: self.version(&meta["resourceVersion"]),
            generation: meta["generation"].as_i64().unwrap_or(0),
            creation_timestamp,
            deletion_timestamp,
            finalizers,
            owner_references: owner_references.into(),
            labels: labels.into(),
            ..ObjectMeta::default()
        })
    }

    fn reference(&mut self, reference: &Value) -> OwnerReference {
        let mut name = |member: &str| {
            let text = reference[member].as_str().unwrap_or_default();
            Arc::make_mut(&mut self.cluster.names).intern(text)
        };
        OwnerReference {
            api_version: name("apiVersion"),
            kind: name("kind"),
            name: name("name"),
            uid: name("uid"),
            controller: reference["controller"].as_bool(),
            block_owner_deletion: reference["blockOwnerDeletion"].as_bool(),
        }
    }

    /// A version: a plain number, however long, or a mark for any other text.
    pub(super) fn version(&mut self, recorded: &Value) -> u64 {
        let text = recorded.as_str().unwrap_or_default();
        if text.is_empty() {
            return 0;
        }
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        if plain {
            return text.parse().unwrap_or(ODD_VERSION - 1);
        }
        let known = self.odd_versions.iter().position(|odd| odd == text);
        let index = known.unwrap_or_else(|| {
            self.odd_versions.push(text.to_owned());
            self.odd_versions.len() - 1
        });
        ODD_VERSION + index as u64
    }

    /// The text of a version.
    pub(super) fn version_text(&self, version: u64) -> String {
        match version.checked_sub(ODD_VERSION) {
            Some(index) => self.odd_versions[usize::try_from(index).expect("small")].clone(),
            None => version.to_string(),
        }
    }

    /// A template as the API shows it.
    pub(super) fn template(&self, template: &PodTemplate) -> Value {
        let mut shown = self
            .templates
            .get(&template.content)
            .cloned()
            .unwrap_or_else(|| json!({}));
        if !template.labels.is_empty() {
            shown["metadata"]["labels"] = self.pairs(&template.labels);
        } else if let Some(meta) = shown.get_mut("metadata").and_then(Value::as_object_mut) {
            meta.remove("labels");
        }
        shown
    }

    pub(super) fn pairs(&self, pairs: &[(Name, Name)]) -> Value {
        let pairs = pairs
            .iter()
            .map(|&(key, value)| (self.text(key).to_owned(), Value::from(self.text(value))));
        Value::Object(pairs.collect())
    }
}

fn collect_names<'r>(value: &'r Value, into: &mut BTreeSet<&'r str>) {
    match value {
        Value::Object(members) => {
            if let Some(name) = members.get("name").and_then(Value::as_str) {
                into.insert(name);
            }
            members.values().for_each(|member| collect_names(member, into));
        }
        Value::Array(elements) => elements.iter().for_each(|element| collect_names(element, into)),
        _ => {}
    }
}

/// What is kept of a recorded template. Some were made up, and no API server would read them: their texts stand for them.
fn hashed(template: &Value) -> Hashed {
    hash_template(template, 37, Some(Form::Stored)).unwrap_or_else(|| {
        let text = template.to_string();
        let content = text.bytes().fold(0_u128, |sum, byte| {
            sum.wrapping_mul(0x0100_0000_01b3)
                .wrapping_add(u128::from(byte) + 1)
        });
        Hashed { state: 0, content }
    })
}
