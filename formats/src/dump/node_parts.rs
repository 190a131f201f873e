//! What the controllers of nodes read of nodes, pods and leases. It is kept where a scenario or a lens asks for it.

use super::epoch::Epoch;
use crate::input::{
    Context, Element, Elements, Erased, ErasedMapping, Failed, Fields, LooseBool, LooseInteger, LooseText,
    Members, Seed,
};
use crate::limits::Limit;
use kubeloupe_core::object::{
    ConditionStatus, Name, Names, NodeCondition, NodeFacts, PodCondition, PodDetail, Taint, Time, Toleration,
    TolerationOperator,
};

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
    pub(super) fn read_spec(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<bool, Failed> {
        match key {
            "taints" => {
                map.read(Elements::loose(
                    context,
                    &mut Taints(&mut self.taints),
                    Limit::Conditions,
                ))?;
            }
            "tolerations" => {
                let mut tolerations = Tolerations(&mut self.tolerations);
                map.read(Elements::loose(context, &mut tolerations, Limit::Conditions))?;
            }
            "unschedulable" => self.unschedulable = map.read(LooseBool)?.unwrap_or(false),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads `conditions` of `status`.
    pub(super) fn read_conditions(
        &mut self,
        context: &mut Context<'_>,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        let mut conditions = Conditions(&mut self.conditions);
        map.read(Elements::loose(context, &mut conditions, Limit::Conditions))
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

impl Element for Taints<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut taint = TaintFields(Taint {
            key: Name::EMPTY,
            value: Name::EMPTY,
            effect: Name::EMPTY,
            time_added: None,
        });
        Members::loose(context, &mut taint).read(input)?;
        if taint.0.key != Name::EMPTY {
            self.0.push(taint.0);
        }
        Ok(())
    }
}

struct TaintFields(Taint);

impl Fields for TaintFields {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "key" => self.0.key = word(context, map)?,
            "value" => self.0.value = word(context, map)?,
            "effect" => self.0.effect = word(context, map)?,
            "timeAdded" => self.0.time_added = time(context, map)?.map(Time),
            _ => map.ignore()?,
        }
        Ok(())
    }
}

struct Tolerations<'p>(&'p mut Vec<Toleration>);

impl Element for Tolerations<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut toleration = TolerationFields(Toleration {
            key: Name::EMPTY,
            operator: TolerationOperator::Equal,
            value: Name::EMPTY,
            effect: Name::EMPTY,
            seconds: None,
        });
        Members::loose(context, &mut toleration).read(input)?;
        self.0.push(toleration.0);
        Ok(())
    }
}

struct TolerationFields(Toleration);

impl Fields for TolerationFields {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "key" => self.0.key = word(context, map)?,
            "value" => self.0.value = word(context, map)?,
            "effect" => self.0.effect = word(context, map)?,
            "operator" => {
                let operator = word(context, map)?;
                self.0.operator = TolerationOperator::of_text(context.names.text(operator));
            }
            "tolerationSeconds" => self.0.seconds = map.read(LooseInteger)?,
            _ => map.ignore()?,
        }
        Ok(())
    }
}

struct Conditions<'p>(&'p mut Vec<Condition>);

impl Element for Conditions<'_> {
    fn element(&mut self, context: &mut Context<'_>, input: Erased<'_, '_>) -> Result<(), Failed> {
        let mut condition = Condition::default();
        Members::loose(context, &mut condition).read(input)?;
        if condition.kind != Name::EMPTY {
            self.0.push(condition);
        }
        Ok(())
    }
}

impl Fields for Condition {
    fn field(
        &mut self,
        context: &mut Context<'_>,
        key: &str,
        map: &mut ErasedMapping<'_, '_>,
    ) -> Result<(), Failed> {
        match key {
            "type" => self.kind = word(context, map)?,
            "status" => self.status = word(context, map)?,
            "reason" => self.reason = word(context, map)?,
            "message" => self.message = word(context, map)?,
            "lastHeartbeatTime" => self.last_heartbeat = time(context, map)?,
            "lastTransitionTime" => self.last_transition = time(context, map)?,
            _ => map.ignore()?,
        }
        Ok(())
    }
}

fn word(context: &mut Context<'_>, map: &mut ErasedMapping<'_, '_>) -> Result<Name, Failed> {
    Ok(map.read(LooseText::new(context))?.unwrap_or_default())
}

fn time(context: &mut Context<'_>, map: &mut ErasedMapping<'_, '_>) -> Result<Option<i64>, Failed> {
    let text = word(context, map)?;
    Ok(super::parse_timestamp(context.names.text(text)).ok().flatten())
}
