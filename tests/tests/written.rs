//! What is written of objects can be read again, and is the same cluster.

use kubeloupe_core::analyse::Cascade;
use kubeloupe_core::object::Name;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dump::{DumpReader, Epoch, Options};
use kubeloupe_formats::forecast::{Answer, Forecaster, built_in};
use kubeloupe_formats::text::Lang;
use kubeloupe_formats::wire::written;
use serde_json::{Value, json};
use std::path::Path;

/// A forecaster of a dump, and the nodes that are silent in it.
fn forecaster(bytes: Vec<u8>, epoch: Option<Epoch>) -> (Forecaster, Vec<Name>) {
    let options = Options {
        epoch,
        ..Options::default()
    };
    let mut reader = DumpReader::new(built_in(37), options);
    reader.add("dump.json", bytes);
    let (cluster, dump) = reader.finish();
    let dump = dump.unwrap_or_else(|error| panic!("{error}"));
    let silent = dump.silent_nodes.clone();
    (Forecaster::of_dump(cluster, dump, Config::default()), silent)
}

fn list((forecaster, silent): &(Forecaster, Vec<Name>)) -> Value {
    let items = forecaster.objects();
    let items = items.map(|object| written(forecaster.cluster(), forecaster.epoch(), silent, object));
    json!({ "apiVersion": "v1", "kind": "List", "items": items.collect::<Vec<Value>>() })
}

#[test]
fn a_dump_that_is_written_and_read_again_answers_the_same() {
    for (dump, target) in [
        ("shop-cluster/everything.json", "deploy/shop/web"),
        ("stuck-cluster/everything.json", "database/data/orders"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("dumps").join(dump);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{dump}: {error}"));
        let first = forecaster(bytes, None);
        let once = list(&first);
        let second = forecaster(once.to_string().into_bytes(), Some(first.0.epoch()));
        assert_eq!(list(&second), once, "{dump}");
        let answer = |forecaster: &Forecaster| {
            Answer::new(forecaster, &[target.to_owned()], None, &Cascade::ALL)
                .unwrap_or_else(|error| panic!("{dump}: {error:?}"))
        };
        let (one, other) = (answer(&first.0), answer(&second.0));
        assert!(!one.forecasts()[0].verdicts.is_empty(), "{dump}");
        assert_eq!(one.table(Lang::En), other.table(Lang::En), "{dump}");
    }
}

#[test]
fn a_report_in_markdown_has_every_policy_every_object_and_no_markup_of_names() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("dumps/shop-cluster/everything.json");
    let (shop, _) = forecaster(std::fs::read(path).expect("the dump is there"), None);
    let answer =
        Answer::new(&shop, &["deploy/shop/web".to_owned()], None, &Cascade::ALL).expect("it is there");
    let report = answer.markdown(Lang::En);
    for expected in [
        "## Deletion of Deployment shop/web in Kubernetes 1.37\n",
        "| background | 6 | - |",
        "### Because of the deletion\n\n| object | background | foreground | orphan | default | why |\n| --- |",
        "| Pod shop/web-58c44d967-mrlgp | ✕ 30.0",
        "### Taken for granted\n",
    ] {
        assert!(report.contains(expected), "{expected}\n{report}");
    }
    assert!(
        answer
            .markdown(Lang::Zh)
            .contains("## 在 Kubernetes 1.37 中删除 Deployment shop/web")
    );
}
