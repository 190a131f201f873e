use kubeloupe_yaml::Request;
use std::sync::OnceLock;

/// Turns a text in YAML into events, which `kubeloupe_yaml` describes; `None` where there is no parser yet.
pub type YamlParser = fn(&str, Request) -> Option<Vec<u8>>;

/// The parser where none is built in. It is the same as long as a program lives, so what it reads depends on nothing else.
static PARSER: OnceLock<YamlParser> = OnceLock::new();

/// Says which parser there is. The first one counts; where the feature `yaml` is on, the one that is built in does.
pub fn use_yaml_parser(parser: YamlParser) {
    PARSER.get_or_init(|| parser);
}

/// The events of a text.
#[cfg(feature = "yaml")]
pub(super) fn parse(text: &str, request: Request) -> Option<Vec<u8>> {
    Some(kubeloupe_yaml::events(text, request))
}

/// The events of a text; `None` where there is no parser yet.
#[cfg(not(feature = "yaml"))]
pub(super) fn parse(text: &str, request: Request) -> Option<Vec<u8>> {
    PARSER.get().and_then(|parser| parser(text, request))
}

/// Whether YAML can be read.
pub(super) fn is_there() -> bool {
    let bounds = kubeloupe_yaml::Bounds {
        depth: 0,
        aliases: 0,
        expansion: 0,
    };
    let nothing = Request {
        bounds,
        refusal: None,
    };
    cfg!(feature = "yaml") || PARSER.get().is_some_and(|parser| parser("", nothing).is_some())
}
