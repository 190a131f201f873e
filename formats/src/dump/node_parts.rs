//! What the controllers of nodes read of nodes, pods and leases. It is kept where a scenario or a lens asks for it.

use super::epoch::Epoch;
use crate::input::{Context, Element, Elements, Fields, LooseBool, LooseInteger, LooseText, Members};
use crate::limits::Limit;
use kubeloupe_core::object::{
    ConditionStatus, Name, Names, NodeCondition, NodeFacts, PodCondition, PodDetail, Taint, Time, Toleration,
    TolerationOperator,
};
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess};

/// Members of spec and status; times count from 1970.
#[derive(Default)]
pub(crate) struct NodeParts {
    taints: Vec<Taint>,
    unschedulable: bool,
    tolerations: Vec<Toleration>,
    conditions: Vec<Condition>,
}

#[derive(Clone, Copy, Default)]
struct Condition {
    kind: Name,
    status: Name,
    reason: Name,
    message: Name,
    last_heartbeat: Option<i64>,
    last_transition: Option<i64>,
}

impl NodeParts {
    /// Reads a member of `spec`, if it is one of these.
    pub(super) fn read_spec<'de, A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<bool, A::Error> {
        match key {
            "taints" => {
                map.next_value_seed(Elements::loose(
                    context,
                    &mut Taints(&mut self.taints),
                    Limit::Conditions,
                ))?;
            }
            "tolerations" => {
                let mut tolerations = Tolerations(&mut self.tolerations);
                map.next_value_seed(Elements::loose(context, &mut tolerations, Limit::Conditions))?;
            }
            "unschedulable" => self.unschedulable = map.next_value_seed(LooseBool)?.unwrap_or(false),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads `conditions` of `status`.
    pub(super) fn read_conditions<'de, A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let mut conditions = Conditions(&mut self.conditions);
        map.next_value_seed(Elements::loose(context, &mut conditions, Limit::Conditions))
    }

    /// A node's facts; `status` words are looked up in `names`.
    pub(crate) fn into_node(self, epoch: Epoch, names: &Names) -> NodeFacts {
        let time = |at: i64| epoch.time(at).as_stored();
        let taints = self.taints.into_iter().map(|taint| Taint {
            time_added: taint.time_added.map(|at| time(at.0)),
            ..taint
        });
        let conditions = self.conditions.iter().map(|condition| NodeCondition {
            kind: condition.kind,
            status: ConditionStatus::of_text(names.text(condition.status)),
            reason: condition.reason,
            last_heartbeat: condition.last_heartbeat.map(time),
            last_transition: condition.last_transition.map(time),
        });
        NodeFacts {
            taints: taints.collect(),
            conditions: conditions.collect(),
            unschedulable: self.unschedulable,
        }
    }

    /// A pod's detail.
    pub(crate) fn into_pod(self, epoch: Epoch, names: &Names) -> PodDetail {
        let conditions = self.conditions.iter().map(|condition| PodCondition {
            kind: condition.kind,
            status: ConditionStatus::of_text(names.text(condition.status)),
            reason: condition.reason,
            message: condition.message,
            last_transition: condition.last_transition.map(|at| epoch.time(at).as_stored()),
            observed_generation: 0,
        });
        PodDetail {
            conditions: conditions.collect(),
            tolerations: self.tolerations.into(),
            ..PodDetail::default()
        }
    }
}

struct Taints<'p>(&'p mut Vec<Taint>);

impl<'de> Element<'de> for Taints<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let mut taint = TaintFields(Taint {
            key: Name::EMPTY,
            value: Name::EMPTY,
            effect: Name::EMPTY,
            time_added: None,
        });
        Members::loose(context, &mut taint).deserialize(input)?;
        if taint.0.key != Name::EMPTY {
            self.0.push(taint.0);
        }
        Ok(())
    }
}

struct TaintFields(Taint);

impl<'de> Fields<'de> for TaintFields {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "key" => self.0.key = word(context, map)?,
            "value" => self.0.value = word(context, map)?,
            "effect" => self.0.effect = word(context, map)?,
            "timeAdded" => self.0.time_added = time(context, map)?.map(Time),
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

struct Tolerations<'p>(&'p mut Vec<Toleration>);

impl<'de> Element<'de> for Tolerations<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let mut toleration = TolerationFields(Toleration {
            key: Name::EMPTY,
            operator: TolerationOperator::Equal,
            value: Name::EMPTY,
            effect: Name::EMPTY,
            seconds: None,
        });
        Members::loose(context, &mut toleration).deserialize(input)?;
        self.0.push(toleration.0);
        Ok(())
    }
}

struct TolerationFields(Toleration);

impl<'de> Fields<'de> for TolerationFields {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "key" => self.0.key = word(context, map)?,
            "value" => self.0.value = word(context, map)?,
            "effect" => self.0.effect = word(context, map)?,
            "operator" => {
                let operator = word(context, map)?;
                self.0.operator = TolerationOperator::of_text(context.names.text(operator));
            }
            "tolerationSeconds" => self.0.seconds = map.next_value_seed(LooseInteger)?,
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

struct Conditions<'p>(&'p mut Vec<Condition>);

impl<'de> Element<'de> for Conditions<'_> {
    fn element<D: Deserializer<'de>>(&mut self, context: &mut Context<'_>, input: D) -> Result<(), D::Error> {
        let mut condition = Condition::default();
        Members::loose(context, &mut condition).deserialize(input)?;
        if condition.kind != Name::EMPTY {
            self.0.push(condition);
        }
        Ok(())
    }
}

impl<'de> Fields<'de> for Condition {
    fn field<A: MapAccess<'de>>(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        match key {
            "type" => self.kind = word(context, map)?,
            "status" => self.status = word(context, map)?,
            "reason" => self.reason = word(context, map)?,
            "message" => self.message = word(context, map)?,
            "lastHeartbeatTime" => self.last_heartbeat = time(context, map)?,
            "lastTransitionTime" => self.last_transition = time(context, map)?,
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

fn word<'de, A: MapAccess<'de>>(context: &mut Context<'_>, map: &mut A) -> Result<Name, A::Error> {
    Ok(map.next_value_seed(LooseText::new(context))?.unwrap_or_default())
}

fn time<'de, A: MapAccess<'de>>(context: &mut Context<'_>, map: &mut A) -> Result<Option<i64>, A::Error> {
    let text = word(context, map)?;
    Ok(super::parse_timestamp(context.names.text(text)).ok().flatten())
}
