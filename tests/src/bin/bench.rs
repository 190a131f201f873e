//! Measures the budgets: `cargo xtask bench [collector] [dump] [forecast] [diagnosis] [rewind] [hash] [workloads] [nodes]`. Figures are printed, and
//! ratios within this run; nothing fails for being slow.

use kubeloupe_core::object::Duration;
use kubeloupe_tests::bench::{collector, diagnosis, dump, hash, nodes, rewind, workloads};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let all = wanted.is_empty();
    let asked = |name: &str| all || wanted.iter().any(|one| one == name);
    if asked("collector") {
        collect();
    }
    if asked("dump") {
        dumps();
    }
    if asked("forecast") {
        forecasts();
    }
    if asked("diagnosis") {
        diagnoses();
    }
    if asked("rewind") {
        rewinds();
    }
    if asked("hash") {
        hashes();
    }
    if asked("workloads") {
        rollouts();
    }
    if asked("nodes") {
        outages();
    }
}

fn collect() {
    println!("collector: background deletion of one owner, everything counted until the cluster is at rest");
    println!(
        "{:>12} {:>14} {:>12} {:>10} {:>14} {:>14}",
        "dependents", "objects/s", "steps/s", "ns/object", "warm-up s", "bytes/object"
    );
    let mut first = None;
    for objects in [1_000, 10_000, 30_000, 100_000, 1_000_000] {
        // The fastest of a few runs: the others were held up by something else on the machine.
        let runs = if objects < 1_000_000 { 5 } else { 1 };
        let best = (0..runs)
            .map(|_| collector::collect(objects))
            .min_by(|left, right| left.seconds.total_cmp(&right.seconds))
            .expect("at least one run");
        let per_object = best.seconds * 1e9 / f64::from(objects);
        first.get_or_insert(per_object);
        println!(
            "{:>12} {:>14.0} {:>12.0} {:>10.0} {:>14.3} {:>14}",
            objects,
            f64::from(objects) / best.seconds,
            best.steps as f64 / best.seconds,
            per_object,
            best.warm_up_seconds,
            best.bytes_per_object
                .map_or_else(|| "unknown".to_owned(), |bytes| format!("{bytes:.0}")),
        );
        if objects == 1_000_000 {
            println!(
                "cost per object, 1,000,000 against 1,000: {:.2}x",
                per_object / first.unwrap_or(per_object)
            );
        }
    }
}

fn dumps() {
    println!("\ndump: from the bytes of a file to a verdict");
    for (deployments, pods) in [(200, 98), (1_000, 98)] {
        let cost = dump::cost(deployments, pods);
        println!(
            "{} objects, {:.0} MB: read {:.2} s ({:.0} MB/s), longest slice {:.1} ms and last {:.2} s, read and ready \
             {:.2} s, one question {:.1} ms, a diagnosis {:.2} s, held {}",
            cost.objects,
            cost.bytes as f64 / 1e6,
            cost.parse_seconds,
            cost.bytes as f64 / 1e6 / cost.parse_seconds,
            cost.slice_ms,
            cost.last_slice_seconds,
            cost.ready_seconds,
            cost.question_seconds * 1e3,
            cost.diagnose_seconds,
            cost.held_bytes.map_or_else(
                || "unknown".to_owned(),
                |bytes| format!(
                    "{:.0} MB ({:.0} bytes per object)",
                    bytes as f64 / 1e6,
                    bytes as f64 / cost.objects as f64
                )
            ),
        );
    }
}

fn forecasts() {
    println!("\nforecast: the deletion of Deployments with their pods");
    for deployments in [1, 10, 100] {
        let seconds = dump::question(deployments);
        println!(
            "{} objects: {:.2} ms, {:.2} us per object",
            deployments * 100,
            seconds * 1e3,
            seconds * 1e6 / f64::from(deployments * 100)
        );
    }
}

fn diagnoses() {
    println!("\ndiagnosis: clusters in which nearly everything is wrong");
    let mut first = None;
    for tenth in [1_000, 10_000] {
        let cost = diagnosis::cost(tenth);
        let per_object = (cost.diagnose_seconds + cost.told_seconds) / cost.objects as f64;
        first.get_or_insert(per_object);
        println!(
            "{} objects, {} findings: read and ready {:.2} s, diagnosed {:.2} s, told as text and JSON {:.2} s",
            cost.objects, cost.findings, cost.ready_seconds, cost.diagnose_seconds, cost.told_seconds,
        );
        if tenth == 10_000 {
            println!(
                "cost per object, 100,000 against 10,000: {:.2}x",
                per_object / first.unwrap_or(per_object)
            );
        }
    }
}

fn rewinds() {
    println!("\nrewind: a history of 100,000 steps");
    let rewound = rewind::rewind(100_000);
    println!(
        "{} steps forward with effects in {:.2} s ({:.0} steps/s); the slowest of twelve seeks all over it {:.1} ms",
        rewound.steps,
        rewound.forward_seconds,
        rewound.steps as f64 / rewound.forward_seconds,
        rewound.worst_seek_seconds * 1e3,
    );
}

fn outages() {
    println!("\nnodes: one of three zones goes down, and stays down for an hour");
    for (nodes, pods) in [(500, 15_000), (5_000, 150_000)] {
        let cost = nodes::outage(nodes::Outage {
            nodes,
            pods,
            lasts: Duration::from_secs(3_600),
        });
        println!(
            "{nodes} nodes, {pods} pods: started in {:.2} s, one hour in {:.2} s; {} steps, {} passes, {} nodes tainted, {} pods evicted; {}",
            cost.load_seconds,
            cost.seconds,
            cost.steps,
            cost.passes,
            cost.tainted,
            cost.deleted,
            cost.held_bytes.map_or_else(
                || "memory unknown".to_owned(),
                |(held, most)| format!(
                    "{:.0} MB held, {:.0} MB at most",
                    held as f64 / 1e6,
                    most as f64 / 1e6
                )
            ),
        );
    }
}

fn hashes() {
    println!("\nhash: a template of one container, and that of CoreDNS");
    for id in ["create-nginx", "kubeadm-coredns"] {
        let cost = hash::hash(id);
        println!(
            "{id}: {} bytes dumped; stored {:.0}/s, manifest {:.0}/s; all versions {:.2} ms; who made a label {:.2} ms; a collision {:.1} ms",
            cost.dump_bytes,
            cost.stored_per_second,
            cost.manifest_per_second,
            cost.all_versions_seconds * 1e3,
            cost.makers_seconds * 1e3,
            cost.collision_seconds * 1e3,
        );
    }
}

fn rollouts() {
    println!(
        "\nworkloads: Deployments make their pods, then all get another template (25 % surge, 25 % unavailable)"
    );
    let mut first = None;
    for (deployments, pods) in [(10, 100), (100, 100), (1_000, 100)] {
        let cost = workloads::roll_out(deployments, pods);
        let per_pod = cost.rolled.seconds * 1e6 / f64::from(deployments * pods);
        first.get_or_insert(per_pod);
        println!(
            "{deployments} x {pods}: created in {:.2} s ({} steps, {:.1} s of virtual time), rolled out in {:.2} s \
             ({} steps, {:.1} s), {per_pod:.1} us a pod, at most {}",
            cost.created.seconds,
            cost.created.steps,
            cost.created.virtual_seconds,
            cost.rolled.seconds,
            cost.rolled.steps,
            cost.rolled.virtual_seconds,
            cost.peak_bytes.map_or_else(
                || "unknown".to_owned(),
                |bytes| format!("{:.0} MB", bytes as f64 / 1e6)
            ),
        );
        if deployments == 1_000 {
            println!(
                "cost per pod, 100,000 against 1,000: {:.2}x",
                per_pod / first.unwrap_or(per_pod)
            );
        }
    }
}
