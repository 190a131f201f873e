//! No input makes a reader panic, hang or grow without bounds.

use flate2::Compression;
use flate2::write::GzEncoder;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::builtin_kinds;
use kubeloupe_formats::dump::{DumpReader, Options, read_dump};
use kubeloupe_formats::forecast::built_in;
use kubeloupe_formats::input::Source;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::scenario::{RunOptions, Until, parse_duration, read_scenario, run_scenario};
use kubeloupe_formats::text::{Lang, describe_error, describe_note};
use std::io::Write;
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

/// What a reader makes of `bytes`, in words, read in slices of `slice` bytes.
fn outcome(bytes: &[u8], slice: usize) -> String {
    let options = Options {
        limits: Limits::default().with(Limit::UnpackedBytes, 4 << 20),
        ..Options::default()
    };
    let mut reader = DumpReader::new(built_in(37), options);
    reader.add_found("found", bytes);
    reader.add("given", bytes);
    while reader.advance(slice).is_ok_and(|progress| !progress.done) {}
    let (_, dump) = reader.finish();
    match dump {
        Ok(dump) => format!("{:?} {:?}", dump.objects, dump.notes),
        Err(error) => error.to_string(),
    }
}

#[test]
fn archives_that_were_tampered_with_are_read_or_refused_alike_in_slices() {
    let mut random = Random(5);
    let text = file("cases/62-cluster-info-dump-stream.json");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&text).expect("memory takes it");
    let packed = packed.finish().expect("memory takes it");
    // One entry of an archive: the checksum is the sum of all bytes of the header.
    let mut archive = vec![0; 512];
    archive[..6].copy_from_slice(b"a.json");
    archive[124..136].copy_from_slice(format!("{:011o}\0", text.len()).as_bytes());
    archive[148..156].copy_from_slice(b"        ");
    archive[156] = b'0';
    archive[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = archive.iter().map(|&byte| u32::from(byte)).sum();
    archive[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    archive.extend_from_slice(&text);
    archive.resize(archive.len().next_multiple_of(512) + 1024, 0);
    let utf16: Vec<u8> = String::from_utf8(text.clone())
        .expect("the case is text")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let inputs = [text, packed, archive, utf16];
    for round in 0..400 {
        let bytes = mutated(&inputs[round % inputs.len()], &mut random);
        let whole = outcome(&bytes, usize::MAX);
        for slice in [7, 1_000] {
            assert_eq!(outcome(&bytes, slice), whole, "round {round}, slices of {slice}");
        }
    }
}

#[test]
fn json_is_taken_exactly_where_its_parser_takes_it() {
    let mut random = Random(6);
    let text = br#"{"kind":"List","apiVersion":"v1","items":[{"a":[1,{"b":null}]},{"c":"d"},3],"metadata":{"x":-1.5e3}}"#;
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..3_000 {
        let bytes = mutated(text, &mut random);
        // Only what is one document from its first byte to its last: everything else is the stream's affair.
        if bytes.first() != Some(&b'{') || bytes.get(1) != Some(&b'"') || bytes.last() != Some(&b'}') {
            continue;
        }
        let parsed = serde_json::from_slice::<serde_json::Value>(&bytes);
        let ours = outcome(&bytes, usize::MAX);
        if parsed.is_ok() {
            taken += 1;
            let allowed = !ours.contains("cannot be parsed") && !ours.contains("ends too early");
            assert!(allowed, "{}: {ours}", String::from_utf8_lossy(&bytes));
        } else if parsed.is_err_and(|error| error.is_eof()) {
            refused += 1;
            assert!(
                ours.starts_with("given"),
                "{}: {ours}",
                String::from_utf8_lossy(&bytes)
            );
        }
    }
    assert!(taken > 50 && refused > 20, "{taken} {refused}");
}
