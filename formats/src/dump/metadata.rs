use crate::error::Expected;
use crate::input::{
    Bool, Context, Element, Elements, Erased, ErasedMapping, Failed, Fields, Integer, Members, Seed, Text,
    Timestamp, Token, Tree,
};
use crate::limits::Limit;
use kubeloupe_core::object::{Name, ObjectMeta, OwnerReference, Time};
use kubeloupe_core::sorted::sort_by;

/// `metadata`; its times count from 1970.
#[derive(Default)]
pub(super) struct Metadata {
    pub(super) meta: ObjectMeta,
    /// Annotations that the controllers of workloads read, where they are wanted.
    pub(super) annotations: serde_json::Map<String, serde_json::Value>,
}

/// `metadata.finalizers`.
#[derive(Default)]
struct Finalizers(Vec<Name>);

/// `metadata.ownerReferences`.
#[derive(Default)]
struct OwnerReferences(Vec<OwnerReference>);

/// `metadata.labels`.
#[derive(Default)]
struct Labels(Vec<(Name, Name)>);

impl Fields for Metadata {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let meta = &mut self.meta;
        match key {
            "name" => meta.name = map.read(Text::new(context))?,
            "namespace" => meta.namespace = map.read(Text::new(context))?,
            "uid" => meta.uid = map.read(Text::new(context))?,
            "resourceVersion" => meta.resource_version = map.read(ResourceVersion { context })?,
            "generation" => meta.generation = map.read(Integer { context })?.unwrap_or(0),
            "creationTimestamp" => {
                meta.creation_timestamp = map.read(Timestamp { context })?.map(Time);
            }
            "deletionTimestamp" => {
                meta.deletion_timestamp = map.read(Timestamp { context })?.map(Time);
            }
            "deletionGracePeriodSeconds" => {
                meta.deletion_grace_period_s = map.read(Integer { context })?;
            }
            "finalizers" => {
                let mut finalizers = Finalizers::default();
                map.read(Elements::strict(context, &mut finalizers, Limit::Finalizers))?;
                meta.finalizers = finalizers.0.into();
            }
            "ownerReferences" => {
                let mut references = OwnerReferences::default();
                map.read(Elements::strict(context, &mut references, Limit::OwnerReferences))?;
                meta.owner_references = references.0.into();
            }
            "labels" => {
                let mut labels = Labels::default();
                map.read(Members::strict(context, &mut labels))?;
                sort_by(&mut labels.0, |left, right| {
                    context.names.compare(left.0, right.0)
                });
                meta.labels = labels.0.into();
            }
            "annotations" if context.workloads => {
                map.read(Members::loose(context, &mut Annotations(&mut self.annotations)))?;
            }
            _ => map.ignore()?,
        }
        Ok(())
    }
}

/// `metadata.annotations`, of which only those that a controller reads are kept.
struct Annotations<'a>(&'a mut serde_json::Map<String, serde_json::Value>);

impl Fields for Annotations<'_> {
    fn field(
        &mut self,
        _: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        if crate::wire::is_read_annotation(key) {
            self.0.insert(key.to_owned(), map.read(Tree)?);
            return Ok(());
        }
        map.ignore()
    }
}

impl Element for Finalizers {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        self.0.push(Text::new(context).read(input)?);
        Ok(())
    }
}

impl Element for OwnerReferences {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut reference = Reference(OwnerReference::default());
        Members::strict(context, &mut reference).read(input)?;
        self.0.push(reference.0);
        Ok(())
    }
}

struct Reference(OwnerReference);

impl Fields for Reference {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "apiVersion" => self.0.api_version = map.read(Text::new(context))?,
            "kind" => self.0.kind = map.read(Text::new(context))?,
            "name" => self.0.name = map.read(Text::new(context))?,
            "uid" => self.0.uid = map.read(Text::new(context))?,
            "controller" => self.0.controller = map.read(Bool { context })?,
            "blockOwnerDeletion" => self.0.block_owner_deletion = map.read(Bool { context })?,
            _ => map.ignore()?,
        }
        Ok(())
    }
}

impl Fields for Labels {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        context.check(Limit::NameBytes, key.len())?;
        let key = context.names.intern(key);
        let value = map.read(Text::new(context))?;
        self.0.push((key, value));
        context.check(Limit::Labels, self.0.len())
    }
}

/// `resourceVersion`. To clients it is opaque; all API servers count upwards, and one that is no number says nothing.
struct ResourceVersion<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl Seed for ResourceVersion<'_, '_> {
    type Value = u64;

    fn read(self, input: Erased<'_, '_>) -> Result<u64, Failed> {
        let ResourceVersion { context } = self;
        input.any(|token| match token {
            Token::Text(text) => Ok(text.parse().unwrap_or(0)),
            Token::Unsigned(value) => Ok(value),
            Token::Signed(value) => Ok(u64::try_from(value).unwrap_or(0)),
            Token::Null => Ok(0),
            Token::Float(value) => Err(context.unreadable(Expected::Integer, &value.to_string())),
            other => Err(context.wrong(Expected::Text, other.found())),
        })
    }
}
