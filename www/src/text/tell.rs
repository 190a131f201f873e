use super::Language;
use kubeloupe_core::object::{Kinds, Names};
use kubeloupe_core::sim::Effect;
use kubeloupe_formats::text;

/// What an effect says in a sentence.
pub fn tell(effect: &Effect, names: &Names, kinds: &Kinds, language: Language) -> String {
    text::sentence(effect, names, kinds, language.formats())
}

/// What a rule says, in short.
pub fn rule_text(rule: &str, language: Language) -> Option<&'static str> {
    text::rule(rule, language.formats())
}
