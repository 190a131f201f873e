use super::number::go_float;
use super::object::TemplateObject;
use crate::error::{Expected, Found, LoadError, Problem};
use crate::input::{
    Context, Documents, Erased, ErasedList, ErasedMapping, Failed, Packing, Seed, Segment, Source, Stream,
    Token, Unpacked, Unpacker, of_source,
};
use crate::limits::{Limit, Limits};
use kubeloupe_core::hash::Value;
use kubeloupe_core::object::Names;
use std::borrow::Cow;

/// Members of an object that a template, its owner or its label can be in. All others are passed over, the contents of
/// Secrets among them.
const WANTED: [&str; 6] = ["apiVersion", "kind", "metadata", "spec", "status", "template"];

/// Archives in archives, and compressed files in them.
const DEEPEST: usize = 3;

/// Reads every object with a pod template in `sources`: Deployments, ReplicaSets, DaemonSets, StatefulSets,
/// ReplicationControllers, Jobs, CronJobs, PodTemplates, and bare templates.
///
/// # Errors
/// Where a source cannot be read, is beyond a limit, or holds no template.
pub fn read_templates(sources: &[Source<'_>], limits: Limits) -> Result<Vec<TemplateObject>, LoadError> {
    let mut found = Vec::new();
    for source in sources {
        let mut reader = TemplateReader::new(source.name, source.bytes, limits)?;
        while !reader.advance(usize::MAX)? {}
        found.extend(reader.finish()?);
        if found.len() as u64 > limits.get(Limit::Objects) {
            let (limit, value) = (Limit::Objects, limits.get(Limit::Objects));
            return Err(of_source(source.name, Problem::Limit { limit, value }));
        }
    }
    Ok(found)
}

/// Reads the templates of one source in slices, so that whoever shows progress stays in charge. Dropping it is all that
/// it takes to stop.
pub struct TemplateReader<'a> {
    name: String,
    names: Names,
    limits: Limits,
    size: u64,
    /// Archives and compressed files that are unpacked, each in the one before.
    packed: Vec<(String, Box<Unpacker<'a>>)>,
    text: Option<Stream<'a>>,
    /// The document that is read in pieces.
    open: Option<OpenObject>,
    found: Vec<TemplateObject>,
}

/// A mapping whose members come one by one.
#[derive(Default)]
struct OpenObject {
    members: Vec<(Box<str>, Value)>,
    /// How many values it may still have.
    values: u64,
    is_list: bool,
}

impl<'a> TemplateReader<'a> {
    /// Begins to read a source, perhaps compressed, or an archive.
    ///
    /// # Errors
    /// Where it is no text, or beyond a limit.
    pub fn new(
        name: impl Into<String>,
        bytes: impl Into<Cow<'a, [u8]>>,
        limits: Limits,
    ) -> Result<Self, LoadError> {
        let (name, bytes) = (name.into(), bytes.into());
        let mut reader = TemplateReader {
            name: name.clone(),
            names: Names::default(),
            limits,
            size: bytes.len() as u64,
            packed: Vec::new(),
            text: None,
            open: None,
            found: Vec::new(),
        };
        reader.begin(name, bytes)?;
        Ok(reader)
    }

    /// Bytes read so far, of how many.
    pub fn progress(&self) -> (u64, u64) {
        let read = match (self.packed.first(), &self.text) {
            (Some((_, unpacker)), _) => unpacker.position().min(self.size),
            (None, Some(text)) => text.progress().0 as u64,
            (None, None) => self.size,
        };
        (read.min(self.size), self.size)
    }

    /// Reads about `bytes` bytes of text on. Returns whether that was all.
    ///
    /// # Errors
    /// Where it cannot be read, or is beyond a limit. A file of an archive that is broken is passed over. Where a parser of
    /// YAML is missing ([`Problem::YamlNotBuiltIn`]) it goes on once there is one.
    pub fn advance(&mut self, bytes: usize) -> Result<bool, LoadError> {
        if let Some(mut text) = self.text.take() {
            let mut context = Context::new(&mut self.names, self.limits);
            let mut documents = Pieces {
                context: &mut context,
                found: &mut self.found,
                source: text.name().to_owned(),
                open: &mut self.open,
            };
            match text.advance(&mut documents, bytes) {
                Ok(false) => self.text = Some(text),
                Ok(true) => return Ok(self.packed.is_empty()),
                Err(error) if error.problem == Problem::YamlNotBuiltIn => {
                    self.text = Some(text);
                    return Err(error);
                }
                Err(error) if self.in_archive() && !matches!(error.problem, Problem::Limit { .. }) => {
                    self.open = None;
                }
                Err(error) => return Err(error),
            }
            return Ok(false);
        }
        let Some((name, unpacker)) = self.packed.last_mut() else {
            return Ok(true);
        };
        let name = name.clone();
        match unpacker.step(bytes, &self.limits) {
            Ok(Unpacked::More | Unpacked::PassedOver { .. }) => {}
            Ok(Unpacked::End) => drop(self.packed.pop()),
            Ok(Unpacked::File { name: inside, bytes }) => {
                let inside = inside.map_or(name.clone(), |inside| format!("{name}/{inside}"));
                let begun = self.begin(inside, Cow::Owned(bytes));
                if let Err(error) = begun
                    && !(self.in_archive() && error.problem == Problem::NotText)
                {
                    return Err(error);
                }
            }
            Err(problem) => return Err(of_source(&name, problem)),
        }
        Ok(self.packed.is_empty() && self.text.is_none())
    }

    /// The objects; it is read to its end if it was not.
    ///
    /// # Errors
    /// As [`Self::advance`], and where there is no template.
    pub fn finish(mut self) -> Result<Vec<TemplateObject>, LoadError> {
        while !self.advance(usize::MAX)? {}
        if self.found.is_empty() {
            return Err(of_source(&self.name, Problem::NoTemplate));
        }
        Ok(self.found)
    }

    fn in_archive(&self) -> bool {
        self.packed.iter().any(|(_, unpacker)| unpacker.is_archive())
    }

    fn begin(&mut self, name: String, bytes: Cow<'a, [u8]>) -> Result<(), LoadError> {
        let value = self.limits.get(Limit::SourceBytes);
        if bytes.len() as u64 > value {
            let limit = Limit::SourceBytes;
            return Err(of_source(&name, Problem::Limit { limit, value }));
        }
        match Packing::of(&bytes) {
            Packing::Plain => self.text = Some(Stream::new(name, bytes)?),
            packing @ (Packing::Gzip | Packing::Tar) if self.packed.len() < DEEPEST => {
                self.packed.push((name, Box::new(Unpacker::new(bytes, packing))));
            }
            Packing::Gzip | Packing::Tar | Packing::Foreign => {
                return Err(of_source(&name, Problem::Compressed));
            }
        }
        Ok(())
    }
}

struct Pieces<'c, 'n> {
    context: &'c mut Context<'n>,
    found: &'c mut Vec<TemplateObject>,
    source: String,
    open: &'c mut Option<OpenObject>,
}

impl<'n> Pieces<'_, 'n> {
    fn object(&mut self, presumed: String) -> Document<'_, 'n, '_> {
        Document {
            context: self.context,
            found: self.found,
            source: &self.source,
            presumed,
        }
    }
}

impl<'n> Documents<'n> for Pieces<'_, 'n> {
    fn context(&mut self) -> &mut Context<'n> {
        self.context
    }

    fn document(&mut self, _: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.object(String::new()).read(input)
    }

    fn begin(&mut self, _: u32, list: bool) -> bool {
        *self.open = Some(OpenObject {
            members: Vec::new(),
            values: self.context.limits.get(Limit::TemplateValues),
            is_list: list,
        });
        true
    }

    fn member(&mut self, key: &str, map: &mut ErasedMapping<'_, '_>) -> Result<(), Failed> {
        match self.open {
            Some(open) if WANTED.contains(&key) => {
                let tree = Tree {
                    context: self.context,
                    values: &mut open.values,
                };
                let value = map.read(tree)?;
                open.members.push((key.into(), value));
                Ok(())
            }
            _ => map.ignore(),
        }
    }

    fn element(&mut self, _: u32, input: Erased<'_, '_>) -> Result<(), Failed> {
        let presumed = self.open.as_ref().map(|open| presumed(&open.members));
        self.object(presumed.unwrap_or_default()).read(input)
    }

    fn end(&mut self) -> Result<(), Failed> {
        match self.open.take() {
            Some(open) if !open.is_list => self.object(String::new()).object(open.members),
            _ => Ok(()),
        }
    }
}

/// What the elements of a list are where they do not say: `DeploymentList` holds Deployments.
fn presumed(members: &[(Box<str>, Value)]) -> String {
    let kind = members.iter().find(|(name, _)| &**name == "kind");
    let kind = kind.and_then(|(_, kind)| kind.as_text()).unwrap_or_default();
    kind.strip_suffix("List").unwrap_or_default().to_owned()
}

/// An object, or a list of them.
struct Document<'c, 'n, 's> {
    context: &'c mut Context<'n>,
    found: &'c mut Vec<TemplateObject>,
    source: &'s str,
    /// Its kind where it does not say.
    presumed: String,
}

impl Document<'_, '_, '_> {
    fn object(self, mut members: Vec<(Box<str>, Value)>) -> Result<(), Failed> {
        let says_what_it_is = members.iter().any(|(name, _)| &**name == "kind");
        if !says_what_it_is && !self.presumed.is_empty() {
            members.push(("kind".into(), Value::text(&self.presumed)));
        }
        if let Some(object) = TemplateObject::of(&Value::from(members), self.source) {
            self.found.push(object);
            self.context.check(Limit::Objects, self.found.len())?;
        }
        Ok(())
    }
}

impl Seed for Document<'_, '_, '_> {
    type Value = ();

    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        input.any(|token| match token {
            Token::Mapping(map) => self.mapping(map),
            Token::List(list) => self.list(list),
            _ => Ok(()),
        })
    }
}

impl Document<'_, '_, '_> {
    fn mapping(self, mut map: ErasedMapping<'_, '_>) -> Result<(), Failed> {
        let (mut members, mut key) = (Vec::new(), String::new());
        let mut values = self.context.limits.get(Limit::TemplateValues);
        while map.key(&mut key)? {
            let read = if key == "items" {
                map.read(Document {
                    context: self.context,
                    found: self.found,
                    source: self.source,
                    presumed: presumed(&members),
                })
            } else if WANTED.contains(&&*key) {
                let tree = Tree {
                    context: self.context,
                    values: &mut values,
                };
                map.read(tree)
                    .map(|value| members.push((Box::from(&*key), value)))
            } else {
                map.ignore()
            };
            if let Err(error) = read {
                self.context.passed(Segment::Field(key));
                return Err(error);
            }
        }
        self.object(members)
    }

    fn list(self, mut list: ErasedList<'_, '_>) -> Result<(), Failed> {
        let mut index = 0;
        loop {
            let element = Document {
                context: self.context,
                found: self.found,
                source: self.source,
                presumed: self.presumed.clone(),
            };
            match list.read(element) {
                Ok(Some(())) => index += 1,
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.context.passed(Segment::Index(index));
                    return Err(error);
                }
            }
        }
    }
}

/// Any value, as it is.
struct Tree<'c, 'n> {
    context: &'c mut Context<'n>,
    /// How many values the object may still have.
    values: &'c mut u64,
}

impl Seed for Tree<'_, '_> {
    type Value = Value;

    fn read(self, input: Erased<'_, '_>) -> Result<Value, Failed> {
        let Tree { context, values } = self;
        match values.checked_sub(1) {
            Some(left) => *values = left,
            None => {
                let (limit, value) = (Limit::TemplateValues, context.limits.get(Limit::TemplateValues));
                return Err(context.fail(Problem::Limit { limit, value }));
            }
        }
        input.any(|token| match token {
            Token::Null => Ok(Value::Null),
            Token::Bool(value) => Ok(Value::Bool(value)),
            Token::Signed(value) => Ok(Value::Int(value)),
            Token::Unsigned(value) => Ok(match i64::try_from(value) {
                Ok(value) => Value::Int(value),
                Err(_) => Value::Number(value.to_string().into()),
            }),
            Token::Huge(digits) => Ok(Value::Number(digits.into())),
            Token::Float(value) => Ok(Value::Number(go_float(value).into())),
            // What kubectl takes for a text and the parser for a number that is too large, such as `1e999`: how it was
            // written is gone, and a hash of anything else would be wrong.
            Token::Text(".inf" | "-.inf" | ".nan") if context.yaml => {
                Err(context.wrong(Expected::Text, Found::Number))
            }
            Token::Text(text) => Ok(Value::text(text)),
            Token::List(list) => list_of(context, values, list),
            Token::Mapping(map) => mapping_of(context, values, map),
        })
    }
}

fn list_of(
    context: &mut Context<'_>,
    values: &mut u64,
    mut list: ErasedList<'_, '_>,
) -> Result<Value, Failed> {
    let mut elements = Vec::new();
    loop {
        match list.read(Tree { context, values }) {
            Ok(Some(value)) => elements.push(value),
            Ok(None) => return Ok(Value::List(elements)),
            Err(error) => {
                context.passed(Segment::Index(elements.len()));
                return Err(error);
            }
        }
    }
}

fn mapping_of(
    context: &mut Context<'_>,
    values: &mut u64,
    mut map: ErasedMapping<'_, '_>,
) -> Result<Value, Failed> {
    let mut members: Vec<(Box<str>, Value)> = Vec::new();
    let mut key = String::new();
    while map.key(&mut key)? {
        match map.read(Tree { context, values }) {
            Ok(value) => members.push((Box::from(&*key), value)),
            Err(error) => {
                context.passed(Segment::Field(key));
                return Err(error);
            }
        }
    }
    Ok(Value::from(members))
}
