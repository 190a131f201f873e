use crate::state::{Source, ThingId, call};
use kubeloupe_core::Map;
use kubeloupe_core::hash::HASH_LABEL;
use kubeloupe_formats::template::TemplateObject;
use std::rc::Rc;

/// Kinds that have a template.
const KINDS: [&str; 8] = [
    "Deployment",
    "ReplicaSet",
    "DaemonSet",
    "StatefulSet",
    "ReplicationController",
    "Job",
    "CronJob",
    "PodTemplate",
];

/// What is open on the page, as it is drawn. The page keeps no templates, so they come from the files that it was opened
/// from; which objects there are and what they are called is said here.
pub struct OpenNow {
    source: Rc<Source>,
    /// Things with a template by their uids.
    by_uid: Map<String, ThingId>,
    /// The same by kind, namespace and name. Those that were found are taken away.
    by_name: Map<(String, String, String), ThingId>,
}

impl OpenNow {
    /// What is in a source.
    pub fn new(source: Rc<Source>) -> Self {
        let catalog = &source.catalog;
        let (mut by_uid, mut by_name) = (Map::default(), Map::default());
        for id in catalog.opened() {
            let kind = catalog.kind_of(id);
            if !KINDS.contains(&kind) {
                continue;
            }
            let identity = &catalog.get(id).identity;
            let text = |name| catalog.text(name).to_owned();
            by_uid.insert(text(identity.uid), id);
            let called = (kind.to_owned(), text(identity.namespace), text(identity.name));
            by_name.insert(called, id);
        }
        OpenNow {
            source,
            by_uid,
            by_name,
        }
    }

    /// An object of the files as it is now, and whether it is called what it is called in them; `None` where it is not
    /// there any more. What was called otherwise kept its uid.
    pub fn of(&mut self, read: TemplateObject) -> Option<(TemplateObject, bool)> {
        let catalog = &self.source.catalog;
        let namespace = match (read.namespace.as_str(), read.kind.as_str()) {
            ("", _) => "default",
            (namespace, _) => namespace,
        };
        let called = (read.kind.clone(), namespace.to_owned(), read.name.clone());
        let text = |name| catalog.text(name).to_owned();
        // Manifests say no uid, and in copies two objects may say the same one.
        let has_uid = |id: &ThingId| catalog.text(catalog.get(*id).identity.uid) == read.uid;
        let same = self.by_name.get(&called).copied();
        let same = same.filter(|id| read.uid.is_empty() || has_uid(id));
        let id = same.or_else(|| self.by_uid.get(&read.uid).copied())?;
        let entry = catalog.get(id);
        let identity = &entry.identity;
        let now = (
            catalog.kind_of(id).to_owned(),
            text(identity.namespace),
            text(identity.name),
        );
        if now.0 != read.kind {
            return None;
        }
        self.by_name.remove(&now);
        let labels = entry.object.as_ref().map(|object| object.meta.labels.clone());
        let label = labels.iter().flatten().find_map(|&(key, value)| {
            (read.kind == "ReplicaSet" && catalog.text(key) == HASH_LABEL).then(|| text(value))
        });
        let is_as_read = now == called && label == read.hash_label;
        let object = TemplateObject {
            namespace: now.1,
            name: now.2,
            uid: text(identity.uid),
            hash_label: label,
            ..read
        };
        Some((object, is_as_read))
    }

    /// What would have a template and was found in no file: it was drawn.
    pub fn without_template(&self) -> Vec<String> {
        let mut things: Vec<ThingId> = self.by_name.values().copied().collect();
        things.sort_unstable();
        let catalog = &self.source.catalog;
        let call_it = |id: &ThingId| call(catalog, &catalog.get(*id).identity);
        things.iter().map(call_it).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::TemplateReading;
    use super::*;
    use crate::draw::{Change, Document, Edit, apply};
    use crate::state::{Sample, opened_sample};
    use crate::text::Language;
    use kubeloupe_core::apiserver::Cluster;
    use std::borrow::Cow;

    fn read(source: Rc<Source>) -> (Vec<String>, Option<String>) {
        let json = Cow::Borrowed(Sample::SHOP.json.as_bytes());
        let files = vec![("shop.json".to_owned(), json, false)];
        let mut reading = TemplateReading::new(files, Language::English).of_open(OpenNow::new(source));
        while !reading.advance(1 << 10).expect("the sample is readable") {}
        let (entries, left_out) = reading.finish().expect("there is something");
        (entries.iter().map(|entry| entry.title()).collect(), left_out)
    }

    #[test]
    fn what_was_drawn_counts() {
        let before = opened_sample(Sample::SHOP);
        let (titles, left_out) = read(before.clone());
        assert_eq!(left_out, None);
        assert!(titles.contains(&"Deployment shop/web".to_owned()), "{titles:?}");
        let key = |kind: &str, name: &str| {
            let id = before.catalog.find(kind, "shop", name).expect(name);
            before.catalog.get(id).object.as_ref().expect(name).key()
        };
        let catalog = &before.catalog;
        let objects = catalog.opened().filter_map(|id| catalog.get(id).object.clone());
        let mut document = Document {
            cluster: Cluster {
                names: catalog.names().clone(),
                ..before.cluster.clone()
            },
            objects: objects.collect(),
            ..Document::blank("drawn".to_owned(), before.cluster.minor)
        };
        let edits = [
            Edit::Change(key("Deployment", "web"), Change::Name("front".to_owned())),
            Edit::Duplicate(key("Deployment", "api")),
            Edit::Remove(key("Deployment", "api")),
        ];
        for edit in edits {
            document = apply(&document, &edit).expect("it can be done").document;
        }
        let (now, left_out) = read(Rc::new(document.source()));
        assert!(now.contains(&"Deployment shop/front".to_owned()), "{now:?}");
        assert!(!now.contains(&"Deployment shop/web".to_owned()), "{now:?}");
        assert!(!now.contains(&"Deployment shop/api".to_owned()), "{now:?}");
        assert_eq!(now.len(), titles.len() - 1);
        assert_eq!(
            left_out.as_deref(),
            Some("What was drawn has no template: Deployment api-2.")
        );
    }
}
