//! Inputs of every shape: each case of `tests/inputs/*.json` is read at once and in slices of several sizes, and gives
//! the same objects, notes and left-out parts each time: those that it names.
//!
//! Members of a case: `inputs` (`name`, and `text`, `file` or `tar`; `as`: what is done to the bytes, in order; `found`:
//! it comes from a folder); `objects`: all of them, in order; `owners`: by object, what its references mean by uid (`-`:
//! nothing that is there); `uids`; `versions`: resourceVersions; `notes`: a part of each sentence that must be told;
//! `silent`: there are no other notes than `notes` and `leftOut`; `leftOut`: all of it, members that are given;
//! `failing`: group versions whose discovery fails; `graphs`; `limits`; `error`: a part of the message; `at`: document
//! and line of the error.

use flate2::Compression;
use flate2::write::GzEncoder;
use kubeloupe_core::apiserver::Cluster;
use kubeloupe_core::object::{DiscoveryFailure, Name, Object};
use kubeloupe_formats::LoadError;
use kubeloupe_formats::dump::{Dump, DumpReader, Options};
use kubeloupe_formats::forecast::built_in;
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::result::LeftOut;
use kubeloupe_formats::text::{Lang, describe_note, describe_notes};
use kubeloupe_tests::replay::recorded_metadata;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// How much is read at a time: one thing, a few, some, everything.
const SLICES: [usize; 4] = [1, 97, 4_096, usize::MAX];

struct Input {
    name: String,
    bytes: Vec<u8>,
    found: bool,
}

struct Read {
    cluster: Cluster,
    dump: Result<Dump, LoadError>,
}

#[test]
fn inputs_of_every_shape() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs");
    let mut topics: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    topics.sort();
    assert!(topics.len() >= 6, "{topics:?}");
    let (mut failures, mut count) = (Vec::new(), 0);
    for topic in topics {
        let text = std::fs::read_to_string(&topic).expect("the topic is readable");
        let cases: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", topic.display()));
        let cases = cases.as_object().expect("a topic maps names to cases");
        assert!(!cases.is_empty(), "{}", topic.display());
        for (name, case) in cases {
            count += 1;
            if let Err(difference) = check(case) {
                let topic = topic.file_stem().unwrap_or_default().to_string_lossy();
                failures.push(format!("{topic}: {name}:\n  {difference}"));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count} inputs failed\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

fn check(case: &Value) -> Result<(), String> {
    let known = [
        "why", "inputs", "objects", "owners", "uids", "versions", "notes", "silent", "leftOut", "failing",
        "graphs", "limits", "error", "at",
    ];
    for member in case.as_object().into_iter().flatten().map(|(member, _)| member) {
        if !known.contains(&member.as_str()) {
            return Err(format!("a case has no member {member}"));
        }
    }
    let inputs: Vec<Input> = list(&case["inputs"]).iter().map(input).collect();
    let mut first: Option<String> = None;
    for slice in SLICES {
        let read = read(&inputs, limits(&case["limits"]), slice)?;
        let described = read.describe();
        match &first {
            None => {
                compare(case, &read)?;
                first = Some(described);
            }
            Some(first) if *first != described => {
                return Err(format!(
                    "slices of {slice} give\n{described}\n  instead of\n{first}"
                ));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn read(inputs: &[Input], limits: Limits, slice: usize) -> Result<Read, String> {
    let options = Options {
        limits,
        ..Options::default()
    };
    let mut reader = DumpReader::new(built_in(37), options);
    let mut added = 0;
    for Input { name, bytes, found } in inputs {
        added += bytes.len() as u64;
        if *found {
            reader.add_found(name, bytes);
        } else {
            reader.add(name, bytes);
        }
    }
    let mut last = 0;
    loop {
        match reader.advance(slice) {
            Err(_) => break,
            Ok(progress) => {
                if progress.added != added || progress.read < last || progress.read > added {
                    return Err(format!("progress goes wrong: {progress:?} after {last}"));
                }
                last = progress.read;
                if progress.done {
                    if last != added {
                        return Err(format!("done, but {progress:?}"));
                    }
                    break;
                }
            }
        }
    }
    let (cluster, dump) = reader.finish();
    Ok(Read { cluster, dump })
}

fn compare(case: &Value, read: &Read) -> Result<(), String> {
    let dump = match (&read.dump, case["error"].as_str()) {
        (Err(error), Some(expected)) => {
            let message = error.to_string();
            let at = json!([error.place.document, error.place.line]);
            return if !message.contains(expected) {
                Err(format!("refused with `{message}`, not with `{expected}`"))
            } else if !case["at"].is_null() && case["at"] != at {
                Err(format!("refused at {at}: {message}"))
            } else {
                Ok(())
            };
        }
        (Err(error), None) => return Err(format!("refused: {error}")),
        (Ok(_), Some(_)) => return Err(format!("read: {:?}", read.references())),
        (Ok(dump), None) => dump,
    };
    let mut wrong = Vec::new();
    let mut same = |what: &str, ours: Value, expected: &Value| {
        if !expected.is_null() && ours != *expected {
            wrong.push(format!("{what}: {ours}, expected {expected}"));
        }
    };
    same("objects", json!(read.references()), &case["objects"]);
    for (object, owners) in case["owners"].as_object().into_iter().flatten() {
        same(&format!("owners of {object}"), json!(read.owners(object)), owners);
    }
    let member = |object: &str, value: fn(&Read, &Object) -> Value| {
        let found = dump.objects.iter().find(|one| read.reference(one) == object);
        found.map_or(Value::Null, |found| value(read, found))
    };
    for (object, uid) in case["uids"].as_object().into_iter().flatten() {
        same(
            &format!("uid of {object}"),
            member(object, |read, object| read.text(object.meta.uid).into()),
            uid,
        );
    }
    for (object, version) in case["versions"].as_object().into_iter().flatten() {
        let ours = member(object, |_, object| object.meta.resource_version.into());
        same(&format!("version of {object}"), ours, version);
    }
    let failing: BTreeSet<&str> = read
        .cluster
        .discovery_failure
        .iter()
        .flat_map(|failure| match failure {
            DiscoveryFailure::Groups(groups) => groups.to_vec(),
            DiscoveryFailure::Whole(_) => Vec::new(),
        })
        .map(|group| read.text(group.group_version))
        .collect();
    let expected = case.get("failing").cloned().unwrap_or(json!([]));
    same("failing", json!(failing), &expected);
    let graphs: Vec<&str> = dump.graphs.iter().map(|graph| graph.source.as_str()).collect();
    same(
        "graphs",
        json!(graphs),
        &case.get("graphs").cloned().unwrap_or(json!([])),
    );
    let told: Vec<String> = dump
        .notes
        .iter()
        .map(|note| describe_note(note, &read.cluster, Lang::En))
        .collect();
    for note in list(&case["notes"]) {
        if !told
            .iter()
            .any(|told| told.contains(note.as_str().unwrap_or_default()))
        {
            wrong.push(format!("nobody says {note}: {told:?}"));
        }
    }
    let left_out = LeftOut::of_notes(&dump.notes, &read.cluster);
    let expected = list(&case["leftOut"]);
    if left_out.len() != expected.len()
        || !left_out
            .iter()
            .zip(expected)
            .all(|(ours, expected)| fits(ours, expected))
    {
        wrong.push(format!(
            "left out {}, expected {}",
            json!(left_out),
            case["leftOut"]
        ));
    }
    let others = told.len() - left_out.len();
    if case["silent"] == true && others != list(&case["notes"]).len() {
        wrong.push(format!("told {told:?}"));
    }
    for lang in Lang::ALL {
        let lines = describe_notes(&dump.notes, &read.cluster, lang);
        if lines.len() > told.len() || lines.is_empty() != told.is_empty() {
            wrong.push(format!("folded to {lines:?}"));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n  "))
    }
}

fn fits(ours: &LeftOut, expected: &Value) -> bool {
    let ours = json!(ours);
    let members = expected.as_object().into_iter().flatten();
    members.into_iter().all(|(member, value)| ours[member] == *value)
}

impl Read {
    fn text(&self, name: Name) -> &str {
        self.cluster.names.text(name)
    }

    fn reference(&self, object: &Object) -> String {
        let kind = self.text(self.cluster.kinds.get(object.kind).kind);
        match (self.text(object.meta.namespace), self.text(object.meta.name)) {
            ("", name) => format!("{kind} {name}"),
            (namespace, name) => format!("{kind} {namespace}/{name}"),
        }
    }

    fn objects(&self) -> &[Object] {
        self.dump.as_ref().map_or(&[], |dump| &dump.objects)
    }

    fn references(&self) -> Vec<String> {
        self.objects()
            .iter()
            .map(|object| self.reference(object))
            .collect()
    }

    /// What the owner references of `object` mean by their uids.
    fn owners(&self, object: &str) -> Vec<String> {
        let found = self.objects().iter().filter(|one| self.reference(one) == object);
        found
            .flat_map(|object| object.meta.owner_references.iter())
            .map(|reference| {
                let owner = self.objects().iter().find(|one| one.meta.uid == reference.uid);
                owner.map_or("-".to_owned(), |owner| self.reference(owner))
            })
            .collect()
    }

    /// Everything that was read.
    fn describe(&self) -> String {
        match &self.dump {
            Err(error) => error.to_string(),
            Ok(dump) => {
                let notes: Vec<String> = dump
                    .notes
                    .iter()
                    .map(|note| describe_note(note, &self.cluster, Lang::Zh))
                    .collect();
                let objects: Vec<String> = dump
                    .objects
                    .iter()
                    .map(|object| format!("{} {:?} {:?}", self.reference(object), object.meta, object.facts))
                    .collect();
                format!("{objects:#?}\n{notes:#?}\n{:?}", dump.epoch)
            }
        }
    }
}

fn limits(given: &Value) -> Limits {
    given
        .as_object()
        .into_iter()
        .flatten()
        .fold(Limits::default(), |limits, (name, value)| {
            let limit = Limit::ALL.into_iter().find(|limit| format!("{limit:?}") == *name);
            limits.with(
                limit.expect("a limit of that name"),
                value.as_u64().expect("a number"),
            )
        })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn input(given: &Value) -> Input {
    let bytes = if let Some(entries) = given["tar"].as_array() {
        tar(entries)
    } else if let Some(file) = given["file"].as_str() {
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file)
    } else {
        let text = given["text"]
            .as_str()
            .expect("an input has text, file or tar")
            .as_bytes();
        let times = given["times"].as_u64().unwrap_or(1);
        text.repeat(usize::try_from(times).expect("a small number"))
    };
    let bytes = list(&given["as"]).iter().fold(bytes, |bytes, change| {
        changed(bytes, change.as_str().expect("a change is a text"))
    });
    Input {
        name: given["name"]
            .as_str()
            .or(given["file"].as_str())
            .unwrap_or("input")
            .to_owned(),
        bytes,
        found: given["found"] == true,
    }
}

fn changed(bytes: Vec<u8>, change: &str) -> Vec<u8> {
    let text = || String::from_utf8(bytes.clone()).expect("text");
    match change {
        "crlf" => text().replace('\n', "\r\n").into_bytes(),
        "bom" => [b"\xef\xbb\xbf", bytes.as_slice()].concat(),
        "marked" => format!("\u{feff}{}", text()).into_bytes(),
        "utf-16le" => text().encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text().encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "gzip" => gzip(&bytes),
        "twice" => [bytes.as_slice(), &bytes].concat(),
        "half" => bytes[..bytes.len() / 2].to_vec(),
        "flipped" => {
            let mut bytes = bytes;
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0x55;
            bytes
        }
        "zip" => [b"PK\x03\x04", bytes.as_slice()].concat(),
        "not utf-8" => [bytes.as_slice(), b"\xff\n"].concat(),
        other => panic!("no change {other}"),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// An archive as tar writes it: `name`, and what an input has, or `link`, `folder`, `device`; `pax` and `gnu` give the
/// name as those formats give long ones.
fn tar(entries: &[Value]) -> Vec<u8> {
    let mut archive = Vec::new();
    for entry in entries {
        let name = entry["name"].as_str().expect("an entry has a name");
        let (kind, content) = if entry["link"].is_string() {
            (b'2', Vec::new())
        } else if entry["folder"] == true {
            (b'5', Vec::new())
        } else if entry["device"] == true {
            (b'3', Vec::new())
        } else {
            (b'0', input(entry).bytes)
        };
        if entry["pax"] == true {
            let length = " path=\n".len() + name.len();
            let digits = (length + 2).to_string().len();
            let record = format!("{} path={name}\n", length + digits);
            archive.extend(entry_of("records", b'x', record.as_bytes()));
            archive.extend(entry_of("shortened", kind, &content));
        } else if entry["gnu"] == true {
            archive.extend(entry_of("././@LongLink", b'L', format!("{name}\0").as_bytes()));
            archive.extend(entry_of(&name[..20], kind, &content));
        } else {
            archive.extend(entry_of(name, kind, &content));
        }
    }
    archive.extend([0; 1024]);
    archive
}

fn entry_of(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    match name.len() {
        0..100 => put(0, name.as_bytes()),
        _ => {
            let cut = name.rfind('/').expect("a long name has a folder");
            put(345, &name.as_bytes()[..cut]);
            put(0, &name.as_bytes()[cut + 1..]);
        }
    }
    put(100, b"0000644\0");
    put(124, format!("{:011o}\0", content.len()).as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let filling = content.len().next_multiple_of(512) - content.len();
    [&header, content, &vec![0; filling]].concat()
}

/// `text`, and the same with an anchor that nobody uses: a list that is not so plain is read as a whole.
fn in_both_ways(text: &str) -> [String; 2] {
    let told = |text: &str| {
        let mut told: Vec<String> = Vec::new();
        for slice in SLICES {
            let mut reader = DumpReader::new(built_in(37), Options::default());
            reader.add("list.yaml", text.as_bytes());
            let mut slices = 0;
            while reader.advance(slice).is_ok_and(|progress| !progress.done) {
                slices += 1;
            }
            assert!(
                slice > 1 || slices > 10 || text.contains("&anchor"),
                "{slices} slices"
            );
            let (cluster, dump) = reader.finish();
            told.push(match dump {
                Ok(dump) => {
                    let notes = describe_notes(&dump.notes, &cluster, Lang::En).join("\n");
                    let objects = dump.objects.iter().map(|object| {
                        let kind = cluster.names.text(cluster.kinds.get(object.kind).kind);
                        format!("{kind} {}\n", recorded_metadata(&cluster, object))
                    });
                    format!("{}{notes}", objects.collect::<String>())
                }
                Err(error) => format!("{}: {:?}", error.place.line, error.problem),
            });
        }
        told.dedup();
        assert_eq!(told.len(), 1, "slices of another size read something else");
        told.remove(0)
    };
    [told(text), told(&format!("{text}\nunused: &anchor 1\n"))]
}

#[test]
fn a_list_in_yaml_read_element_by_element_is_the_same() {
    let dumps = Path::new(env!("CARGO_MANIFEST_DIR")).join("dumps");
    for name in ["shop-cluster/all-cm-secret.yaml", "stuck-cluster/short.yaml"] {
        let text = std::fs::read_to_string(dumps.join(name)).expect("readable");
        assert!(text.len() > 64 << 10, "{name} is long enough to be read so");
        let [by_element, whole] = in_both_ways(&text);
        assert!(by_element.len() > 10_000, "{name}");
        assert!(by_element == whole, "{name}");
        let plain = by_element;
        // Things that are no objects, between two that are.
        let odd = text.replacen(
            "\n- apiVersion",
            "\n- just words\n-\n# nothing\n- - 1\n- apiVersion",
            3,
        );
        let [by_element, whole] = in_both_ways(&odd);
        // The line of what is left out is known better: of a whole document it is the first.
        let lines = |told: &str| -> Vec<String> {
            let of_list = |line: &str| match (line.find(", line "), line.find(", items[")) {
                (Some(from), Some(to)) if from < to => format!("{}{}", &line[..from], &line[to..]),
                _ => line.to_owned(),
            };
            told.lines().map(of_list).collect()
        };
        let differs = std::iter::zip(lines(&by_element), lines(&whole)).find(|(one, other)| one != other);
        assert_eq!(differs, None, "{name}");
        assert_eq!(lines(&by_element).len(), lines(&whole).len(), "{name}");
        assert!(
            by_element.lines().count() > plain.lines().count(),
            "what was left out is told"
        );
        // Faults are where they are, and called what they are.
        for fault in [
            "\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: [x}\n- apiVersion",
            "\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: 7\n- apiVersion",
            "\n- apiVersion: v1\n  kind: Pod\n  kind: Pod\n- apiVersion",
        ] {
            let places: Vec<usize> = text.match_indices("\n- apiVersion").map(|(at, _)| at).collect();
            let at = places[places.len() / 2];
            let broken = format!("{}{fault}{}", &text[..at], &text[at + "\n- apiVersion".len()..]);
            let [by_element, whole] = in_both_ways(&broken);
            assert!(by_element.len() < 300, "{by_element}");
            assert_eq!(by_element, whole, "{name}");
        }
    }
}
