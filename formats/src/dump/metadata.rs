use crate::error::Expected;
use crate::input::{Bool, Context, Element, Elements, Fields, Integer, Members, Text, Timestamp, refuse};
use crate::limits::Limit;
use kubeloupe_core::object::{Name, ObjectMeta, OwnerReference, Time};
use kubeloupe_core::sorted::sort_by;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

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

impl<'de> Fields<'de> for Metadata {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let meta = &mut self.meta;
        match key {
            "name" => meta.name = map.next_value_seed(Text::new(context))?,
            "namespace" => meta.namespace = map.next_value_seed(Text::new(context))?,
            "uid" => meta.uid = map.next_value_seed(Text::new(context))?,
            "resourceVersion" => meta.resource_version = map.next_value_seed(ResourceVersion { context })?,
            "generation" => meta.generation = map.next_value_seed(Integer { context })?.unwrap_or(0),
            "creationTimestamp" => {
                meta.creation_timestamp = map.next_value_seed(Timestamp { context })?.map(Time);
            }
            "deletionTimestamp" => {
                meta.deletion_timestamp = map.next_value_seed(Timestamp { context })?.map(Time);
            }
            "deletionGracePeriodSeconds" => {
                meta.deletion_grace_period_s = map.next_value_seed(Integer { context })?;
            }
            "finalizers" => {
                let mut finalizers = Finalizers::default();
                map.next_value_seed(Elements::strict(context, &mut finalizers, Limit::Finalizers))?;
                meta.finalizers = finalizers.0.into();
            }
            "ownerReferences" => {
                let mut references = OwnerReferences::default();
                map.next_value_seed(Elements::strict(context, &mut references, Limit::OwnerReferences))?;
                meta.owner_references = references.0.into();
            }
            "labels" => {
                let mut labels = Labels::default();
                map.next_value_seed(Members::strict(context, &mut labels))?;
                sort_by(&mut labels.0, |left, right| {
                    context.names.compare(left.0, right.0)
                });
                meta.labels = labels.0.into();
            }
            "annotations" if context.workloads => {
                map.next_value_seed(Members::loose(context, &mut Annotations(&mut self.annotations)))?;
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

/// `metadata.annotations`, of which only those that a controller reads are kept.
struct Annotations<'a>(&'a mut serde_json::Map<String, serde_json::Value>);

impl<'de> Fields<'de> for Annotations<'_> {
    fn field<A: MapAccess<'de>>(
        &mut self,
        _: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        if crate::wire::is_read_annotation(key) {
            self.0.insert(key.to_owned(), map.next_value()?);
            return Ok(());
        }
        map.next_value::<IgnoredAny>().map(drop)
    }
}

impl<'de> Element<'de> for Finalizers {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        self.0.push(Text::new(context).deserialize(input)?);
        Ok(())
    }
}

impl<'de> Element<'de> for OwnerReferences {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let mut reference = Reference(OwnerReference::default());
        Members::strict(context, &mut reference).deserialize(input)?;
        self.0.push(reference.0);
        Ok(())
    }
}

struct Reference(OwnerReference);

impl<'de> Fields<'de> for Reference {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "apiVersion" => self.0.api_version = map.next_value_seed(Text::new(context))?,
            "kind" => self.0.kind = map.next_value_seed(Text::new(context))?,
            "name" => self.0.name = map.next_value_seed(Text::new(context))?,
            "uid" => self.0.uid = map.next_value_seed(Text::new(context))?,
            "controller" => self.0.controller = map.next_value_seed(Bool { context })?,
            "blockOwnerDeletion" => self.0.block_owner_deletion = map.next_value_seed(Bool { context })?,
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

impl<'de> Fields<'de> for Labels {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        context.check(Limit::NameBytes, key.len())?;
        let key = context.names.intern(key);
        let value = map.next_value_seed(Text::new(context))?;
        self.0.push((key, value));
        context.check(Limit::Labels, self.0.len())
    }
}

/// `resourceVersion`. To clients it is opaque; all API servers count upwards, and one that is no number says nothing.
struct ResourceVersion<'c, 'n> {
    context: &'c mut Context<'n>,
}

impl<'de> DeserializeSeed<'de> for ResourceVersion<'_, '_> {
    type Value = u64;
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<u64, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ResourceVersion<'_, '_> {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a resourceVersion")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        Ok(text.parse().unwrap_or(0))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        Ok(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
        Ok(u64::try_from(value).unwrap_or(0))
    }

    fn visit_unit<E: Error>(self) -> Result<u64, E> {
        Ok(0)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<u64, E> {
        Err(self.context.unreadable(Expected::Integer, &value.to_string()))
    }

    refuse!(Expected::Text => Bool List Mapping);
}
