//! The package's types in TypeScript, from what the engine writes: the tables of the views in this module, and the
//! structs of the formats crate that are serialized.

use super::action::{Choice, Taken};
use super::effect::Full;
use super::plain::{Declaration, Declared, Member, Plain, Shape};
use super::state::declarations;
use kubeloupe_core::apiserver::{Change, Reason};
use kubeloupe_core::gc::{GraphChangeKind, Round};
use kubeloupe_core::nodes::{
    NodeAction, NodeEffect, NodeFault, RefusedCalls, RefusedVerb, SkipReason, ZoneState,
};
use kubeloupe_core::object::ConditionStatus;
use kubeloupe_core::sim::{
    Action, Actor, Agent, ClassReason, Decision, DueReason, Effect, Fault, InformerId, Item,
    NamespaceDecision, QueueName, ReferenceClass, Rejected, Watcher, Why,
};
use kubeloupe_core::workloads::{Expected, Verdict};
use std::fmt::Write as _;
use std::path::Path;

/// Where the types are kept, from the folder of this crate.
const FILE: &str = "npm/src/types.ts";

/// What is serialized, in the files of the formats crate; a type is called what the second column says.
const SERIALIZED: &[(&str, &[(&str, &str)])] = &[
    (
        "result/call.rs",
        &[("CallResult", "CallResult"), ("Preconditions", "Preconditions")],
    ),
    ("result/event.rs", &[("EventResult", "EventResult")]),
    (
        "result/expectation.rs",
        &[("ExpectationResult", "ExpectationResult")],
    ),
    ("result/left_out.rs", &[("LeftOut", "LeftOut")]),
    (
        "result/metrics.rs",
        &[
            ("MetricsResult", "Metrics"),
            ("ZoneMetricsResult", "ZoneMetricsResult"),
            ("QueueResult", "QueueMetrics"),
            ("GraphResult", "GraphMetrics"),
            ("CacheResult", "CacheMetrics"),
            ("ClientResult", "ClientMetrics"),
        ],
    ),
    (
        "result/namespace.rs",
        &[
            ("NamespaceResult", "NamespaceResult"),
            ("ConditionResult", "ConditionResult"),
            ("PassResult", "PassResult"),
        ],
    ),
    (
        "result/nodes.rs",
        &[("NodeResult", "NodeResult"), ("ZoneResult", "ZoneResult")],
    ),
    (
        "result/object.rs",
        &[("ObjectResult", "ObjectResult"), ("ReasonResult", "ReasonGiven")],
    ),
    ("result/refusal.rs", &[("RefusalResult", "RefusalResult")]),
    ("result/scenario.rs", &[("ScenarioResult", "ScenarioResult")]),
    (
        "result/step.rs",
        &[("StepResult", "TraceStep"), ("EffectResult", "TraceEffect")],
    ),
    (
        "forecast/report.rs",
        &[
            ("Report", "ForecastReport"),
            ("ForecastReport", "Forecast"),
            ("ObjectReport", "ObjectForecast"),
        ],
    ),
    (
        "template/report.rs",
        &[
            ("HashReport", "HashReport"),
            ("TemplateReport", "TemplateHashes"),
            ("HashRow", "TemplateHash"),
            ("LabelReport", "HashLabel"),
            ("MakerRow", "HashMaker"),
            ("Dump", "TemplateDump"),
            ("PartRow", "TemplatePart"),
            ("Comparison", "TemplateComparison"),
            ("DifferenceRow", "TemplateDifference"),
        ],
    ),
    (
        "diagnosis/report.rs",
        &[
            ("Report", "Diagnosis"),
            ("FindingReport", "Finding"),
            ("OwnerReport", "OwnerCoordinates"),
            ("LinkReport", "Waiting"),
            ("FixReport", "Fix"),
            ("EditReport", "Edit"),
            ("FinalizerReport", "KnownFinalizer"),
        ],
    ),
];

/// Members whose words are told by a type of their own.
const WORDS: &[(&str, &str, &str)] = &[
    ("CallResult", "by", "Actor"),
    ("CallResult", "reason", "Reason"),
    ("RefusalResult", "reason", "Reason"),
    ("ObjectResult", "fate", "Fate"),
    ("ObjectForecast", "fate", "Fate"),
    ("Forecast", "cascade", "Cascade"),
    ("TraceEffect", "by", "Actor"),
    ("EventResult", "type", "\"Normal\" | \"Warning\""),
    ("NodeResult", "change", "\"ready\" | \"taint\" | \"untaint\""),
    ("NodeResult", "status", "ConditionStatus"),
    ("ZoneResult", "state", "ZoneState | null"),
    ("NamespaceResult", "phase", "\"Active\" | \"Terminating\" | null"),
    (
        "PassResult",
        "outcome",
        "\"podsFirst\" | \"contentRemains\" | \"contentFails\" | \"discoveryIncomplete\" | \"finalize\"",
    ),
];

const HEAD: &str = r#"// Written by the tests of kubeloupe-web from the Rust sources: change those, and run
// `UPDATE_EXPECT=1 cargo test -p kubeloupe-web types`.

/** An object as the API shows it, as far as it is kept: apiVersion, kind, and metadata. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** `metadata`, without what no controller reads: annotations and managedFields are never kept. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly labels?: Readonly<Record<string, string>>;
}

/** One entry of `metadata.ownerReferences`. */
export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** What happened in a step: one type for each kind of thing, its rule where it follows one, and a sentence. */
export type Effect = EffectData & { readonly text: string };

/** A request of a client, or a fault: exactly one of the verbs of a scenario's action. */
export type Request = Omit<TimedRequest, "at">;

/** What is done in a step, with the id by which it is asked for. */
export type Action = ActionData & { readonly id: string };
"#;

/// A type, what it is, the list of its members in `scenario/words.rs`, and what each of them holds.
type Written = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// What scenario files are made of: each type with the list of its members in `scenario/words.rs`, and what they hold.
const WRITTEN: &[Written] = &[
    (
        "Scenario",
        "A scenario: a cluster, what is done to it and when, and what is expected.",
        "TOP",
        &[
            ("kubeloupe", "\"v1\""),
            ("title", "?string"),
            ("kubernetes", "?string"),
            ("switches", "?Readonly<Record<string, boolean>>"),
            ("featureGates", "?Readonly<Record<string, boolean>>"),
            ("seed", "?number"),
            ("schedule", "?\"fair\" | \"random\""),
            ("controllers", "?readonly Controller[]"),
            ("flags", "?Readonly<Record<string, string | number | boolean>>"),
            ("latency", "?Latency"),
            ("finalizers", "?Readonly<Record<string, FinalizerController>>"),
            ("kinds", "?readonly StatedKind[]"),
            ("unsyncedMonitors", "?readonly StatedMonitor[]"),
            ("objects", "?readonly object[]"),
            ("files", "?readonly string[]"),
            ("actions", "?readonly TimedRequest[]"),
            ("until", "?string"),
            ("maxSteps", "?number"),
            ("expect", "?Expect"),
        ],
    ),
    (
        "Latency",
        "How fast things are: spans such as `20ms`.",
        "LATENCY",
        &[("watch", "?string"), ("api", "?string"), ("podStart", "?string")],
    ),
    (
        "FinalizerController",
        "Who removes a custom finalizer.",
        "FINALIZER",
        &[("after", "?string")],
    ),
    (
        "StatedKind",
        "What discovery would say of a kind.",
        "KIND",
        &[
            ("apiVersion", "string"),
            ("kind", "string"),
            ("resource", "?string"),
            ("namespaced", "?boolean"),
            ("served", "?boolean"),
        ],
    ),
    (
        "StatedMonitor",
        "A kind whose monitor never gets its first list.",
        "MONITOR",
        &[("apiVersion", "?string"), ("kind", "string")],
    ),
    (
        "Expect",
        "What is expected at the end.",
        "EXPECT",
        &[("objects", "?readonly ExpectedObject[]")],
    ),
    (
        "ExpectedObject",
        "What is expected of an object.",
        "EXPECTATION",
        &[
            ("ref", "string"),
            ("fate", "?Fate"),
            ("at", "?string"),
            ("waitsFor", "?string | readonly string[]"),
        ],
    ),
    (
        "TimedRequest",
        "One action of a scenario: exactly one of the verbs, and when.",
        "ACTION",
        &[
            ("at", "?string"),
            ("create", "?object"),
            ("update", "?object"),
            ("delete", "?DeleteRequest"),
            ("patch", "?PatchRequest"),
            ("fault", "?FaultRequest"),
        ],
    ),
    (
        "DeleteRequest",
        "A DELETE.",
        "DELETE",
        &[
            ("apiVersion", "?string"),
            ("kind", "string"),
            ("namespace", "?string"),
            ("name", "string"),
            (
                "propagationPolicy",
                "?\"Background\" | \"Foreground\" | \"Orphan\"",
            ),
            ("gracePeriodSeconds", "?number"),
            ("orphanDependents", "?boolean"),
            ("preconditions", "?DeletePreconditions"),
            ("dryRun", "?readonly string[]"),
            ("malformedOptions", "?boolean"),
        ],
    ),
    (
        "DeletePreconditions",
        "What must hold for a DELETE to be carried out.",
        "PRECONDITIONS",
        &[("uid", "?string"), ("resourceVersion", "?string")],
    ),
    (
        "PatchRequest",
        "A PATCH; lists of a merge patch are as they shall be.",
        "PATCH",
        &[
            ("apiVersion", "?string"),
            ("kind", "string"),
            ("namespace", "?string"),
            ("name", "string"),
            ("type", "?\"merge\" | \"strategic\""),
            ("subresource", "?\"status\""),
            ("metadata", "?object"),
            ("spec", "?object"),
            ("status", "?object"),
            ("data", "?object"),
            ("stringData", "?object"),
        ],
    ),
    (
        "FaultRequest",
        "A fault: exactly one of these.",
        "FAULTS",
        &[
            ("zoneOutage", "?{ readonly zone: string }"),
            ("zoneRecovers", "?{ readonly zone: string }"),
            ("nodeOutage", "?{ readonly node: string }"),
            ("nodeRecovers", "?{ readonly node: string }"),
            ("leaseStops", "?{ readonly node: string }"),
            ("leaseResumes", "?{ readonly node: string }"),
            ("statusStops", "?{ readonly node: string }"),
            ("statusResumes", "?{ readonly node: string }"),
            ("clockBack", "?{ readonly node: string; readonly by: string }"),
            (
                "kubeletReports",
                "?{ readonly node: string; readonly ready: \"True\" | \"False\" }",
            ),
            (
                "cacheStalls",
                "?{ readonly kind: \"Node\" | \"Lease\" | \"Pod\" }",
            ),
            (
                "cacheResumes",
                "?{ readonly kind: \"Node\" | \"Lease\" | \"Pod\" }",
            ),
            (
                "apiErrors",
                "?{ readonly verb: RefusedVerb; readonly kind: \"Node\" | \"Lease\" | \"Pod\"; readonly name?: string; readonly times?: number; readonly reason?: Reason }",
            ),
            ("restartControllers", "?Readonly<Record<string, never>>"),
            ("discoveryFails", "?{ readonly groupVersions: readonly string[] }"),
            ("discoveryRecovers", "?Readonly<Record<string, never>>"),
            ("monitorFails", "?StatedMonitor"),
            ("monitorRecovers", "?StatedMonitor"),
            ("lagEvents", "?{ readonly kind: string; readonly by: string }"),
            (
                "loseEvents",
                "?{ readonly kind: string; readonly count?: number }",
            ),
            ("relist", "?{ readonly kind: string }"),
            (
                "quota",
                "?{ readonly namespace: string; readonly pods?: number | null }",
            ),
            ("ignoreExpectations", "?Readonly<Record<string, never>>"),
            ("heedExpectations", "?Readonly<Record<string, never>>"),
        ],
    ),
];

/// A type of what is written by people. Its members are those that the reader knows, or the test stops.
fn written(text: &mut String, (name, doc, list, members): &Written) {
    let source = source("scenario/words.rs");
    let known = listed(&source, list);
    let told: Vec<&str> = members.iter().map(|(member, _)| *member).collect();
    assert_eq!(known, told, "{name}: the members of {list} in scenario/words.rs");
    let _ = writeln!(text, "\n/** {doc} */\nexport interface {name} {{");
    for (member, kind) in *members {
        let _ = match kind.strip_prefix('?') {
            Some(kind) => writeln!(text, "  readonly {member}?: {kind} | undefined;"),
            None => writeln!(text, "  readonly {member}: {kind};"),
        };
    }
    text.push_str("}\n");
}

/// The words of a list in a source.
fn listed<'s>(source: &'s str, list: &str) -> Vec<&'s str> {
    let head = format!("const {list}: &[&str] = &[");
    let (_, rest) = source
        .split_once(&head)
        .unwrap_or_else(|| panic!("there is no list {list}"));
    let (words, _) = rest.split_once("];").expect("a list has an end");
    words.split('"').skip(1).step_by(2).collect()
}

#[test]
fn the_types_of_the_package_are_those_of_the_engine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let types = types();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &types).expect("the types are written");
    }
    let kept = std::fs::read_to_string(&path).expect("the types are there");
    assert!(
        kept == types,
        "{FILE} is not what the engine writes: run this test with UPDATE_EXPECT=1"
    );
}

fn types() -> String {
    let mut text = HEAD.to_owned();
    for declaration in all() {
        declare(&mut text, &declaration);
    }
    let fates = words("forecast/report.rs", "fn fate_word");
    declare_words(&mut text, "Fate", "What becomes of an object.", &fates);
    let cascades = words("forecast/report.rs", "fn cascade_word");
    declare_words(
        &mut text,
        "Cascade",
        "How a deletion goes on to dependents.",
        &cascades,
    );
    let controllers = source("scenario/words.rs");
    declare_words(
        &mut text,
        "Controller",
        "A controller that can be simulated.",
        &listed(&controllers, "CONTROLLERS"),
    );
    WRITTEN.iter().for_each(|table| written(&mut text, table));
    for (file, structs) in SERIALIZED {
        for (name, shown) in *structs {
            serialized(&mut text, file, name, shown);
        }
    }
    text
}

fn all() -> Vec<Declaration> {
    let mut all = vec![
        Actor::declaration(),
        Watcher::declaration(),
        QueueName::declaration(),
        Change::declaration(),
        GraphChangeKind::declaration(),
        Why::declaration(),
        ReferenceClass::declaration(),
        ClassReason::declaration(),
        Round::declaration(),
        DueReason::declaration(),
        Rejected::declaration(),
        ZoneState::declaration(),
        SkipReason::declaration(),
        ConditionStatus::declaration(),
        Verdict::declaration(),
        Reason::declaration(),
        Full::declaration(),
        InformerId::declaration(),
        Item::declaration(),
        Decision::declaration(),
        NamespaceDecision::declaration(),
        NodeEffect::declaration(),
        Expected::declaration(),
        super::effect::What::declaration(),
        Effect::declaration(),
        NodeAction::declaration(),
        RefusedVerb::declaration(),
        RefusedCalls::declaration(),
        Agent::declaration(),
        NodeFault::declaration(),
        Fault::declaration(),
        Action::declaration(),
        Taken::declaration(),
    ];
    all.extend(declarations());
    debug_assert_eq!(Choice::ts(), "Action");
    all
}

fn declare(text: &mut String, declaration: &Declaration) {
    let Declaration { name, doc, shape } = declaration;
    match shape {
        Shape::Words(all) => declare_words(text, name, doc, all),
        Shape::Members(members) => {
            let _ = writeln!(text, "\n/** {doc} */\nexport interface {name} {{");
            for Member { name, ts, doc } in members {
                let _ = writeln!(text, "  /** {doc} */\n  readonly {name}: {ts};");
            }
            text.push_str("}\n");
        }
        Shape::Union(variants) => {
            let _ = writeln!(text, "\n/** {doc} */\nexport type {name} =");
            for (word, doc, members) in variants {
                let _ = write!(text, "  /** {doc} */\n  | {{ readonly type: \"{word}\"");
                for Member { name, ts, .. } in members {
                    let _ = write!(text, "; readonly {name}: {ts}");
                }
                text.push_str(" }\n");
            }
            text.pop();
            text.push_str(";\n");
        }
    }
}

fn declare_words<T: AsRef<str>>(text: &mut String, name: &str, doc: &str, words: &[T]) {
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("\"{}\"", word.as_ref()))
        .collect();
    let _ = writeln!(
        text,
        "\n/** {doc} */\nexport type {name} = {};",
        words.join(" | ")
    );
}

fn source(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../formats/src")
        .join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words that a function answers with.
fn words(file: &str, function: &str) -> Vec<String> {
    let source = source(file);
    let (_, body) = source.split_once(function).expect("the function is there");
    let (body, _) = body.split_once("\n}\n").expect("it has an end");
    let words = body
        .lines()
        .filter_map(|line| line.split_once("=> \"")?.1.split_once('"'));
    words.map(|(word, _)| word.to_owned()).collect()
}

/// The interface of a struct as serde writes it. The formatter has put every member and every attribute on a line of its
/// own; whatever is not known stops the test.
fn serialized(text: &mut String, file: &str, name: &str, shown: &str) {
    let source = source(file);
    let heads = ["pub", "pub(super)"].map(|visibility| format!("{visibility} struct {name} {{\n"));
    let (before, body) = heads
        .iter()
        .find_map(|head| source.split_once(head))
        .unwrap_or_else(|| panic!("{file} has no struct {name}"));
    let (body, _) = body.split_once("\n}\n").expect("a struct has an end");
    let above = before.rsplit("\n\n").next().unwrap_or_default();
    let doc: Vec<&str> = above
        .lines()
        .filter_map(|line| line.strip_prefix("/// "))
        .collect();
    let _ = writeln!(text, "\n/** {} */\nexport interface {shown} {{", doc.join(" "));
    let camel = above.contains("rename_all = \"camelCase\"");
    let (mut doc, mut renamed, mut optional, mut skipped) = (Vec::new(), None, false, false);
    for line in joined_attributes(body) {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix("/// ") {
            doc.push(comment.to_owned());
        } else if line == "#[serde(skip)]" {
            skipped = true;
        } else if let Some(attribute) = line.strip_prefix("#[serde(") {
            renamed = attribute
                .split_once("rename = \"")
                .and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()));
            optional = attribute.contains("skip_serializing_if");
            assert!(!attribute.contains("flatten"), "{file}: flatten is not known");
        } else if let Some((field, kind)) = member(line) {
            if std::mem::take(&mut skipped) {
                doc.clear();
                continue;
            }
            let field = renamed.take().unwrap_or_else(|| {
                if camel {
                    camel_case(field)
                } else {
                    field.to_owned()
                }
            });
            let mut kind = typescript(kind.trim_end_matches(','), file);
            if let Some((.., words)) = WORDS
                .iter()
                .find(|(of, member, _)| (*of, *member) == (shown, field.as_str()))
            {
                kind = (*words).to_owned();
            } else if optional {
                kind = kind.trim_end_matches(" | null").to_owned();
            }
            let mark = if optional { "?" } else { "" };
            let _ = writeln!(
                text,
                "  /** {} */\n  readonly {field}{mark}: {kind};",
                doc.join(" ")
            );
            doc.clear();
            optional = false;
        } else {
            assert!(line.is_empty(), "{file}: `{line}` is not known");
        }
    }
    text.push_str("}\n");
}

/// The lines of a struct, with attributes that the formatter has broken put together.
fn joined_attributes(body: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in body.lines() {
        match lines.last_mut() {
            Some(last) if last.trim_start().starts_with("#[") && !last.ends_with(")]") => {
                last.push_str(line.trim());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// The name and the type of a member.
fn member(line: &str) -> Option<(&str, &str)> {
    let line = line
        .strip_prefix("pub ")
        .or_else(|| line.strip_prefix("pub(super) "))?;
    line.split_once(": ")
}

fn camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        name.push_str(&word[..1].to_uppercase());
        name.push_str(&word[1..]);
    }
    name
}

fn typescript(kind: &str, file: &str) -> String {
    let inside = |prefix: &str| kind.strip_prefix(prefix)?.strip_suffix('>');
    if let Some(kind) = inside("Option<") {
        return format!("{} | null", typescript(kind, file));
    }
    if let Some(kind) = inside("Vec<") {
        return format!("readonly {}[]", typescript(kind, file));
    }
    if let Some(kinds) = inside("SortedMap<") {
        let (_, value) = kinds.split_once(", ").expect("a map has keys and values");
        return format!("Readonly<Record<string, {}>>", typescript(value, file));
    }
    match kind {
        "String" | "&'static str" => "string".to_owned(),
        "bool" => "boolean".to_owned(),
        "u16" | "u32" | "u64" | "i32" | "i64" | "usize" | "f64" => "number".to_owned(),
        "Value" => "KubernetesObject".to_owned(),
        "WhyReport" => "ReasonGiven".to_owned(),
        kind => {
            let own = SERIALIZED
                .iter()
                .find(|(known, _)| *known == file)
                .map(|(_, structs)| *structs);
            let mut all = own
                .into_iter()
                .chain(SERIALIZED.iter().map(|(_, structs)| *structs))
                .flatten();
            let (_, shown) = all
                .find(|(name, _)| *name == kind)
                .unwrap_or_else(|| panic!("{file}: the type {kind} is not known"));
            (*shown).to_owned()
        }
    }
}
