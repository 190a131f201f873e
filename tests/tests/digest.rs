//! The same question gives the same digest of everything that is left, natively and in WebAssembly: the digests in
//! `tests/digests/expected.txt` are those of this test, and the test of the npm package compares its own with them.

use expect_test::expect_file;
use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::sim::{Config, Schedule};
use kubeloupe_formats::Source;
use kubeloupe_formats::dump::Options;
use kubeloupe_formats::forecast::{Answer, Forecaster};
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, read_scenario, run_scenario};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const FORECASTS: &[(&str, &str)] = &[
    ("dumps/shop-cluster/everything.json", "deploy/shop/web"),
    ("dumps/shop-cluster/everything.json", "database/data/orders"),
    ("dumps/shop-cluster/everything.json", "ns/shop"),
    ("dumps/shop-cluster/apps.json", "tenant/acme"),
    ("dumps/shop-cluster/all-cm-secret.yaml", "sts/data/pg"),
    ("dumps/stuck-cluster/everything.json", "ns/data"),
];

const RUNS: &[(&str, &str, u64)] = &[
    ("digests/shop.scenario.yaml", "fair", 1),
    ("digests/shop.scenario.yaml", "random", 7),
    ("digests/shop.scenario.yaml", "random", u64::MAX),
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn digests_are_the_expected_ones() {
    let mut lines = String::new();
    for (dump, target) in FORECASTS {
        let bytes = read(&path(dump));
        let source = Source {
            name: dump,
            bytes: &bytes,
        };
        let forecaster = Forecaster::read(&[source], Config::default(), &Options::default())
            .unwrap_or_else(|error| panic!("{dump}: {error}"));
        let answer = Answer::new(&forecaster, &[(*target).to_owned()], None, &Cascade::ALL)
            .unwrap_or_else(|error| panic!("{dump}: {error:?}"));
        for forecast in answer.report().forecasts {
            writeln!(
                lines,
                "forecast {dump} {target} {} {}",
                forecast.cascade, forecast.digest
            )
            .expect("memory takes it");
        }
    }
    for &(file, schedule, seed) in RUNS {
        let place = path(file);
        let bytes = read(&place);
        let folder = place.parent().expect("a file is in a folder");
        let mut load = |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
        let source = Source {
            name: file,
            bytes: &bytes,
        };
        let scenario = read_scenario(source, &mut load, Limits::default())
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let options = RunOptions {
            trace: false,
            schedule: Some(if schedule == "random" {
                Schedule::Random
            } else {
                Schedule::Fair
            }),
            seed: Some(seed),
            ..RunOptions::default()
        };
        let result = run_scenario(&scenario, options);
        writeln!(lines, "run {file} {schedule} {seed} {}", result.digest).expect("memory takes it");
    }
    expect_file!["../digests/expected.txt"].assert_eq(&lines);
}
