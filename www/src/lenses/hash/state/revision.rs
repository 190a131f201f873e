use kubeloupe_core::hash::analyse::{Explained, Origin, Part};
use kubeloupe_core::hash::{Integers, Prepared, Template, Value, go_json};

/// The data of a StatefulSet's revision with the fields that its pieces come from (HS-19). Nothing in it is zero: what is
/// not set is left out.
pub(super) fn explain(prepared: &Prepared, given: &Template) -> Explained {
    let mut encoded = prepared.encoded();
    encoded.as_map_mut().set("$patch", Value::text("replace"));
    let mut writer = Writer {
        text: String::from("{\"spec\":{\"template\":"),
        parts: Vec::new(),
        way: String::new(),
        depth: 0,
    };
    writer.value(&encoded, Some(given.value()));
    writer.text.push_str("}}");
    Explained {
        text: writer.text,
        parts: writer.parts,
    }
}

struct Writer {
    text: String,
    parts: Vec<Part>,
    way: String,
    depth: usize,
}

impl Writer {
    fn value(&mut self, value: &Value, given: Option<&Value>) {
        match value {
            Value::Map(members) => {
                self.text.push('{');
                for (number, (name, value)) in members.iter().enumerate() {
                    if number > 0 {
                        self.text.push(',');
                    }
                    let step = if self.way.is_empty() {
                        name.to_string()
                    } else {
                        format!(".{name}")
                    };
                    let key = go_json(&Value::text(name), Integers::Float64);
                    self.part(
                        &step,
                        &format!("{key}:"),
                        value,
                        given.and_then(|given| given.get(name)),
                    );
                }
                self.text.push('}');
            }
            Value::List(elements) => {
                self.text.push('[');
                for (index, value) in elements.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    let given = given.and_then(|given| given.elements().get(index));
                    self.part(&format!("[{index}]"), "", value, given);
                }
                self.text.push(']');
            }
            other => self.text.push_str(&go_json(other, Integers::Float64)),
        }
    }

    fn part(&mut self, step: &str, key: &str, value: &Value, given: Option<&Value>) {
        let (length, start, place) = (self.way.len(), self.text.len(), self.parts.len());
        self.way.push_str(step);
        self.parts.push(Part {
            start,
            end: start,
            depth: self.depth,
            field: self.way.clone(),
            go: self.way.clone(),
            origin: match given {
                None => Origin::Default,
                Some(given) if is_scalar(value) && given != value => Origin::Rewritten,
                Some(_) => Origin::Given,
            },
            is_leaf: is_scalar(value) || is_empty(value),
        });
        self.text.push_str(key);
        self.depth += 1;
        self.value(value, given);
        self.depth -= 1;
        self.parts[place].end = self.text.len();
        self.way.truncate(length);
    }
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Map(_) | Value::List(_))
}

fn is_empty(value: &Value) -> bool {
    value.members().is_empty() && value.elements().is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::entry::sample_entries;
    use super::*;
    use kubeloupe_core::hash::{Form, prepare, revision_data};

    #[test]
    fn the_text_is_the_data_that_is_hashed() {
        for entry in sample_entries() {
            for minor in [29, 33, 34, 37] {
                let prepared = prepare(&entry.template, Form::Manifest, minor).unwrap();
                let explained = explain(&prepared, &entry.template);
                assert_eq!(explained.text, revision_data(&prepared, Integers::Float64));
                for part in &explained.parts {
                    assert!(part.start < part.end);
                }
            }
        }
    }
}
