//! No input makes a reader panic, hang or grow without bounds.

use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::builtin_kinds;
use kubeloupe_formats::dump::{Options, read_dump};
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::scenario::{RunOptions, Until, parse_duration, read_scenario, run_scenario};
use kubeloupe_formats::text::{Lang, describe_error, describe_note};
use std::path::Path;
use std::sync::Arc;

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }
}

const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\"",
    b"'",
    b"\n",
    b"\n---\n",
    b"\n...\n",
    b"- ",
    b"&a ",
    b"*a",
    b"<<: *a",
    b"null",
    b"~",
    b"true",
    b"0",
    b"-1",
    b"1e999",
    b"0x10",
    b"|\n",
    b">-\n",
    b"? ",
    b"!!binary ",
    b"%YAML 1.1\n",
    b"\t",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"items",
    b"metadata",
    b"kind: List\n",
    b"\"items\":[",
    b"ownerReferences",
    b"==== START logs x\n",
    b"Warning: x\n",
    b"2024-05-01T10:00:00Z",
    b"99999999999999999999",
];

/// `input` with some of its bytes replaced, removed, repeated, or mixed with what means something to a parser.
fn mutated(input: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            2 => {
                let byte = random.next().to_le_bytes()[0];
                if let Some(place) = bytes.get_mut(at) {
                    *place = byte;
                }
            }
            3 => bytes.truncate(at),
            _ => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied())),
        }
    }
    bytes
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name)
}

fn read(bytes: &[u8]) {
    let mut cluster = Cluster {
        minor: 37,
        ..Cluster::default()
    };
    cluster.kinds = Arc::new(builtin_kinds(Arc::make_mut(&mut cluster.names), 37));
    match read_dump(
        &[Source { name: "input", bytes }],
        &mut cluster,
        &Options::default(),
    ) {
        Ok(dump) => {
            for note in &dump.notes {
                for lang in Lang::ALL {
                    assert!(!describe_note(note, &cluster, lang).is_empty());
                }
            }
        }
        Err(error) => {
            for lang in Lang::ALL {
                assert!(describe_error(&error, lang).contains("input"));
            }
        }
    }
}

#[test]
fn dumps_that_were_tampered_with_are_read_or_refused() {
    let mut random = Random(1);
    let stuck = file("dumps/stuck-cluster/short.yaml");
    let inputs = [
        file("cases/62-cluster-info-dump-stream.json"),
        file("cases/64-warnings-mixed-in.yaml.txt"),
        file("cases/65-typed-lists-and-list-lookalikes.podlist.json"),
        file("cases/67-anchors-and-aliases.yaml"),
        file("cases/69-missing-uid-and-nulls.yaml"),
        file("cases/22-crd-waits-for-instance-finalizer.yaml"),
        stuck[..6_000].to_vec(),
    ];
    for round in 0..2_000 {
        let input = &inputs[round % inputs.len()];
        read(&mutated(input, &mut random));
    }
}

#[test]
fn heaps_of_brackets_and_words_are_read_or_refused() {
    let mut random = Random(2);
    for _ in 0..2_000 {
        let mut bytes = Vec::new();
        for _ in 0..random.below(60) {
            bytes.extend_from_slice(PIECES[random.below(PIECES.len())]);
        }
        read(&bytes);
    }
    for piece in PIECES {
        read(&piece.repeat(3_000));
        let nested = [b"{\"items\":[".repeat(5_000), piece.to_vec()].concat();
        read(&nested);
    }
}

#[test]
fn scenarios_that_were_tampered_with_are_read_or_refused() {
    let mut random = Random(3);
    let inputs = [
        "texts/namespace.yaml",
        "texts/graph.yaml",
        "texts/definition.yaml",
    ]
    .map(|name| file(&format!("tests/{name}")));
    let mut readable = 0;
    for round in 0..1_500 {
        let bytes = mutated(&inputs[round % inputs.len()], &mut random);
        let mut loader = |_: &str| Err("there are no files".to_owned());
        match read_scenario(
            Source {
                name: "input",
                bytes: &bytes,
            },
            &mut loader,
            Limits::default(),
        ) {
            Err(error) => assert!(describe_error(&error, Lang::En).contains("input")),
            Ok(mut scenario) => {
                readable += 1;
                scenario.max_steps = scenario.max_steps.min(20_000);
                if scenario.until == Until::Quiescent {
                    let result = run_scenario(&scenario, RunOptions::default());
                    assert!(result.to_json().starts_with("{\"kubeloupe\":\"v1\""));
                }
            }
        }
    }
    assert!(readable > 100, "{readable}");
}

#[test]
fn durations_of_any_text_are_read_or_refused() {
    let mut random = Random(4);
    for _ in 0..20_000 {
        let letters = ["1", "9", ".", "s", "m", "h", "µ", "n", "-", "+", " ", "00"];
        let text: String = (0..random.below(12))
            .map(|_| letters[random.below(letters.len())])
            .collect();
        let _ = parse_duration(&text);
    }
}
