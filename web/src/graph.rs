use crate::Sources;
use crate::failure::{no_option, refused};
use crate::versions::choice;
use kubeloupe_core::gc::DotForm;
use kubeloupe_core::sim::Config;
use kubeloupe_formats::dot::{GraphDiff, SimulatedGraph, read};
use kubeloupe_formats::forecast::built_in;
use kubeloupe_formats::limits::Limits;
use kubeloupe_formats::text::{Lang, describe_notes};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The garbage collector's graph.
#[wasm_bindgen]
#[derive(Debug)]
pub struct GraphReport {
    graph: SimulatedGraph,
    form: DotForm,
}

#[wasm_bindgen]
impl GraphReport {
    /// The graph in DOT.
    pub fn dot(&self) -> String {
        self.graph.text(self.form)
    }

    /// Compares it with the text of a real one, which messages call `name`.
    pub fn compare(&self, name: &str, real: &str, language: &str) -> Result<GraphComparison, JsValue> {
        let real =
            read(name, real, &Limits::default()).map_err(|error| refused(&error, Lang::of_tag(language)))?;
        Ok(GraphComparison {
            diff: self.graph.compare(&real),
        })
    }

    /// What else people should know: what the reader assumed, made up, or left out, a line each. Empty when there is
    /// nothing.
    pub fn remarks(&self, language: &str) -> String {
        let lang = Lang::of_tag(language);
        describe_notes(self.graph.notes(), self.graph.cluster(), lang).join("\n")
    }
}

/// What tells a real graph from the simulated one.
#[wasm_bindgen]
#[derive(Debug)]
pub struct GraphComparison {
    diff: GraphDiff,
}

#[wasm_bindgen]
impl GraphComparison {
    /// Whether they are the same.
    pub fn same(&self) -> bool {
        self.diff.is_empty()
    }

    /// For programs: one JSON document in one line.
    pub fn json(&self) -> String {
        self.diff.to_json()
    }

    /// For people, in the language `en` or `zh`.
    pub fn text(&self, language: &str) -> String {
        self.diff.text(Lang::of_tag(language))
    }
}

/// The graph that the collector builds of the objects in `dumps`, in the `form` of its debug endpoint (`upstream`), or
/// without the endpoint's mistake (`corrected`). The version is chosen as in a forecast.
#[wasm_bindgen]
pub fn graph(
    dumps: &Sources,
    form: Option<String>,
    language: &str,
    kubernetes: Option<String>,
    switches: Option<Vec<String>>,
    gates: Option<Vec<String>>,
) -> Result<GraphReport, JsValue> {
    let lang = Lang::of_tag(language);
    let form = match form.as_deref() {
        None | Some("corrected") => DotForm::Corrected,
        Some("upstream") => DotForm::Upstream,
        Some(other) => return Err(no_option("form", other, &["corrected", "upstream"])),
    };
    let mut config = Config::default();
    choice(kubernetes.as_deref(), switches, gates, lang)?
        .configure(&mut config)
        .map_err(|error| refused(&error, lang))?;
    let (cluster, dump) = dumps.reader(built_in(config.minor)).finish();
    let dump = dump.map_err(|error| refused(&error, lang))?;
    Ok(GraphReport {
        graph: SimulatedGraph::of_dump(cluster, dump, config),
        form,
    })
}
