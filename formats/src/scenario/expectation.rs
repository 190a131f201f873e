use super::fields::{Word, unknown_field};
use super::parse_duration;
use super::words::{EXPECT, EXPECTATION, FATES, fate_of};
use crate::error::{Expected, Problem, Vocabulary};
use crate::input::{
    Context, Element, Elements, Erased, ErasedMapping, Failed, Fields, Members, Owned, Seed, Token,
};
use crate::limits::Limit;
use crate::reference::ObjectRef;
use kubeloupe_core::analyse::{Fate, WaitsFor};
use kubeloupe_core::gc::Identity;
use kubeloupe_core::object::{Name, Names, Time};
use std::fmt;

/// What is expected of one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The object.
    pub object: ObjectRef,
    /// Its fate.
    pub fate: Option<Fate>,
    /// When that is settled.
    pub at: Option<Comparison>,
    /// What it waits for at the end; other things may be among what it waits for too.
    pub waits_for: Vec<WaitsExpected>,
}

/// A comparison with a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// How.
    pub operator: Operator,
    /// With what.
    pub time: Time,
}

/// How times are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `==`
    Equal,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
}

/// One thing that an object is expected to wait for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaitsExpected {
    /// `finalizer NAME`.
    Finalizer(String),
    /// `kubelet`.
    Kubelet,
    /// `namespace content`.
    NamespaceContent,
    /// `kind APIVERSION KIND`.
    Kind(String),
    /// A blocking dependent.
    Object(ObjectRef),
}

impl Comparison {
    /// Reads `<= 40s`; without an operator the times are to be equal.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (operator, rest) = [
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("==", Operator::Equal),
            ("<", Operator::Less),
            (">", Operator::Greater),
            ("", Operator::Equal),
        ]
        .into_iter()
        .find_map(|(sign, operator)| Some((operator, text.strip_prefix(sign)?)))?;
        let span = parse_duration(rest.trim())?;
        Some(Comparison {
            operator,
            time: Time::START + span,
        })
    }

    /// Whether `time` is as expected.
    pub fn holds(self, time: Time) -> bool {
        match self.operator {
            Operator::Less => time < self.time,
            Operator::LessOrEqual => time <= self.time,
            Operator::Equal => time == self.time,
            Operator::GreaterOrEqual => time >= self.time,
            Operator::Greater => time > self.time,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.operator {
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Equal => "==",
            Operator::GreaterOrEqual => ">=",
            Operator::Greater => ">",
        };
        write!(f, "{sign} {}", self.time)
    }
}

impl WaitsExpected {
    /// Reads what an object may wait for.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        match text {
            "kubelet" => return Some(WaitsExpected::Kubelet),
            "namespace content" => return Some(WaitsExpected::NamespaceContent),
            _ => {}
        }
        let named = |word: &str| {
            text.strip_prefix(word)
                .map(str::trim)
                .filter(|rest| !rest.is_empty())
        };
        if let Some(name) = named("finalizer ") {
            return Some(WaitsExpected::Finalizer(name.to_owned()));
        }
        if let Some(kind) = named("kind ") {
            return Some(WaitsExpected::Kind(kind.to_owned()));
        }
        ObjectRef::parse(text).map(WaitsExpected::Object)
    }

    /// Whether `waits` is what is expected.
    pub fn is(&self, waits: &WaitsFor, names: &Names) -> bool {
        match (self, waits) {
            (WaitsExpected::Finalizer(wanted), WaitsFor::Finalizer(name)) => names.text(*name) == wanted,
            (WaitsExpected::Kubelet, WaitsFor::Kubelet | WaitsFor::SilentNode(_)) => true,
            (WaitsExpected::NamespaceContent, WaitsFor::NamespaceContent) => true,
            (WaitsExpected::Kind(wanted), WaitsFor::UnmappedKind { api_version, kind }) => wanted
                .split_whitespace()
                .eq([names.text(*api_version), names.text(*kind)]),
            (
                WaitsExpected::Object(wanted),
                WaitsFor::Dependent(identity) | WaitsFor::Instance(identity) | WaitsFor::Refusal(identity),
            ) => names_identity(wanted, identity, names),
            _ => false,
        }
    }
}

fn names_identity(wanted: &ObjectRef, identity: &Identity, names: &Names) -> bool {
    let text = |name: Name| names.text(name);
    text(identity.kind) == wanted.kind
        && text(identity.name) == wanted.name
        && text(identity.namespace) == wanted.namespace
        && wanted.uid.as_deref().is_none_or(|uid| uid == text(identity.uid))
}

impl fmt::Display for WaitsExpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WaitsExpected::Finalizer(name) => write!(f, "finalizer {name}"),
            WaitsExpected::Kubelet => f.write_str("kubelet"),
            WaitsExpected::NamespaceContent => f.write_str("namespace content"),
            WaitsExpected::Kind(kind) => write!(f, "kind {kind}"),
            WaitsExpected::Object(object) => object.fmt(f),
        }
    }
}

/// `expect`.
#[derive(Default)]
pub(super) struct Expectations(pub(super) Vec<Expectation>);

impl Fields for Expectations {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "objects" => map.read(Elements::strict(context, self, Limit::Expectations)),
            _ => Err(unknown_field(context, key, EXPECT)),
        }
    }
}

impl Element for Expectations {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut draft = Draft::default();
        Members::strict(context, &mut draft).read(input)?;
        let Some(object) = draft.object else {
            return Err(context.fail(Problem::MissingField("ref")));
        };
        self.0.push(Expectation {
            object,
            fate: draft.fate,
            at: draft.at,
            waits_for: draft.waits_for,
        });
        Ok(())
    }
}

#[derive(Default)]
struct Draft {
    object: Option<ObjectRef>,
    fate: Option<Fate>,
    at: Option<Comparison>,
    waits_for: Vec<WaitsExpected>,
}

impl Fields for Draft {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "ref" => {
                let text = map.read(Owned { context })?;
                self.object = Some(
                    ObjectRef::parse(&text).ok_or_else(|| context.unreadable(Expected::Reference, &text))?,
                );
            }
            "fate" => {
                let word = Word {
                    context,
                    vocabulary: Vocabulary::Fate,
                    known: FATES,
                };
                self.fate = fate_of(map.read(word)?);
            }
            "at" => {
                let text = map.read(Owned { context })?;
                self.at = Some(
                    Comparison::parse(&text)
                        .ok_or_else(|| context.unreadable(Expected::Comparison, &text))?,
                );
            }
            "waitsFor" => map.read(Waits {
                context,
                list: &mut self.waits_for,
            })?,
            _ => return Err(unknown_field(context, key, EXPECTATION)),
        }
        Ok(())
    }
}

/// One thing waited for, or a list of them.
struct Waits<'c, 'n> {
    context: &'c mut Context<'n>,
    list: &'c mut Vec<WaitsExpected>,
}

impl Seed for Waits<'_, '_> {
    type Value = ();

    fn read(self, input: Erased<'_, '_>) -> Result<(), Failed> {
        let Waits { context, list: waits } = self;
        input.any(|token| match token {
            Token::Text(text) => match WaitsExpected::parse(text) {
                Some(expected) => {
                    waits.push(expected);
                    Ok(())
                }
                None => Err(context.unreadable(Expected::WaitsFor, text)),
            },
            Token::List(list) => {
                Elements::strict(context, &mut WaitsList(waits), Limit::Expectations).of_list(list)
            }
            other => Err(context.wrong(Expected::WaitsFor, other.found())),
        })
    }
}

struct WaitsList<'l>(&'l mut Vec<WaitsExpected>);

impl Element for WaitsList<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        Waits {
            context,
            list: self.0,
        }
        .read(input)
    }
}
