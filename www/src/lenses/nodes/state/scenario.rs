use super::{ClusterPlan, FaultPlan, Flag, Fleet, Settings, What};
use kubeloupe_core::object::{Duration, Time};
use std::fmt::Write;

/// The same question as a scenario file, for the command line. A cluster that was opened is no part of it.
pub fn scenario_text(
    plan: &ClusterPlan,
    fleet: &Fleet,
    settings: &Settings,
    minor: u32,
    faults: &[FaultPlan],
    until: Time,
) -> String {
    let mut text = format!(
        "kubeloupe: v1\nkubernetes: \"1.{minor}\"\ncontrollers: [kubelet, nodelifecycle, tainteviction]\n"
    );
    let usual = Settings::of(minor);
    if settings.breaker != usual.breaker {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "featureGates: {{ NodeControllerLeaseCircuitBreaker: {} }}",
            settings.breaker
        );
    }
    text.push_str("flags:\n");
    for flag in Flag::ALL {
        let unit = if flag.is_span() { "s" } else { "" };
        let _ = writeln!(text, "  {}: {}{unit}", flag.name(), flag.get(settings));
    }
    text.push_str("actions:\n");
    for fault in faults {
        write_fault(&mut text, fault, fleet);
    }
    let _ = writeln!(text, "until: {until}\nobjects:");
    for zone in &fleet.zones {
        let names = &fleet.cluster.names;
        let (region, label) = (names.text(zone.key.region), names.text(zone.key.zone));
        for node in zone.nodes.clone() {
            let name = fleet.node_name(node);
            let _ = writeln!(
                text,
                "- {{apiVersion: v1, kind: Node, metadata: {{name: {name}, uid: {name}, labels: {{topology.kubernetes.io/region: {region}, topology.kubernetes.io/zone: {label}}}}}, status: {{conditions: [{{type: MemoryPressure, status: \"False\"}}, {{type: DiskPressure, status: \"False\"}}, {{type: PIDPressure, status: \"False\"}}, {{type: Ready, status: \"True\"}}]}}}}"
            );
        }
    }
    for node in 0..fleet.nodes.len() {
        let name = fleet.node_name(node);
        for pod in 1..=plan.pods {
            let seconds = plan.toleration_s;
            let toleration = |key: &str| {
                format!(
                    "{{key: node.kubernetes.io/{key}, operator: Exists, effect: NoExecute, tolerationSeconds: {seconds}}}"
                )
            };
            let _ = writeln!(
                text,
                "- {{apiVersion: v1, kind: Pod, metadata: {{name: {name}-pod-{pod}, namespace: default, uid: {name}-pod-{pod}}}, spec: {{nodeName: {name}, tolerations: [{}, {}]}}, status: {{phase: Running, conditions: [{{type: Ready, status: \"True\"}}]}}}}",
                toleration("not-ready"),
                toleration("unreachable"),
            );
        }
    }
    text
}

fn write_fault(text: &mut String, fault: &FaultPlan, fleet: &Fleet) {
    let at = fault.at;
    let mut line = |what: &str, members: &str| {
        let _ = writeln!(text, "- {{at: {at}, fault: {{{what}: {{{members}}}}}}}");
    };
    match fault.what {
        What::CacheStalls => line("cacheStalls", "kind: Lease"),
        What::CacheResumes => line("cacheResumes", "kind: Lease"),
        What::LeaseReadsFail(times) => line("apiErrors", &format!("verb: get, kind: Lease, times: {times}")),
        What::Restart => {
            let _ = writeln!(text, "- {{at: {at}, fault: restartControllers}}");
        }
        _ => {
            for node in fault.place.nodes(fleet) {
                let node = format!("node: {}", fleet.node_name(node));
                match fault.what {
                    What::Down => line("nodeOutage", &node),
                    What::LeaseStops => line("leaseStops", &node),
                    What::StatusStops => line("statusStops", &node),
                    What::NotReady => line("kubeletReports", &format!("{node}, ready: \"False\"")),
                    What::ClockBack(by) => line("clockBack", &format!("{node}, by: {by}")),
                    _ => {
                        line("nodeRecovers", &node);
                        line("leaseResumes", &node);
                        line("statusResumes", &node);
                        line("clockBack", &format!("{node}, by: {}", Duration(1)));
                        line("kubeletReports", &format!("{node}, ready: \"True\""));
                    }
                }
            }
        }
    }
}
