//! The module in a real browser: the same answers, digest for digest, as natively; refusals that can be read.
#![cfg(target_arch = "wasm32")]

use kubeloupe_web::{DumpHandle, Question, Sources};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const SHOP: &[u8] = include_bytes!("../../tests/dumps/shop-cluster/everything.json");
const SHOP_YAML: &[u8] = include_bytes!("../../tests/dumps/shop-cluster/all-cm-secret.yaml");
const EXPECTED: &str = include_str!("../../tests/digests/expected.txt");

fn sources(name: &str, bytes: &[u8]) -> Sources {
    let mut sources = Sources::new();
    sources.add(name.to_owned(), bytes.to_vec(), false);
    sources
}

/// The answer to a question, in slices.
fn asked(sources: Sources, target: &str, cascade: Option<&str>) -> Result<String, JsValue> {
    let mut dump = DumpHandle::new(sources, &Question::new("en", None, None, None)?)?;
    while !dump.advance(50)? {}
    let mut forecast = dump.forecast(vec![target.to_owned()], None, cascade.map(str::to_owned))?;
    while !forecast.advance(50) {}
    forecast.json()
}

fn digests_of(dump: &str, bytes: &[u8], target: &str) {
    for cascade in ["background", "foreground", "orphan", "default"] {
        let row = format!("forecast dumps/shop-cluster/{dump} {target} {cascade} ");
        let digest = EXPECTED
            .lines()
            .find_map(|line| line.strip_prefix(&row))
            .expect("the row is recorded");
        let report =
            asked(sources(dump, bytes), target, Some(cascade)).expect("a question that has an answer");
        assert!(report.contains(digest), "{row}: {digest} is not in the answer");
    }
}

#[wasm_bindgen_test]
fn json_gives_the_native_digests() {
    digests_of("everything.json", SHOP, "deploy/shop/web");
    digests_of("everything.json", SHOP, "ns/shop");
}

#[wasm_bindgen_test]
fn yaml_gives_the_native_digests() {
    digests_of("all-cm-secret.yaml", SHOP_YAML, "sts/data/pg");
}

fn message(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .expect("an Error")
        .message()
        .into()
}

#[wasm_bindgen_test]
fn a_broken_dump_is_refused_with_its_place() {
    let broken = sources("broken.json", &SHOP[..2000]);
    let refused = asked(broken, "deploy/web", None).expect_err("a refusal");
    assert!(message(&refused).contains("broken.json"), "{}", message(&refused));
}

#[wasm_bindgen_test]
fn an_unknown_target_is_refused_with_what_there_is() {
    let refused = asked(sources("shop.json", SHOP), "deploy/shop/wbe", None).expect_err("a refusal");
    assert!(message(&refused).contains("wbe"), "{}", message(&refused));
}
