use kubeloupe_formats::input::use_yaml_parser;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// From now on YAML is read: `parser` is the bindings of the module in `web/yaml`.
#[wasm_bindgen(js_name = useYaml)]
pub fn use_yaml(parser: JsValue) {
    kubeloupe_yaml::hand(parser);
    use_yaml_parser(kubeloupe_yaml::parse);
}
