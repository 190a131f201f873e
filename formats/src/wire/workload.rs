use super::member::Member;
use super::metadata::texts;
use super::revised_set::{read_revised_set, read_revision};
use super::template::{POD_DELETION_COST, TemplateHasher, deletion_cost, read_annotations, read_template};
use super::tolerations::read_tolerations;
use super::{WireError, WireProblem};
use crate::dump::Epoch;
use crate::text::condition_message;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{
    ConditionStatus, DeploymentFacts, DeploymentSpec, DeploymentStatus, Expression, IntOrPercent,
    LabelSelector, List, Message, Names, Operator, PodCondition, PodDetail, PodFacts, ReplicaSetFacts,
    ReplicaSetSpec, ReplicaSetStatus, Strategy, StrategyKind, Time, WorkloadCondition,
};
use kubeloupe_core::object::{Facts, KindId, Kinds};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What reading a workload needs beside its JSON.
pub struct WorkloadReader<'a, T> {
    /// The strings.
    pub names: &'a mut Names,
    /// The moment of the start.
    pub epoch: Epoch,
    /// How templates are hashed.
    pub template: T,
    /// Which annotations are kept.
    pub keep_annotation: fn(&str) -> bool,
}

/// What is kept of a ReplicaSet's `spec`, `status` and annotations.
pub fn read_replica_set<T: TemplateHasher>(
    reader: &mut WorkloadReader<'_, T>,
    object: &Value,
) -> Result<ReplicaSetFacts, WireError> {
    let object = Member::new(object, "");
    let (spec, status) = (object.get("spec"), object.get("status"));
    let selector = spec.get("selector");
    let selector = if selector.is_null() {
        None
    } else {
        Some(Arc::new(read_selector(reader.names, &selector)?))
    };
    let template = read_template(
        reader.names,
        &mut reader.template,
        spec.get("template").value,
        "spec.template",
    )?;
    Ok(ReplicaSetFacts {
        spec: ReplicaSetSpec {
            replicas: int(&spec.get("replicas"))?.unwrap_or(1),
            min_ready_seconds: int(&spec.get("minReadySeconds"))?.unwrap_or(0),
            selector,
            template: Arc::new(template),
        },
        status: ReplicaSetStatus {
            replicas: count(&status, "replicas")?,
            fully_labeled_replicas: count(&status, "fullyLabeledReplicas")?,
            ready_replicas: count(&status, "readyReplicas")?,
            available_replicas: count(&status, "availableReplicas")?,
            terminating_replicas: int(&status.get("terminatingReplicas"))?,
            observed_generation: status.get("observedGeneration").integer()?.unwrap_or(0),
            conditions: read_conditions(reader, &status.get("conditions"))?,
        },
        annotations: annotations(reader, &object)?,
    })
}

/// What is kept of a Deployment's `spec`, `status` and annotations.
pub fn read_deployment<T: TemplateHasher>(
    reader: &mut WorkloadReader<'_, T>,
    object: &Value,
) -> Result<DeploymentFacts, WireError> {
    let object = Member::new(object, "");
    let (spec, status) = (object.get("spec"), object.get("status"));
    let template = read_template(
        reader.names,
        &mut reader.template,
        spec.get("template").value,
        "spec.template",
    )?;
    let strategy = spec.get("strategy");
    let kind = match strategy.get("type").text()? {
        None | Some("RollingUpdate") => StrategyKind::RollingUpdate,
        Some("Recreate") => StrategyKind::Recreate,
        Some(other) => StrategyKind::Other(reader.names.intern(other)),
    };
    let rolling = strategy.get("rollingUpdate");
    Ok(DeploymentFacts {
        spec: DeploymentSpec {
            replicas: int(&spec.get("replicas"))?.unwrap_or(1),
            min_ready_seconds: int(&spec.get("minReadySeconds"))?.unwrap_or(0),
            selector: Arc::new(read_selector(reader.names, &spec.get("selector"))?),
            template: Arc::new(template),
            strategy: Strategy {
                kind,
                max_surge: int_or_percent(reader.names, &rolling.get("maxSurge"))?,
                max_unavailable: int_or_percent(reader.names, &rolling.get("maxUnavailable"))?,
            },
            revision_history_limit: int(&spec.get("revisionHistoryLimit"))?,
            paused: spec.get("paused").boolean()?.unwrap_or(false),
            progress_deadline_seconds: int(&spec.get("progressDeadlineSeconds"))?,
        },
        status: DeploymentStatus {
            observed_generation: status.get("observedGeneration").integer()?.unwrap_or(0),
            replicas: count(&status, "replicas")?,
            updated_replicas: count(&status, "updatedReplicas")?,
            ready_replicas: count(&status, "readyReplicas")?,
            available_replicas: count(&status, "availableReplicas")?,
            unavailable_replicas: count(&status, "unavailableReplicas")?,
            terminating_replicas: int(&status.get("terminatingReplicas"))?,
            collision_count: int(&status.get("collisionCount"))?,
            conditions: read_conditions(reader, &status.get("conditions"))?,
        },
        annotations: annotations(reader, &object)?,
    })
}

/// What is kept of a pod where the controllers of workloads run.
pub fn read_pod<T>(reader: &mut WorkloadReader<'_, T>, object: &Value) -> Result<PodFacts, WireError> {
    let object = Member::new(object, "");
    let (spec, status) = (object.get("spec"), object.get("status"));
    let cost = object.get("metadata").get("annotations").get(POD_DELETION_COST);
    let mut sidecars = Vec::new();
    for container in spec.get("initContainers").elements()? {
        if container.get("restartPolicy").text()? == Some("Always") {
            sidecars.push(container.get("name").text()?.unwrap_or_default());
        }
    }
    let restarts = |list: &Member<'_>, counts: &dyn Fn(&str) -> bool| -> Result<i32, WireError> {
        let mut most = 0;
        for status in list.elements()? {
            if counts(status.get("name").text()?.unwrap_or_default()) {
                most = most.max(int(&status.get("restartCount"))?.unwrap_or(0));
            }
        }
        Ok(most)
    };
    let mut conditions = Vec::new();
    for condition in status.get("conditions").elements()? {
        conditions.push(PodCondition {
            kind: condition.get("type").name(reader.names)?,
            status: ConditionStatus::of_text(condition.get("status").text()?.unwrap_or_default()),
            reason: condition.get("reason").name(reader.names)?,
            message: condition.get("message").name(reader.names)?,
            last_transition: time(reader.epoch, &condition.get("lastTransitionTime"))?,
            observed_generation: 0,
        });
    }
    Ok(PodFacts {
        node: spec.get("nodeName").name(reader.names)?,
        // A word that is no phase counts like none (section 2.4).
        phase: super::object::read_phase(&status.get("phase"))
            .ok()
            .flatten()
            .unwrap_or_default(),
        termination_grace_period_s: spec.get("terminationGracePeriodSeconds").integer()?.unwrap_or(30),
        detail: Some(Arc::new(PodDetail {
            conditions: conditions.into(),
            deletion_cost: cost.text()?.map_or(0, deletion_cost),
            restarts: restarts(&status.get("containerStatuses"), &|_| true)?,
            sidecar_restarts: restarts(&status.get("initContainerStatuses"), &|name| {
                sidecars.contains(&name)
            })?,
            tolerations: read_tolerations(reader.names, &spec.get("tolerations"))?,
        })),
    })
}

fn annotations<T>(
    reader: &mut WorkloadReader<'_, T>,
    object: &Member<'_>,
) -> Result<List<(kubeloupe_core::object::Name, kubeloupe_core::object::Name)>, WireError> {
    let annotations = object.get("metadata").get("annotations");
    Ok(read_annotations(reader.names, &annotations, reader.keep_annotation)?.into())
}

pub(super) fn int(member: &Member<'_>) -> Result<Option<i32>, WireError> {
    let Some(number) = member.integer()? else {
        return Ok(None);
    };
    i32::try_from(number)
        .map(Some)
        .map_err(|_| member.wrong(WireProblem::Expected("a 32-bit number")))
}

fn count(status: &Member<'_>, name: &str) -> Result<i32, WireError> {
    Ok(int(&status.get(name))?.unwrap_or(0))
}

fn time(epoch: Epoch, member: &Member<'_>) -> Result<Option<Time>, WireError> {
    let Some(text) = member.text()? else {
        return Ok(None);
    };
    match crate::dump::parse_timestamp(text) {
        Ok(moment) => Ok(moment.map(|moment| epoch.time(moment))),
        Err(_) => Err(member.wrong(WireProblem::Expected("a time"))),
    }
}

fn int_or_percent(names: &mut Names, member: &Member<'_>) -> Result<Option<IntOrPercent>, WireError> {
    Ok(match member.value {
        Value::String(text) => Some(IntOrPercent::Text(names.intern(text))),
        _ => int(member)?.map(IntOrPercent::Int),
    })
}

pub(super) fn read_selector(names: &mut Names, selector: &Member<'_>) -> Result<LabelSelector, WireError> {
    let mut expressions = Vec::new();
    for expression in selector.get("matchExpressions").elements()? {
        expressions.push(Expression {
            key: expression.get("key").name(names)?,
            operator: Operator::of_text(names, expression.get("operator").text()?.unwrap_or_default()),
            values: super::metadata::read_names(names, &expression.get("values"))?,
        });
    }
    Ok(LabelSelector {
        labels: super::metadata::read_labels(names, &selector.get("matchLabels"))?,
        expressions: expressions.into(),
    })
}

fn read_conditions<T>(
    reader: &mut WorkloadReader<'_, T>,
    list: &Member<'_>,
) -> Result<List<WorkloadCondition>, WireError> {
    let mut conditions = Vec::new();
    for condition in list.elements()? {
        conditions.push(WorkloadCondition {
            kind: condition.get("type").name(reader.names)?,
            status: ConditionStatus::of_text(condition.get("status").text()?.unwrap_or_default()),
            reason: condition.get("reason").name(reader.names)?,
            message: Message::Text(condition.get("message").name(reader.names)?),
            last_update: time(reader.epoch, &condition.get("lastUpdateTime"))?,
            last_transition: time(reader.epoch, &condition.get("lastTransitionTime"))?,
        });
    }
    Ok(conditions.into())
}

/// A selector with the members that it has.
pub fn selector(names: &Names, selector: &LabelSelector) -> Value {
    let mut shown = Map::new();
    if !selector.labels.is_empty() {
        let labels = selector.labels.iter();
        let labels = labels.map(|&(key, value)| (names.text(key).to_owned(), names.text(value).into()));
        shown.insert("matchLabels".to_owned(), Value::Object(labels.collect()));
    }
    if !selector.expressions.is_empty() {
        let expressions = selector.expressions.iter().map(|expression| {
            let mut shown = json!({
                "key": names.text(expression.key),
                "operator": expression.operator.text(names),
            });
            if !expression.values.is_empty() {
                shown["values"] = texts(names, &expression.values);
            }
            shown
        });
        shown.insert("matchExpressions".to_owned(), expressions.collect());
    }
    Value::Object(shown)
}

/// Conditions as the API shows them.
pub fn conditions(cluster: &Cluster, epoch: Epoch, conditions: &[WorkloadCondition]) -> Value {
    let shown = conditions.iter().map(|condition| {
        let mut shown = Map::new();
        let mut set = |key: &str, value: String| {
            if !value.is_empty() {
                shown.insert(key.to_owned(), Value::String(value));
            }
        };
        set("type", cluster.names.text(condition.kind).to_owned());
        set("status", condition.status.text().to_owned());
        set("reason", cluster.names.text(condition.reason).to_owned());
        set("message", condition_message(cluster, epoch, &condition.message));
        if let Some(at) = condition.last_update {
            set("lastUpdateTime", epoch.timestamp(at));
        }
        if let Some(at) = condition.last_transition {
            set("lastTransitionTime", epoch.timestamp(at));
        }
        Value::Object(shown)
    });
    shown.collect()
}

/// The member, beside those of the API, that says for which minor version a template is hashed.
pub(crate) const MINOR: &str = "minor";

/// The minor for which a template is hashed where nothing is said: it only matters that it can be read.
const NEWEST_MINOR: u32 = 37;

/// Whether an annotation is one that a controller of workloads reads; only those are kept.
pub fn is_read_annotation(key: &str) -> bool {
    matches!(
        key,
        POD_DELETION_COST
            | "deployment.kubernetes.io/revision"
            | "deployment.kubernetes.io/revision-history"
            | "deployment.kubernetes.io/desired-replicas"
            | "deployment.kubernetes.io/max-replicas"
            | "deprecated.deployment.rollback.to"
    )
}

/// The facts of a workload, a revision or a pod; `None` for another kind, or where a member is of the wrong type.
pub fn workload_facts(
    names: &mut Names,
    kinds: &Kinds,
    kind: KindId,
    epoch: Epoch,
    object: &Value,
) -> Option<Facts> {
    let about = kinds.get(kind);
    let word = names.text(about.kind).to_owned();
    let group = names.text(about.group).to_owned();
    facts_of(names, epoch, &group, &word, object).ok().flatten()
}

/// Whether the members of a ReplicaSet, Deployment or pod are of the right types.
pub fn check_workload(names: &mut Names, is_pod: bool, object: &Value) -> Result<(), WireError> {
    let words: &[&str] = if is_pod { &["Pod"] } else { &["ReplicaSet"] };
    for word in words {
        let group = if is_pod { "" } else { "apps" };
        facts_of(names, Epoch::DEFAULT, group, word, object)?;
    }
    Ok(())
}

fn facts_of(
    names: &mut Names,
    epoch: Epoch,
    group: &str,
    word: &str,
    object: &Value,
) -> Result<Option<Facts>, WireError> {
    let minor = object[MINOR]
        .as_u64()
        .and_then(|minor| u32::try_from(minor).ok())
        .unwrap_or(NEWEST_MINOR);
    let mut reader = WorkloadReader {
        names,
        epoch,
        template: |template: &Value| super::template::hash_template(template, minor, None),
        keep_annotation: is_read_annotation,
    };
    Ok(match (group, word) {
        ("", "Pod") => Some(Facts::Pod(read_pod(&mut reader, object)?)),
        ("apps", "ReplicaSet") => Some(Facts::ReplicaSet(Arc::new(read_replica_set(
            &mut reader,
            object,
        )?))),
        ("apps", "Deployment") => {
            let read = read_deployment(&mut reader, object)?;
            Some(Facts::Deployment(Arc::new(with_defaults(reader.names, read))))
        }
        ("apps", "StatefulSet" | "DaemonSet") => {
            let names = &mut *reader.names;
            let read = read_revised_set(names, minor, word == "DaemonSet", object)?;
            Some(Facts::RevisedSet(Arc::new(read)))
        }
        ("apps", "ControllerRevision") => Some(Facts::Revision(Arc::new(read_revision(minor, object)?))),
        _ => None,
    })
}

/// What the API server sets in a Deployment where nothing is written: no controller sees one without it.
fn with_defaults(names: &mut Names, mut deployment: DeploymentFacts) -> DeploymentFacts {
    let spec = &mut deployment.spec;
    if spec.strategy.kind == StrategyKind::RollingUpdate {
        let quarter = IntOrPercent::Text(names.intern("25%"));
        spec.strategy.max_surge.get_or_insert(quarter);
        spec.strategy.max_unavailable.get_or_insert(quarter);
    }
    spec.revision_history_limit.get_or_insert(10);
    spec.progress_deadline_seconds.get_or_insert(600);
    deployment
}
