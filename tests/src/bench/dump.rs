use super::clusters::dump_text;
use super::memory::resident;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::Source;
use kubeloupe_formats::diagnosis::Findings;
use kubeloupe_formats::dump::{DumpReader, Options, read_dump};
use kubeloupe_formats::forecast::{Forecaster, built_in};
use std::time::Instant;

/// What one deletion in a dump costs, from its bytes to the verdict.
pub struct DumpCost {
    /// Objects in the dump.
    pub objects: usize,
    /// Bytes of the dump.
    pub bytes: usize,
    /// Seconds to read it.
    pub parse_seconds: f64,
    /// The longest of the slices in which it is read so that a page stays alive, without the last, in milliseconds.
    pub slice_ms: f64,
    /// Seconds of the last one, which makes objects of what was read.
    pub last_slice_seconds: f64,
    /// Seconds to read it, build the graph and see what happens without a question.
    pub ready_seconds: f64,
    /// Seconds for one more question: the background deletion of a Deployment with all that it owns.
    pub question_seconds: f64,
    /// Seconds to diagnose the whole, once it is ready.
    pub diagnose_seconds: f64,
    /// Bytes that the process holds for it, without the text.
    pub held_bytes: Option<u64>,
}

/// Seconds that the forecast of the deletion of so many Deployments with 98 pods each takes, the fastest of five. Most of
/// it goes by step by step, since the collector's client is throttled.
pub fn question(deployments: u32) -> f64 {
    let text = dump_text(deployments, 98);
    let sources = [Source {
        name: "generated.json",
        bytes: text.as_bytes(),
    }];
    let forecaster = Forecaster::read(&sources, Config::default(), &Options::default())
        .expect("a generated dump is sound");
    let keys = (0..deployments).map(|number| {
        let name = format!("deployment/bench/d{number}");
        forecaster.object(&name, None).expect("the Deployment is there")
    });
    let keys: Vec<_> = keys.collect();
    let seconds = (0..5).map(|_| {
        let begin = Instant::now();
        let forecast = forecaster.forecast(&keys, Cascade::Background);
        assert_eq!(
            forecast.verdicts.len(),
            deployments as usize * 100,
            "all of it goes"
        );
        begin.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

/// Measures a dump of `deployments` Deployments with `pods` pods each.
pub fn cost(deployments: u32, pods: u32) -> DumpCost {
    let text = dump_text(deployments, pods);
    let sources = [Source {
        name: "generated.json",
        bytes: text.as_bytes(),
    }];
    // Memory first: what an earlier measurement gave back would be used again unseen.
    let before = resident();
    let begin = Instant::now();
    let forecaster = Forecaster::read(&sources, Config::default(), &Options::default())
        .expect("a generated dump is sound");
    let ready_seconds = begin.elapsed().as_secs_f64();
    let held_bytes = before
        .zip(resident())
        .map(|((before, _), (after, _))| after.saturating_sub(before));
    let begin = Instant::now();
    let mut cluster = super::clusters::empty_cluster();
    let objects = read_dump(&sources, &mut cluster, &Options::default())
        .expect("a generated dump is sound")
        .objects
        .len();
    let parse_seconds = begin.elapsed().as_secs_f64();
    drop(cluster);
    let (slice_ms, last_slice_seconds) = slices(&text);
    let key = forecaster
        .object("deployment/bench/d0", None)
        .expect("the first Deployment is there");
    let begin = Instant::now();
    let forecast = forecaster.forecast(&[key], Cascade::Background);
    let question_seconds = begin.elapsed().as_secs_f64();
    assert_eq!(
        forecast.verdicts.len(),
        pods as usize + 2,
        "the Deployment, its ReplicaSet and its pods go"
    );
    let begin = Instant::now();
    let findings = Findings::new(&forecaster);
    let diagnose_seconds = begin.elapsed().as_secs_f64();
    assert_eq!(findings.diagnosis().objects, objects, "everything is diagnosed");
    DumpCost {
        objects,
        bytes: text.len(),
        parse_seconds,
        slice_ms,
        last_slice_seconds,
        ready_seconds,
        question_seconds,
        diagnose_seconds,
        held_bytes,
    }
}

/// Reads a dump in slices, and tells how long the longest took in milliseconds, and the last in seconds.
fn slices(text: &str) -> (f64, f64) {
    /// What a page reads between two frames.
    const SLICE_BYTES: usize = 1 << 20;
    let mut reader = DumpReader::new(built_in(Config::default().minor), Options::default());
    reader.add("generated.json", text.as_bytes());
    let mut longest: f64 = 0.0;
    loop {
        let begin = Instant::now();
        let progress = reader.advance(SLICE_BYTES).expect("a generated dump is sound");
        longest = longest.max(begin.elapsed().as_secs_f64());
        if progress.done {
            break;
        }
    }
    let begin = Instant::now();
    let (_, dump) = reader.finish();
    dump.expect("a generated dump is sound");
    (longest * 1e3, begin.elapsed().as_secs_f64())
}
