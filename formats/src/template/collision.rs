use super::object::TemplateObject;
use super::report::version;
use crate::json::to_json;
use kubeloupe_core::hash::analyse::{COLLISION_ANNOTATION, CollisionSearch, SearchState};
use kubeloupe_core::hash::{
    HashError, Integers, Template, Value, go_json, names_are_cut, prepare, replica_set_name,
};
use serde::Serialize;

/// Two templates with one hash, and what a Deployment's ReplicaSets are called because of it. Keys never change their
/// meaning; new ones may come.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CollisionReport {
    pub(super) kubeloupe: &'static str,
    pub(super) kubernetes: String,
    #[serde(rename = "ref")]
    pub(super) reference: String,
    /// The hash of both without a collisionCount.
    pub(super) hash: String,
    /// What the second template has that makes it collide.
    pub(super) annotation: &'static str,
    pub(super) value: String,
    pub(super) image: String,
    /// The ReplicaSet of the first template, whose name the second one's would be.
    pub(super) first: String,
    /// The ReplicaSet of the second template, with collisionCount 1 (HS-9).
    pub(super) second: String,
    pub(super) template: serde_json::Value,
}

impl CollisionReport {
    /// Looks for a template with `image` in its first container and the hash that `1.minor` computes of the object's.
    /// `None`: there is none, which one search in 10^40 comes to.
    ///
    /// # Errors
    /// Where the template cannot be read.
    pub fn find(
        object: &TemplateObject,
        image: &str,
        minor: u32,
    ) -> Result<Option<CollisionReport>, HashError> {
        let template = object.template.clone()?.without_hash_label();
        let changed = with_image(&template, image)?;
        let mut search = CollisionSearch::new(&template, &changed, object.form, minor)?;
        let found = match search.run(u32::MAX)? {
            SearchState::Found(found) => found,
            SearchState::Searching { .. } | SearchState::Exhausted => return Ok(None),
        };
        let name = |hash: &str| replica_set_name(object.deployment(), hash, names_are_cut(minor));
        let counted = prepare(&found.template, object.form, minor)?.hash(Some(1));
        let json = go_json(found.template.value(), Integers::Exact);
        Ok(Some(CollisionReport {
            kubeloupe: "v1",
            kubernetes: version(minor),
            reference: object.reference(),
            hash: found.hash.encoded(),
            annotation: COLLISION_ANNOTATION,
            value: found.value,
            image: image.to_owned(),
            first: name(&found.hash.encoded()),
            second: name(&counted.encoded()),
            template: serde_json::from_str(&json).unwrap_or_default(),
        }))
    }

    /// One JSON document in one line.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The template with another image in its first container.
///
/// # Errors
/// Where it becomes larger than a limit allows.
pub fn with_image(template: &Template, image: &str) -> Result<Template, HashError> {
    template.changed(|root| {
        let containers = root.get_mut("spec").and_then(|spec| spec.get_mut("containers"));
        if let Some(Value::List(containers)) = containers
            && let Some(first) = containers.first_mut()
        {
            first.as_map_mut().set("image", Value::text(image));
        }
    })
}
