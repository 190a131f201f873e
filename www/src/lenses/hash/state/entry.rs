use super::{OpenNow, yaml};
use crate::lenses::hash::text::words;
use crate::text::Language;
use kubeloupe_core::hash::schema::NEWEST_MINOR;
use kubeloupe_core::hash::{Form, HASH_LABEL, HashError, Template, Value, prepare, unknown_fields};
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::template::{TemplateObject, TemplateReader, describe_hash_error, read_templates};
use kubeloupe_formats::text::describe_error;
use kubeloupe_formats::{LoadError, Source};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

/// Longer texts are not offered for editing.
pub const MAX_EDITED_BYTES: usize = 64 << 10;
/// Values in one object. A pod with a hundred containers has some ten thousand, and what has more could be neither
/// explained nor shown without holding the page up.
const MOST_VALUES: u64 = 20_000;
/// Nodes that the aliases of one YAML document are expanded to: no template needs more, and a document cannot be read in
/// pieces.
const MOST_EXPANDED: u64 = 5_000;

/// What this lens reads of anything.
fn limits() -> Limits {
    Limits::default()
        .with(Limit::TemplateValues, MOST_VALUES)
        .with(Limit::AliasExpansion, MOST_EXPANDED)
}

/// Something with a pod template, as it was given.
#[derive(Debug)]
pub struct Entry {
    /// The object.
    pub object: TemplateObject,
    /// Its template without the label that a hash puts there.
    pub template: Template,
    /// Its text for editing, where it is short.
    pub text: Option<Rc<str>>,
    /// It is a changed copy of another one.
    pub changed: bool,
}

impl PartialEq for Entry {
    /// An entry is read once and never changes.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Entry {
    fn new(object: TemplateObject, text: Option<Rc<str>>, language: Language) -> Result<Self, String> {
        let lang = language.formats();
        let refuse = |error| format!("{}: {}", object.reference(), describe_hash_error(&error, lang));
        let template = object.template.clone().map_err(refuse)?.without_hash_label();
        let misspelt = unknown_fields(&template).map_err(refuse)?;
        if !misspelt.is_empty() {
            return Err(refuse(HashError::UnknownFields(misspelt)));
        }
        prepare(&template, object.form, NEWEST_MINOR).map_err(refuse)?;
        let text = text.or_else(|| written(&object, &template));
        Ok(Entry {
            object,
            template,
            text,
            changed: false,
        })
    }

    /// What it is called: `Deployment shop/web`.
    pub fn title(&self) -> String {
        self.object.reference()
    }

    /// The same, taken for another form.
    #[must_use]
    pub fn taken_as(&self, form: Form) -> Entry {
        Entry {
            object: TemplateObject {
                form,
                ..self.object.clone()
            },
            template: self.template.clone(),
            text: self.text.clone(),
            changed: self.changed,
        }
    }

    /// The same object with another template: what a change of it would be.
    #[must_use]
    pub fn with_template(&self, template: Template) -> Entry {
        let object = TemplateObject {
            template: Ok(template.clone()),
            ..self.object.clone()
        };
        Entry {
            text: written(&object, &template),
            object,
            template,
            changed: true,
        }
    }
}

/// The object as YAML: what is hashed of it, and what says where it belongs.
fn written(object: &TemplateObject, template: &Template) -> Option<Rc<str>> {
    let text = |text: &str| Value::text(text);
    let member = |name: &str, value: Value| (Box::from(name), value);
    let map = Value::from;
    if object.kind.is_empty() {
        let written = yaml::document(template.value());
        return (written.len() <= MAX_EDITED_BYTES).then(|| written.into());
    }
    let mut metadata = vec![member("name", text(&object.name))];
    if !object.namespace.is_empty() {
        metadata.push(member("namespace", text(&object.namespace)));
    }
    if let Some(label) = &object.hash_label {
        metadata.push(member("labels", map(vec![member(HASH_LABEL, text(label))])));
    }
    let held = template.value().clone();
    let below = |name: &str, value| map(vec![member(name, value)]);
    let (api, held) = match object.kind.as_str() {
        "CronJob" => (
            "batch/v1",
            member(
                "spec",
                below("jobTemplate", below("spec", below("template", held))),
            ),
        ),
        "Job" => ("batch/v1", member("spec", below("template", held))),
        "PodTemplate" => ("v1", member("template", held)),
        "ReplicationController" => ("v1", member("spec", below("template", held))),
        _ => ("apps/v1", member("spec", below("template", held))),
    };
    let mut members = vec![
        member("apiVersion", text(api)),
        member("kind", text(&object.kind)),
        member("metadata", map(metadata)),
        held,
    ];
    if let Some(count) = object.collision_count {
        members.push(member(
            "status",
            below("collisionCount", Value::Int(i64::from(count))),
        ));
    }
    let written = yaml::document(&map(members));
    (written.len() <= MAX_EDITED_BYTES).then(|| written.into())
}

/// Sources on their way to entries, a slice at a time.
pub struct TemplateReading {
    language: Language,
    waiting: VecDeque<(String, Cow<'static, [u8]>, bool)>,
    open: Option<(TemplateReader<'static>, Option<Rc<str>>, bool)>,
    /// Objects that were read, on their way to entries; the text is that of the only one.
    objects: VecDeque<(TemplateObject, Option<Rc<str>>)>,
    /// What is open on the page, where that is what is read again.
    now: Option<OpenNow>,
    entries: Vec<Rc<Entry>>,
    /// Why something that was found in a folder is left out, the first time.
    left_out: Option<String>,
    bytes_done: u64,
    bytes: u64,
}

impl TemplateReading {
    /// Begins to read files, each with its name and whether it came with others; what is wrong with them is told in
    /// `language`.
    pub fn new(files: Vec<(String, Cow<'static, [u8]>, bool)>, language: Language) -> Self {
        TemplateReading {
            language,
            bytes: files.iter().map(|(_, bytes, _)| bytes.len() as u64).sum(),
            waiting: files.into(),
            open: None,
            objects: VecDeque::new(),
            now: None,
            entries: Vec::new(),
            left_out: None,
            bytes_done: 0,
        }
    }

    /// The same for the files of what is open on the page: of their objects come those that are still there, as they
    /// are called now.
    #[must_use]
    pub fn of_open(self, now: OpenNow) -> Self {
        TemplateReading {
            now: Some(now),
            ..self
        }
    }

    /// Bytes read, of how many.
    pub fn progress(&self) -> (u64, u64) {
        let open = self.open.as_ref().map_or(0, |(reader, ..)| reader.progress().0);
        (self.bytes_done + open, self.bytes)
    }

    /// Reads about `bytes` more. Returns whether that was all.
    pub fn advance(&mut self, bytes: usize) -> Result<bool, String> {
        if let Some((object, text)) = self.objects.pop_front() {
            self.take(object, text);
            return Ok(false);
        }
        let Some((mut reader, text, found)) = self.open.take() else {
            let Some((name, bytes, found)) = self.waiting.pop_front() else {
                return Ok(true);
            };
            // A single object is edited as it was written.
            let text = std::str::from_utf8(&bytes)
                .ok()
                .filter(|text| text.len() <= MAX_EDITED_BYTES);
            let text = text.map(Rc::from);
            match TemplateReader::new(name, bytes, limits()) {
                Ok(reader) => self.open = Some((reader, text, found)),
                Err(error) => self.leave_out(&error, found)?,
            }
            return Ok(false);
        };
        match reader.advance(bytes) {
            Ok(false) => self.open = Some((reader, text, found)),
            Ok(true) => {
                self.bytes_done += reader.progress().1;
                match reader.finish() {
                    Ok(objects) => {
                        let text = text.filter(|_| objects.len() == 1);
                        let objects = objects.into_iter().map(|object| (object, text.clone()));
                        self.objects.extend(objects);
                    }
                    Err(error) => self.leave_out(&error, found)?,
                }
            }
            Err(error) => {
                self.bytes_done += reader.progress().1;
                self.leave_out(&error, found)?;
            }
        }
        Ok(false)
    }

    /// What was read, and why something is left out, where something is. Where there is nothing else, that is an error.
    pub fn finish(mut self) -> Result<(Vec<Rc<Entry>>, Option<String>), String> {
        if let Some(now) = &self.now {
            let drawn = now.without_template();
            if self.left_out.is_none() && (!drawn.is_empty() || self.entries.is_empty()) {
                self.left_out = Some((words(self.language).drawn_without)(&drawn));
            }
        }
        match self.left_out {
            Some(why) if self.entries.is_empty() => Err(why),
            left_out => Ok((self.entries, left_out)),
        }
    }

    /// An object whose template cannot be hashed is left out.
    fn take(&mut self, object: TemplateObject, text: Option<Rc<str>>) {
        let (object, text) = match &mut self.now {
            None => (object, text),
            Some(now) => match now.of(object) {
                // What was taken out of the drawing is not there.
                None => return,
                Some((object, is_as_read)) => (object, text.filter(|_| is_as_read)),
            },
        };
        match Entry::new(object, text, self.language) {
            Ok(entry) => self.entries.push(Rc::new(entry)),
            Err(why) => drop(self.left_out.get_or_insert(why)),
        }
    }

    /// A file among others may be anything.
    fn leave_out(&mut self, error: &LoadError, found: bool) -> Result<(), String> {
        let why = describe_error(error, self.language.formats());
        if !found {
            return Err(why);
        }
        self.left_out.get_or_insert(why);
        Ok(())
    }
}

/// A changed copy of an entry, from its edited text. It is taken for the form that the entry is taken for.
pub fn edited(of: &Entry, text: &str, language: Language) -> Result<Entry, String> {
    let title = of.title();
    let source = Source {
        name: if of.object.kind.is_empty() {
            &of.object.source
        } else {
            &title
        },
        bytes: text.as_bytes(),
    };
    let objects =
        read_templates(&[source], limits()).map_err(|error| describe_error(&error, language.formats()))?;
    // There is one, or it would have been an error.
    let Some(mut object) = objects.into_iter().next() else {
        return Err(String::new());
    };
    object.form = of.object.form;
    object.source = of.object.source.clone();
    let entry = Entry::new(object, Some(text.into()), language)?;
    Ok(Entry {
        changed: true,
        ..entry
    })
}

/// The templates that come with the page: a Deployment that everybody knows with ReplicaSets that several versions of
/// Kubernetes made of it, one of them with a collision behind it and one that was changed by hand; two Deployments that
/// the API calls equal and that have different hashes; a StatefulSet.
pub fn samples() -> Vec<(String, Cow<'static, [u8]>, bool)> {
    [
        (
            "nginx.yaml",
            include_str!("../../../../samples/templates/nginx.yaml"),
        ),
        ("web.yaml", include_str!("../../../../samples/templates/web.yaml")),
        (
            "web-1e9.yaml",
            include_str!("../../../../samples/templates/web-1e9.yaml"),
        ),
        (
            "orders.yaml",
            include_str!("../../../../samples/templates/orders.yaml"),
        ),
        (
            "replicasets.yaml",
            include_str!("../../../../samples/templates/replicasets.yaml"),
        ),
    ]
    .map(|(name, text)| (name.to_owned(), Cow::Borrowed(text.as_bytes()), false))
    .into()
}

#[cfg(test)]
pub(super) fn sample_entries() -> Vec<Rc<Entry>> {
    let mut reading = TemplateReading::new(samples(), Language::English);
    while !reading.advance(1 << 10).expect("samples are readable") {}
    let (entries, left_out) = reading.finish().expect("samples are readable");
    assert_eq!(left_out, None);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_and_written_back() {
        let entries = sample_entries();
        assert!(entries.len() >= 8);
        for entry in &entries {
            let text = entry.text.as_deref().expect("samples are short");
            let again = edited(entry, text, Language::English).expect(text);
            assert_eq!(again.template, entry.template, "{text}");
            assert_eq!(again.object.hash_label, entry.object.hash_label);
            let generated = written(&entry.object, &entry.template).expect("short");
            let again = edited(entry, &generated, Language::English).expect(&generated);
            assert_eq!(again.template, entry.template, "{generated}");
            assert_eq!(again.object.collision_count, entry.object.collision_count);
        }
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let entries = sample_entries();
        let mut bomb = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
        for (before, letter) in ('a'..'h').zip('b'..) {
            let nine = vec![format!("*{before}"); 9].join(", ");
            bomb.push_str(&format!("{letter}: &{letter} [{nine}]\n"));
        }
        let bomb = format!("{bomb}spec: {{containers: [{{name: c, args: *h}}]}}\n");
        let env = "{name: a, value: b}, ".repeat(8_000);
        let large = format!("spec: {{containers: [{{name: c, env: [{env}]}}]}}\n");
        for (text, why) in [
            (&bomb, "expanded from aliases"),
            (&large, "20000 values in one object"),
        ] {
            let said = edited(&entries[0], text, Language::English).expect_err(why);
            assert!(said.contains(why), "{said}");
            let said = edited(&entries[0], text, Language::Chinese).expect_err(why);
            assert!(said.contains("超出限制"), "{said}");
            let file = ("f.yaml".to_owned(), Cow::Owned(text.clone().into_bytes()), false);
            let mut reading = TemplateReading::new(vec![file], Language::English);
            let said = loop {
                if let Err(said) = reading.advance(1 << 16) {
                    break said;
                }
            };
            assert!(said.contains(why), "{said}");
        }
    }

    #[test]
    fn broken_files_are_errors_alone_and_left_out_among_others() {
        let file = |text: &'static str, found| ("f.yaml".to_owned(), Cow::Borrowed(text.as_bytes()), found);
        let read = |files| {
            let mut reading = TemplateReading::new(files, Language::English);
            loop {
                match reading.advance(100) {
                    Ok(true) => {
                        return reading
                            .finish()
                            .map(|(entries, left_out)| (entries.len(), left_out.is_some()));
                    }
                    Ok(false) => {}
                    Err(why) => return Err(why),
                }
            }
        };
        let why = read(vec![file("kind: [", false)]).unwrap_err();
        assert!(why.contains("f.yaml"), "{why}");
        assert!(read(vec![file("kind: [", true)]).is_err());
        let good = "spec: {containers: [{name: c, image: i}]}";
        assert_eq!(read(vec![file("kind: [", true), file(good, true)]), Ok((1, true)));
        assert!(
            read(vec![file("kind: Pod", false)])
                .unwrap_err()
                .contains("template")
        );
    }
}
