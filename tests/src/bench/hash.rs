use kubeloupe_core::hash::analyse::{CollisionSearch, SearchState, makers_of};
use kubeloupe_core::hash::schema::{NEWEST_MINOR, OLDEST_MINOR};
use kubeloupe_core::hash::{Form, Template, pod_template_hash, prepare};
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

/// What hashing costs, for one template.
pub struct HashCost {
    /// Bytes of its dump in the newest version.
    pub dump_bytes: usize,
    /// Hashes of the stored template in the newest version, per second.
    pub stored_per_second: f64,
    /// Hashes of the manifest, defaults and all, per second.
    pub manifest_per_second: f64,
    /// Seconds to hash the stored template in all versions.
    pub all_versions_seconds: f64,
    /// Seconds to tell who made a label that nobody made: every version with 22 collisionCounts.
    pub makers_seconds: f64,
    /// Seconds to find a template that collides.
    pub collision_seconds: f64,
}

/// Hashes a template from the recorded vectors: the first one whose id begins with `id`.
pub fn hash(id: &str) -> HashCost {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/hash/pod-template-hash-real.json");
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    let rows: Vec<Value> = serde_json::from_str(&text).expect("they are JSON");
    let row = rows
        .iter()
        .find(|row| row["id"].as_str().is_some_and(|name| name.starts_with(id)));
    let manifest = crate::replay::template_of(&row.expect("it is there")["rawTemplate"]).expect("a template");
    let prepared = prepare(&manifest, Form::Manifest, NEWEST_MINOR).expect("a template");
    let stored = Template::new(prepared.encoded()).expect("a template");
    let per_second = |work: &dyn Fn() -> u32| {
        // The fastest of a few runs: the others were held up by something else on the machine.
        let run = || {
            let begin = Instant::now();
            let mut sum = 0_u32;
            for _ in 0..2_000 {
                sum = sum.wrapping_add(work());
            }
            assert_ne!(sum, 1, "so that the work is not left out");
            2_000.0 / begin.elapsed().as_secs_f64()
        };
        (0..5).map(|_| run()).fold(0.0, f64::max)
    };
    let seconds = |work: &mut dyn FnMut()| {
        let run = |work: &mut dyn FnMut()| {
            let begin = Instant::now();
            work();
            begin.elapsed().as_secs_f64()
        };
        (0..5).map(|_| run(work)).fold(f64::MAX, f64::min)
    };
    HashCost {
        dump_bytes: prepared.dump().len(),
        stored_per_second: per_second(&|| {
            let hash = pod_template_hash(&stored, NEWEST_MINOR, None);
            hash.expect("a template").sum
        }),
        manifest_per_second: per_second(&|| {
            let prepared = prepare(&manifest, Form::Manifest, NEWEST_MINOR);
            prepared.expect("a template").hash(None).sum
        }),
        all_versions_seconds: seconds(&mut || {
            for minor in OLDEST_MINOR..=NEWEST_MINOR {
                pod_template_hash(&stored, minor, None).expect("a template");
            }
        }),
        makers_seconds: seconds(&mut || {
            assert_eq!(makers_of(&stored, Form::Stored, "5555555555", 20), Ok(Vec::new()));
        }),
        collision_seconds: seconds(&mut || {
            let mut search =
                CollisionSearch::new(&manifest, &stored, Form::Stored, NEWEST_MINOR).expect("templates");
            while let SearchState::Searching { .. } = search.run(10_000).expect("templates") {}
        }),
    }
}
