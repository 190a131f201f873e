//! What vectors assert of a world. Everything is compared whole; what happened is counted from the assertion before.
//!
//! | member | what |
//! |---|---|
//! | `graph` | all nodes: `P1`, `v(P1)` for a virtual one, in any order |
//! | `dependents`, `owners` | of these nodes: the dependents in any order, the references in theirs |
//! | `flags` | of these nodes: `B` beingDeleted, `F` deletingDependents |
//! | `D`, `O` | the queues, the head first; `old P1` is a node object that the graph no longer holds |
//! | `G` | graphChanges, the head first: `add P1`, `update P1`, `del P1`, `vdel P1` |
//! | `delayed` | what waits to be added to D or O: `{"P1": "5ms"}`, from now |
//! | `cache` | the absent owners, in any order |
//! | `calls` | of controllers, in order (see [`calls`](super::calls)) |
//! | `events` | Events recorded: `P1 OwnerRefInvalidNamespace`, and the identity in the text |
//! | `watch` | what was written: `MODIFIED P1` |
//! | `code`, `reason` | the answer to the last request |
//! | `api` | of these objects: `null` when not stored, else any of `finalizers`, `owners`, `deleting`, `grace`, `generation`, `resourceVersion`, `phase`, `conditions`, `specFinalizers` |
//! | `stored` | all stored objects, in any order |
//! | `now`, `nextDue` | virtual time, and when something is due, since the start |

use super::collector::Bench;
use super::{same, span, texts, view};
use kubeloupe_core::object::{Facts, NamespacePhase, Object};
use kubeloupe_core::sim::QueueName;
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn check(bench: &mut Bench, about: &Value) -> Result<(), String> {
    for (what, expected) in about.as_object().ok_or("assert has to be an object")? {
        one(bench, what, expected)?;
    }
    Ok(())
}

fn one(bench: &mut Bench, what: &str, expected: &Value) -> Result<(), String> {
    match what {
        "graph" => same(what, &sorted(view::graph(bench)), &sorted(texts(expected)?)),
        "dependents" => each_node(
            bench,
            what,
            expected,
            |bench, name| view::dependents(bench, name).map(sorted),
            true,
        ),
        "owners" => each_node(bench, what, expected, view::owners, false),
        "flags" => each_node(
            bench,
            what,
            expected,
            |bench, name| Ok(vec![view::flags(bench, name)?]),
            false,
        ),
        "D" => same(
            what,
            &view::queue(bench, QueueName::AttemptToDelete),
            &texts(expected)?,
        ),
        "O" => same(
            what,
            &view::queue(bench, QueueName::AttemptToOrphan),
            &texts(expected)?,
        ),
        "G" => same(what, &view::graph_changes(bench), &texts(expected)?),
        "delayed" => delayed(bench, what, expected),
        "cache" => same(what, &sorted(view::cache(bench)), &sorted(texts(expected)?)),
        "calls" => same(what, &bench.calls, &texts(expected)?),
        "events" => same(what, &bench.events, &texts(expected)?),
        "watch" => same(what, &bench.watch, &texts(expected)?),
        "code" => {
            let code = bench.answer.as_ref().map(|answer| u64::from(answer.code));
            same(what, &code, &expected.as_u64())
        }
        "reason" => {
            let reason = bench.answer.as_ref().and_then(|answer| answer.reason());
            same(
                what,
                &reason.map(|reason| format!("{reason:?}")),
                &expected.as_str().map(str::to_owned),
            )
        }
        "api" => {
            for (name, expected) in expected.as_object().ok_or("api has to be an object")? {
                object(bench, name, expected).map_err(|difference| format!("api {name}: {difference}"))?;
            }
            Ok(())
        }
        "stored" => {
            let cluster = bench.world.cluster();
            let ours = bench
                .world
                .api()
                .objects()
                .map(|object| bench.table.show_object(cluster, object))
                .collect();
            same(what, &sorted(ours), &sorted(texts(expected)?))
        }
        "now" => same(what, &bench.world.now().0, &span(expected)?),
        "nextDue" => same(
            what,
            &bench.world.next_due().map(|due| due.0),
            &Some(span(expected)?),
        ),
        other => Err(format!("unknown assertion {other}")),
    }
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

fn each_node(
    bench: &mut Bench,
    what: &str,
    expected: &Value,
    ours: impl Fn(&mut Bench, &str) -> Result<Vec<String>, String>,
    any_order: bool,
) -> Result<(), String> {
    for (name, expected) in expected
        .as_object()
        .ok_or(format!("{what} has to be an object"))?
    {
        let expected = match expected {
            Value::String(text) => vec![text.clone()],
            list => texts(list)?,
        };
        let expected = if any_order { sorted(expected) } else { expected };
        same(&format!("{what} of {name}"), &ours(bench, name)?, &expected)?;
    }
    Ok(())
}

fn delayed(bench: &Bench, what: &str, expected: &Value) -> Result<(), String> {
    let now = bench.world.now();
    let mut ours: Vec<(String, i64)> = view::delayed(bench)
        .into_iter()
        .map(|(item, due)| (item, (due - now).0))
        .collect();
    let mut wanted = Vec::new();
    for (item, due) in expected.as_object().ok_or("delayed has to be an object")? {
        wanted.push((item.clone(), span(due)?));
    }
    ours.sort();
    wanted.sort();
    same(what, &ours, &wanted)
}

fn object(bench: &mut Bench, name: &str, expected: &Value) -> Result<(), String> {
    let identity = bench.table.identity(bench.world.cluster_mut(), name)?;
    let stored: Option<Arc<Object>> = bench
        .world
        .api()
        .objects()
        .find(|object| object.meta.uid == identity.uid)
        .cloned();
    let Some(stored) = stored else {
        return same("stored", &Value::Null, expected);
    };
    let members = expected.as_object().ok_or("is stored")?;
    let cluster = bench.world.cluster();
    let names = &cluster.names;
    let meta = &stored.meta;
    let facts = match &stored.facts {
        Facts::Namespace(facts) => Some(facts),
        _ => None,
    };
    for (member, expected) in members {
        let ours = match member.as_str() {
            "finalizers" => json!(
                meta.finalizers
                    .iter()
                    .map(|&one| names.text(one))
                    .collect::<Vec<_>>()
            ),
            "owners" => {
                let owners = meta.owner_references.iter();
                json!(
                    owners
                        .map(|one| bench.table.show_reference(cluster, one))
                        .collect::<Vec<_>>()
                )
            }
            "deleting" => json!(meta.is_deleting()),
            "grace" => json!(meta.deletion_grace_period_s),
            "generation" => json!(meta.generation),
            "resourceVersion" => json!(meta.resource_version),
            "phase" => match facts.map(|facts| facts.phase) {
                Some(NamespacePhase::Active) => json!("Active"),
                Some(NamespacePhase::Terminating) => json!("Terminating"),
                None => Value::Null,
            },
            "specFinalizers" => {
                let finalizers = facts.into_iter().flat_map(|facts| facts.spec_finalizers.iter());
                json!(finalizers.map(|&one| names.text(one)).collect::<Vec<_>>())
            }
            "conditions" => {
                let conditions = facts.into_iter().flat_map(|facts| facts.conditions.iter());
                let text = |one: &kubeloupe_core::object::ConditionFact| {
                    format!(
                        "{}={} {}",
                        names.text(one.kind),
                        names.text(one.status),
                        names.text(one.reason)
                    )
                };
                json!(conditions.map(text).collect::<Vec<_>>())
            }
            other => return Err(format!("unknown member {other}")),
        };
        same(member, &ours, expected)?;
    }
    Ok(())
}
