//! The order in which pods are deleted (section 2.4, RS-20 to RS-22).

use super::book::Book;
use super::same;
use kubeloupe_core::object::{Facts, Object, Time};
use kubeloupe_core::workloads::{RankedPod, Ranking, ranks, sort};
use serde_json::Value;
use std::cmp::Ordering;
use std::sync::Arc;

/// Compares every pair, the ranks where they were computed, and the order. Returns how many pairs there were.
pub fn replay_ranking(recording: &Value) -> Result<usize, String> {
    let mut book = Book::new(recording);
    let pods = read(&mut book, recording, "pods")?;
    let related = read(&mut book, recording, "related")?;
    let given: Vec<u32> = recording["ranks"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|rank| rank.as_u64().and_then(|rank| rank.try_into().ok()).unwrap_or(0))
        .collect();
    if recording["ranksGiven"] != true {
        let computed = ranks(&pods, pods.iter().chain(&related));
        same("ranks", &Value::from(computed), &recording["ranks"])?;
    }
    let ready = book.intern("Ready");
    let ranking = Ranking {
        names: &book.cluster.names,
        now: recording["reference"].is_string().then_some(Time::START),
        deletion_cost: recording["gates"]["PodDeletionCost"] != false,
        sidecar_restarts: true,
        ready,
    };
    let ranked = |(pod, &rank): (&Arc<Object>, &u32)| RankedPod {
        pod: pod.clone(),
        rank,
    };
    let mut ranked: Vec<RankedPod> = pods.iter().zip(&given).map(ranked).collect();
    let mark = |left: &RankedPod, right: &RankedPod| match ranking.compare(left, right) {
        Ordering::Less => '<',
        Ordering::Greater => '>',
        Ordering::Equal => '=',
    };
    let row = |left: &RankedPod| ranked.iter().map(|right| mark(left, right)).collect::<String>();
    let pairs: Vec<String> = ranked.iter().map(row).collect();
    same("pairs", &Value::from(pairs), &recording["pairs"])?;
    let compared = ranked.len() * ranked.len();
    if let Some(groups) = recording["order"].as_array() {
        sort(&ranking, &mut ranked);
        let mut order = ranked
            .iter()
            .map(|ranked| book.text(ranked.pod.meta.name).to_owned());
        for group in groups {
            let mut group = super::strings(group);
            let mut ours: Vec<String> = order.by_ref().take(group.len()).collect();
            group.sort();
            ours.sort();
            same("order", &Value::from(ours), &Value::from(group))?;
        }
    }
    Ok(compared)
}

fn read(book: &mut Book, recording: &Value, list: &str) -> Result<Vec<Arc<Object>>, String> {
    let kind = book.pods;
    let mut pods = Vec::new();
    for (number, recorded) in recording[list].as_array().into_iter().flatten().enumerate() {
        let mut pod = Object::clone(&*book.object(kind, recorded)?);
        if list == "pods" {
            exact_ages(book, &mut pod, &recording["ages"][number]);
        }
        pods.push(Arc::new(pod));
    }
    Ok(pods)
}

/// Ages are given in nanoseconds beside the pods, whose times have seconds.
fn exact_ages(book: &mut Book, pod: &mut Object, ages: &Value) {
    let time = |member: &str| ages[member].as_i64().map(|age| Time(-age));
    pod.meta.creation_timestamp = time("createdNs");
    let ready = book.intern("Ready");
    if let Facts::Pod(facts) = &mut pod.facts
        && let Some(detail) = &mut facts.detail
    {
        let detail = Arc::make_mut(detail);
        let mut first = true;
        detail.conditions = detail
            .conditions
            .iter()
            .map(|condition| {
                let mut condition = *condition;
                let is_true = condition.status == kubeloupe_core::object::ConditionStatus::True;
                if condition.kind == ready && is_true && first {
                    condition.last_transition = time("readyNs");
                    first = false;
                }
                condition
            })
            .collect();
    }
}
