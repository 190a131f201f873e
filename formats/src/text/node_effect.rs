use super::Lang;
use super::part::{Part, fill, text, word};
use super::phrase::Phrase;
use kubeloupe_core::nodes::{NodeEffect, Rate, SkipReason, ZoneKey, ZoneState};
use kubeloupe_core::object::{Name, Names};

/// What happened in the nodes' controllers, as a sentence.
pub(super) fn node_effect(effect: &NodeEffect, names: &Names, lang: Lang) -> Vec<Part> {
    let say = |phrase: Phrase, arguments: &[&[Part]]| fill(phrase, lang, arguments);
    let node = |name: &Name| [word(names.text(*name))];
    let zone = |key: &ZoneKey| [word(zone_name(*key, names))];
    let state = |state: ZoneState| fill(state_phrase(state), lang, &[]);
    let number = |number: &dyn ToString| [text(number.to_string())];
    let pod =
        |namespace: &Name, name: &Name| [word(format!("{}/{}", names.text(*namespace), names.text(*name)))];
    match effect {
        NodeEffect::Passed { nodes, skipped: 0 } => say(Phrase::NodesPassed, &[&number(nodes)]),
        NodeEffect::Passed { nodes, skipped } => {
            say(Phrase::NodesPassedSome, &[&number(nodes), &number(skipped)])
        }
        NodeEffect::Silent {
            node: name,
            since,
            grace,
        } => say(Phrase::NodeSilent, &[&node(name), &number(since), &number(grace)]),
        NodeEffect::Skipped { node: name, why } => say(
            Phrase::NodeSkipped,
            &[&node(name), &fill(skip_phrase(*why), lang, &[])],
        ),
        NodeEffect::LeaseRecorded { node: name, version } => {
            say(Phrase::NodeLeaseRecorded, &[&node(name), &number(version)])
        }
        NodeEffect::Queued {
            node: name,
            zone: key,
        } => say(Phrase::NodeQueued, &[&node(name), &zone(key)]),
        NodeEffect::Unqueued {
            node: name,
            zone: key,
        } => say(Phrase::NodeUnqueued, &[&node(name), &zone(key)]),
        NodeEffect::Token {
            zone: key,
            node: name,
            tainted,
        } => {
            let phrase = if *tainted {
                Phrase::NodeToken
            } else {
                Phrase::NodeTokenWasted
            };
            say(phrase, &[&zone(key), &node(name)])
        }
        NodeEffect::ZoneAdded { zone: key, qps } => {
            say(Phrase::ZoneAdded, &[&zone(key), &number(&qps.get())])
        }
        NodeEffect::ZoneForgotten { zone: key } => say(Phrase::ZoneForgotten, &[&zone(key)]),
        NodeEffect::ZoneChanged {
            zone: key,
            from,
            to,
            size,
            not_ready,
            qps,
            swapped,
        } => say(
            Phrase::ZoneChanged,
            &[
                &zone(key),
                &state(*from),
                &state(*to),
                &number(not_ready),
                &number(size),
                &fill(rate_phrase(*qps, *swapped), lang, &[&number(&qps.get())]),
            ],
        ),
        NodeEffect::MasterDisruptionEntered => say(Phrase::MasterDisruptionEntered, &[]),
        NodeEffect::MasterDisruptionLeft => say(Phrase::MasterDisruptionLeft, &[]),
        NodeEffect::ReadyWritten { node: name, .. } => say(Phrase::NodeReadyWritten, &[&node(name)]),
        NodeEffect::EvictionSet { namespace, name, at } => {
            say(Phrase::EvictionSet, &[&pod(namespace, name), &number(at)])
        }
        NodeEffect::EvictionCancelled { namespace, name } => {
            say(Phrase::EvictionCancelled, &[&pod(namespace, name)])
        }
        NodeEffect::Heartbeats { leases, statuses } => {
            say(Phrase::NodeHeartbeats, &[&number(leases), &number(statuses)])
        }
        NodeEffect::KubeletSilent {
            node: at,
            namespace,
            name,
        } => say(Phrase::KubeletSilent, &[&node(at), &pod(namespace, name)]),
        NodeEffect::WouldCrash { node: name } => say(Phrase::NodeWouldCrash, &[&node(name)]),
    }
}

/// A zone as people write it: `region/zone`, or the one that is there. Nodes without labels are in the zone `-`.
pub fn zone_name(zone: ZoneKey, names: &Names) -> String {
    match (names.text(zone.region), names.text(zone.zone)) {
        ("", "") => "-".to_owned(),
        ("", zone) => zone.to_owned(),
        (region, "") => region.to_owned(),
        (region, zone) => format!("{region}/{zone}"),
    }
}

fn state_phrase(state: ZoneState) -> Phrase {
    match state {
        ZoneState::Initial => Phrase::ZoneInitial,
        ZoneState::Normal => Phrase::ZoneNormal,
        ZoneState::PartialDisruption => Phrase::ZonePartial,
        ZoneState::FullDisruption => Phrase::ZoneFull,
        ZoneState::Empty => Phrase::ZoneEmpty,
    }
}

fn rate_phrase(qps: Rate, swapped: bool) -> Phrase {
    match (qps.get() > 0.0, swapped) {
        (true, true) => Phrase::ZoneRate,
        (true, false) => Phrase::ZoneRateSame,
        (false, _) => Phrase::ZoneRateNever,
    }
}

fn skip_phrase(why: SkipReason) -> Phrase {
    match why {
        SkipReason::Stale => Phrase::SkipStale,
        SkipReason::Lookup => Phrase::SkipLookup,
        SkipReason::RetriesExhausted => Phrase::SkipRetries,
        SkipReason::Other => Phrase::SkipOther,
    }
}

/// The word for a kind of effect in traces.
pub fn node_effect_word(effect: &NodeEffect) -> &'static str {
    match effect {
        NodeEffect::Passed { .. } => "nodesPassed",
        NodeEffect::Silent { .. } => "nodeSilent",
        NodeEffect::Skipped { .. } => "nodeSkipped",
        NodeEffect::LeaseRecorded { .. } => "leaseRecorded",
        NodeEffect::Queued { .. } => "nodeQueued",
        NodeEffect::Unqueued { .. } => "nodeUnqueued",
        NodeEffect::Token { .. } => "token",
        NodeEffect::ZoneAdded { .. } => "zoneAdded",
        NodeEffect::ZoneForgotten { .. } => "zoneForgotten",
        NodeEffect::ZoneChanged { .. } => "zoneChanged",
        NodeEffect::MasterDisruptionEntered => "masterDisruptionEntered",
        NodeEffect::MasterDisruptionLeft => "masterDisruptionLeft",
        NodeEffect::ReadyWritten { .. } => "readyWritten",
        NodeEffect::EvictionSet { .. } => "evictionSet",
        NodeEffect::EvictionCancelled { .. } => "evictionCancelled",
        NodeEffect::Heartbeats { .. } => "heartbeats",
        NodeEffect::KubeletSilent { .. } => "kubeletSilent",
        NodeEffect::WouldCrash { .. } => "wouldCrash",
    }
}
