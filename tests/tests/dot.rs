//! The collector's own picture of its graph is read, compared, and asked about (GC-62).

use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::gc::DotForm;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dot::{Difference, DotGraph, SimulatedGraph, diff, read};
use kubeloupe_formats::dump::{Note, Options, read_dump};
use kubeloupe_formats::forecast::{Forecaster, built_in};
use kubeloupe_formats::limits::{Limit, Limits};
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::{LoadError, Problem, Source};

/// A ReplicaSet with a pod, as the debug endpoint prints them, and an owner that is missing.
const DUMP: &str = r#"strict digraph full {
  // Node definitions.
  "p" [
    label="uid=p\nnamespace=shop\nPod.v1/web-1-a\n"
    group=""
    version="v1"
    kind="Pod"
    namespace="shop"
    name="web-1-a"
    uid="p"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="false"
  ];
  "r" [
    label="uid=r\nnamespace=shop\nReplicaSet.v1.apps/web-1\nbeingDeleted,deletingDependents\n"
    group="apps"
    version="v1"
    kind="ReplicaSet"
    namespace="shop"
    name="web-1"
    uid="r"
    missing="false"
    beingDeleted="true"
    deletingDependents="true"
    virtual="false"
  ];
  "d" [ group="apps" version="v1" kind="Deployment" namespace="" name="web" uid="d" missing="true" beingDeleted="false" deletingDependents="false" virtual="false" ];
  "d" [ group="apps" version="v1" kind="Deployment" namespace="" name="web" uid="d" missing="true" beingDeleted="false" deletingDependents="false" virtual="false" ];
  // Edge definitions.
  "p" -> "d";
  "p" -> "r";
  "r" -> "d";
}
"#;

fn graph(text: &str) -> DotGraph {
    read("graph.dot", text, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> LoadError {
    match read("graph.dot", text, &Limits::default()) {
        Ok(graph) => panic!("read: {graph:?}"),
        Err(error) => error,
    }
}

#[test]
fn a_dump_is_read_with_its_mistake() {
    let graph = graph(DUMP);
    assert_eq!(
        (graph.vertices.len(), graph.edges.len(), graph.repeated),
        (3, 3, 1)
    );
    let replica_set = &graph.vertices["r"];
    assert_eq!(replica_set.reference(), "ReplicaSet shop/web-1");
    assert_eq!(replica_set.api_version, "apps/v1");
    assert!(replica_set.being_deleted && replica_set.deleting_dependents && !replica_set.is_missing);
    assert!(graph.vertices["d"].is_missing);
    let doubtful: Vec<&str> = graph
        .edges
        .iter()
        .filter(|edge| edge.is_doubtful)
        .map(|edge| edge.dependent.as_str())
        .collect();
    assert_eq!(doubtful, ["p", "r"], "either may be meant for the other");
}

#[test]
fn an_edge_that_the_mistake_led_astray_is_no_difference() {
    let simulated = graph(&DUMP.replace("  \"p\" -> \"d\";\n", ""));
    let real = graph(&DUMP.replace("  \"p\" -> \"r\";\n", ""));
    let found = diff(&real, &simulated);
    assert!(found.is_empty(), "{}", found.text(Lang::En));
    assert_eq!(found.edges_put_right, 1);
    assert!(found.text(Lang::Zh).contains("两图相同"));
}

#[test]
fn differences_are_told() {
    let real = graph(DUMP);
    let other = DUMP
        .replace("beingDeleted=\"true\"", "beingDeleted=\"false\"")
        .replace("name=\"web-1-a\"", "name=\"web-1-b\"")
        .replace("  \"p\" -> \"r\";\n", "")
        .replace(
            "  \"p\" [",
            "  \"x\" [ version=\"v1\" kind=\"Secret\" name=\"s\" namespace=\"shop\" ];\n  \"p\" [",
        );
    let found = diff(&real, &graph(&other));
    assert_eq!(
        found.text(Lang::En).lines().collect::<Vec<_>>(),
        [
            "uid p is v1 Pod shop/web-1-a in the real graph and v1 Pod shop/web-1-b in the simulated one.",
            "ReplicaSet shop/web-1 is beingDeleted in the real graph alone.",
            "Only the simulated graph has Secret shop/s (uid x).",
            "Only in the real graph p depends on r.",
            "Differences: 4. The real graph has 3 nodes and 3 edges.",
        ]
    );
    let json: serde_json::Value = serde_json::from_str(&found.to_json()).expect("JSON");
    assert_eq!(json["differences"][1]["type"], "flag");
    assert_eq!(json["differences"][3]["owner"], "r");
    let back = diff(&graph(&other), &real);
    // The other way round the edge that is lacking may be the one that leads to the missing owner.
    assert_eq!((back.differences.len(), back.edges_put_right), (3, 1));
}

#[test]
fn the_graph_of_a_dump_is_that_of_its_cluster() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/dumps/shop-cluster/everything.json");
    let bytes = std::fs::read(path).expect("readable");
    let source = Source {
        name: "everything.json",
        bytes: &bytes,
    };
    let config = Config::default();
    let mut cluster = built_in(config.minor);
    let dump =
        read_dump(&[source], &mut cluster, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let simulated = SimulatedGraph::of_dump(cluster, dump, config);
    for form in [DotForm::Corrected, DotForm::Upstream] {
        let real = graph(&simulated.text(form));
        assert!(real.vertices.len() > 40, "{}", real.vertices.len());
        let found = simulated.compare(&real);
        assert!(found.is_empty(), "{}", found.text(Lang::En));
    }
    let mut without_edges = graph(&simulated.text(DotForm::Corrected));
    let lost = without_edges.edges.pop().expect("there are edges");
    let found = simulated.compare(&without_edges);
    assert!(matches!(
        found.differences.as_slice(),
        [Difference::MissingEdge { dependent, owner }] if (dependent, owner) == (&lost.dependent, &lost.owner)
    ));
}

#[test]
fn objects_come_from_a_dump() {
    let source = Source {
        name: "graph.dot",
        bytes: DUMP.as_bytes(),
    };
    let forecaster = Forecaster::read(&[source], Config::default(), &Options::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let pod = forecaster
        .object("pod/web-1-a", Some("shop"))
        .expect("it is there");
    let forecast = forecaster.forecast(&[pod], Cascade::Background);
    assert!(forecast.quiescent);
    let told = forecaster.notes().iter().find_map(|note| match note {
        Note::FromGraph {
            objects,
            unobserved,
            doubtful_edges,
            ..
        } => Some((*objects, *unobserved, *doubtful_edges)),
        _ => None,
    });
    assert_eq!(told, Some((2, 1, 2)));
}

#[test]
fn other_digraphs_with_the_same_attributes_are_read() {
    let text = "/* by hand */ digraph g { rankdir=LR; node [shape=box]; 1 [uid=a, version=v1; kind=Pod name=x]\n # so\n 2 [uid=b] 3 -> 1 -> 2 [color=red] }";
    let graph = graph(text);
    let edges: Vec<(&str, &str)> = graph
        .edges
        .iter()
        .map(|edge| (edge.dependent.as_str(), edge.owner.as_str()))
        .collect();
    assert_eq!(edges, [("3", "a"), ("a", "b")]);
    assert!(graph.vertices["3"].is_missing && !graph.vertices["a"].is_missing);
}

#[test]
fn broken_dumps_are_refused_with_their_place() {
    for text in [
        "",
        "strict digraph",
        "digraph g {",
        "digraph g { \"a",
        "digraph g { a [ b",
        "digraph g { a -> ",
    ] {
        assert!(matches!(error(text).problem, Problem::Truncated), "{text}");
    }
    for (text, line, column) in [
        ("graph g { a -- b }", 1, 1),
        ("digraph g {\n  a ] }", 2, 5),
        ("digraph g {\n  subgraph x { } }", 2, 3),
        ("digraph g { a [b] }", 1, 16),
        ("digraph g { a [x=] }", 1, 18),
        ("digraph g { } again", 1, 15),
        ("digraph g { \"\\u12\" }", 1, 14),
        ("digraph g { $ }", 1, 13),
        ("digraph g { a -> ; }", 1, 18),
    ] {
        let error = error(text);
        assert!(matches!(error.problem, Problem::Syntax(_)), "{text}: {error}");
        assert_eq!((error.place.line, error.place.column), (line, column), "{text}");
        assert_eq!(error.place.source, "graph.dot");
    }
}

#[test]
fn limits_hold() {
    let few = Limits::default().with(Limit::Objects, 2);
    let many = "digraph g { a [uid=a] b [uid=b] c [uid=c] }";
    let refused = read("graph.dot", many, &few).expect_err("three nodes");
    assert!(matches!(
        refused.problem,
        Problem::Limit {
            limit: Limit::Objects,
            value: 2
        }
    ));
    assert!(read("graph.dot", "digraph g { a [uid=a] b [uid=b] }", &few).is_ok());
    let edges = format!("digraph g {{ a{} }}", " -> a".repeat(17));
    assert!(read("graph.dot", &edges, &few).is_err());
    let short = Limits::default().with(Limit::MessageBytes, 8);
    for long in ["digraph g { \"123456789\" [] }", "digraph g { a123456789 }"] {
        let refused = read("graph.dot", long, &short).expect_err("nine bytes");
        assert!(
            matches!(
                refused.problem,
                Problem::Limit {
                    limit: Limit::MessageBytes,
                    value: 8
                }
            ),
            "{refused}"
        );
    }
}

#[test]
fn no_garbage_panics() {
    for cut in 0..DUMP.len() {
        let _ = read("graph.dot", &DUMP[..cut], &Limits::default());
        let mut bytes = DUMP.as_bytes().to_vec();
        bytes[cut] = b"{}[]=;\"\\->x"[cut % 11];
        let text = String::from_utf8_lossy(&bytes);
        let _ = read("graph.dot", &text, &Limits::default());
    }
}
