use super::annotations;
use super::find::HASH_LABEL;
use super::sync::{Deed, DeploymentEvent, Work, set_facts};
use crate::apiserver::Verb;
use crate::object::{Object, PodTemplate, ReplicaSetFacts};
use crate::workloads::Stop;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl Work<'_, '_> {
    /// The revision that annotation `deprecated.deployment.rollback.to` asks for.
    pub(super) fn rollback_to(&self) -> Option<i64> {
        let text = annotations::get(
            self.script.cluster,
            &self.facts.annotations,
            annotations::ROLLBACK_TO,
        );
        text.and_then(|text| text.parse().ok())
    }

    /// DP-17.
    pub(super) fn rollback(&mut self) -> Result<(), Stop> {
        let (new, old) = self.find(true)?;
        let all: Vec<Arc<Object>> = old.into_iter().chain(new).collect();
        let mut wanted = self.rollback_to().unwrap_or(0);
        if wanted == 0 {
            wanted = self.last_revision(&all);
            if wanted == 0 {
                self.script.does(Deed::Records(DeploymentEvent::NoLastRevision));
                return self.put_without_rollback();
            }
        }
        let cluster = &*self.script.cluster;
        let has_it = |set: &&Arc<Object>| {
            let facts = set_facts(set);
            facts.and_then(|facts| annotations::revision(cluster, &facts.annotations)) == Some(wanted)
        };
        let Some(facts) = all.iter().find(has_it).and_then(|set| set_facts(set)).cloned() else {
            self.script.does(Deed::Records(DeploymentEvent::NoSuchRevision));
            return self.put_without_rollback();
        };
        let label = self.script.name(HASH_LABEL);
        if self
            .facts
            .spec
            .template
            .equals_ignoring(&facts.spec.template, label)
        {
            self.script
                .does(Deed::Records(DeploymentEvent::RollbackUnchanged));
            return self.put_without_rollback();
        }
        self.take_back(&facts);
        self.put_without_rollback()?;
        self.script
            .does(Deed::Records(DeploymentEvent::RolledBack(wanted)));
        Ok(())
    }

    fn take_back(&mut self, set: &ReplicaSetFacts) {
        let label = self.script.name(HASH_LABEL);
        let template = &set.spec.template;
        self.facts.spec.template = Arc::new(PodTemplate {
            labels: template
                .labels
                .iter()
                .filter(|(key, _)| *key != label)
                .copied()
                .collect(),
            ..PodTemplate::clone(template)
        });
        self.facts.annotations =
            annotations::taken_back(self.script.cluster, &self.facts.annotations, &set.annotations);
    }

    /// The second highest revision; of two with the highest number, that number.
    fn last_revision(&self, sets: &[Arc<Object>]) -> i64 {
        let (mut highest, mut second) = (0, 0);
        for set in sets {
            let facts = set_facts(set);
            let revision =
                facts.and_then(|facts| annotations::revision(self.script.cluster, &facts.annotations));
            let Some(revision) = revision else { continue };
            if revision >= highest {
                second = highest;
                highest = revision;
            } else if revision > second {
                second = revision;
            }
        }
        second
    }

    fn put_without_rollback(&mut self) -> Result<(), Stop> {
        annotations::remove(
            self.script.cluster,
            &mut self.facts.annotations,
            annotations::ROLLBACK_TO,
        );
        let object = self.as_object();
        let (kind, namespace, name) = (object.kind, object.meta.namespace, object.meta.name);
        self.script
            .ask(kind, namespace, name, || Verb::Update(Box::new(object)))??;
        Ok(())
    }
}
