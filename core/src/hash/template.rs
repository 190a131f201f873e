use super::{HashError, Shape, TemplateLimit, Value};
use alloc::sync::Arc;

/// Values of any kind in one template; a pod with a hundred containers has some ten thousand.
pub const MAX_VALUES: usize = 200_000;
/// Bytes of all names and texts of one template; the API server stores no object of more than 1.5 MiB.
pub const MAX_TEXT_BYTES: usize = 4 << 20;
/// Nesting of mappings and lists.
pub const MAX_DEPTH: usize = 64;

/// A `PodTemplateSpec` as it was written or read, shared by everything that holds it: two handles of one template are
/// one allocation, and cloning costs nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template(Arc<Value>);

impl Template {
    /// A template with the members `metadata` and `spec`.
    ///
    /// # Errors
    /// Where it is no mapping, or beyond a limit.
    pub fn new(value: Value) -> Result<Template, HashError> {
        if value.shape() != Shape::Map {
            return Err(HashError::NotATemplate(value.shape()));
        }
        let mut budget = Budget {
            values: MAX_VALUES,
            text_bytes: MAX_TEXT_BYTES,
        };
        budget.spend(&value, MAX_DEPTH).map_err(HashError::Limit)?;
        Ok(Template(Arc::new(value)))
    }

    /// Its value.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// Its labels, as far as they are texts, sorted by their names.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts("labels")
    }

    /// Its annotations, as far as they are texts, sorted by their names.
    pub fn annotations(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts("annotations")
    }

    fn texts(&self, of: &str) -> impl Iterator<Item = (&str, &str)> {
        let members = self.0.at(&["metadata", of]).map_or(&[][..], Value::members);
        members
            .iter()
            .filter_map(|(name, value)| Some((&**name, value.as_text()?)))
    }

    /// The template with the label `pod-template-hash` set, as a ReplicaSet has it (HS-7).
    #[must_use]
    pub fn with_hash_label(&self, hash: &str) -> Template {
        let mut value = Value::clone(&self.0);
        let root = value.as_map_mut();
        let labels = root.map_mut("metadata").map_mut("labels");
        labels.set(super::HASH_LABEL, Value::text(hash));
        Template(Arc::new(value))
    }

    /// The template without that label (DF-29).
    #[must_use]
    pub fn without_hash_label(&self) -> Template {
        if self.0.at(&["metadata", "labels", super::HASH_LABEL]).is_none() {
            return self.clone();
        }
        let mut value = Value::clone(&self.0);
        super::normalise::drop_hash_label(&mut value);
        Template(Arc::new(value))
    }

    /// The template with one of its fields replaced: what a user's change of an image is.
    ///
    /// # Errors
    /// Where the changed template is beyond a limit.
    pub fn changed(&self, change: impl FnOnce(&mut Value)) -> Result<Template, HashError> {
        let mut value = Value::clone(&self.0);
        change(&mut value);
        Template::new(value)
    }
}

struct Budget {
    values: usize,
    text_bytes: usize,
}

impl Budget {
    fn spend(&mut self, value: &Value, depth: usize) -> Result<(), TemplateLimit> {
        self.values = self.values.checked_sub(1).ok_or(TemplateLimit::Values)?;
        let depth = match value {
            Value::List(_) | Value::Map(_) => depth.checked_sub(1).ok_or(TemplateLimit::Depth)?,
            _ => depth,
        };
        match value {
            Value::Null | Value::Bool(_) | Value::Int(_) => Ok(()),
            Value::Number(text) | Value::Text(text) => self.spend_text(text),
            Value::List(elements) => elements.iter().try_for_each(|element| self.spend(element, depth)),
            Value::Map(members) => members.iter().try_for_each(|(name, value)| {
                self.spend_text(name)?;
                self.spend(value, depth)
            }),
        }
    }

    fn spend_text(&mut self, text: &str) -> Result<(), TemplateLimit> {
        self.text_bytes = self
            .text_bytes
            .checked_sub(text.len())
            .ok_or(TemplateLimit::TextBytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    #[test]
    fn every_limit_is_checked() {
        let member = |value| Value::from(vec![("spec".into(), value)]);
        let limit = |value| match Template::new(member(value)) {
            Err(HashError::Limit(limit)) => Some(limit),
            _ => None,
        };
        assert_eq!(limit(Value::List(vec![Value::Null; MAX_VALUES - 2])), None);
        assert_eq!(
            limit(Value::List(vec![Value::Null; MAX_VALUES - 1])),
            Some(TemplateLimit::Values)
        );
        let text = |bytes| Value::Text(String::from_utf8(vec![b'a'; bytes]).unwrap().into());
        assert_eq!(limit(text(MAX_TEXT_BYTES - 4)), None);
        assert_eq!(limit(text(MAX_TEXT_BYTES - 3)), Some(TemplateLimit::TextBytes));
        let nested = |depth| (0..depth).fold(Value::Null, |inner, _| Value::List(vec![inner]));
        assert_eq!(limit(nested(MAX_DEPTH - 1)), None);
        assert_eq!(limit(nested(MAX_DEPTH)), Some(TemplateLimit::Depth));
        assert_eq!(
            Template::new(Value::List(vec![])),
            Err(HashError::NotATemplate(Shape::List))
        );
    }

    #[test]
    fn the_hash_label_comes_and_goes() {
        let template = Template::new(Value::from(vec![])).unwrap();
        let labelled = template.with_hash_label("abc");
        assert_eq!(
            labelled.labels().collect::<vec::Vec<_>>(),
            [("pod-template-hash", "abc")]
        );
        assert_eq!(labelled.without_hash_label().labels().count(), 0);
    }
}
