use kubeloupe_yaml::Request;
use std::sync::OnceLock;

/// Turns a text in YAML into events, which `kubeloupe_yaml` describes.
pub type YamlParser = fn(&str, Request) -> Vec<u8>;

/// The parser where none is built in. It is the same as long as a program lives, so what it reads depends on nothing else.
static PARSER: OnceLock<YamlParser> = OnceLock::new();

/// From now on YAML can be read. The first parser counts.
pub fn use_yaml_parser(parser: YamlParser) {
    PARSER.get_or_init(|| parser);
}

/// What parses YAML, if anything does.
pub(super) fn parser() -> Option<YamlParser> {
    #[cfg(feature = "yaml")]
    PARSER.get_or_init(|| kubeloupe_yaml::events);
    PARSER.get().copied()
}
